/* exhume keen-run: what its parts say to each other. */
#ifndef CMD_PLAY_KEEN_KEEN_RUN_H
#define CMD_PLAY_KEEN_KEEN_RUN_H

#include "assets/keen/keen_game.h"
#include "keen_edits.h"
#include "keen_memory.h"
#include "keen_script.h"
#include "keen_show.h"
#include "media/sequence/sequence.h"
#include "media/sound/render.h"
#include "task/strings.h"
#include "task/values.h"

#include <limits.h>

enum {
	KEEN_TICKS_A_SECOND = 70,
	KEEN_TICKS_A_FRAME = 2, /* mostly */
	KEEN_SERVICES_A_TICK = 2,
};

/* Of a choice. */
#define KEEN_NOT_GIVEN UINT_MAX

/* What the command line asks for. */
struct keen_run_options {
	struct common common;
	struct keen_game_options game;
	unsigned video; /* enum exh_keen_video */
	/* The run. */
	const char *map; /* number or name */
	bool world;
	const char *input;
	struct given_integer frames;
	const char *load_state, *save_state;
	bool restart_input;
	/* How it begins: start's, where words need no level to be understood. */
	struct exh_keen_start start;
	struct given_integer flowers, bombs, lives, keys, score, tic_step;
	unsigned difficulty, refresh, device; /* choices, or KEEN_NOT_GIVEN */
	const char *random, *done, *world_place, *edits_path;
	struct strings edit_texts;
	struct keen_edits edits;
	/* Outputs. */
	struct sequence_options pictures;
	unsigned every; /* 0: all */
	const char *range_text;
	struct range *ranges;
	size_t range_count;
	unsigned show; /* enum keen_show */
	const char *wav, *state, *trace, *record;
	struct sound_settings sound;
	struct keen_memory_options memory;
};

/* An engine set up as the options say, or as a saved state has it. False: the report has
 * why. */
bool keen_run_start(const struct keen_run_options *options, const struct keen_game *game,
		    struct exh_keen_engine *engine, struct report *report);

/* How many frames are to be made after the first ones, where only the script may tell.
 * False: nobody says, or there are none. */
bool keen_run_length(const struct keen_run_options *options,
		     const struct keen_script *script, uint64_t first, uint64_t *length,
		     struct report *report);

/* Cells that are changed before it starts: those of the file, then the others. edits is
 * to be freed either way. */
bool keen_run_edits(const struct keen_run_options *options, struct keen_edits *edits,
		    struct report *report);

/* How many frames it has made. */
uint64_t keen_run_frames_made(const struct exh_keen_engine *engine);

/* A line for --state, and the line of names. */
void keen_state_head(struct exh_writer *out);
void keen_state_line(const struct exh_keen_frame_state *state, uint32_t crc32,
		     struct exh_writer *out);

#endif
