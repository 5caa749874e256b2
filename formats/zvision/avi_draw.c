#include "avi_parts.h"

#include <string.h>

enum {
	INEXACT = 0x8000, /* flag in tables of colours: bits were lost */
	COLOR = 0x7fff,
	FIVE = 31,
};

/* Colours of a frame's pixels. */
struct palette_555 {
	uint16_t colors[256];
};

struct channel {
	unsigned shift, bits;
	uint16_t colors[256]; /* shifted to their place, with INEXACT */
};

struct draw {
	unsigned bits;
	struct palette_555 palette; /* up to 8 bits */
	struct channel channels[3]; /* for more bits */
};

/*
 * Converts channels of any number of bits to 5 bits.
 */

/* Reverses repeating the upper bits below; INEXACT if the lower bits are different
 * ones. */
static unsigned to_five(unsigned value, unsigned bits)
{
	unsigned five, again;

	if (!bits)
		return 0;
	if (bits < 5)
		return value * FIVE / ((1u << bits) - 1);
	five = value >> (bits - 5);
	again = five << (bits - 5) | five >> (10 - bits);
	return again == value ? five : five | INEXACT;
}

static unsigned place(unsigned five, unsigned shift)
{
	return (five & FIVE) << shift | (five & INEXACT);
}

static void prepare_palette(const struct exh_palette *from, struct palette_555 *to)
{
	memset(to, 0, sizeof *to);
	for (size_t i = 0; i < from->count; i++) {
		const struct exh_color *color = &from->colors[i];

		to->colors[i] = (uint16_t)(place(to_five(color->red, 8), 10) |
					   place(to_five(color->green, 8), 5) |
					   place(to_five(color->blue, 8), 0));
	}
}

/* False unless the mask is 1 to 8 bits side by side. */
static bool measure_mask(uint32_t mask, struct channel *channel)
{
	channel->shift = channel->bits = 0;
	if (!mask)
		return false;
	while (!(mask >> channel->shift & 1))
		channel->shift++;
	mask >>= channel->shift;
	while (channel->bits < 32 && mask >> channel->bits & 1)
		channel->bits++;
	return channel->bits <= 8 && mask == (1u << channel->bits) - 1;
}

static void prepare_channel(uint32_t mask, unsigned shift, struct channel *channel)
{
	measure_mask(mask, channel);
	for (unsigned i = 0; i < 1u << channel->bits; i++)
		channel->colors[i] = (uint16_t)place(to_five(i, channel->bits), shift);
}

static void prepare(const struct exh_avi_stream *video, struct draw *draw)
{
	draw->bits = video->bits;
	if (video->palette)
		prepare_palette(video->palette, &draw->palette);
	else
		for (unsigned i = 0; i < 3; i++)
			prepare_channel(video->masks[i], 10 - 5 * i, &draw->channels[i]);
}

/*
 * Formats that can be drawn.
 */

static bool is_plain(const struct exh_avi_stream *video)
{
	const uint32_t compression = video->compression;

	if (compression == BI_BITFIELDS)
		return video->bits == 16 || video->bits == 32;
	if (compression != BI_RGB && compression != TAG('D', 'I', 'B', ' ') &&
	    compression != TAG('R', 'G', 'B', ' ') &&
	    compression != TAG('R', 'A', 'W', ' '))
		return false;
	return video->bits == 16 || video->bits == 24 || video->bits == 32 ||
	       video->palette;
}

static bool has_masks(const struct exh_avi_stream *video)
{
	struct channel channel;

	if (video->palette)
		return true;
	for (int i = 0; i < 3; i++)
		if (!measure_mask(video->masks[i], &channel) ||
		    channel.shift + channel.bits > video->bits)
			return false;
	return true;
}

static enum exh_status refuse(const struct exh_avi_stream *video, struct exh_error *err)
{
	char name[16];

	if (video->compression <= BI_BITFIELDS)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"video of compression %u and %u bits a pixel, which is "
				"unsupported",
				(unsigned)video->compression, video->bits);
	exh_avi_tag_text(video->compression, name);
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"video of the codec %s, which is unsupported", name);
}

enum exh_status exh_avi_can_draw(const struct exh_avi_stream *video,
				 struct exh_error *err)
{
	if (video->kind != EXH_AVI_VIDEO)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "no video");
	if (!is_plain(video))
		return refuse(video, err);
	if (!video->width || !video->height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"video of %u by %u pixels, expected at least 1 by 1",
				(unsigned)video->width, (unsigned)video->height);
	if (video->height > EXH_AVI_MAX_PIXELS / video->width)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"video of %u by %u pixels, expected at most %d",
				(unsigned)video->width, (unsigned)video->height,
				EXH_AVI_MAX_PIXELS);
	if (!has_masks(video))
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"video of colours in the bits %X, %X and %X, expected 1 "
				"to 8 side by side for each",
				(unsigned)video->masks[0], (unsigned)video->masks[1],
				(unsigned)video->masks[2]);
	return EXH_OK;
}

