/* Levels and what comes after them, on maps made by hand. Source: keen-engine 9, 10.5. */
#include "objects_testing.h"

enum {
	MAX_EVENTS = 64,
	CELLS = MAP_SIDE * MAP_SIDE,
	CITY = 20, /* column and row of level 1's entrance */
	GATE_TILE = 130,
};

struct stated {
	char name[16];
	uint64_t frame;
	int64_t number; /* value of the first field */
};

static struct level {
	uint16_t planes[EXH_KEEN_PLANE_COUNT][CELLS];
} levels[3];

static struct exh_keen_map items[] = { { .number = 0 },
				       { .number = 1 },
				       { .number = 15 } };
static struct exh_keen_maps maps = { .count = sizeof items / sizeof *items,
				     .items = items };
static struct stated events[MAX_EVENTS];
static unsigned event_count;

static bool is_of_flow(const char *name)
{
	static const char *const names[] = { "sound", "fade", "level", "choice" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void note_event(void *context, const struct exh_event *event)
{
	struct stated *stated = &events[event_count];

	(void)context;
	if (!is_of_flow(event->name) || event_count == MAX_EVENTS)
		return;
	snprintf(stated->name, sizeof stated->name, "%s", event->name);
	stated->frame = event->frame;
	stated->number = event->fields[0].number;
	event_count++;
}

static const struct exh_host host = { .trace = note_event };

static void set_info(unsigned level, unsigned x, unsigned y, uint16_t value)
{
	levels[level].planes[EXH_KEEN_INFO][y * MAP_SIDE + x] = value;
}

/* Makes the world with a city, a level that he leaves before it begins, and King Boobus'
 * level. */
static int set_up_levels(void **state)
{
	memset(levels, 0, sizeof levels);
	for (size_t i = 0; i < maps.count; i++) {
		items[i].width = items[i].height = MAP_SIDE;
		for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
			items[i].planes[plane].cells = levels[i].planes[plane];
	}
	set_info(0, 30, 30, 19);
	set_info(0, CITY, CITY, 3);
	levels[0].planes[EXH_KEEN_FOREGROUND][CITY * MAP_SIDE + CITY] = GATE_TILE;
	set_info(1, 1, 30, 1);
	set_info(2, 10, 30, 2);
	event_count = 0;
	set_up(state);
	((struct fixture *)*state)->game.maps = &maps;
	return 0;
}

static enum exh_status start(struct exh_keen_engine *e,
			     const struct exh_keen_start *begin)
{
	return exh_keen_engine_start(e, e->game, begin, NULL, NULL);
}

static bool step(struct exh_keen_engine *e, bool button)
{
	const struct exh_keen_controls controls = { .button0 = button };

	return exh_keen_engine_step(e, &controls, &host);
}

static void assert_reported(unsigned i, const char *name, uint64_t frame, int64_t number)
{
	assert_true(i < event_count);
	assert_string_equal(events[i].name, name);
	assert_int_equal(events[i].frame, frame);
	assert_int_equal(events[i].number, number);
}

/*
 * From level to level.
 */

static void the_game_goes_from_the_map_to_a_level_and_back(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .whole_game = true,
					      .difficulty = 2,
					      .keys = 3,
					      .world_x_units = CITY * 256 + 9,
					      .world_y_units = CITY * 256 + 7 };

	assert_int_equal(start(e, &begin), EXH_OK);
	assert_true(step(e, true));
	assert_int_equal(e->playstate, EXH_KEEN_LEVEL_COMPLETE);
	assert_int_equal(e->gamestate.mapon, 1);
	assert_true(e->gamestate.leveldone[WORLD_MAP]);
	assert_false(e->gamestate.leveldone[1]);
	assert_int_equal(e->frame_sound_count, 1);
	assert_int_equal(e->map_number, WORLD_MAP);

	assert_true(step(e, false)); /* he leaves the level at once */
	assert_int_equal(e->map_number, 1);
	assert_int_equal(e->playstate, EXH_KEEN_LEVEL_COMPLETE);
	assert_true(e->gamestate.leveldone[1]);
	assert_int_equal(e->gamestate.mapon, WORLD_MAP);
	assert_int_equal(e->gamestate.keys, 3);
	assert_int_equal(e->frame_sound_count, 2); /* there is no floor, either */
	assert_int_equal(e->frame_sounds[1], 13);

	assert_true(step(e, false));
	assert_int_equal(e->map_number, WORLD_MAP);
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	assert_int_equal(player_of(e)->x, CITY * 256 + 9);
	assert_int_equal(player_of(e)->y, CITY * 256 + 7);
	assert_int_equal(map_cell(e, EXH_KEEN_INFO, CITY, CITY), 0);
	assert_int_equal(map_cell(e, EXH_KEEN_FOREGROUND, CITY, CITY), 0);
	assert_true(step(e, true)); /* no level is entered again */
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
}

/* Tile 130 is a wall here, like gates: the player is put into a gate that was opened. */
static void gates_are_open_before_anyone_is_put_into_them(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct fixture *f = *state;
	struct exh_keen_game_sprite sprite = { .xl = 32, .yl = 32, .xh = 223, .yh = 223 };
	struct exh_keen_start begin = { .difficulty = 2,
					.world_x_units = CITY * 256 + 9,
					.world_y_units = CITY * 256 + 7 };

	f->tables[EXH_KEEN_EASTWALL][GATE_TILE] = 1;
	f->tables[EXH_KEEN_WESTWALL][GATE_TILE] = 1;
	f->game.first_sprite = 215;
	f->game.sprite_count = 1;
	f->game.sprites = &sprite;
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_int_not_equal(player_of(e)->x, CITY * 256 + 9);
	begin.done[1] = true;
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_int_equal(player_of(e)->x, CITY * 256 + 9);
	assert_int_equal(player_of(e)->y, CITY * 256 + 7);
}

static void a_level_s_end_belongs_to_its_last_frame(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 1,
					      .whole_game = true,
					      .difficulty = 2 };

	assert_int_equal(start(e, &begin), EXH_OK);
	assert_true(step(e, false));
	assert_int_equal(event_count, 2);
	assert_reported(0, "sound", 0, 25); /* there is no floor */
	assert_reported(1, "sound", 0, 13);
	assert_true(step(e, false));
	assert_int_equal(event_count, 7);
	for (unsigned i = 0; i < 4; i++)
		assert_reported(2 + i, "fade", 1, 3 - i);
	assert_reported(6, "level", 1, WORLD_MAP);
	assert_true(step(e, false));
	assert_int_equal(event_count, 11);
	for (unsigned i = 0; i < 4; i++)
		assert_reported(7 + i, "fade", 2, i);
}

