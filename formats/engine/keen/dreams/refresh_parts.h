/* What the refresh manager's files say to each other. */
#ifndef EXH_ENGINE_KEEN_DREAMS_REFRESH_PARTS_H
#define EXH_ENGINE_KEEN_DREAMS_REFRESH_PARTS_H

#include "parts.h"
#include "refresh_blits.h"

#include <string.h>

enum {
	MASTER = 2,	      /* of screenstart */
	FIRST_CHAIN = 0xc000, /* info cells from there on are references to chains */
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

/* Eight marks, as bytes; 0 past the window. */
static inline uint64_t window_word(const uint8_t *window, unsigned i)
{
	uint64_t word = 0;

	if (i < UPDATE_WINDOW / 8)
		memcpy(&word, window + (size_t)8 * i, 8);
	else
		memcpy(&word, window + (size_t)8 * i, UPDATE_WINDOW % 8);
	return word;
}

/* Of memory: both of its sizes are powers of two. */
static inline uint32_t rf_last_pixel(const struct exh_keen_engine *e)
{
	return (is_cga(e) ? EXH_EGA_PIXELS / 2 : EXH_EGA_PIXELS) - 1;
}

static inline struct memory memory_of(struct exh_keen_engine *e)
{
	return (struct memory){ e->ega.pixels, e->rf.last_pixel };
}

/* From the start of a port, in pixels. */
static inline uint32_t cell_offset(unsigned column, unsigned row)
{
	return row * (TILE_SIDE * LINE_PIXELS) + column * TILE_SIDE;
}

/*
 * Tiles (refresh_tiles.c).
 */

void exh_keen_rf_find_animations(struct exh_keen_engine *e);
void exh_keen_rf_check_animation(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* Drops the cells of the list that are in that column, or row, of the level. */
void exh_keen_rf_drop_column(struct exh_keen_engine *e, uint16_t x);
void exh_keen_rf_drop_row(struct exh_keen_engine *e, uint16_t y);
void exh_keen_rf_animate(struct exh_keen_engine *e);

/* Draws a cell of the port to the master page, through the cache, and marks it. */
void exh_keen_rf_new_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
/* Keen 1's way: draws it if the cell shows something else, or always. */
void exh_keen_rf_changed_tile(struct exh_keen_engine *e, unsigned column, unsigned row,
			      bool always);
/* In the other ways, where Dreams draws a cell: what its cache would make of it. */
void exh_keen_rf_note_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
/* Draws a cell to the master page, and nothing else. */
void exh_keen_rf_compose_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
void exh_keen_rf_copy_tile(struct exh_keen_engine *e, unsigned column, unsigned row);
/* Of both pages. */
bool exh_keen_rf_shows_same(const struct exh_keen_engine *e, unsigned column,
			    unsigned row);

/* Steps 2 and 4's MaskForeground. */
void exh_keen_rf_update_tiles(struct exh_keen_engine *e);
void exh_keen_rf_mask_foreground(struct exh_keen_engine *e);

/*
 * Sprites (refresh_sprites.c).
 */

void exh_keen_rf_clear_sprites(struct exh_keen_engine *e);
/* Keen 1's way: the port moves to another place but stays where it is in memory. */
void exh_keen_rf_move_sprites(struct exh_keen_engine *e);
void exh_keen_rf_erase_blocks(struct exh_keen_engine *e);
void exh_keen_rf_update_sprites(struct exh_keen_engine *e);

/*
 * The card's registers (refresh_screen.c).
 */

/* SetScreen: the start, the retrace, then the panning. pixel: of memory, even. */
void exh_keen_rf_set_screen(struct exh_keen_engine *e, uint32_t pixel);
/* As the BIOS leaves it, with lines of 512 pixels, and black. */
void exh_keen_rf_reset_screen(struct exh_keen_engine *e);

#endif
