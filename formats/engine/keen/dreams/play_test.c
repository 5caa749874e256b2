/* Frames by hand: who wakes and sleeps, who touches whom, where the screen goes. Source:
 * keen-engine 5. */
#include "objects_testing.h"

enum {
	SHAPES = 400, /* chunks, all with a box of a tile */
	HOME = 20,    /* tile at the screen's left and top */
	MIDDLE = HOME + 10,
	FIRST = 2, /* slot of the first object of a test */
};

static struct exh_keen_game_sprite shapes[SHAPES];

/* Puts Keen into the middle of the screen, in a state that only flies. */
static int set_up_screen(void **state)
{
	struct fixture *f;

	for (size_t i = 0; i < SHAPES; i++)
		shapes[i] = (struct exh_keen_game_sprite){ .xh = 256, .yh = 256 };
	set_up(state);
	f = *state;
	f->game.sprite_count = SHAPES;
	f->game.sprites = shapes;
	f->e.rf.fade_in = 0;
	f->e.gamestate.difficulty = 2;
	f->e.objects[SCOREBOX_SLOT].active = ACTIVE_NO;
	exh_keen_rf_new_position(&f->e, HOME * 256, HOME * 256);
	exh_keen_calc_inactivate(&f->e);
	player_of(&f->e)->obclass = CLASS_KEEN;
	player_of(&f->e)->state = STATE_KEENPOLE;
	player_of(&f->e)->shapenum = 145;
	player_of(&f->e)->needtoclip = false;
	put(player_of(&f->e), MIDDLE * 256, (HOME + 6) * 256, 256, 256);
	return 0;
}

/* Adds an object that stays where it is and would kill Keen. */
static struct object *still(struct exh_keen_engine *e, uint16_t obclass, int x, int y)
{
	struct object *ob = exh_keen_object_new(e);

	assert_non_null(ob);
	ob->obclass = obclass;
	ob->needtoclip = false;
	ob->state = STATE_TATERATTACK2;
	ob->shapenum = 292;
	put(ob, x, y, 256, 256);
	return ob;
}

static void play(struct exh_keen_engine *e)
{
	static const struct exh_keen_controls nothing;

	exh_keen_play_frame(e, &nothing);
}

/*
 * Contacts.
 */

/*
 * The trace.
 */

static struct exh_event seen[EXH_KEEN_OBJECTS];
static size_t seen_count;

static void note_object(void *context, const struct exh_event *event)
{
	(void)context;
	if (strcmp(event->name, "object") == 0 && seen_count < EXH_KEEN_OBJECTS)
		seen[seen_count++] = *event;
}

static int64_t seen_number(size_t i, const char *key)
{
	for (size_t k = 0; k < seen[i].count; k++)
		if (strcmp(seen[i].fields[k].key, key) == 0)
			return seen[i].fields[k].number;
	fail_msg("no %s", key);
	return 0;
}

static void each_object_s_state_is_traced_in_each_frame(void **state)
{
	const struct exh_host host = { .trace = note_object };
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = still(e, CLASS_SHOT, 10 * 256, 20 * 256);

	e->host = &host;
	seen_count = 0;
	ob->active = ACTIVE_NO; /* sleeping objects are traced, too */
	ob->xspeed = -7;
	ob->temp3 = -5;
	ob->ticcount = 3;
	ob->hitwest = 9;
	play(e);
	assert_int_equal(seen_count, 3);
	for (size_t i = 0; i < seen_count; i++)
		assert_int_equal(seen_number(i, "slot"), i);
	assert_string_equal(seen[2].fields[1].text, "shot");
	assert_string_equal(seen[2].fields[3].text, "no");
	assert_int_equal(seen_number(2, "xspeed"), -7);
	assert_int_equal(seen_number(2, "temp3"), -5);
	assert_int_equal(seen_number(2, "ticcount"), 3);
	assert_int_equal(seen_number(2, "hitwest"), 9);
	assert_int_equal(seen_number(2, "bottom"), ob->bottom);
	assert_int_equal(seen_number(2, "tileright"), ob->tileright);
	play(e);
	assert_int_equal(seen_count, 6);
}

