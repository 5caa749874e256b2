#include "play_sci.h"

#include "assets/sci/coverage/coverage.h"
#include "assets/sci/sound/sound.h"
#include "play/sci/vm/vm.h"
#include "play/play.h"
#include "task/outputs.h"
#include "task/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run. */
struct sci_run {
	const struct sci_run_options *options;
	struct report *report;
	struct sci_run_game game;
	struct run run;
	struct sci_debug *debug;
	struct exh_input_act first_act; /* --room */
	char room[16];
	struct coverage coverage;
	struct trace_run trace;
	unsigned passes; /* number of passes over the frames so far */
};

static struct sci_player *player_of(const struct sci_run *run)
{
	return run->run.player;
}

static const struct exh_sci_engine *engine_of(const struct sci_run *run)
{
	return player_of(run)->engine;
}

/* Draws a picture for --show and --pointer. */
static void draw_view(const void *context, const void *player, uint8_t *pixels,
		      struct exh_palette *palette)
{
	const struct sci_run_options *options = context;
	struct exh_sci_engine *engine = ((const struct sci_player *)player)->engine;

	sci_show_draw(engine, (enum sci_show)options->show, pixels);
	if (options->has_pointer)
		exh_sci_engine_draw_pointer(engine, pixels);
	sci_show_palette((enum sci_show)options->show, palette);
}

/*
 * Results.
 */

static void report_fault(const struct sci_run *run, const char *input)
{
	const struct exh_sci_vm *vm = exh_sci_engine_vm(engine_of(run));
	const char *why;
	char *calls;
	const enum exh_sci_fault fault = exh_sci_vm_fault(vm, &why);

	if (!fault)
		return;
	calls = sci_list_calls(vm);
	report_error(run->report, input, EXH_NO_OFFSET, "step %" PRIu64 ": %s: %s; %s",
		     exh_sci_vm_steps(vm), exh_sci_fault_name(fault), why, calls);
	free(calls);
}

/* Reports a game that takes no more events, which a player would see as a hang. */
static void report_hang(const struct sci_run *run, const char *input)
{
	const struct exh_sci_engine_state state = sci_state_of(player_of(run));
	char *calls;

	if (state.has_ended ||
	    state.tick - state.polled < SCI_DEAF_SECONDS * EXH_SCI_TICKS)
		return;
	calls = sci_list_calls(exh_sci_engine_vm(engine_of(run)));
	report_warning(run->report, input, EXH_NO_OFFSET,
		       "at the end the game has taken no events for %" PRIu64
		       " s; it is here: %s",
		       (state.tick - state.polled) / EXH_SCI_TICKS, calls);
	free(calls);
}

/* Reports the game's faults, which may also be the reason for missing output. */
static void report_game(const struct sci_run *run, const char *input)
{
	if (!engine_of(run))
		return;
	report_notes(run->report, input, exh_sci_engine_faults(engine_of(run)));
	report_fault(run, input);
	report_hang(run, input);
	if (run->game.lacks_selectors && !sci_state_of(player_of(run)).room)
		report_error(run->report, input, EXH_NO_OFFSET,
			     "no room was reached: its selectors may have other numbers");
}

struct run_result {
	uint64_t frames;
	struct run_row run;
	struct exh_sci_engine_state state;
	size_t faults;
};

static const struct field result_field[] = {
	FIELD(struct run_result, frames, NULL, "frames that were made"),
	FIELD_MEMBERS_OF(struct run_result, run, &run_fields),
	FIELD_AS("room", struct run_result, state.room, NULL, "number of the last room"),
	FIELD_AS("cycles", struct run_result, state.cycles, NULL,
		 "game cycles that were played"),
	FIELD_AS("instructions", struct run_result, state.instructions, NULL,
		 "instructions of scripts"),
	FIELD_AS("missing", struct run_result, state.missing, NULL,
		 "times that a resource was missing"),
	FIELD(struct run_result, faults, NULL, "faults that were passed"),
};
const struct fields sci_run_fields = FIELDS("sci_run", struct run_result, result_field);

