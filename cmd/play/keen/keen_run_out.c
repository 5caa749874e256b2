#include "keen_run_out.h"

#include "task/json.h"
#include "task/output_names.h"

#include <stdlib.h>
#include <string.h>

enum {
	SCREEN_SIZE = EXH_EGA_WIDTH * EXH_EGA_HEIGHT,
	CRC_BLOCK = 4 * EXH_EGA_WIDTH,
};

/*
 * Opening.
 */

static bool is_wanted(const struct keen_run_options *options, uint64_t number)
{
	return (!options->every || number % options->every == 0) &&
	       ranges_have(options->ranges, options->range_count, (uint32_t)number);
}

/* May a picture of that number come? */
static bool may_come(const void *context, uint64_t number)
{
	const struct keen_outputs *outputs = context;

	return number >= outputs->first_frame && number < outputs->end_frame &&
	       is_wanted(outputs->options, number);
}

static enum exh_status open_pictures(struct keen_outputs *outputs, struct exh_error *err)
{
	const struct keen_run_options *options = outputs->options;
	const enum keen_show show = (enum keen_show)options->show;
	struct sequence_kind kind = { .ticks_a_second = KEEN_TICKS_A_SECOND,
				      .ticks_a_frame = KEEN_TICKS_A_FRAME,
				      .may_come = may_come,
				      .context = outputs };

	keen_show_size(show, options->game.video, &kind.width, &kind.height);
	keen_show_colors(show, options->game.video, &kind.colors);
	outputs->shown = calloc(kind.width, kind.height);
	if (!outputs->shown)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	outputs->pictures = sequence_begin(
		&kind,
		sequence_choose_indexed(&options->pictures, options->common.output),
		&options->pictures, options->common.output, &options->common, err);
	return outputs->pictures ? EXH_OK : err->status;
}

static void take_write(void *context, const struct exh_audio_write *write)
{
	struct keen_outputs *outputs = context;

	keen_sound_take(&outputs->sound, write);
}

static void take_event(void *context, const struct exh_event *event)
{
	struct keen_outputs *outputs = context;

	exh_event_print(event, &outputs->trace.text);
}

static bool open_text(struct keen_outputs *outputs, struct text_stream *stream,
		      const char *path)
{
	struct exh_error err;

	if (!path)
		return true;
	if (!text_stream_open(stream, path, outputs->options->common.force, &err))
		return true;
	report_output_failure(outputs->report, path, &err);
	return false;
}

/* Of what is written at the end: what is in its way is found now. */
static bool is_free(const struct keen_outputs *outputs, const char *path)
{
	return !path || output_is_free(outputs->report, path);
}

static bool open_sound(struct keen_outputs *outputs, const struct exh_keen_engine *engine)
{
	const char *path = outputs->options->wav;
	struct exh_keen_frame_state state;

	if (!is_free(outputs, path))
		return false;
	if (!path)
		return true;
	exh_keen_engine_state(engine, &state);
	outputs->sound.first_service = state.tick * KEEN_SERVICES_A_TICK;
	outputs->has_sound = true;
	outputs->host.audio = take_write;
	return true;
}

static bool open_rest(struct keen_outputs *outputs, const struct exh_keen_engine *engine)
{
	const struct keen_run_options *options = outputs->options;

	if (!is_free(outputs, options->save_state) ||
	    !is_free(outputs, options->memory.map) ||
	    !is_free(outputs, options->memory.events) || !open_sound(outputs, engine) ||
	    !open_text(outputs, &outputs->state, options->state) ||
	    !open_text(outputs, &outputs->trace, options->trace) ||
	    !open_text(outputs, &outputs->record, options->record))
		return false;
	if (outputs->state.is_open)
		keen_state_head(&outputs->state.text);
	if (outputs->trace.is_open)
		outputs->host.trace = take_event;
	if (outputs->record.is_open)
		exh_input_record_start(&outputs->recorder, exh_keen_input_keys(),
				       &outputs->record.text);
	return true;
}

static bool wants_crc(const struct keen_run_options *options, unsigned which)
{
	const char *output = options->common.output;

	return (which & KEEN_OUT_REST && options->state) ||
	       (which & KEEN_OUT_PICTURES && output &&
		options->show == KEEN_SHOW_SCREEN && !options->every &&
		sequence_choose_indexed(&options->pictures, output) == SEQUENCE_HASH);
}

bool keen_outputs_open(struct keen_outputs *outputs,
		       const struct keen_run_options *options, unsigned which,
		       const struct keen_game *game, const struct exh_keen_engine *engine,
		       uint64_t frames, struct report *report)
{
	struct exh_error err;

	outputs->options = options;
	outputs->game = game;
	outputs->report = report;
	outputs->first_frame = keen_run_frames_made(engine);
	outputs->end_frame = outputs->first_frame + frames;
	outputs->host.context = outputs;
	if (wants_crc(options, which) &&
	    !(outputs->screens = picture_crc_new(SCREEN_SIZE, CRC_BLOCK))) {
		report_error(report, NULL, EXH_NO_OFFSET, "out of memory");
		return false;
	}
	if (which & KEEN_OUT_REST && !open_rest(outputs, engine))
		return false;
	if (!(which & KEEN_OUT_PICTURES) || !options->common.output ||
	    !open_pictures(outputs, &err))
		return true;
	report_output_failure(report, options->common.output, &err);
	return false;
}

