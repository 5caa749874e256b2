/* Raw frames one after the other and Y4M, for programs that encode videos; hashes, to be
 * compared. */
#include "sequence.h"
#include "task/memory.h"
#include "task/text.h"

#include <math.h>
#include <stdlib.h>
#include <zlib.h>

enum {
	HEAD_SIZE = 1 << 16, /* bytes of text written at once */
	BUFFER_SIZE = 1 << 16,
	COLOR_MASK = 0x7fff,
};

/* Bytes waiting to be written: more than a row. */
struct buffer {
	struct sequence *sequence;
	size_t size;
	uint8_t bytes[BUFFER_SIZE];
};

static enum exh_status flush(struct buffer *buffer, struct exh_error *err)
{
	const enum exh_status status = file_stream_write(
		&buffer->sequence->file, buffer->bytes, buffer->size, err);

	buffer->size = 0;
	return status;
}

/* Pixels of a frame; one of both is NULL. */
struct pixels {
	const uint16_t *words;
	const uint8_t *rgb;
};

static uint32_t color_at(const struct pixels *pixels, size_t i)
{
	const uint8_t *rgb = pixels->rgb;

	if (!rgb && !pixels->words)
		return 0;
	return rgb ? (uint32_t)rgb[3 * i] << 16 | (uint32_t)rgb[3 * i + 1] << 8 |
			       rgb[3 * i + 2]
		   : pixels->words[i] & COLOR_MASK;
}

/* Calls put for each pixel of a frame, scaled; put appends at most three bytes. */
static enum exh_status
for_each_pixel(struct sequence *sequence, const struct sequence_job *job,
	       void (*put)(struct buffer *buffer, uint32_t color, unsigned which),
	       unsigned which, struct exh_error *err)
{
	const bool is_rgb24 = sequence->kind.pixels == SEQUENCE_RGB24;
	const struct pixels pixels = { is_rgb24 ? NULL : job->pixels,
				       is_rgb24 ? job->pixels : NULL };
	const size_t width = job->width, height = job->height, scale = sequence->scale;
	struct buffer buffer = { .sequence = sequence };
	enum exh_status status = EXH_OK;

	for (size_t y = 0; y < height * scale; y++) {
		const size_t row = y / scale * width;

		for (size_t x = 0; x < width && !status; x++)
			for (size_t i = 0; i < scale && !status; i++) {
				put(&buffer, color_at(&pixels, row + x), which);
				if (buffer.size > BUFFER_SIZE - 3)
					status = flush(&buffer, err);
			}
	}
	return status ? status : flush(&buffer, err);
}

/*
 * Raw, and hashes.
 */

static enum exh_status put_raw(struct sequence *sequence, struct sequence_job *job,
			       struct exh_error *err)
{
	return file_stream_write(&sequence->file, job->pixels,
				 sequence->kind.width * sequence->kind.height, err);
}

const struct sequence_writer sequence_raw = { .is_stream = true, .put = put_raw };

/* The lower byte of a 15-bit pixel comes first. */
static uint32_t sum_words(const uint16_t *pixels, size_t count)
{
	uint32_t crc = 0;

	for (size_t i = 0; i < count; i++) {
		const uint8_t bytes[] = { (uint8_t)pixels[i], (uint8_t)(pixels[i] >> 8) };

		crc = (uint32_t)crc32_z(crc, bytes, sizeof bytes);
	}
	return crc;
}

static enum exh_status encode_hash(const struct sequence *sequence,
				   struct sequence_job *job)
{
	const size_t count = sequence->kind.width * sequence->kind.height;

	if (!job->has_crc)
		job->crc = sequence->kind.pixels == SEQUENCE_RGB15
				   ? sum_words(job->pixels, count)
				   : (uint32_t)crc32_z(0, job->pixels, count);
	return EXH_OK;
}

static enum exh_status put_hash(struct sequence *sequence, struct sequence_job *job,
				struct exh_error *err)
{
	text_put(&sequence->head, "%llu %08x\n", (unsigned long long)job->number,
		 (unsigned)job->crc);
	return sequence->head.size < HEAD_SIZE ? EXH_OK : sequence_flush(sequence, err);
}

const struct sequence_writer sequence_hash = {
	.is_stream = true,
	.takes_crc = true,
	.encode = encode_hash,
	.put = put_hash,
};

static void put_word(struct buffer *buffer, uint32_t color, unsigned which)
{
	(void)which;
	buffer->bytes[buffer->size++] = (uint8_t)color;
	buffer->bytes[buffer->size++] = (uint8_t)(color >> 8);
}

static void put_three(struct buffer *buffer, uint32_t color, unsigned which)
{
	(void)which;
	buffer->bytes[buffer->size++] = (uint8_t)(color >> 16);
	buffer->bytes[buffer->size++] = (uint8_t)(color >> 8);
	buffer->bytes[buffer->size++] = (uint8_t)color;
}

static enum exh_status put_raw_rgb(struct sequence *sequence, struct sequence_job *job,
				   struct exh_error *err)
{
	const bool is_rgb24 = sequence->kind.pixels == SEQUENCE_RGB24;

	return for_each_pixel(sequence, job, is_rgb24 ? put_three : put_word, 0, err);
}

const struct sequence_writer sequence_raw_rgb = { .is_stream = true,
						  .takes_sizes = true,
						  .put = put_raw_rgb };

