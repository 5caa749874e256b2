#include "keen_run_job.h"

#include "play/keen/keen_run_out.h"
#include "play/keen/keen_script.h"
#include "task/interrupt.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ENGINE_LIMIT = 16 << 20, /* bytes */
	STATE_LIMIT = 64 << 20,
	LOOK_UP = 1024, /* frames between two looks at the clock */
};

/* One run: a game, an engine, what is pressed. */
struct run {
	const struct keen_run_options *options;
	struct report *report;
	json_t *result;
	struct keen_game game;
	struct keen_script script;
	struct exh_arena arena;
	struct exh_keen_engine *engine;
	uint64_t first, limit; /* frames that were made before; that are to be */
	struct keen_totals totals;
	struct exh_keen_frame_state state; /* of the last frame */
	bool over;			   /* the game said so */
	struct keen_memory_levels levels;
};

/*
 * Running.
 */

static void add_up(struct keen_totals *totals, const struct exh_keen_frame_state *state,
		   uint64_t ticks)
{
	totals->frames++;
	totals->ticks += ticks;
	totals->refreshes += state->refreshes;
	totals->sounds += state->sound_count;
	totals->new_tiles += state->new_tiles;
	totals->copied_tiles += state->copied_tiles;
	totals->erased_blocks += state->erased_blocks;
	totals->drawn_sprites += state->drawn_sprites;
	totals->mask_tiles += state->mask_tiles;
}

/* False: the run ends here. */
static bool make_frame(struct run *run, struct keen_outputs *outputs, bool *good)
{
	const struct exh_keen_controls controls = keen_script_next(&run->script);
	const uint64_t before = run->state.tick;

	run->over = !exh_keen_engine_step(run->engine, &controls, &outputs->host);
	exh_keen_engine_state(run->engine, &run->state);
	/* No level follows: no frame was made. */
	if (run->state.tick == before)
		return false;
	add_up(&run->totals, &run->state, run->state.tick - before);
	keen_memory_frame(&run->levels, &run->state);
	*good = keen_outputs_frame(outputs, run->engine, &controls, &run->state,
				   run->state.tick - before);
	return !run->over;
}

static bool make_frames(struct run *run, struct keen_outputs *outputs)
{
	struct progress progress;
	bool good = true;

	progress_start(&progress, run->report->common, run->report->command);
	exh_keen_engine_state(run->engine, &run->state);
	keen_memory_begin(&run->levels, run->state.map);
	for (uint64_t i = 0; i < run->limit && good; i++) {
		if (interrupt_pending()) {
			report_error(run->report, NULL, EXH_NO_OFFSET, "interrupted");
			good = false;
		} else if (!make_frame(run, outputs, &good)) {
			break;
		}
		if (i % LOOK_UP == 0)
			progress_show(&progress, i, run->limit);
	}
	progress_end(&progress);
	return good;
}

static bool pass(struct run *run, unsigned which)
{
	struct keen_outputs *outputs = calloc(1, sizeof *outputs);
	bool good;

	if (!outputs) {
		report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	run->totals = (struct keen_totals){ 0 };
	good = keen_outputs_open(outputs, run->options, which, &run->game, run->engine,
				 run->limit, run->report) &&
	       make_frames(run, outputs);
	good = keen_outputs_close(outputs, good, run->totals.ticks, run->result);
	free(outputs);
	return good;
}

/* Who reads pictures from a pipe opens the file of sound when the first of them comes:
 * that is there by then, since the run is made twice. */
static bool run_twice(struct run *run)
{
	struct exh_keen_engine *start = exh_keen_engine_new(&run->arena);
	const struct keen_script script = run->script;

	if (!start) {
		report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	exh_keen_engine_copy(start, run->engine);
	if (!pass(run, KEEN_OUT_REST))
		return false;
	exh_keen_engine_copy(run->engine, start);
	run->script = script;
	return pass(run, KEEN_OUT_PICTURES);
}

static bool is_piped(const char *output)
{
	return output && (strcmp(output, "-") == 0 || file_is_special(output));
}

static bool run_all(struct run *run)
{
	const struct keen_run_options *options = run->options;

	return options->wav && is_piped(options->common.output)
		       ? run_twice(run)
		       : pass(run, KEEN_OUT_PICTURES | KEEN_OUT_REST);
}

static bool save_state(const struct run *run)
{
	struct exh_writer out = { .limit = STATE_LIMIT };
	const char *path = run->options->save_state;
	bool good;

	if (!path)
		return true;
	exh_keen_engine_save(run->engine, &out);
	if (out.failed)
		report_error(run->report, path, EXH_NO_OFFSET, "out of memory");
	good = !out.failed && output_write(run->report, path, exh_writer_bytes(&out));
	exh_writer_free(&out);
	return good;
}

/*
 * Telling.
 */

static const char *end_name(const struct run *run)
{
	/* A message that nobody is there to read. */
	if (run->over && run->state.playstate == EXH_KEEN_PLAYING)
		return "message";
	if (run->over)
		return exh_keen_playstate_name(run->state.playstate);
	return run->options->frames.given ? "frames" : "input";
}

static json_t *tiles_to_json(const struct keen_totals *totals)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "refreshes",
			 (json_int_t)totals->refreshes, "new",
			 (json_int_t)totals->new_tiles, "copied",
			 (json_int_t)totals->copied_tiles, "erased_blocks",
			 (json_int_t)totals->erased_blocks, "drawn_sprites",
			 (json_int_t)totals->drawn_sprites, "mask_tiles",
			 (json_int_t)totals->mask_tiles);
}

