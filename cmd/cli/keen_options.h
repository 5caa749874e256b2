/* The options of commands that play Keen Dreams: which level, what is pressed, how it
 * begins, and --memory. */
#ifndef CMD_CLI_KEEN_OPTIONS_H
#define CMD_CLI_KEEN_OPTIONS_H

#include "opt.h"
#include "play/keen/keen_run.h"

enum { KEEN_START_OPTS = 19 };

/* What the options of all commands that play are before they are read, and these
 * options: which level, what is pressed, how it begins. */
void keen_run_options_start(struct keen_run_options *options,
			    struct opt opts[KEEN_START_OPTS]);

/* Words into numbers, and what does not go together. EXIT_DONE, or what opt_usage_error
 * says. */
int keen_run_understand(const struct command *self, struct keen_run_options *options);
/* Is there something to play, and standard input asked for but once? The same. */
int keen_run_check_inputs(const struct command *self,
			  const struct keen_run_options *options);
void keen_run_forget(struct keen_run_options *options);

enum { KEEN_MEMORY_OPTS = 6 };

void keen_memory_opts(struct keen_memory_options *options,
		      struct opt opts[KEEN_MEMORY_OPTS]);
/* EXIT_DONE, or what opt_usage_error says. */
int keen_memory_understand(const struct command *self,
			   struct keen_memory_options *options);
void keen_memory_forget(struct keen_memory_options *options);

#endif
