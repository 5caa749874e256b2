#include "picture.h"

enum {
	TYPE_CURSOR = 2,
	DIRECTORY_SIZE = 22, /* including its one entry */
	HEADER_SIZE = 40,    /* bytes of a bitmap's header */
	COLORS = 16,
	DEPTH = 4,
};

static bool is_clear(const struct exh_palette *palette, uint8_t pixel)
{
	return palette->colors[pixel].alpha != 255;
}

/* Writes a row of values with so many bits, the leftmost one highest. */
static void write_row(const struct exh_image *image, const struct exh_palette *palette,
		      size_t y, unsigned bits, struct exh_writer *out)
{
	const uint8_t *row = image->pixels + y * image->width;
	const unsigned per_byte = 8 / bits;

	for (size_t i = 0; i < cur_row_size(image->width, bits); i++) {
		unsigned byte = 0;

		for (size_t x = i * per_byte; x < (i + 1) * per_byte; x++) {
			const bool inside = x < image->width;
			const bool clear = inside && is_clear(palette, row[x]);
			const unsigned value = bits == 1	  ? clear
					       : inside && !clear ? row[x]
								  : 0U;

			byte = byte << bits | value;
		}
		exh_write_u8(out, (uint8_t)byte);
	}
}

/* Writes the colours, 0 for transparent pixels, then the mask; both from the bottom row
 * up. */
static void write_bitmap(const struct exh_image *image, const struct exh_palette *palette,
			 struct exh_writer *out)
{
	const size_t row_sizes =
		cur_row_size(image->width, DEPTH) + cur_row_size(image->width, 1);

	exh_write_u32le(out, HEADER_SIZE);
	exh_write_u32le(out, (uint32_t)image->width);
	exh_write_u32le(out, (uint32_t)image->height * 2);
	exh_write_u16le(out, 1); /* planes */
	exh_write_u16le(out, DEPTH);
	exh_write_u32le(out, 0); /* not packed */
	exh_write_u32le(out, (uint32_t)(row_sizes * image->height));
	for (int i = 0; i < 4; i++) /* resolution; all colours are used, and all matter */
		exh_write_u32le(out, 0);
	for (size_t i = 0; i < COLORS; i++) {
		const struct exh_color none = { 0 };
		const struct exh_color *color =
			i < palette->count && palette->colors[i].alpha == 255
				? &palette->colors[i]
				: &none;

		exh_write_u8(out, color->blue);
		exh_write_u8(out, color->green);
		exh_write_u8(out, color->red);
		exh_write_u8(out, 0);
	}
	for (size_t y = image->height; y-- > 0;)
		write_row(image, palette, y, DEPTH, out);
	for (size_t y = image->height; y-- > 0;)
		write_row(image, palette, y, 1, out);
}

void cur_encode(const struct exh_image *image, const struct exh_palette *palette,
		unsigned hot_x, unsigned hot_y, struct exh_writer *out)
{
	const size_t size = HEADER_SIZE + 4 * COLORS +
			    image->height * (cur_row_size(image->width, DEPTH) +
					     cur_row_size(image->width, 1));

	exh_write_u16le(out, 0);
	exh_write_u16le(out, TYPE_CURSOR);
	exh_write_u16le(out, 1);
	exh_write_u8(out, (uint8_t)image->width); /* 256 is 0 */
	exh_write_u8(out, (uint8_t)image->height);
	exh_write_u8(out, COLORS);
	exh_write_u8(out, 0);
	exh_write_u16le(out, (uint16_t)hot_x);
	exh_write_u16le(out, (uint16_t)hot_y);
	exh_write_u32le(out, (uint32_t)size);
	exh_write_u32le(out, DIRECTORY_SIZE); /* offset of the bitmap */
	write_bitmap(image, palette, out);
}
