#include "keen_options.h"

#include "opt.h"
#include "run_options.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const difficulty_choices[] = { "easy", "normal", "hard", "1",
						  "2",	  "3",	    NULL };

const struct opt keen_start_options[] = {
	{ TEXT_OPTION("map", "N|NAME", struct keen_run_options, map),
	  .help = "the level: its number, or the start of its name" },
	{ FLAG_OPTION("world", struct keen_run_options, world),
	  .help = "play the whole game, starting on the world map" },
	RUN_INPUT_OPTIONS(struct keen_run_options, run),
	{ FLAG_OPTION("god", struct keen_run_options, start.god),
	  .help = "make Keen invulnerable" },
	{ FLAG_OPTION("jump", struct keen_run_options, start.jump_cheat),
	  .help = "keep jumping while the button is held" },
	{ INTEGER_OPTION("flowers", "N", struct keen_run_options, flowers, 0, 99),
	  .help = "flower power at the start (0 to 99)" },
	{ INTEGER_OPTION("bombs", "N", struct keen_run_options, bombs, 0, 99),
	  .help = "Boobus bombs at the start (0 to 99)" },
	{ INTEGER_OPTION("lives", "N", struct keen_run_options, lives, 0, 99),
	  .help = "lives at the start (0 to 99; default 3)" },
	{ INTEGER_OPTION("keys", "N", struct keen_run_options, keys, 0, 99),
	  .help = "keys at the start (0 to 99)" },
	{ INTEGER_OPTION("score", "N", struct keen_run_options, score, 0, INT32_MAX),
	  .help = "score at the start" },
	{ CHOICE_OPTION("difficulty", "NAME", struct keen_run_options, difficulty,
			difficulty_choices),
	  .help = "easy, normal (default), hard, or 1 to 3" },
	{ TEXT_OPTION("done", "RANGE", struct keen_run_options, done),
	  .help = "levels that are already done: 1,4-6" },
	{ TEXT_OPTION("world-pos", "X,Y", struct keen_run_options, world_place),
	  .help = "Keen's position on the world map (units)" },
	{ TEXT_OPTION("random", "N", struct keen_run_options, random),
	  .help = "start in the table of random numbers: 0 to 255, or clock" },
	{ INTEGER_OPTION("tic-step", "N", struct keen_run_options, tic_step, 1, 1000),
	  .help = "simulate a slower machine: ticks between clock readings" },
	{ INTEGER_OPTION("slow", "N", struct keen_run_options, tic_step, 1, 1000),
	  .help = "another name for --tic-step" },
	{ LIST_OPTION("edit", "PLANE:X,Y=VALUE", struct keen_run_options, edit_texts),
	  .help = "change a cell before the start (may be repeated)" },
	{ TEXT_OPTION("edits", "FILE", struct keen_run_options, edits_path),
	  .help = "a file of such changes, one per line" },
	{ 0 },
};

/*
 * Parsing of words.
 */

static int parse_random(const struct command *self, struct keen_run_options *options)
{
	const char *text = options->random;
	struct timespec now;
	char *end;
	unsigned long number;

	if (!text)
		return EXIT_DONE;
	if (strcmp(text, "clock") == 0) {
		/* The hundredths of a second of DOS's clock, as at the game's start. */
		clock_gettime(CLOCK_REALTIME, &now);
		options->start.random = (uint8_t)(now.tv_nsec / 10000000);
		return EXIT_DONE;
	}
	number = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || number > 255)
		return opt_usage_error(self, "--random %s: expected 0 to 255, or clock",
				       text);
	options->start.random = (uint8_t)number;
	return EXIT_DONE;
}

static int parse_done(const struct command *self, struct keen_run_options *options)
{
	struct range *ranges = NULL;
	size_t count = 0;
	const int status = ranges_option_parse(self, "done", options->done,
					       EXH_KEEN_LEVELS, &ranges, &count);

	for (unsigned i = 0; i < EXH_KEEN_LEVELS && count && !status; i++)
		options->start.done[i] = ranges_have(ranges, count, i);
	free(ranges);
	return status;
}

