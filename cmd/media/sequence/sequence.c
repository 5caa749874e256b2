#include "sequence.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOTS_A_JOB = 2,
	OUTPUT_LIMIT = 1 << 30, /* bytes of a frame */
	ASPECT_NUM = 6,
	ASPECT_DEN = 5 /* 6 lines are written for 5 */
};

/* Limits for each kind of pixels. */
static const struct limits {
	size_t pixels; /* pixels of a scaled frame */
	size_t memory; /* bytes of pixels that wait for a thread */
} all_limits[] = {
	[SEQUENCE_INDEXED] = { .pixels = 1 << 25, .memory = 1 << 24 },
	[SEQUENCE_RGB15] = { .pixels = 1 << 26, .memory = 1 << 28 },
	[SEQUENCE_RGB24] = { .pixels = 1 << 26, .memory = 1 << 28 },
};

static const struct sequence_writer *const writers[][3] = {
	/* indexed, 15-bit RGB, 24-bit RGB */
	[SEQUENCE_PNG] = { &sequence_png, &sequence_png, &sequence_png },
	[SEQUENCE_APNG] = { &sequence_apng, &sequence_apng, &sequence_apng },
	[SEQUENCE_GIF] = { &sequence_gif, &sequence_gif },
	[SEQUENCE_Y4M] = { &sequence_y4m, &sequence_y4m_rgb15, &sequence_y4m_rgb24 },
	[SEQUENCE_RAW] = { &sequence_raw, &sequence_raw_rgb, &sequence_raw_rgb },
	[SEQUENCE_HASH] = { &sequence_hash, &sequence_hash },
};

/*
 * The pipeline: slots with copies, encoded in parallel, written in order. The last frame
 * waits until its duration is known.
 */

static void encode_slot(void *context, size_t slot)
{
	struct sequence *sequence = context;
	struct sequence_job *job = &sequence->jobs[slot];

	job->out.size = 0;
	job->status = sequence->writer->encode ? sequence->writer->encode(sequence, job)
					       : EXH_OK;
	if (!job->status)
		job->status = mem_check_limit(&job->out, &job->err);
}

/* Finishes the oldest frame in the pipeline and writes it. */
static enum exh_status finish_one(struct sequence *sequence, struct exh_error *err)
{
	const size_t slot = sequence->done++ % sequence->job_count;
	struct sequence_job *job = &sequence->jobs[slot];
	enum exh_status status;

	if (sequence->pipeline)
		pipeline_wait(sequence->pipeline, slot);
	if (job->status) {
		if (err)
			*err = job->err;
		return job->status;
	}
	status = sequence->writer->put(sequence, job, err);
	sequence->ticks += job->ticks;
	sequence->put_count++;
	return status;
}

/* Maps each of the picture's colours to its index in the common palette. */
static enum exh_status share_palette(const struct sequence *sequence,
				     const struct exh_palette *palette, uint8_t *map,
				     struct exh_error *err)
{
	const struct exh_palette *shared = &sequence->kind.colors;

	for (size_t i = 0; i < palette->count; i++) {
		const struct exh_color *wanted = &palette->colors[i];
		size_t k = i < shared->count && memcmp(&shared->colors[i], wanted,
						       sizeof *wanted) == 0
				   ? i
				   : 0;

		while (k < shared->count &&
		       memcmp(&shared->colors[k], wanted, sizeof *wanted) != 0)
			k++;
		if (k == shared->count)
			return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
					"colour %u,%u,%u is not in the palette",
					wanted->red, wanted->green, wanted->blue);
		map[i] = (uint8_t)k;
	}
	return EXH_OK;
}

static enum exh_status copy_pixels(const struct sequence *sequence,
				   const struct sequence_frame *frame, size_t count,
				   uint8_t *out, struct exh_error *err)
{
	const uint8_t *pixels = frame->pixels;
	uint8_t map[256] = { 0 };
	enum exh_status status;

	if (sequence->writer->takes_crc && frame->crc32)
		return EXH_OK;
	if (sequence->kind.pixels != SEQUENCE_INDEXED || !sequence->writer->is_shared) {
		memcpy(out, pixels, count * sequence_pixel_size(sequence));
		return EXH_OK;
	}
	assert(frame->palette);
	status = share_palette(sequence, frame->palette, map, err);
	for (size_t i = 0; !status && i < count; i++)
		out[i] = map[pixels[i]];
	return status;
}

