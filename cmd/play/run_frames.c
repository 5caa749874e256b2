#include "play.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text_encoding.h"

#include <stdlib.h>
#include <string.h>

enum {
	STATE_LIMIT = 64 << 20, /* bytes */
	LOOK_UP = 1024,		/* frames between two updates of the progress */
};

/*
 * Setting up.
 */

static bool has_free_outputs(const struct run *run)
{
	const struct run_output *own = run->options->own;

	for (size_t i = 0; i < RUN_OWN_OUTPUTS; i++)
		if (own[i].path && !output_is_free(run->report, own[i].path))
			return false;
	return true;
}

bool run_open(struct run *run)
{
	const struct exh_code_page *page = text_page(run->options->common.encoding);

	acts_language(&run->language, run->type, page);
	run->acts = (struct acts){ .type = run->type, .page = page };
	if (!input_script_open(&run->script, run->options->input, &run->language.keys,
			       run->report) ||
	    !has_free_outputs(run))
		return false;
	run->player = run->type->create();
	return true;
}

void run_close(struct run *run)
{
	acts_free(&run->acts);
	act_log_free(&run->log);
	input_script_close(&run->script);
	run->type->destroy(run->player);
}

/* True if the run can go on after a saved state. A copy makes one frame as a test, since
 * a finished run makes no more. */
static bool continues(struct run *run)
{
	const struct engine_type *type = run->type;
	void *copy = type->create();
	bool good;

	type->copy(copy, run->player);
	type->release(copy);
	type->step(copy, NULL);
	good = type->clock(copy).tick != type->clock(run->player).tick;
	type->destroy(copy);
	if (good)
		return true;
	report_error(run->report, run->options->load_state, EXH_NO_OFFSET,
		     "the saved run has already ended: %s", type->end_name(run->player));
	return false;
}

static void get_sums(const struct run *run, struct exh_writer *sums)
{
	*sums = (struct exh_writer){ .limit = STATE_LIMIT };
	if (run->type->sums)
		run->type->sums(run->game, sums);
}

/* Loads a state if it belongs to this game and its files. */
static enum exh_status load_state(struct run *run, struct exh_bytes saved,
				  struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	struct exh_writer sums;

	get_sums(run, &sums);
	if (run->type->sums)
		status = state_sums_check(&saved, &sums, err);
	exh_writer_free(&sums);
	return status ? status : run->type->load(run->player, run->game, saved, err);
}

static bool load(struct run *run)
{
	const char *path = run->options->load_state;
	struct exh_error err;
	struct file file;
	bool good;

	if (!report_read_own(run->report, path, STATE_LIMIT, &file))
		return false;
	good = load_state(run, file_bytes(&file), &err) == EXH_OK;
	if (!good)
		report_failure(run->report, path, &err);
	free(file.data);
	return good && continues(run);
}

/* True if acts decide the length of the run. */
static bool has_acts(const struct run *run)
{
	return run->first_act || input_script_has_acts(&run->script);
}

bool run_length(const struct run_options *options, const struct input_script *script,
		uint64_t first, uint64_t *length, struct report *report)
{
	const uint64_t all = input_script_length(script);
	const uint64_t start = options->restart_input ? 0 : first;

	*length = 0;
	if (options->frames.given) {
		*length = (uint64_t)options->frames.value;
		return true;
	}
	if (input_script_has_acts(script)) {
		*length = EXH_INPUT_ENDLESS;
		return true;
	}
	if (all == EXH_INPUT_ENDLESS)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "the script never ends: give --frames N");
	else if (!start && !all)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "the script has no frames: give --frames N");
	else if (all <= start)
		report_error(report, options->input, EXH_NO_OFFSET,
			     "the script has %llu frames, but the run is already at "
			     "frame %llu: give --frames N or --restart-input",
			     (unsigned long long)all, (unsigned long long)start);
	else
		*length = all - start;
	return *length != 0;
}

/* Rejects a script with acts after --load-state: its course depends on how its acts
 * went. */