static void who_overlaps_touches(void **state)
{
	static const struct {
		int x, y;
		bool touches;
	} cases[] = {
		{ 0, 0, true },	   { 255, 0, true },   { 256, 0, false },
		{ -255, 0, true }, { -256, 0, false }, { 0, 255, true },
		{ 0, 256, false }, { 0, -255, true },  { 0, -256, false },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *keen = player_of(e);
		struct object *ob =
			still(e, CLASS_SHOT, keen->x + cases[i].x, keen->y + cases[i].y);

		play(e);
		if ((keen->state == STATE_KEENDIE1) != cases[i].touches)
			fail_msg("case %zu: %s", i, state_of(e, keen)->name);
		exh_keen_object_remove(e, ob);
		keen->state = STATE_KEENPOLE;
		keen->shapenum = 145;
	}
}

static void who_is_dead_touches_nobody(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *keen = player_of(e);

	still(e, CLASS_SHOT, keen->x, keen->y);
	still(e, CLASS_SHOT, keen->x, keen->y);
	play(e);
	assert_int_equal(e->frame_sound_count, 1);
	assert_int_equal(e->frame_sounds[0], 12);
	play(e);
	assert_int_equal(e->frame_sound_count, 0);
}

static void who_sleeps_is_not_touched(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *keen = player_of(e);
	struct object *ob = still(e, CLASS_SHOT, keen->x, keen->y);

	ob->active = ACTIVE_NO;
	ob->tileleft = ob->tileright = 0; /* keeps it from waking */
	play(e);
	assert_int_equal(keen->state, STATE_KEENPOLE);
}

/* QUIRK: an item that hit something is removed, and still hits the next object of the
 * list. A new object in its slot is removed with it. */
static void a_flower_hits_all_that_it_overlaps(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *item = still(e, CLASS_POWER, 5000, 5000);
	struct object *a = still(e, CLASS_BROCCO, 5000, 5000);
	struct object *b = still(e, CLASS_TOMAT, 5000, 5000);
	struct object *c = still(e, CLASS_GRAPE, 5000, 5000);

	item->state = STATE_FLOWERPOWER1;
	item->shapenum = 162;
	put(player_of(e), (HOME + 9) * 256, (HOME + 8) * 256, 256, 256);
	play(e);
	assert_int_equal(a->obclass, CLASS_INERT);
	assert_int_equal(a->state, STATE_FLOWER1);
	assert_int_equal(a->temp1, CLASS_BROCCO);
	assert_int_equal(b->obclass, CLASS_INERT);
	assert_int_equal(b->temp1, CLASS_TOMAT);
	assert_int_equal(c->obclass, CLASS_GRAPE);
	assert_int_equal(e->frame_sound_count, 2);
	assert_false(item->used);
	assert_int_equal(e->objects[FIRST + 4].state, STATE_POOFTO1);
	assert_int_equal(e->object_count, 2 + 3 + 1);
}

/*
 * Awake and asleep.
 */

static void who_comes_into_the_port_wakes(void **state)
{
	/* Tiles from the port's left and top; boxes of a tile cover two. */
	static const struct {
		int x, y;
		bool wakes;
	} cases[] = {
		{ -1, 0, true },  { -2, 0, false }, { 20, 0, true },
		{ 21, 0, false }, { 0, -1, true },  { 0, -2, false },
		{ 0, 13, true },  { 0, 14, false }, { 20, 13, true },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = still(e, CLASS_SHOT, (HOME + cases[i].x) * 256,
					  (HOME + cases[i].y) * 256);

		ob->active = ACTIVE_NO;
		play(e);
		if ((ob->active == ACTIVE_YES) != cases[i].wakes)
			fail_msg("case %zu: %d", i, ob->active);
		/* An object that has reacted has a sprite. */
		assert_int_equal(ob->sprite != 0, cases[i].wakes);
		exh_keen_object_remove(e, ob);
	}
}

