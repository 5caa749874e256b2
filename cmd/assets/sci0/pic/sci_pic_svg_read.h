/* Vector pictures of the maps of a pic, as pic2png writes them and as editors do. */
#ifndef CMD_ASSETS_SCI0_PIC_SCI_PIC_SVG_READ_H
#define CMD_ASSETS_SCI0_PIC_SCI_PIC_SVG_READ_H

#include <exhume/sci0_pic.h>

/*
 * Draws g, rect, circle, line, polyline, polygon and path without curves. pixels:
 * EXH_SCI0_PIC_PIXELS: colour bytes of the visual map, else values. EXH_INVALID for what
 * is no SVG of 320 by 190 and for other colours than those of pics, EXH_UNSUPPORTED for
 * other shapes and for transforms.
 */
enum exh_status sci_pic_svg_read(struct exh_bytes svg, bool is_visual, uint8_t *pixels,
				 struct exh_error *err);

#endif
