#include "assets/convert.h"
#include "assets/sci/coverage/coverage.h"
#include "assets/sci/sound/sound.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "cli/run_options.h"
#include "cli/sound_options.h"
#include "play/play.h"
#include "play/sci/play_sci.h"
#include "play/sci/vm/vm.h"

static int check_outputs(const struct command *self,
			 const struct sci_run_options *options)
{
	if (options->run.load_state &&
	    (options->seed.given || options->instructions.given || options->animate ||
	     options->has_no_mouse || options->has_transitions))
		return opt_usage_error(self, "--load-state has its own --seed, "
					     "--instructions, --animate, --no-mouse and "
					     "--transitions");
	if (options->trace_level && !options->trace)
		return opt_usage_error(self, "--trace-level needs --trace");
	if (options->run.transcript_format && !options->run.transcript)
		return opt_usage_error(self, "--transcript-format needs --transcript");
	if (!options->run.common.output && options->has_pointer)
		return opt_usage_error(self, "--pointer needs -o");
	return picture_check(self, &options->run.pictures, options->run.common.output);
}

static int check_sound(const struct command *self, struct sci_run_options *options)
{
	static const enum exh_audio_device devices[] = {
		[SCI_DEVICE_ADLIB] = EXH_AUDIO_ADLIB,
		[SCI_DEVICE_SPEAKER] = EXH_AUDIO_SPEAKER,
		[SCI_DEVICE_TANDY] = EXH_AUDIO_TANDY,
	};
	const struct run_options *run = &options->run;
	int status;

	if (options->sound.rate_text && !run->wav)
		return opt_usage_error(self, "--rate needs --wav");
	if (options->device && !run->wav && !run->register_log && !run->midi)
		return opt_usage_error(self,
				       "--device needs --wav, --midi or --register-log");
	if (options->device > SCI_DEVICE_TANDY && (run->wav || run->register_log))
		return opt_usage_error(
			self, "--device %s can't be played; --midi has its channels",
			sci_sound_device_choices[options->device]);
	if (run->register_log &&
	    !run_log_fits(run->register_log, devices[options->device]))
		return opt_usage_error(self,
				       "--register-log %s: expected .vgm, .dro or "
				       ".opl2log of adlib, or .vgm of tandy",
				       run->register_log);
	if (!options->sound.rate_text)
		options->sound.rate_text = "native";
	status = sound_options_parse(self, &options->sound);
	options->run.sound = options->sound.settings;
	return status;
}

static int check_debugger(const struct command *self, struct sci_run_options *options)
{
	if (options->coverage_merge && !options->coverage)
		return opt_usage_error(self, "--coverage-merge needs --coverage");
	if (options->coverage && options->debugs)
		return opt_usage_error(self, "only one of --coverage and --debug");
	if (options->trace && options->debugs)
		return opt_usage_error(self, "only one of --trace and --debug");
	if (options->sources && !options->debugs)
		return opt_usage_error(self, "--sources needs --debug");
	return options->debugs ? run_check_debugger(self, &options->run) : EXIT_DONE;
}

/* True if an option belongs to a single run: input or its results. --smoke may begin
 * with input. */
static bool is_of_single_run(const struct sci_run_options *options)
{
	const struct run_options *run = &options->run;
	const bool begins = !options->smokes && (run->input || run->load_state);
	const void *const given[] = {
		run->save_state,    run->range_text,
		run->state,	    run->events,
		options->trace,	    options->state_json,
		run->transcript,    run->wav,
		run->midi,	    run->register_log,
		run->common.output, options->saves,
		options->coverage,  options->coverage_merge,
		options->sources,   options->sound.rate_text,
	};

	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i])
			return true;
	return begins || run->frames.given || run->from.given || run->to.given ||
	       options->cycles.given || run->restart_input || run->every ||
	       run->transcript_format || options->device || options->show ||
	       options->has_pointer || options->has_transitions || options->debugs ||
	       options->stops;
}

