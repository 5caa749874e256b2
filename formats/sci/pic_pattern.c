/* Patterns: circles and rectangles, whole or textured. */
#include "pic_draw.h"

/* Half the width of a circle's rows from the middle one on; row 5's is asymmetric. */
static const uint8_t half_widths[8][8] = {
	{ 0 },
	{ 1, 0 },
	{ 2, 2, 1 },
	{ 3, 3, 2, 1 },
	{ 4, 4, 4, 3, 1 },
	{ 5, 5, 4, 4, 3, 1 },
	{ 6, 6, 6, 5, 5, 4, 2 },
	{ 7, 7, 7, 6, 6, 5, 4, 2 },
};

void exh_sci_pic_pattern_open(struct exh_sci_pic_canvas *canvas, struct pic_pattern *out)
{
	const int32_t n = canvas->pattern_code & PIC_SIZE;
	const bool is_rectangle = (canvas->pattern_code & PIC_RECTANGLE) != 0;

	out->count = pic_layers(canvas, out->layers);
	out->n = n;
	out->is_textured = (canvas->pattern_code & PIC_TEXTURED) != 0;
	for (int32_t row = 0; row <= 2 * n; row++) {
		const int32_t away = row < n ? n - row : row - n;
		const int32_t half = n == 5 && row == 2 * n ? 2 : half_widths[n][away];

		out->from[row] = (uint8_t)(is_rectangle ? 0 : n - half);
		out->width[row] = (uint8_t)(is_rectangle ? 2 * n + 2 : 2 * half + 1);
	}
}

/* True if the texture has a pixel here; advances its 8-bit register. */
static bool texture_next(uint8_t *texture)
{
	const unsigned low = *texture & 1;

	*texture = (uint8_t)(*texture >> 1 ^ (low ? 0xb8 : 0));
	return (*texture & 3) == 2;
}

/* Pixels beyond the right edge advance the texture. */
static void draw_textured_row(const struct pic_pattern *pattern, int32_t y, int32_t left,
			      int32_t width, uint8_t *texture)
{
	for (int32_t x = left; x < left + width; x++)
		if (texture_next(texture) && x < EXH_SCI_PIC_WIDTH)
			for (size_t i = 0; i < pattern->count; i++)
				pic_place(&pattern->layers[i],
					  (uint32_t)(y * EXH_SCI_PIC_WIDTH + x));
}

/* Sets 1 to 16 pixels without reading: in lists of patterns a read would wait for the
 * previous pattern's writes. */
static inline void set_short(uint8_t *out, uint8_t value, unsigned count)
{
	const uint64_t word = value * UINT64_C(0x0101010101010101);

	if (count >= 8) {
		memcpy(out, &word, 8);
		memcpy(out + count - 8, &word, 8);
	} else if (count >= 4) {
		memcpy(out, &word, 4);
		memcpy(out + count - 4, &word, 4);
	} else {
		out[0] = out[count / 2] = out[count - 1] = value;
	}
}

static inline void draw_row(const struct pic_layer *layer, unsigned y, unsigned place,
			    unsigned count)
{
	const unsigned word = place / PIC_WORD, shift = place % PIC_WORD;
	const uint64_t bits = ((uint64_t)1 << count) - 1;

	pic_mark(layer, word, y, bits << shift);
	if (shift + count > PIC_WORD)
		pic_mark(layer, word + 1, y, bits >> (PIC_WORD - shift));
	set_short(layer->map + place, layer->value, count);
}

/* layer is a copy, since the map's bytes may alias anything. */
static void draw_plain(const struct pic_pattern *pattern, struct pic_layer layer,
		       unsigned left, unsigned top)
{
	const unsigned rows = 2U * (unsigned)pattern->n + 1;
	const unsigned room = EXH_SCI_PIC_WIDTH - left;
	unsigned place = top * EXH_SCI_PIC_WIDTH + left;

	for (unsigned row = 0; row < rows; row++, place += EXH_SCI_PIC_WIDTH) {
		const unsigned width = pattern->width[row];

		draw_row(&layer, top + row, place + pattern->from[row],
			 width < room ? width : room);
	}
}

void exh_sci_pic_pattern(const struct pic_pattern *pattern, int32_t x, int32_t y,
			 uint8_t texture)
{
	const int32_t n = pattern->n;
	const int32_t left = pic_clamp(x - n, EXH_SCI_PIC_WIDTH - 1 - 2 * n);
	const int32_t top = pic_clamp(y - n, EXH_SCI_PIC_HEIGHT - 1 - 2 * n);

	if (!pattern->is_textured) {
		for (size_t i = 0; i < pattern->count; i++)
			draw_plain(pattern, pattern->layers[i], (unsigned)left,
				   (unsigned)top);
		return;
	}
	texture |= 1;
	for (int32_t row = 0; row <= 2 * n; row++)
		draw_textured_row(pattern, top + row, left + pattern->from[row],
				  pattern->width[row], &texture);
}