/* Parses a number of 16 bits, and moves *text after it. */
static bool read_units(const char **text, uint16_t *units)
{
	char *end;
	const unsigned long number = strtoul(*text, &end, 10);

	if (**text < '0' || **text > '9' || number > UINT16_MAX)
		return false;
	*units = (uint16_t)number;
	*text = end;
	return true;
}

static int parse_place(const struct command *self, struct keen_run_options *options)
{
	struct exh_keen_start *start = &options->start;
	const char *at = options->world_place;

	if (!at)
		return EXIT_DONE;
	if (!read_units(&at, &start->world_x_units) || *at++ != ',' ||
	    !read_units(&at, &start->world_y_units) || *at)
		return opt_usage_error(self,
				       "--world-pos %s: expected X,Y in units of 1/16 "
				       "pixel, 0 to 65535 each",
				       options->world_place);
	if (!start->world_x_units)
		return opt_usage_error(
			self,
			"--world-pos %s: X of 0 means the start position of the map",
			options->world_place);
	return EXIT_DONE;
}

static int parse_edits(const struct command *self, struct keen_run_options *options)
{
	for (size_t i = 0; i < options->edit_texts.count; i++) {
		const char *text = options->edit_texts.items[i], *wrong, *expected;
		struct exh_keen_edit edit;

		if (!keen_edit_parse(text, &edit, &wrong, &expected))
			return opt_usage_error(self, "--edit %s: column %zu: expected %s",
					       text, (size_t)(wrong - text) + 1,
					       expected);
		keen_edits_add(&options->edits, &edit);
	}
	return EXIT_DONE;
}

/* Copies the given numbers. */
static void take_numbers(struct keen_run_options *options)
{
	struct exh_keen_start *start = &options->start;
	const struct exh_keen_start flags = *start;

	exh_keen_start_default(start);
	start->god = flags.god;
	start->jump_cheat = flags.jump_cheat;
	start->compatible_vga = flags.compatible_vga;
	if (options->flowers.given)
		start->flowers = (int16_t)options->flowers.value;
	if (options->bombs.given)
		start->bombs = (int16_t)options->bombs.value;
	if (options->lives.given)
		start->lives = (int16_t)options->lives.value;
	if (options->keys.given)
		start->keys = (int16_t)options->keys.value;
	if (options->score.given)
		start->score = options->score.value;
	if (options->tic_step.given)
		start->tic_step = (uint16_t)options->tic_step.value;
	if (options->difficulty != KEEN_NOT_GIVEN)
		start->difficulty = (int16_t)(options->difficulty % 3 + 1);
	if (options->refresh != KEEN_NOT_GIVEN)
		start->refresh = (enum exh_keen_refresh)options->refresh;
	start->device = options->device != KEEN_NOT_GIVEN
				? (enum exh_audio_device)options->device
				: EXH_AUDIO_SPEAKER;
	start->whole_game = options->world;
	options->game.video = (enum exh_keen_video)options->video;
}

/* True if an option determines the beginning of a level. */
static bool has_start(const struct keen_run_options *options)
{
	const struct exh_keen_start *start = &options->start;

	return options->map || options->world || options->flowers.given ||
	       options->bombs.given || options->lives.given || options->keys.given ||
	       options->score.given || options->tic_step.given ||
	       options->difficulty != KEEN_NOT_GIVEN ||
	       options->refresh != KEEN_NOT_GIVEN || options->device != KEEN_NOT_GIVEN ||
	       options->random || options->done || options->world_place ||
	       options->edits_path || options->edit_texts.count || start->god ||
	       start->jump_cheat || start->compatible_vga;
}

