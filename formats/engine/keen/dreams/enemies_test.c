/* Enemies, the boss and the world map by hand: objects are put where the text has its
 * limits. Source: keen-engine 9, 10.3, 10.4. */
#include "actors.h"
#include "objects_testing.h"

enum { HERE = 5000 };

/* Adds an enemy of 300 by 500 units at HERE, HERE, and puts Keen elsewhere. */
static struct object *enemy(struct exh_keen_engine *e, enum state_id state, int16_t xdir)
{
	struct object *ob = exh_keen_object_new(e);

	assert_non_null(ob);
	ob->xdir = xdir;
	ob->state = (uint16_t)state;
	put(ob, HERE, HERE, 300, 500);
	return ob;
}

static void keen_at(struct exh_keen_engine *e, int x, int y)
{
	put(player_of(e), x, y, 200, 400);
}

static uint16_t tile_of(const struct exh_keen_engine *e, enum exh_keen_plane plane,
			unsigned x, unsigned y)
{
	return e->planes[plane][y * MAP_SIDE + x];
}

/* Result of a think function for an enemy with this direction and Keen at this position.
 */
struct decision {
	int16_t xdir;
	int keen_x, keen_y;
	int16_t new_xdir;
	uint16_t state;
};

static void decides(void **state, think_function think, enum state_id walk,
		    const struct decision *cases, size_t count)
{
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < count; i++) {
		struct object *ob = enemy(e, walk, cases[i].xdir);

		keen_at(e, cases[i].keen_x, cases[i].keen_y);
		think(e, ob);
		if (ob->xdir != cases[i].new_xdir || ob->state != cases[i].state)
			fail_msg("case %zu: direction %d, state %s", i, ob->xdir,
				 state_of(e, ob)->name);
		exh_keen_object_remove(e, ob);
	}
}

#define DECIDES(state, think, walk, cases) \
	decides(state, think, walk, cases, sizeof(cases) / sizeof *(cases))

/*
 * Spawning.
 */

static const struct spawned {
	uint16_t value, obclass;
	int16_t y, xdir, ydir;
	uint16_t state;
} spawned[] = {
	{ 41, 5, 7 * 256 - 256, 1, 0, STATE_BROCCOWALK1 },
	{ 42, 6, 7 * 256 - 128, 1, 0, STATE_TOMATBOUNCE },
	{ 43, 7, 7 * 256 - 256, 1, 1, STATE_CARROTWALK1 },
	{ 45, 9, 7 * 256, 1, 0, STATE_ASPARWALK1 },
	{ 46, 10, 7 * 256, 1, 1, STATE_GRAPEWAIT },
	{ 47, 11, 7 * 256 - 241, 1, 1, STATE_TATERWALK1 },
	{ 48, 12, 7 * 256 - 48, 1, 1, STATE_CARTROLL1 },
	{ 49, 13, 7 * 256 - 256, 1, 1, STATE_FRENCHYWALK1 },
	{ 50, 14, 7 * 256, -1, 0, STATE_MELONSIDE },
	{ 51, 14, 7 * 256, 1, 0, STATE_MELONSIDE },
	{ 52, 14, 7 * 256, 1, 0, STATE_MELONDOWN },
	{ 57, 19, 7 * 256 - 256, 1, 1, STATE_SQUASHERWALK1 },
	{ 58, 20, 7 * 256 - 256, 1, 1, STATE_APELWALK1 },
	{ 59, 21, 7 * 256 - 256, 1, 1, STATE_PEAPODWALK1 },
	{ 60, 22, 7 * 256, 0, 0, STATE_PEABRAINWALK1 },
	{ 61, 23, 7 * 256 - 1408, -1, 0, STATE_BOOBUSWALK1 },
};

static const struct spawned *expected_of(unsigned value)
{
	for (size_t i = 0; i < sizeof spawned / sizeof *spawned; i++)
		if (spawned[i].value == value)
			return &spawned[i];
	return NULL;
}

static void enemies_begin_as_the_table_says(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned value = 0; value < 400; value++) {
		const struct spawned *expected = expected_of(value);
		const uint16_t count = e->object_count;
		const struct object *ob;

		assert_int_equal(exh_keen_spawn_enemy(e, (uint16_t)value, 9, 7),
				 expected != NULL);
		assert_int_equal(e->object_count, count + (expected ? 1 : 0));
		if (!expected)
			continue;
		ob = &e->objects[e->newest_object];
		assert_int_equal(ob->obclass, expected->obclass);
		assert_int_equal(ob->x, 9 * 256);
		/* Walkers were pushed twice to a floor that is missing. */
		assert_int_equal(ob->y,
				 expected->y + (state_of(e, ob)->pushtofloor ? 32 : 0));
		assert_int_equal(ob->xdir, expected->xdir);
		assert_int_equal(ob->ydir, expected->ydir);
		assert_int_equal(ob->state, expected->state);
		assert_true(ob->needtoclip);
	}
}

static void some_have_more(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct object *ob;

	for (uint16_t value = 41; value <= 61; value++) {
		if (!exh_keen_spawn_enemy(e, value, 9, 7))
			continue;
		ob = &e->objects[e->newest_object];
		assert_int_equal(ob->hitnorth, value == 43 || value == 47);
		assert_int_equal(ob->active, value == 48 ? ACTIVE_ALLWAYS : ACTIVE_YES);
		assert_int_equal(ob->temp4, value == 61 ? 12 : 0);
	}
	/* The melons took 8, 109 and 220; other enemies took no random number. */
	assert_int_equal(e->random, 3);
}

static void melons_wait_for_a_random_time(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (uint16_t i = 0; i < 3; i++) {
		static const int16_t ticcounts[] = { 8 >> 1, 109 >> 1, 220 >> 1 };

		assert_true(exh_keen_spawn_enemy(e, (uint16_t)(50 + i), 1, 1));
		assert_int_equal(e->objects[e->newest_object].ticcount, ticcounts[i]);
		assert_int_equal(e->objects[e->newest_object].temp1, i);
	}
}

