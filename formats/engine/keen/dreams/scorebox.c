#include "dreams_parts.h"

#include <string.h>

enum {
	PLACE = 64, /* units from the origin; CGA twice as far */
	PRIORITY = 3,
	DIGITS = 10,
	/* Tiles of 8x8 pixels. */
	BLANK = 0,
	DIGIT_0 = 1,
	BOMB_ICON = 20,
	FLOWER_ICON = 28,
	ICON_SIDE = 2,
	/* Positions: columns of tiles, and lines. */
	SCORE_COLUMN = 2,
	SCORE_DIGITS = 6,
	SCORE_LINE = 4,
	LIVES_COLUMN = 2,
	ICON_COLUMN = 4,
	ICON_LINE = 16,
	ITEMS_COLUMN = 6,
	ITEMS_DIGITS = 2,
	LOWER_LINE = 20,
	MAX_ITEMS = 99,
	MAX_LIVES = 9,
};

/*
 * Paints into the sprite's data, as the game does. The mask stays, so that a pixel of a
 * tile is or-ed to the background where the mask is set.
 */

static void paint_tile(struct exh_keen_engine *e, unsigned tile, unsigned column,
		       unsigned line)
{
	struct masked_cell *cells = e->scorebox.cells;

	if (tile >= e->game->tile8_count || column >= SCOREBOX_CELLS)
		return;
	for (unsigned i = 0; i < CELL_PIXELS; i++)
		cells[(line + i) * SCOREBOX_CELLS + column].data =
			e->game->tile8[tile][i].data;
}

/* Right aligned in width columns; longer numbers extend to the right. */
static void paint_number(struct exh_keen_engine *e, uint32_t number, unsigned width,
			 unsigned column, unsigned line)
{
	uint8_t digits[DIGITS];
	unsigned count = 0;

	do {
		digits[count++] = (uint8_t)(number % 10);
		number /= 10;
	} while (number);
	for (; width > count; width--)
		paint_tile(e, BLANK, column++, line);
	while (count)
		paint_tile(e, DIGIT_0 + digits[--count], column++, line);
}

static void paint_icon(struct exh_keen_engine *e, unsigned tile)
{
	for (unsigned i = 0; i < ICON_SIDE * ICON_SIDE; i++)
		paint_tile(e, tile + i, ICON_COLUMN + i % ICON_SIDE,
			   ICON_LINE + i / ICON_SIDE * CELL_PIXELS);
}

/*
 * Contents of the score box.
 */

static bool show_score(struct exh_keen_engine *e)
{
	const int32_t score = e->gamestate.score;

	if (e->scorebox.painted && e->scorebox.score == score)
		return false;
	e->scorebox.score = score;
	paint_number(e, score > 0 ? (uint32_t)score : 0, SCORE_DIGITS, SCORE_COLUMN,
		     SCORE_LINE);
	return true;
}

/* QUIRK: the number of flowers is remembered even where bombs are shown. So a new number
 * of bombs that equals it is not painted, and any other number is painted in each frame.
 */
static bool show_items(struct exh_keen_engine *e)
{
	const bool bombs = e->gamestate.mapon == BOSS_MAP;
	const int16_t items =
		bombs ? e->gamestate.boobusbombs : e->gamestate.flowerpowers;

	if (e->scorebox.painted && e->scorebox.items == items)
		return false;
	e->scorebox.items = e->gamestate.flowerpowers;
	paint_icon(e, bombs ? BOMB_ICON : FLOWER_ICON);
	paint_number(e,
		     items < 0		 ? 0U
		     : items < MAX_ITEMS ? (uint32_t)items
					 : MAX_ITEMS,
		     ITEMS_DIGITS, ITEMS_COLUMN, LOWER_LINE);
	return true;
}

static bool show_lives(struct exh_keen_engine *e)
{
	const int16_t lives = e->gamestate.lives;
	unsigned tile = BLANK;

	if (e->scorebox.painted && e->scorebox.lives == lives)
		return false;
	e->scorebox.lives = lives;
	if (lives >= 0)
		tile = DIGIT_0 + (unsigned)(lives < MAX_LIVES ? lives : MAX_LIVES);
	paint_tile(e, tile, LIVES_COLUMN, LOWER_LINE);
	return true;
}

/*
 * The object.
 */

void exh_keen_spawn_scorebox(struct exh_keen_engine *e)
{
	const struct exh_keen_game_sprite *sprite =
		exh_keen_game_sprite(e->game, SCOREBOX_CHUNK);
	struct object *ob = exh_keen_object_new(e);

	e->scorebox = (struct scorebox){ 0 };
	if (sprite->present && sprite->row_cells == SCOREBOX_CELLS &&
	    sprite->height <= SCOREBOX_HEIGHT)
		memcpy(e->scorebox.cells, sprite->cells,
		       (size_t)SCOREBOX_CELLS * sprite->height * sizeof *sprite->cells);
	if (!ob)
		return;
	ob->obclass = CLASS_INERT;
	ob->active = ACTIVE_ALLWAYS;
	ob->needtoclip = false;
	exh_keen_new_state(e, ob, STATE_SCOREBOX);
}

void exh_keen_scorebox_think(struct exh_keen_engine *e, struct object *ob)
{
	bool changed = show_score(e);

	changed |= show_items(e);
	changed |= show_lives(e);
	e->scorebox.painted = true;
	if (changed)
		ob->needtoreact = true;
}

void exh_keen_scorebox_react(struct exh_keen_engine *e, struct object *ob)
{
	const uint16_t place = e->game->video == EXH_KEEN_CGA ? 2 * PLACE : PLACE;

	ob->x = e->rf.originx;
	ob->y = e->rf.originy;
	exh_keen_rf_place_sprite(e, &ob->sprite, (uint16_t)(ob->x + place),
				 (uint16_t)(ob->y + place), SCOREBOX_CHUNK, PRIORITY);
}
