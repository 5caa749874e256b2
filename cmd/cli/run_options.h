/* The options of all commands that play a game (play/play.h): input, length, outputs. */
#ifndef CMD_CLI_RUN_OPTIONS_H
#define CMD_CLI_RUN_OPTIONS_H

#include "opt.h"
#include "play/play.h"

/* Entries of the options: what is pressed, and for how long. run: a struct run_options.
 */
#define RUN_INPUT_OPTIONS(request, run)                                              \
	{ TEXT_OPTION("input", "FILE", request, run.input), .files = OPT_READ_BY,    \
	  .reads = input_script_files,                                               \
	  .help = "input script, see exhume-input(5); - is standard input" },        \
	{                                                                            \
		INTEGER_OPTION("frames", "N", request, run.frames, 0, INT32_MAX),    \
			.help = "number of frames; default: to the end of the input" \
	}

/* Of a struct run_options: states, pictures, tables; and, for engines with sound, its
 * file. --rate is the sound's. */
extern const struct opt run_option_table[];
extern const struct opt run_sound_table[];
/* Of a struct run_options: --trace, of the engine's events. */
extern const struct opt run_trace_table[];
/* Of a struct run_options: reports of assertions, for engines with acts. */
extern const struct opt run_test_table[];

/* Is there something to play, standard input and output used only once, and each output
 * another file, and are frames selected in one way? Parses the range of them. more_input:
 * another input; may be NULL. outputs: the options that may write to standard output, for
 * a message. EXIT_DONE, or what opt_usage_error returns. */
int run_options_parse(const struct command *self, struct run_options *options,
		      const char *more_input, const char *outputs);

/* A game that somebody debugs on standard input goes on as long as he likes. The same. */
int run_check_debugger(const struct command *self, struct run_options *options);

/* Without any length there is none. */
void run_set_endless(struct run_options *options);

#endif
