/*
 * Share of the screen that each refresh method draws: tiles of a run, frame by frame,
 * summed up by the movement of the view. Source: keen-engine 4, 4.2.
 */
#ifndef EXHUME_ADVANCED_KEEN_TILE_STATS_H
#define EXHUME_ADVANCED_KEEN_TILE_STATS_H

#include "keen_engine.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	/* Cells of the port. */
	EXH_KEEN_TILE_CELLS = EXH_KEEN_PORT_COLUMNS * EXH_KEEN_PORT_ROWS,
	/* Cells of the screen, as the book counts. */
	EXH_KEEN_TILE_SCREEN_CELLS = 20 * 13,
	EXH_KEEN_TILE_MOST = 1023,    /* tiles per frame; medians are exact up to this */
	EXH_KEEN_TILE_ADDRESSES = 32, /* addresses of video memory in a tile */
	EXH_KEEN_TILE_PLANES = 4,
};

/* Movement of the view in a frame. */
enum exh_keen_tile_class {
	EXH_KEEN_TILE_STILL,
	/* Still after a frame with movement: the other page is updated. */
	EXH_KEEN_TILE_AFTER,
	EXH_KEEN_TILE_SIDEWAYS, /* moved by one tile */
	EXH_KEEN_TILE_UPRIGHT,
	EXH_KEEN_TILE_DIAGONAL,
	/* All is drawn: a level begins, or the view moved further than one tile. */
	EXH_KEEN_TILE_SET_UP,
	EXH_KEEN_TILE_CLASSES,
	/* Groups of classes. */
	/* Moved by one tile, in any direction. */
	EXH_KEEN_TILE_MOVED = EXH_KEEN_TILE_CLASSES,
	EXH_KEEN_TILE_ALL,
	EXH_KEEN_TILE_GROUPS,
};

/* "still", "after", "sideways", "upright", "diagonal", "set_up", "moved", "all". */
EXH_API extern const char *const exh_keen_tile_group_names[EXH_KEEN_TILE_GROUPS];

/* Position of the view in the previous frame. All zeros: there was none. */
struct exh_keen_tile_view {
	bool any, over;
	enum exh_keen_tile_class last;
	unsigned refreshes; /* in the previous frame */
	int x, y;	    /* tiles */
};

/* Classifies a frame, whose state becomes the view's previous one. */
EXH_API enum exh_keen_tile_class
exh_keen_tile_view_take(struct exh_keen_tile_view *view,
			const struct exh_keen_frame_state *state);

/* Statistics of one number per frame. All zeros to start. */
struct exh_keen_tile_series {
	uint64_t frames, sum;
	uint32_t least, most;
};

/* Statistics with a histogram. */
struct exh_keen_tile_spread {
	struct exh_keen_tile_series series;
	uint64_t counts[EXH_KEEN_TILE_MOST + 1]; /* the last one: that many or more */
};

/* Adds the number of one frame. */
EXH_API void exh_keen_tile_spread_take(struct exh_keen_tile_spread *spread,
				       uint32_t number);
EXH_API double exh_keen_tile_series_mean(const struct exh_keen_tile_series *series);
/* Return 0 without frames. */
EXH_API double exh_keen_tile_spread_median(const struct exh_keen_tile_spread *spread);

/* Numbers of a frame: per refresh, rounded, if there were several. */
struct exh_keen_tile_frame {
	uint32_t new_tiles;    /* drawn to the master page */
	uint32_t copied_tiles; /* cells copied to the page that is shown next */
	uint32_t erased_cells, sprite_cells; /* cells with this mark at the end */
	uint32_t erased_blocks, sprites, mask_tiles;
	uint32_t bytes; /* bytes written to video memory, in all planes */
};

/* Computes the numbers of a frame. */
EXH_API void exh_keen_tile_frame_take(struct exh_keen_tile_frame *frame,
				      const struct exh_keen_frame_state *state);

enum {
	EXH_KEEN_TILE_ERASED_CELLS,
	EXH_KEEN_TILE_SPRITE_CELLS,
	EXH_KEEN_TILE_ERASED_BLOCKS,
	EXH_KEEN_TILE_SPRITES,
	EXH_KEEN_TILE_MASK_TILES,
	EXH_KEEN_TILE_BYTES,
	EXH_KEEN_TILE_NUMBERS,
};

/* Name of each number: "erased_cells" and so on. */
EXH_API extern const char *const exh_keen_tile_number_names[EXH_KEEN_TILE_NUMBERS];

/* A refresh method's statistics over a run. All zeros to start. */
struct exh_keen_tile_stats {
	struct exh_keen_tile_group {
		struct exh_keen_tile_spread new_tiles, copied_tiles;
		struct exh_keen_tile_series numbers[EXH_KEEN_TILE_NUMBERS];
	} groups[EXH_KEEN_TILE_GROUPS];
};

/* Adds a frame to its class and groups. */
EXH_API void exh_keen_tile_stats_take(struct exh_keen_tile_stats *stats,
				      enum exh_keen_tile_class tile_class,
				      const struct exh_keen_tile_frame *frame);

#ifdef __cplusplus
}
#endif

#endif