static void a_death_costs_keys_a_life_and_the_level_s_bombs(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15,
					      .whole_game = true,
					      .difficulty = 2,
					      .lives = 1,
					      .keys = 2,
					      .bombs = 7,
					      .flowers = 4,
					      .score = 500 };

	assert_int_equal(start(e, &begin), EXH_OK);
	e->gamestate.bombsthislevel = 3;
	e->playstate = EXH_KEEN_DIED;
	exh_keen_level_end(e);
	assert_false(e->over);
	assert_int_equal(e->gamestate.keys, 0);
	assert_int_equal(e->gamestate.boobusbombs, 4);
	assert_int_equal(e->gamestate.bombsthislevel, 0);
	assert_int_equal(e->gamestate.flowerpowers, 4);
	assert_int_equal(e->gamestate.score, 500);
	assert_int_equal(e->gamestate.lives, 0);
	assert_false(e->gamestate.leveldone[15]);
	assert_true(step(e, false)); /* once more */
	assert_int_equal(e->map_number, 15);
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	/* Thrown bombs come back. */
	e->gamestate.bombsthislevel = -2;
	e->playstate = EXH_KEEN_DIED;
	exh_keen_level_end(e);
	assert_int_equal(e->gamestate.boobusbombs, 6);
	assert_int_equal(e->gamestate.lives, -1);
	assert_true(e->over);
	assert_false(step(e, false));
}

