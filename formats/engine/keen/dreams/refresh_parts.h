/* Interfaces between the files of the refresh manager. */
#ifndef EXH_ENGINE_KEEN_DREAMS_REFRESH_PARTS_H
#define EXH_ENGINE_KEEN_DREAMS_REFRESH_PARTS_H

#include "dreams_parts.h"

#include <string.h>

/*
 * Blits in the card's memory: lines of 512 pixels that wrap at its end. The original uses
 * write modes 0 and 1 plane by plane; here all planes are written at once. Source:
 * keen-engine 2, "Primitive blits".
 */

struct memory {
	uint8_t *pixels;
	uint32_t last; /* last pixel: a power of 2, less 1 */
};

/* True if this number of lines and pixels from `at` does not reach the end of memory. */
static inline bool is_whole(const struct memory *m, uint32_t at, uint32_t width,
			    uint32_t height)
{
	return at + (height - 1) * LINE_PIXELS + width <= m->last + 1;
}

/* Draws 16 by 16 pixels at a multiple of 16 pixels: lines do not wrap, only the tile
 * does. */
static inline void rf_blit_tile(const struct memory *m, uint32_t at, const uint64_t *tile)
{
	if (is_whole(m, at, TILE_SIDE, TILE_SIDE)) {
		for (unsigned y = 0; y < TILE_SIDE; y++)
			memcpy(m->pixels + at + (size_t)LINE_PIXELS * y,
			       tile + (size_t)TILE_ROW_CELLS * y, TILE_SIDE);
		return;
	}
	for (unsigned y = 0; y < TILE_SIDE; y++)
		memcpy(m->pixels + ((at + LINE_PIXELS * y) & m->last),
		       tile + (size_t)TILE_ROW_CELLS * y, TILE_SIDE);
}

/* Copies a tile through the latches, between places that don't overlap. */
static inline void rf_blit_copy_tile(const struct memory *m, uint32_t to, uint32_t from)
{
	if (is_whole(m, to, TILE_SIDE, TILE_SIDE) &&
	    is_whole(m, from, TILE_SIDE, TILE_SIDE)) {
		for (size_t y = 0; y < (size_t)LINE_PIXELS * TILE_SIDE; y += LINE_PIXELS)
			memcpy(m->pixels + to + y, m->pixels + from + y, TILE_SIDE);
		return;
	}
	for (uint32_t y = 0; y < LINE_PIXELS * TILE_SIDE; y += LINE_PIXELS)
		memcpy(m->pixels + ((to + y) & m->last),
		       m->pixels + ((from + y) & m->last), TILE_SIDE);
}

/* Copies any size; both places and the width are multiples of 8 pixels. */
void exh_keen_rf_blit_copy(const struct memory *m, uint32_t to, uint32_t from,
			   uint32_t width, uint32_t height);
/* MaskBlock at any pixel. */
void exh_keen_rf_blit_masked(const struct memory *m, uint32_t at,
			     const struct masked_cell *cells, uint32_t row_cells,
			     uint32_t height);

/*
 * Positions in memory and in the update windows.
 */

enum {
	MASTER = 2,	      /* index in screenstart */
	FIRST_CHAIN = 0xc000, /* first info cell that is a reference to a chain */
	CHAIN_ENDED = INT16_MIN,
	FOREGROUND_BIT = 0x8000,
	PORT_PIXELS = PORT_COLUMNS * TILE_SIDE,
	PORT_LINES = PORT_ROWS * TILE_SIDE,
	WINDOW_WORDS = (UPDATE_WINDOW + 7) / 8,
};

#define NOT_STALE UINT32_MAX

/* Cells of the port, both ends included. */
struct cell_range {
	int left, top, right, bottom;
};

static inline bool is_cga(const struct exh_keen_engine *e)
{
	return e->game->video == EXH_KEEN_CGA;
}

static inline uint8_t *window_of(struct exh_keen_engine *e, unsigned page)
{
	return e->rf.update[page] + e->rf.updatestart[page];
}

/* Returns eight marks as bytes; 0 past the window. */
static inline uint64_t window_word(const uint8_t *window, unsigned i)
{
	uint64_t word = 0;

	if (i < UPDATE_WINDOW / 8)
		memcpy(&word, window + (size_t)8 * i, 8);
	else
		memcpy(&word, window + (size_t)8 * i, UPDATE_WINDOW % 8);
	return word;
}

/* Returns the last pixel of memory; both sizes of memory are powers of two. */
static inline uint32_t rf_last_pixel(const struct exh_keen_engine *e)
{
	return (is_cga(e) ? EXH_EGA_PIXELS / 2 : EXH_EGA_PIXELS) - 1;
}

static inline struct memory memory_of(struct exh_keen_engine *e)
{
	return (struct memory){ e->ega.pixels, e->rf.last_pixel };
}

/* Returns the offset of a cell from the start of a port, in pixels. */
static inline uint32_t cell_offset(unsigned column, unsigned row)
{
	return row * (TILE_SIDE * LINE_PIXELS) + column * TILE_SIDE;
}

/*
 * Tiles (refresh_tiles.c).
 */

void exh_keen_rf_find_animations(struct exh_keen_engine *e);
void exh_keen_rf_check_animation(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* Removes the cells in this column, or row, of the level from the list. */
void exh_keen_rf_drop_animated(struct exh_keen_engine *e, bool column, uint16_t place);
void exh_keen_rf_animate(struct exh_keen_engine *e);

/* A cell of the port shows another tile. Dreams' method draws it to the master page,
 * through the cache, and marks it; the other methods note what its cache would make of
 * it. */
void exh_keen_rf_enter_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
/* Keen 1's method: draws the cell if it shows another tile, or always. */
void exh_keen_rf_changed_tile(struct exh_keen_engine *e, unsigned column, unsigned row,
			      bool always);
/* Only draws a cell to the master page. */
void exh_keen_rf_compose_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
void exh_keen_rf_copy_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
/* True if both pages show the same at the cell. */
bool exh_keen_rf_shows_same(const struct exh_keen_engine *e, unsigned column,
			    unsigned row);

/* Steps 2 and 4's MaskForeground. */
void exh_keen_rf_update_tiles(struct exh_keen_engine *e);
void exh_keen_rf_mask_foreground(struct exh_keen_engine *e);

/*
 * Sprites (refresh_sprites.c).
 */

void exh_keen_rf_clear_sprites(struct exh_keen_engine *e);
/* Keen 1's method: the port moves in the level but stays where it is in memory. */
void exh_keen_rf_move_sprites(struct exh_keen_engine *e);
void exh_keen_rf_erase_blocks(struct exh_keen_engine *e);
void exh_keen_rf_update_sprites(struct exh_keen_engine *e);

/*
 * The card's registers (refresh_screen.c).
 */

/* SetScreen: sets the start, waits for the retrace, then sets the panning. pixel: in
 * memory, even. */
void exh_keen_rf_set_screen(struct exh_keen_engine *e, uint32_t pixel);
/* Resets the card as the BIOS does, with lines of 512 pixels, and black. */
void exh_keen_rf_reset_screen(struct exh_keen_engine *e);

#endif