static void no_slot_is_reported_to_the_caller(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	while (e->object_count < EXH_KEEN_OBJECTS)
		assert_non_null(exh_keen_object_new(e));
	assert_true(exh_keen_spawn_enemy(e, 41, 1, 1));
	assert_true(e->full);
}

/*
 * The table of states.
 */

static void walks_go_round_and_are_pushed_to_the_floor(void **state)
{
	static const struct {
		uint16_t first, length;
		int16_t tics, xmove, left, right;
	} walks[] = {
		{ STATE_BROCCOWALK1, 4, 7, 128, 241, 249 },
		{ STATE_CARROTWALK1, 4, 5, 128, 261, 266 },
		{ STATE_ASPARWALK1, 4, 3, 100, 271, 275 },
		{ STATE_TATERWALK1, 4, 10, 128, 287, 281 },
		{ STATE_FRENCHYWALK1, 4, 10, 128, 301, 295 },
		{ STATE_FRENCHYRUN1, 4, 5, 128, 301, 295 },
		{ STATE_SQUASHERWALK1, 2, 10, 128, 325, 321 },
		{ STATE_APELWALK1, 3, 10, 128, 332, 329 },
		{ STATE_PEAPODWALK1, 4, 10, 128, 346, 341 },
		{ STATE_PEABRAINWALK1, 4, 10, 128, 355, 351 },
		{ STATE_BOOBUSWALK1, 4, 10, 128, 359, 363 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
		uint16_t id = walks[i].first;

		for (uint16_t step = 0; step < walks[i].length; step++) {
			const struct state *s = &exh_keen_states[id];

			assert_int_equal(id, walks[i].first + step);
			assert_int_equal(s->progress, STEP);
			assert_true(s->pushtofloor);
			assert_int_equal(s->tictime, walks[i].tics);
			assert_int_equal(s->xmove, walks[i].xmove);
			assert_int_equal(s->leftshape, walks[i].left + step);
			assert_int_equal(s->rightshape, walks[i].right + step);
			id = s->next;
		}
		assert_int_equal(id, walks[i].first);
	}
}

/* Checks the length of a chain of states and the sum of its tics, until it leaves to
 * after. */
static void chain_is(uint16_t first, size_t length, uint16_t after, int tics)
{
	uint16_t id = first;
	int sum = 0;

	for (size_t i = 0; i < length; i++) {
		assert_int_equal(id, first + i);
		sum += exh_keen_states[id].tictime;
		id = exh_keen_states[id].next;
	}
	assert_int_equal(id, after);
	assert_int_equal(sum, tics);
}

static void chains_lead_where_they_should(void **state)
{
	(void)state;
	chain_is(STATE_BROCCOSMASH1, 9, STATE_BROCCOWALK1, 3 * 3 + 7 + 5 * 6);
	chain_is(STATE_TOMATBOUNCE, 2, STATE_TOMATBOUNCE, 40);
	chain_is(STATE_GRAPESIT, 1, STATE_GRAPERISE, 30);
	chain_is(STATE_TATERATTACK1, 3, STATE_TATERWALK1, 40);
	chain_is(STATE_CARTROLL1, 2, STATE_CARTROLL1, 10);
	chain_is(STATE_FRENCHYTHROW1, 3, STATE_FRENCHYWALK1, 21);
	chain_is(STATE_FRENCHFRY1, 2, STATE_FRENCHFRY1, 8);
	chain_is(STATE_MELONSIDE, 3, STATE_MELONSIDE, 212);
	chain_is(STATE_MELONDOWN, 3, STATE_MELONDOWN, 212);
	chain_is(STATE_MELONSEEDD1, 2, STATE_MELONSEEDD1, 8);
	chain_is(STATE_SQUASHERJUMP1, 1, STATE_SQUASHERJUMP2, 20);
	chain_is(STATE_SQUASHERWAIT, 1, STATE_SQUASHERWALK1, 10);
	chain_is(STATE_APELCLIMB1, 2, STATE_APELCLIMB1, 12);
	chain_is(STATE_APELSLIDE1, 4, STATE_APELSLIDE1, 24);
	chain_is(STATE_PEAPODSPIT1, 2, STATE_PEAPODWALK1, 60);
	chain_is(STATE_BOOBUSDIE, 1, STATE_BOOBUSDIE, 4);
	chain_is(STATE_BOOBUSDIE3, 1, STATE_NONE, 250);
	chain_is(STATE_DEATHBOOM1, 6, STATE_NONE, 170);
	chain_is(STATE_WORLDKEEN, 9, STATE_WORLDKEENSLEEP2, 360 + 5 * 20 + 400 + 120);
	chain_is(STATE_WORLDWALK, 1, STATE_WORLDWALK, 4);
}

/*
 * Walls and edges.
 */

static void a_walker_turns_at_a_wall(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_ASPARWALK3, 1);

	/* The first random number is 8, the second 109. */
	e->random = 1;
	ob->xmove = 100;
	ob->ticcount = 2;
	ob->hitwest = 1;
	ob->hitnorth = 1;
	exh_keen_walk_react(e, ob);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(ob->x, HERE - 100);
	assert_int_equal(ob->nothink, 109 >> 5);
	assert_int_equal(ob->state, STATE_ASPARWALK3);
	assert_int_equal(ob->ticcount, 0);
	assert_int_equal(ob->xmove, 0);

	/* A wall that it has passed has no effect. */
	ob->hiteast = 0;
	ob->hitwest = ob->hitnorth = 1;
	exh_keen_walk_react(e, ob);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(e->random, 2);
}

static void a_walker_turns_at_an_edge(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_ASPARWALK1, -1);

	ob->xmove = -100;
	ob->ymove = 116;
	ob->hitnorth = 0;
	exh_keen_walk_react(e, ob);
	assert_int_equal(ob->xdir, 1);
	assert_int_equal(ob->x, HERE + 200);
	assert_int_equal(ob->y, HERE - 116 + 16); /* pushed to the floor anew */
	assert_int_equal(ob->nothink, 8 >> 5);
	assert_int_equal(e->random, 1);
}

