#include "run_options.h"

#include "opt.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

const struct opt run_option_table[] = {
	{ TEXT_OPTION("load-state", "FILE", struct run_options, load_state),
	  .files = OPT_SAVED_OVER, .help = "continue from this state" },
	{ FLAG_OPTION("restart-input", struct run_options, restart_input),
	  .help = "--load-state: read the input from its start" },
	{ TEXT_OPTION("save-state", "FILE", struct run_options, save_state),
	  .files = OPT_MADE, .help = "save the state at the end, for --load-state" },
	{ CHOICE_OPTION("format", "NAME", struct run_options, pictures.format,
			sequence_indexed_choices),
	  .help = "png, apng, gif, y4m, raw, hash; auto: by -o" },
	{ NUMBER_OPTION("every", "N", struct run_options, every, 1, 1000000),
	  .help = "write only the pictures of frames 0, N, 2N ..." },
	{ TEXT_OPTION("range", "RANGE", struct run_options, range_text),
	  .help = "select pictures of frames: 3, 0-99, 50- or 1,4" },
	{ INTEGER_OPTION("from", "N", struct run_options, from, 0, INT32_MAX),
	  .help = "the first frame whose picture is selected" },
	{ INTEGER_OPTION("to", "N", struct run_options, to, 0, INT32_MAX),
	  .help = "the last frame whose picture is selected" },
	SCALE_OPTION(struct run_options, pictures.scale),
	{ FLAG_OPTION("aspect", struct run_options, pictures.aspect),
	  .help = "stretch height 6:5, as a 4:3 monitor shows it" },
	{ TEXT_OPTION("state", "FILE", struct run_options, state), .files = OPT_MADE,
	  .help = "write a line per frame: the game's state, CRC" },
	{ TEXT_OPTION("record", "FILE", struct run_options, record), .files = OPT_MADE,
	  .help = "write the keys pressed as a plain --input script" },
	{ 0 },
};

const struct opt run_trace_table[] = {
	{ TEXT_OPTION("trace", "FILE", struct run_options, trace), .files = OPT_MADE,
	  .help = "write a line for each event" },
	{ 0 },
};

const struct opt run_test_table[] = {
	{ FLAG_OPTION("tap", struct run_options, tap),
	  .help = "print the script's assertions as TAP" },
	{ TEXT_OPTION("junit", "FILE", struct run_options, junit), .files = OPT_MADE,
	  .help = "write the script's assertions as JUnit's XML" },
	{ 0 },
};

const struct opt run_sound_table[] = {
	{ TEXT_OPTION("wav", "FILE", struct run_options, wav), .files = OPT_MADE,
	  .help = "write the sound" },
	{ 0 },
};

static int check_inputs(const struct command *self, const struct run_options *options,
			const char *more)
{
	const char *paths[] = { options->input, options->load_state, more };
	size_t standard = 0;

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		standard += paths[i] && strcmp(paths[i], "-") == 0;
	if (standard > 1)
		return opt_usage_error(self, "only one input may be standard input");
	if (!options->input && !options->frames.given)
		return opt_usage_error(self,
				       "no length given: use --input FILE or --frames N");
	return EXIT_DONE;
}

static int check_outputs(const struct command *self, const struct run_options *options,
			 const char *outputs)
{
	enum { COUNT = RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS };
	struct run_output list[COUNT];

	run_list_outputs(options, list);
	for (size_t i = 0; i < COUNT; i++) {
		if (list[i].path && !*list[i].path)
			return opt_usage_error(self, "an output has an empty name");
		for (size_t k = 0; k < i; k++)
			if (list[i].path && list[k].path &&
			    strcmp(list[i].path, "-") != 0 &&
			    strcmp(list[i].path, list[k].path) == 0)
				return opt_usage_error(self,
						       "two outputs have the name %s",
						       list[i].path);
	}
	if (run_standard_count(options) > 1)
		return opt_usage_error(self, "standard output takes one of %s", outputs);
	return EXIT_DONE;
}

static int check_selection(const struct command *self, const struct run_options *options)
{
	const bool has_limits = options->from.given || options->to.given;

	if (has_limits && options->range_text)
		return opt_usage_error(self, "--range can't be combined with --from and "
					     "--to");
	if (options->from.given && options->to.given &&
	    options->from.value > options->to.value)
		return opt_usage_error(self, "--to %d comes before --from %d",
				       (int)options->to.value, (int)options->from.value);
	if (!options->common.output &&
	    (options->every || options->range_text || has_limits))
		return opt_usage_error(self, "--every, --range, --from and --to need -o");
	return EXIT_DONE;
}

void run_set_endless(struct run_options *options)
{
	if (!options->input && !options->frames.given)
		options->frames =
			(struct given_integer){ .value = INT32_MAX, .given = true };
}

int run_check_debugger(const struct command *self, struct run_options *options)
{
	if (options->input && strcmp(options->input, "-") == 0)
		return opt_usage_error(self, "--debug takes its commands on standard "
					     "input: --input can't be -");
	if (run_standard_count(options))
		return opt_usage_error(self, "--debug answers on standard output: "
					     "nothing else can be written there");
	run_set_endless(options);
	return EXIT_DONE;
}

/* Makes a range of --from and --to. */
static void limit(struct run_options *options)
{
	if (!options->from.given && !options->to.given)
		return;
	options->ranges = mem_alloc(1, sizeof *options->ranges);
	options->range_count = 1;
	options->ranges->last = UINT32_MAX;
	if (options->from.given)
		options->ranges->first = (uint32_t)options->from.value;
	if (options->to.given)
		options->ranges->last = (uint32_t)options->to.value;
}

static void release(void *context)
{
	struct run_options *options = context;

	free(options->ranges);
}

int run_options_parse(const struct command *self, struct run_options *options,
		      const char *more_input, const char *outputs)
{
	int status = check_inputs(self, options, more_input);

	common_keep(&options->common, options, release);
	if (!status)
		status = check_outputs(self, options, outputs);
	if (!status)
		status = check_selection(self, options);
	if (status)
		return status;
	if (options->restart_input && (!options->load_state || !options->input))
		return opt_usage_error(self,
				       "--restart-input needs --load-state and --input");
	status = ranges_option_parse(self, "range", options->range_text, RANGE_UNLIMITED,
				     &options->ranges, &options->range_count);
	for (size_t i = 0; i < options->range_count && !status; i++)
		if (options->ranges[i].backwards)
			status = opt_usage_error(
				self, "--range %s: a game does not run backwards",
				options->range_text);
	if (!status)
		limit(options);
	return status;
}
