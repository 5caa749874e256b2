/* Frames one behind the other, as programs that encode videos read them. */
#include "frames_format.h"
#include "media/picture/y4m.h"

#include <stdlib.h>

enum { COLOR_MASK = 0x7fff, BUFFER_SIZE = 1 << 16 };

/* Bytes on their way to the file: a row and more. */
struct buffer {
	struct frames *frames;
	size_t size;
	uint8_t bytes[BUFFER_SIZE];
};

static enum exh_status flush(struct buffer *buffer, struct exh_error *err)
{
	const enum exh_status status = file_stream_write(
		&buffer->frames->stream, buffer->bytes, buffer->size, err);

	buffer->size = 0;
	return status;
}

/* Calls put for each pixel of a frame, scaled; put appends at most two bytes. */
static enum exh_status for_each_pixel(struct frames *frames, const uint16_t *pixels,
				      void (*put)(struct buffer *buffer, unsigned color,
						  unsigned which),
				      unsigned which, struct exh_error *err)
{
	const size_t width = frames->source->width, scale = frames->scale;
	struct buffer buffer = { .frames = frames };
	enum exh_status status = EXH_OK;

	for (size_t y = 0; y < frames->source->height * scale; y++) {
		const uint16_t *row = pixels + y / scale * width;

		for (size_t x = 0; x < width && !status; x++)
			for (size_t i = 0; i < scale && !status; i++) {
				put(&buffer, row[x] & COLOR_MASK, which);
				if (buffer.size > BUFFER_SIZE - 2)
					status = flush(&buffer, err);
			}
	}
	return status ? status : flush(&buffer, err);
}

/*
 * Raw.
 */

static void put_word(struct buffer *buffer, unsigned color, unsigned which)
{
	(void)which;
	buffer->bytes[buffer->size++] = (uint8_t)color;
	buffer->bytes[buffer->size++] = (uint8_t)(color >> 8);
}

static enum exh_status put_raw(struct frames *frames, struct frame_job *job,
			       struct exh_error *err)
{
	return for_each_pixel(frames, job->pixels, put_word, 0, err);
}

const struct frames_writer frames_raw = { .is_stream = true, .put = put_raw };

/*
 * YUV4MPEG2.
 */

static double widen(unsigned channel)
{
	return (channel << 3 | channel >> 2) / 255.0;
}

static enum exh_status begin_y4m(struct frames *frames, struct exh_error *err)
{
	const struct frame_source *source = frames->source;

	frames->ycc = malloc((COLOR_MASK + 1) * sizeof *frames->ycc);
	if (!frames->ycc)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	for (unsigned color = 0; color <= COLOR_MASK; color++)
		y4m_color(widen(color >> 10), widen(color >> 5 & 31), widen(color & 31),
			  frames->ycc[color]);
	/* No time at all is not to be had: then a millisecond. */
	y4m_head(source->width * frames->scale, source->height * frames->scale,
		 source->time_num ? source->time_den : 1000,
		 source->time_num ? source->time_num : 1, &frames->head);
	return EXH_OK;
}

/* A table a plane would be quicker still; the disk is not. */
static void put_part(struct buffer *buffer, unsigned color, unsigned which)
{
	buffer->bytes[buffer->size++] = buffer->frames->ycc[color][which];
}

static enum exh_status put_y4m(struct frames *frames, struct frame_job *job,
			       struct exh_error *err)
{
	enum exh_status status = file_stream_write(&frames->stream, "FRAME\n", 6, err);

	for (unsigned which = 0; which < 3 && !status; which++)
		status = for_each_pixel(frames, job->pixels, put_part, which, err);
	return status;
}

const struct frames_writer frames_y4m = { .is_stream = true,
					  .begin = begin_y4m,
					  .put = put_y4m };
