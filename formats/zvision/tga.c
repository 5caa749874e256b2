#include "picture_checks.h"

#include "../base/reader.h"
#include "exhume/advanced/zvision_picture.h"

#include <string.h>

enum {
	TAG_TGZ = 0x005a4754,
	/* Types of a plain TGA. */
	TYPE_MAPPED = 1,
	TYPE_COLOR = 2,
	TYPE_GRAY = 3,
	TYPE_RUNS = 8, /* added to these */
	/* Bits of its descriptor. */
	RIGHT_FIRST = 0x10,
	TOP_FIRST = 0x20,
	INTERLEAVED = 0xc0,
	MAX_SIDE = 0xffff,
};

/*
 * TGZ.
 */

/* The note on a size that is not the picture's. */
static void compare_sizes(const struct exh_zv_tga *tga, size_t offset,
			  struct exh_notes *notes)
{
	const size_t size = tga->width * tga->height * 2;

	if (!notes || tga->declared_size == size)
		return;
	if (tga->declared_size > size)
		exh_note(notes, EXH_WARNING, offset,
			 "%zu bytes declared, the picture has %zu: the rest is left out",
			 tga->declared_size, size);
	else
		exh_note(notes, EXH_DAMAGE, offset,
			 "%zu bytes declared, the picture has %zu: missing pixels are "
			 "black",
			 tga->declared_size, size);
}

static enum exh_status open_tgz(struct exh_bytes in, struct exh_zv_tga *tga,
				struct exh_notes *notes, struct exh_error *err)
{
	struct reader r = { .in = in, .pos = 4 };
	enum exh_status status;

	tga->kind = EXH_ZV_TGZ;
	tga->declared_size = rd_u32le(&r);
	tga->width = rd_u32le(&r);
	tga->height = rd_u32le(&r);
	if (r.failed)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, expected a header of %d", in.size,
				EXH_ZV_TGZ_HEADER_SIZE);
	status = exh_zv_check_sides(tga->width, tga->height, in.base + 8, err);
	if (status)
		return status;
	compare_sizes(tga, in.base + 4, notes);
	exh_bytes_slice(in, r.pos, rd_left(&r), &tga->data);
	return EXH_OK;
}

/* Bytes in pixels' place become pixels. */
static void take_values(uint16_t *pixels, size_t count)
{
	const uint8_t *bytes = (const uint8_t *)pixels;

	for (size_t i = 0; i < count; i++)
		pixels[i] = load_u16le(bytes + 2 * i) & PIXEL_BITS;
}

static void decode_tgz(const struct exh_zv_tga *tga, uint16_t *pixels, size_t count,
		       struct exh_expansion *done, struct exh_notes *notes)
{
	const size_t whole = count * 2;
	const size_t size = tga->declared_size < whole ? tga->declared_size : whole;
	struct exh_error err;
	const enum exh_status status = exh_lzss_expand(
		tga->data, EXH_LZSS_ZVISION, (uint8_t *)pixels, size, done, &err);

	memset((uint8_t *)pixels + size, 0, whole - size);
	take_values(pixels, count);
	if (status == EXH_TRUNCATED && notes)
		exh_note(notes, EXH_DAMAGE, err.offset,
			 "the packed data end after %s of pixels: the rest is black",
			 err.text);
	/* If more is declared, the last match may continue into that. */
	else if (status && notes && tga->declared_size <= size)
		exh_note(notes, EXH_WARNING, err.offset, "after the last pixel: %s",
			 err.text);
}

/*
 * Plain TGA.
 */

/* The name of a type in messages; NULL for unknown types. */
static const char *type_name(unsigned type)
{
	switch (type & ~(unsigned)TYPE_RUNS) {
	case TYPE_MAPPED:
		return "with a colour map";
	case TYPE_COLOR:
		return "in colour";
	case TYPE_GRAY:
		return "in gray";
	default:
		return NULL;
	}
}

