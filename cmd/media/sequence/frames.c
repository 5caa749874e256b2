#include "frames.h"

#include "frames_format.h"
#include "task/interrupt.h"
#include "task/json.h"
#include "task/output_names.h"
#include "task/path_pattern.h"
#include "task/pipeline.h"
#include "task/progress.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOTS_A_JOB = 2,
	OUTPUT_LIMIT = 1 << 30, /* bytes of a frame */
	MEMORY_LIMIT = 1 << 28, /* bytes of pixels that wait for a thread */
};

const char *const frames_choices[] = { "auto", "png", "apng",  "gif",
				       "y4m",  "raw", "sheet", NULL };

enum frames_format frames_choose(const struct frames_options *options, const char *output)
{
	static const struct {
		const char *ending;
		enum frames_format format;
	} endings[] = { { ".apng", FRAMES_APNG },
			{ ".gif", FRAMES_GIF },
			{ ".y4m", FRAMES_Y4M },
			{ ".raw", FRAMES_RAW } };

	if (options->format)
		return (enum frames_format)options->format;
	for (size_t i = 0; output && i < sizeof endings / sizeof endings[0]; i++)
		if (file_has_ending(output, endings[i].ending))
			return endings[i].format;
	return FRAMES_PNG;
}

/*
 * Names.
 */

static char *pattern_for(const struct common *common, const char *input, bool several)
{
	char *folder = output_folder_for(common, input, several);
	char *path = folder ? path_pattern_in(folder, "/%04d.png") : NULL;

	free(folder);
	return path;
}

char *frames_output(const struct common *common, enum frames_format format,
		    const char *input, bool several, bool single)
{
	static const char *const endings[] = {
		[FRAMES_PNG] = ".png", [FRAMES_APNG] = ".apng",
		[FRAMES_GIF] = ".gif", [FRAMES_Y4M] = ".y4m",
		[FRAMES_RAW] = ".raw", [FRAMES_SHEET] = ".sheet.png"
	};
	const char *output = common->output;
	const bool sequence = format == FRAMES_PNG && !single;
	const bool is_file =
		output && !output_is_folder(output, several) &&
		(strcmp(output, "-") == 0 || file_has_ending(output, ".png"));

	if (output && path_pattern_is(output))
		return strdup(output);
	return sequence && !is_file
		       ? pattern_for(common, input, several)
		       : output_file_for(common, input, several, NULL, endings[format]);
}

/*
 * Pixels.
 */

size_t frame_number(const struct frame_source *source, size_t i)
{
	return source->number ? source->number(source->context, i) : i;
}

const char *frames_output_name(const struct frames *frames)
{
	return strcmp(frames->output, "-") == 0 ? "standard output" : frames->output;
}

uint16_t *frame_scaled(const struct frames *frames, const uint16_t *pixels,
		       const struct frame_area *area)
{
	const unsigned scale = frames->scale;
	const size_t stride = area->width * scale;
	uint16_t *out = malloc(stride * area->height * scale * sizeof *out), *to = out;

	for (size_t y = 0; out && y < area->height; y++) {
		const uint16_t *row =
			pixels + (area->y + y) * frames->source->width + area->x;

		for (size_t x = 0; x < area->width; x++)
			for (unsigned i = 0; i < scale; i++)
				to[x * scale + i] = row[x];
		to += stride;
		for (unsigned i = 1; i < scale; i++, to += stride)
			memcpy(to, to - stride, stride * sizeof *to);
	}
	return out;
}

/* The smallest area with all that changed; a pixel of it, if nothing did. */
static struct frame_area find_change(const struct frames *frames, const uint16_t *pixels)
{
	const size_t width = frames->source->width, height = frames->source->height;
	const uint16_t *before = frames->before;
	size_t top = 0, bottom = height, left = width, right = 0;

	if (!before)
		return (struct frame_area){ 0, 0, width, height };
	while (top < height && memcmp(pixels + top * width, before + top * width,
				      width * sizeof *pixels) == 0)
		top++;
	if (top == height)
		return (struct frame_area){ 0, 0, 1, 1 };
	while (memcmp(pixels + (bottom - 1) * width, before + (bottom - 1) * width,
		      width * sizeof *pixels) == 0)
		bottom--;
	for (size_t y = top; y < bottom; y++) {
		const uint16_t *a = pixels + y * width, *b = before + y * width;
		size_t x = 0;

		while (x < left && a[x] == b[x])
			x++;
		left = x;
		x = width;
		while (x > right && a[x - 1] == b[x - 1])
			x--;
		right = x;
	}
	return (struct frame_area){ left, top, right - left, bottom - top };
}

