/* Frames as PNG files, and as one APNG of what changes from frame to frame. */
#include "frames_format.h"
#include "media/picture/png_555.h"
#include "task/path_pattern.h"

#include <stdlib.h>
#include <string.h>

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

static char *path_of(const struct frames *frames, size_t i)
{
	return path_pattern_is(frames->output)
		       ? path_pattern_fill(frames->output,
					   (unsigned)frame_number(frames->source, i))
		       : strdup(frames->output);
}

/* Nothing is touched if one of the files exists. */
static enum exh_status begin_files(struct frames *frames, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < frames->source->count && !status; i++) {
		char *path = path_of(frames, i);

		if (!path)
			return no_memory(err);
		if (strcmp(path, "-") != 0 && !frames->report->common->force &&
		    !file_is_special(path) && file_exists(path))
			status = exh_fail(err, EXH_IO, EXH_NO_OFFSET,
					  "%s exists; -f overwrites it", path);
		if (!status && i == 0 && strcmp(path, "-") != 0)
			status = file_make_folder_of(path, err);
		free(path);
	}
	return status;
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
	char *path = path_of(frames, job->i);
	enum exh_status status;

	if (!path)
		return no_memory(err);
	status = strcmp(path, "-") == 0
			 ? file_write_stdout(job->out.data, job->out.size, err)
			 : file_write(path, exh_writer_bytes(&job->out),
				      frames->report->common->force, err);
	if (status)
		exh_within(err, status, "%s", file_name(path));
	free(path);
	return status;
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
