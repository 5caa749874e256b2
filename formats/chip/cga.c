#include "exhume/advanced/cga.h"

enum { BYTE_PIXELS = 4, LINE_BYTES = EXH_CGA_WIDTH / BYTE_PIXELS };

static size_t line_offset(size_t y)
{
	return (y & 1) * EXH_CGA_BANK + y / 2 * LINE_BYTES;
}

void exh_cga_write_screen(const uint8_t *pixels, uint8_t *memory)
{
	for (size_t y = 0; y < EXH_CGA_HEIGHT; y++) {
		uint8_t *line = memory + line_offset(y);

		for (size_t i = 0; i < LINE_BYTES; i++, pixels += BYTE_PIXELS)
			line[i] = (uint8_t)((pixels[0] & 3) << 6 | (pixels[1] & 3) << 4 |
					    (pixels[2] & 3) << 2 | (pixels[3] & 3));
	}
}

void exh_cga_screen(const uint8_t *memory, uint8_t *pixels)
{
	for (size_t y = 0; y < EXH_CGA_HEIGHT; y++) {
		const uint8_t *line = memory + line_offset(y);

		for (size_t x = 0; x < EXH_CGA_WIDTH; x++)
			*pixels++ = line[x / BYTE_PIXELS] >>
					    2 * (BYTE_PIXELS - 1 - x % BYTE_PIXELS) &
				    3;
	}
}