/*
 * The run through all frames: one by one, or through a pipeline whose slots have copies.
 */

struct run {
	struct frames *frames;
	const struct frames_writer *writer;
	struct frame_job *jobs;
	uint16_t *copies; /* one a job, and the frame before: by number, modulo */
	size_t job_count, copy_count;
	struct pipeline *pipeline; /* NULL: all is done by this thread */
	struct progress progress;
};

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static void encode_slot(void *context, size_t slot)
{
	struct run *run = context;
	struct frame_job *job = &run->jobs[slot];

	job->out.size = 0;
	job->status =
		run->writer->encode ? run->writer->encode(run->frames, job) : EXH_OK;
	if (!job->status && job->out.failed)
		job->status = no_memory(&job->err);
}

/* A frame's picture where it stays as long as it is wanted. */
static enum exh_status fetch(struct run *run, size_t i, const uint16_t **pixels,
			     struct exh_error *err)
{
	const struct frame_source *source = run->frames->source;
	const size_t size = source->width * source->height;
	enum exh_status status = source->get(source->context, i, pixels, err);
	uint16_t *copy;

	if (status || !run->copies)
		return status;
	copy = run->copies + i % run->copy_count * size;
	memcpy(copy, *pixels, size * sizeof *copy);
	*pixels = copy;
	return EXH_OK;
}

static enum exh_status fill_slot(struct run *run, struct frame_job *job, size_t i,
				 struct exh_error *err)
{
	struct frames *frames = run->frames;
	const enum exh_status status = fetch(run, i, &job->pixels, err);

	if (status)
		return status;
	job->i = i;
	if (run->writer->sees_changes) {
		job->changed = find_change(frames, job->pixels);
		job->before = frames->before;
		frames->before = job->pixels;
	}
	if (run->writer->prepare)
		run->writer->prepare(frames, job);
	return EXH_OK;
}

/* What was encoded goes where it belongs. */
static enum exh_status finish_slot(struct run *run, size_t slot, struct exh_error *err)
{
	struct frame_job *job = &run->jobs[slot];

	if (run->pipeline)
		pipeline_wait(run->pipeline, slot);
	if (job->status) {
		*err = job->err;
		return job->status;
	}
	progress_show(&run->progress, job->i + 1, run->frames->source->count);
	return run->writer->put(run->frames, job, err);
}

static enum exh_status run_frames(struct run *run, struct exh_error *err)
{
	const size_t count = run->frames->source->count;
	size_t done = 0;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < count && !status; i++) {
		const size_t slot = i % run->job_count;

		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		if (i >= run->job_count)
			status = finish_slot(run, done++ % run->job_count, err);
		if (!status)
			status = fill_slot(run, &run->jobs[slot], i, err);
		if (!status && run->pipeline)
			pipeline_submit(run->pipeline, slot);
		else if (!status)
			encode_slot(run, slot);
	}
	while (done < count && !status)
		status = finish_slot(run, done++ % run->job_count, err);
	return status;
}

/* How many frames may be under way, with the jobs there are and the memory they take. */
static size_t count_slots(const struct run *run, unsigned jobs)
{
	const struct frame_source *source = run->frames->source;
	const size_t size = source->width * source->height * sizeof(uint16_t) *
			    run->frames->scale * run->frames->scale;
	const size_t most = MEMORY_LIMIT / size;
	const size_t wanted = (size_t)jobs * SLOTS_A_JOB;

	return !run->writer->is_parallel || jobs < 2 || source->count < 2 || most < 2 ? 1
	       : wanted < most ? wanted
			       : most;
}

static enum exh_status start_run(struct run *run, unsigned jobs, struct exh_error *err)
{
	const struct frame_source *source = run->frames->source;
	const size_t size = source->width * source->height;

	run->job_count = count_slots(run, jobs);
	run->jobs = calloc(run->job_count, sizeof *run->jobs);
	run->copy_count = run->job_count + 1; /* the frame before, too */
	if (run->job_count > 1 || run->writer->sees_changes) {
		run->copies = calloc(run->copy_count, size * sizeof *run->copies);
		if (!run->copies)
			return no_memory(err);
	}
	if (!run->jobs)
		return no_memory(err);
	for (size_t i = 0; i < run->job_count; i++)
		run->jobs[i].out.limit = OUTPUT_LIMIT;
	if (run->job_count > 1)
		run->pipeline = pipeline_start(jobs, run->job_count, encode_slot, run);
	return EXH_OK;
}