static void who_is_far_away_falls_asleep_by_chance(void **state)
{
	static const struct {
		int x, y;
		bool far;
	} cases[] = {
		{ -12, 0, true }, { -11, 0, false }, { 31, 0, true }, { 30, 0, false },
		{ 0, -12, true }, { 0, -11, false }, { 0, 24, true }, { 0, 23, false },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = still(e, CLASS_SHOT, (HOME + cases[i].x) * 256,
					  (HOME + cases[i].y) * 256);

		e->random = 255; /* the next is 0, less than tics; then 8 */
		exh_keen_draw_react(e, ob);
		play(e);
		assert_int_equal(ob->active, cases[i].far ? ACTIVE_NO : ACTIVE_YES);
		assert_int_equal(e->random, cases[i].far ? 0 : 255);
		assert_int_equal(ob->sprite == 0, cases[i].far);
		ob->active = ACTIVE_YES;
		e->random = 0;
		play(e);
		assert_int_equal(ob->active, ACTIVE_YES);
		assert_int_equal(e->random, cases[i].far ? 1 : 0);
		ob->active = ACTIVE_ALLWAYS;
		e->random = 255;
		play(e);
		assert_int_equal(ob->active, ACTIVE_ALLWAYS);
		assert_int_equal(e->random, 255);
		ob->active = ACTIVE_REMOVABLE;
		play(e);
		assert_int_equal(ob->used, !cases[i].far);
		assert_int_equal(e->random, 255);
		exh_keen_object_remove(e, ob);
	}
}

/* QUIRK: an object that removed itself is still checked. */
static void who_is_gone_takes_a_random_number(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = still(e, CLASS_INERT, 256, 256);
	struct object *next = still(e, CLASS_INERT, 5200, 5200);

	ob->state = STATE_POOFTO4;
	ob->shapenum = 171;
	ob->ticcount = 9;
	next->ticcount = 5;
	play(e);
	assert_false(ob->used);
	assert_int_equal(e->random, 1);
	assert_int_equal(next->ticcount, 7); /* the loop went on */
}

static void who_is_new_thinks_in_the_same_frame(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *melon = still(e, CLASS_MELON, (HOME + 2) * 256, (HOME + 2) * 256);
	struct object *seed;

	melon->state = STATE_MELONSIDESPIT;
	melon->ticcount = 5;
	melon->temp1 = 2;
	play(e);
	seed = &e->objects[FIRST + 1];
	assert_int_equal(seed->obclass, CLASS_SHOT);
	assert_int_equal(seed->ticcount, 2);
	assert_true(seed->y > melon->y + 384);
}

static void reacts_are_for_all_and_once(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = still(e, CLASS_SHOT, 256, 256);

	ob->active = ACTIVE_NO;
	ob->needtoreact = true;
	play(e);
	assert_int_equal(ob->active, ACTIVE_NO);
	assert_true(ob->sprite);
	assert_false(ob->needtoreact);
}

/*
 * The screen.
 */

static void keen_is_kept_near_the_middle(void **state)
{
	/* Units from the origin, and the distance scrolled. */
	static const struct {
		int x, y, dx, dy;
	} cases[] = {
		{ 9 * 256, 4 * 256, 0, 0 },	  { 11 * 256, 8 * 256, 0, 0 },
		{ 9 * 256 - 1, 4 * 256, -1, 0 },  { 11 * 256 + 1, 5 * 256, 1, 0 },
		{ 10 * 256, 4 * 256 - 7, 0, -7 }, { 10 * 256, 8 * 256 + 200, 0, 200 },
		{ 8 * 256, 9 * 256, -256, 256 },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *keen = player_of(e);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *box = &e->objects[SCOREBOX_SLOT];

		exh_keen_rf_new_position(e, HOME * 256, HOME * 256);
		exh_keen_calc_inactivate(e);
		put(keen, HOME * 256 + cases[i].x, HOME * 256 + cases[i].y, 256, 256);
		box->needtoreact = false;
		play(e);
		assert_int_equal(e->rf.originx, HOME * 256 + cases[i].dx);
		assert_int_equal(e->rf.originy, HOME * 256 + cases[i].dy);
		assert_int_equal(e->inactivate_left, e->rf.originxtile - 10);
		assert_int_equal(e->inactivate_bottom, e->rf.originytile + 23);
		assert_int_equal(box->needtoreact, cases[i].dx || cases[i].dy);
	}
}

static void who_walks_off_is_done(void **state)
{
	/* In 64 tiles the last screen begins at 42. */
	static const struct {
		int x;
		bool done;
	} cases[] = {
		{ 512, false },
		{ 511, true },
		{ (42 + 20) * 256 - 256, false },
		{ (42 + 20) * 256 - 255, true },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const uint16_t origin = cases[i].x < 5000 ? 512 : 42 * 256;

		exh_keen_rf_new_position(e, origin, HOME * 256);
		put(player_of(e), cases[i].x, (HOME + 6) * 256, 256, 256);
		e->playstate = EXH_KEEN_PLAYING;
		play(e);
		assert_int_equal(e->playstate, cases[i].done ? EXH_KEEN_LEVEL_COMPLETE
							     : EXH_KEEN_PLAYING);
	}
}

