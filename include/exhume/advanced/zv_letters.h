/*
 * A bitmap font of the library's own. The games write with fonts of Windows, which are
 * not in their files: an engine draws texts with these letters instead.
 *
 * Source: zvision 13; formats/engine/zvision/README.md, "Texts".
 */
#ifndef EXHUME_ADVANCED_ZV_LETTERS_H
#define EXHUME_ADVANCED_ZV_LETTERS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_LETTER_HEIGHT = 10, /* pixels */
	EXH_ZV_LETTER_BASE = 8,	   /* rows above the base line */
};

/* A letter's bitmap. */
struct exh_zv_letter {
	unsigned width;			     /* pixels, with the space after it */
	uint16_t rows[EXH_ZV_LETTER_HEIGHT]; /* bit 15 is the leftmost pixel */
};

/* Gets a letter by its Unicode code. False: the font lacks it. Letters with accents
 * are drawn without them. */
EXH_API bool exh_zv_letter(uint32_t code, struct exh_zv_letter *out);

#ifdef __cplusplus
}
#endif

#endif
