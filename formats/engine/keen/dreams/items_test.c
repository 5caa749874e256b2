/* Bonuses, doors, what is thrown and flowers by hand. Source: keen-engine 10.2. */
#include "actors.h"
#include "objects_testing.h"

enum { HERE = 5000 };

static struct object *thing(struct exh_keen_engine *e, uint16_t obclass,
			    enum state_id state)
{
	struct object *ob = exh_keen_object_new(e);

	assert_non_null(ob);
	ob->obclass = obclass;
	ob->state = (uint16_t)state;
	put(ob, HERE, HERE, 200, 200);
	return ob;
}

static void on_map(struct exh_keen_engine *e, uint16_t map)
{
	e->map_number = map;
	e->gamestate.mapon = (int16_t)map;
}

/*
 * Bonuses.
 */

static const struct expected_bonus {
	uint16_t shape, frames;
	unsigned sound;
	uint16_t taken_shape;
	int32_t points;
	int16_t lives, flowers, bombs, keys;
} bonuses[] = {
	{ 172, 2, 7, 199, 100, 0, 0, 0, 0 },  { 174, 2, 7, 200, 200, 0, 0, 0, 0 },
	{ 176, 2, 7, 201, 500, 0, 0, 0, 0 },  { 178, 2, 7, 202, 1000, 0, 0, 0, 0 },
	{ 180, 2, 7, 203, 2000, 0, 0, 0, 0 }, { 182, 2, 7, 204, 5000, 0, 0, 0, 0 },
	{ 184, 2, 18, 205, 0, 1, 0, 0, 0 },   { 186, 4, 18, 206, 10000, 3, 8, 0, 0 },
	{ 162, 2, 6, 207, 0, 0, 1, 0, 0 },    { 190, 2, 6, 208, 0, 0, 5, 0, 0 },
	{ 192, 2, 8, 209, 0, 0, 0, 1, 0 },    { 197, 2, 23, 210, 0, 0, 0, 0, 1 },
};

static void bonuses_lie_in_their_cells(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned type = 0; type < 12; type++) {
		struct object *ob;
		uint16_t shape;

		exh_keen_spawn_bonus(e, 9, 7, type);
		ob = &e->objects[e->newest_object];
		shape = ob->shapenum;
		assert_int_equal(shape, bonuses[type].shape);
		assert_int_equal(ob->x, 9 * 256);
		assert_int_equal(ob->y, 7 * 256 - (type == 9 ? 128 : 0));
		assert_int_equal(ob->ydir, -1);
		assert_false(ob->needtoclip);
		for (unsigned frame = 1; frame <= bonuses[type].frames; frame++) {
			exh_keen_bonus_think(e, ob);
			assert_int_equal(ob->shapenum,
					 shape + frame % bonuses[type].frames);
		}
	}
}

static void bonuses_are_counted(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned type = 0; type < 12; type++) {
		const struct expected_bonus *expected = &bonuses[type];
		struct object *ob;

		exh_keen_spawn_bonus(e, 9, 7, type);
		ob = &e->objects[e->newest_object];
		e->gamestate = (struct gamestate){ .nextextra = 20000 };
		e->frame_sound_count = 0;
		exh_keen_take_bonus(e, ob);
		assert_int_equal(e->gamestate.score, expected->points);
		assert_int_equal(e->gamestate.lives, expected->lives);
		assert_int_equal(e->gamestate.flowerpowers, expected->flowers);
		assert_int_equal(e->gamestate.boobusbombs, expected->bombs);
		assert_int_equal(e->gamestate.bombsthislevel, expected->bombs);
		assert_int_equal(e->gamestate.keys, expected->keys);
		assert_int_equal(e->frame_sound_count, 1);
		assert_int_equal(e->frame_sounds[0], expected->sound);
		assert_int_equal(ob->obclass, CLASS_INERT);
		assert_int_equal(ob->state, STATE_BONUSRISE);
		assert_int_equal(ob->shapenum, expected->taken_shape);
	}
}

static void what_is_taken_rises_and_is_gone(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	exh_keen_spawn_bonus(e, 9, 7, BONUS_KEY);
	ob = &e->objects[e->newest_object];
	exh_keen_take_bonus(e, ob);
	for (unsigned frame = 1; frame < 20; frame++) {
		exh_keen_state_machine(e, ob); /* 8 a tic, for 40 tics */
		assert_int_equal(ob->y, 7 * 256 - frame * 16);
	}
	exh_keen_state_machine(e, ob);
	assert_false(ob->used);
}