static void a_carrot_leaps_from_an_edge(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_CARROTWALK2, -1);

	ob->xmove = -128;
	ob->ymove = 144;
	exh_keen_carrot_react(e, ob);
	assert_int_equal(ob->state, STATE_CARROTLEAP);
	assert_int_equal(ob->x, HERE + 128);
	assert_int_equal(ob->y, HERE - 144);
	assert_int_equal(ob->xspeed, -32);
	assert_int_equal(ob->yspeed, -40);
	ob->hitnorth = 1;
	exh_keen_carrot_air_react(e, ob);
	assert_int_equal(ob->state, STATE_CARROTWALK1);
}

/* Script G of section 13 on map 1: takes no random number. */
static void a_carrot_at_a_wall_goes_the_other_way(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_CARROTWALK2, 1);

	ob->xmove = 128;
	ob->ticcount = 3;
	ob->hitwest = 1;
	exh_keen_carrot_react(e, ob);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(ob->x, HERE);
	assert_int_equal(ob->state, STATE_CARROTWALK2);
	assert_int_equal(ob->ticcount, 3);
	assert_int_equal(e->random, 0);
}

static void a_cart_needs_a_floor_ahead(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_CARTROLL1, 1);

	set_tile(e, EXH_KEEN_FOREGROUND, ob->tileright, ob->tilebottom + 1u, WALL_TILE);
	exh_keen_cart_react(e, ob);
	assert_int_equal(ob->xdir, 1);
	ob->xdir = -1;
	exh_keen_cart_react(e, ob);
	assert_int_equal(ob->xdir, 1);
	/* The cart turns at the wall, and again at the edge. */
	ob->hitwest = 1;
	exh_keen_cart_react(e, ob);
	assert_int_equal(ob->xdir, 1);
	set_tile(e, EXH_KEEN_FOREGROUND, ob->tileleft, ob->tilebottom + 1u, WALL_TILE);
	exh_keen_cart_react(e, ob);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(e->random, 0);
}

/*
 * Think functions: both sides of each limit. An enemy's box ends at HERE + 300.
 */

