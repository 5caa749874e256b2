/*
 * Views of SCI0: pictures of moving objects, in loops of cels. The rest of exhume/sci.h,
 * which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_VIEW_H
#define EXHUME_ADVANCED_SCI_VIEW_H

#include "../sci.h"
#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rectangle of a cel on the screen, pixels. */
struct exh_sci_cel_place {
	int32_t left, top, right, bottom; /* right and bottom are exclusive */
};

/* Returns the rectangle of a cel for an object at (x, y), z above the ground.
 * Coordinates have 16 bits. */
EXH_API struct exh_sci_cel_place exh_sci_cel_place(const struct exh_sci_cel *cel,
						   bool is_mirrored, int32_t x, int32_t y,
						   int32_t z);

#ifdef __cplusplus
}
#endif

#endif
