#include "play_zvision.h"

#include "play/play.h"
#include "task/text.h"

#include <stdio.h>

enum { WHY_LIMIT = 1 << 26 /* bytes */ };

/* One run. */
struct zv_run {
	const struct zv_run_options *options;
	struct report *report;
	struct zv_run_game game;
	struct run run;
	uint64_t fired; /* number of puzzles that fired */
	struct zv_debug *debug;
};

static const struct exh_zv_engine *engine_of(const struct zv_run *run)
{
	return ((const struct zv_player *)run->run.player)->engine;
}

static void begin(void *context, const void *player)
{
	struct zv_run *run = context;

	(void)player;
	run->fired = 0;
}

static void add_up(void *context, const void *player, uint64_t ticks)
{
	struct zv_run *run = context;

	(void)player;
	(void)ticks;
	run->fired += zv_player_state(run->run.player).fired;
}

/*
 * Describing it.
 */

/* Returns the keys that are not 0. */
static struct json *keys_to_json(const struct exh_zv_engine *engine)
{
	const int32_t count = exh_zv_engine_key_count(engine);
	struct json *json = json_new_object();

	for (int32_t key = 0; key < count; key++) {
		const int32_t value = exh_zv_engine_key(engine, key);
		char name[16];

		snprintf(name, sizeof name, "%d", (int)key);
		if (value)
			json_set_number(json, name, value);
	}
	return json;
}

static const char *engine_name(const struct zv_run *run)
{
	return run->options->begin.rules == EXH_ZV_RULES_ZENGINE
		       ? "zengine"
		       : zv_game_name(run->game.which);
}

struct run_result {
	const char *game, *game_from, *engine;
	bool is_new;
	uint32_t seed;
	uint64_t first_frame, frames, fired;
	struct run_row run;
	struct exh_zv_engine_state state;
	struct json *keys, *fixes;
};

static const struct field result_field[] = {
	FIELD(struct run_result, game, NULL, "game whose rules are used"),
	FIELD(struct run_result, game_from, NULL, "how the game was recognised"),
	FIELD(struct run_result, engine, NULL, "engine whose rules are used"),
	FIELD(struct run_result, seed, NULL, "seed of the random numbers",
	      FIELD_HAS(struct run_result, is_new)),
	FIELD(struct run_result, first_frame, NULL, "frames that were made before"),
	FIELD(struct run_result, frames, NULL, "number of frames that were made"),
	FIELD_MEMBERS_OF(struct run_result, run, &run_fields),
	FIELD_OF("place", FIELD_CHARS, struct run_result, state.place, NULL,
		 "world, room, node and view"),
	FIELD_AS("offset", struct run_result, state.offset, "pixels",
		 "where the view is in the picture"),
	FIELD_AS("effects", struct run_result, state.effects, NULL,
		 "number of effects that run at the end"),
	FIELD(struct run_result, fired, NULL, "number of puzzles that fired"),
	FIELD_AS("unknown_actions", struct run_result, state.unknown_actions, NULL,
		 "number of unknown actions that were met"),
	FIELD_MADE(FIELD_JSON_MAP, struct run_result, keys, &number_fields,
		   "keys of the game state that are not 0"),
	FIELD_ITEMS(struct run_result, fixes, &zv_run_fix_fields,
		    "known faults of the game's scripts, and what became of them; with "
		    "--fixes",
		    FIELD_IF_ANY),
};
const struct fields zv_run_fields = FIELDS("zv_run", struct run_result, result_field);

static void describe(const struct zv_run *run, struct json *result)
{
	const struct run_result row = {
		.game = zv_game_name(run->game.which),
		.game_from = run->game.reason,
		.engine = engine_name(run),
		.is_new = !run->options->run.load_state,
		.seed = (uint32_t)run->options->begin.seed,
		.first_frame = run->run.first,
		.frames = run->run.frames,
		.run = run_end(&run->run),
		.state = zv_player_state(run->run.player),
		.fired = run->fired,
		.keys = keys_to_json(engine_of(run)),
		.fixes = zv_run_fixes_to_json(run->game.world),
	};

	fields_put(&zv_run_fields, &row, result);
	run_describe_state(&run->run, result);
	run_describe_outputs(&run->options->run, result);
}

