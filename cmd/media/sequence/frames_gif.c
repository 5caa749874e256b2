/* Frames as a GIF animation: 256 colours for all of it. */
#include "frames_format.h"
#include "media/picture/gif.h"
#include "task/interrupt.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_COLORS = 256, HUNDREDTHS = 100, COLOR_MASK = 0x7fff };

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

static enum exh_status count_colors(struct frames *frames, uint64_t *counts,
				    struct exh_error *err)
{
	const struct frame_source *source = frames->source;
	const size_t size = source->width * source->height;

	for (size_t i = 0; i < source->count; i++) {
		const uint16_t *pixels;
		const enum exh_status status =
			source->get(source->context, i, &pixels, err);

		if (status)
			return status;
		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		for (size_t k = 0; k < size; k++)
			counts[pixels[k] & COLOR_MASK]++;
	}
	return EXH_OK;
}

/* One entry is for pixels that stay as they were, unless each colour needs its own. */
static void choose_colors(struct frames *frames, const uint64_t *counts)
{
	struct color_map *map = frames->colors;
	const bool exact = (color_map_make(counts, MOST_COLORS, map),
			    map->color_count <= MOST_COLORS);

	if (!exact) {
		color_map_make(counts, MOST_COLORS - 1, map);
		report_say(frames->report,
			   "%s: %zu colours became %zu of GIF's 256, off by %.2f of 255 "
			   "in the mean (root mean square)",
			   frames->input, map->color_count, map->palette.count,
			   sqrt(map->mean_square));
	}
	json_object_set_new(frames->result, "colors",
			    json_integer((json_int_t)map->color_count));
	json_object_set_new(frames->result, "exact", json_boolean(exact));
	if (!exact)
		json_object_set_new(frames->result, "rms_error",
				    json_real(sqrt(map->mean_square)));
}

static enum exh_status begin(struct frames *frames, struct exh_error *err)
{
	uint64_t *counts = calloc(COLORS_555, sizeof *counts);
	const struct frame_source *source = frames->source;
	enum exh_status status;

	frames->colors = malloc(sizeof *frames->colors);
	if (!counts || !frames->colors) {
		free(counts);
		return no_memory(err);
	}
	status = count_colors(frames, counts, err);
	if (!status) {
		choose_colors(frames, counts);
		if (frames->colors->palette.count < MOST_COLORS)
			frames->colors->palette.colors[frames->colors->palette.count++] =
				(struct exh_color){ 0 };
		else
			frames->all_colors = true;
		status = gif_begin(source->width * frames->scale,
				   source->height * frames->scale,
				   &frames->colors->palette, 0, &frames->head, err);
	}
	free(counts);
	return status;
}

/* Indices of what changed; where nothing did, of the entry that stays as it was. */
static void map_change(const struct frames *frames, const struct frame_job *job, int keep,
		       uint8_t *out)
{
	const struct frame_area *area = &job->changed;
	const size_t stride = area->width * frames->scale;

	for (size_t y = 0; y < area->height * frames->scale; y++) {
		const size_t at =
			(area->y + y / frames->scale) * frames->source->width + area->x;

		for (size_t x = 0; x < stride; x++) {
			const size_t from = at + x / frames->scale;
			const uint16_t pixel = job->pixels[from] & COLOR_MASK;

			out[y * stride + x] =
				keep >= 0 && job->before &&
						(job->before[from] & COLOR_MASK) == pixel
					? (uint8_t)keep
					: frames->colors->index[pixel];
		}
	}
}

static enum exh_status encode(const struct frames *frames, struct frame_job *job)
{
	const struct frame_area *area = &job->changed;
	const unsigned scale = frames->scale;
	const size_t colors = frames->colors->palette.count;
	struct gif_frame frame = {
		.part = { area->width * scale, area->height * scale, NULL },
		.x = area->x * scale,
		.y = area->y * scale,
		.color_count = colors,
		.transparent = frames->all_colors ? -1 : (int)colors - 1,
		.hundredths = job->hundredths,
	};

	frame.part.pixels = malloc(frame.part.width * frame.part.height);
	if (!frame.part.pixels)
		return no_memory(&job->err);
	map_change(frames, job, frame.transparent, frame.part.pixels);
	gif_add(&frame, &job->out);
	free(frame.part.pixels);
	return EXH_OK;
}

/* Times are rounded so that they do not drift. */
static void prepare(struct frames *frames, struct frame_job *job)
{
	const struct frame_source *source = frames->source;
	const int64_t den = source->time_den;
	const int64_t time = frames->time_left + (int64_t)source->time_num * HUNDREDTHS;
	const int64_t shown = time > 0 ? (time + den / 2) / den : 0;

	job->hundredths = shown < GIF_MOST_TIME ? (unsigned)shown : GIF_MOST_TIME;
	frames->time_left = time - shown * den;
}

static enum exh_status put(struct frames *frames, struct frame_job *job,
			   struct exh_error *err)
{
	return file_stream_write(&frames->stream, job->out.data, job->out.size, err);
}

static enum exh_status end(struct frames *frames, struct exh_error *err)
{
	(void)err;
	gif_end(&frames->head);
	return EXH_OK;
}

const struct frames_writer frames_gif = {
	.is_stream = true,
	.is_parallel = true,
	.sees_changes = true,
	.begin = begin,
	.prepare = prepare,
	.encode = encode,
	.put = put,
	.end = end,
};
