/* Walls, slopes, and objects in each other's way, by hand. Source: keen-engine 8. */
#include "objects_testing.h"

enum {
	SHAPE = 10, /* chunk: a box of 256 by 512 at x, y */
	BOX_WIDTH = 256,
	BOX_HEIGHT = 512,
	SLOPE_TILES = 100, /* plus the kind of their top and bottom side */
	LEFT_TILE = 200,   /* side that stops objects from its right, ... */
	RIGHT_TILE,	   /* ... from its left */
	COLUMN = 20,
	ROW = 20,
};

static const struct exh_keen_game_sprite shapes[] = {
	{ 0 }, { .xh = BOX_WIDTH, .yh = BOX_HEIGHT }
};

static int set_up_shapes(void **state)
{
	struct fixture *f;

	set_up(state);
	f = *state;
	f->game.first_sprite = SHAPE - 1;
	f->game.sprite_count = sizeof shapes / sizeof *shapes;
	f->game.sprites = shapes;
	for (unsigned kind = 0; kind < 32; kind++) {
		f->tables[EXH_KEEN_NORTHWALL][SLOPE_TILES + kind] = (uint8_t)kind;
		f->tables[EXH_KEEN_SOUTHWALL][SLOPE_TILES + kind + 32] = (uint8_t)kind;
	}
	f->tables[EXH_KEEN_EASTWALL][LEFT_TILE] = 3;
	f->tables[EXH_KEEN_WESTWALL][RIGHT_TILE] = 4;
	return 0;
}

/* Adds a clipped object, its box at x, y, in a state that is not pushed to the floor. */
static struct object *box(struct exh_keen_engine *e, int x, int y)
{
	struct object *ob = exh_keen_object_new(e);

	assert_non_null(ob);
	put(ob, x, y, BOX_WIDTH, BOX_HEIGHT);
	ob->shapenum = SHAPE;
	ob->state = STATE_GRAPEFALL;
	return ob;
}

static void move(struct exh_keen_engine *e, struct object *ob, int xmove, int ymove)
{
	ob->xmove = (int16_t)xmove;
	ob->ymove = (int16_t)ymove;
	exh_keen_clip_to_walls(e, ob);
}

/*
 * Floors and ceilings.
 */

/* Distance of the surface from the tile's edge in columns 0 and 15, by kind. */
static const int surfaces[8][2] = {
	{ 256, 256 }, { 0, 0 },	  { 0, 120 },	{ 128, 248 },
	{ 0, 240 },   { 120, 0 }, { 248, 128 }, { 240, 0 },
};

static void floors_of_all_kinds_stop_a_fall(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned kind = 1; kind < 32; kind++) {
		for (unsigned end = 0; end < 2; end++) {
			const int surface = ROW * 256 + surfaces[kind & 7][end];
			struct object *ob;

			set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW,
				 (uint16_t)(SLOPE_TILES + kind));
			/* The box's middle is in the first or last of the tile's 16
			 * columns. */
			ob = box(e, COLUMN * 256 - 128 + (end ? 240 : 0),
				 surface - BOX_HEIGHT - 30);
			move(e, ob, 0, 60);
			assert_int_equal(ob->hitnorth, kind);
			assert_int_equal(ob->bottom, surface - 1);
			assert_int_equal(ob->y, surface - 1 - BOX_HEIGHT);
			assert_int_equal(ob->tilebottom, (surface - 1) >> 8);
			assert_int_equal(ob->hitsouth, 0);
			exh_keen_object_remove(e, ob);
		}
	}
}

