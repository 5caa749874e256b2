#include "refresh_parts.h"

#include "../../../base/testing.h"

static struct exh_keen_engine engine; /* large */
static struct exh_keen_game game;
static struct exh_keen_game_sprite box;
static struct masked_cell box_cells[SCOREBOX_CELLS * SCOREBOX_HEIGHT];
/* Tile n has n in each pixel of its row 0, 100 + n in those of row 7, else 50 + n. */
static struct masked_cell tiles[40][CELL_PIXELS];
static uint64_t eight(unsigned value)
{
	return value * UINT64_C(0x0101010101010101);
}

static struct object *start(void)
{
	memset(&engine, 0, sizeof engine);
	for (unsigned i = 0; i < 40; i++)
		for (unsigned y = 0; y < CELL_PIXELS; y++)
			tiles[i][y].data = eight(y == 0			? i
						 : y == CELL_PIXELS - 1 ? 100 + i
									: 50 + i);
	for (unsigned i = 0; i < SCOREBOX_CELLS * SCOREBOX_HEIGHT; i++)
		box_cells[i] =
			(struct masked_cell){ i % 3 ? 0 : eight(0xff), eight(200) };
	box = (struct exh_keen_game_sprite){ .present = true,
					     .width = SCOREBOX_CELLS,
					     .row_cells = SCOREBOX_CELLS,
					     .height = SCOREBOX_HEIGHT,
					     .cells = box_cells };
	game = (struct exh_keen_game){ .address_pixels = 8,
				       .first_sprite = SCOREBOX_CHUNK,
				       .sprites = &box,
				       .sprite_count = 1,
				       .tile8 = tiles,
				       .tile8_count = 40 };
	engine.game = &game;
	engine.states = exh_keen_states;
	engine.gamestate.lives = 3;
	exh_keen_rf_clear_sprites(&engine);
	exh_keen_objects_clear(&engine);
	exh_keen_object_new(&engine); /* the player */
	exh_keen_spawn_scorebox(&engine);
	return &engine.objects[SCOREBOX_SLOT];
}

/* Returns the tile in the box at a position; 200: none was painted. */
static unsigned tile_at(unsigned column, unsigned line)
{
	const struct masked_cell *cell =
		&engine.scorebox.cells[line * SCOREBOX_CELLS + column];
	const unsigned tile = (unsigned)(cell->data & 0xff);

	assert_true(cell->data == eight(tile));
	if (tile == 200)
		return tile;
	for (unsigned y = 0; y < CELL_PIXELS; y++)
		assert_true(cell[y * SCOREBOX_CELLS].data == tiles[tile][y].data);
	return tile;
}

static void assert_tiles(unsigned column, unsigned line, const uint8_t *expected,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_int_equal(tile_at(column + (unsigned)i, line), expected[i]);
}

#define ASSERT_TILES(column, line, ...)                                  \
	assert_tiles((column), (line), (const uint8_t[]){ __VA_ARGS__ }, \
		     sizeof((const uint8_t[]){ __VA_ARGS__ }))

static void it_is_an_inert_object_that_is_always_active(void **state)
{
	const struct object *ob = start();

	(void)state;
	assert_int_equal(ob->obclass, CLASS_INERT);
	assert_int_equal(ob->active, ACTIVE_ALLWAYS);
	assert_false(ob->needtoclip);
	assert_int_equal(ob->state, STATE_SCOREBOX);
	assert_int_equal(ob->shapenum, 0);
	assert_int_equal(engine.object_count, 2);
	assert_true(ob->used);
	ASSERT_TILES(0, 4, 200, 200, 200, 200, 200, 200, 200, 200, 200);
}

static void it_shows_score_lives_and_flowers(void **state)
{
	struct object *ob = start();

	(void)state;
	engine.gamestate.score = 12050;
	engine.gamestate.flowerpowers = 7;
	engine.gamestate.boobusbombs = 12;
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	ASSERT_TILES(0, 4, 200, 200, 0, 2, 3, 1, 6, 1, 200);
	ASSERT_TILES(0, 20, 200, 200, 4);
	ASSERT_TILES(6, 20, 0, 8, 200);
	ASSERT_TILES(3, 16, 200, 28, 29, 200);
	ASSERT_TILES(3, 24, 200, 30, 31);
}

static void masks_stay_and_nothing_else_is_painted(void **state)
{
	struct object *ob = start();
	unsigned painted = 0;

	(void)state;
	engine.gamestate.score = 999999;
	exh_keen_scorebox_think(&engine, ob);
	for (unsigned i = 0; i < SCOREBOX_CELLS * SCOREBOX_HEIGHT; i++) {
		assert_true(engine.scorebox.cells[i].mask == box_cells[i].mask);
		painted += engine.scorebox.cells[i].data != eight(200);
	}
	assert_int_equal(painted, (6 + 1 + 2 + 4) * CELL_PIXELS);
}

static void it_is_painted_where_a_number_changes(void **state)
{
	struct object *ob = start();

	(void)state;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(2, 4, 0, 0, 0, 0, 0, 1);
	ob->needtoreact = false;
	exh_keen_scorebox_think(&engine, ob);
	assert_false(ob->needtoreact);
	engine.gamestate.score = 100;
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	ASSERT_TILES(2, 4, 0, 0, 0, 2, 1, 1);
	ob->needtoreact = false;
	engine.gamestate.flowerpowers = 10;
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	ASSERT_TILES(6, 20, 2, 1);
	ob->needtoreact = false;
	engine.gamestate.lives = 2;
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	ASSERT_TILES(2, 20, 3);
	ob->needtoreact = false;
	engine.gamestate.boobusbombs = 1; /* not shown here */
	exh_keen_scorebox_think(&engine, ob);
	assert_false(ob->needtoreact);
}