/*
 * Drawing.
 */

/* Rows end at multiples of four bytes. */
static size_t row_size(const struct exh_avi_stream *video)
{
	return ((size_t)video->width * video->bits + 31) / 32 * 4;
}

size_t exh_avi_frame_size(const struct exh_avi_stream *video)
{
	return row_size(video) * video->height;
}

/* Draws a row of colours; returns all of its bits or-ed together. */
static unsigned draw_indexed(const struct draw *draw, const uint8_t *in, uint16_t *out,
			     size_t width)
{
	const unsigned bits = draw->bits, mask = (1u << bits) - 1;
	unsigned all = 0;

	for (size_t x = 0; x < width; x++) {
		const size_t bit = x * bits;
		const unsigned index = in[bit / 8] >> (8 - bits - bit % 8) & mask;

		all |= draw->palette.colors[index];
		out[x] = draw->palette.colors[index] & COLOR;
	}
	return all;
}

static unsigned draw_color(const struct draw *draw, uint32_t pixel)
{
	unsigned color = 0;

	for (int i = 0; i < 3; i++) {
		const struct channel *channel = &draw->channels[i];

		color |= channel->colors[pixel >> channel->shift &
					 ((1u << channel->bits) - 1)];
	}
	return color;
}

static unsigned draw_true(const struct draw *draw, const uint8_t *in, uint16_t *out,
			  size_t width)
{
	const size_t size = draw->bits / 8;
	unsigned all = 0;

	for (size_t x = 0; x < width; x++, in += size) {
		const uint32_t pixel = size == 2   ? load_u16le(in)
				       : size == 3 ? load_u24le(in)
						   : load_u32le(in);
		const unsigned color = draw_color(draw, pixel);

		all |= color;
		out[x] = color & COLOR;
	}
	return all;
}

static bool is_555(const struct exh_avi_stream *video)
{
	return video->bits == 16 && video->masks[0] == 0x7c00 &&
	       video->masks[1] == 0x03e0 && video->masks[2] == 0x001f;
}

static void draw_555(const uint8_t *in, uint16_t *out, size_t width)
{
	for (size_t x = 0; x < width; x++)
		out[x] = load_u16le(in + 2 * x) & COLOR;
}

enum exh_status exh_avi_draw(const struct exh_avi_stream *video, struct exh_bytes data,
			     uint16_t *pixels, bool *is_exact, struct exh_error *err)
{
	const size_t stride = row_size(video), rows = data.size / stride;
	const size_t count = rows < video->height ? rows : video->height;
	unsigned all = 0;
	struct draw draw;

	if (!is_555(video))
		prepare(video, &draw);
	for (size_t i = 0; i < count; i++) {
		const size_t y = video->is_top_down ? i : video->height - 1 - i;
		const uint8_t *in = data.data + i * stride;
		uint16_t *out = pixels + y * video->width;

		if (is_555(video))
			draw_555(in, out, video->width);
		else if (video->palette)
			all |= draw_indexed(&draw, in, out, video->width);
		else
			all |= draw_true(&draw, in, out, video->width);
	}
	if (is_exact && all & INEXACT)
		*is_exact = false;
	if (data.size && count < video->height)
		return exh_fail(err, EXH_TRUNCATED, data.base + data.size,
				"%zu bytes of a frame, expected %zu: %zu of %u rows",
				data.size, exh_avi_frame_size(video), count,
				(unsigned)video->height);
	return EXH_OK;
}

/*
 * Doubling the size.
 */

/* Spreads the channels apart, so that sums of four fit. */
static uint32_t spread(uint16_t pixel)
{
	return (pixel | (uint32_t)pixel << 16) & 0x03e07c1f;
}

static uint16_t collect(uint32_t sum, unsigned shift)
{
	const uint32_t average = sum >> shift & 0x03e07c1f;

	return (uint16_t)((average | average >> 16) & COLOR);
}

void exh_avi_double(const uint16_t *in, size_t width, size_t height, uint16_t *out)
{
	for (size_t y = 0; y < height; y++, in += width, out += 4 * width) {
		const uint16_t *below = y + 1 < height ? in + width : in;
		uint32_t upper = spread(in[0]), lower = spread(below[0]);

		for (size_t x = 0; x < width; x++) {
			const size_t next = x + 1 < width ? x + 1 : x;
			const uint32_t next_upper = spread(in[next]);
			const uint32_t next_lower = spread(below[next]);

			out[2 * x] = in[x];
			out[2 * x + 1] = collect(upper + next_upper, 1);
			out[2 * width + 2 * x] = collect(upper + lower, 1);
			out[2 * width + 2 * x + 1] =
				collect(upper + next_upper + lower + next_lower, 2);
			upper = next_upper;
			lower = next_lower;
		}
	}
}