static void print_summary(const struct zv_run *run)
{
	const struct exh_zv_engine_state state = zv_player_state(run->run.player);
	const uint64_t frames = run->run.frames;

	printf("%s, place %s, offset %d: frames %llu to %llu, %.2f s; end: %s\n",
	       zv_game_name(run->game.which), state.place, (int)state.offset,
	       (unsigned long long)run->run.first,
	       (unsigned long long)(run->run.first + frames - !!frames),
	       run_seconds(&run->run), run_end_name(&run->run));
	printf("%llu puzzle%s fired; %zu effect%s still running\n",
	       (unsigned long long)run->fired, text_plural((size_t)run->fired),
	       state.effects, text_plural(state.effects));
}

/* Prints the end. A user of the debugger has seen the rest. */
static void print_end(const struct zv_run *run)
{
	if (!run->debug->common.quits)
		printf("the run is over: %s\n", run_end_name(&run->run));
}

/*
 * --why
 */

static void explain(const struct zv_run *run, bool prints, struct json *result)
{
	const struct given_integer *wanted = &run->options->why;
	struct exh_writer text = { .limit = WHY_LIMIT };
	struct zv_why why = { &text, NULL };

	if (!wanted->given)
		return;
	why.array = json_new_list();
	if (!exh_zv_engine_why(engine_of(run), wanted->value, zv_why_take, &why))
		report_error(run->report, NULL, EXH_NO_OFFSET,
			     "--why %d: no puzzle of the place's scripts has this key",
			     (int)wanted->value);
	if (prints && text.size)
		fwrite(text.data, 1, text.size, stdout);
	exh_writer_free(&text);
	fields_put(&zv_why_fields, &why, result);
}

/*
 * Running.
 */

static void set_up_debugger(struct zv_run *run)
{
	run->debug = zv_debug_open(&run->run, &run->game);
	/* Ctrl-C at a terminal stops the game in the debugger. */
	run->run.hooks.take_interrupts = run->debug->common.is_terminal;
}

static void event(void *context, const struct exh_event *event)
{
	struct zv_run *run = context;

	if (run->debug)
		zv_debug_event(run->debug, event);
}

static bool set_up(struct zv_run *run, const char *path)
{
	const struct zv_run_options *options = run->options;

	if (!zv_run_game_open(&run->game, path, options, run->report) ||
	    !run_open(&run->run))
		return false;
	run->run.view.width = run->run.type->width;
	run->run.view.height = run->run.type->height;
	if (!run_begin(&run->run, &run->game, options))
		return false;
	if (options->debugs)
		set_up_debugger(run);
	return true;
}

void zv_run_run_game(void *context, const char *input, const char *output,
		     struct report *report, struct json *result)
{
	const struct zv_run_options *options = context;
	struct zv_run run = { .options = options, .report = report };

	(void)output;
	run.run = (struct run){ .type = &zvision_engine,
				.options = &options->run,
				.report = report,
				.hooks = { .begin = begin,
					   .frame = add_up,
					   .event = options->debugs ? event : NULL,
					   .context = &run } };
	if (set_up(&run, input) && run_play(&run.run, result) && run_save(&run.run) &&
	    zv_run_save_games(options, run.run.player, report)) {
		const bool is_quiet = run_standard_count(&options->run);

		describe(&run, result);
		if (run.debug)
			print_end(&run);
		else if (run_has_summary(&options->run) && !options->why.given)
			print_summary(&run);
		zv_run_print_fixes(run.game.world,
				   run.debug || !run_has_summary(&options->run) ||
					   options->why.given,
				   report);
		explain(&run, !is_quiet, result);
		act_log_write(&run.run.log, &options->run, input,
			      run.run.type->ticks_a_second, report);
	}
	if (run.game.world)
		report_notes(report, input, exh_zv_world_notes(run.game.world));
	zv_debug_close(run.debug);
	run_close(&run.run);
	zv_run_game_close(&run.game);
}
