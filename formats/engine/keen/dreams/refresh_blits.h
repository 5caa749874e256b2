/*
 * Blits in the card's memory: lines of 512 pixels that wrap at its end. What the original
 * does with write modes 0 and 1 plane by plane is done to all planes at once here.
 * Source: keen-engine 2, "Primitive blits".
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_REFRESH_BLITS_H
#define EXH_ENGINE_KEEN_DREAMS_REFRESH_BLITS_H

#include "game.h"
#include "state.h"

#include <string.h>

struct memory {
	uint8_t *pixels;
	uint32_t last; /* pixel: a power of 2, less 1 */
};

/* The wanted number of lines and pixels, from there on, does not reach the end. */
static inline bool is_whole(const struct memory *m, uint32_t at, uint32_t width,
			    uint32_t height)
{
	return at + (height - 1) * LINE_PIXELS + width <= m->last + 1;
}

/* 16 by 16, at a multiple of 16 pixels: lines do not wrap, only the tile does. */
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

/* Latch copies between places that don't overlap. */
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

/* Any size; both places are multiples of 8 pixels, as is the width. */
void exh_keen_rf_blit_copy(const struct memory *m, uint32_t to, uint32_t from,
			   uint32_t width, uint32_t height);
/* MaskBlock, at any pixel. */
void exh_keen_rf_blit_masked(const struct memory *m, uint32_t at,
			     const struct masked_cell *cells, uint32_t row_cells,
			     uint32_t height);

#endif
