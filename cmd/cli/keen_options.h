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

/* Words into numbers, and what does not go together. EXIT_DONE, or what opt_usage_error
 * says. */
int keen_run_parse(const struct command *self, struct keen_run_options *options);
/* Is there something to play, and standard input used only once? The same. */
int keen_run_check_inputs(const struct command *self,
			  const struct keen_run_options *options);
void keen_run_free(struct keen_run_options *options);

/* Of a struct keen_memory_options. */
extern const struct opt keen_memory_options[];

/* EXIT_DONE, or what opt_usage_error says. */
int keen_memory_parse(const struct command *self, struct keen_memory_options *options);
void keen_memory_free(struct keen_memory_options *options);

#endif
