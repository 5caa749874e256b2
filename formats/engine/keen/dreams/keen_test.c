/* The player by hand. Source: keen-engine 10.1. */
#include "actors.h"
#include "objects_testing.h"

enum { HERE = 5000 };

/* Puts Keen at HERE, HERE in that state, with no controls pressed. */
static struct object *keen(struct exh_keen_engine *e, enum state_id state)
{
	struct object *ob = player_of(e);

	ob->obclass = CLASS_KEEN;
	ob->xdir = 1;
	ob->ydir = 1;
	ob->state = (uint16_t)state;
	ob->needtoclip = true;
	ob->xspeed = ob->yspeed = ob->xmove = ob->ymove = 0;
	ob->temp1 = ob->temp2 = ob->temp3 = ob->temp4 = 0;
	ob->hitnorth = 1;
	ob->hiteast = ob->hitsouth = ob->hitwest = 0;
	put(ob, HERE, HERE, 240, 496);
	e->c = (struct controls){ .dir = DIR_NONE };
	e->button0held = e->button1held = false;
	e->jumptime = 0;
	e->leavepoletime = 0;
	e->time_count = 1000;
	e->last_time_count = 1000;
	e->frame_sound_count = 0;
	return ob;
}

static void heard(const struct exh_keen_engine *e, unsigned sound)
{
	assert_true(e->frame_sound_count);
	assert_int_equal(e->frame_sounds[e->frame_sound_count - 1], sound);
}

static void he_starts_above_his_cell(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const struct object *ob = player_of(e);

	exh_keen_spawn_player(e, 9, 7, -1);
	assert_int_equal(ob->obclass, CLASS_KEEN);
	assert_int_equal(ob->state, STATE_KEENSTAND);
	assert_int_equal(ob->shapenum, 80);
	assert_int_equal(ob->x, 9 * 256);
	/* Pushed twice to a floor that is missing. */
	assert_int_equal(ob->y, 6 * 256 + 2 * 16);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(ob->ydir, 1);
	assert_int_equal(ob->active, ACTIVE_YES);
}

/*
 * On the ground.
 */

static void he_walks_at_once(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	e->c.xaxis = -1;
	ob->hitnorth = 4; /* upwards to the right: 8 more a tic */
	exh_keen_player_stand_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENWALK1);
	assert_int_equal(ob->xdir, -1);
	assert_int_equal(ob->xmove, -48 + 16);
}

static void slopes_change_his_speed(void **state)
{
	static const int expected[] = { 0, 0, 4, 4, 8, -4, -4, -8, 0, 0 };
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t wall = 0; wall < 10; wall++) {
		struct object *ob = keen(e, STATE_KEENWALK1);

		e->c.xaxis = 1;
		ob->hitnorth = wall;
		exh_keen_player_walk_think(e, ob);
		assert_int_equal(ob->xmove, 2 * expected[wall]);
	}
}

static void he_jumps_from_standing_and_from_walking(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	e->c.button0 = true;
	exh_keen_player_pause_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMPUP1);
	assert_int_equal(ob->xspeed, 0);
	assert_int_equal(ob->yspeed, -40);
	assert_int_equal(e->jumptime, 16);
	assert_true(e->button0held);
	heard(e, 2);

	ob = keen(e, STATE_KEENWALK1);
	e->c.button0 = true;
	e->c.xaxis = -1;
	ob->xmove = 48;
	exh_keen_player_walk_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP1);
	assert_int_equal(ob->xspeed, -16);
	assert_int_equal(ob->yspeed, -40);
	assert_int_equal(ob->xmove, 0);
}

static void a_held_button_does_nothing(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	e->c.button0 = e->button0held = true;
	e->c.button1 = e->button1held = true;
	exh_keen_player_stand_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENSTAND);
	assert_int_equal(e->frame_sound_count, 0);
}