static bool is_depth(unsigned bits)
{
	return bits == 8 || bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

/* There is no magic number: the fields must make sense. */
static bool is_plain(const uint8_t *header)
{
	return header[1] <= 1 && type_name(header[2]) && is_depth(header[16]);
}

static bool is_15_bit(unsigned bits)
{
	return bits == 15 || bits == 16;
}

static enum exh_status check_depth(const struct exh_zv_tga *tga, size_t offset,
				   struct exh_error *err)
{
	const unsigned type = tga->type & ~(unsigned)TYPE_RUNS;

	if ((type == TYPE_COLOR && is_15_bit(tga->bits)) ||
	    (type == TYPE_MAPPED && tga->bits == 8))
		return EXH_OK;
	return exh_fail(err, EXH_UNSUPPORTED, offset,
			"a plain TGA %s of %u bits, expected 16 in colour, as the games "
			"have it, or 8 with a map; other programs read these",
			type_name(tga->type), tga->bits);
}

static enum exh_status open_map(struct reader *r, const uint8_t *header,
				struct exh_zv_tga *tga, struct exh_error *err)
{
	const size_t map_count = load_u16le(header + 5);
	const size_t map_size = map_count * ((header[7] + 7U) / 8);
	const size_t at = r->pos;

	/* A true-colour picture may have an unused one. */
	if (header[1] && !rd_take(r, map_size))
		return exh_fail(err, EXH_TRUNCATED, r->in.base + r->in.size,
				"the data end within the colour map");
	if ((tga->type & ~(unsigned)TYPE_RUNS) != TYPE_MAPPED)
		return EXH_OK;
	if (!header[1] || !map_count)
		return exh_fail(err, EXH_INVALID, r->in.base + 1,
				"pixels in a colour map, but there is none");
	if (!is_15_bit(header[7]))
		return exh_fail(err, EXH_UNSUPPORTED, r->in.base + 7,
				"a plain TGA with a colour map of %u bits, expected 16; "
				"other programs read these",
				header[7]);
	tga->map_first = load_u16le(header + 3);
	exh_bytes_slice(r->in, at, map_size, &tga->map);
	return EXH_OK;
}

static enum exh_status open_plain(struct exh_bytes in, struct exh_zv_tga *tga,
				  struct exh_error *err)
{
	struct reader r = { .in = in };
	const uint8_t *header = rd_take(&r, EXH_ZV_TGA_HEADER_SIZE);
	enum exh_status status;

	if (!header)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, expected a header of %d", in.size,
				EXH_ZV_TGA_HEADER_SIZE);
	if (!is_plain(header))
		return exh_fail(err, EXH_INVALID, in.base,
				"neither TGZ nor the header of a plain TGA");
	tga->kind = EXH_ZV_TGA;
	tga->type = header[2];
	tga->width = load_u16le(header + 12);
	tga->height = load_u16le(header + 14);
	tga->bits = header[16];
	tga->descriptor = header[17];
	status = exh_zv_check_sides(tga->width, tga->height, in.base + 12, err);
	if (status)
		return status;
	if (tga->descriptor & INTERLEAVED)
		return exh_fail(err, EXH_UNSUPPORTED, in.base + 17,
				"plain TGA with interleaved rows");
	status = check_depth(tga, in.base + 16, err);
	if (status)
		return status;
	tga->declared_size = tga->width * tga->height * ((tga->bits + 7U) / 8);
	if (!rd_take(&r, header[0]))
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"the data end within the id field");
	status = open_map(&r, header, tga, err);
	if (!status)
		exh_bytes_slice(in, r.pos, rd_left(&r), &tga->data);
	return status;
}

enum exh_status exh_zv_tga_open(struct exh_bytes in, struct exh_zv_tga *tga,
				struct exh_notes *notes, struct exh_error *err)
{
	*tga = (struct exh_zv_tga){ 0 };
	if (in.size >= 4 && load_u32le(in.data) == TAG_TGZ)
		return open_tgz(in, tga, notes, err);
	return open_plain(in, tga, err);
}

/* Pixels on their way out of a plain TGA, in the order of the file. */
struct plain {
	const struct exh_zv_tga *tga;
	struct reader r;
	uint16_t *pixels;
	size_t at, count;
	size_t stray_count; /* pixels and runs of colours that are not in the map */
};

static uint16_t mapped(struct plain *p, size_t index)
{
	const struct exh_bytes *map = &p->tga->map;

	if (index >= p->tga->map_first && index - p->tga->map_first < map->size / 2)
		return load_u16le(map->data + 2 * (index - p->tga->map_first)) &
		       PIXEL_BITS;
	p->stray_count++;
	return 0;
}

/* The next count pixels of the data, as far as these go. */
static void copy_pixels(struct plain *p, size_t count)
{
	const size_t size = p->tga->bits == 8 ? 1 : 2;
	const size_t there = rd_left(&p->r) / size;
	const size_t some = count < there ? count : there;
	const uint8_t *in = rd_take(&p->r, some * size);

	for (size_t i = 0; i < some; i++)
		p->pixels[p->at + i] = size == 1 ? mapped(p, in[i])
						 : load_u16le(in + 2 * i) & PIXEL_BITS;
	p->at += some;
	p->r.failed |= some < count;
}

