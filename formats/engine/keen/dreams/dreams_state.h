/*
 * All that a run of Keen Dreams remembers.
 *
 * All arithmetic is that of a 16-bit program: int is int16_t, unsigned uint16_t, both
 * wrap; comparisons of the two are unsigned. Source: keen-engine, "Arithmetic rule".
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_DREAMS_STATE_H
#define EXH_ENGINE_KEEN_DREAMS_DREAMS_STATE_H

#include "exhume/keen_engine.h"
#include "exhume/advanced/keen_tile_stats.h"

/*
 * A game's assets in the form that the core needs: tiles and sprites as pixels, levels,
 * sounds. Read-only: shared by engines.
 */

enum {
	TILE_SIDE = 16,
	TILE_ROW_CELLS = 2, /* cells of 8 pixels */
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
	uint16_t row_cells; /* cells a row; CGA: half as many as addresses, rounded up */
	int16_t orgx, orgy; /* units */
	int16_t xl, yl, xh, yh;
	const struct masked_cell *cells; /* row_cells * height */
};

struct exh_keen_game {
	enum exh_keen_video video;
	unsigned address_pixels; /* 8, CGA 4 */
	const struct exh_keen_maps *maps;
	const struct exh_keen_tile_info *info;
	/* Tables of tile_info, extended to all values of a cell with 0. */
	const uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT]; /* 65536 each */

	size_t tile_count;				      /* tile16 */
	const uint64_t (*tiles)[TILE_CELLS];		      /* missing ones are 0 */
	size_t masked_tile_count;			      /* tile16m */
	const struct masked_cell (*masked_tiles)[TILE_CELLS]; /* missing ones are black */

	uint32_t first_sprite; /* chunk */
	size_t sprite_count;
	const struct exh_keen_game_sprite *sprites;

	/* Eight rows each, opaque. */
	size_t tile8_count;
	struct masked_cell (*tile8)[8];

	size_t sound_count; /* for each device */
	const struct exh_keen_effect *speaker_sounds, *adlib_sounds;
	/* Checksums of all that a saved state depends on, and names of the files. */
	uint32_t sums[EXH_KEEN_PART_COUNT];
	const char *files[EXH_KEEN_PART_COUNT];
};

/* Returns a sprite by its chunk; a missing sprite has size 0. */
const struct exh_keen_game_sprite *exh_keen_game_sprite(const struct exh_keen_game *game,
							uint16_t chunk);

/*
 * Objects, and state of a run that concerns them.
 */

enum {
	UNITS_PER_TILE = 256,
	PLAYER_SLOT = 0,
	SCOREBOX_SLOT = 1,
	DUMMY_SLOT =
		EXH_KEEN_OBJECTS, /* stands in for new objects when all slots are used */
	NO_SLOT = 0xffff,
	BOSS_MAP = 15, /* bombs are thrown there, not flowers */
	WORLD_MAP = 0,
	INTILE_KIND = 0x7f, /* mask of the kind in INTILE; bit 7: drawn over sprites */
	INTILE_POLE = 1,
	WALL_SLOPE = 7, /* slope bits of a wall's kind; the others are its effect */
	POLE_HOLE = 17, /* kind of a top or bottom side: lets objects on a pole through */
	ON_SPRITE = 25, /* hitnorth of an object that stands on another object */
	MAX_TICS = 6,	/* limit for a frame */
	SLOWEST_BOUNCE = 4096, /* slower objects come to rest or are removed */
};

/* Source: keen-engine 7. */
enum object_class {
	CLASS_NOTHING,
	CLASS_KEEN,
	CLASS_POWER,
	CLASS_DOOR,
	CLASS_BONUS,
	CLASS_BROCCO,
	CLASS_TOMAT,
	CLASS_CARROT,
	CLASS_CELERY,
	CLASS_ASPAR,
	CLASS_GRAPE,
	CLASS_TATER,
	CLASS_CART,
	CLASS_FRENCHY,
	CLASS_MELON,
	CLASS_TURNIP,
	CLASS_CAULI,
	CLASS_BRUSSEL,
	CLASS_MUSHROOM,
	CLASS_SQUASH,
	CLASS_APEL,
	CLASS_PEAPOD,
	CLASS_PEABRAIN,
	CLASS_BOOBUS,
	CLASS_SHOT,
	CLASS_INERT,
	CLASS_COUNT
};

enum activity { ACTIVE_NO, ACTIVE_YES, ACTIVE_ALLWAYS, ACTIVE_REMOVABLE };

/* Values of controls.dir: clockwise from north. */
enum direction { DIR_N, DIR_NE, DIR_E, DIR_SE, DIR_S, DIR_SW, DIR_W, DIR_NW, DIR_NONE };