static void he_looks_ducks_and_throws(void **state)
{
	static const struct {
		int16_t yaxis;
		bool throws;
		uint16_t state;
	} cases[] = {
		{ -1, false, STATE_KEENLOOKUP }, { 0, false, STATE_KEENSTAND },
		{ 1, false, STATE_KEENDUCK },	 { -1, true, STATE_KEENTHROWUP1 },
		{ 0, true, STATE_KEENTHROW1 },	 { 1, true, STATE_KEENTHROW1 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = keen(e, STATE_KEENLOOKUP);

		e->c.yaxis = cases[i].yaxis;
		e->c.button1 = cases[i].throws;
		exh_keen_player_stand_think(e, ob);
		assert_int_equal(ob->state, cases[i].state);
		assert_int_equal(e->button1held, cases[i].throws);
	}
}

/* Both in the same frame; the flower wins. */
static void who_jumps_while_he_walks_can_throw_instead(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENWALK1);

	e->c.xaxis = 1;
	e->c.button0 = e->c.button1 = true;
	exh_keen_player_walk_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENTHROW1);
	assert_int_equal(e->jumptime, 16);
	heard(e, 2);
}

static void he_passes_his_time(void **state)
{
	static const struct {
		int16_t tics;
		uint16_t state;
	} steps[] = {
		{ 200, STATE_KEENPAUSELOOK }, { 300, STATE_KEENWAIT1 },
		{ 700, STATE_KEENYAWN1 },     { 400, STATE_KEENPAUSELOOK },
		{ 700, STATE_KEENYAWN1 },     { 400, STATE_KEENGOSLEEP1 },
	};
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	for (int16_t i = 0; i < 6; i++) {
		ob->state = STATE_KEENSTAND;
		ob->temp1 = (int16_t)(steps[i].tics - 2);
		exh_keen_player_pause_think(e, ob);
		assert_int_equal(ob->state, STATE_KEENSTAND);
		assert_int_equal(ob->temp2, i);
		exh_keen_player_pause_think(e, ob);
		assert_int_equal(ob->state, steps[i].state);
		assert_int_equal(ob->temp2, i + 1);
		assert_int_equal(ob->temp1, i < 5 ? 0 : 402);
	}
}

static void nobody_rests_on_another_s_back(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	ob->hitnorth = ON_SPRITE;
	exh_keen_player_pause_think(e, ob);
	assert_int_equal(ob->temp1, 0);
}

static void he_sleeps_and_wakes(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENGOSLEEP2);
	const uint16_t count = e->object_count;
	const struct object *zees;

	exh_keen_player_go_sleep_think(e, ob);
	assert_int_equal(e->object_count, count + 1);
	zees = &e->objects[ob->temp1];
	assert_int_equal(zees->obclass, CLASS_INERT);
	assert_int_equal(zees->state, STATE_KEENZEE1);
	assert_int_equal(zees->shapenum, 120);
	assert_int_equal(zees->x, HERE);
	assert_int_equal(zees->y, HERE - 64);

	ob->state = STATE_KEENSLEEP1;
	exh_keen_player_sleep_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENSLEEP1);
	e->c.yaxis = 1;
	exh_keen_player_sleep_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENGETUP);
	assert_int_equal(e->object_count, count);
}

static void he_drops_through_thin_floors(void **state)
{
	static const enum exh_keen_tile_table sides[] = { EXH_KEEN_WESTWALL,
							  EXH_KEEN_EASTWALL,
							  EXH_KEEN_SOUTHWALL };
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	struct object *ob = keen(e, STATE_KEENDUCK);

	/* His box is in columns 19 and 20, their middle is 19. */
	set_tile(e, EXH_KEEN_FOREGROUND, 19, ob->tilebottom + 1U, WALL_TILE);
	for (size_t i = 0; i < 3; i++) {
		f->tables[sides[i]][WALL_TILE] = 1;
		ob = keen(e, STATE_KEENDUCK);
		e->c.yaxis = 1;
		e->c.button0 = true;
		exh_keen_player_duck_think(e, ob);
		assert_int_equal(ob->state, STATE_KEENDUCK);
		assert_true(e->button0held);
		f->tables[sides[i]][WALL_TILE] = 0;
	}
	ob = keen(e, STATE_KEENDUCK);
	e->c.yaxis = 1;
	e->c.button0 = true;
	exh_keen_player_duck_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMPUP3);
	assert_int_equal(ob->y, HERE + 16 * 4);
	assert_int_equal(ob->bottom, HERE + 496 + 16 * 4);
	assert_int_equal(ob->temp2, 1);
	heard(e, 25);
}