static void a_broccolash_smashes_what_is_near(void **state)
{
	static const struct decision cases[] = {
		{ -1, HERE - 768, HERE, -1, STATE_BROCCOSMASH1 },
		{ -1, HERE - 769, HERE, -1, STATE_BROCCOWALK1 },
		{ -1, HERE + 128, HERE, -1, STATE_BROCCOSMASH1 },
		{ -1, HERE + 129, HERE, 1, STATE_BROCCOWALK1 },
		{ 1, HERE + 300 + 768, HERE, 1, STATE_BROCCOSMASH1 },
		{ 1, HERE + 300 + 769, HERE, 1, STATE_BROCCOWALK1 },
		{ 1, HERE + 300 - 128, HERE, 1, STATE_BROCCOSMASH1 },
		{ 1, HERE + 300 - 129, HERE, -1, STATE_BROCCOWALK1 },
		/* Above: Keen's box is 400 high, its own 500. */
		{ 1, HERE + 300, HERE - 400, 1, STATE_BROCCOSMASH1 },
		{ 1, HERE + 300, HERE - 401, 1, STATE_BROCCOWALK1 },
		{ 1, HERE + 300, HERE + 500, 1, STATE_BROCCOSMASH1 },
		{ 1, HERE + 300, HERE + 501, 1, STATE_BROCCOWALK1 },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	DECIDES(state, exh_keen_brocco_think, STATE_BROCCOWALK1, cases);
	assert_int_equal(e->random, 0);
	ob = enemy(e, STATE_BROCCOWALK1, 1);
	ob->xmove = 128;
	keen_at(e, HERE + 300, HERE);
	exh_keen_brocco_think(e, ob);
	assert_int_equal(ob->xmove, 0);
	assert_false(ob->needtoclip);
	exh_keen_brocco_get_up(e, ob);
	assert_true(ob->needtoclip);
}

static void a_tater_swings_at_what_is_near(void **state)
{
	/* Keen's box is 200 wide. */
	static const struct decision cases[] = {
		{ -1, HERE - 200 - 256, HERE, -1, STATE_TATERATTACK1 },
		{ -1, HERE - 200 - 257, HERE, -1, STATE_TATERWALK1 },
		{ -1, HERE - 200 + 128, HERE, -1, STATE_TATERATTACK1 },
		{ -1, HERE - 200 + 129, HERE, 1, STATE_TATERWALK1 },
		{ 1, HERE + 300 + 256, HERE, 1, STATE_TATERATTACK1 },
		{ 1, HERE + 300 + 257, HERE, 1, STATE_TATERWALK1 },
		{ 1, HERE + 300 - 128, HERE, 1, STATE_TATERATTACK1 },
		{ 1, HERE + 300 - 129, HERE, -1, STATE_TATERWALK1 },
		{ 1, HERE + 300, HERE - 401, 1, STATE_TATERWALK1 },
	};
	struct exh_keen_engine *e = engine_of(state);

	DECIDES(state, exh_keen_tater_think, STATE_TATERWALK1, cases);
	assert_int_equal(e->frame_sound_count, 4);
	assert_int_equal(e->frame_sounds[0], 16);
}

static void a_frenchy_throws_from_afar_and_runs_from_near(void **state)
{
	static const struct decision cases[] = {
		{ 1, HERE - 2049, HERE, -1, STATE_FRENCHYTHROW1 }, /* QUIRK */
		{ 1, HERE - 2048, HERE, -1, STATE_FRENCHYTHROW1 },
		{ 1, HERE - 1025, HERE, -1, STATE_FRENCHYTHROW1 },
		{ -1, HERE - 1024, HERE, 1, STATE_FRENCHYRUN1 },
		{ -1, HERE - 1, HERE, 1, STATE_FRENCHYRUN1 },
		{ 1, HERE, HERE, -1, STATE_FRENCHYRUN1 },
		{ 1, HERE + 1023, HERE, -1, STATE_FRENCHYRUN1 },
		{ -1, HERE + 1024, HERE, 1, STATE_FRENCHYTHROW1 },
		{ -1, HERE + 2047, HERE, 1, STATE_FRENCHYTHROW1 },
		{ -1, HERE + 2048, HERE, 1, STATE_FRENCHYWALK1 },
		{ 1, HERE, HERE - 768, -1, STATE_FRENCHYRUN1 },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	DECIDES(state, exh_keen_frenchy_think, STATE_FRENCHYWALK1, cases);
	assert_int_equal(e->random, 0);
	ob = enemy(e, STATE_FRENCHYWALK1, 1);
	keen_at(e, HERE, HERE);
	exh_keen_frenchy_think(e, ob);
	assert_int_equal(ob->nothink, 8);
	exh_keen_frenchy_run_think(e, ob);
	assert_int_equal(ob->state, STATE_FRENCHYWALK1);
}

/* The first random number is 8, the one after index 95 is 2. */
static void those_on_another_floor_turn_seldom(void **state)
{
	static const struct decision stays[] = { { 1, HERE, HERE - 769, 1,
						   STATE_FRENCHYWALK1 } };
	static const struct decision turns[] = { { 1, HERE, HERE + 769, -1,
						   STATE_FRENCHYWALK1 } };
	struct exh_keen_engine *e = engine_of(state);

	DECIDES(state, exh_keen_frenchy_think, STATE_FRENCHYWALK1, stays); /* 8 */
	assert_int_equal(e->random, 1);
	e->random = 95;
	DECIDES(state, exh_keen_frenchy_think, STATE_FRENCHYWALK1, turns);
	assert_int_equal(e->random, 96);
}

static void a_squasher_jumps_to_what_is_near(void **state)
{
	static const struct decision cases[] = {
		{ -1, HERE - 1536, HERE, -1, STATE_SQUASHERJUMP1 },
		{ -1, HERE - 1537, HERE, -1, STATE_SQUASHERWALK1 },
		{ -1, HERE + 128, HERE, -1, STATE_SQUASHERJUMP1 },
		{ -1, HERE + 129, HERE, 1, STATE_SQUASHERWALK1 },
		{ 1, HERE + 1536, HERE, 1, STATE_SQUASHERJUMP1 },
		{ 1, HERE + 1537, HERE, 1, STATE_SQUASHERWALK1 },
		{ 1, HERE - 128, HERE, 1, STATE_SQUASHERJUMP1 },
		{ 1, HERE - 129, HERE, 1, STATE_SQUASHERWALK1 },
		{ 1, HERE, HERE + 768, 1, STATE_SQUASHERJUMP1 },
		{ 1, HERE, HERE + 769, 1, STATE_SQUASHERWALK1 },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	DECIDES(state, exh_keen_squasher_think, STATE_SQUASHERWALK1, cases);
	assert_int_equal(e->random, 1);
	ob = enemy(e, STATE_SQUASHERWALK1, -1);
	keen_at(e, HERE - 1535, HERE);
	exh_keen_squasher_think(e, ob);
	assert_int_equal(ob->yspeed, -50);
	assert_int_equal(ob->xspeed, -25); /* -1535 / 60 truncates to zero */
	ob->hitnorth = 1;
	exh_keen_squasher_jump_react(e, ob);
	assert_int_equal(ob->state, STATE_SQUASHERWAIT);
}

static void a_pea_pod_spits_four_times_at_most(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_PEAPODWALK1, 1);

	/* Not seen: takes no random number. */
	keen_at(e, HERE - 1, HERE);
	exh_keen_pea_pod_think(e, ob);
	keen_at(e, HERE, HERE - 769);
	exh_keen_pea_pod_think(e, ob);
	assert_int_equal(e->random, 0);

	keen_at(e, HERE, HERE - 768);
	exh_keen_pea_pod_think(e, ob); /* 8: it does not */
	assert_int_equal(ob->state, STATE_PEAPODWALK1);
	for (int i = 0; i < 5; i++) {
		e->random = 95; /* 2 */
		ob->state = STATE_PEAPODWALK1;
		ob->xmove = 128;
		exh_keen_pea_pod_think(e, ob);
		assert_int_equal(e->random, 96);
		assert_int_equal(ob->state,
				 i < 4 ? STATE_PEAPODSPIT1 : STATE_PEAPODWALK1);
		assert_int_equal(ob->xmove, i < 4 ? 0 : 128);
	}
	assert_int_equal(ob->temp1, 4);
}

static void a_grape_falls_where_nothing_is_between(void **state)
{
	/* The first tile below is 21 (its bottom is 5500), Keen's top in 24. */
	static const struct decision falls[] = {
		{ 1, HERE - 200, 24 * 256, 1, STATE_GRAPEFALL },
		{ 1, HERE + 300, 24 * 256, 1, STATE_GRAPEFALL },
		{ 1, HERE, HERE, 1, STATE_GRAPEFALL },
		{ 1, HERE, HERE - 1, 1, STATE_GRAPEWAIT },
		{ 1, HERE - 201, 24 * 256, 1, STATE_GRAPEWAIT },
		{ 1, HERE + 301, 24 * 256, 1, STATE_GRAPEWAIT },
	};
	static const struct decision stopped[] = {
		{ 1, HERE, 24 * 256, 1, STATE_GRAPEWAIT },
		{ 1, HERE, 23 * 256, 1, STATE_GRAPEFALL },
	};
	struct exh_keen_engine *e = engine_of(state);

	set_tile(e, EXH_KEEN_FOREGROUND, 20, 24, WALL_TILE);
	DECIDES(state, exh_keen_grape_think, STATE_GRAPEWAIT, falls);
	assert_int_equal(e->frame_sound_count, 3);
	assert_int_equal(e->frame_sounds[0], 24);
	set_tile(e, EXH_KEEN_FOREGROUND, (HERE + 150) >> 8, 23, WALL_TILE);
	DECIDES(state, exh_keen_grape_think, STATE_GRAPEWAIT, stopped);
}

static void a_grape_comes_to_rest_and_rises(void **state)
{
	/* yspeed before and after, and whether the grape then rests: -32 is not above
	 * -32. */
	static const int16_t speeds[][3] = { { 80, -53, 0 },
					     { 49, -32, 0 },
					     { 48, -32, 0 },
					     { 47, -31, 1 },
					     { 1, 0, 1 } };
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = NULL;

	for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
		ob = enemy(e, STATE_GRAPEFALL, 1);
		ob->hitnorth = 1;
		ob->yspeed = speeds[i][0];
		exh_keen_grape_fall_react(e, ob);
		assert_int_equal(ob->yspeed, speeds[i][1]);
		assert_int_equal(ob->state,
				 speeds[i][2] ? STATE_GRAPESIT : STATE_GRAPEFALL);
	}
	ob->state = STATE_GRAPERISE;
	exh_keen_grape_rise_react(e, ob);
	assert_int_equal(ob->state, STATE_GRAPERISE);
	ob->hitsouth = 1;
	exh_keen_grape_rise_react(e, ob);
	assert_int_equal(ob->state, STATE_GRAPEWAIT);
}

static void an_apel_climbs_to_keen(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_APELWALK1, 1);

	set_tile(e, EXH_KEEN_FOREGROUND, ob->tilemidx, ob->tiletop, POLE_TILE);
	keen_at(e, HERE, HERE + 501); /* below: there is no pole */
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->state, STATE_APELWALK1);
	assert_int_equal(e->random, 1);
	keen_at(e, HERE, HERE - 401);
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->state, STATE_APELCLIMB1);
	assert_int_equal(ob->xmove, ((HERE + 150) >> 8) * 256 - HERE);
	assert_int_equal(ob->temp4, (HERE + 150) >> 8);
	assert_false(ob->needtoclip);
	assert_int_equal(e->random, 1);

	exh_keen_apel_climb_think(e, ob);
	assert_int_equal(ob->state, STATE_APELCLIMB1);
	exh_keen_apel_slide_think(e, ob); /* no pole at its bottom */
	assert_int_equal(ob->state, STATE_APELFALL);
	assert_true(ob->needtoclip);
	ob->hitnorth = 1;
	exh_keen_apel_fall_react(e, ob);
	assert_int_equal(ob->state, STATE_APELWALK1);
}