static void describe(const struct sci_run *run, struct json *result)
{
	const struct run_result row = {
		run->run.frames, run_end(&run->run), sci_state_of(player_of(run)),
		exh_sci_vm_passed_faults(exh_sci_engine_vm(engine_of(run)))
	};

	fields_put(&sci_run_fields, &row, result);
	run_describe_outputs(&run->options->run, result);
}

static void print_summary(const struct sci_run *run)
{
	const struct exh_sci_engine_state state = sci_state_of(player_of(run));

	printf("room %u: %llu frames, %llu cycles, %.2f s; end: %s\n", state.room,
	       (unsigned long long)run->run.frames, (unsigned long long)state.cycles,
	       run_seconds(&run->run), run_end_name(&run->run));
}

/*
 * Running.
 */

static bool set_up_debugger(struct sci_run *run, const char *path)
{
	const struct sci_run_options *options = run->options;

	if (!options->debugs)
		return true;
	run->debug = sci_debug_open(run->run.type, run->run.player, &run->game, path,
				    options->sources, run->report);
	return run->debug;
}

/* Only devices that an output needs get sound. */
static void choose_sound(const struct sci_run_options *options, struct sci_run_game *game)
{
	static const enum exh_audio_device heard[] = {
		[SCI_DEVICE_ADLIB] = EXH_AUDIO_ADLIB,
		[SCI_DEVICE_SPEAKER] = EXH_AUDIO_SPEAKER,
		[SCI_DEVICE_TANDY] = EXH_AUDIO_TANDY,
	};

	game->sound_devices = 1u << EXH_AUDIO_NONE;
	if (options->run.wav || options->run.register_log)
		game->sound_devices |= 1u << heard[options->device];
	if (options->run.midi)
		game->sound_devices |= 1u << EXH_AUDIO_MIDI;
	game->midi_devices = (uint8_t)sci_sound_device_bits(options->device);
}

/*
 * Coverage.
 */

static void see(void *context, const struct exh_event *event)
{
	struct sci_run *run = context;
	struct coverage *coverage = &run->coverage;
	const struct exh_event_field *f = event->fields;

	if (strcmp(event->name, "room") == 0)
		coverage_add(coverage, COVERAGE_ROOMS, (uint32_t)f[0].number, true);
	else if (strcmp(event->name, "message") == 0)
		coverage_add(coverage, COVERAGE_TEXTS,
			     (uint32_t)(f[0].number << 16 | f[1].number), true);
	else if (strcmp(event->name, "said") == 0)
		coverage_add(coverage, COVERAGE_SAIDS,
			     (uint32_t)(f[1].number << 16 | f[4].number), true);
}

/* False: the report has the reason. */
static bool set_up_coverage(struct sci_run *run)
{
	const struct sci_run_options *options = run->options;
	struct coverage *coverage = &run->coverage;

	if (!options->coverage)
		return true;
	coverage_open(coverage, &run->game.program);
	if (!coverage_list(coverage, &run->game.program.game, run->report))
		return false;
	run->game.coverage = coverage;
	player_of(run)->coverage = coverage;
	run->run.hooks.event = see;
	return !options->coverage_merge ||
	       coverage_merge(coverage, options->coverage_merge, run->report);
}

/*
 * The machine's trace.
 */

/* A run that is made twice is traced once. */
static void begin_pass(void *context, const void *player)
{
	struct sci_run *run = context;

	(void)player;
	player_of(run)->trace = run->passes++ ? NULL : &run->trace;
}