static void he_falls_where_there_is_no_floor(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	ob->hitnorth = 0;
	ob->yspeed = 48;
	exh_keen_player_stand_react(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_int_equal(ob->xspeed, 8);
	assert_int_equal(ob->yspeed, 48); /* speed before he came to stand */
	assert_int_equal(ob->temp2, 1);
	heard(e, 25);

	ob = keen(e, STATE_KEENWALK1);
	ob->hitnorth = 0;
	ob->yspeed = 48;
	ob->xdir = -1;
	exh_keen_player_walk_react(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_int_equal(ob->xspeed, -8);
	assert_int_equal(ob->yspeed, 0);
	assert_int_equal(e->frame_sound_count, 0);
}

static void deadly_floors_kill(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t wall = 1; wall < 32; wall++) {
		struct object *ob = keen(e, STATE_KEENWALK2);
		const bool deadly = wall >= 8 && wall < 16;

		ob->hitnorth = wall;
		exh_keen_player_walk_react(e, ob);
		assert_int_equal(ob->state, deadly ? STATE_KEENDIE1 : STATE_KEENWALK2);
		ob = keen(e, STATE_KEENDUCK);
		ob->hitnorth = wall;
		exh_keen_player_stand_react(e, ob);
		assert_int_equal(ob->state, deadly ? STATE_KEENDIE1 : STATE_KEENDUCK);
		assert_int_equal(ob->needtoclip, !deadly);
	}
}

static void walls_stop_him_but_doors_do_not(void **state)
{
	static const struct {
		int16_t east, west;
		bool stops;
	} cases[] = { { 0, 0, false }, { 1, 0, true },	{ 0, 1, true },
		      { 2, 0, false }, { 0, 2, false }, { 1, 2, false } };
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = keen(e, STATE_KEENWALK2);

		ob->hiteast = cases[i].east;
		ob->hitwest = cases[i].west;
		ob->shapenum = 74;
		exh_keen_player_walk_react(e, ob);
		assert_int_equal(ob->state,
				 cases[i].stops ? STATE_KEENSTAND : STATE_KEENWALK2);
		assert_int_equal(ob->shapenum, cases[i].stops ? 72 : 74);
	}
}

/*
 * In the air.
 */

static void a_jump_takes_sixteen_tics(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENJUMP1);

	e->c.button0 = true;
	e->jumptime = 3;
	ob->yspeed = -40;
	exh_keen_player_air_think(e, ob);
	assert_int_equal(ob->ymove, -80);
	assert_int_equal(e->jumptime, 1);
	assert_int_equal(ob->state, STATE_KEENJUMP1);
	exh_keen_player_air_think(e, ob); /* a tic is left of it */
	assert_int_equal(ob->ymove, -40);
	assert_int_equal(e->jumptime, 0);
	assert_int_equal(ob->state, STATE_KEENJUMP2);

	ob = keen(e, STATE_KEENJUMP1); /* the button is let go */
	e->jumptime = 16;
	ob->temp2 = 1;
	exh_keen_player_air_think(e, ob);
	assert_int_equal(e->jumptime, 0);
	assert_int_equal(ob->temp2, 0);
	assert_int_equal(ob->state, STATE_KEENJUMP2);
}

static void a_jump_with_the_cheat_lasts_as_long_as_the_button(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENJUMP1);

	e->jump_cheat = true;
	e->c.button0 = true;
	e->jumptime = 16;
	ob->yspeed = -40;
	for (unsigned i = 0; i < 20; i++) {
		exh_keen_player_air_think(e, ob);
		assert_int_equal(ob->ymove, -80);
		assert_int_equal(e->jumptime, 16);
	}
	assert_int_equal(ob->state, STATE_KEENJUMP1);
	e->c.button0 = false;
	exh_keen_player_air_think(e, ob);
	assert_int_equal(e->jumptime, 0);
	assert_int_equal(ob->state, STATE_KEENJUMP2);
}

static void he_looks_down_when_he_falls(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENJUMP2);

	exh_keen_player_air_think(e, ob);
	assert_int_equal(ob->yspeed, 3);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_int_equal(ob->temp2, 1);
	exh_keen_player_air_think(e, ob); /* continues to fall */
	assert_int_equal(ob->state, STATE_KEENJUMP3);
}

static void he_throws_in_the_air(void **state)
{
	static const uint16_t throws[] = { STATE_KEENAIRTHROWUP1, STATE_KEENAIRTHROW1,
					   STATE_KEENAIRTHROWDOWN1 };
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t yaxis = -1; yaxis <= 1; yaxis++) {
		struct object *ob = keen(e, STATE_KEENJUMP2);

		e->c.yaxis = yaxis;
		e->c.button1 = true;
		exh_keen_player_air_think(e, ob);
		assert_int_equal(ob->state, throws[yaxis + 1]);
		assert_true(e->button1held);
	}
}