static void points_give_lives(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct gamestate *game = &e->gamestate;

	game->nextextra = 20000;
	exh_keen_give_points(e, 19999);
	assert_int_equal(game->lives, 0);
	exh_keen_give_points(e, 1);
	assert_int_equal(game->lives, 1);
	assert_int_equal(game->nextextra, 40000);
	exh_keen_give_points(e, 60000); /* past 40000 and 80000: still only one */
	assert_int_equal(game->lives, 2);
	assert_int_equal(game->nextextra, 80000);
	exh_keen_give_points(e, 1);
	assert_int_equal(game->lives, 3);
	assert_int_equal(game->nextextra, 160000);
	assert_int_equal(e->frame_sound_count, 3);
	assert_int_equal(e->frame_sounds[0], 18);
}

static void doors_stand_in_the_way(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *door, *who = thing(e, CLASS_TATER, STATE_TATERWALK1);

	exh_keen_spawn_door(e, 9, 7);
	door = &e->objects[e->newest_object];
	assert_int_equal(door->obclass, CLASS_DOOR);
	assert_int_equal(door->x, 9 * 256);
	assert_int_equal(door->y, 6 * 256);
	assert_int_equal(door->shapenum, 211);
	assert_false(door->needtoclip);

	put(door, HERE + 190, HERE, 100, 100);
	who->xmove = 20;
	exh_keen_door_contact(e, door, who);
	assert_int_equal(who->x, HERE - 10);
	assert_int_equal(who->hitwest, 1);

	exh_keen_change_state(e, door, STATE_DOORRAISE);
	for (int frame = 0; frame < 12; frame++) {
		assert_true(door->used);
		exh_keen_state_machine(e, door); /* 24 tics */
	}
	assert_false(door->used);
}

/*
 * Thrown.
 */

static void flowers_and_bombs_are_thrown(void **state)
{
	static const int16_t speeds[][3] = { { DIR_N, 0, -64 },
					     { DIR_E, 64, -20 },
					     { DIR_S, 0, 64 },
					     { DIR_W, -64, -20 } };
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < 8; i++) {
		const bool bomb = i >= 4;
		const struct object *ob;

		on_map(e, bomb ? 15 : 1);
		e->gamestate.flowerpowers = e->gamestate.boobusbombs = 3;
		e->gamestate.bombsthislevel = 2;
		exh_keen_throw_power(e, HERE, HERE, (enum direction)speeds[i % 4][0]);
		ob = &e->objects[e->newest_object];
		assert_int_equal(ob->obclass, CLASS_POWER);
		assert_int_equal(ob->active, ACTIVE_REMOVABLE);
		assert_int_equal(ob->xspeed, speeds[i % 4][1]);
		assert_int_equal(ob->yspeed, speeds[i % 4][2]);
		assert_int_equal(ob->ydir, -1);
		assert_int_equal(ob->temp1, bomb ? BONUS_BOMB : BONUS_FLOWER);
		assert_int_equal(ob->temp2, speeds[i % 4][0]);
		assert_int_equal(ob->state,
				 bomb ? STATE_BOOBUSBOMB1 : STATE_FLOWERPOWER1);
		assert_int_equal(e->gamestate.flowerpowers, bomb ? 3 : 2);
		assert_int_equal(e->gamestate.boobusbombs, bomb ? 2 : 3);
		assert_int_equal(e->gamestate.bombsthislevel, bomb ? 1 : 2);
		assert_int_equal(e->frame_sounds[i], bomb ? 20 : 4);
	}
}

static void nothing_is_thrown_where_nothing_is_left(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const uint16_t count = e->object_count;

	on_map(e, 1);
	e->gamestate.boobusbombs = 3;
	exh_keen_throw_power(e, HERE, HERE, DIR_E);
	assert_int_equal(e->object_count, count);
	assert_int_equal(e->frame_sounds[0], 14);
	on_map(e, 15);
	e->gamestate.boobusbombs = 0;
	e->gamestate.flowerpowers = 3;
	exh_keen_throw_power(e, HERE, HERE, DIR_E);
	assert_int_equal(e->object_count, count);
	assert_int_equal(e->frame_sounds[1], 14);
}

/*
 * Bounces: eight ways to fall, on each kind of floor.
 */

