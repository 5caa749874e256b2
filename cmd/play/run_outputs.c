#include "play.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/engine.h>
#include <stdlib.h>
#include <string.h>

enum { CRC_LINES = 4 /* lines of the monitor per block of its CRC */ };

/*
 * Opening.
 */

static bool is_wanted(const struct run_options *options, uint64_t number)
{
	return (!options->every || number % options->every == 0) &&
	       ranges_have(options->ranges, options->range_count, (uint32_t)number);
}

/* True if the picture with that number may be written. */
static bool may_come(const void *context, uint64_t number)
{
	const struct run_outputs *outputs = context;

	return number >= outputs->first_frame && number < outputs->end_frame &&
	       is_wanted(outputs->options, number);
}

static bool is_rgb15(const struct run *run)
{
	return run->type->picture_rgb15 != NULL;
}

static size_t pixel_size(const struct run *run)
{
	return is_rgb15(run) ? sizeof(uint16_t) : 1;
}

/* GIF: the pictures are not known yet, so all colours count alike. */
static enum exh_status choose_colors(void *context, struct color_map *map,
				     struct exh_error *err)
{
	uint64_t *counts = mem_alloc(COLORS_555, sizeof *counts);

	(void)context;
	(void)err;
	for (size_t i = 0; i < COLORS_555; i++)
		counts[i] = 1;
	color_map_make(counts, 255, map);
	free(counts);
	return EXH_OK;
}

static enum exh_status open_pictures(struct run_outputs *outputs, struct exh_error *err)
{
	const struct run_options *options = outputs->options;
	const struct run *run = outputs->run;
	const struct sequence_kind kind = {
		.pixels = is_rgb15(run) ? SEQUENCE_RGB15 : SEQUENCE_INDEXED,
		.choose_colors = choose_colors,
		.width = run->view.width,
		.height = run->view.height,
		.colors = run->view.colors,
		.ticks_a_second = run->type->ticks_a_second,
		.ticks_a_frame = run->type->ticks_a_frame,
		.may_come = may_come,
		.context = outputs,
	};

	outputs->pictures = sequence_begin(
		&kind,
		sequence_choose_indexed(&options->pictures, options->common.output),
		&options->pictures, options->common.output, &options->common, err);
	return outputs->pictures ? EXH_OK : err->status;
}

static void take_write(void *context, const struct exh_audio_write *write)
{
	struct run_outputs *outputs = context;

	exh_audio_track_take(&outputs->sound.track, write);
	if (outputs->sound.track.failed)
		mem_end();
}

static void take_event(void *context, const struct exh_event *event)
{
	struct run_outputs *outputs = context;
	const struct run_hooks *hooks = &outputs->run->hooks;

	if (hooks->event)
		hooks->event(hooks->context, event);
	if (outputs->events.is_open)
		exh_event_print(event, &outputs->events.text);
	if (outputs->transcript.stream.is_open)
		transcript_take(&outputs->transcript, outputs->run->player, event);
}

static uint64_t services(const struct run_outputs *outputs, uint64_t ticks)
{
	return ticks * outputs->run->type->services_a_tick;
}

static bool open_sound(struct run_outputs *outputs)
{
	const struct run *run = outputs->run;
	const char *const paths[] = { outputs->options->wav, outputs->options->midi,
				      outputs->options->register_log };
	bool is_wanted = false;

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		if (paths[i] && !output_is_free(outputs->report, paths[i]))
			return false;
		is_wanted = is_wanted || paths[i];
	}
	if (!is_wanted)
		return true;
	if (run->type->sound)
		return run_samples_open(&outputs->samples, outputs->report);
	outputs->sound.clocks = run->type->service_clocks;
	outputs->sound.track.first_service =
		services(outputs, run->type->clock(run->player).tick);
	outputs->has_sound = true;
	outputs->host.audio = take_write;
	return true;
}