static void ceilings_end_a_jump(void **state)
{
	static const struct {
		int16_t wall, yspeed, expected;
	} cases[] = { { 1, -40, 0 }, { 2, -40, 0 }, { 7, -5, 11 }, { 25, -16, 0 } };
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = keen(e, STATE_KEENJUMP1);

		e->jumptime = 7;
		ob->hitnorth = 0;
		ob->hitsouth = cases[i].wall;
		ob->yspeed = cases[i].yspeed;
		exh_keen_player_air_react(e, ob);
		assert_int_equal(ob->yspeed, cases[i].expected);
		assert_int_equal(e->jumptime, 0);
		heard(e, 15);
	}
}

static void pole_holes_take_him_in(void **state)
{
	struct fixture *f = *state;
	struct exh_keen_engine *e = &f->e;
	struct object *ob = keen(e, STATE_KEENJUMP1);

	e->jumptime = 7;
	ob->hitnorth = 0;
	ob->hitsouth = 17;
	ob->xspeed = 9;
	exh_keen_player_air_react(e, ob);
	assert_int_equal(ob->y, HERE - 32);
	assert_int_equal(ob->top, HERE - 32);
	assert_int_equal(ob->x, 20 * 256 - 32);
	assert_int_equal(ob->xspeed, 0);
	assert_int_equal(e->jumptime, 7);

	/* He is in one. */
	f->tables[EXH_KEEN_SOUTHWALL][WALL_TILE] = 17;
	ob = keen(e, STATE_KEENJUMP1);
	set_tile(e, EXH_KEEN_FOREGROUND, ob->tileright, ob->tilebottom, WALL_TILE);
	ob->hitnorth = 0;
	ob->hitsouth = 1;
	ob->xspeed = 9;
	exh_keen_player_air_react(e, ob);
	assert_int_equal(ob->y, HERE);
	assert_int_equal(ob->x, 20 * 256 - 32);
	assert_int_equal(e->frame_sound_count, 0);
}

static void he_lands(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENJUMP3);

	ob->temp1 = ob->temp2 = 1;
	exh_keen_player_air_react(e, ob);
	assert_int_equal(ob->state, STATE_KEENSTAND);
	assert_int_equal(ob->temp2, 0);
	heard(e, 3);

	ob = keen(e, STATE_KEENJUMP1); /* jumps off a cart */
	ob->hitnorth = ON_SPRITE;
	e->jumptime = 1;
	exh_keen_player_air_react(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP1);
	e->jumptime = 0;
	exh_keen_player_air_react(e, ob);
	assert_int_equal(ob->state, STATE_KEENSTAND);
}

/*
 * Poles.
 */

/* HERE + 120 is in column 20, HERE + 96 in row 19, the feet in row 21. */
static struct object *keen_at_pole(struct exh_keen_engine *e, enum state_id state)
{
	for (unsigned y = 19; y <= 21; y++)
		set_tile(e, EXH_KEEN_FOREGROUND, 20, y, POLE_TILE);
	return keen(e, state);
}

static void he_grabs_poles(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t yaxis = -1; yaxis <= 1; yaxis += 2) {
		struct object *ob = keen_at_pole(e, STATE_KEENSTAND);

		e->c.yaxis = yaxis;
		exh_keen_player_stand_think(e, ob);
		assert_int_equal(ob->state, STATE_KEENPOLE);
		assert_int_equal(ob->xmove, 20 * 256 - 128 - HERE);
		assert_int_equal(ob->ymove, 32 * yaxis);
		assert_int_equal(ob->temp4, 20);
		assert_false(ob->needtoclip);
	}
}

static void who_left_a_pole_waits_for_nineteen_tics(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen_at_pole(e, STATE_KEENJUMP1);

	e->c.yaxis = -1;
	e->leavepoletime = e->time_count - 18;
	assert_false(exh_keen_player_grab_pole(e, ob));
	e->leavepoletime = e->time_count - 19;
	assert_true(exh_keen_player_grab_pole(e, ob));
	e->leavepoletime = e->time_count + 1; /* the clock was set back */
	assert_true(exh_keen_player_grab_pole(e, ob));
	assert_int_equal(e->leavepoletime, 0);
}

