/*
 * A plain reader of GIF animations, for tests: written from the specification alone, and
 * as simple as possible. It asserts properties of exhume's writer.
 */
#ifndef CMD_MEDIA_PICTURE_GIF_PLAIN_H
#define CMD_MEDIA_PICTURE_GIF_PLAIN_H

#include "testing.h"

enum { LIMIT = 1 << 24, MAX_PIXELS = 1 << 17, MAX_CODES = 4096 };

struct reader {
	const uint8_t *data;
	size_t size, at;
};

static inline unsigned next_byte(struct reader *in)
{
	assert_true(in->at < in->size);
	return in->data[in->at++];
}

static inline unsigned next_word(struct reader *in)
{
	const unsigned low = next_byte(in);

	return low | next_byte(in) << 8;
}

/* Joins the blocks up to the empty one. */
static inline size_t read_blocks(struct reader *in, uint8_t *out, size_t size)
{
	size_t count = 0;

	for (unsigned length = next_byte(in); length; length = next_byte(in))
		while (length--) {
			assert_true(count < size);
			out[count++] = (uint8_t)next_byte(in);
		}
	return count;
}

static inline unsigned take_code(const uint8_t *data, size_t size, size_t *bit,
				 unsigned width)
{
	unsigned code = 0;

	for (unsigned i = 0; i < width; i++, ++*bit) {
		assert_true(*bit / 8 < size);
		code |= (unsigned)(data[*bit / 8] >> *bit % 8 & 1) << i;
	}
	return code;
}

struct lzw_strings {
	unsigned before[MAX_CODES], last[MAX_CODES], count;
};

/* Writes a string, and returns its first byte. */
static inline unsigned put_string(const struct lzw_strings *strings, unsigned roots,
				  unsigned code, uint8_t *out, size_t size, size_t *at)
{
	unsigned length = 1, first;

	for (unsigned k = code; k >= roots; k = strings->before[k])
		length++;
	assert_true(length <= size - *at);
	for (unsigned i = length, k = code; i--; k = strings->before[k]) {
		out[*at + i] = (uint8_t)(k < roots ? k : strings->last[k]);
		if (k < roots)
			assert_int_equal(i, 0);
	}
	first = out[*at];
	*at += length;
	return first;
}

/* Statistics of a decoder. */
struct seen {
	unsigned widest, clear_count;
};

static inline size_t unpack(unsigned root_bits, const uint8_t *data, size_t size,
			    uint8_t *out, size_t out_size, struct seen *seen)
{
	static struct lzw_strings strings;
	const unsigned roots = 1U << root_bits;
	unsigned width = root_bits + 1, old = MAX_CODES;
	size_t bit = 0, at = 0;

	strings.count = roots + 2;
	for (;;) {
		const unsigned code = take_code(data, size, &bit, width);
		unsigned first;

		seen->widest = width > seen->widest ? width : seen->widest;
		if (code == roots + 1)
			break;
		if (code == roots) {
			seen->clear_count++;
			strings.count = roots + 2;
			width = root_bits + 1;
			old = MAX_CODES;
			continue;
		}
		assert_true(code <= strings.count);
		if (old == MAX_CODES)
			assert_true(code < roots);
		if (code < strings.count) {
			first = put_string(&strings, roots, code, out, out_size, &at);
		} else { /* the string that this code completes */
			assert_true(old < MAX_CODES);
			first = put_string(&strings, roots, old, out, out_size, &at);
			assert_true(at < out_size);
			out[at++] = (uint8_t)first;
		}
		if (old < MAX_CODES && strings.count < MAX_CODES) {
			strings.before[strings.count] = old;
			strings.last[strings.count++] = first;
		}
		if (strings.count == 1U << width && width < 12)
			width++;
		old = code;
	}
	assert_true(bit > 8 * (size - 1)); /* no byte is left over */
	return at;
}

struct screen {
	size_t width, height;
	unsigned color_count;
	uint8_t colors[256][3];
	uint8_t pixels[MAX_PIXELS];
	/* Area that is removed before the next frame, if it has pixels. */
	size_t clear_x, clear_y, clear_width, clear_height;
};

enum { NOTHING = 255 /* a removed pixel */ };

static inline void read_extension(struct reader *in, unsigned label,
				  const uint8_t *expected, size_t size)
{
	uint8_t found[64];

	assert_int_equal(next_byte(in), 0x21);
	assert_int_equal(next_byte(in), label);
	assert_int_equal(read_blocks(in, found, sizeof found), size);
	if (expected)
		assert_memory_equal(found, expected, size);
}

static inline void read_head(struct reader *in, struct screen *screen,
			     unsigned play_count)
{
	uint8_t plays[14] = "NETSCAPE2.0\1";
	unsigned flags;

	assert_true(in->size > 13);
	assert_memory_equal(in->data, "GIF89a", 6);
	in->at = 6;
	screen->width = next_word(in);
	screen->height = next_word(in);
	screen->clear_width = screen->clear_height = 0;
	flags = next_byte(in);
	assert_int_equal(flags & 0x88, 0x80);
	assert_int_equal(next_word(in), 0);
	screen->color_count = 2U << (flags & 7);
	for (unsigned i = 0; i < screen->color_count; i++)
		for (unsigned k = 0; k < 3; k++)
			screen->colors[i][k] = (uint8_t)next_byte(in);
	plays[12] = (uint8_t)play_count;
	plays[13] = (uint8_t)(play_count >> 8);
	read_extension(in, 0xff, plays, sizeof plays);
}

static inline void clear_screen(struct screen *screen)
{
	for (size_t y = 0; y < screen->clear_height; y++)
		memset(screen->pixels + (screen->clear_y + y) * screen->width +
			       screen->clear_x,
		       NOTHING, screen->clear_width);
	screen->clear_width = screen->clear_height = 0;
}

/* Draws a frame, and returns its time. */
static inline unsigned read_frame(struct reader *in, struct screen *screen,
				  struct seen *seen)
{
	static uint8_t packed[LIMIT], part[MAX_PIXELS];
	uint8_t control[4];
	size_t x, y, width, height, packed_size;
	unsigned root_bits;

	assert_int_equal(next_byte(in), 0x21);
	assert_int_equal(next_byte(in), 0xf9);
	assert_int_equal(read_blocks(in, control, sizeof control), 4);
	/* Disposal is keep or clear; no user input. */
	assert_true((control[0] & ~1U) == 4 || (control[0] & ~1U) == 8);
	assert_int_equal(next_byte(in), 0x2c);
	x = next_word(in);
	y = next_word(in);
	width = next_word(in);
	height = next_word(in);
	assert_true(width && height);
	assert_true(x + width <= screen->width && y + height <= screen->height);
	assert_int_equal(next_byte(in), 0); /* no palette, rows in order */
	root_bits = next_byte(in);
	assert_in_range(root_bits, 2, 8);
	packed_size = read_blocks(in, packed, sizeof packed);
	assert_int_equal(
		unpack(root_bits, packed, packed_size, part, width * height, seen),
		width * height);
	clear_screen(screen);
	for (size_t i = 0; i < width * height; i++) {
		uint8_t *to =
			screen->pixels + (y + i / width) * screen->width + x + i % width;

		assert_true(part[i] < screen->color_count);
		if (!(control[0] & 1) || part[i] != control[3])
			*to = part[i];
	}
	if (control[0] & 8) {
		screen->clear_x = x;
		screen->clear_y = y;
		screen->clear_width = width;
		screen->clear_height = height;
	}
	return control[1] | (unsigned)control[2] << 8;
}

#endif