struct object {
	uint16_t obclass; /* enum object_class */
	uint16_t active;  /* enum activity */
	bool needtoreact, needtoclip;
	bool used; /* in the list */
	uint16_t nothink;
	uint16_t x, y; /* units of 1/16 pixel, as all positions */
	int16_t xdir, ydir, xmove, ymove, xspeed, yspeed;
	int16_t ticcount;
	uint16_t state;	   /* enum state_id; STATE_NONE: to be removed */
	uint16_t shapenum; /* chunk; 0: not shown and not clipped */
	uint16_t left, top, right, bottom, midx; /* hit box */
	uint16_t tileleft, tiletop, tileright, tilebottom, tilemidx;
	int16_t hitnorth, hiteast, hitsouth, hitwest;
	int16_t temp1, temp2, temp3, temp4; /* objects as slots, states as state_ids */
	uint16_t sprite;		    /* handle; 0: none */
	uint16_t next, prev;		    /* slots, or NO_SLOT */
};

/* Controls as the actors see them. */
struct controls {
	int16_t xaxis, yaxis;
	bool button0, button1;
	uint16_t dir; /* enum direction */
};

/* State kept from level to level. Source: keen-engine 10.5, keen-formats 8. */
struct gamestate {
	uint16_t worldx, worldy;
	bool leveldone[EXH_KEEN_LEVELS];
	int32_t score, nextextra;
	int16_t flowerpowers, boobusbombs, bombsthislevel, keys, mapon, lives, difficulty;
};

/*
 * The refresh manager: the port, its two pages and the master page in the card's memory,
 * update arrays, sprites, animated tiles. Source: keen-engine 3, 4.
 *
 * Memory is counted in pixels of 512 a line, EGA's and CGA's alike, and wraps: EGA has
 * 65536 addresses of 8 pixels, CGA's buffer 65536 of 4.
 */

enum {
	LINE_PIXELS = 512,
	PORT_COLUMNS = EXH_KEEN_PORT_COLUMNS,
	PORT_ROWS = EXH_KEEN_PORT_ROWS,
	PORT_CELLS = PORT_COLUMNS * PORT_ROWS,
	UPDATE_COLUMNS = 22, /* a column more, which stays 0 */
	UPDATE_SPARE = 48,
	UPDATE_WINDOW = UPDATE_COLUMNS * PORT_ROWS,
	UPDATE_SIZE = UPDATE_SPARE + UPDATE_WINDOW + UPDATE_SPARE,
	MAX_CACHED_TILES = 4096, /* others are drawn each time */
	STALE_SIDE = 64,	 /* cells; wrong tiles are tracked within this square */
	MAX_SPRITES = 100,
	MAX_ERASES = 400,
	MAX_ANIMATIONS = 1024, /* chains; the original has room for 50 */
	/* In view; the original has room for 90. A cell can be in the list twice, with
	 * both of its tiles, and some are before those that leave are taken out. */
	MAX_ANIMATED_CELLS = 1400,
	PRIORITIES = 4,
};

struct erase_block {
	/* Addresses and lines of the level; erases of Keen 1's method: of the port. */
	uint16_t screenx, screeny, width, height;
};

struct refresh_sprite {
	/* Area where the sprite was placed; shifted copies are an address wider. */
	struct erase_block block;
	uint16_t chunk;
	uint8_t shift; /* pixels that it is drawn to the right of screenx */
	uint8_t priority, updatecount;
	uint16_t next, prev; /* in its priority's list, or in the free list; 0: none */
};

struct animation_chain {
	uint16_t tile; /* tile shown now; bit 15: foreground */
	int16_t count; /* ticks left; CHAIN_ENDED: never changes */
};

struct animated_cell {
	uint16_t x, y, tile, chain;
};

/* Totals of the refreshes since exh_keen_rf_counts_clear. New tiles: drawn since the
 * previous refresh. */
struct refresh_counts {
	uint32_t new_tiles, copied_tiles, erased_blocks, drawn_sprites, mask_tiles;
	uint32_t erased_addresses, sprite_addresses;
	uint16_t refreshes;
	uint16_t marks[3];	 /* cells with mark 1, 2 and 3 at the last refresh */
	uint16_t animated_cells; /* maximum length of the list; not saved */
};

struct refresh {
	enum exh_keen_refresh variant;
	bool compatible_vga;
	/* The origin in units, and values derived from it. */
	uint16_t originx, originy, originxtile, originytile;
	uint16_t originxmin, originymin, originxmax, originymax;
	uint16_t originxscreen, originyscreen; /* addresses, lines */
	uint16_t panx, pany;		       /* pixels: of the level, 0 to 15 */
	/* Last pixel of memory; a power of 2, less 1. */
	uint32_t last_pixel;
	uint32_t screenstart[3]; /* pixels of the card's memory */
	uint8_t screenpage, otherpage;
	uint32_t shown; /* pixel at the screen's top left */