static void who_dies_tries_again_or_leaves(void **state)
{
	static const struct {
		/* Choices: long before the question, and in the frame after it. */
		uint8_t before, at;
		int64_t answer;
		uint16_t map;
	} cases[] = {
		{ 0, 0, 1, 15 },	{ 1, 0, 1, 15 },	{ 2, 0, 2, WORLD_MAP },
		{ 0, 2, 2, WORLD_MAP }, { 1, 2, 2, WORLD_MAP }, { 2, 1, 1, 15 },
	};
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = {
		.map = 15, .whole_game = true, .difficulty = 2, .lives = 3
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_keen_controls controls = { .choice = cases[i].before };

		assert_int_equal(start(e, &begin), EXH_OK);
		assert_true(exh_keen_engine_step(e, &controls, NULL));
		e->playstate = EXH_KEEN_DIED;
		exh_keen_level_end(e);
		controls.choice = cases[i].at;
		event_count = 0;
		assert_true(exh_keen_engine_step(e, &controls, &host));
		assert_int_equal(e->map_number, cases[i].map);
		assert_int_equal(e->gamestate.lives, 2);
		assert_reported(0, "choice", 1, cases[i].answer);
	}
}

static void no_one_is_asked_when_the_game_is_over(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15,
					      .whole_game = true,
					      .difficulty = 2 };

	assert_int_equal(start(e, &begin), EXH_OK);
	e->playstate = EXH_KEEN_DIED;
	exh_keen_level_end(e);
	assert_true(e->over);
	assert_false(step(e, false));
	assert_int_equal(event_count, 0);
}

static void a_warp_leads_to_its_level(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct exh_keen_start begin = {
		.map = 15, .whole_game = true, .difficulty = 2, .lives = 3, .keys = 2
	};
	const struct exh_keen_controls warp = { .warp = true };

	assert_int_equal(start(e, &begin), EXH_OK);
	e->gamestate.bombsthislevel = 3;
	assert_true(exh_keen_engine_step(e, &warp, &host));
	assert_int_equal(e->playstate, EXH_KEEN_WARPED);
	assert_int_equal(e->map_number, 15);
	assert_true(exh_keen_engine_step(e, &warp, &host));
	assert_int_equal(e->map_number, WORLD_MAP);
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING); /* the key is held */
	assert_int_equal(e->gamestate.bombsthislevel, 0);
	assert_int_equal(e->gamestate.keys, 2);
	assert_int_equal(e->gamestate.lives, 3);
	assert_false(e->gamestate.leveldone[15]);
	begin.whole_game = false;
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_false(exh_keen_engine_step(e, &warp, &host));
}

static void a_run_ends_with_the_game_or_with_its_one_level(void **state)
{
	static const struct {
		bool whole_game;
		enum exh_keen_playstate playstate;
		bool over;
	} cases[] = {
		{ true, EXH_KEEN_VICTORIOUS, true },
		{ true, EXH_KEEN_LEVEL_COMPLETE, false },
		{ false, EXH_KEEN_LEVEL_COMPLETE, true },
		{ false, EXH_KEEN_DIED, true },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_keen_start begin = { .map = 15,
						      .whole_game = cases[i].whole_game,
						      .difficulty = 2,
						      .lives = 3,
						      .keys = 2 };

		assert_int_equal(start(e, &begin), EXH_OK);
		e->playstate = (uint16_t)cases[i].playstate;
		exh_keen_level_end(e);
		assert_int_equal(e->over, cases[i].over);
		assert_int_equal(e->gamestate.keys, 2);
		assert_int_equal(e->gamestate.lives, 3);
	}
}

/* The numbers are in tables and saved states. */
static void playstates_have_the_original_s_numbers(void **state)
{
	static const char *const names[] = { "playing", "reset", "complete",
					     "warped",	"died",	 "victorious" };

	(void)state;
	for (int i = 0; i < 6; i++)
		assert_string_equal(exh_keen_playstate_name((enum exh_keen_playstate)i),
				    names[i]);
	assert_int_equal(EXH_KEEN_LEVEL_COMPLETE, 2);
	assert_int_equal(EXH_KEEN_WARPED, 3);
	assert_int_equal(EXH_KEEN_DIED, 4);
	assert_int_equal(EXH_KEEN_VICTORIOUS, 5);
	assert_string_equal(exh_keen_playstate_name((enum exh_keen_playstate)6),
			    "unknown");
}

