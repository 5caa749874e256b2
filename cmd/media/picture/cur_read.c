#include "picture.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	TYPE_CURSOR = 2,
	FILE_HEAD = 6,
	ENTRY_SIZE = 16,
	BITMAP_HEAD = 40,
	MOST_SIDE = 256,
};

/* A bitmap: rows from the bottom up, then the mask. */
struct bitmap {
	size_t width, height, bits;
	size_t color_count; /* number of colours in its palette */
	size_t stride, mask_stride;
	struct exh_bytes palette, rows, mask;
	bool has_alpha;
};

static uint32_t load_u16(const uint8_t *in)
{
	return in[0] | (uint32_t)in[1] << 8;
}

static uint32_t load_u32(const uint8_t *in)
{
	return load_u16(in) | load_u16(in + 2) << 16;
}

/*
 * The directory of pictures.
 */

/* A byte of 0 means 256. */
static bool is_of_side(const uint8_t *entry, size_t side)
{
	return (entry[0] ? entry[0] : MOST_SIDE) == side &&
	       (entry[1] ? entry[1] : MOST_SIDE) == side;
}

static enum exh_status find_picture(struct exh_bytes in, size_t side,
				    struct cur_picture *out, struct exh_bytes *picture,
				    struct exh_error *err)
{
	const uint8_t *entry;
	size_t count, chosen = 0;

	if (in.size < FILE_HEAD)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: the head of a cursor file has %d", in.size,
				FILE_HEAD);
	if (load_u16(in.data) || load_u16(in.data + 2) != TYPE_CURSOR)
		return exh_fail(err, EXH_INVALID, in.base,
				"0x%08x: expected 0x00020000, with which cursor files "
				"begin",
				(unsigned)load_u32(in.data));
	count = load_u16(in.data + 4);
	if (!count || count > (in.size - FILE_HEAD) / ENTRY_SIZE)
		return exh_fail(err, count ? EXH_TRUNCATED : EXH_INVALID, in.base + 4,
				"%zu pictures, the file has room for the entries of %zu",
				count, (in.size - FILE_HEAD) / ENTRY_SIZE);
	for (size_t i = count; i-- > 0;)
		if (is_of_side(in.data + FILE_HEAD + i * ENTRY_SIZE, side))
			chosen = i;
	entry = in.data + FILE_HEAD + chosen * ENTRY_SIZE;
	out->hot_x = load_u16(entry + 4);
	out->hot_y = load_u16(entry + 6);
	if (!exh_bytes_slice(in, load_u32(entry + 12), load_u32(entry + 8), picture))
		return exh_fail(err, EXH_TRUNCATED,
				in.base + FILE_HEAD + chosen * ENTRY_SIZE + 8,
				"picture %zu: %u bytes at 0x%x, the file has %zu", chosen,
				(unsigned)load_u32(entry + 8),
				(unsigned)load_u32(entry + 12), in.size);
	return EXH_OK;
}

/*
 * Bitmaps.
 */

static enum exh_status read_head(struct exh_bytes in, struct bitmap *out,
				 struct exh_error *err)
{
	uint32_t height, stated;

	if (in.size < BITMAP_HEAD)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: the head of a bitmap has %d", in.size,
				BITMAP_HEAD);
	if (load_u32(in.data) != BITMAP_HEAD || load_u32(in.data + 16))
		return exh_fail(err, EXH_UNSUPPORTED, in.base,
				"a head of %u bytes, packed by method %u: expected %d "
				"and 0",
				(unsigned)load_u32(in.data),
				(unsigned)load_u32(in.data + 16), BITMAP_HEAD);
	out->width = load_u32(in.data + 4);
	height = load_u32(in.data + 8); /* height of the picture and the mask together */
	out->height = height / 2;
	out->bits = load_u16(in.data + 14);
	if (!out->width || out->width > MOST_SIDE || !out->height ||
	    out->height > MOST_SIDE || height % 2)
		return exh_fail(err, EXH_INVALID, in.base + 4,
				"%zu by %u pixels with the mask, expected 1 to %d by 2 "
				"to %d",
				out->width, (unsigned)height, MOST_SIDE, 2 * MOST_SIDE);
	if (out->bits != 1 && out->bits != 4 && out->bits != 8 && out->bits != 24 &&
	    out->bits != 32)
		return exh_fail(err, EXH_INVALID, in.base + 14,
				"%zu bits a pixel, expected 1, 4, 8, 24 or 32",
				out->bits);
	stated = load_u32(in.data + 32);
	if (out->bits <= 8)
		out->color_count = stated ? stated : (size_t)1 << out->bits;
	if (out->bits <= 8 && out->color_count > (size_t)1 << out->bits)
		return exh_fail(err, EXH_INVALID, in.base + 32,
				"%u colours for %zu bits a pixel", (unsigned)stated,
				out->bits);
	return EXH_OK;
}

static enum exh_status open_bitmap(struct exh_bytes in, struct bitmap *out,
				   struct exh_error *err)
{
	const enum exh_status status = read_head(in, out, err);
	size_t at = BITMAP_HEAD;

