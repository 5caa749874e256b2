#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/picture_options.h"
#include "cli/run_options.h"
#include "cli/sound_options.h"
#include "play/sci0/sci_run_job.h"

static int check_outputs(const struct command *self,
			 const struct sci_run_options *options)
{
	const char *paths[RUN_OUTPUT_PATHS];
	int status;

	run_list_outputs(&options->run, paths);
	status = run_check_paths(self, paths, RUN_OUTPUT_PATHS);
	if (status)
		return status;
	if (options->run.load_state &&
	    (options->seed.given || options->instructions.given || options->animate ||
	     options->has_no_mouse))
		return opt_usage_error(self, "--load-state has its own --seed, "
					     "--instructions, --animate and --no-mouse");
	if (sci_run_standard_count(options) > 1)
		return opt_usage_error(self, "standard output takes one of -o, --state, "
					     "--trace, --record, --save-state, --wav, "
					     "--tap, --junit and --json");
	if (!options->run.common.output &&
	    (options->run.every || options->run.range_text))
		return opt_usage_error(self, "--every and --range need -o");
	return picture_check(self, &options->run.pictures, options->run.common.output);
}

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct sci_run_options *options = context;
	int status;

	(void)paths;
	if (count != 1)
		return opt_usage_error(self, count ? "only one game may be given"
						   : "no game given");
	status = run_check_inputs(self, &options->run, NULL);
	if (!status)
		status = check_outputs(self, options);
	if (!status)
		status = run_options_parse(self, &options->run);
	if (!status && options->sound.rate_text && !options->run.wav)
		return opt_usage_error(self, "--rate needs --wav");
	if (status)
		return status;
	if (!options->sound.rate_text)
		options->sound.rate_text = "native";
	status = sound_options_parse(self, &options->sound);
	options->run.sound = options->sound.settings;
	return status;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("input", "FILE", struct sci_run_options, run.input),
	  .help = "input script, see exhume-input(5); - is standard input" },
	{ INTEGER_OPTION("frames", "N", struct sci_run_options, run.frames, 0, INT32_MAX),
	  .help = "number of frames; default: to the end of the input" },
	{ INTEGER_OPTION("seed", "N", struct sci_run_options, seed, 0, INT32_MAX),
	  .help = "seed of chance; default: 1" },
	{ INTEGER_OPTION("instructions", "N", struct sci_run_options, instructions, 1,
			 1000000),
	  .help = "instructions in a tick of 1/60 s; default: 1000" },
	{ FLAG_OPTION("stop-on-fault", struct sci_run_options, stops),
	  .help = "end the run at the first fault of a script" },
	{ TEXT_OPTION("rate", "HZ", struct sci_run_options, sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "sample rate: native (49716, default), or 1000 to 384000" },
	{ FLAG_OPTION("no-mouse", struct sci_run_options, has_no_mouse),
	  .help = "the game finds no mouse" },
	{ INTEGER_OPTION("score", "N", struct sci_run_options, score, 0, UINT16_MAX),
	  .help = "global variable that has the score; default: 15" },
	{ TEXT_OPTION("transcript", "FILE", struct sci_run_options, run.transcript),
	  .help = "write what is typed, understood and said" },
	{ CHOICE_OPTION("animate", "NAME", struct sci_run_options, animate,
			sci_animate_choices),
	  .help = "how Animate works: corrected, seed" },
	{ CHOICE_OPTION("show", "WHAT", struct sci_run_options, show, sci_show_choices),
	  .help = "what pictures show: screen, visual, priority, control" },
	{ 0 },
};

static const struct opt_set sets[] = {
	{ run_option_table, offsetof(struct sci_run_options, run) },
	{ run_sound_table, offsetof(struct sci_run_options, run) },
	{ run_test_table, offsetof(struct sci_run_options, run) },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct sci_run_options *options = context;
	const struct inputs inputs = { .self = self,
				       .common = &options->run.common,
				       .check = check,
				       .output_for = sci_run_output_for,
				       .run = sci_run_run_game,
				       .context = options };
	const int status = inputs_main(&inputs, operands, count);

	run_options_free(&options->run);
	return status;
}

const struct command cmd_sci_run = {
	.name = "sci-run",
	.family = FAMILY_SCI0,
	.brief = "play an SCI0 game offline: pictures, typed commands, step by step",
	.usage = "[OPTION]... GAME",
	.options = option_table,
	.sets = sets,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct sci_run_options, run.common),
	.run = run,
};
