/*
 * A game's assets as the core needs them: tiles and sprites as pixels, levels, sounds.
 * Read-only: engines share it.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_GAME_H
#define EXH_ENGINE_KEEN_DREAMS_GAME_H

#include "exhume/keen_engine.h"

enum {
	TILE_SIDE = 16,
	TILE_ROW_CELLS = 2, /* of 8 pixels */
	TILE_CELLS = TILE_SIDE * TILE_ROW_CELLS,
	SCOREBOX_CHUNK = 212,
	CELL_PIXELS = 8,
};

/* Eight pixels, a byte each, and a mask of 0xff where the background is kept: memory
 * becomes (memory & mask) | data. Pixels are 0 where the mask is set. */
struct masked_cell {
	uint64_t mask, data;
};

struct exh_keen_game_sprite {
	bool present;
	uint8_t shifts;	    /* 1, 2, 4; CGA: 1 */
	uint16_t width;	    /* addresses: of 8 pixels, CGA of 4 */
	uint16_t height;    /* lines */
	uint16_t row_cells; /* of cells, in a row: CGA has half as many, rounded up */
	int16_t orgx, orgy; /* units */
	int16_t xl, yl, xh, yh;
	const struct masked_cell *cells; /* row_cells * height */
};

struct exh_keen_game {
	enum exh_keen_video video;
	unsigned address_pixels; /* 8, CGA 4 */
	const struct exh_keen_maps *maps;
	const struct exh_keen_tile_info *info;
	/* Tables of tile_info, for all values of a cell: 0 after the last. */
	const uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT]; /* 65536 each */

	size_t tile_count;				      /* tile16 */
	const uint64_t (*tiles)[TILE_CELLS];		      /* absent ones are 0 */
	size_t masked_tile_count;			      /* tile16m */
	const struct masked_cell (*masked_tiles)[TILE_CELLS]; /* so are these: black */

	uint32_t first_sprite; /* chunk */
	size_t sprite_count;
	const struct exh_keen_game_sprite *sprites;

	/* Eight rows each; unmasked ones keep nothing. */
	size_t tile8_count, tile8m_count;
	struct masked_cell (*tile8)[8], (*tile8m)[8];

	bool has_font;
	struct exh_keen_font font;

	size_t sound_count; /* of each device */
	const struct exh_keen_effect *speaker_sounds, *adlib_sounds;
	uint32_t checksum; /* of all that a saved state depends on */
};

/* A sprite by its chunk; an absent one of size 0 if there is none. */
const struct exh_keen_game_sprite *exh_keen_game_sprite(const struct exh_keen_game *game,
							uint16_t chunk);

#endif