static bool open_rest(struct run_outputs *outputs)
{
	const struct run_options *options = outputs->options;
	const struct engine_type *type = outputs->run->type;

	/* This file is written at the end; problems with its name are found now. */
	if ((options->save_state &&
	     !output_is_free(outputs->report, options->save_state)) ||
	    (options->junit && !output_is_free(outputs->report, options->junit)) ||
	    !open_sound(outputs) ||
	    !text_stream_open(&outputs->state, options->state, outputs->report) ||
	    !text_stream_open(&outputs->events,
			      options->trace ? options->trace : options->events,
			      outputs->report) ||
	    !transcript_open(&outputs->transcript, type, options->transcript_format,
			     options->transcript, outputs->report) ||
	    !text_stream_open(&outputs->record, options->record, outputs->report))
		return false;
	if (outputs->state.is_open)
		type->state_head(&outputs->state.text);
	if (outputs->events.is_open || outputs->transcript.stream.is_open ||
	    outputs->run->hooks.event)
		outputs->host.trace = take_event;
	if (outputs->record.is_open)
		exh_input_record_start(&outputs->recorder, type->keys(),
				       &outputs->record.text);
	return true;
}

static bool wants_crc(const struct run *run, unsigned which)
{
	const struct run_options *options = run->options;
	const char *output = options->common.output;

	return (which & RUN_REST && options->state) ||
	       (which & RUN_PICTURES && output && !run->view.draw && !options->every &&
		sequence_choose_indexed(&options->pictures, output) == SEQUENCE_HASH);
}

bool run_outputs_open(struct run_outputs *outputs, struct run *run, unsigned which)
{
	const struct run_options *options = run->options;
	const size_t line = run->type->width * pixel_size(run);
	struct exh_error err;

	outputs->run = run;
	outputs->options = options;
	outputs->shown = mem_alloc(run->view.width * run->view.height, pixel_size(run));
	outputs->report = run->report;
	outputs->first_frame = run->first;
	outputs->end_frame = run->first + run->limit;
	outputs->host.context = outputs;
	if (wants_crc(run, which))
		outputs->screens =
			picture_crc_new(line * run->type->height, CRC_LINES * line);
	if (which & RUN_REST && !open_rest(outputs))
		return false;
	if (!(which & RUN_PICTURES) || !options->common.output ||
	    !open_pictures(outputs, &err))
		return true;
	report_output_failure(run->report, options->common.output, &err);
	return false;
}

/*
 * Frames.
 */

static void draw(struct run_outputs *outputs, struct sequence_frame *frame,
		 struct exh_palette *palette)
{
	const struct run *run = outputs->run;

	frame->pixels = outputs->shown;
	frame->palette = palette;
	if (run->view.draw) {
		run->view.draw(run->view.context, run->player, outputs->shown, palette);
		return;
	}
	if (is_rgb15(run)) {
		if (!outputs->screens)
			run->type->picture_rgb15(run->player, outputs->shown);
		frame->palette = NULL;
		frame->crc32 = outputs->screens ? &outputs->crc : NULL;
		return;
	}
	run->type->palette(run->player, palette);
	if (outputs->screens) {
		frame->pixels = picture_crc_last(outputs->screens);
		frame->crc32 = &outputs->crc;
	} else {
		run->type->picture(run->player, outputs->shown);
	}
}

static bool take_picture(struct run_outputs *outputs, uint64_t number, uint64_t ticks)
{
	const struct run_options *options = outputs->options;
	struct sequence_frame frame = { .number = number };
	struct exh_palette palette;
	struct exh_error err;

	if (!outputs->pictures)
		return true;
	if (is_wanted(options, number)) {
		draw(outputs, &frame, &palette);
		if (sequence_add(outputs->pictures, &frame, &err)) {
			report_output_failure(outputs->report, options->common.output,
					      &err);
			return false;
		}
	}
	if (ranges_have(options->ranges, options->range_count, (uint32_t)number))
		sequence_wait(outputs->pictures, ticks);
	return true;
}

