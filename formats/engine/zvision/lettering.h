/*
 * Sets lines of text with tags in a rectangle of a picture, in letters of our own: words
 * wrap at its width, what does not fit below is left out.
 *
 * Source: zvision 13; formats/engine/zvision/README.md, "Texts".
 */
#ifndef EXH_ENGINE_ZVISION_LETTERING_H
#define EXH_ENGINE_ZVISION_LETTERING_H

#include "exhume/zvision.h"
#include "exhume/zvision_text.h"

struct zv_lettering {
	const struct exh_zv_text_line *lines;
	size_t line_count;
	int64_t x, y, width, height; /* of the rectangle, in the picture */
	size_t shown;		     /* only so many letters are drawn */
	int32_t (*value)(const void *context, int32_t key); /* NULL: none is known */
	const void *context;
	int64_t end_x, end_y; /* set: where the next letter would stand */
};

/* Returns how many letters the lines have, with blanks. picture may be NULL: nothing is
 * drawn. Without memory there are none. */
size_t exh_zv_set_letters(const struct exh_zv_picture *picture,
			  struct zv_lettering *text);

#endif
