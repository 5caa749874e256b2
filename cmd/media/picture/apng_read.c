#include "animation.h"

#include "png.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	SIGNATURE_SIZE = 8,
	HEADER_SIZE = 13,  /* bytes of IHDR */
	CONTROL_SIZE = 26, /* bytes of fcTL */
	CHUNK_MORE = 12,   /* length, name, sum */
	CHANNELS = 4,
	DISPOSE_BACKGROUND = 1,
	DISPOSE_PREVIOUS = 2,
	PART_LIMIT = 1 << 30,
};

struct chunk {
	const char *name; /* four letters, without an end */
	struct exh_bytes data;
	size_t next;
};

static bool is(const struct chunk *chunk, const char *name)
{
	return memcmp(chunk->name, name, 4) == 0;
}

static enum exh_status take_chunk(const struct apng_reader *reader, size_t at,
				  struct chunk *out, struct exh_error *err)
{
	const struct exh_bytes in = reader->in;
	const uint8_t *start = in.data + at;
	uint32_t size;

	if (at > in.size || in.size - at < CHUNK_MORE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"the file ends before its IEND chunk");
	size = png_load_u32(start);
	if (size > in.size - at - CHUNK_MORE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"a chunk of %u bytes at 0x%zX, only %zu found",
				(unsigned)size, at, in.size - at - CHUNK_MORE);
	if (png_load_u32(start + 8 + size) != crc32(0, start + 4, size + 4))
		return exh_fail(err, EXH_INVALID, in.base + at,
				"the chunk's check sum is wrong");
	out->name = (const char *)start + 4;
	out->data = (struct exh_bytes){ start + 8, size, in.base + at + 8 };
	out->next = at + CHUNK_MORE + size;
	return EXH_OK;
}

/*
 * Opening.
 */

static void set_header(struct apng_reader *reader, const struct chunk *chunk)
{
	reader->header = chunk->data;
	reader->width = png_load_u32(chunk->data.data);
	reader->height = png_load_u32(chunk->data.data + 4);
}

static enum exh_status see_chunk(struct apng_reader *reader, const struct chunk *chunk,
				 struct exh_error *err)
{
	if (is(chunk, "acTL")) {
		if (chunk->data.size < 8 || !png_load_u32(chunk->data.data))
			return exh_fail(err, EXH_INVALID, chunk->data.base,
					"an animation without frames");
		reader->is_animated = true;
		reader->frame_count = png_load_u32(chunk->data.data);
	} else if (is(chunk, "PLTE") || is(chunk, "tRNS")) {
		char name[5] = { 0 };

		memcpy(name, chunk->name, 4);
		png_write_chunk_of(&reader->head, name, chunk->data);
	}
	return EXH_OK;
}

/* Reads up to the first data; the first frame's control may come before them. */
static enum exh_status read_head(struct apng_reader *reader, struct exh_error *err)
{
	size_t at = SIGNATURE_SIZE;
	struct chunk chunk = { .name = "    " };
	enum exh_status status = take_chunk(reader, at, &chunk, err);

	if (status)
		return status;
	if (!is(&chunk, "IHDR") || chunk.data.size != HEADER_SIZE)
		return exh_fail(err, EXH_INVALID, at, "expected an IHDR chunk");
	set_header(reader, &chunk);
	for (at = chunk.next; !is(&chunk, "IDAT"); at = chunk.next) {
		status = take_chunk(reader, at, &chunk, err);
		if (!status)
			status = see_chunk(reader, &chunk, err);
		if (status)
			return status;
		if (is(&chunk, "IEND"))
			return exh_fail(err, EXH_INVALID, at, "no picture data");
	}
	reader->at = SIGNATURE_SIZE;
	return EXH_OK;
}

enum exh_status apng_read_open(struct apng_reader *reader, struct exh_bytes in,
			       size_t limit, struct exh_error *err)
{
	enum exh_status status;

	*reader = (struct apng_reader){ .in = in,
					.frame_count = 1,
					.head = { .limit = PART_LIMIT } };
	if (!png_is(in))
		return exh_fail(err, EXH_INVALID, in.base, "not a PNG file");
	status = read_head(reader, err);
	if (status)
		return status;
	if (!reader->width || !reader->height || reader->height > limit / reader->width)
		return exh_fail(err, EXH_LIMIT, in.base + SIGNATURE_SIZE + 8,
				"%zu by %zu pixels, expected 1 to %zu in all",
				reader->width, reader->height, limit);
	if (!reader->is_animated)
		return EXH_OK;
	reader->canvas = mem_alloc(reader->width * reader->height, CHANNELS);
	reader->kept = mem_alloc(reader->width * reader->height, CHANNELS);
	return EXH_OK;
}