/* Stops a run that has become too long for its sound file. */
static bool check_sound(const struct run_outputs *outputs, uint64_t tick)
{
	const struct run_options *options = outputs->options;

	if (!outputs->has_sound || !options->wav ||
	    run_sound_fits(&outputs->sound, services(outputs, tick),
			   &options->sound.shape))
		return true;
	report_error(outputs->report, options->wav, EXH_NO_OFFSET,
		     "the sound exceeds the 4 GiB of a WAV file: give fewer --frames or "
		     "a lower --rate");
	return false;
}

static bool take_samples(struct run_outputs *outputs)
{
	const struct run *run = outputs->run;
	struct exh_error err;

	if (!outputs->samples.spool ||
	    !run_samples_take(&outputs->samples, run->type, run->player, &err))
		return true;
	report_output_failure(outputs->report, outputs->options->wav, &err);
	return false;
}

/* Records keys alone, whatever device they came from: the game reads only keys. */
static void record(struct run_outputs *outputs)
{
	const struct run *run = outputs->run;
	struct exh_input_frame frame = { 0 };

	if (!outputs->record.is_open)
		return;
	frame.keys = run->type->pressed(run->player);
	(void)!exh_input_record(&outputs->recorder, &frame, NULL);
}

/* Writes the screen as bytes; 15-bit pixels have the lower byte first on all machines. */
static void put_screen(struct run_outputs *outputs, uint8_t *bytes)
{
	const struct engine_type *type = outputs->run->type;
	const uint16_t *pixels = outputs->shown;
	const size_t count = (size_t)type->width * type->height;

	if (!is_rgb15(outputs->run)) {
		type->picture(outputs->run->player, bytes);
		return;
	}
	type->picture_rgb15(outputs->run->player, outputs->shown);
	for (size_t i = 0; i < count; i++) {
		bytes[2 * i] = (uint8_t)pixels[i];
		bytes[2 * i + 1] = (uint8_t)(pixels[i] >> 8);
	}
}

/* A script's goto sets the game's clock back, but not the sound's. */
void run_outputs_before(struct run_outputs *outputs, uint64_t ticks)
{
	const struct run *run = outputs->run;

	outputs->sound.track.first_service =
		services(outputs, run->type->clock(run->player).tick - ticks);
}

bool run_outputs_frame(struct run_outputs *outputs, uint64_t ticks)
{
	const struct engine_type *type = outputs->run->type;
	const void *player = outputs->run->player;
	const struct engine_clock clock = type->clock(player);

	if (outputs->screens) {
		put_screen(outputs, picture_crc_room(outputs->screens));
		outputs->crc = picture_crc_next(outputs->screens);
	}
	if (outputs->state.is_open)
		type->state_line(player, outputs->crc, &outputs->state.text);
	record(outputs);
	return check_sound(outputs, clock.tick) && take_samples(outputs) &&
	       take_picture(outputs, clock.frames - 1, ticks) &&
	       text_stream_pass(&outputs->state) && text_stream_pass(&outputs->events) &&
	       text_stream_pass(&outputs->transcript.stream) &&
	       text_stream_pass(&outputs->record);
}

/*
 * Closing.
 */

static bool close_pictures(struct run_outputs *outputs, bool good)
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

/* Writes the sound files, which are all written at the end. */
static bool write_sound(const struct run_outputs *outputs, uint64_t ticks,
			struct json *result)
{
	const struct run_options *options = outputs->options;
	const uint64_t end = services(outputs, ticks);

	return (!options->wav ||
		run_sound_write(&outputs->sound, end, options->wav, &options->sound.shape,
				outputs->report, result)) &&
	       (!options->register_log ||
		run_log_write(&outputs->sound, end, options->register_log,
			      outputs->report)) &&
	       (!options->midi || run_midi_write(&outputs->sound, outputs->run->type, end,
						 options->midi, outputs->report));
}

