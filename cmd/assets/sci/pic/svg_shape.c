#include "pic.h"

#include "task/memory.h"

#include <math.h>
#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	MOST_PATTERN = 7,
	/* In pixels; points farther away are moved there */
	FAR = 4000,
};

void svg_shape_add(struct svg_shape *shape, double x, double y, bool is_first)
{
	const struct svg_point point = { fmax(-FAR, fmin(FAR, x)),
					 fmax(-FAR, fmin(FAR, y)),
					 is_first || !shape->count };

	if (shape->count < SVG_POINTS)
		*MEM_ADD(shape) = point;
	else
		shape->is_too_long = true;
}

static void set(struct svg_canvas *on, int x, int y, uint8_t value)
{
	uint8_t *map = on->is_visual ? on->canvas.visual : on->canvas.priority;

	map[y * WIDTH + x] = value;
}

/*
 * Areas: filled row by row.
 */

struct row {
	double y; /* y of the middles of its pixels */
	/* winding number changes at the crossings with the outline */
	int turns[WIDTH + 1];
};

static void cross(struct row *row, const struct svg_point *a, const struct svg_point *b)
{
	const bool is_down = a->y <= row->y && b->y > row->y;
	const bool is_up = b->y <= row->y && a->y > row->y;
	double x;

	if (!is_down && !is_up)
		return;
	x = a->x + (row->y - a->y) * (b->x - a->x) / (b->y - a->y);
	/* The first pixel whose middle is to the right. */
	x = ceil(x - 0.5);
	x = x < 0 ? 0 : x > WIDTH ? WIDTH : x;
	row->turns[(int)x] += is_down ? 1 : -1;
}

static void cross_all(const struct svg_shape *shape, struct row *row)
{
	const struct svg_point *first = shape->items;

	memset(row->turns, 0, sizeof row->turns);
	for (size_t i = 0; i < shape->count; i++) {
		const struct svg_point *point = &shape->items[i];
		const bool is_last =
			i + 1 == shape->count || shape->items[i + 1].is_first;

		if (point->is_first)
			first = point;
		cross(row, point, is_last ? first : point + 1);
	}
}

void svg_shape_fill(const struct svg_shape *shape, struct svg_canvas *on, uint8_t value)
{
	double top = HEIGHT, bottom = 0;

	for (size_t i = 0; i < shape->count; i++) {
		top = fmin(top, shape->items[i].y);
		bottom = fmax(bottom, shape->items[i].y);
	}
	for (int y = top < 0 ? 0 : (int)top; y < HEIGHT && y < bottom; y++) {
		struct row row = { .y = y + 0.5 };
		int turns = 0;

		cross_all(shape, &row);
		for (int x = 0; x < WIDTH; x++) {
			turns += row.turns[x];
			if (turns)
				set(on, x, y, value);
		}
	}
}

void svg_circle_fill(double x, double y, double radius, struct svg_canvas *on,
		     uint8_t value)
{
	const double n = radius - 0.5;
	const bool is_pattern = n >= 0 && n <= MOST_PATTERN && n == floor(n) &&
				x - 0.5 == floor(x) && y - 0.5 == floor(y) && x > n &&
				y > n && x < WIDTH - n && y < HEIGHT - n;
	struct exh_sci_pic_step step = { .kind = EXH_SCI_PIC_PATTERN };

	if (is_pattern) {
		step.x = (int16_t)x;
		step.y = (int16_t)y;
		on->canvas.pattern_code = (uint8_t)n;
		on->canvas.visual_color = on->canvas.priority_value = value;
		exh_sci_pic_run(&on->canvas, &step);
		return;
	}
	for (int row = 0; row < HEIGHT; row++) {
		if (fabs(row + 0.5 - y) >= radius)
			continue;
		for (int column = 0; column < WIDTH; column++)
			if (hypot(column + 0.5 - x, row + 0.5 - y) < radius)
				set(on, column, row, value);
	}
}

/*
 * Lines.
 */

void svg_shape_stroke(const struct svg_shape *shape, struct svg_canvas *on, uint8_t value)
{
	struct exh_sci_pic_step step = { .kind = EXH_SCI_PIC_LINE };

	on->canvas.visual_color = on->canvas.priority_value = value;
	for (size_t i = 0; i < shape->count; i++) {
		const struct svg_point *point = &shape->items[i];
		const int16_t x = (int16_t)floor(point->x), y = (int16_t)floor(point->y);

		step.from_x = step.x;
		step.from_y = step.y;
		step.x = x;
		step.y = y;
		if (!point->is_first)
			exh_sci_pic_run(&on->canvas, &step);
	}
}
