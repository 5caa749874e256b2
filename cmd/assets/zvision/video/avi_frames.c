#include "video.h"

#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <exhume/zvision.h>

#include <stdlib.h>

enum { CHANNELS = 3 };

/* Returns the most pixels that a frame has. */
static size_t most_pixels(const struct exh_avi_frames *frames)
{
	size_t most = 0;

	for (size_t i = 0; i < frames->video->chunk_count; i++) {
		const struct exh_avi_frame frame = exh_avi_frames_at(frames, i);
		const size_t count = (size_t)frame.width * frame.height;

		most = count > most ? count : most;
	}
	return most;
}

enum exh_status avi_frames_start(struct avi_frames *frames, bool is_turned,
				 bool is_doubled, struct exh_error *err)
{
	const enum exh_status status = exh_avi_frames_open(&frames->frames, err);
	size_t counts[2] = { 0 };

	if (status)
		return status;
	frames->is_turned = is_turned;
	frames->is_doubled = is_doubled;
	if (is_turned)
		counts[0] = most_pixels(&frames->frames);
	if (is_doubled)
		counts[1] = 4 * most_pixels(&frames->frames);
	for (size_t i = 0; i < 2; i++) {
		frames->pixels[i] = mem_alloc(counts[i], sizeof **frames->pixels);
		if (frames->frames.has_rgb24)
			frames->rgb[i] = mem_alloc(counts[i], CHANNELS);
	}
	return EXH_OK;
}

void avi_frames_free(struct avi_frames *frames)
{
	exh_avi_frames_free(&frames->frames);
	for (size_t i = 0; i < 2; i++) {
		free(frames->pixels[i]);
		free(frames->rgb[i]);
	}
}

/* Returns the size of a frame, turned if selected. */
static struct sequence_size turned_size(const struct avi_frames *frames, size_t frame)
{
	const struct exh_avi_frame stored = exh_avi_frames_at(&frames->frames, frame);

	return frames->is_turned ? (struct sequence_size){ stored.height, stored.width }
				 : (struct sequence_size){ stored.width, stored.height };
}

struct sequence_size avi_frames_size(const struct avi_frames *frames, size_t frame)
{
	const size_t factor = frames->is_doubled ? 2 : 1;
	const struct sequence_size size = turned_size(frames, frame);

	return (struct sequence_size){ size.width * factor, size.height * factor };
}

enum exh_status avi_frames_show(struct avi_frames *frames, size_t frame,
				const uint16_t **pixels, struct exh_error *err)
{
	const struct sequence_size size = turned_size(frames, frame);
	const enum exh_status status = exh_avi_frames_show(&frames->frames, frame, err);

	if (status)
		return status;
	*pixels = exh_avi_frames_pixels(&frames->frames);
	if (frames->is_turned) {
		const struct exh_zv_picture picture = { size.height, size.width,
							(uint16_t *)*pixels };

		exh_zv_transpose(&picture, frames->pixels[0]);
		*pixels = frames->pixels[0];
	}
	if (frames->is_doubled) {
		exh_avi_double(*pixels, size.width, size.height, frames->pixels[1]);
		*pixels = frames->pixels[1];
	}
	return EXH_OK;
}

/*
 * Three bytes a pixel.
 */

/* Doubles width and height as exh_avi_double does. */
static void double_rgb(const uint8_t *in, size_t width, size_t height, uint8_t *out)
{
	for (size_t y = 0; y < 2 * height; y++) {
		const uint8_t *above = in + y / 2 * width * CHANNELS;
		const size_t below = y % 2 && y / 2 + 1 < height ? width * CHANNELS : 0;

		for (size_t x = 0; x < 2 * width; x++) {
			const size_t at = x / 2 * CHANNELS;
			const size_t right = x % 2 && x / 2 + 1 < width ? CHANNELS : 0;

			for (size_t i = at; i < at + CHANNELS; i++)
				*out++ = (uint8_t)((above[i] + above[i + right] +
						    above[i + below] +
						    above[i + below + right]) /
						   4);
		}
	}
}

enum exh_status avi_frames_show_rgb(struct avi_frames *frames, size_t frame,
				    const uint8_t **rgb, struct exh_error *err)
{
	const struct sequence_size size = turned_size(frames, frame);
	const enum exh_status status = exh_avi_frames_show(&frames->frames, frame, err);

	if (status)
		return status;
	*rgb = exh_avi_frames_rgb(&frames->frames);
	if (frames->is_turned) {
		picture_turn_rgb(*rgb, size.height, size.width, frames->rgb[0]);
		*rgb = frames->rgb[0];
	}
	if (frames->is_doubled) {
		double_rgb(*rgb, size.width, size.height, frames->rgb[1]);
		*rgb = frames->rgb[1];
	}
	return EXH_OK;
}

/*
 * Sequences.
 */

static size_t number(void *context, size_t i)
{
	const struct avi_frames *frames = context;

	return frames->list ? frames->list[i] : i;
}

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	return avi_frames_show(context, number(context, i), pixels, err);
}

static enum exh_status get_rgb(void *context, size_t i, const uint8_t **rgb,
			       struct exh_error *err)
{
	return avi_frames_show_rgb(context, number(context, i), rgb, err);
}

static struct sequence_size size_of(void *context, size_t i)
{
	return avi_frames_size(context, number(context, i));
}

struct sequence_source avi_frames_source(struct avi_frames *frames,
					 const struct exh_avi *avi, size_t count)
{
	struct sequence_source source = { .count = count,
					  .get = get,
					  .size_of = size_of,
					  .number = number,
					  .context = frames };

	if (frames->frames.has_rgb24) {
		source.get_rgb24 = get_rgb;
		source.aspect_width = 2;
	}
	for (size_t i = 0; i < count; i++) {
		const struct sequence_size size = size_of(frames, i);

		if (size.width > source.width)
			source.width = size.width;
		if (size.height > source.height)
			source.height = size.height;
	}
	exh_avi_frame_time(avi, frames->frames.video, &source.time_num, &source.time_den);
	return source;
}