static void a_floor_is_met_from_above_alone(void **state)
{
	/* Depth below the surface before the move; stopped: it gets onto the floor, from
	 * at most the distance that it moved plus 16. */
	static const struct {
		int depth, xmove, ymove;
		bool stopped;
	} cases[] = {
		{ 0, 0, 0, true },     { 15, 0, 0, true },    { 16, 0, 0, false },
		{ 15, 0, 100, true },  { 16, 0, 100, false }, { 25, 10, 0, true },
		{ 26, 10, 0, false },  { 25, -10, 0, true },  { 26, -10, 0, false },
		{ 30, 0, -15, false }, { 30, 0, -14, false }, { 29, 0, -15, false },
		{ 0, 0, 255, true },   { -1, 0, 0, false },   { -1, 0, 1, true },
	};
	struct exh_keen_engine *e = engine_of(state);

	set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW, WALL_TILE);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob = box(e, COLUMN * 256 - 20,
					ROW * 256 - BOX_HEIGHT + cases[i].depth);

		move(e, ob, cases[i].xmove, cases[i].ymove);
		if ((ob->hitnorth == 1) != cases[i].stopped)
			fail_msg("case %zu: %d", i, ob->hitnorth);
		exh_keen_object_remove(e, ob);
	}
}

static void ceilings_stop_a_rise(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned kind = 1; kind < 32; kind++) {
		for (unsigned end = 0; end < 2; end++) {
			const int surface = (ROW + 1) * 256 - surfaces[kind & 7][end];
			struct object *ob;

			set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW,
				 (uint16_t)(SLOPE_TILES + kind + 32));
			ob = box(e, COLUMN * 256 - 128 + (end ? 240 : 0), surface + 30);
			move(e, ob, 0, -60);
			assert_int_equal(ob->hitsouth, kind);
			assert_int_equal(ob->top, surface);
			assert_int_equal(ob->y, surface);
			assert_int_equal(ob->tiletop, surface >> 8);
			exh_keen_object_remove(e, ob);
		}
	}
}

static void a_ceiling_is_left_by_less_than_a_tile(void **state)
{
	/* Height above the surface before the move. */
	static const struct {
		int height, xmove, ymove;
		bool stopped;
	} cases[] = {
		{ 16, 0, 0, true },
		{ 17, 0, 0, false },
		{ 16, 0, -100, true },
		{ 17, 0, -100, false },
		{ 26, 10, 0, true },
		{ 27, 10, 0, false },
		{ 26, -10, 0, true },
		{ 0, 0, 0, false },
		/* Together with the object's own move never a tile. */
		{ 255, 239, 0, true },
		{ 256, 239, 0, false },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned x = COLUMN - 1; x <= COLUMN + 1; x++)
		set_tile(e, EXH_KEEN_FOREGROUND, x, ROW, SLOPE_TILES + 1 + 32);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *ob =
			box(e, COLUMN * 256 - 20, (ROW + 1) * 256 - cases[i].height);

		move(e, ob, cases[i].xmove, cases[i].ymove);
		if ((ob->hitsouth == 1) != cases[i].stopped)
			fail_msg("case %zu: %d", i, ob->hitsouth);
		exh_keen_object_remove(e, ob);
	}
}

static void at_the_level_s_top_nothing_wraps(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob;

	/* QUIRK: an object that was in row 0 meets no floor. */
	set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, 0, WALL_TILE);
	ob = box(e, COLUMN * 256 - 20, 0);
	ob->bottom = 10;
	ob->tilebottom = 0;
	move(e, ob, 0, 0);
	assert_int_equal(ob->hitnorth, 0);
	/* Below all rows: there is nothing where positions wrap. */
	ob->y = 65500;
	move(e, ob, 0, 200);
	assert_int_equal(ob->y, 164);
	assert_int_equal(ob->tiletop, 0);
	assert_int_equal(ob->hitsouth, 0);
}

/*
 * Sides.
 */

static void sides_stop_who_goes_towards_them(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	const int top = ROW * 256 + 10; /* rows 20 to 22 */
	struct object *ob;

	for (unsigned row = ROW; row <= ROW + 2; row++) {
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, row, LEFT_TILE);
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN + 4, row, RIGHT_TILE);
		ob = box(e, (COLUMN + 1) * 256 + 20, top);
		move(e, ob, -50, 0);
		assert_int_equal(ob->hiteast, 3);
		assert_int_equal(ob->left, (COLUMN + 1) * 256);
		assert_int_equal(ob->x, (COLUMN + 1) * 256);
		assert_int_equal(ob->tileleft, COLUMN + 1);
		assert_int_equal(ob->midx, (COLUMN + 1) * 256 + 98); /* QUIRK: stays */
		move(e, ob, 0, 0);
		ob->x = (COLUMN + 3) * 256 - 10;
		move(e, ob, 50, 0);
		assert_int_equal(ob->hitwest, 4);
		assert_int_equal(ob->right, (COLUMN + 4) * 256 - 1);
		/* Inside, without a move. */
		ob->x = COLUMN * 256 + 50;
		ob->left = ob->x;
		ob->right = (uint16_t)(ob->x + BOX_WIDTH);
		move(e, ob, 0, 0);
		assert_int_equal(ob->hiteast, 0);
		assert_int_equal(ob->x, COLUMN * 256 + 50);
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, row, 0);
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN + 4, row, 0);
		exh_keen_object_remove(e, ob);
	}
}

