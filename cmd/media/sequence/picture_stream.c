#include "picture_stream.h"

#include "picture_format.h"
#include "task/interrupt.h"
#include "task/output_names.h"
#include "task/path_pattern.h"
#include "task/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOTS_A_JOB = 2,
	OUTPUT_LIMIT = 1 << 30, /* bytes of a picture */
	MEMORY_LIMIT = 1 << 24, /* bytes of pixels that wait for a thread */
	MOST_PIXELS = 1 << 26,	/* of a picture, when it is scaled */
	ASPECT_NUM = 6,
	ASPECT_DEN = 5 /* lines written for lines there are */
};

const char *const picture_choices[] = { "auto", "png", "apng", "gif",
					"y4m",	"raw", "hash", NULL };

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

/*
 * Options.
 */

static const struct {
	const char *ending;
	enum picture_format format;
} endings[] = { { ".png", PICTURE_PNG }, { ".apng", PICTURE_APNG },
		{ ".gif", PICTURE_GIF }, { ".y4m", PICTURE_Y4M },
		{ ".raw", PICTURE_RAW }, { ".hash", PICTURE_HASH } };

enum picture_format picture_format_of(const char *output)
{
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		if (file_has_ending(output, endings[i].ending))
			return endings[i].format;
	return PICTURE_AUTO;
}

enum picture_format picture_choose(const struct picture_options *options,
				   const char *output)
{
	if (options->format)
		return (enum picture_format)options->format;
	return output && picture_format_of(output) ? picture_format_of(output)
						   : PICTURE_PNG;
}

/*
 * Pixels.
 */

/* The smallest area with all that changed; a pixel of it, if nothing did. */
static struct picture_area find_change(const struct picture_stream *stream,
				       const uint8_t *pixels, const uint8_t *before)
{
	const size_t width = stream->kind.width, height = stream->kind.height;
	size_t top = 0, bottom = height, left = width, right = 0;

	if (!before)
		return (struct picture_area){ 0, 0, width, height };
	while (top < height &&
	       memcmp(pixels + top * width, before + top * width, width) == 0)
		top++;
	if (top == height)
		return (struct picture_area){ 0, 0, 1, 1 };
	while (memcmp(pixels + (bottom - 1) * width, before + (bottom - 1) * width,
		      width) == 0)
		bottom--;
	for (size_t y = top; y < bottom; y++) {
		const uint8_t *a = pixels + y * width, *b = before + y * width;
		size_t x = 0;

		while (x < left && a[x] == b[x])
			x++;
		left = x;
		x = width;
		while (x > right && a[x - 1] == b[x - 1])
			x--;
		right = x;
	}
	return (struct picture_area){ left, top, right - left, bottom - top };
}

/* A line of an area, each pixel as often as the scale says. */
static void enlarge_line(const struct picture_stream *stream,
			 const struct picture_job *job, size_t from, size_t width,
			 int keep, uint8_t *out)
{
	const uint8_t *row = job->pixels + from;
	const uint8_t *before = keep >= 0 && job->before ? job->before + from : NULL;
	const size_t scale = stream->scale;

	if (scale == 1 && !before) {
		memcpy(out, row, width);
		return;
	}
	for (size_t x = 0; x < width; x++, out += scale)
		memset(out, before && before[x] == row[x] ? keep : row[x], scale);
}

void picture_enlarge(const struct picture_stream *stream, const struct picture_job *job,
		     const struct picture_area *area, int keep, struct exh_image *out,
		     struct picture_area *place)
{
	const size_t *lines = stream->lines;
	const size_t width = area->width * stream->scale;
	uint8_t *to;

	*place = (struct picture_area){ area->x * stream->scale, lines[area->y], width,
					lines[area->y + area->height] - lines[area->y] };
	*out = (struct exh_image){ width, place->height, malloc(width * place->height) };
	to = out->pixels;
	for (size_t y = area->y; to && y < area->y + area->height; y++)
		for (size_t i = lines[y]; i < lines[y + 1]; i++, to += width) {
			if (i > lines[y])
				memcpy(to, to - width, width);
			else
				enlarge_line(stream, job,
					     y * stream->kind.width + area->x,
					     area->width, keep, to);
		}
}

/*
 * The way through: slots with copies, encoded beside each other, put in their order. The
 * last one waits until it is known how long it is shown.
 */

static void encode_slot(void *context, size_t slot)
{
	struct picture_stream *stream = context;
	struct picture_job *job = &stream->jobs[slot];

	job->out.size = 0;
	job->status =
		stream->writer->encode ? stream->writer->encode(stream, job) : EXH_OK;
	if (!job->status && job->out.failed)
		job->status = no_memory(&job->err);
}