static int check_start(const struct command *self, const struct keen_run_options *options)
{
	if (options->run.load_state && has_start(options))
		return opt_usage_error(self,
				       "--load-state continues a run, so --map, --world "
				       "and other options for its start can't be used");
	if (!options->run.load_state && !options->map && !options->world)
		return opt_usage_error(self, "no level given: use --map N, --world, or "
					     "--load-state FILE");
	if (options->map && !*options->map)
		return opt_usage_error(self, "--map: empty name");
	if (options->map && options->world)
		return opt_usage_error(self, "--map and --world exclude each other");
	if (options->video == EXH_KEEN_CGA && options->show == KEEN_SHOW_PAGE1)
		return opt_usage_error(self, "--show page1: CGA has only page0 and "
					     "master");
	if (options->video == EXH_KEEN_CGA && options->refresh != KEEN_NOT_GIVEN &&
	    options->refresh != EXH_KEEN_REFRESH_DREAMS)
		return opt_usage_error(self, "--refresh: CGA has only one way");
	return EXIT_DONE;
}

static void release(void *context)
{
	struct keen_run_options *options = context;

	free(options->edits.items);
	free(options->memory.ranges);
}

int keen_run_parse(const struct command *self, struct keen_run_options *options,
		   const char *outputs)
{
	static int (*const steps[])(const struct command *, struct keen_run_options *) = {
		parse_random, parse_done, parse_place, parse_edits
	};
	int status = check_start(self, options);

	common_keep(&options->run.common, options, release);
	if (!status)
		status = run_options_parse(self, &options->run, options->edits_path,
					   outputs);
	take_numbers(options);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
		status = steps[i](self, options);
	return status;
}

/*
 * --memory.
 */

static const char default_program[] = "200K";

const struct opt keen_memory_options[] = {
	{ TEXT_OPTION("memory", "SIZE", struct keen_memory_options, memory),
	  .help = "simulate the memory of a PC with 640K, 512K ..." },
	{ TEXT_OPTION("program", "SIZE", struct keen_memory_options, program),
	  .help = "memory that DOS and the program use; default 200K" },
	{ TEXT_OPTION("memory-map", "FILE", struct keen_memory_options, map),
	  .files = OPT_MADE, .help = "draw memory over time as a PNG file" },
	{ TEXT_OPTION("memory-events", "FILE", struct keen_memory_options, events),
	  .files = OPT_MADE,
	  .help = "write a line for each block allocated, freed or moved" },
	{ TEXT_OPTION("memory-levels", "RANGE", struct keen_memory_options, levels),
	  .help = "play these levels in this order instead: 0,1,0,7" },
	{ FLAG_OPTION("memory-panel", struct keen_memory_options, panel),
	  .help = "open the control panel at the start and in each level" },
	{ 0 },
};

/* Parses a number of bytes, or a number with the suffix K or M. */
static bool parse_size(const char *text, size_t *size)
{
	char *end;
	const unsigned long number = strtoul(text, &end, 10);
	unsigned shift = 0;

	if (*text < '0' || *text > '9' || number > 1 << 20)
		return false;
	if (*end == 'K' || *end == 'k')
		shift = 10;
	else if (*end == 'M' || *end == 'm')
		shift = 20;
	*size = (size_t)number << shift;
	return !end[shift != 0];
}

int keen_memory_parse(const struct command *self, struct keen_memory_options *options)
{
	const char *program = options->program ? options->program : default_program;
	struct exh_error err;
	size_t memory, taken;

	if (!options->memory)
		return options->program || options->map || options->events ||
				       options->levels || options->panel
			       ? opt_usage_error(
					 self,
					 "--program and --memory-... need --memory SIZE")
			       : EXIT_DONE;
	if (!parse_size(options->memory, &memory))
		return opt_usage_error(
			self, "--memory %s: expected bytes or kilobytes, such as 640K",
			options->memory);
	if (!parse_size(program, &taken))
		return opt_usage_error(
			self, "--program %s: expected bytes or kilobytes, such as 200K",
			program);
	if (exh_keen_memory_plan(memory, taken, &options->plan, &err))
		return opt_usage_error(self, "--memory %s, --program %s: %s",
				       options->memory, program, err.text);
	return ranges_option_parse(self, "memory-levels", options->levels,
				   EXH_KEEN_MAP_LIMIT, &options->ranges,
				   &options->range_count);
}
