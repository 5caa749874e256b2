/* Frames as a GIF animation of the changes from frame to frame, with one palette. */
#include "media/picture/animation.h"
#include "sequence.h"
#include "task/memory.h"

#include <stdlib.h>

enum { HUNDREDTHS = 100, COLOR_MASK = 0x7fff };

static enum exh_status begin(struct sequence *sequence, struct exh_error *err)
{
	const struct sequence_kind *kind = &sequence->kind;

	if (kind->pixels == SEQUENCE_RGB15) {
		enum exh_status status;

		sequence->color_map = mem_alloc(1, sizeof *sequence->color_map);
		status = kind->choose_colors(kind->context, sequence->color_map, err);
		if (status)
			return status;
	}
	sequence_share_colors(sequence);
	return gif_begin(sequence->width, sequence->height, &sequence->shared, 0,
			 &sequence->head, err);
}

/* Returns the palette's indices of changed 15-bit pixels; unchanged ones become keep. */
static uint8_t *map_changes(const struct sequence *sequence,
			    const struct sequence_job *job,
			    const struct sequence_area *area)
{
	const struct sequence_area place = sequence_place(sequence, area);
	const uint16_t *pixels = job->pixels;
	const uint16_t *before = sequence->keep >= 0 ? job->before : NULL;
	const size_t scale = sequence->scale;
	uint8_t *out = mem_alloc(place.width, place.height);

	for (size_t y = 0; y < place.height; y++) {
		const size_t at = (area->y + y / scale) * sequence->kind.width + area->x;

		for (size_t x = 0; x < place.width; x++) {
			const size_t from = at + x / scale;
			const uint16_t pixel = pixels[from] & COLOR_MASK;

			out[y * place.width + x] =
				before && (before[from] & COLOR_MASK) == pixel
					? (uint8_t)sequence->keep
					: sequence->color_map->index[pixel];
		}
	}
	return out;
}

static enum exh_status encode(const struct sequence *sequence, struct sequence_job *job)
{
	const struct sequence_area place = sequence_place(sequence, &job->changed);
	const struct gif_frame frame = {
		.part = { place.width, place.height,
			  sequence->color_map ? map_changes(sequence, job, &job->changed)
					      : sequence_enlarge_changes(sequence, job,
									 &job->changed) },
		.x = place.x,
		.y = place.y,
		.color_count = sequence->shared.count,
		.transparent = sequence->keep,
	};

	gif_add(&frame, &job->out);
	free(frame.part.pixels);
	return EXH_OK;
}

/* Returns the time between rounded points in time, so that times do not drift. */
static unsigned hundredths(const struct sequence *sequence, uint64_t ticks)
{
	const uint64_t second = sequence->kind.ticks_a_second;
	const uint64_t start = (sequence->ticks * HUNDREDTHS + second / 2) / second;
	const uint64_t end =
		((sequence->ticks + ticks) * HUNDREDTHS + second / 2) / second;

	return end - start < GIF_MAX_TIME ? (unsigned)(end - start) : GIF_MAX_TIME;
}

static enum exh_status put(struct sequence *sequence, struct sequence_job *job,
			   struct exh_error *err)
{
	gif_set_time(job->out.data, hundredths(sequence, job->ticks));
	return file_stream_write(&sequence->file, job->out.data, job->out.size, err);
}

static enum exh_status end(struct sequence *sequence, struct exh_error *err)
{
	if (!sequence->put_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no picture, expected at least one");
	gif_end(&sequence->head);
	return EXH_OK;
}

const struct sequence_writer sequence_gif = {
	.is_stream = true,
	.is_parallel = true,
	.is_shared = true,
	.sees_changes = true,
	.begin = begin,
	.encode = encode,
	.put = put,
	.end = end,
};