static void set_number(json_t *json, const char *key, int64_t number)
{
	json_object_set_new(json, key, json_integer((json_int_t)number));
}

static json_t *player_to_json(const struct exh_keen_frame_state *state)
{
	json_t *json = json_object();

	set_number(json, "x_units", state->x_units);
	set_number(json, "y_units", state->y_units);
	set_number(json, "shape", state->shape);
	set_number(json, "score", state->score);
	set_number(json, "flowers", state->flowers);
	set_number(json, "bombs", state->bombs);
	set_number(json, "lives", state->lives);
	set_number(json, "keys", state->keys);
	return json;
}

static json_t *outputs_to_json(const struct keen_run_options *options)
{
	const struct {
		const char *key, *path;
	} paths[] = { { "pictures", options->common.output },
		      { "state", options->state },
		      { "trace", options->trace },
		      { "record", options->record },
		      { "wav", options->wav },
		      { "saved_state", options->save_state } };
	json_t *json = json_object();

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (paths[i].path)
			json_object_set_new(json, paths[i].key, json_text(paths[i].path));
	if (options->common.output)
		json_object_set_new(
			json, "pictures_format",
			json_string(sequence_format_name(sequence_choose_indexed(
				&options->pictures, options->common.output))));
	return json;
}

static void describe(const struct run *run, json_t *result)
{
	const struct keen_totals *totals = &run->totals;
	char name[EXH_KEEN_MAP_NAME_SIZE + 1], hash[16];

	keen_game_map_name(&run->game, run->state.map, name);
	snprintf(hash, sizeof hash, "%08x", (unsigned)exh_keen_engine_hash(run->engine));
	json_object_set_new(result, "archives", keen_game_to_json(&run->game));
	set_number(result, "map", run->state.map);
	json_object_set_new(result, "map_name", json_text(name));
	set_number(result, "first_frame", (int64_t)run->first);
	set_number(result, "frames", (int64_t)totals->frames);
	set_number(result, "ticks", (int64_t)totals->ticks);
	json_object_set_new(result, "seconds",
			    json_real((double)totals->ticks / KEEN_TICKS_A_SECOND));
	json_object_set_new(result, "ended", json_string(end_name(run)));
	json_object_set_new(result, "playstate",
			    json_string(exh_keen_playstate_name(run->state.playstate)));
	if (!run->options->load_state)
		set_number(result, "random_start", run->options->start.random);
	set_number(result, "random", run->state.random);
	json_object_set_new(result, "player", player_to_json(&run->state));
	set_number(result, "objects", run->state.objects);
	set_number(result, "active_objects", run->state.active);
	set_number(result, "sounds", (int64_t)totals->sounds);
	json_object_set_new(result, "tiles", tiles_to_json(totals));
	json_object_set_new(result, "state_crc32", json_string(hash));
	json_object_set_new(result, "outputs", outputs_to_json(run->options));
}