static void he_moves_on_poles(void **state)
{
	static const struct {
		uint16_t from;
		int16_t yaxis;
		uint16_t to;
		int16_t ydir;
	} cases[] = {
		{ STATE_KEENPOLE, -1, STATE_KEENCLIMB1, -1 },
		{ STATE_KEENPOLE, 0, STATE_KEENPOLE, 1 },
		{ STATE_KEENPOLE, 1, STATE_KEENSLIDE1, 1 },
		{ STATE_KEENCLIMB2, -1, STATE_KEENCLIMB2, 1 },
		{ STATE_KEENCLIMB2, 0, STATE_KEENPOLE, 0 },
		{ STATE_KEENCLIMB2, 1, STATE_KEENSLIDE1, 1 },
		{ STATE_KEENSLIDE2, -1, STATE_KEENCLIMB1, -1 },
		{ STATE_KEENSLIDE2, 0, STATE_KEENPOLE, 0 },
		{ STATE_KEENSLIDE2, 1, STATE_KEENSLIDE2, 1 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = keen_at_pole(e, (enum state_id)cases[i].from);

		ob->temp4 = 20;
		e->c.yaxis = cases[i].yaxis;
		state_of(e, ob)->think(e, ob);
		assert_int_equal(ob->state, cases[i].to);
		assert_int_equal(ob->ydir, cases[i].ydir);
	}
}

static void poles_end(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENCLIMB1);

	e->c.yaxis = -1;
	ob->ymove = -16;
	exh_keen_player_climb_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENPOLE);
	assert_int_equal(ob->ymove, 0);

	ob = keen(e, STATE_KEENSLIDE1);
	ob->needtoclip = false;
	ob->yspeed = 9;
	e->c.xaxis = -1;
	exh_keen_player_drop_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_int_equal(ob->xspeed, -8);
	assert_int_equal(ob->yspeed, 0);
	assert_int_equal(ob->temp2, 1);
	assert_int_equal(ob->tilebottom, 20);
	assert_true(ob->needtoclip);
	heard(e, 25);
}

static void he_jumps_off_poles(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (int16_t xaxis = -1; xaxis <= 1; xaxis++) {
		struct object *ob = keen_at_pole(e, STATE_KEENPOLE);

		ob->needtoclip = false;
		ob->ydir = -1;
		e->c.xaxis = xaxis;
		e->c.button0 = true;
		e->c.button1 = true; /* a jump prevents a throw */
		exh_keen_player_pole_think(e, ob);
		assert_int_equal(ob->state, STATE_KEENJUMP1);
		assert_int_equal(ob->xspeed, 8 * xaxis);
		assert_int_equal(ob->yspeed, -20);
		assert_int_equal(ob->ydir, 1);
		assert_int_equal(e->jumptime, 10);
		assert_int_equal(e->leavepoletime, 1000);
		assert_true(ob->needtoclip);
		assert_false(e->button1held);
		heard(e, 2);
	}
}

static void he_steps_off_to_the_ground(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen_at_pole(e, STATE_KEENPOLE);

	set_tile(e, EXH_KEEN_FOREGROUND, 20, 22, WALL_TILE);
	ob->needtoclip = false;
	ob->xspeed = ob->yspeed = 5;
	e->c.xaxis = 1;
	exh_keen_player_pole_think(e, ob);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_int_equal(ob->xspeed, 0);
	assert_int_equal(ob->yspeed, 0);
	assert_true(ob->needtoclip);
	heard(e, 25);
}

/*
 * Throws.
 */

static const struct thrown {
	uint16_t state;
	int16_t xdir, x, y;
	int16_t xspeed, yspeed;
} thrown[] = {
	{ STATE_KEENTHROW3, 1, 120 - 64, 128, 64, -20 },
	{ STATE_KEENTHROW3, -1, 120 - 64, 128, -64, -20 },
	{ STATE_KEENTHROWUP2, 1, 64, -128, 0, -64 },
	{ STATE_KEENTHROWUP2, -1, 64, -128, 0, -64 },
	{ STATE_KEENPOLETHROW2, 1, 384, 0, 64, -20 },
	{ STATE_KEENPOLETHROW2, -1, -128, 0, -64, -20 },
	{ STATE_KEENPOLETHROWUP2, 1, 128, -128, 0, -64 },
	{ STATE_KEENPOLETHROWUP2, -1, 128, -128, 0, -64 },
	{ STATE_KEENPOLETHROWDOWN2, 1, 128, 128, 0, 64 },
	{ STATE_KEENPOLETHROWDOWN2, -1, 128, 128, 0, 64 },
	/* Half of his speed: 15, -9. */
	{ STATE_KEENAIRTHROW2, 1, 120 - 64, 128, 64 + 7, -20 - 4 },
	{ STATE_KEENAIRTHROW2, -1, 120 - 64, 128, -64 + 7, -20 - 4 },
	{ STATE_KEENAIRTHROWUP2, 1, 256, 0, 7, -64 - 4 },
	{ STATE_KEENAIRTHROWUP2, -1, 64, 0, 7, -64 - 4 },
	{ STATE_KEENAIRTHROWDOWN2, 1, 48, 256, 7, 64 - 4 },
	{ STATE_KEENAIRTHROWDOWN2, -1, 192, 256, 7, 64 - 4 },
};

