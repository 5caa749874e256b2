/*
 * The refresh manager: the port, its two pages and the master page in the card's memory,
 * update arrays, sprites, animated tiles. Source: keen-engine 3, 4.
 *
 * Memory is counted in pixels of 512 a line, EGA's and CGA's alike, and wraps: EGA has
 * 65536 addresses of 8 pixels, CGA's buffer 65536 of 4.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_REFRESH_H
#define EXH_ENGINE_KEEN_DREAMS_REFRESH_H

#include "exhume/keen_engine.h"

enum {
	LINE_PIXELS = 512,
	PORT_COLUMNS = EXH_KEEN_PORT_COLUMNS,
	PORT_ROWS = EXH_KEEN_PORT_ROWS,
	PORT_CELLS = PORT_COLUMNS * PORT_ROWS,
	UPDATE_COLUMNS = 22, /* a column more, which stays 0 */
	UPDATE_SPARE = 48,
	UPDATE_WINDOW = UPDATE_COLUMNS * PORT_ROWS,
	UPDATE_SIZE = UPDATE_SPARE + UPDATE_WINDOW + UPDATE_SPARE,
	MOST_CACHED_TILES = 4096, /* others are drawn each time */
	STALE_SIDE = 64, /* cells, of which those that show a wrong tile are known */
	MOST_SPRITES = 100,
	MOST_ERASES = 400,
	MOST_ANIMATIONS = 1024, /* chains; the original has room for 50 */
	/* In view; the original has room for 90. A cell can be in the list twice, with
	 * both of its tiles, and some are before those that leave are taken out. */
	MOST_ANIMATED_CELLS = 1400,
	PRIORITIES = 4,
};

struct exh_keen_engine;

struct erase_block {
	/* Addresses and lines of the level; in Keen 1's way erases are of the port. */
	uint16_t screenx, screeny, width, height;
};

struct refresh_sprite {
	/* As placed; shifted copies are an address wider. */
	struct erase_block block;
	uint16_t chunk;
	uint8_t shift; /* pixels to the right of screenx that it is drawn */
	uint8_t priority, updatecount;
	uint16_t next,
		prev; /* in its priority's list, or of those that are free; 0: none */
};

struct animation_chain {
	uint16_t tile; /* that is shown now; foreground has bit 15 */
	int16_t count; /* ticks left; CHAIN_ENDED: it stays as it is */
};

struct animated_cell {
	uint16_t x, y, tile, chain;
};

/* Sums of the refreshes since exh_keen_rf_counts_clear: new tiles are those of a refresh
 * that were drawn since the one before. */
struct refresh_counts {
	uint32_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
	uint32_t erased_addresses, sprite_addresses;
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
	uint32_t last_pixel;		       /* of memory: a power of 2, less 1 */
	uint32_t screenstart[3];	       /* pixels of the card's memory */
	uint8_t screenpage, otherpage;
	uint32_t shown; /* pixel at the screen's top left */

	/* Some bytes more, that are read in words. */
	uint8_t update[2][UPDATE_SIZE + 8];
	uint16_t updatestart[2]; /* where the window begins */
	uint8_t last_updates[UPDATE_WINDOW], earlier_updates[UPDATE_WINDOW];
	/* A sprite was drawn so far out of the port that it came in again on the other
	 * side, in cells that are not marked. */
	bool spilled;

	uint32_t tilecache[MOST_CACHED_TILES]; /* pixel of memory, of the master page; 0:
						  none */

	/* Tiles, foreground << 16. Keen 1's way: those that the master page shows. All
	 * but Dreams' way, whose cache has cells of the level then, y << 16, x: what
	 * Dreams would show at a cell; NOT_STALE: what is there. */
	uint32_t shown_tiles[PORT_CELLS];
	uint32_t stale_tiles[STALE_SIDE][STALE_SIDE];

	uint16_t chain_count, animated_count;
	bool animation_due; /* cells may differ from their chains */
	struct animation_chain chains[MOST_ANIMATIONS];
	struct animated_cell
		animated[MOST_ANIMATED_CELLS]; /* the last is the list's head */

	struct refresh_sprite sprites[MOST_SPRITES + 1]; /* by handle: 0 is none */
	uint16_t free_sprite, first_sprite[PRIORITIES];
	struct erase_block erases[2][MOST_ERASES];
	uint16_t erase_count[2];

	uint8_t fade_in; /* refreshes left until the hook of a level's start; 0: none */
	uint32_t new_tiles; /* since the last refresh */
	struct refresh_counts counts;
};

/*
 * A level is in e->planes, and its info plane was scanned for objects: here its animated
 * cells get references to their animation. Borders are set, nothing is drawn yet, there
 * are no sprites, the card is as the BIOS leaves it, black, and the hook of the second
 * refresh is set. Of rf, variant and compatible_vga are the caller's.
 */
void exh_keen_rf_level_start(struct exh_keen_engine *e);
void exh_keen_rf_counts_clear(struct exh_keen_engine *e);

void exh_keen_rf_new_position(struct exh_keen_engine *e, uint16_t x, uint16_t y);
/* By units. */
void exh_keen_rf_scroll(struct exh_keen_engine *e, int16_t dx, int16_t dy);
/* handle: object.sprite; 0: it gets one, if there is one left. x, y: units; chunk 0:
 * removes it. */
void exh_keen_rf_place_sprite(struct exh_keen_engine *e, uint16_t *handle, uint16_t x,
			      uint16_t y, uint16_t chunk, unsigned priority);
void exh_keen_rf_remove_sprite(struct exh_keen_engine *e, uint16_t *handle);
/* One displayed frame: steps 1 to 9 of keen-engine 4, the clock included. */
void exh_keen_rf_refresh(struct exh_keen_engine *e);
void exh_keen_rf_force_refresh(struct exh_keen_engine *e);

/* After a refresh, the only one in its frame, and at the same origin: which cells may
 * differ from what was on the screen before. UPDATE_COLUMNS a row. */
void exh_keen_rf_changed_cells(const struct exh_keen_engine *e,
			       uint8_t cells[UPDATE_WINDOW]);

/* Of a state that was read: what it goes on with is within its bounds. */
bool exh_keen_rf_is_sound(const struct exh_keen_engine *e);

/* Pixels of the screen's top left from the start of its port: LINE_PIXELS a line. */
uint32_t exh_keen_rf_pan(const struct exh_keen_engine *e);

/* What is on the monitor after a refresh: 320 by 200, and its palette. */
void exh_keen_rf_picture(const struct exh_keen_engine *e, uint8_t *pixels);
void exh_keen_rf_palette(const struct exh_keen_engine *e, struct exh_palette *palette);

#endif
