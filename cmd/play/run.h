/*
 * Plays any engine (engine.h): input from a script, frame by frame, into the requested
 * outputs. Hooks in the engine's folder do what is specific to a game.
 *
 * The order: run_open, the engine's start (or run_load), run_begin, run_play, run_save;
 * run_close always.
 */
#ifndef CMD_PLAY_RUN_H
#define CMD_PLAY_RUN_H

#include "run_parts.h"

/* Reads the input script and makes a player; type, options and report are set. False: the
 * report has why. */
bool run_open(struct run *run);
void run_close(struct run *run);

/* The player goes on from options->load_state. False: the report has why. */
bool run_load(struct run *run, const void *game);

/* The player was started: how many frames are to come? False: the report has why. */
bool run_begin(struct run *run);

/* Makes all frames and outputs; the sound is described in result. False: the report has
 * why. */
bool run_play(struct run *run, json_t *result);

/* Writes options->save_state, if it is set. False: the report has why. */
bool run_save(const struct run *run);

/* "frames" or "input" if that ended it; else as the engine calls it. */
const char *run_end_name(const struct run *run);

/* How many frames an input script asks for, after those that were made. False: the report
 * has why there is no such number. */
bool run_length(const struct run_options *options, const struct input_script *script,
		uint64_t first, uint64_t *length, struct report *report);

#endif
