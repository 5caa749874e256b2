/* exhume keen-run --memory: what the game's memory and cache managers do in a run. */
#ifndef CMD_PLAY_KEEN_KEEN_MEMORY_H
#define CMD_PLAY_KEEN_KEEN_MEMORY_H

#include "assets/keen/keen_game.h"
#include "task/ranges.h"
#include "task/report.h"

#include <exhume/keen_memory.h>

/* What the command line asks for; memory NULL: nothing. */
struct keen_memory_options {
	const char *memory, *program; /* sizes */
	const char *map, *events;     /* files */
	const char *levels;
	bool panel;
	/* Understood: */
	struct exh_keen_memory_plan plan;
	struct range *ranges; /* levels; 0: those that are played */
	size_t range_count;
};

/* The levels that a run sets up, in their order. All zeros: none yet. */
struct keen_memory_levels {
	unsigned *items; /* to be freed */
	size_t count, capacity;
	bool over;   /* a level is: the next frame is of another one */
	bool failed; /* out of memory */
};

/* A run begins in a level, perhaps once more. */
void keen_memory_begin(struct keen_memory_levels *levels, unsigned map);
/* A frame was made. */
void keen_memory_frame(struct keen_memory_levels *levels,
		       const struct exh_keen_frame_state *state);

/* Replays it, writes the files, puts "memory" into result, and, if print, a table on
 * standard output. False: the report has why. */
bool keen_memory_replay(const struct keen_memory_options *options,
			const struct keen_game *game, enum exh_audio_device device,
			const struct keen_memory_levels *levels, bool print,
			struct report *report, json_t *result);

#endif
