#include "assets/convert.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "cli/run_options.h"
#include "play/zvision/play_zvision.h"
#include "task/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* Parses an integer; *end is the text after it. */
static bool read_number(const char *text, long least, long most, long *out,
			const char **end)
{
	char *after;

	errno = 0;
	*out = strtol(text, &after, 10);
	*end = after;
	return after != text && !errno && *out >= least && *out <= most;
}

/* Parses "gary" or "gary:120", ignoring case. */
static int parse_start(const struct command *self, struct zv_run_options *options)
{
	const char *text = options->start, *end = "";
	struct exh_zv_start *begin = &options->begin;
	long offset = 0;

	if (!text)
		return EXIT_DONE;
	if (zv_read_place(text, begin->place) &&
	    (!text[ZV_PLACE_SIZE] || (text[ZV_PLACE_SIZE] == ':' &&
				      read_number(text + ZV_PLACE_SIZE + 1, INT32_MIN,
						  INT32_MAX, &offset, &end) &&
				      !*end))) {
		begin->offset = (int32_t)offset;
		return EXIT_DONE;
	}
	return opt_usage_error(self,
			       "--start %s: expected a place of four letters or digits, "
			       "and maybe its offset, as in gary or gary:120",
			       text);
}

static int parse_settings(const struct command *self, struct zv_run_options *options)
{
	const struct strings *texts = &options->set_texts;

	if (!texts->count)
		return EXIT_DONE;
	options->settings = mem_alloc(texts->count, sizeof *options->settings);
	common_keep(&options->run.common, options->settings, free);
	for (size_t i = 0; i < texts->count; i++) {
		const char *end;
		long key, value;

		if (!read_number(texts->items[i], 0, 29999, &key, &end) || *end != '=' ||
		    !read_number(end + 1, INT32_MIN, INT32_MAX, &value, &end) || *end)
			return opt_usage_error(self,
					       "--set %s: expected KEY=VALUE, with a "
					       "key from 0 to 29999",
					       texts->items[i]);
		options->settings[options->setting_count++] =
			(struct zv_setting){ (int32_t)key, (int32_t)value };
	}
	return EXIT_DONE;
}

/* Sets the rules of the engine, which must fit the game. */
static int parse_rules(const struct command *self, struct zv_run_options *options)
{
	if (options->engine == ZV_ENGINE_ZENGINE)
		options->begin.rules = EXH_ZV_RULES_ZENGINE;
	else if (options->engine && options->game && options->engine != options->game)
		return opt_usage_error(self, "--engine %s plays only --game %s",
				       zv_engine_choices[options->engine],
				       zv_game_choices[options->engine]);
	options->begin.seed = (uint32_t)options->seed.value;
	return EXIT_DONE;
}

static int check_start(const struct command *self, const struct zv_run_options *options)
{
	if (options->load_game && (options->start || options->run.load_state))
		return opt_usage_error(self, "--load-game has its own place: it excludes "
					     "--start and --load-state");
	if (options->run.load_state && (options->start || options->seed.given ||
					options->set_texts.count || options->engine))
		return opt_usage_error(self, "--load-state has its own --start, --seed, "
					     "--set and --engine");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct zv_run_options *options = context;
	struct run_options *run = &options->run;
	int status = EXIT_DONE;

	run->own[0].path = options->save_game;
	if (options->debugs)
		status = run_check_debugger(self, run);
	if (!status)
		status = check_start(self, options);
	if (!status)
		status = run_options_parse(self, run, options->load_game,
					   "-o, --wav, --state, --trace, --record, "
					   "--save-state, --save-game, --tap, --junit "
					   "and --json");
	if (!status)
		status = picture_check(self, &run->pictures, run->common.output);
	if (!status)
		status = parse_start(self, options);
	if (!status)
		status = parse_rules(self, options);
	return status ? status : parse_settings(self, options);
}

static const struct opt option_table[] = {
	RUN_INPUT_OPTIONS(struct zv_run_options, run),
	{ TEXT_OPTION("start", "PLACE[:OFFSET]", struct zv_run_options, start),
	  .help = "where it begins; default: gary" },
	{ INTEGER_OPTION("seed", "N", struct zv_run_options, seed, 0, INT32_MAX),
	  .help = "seed of chance; default: 0" },
	{ LIST_OPTION("set", "KEY=VALUE", struct zv_run_options, set_texts),
	  .help = "set a key before the first frame (may be repeated)" },
	{ CHOICE_OPTION("engine", "NAME", struct zv_run_options, engine,
			zv_engine_choices),
	  .help = "whose rules: nemesis, zgi, zengine; auto: the game's" },
	{ CHOICE_OPTION("game", "NAME", struct zv_run_options, game, zv_game_choices),
	  .help = "nemesis, zgi; auto: by the names of its files" },
	{ FLAG_OPTION("fixes", struct zv_run_options, fixes),
	  .help = "put known faults of the game's scripts right" },
	{ CHOICE_OPTION("language", "NAME", struct zv_run_options, language,
			zv_language_choices),
	  .help = "whose key says yes: english, german, spanish, french" },
	{ TEXT_OPTION("load-game", "FILE", struct zv_run_options, load_game),
	  .files = OPT_SAVED_OVER, .help = "begin with a saved game of the original's" },
	{ TEXT_OPTION("save-game", "FILE", struct zv_run_options, save_game),
	  .files = OPT_MADE, .help = "save such a game at the end" },
	{ TEXT_OPTION("saved-games", "DIR", struct zv_run_options, saved_games),
	  .files = OPT_MADE,
	  .help = "folder of the games that the game itself saves and restores" },
	{ INTEGER_OPTION("why", "PUZZLE", struct zv_run_options, why, 0, INT32_MAX),
	  .help = "say at the end why this puzzle fires or not" },
	{ FLAG_OPTION("debug", struct zv_run_options, debugs), .files = OPT_NAMED_LATER,
	  .help = "stop at puzzles, keys, results, places; take commands" },
	{ 0 },
};

static const struct opt_set sets[] = {
	{ run_option_table, offsetof(struct zv_run_options, run) },
	{ run_test_table, offsetof(struct zv_run_options, run) },
	{ run_sound_table, offsetof(struct zv_run_options, run) },
	{ run_trace_table, offsetof(struct zv_run_options, run) },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "game",
	.takes_one = true,
	.check = check,
	.checks_streams = true,
	.run = zv_run_run_game,
};

const struct command cmd_zv_run = {
	.name = "zv-run",
	.family = FAMILY_ZVISION,
	.brief = "play a ZVision game offline, tick by tick",
	.usage = "[OPTION]... GAME",
	.options = option_table,
	.results = (const struct fields *const[]){ &run_fields, &zv_run_fields,
						   &zv_why_fields, NULL },
	.sets = sets,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct zv_run_options, run.common),
	.converter = &converter,
	.run = convert_main,
};
