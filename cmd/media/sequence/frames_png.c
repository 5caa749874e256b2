/* Frames as PNG files, and as one APNG of what changes from frame to frame. */
#include "frames_format.h"
#include "media/picture/png_555.h"
#include "task/output_series.h"

#include <stdlib.h>

enum { SAME_WAY = 16 }; /* frames that are packed in one way */

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status encode_area(const struct frames *frames, struct frame_job *job,
				   const struct frame_area *area)
{
	const bool is_stored = frames->scale == 1 && area->width == frames->source->width;
	uint16_t *scaled = NULL;
	const uint16_t *pixels = job->pixels + area->y * frames->source->width;
	enum exh_status status;

	/* Whole rows are taken as they are. */
	if (!is_stored)
		pixels = scaled = frame_scaled(frames, job->pixels, area);

	if (!pixels)
		return no_memory(&job->err);
	status = png_encode_555(pixels, area->width * frames->scale,
				area->height * frames->scale, -1, job->way, &job->out,
				&job->err);
	free(scaled);
	return status;
}

/* What is good for a frame is good for those that follow it, too. */
static void choose_way(struct frames *frames, struct frame_job *job)
{
	if (job->i % SAME_WAY == 0)
		frames->way = png_choose_way(job->pixels, frames->source->width,
					     frames->source->height);
	job->way = frames->way;
}

/*
 * A file each.
 */

/* Is it the number of one of the frames? */
static bool may_come(const void *context, uint64_t number)
{
	const struct frame_source *source = context;
	size_t low = 0, high = source->count;

	/* Numbers rise. */
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (frame_number(source, middle) < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < source->count && frame_number(source, low) == number;
}

static struct output_series series_of(const struct frames *frames)
{
	return (struct output_series){ .output = frames->output,
				       .force = frames->report->common->force,
				       .may_come = may_come,
				       .context = frames->source };
}

static enum exh_status begin_files(struct frames *frames, struct exh_error *err)
{
	const struct output_series series = series_of(frames);

	return output_series_begin(&series, err);
}

static enum exh_status encode_whole(const struct frames *frames, struct frame_job *job)
{
	const struct frame_area all = { 0, 0, frames->source->width,
					frames->source->height };

	return encode_area(frames, job, &all);
}

static enum exh_status put_file(struct frames *frames, struct frame_job *job,
				struct exh_error *err)
{
	const struct output_series series = series_of(frames);

	return output_series_write(&series, frame_number(frames->source, job->i),
				   exh_writer_bytes(&job->out), err);
}

const struct frames_writer frames_png = {
	.is_parallel = true,
	.begin = begin_files,
	.prepare = choose_way,
	.encode = encode_whole,
	.put = put_file,
};

/*
 * APNG.
 */

static enum exh_status begin_apng(struct frames *frames, struct exh_error *err)
{
	(void)err;
	frames->apng = (struct apng_file){
		.out = &frames->head,
		.width = frames->source->width * frames->scale,
		.height = frames->source->height * frames->scale,
		.frame_count = frames->source->count,
	};
	return EXH_OK;
}

static enum exh_status encode_change(const struct frames *frames, struct frame_job *job)
{
	return encode_area(frames, job, &job->changed);
}

static enum exh_status put_change(struct frames *frames, struct frame_job *job,
				  struct exh_error *err)
{
	const unsigned scale = frames->scale;
	struct apng_part part = { .png = exh_writer_bytes(&job->out),
				  .x = job->changed.x * scale,
				  .y = job->changed.y * scale,
				  .width = job->changed.width * scale,
				  .height = job->changed.height * scale };
	enum exh_status status;

	apng_part_delay(&part, frames->source->time_num, frames->source->time_den);
	status = apng_file_add(&frames->apng, &part, err);
	if (!status)
		status = file_stream_write(&frames->stream, frames->head.data,
					   frames->head.size, err);
	frames->head.size = 0;
	return status;
}

static enum exh_status end_apng(struct frames *frames, struct exh_error *err)
{
	return apng_file_end(&frames->apng, err);
}

const struct frames_writer frames_apng = {
	.is_stream = true,
	.is_parallel = true,
	.sees_changes = true,
	.begin = begin_apng,
	.prepare = choose_way,
	.encode = encode_change,
	.put = put_change,
	.end = end_apng,
};