static void he_throws_from_his_hand(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof thrown / sizeof *thrown; i++) {
		struct object *ob = keen(e, (enum state_id)thrown[i].state), *item;

		ob->xdir = thrown[i].xdir;
		ob->xspeed = 15;
		ob->yspeed = -9;
		e->gamestate.flowerpowers = 1;
		exh_keen_player_throw_think(e, ob);
		item = &e->objects[e->newest_object];
		assert_int_equal(item->obclass, CLASS_POWER);
		assert_int_equal(item->x, HERE + thrown[i].x);
		assert_int_equal(item->y, HERE + thrown[i].y);
		assert_int_equal(item->xspeed, thrown[i].xspeed);
		assert_int_equal(item->yspeed, thrown[i].yspeed);
		heard(e, 4);
		exh_keen_object_remove(e, item);
	}
}

/* QUIRK of the original: the newest object gets half of his speed. */
static void who_throws_nothing_in_the_air_pushes_something_else(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *other = exh_keen_object_new(e);
	struct object *ob = keen(e, STATE_KEENAIRTHROW2);

	assert_non_null(other);
	ob->xspeed = 20;
	ob->yspeed = 40;
	e->gamestate.flowerpowers = 0;
	exh_keen_player_throw_think(e, ob);
	assert_int_equal(other->xspeed, 10);
	assert_int_equal(other->yspeed, 20);
	heard(e, 14);

	ob->state = STATE_KEENTHROW3; /* not on the ground */
	exh_keen_player_throw_think(e, ob);
	assert_int_equal(other->xspeed, 10);
}

/*
 * Contacts.
 */

static void some_kill_and_some_do_not(void **state)
{
	static const uint16_t deadly[] = { CLASS_TOMAT,	   CLASS_CELERY, CLASS_ASPAR,
					   CLASS_TURNIP,   CLASS_CAULI,	 CLASS_BRUSSEL,
					   CLASS_MUSHROOM, CLASS_APEL,	 CLASS_PEABRAIN,
					   CLASS_BOOBUS,   CLASS_SHOT };
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned obclass = 0; obclass < CLASS_COUNT; obclass++) {
		struct object *ob = keen(e, STATE_KEENSTAND);
		struct object hit = { .obclass = (uint16_t)obclass,
				      .state = STATE_BONUS };
		bool dies = false;

		if (obclass == CLASS_BONUS)
			continue;
		for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
			dies = dies || deadly[i] == obclass;
		exh_keen_player_contact(e, ob, &hit);
		assert_int_equal(ob->state, dies ? STATE_KEENDIE1 : STATE_KEENSTAND);
		if (dies)
			heard(e, 12);
	}
}

static void some_kill_while_they_strike(void **state)
{
	static const struct {
		uint16_t obclass, state;
		bool dies;
	} cases[] = {
		{ CLASS_TATER, STATE_TATERATTACK1, false },
		{ CLASS_TATER, STATE_TATERATTACK2, true },
		{ CLASS_TATER, STATE_TATERATTACK3, false },
		{ CLASS_BROCCO, STATE_BROCCOSMASH2, false },
		{ CLASS_BROCCO, STATE_BROCCOSMASH3, true },
		{ CLASS_BROCCO, STATE_BROCCOSMASH4, true },
		{ CLASS_BROCCO, STATE_BROCCOSMASH5, false },
		{ CLASS_GRAPE, STATE_GRAPEWAIT, false },
		{ CLASS_GRAPE, STATE_GRAPEFALL, true },
		{ CLASS_SQUASH, STATE_SQUASHERJUMP1, false },
		{ CLASS_SQUASH, STATE_SQUASHERJUMP2, true },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = keen(e, STATE_KEENSTAND);
		struct object hit = { .obclass = cases[i].obclass,
				      .state = cases[i].state };

		exh_keen_player_contact(e, ob, &hit);
		assert_int_equal(ob->state,
				 cases[i].dies ? STATE_KEENDIE1 : STATE_KEENSTAND);
		ob = keen(e, STATE_KEENSTAND);
		e->god = true;
		exh_keen_player_contact(e, ob, &hit);
		assert_int_equal(ob->state, STATE_KEENSTAND);
		e->god = false;
	}
}

