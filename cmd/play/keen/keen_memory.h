/* exhume keen-run --memory: what the game's memory and cache managers do in a run. */
#ifndef CMD_PLAY_KEEN_KEEN_MEMORY_H
#define CMD_PLAY_KEEN_KEEN_MEMORY_H

#include "assets/keen/keen_game.h"
#include "task/ranges.h"
#include "task/report.h"

#include <exhume/keen_memory.h>

/* The options; memory NULL: no replay. */
struct keen_memory_options {
	const char *memory, *program; /* sizes */
	const char *map, *events;     /* files */
	const char *levels;
	bool panel;
	/* Parsed: */
	struct exh_keen_memory_plan plan;
	struct range *ranges; /* levels; 0: those that are played */
	size_t range_count;
};

/* The levels that a run sets up, in their order. All zeros: none yet. */
struct keen_memory_levels {
	unsigned *items; /* to be freed */
	size_t count, capacity;
	bool over; /* the level is over: the next frame belongs to another one */
};

/* A run starts a level, perhaps again. */
void keen_memory_begin(struct keen_memory_levels *levels, unsigned map);
/* Call after each frame. */
void keen_memory_frame(struct keen_memory_levels *levels,
		       const struct exh_keen_frame_state *state);

/* Replays it, writes the files, puts "memory" into result, and, if print, a table on
 * standard output. False: the report has why. */
bool keen_memory_replay(const struct keen_memory_options *options,
			const struct keen_game *game, enum exh_audio_device device,
			const struct keen_memory_levels *levels, bool print,
			struct report *report, json_t *result);

#endif