static const int16_t falls[8][2] = { { -64, 20 }, { -40, 30 }, { -30, 40 }, { -10, 60 },
				     { 10, 60 },  { 30, 40 },  { 40, 30 },  { 64, 20 } };
static const uint32_t lengths[8] = { 9152, 7240, 5720, 7680, 7680, 5720, 7240, 9152 };
static const int16_t bounced[8][8][2] = {
	{ { 32, -16 },
	  { 25, -12 },
	  { 20, -10 },
	  { 26, -13 },
	  { 26, -13 },
	  { 20, -10 },
	  { 25, -12 },
	  { 32, -16 } },
	{ { -32, -16 },
	  { -20, -20 },
	  { -10, -20 },
	  { 0, -30 },
	  { 0, -30 },
	  { 10, -20 },
	  { 20, -20 },
	  { 32, -16 } },
	{ { -16, -32 },
	  { 0, -28 },
	  { 0, -22 },
	  { 13, -26 },
	  { 21, -21 },
	  { 20, -10 },
	  { 25, 12 },
	  { 25, 25 } },
	{ { -16, -32 },
	  { 0, -28 },
	  { 0, -22 },
	  { 13, -26 },
	  { 21, -21 },
	  { 20, -10 },
	  { 25, 12 },
	  { 25, 25 } },
	{ { 0, -35 },
	  { 12, -25 },
	  { 15, -15 },
	  { 26, -13 },
	  { 26, 13 },
	  { 15, 15 },
	  { 12, 25 },
	  { 0, -35 } },
	{ { -25, 25 },
	  { -25, 12 },
	  { -20, -10 },
	  { -21, -21 },
	  { -13, -26 },
	  { 0, -22 },
	  { 0, -28 },
	  { 16, -32 } },
	{ { -25, 25 },
	  { -25, 12 },
	  { -20, -10 },
	  { -21, -21 },
	  { -13, -26 },
	  { 0, -22 },
	  { 0, -28 },
	  { 16, -32 } },
	{ { 0, -35 },
	  { -12, 25 },
	  { -15, 15 },
	  { -26, 13 },
	  { -26, -13 },
	  { -15, -15 },
	  { -12, -25 },
	  { 0, -35 } },
};

static void what_falls_bounces_off_any_floor(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t wall = 0; wall < 32; wall++)
		for (size_t fall = 0; fall < 8; fall++) {
			struct object ob = { .hitnorth = wall,
					     .xspeed = falls[fall][0],
					     .yspeed = falls[fall][1] };

			assert_int_equal(exh_keen_bounce(e, &ob), lengths[fall]);
			assert_int_equal(ob.xspeed, bounced[wall & 7][fall][0]);
			assert_int_equal(ob.yspeed, bounced[wall & 7][fall][1]);
		}
}

static void bounces_at_their_limits(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object up = { .hitnorth = 1, .xspeed = 10, .yspeed = -7 };
	struct object still = { .hitnorth = 1 };
	struct object twice = { .hitnorth = 1, .xspeed = 40, .yspeed = 20 };
	struct object equal = { .hitnorth = 1, .xspeed = -20, .yspeed = 20 };
	struct object fast = { .hitnorth = 1, .xspeed = INT16_MIN, .yspeed = INT16_MAX };

	/* The object falls with 0 */
	assert_int_equal(exh_keen_bounce(e, &up), 10 * 286 / 2);
	assert_int_equal(up.xspeed, 5);
	assert_int_equal(up.yspeed, -2);
	assert_int_equal(exh_keen_bounce(e, &still), 0);
	assert_int_equal(exh_keen_bounce(e, &twice), 40 * 362 / 2);
	assert_int_equal(exh_keen_bounce(e, &equal), 20 * 286 / 2);
	exh_keen_bounce(e, &fast); /* checked only for undefined behavior */
}

/*
 * Hits.
 */

static void flowers_come_to_rest_and_blink_away(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);

	ob->hitnorth = 1;
	ob->yspeed = 32; /* 32 * 256 / 2 is 4096: still fast enough */
	exh_keen_power_react(e, ob);
	assert_int_equal(ob->obclass, CLASS_BONUS);
	assert_int_equal(ob->state, STATE_FLOWERPOWER1);
	assert_int_equal(ob->yspeed, -16);

	ob->yspeed = 31;
	exh_keen_power_react(e, ob);
	assert_int_equal(ob->state, STATE_POWERBLINK1);
	assert_false(ob->needtoclip);
	assert_int_equal(ob->temp2, 0);
	for (int step = 1; step <= 25; step++) {
		exh_keen_power_count_think(e, ob);
		assert_int_equal(ob->temp2, 2 * step);
		assert_int_equal(ob->state, STATE_POWERBLINK1);
	}
	exh_keen_power_count_think(e, ob);
	assert_int_equal(ob->state, STATE_NONE);
}