static void the_player_is_always_stopped(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = player_of(e);

	set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW, LEFT_TILE);
	put(ob, COLUMN * 256 + 50, ROW * 256, BOX_WIDTH, BOX_HEIGHT);
	ob->shapenum = SHAPE;
	ob->state = STATE_KEENJUMP1;
	move(e, ob, 0, 0);
	assert_int_equal(ob->hiteast, 3);
	assert_int_equal(ob->x, (COLUMN + 1) * 256);
}

/* Rows with slopes are left out: their sides belong to the ground. */
static void who_stands_on_a_slope_is_not_stopped_by_its_row(void **state)
{
	struct exh_keen_engine *e = engine_of(state);

	for (unsigned kind = 1; kind <= 2; kind++) {
		struct object *ob =
			box(e, (COLUMN + 1) * 256 + 20, ROW * 256 - BOX_HEIGHT);

		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN + 1, ROW,
			 (uint16_t)(SLOPE_TILES + kind));
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW, LEFT_TILE);
		set_tile(e, EXH_KEEN_FOREGROUND, COLUMN, ROW - 1,
			 kind == 1 ? LEFT_TILE : 0);
		move(e, ob, -50, 80);
		assert_int_equal(ob->hitnorth, kind);
		assert_int_equal(ob->hiteast, kind == 1 ? 3 : 0);
		exh_keen_object_remove(e, ob);
	}
}

static void moves_have_limits(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *ob = box(e, 5000, 5000);

	move(e, ob, 240, 256);
	assert_int_equal(ob->x, 5239);
	assert_int_equal(ob->y, 5255);
	move(e, ob, -240, -240);
	assert_int_equal(ob->x, 5000);
	assert_int_equal(ob->y, 5016);
	ob->state = STATE_APELWALK1; /* pushed to the floor: by 16 more than sideways */
	move(e, ob, -300, -100);
	assert_int_equal(ob->x, 5000 - 239);
	assert_int_equal(ob->y, 5016 + 255);
	ob->shapenum = 0; /* not shown: it moves, its box stays */
	ob->state = STATE_GRAPEFALL;
	move(e, ob, 10, 10);
	assert_int_equal(ob->x, 5000 - 229);
	assert_int_equal(ob->left, 5000 - 239);
}

/*
 * Objects.
 */

static struct object *solid_at(struct exh_keen_engine *e, int x, int xmove)
{
	struct object *ob = box(e, x, 5000);

	ob->xmove = (int16_t)xmove;
	return ob;
}