static void who_is_pushed_falls_off_his_pole(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENCLIMB1);
	struct object hit = { .obclass = CLASS_CARROT, .state = STATE_CARROTWALK1 };

	ob->needtoclip = false;
	ob->xspeed = ob->yspeed = 7;
	e->jumptime = 5;
	exh_keen_player_contact(e, ob, &hit);
	assert_int_equal(ob->state, STATE_KEENJUMP3);
	assert_true(ob->needtoclip);
	assert_int_equal(ob->xspeed, 0);
	assert_int_equal(ob->yspeed, 0);
	assert_int_equal(ob->temp2, 1);
	assert_int_equal(e->jumptime, 0);
	heard(e, 25);
}

static void a_key_opens_one_door(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);
	struct object door = { .obclass = CLASS_DOOR, .state = STATE_DOOR };

	e->gamestate.keys = 2;
	exh_keen_player_contact(e, ob, &door);
	assert_int_equal(door.state, STATE_DOORRAISE);
	assert_int_equal(e->gamestate.keys, 1);
	heard(e, 19);
	exh_keen_player_contact(e, ob, &door); /* while it goes up */
	assert_int_equal(e->gamestate.keys, 1);
	assert_int_equal(e->frame_sound_count, 1);

	door.state = STATE_DOOR;
	for (int16_t keys = 0; keys >= -1; keys--) {
		e->gamestate.keys = keys;
		exh_keen_player_contact(e, ob, &door);
		assert_int_equal(door.state, STATE_DOOR);
		assert_int_equal(e->gamestate.keys, keys);
	}
	heard(e, 14);
}

static void he_dies_in_the_end(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = keen(e, STATE_KEENSTAND);

	exh_keen_kill_player(e);
	e->playstate = EXH_KEEN_PLAYING;
	for (int frame = 0; frame < 80; frame++) {
		assert_int_equal(e->playstate, EXH_KEEN_PLAYING);
		exh_keen_state_machine(e, ob); /* 20 + 20 + 120 tics */
	}
	assert_int_equal(e->playstate, EXH_KEEN_DIED);
	assert_int_equal(ob->shapenum, 137);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(he_starts_above_his_cell),
		TEST(he_walks_at_once),
		TEST(slopes_change_his_speed),
		TEST(he_jumps_from_standing_and_from_walking),
		TEST(a_held_button_does_nothing),
		TEST(he_looks_ducks_and_throws),
		TEST(who_jumps_while_he_walks_can_throw_instead),
		TEST(he_passes_his_time),
		TEST(nobody_rests_on_another_s_back),
		TEST(he_sleeps_and_wakes),
		TEST(he_drops_through_thin_floors),
		TEST(he_falls_where_there_is_no_floor),
		TEST(deadly_floors_kill),
		TEST(walls_stop_him_but_doors_do_not),
		TEST(a_jump_takes_sixteen_tics),
		TEST(a_jump_with_the_cheat_lasts_as_long_as_the_button),
		TEST(he_looks_down_when_he_falls),
		TEST(he_throws_in_the_air),
		TEST(ceilings_end_a_jump),
		TEST(pole_holes_take_him_in),
		TEST(he_lands),
		TEST(he_grabs_poles),
		TEST(who_left_a_pole_waits_for_nineteen_tics),
		TEST(he_moves_on_poles),
		TEST(poles_end),
		TEST(he_jumps_off_poles),
		TEST(he_steps_off_to_the_ground),
		TEST(he_throws_from_his_hand),
		TEST(who_throws_nothing_in_the_air_pushes_something_else),
		TEST(some_kill_and_some_do_not),
		TEST(some_kill_while_they_strike),
		TEST(who_is_pushed_falls_off_his_pole),
		TEST(a_key_opens_one_door),
		TEST(he_dies_in_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