	if (status)
		return status;
	out->stride = cur_row_size(out->width, out->bits);
	out->mask_stride = cur_row_size(out->width, 1);
	if (!exh_bytes_slice(in, at, out->color_count * 4, &out->palette) ||
	    !exh_bytes_slice(in, at += out->color_count * 4, out->stride * out->height,
			     &out->rows) ||
	    !exh_bytes_slice(in, at + out->stride * out->height,
			     out->mask_stride * out->height, &out->mask))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: %zux%zu pixels of %zu bits and a mask do not "
				"fit",
				in.size, out->width, out->height, out->bits);
	for (size_t i = 3; out->bits == 32 && i < out->rows.size; i += 4)
		out->has_alpha |= out->rows.data[i] != 0;
	return EXH_OK;
}

static uint8_t index_at(const struct bitmap *bitmap, const uint8_t *row, size_t x)
{
	const size_t per_byte = 8 / bitmap->bits;

	return (uint8_t)((unsigned)row[x / per_byte] >>
				 (per_byte - 1 - x % per_byte) * bitmap->bits &
			 ((1U << bitmap->bits) - 1));
}

static void take_pixel(const struct bitmap *bitmap, size_t x, size_t y,
		       struct cur_picture *out)
{
	const size_t from_below = bitmap->height - 1 - y, at = y * bitmap->width + x;
	const uint8_t *row = bitmap->rows.data + from_below * bitmap->stride;
	const uint8_t *mask = bitmap->mask.data + from_below * bitmap->mask_stride;
	const bool is_masked = !bitmap->has_alpha && (mask[x / 8] >> (7 - x % 8) & 1);
	uint8_t *to = out->colors.pixels + at * 4;

	if (out->indexes) {
		const uint8_t index = index_at(bitmap, row, x);

		out->indexes[at] = index;
		to[0] = out->palette.colors[index].red;
		to[1] = out->palette.colors[index].green;
		to[2] = out->palette.colors[index].blue;
		to[3] = 255;
	} else {
		const uint8_t *from = row + x * (bitmap->bits / 8);

		to[0] = from[2];
		to[1] = from[1];
		to[2] = from[0];
		to[3] = bitmap->has_alpha ? from[3] : 255;
	}
	if (!is_masked)
		return;
	if ((to[0] || to[1] || to[2]) && !out->inverted++) {
		out->inverted_x = x;
		out->inverted_y = y;
	}
	memset(to, 0, 4);
}

static enum exh_status read_bitmap(struct exh_bytes in, struct cur_picture *out,
				   struct exh_error *err)
{
	struct bitmap bitmap = { 0 };
	const enum exh_status status = open_bitmap(in, &bitmap, err);
	const size_t count = bitmap.width * bitmap.height;

	if (status)
		return status;
	out->colors = (struct png_picture){ .width = bitmap.width,
					    .height = bitmap.height,
					    .pixels = mem_alloc(count, 4) };
	out->indexes = bitmap.bits <= 8 ? mem_alloc(count, 1) : NULL;
	/* Indexes beyond the palette are black. */
	out->palette.count = bitmap.bits <= 8 ? (size_t)1 << bitmap.bits : 0;
	for (size_t i = 0; i < out->palette.count; i++)
		out->palette.colors[i] = (struct exh_color){ 0, 0, 0, 255 };
	for (size_t i = 0; i < bitmap.color_count; i++) {
		const uint8_t *from = bitmap.palette.data + i * 4;

		out->palette.colors[i] =
			(struct exh_color){ from[2], from[1], from[0], 255 };
	}
	for (size_t i = 0; i < count; i++)
		take_pixel(&bitmap, i % bitmap.width, i / bitmap.width, out);
	return EXH_OK;
}

/*
 * Bitmaps and PNG.
 */

static enum exh_status read_png(struct exh_bytes in, struct cur_picture *out,
				struct exh_error *err)
{
	struct png_picture png = { 0 };
	const enum exh_status status =
		png_decode(in, (size_t)MOST_SIDE * MOST_SIDE, &png, err);
	const size_t count = png.width * png.height;

	if (status || !png.palette.count) {
		out->colors = png;
		return status;
	}
	out->colors =
		(struct png_picture){ png.width, png.height, { 0 }, mem_alloc(count, 4) };
	for (size_t i = 0; i < count; i++) {
		const struct exh_color color = png_picture_color(&png, i);
		const uint8_t bytes[4] = { color.red, color.green, color.blue,
					   color.alpha };

		memcpy(out->colors.pixels + i * 4, bytes, 4);
	}
	free(png.pixels);
	return EXH_OK;
}

enum exh_status cur_decode(struct exh_bytes in, size_t side, struct cur_picture *out,
			   struct exh_error *err)
{
	struct exh_bytes picture = { 0 };
	enum exh_status status;

	*out = (struct cur_picture){ 0 };
	status = find_picture(in, side, out, &picture, err);
	if (status)
		return status;
	return png_is(picture) ? read_png(picture, out, err)
			       : read_bitmap(picture, out, err);
}

void cur_free(struct cur_picture *picture)
{
	free(picture->colors.pixels);
	free(picture->indexes);
	*picture = (struct cur_picture){ 0 };
}