enum exh_status picture_flush(struct picture_stream *stream, struct exh_error *err)
{
	enum exh_status status;

	if (stream->head.failed)
		return no_memory(err);
	status = file_stream_write(&stream->file, stream->head.data, stream->head.size,
				   err);
	stream->head.size = 0;
	return status;
}

/* The oldest that is under way goes where it belongs. */
static enum exh_status finish_one(struct picture_stream *stream, struct exh_error *err)
{
	const size_t slot = stream->done++ % stream->job_count;
	struct picture_job *job = &stream->jobs[slot];
	enum exh_status status;

	if (stream->pipeline)
		pipeline_wait(stream->pipeline, slot);
	if (job->status) {
		if (err)
			*err = job->err;
		return job->status;
	}
	status = stream->writer->put(stream, job, err);
	stream->ticks += job->ticks;
	stream->put_count++;
	return status;
}

void picture_share_colors(struct picture_stream *stream)
{
	struct exh_palette *palette = &stream->shared;

	*palette = stream->kind.colors;
	if (palette->count >= 256)
		return;
	stream->keep = (int)palette->count;
	palette->colors[palette->count++] = (struct exh_color){ 0 };
}

/* The index that each of the picture's colours has in the palette of all. */
static enum exh_status share_palette(const struct picture_stream *stream,
				     const struct exh_palette *palette, uint8_t *map,
				     struct exh_error *err)
{
	const struct exh_palette *shared = &stream->kind.colors;

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
					"colour %u,%u,%u is none of the palette",
					wanted->red, wanted->green, wanted->blue);
		map[i] = (uint8_t)k;
	}
	return EXH_OK;
}

static enum exh_status copy_pixels(const struct picture_stream *stream,
				   const struct picture *picture, uint8_t *out,
				   struct exh_error *err)
{
	const size_t size = stream->kind.width * stream->kind.height;
	uint8_t map[256] = { 0 };
	enum exh_status status;

	if (stream->writer->takes_crc && picture->crc32)
		return EXH_OK;
	if (!stream->writer->is_shared) {
		memcpy(out, picture->pixels, size);
		return EXH_OK;
	}
	status = share_palette(stream, picture->palette, map, err);
	for (size_t i = 0; !status && i < size; i++)
		out[i] = map[picture->pixels[i]];
	return status;
}

static enum exh_status fill_slot(struct picture_stream *stream,
				 const struct picture *picture, struct picture_job *job,
				 struct exh_error *err)
{
	const size_t size = stream->kind.width * stream->kind.height;
	const size_t copy_count = stream->job_count + 1;
	uint8_t *copy = stream->copies + stream->added % copy_count * size;
	const enum exh_status status = copy_pixels(stream, picture, copy, err);

	job->number = picture->number;
	job->ticks = 0;
	job->pixels = copy;
	job->before = NULL;
	job->palette = *picture->palette;
	job->has_crc = picture->crc32 != NULL;
	job->crc = picture->crc32 ? *picture->crc32 : 0;
	if (!status && stream->writer->sees_changes) {
		if (stream->added)
			job->before =
				stream->copies + (stream->added - 1) % copy_count * size;
		job->changed = find_change(stream, copy, job->before);
	}
	return status;
}

enum exh_status picture_stream_add(struct picture_stream *stream,
				   const struct picture *picture, struct exh_error *err)
{
	const size_t slot = stream->added % stream->job_count;
	enum exh_status status = EXH_OK;

	if (stream->added - stream->done == stream->job_count)
		status = finish_one(stream, err);
	if (!status)
		status = fill_slot(stream, picture, &stream->jobs[slot], err);
	if (status)
		return status;
	stream->added++;
	if (stream->pipeline)
		pipeline_submit(stream->pipeline, slot);
	else
		encode_slot(stream, slot);
	return EXH_OK;
}

void picture_stream_wait(struct picture_stream *stream, uint64_t ticks)
{
	if (stream->added)
		stream->jobs[(stream->added - 1) % stream->job_count].ticks += ticks;
}

/*
 * Beginning and ending.
 */

/* PNG files lie in a folder, numbered, unless -o says otherwise. */
static char *name_output(enum picture_format format, const char *output)
{
	return format == PICTURE_PNG && output_is_folder(output, false)
		       ? path_pattern_in(output, "/%05d.png")
		       : strdup(output);
}

static bool place_lines(struct picture_stream *stream)
{
	const struct picture_kind *kind = &stream->kind;
	const bool aspect = stream->options->aspect;
	const size_t height = kind->height * stream->scale;

	stream->width = kind->width * stream->scale;
	stream->height = aspect ? height * ASPECT_NUM / ASPECT_DEN : height;
	stream->lines = calloc(kind->height + 1, sizeof *stream->lines);
	for (size_t y = 0; stream->lines && y <= kind->height; y++)
		stream->lines[y] = (y * stream->height + kind->height - 1) / kind->height;
	return stream->lines;
}

