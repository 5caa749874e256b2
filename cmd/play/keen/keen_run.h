/* exhume keen-run: what its parts say to each other. */
#ifndef CMD_PLAY_KEEN_KEEN_RUN_H
#define CMD_PLAY_KEEN_KEEN_RUN_H

#include "assets/keen/keen_game.h"
#include "keen_edits.h"
#include "keen_memory.h"
#include "keen_show.h"
#include "play/run.h"
#include "task/strings.h"

#include <limits.h>

enum { KEEN_TICKS_A_SECOND = 70 };

/* Of a choice. */
#define KEEN_NOT_GIVEN UINT_MAX

/* What the command line asks for. */
struct keen_run_options {
	struct run_options run;
	struct keen_game_options game;
	unsigned video; /* enum exh_keen_video */
	/* How it begins: start's, where words need no level to be understood. */
	const char *map; /* number or name */
	bool world;
	struct exh_keen_start start;
	struct given_integer flowers, bombs, lives, keys, score, tic_step;
	unsigned difficulty, refresh, device; /* choices, or KEEN_NOT_GIVEN */
	const char *random, *done, *world_place, *edits_path;
	struct strings edit_texts;
	struct keen_edits edits;
	/* Outputs. */
	unsigned show; /* enum keen_show */
	struct keen_memory_options memory;
};

/* An engine set up as the options say. False: the report has why. */
bool keen_run_start(const struct keen_run_options *options, const struct keen_game *game,
		    struct exh_keen_engine *engine, struct report *report);

/* Cells that are changed before it starts: those of the file, then the others. edits is
 * to be freed either way. */
bool keen_run_edits(const struct keen_run_options *options, struct keen_edits *edits,
		    struct report *report);

/* A line for --state, and the line of names. */
void keen_state_head(struct exh_writer *out);
void keen_state_line(const struct exh_keen_frame_state *state, uint32_t crc32,
		     struct exh_writer *out);

#endif
