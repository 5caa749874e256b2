#include "animation.h"

#include "png.h"
#include "task/memory.h"

#include <string.h>

enum {
	SIGNATURE_SIZE = 8,
	CHUNK_EXTRA = 12, /* length, name and CRC-32 of a chunk */
	SEQUENCE_SIZE = 4,
	CONTROL_SIZE = 26, /* fcTL */
	DISPOSE_NONE = 0,
	BLEND_SOURCE = 0,
	BLEND_OVER = 1,
	MAX_PACKED_COLORS = 16, /* above this, a pixel is a byte */
};

static void store_u16(uint8_t *out, unsigned value)
{
	out[0] = (uint8_t)(value >> 8);
	out[1] = (uint8_t)value;
}

void apng_file_control(const struct apng_file *file, struct exh_writer *out)
{
	uint8_t data[8];

	png_store_u32(data, (uint32_t)file->frame_count);
	png_store_u32(data + 4, file->play_count);
	png_write_chunk_of(out, "acTL", (struct exh_bytes){ data, sizeof data, 0 });
}

static void write_frame_control(struct apng_file *file, const struct apng_part *part)
{
	uint8_t data[CONTROL_SIZE];

	png_store_u32(data, file->sequence++);
	png_store_u32(data + 4, (uint32_t)part->width);
	png_store_u32(data + 8, (uint32_t)part->height);
	png_store_u32(data + 12, (uint32_t)part->x);
	png_store_u32(data + 16, (uint32_t)part->y);
	store_u16(data + 20, part->delay_num);
	store_u16(data + 22, part->delay_den);
	data[24] = DISPOSE_NONE;
	data[25] = part->over ? BLEND_OVER : BLEND_SOURCE;
	png_write_chunk_of(file->out, "fcTL", (struct exh_bytes){ data, sizeof data, 0 });
}

static void write_frame_data(struct apng_file *file, struct exh_bytes idat)
{
	uint8_t sequence[SEQUENCE_SIZE];

	png_store_u32(sequence, file->sequence++);
	png_write_chunk_parts(file->out, "fdAT",
			      (struct exh_bytes){ sequence, sizeof sequence, 0 }, idat);
}

/* Takes a whole chunk, from its length to its CRC-32, off the front of a PNG file. */
static bool take_chunk(struct exh_bytes *png, struct exh_bytes *chunk)
{
	return png->size >= CHUNK_EXTRA &&
	       exh_bytes_slice(*png, 0, png_load_u32(png->data) + CHUNK_EXTRA, chunk) &&
	       exh_bytes_slice(*png, chunk->size, png->size - chunk->size, png);
}

static bool is_named(struct exh_bytes chunk, const char *name)
{
	return memcmp(chunk.data + 4, name, 4) == 0;
}

/* Writes all chunks before the picture, and the picture, under their own names. */
static void write_first(struct apng_file *file, const struct apng_part *part)
{
	struct exh_bytes png = part->png, chunk;

	exh_write_bytes(file->out, png.data, SIGNATURE_SIZE);
	exh_bytes_slice(png, SIGNATURE_SIZE, png.size - SIGNATURE_SIZE, &png);
	while (take_chunk(&png, &chunk) && !is_named(chunk, "IEND")) {
		if (is_named(chunk, "IDAT") && !file->sequence)
			write_frame_control(file, part);
		exh_write_bytes(file->out, chunk.data, chunk.size);
		if (is_named(chunk, "IHDR"))
			apng_file_control(file, file->out);
	}
}

static void write_next(struct apng_file *file, const struct apng_part *part)
{
	struct exh_bytes png = part->png, chunk;

	write_frame_control(file, part);
	exh_bytes_slice(png, SIGNATURE_SIZE, png.size - SIGNATURE_SIZE, &png);
	while (take_chunk(&png, &chunk))
		if (is_named(chunk, "IDAT") &&
		    exh_bytes_slice(chunk, 8, chunk.size - CHUNK_EXTRA, &chunk))
			write_frame_data(file, chunk);
}

bool apng_parts_begin_left(const struct exh_palette *palette)
{
	return palette->count <= MAX_PACKED_COLORS;
}

void apng_part_delay(struct apng_part *part, uint64_t num, uint64_t den)
{
	uint64_t a = num, b = den;

	while (b) {
		const uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	num /= a ? a : 1;
	den /= a ? a : 1;
	for (; den > 1 && (num > UINT16_MAX || den > UINT16_MAX); num >>= 1)
		den >>= 1;
	part->delay_num = num < UINT16_MAX ? (uint16_t)num : UINT16_MAX;
	part->delay_den = (uint16_t)den;
}

enum exh_status apng_file_check(const struct apng_file *file,
				const struct apng_part *part, struct exh_error *err)
{
	const size_t width = part->width, height = part->height;
	const bool inside = width && height && part->x <= file->width &&
			    width <= file->width - part->x && part->y <= file->height &&
			    height <= file->height - part->y;

	if (file->added_count == file->frame_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"more frames than the %zu of the animation",
				file->frame_count);
	if (!inside ||
	    (!file->added_count && (width != file->width || height != file->height)))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"frame %zu: %zux%zu pixels at (%zu, %zu) %s %zux%zu",
				file->added_count, width, height, part->x, part->y,
				inside ? "do not fill" : "lie outside of", file->width,
				file->height);
	return EXH_OK;
}

enum exh_status apng_file_add(struct apng_file *file, const struct apng_part *part,
			      struct exh_error *err)
{
	const enum exh_status status = apng_file_check(file, part, err);

	if (status)
		return status;
	if (file->added_count)
		write_next(file, part);
	else
		write_first(file, part);
	file->added_count++;
	return mem_check_limit(file->out, err);
}

enum exh_status apng_file_end(struct apng_file *file, struct exh_error *err)
{
	if (!file->added_count || file->added_count != file->frame_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu frames of the %zu of the animation",
				file->added_count, file->frame_count);
	png_write_chunk_of(file->out, "IEND", (struct exh_bytes){ 0 });
	return mem_check_limit(file->out, err);
}