static void solid_objects_push_as_far_as_they_came(void **state)
{
	/* Solid is at 5000: distance of push from it, and both moves. */
	static const struct {
		int at, xmove, solid_xmove, pushed, hiteast, hitwest;
	} cases[] = {
		{ 246, 0, 10, 10, 1, 0 },     { 245, 0, 10, 0, 0, 0 },
		{ 236, -10, 10, 20, 1, 0 },   { 256, 0, 10, 0, 0, 0 },
		{ -246, 0, -10, -10, 0, 1 },  { -245, 0, -10, 0, 0, 0 },
		{ -236, 10, -10, -20, 0, 1 }, { 246, 0, -10, 0, 0, 0 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *push = box(e, 5000 + cases[i].at, 5000);
		struct object *solid = solid_at(e, 5000, cases[i].solid_xmove);

		push->xmove = (int16_t)cases[i].xmove;
		exh_keen_clip_to_sprite_side(e, push, solid);
		if (push->x != 5000 + cases[i].at + cases[i].pushed ||
		    push->hiteast != cases[i].hiteast ||
		    push->hitwest != cases[i].hitwest)
			fail_msg("case %zu: %d, %d, %d", i, push->x, push->hiteast,
				 push->hitwest);
		exh_keen_object_remove(e, push);
		exh_keen_object_remove(e, solid);
	}
}

static void who_is_on_a_solid_object_goes_with_it(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object *push = box(e, 5100, 5000 - BOX_HEIGHT + 40);
	struct object *solid = solid_at(e, 5000, 30);

	push->state = STATE_APELWALK1; /* not pushed to the floor here */
	exh_keen_clip_to_sprite(e, push, solid, true);
	assert_int_equal(push->x, 5130);
	assert_int_equal(push->bottom, 5000 + 16);
	assert_int_equal(push->hitnorth, ON_SPRITE);
	assert_int_equal(player_of(e)->state, STATE_NONE);
	/* Wholly above: its feet are not in it, so it is met from below. */
	push->bottom = 5000;
	push->y = 5000 - BOX_HEIGHT;
	push->state = STATE_GRAPEFALL;
	exh_keen_clip_to_sprite(e, push, solid, true);
	assert_int_equal(push->hitnorth, 0);
	assert_int_equal(push->hitsouth, ON_SPRITE);
	assert_int_equal(push->y, 5000 - BOX_HEIGHT + 255);
}

static void a_cart_squashes_keen_against_a_wall(void **state)
{
	static const struct {
		unsigned wall_column;
		uint16_t tile;
		int at, xmove;
		bool squish, dead;
	} cases[] = {
		/* Pushed to the right, to the left; without a wall; by an object that
		 * does not squish. */
		{ COLUMN + 2, RIGHT_TILE, 246, 10, true, true },
		{ COLUMN + 2, RIGHT_TILE, 246, 10, false, false },
		{ COLUMN + 9, RIGHT_TILE, 246, 10, true, false },
		{ COLUMN - 1, LEFT_TILE, -246, -10, true, true },
		{ COLUMN - 1, LEFT_TILE, -246, -10, false, false },
		{ COLUMN - 9, LEFT_TILE, -246, -10, true, false },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object *push = player_of(e);
		struct object *solid = solid_at(e, COLUMN * 256, cases[i].xmove);

		set_tile(e, EXH_KEEN_FOREGROUND, cases[i].wall_column, 5100 / 256,
			 cases[i].tile);
		put(push, COLUMN * 256 + cases[i].at, 5000, BOX_WIDTH, BOX_HEIGHT);
		push->state = STATE_KEENSTAND;
		push->shapenum = SHAPE;
		push->xmove = 0;
		push->hitnorth = 1;
		push->needtoclip = true;
		exh_keen_clip_to_sprite(e, push, solid, cases[i].squish);
		if ((push->state == STATE_KEENDIE1) != cases[i].dead)
			fail_msg("case %zu: %s", i, state_of(e, push)->name);
		if (!cases[i].dead)
			assert_int_equal(push->hitnorth, 1); /* the value is kept */
		set_tile(e, EXH_KEEN_FOREGROUND, cases[i].wall_column, 5100 / 256, 0);
		exh_keen_object_remove(e, solid);
	}
}

/*
 * Speeds.
 */

/* Sets the clock to a frame of this many tics that begins at tick from. */
static void set_clock(struct exh_keen_engine *e, uint32_t from, uint16_t tics)
{
	e->tics = tics;
	e->last_time_count = from + tics;
}

static void gravity_pulls_in_odd_tics(void **state)
{
	static const struct {
		uint32_t from;
		uint16_t tics;
		int16_t yspeed, expected, ymove;
	} cases[] = {
		{ 0, 2, 0, 3, 3 },
		{ 1, 2, 0, 3, 6 },
		{ 0, 1, 10, 10, 10 },
		{ 0, 6, 0, 9, 3 + 3 + 6 + 6 + 9 },
		{ 1, 1, 78, 80, 80 },
		{ 1, 1, 90, 80, 80 },
		/* At the turn it stops for the rest of the frame. */
		{ 1, 6, -3, 0, -3 },
		{ 1, 6, -1, 0, -1 },
		{ 0, 6, -1, 0, -2 },
		{ 1, 1, -4, -1, -1 },
		{ 1, 3, -4, 0, -3 },
		{ UINT32_MAX, 2, 0, 3, 6 },
	};
	struct exh_keen_engine *e = engine_of(state);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object ob = { .yspeed = cases[i].yspeed };

		set_clock(e, cases[i].from, cases[i].tics);
		exh_keen_do_gravity(e, &ob);
		if (ob.yspeed != cases[i].expected || ob.ymove != cases[i].ymove)
			fail_msg("case %zu: %d, %d", i, ob.yspeed, ob.ymove);
	}
}