/*
 * Frames.
 */

struct frame {
	uint32_t x, y, width, height;
	uint16_t delay_num, delay_den;
	uint8_t dispose, over;
};

static enum exh_status read_control(const struct apng_reader *reader,
				    const struct chunk *chunk, struct frame *frame,
				    struct exh_error *err)
{
	const uint8_t *in = chunk->data.data;

	if (chunk->data.size != CONTROL_SIZE)
		return exh_fail(err, EXH_INVALID, chunk->data.base,
				"an fcTL chunk of %zu bytes, expected %d",
				chunk->data.size, CONTROL_SIZE);
	*frame = (struct frame){ .width = png_load_u32(in + 4),
				 .height = png_load_u32(in + 8),
				 .x = png_load_u32(in + 12),
				 .y = png_load_u32(in + 16),
				 .delay_num = (uint16_t)(in[20] << 8 | in[21]),
				 .delay_den = (uint16_t)(in[22] << 8 | in[23]),
				 .dispose = in[24],
				 .over = in[25] };
	if (!frame->width || !frame->height || frame->x > reader->width ||
	    frame->width > reader->width - frame->x || frame->y > reader->height ||
	    frame->height > reader->height - frame->y)
		return exh_fail(err, EXH_INVALID, chunk->data.base,
				"a frame of %u by %u pixels at (%u, %u), outside the "
				"picture of %zu by %zu",
				(unsigned)frame->width, (unsigned)frame->height,
				(unsigned)frame->x, (unsigned)frame->y, reader->width,
				reader->height);
	return EXH_OK;
}

/* Begins a PNG file of its own for the frame's data. */
static void write_start(const struct apng_reader *reader, const struct frame *frame,
			struct exh_writer *out)
{
	uint8_t header[HEADER_SIZE];

	memcpy(header, reader->header.data, sizeof header);
	png_store_u32(header, frame->width);
	png_store_u32(header + 4, frame->height);
	exh_write_bytes(out, reader->in.data, SIGNATURE_SIZE);
	png_write_chunk_of(out, "IHDR", (struct exh_bytes){ header, sizeof header, 0 });
	exh_write_bytes(out, reader->head.data, reader->head.size);
}

/* Reads from the control of the next frame up to the one after it. */
static enum exh_status gather(struct apng_reader *reader, struct frame *frame,
			      struct exh_writer *out, struct exh_error *err)
{
	bool begun = false, has_data = false;

	for (;;) {
		struct chunk chunk = { .name = "    " };
		enum exh_status status = take_chunk(reader, reader->at, &chunk, err);

		if (status)
			return status;
		if (is(&chunk, "IEND") || (begun && is(&chunk, "fcTL")))
			break;
		if (is(&chunk, "fcTL")) {
			status = read_control(reader, &chunk, frame, err);
			if (status)
				return status;
			begun = true;
			write_start(reader, frame, out);
		} else if (begun && is(&chunk, "IDAT")) {
			has_data = true;
			png_write_chunk_of(out, "IDAT", chunk.data);
		} else if (begun && is(&chunk, "fdAT") && chunk.data.size >= 4) {
			has_data = true;
			png_write_chunk_of(out, "IDAT",
					   (struct exh_bytes){ chunk.data.data + 4,
							       chunk.data.size - 4, 0 });
		}
		reader->at = chunk.next;
	}
	if (!has_data)
		return exh_fail(err, EXH_INVALID, reader->in.base + reader->at,
				"frame %u of %u has no data",
				(unsigned)reader->read_count,
				(unsigned)reader->frame_count);
	png_write_chunk_of(out, "IEND", (struct exh_bytes){ 0 });
	return mem_check_limit(out, err);
}

static void load_color(const struct png_picture *png, size_t i, uint8_t out[CHANNELS])
{
	const struct exh_color color = png_picture_color(png, i);

	out[0] = color.red;
	out[1] = color.green;
	out[2] = color.blue;
	out[3] = color.alpha;
}

