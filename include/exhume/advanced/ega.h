/*
 * The EGA card in mode 0Dh, as programs see it: 64 KB of addresses, four planes at each,
 * latches, the write modes, and the registers that select what is on the screen.
 *
 * Pixels:  EXH_EGA_PIXELS_PER_ADDRESS per address, the leftmost first; bit p of a pixel
 *          is its bit in plane p (0 blue, 1 green, 2 red, 3 intensity).
 * Exact:   planes are kept as pixels, which is the same memory transposed: one byte of
 *          each plane is eight pixels.
 * Memory:  the struct has no pointers; a copy is independent. Nothing can fail.
 * Source:  keen-engine 1 and 1.1.
 */
#ifndef EXHUME_ADVANCED_EGA_H
#define EXHUME_ADVANCED_EGA_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_EGA_ADDRESSES = 65536,
	EXH_EGA_PIXELS_PER_ADDRESS = 8,
	EXH_EGA_PIXELS = EXH_EGA_ADDRESSES * EXH_EGA_PIXELS_PER_ADDRESS,
	EXH_EGA_WIDTH = 320,
	EXH_EGA_HEIGHT = 200,
};

/* State of the card. Callers may copy, compare and store it, and change it only
 * through ports and memory. */
struct exh_ega {
	uint8_t pixels[EXH_EGA_PIXELS]; /* 0 to 15; address a: pixels 8a to 8a + 7 */
	uint8_t latch[EXH_EGA_PIXELS_PER_ADDRESS];
	/* The registers that the index ports select. */
	uint8_t sequencer_index, graphics_index, crtc_index, attribute_index;
	bool attribute_takes_value; /* 3C0's next byte is a value; reading 3DA ends it */
	uint8_t map_mask;	    /* sequencer 2 */
	uint8_t set_reset, enable_set_reset, function, read_plane, mode, dont_care,
		color_compare, bit_mask; /* graphics 0, 1, 3, 4, 5, 7, 2, 8 */
	uint16_t start;			 /* CRTC 0C and 0D, as written */
	uint16_t shown;	     /* the start address that was latched at the last retrace */
	uint8_t line_words;  /* CRTC 13: addresses of a line, halved */
	uint8_t pel_panning; /* attribute 13: pixels to the left, 0 to 7, at once */
	uint8_t palette[17]; /* attribute 0 to 0F, and 11: the border */
	bool video_on;	     /* attribute index's bit 5; off: all is border */
};

/* Sets the state after the BIOS set the mode: memory 0, palette 0-7 and 10h-17h, all
 * planes written. */
EXH_API void exh_ega_reset(struct exh_ega *ega);

/* Executes OUT to 3C0, 3C4, 3C5, 3CE, 3CF, 3D4 or 3D5; other ports do nothing. A word
 * goes to the index and the data port, as with OUT DX,AX. */
EXH_API void exh_ega_out(struct exh_ega *ega, uint16_t port, uint8_t value);
EXH_API void exh_ega_out_word(struct exh_ega *ega, uint16_t port, uint16_t value);
/* Executes IN from 3DA. The caller passes the position of the beam: in the blanking or
 * the retrace. */
EXH_API uint8_t exh_ega_in_status(struct exh_ega *ega, bool blanking, bool retrace);

/* Reads or writes a byte at A000:address. Reads load the latches. Writes in mode 3,
 * which only the VGA has, change nothing. */
EXH_API uint8_t exh_ega_read(struct exh_ega *ega, uint16_t address);
EXH_API void exh_ega_write(struct exh_ega *ega, uint16_t address, uint8_t value);

/* Begins the vertical retrace: the start address takes effect. */
EXH_API void exh_ega_retrace(struct exh_ega *ega);

/* Reads the 320 by 200 pixels on the screen, before the palette: one byte each,
 * row-major. */
EXH_API void exh_ega_screen(const struct exh_ega *ega, uint8_t *pixels);
/* Sets the 16 colors as the monitor shows them in a mode of 200 lines; a color's bit 4
 * is intensity. */
EXH_API void exh_ega_palette(const struct exh_ega *ega, struct exh_palette *palette);

#ifdef __cplusplus
}
#endif

#endif
