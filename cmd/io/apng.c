#include "apng.h"

#include "png.h"

#include <png.h>

#include <stdlib.h>
#include <string.h>

/*
 * Each frame is encoded as a PNG file of its own; what is in its IDAT chunks is what APNG
 * wants, under another name. So there is one way to encode pictures.
 */

enum {
	SIGNATURE_SIZE = 8,
	CHUNK_EXTRA = 12, /* length, name and CRC-32 of a chunk */
	SEQUENCE_SIZE = 4,
	CONTROL_SIZE = 26,	 /* fcTL */
	MOST_PACKED_COLORS = 16, /* with more, a pixel is a byte */
	DISPOSE_NONE = 0,
	BLEND_SOURCE = 0,
	BLEND_OVER = 1,
};

struct apng {
	size_t width, height;
	struct exh_palette palette;
	/* An opaque palette gets a transparent entry, for pixels that stay as they were:
	 * there is nothing to say of them, so that they pack to next to nothing. */
	bool keeps;
	uint8_t keep; /* that entry */
	size_t frame_count, added_count;
	uint32_t play_count, sequence; /* of the next fcTL or fdAT */
	struct exh_writer *out;
	uint8_t *canvas, *change; /* what is shown; what is stored of it */
};

/* Where a frame goes and how long it stays. */
struct frame {
	const struct exh_image *part;
	size_t x, y;
	uint16_t delay_num, delay_den;
};

static void add_keep(struct apng *apng)
{
	struct exh_palette *palette = &apng->palette;

	apng->keeps = palette->count < 256;
	for (size_t i = 0; i < palette->count; i++)
		apng->keeps &= palette->colors[i].alpha == 255;
	if (!apng->keeps)
		return;
	apng->keep = (uint8_t)palette->count;
	palette->colors[palette->count++] = (struct exh_color){ 0, 0, 0, 0 };
}

struct apng *apng_begin(size_t width, size_t height, const struct exh_palette *palette,
			size_t frame_count, uint32_t play_count, struct exh_writer *out,
			struct exh_error *err)
{
	struct apng *apng = malloc(sizeof *apng);
	uint8_t *canvas = calloc(width ? width : 1, height ? height : 1);
	uint8_t *change = calloc(width ? width : 1, height ? height : 1);

	if (!apng || !canvas || !change) {
		free(apng);
		free(canvas);
		free(change);
		exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
		return NULL;
	}
	*apng = (struct apng){ .width = width,
			       .height = height,
			       .palette = *palette,
			       .frame_count = frame_count,
			       .play_count = play_count,
			       .out = out,
			       .canvas = canvas,
			       .change = change };
	if (frame_count > 1)
		add_keep(apng);
	return apng;
}

/* One row of a part onto the canvas, and what is to be stored of it. */
static void change_row(const struct apng *apng, const uint8_t *row, size_t width,
		       uint8_t *canvas, uint8_t *out)
{
	const bool keeps = apng->keeps && apng->added_count;

	for (size_t x = 0; x < width; x++)
		out[x] = keeps && row[x] == canvas[x] ? apng->keep : row[x];
	memcpy(canvas, row, width);
}

/*
 * Puts the part on the canvas, and what is stored of it in its place. That begins at the
 * left edge unless a pixel takes a whole byte: with less ffmpeg (seen with 5.1) shows
 * other parts at the wrong place, and all that builds on them.
 */
static void change_canvas(struct apng *apng, struct frame *frame,
			  struct exh_image *change)
{
	const struct exh_image *part = frame->part;
	const size_t left = apng->palette.count <= MOST_PACKED_COLORS ? 0 : frame->x;
	const size_t more = frame->x - left;

	*change = (struct exh_image){ more + part->width, part->height, apng->change };
	for (size_t y = 0; y < part->height; y++) {
		uint8_t *row = apng->canvas + (frame->y + y) * apng->width;
		uint8_t *out = change->pixels + y * change->width;

		if (apng->keeps)
			memset(out, apng->keep, more);
		else
			memcpy(out, row + left, more);
		change_row(apng, part->pixels + y * part->width, part->width,
			   row + frame->x, out + more);
	}
	frame->part = change;
	frame->x = left;
}

/* Its data in two parts, since that of fdAT is a number and an IDAT. */
static void write_chunk(struct exh_writer *out, const char *name, const uint8_t *head,
			size_t head_size, struct exh_bytes data)
{
	const size_t start = out->size;
	uint8_t number[4];

	png_save_uint_32(number, (png_uint_32)(head_size + data.size));
	exh_write_bytes(out, number, sizeof number);
	exh_write_bytes(out, name, 4);
	exh_write_bytes(out, head, head_size);
	exh_write_bytes(out, data.data, data.size);
	if (out->failed)
		return;
	png_save_uint_32(number,
			 exh_crc32((struct exh_bytes){ out->data + start + 4,
						       4 + head_size + data.size, 0 }));
	exh_write_bytes(out, number, sizeof number);
}

static void write_animation_control(struct apng *apng)
{
	uint8_t data[8];

	png_save_uint_32(data, (png_uint_32)apng->frame_count);
	png_save_uint_32(data + 4, apng->play_count);
	write_chunk(apng->out, "acTL", data, sizeof data, (struct exh_bytes){ 0 });
}

