#include "animation.h"

#include <string.h>

enum {
	EXTENSION = 0x21,
	GRAPHIC_CONTROL = 0xf9,
	APPLICATION = 0xff,
	IMAGE = 0x2c,
	TRAILER = 0x3b,
	KEEP = 1 << 2, /* the frame stays under the next one */
	CLEAR = 2 << 2,
	HAS_TRANSPARENT = 1,
	MAX_BLOCK = 255, /* bytes */
	LEAST_BITS = 2,	 /* least bits of LZW's roots, even with two colours */
	MAX_BITS = 12,
	MAX_CODES = 1 << MAX_BITS,
	SLOTS = 1 << 14,
};

/* Returns the bits of an index into so many colours. */
static unsigned index_bits(size_t color_count)
{
	unsigned bits = 1;

	while ((size_t)1 << bits < color_count)
		bits++;
	return bits;
}

enum exh_status gif_begin(size_t width, size_t height, const struct exh_palette *palette,
			  unsigned play_count, struct exh_writer *out,
			  struct exh_error *err)
{
	const unsigned bits = index_bits(palette->count);

	if (!width || !height || width > GIF_MAX_SIDE || height > GIF_MAX_SIDE)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zux%zu pixels do not fit into a GIF file", width,
				height);
	exh_write_bytes(out, "GIF89a", 6);
	exh_write_u16le(out, (uint16_t)width);
	exh_write_u16le(out, (uint16_t)height);
	exh_write_u8(out, (uint8_t)(0x80 | (bits - 1) << 4 | (bits - 1)));
	exh_write_u8(out, 0); /* background */
	exh_write_u8(out, 0); /* pixels are square */
	for (size_t i = 0; i < (size_t)1 << bits; i++) {
		const struct exh_color none = { 0 };
		const struct exh_color *color =
			i < palette->count ? &palette->colors[i] : &none;

		exh_write_u8(out, color->red);
		exh_write_u8(out, color->green);
		exh_write_u8(out, color->blue);
	}
	exh_write_u8(out, EXTENSION);
	exh_write_u8(out, APPLICATION);
	exh_write_u8(out, 11);
	exh_write_bytes(out, "NETSCAPE2.0", 11);
	exh_write_u8(out, 3);
	exh_write_u8(out, 1);
	exh_write_u16le(out, (uint16_t)play_count);
	exh_write_u8(out, 0);
	return EXH_OK;
}

/*
 * LZW.
 */

struct lzw {
	struct exh_writer *out;
	uint8_t block[MAX_BLOCK];
	size_t block_size;
	uint32_t bits; /* bits that are not yet in the block, the first one lowest */
	unsigned bit_count;
	unsigned root_bits, code_bits;
	unsigned code_count;
	/* Hash table: key of prefix and byte, code + 1; code 0: empty slot. */
	uint32_t keys[SLOTS];
	uint16_t codes[SLOTS];
};

static void flush_block(struct lzw *lzw)
{
	if (!lzw->block_size)
		return;
	exh_write_u8(lzw->out, (uint8_t)lzw->block_size);
	exh_write_bytes(lzw->out, lzw->block, lzw->block_size);
	lzw->block_size = 0;
}

static void put_byte(struct lzw *lzw)
{
	lzw->block[lzw->block_size++] = (uint8_t)lzw->bits;
	lzw->bits >>= 8;
	if (lzw->block_size == MAX_BLOCK)
		flush_block(lzw);
}

static void put_code(struct lzw *lzw, unsigned code)
{
	lzw->bits |= (uint32_t)code << lzw->bit_count;
	lzw->bit_count += lzw->code_bits;
	while (lzw->bit_count >= 8) {
		put_byte(lzw);
		lzw->bit_count -= 8;
	}
}

static void clear(struct lzw *lzw)
{
	put_code(lzw, 1U << lzw->root_bits);
	memset(lzw->codes, 0, sizeof lzw->codes);
	lzw->code_bits = lzw->root_bits + 1;
	lzw->code_count = (1U << lzw->root_bits) + 2;
}

/* Returns the slot where the string is or belongs. */
static size_t find_slot(const struct lzw *lzw, uint32_t key)
{
	size_t slot = key * 2654435761U >> 18;

	while (lzw->codes[slot] && lzw->keys[slot] != key)
		slot = (slot + 1) % SLOTS;
	return slot;
}

/* Gives the next code to the string of prefix and one more byte. */
static void add_string(struct lzw *lzw, size_t slot, uint32_t key)
{
	if (lzw->code_count == MAX_CODES) {
		clear(lzw);
		return;
	}
	lzw->keys[slot] = key;
	lzw->codes[slot] = (uint16_t)(lzw->code_count + 1);
	if (lzw->code_count == 1U << lzw->code_bits)
		lzw->code_bits++;
	lzw->code_count++;
}

static void pack(struct lzw *lzw, const uint8_t *pixels, size_t count)
{
	unsigned prefix = pixels[0];

	lzw->code_bits = lzw->root_bits + 1;
	clear(lzw);
	for (size_t i = 1; i < count; i++) {
		const uint32_t key = prefix << 8 | pixels[i];
		const size_t slot = find_slot(lzw, key);

		if (lzw->codes[slot]) {
			prefix = lzw->codes[slot] - 1U;
			continue;
		}
		put_code(lzw, prefix);
		add_string(lzw, slot, key);
		prefix = pixels[i];
	}
	put_code(lzw, prefix);
	/* The reader has made a string of these two, and its codes may be a bit longer
	 * now. */
	if (lzw->code_count == 1U << lzw->code_bits && lzw->code_bits < MAX_BITS)
		lzw->code_bits++;
	put_code(lzw, (1U << lzw->root_bits) + 1);
	if (lzw->bit_count)
		put_byte(lzw);
	flush_block(lzw);
}

/*
 * Frames.
 */

void gif_add(const struct gif_frame *frame, struct exh_writer *out)
{
	const bool keeps = frame->transparent >= 0;
	const unsigned bits = index_bits(frame->color_count);
	struct lzw lzw = { .out = out,
			   .root_bits = bits < LEAST_BITS ? LEAST_BITS : bits };

	exh_write_u8(out, EXTENSION);
	exh_write_u8(out, GRAPHIC_CONTROL);
	exh_write_u8(out, 4);
	exh_write_u8(out, (uint8_t)((frame->is_cleared ? CLEAR : KEEP) |
				    (keeps ? HAS_TRANSPARENT : 0)));
	exh_write_u16le(out, (uint16_t)frame->hundredths);
	exh_write_u8(out, keeps ? (uint8_t)frame->transparent : 0);
	exh_write_u8(out, 0);
	exh_write_u8(out, IMAGE);
	exh_write_u16le(out, (uint16_t)frame->x);
	exh_write_u16le(out, (uint16_t)frame->y);
	exh_write_u16le(out, (uint16_t)frame->part.width);
	exh_write_u16le(out, (uint16_t)frame->part.height);
	exh_write_u8(out, 0);
	exh_write_u8(out, (uint8_t)lzw.root_bits);
	pack(&lzw, frame->part.pixels, frame->part.width * frame->part.height);
	exh_write_u8(out, 0);
}

void gif_set_time(uint8_t *frame, unsigned hundredths)
{
	frame[4] = (uint8_t)hundredths;
	frame[5] = (uint8_t)(hundredths >> 8);
}

void gif_end(struct exh_writer *out)
{
	exh_write_u8(out, TRAILER);
}