/* Packets may pass the ends of rows, but not the last pixel. */
static void copy_packets(struct plain *p, struct exh_notes *notes)
{
	while (p->at < p->count) {
		const size_t offset = rd_tell(&p->r), left = p->count - p->at;
		const unsigned head = rd_u8(&p->r);
		const size_t wanted = (head & 0x7f) + 1U;
		const size_t count = wanted < left ? wanted : left;
		const size_t end = p->at + count;

		if (!p->r.failed)
			copy_pixels(p, head & 0x80 ? 1 : count);
		if (p->r.failed)
			return;
		for (; p->at < end; p->at++)
			p->pixels[p->at] = p->pixels[p->at - 1];
		if (count < wanted && notes)
			exh_note(notes, EXH_WARNING, offset,
				 "a packet of %zu pixels, expected at most %zu", wanted,
				 count);
	}
}

static void swap(uint16_t *a, uint16_t *b)
{
	const uint16_t kept = *a;

	*a = *b;
	*b = kept;
}

/* From the order of the file to the top row and the left column first. */
static void turn(const struct exh_zv_tga *tga, uint16_t *pixels)
{
	const size_t width = tga->width, height = tga->height;

	for (size_t y = 0; y < height / 2 && !(tga->descriptor & TOP_FIRST); y++)
		for (size_t x = 0; x < width; x++)
			swap(&pixels[y * width + x],
			     &pixels[(height - 1 - y) * width + x]);
	for (size_t y = 0; y < height && tga->descriptor & RIGHT_FIRST; y++)
		for (size_t x = 0; x < width / 2; x++)
			swap(&pixels[y * width + x], &pixels[(y + 1) * width - 1 - x]);
}

static void decode_plain(const struct exh_zv_tga *tga, uint16_t *pixels, size_t count,
			 struct exh_expansion *done, struct exh_notes *notes)
{
	struct plain p = {
		.tga = tga, .r.in = tga->data, .pixels = pixels, .count = count
	};

	if (tga->type & TYPE_RUNS)
		copy_packets(&p, notes);
	else
		copy_pixels(&p, count);
	memset(pixels + p.at, 0, (count - p.at) * sizeof *pixels);
	if (p.at < count && notes)
		exh_note(notes, EXH_DAMAGE, tga->data.base + tga->data.size,
			 "the data end after %zu of %zu pixels: the rest is black", p.at,
			 count);
	if (p.stray_count && notes)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "%zu pixels or runs have colours that are not in the map: they "
			 "are black",
			 p.stray_count);
	turn(tga, pixels);
	*done = (struct exh_expansion){ p.r.pos, p.at * ((tga->bits + 7U) / 8) };
}

enum exh_status exh_zv_tga_decode(const struct exh_zv_tga *tga, uint16_t *pixels,
				  size_t count, struct exh_expansion *done,
				  struct exh_notes *notes, struct exh_error *err)
{
	const enum exh_status status =
		exh_zv_check_buffer(count, tga->width, tga->height, err);
	struct exh_expansion own;

	if (status)
		return status;
	if (tga->kind == EXH_ZV_TGZ)
		decode_tgz(tga, pixels, count, &own, notes);
	else
		decode_plain(tga, pixels, count, &own, notes);
	if (done)
		*done = own;
	return EXH_OK;
}

/*
 * Encoding.
 */

enum exh_status exh_zv_tgz_write(const struct exh_zv_picture *picture,
				 struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer plain = { .limit = (size_t)EXH_ZV_PICTURE_PIXELS * 2 };
	const enum exh_status status = exh_zv_check_written(
		picture->width, picture->height, EXH_ZV_PICTURE_PIXELS, err);

	if (status)
		return status;
	exh_zv_write_pixels(picture->pixels, picture->width * picture->height, &plain);
	exh_write_u32le(out, TAG_TGZ);
	exh_write_u32le(out, (uint32_t)plain.size);
	exh_write_u32le(out, (uint32_t)picture->width);
	exh_write_u32le(out, (uint32_t)picture->height);
	exh_lzss_pack(exh_writer_bytes(&plain), out);
	out->failed |= plain.failed;
	exh_writer_free(&plain);
	return EXH_OK;
}

static void store_u16le(uint8_t *out, size_t value)
{
	out[0] = (uint8_t)value;
	out[1] = (uint8_t)(value >> 8);
}

enum exh_status exh_zv_tga_write(const struct exh_zv_picture *picture,
				 struct exh_writer *out, struct exh_error *err)
{
	uint8_t header[EXH_ZV_TGA_HEADER_SIZE] = { [2] = TYPE_COLOR, [16] = 16 };
	const enum exh_status status =
		exh_zv_check_written(picture->width, picture->height, MAX_SIDE, err);

	if (status)
		return status;
	store_u16le(header + 12, picture->width);
	store_u16le(header + 14, picture->height);
	exh_write_bytes(out, header, sizeof header);
	for (size_t y = picture->height; y-- > 0;)
		exh_zv_write_pixels(picture->pixels + y * picture->width, picture->width,
				    out);
	return EXH_OK;
}
