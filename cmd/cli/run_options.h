/* The options of all commands that play a game (play/play.h): input, length, outputs. */
#ifndef CMD_CLI_RUN_OPTIONS_H
#define CMD_CLI_RUN_OPTIONS_H

#include "opt.h"
#include "play/play.h"

/* Initializers of options: the input, and its length. run: a struct run_options. */
#define RUN_INPUT_OPTIONS(request, run)                                              \
	{ TEXT_OPTION("input", "FILE", request, run.input), .files = OPT_READ_BY,    \
	  .reads = input_script_files,                                               \
	  .help = "input script, see exhume-input(5); - is standard input" },        \
	{                                                                            \
		INTEGER_OPTION("frames", "N", request, run.frames, 0, INT32_MAX),    \
			.help = "number of frames; default: to the end of the input" \
	}

/* Options of a struct run_options: states, pictures, tables; and the sound file, for
 * engines with sound. --rate is the rate of the sound. */
extern const struct opt run_option_table[];
extern const struct opt run_sound_table[];
/* Options of a struct run_options: --trace of the engine's events. */
extern const struct opt run_trace_table[];
/* Options of a struct run_options: reports of assertions, for engines with acts. */
extern const struct opt run_test_table[];

/* Checks that there is something to play, that standard input and output are used only
 * once, that each output is a different file, and that frames are selected in one way.
 * Parses the range of frames. more_input: another input; may be NULL. outputs: the
 * options that may write to standard output, for a message. Returns EXIT_DONE, or the
 * result of opt_usage_error. */
int run_options_parse(const struct command *self, struct run_options *options,
		      const char *more_input, const char *outputs);

/* Checks options of the debugger: a game debugged from standard input has no end.
 * Returns the same. */
int run_check_debugger(const struct command *self, struct run_options *options);

/* Makes the run endless if no length is given. */
void run_set_endless(struct run_options *options);

#endif