static void king_boobus_map_has_bombs(void **state)
{
	struct object *ob = start();

	(void)state;
	engine.gamestate.mapon = BOSS_MAP;
	engine.gamestate.boobusbombs = 12;
	engine.gamestate.flowerpowers = 3;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(6, 20, 2, 3);
	ASSERT_TILES(4, 16, 20, 21);
	ASSERT_TILES(4, 24, 22, 23);
	ob = start();
	engine.gamestate.mapon = 1;
	engine.gamestate.flowerpowers = 3;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(6, 20, 0, 4);
	ASSERT_TILES(4, 16, 28, 29);
}

/* QUIRK of show_items. */
static void bombs_as_many_as_flowers_are_not_painted(void **state)
{
	struct object *ob = start();

	(void)state;
	engine.gamestate.mapon = BOSS_MAP;
	engine.gamestate.boobusbombs = 3;
	engine.gamestate.flowerpowers = 3;
	exh_keen_scorebox_think(&engine, ob); /* painted the first time */
	ASSERT_TILES(6, 20, 0, 4);
	ob->needtoreact = false;
	exh_keen_scorebox_think(&engine, ob);
	assert_false(ob->needtoreact);
	engine.gamestate.boobusbombs = 4;
	for (unsigned i = 0; i < 3; i++) { /* again and again */
		ob->needtoreact = false;
		exh_keen_scorebox_think(&engine, ob);
		assert_true(ob->needtoreact);
		ASSERT_TILES(6, 20, 0, 5);
	}
	engine.gamestate.boobusbombs = 3;
	ob->needtoreact = false;
	exh_keen_scorebox_think(&engine, ob);
	assert_false(ob->needtoreact);
	ASSERT_TILES(6, 20, 0, 5);
	engine.gamestate.boobusbombs = 2;
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	ASSERT_TILES(6, 20, 0, 3);
}

static void numbers_have_their_ends(void **state)
{
	struct object *ob = start();

	(void)state;
	engine.gamestate.lives = 10;
	engine.gamestate.flowerpowers = 100;
	engine.gamestate.score = 1234567;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(2, 20, 10);
	ASSERT_TILES(6, 20, 10, 10);
	ASSERT_TILES(1, 4, 200, 2, 3, 4, 5, 6, 7, 8);
	engine.gamestate.score = INT32_MAX; /* cut at the box's edge */
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(1, 4, 200, 3, 2, 5, 8, 5, 9, 4);
	ASSERT_TILES(0, 5, 200);
	engine.gamestate.score = -5;
	engine.gamestate.lives = -1;
	engine.gamestate.flowerpowers = -1;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(2, 4, 0, 0, 0, 0, 0, 1);
	ASSERT_TILES(2, 20, 0);
	ASSERT_TILES(6, 20, 0, 1);
}

static void assert_placed(const struct object *ob, uint16_t address, uint16_t line)
{
	const struct refresh_sprite *sprite = &engine.rf.sprites[ob->sprite];

	assert_int_not_equal(ob->sprite, 0);
	assert_int_equal(sprite->chunk, 212);
	assert_int_equal(sprite->priority, 3);
	assert_int_equal(sprite->block.screenx, address);
	assert_int_equal(sprite->block.screeny, line);
}

/* Units 1000 and 2000 are pixels 62.5 and 125. */
static void it_is_placed_at_the_origin(void **state)
{
	struct object *ob = start();

	(void)state;
	engine.rf.originx = 1000;
	engine.rf.originy = 2000;
	exh_keen_scorebox_react(&engine, ob);
	assert_int_equal(ob->x, 1000);
	assert_int_equal(ob->y, 2000);
	assert_placed(ob, 66 / 8, 129);
	game.video = EXH_KEEN_CGA;
	game.address_pixels = 4;
	exh_keen_scorebox_react(&engine, ob);
	assert_placed(ob, 70 / 4, 133);
}

static void no_tiles_or_a_sprite_of_another_size_are_no_harm(void **state)
{
	struct object *ob = start();

	(void)state;
	game.tile8_count = 5;
	engine.gamestate.score = 1239;
	exh_keen_scorebox_think(&engine, ob);
	ASSERT_TILES(2, 4, 0, 0, 2, 3, 4, 200);

	start();
	box.height = 3; /* a lower one is painted where the other would be */
	box.cells = (struct masked_cell *)tight_copy(
		box_cells, SCOREBOX_CELLS * 3 * sizeof *box_cells);
	exh_keen_spawn_scorebox(&engine);
	assert_memory_equal(engine.scorebox.cells, box.cells,
			    SCOREBOX_CELLS * 3 * sizeof *box_cells);
	exh_keen_scorebox_think(&engine, ob);
	assert_true(ob->needtoreact);
	free((void *)box.cells);

	box.height = SCOREBOX_HEIGHT + 1; /* not read */
	exh_keen_spawn_scorebox(&engine);
	exh_keen_scorebox_think(&engine, ob);

	box = (struct exh_keen_game_sprite){ 0 };
	game.tile8 = NULL;
	game.tile8_count = 0;
	exh_keen_spawn_scorebox(&engine);
	exh_keen_scorebox_think(&engine, ob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_an_inert_object_that_is_always_active),
		cmocka_unit_test(it_shows_score_lives_and_flowers),
		cmocka_unit_test(masks_stay_and_nothing_else_is_painted),
		cmocka_unit_test(it_is_painted_where_a_number_changes),
		cmocka_unit_test(king_boobus_map_has_bombs),
		cmocka_unit_test(bombs_as_many_as_flowers_are_not_painted),
		cmocka_unit_test(numbers_have_their_ends),
		cmocka_unit_test(it_is_placed_at_the_origin),
		cmocka_unit_test(no_tiles_or_a_sprite_of_another_size_are_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
