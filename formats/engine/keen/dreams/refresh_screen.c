/* The refresh manager's writes to the card, and the resulting picture on the monitor.
 * Source: keen-engine 1, 4.3, 10.6. */
#include "refresh_parts.h"

enum {
	CRTC = 0x3d4,
	START_HIGH = 0x0c,
	START_LOW = 0x0d,
	OFFSET = 0x13,
	LINE_WORDS = 32,
	ATTRIBUTE = 0x3c0,
	PEL_PANNING = 0x13,
	VIDEO_ON = 0x20,
	CGA_PALETTE = 1,
};

static void attribute_out(struct exh_ega *ega, unsigned reg, uint8_t value)
{
	exh_ega_in_status(ega, true, false);
	exh_ega_out(ega, ATTRIBUTE, (uint8_t)(reg | VIDEO_ON));
	exh_ega_out(ega, ATTRIBUTE, value);
}

void exh_keen_rf_set_screen(struct exh_keen_engine *e, uint32_t pixel)
{
	struct exh_ega *ega = &e->ega;
	const uint16_t start = (uint16_t)(pixel / EXH_EGA_PIXELS_PER_ADDRESS);

	e->rf.shown = pixel;
	if (is_cga(e))
		return;
	exh_ega_out_word(ega, CRTC, (uint16_t)((start & 0xff00) | START_HIGH));
	exh_ega_out_word(ega, CRTC, (uint16_t)(start << 8 | START_LOW));
	exh_ega_retrace(ega);
	attribute_out(ega, PEL_PANNING, pixel % EXH_EGA_PIXELS_PER_ADDRESS);
}

void exh_keen_rf_reset_screen(struct exh_keen_engine *e)
{
	exh_ega_reset(&e->ega);
	exh_ega_out_word(&e->ega, CRTC, LINE_WORDS << 8 | OFFSET);
	exh_keen_fade_set(e, FADE_BLACK);
}

void exh_keen_engine_picture(const struct exh_keen_engine *e, uint8_t *pixels)
{
	uint32_t from = e->rf.shown;

	if (!is_cga(e)) {
		exh_ega_screen(&e->ega, pixels);
		return;
	}
	/* All lines of the buffer were copied to the card at the last refresh. */
	for (unsigned y = 0; y < EXH_EGA_HEIGHT; y++) {
		const uint32_t at = from & e->rf.last_pixel;
		const uint32_t left = e->rf.last_pixel + 1 - at;
		const uint32_t first = left < EXH_EGA_WIDTH ? left : EXH_EGA_WIDTH;

		memcpy(pixels, e->ega.pixels + at, first);
		memcpy(pixels + first, e->ega.pixels, EXH_EGA_WIDTH - first);
		pixels += EXH_EGA_WIDTH;
		from += LINE_PIXELS;
	}
}

void exh_keen_engine_palette(const struct exh_keen_engine *e, struct exh_palette *palette)
{
	if (is_cga(e))
		exh_palette_cga(palette, CGA_PALETTE, true);
	else
		exh_ega_palette(&e->ega, palette);
}