/* Rejects options that conflict with --smoke and --monkey, which play by themselves. */
static int check_alone(const struct command *self, const struct sci_run_options *options)
{
	const struct run_options *run = &options->run;

	if (options->smokes && options->monkey.given)
		return opt_usage_error(self, "only one of --smoke and --monkey");
	if (is_of_single_run(options))
		return opt_usage_error(
			self,
			options->smokes
				? "--smoke has none of the outputs of a single run"
				: "--monkey takes no input, and has none of the outputs "
				  "of a single run");
	if (options->smokes && run->record)
		return opt_usage_error(self, "--smoke records nothing");
	if (!options->smokes && (run->tap || run->junit || options->room.given))
		return opt_usage_error(self, "--monkey can't be combined with --tap, "
					     "--junit and --room");
	if (run_standard_count(run) > 1)
		return opt_usage_error(self, "standard output takes one of --tap, "
					     "--junit, --record and --json");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct sci_run_options *options = context;
	struct run_options *run = &options->run;
	int status;

	run->own[0] = (struct run_output){ "coverage", options->coverage, false };
	run->own[1] = (struct run_output){ "trace", options->trace, false };
	run->own[2] = (struct run_output){ "state_json", options->state_json, false };
	if (options->sentences.given && !options->smokes)
		return opt_usage_error(self, "--most-sentences needs --smoke");
	if (options->prelude_cycles.given && !options->smokes)
		return opt_usage_error(self, "--prelude-cycles needs --smoke");
	if ((options->known || options->write_known) && !options->smokes)
		return opt_usage_error(self, "--known and --write-known need --smoke");
	if (options->prelude_cycles.given && (run->input || run->load_state))
		return opt_usage_error(self, "--prelude-cycles is for --smoke without "
					     "--input and --load-state");
	if (options->smokes || options->monkey.given)
		return check_alone(self, options);
	status = check_debugger(self, options);
	if (status)
		return status;
	if (options->cycles.given)
		run_set_endless(run);
	status = run_options_parse(self, run, NULL,
				   "-o, --state, --state-json, --trace, --events, "
				   "--transcript, --record, --save-state, --wav, --midi, "
				   "--register-log, --coverage, --tap, --junit and "
				   "--json");
	if (!status)
		status = check_outputs(self, options);
	return status ? status : check_sound(self, options);
}

