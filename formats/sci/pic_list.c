/*
 * Draws commands without a step for each item: most of a program's time is spent on many
 * short lines.
 */
#include "pic_draw.h"

/* Position in a reader's data while commands are drawn. */
struct cursor {
	const uint8_t *at, *end;
	int16_t x, y;
	bool has_point; /* the current list has begun with a point */
};

/* True if the list has another item, of which all size bytes are present. */
static inline bool has_item(const struct cursor *c, size_t size)
{
	return (size_t)(c->end - c->at) >= size && *c->at < PIC_FIRST_OP;
}

/* Takes the next point of a list. size: size of all points but the first, a constant, so
 * that its tests are optimised away. before: bytes in front of a point. */
PIC_INLINE bool take_point(struct cursor *c, unsigned size, unsigned before)
{
	const uint8_t *p = c->at + before;

	if (!has_item(c, size + before))
		return false;
	pic_point(p, size, &c->x, &c->y);
	c->at = p + size;
	return true;
}

/* Takes a list's first point, which is long. */
static inline bool take_first(struct cursor *c, unsigned before)
{
	c->has_point = c->has_point || take_point(c, PIC_LONG_SIZE, before);
	return c->has_point;
}

/* Callers pass constants. layers is a copy, since the maps' bytes may alias anything. */
PIC_INLINE void draw_lines_with(const struct pic_layer *layers, size_t count,
				enum pic_pen pen, struct cursor *c, unsigned size)
{
	int16_t x, y;

	for (x = c->x, y = c->y; take_point(c, size, 0); x = c->x, y = c->y)
		pic_line(layers, count, pen, x, y, c->x, c->y);
}

PIC_INLINE void draw_lines(struct exh_sci_pic_canvas *canvas, struct cursor *c,
			   unsigned size)
{
	struct pic_layer layers[3];
	const size_t count = pic_layers(canvas, layers);

	if (!take_first(c, 0))
		return;
	if (pic_pen_of(layers, count) == PIC_PLAIN_PEN) {
		const struct pic_layer layer = layers[0];
		draw_lines_with(&layer, 1, PIC_PLAIN_PEN, c, size);
	} else
		draw_lines_with(layers, count, PIC_ANY_PEN, c, size);
}

/* before: 1 if each point has a texture byte in front, which depends on the reader's
 * pattern code. */
static inline void draw_patterns(struct exh_sci_pic_canvas *canvas, struct cursor *c,
				 unsigned size, unsigned before)
{
	const uint8_t *item = c->at;
	struct pic_pattern pattern;
	bool is_there =
		c->has_point ? take_point(c, size, before) : take_first(c, before);

	exh_sci_pic_pattern_open(canvas, &pattern);
	while (is_there) {
		exh_sci_pic_pattern(&pattern, c->x, c->y, before ? *item : 0);
		item = c->at;
		is_there = take_point(c, size, before);
	}
}

static void draw_fills(struct exh_sci_pic_canvas *canvas, struct cursor *c)
{
	while (take_point(c, PIC_LONG_SIZE, 0)) {
		c->has_point = true;
		exh_sci_pic_fill(canvas, c->x, c->y);
	}
}

static void draw_list(struct exh_sci_pic_canvas *canvas, struct cursor *c, unsigned op,
		      unsigned before)
{
	switch (op) {
	case PIC_SHORT_LINES:
		draw_lines(canvas, c, PIC_SHORT_SIZE);
		break;
	case PIC_MEDIUM_LINES:
		draw_lines(canvas, c, PIC_MEDIUM_SIZE);
		break;
	case PIC_LONG_LINES:
		draw_lines(canvas, c, PIC_LONG_SIZE);
		break;
	case PIC_SHORT_PATTERNS:
		draw_patterns(canvas, c, PIC_SHORT_SIZE, before);
		break;
	case PIC_MEDIUM_PATTERNS:
		draw_patterns(canvas, c, PIC_MEDIUM_SIZE, before);
		break;
	case PIC_LONG_PATTERNS:
		draw_patterns(canvas, c, PIC_LONG_SIZE, before);
		break;
	default:
		draw_fills(canvas, c);
	}
}

/* Executes a command that sets the pen. False for other commands, and for a cut or
 * invalid one. */
static bool set_pen(struct exh_sci_pic_canvas *canvas, struct exh_sci_pic_reader *reader)
{
	const uint8_t *p = reader->in.data + reader->at;
	const size_t left = reader->in.size - reader->at;
	size_t size = 2;

	if (left < size)
		return false;
	switch (*p) {
	case PIC_VISUAL:
		if (p[1] >= EXH_SCI_PIC_PALETTES * EXH_SCI_PIC_COLORS)
			return false;
		exh_sci_pic_set_visual(canvas, p[1]);
		break;
	case PIC_PRIORITY:
		canvas->priority_on = true;
		canvas->priority_value = p[1] & 15;
		break;
	case PIC_CONTROL:
		canvas->control_on = true;
		canvas->control_value = p[1] & 15;
		break;
	case PIC_PATTERN_CODE:
		canvas->pattern_code = reader->pattern_code = p[1];
		break;
	case PIC_VISUAL_OFF:
		canvas->visual_on = false;
		size = 1;
		break;
	case PIC_PRIORITY_OFF:
		canvas->priority_on = false;
		size = 1;
		break;
	case PIC_CONTROL_OFF:
		canvas->control_on = false;
		size = 1;
		break;
	default:
		return false;
	}
	reader->at += size;
	reader->op = 0;
	return true;
}

/* Draws a list from its opcode, or from where the reader stopped in it. */
static void run_list(struct exh_sci_pic_canvas *canvas, struct exh_sci_pic_reader *reader)
{
	const unsigned before = (reader->pattern_code & PIC_TEXTURED) != 0;
	struct cursor c = { reader->in.data + reader->at,
			    reader->in.data + reader->in.size, reader->x, reader->y,
			    reader->has_point };

	draw_list(canvas, &c, reader->op, before);
	reader->at = (size_t)(c.at - reader->in.data);
	reader->has_point = c.has_point;
	reader->x = c.x;
	reader->y = c.y;
}

void exh_sci_pic_run_most(struct exh_sci_pic_canvas *canvas,
			  struct exh_sci_pic_reader *reader)
{
	size_t start;

	if (pic_is_list(reader->op))
		run_list(canvas, reader);
	for (;;) {
		while (set_pen(canvas, reader))
			;
		if (reader->at == reader->in.size ||
		    !pic_is_list(reader->in.data[reader->at]))
			return;
		start = reader->at++;
		reader->op = reader->in.data[start];
		reader->extended = 0;
		reader->has_point = false;
		run_list(canvas, reader);
		/* The list's first item is cut: errors name the command's offset. */
		if (!reader->has_point && reader->at < reader->in.size &&
		    reader->in.data[reader->at] < PIC_FIRST_OP) {
			reader->at = start;
			reader->op = 0;
			return;
		}
	}
}