/* Returns the copy of a frame, by its number in the order of adding. */
static uint8_t *copy_of(const struct sequence *sequence, uint64_t i)
{
	return sequence->copies + i % (sequence->job_count + 1) * sequence->kind.width *
					  sequence->kind.height *
					  sequence_pixel_size(sequence);
}

static enum exh_status fill_slot(struct sequence *sequence,
				 const struct sequence_frame *frame,
				 struct sequence_job *job, struct exh_error *err)
{
	const struct sequence_writer *writer = sequence->writer;
	enum exh_status status = EXH_OK;

	job->number = frame->number;
	job->ticks = sequence->kind.is_steady ? sequence->kind.ticks_a_frame : 0;
	job->pixels = frame->pixels;
	job->width = frame->width ? frame->width : sequence->kind.width;
	job->height = frame->height ? frame->height : sequence->kind.height;
	assert(writer->takes_sizes || (job->width == sequence->kind.width &&
				       job->height == sequence->kind.height));
	job->before = NULL;
	if (frame->palette)
		job->palette = *frame->palette;
	job->has_crc = frame->crc32 != NULL;
	job->crc = frame->crc32 ? *frame->crc32 : 0;
	if (sequence->copies) {
		uint8_t *copy = copy_of(sequence, sequence->added);

		status =
			copy_pixels(sequence, frame, job->width * job->height, copy, err);
		job->pixels = copy;
	}
	if (!status && writer->sees_changes) {
		if (sequence->added)
			job->before = copy_of(sequence, sequence->added - 1);
		job->changed = sequence_find_change(sequence, job->pixels, job->before);
	}
	if (!status && writer->prepare)
		writer->prepare(sequence, job);
	return status;
}

enum exh_status sequence_add(struct sequence *sequence,
			     const struct sequence_frame *frame, struct exh_error *err)
{
	const size_t slot = sequence->added % sequence->job_count;
	enum exh_status status = EXH_OK;

	if (sequence->added - sequence->done == sequence->job_count)
		status = finish_one(sequence, err);
	if (!status)
		status = fill_slot(sequence, frame, &sequence->jobs[slot], err);
	if (status)
		return status;
	sequence->added++;
	if (sequence->pipeline) {
		pipeline_submit(sequence->pipeline, slot);
		return EXH_OK;
	}
	encode_slot(sequence, slot);
	/* The frame must be finished now if there are no copies, since the caller's
	 * pixels are not kept. */
	return sequence->copies ? EXH_OK : finish_one(sequence, err);
}

void sequence_wait(struct sequence *sequence, uint64_t ticks)
{
	if (sequence->added)
		sequence->jobs[(sequence->added - 1) % sequence->job_count].ticks +=
			ticks;
}

/*
 * Beginning and ending.
 */

/* PNG files are numbered files in a folder, unless -o says otherwise. */
static char *name_output(enum sequence_format format, const char *output)
{
	return format == SEQUENCE_PNG && output_is_folder(output, false)
		       ? path_pattern_in(output, "/%05d.png")
		       : mem_text(output);
}

static void place_lines(struct sequence *sequence, bool aspect)
{
	const struct sequence_kind *kind = &sequence->kind;
	const size_t height = kind->height * sequence->scale;

	sequence->width = kind->width * sequence->scale;
	sequence->height = aspect ? height * ASPECT_NUM / ASPECT_DEN : height;
	sequence->lines = mem_alloc(kind->height + 1, sizeof *sequence->lines);
	for (size_t y = 0; y <= kind->height; y++)
		sequence->lines[y] =
			(y * sequence->height + kind->height - 1) / kind->height;
}

/* Returns the number of frames in the pipeline, limited by jobs and by memory. */
static size_t count_slots(const struct sequence *sequence)
{
	const size_t size =
		sequence->width * sequence->height * sequence_pixel_size(sequence);
	const size_t most = all_limits[sequence->kind.pixels].memory / size;
	const size_t wanted = (size_t)sequence->common->jobs * SLOTS_A_JOB;

	if (!sequence->writer->is_parallel || sequence->common->jobs < 2 || most < 2 ||
	    sequence->kind.frame_count == 1)
		return 1;
	return wanted < most ? wanted : most;
}

