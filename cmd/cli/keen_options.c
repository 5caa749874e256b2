#include "keen_options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct given_integer number(int32_t least, int32_t most)
{
	return (struct given_integer){ .least = least, .most = most };
}

void keen_run_options_start(struct keen_run_options *options,
			    struct opt opts[KEEN_START_OPTS])
{
	static const char *const difficulty_choices[] = { "easy", "normal", "hard", "1",
							  "2",	  "3",	    NULL };
	const struct opt all[KEEN_START_OPTS] = {
		{ 0, "map", "N|NAME", OPT_TEXT, &options->map,
		  "the level: its number, or how its name begins", 0, 0, NULL },
		{ 0, "world", NULL, OPT_FLAG, &options->world,
		  "the whole game, from the world map on", 0, 0, NULL },
		{ 0, "input", "FILE", OPT_TEXT, &options->input,
		  "what is pressed: exhume-input(5); - is standard input", 0, 0, NULL },
		{ 0, "frames", "N", OPT_INTEGER, &options->frames,
		  "so many frames; default: to the input's end", 0, 0, NULL },
		{ 0, "god", NULL, OPT_FLAG, &options->start.god, "nothing hurts", 0, 0,
		  NULL },
		{ 0, "jump", NULL, OPT_FLAG, &options->start.jump_cheat,
		  "jumps go on as long as the button is held", 0, 0, NULL },
		{ 0, "flowers", "N", OPT_INTEGER, &options->flowers,
		  "flower power to begin with (0 to 99)", 0, 0, NULL },
		{ 0, "bombs", "N", OPT_INTEGER, &options->bombs,
		  "Boobus bombs to begin with (0 to 99)", 0, 0, NULL },
		{ 0, "lives", "N", OPT_INTEGER, &options->lives, "default 3 (0 to 99)", 0,
		  0, NULL },
		{ 0, "keys", "N", OPT_INTEGER, &options->keys,
		  "keys to begin with (0 to 99)", 0, 0, NULL },
		{ 0, "score", "N", OPT_INTEGER, &options->score, "points to begin with",
		  0, 0, NULL },
		{ 0, "difficulty", "NAME", OPT_CHOICE, &options->difficulty,
		  "easy, normal (default), hard; or 1 to 3", 0, 0, difficulty_choices },
		{ 0, "done", "LIST", OPT_TEXT, &options->done,
		  "levels that are done already, as 1,4-6", 0, 0, NULL },
		{ 0, "world-pos", "X,Y", OPT_TEXT, &options->world_place,
		  "where Keen is on the world map (units)", 0, 0, NULL },
		{ 0, "random", "N", OPT_TEXT, &options->random,
		  "place in the table of random numbers: 0 to 255, or clock", 0, 0,
		  NULL },
		{ 0, "tic-step", "N", OPT_INTEGER, &options->tic_step,
		  "a slower machine: ticks between two looks at the clock", 0, 0, NULL },
		{ 0, "slow", "N", OPT_INTEGER, &options->tic_step,
		  "another name for --tic-step", 0, 0, NULL },
		{ 0, "edit", "P:X,Y=V", OPT_LIST, &options->edit_texts,
		  "a cell of plane P changed before it starts (may be repeated)", 0, 0,
		  NULL },
		{ 0, "edits", "FILE", OPT_TEXT, &options->edits_path,
		  "such cells, one a line", 0, 0, NULL },
	};

	*options = (struct keen_run_options){
		.frames = number(0, INT32_MAX),
		.flowers = number(0, 99),
		.bombs = number(0, 99),
		.lives = number(0, 99),
		.keys = number(0, 99),
		.score = number(0, INT32_MAX),
		.tic_step = number(1, 1000),
		.difficulty = KEEN_NOT_GIVEN,
		.refresh = KEEN_NOT_GIVEN,
		.device = KEEN_NOT_GIVEN,
	};
	exh_keen_start_default(&options->start);
	memcpy(opts, all, sizeof all);
}

/*
 * Words.
 */