static void a_level_that_is_not_there_ends_the_run(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .whole_game = true,
					      .difficulty = 2,
					      .world_x_units = CITY * 256,
					      .world_y_units = CITY * 256 };
	uint64_t ticks;

	set_info(0, CITY, CITY, 6);
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_true(step(e, true));
	assert_int_equal(e->gamestate.mapon, 4);
	ticks = ticks_passed(e);
	assert_false(step(e, false));
	assert_true(e->over);
	assert_int_equal(ticks_passed(e), ticks);
}

/*
 * Set-up.
 */

static void the_view_begins_around_the_player(void **state)
{
	static const struct {
		unsigned x, y;
		uint16_t originx, originy;
	} cases[] = {
		{ 30, 30, 30 * 256 - 2400, 29 * 256 + 32 - 1344 },
		{ 3, 3, 512, 512 },
		/* 42 and 49 tiles: screen and borders less than the level. */
		{ 61, 61, 42 * 256, 49 * 256 },
	};
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15, .difficulty = 2 };

	set_info(2, 10, 30, 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		set_info(2, cases[i].x, cases[i].y, 1);
		assert_int_equal(start(e, &begin), EXH_OK);
		assert_int_equal(e->rf.originx, cases[i].originx);
		assert_int_equal(e->rf.originy, cases[i].originy);
		assert_int_equal(e->tics, 1);
		set_info(2, cases[i].x, cases[i].y, 0);
	}
}

static void objects_of_a_level_sleep_but_carts(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15, .difficulty = 2 };

	set_info(2, 20, 20, 41);
	set_info(2, 21, 20, 48);
	set_info(2, 22, 20, 33);
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_int_equal(e->object_count, 5);
	assert_int_equal(player_of(e)->active, ACTIVE_YES);
	assert_int_equal(e->objects[SCOREBOX_SLOT].active, ACTIVE_ALLWAYS);
	assert_int_equal(e->objects[2].active, ACTIVE_NO);
	assert_int_equal(e->objects[3].active, ACTIVE_ALLWAYS);
	assert_int_equal(e->objects[4].active, ACTIVE_NO);
}

static void a_level_has_room_for_98_objects(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15, .difficulty = 2 };

	for (unsigned i = 0; i < EXH_KEEN_OBJECTS - 2; i++)
		set_info(2, i % MAP_SIDE, 40 + i / MAP_SIDE, 21);
	assert_int_equal(start(e, &begin), EXH_OK);
	assert_int_equal(e->object_count, EXH_KEEN_OBJECTS);
	set_info(2, 0, 50, 21);
	assert_int_equal(start(e, &begin), EXH_LIMIT);
	assert_false(step(e, false));
}

static void a_level_needs_a_start(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct exh_keen_start begin = { .map = 15, .difficulty = 2 };
	struct exh_keen_edit edit = { EXH_KEEN_INFO, 5, 5, 2 };
	struct exh_keen_start edited = begin;

	set_info(2, 10, 30, 0);
	assert_int_equal(start(e, &begin), EXH_INVALID);
	edited.edits = &edit;
	edited.edit_count = 1;
	assert_int_equal(start(e, &edited), EXH_OK);
	assert_int_equal(player_of(e)->xdir, -1);
	edit.x = MAP_SIDE;
	assert_int_equal(start(e, &edited), EXH_INVALID);
	edited.map = 2;
	assert_int_equal(start(e, &edited), EXH_INVALID);
	edited.map = 15;
	edited.difficulty = 4;
	assert_int_equal(start(e, &edited), EXH_INVALID);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up_levels, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_game_goes_from_the_map_to_a_level_and_back),
		CASE(gates_are_open_before_anyone_is_put_into_them),
		CASE(a_level_s_end_belongs_to_its_last_frame),
		CASE(a_death_costs_keys_a_life_and_the_level_s_bombs),
		CASE(who_dies_tries_again_or_leaves),
		CASE(no_one_is_asked_when_the_game_is_over),
		CASE(a_warp_leads_to_its_level),
		CASE(a_run_ends_with_the_game_or_with_its_one_level),
		CASE(playstates_have_the_original_s_numbers),
		CASE(a_level_that_is_not_there_ends_the_run),
		CASE(the_view_begins_around_the_player),
		CASE(objects_of_a_level_sleep_but_carts),
		CASE(a_level_has_room_for_98_objects),
		CASE(a_level_needs_a_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
