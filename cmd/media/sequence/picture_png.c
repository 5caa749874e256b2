/* Pictures as PNG files, and as one APNG of what changes from picture to picture. */
#include "media/picture/png.h"
#include "picture_format.h"
#include "task/output_series.h"
#include "task/path_pattern.h"

#include <stdlib.h>

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

static struct output_series series_of(const struct picture_stream *stream)
{
	return (struct output_series){ .output = stream->output,
				       .force = stream->common->force,
				       .may_come = stream->kind.may_come,
				       .context = stream->kind.context };
}

static enum exh_status begin_files(struct picture_stream *stream, struct exh_error *err)
{
	const struct output_series series = series_of(stream);

	return output_series_begin(&series, err);
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
	const struct output_series series = series_of(stream);

	if (stream->added > 1 && !path_pattern_is(stream->output))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"several pictures for one file: give -o a pattern like "
				"'out/%%05d.png' or a folder, or another --format");
	return output_series_write(&series, job->number, exh_writer_bytes(&job->out),
				   err);
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