/*
 * YUV4MPEG2, 4:4:4, for programs that encode videos: planes Y, Cb and Cr of BT.601, in
 * the limited range of television.
 */

/* A rate is required: if there is none, a thousand frames per second. */
static enum exh_status begin_y4m(struct sequence *sequence, struct exh_error *err)
{
	const struct sequence_kind *kind = &sequence->kind;
	const bool timed = kind->ticks_a_frame > 0;

	(void)err;
	text_put(&sequence->head,
		 "YUV4MPEG2 W%zu H%zu F%u:%u Ip A%u:1 C444 XCOLORRANGE=LIMITED\n",
		 sequence->width, sequence->height,
		 timed ? (unsigned)kind->ticks_a_second : 1000,
		 timed ? (unsigned)kind->ticks_a_frame : 1,
		 kind->aspect_width ? kind->aspect_width : 1);
	return EXH_OK;
}

/* Returns Y, Cb and Cr of a colour with channels from 0 to 1. */
static void y4m_color(double red, double green, double blue, uint8_t ycc[3])
{
	const double y = 0.299 * red + 0.587 * green + 0.114 * blue;

	ycc[0] = (uint8_t)lrint(16 + 219 * y);
	ycc[1] = (uint8_t)lrint(128 + 224 * (blue - y) / 1.772);
	ycc[2] = (uint8_t)lrint(128 + 224 * (red - y) / 1.402);
}

static enum exh_status encode_y4m(const struct sequence *sequence,
				  struct sequence_job *job)
{
	const struct sequence_area all = sequence_whole(sequence);
	const size_t size = sequence->width * sequence->height;
	uint8_t tables[3][256] = { { 0 } }, ycc[3], piece[1 << 12];
	uint8_t *pixels;

	for (size_t i = 0; i < job->palette.count; i++) {
		const struct exh_color *color = &job->palette.colors[i];

		y4m_color(color->red / 255.0, color->green / 255.0, color->blue / 255.0,
			  ycc);
		for (size_t plane = 0; plane < 3; plane++)
			tables[plane][i] = ycc[plane];
	}
	pixels = sequence_enlarge(sequence, job, &all);
	exh_write_bytes(&job->out, "FRAME\n", 6);
	for (size_t plane = 0; plane < 3; plane++)
		for (size_t i = 0, some; i < size; i += some) {
			some = size - i < sizeof piece ? size - i : sizeof piece;
			for (size_t k = 0; k < some; k++)
				piece[k] = tables[plane][pixels[i + k]];
			exh_write_bytes(&job->out, piece, some);
		}
	free(pixels);
	return EXH_OK;
}

/* Returns how often a frame is due during its time, which keeps sound and pictures in
 * step. */
static uint64_t count_due(const struct sequence *sequence, const struct sequence_job *job)
{
	const uint64_t due = sequence->kind.ticks_a_frame;

	return due ? (sequence->ticks + job->ticks) / due - sequence->ticks / due : 1;
}

static enum exh_status put_y4m(struct sequence *sequence, struct sequence_job *job,
			       struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	for (uint64_t left = count_due(sequence, job); left && !status; left--)
		status = file_stream_write(&sequence->file, job->out.data, job->out.size,
					   err);
	return status;
}

const struct sequence_writer sequence_y4m = {
	.is_stream = true,
	.is_parallel = true,
	.begin = begin_y4m,
	.encode = encode_y4m,
	.put = put_y4m,
};

static double widen(unsigned channel)
{
	return (channel << 3 | channel >> 2) / 255.0;
}

static enum exh_status begin_y4m_rgb15(struct sequence *sequence, struct exh_error *err)
{
	sequence->ycc = mem_alloc(COLOR_MASK + 1, sizeof *sequence->ycc);
	for (unsigned color = 0; color <= COLOR_MASK; color++)
		y4m_color(widen(color >> 10), widen(color >> 5 & 31), widen(color & 31),
			  sequence->ycc[color]);
	return begin_y4m(sequence, err);
}

/* A table for each plane would be faster, but the disk is not. */
static void put_part(struct buffer *buffer, uint32_t color, unsigned which)
{
	buffer->bytes[buffer->size++] = buffer->sequence->ycc[color][which];
}

static void put_part_rgb24(struct buffer *buffer, uint32_t color, unsigned which)
{
	uint8_t ycc[3];

	y4m_color((color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
		  (color & 0xff) / 255.0, ycc);
	buffer->bytes[buffer->size++] = ycc[which];
}

static enum exh_status put_y4m_rgb(struct sequence *sequence, struct sequence_job *job,
				   struct exh_error *err)
{
	const bool is_rgb24 = sequence->kind.pixels == SEQUENCE_RGB24;
	enum exh_status status = EXH_OK;

	for (uint64_t left = count_due(sequence, job); left && !status; left--) {
		status = file_stream_write(&sequence->file, "FRAME\n", 6, err);
		for (unsigned which = 0; which < 3 && !status; which++)
			status = for_each_pixel(sequence, job,
						is_rgb24 ? put_part_rgb24 : put_part,
						which, err);
	}
	return status;
}

const struct sequence_writer sequence_y4m_rgb15 = { .is_stream = true,
						    .begin = begin_y4m_rgb15,
						    .put = put_y4m_rgb };

const struct sequence_writer sequence_y4m_rgb24 = { .is_stream = true,
						    .begin = begin_y4m,
						    .put = put_y4m_rgb };
