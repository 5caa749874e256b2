/* Pictures as PNG files, and as one APNG of what changes from picture to picture. */
#include "media/picture/png.h"
#include "picture_format.h"
#include "task/files.h"
#include "task/path_pattern.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Half of what the files are asked to take at most: many pictures want to be done. */
enum { LEVEL = 4 };

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status encode_area(const struct picture_stream *stream,
				   const struct exh_palette *palette,
				   struct picture_job *job,
				   const struct picture_area *area, int keep)
{
	struct picture_area place;
	struct exh_image image;
	enum exh_status status;

	picture_enlarge(stream, job, area, keep, &image, &place);
	if (!image.pixels)
		return no_memory(&job->err);
	status = png_encode_at(&image, palette, LEVEL, &job->out, &job->err);
	free(image.pixels);
	return status;
}

/*
 * A file each.
 */

static char *path_of(const struct picture_stream *stream, uint64_t number)
{
	return path_pattern_is(stream->output)
		       ? path_pattern_fill(stream->output, (unsigned)number)
		       : strdup(stream->output);
}

static enum exh_status exists(const char *path, struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s exists; -f overwrites it", path);
}

/* Is it the name of a picture that may come? */
static bool is_taken(const struct picture_stream *stream, const char *name)
{
	bool taken = false;

	/* The number may stand anywhere, with digits of the pattern around it. */
	for (const char *at = name + strcspn(name, "0123456789"); *at && !taken; at++) {
		char *end;
		const unsigned long number = strtoul(at, &end, 10);
		char *path = NULL;

		if (end == at)
			continue;
		if (number <= UINT32_MAX)
			path = path_of(stream, number);
		taken = path && strcmp(file_name(path), name) == 0 &&
			(!stream->kind.may_come ||
			 stream->kind.may_come(stream->kind.context, number));
		free(path);
	}
	return taken;
}

static enum exh_status look_for_files(const struct picture_stream *stream,
				      struct exh_error *err)
{
	char *path = path_of(stream, 0);
	struct files *files = path ? files_open_around(path) : NULL;
	enum exh_status status = EXH_OK;

	if (!files)
		status = no_memory(err);
	for (size_t i = 0; i < files_count(files) && !status; i++)
		if (is_taken(stream, files_name(files, i)))
			status = exists(files_name(files, i), err);
	files_close(files);
	free(path);
	return status;
}

/* Nothing is touched if one of the files exists. */
static enum exh_status begin_files(struct picture_stream *stream, struct exh_error *err)
{
	const char *output = stream->output;

	if (strcmp(output, "-") == 0 || file_is_special(output))
		return EXH_OK;
	if (!stream->common->force) {
		enum exh_status status = EXH_OK;

		if (path_pattern_is(output))
			status = look_for_files(stream, err);
		else if (file_exists(output))
			status = exists(file_name(output), err);
		if (status)
			return status;
	}
	return file_make_folder_of(output, err);
}

static enum exh_status encode_whole(const struct picture_stream *stream,
				    struct picture_job *job)
{
	const struct picture_area all = { 0, 0, stream->kind.width, stream->kind.height };

	return encode_area(stream, &job->palette, job, &all, -1);
}

static enum exh_status put_file(struct picture_stream *stream, struct picture_job *job,
				struct exh_error *err)
{
	char *path = path_of(stream, job->number);
	enum exh_status status;

	if (!path)
		return no_memory(err);
	if (stream->added > 1 && !path_pattern_is(stream->output))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "several pictures for one file: give -o a pattern like "
				  "'out/%%05d.png' or a folder, or another --format");
	else if (strcmp(path, "-") == 0)
		status = file_write_stdout(job->out.data, job->out.size, err);
	else
		status = file_write(path, exh_writer_bytes(&job->out),
				    stream->common->force, err);
	if (status && path_pattern_is(stream->output))
		exh_within(err, status, "%s", file_name(path));
	free(path);
	return status;
}

const struct picture_writer picture_png = {
	.is_parallel = true,
	.begin = begin_files,
	.encode = encode_whole,
	.put = put_file,
};

/*
 * APNG.
 */

/* How many there are going to be nobody knows; it is written over at the end. */
static enum exh_status begin_apng(struct picture_stream *stream, struct exh_error *err)
{
	(void)err;
	picture_share_colors(stream);
	stream->apng = (struct apng_file){ .out = &stream->head,
					   .width = stream->width,
					   .height = stream->height,
					   .frame_count = UINT32_MAX };
	return EXH_OK;
}

/* With less than a byte a pixel ffmpeg (seen with 5.1) shows parts that do not begin at
 * the left edge at the wrong place. */
static void widen(const struct picture_stream *stream, struct picture_area *area)
{
	if (stream->shared.count > 16)
		return;
	area->width += area->x;
	area->x = 0;
}

static enum exh_status encode_change(const struct picture_stream *stream,
				     struct picture_job *job)
{
	widen(stream, &job->changed);
	return encode_area(stream, &stream->shared, job, &job->changed, stream->keep);
}

static enum exh_status put_change(struct picture_stream *stream, struct picture_job *job,
				  struct exh_error *err)
{
	const struct picture_area *area = &job->changed;
	const size_t top = stream->lines[area->y];
	struct apng_part part = {
		.png = exh_writer_bytes(&job->out),
		.x = area->x * stream->scale,
		.y = top,
		.width = area->width * stream->scale,
		.height = stream->lines[area->y + area->height] - top,
		.over = job->before && stream->keep >= 0,
	};
	enum exh_status status;

	apng_part_delay(&part, job->ticks, stream->kind.ticks_a_second);
	status = apng_file_add(&stream->apng, &part, err);
	return status ? status : picture_flush(stream, err);
}

static enum exh_status end_apng(struct picture_stream *stream, struct exh_error *err)
{
	struct exh_writer control = { .limit = 256 };
	enum exh_status status;

	if (!stream->put_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no picture, expected one at least");
	stream->apng.frame_count = stream->apng.added_count;
	apng_file_control(&stream->apng, &control);
	status = file_stream_write_at(&stream->file, APNG_CONTROL_OFFSET, control.data,
				      control.size, err);
	exh_writer_free(&control);
	return status ? status : apng_file_end(&stream->apng, err);
}

const struct picture_writer picture_apng = {
	.is_stream = true,
	.is_sought_in = true,
	.is_parallel = true,
	.is_shared = true,
	.sees_changes = true,
	.begin = begin_apng,
	.encode = encode_change,
	.put = put_change,
	.end = end_apng,
};
