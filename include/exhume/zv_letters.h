/*
 * Letters of our own. The games write with fonts of the system, which are not in their
 * files: texts that an engine draws have these instead.
 *
 * Source: zvision 13; formats/engine/zvision/README.md, "Texts".
 */
#ifndef EXHUME_ZV_LETTERS_H
#define EXHUME_ZV_LETTERS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_ZV_LETTER_HEIGHT = 10, /* pixels */
	EXH_ZV_LETTER_BASE = 8,	   /* rows above the base line */
};

struct exh_zv_letter {
	unsigned width;			     /* pixels, with what follows it */
	uint16_t rows[EXH_ZV_LETTER_HEIGHT]; /* bit 15 is the leftmost pixel */
};

/* By its code in Unicode. False: there is none. Letters with accents are those without.
 */
EXH_API bool exh_zv_letter(uint32_t code, struct exh_zv_letter *out);

#ifdef __cplusplus
}
#endif
#endif