static bool check_acts(const struct run *run)
{
	if (!input_script_has_acts(&run->script) || !run->options->load_state ||
	    run->options->restart_input)
		return true;
	report_error(run->report, run->options->input, EXH_NO_OFFSET,
		     "a script with acts can't be continued: use --restart-input");
	return false;
}

bool run_begin(struct run *run, void *game, const void *options)
{
	bool is_ready;

	run->game = game;
	is_ready = run->options->load_state
			   ? load(run)
			   : run->type->start(run->player, game, options, run->report);
	if (!is_ready || !check_acts(run))
		return false;
	run->first = run->type->clock(run->player).frames;
	if (!run->options->restart_input)
		input_script_seek(&run->script, run->first, run->type, run->player);
	if (!run_length(run->options, &run->script, run->first, &run->limit, run->report))
		return false;
	if (run->first_act && !run->options->frames.given)
		run->limit = EXH_INPUT_ENDLESS;
	return true;
}

/*
 * Running.
 */

static bool fail_act(struct run *run, const struct exh_input_act *act,
		     const struct exh_error *err)
{
	run->has_failed = true;
	act_log_add(&run->log, act, run->type->clock(run->player).tick, err->text);
	if (act == run->first_act) {
		report_error(run->report, NULL, EXH_NO_OFFSET, "%s %s: %s", act->file,
			     act->text, err->text);
		return false;
	}
	report_error(run->report, act->file, EXH_NO_OFFSET, "line %u: %s %s: %s",
		     (unsigned)act->line, act->name, act->text, err->text);
	run_keep_picture(run, act);
	return false;
}

/* Logs a finished act if it is an assertion. */
static void log_act(struct run *run, const struct exh_input_act *act)
{
	if (act_is_named(act, "expect"))
		act_log_add(&run->log, act, run->type->clock(run->player).tick, NULL);
}

/* Takes the input of the next frame, after the acts before it. False: no more frames. */
static bool next_input(struct run *run, struct exh_input_frame *input)
{
	for (;;) {
		const struct exh_input_act *act = run->acts.act;
		struct exh_error err;

		if (!act) {
			if (!input_script_take(&run->script, input)) {
				run->is_at_end = true;
				return run->options->frames.given || !has_acts(run);
			}
			if (!input->act)
				return true;
			act = run->acts.act = input->act;
		}
		switch (acts_go_on(&run->acts, run->player, input, &err)) {
		case ENGINE_ACT_AGAIN:
			return true;
		case ENGINE_ACT_FAILED:
			return fail_act(run, act, &err);
		default:
			log_act(run, act);
		}
	}
}

/* Makes one frame. False: the run ends here. */
static bool make_frame(void *context, bool *good)
{
	struct run_outputs *outputs = context;
	struct run *run = outputs->run;
	struct exh_input_frame input;
	uint64_t before, ticks;

	if (!next_input(run, &input))
		return false;
	before = run->type->clock(run->player).tick;
	run_outputs_before(outputs, run->ticks);
	run->type->press(run->player, &input);
	run->is_over = !run->type->step(run->player, &outputs->host);
	ticks = run->type->clock(run->player).tick - before;
	if (!ticks)
		return false;
	run->frames++;
	run->ticks += ticks;
	if (run->hooks.frame)
		run->hooks.frame(run->hooks.context, run->player, ticks);
	*good = run_outputs_frame(outputs, ticks);
	return !run->is_over;
}

bool run_frames(struct report *report, uint64_t limit, bool takes_interrupts,
		bool (*make)(void *context, bool *good), void *context)
{
	struct progress progress;
	bool good = true;

	progress_start(&progress, report->common, report->command);
	for (uint64_t i = 0; i < limit && good; i++) {
		if (!takes_interrupts && interrupt_pending()) {
			report_error(report, NULL, EXH_NO_OFFSET, "interrupted");
			good = false;
		} else if (!make(context, &good)) {
			break;
		}
		if (i % LOOK_UP == 0)
			progress_show(&progress, i, limit);
	}
	progress_end(&progress);
	return good;
}

/* After a game's last frame: does the acts that need no frame, and reports a condition
 * that is still waited for as failed. */
