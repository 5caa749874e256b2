/* Frames as PNG files, and as one APNG of the changes from frame to frame. */
#include "media/picture/png.h"
#include "sequence.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdlib.h>

enum {
	/* Indexed: half the level of single pictures, since there are many frames. */
	LEVEL = 4,
	SAME_WAY = 16, /* number of RGB frames that are compressed with one method */
};

/* Chooses a method of compression for several frames, since consecutive ones are
 * similar. */
static void prepare(struct sequence *sequence, struct sequence_job *job)
{
	const enum sequence_pixels pixels = sequence->kind.pixels;

	if (pixels != SEQUENCE_INDEXED && sequence->added % SAME_WAY == 0)
		sequence->way =
			pixels == SEQUENCE_RGB24
				? png_choose_way_888(job->pixels, job->width, job->height)
				: png_choose_way(job->pixels, job->width, job->height);
	job->way = sequence->way;
}

static enum exh_status encode_rgb(const struct sequence *sequence,
				  struct sequence_job *job,
				  const struct sequence_area *area)
{
	const struct sequence_area place = sequence_place(sequence, area);
	const bool is_stored = area->width == job->width && sequence->scale == 1 &&
			       place.height == area->height;
	const size_t at = area->y * job->width * sequence_pixel_size(sequence);
	const void *pixels = (const uint8_t *)job->pixels + at;
	void *scaled = NULL;
	enum exh_status status;

	/* Whole rows need no copy. */
	if (!is_stored)
		pixels = scaled = sequence_enlarge(sequence, job, area);
	status = sequence->kind.pixels == SEQUENCE_RGB24
			 ? png_encode_888(pixels, place.width, place.height, job->way,
					  &job->out, &job->err)
			 : png_encode_555(pixels, place.width, place.height, -1, job->way,
					  &job->out, &job->err);
	free(scaled);
	return status;
}

/* palette: the frame's, or the shared one with its keep. */
static enum exh_status encode_indexed(const struct sequence *sequence,
				      struct sequence_job *job,
				      const struct exh_palette *palette,
				      const struct sequence_area *area)
{
	const struct sequence_area place = sequence_place(sequence, area);
	const struct exh_image image = {
		place.width, place.height,
		palette == &sequence->shared
			? sequence_enlarge_changes(sequence, job, area)
			: sequence_enlarge(sequence, job, area)
	};
	const enum exh_status status =
		png_encode_at(&image, palette, LEVEL, &job->out, &job->err);

	free(image.pixels);
	return status;
}

/*
 * A file for each frame.
 */

static struct output_series series_of(const struct sequence *sequence)
{
	return (struct output_series){ .output = sequence->output,
				       .force = sequence->common->force,
				       .may_come = sequence->kind.may_come,
				       .context = sequence->kind.context };
}

static enum exh_status begin_files(struct sequence *sequence, struct exh_error *err)
{
	const struct output_series series = series_of(sequence);

	return output_series_begin(&series, err);
}

static enum exh_status encode_whole(const struct sequence *sequence,
				    struct sequence_job *job)
{
	const struct sequence_area all = { 0, 0, job->width, job->height };

	return sequence->kind.pixels == SEQUENCE_INDEXED
		       ? encode_indexed(sequence, job, &job->palette, &all)
		       : encode_rgb(sequence, job, &all);
}

static enum exh_status put_file(struct sequence *sequence, struct sequence_job *job,
				struct exh_error *err)
{
	const struct output_series series = series_of(sequence);

	if (sequence->added > 1 && !path_pattern_is(sequence->output))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"several pictures for one file: give -o a pattern like "
				"'out/%%05d.png' or a folder, or another --format");
	return output_series_write(&series, job->number, exh_writer_bytes(&job->out),
				   err);
}

const struct sequence_writer sequence_png = {
	.is_parallel = true,
	.takes_sizes = true,
	.begin = begin_files,
	.prepare = prepare,
	.encode = encode_whole,
	.put = put_file,
};

/*
 * APNG.
 */

/* An unknown number of frames is filled in at the end. */
static enum exh_status begin_apng(struct sequence *sequence, struct exh_error *err)
{
	const size_t count = sequence->kind.frame_count;

	(void)err;
	if (sequence->kind.pixels == SEQUENCE_INDEXED)
		sequence_share_colors(sequence);
	sequence->apng = (struct apng_file){ .out = &sequence->head,
					     .width = sequence->width,
					     .height = sequence->height,
					     .frame_count = count ? count : UINT32_MAX };
	return EXH_OK;
}

static void widen(const struct sequence *sequence, struct sequence_area *area)
{
	if (!apng_parts_begin_left(&sequence->shared))
		return;
	area->width += area->x;
	area->x = 0;
}

static enum exh_status encode_change(const struct sequence *sequence,
				     struct sequence_job *job)
{
	if (sequence->kind.pixels != SEQUENCE_INDEXED)
		return encode_rgb(sequence, job, &job->changed);
	widen(sequence, &job->changed);
	return encode_indexed(sequence, job, &sequence->shared, &job->changed);
}

static enum exh_status put_change(struct sequence *sequence, struct sequence_job *job,
				  struct exh_error *err)
{
	const struct sequence_area place = sequence_place(sequence, &job->changed);
	struct apng_part part = {
		.png = exh_writer_bytes(&job->out),
		.x = place.x,
		.y = place.y,
		.width = place.width,
		.height = place.height,
		.over = job->before && sequence->keep >= 0,
	};
	enum exh_status status;

	apng_part_delay(&part, job->ticks, sequence->kind.ticks_a_second);
	status = apng_file_add(&sequence->apng, &part, err);
	return status ? status : sequence_flush(sequence, err);
}

static enum exh_status patch_frame_count(struct sequence *sequence, struct exh_error *err)
{
	struct exh_writer control = { .limit = 256 };
	enum exh_status status;

	if (!sequence->put_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no picture, expected at least one");
	sequence->apng.frame_count = sequence->apng.added_count;
	apng_file_control(&sequence->apng, &control);
	status = file_stream_write_at(&sequence->file, APNG_CONTROL_OFFSET, control.data,
				      control.size, err);
	exh_writer_free(&control);
	return status;
}

static enum exh_status end_apng(struct sequence *sequence, struct exh_error *err)
{
	const enum exh_status status =
		sequence->kind.frame_count ? EXH_OK : patch_frame_count(sequence, err);

	return status ? status : apng_file_end(&sequence->apng, err);
}

const struct sequence_writer sequence_apng = {
	.is_stream = true,
	.patches_head = true,
	.is_parallel = true,
	.is_shared = true,
	.sees_changes = true,
	.begin = begin_apng,
	.prepare = prepare,
	.encode = encode_change,
	.put = put_change,
	.end = end_apng,
};
