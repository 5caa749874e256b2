#include "exhume/advanced/ega.h"

#include <string.h>

enum {
	ALL_PLANES = 15,
	LAST_PIXEL = EXH_EGA_PIXELS - 1, /* both are powers of two, less one */
	BIOS_LINE_WORDS = 20,
	DISPLAY_ENABLE = 0x20, /* bit of the attribute controller's index */
	BORDER = 0x11,
};

void exh_ega_reset(struct exh_ega *ega)
{
	memset(ega, 0, sizeof *ega);
	ega->map_mask = ALL_PLANES;
	ega->dont_care = ALL_PLANES;
	ega->bit_mask = 0xff;
	ega->line_words = BIOS_LINE_WORDS;
	ega->video_on = true;
	for (uint8_t i = 0; i < 8; i++) {
		ega->palette[i] = i;
		ega->palette[i + 8] = i | 0x10;
	}
}

static void sequencer_out(struct exh_ega *ega, uint8_t value)
{
	if (ega->sequencer_index == 2)
		ega->map_mask = value & ALL_PLANES;
}

static void graphics_out(struct exh_ega *ega, uint8_t value)
{
	switch (ega->graphics_index) {
	case 0:
		ega->set_reset = value & ALL_PLANES;
		break;
	case 1:
		ega->enable_set_reset = value & ALL_PLANES;
		break;
	case 2:
		ega->color_compare = value & ALL_PLANES;
		break;
	case 3:
		ega->function = value;
		break;
	case 4:
		ega->read_plane = value & 3;
		break;
	case 5:
		ega->mode = value;
		break;
	case 7:
		ega->dont_care = value & ALL_PLANES;
		break;
	case 8:
		ega->bit_mask = value;
		break;
	default:
		break;
	}
}

static void crtc_out(struct exh_ega *ega, uint8_t value)
{
	if (ega->crtc_index == 0x0c)
		ega->start = (uint16_t)((ega->start & 0xff) | value << 8);
	else if (ega->crtc_index == 0x0d)
		ega->start = (uint16_t)((ega->start & 0xff00) | value);
	else if (ega->crtc_index == 0x13)
		ega->line_words = value;
}

static void attribute_out(struct exh_ega *ega, uint8_t value)
{
	if (!ega->attribute_takes_value) {
		ega->attribute_index = value & 0x1f;
		ega->video_on = value & DISPLAY_ENABLE;
	} else if (ega->attribute_index < 16) {
		ega->palette[ega->attribute_index] = value & 0x3f;
	} else if (ega->attribute_index == BORDER) {
		ega->palette[16] = value & 0x3f;
	} else if (ega->attribute_index == 0x13) {
		ega->pel_panning = value & 7;
	}
	ega->attribute_takes_value = !ega->attribute_takes_value;
}

void exh_ega_out(struct exh_ega *ega, uint16_t port, uint8_t value)
{
	switch (port) {
	case 0x3c0:
		attribute_out(ega, value);
		break;
	case 0x3c4:
		ega->sequencer_index = value;
		break;
	case 0x3c5:
		sequencer_out(ega, value);
		break;
	case 0x3ce:
		ega->graphics_index = value;
		break;
	case 0x3cf:
		graphics_out(ega, value);
		break;
	case 0x3d4:
		ega->crtc_index = value;
		break;
	case 0x3d5:
		crtc_out(ega, value);
		break;
	default:
		break;
	}
}

void exh_ega_out_word(struct exh_ega *ega, uint16_t port, uint16_t value)
{
	exh_ega_out(ega, port, (uint8_t)value);
	exh_ega_out(ega, (uint16_t)(port + 1), (uint8_t)(value >> 8));
}

uint8_t exh_ega_in_status(struct exh_ega *ega, bool blanking, bool retrace)
{
	ega->attribute_takes_value = false;
	return (uint8_t)((blanking || retrace ? 1 : 0) | (retrace ? 8 : 0));
}

uint8_t exh_ega_read(struct exh_ega *ega, uint16_t address)
{
	const uint8_t *pixels =
		ega->pixels + (size_t)address * EXH_EGA_PIXELS_PER_ADDRESS;
	const bool compares = ega->mode & 8;
	unsigned value = 0;

	memcpy(ega->latch, pixels, sizeof ega->latch);
	for (unsigned i = 0; i < EXH_EGA_PIXELS_PER_ADDRESS; i++) {
		const unsigned bit =
			compares ? !((pixels[i] ^ ega->color_compare) & ega->dont_care)
				 : pixels[i] >> ega->read_plane & 1U;

		value = value << 1 | bit;
	}
	return (uint8_t)value;
}

/* Returns a pixel of the byte that the CPU writes: bit p is for plane p. */
static unsigned source_pixel(const struct exh_ega *ega, uint8_t value, unsigned i)
{
	const unsigned rotation = ega->function & 7;
	unsigned pixel;

	if ((ega->mode & 3) == 2)
		return value & ALL_PLANES;
	/* The leftmost pixel is bit 7; the byte is turned to the right. */
	pixel = value >> (7 - i + rotation) % 8 & 1 ? ALL_PLANES : 0;
	return (pixel & ~(unsigned)ega->enable_set_reset) |
	       (ega->set_reset & ega->enable_set_reset);
}

static unsigned combine(const struct exh_ega *ega, unsigned source, unsigned latch)
{
	switch (ega->function >> 3 & 3) {
	case 1:
		return source & latch;
	case 2:
		return source | latch;
	case 3:
		return source ^ latch;
	default:
		return source;
	}
}

void exh_ega_write(struct exh_ega *ega, uint16_t address, uint8_t value)
{
	uint8_t *pixels = ega->pixels + (size_t)address * EXH_EGA_PIXELS_PER_ADDRESS;
	const unsigned planes = ega->map_mask, mode = ega->mode & 3;

	if (mode == 3) /* the EGA has none */
		return;
	for (unsigned i = 0; i < EXH_EGA_PIXELS_PER_ADDRESS; i++) {
		unsigned out = ega->latch[i];

		if (mode != 1 && (ega->bit_mask >> (7 - i) & 1))
			out = combine(ega, source_pixel(ega, value, i), out);
		pixels[i] = (uint8_t)((pixels[i] & ~planes) | (out & planes));
	}
}

void exh_ega_retrace(struct exh_ega *ega)
{
	ega->shown = ega->start;
}

void exh_ega_screen(const struct exh_ega *ega, uint8_t *pixels)
{
	const size_t line = (size_t)ega->line_words * 2 * EXH_EGA_PIXELS_PER_ADDRESS;
	size_t from = (size_t)ega->shown * EXH_EGA_PIXELS_PER_ADDRESS + ega->pel_panning;

	for (size_t y = 0; y < EXH_EGA_HEIGHT; y++) {
		const size_t at = from & LAST_PIXEL, left = EXH_EGA_PIXELS - at;
		const size_t first = left < EXH_EGA_WIDTH ? left : EXH_EGA_WIDTH;

		memcpy(pixels, ega->pixels + at, first);
		memcpy(pixels + first, ega->pixels, EXH_EGA_WIDTH - first);
		pixels += EXH_EGA_WIDTH;
		from += line;
	}
}

void exh_ega_palette(const struct exh_ega *ega, struct exh_palette *palette)
{
	struct exh_palette rgbi;

	exh_palette_ega(&rgbi);
	palette->count = 16;
	for (size_t i = 0; i < 16; i++) {
		const unsigned pins = ega->palette[ega->video_on ? i : 16];

		palette->colors[i] = rgbi.colors[(pins & 7) | (pins >> 1 & 8)];
	}
}
