/* The options of all commands that play a game (play/run.h): input, length, outputs. */
#ifndef CMD_CLI_RUN_OPTIONS_H
#define CMD_CLI_RUN_OPTIONS_H

#include "opt.h"
#include "play/play.h"

/* Of a struct run_options: states, pictures, tables; and, for engines with sound, its
 * file. --rate is the sound's. */
extern const struct opt run_option_table[];
extern const struct opt run_sound_table[];
/* Of a struct run_options: --trace, of the engine's events. */
extern const struct opt run_trace_table[];
/* Of a struct run_options: reports of assertions, for engines with acts. */
extern const struct opt run_test_table[];

/* Is there something to play, and standard input used only once? more: another
 * input; may be NULL. EXIT_DONE, or what opt_usage_error returns. */
int run_check_inputs(const struct command *self, const struct run_options *options,
		     const char *more);

/* Is none of these paths of outputs empty, and are they all different? NULL: no such
 * output. The same. */
int run_check_paths(const struct command *self, const char *const *paths, size_t count);

/* Do --every, --range, --from and --to go together, and with -o? The same. */
int run_check_selection(const struct command *self, const struct run_options *options);

/* Parses the range of frames. The same. */
int run_options_parse(const struct command *self, struct run_options *options);
void run_options_free(struct run_options *options);

#endif