static void bombs_lie_there_again(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = thing(e, CLASS_POWER, STATE_BOOBUSBOMB1);

	on_map(e, 15);
	ob->hitnorth = 1;
	exh_keen_power_react(e, ob);
	assert_int_equal(ob->obclass, CLASS_BONUS);
	assert_int_equal(ob->state, STATE_BONUS);
	assert_int_equal(ob->shapenum, 192);
	assert_int_equal(ob->temp2, 192);
	assert_int_equal(ob->temp3, 194);
	assert_int_equal(ob->ydir, -1);
	assert_false(ob->needtoclip);
}

static void walls_turn_them(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);

	ob->hitwest = 1;
	ob->xspeed = 63;
	exh_keen_power_react(e, ob);
	assert_int_equal(ob->xspeed, -31);
	assert_int_equal(ob->obclass, CLASS_BONUS);

	ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);
	ob->hitsouth = 1;
	ob->hitnorth = 1; /* is ignored */
	ob->yspeed = -63;
	exh_keen_power_react(e, ob);
	assert_int_equal(ob->yspeed, 31);
	assert_int_equal(ob->obclass, CLASS_POWER);
}

static void they_go_through_the_holes_of_poles(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (int dir = DIR_N; dir <= DIR_W; dir += 2) {
		struct object *ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);

		ob->temp2 = (int16_t)dir;
		ob->hitsouth = 17;
		ob->xspeed = 9;
		exh_keen_power_react(e, ob);
		assert_int_equal(ob->y, HERE - 32);
		assert_int_equal(ob->top, HERE - 32);
		assert_int_equal(ob->x, ob->tilemidx * 256 + 64);
		assert_int_equal(ob->xspeed, 0);
		assert_int_equal(ob->obclass, dir == DIR_N ? CLASS_POWER : CLASS_BONUS);

		ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);
		ob->temp2 = (int16_t)dir;
		ob->hitnorth = 17;
		exh_keen_power_react(e, ob);
		assert_int_equal(ob->y, HERE + 32);
		assert_int_equal(ob->bottom, HERE + 232);
		assert_int_equal(ob->obclass, dir == DIR_S ? CLASS_POWER : CLASS_BONUS);
	}
}

static void some_enemies_become_flowers(void **state)
{
	static const uint16_t these[] = { CLASS_BROCCO,	 CLASS_TOMAT,	CLASS_CARROT,
					  CLASS_CELERY,	 CLASS_ASPAR,	CLASS_TATER,
					  CLASS_FRENCHY, CLASS_SQUASH,	CLASS_APEL,
					  CLASS_PEAPOD,	 CLASS_PEABRAIN };
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned obclass = 0; obclass < CLASS_COUNT; obclass++) {
		struct object *hit = thing(e, (uint16_t)obclass, STATE_TATERWALK2);
		struct object *ob = thing(e, CLASS_POWER, STATE_FLOWERPOWER1);
		bool is_flower = false;

		if (obclass == CLASS_BOOBUS)
			continue;
		for (size_t i = 0; i < sizeof these / sizeof *these; i++)
			is_flower = is_flower || these[i] == obclass;
		exh_keen_power_contact(e, ob, hit);
		assert_int_equal(ob->used, !is_flower);
		assert_int_equal(hit->state,
				 is_flower ? STATE_FLOWER1 : STATE_TATERWALK2);
	}
}

static void boobus_stands_some_bombs(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *boobus = thing(e, CLASS_BOOBUS, STATE_BOOBUSWALK1);
	struct object *ob = thing(e, CLASS_POWER, STATE_BOOBUSBOMB1);

	e->gamestate.nextextra = 20000;
	boobus->temp1 = 5;
	boobus->temp4 = 2;
	exh_keen_power_contact(e, ob, boobus);
	assert_int_equal(ob->state, STATE_BOMBEXPLODE1);
	assert_int_equal(boobus->state, STATE_BOOBUSWALK1);
	assert_int_equal(e->gamestate.score, 0);
	assert_int_equal(e->frame_sounds[0], 21);

	exh_keen_power_contact(e, ob, boobus);
	assert_int_equal(boobus->state, STATE_BOOBUSDIE);
	assert_int_equal(boobus->obclass, CLASS_INERT);
	assert_int_equal(boobus->temp1, 0);
	assert_int_equal(e->gamestate.score, 100000);
	assert_int_equal(e->gamestate.lives, 2); /* at 50000 and at 100000 */
	assert_int_equal(e->frame_sounds[1], 18);
	assert_int_equal(e->frame_sounds[2], 18);
	assert_int_equal(e->frame_sounds[3], 21);
}