static void end_run(struct run *run)
{
	pipeline_end(run->pipeline);
	for (size_t i = 0; run->jobs && i < run->job_count; i++)
		exh_writer_free(&run->jobs[i].out);
	free(run->jobs);
	free(run->copies);
}

/*
 * Files.
 */

static enum exh_status open_stream(struct frames *frames, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (strcmp(frames->output, "-") != 0)
		status = file_make_folder_of(frames->output, err);
	return status ? status
		      : file_stream_open(&frames->stream, frames->output, false,
					 frames->report->common->force, err);
}

static enum exh_status write_head(struct frames *frames, struct exh_error *err)
{
	enum exh_status status;

	if (frames->head.failed)
		return no_memory(err);
	status = file_stream_write(&frames->stream, frames->head.data, frames->head.size,
				   err);
	frames->head.size = 0;
	return status;
}

static enum exh_status write_all(struct run *run, struct exh_error *err)
{
	struct frames *frames = run->frames;
	const struct frames_writer *writer = run->writer;
	enum exh_status status = writer->begin ? writer->begin(frames, err) : EXH_OK;

	if (!status && writer->is_stream)
		status = write_head(frames, err);
	if (!status)
		status = run_frames(run, err);
	if (!status && writer->end)
		status = writer->end(frames, err);
	if (!status && writer->is_stream)
		status = write_head(frames, err);
	return status;
}

static enum exh_status write_stream(struct run *run, struct exh_error *err)
{
	struct frames *frames = run->frames;
	enum exh_status status;

	if (!run->writer->is_stream)
		return write_all(run, err);
	status = open_stream(frames, err);
	if (status)
		return status;
	return file_stream_close(&frames->stream, write_all(run, err), err);
}

static bool write_frames(struct frames *frames, const struct frames_writer *writer)
{
	struct run run = { .frames = frames, .writer = writer };
	const struct common *common = frames->report->common;
	struct exh_error err = { 0 };
	enum exh_status status = start_run(&run, common->jobs, &err);

	progress_start(&run.progress, common, frames->report->command);
	if (!status)
		status = write_stream(&run, &err);
	progress_end(&run.progress);
	end_run(&run);
	free(frames->colors);
	free(frames->ycc);
	exh_writer_free(&frames->head);
	if (status)
		report_failure(frames->report, frames_output_name(frames), &err);
	return !status;
}

static bool check(const struct frames *frames, enum frames_format format)
{
	const struct frame_source *source = frames->source;
	const size_t scale = frames->scale;
	const bool sequence = format == FRAMES_PNG && !path_pattern_is(frames->output) &&
			      source->count > 1;

	if (source->width * scale > MOST_FRAME_PIXELS / (source->height * scale)) {
		report_error(frames->report, frames_output_name(frames), EXH_NO_OFFSET,
			     "%zux%zu pixels, at most %d are written",
			     source->width * scale, source->height * scale,
			     MOST_FRAME_PIXELS);
		return false;
	}
	if (sequence)
		report_error(frames->report, frames_output_name(frames), EXH_NO_OFFSET,
			     "%zu frames for one file: give -o a pattern like "
			     "'out/%%04d.png' or a folder, or another --format",
			     source->count);
	return !sequence;
}

bool frames_write(const struct frame_source *source, const struct frames_options *options,
		  const char *output, const char *input, struct report *report,
		  json_t *result)
{
	static const struct frames_writer *const writers[] = {
		[FRAMES_PNG] = &frames_png, [FRAMES_APNG] = &frames_apng,
		[FRAMES_GIF] = &frames_gif, [FRAMES_Y4M] = &frames_y4m,
		[FRAMES_RAW] = &frames_raw,
	};
	const enum frames_format format = frames_choose(options, output);
	struct frames frames = { .source = source,
				 .scale = options->scale ? options->scale : 1,
				 .output = output,
				 .input = input,
				 .report = report,
				 .result = result,
				 .head = { .limit = OUTPUT_LIMIT } };
	bool good;

	assert(output);
	good = check(&frames, format);
	if (good)
		good = format == FRAMES_SHEET ? frames_write_sheet(&frames)
					      : write_frames(&frames, writers[format]);
	if (!good)
		return false;
	json_object_set_new(result, "output", json_text(output));
	json_object_set_new(result, "output_format", json_string(frames_choices[format]));
	json_object_set_new(result, "output_frames",
			    json_integer((json_int_t)source->count));
	return true;
}