static int understand_random(const struct command *self, struct keen_run_options *options)
{
	const char *text = options->random;
	struct timespec now;
	char *end;
	unsigned long number;

	if (!text)
		return EXIT_DONE;
	if (strcmp(text, "clock") == 0) {
		/* The hundredths of a second that DOS has, as the game's start does. */
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

static int understand_done(const struct command *self, struct keen_run_options *options)
{
	const char *text = options->done;
	struct range *ranges = NULL;
	const char *wrong;
	size_t count = 0;

	if (!text)
		return EXIT_DONE;
	wrong = ranges_parse_numbers(text, &ranges, &count);
	for (size_t i = 0; i < count && !wrong; i++)
		if (ranges[i].first >= EXH_KEEN_LEVELS ||
		    (ranges[i].last >= EXH_KEEN_LEVELS && ranges[i].last < UINT32_MAX))
			wrong = text;
	for (unsigned i = 0; i < EXH_KEEN_LEVELS && !wrong; i++)
		options->start.done[i] = ranges_have(ranges, count, i);
	free(ranges);
	if (!wrong)
		return EXIT_DONE;
	return opt_usage_error(self,
			       "--done %s: expected levels from 0 to %d with commas "
			       "between, as 1,4-6",
			       text, EXH_KEEN_LEVELS - 1);
}

/* Moves *text behind a number of 16 bits. */
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

static int understand_place(const struct command *self, struct keen_run_options *options)
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
		return opt_usage_error(self,
				       "--world-pos %s: X of 0 stands for where the map "
				       "has Keen",
				       options->world_place);
	return EXIT_DONE;
}

static int understand_edits(const struct command *self, struct keen_run_options *options)
{
	for (size_t i = 0; i < options->edit_texts.count; i++) {
		const char *text = options->edit_texts.items[i], *wrong, *expected;
		struct exh_keen_edit edit;

		if (!keen_edit_parse(text, &edit, &wrong, &expected))
			return opt_usage_error(self, "--edit %s: column %zu: expected %s",
					       text, (size_t)(wrong - text) + 1,
					       expected);
		if (!keen_edits_add(&options->edits, &edit))
			return EXIT_BAD;
	}
	return EXIT_DONE;
}

static int understand_range(const struct command *self, struct keen_run_options *options)
{
	const char *wrong;

	if (!options->range_text)
		return EXIT_DONE;
	wrong = ranges_parse_numbers(options->range_text, &options->ranges,
				     &options->range_count);
	return wrong ? opt_usage_error(self,
				       "--range %s: expected frames, as 3, 0-99, 50- or "
				       "1,4, at \"%s\"",
				       options->range_text, wrong)
		     : EXIT_DONE;
}

/* Numbers that were given. */
static void take_numbers(struct keen_run_options *options)
{
	struct exh_keen_start *start = &options->start;

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

/* All that says how a level begins. */
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
	if (options->load_state && has_start(options))
		return opt_usage_error(
			self, "--load-state goes on from where a run was: no --map, "
			      "--world, nor anything else that says how one begins");
	if (!options->load_state && !options->map && !options->world)
		return opt_usage_error(self, "which level? --map N, --world, or "
					     "--load-state FILE");
	if (options->map && !*options->map)
		return opt_usage_error(self, "--map: a name of no letters");
	if (options->map && options->world)
		return opt_usage_error(self, "--map and --world: one of them");
	if (options->restart_input && (!options->load_state || !options->input))
		return opt_usage_error(self, "--restart-input goes with --load-state and "
					     "--input");
	if (options->video == EXH_KEEN_CGA && options->show == KEEN_SHOW_PAGE1)
		return opt_usage_error(self, "--show page1: CGA has but page0 and "
					     "master");
	if (options->video == EXH_KEEN_CGA && options->refresh != KEEN_NOT_GIVEN &&
	    options->refresh != EXH_KEEN_REFRESH_DREAMS)
		return opt_usage_error(self, "--refresh: CGA has but one way");
	return EXIT_DONE;
}

int keen_run_understand(const struct command *self, struct keen_run_options *options)
{
	static int (*const steps[])(const struct command *, struct keen_run_options *) = {
		understand_random, understand_done, understand_place, understand_edits,
		understand_range
	};
	int status = check_start(self, options);

	take_numbers(options);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++)
		status = steps[i](self, options);
	return status;
}