static const struct opt option_table[] = {
	RUN_INPUT_OPTIONS(struct sci_run_options, run),
	{ INTEGER_OPTION("cycles", "N", struct sci_run_options, cycles, 1, INT32_MAX),
	  .help = "end with this cycle of the game, a call of Animate" },
	{ INTEGER_OPTION("room", "N", struct sci_run_options, room, 1, 999),
	  .help = "first enter this room" },
	{ INTEGER_OPTION("seed", "N", struct sci_run_options, seed, 0, INT32_MAX),
	  .help = "seed of chance; default: 1" },
	{ INTEGER_OPTION("instructions", "N", struct sci_run_options, instructions, 1,
			 1000000),
	  .help = "instructions in a tick of 1/60 s; default: 1000" },
	{ FLAG_OPTION("smoke", struct sci_run_options, smokes),
	  .help = "test all rooms: enter each, and type all sentences there" },
	{ INTEGER_OPTION("most-sentences", "N", struct sci_run_options, sentences, 0,
			 INT32_MAX),
	  .help = "most sentences of a room for --smoke; default: 500" },
	{ INTEGER_OPTION("prelude-cycles", "N", struct sci_run_options, prelude_cycles, 0,
			 INT32_MAX),
	  .help = "smoke: most cycles until the player may type; default: 3000" },
	{ TEXT_OPTION("known", "FILE", struct sci_run_options, known),
	  .help = "smoke: findings that are accepted, a line each" },
	{ TEXT_OPTION("write-known", "FILE", struct sci_run_options, write_known),
	  .files = OPT_MADE, .help = "smoke: write all findings as lines for --known" },
	{ INTEGER_OPTION("monkey", "N", struct sci_run_options, monkey, 1, INT32_MAX),
	  .files = OPT_MADE_BESIDE,
	  .help = "play N cycles by chance, and shrink what makes a fault" },
	{ FLAG_OPTION("stop-on-fault", struct sci_run_options, stops),
	  .help = "end the run at the first fault of a script" },
	{ CHOICE_OPTION("device", "NAME", struct sci_run_options, device,
			sci_sound_device_choices),
	  .aliases = device_aliases,
	  .help = "adlib (default), speaker, tandy; of --midi any, or all" },
	{ TEXT_OPTION("register-log", "FILE", struct sci_run_options, run.register_log),
	  .files = OPT_MADE,
	  .help = "write what the sound chip gets: .vgm, .dro, .opl2log" },
	{ TEXT_OPTION("midi", "FILE", struct sci_run_options, run.midi),
	  .files = OPT_MADE, .help = "write the sound as a MIDI file" },
	{ TEXT_OPTION("rate", "HZ", struct sci_run_options, sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "sample rate: native (49716, default), or 1000 to 384000" },
	{ TEXT_OPTION("coverage", "FILE", struct sci_run_options, coverage),
	  .files = OPT_MADE,
	  .help = "write what of the game was seen: text, .json or .info" },
	{ TEXT_OPTION("coverage-merge", "FILE", struct sci_run_options, coverage_merge),
	  .help = "coverage: add that of an earlier run, written as .json" },
	{ FLAG_OPTION("debug", struct sci_run_options, debugs), .files = OPT_NAMED_LATER,
	  .help = "take commands on standard input: breakpoints, steps, back and on" },
	{ TEXT_OPTION("sources", "DIR", struct sci_run_options, sources),
	  .help = "debug: names of variables, of the scripts' sources (.sc)" },
	{ TEXT_OPTION("saves", "DIR", struct sci_run_options, saves), .files = OPT_MADE,
	  .help = "the game's files, such as saved games, are in this folder" },
	{ FLAG_OPTION("no-mouse", struct sci_run_options, has_no_mouse),
	  .help = "the game finds no mouse" },
	{ INTEGER_OPTION("score", "N", struct sci_run_options, score, 0, UINT16_MAX),
	  .help = "global variable that has the score; default: 14 after the game's" },
	{ TEXT_OPTION("transcript", "FILE", struct sci_run_options, run.transcript),
	  .files = OPT_MADE, .help = "write what is typed, understood and said" },
	{ CHOICE_OPTION("transcript-format", "NAME", struct sci_run_options,
			run.transcript_format, transcript_choices),
	  .help = "text, tsv, json; auto: by the name of --transcript" },
	{ CHOICE_OPTION("animate", "NAME", struct sci_run_options, animate,
			sci_animate_choices),
	  .help = "how Animate works: corrected, seed" },
	{ CHOICE_OPTION("show", "WHAT", struct sci_run_options, show, sci_show_choices),
	  .help = "what pictures show: screen, visual, priority, control, cast" },
	{ TEXT_OPTION("state-json", "FILE", struct sci_run_options, state_json),
	  .files = OPT_MADE,
	  .help = "write variables, objects, lists and calls at the end" },
	{ TEXT_OPTION("trace", "FILE", struct sci_run_options, trace), .files = OPT_MADE,
	  .help = "write a line for each instruction and kernel call" },
	{ NUMBER_OPTION("trace-level", "LEVEL", struct sci_run_options, trace_level, 1,
			2),
	  .help = "trace: 1 instructions (default), 2 changes of variables too" },
	{ TEXT_OPTION("events", "FILE", struct sci_run_options, run.events),
	  .files = OPT_MADE, .help = "write a line for each event" },
	{ FLAG_OPTION("transitions", struct sci_run_options, has_transitions),
	  .help = "show pictures in their styles, over some frames" },
	{ FLAG_OPTION("pointer", struct sci_run_options, has_pointer),
	  .help = "draw the mouse pointer in pictures" },
	{ 0 },
};

static const struct opt_set sets[] = {
	{ run_option_table, offsetof(struct sci_run_options, run) },
	{ run_sound_table, offsetof(struct sci_run_options, run) },
	{ run_test_table, offsetof(struct sci_run_options, run) },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "game",
	.takes_one = true,
	.check = check,
	.checks_streams = true,
	.run = sci_run_run_game,
};

const struct command cmd_sci_run = {
	.name = "sci-run",
	.family = FAMILY_SCI,
	.brief = "play an SCI0 game offline: rooms, windows, typed commands",
	.usage = "[OPTION]... GAME",
	.options = option_table,
	.results = (const struct fields *const[]){ &run_fields, &sci_run_fields,
						   &sci_monkey_fields, &sci_smoke_fields,
						   NULL },
	.documents = (const struct document *const[]){ &sci_vm_state_document,
						       &coverage_document, NULL },
	.sets = sets,
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS | COMMON_BYTES,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct sci_run_options, run.common),
	.converter = &converter,
	.run = convert_main,
};