static void print_summary(const struct run *run)
{
	const struct exh_keen_frame_state *state = &run->state;
	const struct keen_totals *totals = &run->totals;
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	keen_game_map_name(&run->game, run->state.map, name);
	for (char *at = name; *at; at++)
		if (*at < ' ' || *at > '~')
			*at = '.';
	printf("level %u, %s: frames %llu to %llu, %llu ticks, %.2f s; end: %s\n",
	       state->map, name, (unsigned long long)run->first,
	       (unsigned long long)(run->first + totals->frames - !!totals->frames),
	       (unsigned long long)totals->ticks,
	       (double)totals->ticks / KEEN_TICKS_A_SECOND, end_name(run));
	printf("Keen at %u,%u units; score %ld, %d lives, %d flowers, %d bombs, %d "
	       "keys\n",
	       state->x_units, state->y_units, (long)state->score, state->lives,
	       state->flowers, state->bombs, state->keys);
	printf("%u objects, %u of them active; %llu sounds; tiles: %llu new, %llu "
	       "copied\n",
	       state->objects, state->active, (unsigned long long)totals->sounds,
	       (unsigned long long)totals->new_tiles,
	       (unsigned long long)totals->copied_tiles);
}

void keen_run_list_outputs(const struct keen_run_options *options,
			   const char *paths[OUTPUT_PATHS])
{
	paths[0] = options->common.output;
	paths[1] = options->wav;
	paths[2] = options->state;
	paths[3] = options->trace;
	paths[4] = options->save_state;
	paths[5] = options->memory.map;
	paths[6] = options->memory.events;
	paths[7] = options->record;
}

/* How many go to standard output. */
size_t keen_run_standard_count(const struct keen_run_options *options)
{
	const char *paths[OUTPUT_PATHS];
	size_t count = options->common.json;

	keen_run_list_outputs(options, paths);
	for (size_t i = 0; i < OUTPUT_PATHS; i++)
		count += paths[i] && strcmp(paths[i], "-") == 0;
	return count;
}

static bool has_outputs(const struct keen_run_options *options)
{
	return options->common.output || options->state || options->trace ||
	       options->record || options->wav || options->save_state ||
	       options->common.json;
}

/*
 * Setting up.
 */

/* A run that was over when it was saved makes no more frames: a copy tells. */
static bool goes_on(struct run *run)
{
	const struct exh_keen_controls nothing = { 0 };
	struct exh_keen_engine *copy = exh_keen_engine_new(&run->arena);
	struct exh_keen_frame_state before, after;

	if (!copy) {
		report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	exh_keen_engine_copy(copy, run->engine);
	exh_keen_engine_state(copy, &before);
	exh_keen_engine_step(copy, &nothing, NULL);
	exh_keen_engine_state(copy, &after);
	if (after.tick != before.tick)
		return true;
	report_error(run->report, run->options->load_state, EXH_NO_OFFSET,
		     "the run in it is over: %s",
		     exh_keen_playstate_name(before.playstate));
	return false;
}

static bool set_up(struct run *run, const char *folder)
{
	const struct keen_run_options *options = run->options;

	if (!keen_script_open(&run->script, options->input, run->report) ||
	    !keen_game_open(&run->game, folder, &options->game, run->report))
		return false;
	run->engine = exh_keen_engine_new(&run->arena);
	if (!run->engine) {
		report_error(run->report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	if (!keen_run_start(options, &run->game, run->engine, run->report) ||
	    (options->load_state && !goes_on(run)))
		return false;
	run->first = keen_run_frames_made(run->engine);
	if (!options->restart_input)
		keen_script_seek(&run->script, run->first);
	return keen_run_length(options, &run->script, run->first, &run->limit,
			       run->report);
}

void keen_run_run_folder(void *context, const char *input, const char *output,
			 struct report *report, json_t *result)
{
	struct run run = { .options = context,
			   .report = report,
			   .result = result,
			   .arena = { .limit = ENGINE_LIMIT } };

	(void)output;
	if (set_up(&run, input) && run_all(&run) && save_state(&run)) {
		describe(&run, result);
		if (!has_outputs(run.options) && !keen_run_standard_count(run.options))
			print_summary(&run);
		keen_memory_replay(&run.options->memory, &run.game,
				   run.options->start.device, &run.levels,
				   !keen_run_standard_count(run.options), report, result);
	}
	free(run.levels.items);
	keen_game_close(&run.game);
	keen_script_close(&run.script);
	exh_arena_free(&run.arena);
}

char *keen_run_output_for(void *context, const char *input, bool several)
{
	const struct keen_run_options *options = context;

	(void)input;
	(void)several;
	return strdup(options->common.output ? options->common.output : "-");
}
