#include "sci_run_job.h"

#include "sci_player.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/text.h"

#include <exhume/cp437.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 20, LOG_LIMIT = 1 << 26 };

/* One run. */
struct sci_run {
	const struct sci_run_options *options;
	struct report *report;
	struct sci_run_game game;
	struct run run;
};

static const struct exh_sci0_engine *engine_of(const struct sci_run *run)
{
	return ((const struct sci_player *)run->run.player)->engine;
}

/* --show: one of the maps instead of the screen. */
static void draw_map(const void *context, const void *player, uint8_t *pixels,
		     struct exh_palette *palette)
{
	static const enum exh_sci0_plane planes[] = { EXH_SCI0_PLANE_SHOWN,
						      EXH_SCI0_PLANE_VISUAL,
						      EXH_SCI0_PLANE_PRIORITY,
						      EXH_SCI0_PLANE_CONTROL };
	const struct sci_run_options *options = context;

	memcpy(pixels,
	       exh_sci0_engine_plane(((const struct sci_player *)player)->engine,
				     planes[options->show]),
	       EXH_SCI0_SCREEN_PIXELS);
	exh_sci0_engine_palette(palette);
}

/*
 * What came of it.
 */

static void report_fault(const struct sci_run *run, const char *input)
{
	const struct exh_sci0_vm *vm = exh_sci0_engine_vm(engine_of(run));
	struct exh_writer calls = { .limit = TEXT_LIMIT }, text = { .limit = TEXT_LIMIT };
	const char *why;
	const enum exh_sci0_fault fault = exh_sci0_vm_fault(vm, &why);

	if (!fault)
		return;
	exh_sci0_vm_backtrace(vm, &calls);
	exh_cp437_to_utf8(exh_writer_bytes(&calls), EXH_CP437_TEXT, &text);
	exh_write_u8(&text, 0);
	report_error(run->report, input, EXH_NO_OFFSET, "step %" PRIu64 ": %s: %s\n%s",
		     exh_sci0_vm_steps(vm), exh_sci0_fault_name(fault), why,
		     text.data ? (char *)text.data : "");
	exh_writer_free(&calls);
	exh_writer_free(&text);
}

static void set_number(json_t *json, const char *key, uint64_t number)
{
	json_object_set_new(json, key, json_integer((json_int_t)number));
}

static void describe(const struct sci_run *run, json_t *result)
{
	struct exh_sci0_engine_state state;

	exh_sci0_engine_state(engine_of(run), &state);
	set_number(result, "frames", run->run.frames);
	json_object_set_new(result, "seconds",
			    json_real((double)run->run.ticks / EXH_SCI0_TICKS));
	json_object_set_new(result, "ended", json_string(run_end_name(&run->run)));
	set_number(result, "room", state.room);
	set_number(result, "cycles", state.cycles);
	set_number(result, "instructions", state.instructions);
	set_number(result, "missing", state.missing);
	set_number(result, "faults",
		   exh_sci0_vm_passed_faults(exh_sci0_engine_vm(engine_of(run))));
	json_object_set_new(result, "outputs", run_outputs_to_json(&run->options->run));
}

static void print_summary(const struct sci_run *run)
{
	struct exh_sci0_engine_state state;

	exh_sci0_engine_state(engine_of(run), &state);
	printf("room %u: %llu frames, %llu cycles, %.2f s; end: %s\n", state.room,
	       (unsigned long long)run->run.frames, (unsigned long long)state.cycles,
	       (double)run->run.ticks / EXH_SCI0_TICKS, run_end_name(&run->run));
}

/*
 * Assertions.
 */

static void write_log(const struct sci_run *run, const char *input)
{
	const struct run_options *options = &run->options->run;
	struct exh_writer out = { .limit = LOG_LIMIT };

	if (options->tap) {
		act_log_tap(&run->run.log, &out);
		output_write(run->report, "-", exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
	if (options->junit) {
		act_log_junit(&run->run.log, input, EXH_SCI0_TICKS, &out);
		output_write(run->report, options->junit, exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
}

/*
 * Running.
 */

size_t sci_run_standard_count(const struct sci_run_options *options)
{
	const char *paths[RUN_OUTPUT_PATHS];
	size_t count = (size_t)options->run.common.json + options->run.tap +
		       (options->run.junit && strcmp(options->run.junit, "-") == 0);

	run_list_outputs(&options->run, paths);
	for (size_t i = 0; i < RUN_OUTPUT_PATHS; i++)
		count += paths[i] && strcmp(paths[i], "-") == 0;
	return count;
}

static bool has_outputs(const struct sci_run_options *options)
{
	const char *paths[RUN_OUTPUT_PATHS];
	bool has = options->run.common.json || options->run.tap || options->run.junit;

	run_list_outputs(&options->run, paths);
	for (size_t i = 0; i < RUN_OUTPUT_PATHS; i++)
		has = has || paths[i];
	return has;
}

static bool set_up(struct sci_run *run, const char *path)
{
	const struct sci_run_options *options = run->options;

	if (!run_open(&run->run) || !sci_run_game_open(&run->game, path, run->report))
		return false;
	run->run.view.width = EXH_SCI0_SCREEN_WIDTH;
	run->run.view.height = EXH_SCI0_SCREEN_HEIGHT;
	if (options->show) {
		run->run.view.draw = draw_map;
		run->run.view.context = options;
	}
	exh_sci0_engine_palette(&run->run.view.colors);
	if (options->score.given)
		((struct sci_player *)run->run.player)->score =
			(unsigned)options->score.value;
	if (options->run.junit && !output_is_free(run->report, options->run.junit))
		return false;
	run->game.is_lenient = !options->stops;
	return (options->run.load_state
			? run_load(&run->run, &run->game)
			: run->run.type->start(run->run.player, &run->game, options,
					       run->report)) &&
	       run_begin(&run->run);
}

/* After a fault there is nothing to go on with. */
static bool save(const struct sci_run *run)
{
	if (!run->options->run.save_state ||
	    exh_sci0_vm_can_save(exh_sci0_engine_vm(engine_of(run))))
		return run_save(&run->run);
	report_error(run->report, run->options->run.save_state, EXH_NO_OFFSET,
		     "the state can't be saved: a fault has stopped the game");
	return true;
}

void sci_run_run_game(void *context, const char *input, const char *output,
		      struct report *report, json_t *result)
{
	const struct sci_run_options *options = context;
	struct sci_run run = { .options = options, .report = report };

	(void)output;
	run.run = (struct run){ .type = &sci0_engine,
				.options = &options->run,
				.report = report };
	if (set_up(&run, input) && run_play(&run.run, result) && save(&run)) {
		describe(&run, result);
		if (!has_outputs(options))
			print_summary(&run);
		report_notes(report, input, exh_sci0_engine_faults(engine_of(&run)));
		report_fault(&run, input);
		write_log(&run, input);
	}
	run_close(&run.run);
	sci_run_game_close(&run.game);
}

char *sci_run_output_for(void *context, const char *input, bool several)
{
	const struct sci_run_options *options = context;

	(void)input;
	(void)several;
	return strdup(options->run.common.output ? options->run.common.output : "-");
}
