#include "pic_draw.h"

/* A vector of the compiler's, which makes of it what the machine has. */
typedef uint64_t pixels16 __attribute__((vector_size(16)));

/*
 * In even rows: the low nibble where x is even, the high one where it is odd. Sixteen
 * pixels at once; their byte order in a word does not matter.
 */
static void dither_row(const uint8_t *colors, uint8_t *pixels, unsigned y)
{
	static const uint8_t masks[17] = { 15, 0,  15, 0,  15, 0,  15, 0, 15,
					   0,  15, 0,  15, 0,  15, 0,  15 };
	pixels16 low, high;

	memcpy(&low, masks + (y & 1), sizeof low);
	memcpy(&high, masks + (~y & 1), sizeof high);
	for (unsigned x = 0; x < EXH_SCI_PIC_WIDTH; x += sizeof low) {
		pixels16 word;

		memcpy(&word, colors + x, sizeof word);
		word = (word & low) | (word >> 4 & high);
		memcpy(pixels + x, &word, sizeof word);
	}
}

void exh_sci_pic_dither(const struct exh_sci_pic_canvas *canvas,
			enum exh_sci_pic_dither dither, uint8_t *pixels)
{
	switch (dither) {
	case EXH_SCI_PIC_EGA:
		for (unsigned y = 0; y < EXH_SCI_PIC_HEIGHT; y++)
			dither_row(canvas->visual + (size_t)y * EXH_SCI_PIC_WIDTH,
				   pixels + (size_t)y * EXH_SCI_PIC_WIDTH, y);
		break;
	case EXH_SCI_PIC_AVERAGE:
		memcpy(pixels, canvas->visual, EXH_SCI_PIC_PIXELS);
		break;
	case EXH_SCI_PIC_NONE:
		for (size_t i = 0; i < EXH_SCI_PIC_PIXELS; i++)
			pixels[i] = canvas->visual[i] & 15;
		break;
	}
}

static uint8_t mean(unsigned a, unsigned b)
{
	return (uint8_t)((a + b + 1) / 2);
}

void exh_sci_pic_palette(enum exh_sci_pic_dither dither, struct exh_palette *palette)
{
	struct exh_palette ega;

	exh_palette_ega(&ega);
	if (dither != EXH_SCI_PIC_AVERAGE) {
		*palette = ega;
		return;
	}
	palette->count = 256;
	for (unsigned i = 0; i < 256; i++) {
		const struct exh_color a = ega.colors[i & 15], b = ega.colors[i >> 4];

		palette->colors[i] =
			(struct exh_color){ mean(a.red, b.red), mean(a.green, b.green),
					    mean(a.blue, b.blue), 255 };
	}
}