static void an_apel_looks_for_keen_now_and_then(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_APELWALK1, 1);

	keen_at(e, HERE - 1, HERE);
	e->random = 252; /* 163 */
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->xdir, 1);
	e->random = 30; /* 48, not below 33 */
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->xdir, 1);
	e->random = 0; /* 8 */
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->xdir, -1);
	keen_at(e, HERE, HERE);
	e->random = 0;
	exh_keen_apel_think(e, ob);
	assert_int_equal(ob->xdir, 1);
}

static void a_tomatooth_jumps_for_ten_tics(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_TOMATBOUNCE, 1);

	e->random = 1; /* 109 */
	ob->hitnorth = 1;
	ob->xspeed = 8;
	keen_at(e, HERE, HERE);
	exh_keen_tomat_react(e, ob);
	assert_int_equal(ob->yspeed, -30 - (109 >> 4));
	assert_int_equal(ob->temp1, 10);
	assert_int_equal(ob->xdir, 1);
	ob->hiteast = 1;
	exh_keen_tomat_react(e, ob);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(ob->xspeed, -8);
	ob->yspeed = -36;
	ob->temp1 = 10;
	e->tics = 6;
	exh_keen_tomat_think(e, ob);
	assert_int_equal(ob->ymove, -36 * 6);
	assert_int_equal(ob->temp1, 4);
	exh_keen_tomat_think(e, ob);
	assert_int_equal(ob->ymove, -36 * 4);
	assert_int_equal(ob->temp1, 0);
	assert_int_equal(ob->yspeed, -36);
}

static void a_tomatooth_is_heard_in_view_alone(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_TOMATBOUNCE, 1);

	ob->hitsouth = 1;
	ob->yspeed = -20;
	ob->shapenum = 0;
	e->rf.originxtile = (uint16_t)(ob->tileright + 1);
	e->rf.originytile = ob->tiletop;
	exh_keen_tomat_react(e, ob);
	assert_int_equal(ob->yspeed, 20);
	assert_int_equal(e->frame_sound_count, 0);
	e->rf.originxtile = ob->tileright;
	exh_keen_tomat_react(e, ob);
	assert_int_equal(e->frame_sound_count, 1);
	assert_int_equal(e->frame_sounds[0], 17);
}

/* A tomatooth wakes up as soon as a part of it is in the port, and is heard when no part
 * is above or below. */
static void a_tomatooth_is_heard_if_it_is_whole_from_top_to_bottom(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_TOMATBOUNCE, 1);
	const struct {
		int originytile; /* from the top of a box of 3 tiles */
		unsigned sounds;
	} cases[] = { { 1, 0 }, { 0, 1 }, { 2 - 13, 1 }, { 2 - 14, 0 } };

	put(ob, HERE, 20 * 256, 300, 600);
	ob->shapenum = 0;
	e->rf.originxtile = ob->tileleft;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		e->frame_sound_count = 0;
		e->rf.originytile = (uint16_t)(ob->tiletop + cases[i].originytile);
		ob->hitsouth = 1;
		ob->hitnorth = 0;
		exh_keen_tomat_react(e, ob);
		assert_int_equal(e->frame_sound_count, cases[i].sounds);
		ob->hitsouth = 0;
		ob->hitnorth = 1;
		exh_keen_tomat_react(e, ob);
		assert_int_equal(e->frame_sound_count, 2 * cases[i].sounds);
	}
}