bool run_outputs_close(struct run_outputs *outputs, bool good, uint64_t ticks,
		       struct json *result)
{
	good = close_pictures(outputs, good);
	good = text_stream_close(&outputs->state, good);
	good = text_stream_close(&outputs->events, good);
	good = transcript_close(&outputs->transcript, good);
	if (outputs->record.is_open)
		exh_input_record_end(&outputs->recorder);
	good = text_stream_close(&outputs->record, good);
	if (good && outputs->has_sound)
		good = write_sound(outputs, ticks, result);
	if (good && outputs->samples.spool)
		good = run_samples_write(&outputs->samples, outputs->options->wav,
					 outputs->report, result);
	run_samples_close(&outputs->samples);
	exh_audio_track_free(&outputs->sound.track);
	picture_crc_free(outputs->screens);
	free(outputs->shown);
	return good;
}

/*
 * Paths of the outputs.
 */

void run_list_outputs(const struct run_options *options,
		      struct run_output out[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS])
{
	const struct run_output shared[RUN_SHARED_OUTPUTS] = {
		{ "pictures", options->common.output, false },
		{ "state", options->state, false },
		{ "trace", options->trace, false },
		{ "events", options->events, false },
		{ "record", options->record, false },
		{ "transcript", options->transcript, false },
		{ "junit", options->junit, false },
		{ "wav", options->wav, false },
		{ "midi", options->midi, false },
		{ "register_log", options->register_log, false },
		{ "saved_state", options->save_state, false },
	};

	memcpy(out, shared, sizeof shared);
	memcpy(out + RUN_SHARED_OUTPUTS, options->own, sizeof options->own);
}

size_t run_standard_count(const struct run_options *options)
{
	struct run_output outputs[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS];
	size_t count = (size_t)options->common.json + options->tap;

	run_list_outputs(options, outputs);
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
		count += outputs[i].path && strcmp(outputs[i].path, "-") == 0;
	return count;
}

bool run_has_summary(const struct run_options *options)
{
	struct run_output outputs[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS];
	bool has = !options->common.json && !options->tap;

	run_list_outputs(options, outputs);
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
		has = has && (!outputs[i].path || outputs[i].leaves_a_summary);
	return has;
}

#define OUTPUT(name_, meaning_) FIELD_ADDED(FIELD_TEXT, name_, NULL, meaning_)
static const struct field outputs_field[] = {
	OUTPUT("pictures", "file or folder of pictures"),
	OUTPUT("state", "table of states, a line a frame"),
	OUTPUT("trace", "trace of the run"),
	OUTPUT("events", "table of events"),
	OUTPUT("record", "input script of what was pressed"),
	OUTPUT("transcript", "transcript of typed and printed lines"),
	OUTPUT("junit", "results of assertions, as JUnit's XML"),
	OUTPUT("wav", "file of sound"),
	OUTPUT("midi", "MIDI file"),
	OUTPUT("register_log", "log of the sound chip's registers"),
	OUTPUT("saved_state", "state at the end, to go on from"),
	OUTPUT("pictures_format", "format of the pictures"),
	OUTPUT("coverage", "coverage of the scripts"),
	OUTPUT("state_json", "variables and objects at the end"),
};
const struct fields run_outputs_fields = FIELDS("outputs", struct json *, outputs_field);

static void set_paths(struct json *json, const struct run_output *outputs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (outputs[i].key && outputs[i].path)
			json_set_text(json, outputs[i].key, outputs[i].path);
}

void run_describe_outputs(const struct run_options *options, struct json *result)
{
	struct run_output outputs[RUN_SHARED_OUTPUTS + RUN_OWN_OUTPUTS];
	struct json *json = json_new_object();

	run_list_outputs(options, outputs);
	set_paths(json, outputs, RUN_SHARED_OUTPUTS);
	if (options->common.output)
		json_set_string(json, "pictures_format",
				sequence_format_name(sequence_choose_indexed(
					&options->pictures, options->common.output)));
	set_paths(json, options->own, RUN_OWN_OUTPUTS);
	json_set(result, "outputs", json);
}