/* Blends by the formula of the PNG specification, in units of 1/65025. */
static void lay_over(const uint8_t color[CHANNELS], uint8_t *under)
{
	const unsigned top = color[3] * 255u, below = (255u - color[3]) * under[3];

	if (!top)
		return;
	for (int i = 0; i < 3; i++)
		under[i] = (uint8_t)((color[i] * top + under[i] * below) / (top + below));
	under[3] = (uint8_t)((top + below) / 255);
}

static void draw(struct apng_reader *reader, const struct frame *frame,
		 const struct png_picture *png)
{
	for (size_t y = 0; y < frame->height; y++)
		for (size_t x = 0; x < frame->width; x++) {
			uint8_t color[CHANNELS];
			uint8_t *pixel = reader->canvas +
					 ((frame->y + y) * reader->width + frame->x + x) *
						 CHANNELS;

			load_color(png, y * frame->width + x, color);
			if (frame->over)
				lay_over(color, pixel);
			else
				memcpy(pixel, color, CHANNELS);
		}
}

/* Removes the last frame in the way it asks for. */
static void dispose(struct apng_reader *reader)
{
	const size_t size = reader->width * reader->height * CHANNELS;

	if (reader->restores)
		memcpy(reader->canvas, reader->kept, size);
	for (size_t y = 0; reader->clears && y < reader->last[3]; y++)
		memset(reader->canvas +
			       ((reader->last[1] + y) * reader->width + reader->last[0]) *
				       CHANNELS,
		       0, (size_t)reader->last[2] * CHANNELS);
}

static void remember(struct apng_reader *reader, const struct frame *frame)
{
	const bool first = reader->read_count == 0;
	const bool restores = frame->dispose == DISPOSE_PREVIOUS && !first;

	if (restores)
		memcpy(reader->kept, reader->canvas,
		       reader->width * reader->height * CHANNELS);
	reader->restores = restores;
	reader->clears = frame->dispose == DISPOSE_BACKGROUND ||
			 (frame->dispose == DISPOSE_PREVIOUS && first);
	reader->last[0] = frame->x;
	reader->last[1] = frame->y;
	reader->last[2] = frame->width;
	reader->last[3] = frame->height;
}

static enum exh_status show(struct apng_reader *reader, const struct frame *frame,
			    struct exh_bytes part, struct exh_error *err)
{
	struct png_picture png = { 0 };
	const enum exh_status status =
		png_decode(part, (size_t)frame->width * frame->height, &png, err);

	if (status)
		return exh_within(err, status, "frame %u", (unsigned)reader->read_count);
	dispose(reader);
	remember(reader, frame);
	draw(reader, frame, &png);
	free(png.pixels);
	return EXH_OK;
}

static enum exh_status show_still(struct apng_reader *reader,
				  struct animation_frame *shown, struct exh_error *err)
{
	struct png_picture png = { 0 };
	const enum exh_status status =
		png_decode(reader->in, reader->width * reader->height, &png, err);

	if (status)
		return status;
	free(reader->canvas);
	reader->canvas = mem_alloc(reader->width * reader->height, CHANNELS);
	for (size_t i = 0; i < reader->width * reader->height; i++)
		load_color(&png, i, reader->canvas + CHANNELS * i);
	free(png.pixels);
	shown->picture.pixels = reader->canvas;
	return EXH_OK;
}

enum exh_status apng_read_next(struct apng_reader *reader, struct animation_frame *shown,
			       struct exh_error *err)
{
	struct exh_writer part = { .limit = PART_LIMIT };
	struct frame frame = { 0 };
	enum exh_status status;

	*shown = (struct animation_frame){ .picture = { .width = reader->width,
							.height = reader->height } };
	if (!reader->is_animated)
		return show_still(reader, shown, err);
	status = gather(reader, &frame, &part, err);
	if (!status)
		status = show(reader, &frame, exh_writer_bytes(&part), err);
	exh_writer_free(&part);
	if (status)
		return status;
	reader->read_count++;
	shown->picture.pixels = reader->canvas;
	shown->delay_num = frame.delay_num;
	shown->delay_den = frame.delay_den ? frame.delay_den : 100;
	return EXH_OK;
}

void apng_read_close(struct apng_reader *reader)
{
	free(reader->canvas);
	free(reader->kept);
	exh_writer_free(&reader->head);
}