/*
 * Thrown objects.
 */

static void shots_begin_where_the_text_says(void **state)
{
	static const struct {
		think_function throws;
		int16_t xdir, temp1;
		int x, y;
		int16_t xspeed, yspeed, shot_xdir;
		uint16_t obclass, active, state;
	} cases[] = {
		/* The random number is 109: 6 remains. */
		{ exh_keen_frenchy_throw, 1, 0, 384, 128, 40 - 6, -20, 1, CLASS_SHOT,
		  ACTIVE_REMOVABLE, STATE_FRENCHFRY1 },
		{ exh_keen_frenchy_throw, -1, 0, 0, 128, -40 - 6, -20, -1, CLASS_SHOT,
		  ACTIVE_REMOVABLE, STATE_FRENCHFRY1 },
		{ exh_keen_melon_spit, -1, 0, 384, 128, -48 - 6, -20, -1, CLASS_SHOT,
		  ACTIVE_REMOVABLE, STATE_MELONSEED1 },
		{ exh_keen_melon_spit, 1, 1, 0, 128, 48 + 6, -20, 1, CLASS_SHOT,
		  ACTIVE_REMOVABLE, STATE_MELONSEED1 },
		{ exh_keen_melon_spit, 1, 2, 128, 384, 0, 20, 0, CLASS_SHOT,
		  ACTIVE_REMOVABLE, STATE_MELONSEEDD1 },
		{ exh_keen_pea_pod_spit, 1, 1, 128, 128, 48 - 6, -20, 1, CLASS_PEABRAIN,
		  ACTIVE_YES, STATE_PEABRAINFLY },
		{ exh_keen_pea_pod_spit, -1, 1, 0, 128, -48 - 6, -20, -1, CLASS_PEABRAIN,
		  ACTIVE_YES, STATE_PEABRAINFLY },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = enemy(e, STATE_PEAPODWALK1, cases[i].xdir);
		const struct object *shot;

		ob->temp1 = cases[i].temp1;
		e->random = 1;
		cases[i].throws(e, ob);
		shot = &e->objects[e->newest_object];
		assert_ptr_not_equal(shot, ob);
		assert_int_equal(shot->x, HERE + cases[i].x);
		assert_int_equal(shot->y, HERE + cases[i].y);
		assert_int_equal(shot->xspeed, cases[i].xspeed);
		assert_int_equal(shot->yspeed, cases[i].yspeed);
		assert_int_equal(shot->xdir, cases[i].shot_xdir);
		assert_int_equal(shot->ydir, 1);
		assert_int_equal(shot->obclass, cases[i].obclass);
		assert_int_equal(shot->active, cases[i].active);
		assert_int_equal(shot->state, cases[i].state);
		assert_int_equal(ob->nothink,
				 cases[i].throws == exh_keen_frenchy_throw ? 2 : 0);
		assert_int_equal(e->random, cases[i].xspeed ? 2 : 1);
	}
}

static void shots_lose_half_at_walls(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_MELONSEED1, 1);

	ob->hitwest = 1;
	ob->hitsouth = 1;
	ob->xspeed = 51;
	ob->yspeed = -21;
	exh_keen_shot_react(e, ob);
	assert_int_equal(ob->xspeed, -25);
	assert_int_equal(ob->yspeed, 10);
}

/*
 * The boss.
 */

static void boobus_turns_to_keen_or_jumps(void **state)
{
	static const struct decision cases[] = {
		{ 1, HERE - 201, HERE, -1, STATE_BOOBUSWALK1 },
		{ -1, HERE + 301, HERE, 1, STATE_BOOBUSWALK1 },
		{ 1, HERE - 200, HERE, 1, STATE_BOOBUSWALK1 },
		{ 1, HERE - 200, HERE - 401, 1, STATE_BOOBUSJUMP },
		{ 1, HERE - 201, HERE - 401, -1, STATE_BOOBUSWALK1 },
		{ -1, HERE + 300, HERE + 501, -1, STATE_BOOBUSJUMP },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	DECIDES(state, exh_keen_boobus_think, STATE_BOOBUSWALK1, cases);
	ob = enemy(e, STATE_BOOBUSWALK1, 1);
	ob->xspeed = ob->xmove = 99;
	keen_at(e, HERE, HERE - 401);
	exh_keen_boobus_think(e, ob);
	assert_int_equal(ob->yspeed, -60);
	assert_int_equal(ob->xspeed, 0);
	assert_int_equal(ob->y, HERE);

	ob = enemy(e, STATE_BOOBUSWALK1, 1);
	ob->yspeed = ob->xmove = ob->ymove = 99;
	keen_at(e, HERE, HERE + 501);
	exh_keen_boobus_think(e, ob);
	assert_int_equal(ob->y, HERE + 128);
	assert_int_equal(ob->bottom, HERE + 500 + 128);
	assert_int_equal(ob->tilebottom, ((HERE + 500) >> 8) + 1);
	assert_int_equal(ob->yspeed | ob->xspeed | ob->xmove | ob->ymove, 0);
}

static void boobus_leaves_a_floor(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_BOOBUSWALK2, -1);

	/* Keen's bottom is level with the boss's. */
	keen_at(e, HERE, HERE + 100);
	ob->xmove = -128;
	ob->ymove = 144;
	exh_keen_boobus_ground_react(e, ob);
	assert_int_equal(ob->state, STATE_BOOBUSJUMP);
	assert_int_equal(ob->x, HERE + 128);
	assert_int_equal(ob->y, HERE - 144);
	assert_int_equal(ob->yspeed, -60);
	assert_int_equal(ob->xspeed, -24);

	ob = enemy(e, STATE_BOOBUSWALK2, -1);
	keen_at(e, HERE, HERE + 101);
	ob->xmove = -128;
	exh_keen_boobus_ground_react(e, ob);
	assert_int_equal(ob->state, STATE_BOOBUSJUMP);
	assert_int_equal(ob->x, HERE);
	assert_int_equal(ob->yspeed, 0);
	ob->hitnorth = 1;
	exh_keen_boobus_air_react(e, ob);
	assert_int_equal(ob->state, STATE_BOOBUSWALK1);
}

