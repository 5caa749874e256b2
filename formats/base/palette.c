#include "exhume/base.h"

/* A colour of the RGBI adapters; dark yellow comes out as brown on their monitors. */
static struct exh_color rgbi(unsigned index)
{
	const unsigned light = index & 8 ? 85 : 0;
	struct exh_color color = {
		.red = (uint8_t)((index & 4 ? 170 : 0) + light),
		.green = (uint8_t)((index & 2 ? 170 : 0) + light),
		.blue = (uint8_t)((index & 1 ? 170 : 0) + light),
		.alpha = 255,
	};

	if (index == 6)
		color.green = 85;
	return color;
}

void exh_palette_ega(struct exh_palette *palette)
{
	palette->count = 16;
	for (unsigned i = 0; i < 16; i++)
		palette->colors[i] = rgbi(i);
}

void exh_palette_cga(struct exh_palette *palette, int number, bool intense)
{
	palette->count = 4;
	palette->colors[0] = rgbi(0);
	for (unsigned i = 1; i < 4; i++)
		palette->colors[i] =
			rgbi(i * 2 + (number ? 1U : 0U) + (intense ? 8U : 0U));
}