	/* The extra bytes allow reads in words. */
	uint8_t update[2][UPDATE_SIZE + 8];
	uint16_t updatestart[2]; /* offset of the window in update */
	uint8_t last_updates[UPDATE_WINDOW], earlier_updates[UPDATE_WINDOW];
	/* A sprite was drawn so far outside the port that it reappeared on the other
	 * side, in cells that are not marked. */
	bool spilled;

	/* Pixel of memory, in the master page; 0: none. */
	uint32_t tilecache[MAX_CACHED_TILES];

	/* Tiles, foreground << 16 | background. shown_tiles: Keen 1's method, tiles that
	 * the master page shows. stale_tiles: all methods but Dreams', tile that Dreams
	 * would show at a cell of the level; NOT_STALE: the cell's own. */
	uint32_t shown_tiles[PORT_CELLS];
	uint32_t stale_tiles[STALE_SIDE][STALE_SIDE];

	uint16_t chain_count, animated_count;
	bool animation_due; /* cells may differ from their chains */
	struct animation_chain chains[MAX_ANIMATIONS];
	struct animated_cell
		animated[MAX_ANIMATED_CELLS]; /* the last is the list's head */

	struct refresh_sprite sprites[MAX_SPRITES + 1]; /* index: handle; 0 is unused */
	uint16_t free_sprite, first_sprite[PRIORITIES];
	struct erase_block erases[2][MAX_ERASES];
	uint16_t erase_count[2];

	/* Number of refreshes until the hook of a level's start; 0: no hook. */
	uint8_t fade_in;
	uint32_t new_tiles; /* since the last refresh */
	struct refresh_counts counts;
};

/*
 * Sounds. Source: keen-engine 11.
 */

struct sound {
	enum exh_audio_device device;
	uint64_t services; /* done so far */
	bool ready;	   /* the device was set up */
	/* Loaded from a state: the device has received no writes yet. */
	bool resumed;
	uint16_t priority; /* priority of the current sound; 0: none */
	bool playing;
	uint8_t number, last; /* last: the speaker's current byte */
	uint32_t place;	      /* offset in the sound's data */
};

/*
 * The score box. Source: keen-engine 10.6.
 */

enum { SCOREBOX_CELLS = 9, SCOREBOX_HEIGHT = 32 };

struct scorebox {
	bool painted;
	/* Values that the box shows, once painted. QUIRK: items is always the number of
	 * flowers. */
	int32_t score;
	int16_t lives, items;
	/* Drawn for chunk SCOREBOX_CHUNK instead of the game's sprite, if that has
	 * SCOREBOX_CELLS a row and is not higher. */
	struct masked_cell cells[SCOREBOX_CELLS * SCOREBOX_HEIGHT];
};

/*
 * The whole run.
 */

struct exh_keen_engine {
	const struct exh_keen_game *game;
	const struct exh_host *host; /* only within a step; else NULL */
	const struct state *states;  /* table of dreams_parts.h; index: enum state_id */
	bool started, over, whole_game;

	/* Time: keen-engine 6. */
	uint32_t time_count, last_time_count;
	uint32_t time_lost; /* sum of the ticks that time_count was set back by */
	uint16_t tics, tic_step;
	uint64_t frame;

	struct controls c;
	bool button0held, button1held;

	struct gamestate gamestate;
	bool god, jump_cheat;
	struct {
		bool god, items, jump, warp;
	} held_cheats;
	uint8_t choice;	    /* enum exh_keen_choice; 0: no choice */
	uint16_t playstate; /* enum exh_keen_playstate */
	uint8_t random;
	uint16_t frame_sound_count;
	uint8_t frame_sounds[EXH_KEEN_FRAME_SOUNDS];
	uint32_t frame_contacts; /* one bit for each class that the player touched */

	uint16_t map_number, map_width, map_height;
	uint16_t planes[EXH_KEEN_PLANE_COUNT][EXH_KEEN_MAP_MAX_CELLS + 1];

	/* Objects: a list in slots, the player first. */
	struct object objects[EXH_KEEN_OBJECTS + 1];
	uint16_t first_object, last_object, free_object, object_count;
	uint16_t newest_object; /* most recently made, maybe DUMMY_SLOT */
	bool full;		/* exh_keen_object_new had no slot left */
	/* Objects outside of this area fall asleep: tiles. */
	uint16_t inactivate_left, inactivate_right, inactivate_top, inactivate_bottom;

	/* The player: keen-engine 10.1. */
	int16_t jumptime;
	uint32_t leavepoletime;
	bool plummeted; /* fell out of the level */

	struct refresh rf;
	struct sound sound;
	struct scorebox scorebox;
	struct exh_ega ega;
};

#endif
