/* Shapes of vector pictures, drawn on a map of a pic without smooth edges. */
#ifndef CMD_ASSETS_SCI0_PIC_SVG_SHAPE_H
#define CMD_ASSETS_SCI0_PIC_SVG_SHAPE_H

#include <exhume/sci0_pic.h>

struct svg_point {
	double x, y;
	bool is_first; /* of a part of the shape */
};

enum { SVG_POINTS = 1 << 22 /* of a shape, at most */ };

struct svg_shape {
	struct svg_point *items; /* to be freed */
	size_t count, capacity;
	bool is_too_long;
};

/* What it is drawn on: the visual map, or the priority map for any values. */
struct svg_canvas {
	struct exh_sci0_pic_canvas canvas;
	bool is_visual;
};

void svg_shape_add(struct svg_shape *shape, double x, double y, bool is_first);

/* All pixels whose middle is inside, by the rule "nonzero". */
void svg_shape_fill(const struct svg_shape *shape, struct svg_canvas *on, uint8_t value);

/* Lines of one pixel's width, as games draw them. */
void svg_shape_stroke(const struct svg_shape *shape, struct svg_canvas *on,
		      uint8_t value);

/* Circles of a pattern's size around the middle of a pixel are the pattern. */
void svg_circle_fill(double x, double y, double radius, struct svg_canvas *on,
		     uint8_t value);

#endif