static void boobus_bursts_thirty_times(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = enemy(e, STATE_BOOBUSDIE, 1);
	const struct object *boom;

	for (int i = 1; i <= 30; i++) {
		assert_int_equal(ob->state, STATE_BOOBUSDIE);
		exh_keen_boobus_frag_think(e, ob);
		assert_int_equal(e->random, 3 * i);
		assert_int_equal(e->object_count, 3 + i);
		boom = &e->objects[e->newest_object];
		assert_int_equal(boom->state, STATE_DEATHBOOM1);
		if (i == 1) { /* 8, 109 */
			assert_int_equal(boom->x, HERE - 128 + 5 * 8);
			assert_int_equal(boom->y, HERE - 128 + 5 * 109);
		}
	}
	assert_int_equal(ob->state, STATE_BOOBUSDIE3);
	assert_ptr_equal(exh_keen_states[STATE_BOOBUSDIE].react, exh_keen_draw_react);
	assert_int_equal(e->frame_sound_count, 30);
	assert_int_equal(e->frame_sounds[29], 21);
	exh_keen_boobus_finish_think(e, ob);
	assert_int_equal(e->playstate, EXH_KEEN_VICTORIOUS);
	assert_int_equal(e->frame_sounds[30], 22);
}

/*
 * The world map.
 */

static void press(struct exh_keen_engine *e, int16_t xaxis, int16_t yaxis, uint16_t dir)
{
	e->c = (struct controls){ .xaxis = xaxis, .yaxis = yaxis, .dir = dir };
}

static void keen_begins_on_the_map(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct object *player = player_of(e);

	e->gamestate.worldy = 99;
	exh_keen_spawn_world_player(e, 48, 39);
	assert_int_equal(player->x, 12288);
	assert_int_equal(player->y, 9984);
	assert_int_equal(player->obclass, CLASS_KEEN);
	assert_int_equal(player->shapenum, 215);
	assert_int_equal(player->temp1, 6);
	assert_int_equal(player->temp2, 3);
	assert_int_equal(player->state, STATE_WORLDKEEN);
	e->gamestate.worldx = 77;
	exh_keen_spawn_world_player(e, 48, 39);
	assert_int_equal(player->x, 77);
	assert_int_equal(player->y, 99);
}

/* Shapes as in script B of section 13. */
static void keen_walks_on_the_map(void **state)
{
	static const uint16_t up[] = { 221, 219, 221, 220, 221, 219 };
	static const uint16_t shapes[] = { 221, 236, 218, 227, 224, 230, 215, 233 };
	struct exh_keen_engine *e = engine_of(state);
	struct object *player = player_of(e);

	exh_keen_spawn_world_player(e, 48, 39);
	press(e, 0, 0, DIR_NONE);
	exh_keen_world_think(e, player);
	assert_int_equal(player->state, STATE_WORLDKEEN);
	press(e, 0, -1, DIR_N);
	exh_keen_world_think(e, player);
	for (size_t i = 0; i < sizeof up / sizeof *up; i++) {
		assert_int_equal(player->state, STATE_WORLDWALK);
		assert_int_equal(player->shapenum, up[i]);
		assert_int_equal(player->xdir, 0);
		assert_int_equal(player->ydir, -1);
		exh_keen_world_walk(e, player);
	}
	for (unsigned dir = DIR_N; dir <= DIR_NW; dir++) {
		press(e, 1, 1, (uint16_t)dir);
		exh_keen_world_walk(e, player);
		press(e, 0, 0, DIR_NONE);
		exh_keen_world_walk(e, player);
		assert_int_equal(player->state, STATE_WORLDKEEN);
		assert_int_equal(player->shapenum, shapes[dir]);
		assert_int_equal(player->xdir | player->ydir, 0);
	}
}

static void keen_enters_a_city(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *player = player_of(e);

	put(player, HERE, HERE, 300, 300);
	/* Boxes reach from tile 19 to 20. */
	set_tile(e, EXH_KEEN_INFO, 21, 20, 5);
	set_tile(e, EXH_KEEN_INFO, 19, 19, 2);
	set_tile(e, EXH_KEEN_INFO, 20, 19, 19);
	press(e, 0, 0, DIR_NONE);
	e->c.button0 = true;
	exh_keen_world_think(e, player);
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	set_tile(e, EXH_KEEN_INFO, 20, 20, 18);
	set_tile(e, EXH_KEEN_INFO, 19, 20, 3);
	exh_keen_world_think(e, player);
	assert_int_equal(e->playstate, EXH_KEEN_LEVEL_COMPLETE);
	/* Each entrance is heard, and the last one counts. */
	assert_int_equal(e->gamestate.mapon, 16);
	assert_int_equal(e->gamestate.worldx, HERE);
	assert_int_equal(e->gamestate.worldy, HERE);
	assert_int_equal(e->frame_sound_count, 2);
	assert_int_equal(e->frame_sounds[0], 11);
	assert_int_equal(e->frame_sounds[1], 11);
	set_tile(e, EXH_KEEN_INFO, 20, 20, 0);
	exh_keen_world_think(e, player);
	assert_int_equal(e->gamestate.mapon, 1);
	assert_int_equal(e->frame_sound_count, 3);
	set_tile(e, EXH_KEEN_INFO, 20, 20, 18);
	set_tile(e, EXH_KEEN_INFO, 19, 20, 0);
	press(e, 1, 0, DIR_E);
	e->c.button1 = true;
	exh_keen_world_think(e, player);
	assert_int_equal(e->gamestate.mapon, 16);
	assert_int_equal(player->state, STATE_WORLDWALK);
	/* QUIRK: as he thinks of walking and as he walks. */
	assert_int_equal(e->frame_sound_count, 5);
	exh_keen_world_walk(e, player);
	assert_int_equal(e->frame_sound_count, 6);
}

