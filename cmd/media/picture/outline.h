/* The outline of an area of pixels, as vector pictures have it. */
#ifndef CMD_MEDIA_PICTURE_OUTLINE_H
#define CMD_MEDIA_PICTURE_OUTLINE_H

#include <exhume/base.h>

/*
 * Appends the data of an SVG path around all pixels that are true: "M0,0h3v2h-3z" and so
 * on, holes the other way round. work: (width + 1) * (height + 1) bytes. Nothing if there
 * are none.
 */
void outline_put(const bool *pixels, size_t width, size_t height, uint8_t *work,
		 struct exh_writer *out);

#endif