/*
 * Frames.
 */

static enum exh_status add_picture(struct keen_outputs *outputs,
				   const struct exh_keen_engine *engine, uint64_t number,
				   struct exh_error *err)
{
	const struct keen_run_options *options = outputs->options;
	struct exh_palette palette;
	struct sequence_frame frame = { .number = number,
					.pixels = outputs->shown,
					.palette = &palette };

	if (options->show == KEEN_SHOW_SCREEN && outputs->screens) {
		exh_keen_engine_palette(engine, &palette);
		frame.pixels = picture_crc_last(outputs->screens);
		frame.crc32 = &outputs->crc;
	} else {
		keen_show_draw((enum keen_show)options->show, options->game.video, engine,
			       &outputs->game->levels.info, outputs->shown, &palette);
	}
	return sequence_add(outputs->pictures, &frame, err);
}

static bool take_picture(struct keen_outputs *outputs,
			 const struct exh_keen_engine *engine, uint64_t number,
			 uint64_t ticks)
{
	const struct keen_run_options *options = outputs->options;
	struct exh_error err;

	if (!outputs->pictures)
		return true;
	if (is_wanted(options, number) && add_picture(outputs, engine, number, &err)) {
		report_output_failure(outputs->report, options->common.output, &err);
		return false;
	}
	if (ranges_have(options->ranges, options->range_count, (uint32_t)number))
		sequence_wait(outputs->pictures, ticks);
	return true;
}

static bool pass_text(struct keen_outputs *outputs, struct text_stream *stream,
		      const char *path)
{
	struct exh_error err;

	if (!stream->is_open || !text_stream_pass(stream, &err))
		return true;
	report_output_failure(outputs->report, path, &err);
	return false;
}

/* A run that has become too long for its file of sound need not go on. */
static bool check_sound(const struct keen_outputs *outputs, uint64_t tick)
{
	const struct keen_run_options *options = outputs->options;

	if (!outputs->has_sound ||
	    keen_sound_fits(&outputs->sound, tick * KEEN_SERVICES_A_TICK,
			    &options->sound.shape))
		return true;
	report_error(
		outputs->report, options->wav, EXH_NO_OFFSET,
		"a WAV file holds 4 GiB, and the run is longer: give fewer --frames, "
		"or a lower --rate");
	return false;
}

/* Keys alone, whatever device they came from: the game sees no more of it. */
static void record(struct keen_outputs *outputs, const struct exh_keen_controls *controls)
{
	const struct exh_input_frame frame = { .keys = exh_keen_controls_keys(controls) };

	if (outputs->record.is_open)
		exh_input_record(&outputs->recorder, &frame, NULL);
}

bool keen_outputs_frame(struct keen_outputs *outputs,
			const struct exh_keen_engine *engine,
			const struct exh_keen_controls *controls,
			const struct exh_keen_frame_state *state, uint64_t ticks)
{
	const struct keen_run_options *options = outputs->options;

	if (outputs->screens) {
		exh_keen_engine_picture(engine, picture_crc_room(outputs->screens));
		outputs->crc = picture_crc_next(outputs->screens);
	}
	if (outputs->state.is_open)
		keen_state_line(state, outputs->crc, &outputs->state.text);
	record(outputs, controls);
	return check_sound(outputs, state->tick) &&
	       take_picture(outputs, engine, state->frame, ticks) &&
	       pass_text(outputs, &outputs->state, options->state) &&
	       pass_text(outputs, &outputs->trace, options->trace) &&
	       pass_text(outputs, &outputs->record, options->record);
}

/*
 * Closing.
 */

static bool close_text(struct keen_outputs *outputs, struct text_stream *stream,
		       const char *path, bool good)
{
	struct exh_error err = { 0 };

	if (!stream->is_open)
		return good;
	if (!text_stream_close(stream, good ? EXH_OK : EXH_IO, &err))
		return true;
	if (good)
		report_output_failure(outputs->report, path, &err);
	return false;
}

static bool close_pictures(struct keen_outputs *outputs, bool good)
{
	struct exh_error err = { 0 };

	if (!outputs->pictures)
		return good;
	if (!sequence_end(outputs->pictures, good ? EXH_OK : EXH_IO, &err))
		return true;
	if (good)
		report_output_failure(outputs->report, outputs->options->common.output,
				      &err);
	return false;
}

bool keen_outputs_close(struct keen_outputs *outputs, bool good, uint64_t ticks,
			json_t *result)
{
	const struct keen_run_options *options = outputs->options;

	good = close_pictures(outputs, good);
	good = close_text(outputs, &outputs->state, options->state, good);
	good = close_text(outputs, &outputs->trace, options->trace, good);
	if (outputs->record.is_open)
		exh_input_record_end(&outputs->recorder);
	good = close_text(outputs, &outputs->record, options->record, good);
	if (good && outputs->has_sound)
		good = keen_sound_write(&outputs->sound, ticks * KEEN_SERVICES_A_TICK,
					options->wav, &options->sound.shape,
					outputs->report, result);
	keen_sound_free(&outputs->sound);
	picture_crc_free(outputs->screens);
	free(outputs->shown);
	return good;
}