/* False: the report has the reason. */
static bool set_up_trace(struct sci_run *run, const char *path)
{
	const struct sci_run_options *options = run->options;
	const struct trace_request request = {
		.writes = true, .level = options->trace_level ? options->trace_level : 1
	};
	const struct trace_source source = {
		.program = &run->game.program.program,
		.path = path,
		.seed = (unsigned)options->seed.value,
		.instructions_a_tick = options->instructions.given
					       ? (unsigned)options->instructions.value
					       : (unsigned)EXH_SCI_INSTRUCTIONS_A_TICK,
	};

	if (!options->trace)
		return true;
	run->run.hooks.begin = begin_pass;
	return trace_run_open(&run->trace, &request, &source, options->trace,
			      run->report);
}

static void set_first_room(struct sci_run *run)
{
	snprintf(run->room, sizeof run->room, "%d", (int)run->options->room.value);
	run->first_act = (struct exh_input_act){ .name = "room",
						 .text = run->room,
						 .file = "--room" };
	run->run.first_act = &run->first_act;
}

/* Files that the game writes are kept from now on. Before, a test of a loaded state must
 * leave no files. */
static bool set_up_saves(struct sci_run *run)
{
	const char *folder = run->options->saves;

	run->game.saves = folder;
	return !folder ||
	       sci_saves_read(folder, exh_sci_engine_files(player_of(run)->engine),
			      run->report);
}

static bool set_up(struct sci_run *run, const char *path)
{
	const struct sci_run_options *options = run->options;

	if (!sci_run_game_open(&run->game, path, run->report) || !run_open(&run->run))
		return false;
	run->run.view.width = EXH_SCI_SCREEN_WIDTH;
	run->run.view.height = EXH_SCI_SCREEN_HEIGHT;
	run->run.hooks.context = run;
	if (options->show || options->has_pointer) {
		run->run.view.draw = draw_view;
		run->run.view.context = options;
	}
	sci_show_palette((enum sci_show)options->show, &run->run.view.colors);
	player_of(run)->score = options->score;
	if (options->cycles.given)
		player_of(run)->last_cycle = (uint64_t)options->cycles.value;
	if (options->room.given)
		set_first_room(run);
	run->game.is_lenient = !options->stops;
	choose_sound(options, &run->game);
	return set_up_coverage(run) && set_up_trace(run, path) &&
	       run_begin(&run->run, &run->game, options) && set_up_saves(run) &&
	       set_up_debugger(run, path);
}

/* The state is not saved after a fault, since the run can't go on. */
static bool save(const struct sci_run *run)
{
	if (!run->options->run.save_state ||
	    exh_sci_vm_can_save(exh_sci_engine_vm(engine_of(run))))
		return run_save(&run->run);
	report_error(run->report, run->options->run.save_state, EXH_NO_OFFSET,
		     "the state can't be saved: a fault has stopped the game");
	return true;
}

void sci_run_run_game(void *context, const char *input, const char *output,
		      struct report *report, struct json *result)
{
	const struct sci_run_options *options = context;
	struct sci_run run = { .options = options, .report = report };

	(void)output;
	if (options->smokes) {
		sci_smoke(options, input, report, result);
		return;
	}
	if (options->monkey.given) {
		sci_monkey(options, input, report, result);
		return;
	}
	run.run = (struct run){ .type = &sci_engine,
				.options = &options->run,
				.report = report };
	if (set_up(&run, input)) {
		const bool is_done = run_play(&run.run, result) && save(&run);

		if (is_done)
			describe(&run, result);
		if (is_done && run_has_summary(&options->run) && !options->debugs)
			print_summary(&run);
		report_game(&run, input);
		if (is_done)
			act_log_write(&run.run.log, &options->run, input,
				      run.run.type->ticks_a_second, report);
		if (is_done && options->state_json)
			vm_state_write(exh_sci_engine_vm(engine_of(&run)),
				       &run.game.program.program, options->state_json,
				       report);
		if (is_done && options->coverage)
			coverage_write(&run.coverage, options->coverage, report);
	}
	trace_run_close(&run.trace, options->trace, report);
	sci_debug_close(run.debug);
	run_close(&run.run);
	coverage_close(&run.coverage);
	sci_run_game_close(&run.game);
}