static void finish_acts(struct run *run)
{
	struct exh_input_frame input;
	struct exh_error err;
	char what[64];

	if (!run->is_over || !has_acts(run) || !next_input(run, &input))
		return;
	snprintf(what, sizeof what, "the game ended (%.20s) before",
		 run->type->end_name(run->player));
	if (acts_unmet(&run->acts, run->player, what, &err))
		fail_act(run, run->acts.act, &err);
}

static bool pass(struct run *run, unsigned which, struct json *result)
{
	struct run_outputs *outputs = mem_alloc(1, sizeof *outputs);
	bool good;

	run->frames = run->ticks = 0;
	run->acts.act = run->first_act;
	act_log_free(&run->log);
	if (run->hooks.begin)
		run->hooks.begin(run->hooks.context, run->player);
	good = run_outputs_open(outputs, run, which) &&
	       run_frames(run->report, run->limit, run->hooks.take_interrupts, make_frame,
			  outputs);
	if (good)
		finish_acts(run);
	good = run_outputs_close(outputs, good, run->ticks, result);
	free(outputs);
	return good;
}

/* Makes the sound first. A program that reads the pictures from a pipe opens the sound
 * file when the first picture comes, so that file must be complete by then. */
static bool run_twice(struct run *run, struct json *result)
{
	void *start = run->type->create();
	const struct exh_input_cursor cursor = run->script.cursor;
	bool good;

	run->type->copy(start, run->player);
	good = pass(run, RUN_REST, result);
	run->type->copy(run->player, start);
	run->type->destroy(start);
	run->script.cursor = cursor;
	return good && pass(run, RUN_PICTURES, result);
}

static bool is_piped(const char *output)
{
	return output && (strcmp(output, "-") == 0 || file_is_special(output));
}

bool run_play(struct run *run, struct json *result)
{
	return run->options->wav && is_piped(run->options->common.output)
		       ? run_twice(run, result)
		       : pass(run, RUN_PICTURES | RUN_REST, result);
}

bool run_save(const struct run *run)
{
	struct exh_writer out = { .limit = STATE_LIMIT }, sums;
	const char *path = run->options->save_state;

	if (!path)
		return true;
	run->type->save(run->player, &out);
	get_sums(run, &sums);
	if (run->type->sums)
		state_sums_put(&sums, &out);
	exh_writer_free(&sums);
	return output_write_text(run->report, path, &out);
}

double run_seconds(const struct run *run)
{
	return (double)run->ticks / run->type->ticks_a_second;
}

const char *run_end_name(const struct run *run)
{
	if (run->is_over)
		return run->type->end_name(run->player);
	return run->options->frames.given ? "frames" : "input";
}

static const struct field run_field[] = {
	FIELD(struct run_row, seconds, "seconds", "game time that the run took",
	      FIELD_HAS(struct run_row, has_end)),
	FIELD(struct run_row, ended, NULL,
	      "why the run ended: frames (as many as --frames), input (the end of the "
	      "script), or a state of the game",
	      .flags = FIELD_OMITTED),
	FIELD_OF("state_crc32", FIELD_CRC32, struct run_row, state_crc32, NULL,
		 "CRC-32 of the complete state at the end; runs with the same one "
		 "continue in the same way",
		 FIELD_HAS(struct run_row, has_state)),
	FIELD_MADE(FIELD_JSON, struct run_row, outputs, &run_outputs_fields,
		   "the files that were written", .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON, struct run_row, sound, &run_sound_fields,
		   "the file of sound", .flags = FIELD_OMITTED),
};
const struct fields run_fields = FIELDS("run", struct run_row, run_field);

struct run_row run_end(const struct run *run)
{
	return (struct run_row){ .has_end = true,
				 .seconds = run_seconds(run),
				 .ended = run_end_name(run) };
}

void run_describe_end(const struct run *run, struct json *result)
{
	const struct run_row row = run_end(run);

	fields_put(&run_fields, &row, result);
}

void run_describe_state(const struct run *run, struct json *result)
{
	fields_put(&run_fields,
		   &(struct run_row){ .has_state = true,
				      .state_crc32 = run->type->hash(run->player) },
		   result);
}
