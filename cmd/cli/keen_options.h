/* The options of commands that play Keen Dreams: which level, what is pressed, how it
 * begins, and --memory. */
#ifndef CMD_CLI_KEEN_OPTIONS_H
#define CMD_CLI_KEEN_OPTIONS_H

#include "opt.h"
#include "play/keen/play_keen.h"

/* Of a struct keen_run_options: which level, what is pressed, how it begins. */
extern const struct opt keen_start_options[];

/* What it is before options are read. */
#define KEEN_RUN_DEFAULTS(audio_device)                                  \
	{                                                                \
		.difficulty = KEEN_NOT_GIVEN, .refresh = KEEN_NOT_GIVEN, \
		.device = (audio_device)                                 \
	}

/* Words into numbers, and what does not go together; outputs: as for run_options_parse.
 * EXIT_DONE, or what opt_usage_error says. */
int keen_run_parse(const struct command *self, struct keen_run_options *options,
		   const char *outputs);

/* Of a struct keen_memory_options. */
extern const struct opt keen_memory_options[];

/* The options' memory; after keen_run_parse. The same. */
int keen_memory_parse(const struct command *self, struct keen_memory_options *options);

#endif