static void make_slots(struct sequence *sequence)
{
	const struct sequence_kind *kind = &sequence->kind;
	const size_t count = count_slots(sequence);
	/* Frames that are written at once and not needed again need no copy. */
	if (count > 1 || sequence->writer->sees_changes || !kind->is_steady)
		sequence->copies =
			mem_alloc(count + 1, kind->width * kind->height *
						     sequence_pixel_size(sequence));
	sequence->job_count = count;
	sequence->jobs = mem_alloc(count, sizeof *sequence->jobs);
	for (size_t i = 0; i < count; i++)
		sequence->jobs[i].out.limit = OUTPUT_LIMIT;
	if (count > 1)
		sequence->pipeline = pipeline_start(sequence->common->jobs, count,
						    encode_slot, sequence);
}

static enum exh_status open_file(struct sequence *sequence, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (strcmp(sequence->output, "-") != 0)
		status = file_make_folder_of(sequence->output, err);
	if (!status)
		status = file_stream_open(&sequence->file, sequence->output,
					  sequence->writer->patches_head &&
						  !sequence->kind.frame_count,
					  sequence->common->force, err);
	sequence->is_open = !status;
	return status;
}

static enum exh_status check(const struct sequence *sequence, struct exh_error *err)
{
	const struct sequence_kind *kind = &sequence->kind;
	const size_t width = kind->width * sequence->scale;
	const size_t height = kind->height * sequence->scale;
	const size_t most = all_limits[kind->pixels].pixels;

	if (width > most / height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels, at most %zu are written", width, height,
				most);
	if (kind->frame_count > 1 && sequence->writer == &sequence_png &&
	    !path_pattern_is(sequence->output))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu frames for one file: give -o a pattern like "
				"'out/%%04d.png' or a folder, or another --format",
				kind->frame_count);
	return EXH_OK;
}

static enum exh_status begin(struct sequence *sequence, bool aspect,
			     struct exh_error *err)
{
	const struct sequence_writer *writer = sequence->writer;
	enum exh_status status = check(sequence, err);

	if (status)
		return status;
	place_lines(sequence, aspect);
	make_slots(sequence);
	if (writer->is_stream)
		status = open_file(sequence, err);
	if (!status && writer->begin)
		status = writer->begin(sequence, err);
	if (!status && writer->is_stream)
		status = sequence_flush(sequence, err);
	return status;
}

struct sequence *sequence_begin(const struct sequence_kind *kind,
				enum sequence_format format,
				const struct sequence_options *options,
				const char *output, const struct common *common,
				struct exh_error *err)
{
	struct sequence *sequence = mem_alloc(1, sizeof *sequence);
	enum exh_status status;

	sequence->kind = *kind;
	sequence->common = common;
	sequence->output = name_output(format, output);
	sequence->writer = writers[format][kind->pixels];
	sequence->scale = options->scale ? options->scale : 1;
	sequence->head.limit = OUTPUT_LIMIT;
	sequence->keep = -1;
	status = begin(sequence, options->aspect, err);
	if (!status)
		return sequence;
	sequence_end(sequence, status, err);
	return NULL;
}

static enum exh_status finish_all(struct sequence *sequence, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	while (!status && sequence->done < sequence->added) {
		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		status = finish_one(sequence, err);
	}
	if (!status && sequence->writer->end)
		status = sequence->writer->end(sequence, err);
	if (!status && sequence->is_open)
		status = sequence_flush(sequence, err);
	return status;
}

static void free_sequence(struct sequence *sequence)
{
	pipeline_end(sequence->pipeline);
	for (size_t i = 0; i < sequence->job_count; i++)
		exh_writer_free(&sequence->jobs[i].out);
	free(sequence->jobs);
	free(sequence->copies);
	free(sequence->lines);
	exh_writer_free(&sequence->head);
	free(sequence->output);
	free(sequence->color_map);
	free(sequence->ycc);
	free(sequence);
}

enum exh_status sequence_end(struct sequence *sequence, enum exh_status status,
			     struct exh_error *err)
{
	if (!sequence)
		return status;
	if (!status)
		status = finish_all(sequence, err);
	if (sequence->is_open)
		status = file_stream_close(&sequence->file, status, err);
	free_sequence(sequence);
	return status;
}