/* How many may be under way, with the jobs there are and the memory they take. */
static size_t count_slots(const struct picture_stream *stream)
{
	const size_t most = MEMORY_LIMIT / (stream->width * stream->height);
	const size_t wanted = (size_t)stream->common->jobs * SLOTS_A_JOB;

	if (!stream->writer->is_parallel || stream->common->jobs < 2 || most < 2)
		return 1;
	return wanted < most ? wanted : most;
}

static enum exh_status make_slots(struct picture_stream *stream, struct exh_error *err)
{
	const size_t count = count_slots(stream);

	stream->job_count = count;
	stream->jobs = calloc(count, sizeof *stream->jobs);
	stream->copies = calloc(count + 1, stream->kind.width * stream->kind.height);
	if (!stream->jobs || !stream->copies)
		return no_memory(err);
	for (size_t i = 0; i < count; i++)
		stream->jobs[i].out.limit = OUTPUT_LIMIT;
	if (count > 1)
		stream->pipeline =
			pipeline_start(stream->common->jobs, count, encode_slot, stream);
	return EXH_OK;
}

static enum exh_status open_file(struct picture_stream *stream, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (strcmp(stream->output, "-") != 0)
		status = file_make_folder_of(stream->output, err);
	if (!status)
		status = file_stream_open(&stream->file, stream->output,
					  stream->writer->is_sought_in,
					  stream->common->force, err);
	stream->is_open = !status;
	return status;
}

static enum exh_status begin(struct picture_stream *stream, enum picture_format format,
			     struct exh_error *err)
{
	const struct picture_kind *kind = &stream->kind;
	enum exh_status status;

	if (kind->width * stream->scale >
	    MOST_PIXELS / 2 / (kind->height * stream->scale))
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels, at most %d are written",
				kind->width * stream->scale, kind->height * stream->scale,
				MOST_PIXELS / 2);
	if (!stream->output || !place_lines(stream))
		return no_memory(err);
	status = make_slots(stream, err);
	if (!status && stream->writer->is_stream)
		status = open_file(stream, err);
	if (!status && stream->writer->begin)
		status = stream->writer->begin(stream, err);
	if (!status && format != PICTURE_PNG)
		status = picture_flush(stream, err);
	return status;
}

struct picture_stream *picture_stream_begin(const struct picture_kind *kind,
					    const struct picture_options *options,
					    const char *output,
					    const struct common *common,
					    struct exh_error *err)
{
	static const struct picture_writer *const writers[] = {
		[PICTURE_PNG] = &picture_png, [PICTURE_APNG] = &picture_apng,
		[PICTURE_GIF] = &picture_gif, [PICTURE_Y4M] = &picture_y4m,
		[PICTURE_RAW] = &picture_raw, [PICTURE_HASH] = &picture_hash,
	};
	const enum picture_format format = picture_choose(options, output);
	struct picture_stream *stream = calloc(1, sizeof *stream);
	enum exh_status status;

	if (!stream) {
		no_memory(err);
		return NULL;
	}
	stream->kind = *kind;
	stream->options = options;
	stream->common = common;
	stream->output = name_output(format, output);
	stream->writer = writers[format];
	stream->scale = options->scale ? options->scale : 1;
	stream->head.limit = OUTPUT_LIMIT;
	stream->keep = -1;
	status = begin(stream, format, err);
	if (!status)
		return stream;
	picture_stream_end(stream, status, err);
	return NULL;
}

static enum exh_status finish_all(struct picture_stream *stream, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	while (!status && stream->done < stream->added) {
		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		status = finish_one(stream, err);
	}
	if (!status && stream->writer->end)
		status = stream->writer->end(stream, err);
	if (!status && stream->is_open)
		status = picture_flush(stream, err);
	return status;
}

static void free_stream(struct picture_stream *stream)
{
	pipeline_end(stream->pipeline);
	for (size_t i = 0; stream->jobs && i < stream->job_count; i++)
		exh_writer_free(&stream->jobs[i].out);
	free(stream->jobs);
	free(stream->copies);
	free(stream->lines);
	exh_writer_free(&stream->head);
	free(stream->output);
	free(stream);
}

enum exh_status picture_stream_end(struct picture_stream *stream, enum exh_status status,
				   struct exh_error *err)
{
	if (!stream)
		return status;
	if (!status)
		status = finish_all(stream, err);
	if (stream->is_open)
		status = file_stream_close(&stream->file, status, err);
	free_stream(stream);
	return status;
}