static void who_falls_out_dies_whatever_he_cheats(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *keen = player_of(e);
	const uint16_t last = 49 * 256; /* last origin */

	e->god = true;
	exh_keen_rf_new_position(e, HOME * 256, last);
	put(keen, MIDDLE * 256, last + 13 * 256 - 256, 256, 256);
	play(e);
	assert_int_equal(keen->state, STATE_KEENPOLE);
	/* That frame does not scroll. */
	put(keen, (MIDDLE + 2) * 256, last + 13 * 256 - 255, 256, 256);
	play(e);
	assert_int_equal(keen->state, STATE_KEENDIE1);
	assert_false(e->god);
	assert_int_equal(e->frame_sound_count, 1);
	assert_int_equal(e->frame_sounds[0], 12);
	assert_int_equal(e->rf.originx, HOME * 256);
	/* He falls out once, and the screen follows him again. */
	play(e);
	assert_int_equal(e->frame_sound_count, 0);
	assert_int_equal(e->rf.originx, (HOME + 1) * 256);
	for (unsigned i = 0; i < 79; i++) {
		assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
		play(e);
	}
	assert_int_equal(e->playstate, EXH_KEEN_DIED);
}

static void buttons_are_held_until_they_are_up(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_controls both = {
		.x_axis = 1, .y_axis = -1, .button0 = true, .button1 = true
	};

	e->button0held = e->button1held = true;
	exh_keen_play_frame(e, &both);
	assert_true(e->button0held && e->button1held);
	assert_int_equal(e->c.dir, DIR_NE);
	play(e);
	assert_false(e->button0held || e->button1held);
	assert_int_equal(e->c.dir, DIR_NONE);
}

/*
 * The clock.
 */

static void slow_machines_lose_time(void **state)
{
	/* Ticks a reading of the clock; ticks of the frame; change of TimeCount. */
	static const struct {
		uint16_t step, tics;
		uint32_t cga;
	} cases[] = { { 1, 2, 2 }, { 2, 2, 2 }, { 5, 5, 5 },
		      { 6, 6, 6 }, { 7, 6, 7 }, { 100, 6, 100 } };
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (unsigned cga = 0; cga < 2; cga++) {
			const uint32_t before = e->time_count;
			const uint64_t passed = ticks_passed(e);

			f->game.video = cga ? EXH_KEEN_CGA : EXH_KEEN_EGA;
			f->game.address_pixels = cga ? 4 : 8;
			exh_keen_rf_level_start(e);
			e->rf.fade_in = 0;
			exh_keen_rf_new_position(e, HOME * 256, HOME * 256);
			e->last_time_count = before;
			e->tic_step = cases[i].step;
			exh_keen_rf_refresh(e);
			assert_int_equal(e->tics, cases[i].tics);
			assert_int_equal(ticks_passed(e) - passed, cases[i].cga);
			assert_int_equal(e->time_count - before,
					 cga ? cases[i].cga : cases[i].tics);
		}
	}
}

/* The clock was set back before its last reading: no time has passed since. */
static void a_clock_that_was_set_back_begins_anew(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	e->time_count = 1000;
	e->last_time_count = 1094;
	e->tic_step = 1;
	exh_keen_rf_refresh(e);
	assert_int_equal(e->tics, 2);
	assert_int_equal(e->time_count, 1002);
	assert_int_equal(e->last_time_count, 1002);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up_screen, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(each_object_s_state_is_traced_in_each_frame),
		CASE(who_overlaps_touches),
		CASE(who_is_dead_touches_nobody),
		CASE(who_sleeps_is_not_touched),
		CASE(a_flower_hits_all_that_it_overlaps),
		CASE(who_comes_into_the_port_wakes),
		CASE(who_is_far_away_falls_asleep_by_chance),
		CASE(who_is_gone_takes_a_random_number),
		CASE(who_is_new_thinks_in_the_same_frame),
		CASE(reacts_are_for_all_and_once),
		CASE(keen_is_kept_near_the_middle),
		CASE(who_walks_off_is_done),
		CASE(who_falls_out_dies_whatever_he_cheats),
		CASE(buttons_are_held_until_they_are_up),
		CASE(slow_machines_lose_time),
		CASE(a_clock_that_was_set_back_begins_anew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