/*
 * Flowers.
 */

static void enemies_come_back(void **state)
{
	static const int16_t times[] = { 700, 700, 350, 175 };
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t difficulty = 0; difficulty < 4; difficulty++) {
		struct object *ob = thing(e, CLASS_TATER, STATE_TATERWALK2), *poof;
		int frames = 0;

		e->gamestate.difficulty = difficulty;
		ob->xspeed = 20;
		exh_keen_change_to_flower(e, ob);
		assert_int_equal(ob->obclass, CLASS_INERT);
		assert_int_equal(ob->active, ACTIVE_ALLWAYS);
		assert_int_equal(ob->xspeed, 0);
		assert_int_equal(ob->y, HERE + 200 - 512);
		poof = &e->objects[e->newest_object];
		assert_int_equal(poof->state, STATE_POOFTO1);
		assert_int_equal(poof->active, ACTIVE_REMOVABLE);
		exh_keen_object_remove(e, poof);

		do {
			exh_keen_flower_think(e, ob);
			frames++;
		} while (ob->temp3);
		assert_int_equal(frames, (times[difficulty] + 1) / 2);
		poof = &e->objects[e->newest_object];
		assert_int_equal(poof->state, STATE_POOFFROM1);
		assert_int_equal(poof->active, ACTIVE_ALLWAYS);
		for (frames = 0; ob->state == STATE_FLOWER1; frames++)
			exh_keen_state_machine(e, poof);
		assert_int_equal(frames, (10 + 10 + 10 + 20) / 2);
		assert_int_equal(ob->state, STATE_TATERWALK2);
		assert_int_equal(ob->obclass, CLASS_TATER);
		assert_int_equal(ob->active, ACTIVE_YES);
		for (; poof->used; frames++)
			exh_keen_state_machine(e, poof);
		assert_int_equal(frames, 80 / 2);
		exh_keen_object_remove(e, ob);
	}
}

/* The object has no height here: the distance that it sinks when clipped is undone. */
static void feet_stay_where_they_were(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = thing(e, CLASS_TATER, STATE_TATERWALK2);
	struct object *poof;

	exh_keen_change_to_flower(e, ob);
	poof = &e->objects[e->newest_object];
	poof->temp1 = (int16_t)slot_of(e, ob);
	ob->bottom = ob->y;
	exh_keen_change_from_flower_think(e, poof);
	assert_int_equal(ob->y, HERE + 200 - 512);
	assert_int_equal(ob->bottom, HERE + 200 - 512 + 16);
}

static void slots_that_are_none_harm_nobody(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *poof = thing(e, CLASS_INERT, STATE_POOFFROM4);

	for (int32_t slot = INT16_MIN; slot <= INT16_MAX; slot += 7) {
		poof->temp1 = (int16_t)slot;
		if (object_at(e, poof->temp1) != &e->objects[DUMMY_SLOT])
			continue;
		e->objects[DUMMY_SLOT].temp2 = (int16_t)slot;
		exh_keen_change_from_flower_think(e, poof);
		assert_true(e->objects[DUMMY_SLOT].state < STATE_COUNT);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(bonuses_lie_in_their_cells),
		TEST(bonuses_are_counted),
		TEST(what_is_taken_rises_and_is_gone),
		TEST(points_give_lives),
		TEST(doors_stand_in_the_way),
		TEST(flowers_and_bombs_are_thrown),
		TEST(nothing_is_thrown_where_nothing_is_left),
		TEST(what_falls_bounces_off_any_floor),
		TEST(bounces_at_their_limits),
		TEST(flowers_come_to_rest_and_blink_away),
		TEST(bombs_lie_there_again),
		TEST(walls_turn_them),
		TEST(they_go_through_the_holes_of_poles),
		TEST(some_enemies_become_flowers),
		TEST(boobus_stands_some_bombs),
		TEST(enemies_come_back),
		TEST(feet_stay_where_they_were),
		TEST(slots_that_are_none_harm_nobody),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