static void count_events(void *count, const struct exh_event *event)
{
	(void)event;
	++*(unsigned *)count;
}

static void the_boss_is_not_met_without_bombs(void **state)
{
	unsigned events = 0;
	const struct exh_host host = { .context = &events, .trace = count_events };
	struct exh_keen_engine *e = engine_of(state);
	struct object *player = player_of(e);

	put(player, HERE, HERE, 300, 300);
	set_tile(e, EXH_KEEN_INFO, 20, 20, 17);
	press(e, 0, 0, DIR_NONE);
	e->c.button1 = true;
	e->gamestate.boobusbombs = 11;
	e->host = &host;
	exh_keen_world_think(e, player);
	assert_true(e->over);
	/* Walking there shows one message. */
	e->over = false;
	press(e, 1, 0, DIR_E);
	e->c.button1 = true;
	exh_keen_world_think(e, player);
	assert_true(e->over);
	assert_int_equal(events, 2);
	press(e, 0, 0, DIR_NONE);
	e->c.button1 = true;
	e->host = NULL;
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	assert_int_equal(e->gamestate.worldx, 0);
	assert_int_equal(e->frame_sound_count, 0);
	e->over = false;
	e->gamestate.boobusbombs = 12;
	exh_keen_world_think(e, player);
	assert_false(e->over);
	assert_int_equal(e->playstate, EXH_KEEN_LEVEL_COMPLETE);
	assert_int_equal(e->gamestate.mapon, 15);
}

/* Entrances before the cell that demands bombs are entered; cells after it are not
 * checked. */
static void the_boss_s_message_ends_the_scan(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *player = player_of(e);

	put(player, HERE, HERE, 300, 300);
	set_tile(e, EXH_KEEN_INFO, 20, 19, 17);
	set_tile(e, EXH_KEEN_INFO, 20, 20, 3);
	e->c.dir = DIR_NONE;
	e->c.button0 = true;
	exh_keen_world_think(e, player);
	assert_true(e->over);
	assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
	assert_int_equal(e->frame_sound_count, 0);
}

static void flags_stand_on_cities_that_are_done(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	e->gamestate.leveldone[0] = true; /* the map itself */
	e->gamestate.leveldone[1] = e->gamestate.leveldone[16] = true;
	set_tile(e, EXH_KEEN_INFO, 5, 5, 3);
	set_tile(e, EXH_KEEN_FOREGROUND, 5, 5, 90);
	set_tile(e, EXH_KEEN_INFO, 6, 7, 18);
	set_tile(e, EXH_KEEN_FOREGROUND, 6, 7, 130);
	set_tile(e, EXH_KEEN_INFO, 8, 8, 4); /* not done */
	set_tile(e, EXH_KEEN_FOREGROUND, 8, 8, 90);
	set_tile(e, EXH_KEEN_INFO, 9, 9, 3); /* not a city tile */
	set_tile(e, EXH_KEEN_FOREGROUND, 9, 9, 91);
	set_tile(e, EXH_KEEN_INFO, 10, 9, 2);
	set_tile(e, EXH_KEEN_INFO, 11, 9, 19);
	set_tile(e, EXH_KEEN_INFO, 0, 0, 3); /* no room for its flag */
	set_tile(e, EXH_KEEN_FOREGROUND, 0, 0, 90);
	exh_keen_patch_world_map(e);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 5, 5), 0);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 5, 5), 133);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 4, 4), 131);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 5, 4), 132);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 6, 7), 0);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 6, 7), 0);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 8, 8), 4);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 8, 8), 90);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 9, 9), 0);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 9, 9), 91);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 10, 9), 2);
	assert_int_equal(tile_of(e, EXH_KEEN_INFO, 11, 9), 19);
	assert_int_equal(tile_of(e, EXH_KEEN_FOREGROUND, 0, 0), 133);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(enemies_begin_as_the_table_says),
		CASE(some_have_more),
		CASE(melons_wait_for_a_random_time),
		CASE(no_slot_is_reported_to_the_caller),
		CASE(walks_go_round_and_are_pushed_to_the_floor),
		CASE(chains_lead_where_they_should),
		CASE(a_walker_turns_at_a_wall),
		CASE(a_walker_turns_at_an_edge),
		CASE(a_carrot_leaps_from_an_edge),
		CASE(a_carrot_at_a_wall_goes_the_other_way),
		CASE(a_cart_needs_a_floor_ahead),
		CASE(a_broccolash_smashes_what_is_near),
		CASE(a_tater_swings_at_what_is_near),
		CASE(a_frenchy_throws_from_afar_and_runs_from_near),
		CASE(those_on_another_floor_turn_seldom),
		CASE(a_squasher_jumps_to_what_is_near),
		CASE(a_pea_pod_spits_four_times_at_most),
		CASE(a_grape_falls_where_nothing_is_between),
		CASE(a_grape_comes_to_rest_and_rises),
		CASE(an_apel_climbs_to_keen),
		CASE(an_apel_looks_for_keen_now_and_then),
		CASE(a_tomatooth_jumps_for_ten_tics),
		CASE(a_tomatooth_is_heard_in_view_alone),
		CASE(a_tomatooth_is_heard_if_it_is_whole_from_top_to_bottom),
		CASE(shots_begin_where_the_text_says),
		CASE(shots_lose_half_at_walls),
		CASE(boobus_turns_to_keen_or_jumps),
		CASE(boobus_leaves_a_floor),
		CASE(boobus_bursts_thirty_times),
		CASE(keen_begins_on_the_map),
		CASE(keen_walks_on_the_map),
		CASE(keen_enters_a_city),
		CASE(the_boss_is_not_met_without_bombs),
		CASE(the_boss_s_message_ends_the_scan),
		CASE(flags_stand_on_cities_that_are_done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