static void write_frame_control(struct apng *apng, const struct frame *frame)
{
	uint8_t data[CONTROL_SIZE];

	png_save_uint_32(data, apng->sequence++);
	png_save_uint_32(data + 4, (png_uint_32)frame->part->width);
	png_save_uint_32(data + 8, (png_uint_32)frame->part->height);
	png_save_uint_32(data + 12, (png_uint_32)frame->x);
	png_save_uint_32(data + 16, (png_uint_32)frame->y);
	png_save_uint_16(data + 20, frame->delay_num);
	png_save_uint_16(data + 22, frame->delay_den);
	data[24] = DISPOSE_NONE;
	data[25] = apng->keeps && apng->added_count ? BLEND_OVER : BLEND_SOURCE;
	write_chunk(apng->out, "fcTL", data, sizeof data, (struct exh_bytes){ 0 });
}

static void write_frame_data(struct apng *apng, struct exh_bytes idat)
{
	uint8_t sequence[SEQUENCE_SIZE];

	png_save_uint_32(sequence, apng->sequence++);
	write_chunk(apng->out, "fdAT", sequence, sizeof sequence, idat);
}

/* A whole chunk, from its length to its CRC-32, off the front of what libpng wrote. */
static bool take_chunk(struct exh_bytes *png, struct exh_bytes *chunk)
{
	return png->size >= CHUNK_EXTRA &&
	       exh_bytes_slice(*png, 0, png_get_uint_32(png->data) + CHUNK_EXTRA,
			       chunk) &&
	       exh_bytes_slice(*png, chunk->size, png->size - chunk->size, png);
}

static bool is_named(struct exh_bytes chunk, const char *name)
{
	return memcmp(chunk.data + 4, name, 4) == 0;
}

/* All that stands in front of the picture, and the picture, under their own names. */
static void write_first(struct apng *apng, const struct frame *frame,
			struct exh_bytes png)
{
	struct exh_bytes chunk;

	exh_write_bytes(apng->out, png.data, SIGNATURE_SIZE);
	exh_bytes_slice(png, SIGNATURE_SIZE, png.size - SIGNATURE_SIZE, &png);
	while (take_chunk(&png, &chunk) && !is_named(chunk, "IEND")) {
		if (is_named(chunk, "IDAT") && !apng->sequence)
			write_frame_control(apng, frame);
		exh_write_bytes(apng->out, chunk.data, chunk.size);
		if (is_named(chunk, "IHDR"))
			write_animation_control(apng);
	}
}

static void write_next(struct apng *apng, const struct frame *frame, struct exh_bytes png)
{
	struct exh_bytes chunk;

	write_frame_control(apng, frame);
	exh_bytes_slice(png, SIGNATURE_SIZE, png.size - SIGNATURE_SIZE, &png);
	while (take_chunk(&png, &chunk))
		if (is_named(chunk, "IDAT") &&
		    exh_bytes_slice(chunk, 8, chunk.size - CHUNK_EXTRA, &chunk))
			write_frame_data(apng, chunk);
}

static enum exh_status check(const struct apng *apng, const struct frame *frame,
			     struct exh_error *err)
{
	const size_t width = frame->part->width, height = frame->part->height;
	const bool inside = width && height && frame->x <= apng->width &&
			    width <= apng->width - frame->x && frame->y <= apng->height &&
			    height <= apng->height - frame->y;

	if (apng->added_count == apng->frame_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"more frames than the %zu of the animation",
				apng->frame_count);
	if (!inside ||
	    (!apng->added_count && (width != apng->width || height != apng->height)))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"frame %zu: %zux%zu pixels at (%zu, %zu) %s %zux%zu",
				apng->added_count, width, height, frame->x, frame->y,
				inside ? "do not fill" : "lie outside of", apng->width,
				apng->height);
	return EXH_OK;
}

enum exh_status apng_add(struct apng *apng, const struct exh_image *part, size_t x,
			 size_t y, uint16_t delay_num, uint16_t delay_den,
			 struct exh_error *err)
{
	struct frame frame = { part, x, y, delay_num, delay_den };
	struct exh_writer png = { .limit = apng->out->limit };
	enum exh_status status = check(apng, &frame, err);
	struct exh_image change;
	struct exh_bytes bytes;

	if (!status) {
		change_canvas(apng, &frame, &change);
		status = png_encode(frame.part, &apng->palette, &png, err);
	}
	if (!status) {
		bytes = exh_writer_bytes(&png);
		if (apng->added_count)
			write_next(apng, &frame, bytes);
		else
			write_first(apng, &frame, bytes);
		apng->added_count++;
		if (apng->out->failed)
			status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
					  "out of memory");
	}
	exh_writer_free(&png);
	return status;
}

enum exh_status apng_end(struct apng *apng, enum exh_status status, struct exh_error *err)
{
	if (!status && (!apng->added_count || apng->added_count != apng->frame_count))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "%zu frames of the %zu of the animation",
				  apng->added_count, apng->frame_count);
	if (!status)
		write_chunk(apng->out, "IEND", NULL, 0, (struct exh_bytes){ 0 });
	if (!status && apng->out->failed)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	if (apng) {
		free(apng->canvas);
		free(apng->change);
	}
	free(apng);
	return status;
}