int keen_run_check_inputs(const struct command *self,
			  const struct keen_run_options *options)
{
	const char *paths[] = { options->input, options->load_state,
				options->edits_path };
	size_t standard = 0;

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		standard += paths[i] && strcmp(paths[i], "-") == 0;
	if (standard > 1)
		return opt_usage_error(self, "standard input can be read but once");
	if (!options->input && !options->frames.given)
		return opt_usage_error(self, "how long? --input FILE or --frames N");
	return EXIT_DONE;
}

void keen_run_forget(struct keen_run_options *options)
{
	free(options->edit_texts.items);
	free(options->edits.items);
	free(options->ranges);
}

/*
 * --memory.
 */

static const char default_program[] = "200K";

void keen_memory_opts(struct keen_memory_options *options,
		      struct opt opts[KEEN_MEMORY_OPTS])
{
	const struct opt table[] = {
		{ 0, "memory", "SIZE", OPT_TEXT, &options->memory,
		  "replay what would be in memory on a PC of 640K, 512K ...", 0, 0,
		  NULL },
		{ 0, "program", "SIZE", OPT_TEXT, &options->program,
		  "of it, what DOS and the program take; default 200K", 0, 0, NULL },
		{ 0, "memory-map", "FILE.png", OPT_TEXT, &options->map,
		  "draw memory over time", 0, 0, NULL },
		{ 0, "memory-events", "FILE", OPT_TEXT, &options->events,
		  "write a line for each block that comes, goes or moves", 0, 0, NULL },
		{ 0, "memory-levels", "LIST", OPT_TEXT, &options->levels,
		  "not the levels played but these, in this order: 0,1,0,7", 0, 0, NULL },
		{ 0, "memory-panel", NULL, OPT_FLAG, &options->panel,
		  "open the control panel at the start and in each level", 0, 0, NULL },
	};

	static_assert(sizeof table / sizeof *table == KEEN_MEMORY_OPTS, "all of them");
	memcpy(opts, table, sizeof table);
}

/* Bytes, or with K or M behind. */
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

static int understand_levels(const struct command *self,
			     struct keen_memory_options *options)
{
	const char *wrong;

	if (!options->levels)
		return EXIT_DONE;
	wrong = ranges_parse_numbers(options->levels, &options->ranges,
				     &options->range_count);
	for (size_t i = 0; i < options->range_count && !wrong; i++)
		if (options->ranges[i].last >= EXH_KEEN_MAP_LIMIT)
			wrong = options->levels;
	return wrong ? opt_usage_error(self,
				       "--memory-levels %s: expected levels below %d, as "
				       "0,1,0,7 or 1-5",
				       options->levels, EXH_KEEN_MAP_LIMIT)
		     : EXIT_DONE;
}

int keen_memory_understand(const struct command *self,
			   struct keen_memory_options *options)
{
	const char *program = options->program ? options->program : default_program;
	struct exh_error err;
	size_t memory, taken;

	if (!options->memory)
		return options->program || options->map || options->events ||
				       options->levels || options->panel
			       ? opt_usage_error(self, "--program and --memory-... go "
						       "with --memory SIZE")
			       : EXIT_DONE;
	if (!parse_size(options->memory, &memory))
		return opt_usage_error(self,
				       "--memory %s: expected bytes, or a number with K "
				       "behind, as 640K",
				       options->memory);
	if (!parse_size(program, &taken))
		return opt_usage_error(self,
				       "--program %s: expected bytes, or a number with K "
				       "behind, as 200K",
				       program);
	if (exh_keen_memory_plan(memory, taken, &options->plan, &err))
		return opt_usage_error(self, "--memory %s, --program %s: %s",
				       options->memory, program, err.text);
	return understand_levels(self, options);
}

void keen_memory_forget(struct keen_memory_options *options)
{
	free(options->ranges);
}
