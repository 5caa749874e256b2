/*
 * The CGA card in mode 4: 16 KB of memory, 320 by 200 pixels of 4 colors.
 *
 * Pixels:  four per byte, the first in bits 7 and 6; 80 bytes per line. Even lines begin
 *          at 0, odd ones at EXH_CGA_BANK; the 192 bytes after each bank's lines are not
 *          shown.
 * Source:  keen-engine 1, 4.3.
 */
#ifndef EXHUME_ADVANCED_CGA_H
#define EXHUME_ADVANCED_CGA_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_CGA_WIDTH = 320,
	EXH_CGA_HEIGHT = 200,
	EXH_CGA_BANK = 0x2000,	 /* offset of the odd lines */
	EXH_CGA_MEMORY = 0x4000, /* bytes */
};

/* Writes a screen to the card's memory of EXH_CGA_MEMORY bytes. pixels has one byte
 * for each pixel, row-major; only bits 0 and 1 are used. Bytes that are not shown keep
 * their values. */
EXH_API void exh_cga_write_screen(const uint8_t *pixels, uint8_t *memory);
/* Reads the screen from the card's memory: one byte (0 to 3) for each pixel,
 * row-major. */
EXH_API void exh_cga_screen(const uint8_t *memory, uint8_t *pixels);

#ifdef __cplusplus
}
#endif

#endif
