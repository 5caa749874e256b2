/*
 * The refresh manager: the port, its two pages and the master page in the card's memory,
 * update arrays, sprites, animated tiles. Source: keen-engine 3, 4.
 *
 * Memory is counted in pixels of 512 a line, EGA's and CGA's alike, and wraps: EGA has
 * 65536 addresses of 8 pixels, CGA's buffer 65536 of 4.
 */
#ifndef EXH_ENGINE_KEEN_REFRESH_H
#define EXH_ENGINE_KEEN_REFRESH_H

#include "exhume/keen_engine.h"

enum {
	LINE_PIXELS = 512,
	PORT_COLUMNS = EXH_KEEN_PORT_COLUMNS,
	PORT_ROWS = EXH_KEEN_PORT_ROWS,
	UPDATE_COLUMNS = 22, /* a column more, which stays 0 */
	UPDATE_SPARE = 48,
	UPDATE_WINDOW = 308,
	UPDATE_SIZE = 406,
	MOST_CACHED_TILES = 4096, /* others are drawn each time */
	MOST_SPRITES = 100,
	MOST_ERASES = 400,
	MOST_ANIMATIONS = 1024,	   /* chains; the original has room for 50 */
	MOST_ANIMATED_CELLS = 512, /* in view; the original has room for 90 */
	PRIORITIES = 4,
};

struct exh_keen_engine;

struct erase_block {
	uint16_t screenx, screeny, width, height; /* addresses and lines of the level */
};

struct refresh_sprite {
	uint16_t screenx, screeny; /* address and line of the level */
	uint16_t width,
		height; /* as placed: addresses (shifted copies one more), lines */
	uint16_t chunk;
	uint8_t shift; /* pixels to the right of screenx that it is drawn */
	uint8_t priority, updatecount;
	uint16_t next, prev; /* in its priority's list, or of those that are free */
};

struct animation_chain {
	uint16_t tile; /* that is shown now; foreground has bit 15 */
	int16_t count; /* ticks left */
};

struct animated_cell {
	uint16_t x, y, tile, chain;
};

/* Sums since refresh_count_clear. */
struct refresh_counts {
	uint32_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
	uint16_t refreshes;
	uint16_t marks[3]; /* of the last refresh */
};

struct refresh {
	enum exh_keen_refresh variant;
	bool compatible_vga;
	/* The origin, units; and what follows from it. */
	uint16_t originx, originy, originxtile, originytile;
	uint16_t originxmin, originymin, originxmax, originymax;
	uint16_t originxscreen, originyscreen; /* addresses, lines */
	uint16_t panx, pany;		       /* pixels: of the level, 0 to 15 */
	uint32_t screenstart[3];	       /* pixels of the card's memory */
	uint8_t screenpage, otherpage;
	uint32_t shown; /* pixel at the screen's top left */

	uint8_t update[2][UPDATE_SIZE];
	uint16_t updatestart[2]; /* where the window begins */
	uint8_t last_updates[UPDATE_WINDOW];

	uint32_t tilecache[MOST_CACHED_TILES]; /* pixel of the master page; 0: none */

	uint16_t chain_count, animated_count;
	struct animation_chain chains[MOST_ANIMATIONS];
	struct animated_cell
		animated[MOST_ANIMATED_CELLS]; /* the last is the list's head */

	struct refresh_sprite sprites[MOST_SPRITES];
	uint16_t free_sprite, first_sprite[PRIORITIES];
	struct erase_block erases[2][MOST_ERASES];
	uint16_t erase_count[2];

	uint8_t fade_in; /* refreshes left until the hook of a level's start; 0: none */
	struct refresh_counts counts;
};

/* A level is in e->planes: borders, animated tiles, nothing drawn yet, no sprites; the
 * hook of the second refresh is set. */
void rf_level_start(struct exh_keen_engine *e);
void rf_counts_clear(struct exh_keen_engine *e);

void rf_new_position(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* By units. */
void rf_scroll(struct exh_keen_engine *e, int16_t dx, int16_t dy);
/* handle: object.sprite; 0: it gets one. x, y: units; chunk 0: removes it. */
void rf_place_sprite(struct exh_keen_engine *e, uint16_t *handle, uint16_t x, uint16_t y,
		     uint16_t chunk, unsigned priority);
void rf_remove_sprite(struct exh_keen_engine *e, uint16_t *handle);
/* One displayed frame: steps 1 to 9 of keen-engine 4, the clock included. */
void rf_refresh(struct exh_keen_engine *e);
void rf_force_refresh(struct exh_keen_engine *e);

#endif
