/*
 * How much of the screen a way to keep it up to date draws: tiles of a run, frame by
 * frame, summed up by what the view did. Source: keen-engine 4, 4.2.
 */
#ifndef CMD_PLAY_KEEN_TILE_STATS_H
#define CMD_PLAY_KEEN_TILE_STATS_H

#include <exhume/keen_engine.h>

enum {
	TILE_CELLS = EXH_KEEN_PORT_COLUMNS * EXH_KEEN_PORT_ROWS, /* of the port */
	TILE_SCREEN_CELLS = 20 * 13, /* of the screen, as the book counts */
	TILE_MOST = 1023,	     /* a frame, that medians tell apart */
	TILE_ADDRESSES = 32,	     /* of video memory, that a tile takes */
	TILE_PLANES = 4,
};

/* What the view did in a frame. */
enum tile_class {
	TILE_STILL,
	TILE_AFTER, /* still, but in the frame before it was not: the other page follows
		     */
	TILE_SIDEWAYS, /* it moved by a tile */
	TILE_UPRIGHT,
	TILE_DIAGONAL,
	TILE_SET_UP, /* all is drawn: a level begins, or the view moved further */
	TILE_CLASSES,
	/* Groups of them. */
	TILE_MOVED = TILE_CLASSES, /* by a tile, whatever way */
	TILE_ALL,
	TILE_GROUPS,
};

/* "still", "after", "sideways", "upright", "diagonal", "set_up", "moved", "all". */
extern const char *const tile_group_names[TILE_GROUPS];

/* Where the view was, for the next frame. All zeros: there was none. */
struct tile_view {
	bool any, over;
	enum tile_class last;
	unsigned refreshes;
	int x, y; /* tiles */
};

enum tile_class tile_view_take(struct tile_view *view,
			       const struct exh_keen_frame_state *state);

/* One number of each frame. */
struct tile_series {
	uint64_t frames, sum;
	uint32_t least, most;
};

/* The same, and how often each was. */
struct tile_spread {
	struct tile_series series;
	uint64_t counts[TILE_MOST + 1]; /* the last: that many or more */
};

void tile_spread_take(struct tile_spread *spread, uint32_t number);
double tile_series_mean(const struct tile_series *series);
/* Of no frame: 0. */
double tile_spread_median(const struct tile_spread *spread);

/* A frame: a refresh's part of it, rounded, where there were several. */
struct tile_frame {
	uint32_t new_tiles;    /* drawn to the master page */
	uint32_t copied_tiles; /* cells, from there to the page that is shown next */
	uint32_t erased_cells, sprite_cells; /* marked so in the end */
	uint32_t erased_blocks, sprites, mask_tiles;
	uint32_t bytes; /* written in video memory, all planes */
};

void tile_frame_take(struct tile_frame *frame, const struct exh_keen_frame_state *state);

enum {
	TILE_ERASED_CELLS,
	TILE_SPRITE_CELLS,
	TILE_ERASED_BLOCKS,
	TILE_SPRITES,
	TILE_MASK_TILES,
	TILE_BYTES,
	TILE_NUMBERS,
};

/* "erased_cells" and so on. */
extern const char *const tile_number_names[TILE_NUMBERS];

/* A way to keep the screen up to date, over a run. */
struct tile_stats {
	struct tile_group {
		struct tile_spread new_tiles, copied_tiles;
		struct tile_series numbers[TILE_NUMBERS];
	} groups[TILE_GROUPS];
};

void tile_stats_take(struct tile_stats *stats, enum tile_class class,
		     const struct tile_frame *frame);

#endif