static void speeds_grow_and_shrink_in_odd_tics(void **state)
{
	static const struct {
		int16_t xspeed, dir, expected, xmove, xdir;
	} cases[] = {
		{ 0, 2, 2, 4, 5 },     { 23, 2, 24, 48, 5 }, { -24, -2, -24, -48, 5 },
		{ -1, 2, 1, 2, 1 },    { -2, 2, 0, 0, 1 },   { 1, -2, -1, -2, -1 },
		{ 0, -2, -2, -4, -1 }, { 40, 2, 24, 48, 5 },
	};
	static const struct {
		int16_t xspeed, expected;
	} frictions[] = { { 0, 0 }, { 5, 4 }, { -5, -4 }, { 1, 0 }, { -1, 0 } };
	struct exh_keen_engine *e = engine_of(state);

	set_clock(e, 1, 2);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct object ob = { .xspeed = cases[i].xspeed, .xdir = 5 };

		exh_keen_accelerate_x(e, &ob, cases[i].dir, 24);
		if (ob.xspeed != cases[i].expected || ob.xmove != cases[i].xmove ||
		    ob.xdir != cases[i].xdir)
			fail_msg("case %zu: %d, %d, %d", i, ob.xspeed, ob.xmove, ob.xdir);
	}
	for (size_t i = 0; i < sizeof frictions / sizeof *frictions; i++) {
		struct object ob = { .xspeed = frictions[i].xspeed };

		exh_keen_friction_x(e, &ob);
		assert_int_equal(ob.xspeed, frictions[i].expected);
		assert_int_equal(ob.xmove, 2 * frictions[i].expected);
	}
	/* Never reverses the direction, however long. */
	for (int16_t xspeed = -2; xspeed <= 2; xspeed++) {
		struct object ob = { .xspeed = xspeed };

		set_clock(e, 1, 6);
		exh_keen_friction_x(e, &ob);
		assert_int_equal(ob.xspeed, 0);
	}
}

static void flying_things_go_on(void **state)
{
	struct exh_keen_engine *e = engine_of(state);
	struct object ob = { .xspeed = -48, .yspeed = 10, .xmove = 99 };

	set_clock(e, 0, 5);
	exh_keen_velocity_think(e, &ob);
	assert_int_equal(ob.xmove, -240);
	assert_int_equal(ob.ymove, 50);
	ob.ymove = 0;
	exh_keen_projectile_think(e, &ob);
	assert_int_equal(ob.xmove, -240);
	assert_int_equal(ob.yspeed, 16);
	assert_int_equal(ob.ymove, 10 + 13 + 13 + 16 + 16);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up_shapes, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(floors_of_all_kinds_stop_a_fall),
		CASE(a_floor_is_met_from_above_alone),
		CASE(ceilings_stop_a_rise),
		CASE(a_ceiling_is_left_by_less_than_a_tile),
		CASE(at_the_level_s_top_nothing_wraps),
		CASE(sides_stop_who_goes_towards_them),
		CASE(the_player_is_always_stopped),
		CASE(who_stands_on_a_slope_is_not_stopped_by_its_row),
		CASE(moves_have_limits),
		CASE(solid_objects_push_as_far_as_they_came),
		CASE(who_is_on_a_solid_object_goes_with_it),
		CASE(a_cart_squashes_keen_against_a_wall),
		CASE(gravity_pulls_in_odd_tics),
		CASE(speeds_grow_and_shrink_in_odd_tics),
		CASE(flying_things_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
