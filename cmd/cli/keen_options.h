/* The options of commands that play Keen Dreams: level, input, initial state, and
 * --memory. */
#ifndef CMD_CLI_KEEN_OPTIONS_H
#define CMD_CLI_KEEN_OPTIONS_H

#include "opt.h"
#include "play/keen/play_keen.h"

/* Options of a struct keen_run_options: level, input, initial state. */
extern const struct opt keen_start_options[];

/* Initial values of a struct keen_run_options. */
#define KEEN_RUN_DEFAULTS(audio_device)                                  \
	{                                                                \
		.difficulty = KEEN_NOT_GIVEN, .refresh = KEEN_NOT_GIVEN, \
		.device = (audio_device)                                 \
	}

/* Parses words as numbers, and rejects conflicting options; outputs: as for
 * run_options_parse. Returns EXIT_DONE, or the result of opt_usage_error. */
int keen_run_parse(const struct command *self, struct keen_run_options *options,
		   const char *outputs);

/* Options of a struct keen_memory_options. */
extern const struct opt keen_memory_options[];

/* Parses the options of memory; after keen_run_parse. Returns the same. */
int keen_memory_parse(const struct command *self, struct keen_memory_options *options);

#endif
