#include "pic.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum {
	WIDTH = EXH_SCI_PIC_WIDTH,
	HEIGHT = EXH_SCI_PIC_HEIGHT,
	MOST_DEPTH = 64,
	NONE = -1,
};

/* Style set by groups for the shapes in them. */
struct style {
	int fill, stroke; /* values; NONE: not drawn */
};

struct svg {
	struct xml_reader xml;
	struct xml_tag tag;
	struct svg_canvas *on;
	struct style styles[MOST_DEPTH];
	size_t depth;
	size_t skipped; /* depth within an element that is not drawn; 0: none */
	bool is_open;	/* the root element was read */
	struct exh_error *err;
};

/*
 * Numbers, in the same form in every locale.
 */

struct numbers {
	const uint8_t *at, *end;
};

static bool is_digit(const struct numbers *n)
{
	return n->at < n->end && *n->at >= '0' && *n->at <= '9';
}

static void skip_commas(struct numbers *n)
{
	while (n->at < n->end && (*n->at <= ' ' || *n->at == ','))
		n->at++;
}

static bool take_number(struct numbers *n, double *out)
{
	double value = 0, unit = 1;
	bool is_minus = false, is_any;

	skip_commas(n);
	if (n->at < n->end && (*n->at == '-' || *n->at == '+'))
		is_minus = *n->at++ == '-';
	for (is_any = is_digit(n); is_digit(n); n->at++)
		value = value < 1e9 ? value * 10 + (*n->at - '0') : value;
	if (n->at < n->end && *n->at == '.')
		for (n->at++; is_digit(n); n->at++, is_any = true)
			value += (*n->at - '0') * (unit /= 10);
	*out = is_minus ? -value : value;
	return is_any;
}

static struct numbers numbers_of(struct exh_bytes text)
{
	/* A missing attribute has no bytes, and no end. */
	return (struct numbers){ text.data, text.data ? text.data + text.size : NULL };
}

/* Returns an attribute's number; 0 if it is missing. */
static double number_of(const struct svg *svg, const char *name)
{
	const struct exh_bytes text = xml_attribute(&svg->tag, name);
	struct numbers n = numbers_of(text);
	double value;

	return text.data && take_number(&n, &value) ? value : 0;
}

/*
 * Colours.
 */

static enum exh_status fail_color(const struct svg *svg, struct exh_bytes text)
{
	return exh_fail(svg->err, EXH_INVALID, text.base,
			"colour %.*s: expected none, or one that pics have as #rrggbb%s",
			(int)(text.size < 40 ? text.size : 40), (const char *)text.data,
			svg->on->is_visual ? ", also the mean of two" : "");
}

/* Parses "#rrggbb", "#rgb" and two names. */
static bool take_color(struct exh_bytes text, struct exh_color *out)
{
	const size_t each = text.size == 7 ? 2 : 1;
	uint8_t parts[3];

	*out = (struct exh_color){ 0, 0, 0, 255 };
	if (text_is(text, "black"))
		return true;
	if (text_is(text, "white")) {
		*out = (struct exh_color){ 255, 255, 255, 255 };
		return true;
	}
	if ((text.size != 7 && text.size != 4) || text.data[0] != '#')
		return false;
	for (size_t i = 0; i < 3; i++) {
		const int high = text_hex_digit(text.data[1 + i * each]);
		const int low = text_hex_digit(text.data[i * each + each]);

		if (high < 0 || low < 0)
			return false;
		parts[i] = (uint8_t)(high * 16 + low);
	}
	*out = (struct exh_color){ parts[0], parts[1], parts[2], 255 };
	return true;
}

/* Returns the colour byte for the two colours in data-pair, if they have this mean;
 * else NONE. */
static int pair_of(const struct svg *svg, struct exh_color color)
{
	const struct exh_bytes text = xml_attribute(&svg->tag, "data-pair");
	struct exh_palette means;
	int high, low;

	if (text.size != 2 || !svg->on->is_visual)
		return NONE;
	high = text_hex_digit(text.data[0]);
	low = text_hex_digit(text.data[1]);
	exh_sci_pic_palette(EXH_SCI_PIC_AVERAGE, &means);
	if (high < 0 || low < 0 ||
	    memcmp(&means.colors[high * 16 + low], &color, sizeof color) != 0)
		return NONE;
	return high * 16 + low;
}

static enum exh_status take_paint(const struct svg *svg, struct exh_bytes text,
				  int *value)
{
	struct exh_color color;

	if (text_is(text, "none")) {
		*value = NONE;
		return EXH_OK;
	}
	if (!take_color(text, &color))
		return fail_color(svg, text);
	*value = pair_of(svg, color);
	if (*value == NONE)
		*value = sci_pic_layer_value(color, svg->on->is_visual);
	return *value == NONE ? fail_color(svg, text) : EXH_OK;
}

/* Returns a property of style="...", or the attribute of that name. */
static struct exh_bytes property(const struct svg *svg, const char *name)
{
	const struct exh_bytes style = xml_attribute(&svg->tag, "style");
	const size_t size = strlen(name);

	for (size_t i = 0; i + size < style.size; i++) {
		const bool begins =
			!i || style.data[i - 1] == ';' || style.data[i - 1] == ' ';
		size_t end = i + size + 1;

		if (!begins || memcmp(style.data + i, name, size) != 0 ||
		    style.data[i + size] != ':')
			continue;
		while (end < style.size && style.data[end] != ';')
			end++;
		i += size + 1;
		while (i < end && style.data[i] == ' ')
			i++;
		return (struct exh_bytes){ style.data + i, end - i, style.base + i };
	}
	return xml_attribute(&svg->tag, name);
}

static enum exh_status take_style(const struct svg *svg, struct style *style)
{
	const struct exh_bytes fill = property(svg, "fill"),
			       stroke = property(svg, "stroke");
	enum exh_status status = EXH_OK;

	if (fill.data)
		status = take_paint(svg, fill, &style->fill);
	if (stroke.data && !status)
		status = take_paint(svg, stroke, &style->stroke);
	return status;
}

/*
 * Shapes.
 */

static enum exh_status fail_data(const struct svg *svg, const char *name)
{
	return exh_fail(svg->err, EXH_INVALID, svg->tag.offset, "%s has no valid points",
			name);
}

static enum exh_status take_points(struct svg *svg, struct svg_shape *shape)
{
	const struct exh_bytes text = xml_attribute(&svg->tag, "points");
	struct numbers n = numbers_of(text);
	double x, y;

	for (skip_commas(&n); n.at < n.end; skip_commas(&n)) {
		if (!take_number(&n, &x) || !take_number(&n, &y))
			return fail_data(svg, "a polyline or polygon");
		svg_shape_add(shape, x, y, !shape->count);
	}
	return EXH_OK;
}

struct path {
	struct numbers n;
	double x, y, first_x, first_y;
	bool is_moved; /* the next point begins a part */
};

/* Reads one command's next point: a lower-case letter is relative. */
static bool take_step(struct path *path, uint8_t command)
{
	const bool is_relative = command >= 'a';
	const uint8_t upper = is_relative ? (uint8_t)(command - 'a' + 'A') : command;
	double x = 0, y = 0;

	if (upper != 'V' && !take_number(&path->n, &x))
		return false;
	if (upper != 'H' && !take_number(&path->n, &y))
		return false;
	if (upper == 'V')
		x = is_relative ? 0 : path->x;
	if (upper == 'H')
		y = is_relative ? 0 : path->y;
	path->x = is_relative ? path->x + x : x;
	path->y = is_relative ? path->y + y : y;
	return true;
}

static enum exh_status take_path(struct svg *svg, struct svg_shape *shape)
{
	const struct exh_bytes text = xml_attribute(&svg->tag, "d");
	struct path path = { .n = numbers_of(text), .is_moved = true };
	uint8_t command = 0;

	for (skip_commas(&path.n); path.n.at < path.n.end; skip_commas(&path.n)) {
		const uint8_t c = *path.n.at;
		const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		/* Points after the first one of "M" are those of "L". */
		if (!is_letter && (command == 'M' || command == 'm'))
			command = command == 'M' ? 'L' : 'l';
		if (is_letter) {
			command = c;
			path.n.at++;
		}
		if (command == 'Z' || command == 'z') {
			path.x = path.first_x;
			path.y = path.first_y;
			if (!is_letter || !shape->count)
				return fail_data(svg, "a path");
			svg_shape_add(shape, path.x, path.y, false);
			path.is_moved = true;
			continue;
		}
		if (!command || !strchr("MmLlHhVv", command))
			return exh_fail(svg->err, EXH_UNSUPPORTED, svg->tag.offset,
					"a path with curves: make lines of them");
		if (!take_step(&path, command))
			return fail_data(svg, "a path");
		if (command == 'M' || command == 'm') {
			path.first_x = path.x;
			path.first_y = path.y;
			path.is_moved = true;
		}
		svg_shape_add(shape, path.x, path.y, path.is_moved);
		path.is_moved = false;
	}
	return EXH_OK;
}

static void take_rectangle(const struct svg *svg, struct svg_shape *shape)
{
	const double x = number_of(svg, "x"), y = number_of(svg, "y");
	const double right = x + number_of(svg, "width"),
		     bottom = y + number_of(svg, "height");

	svg_shape_add(shape, x, y, true);
	svg_shape_add(shape, right, y, false);
	svg_shape_add(shape, right, bottom, false);
	svg_shape_add(shape, x, bottom, false);
	svg_shape_add(shape, x, y, false);
}

static void close_shape(struct svg_shape *shape)
{
	if (shape->count)
		svg_shape_add(shape, shape->items[0].x, shape->items[0].y, false);
}

/* Reads a shape; false for other elements. */
static bool take_shape(struct svg *svg, struct svg_shape *shape, enum exh_status *status)
{
	const struct exh_bytes name = svg->tag.name;

	*status = EXH_OK;
	if (text_is(name, "path")) {
		*status = take_path(svg, shape);
	} else if (text_is(name, "polyline")) {
		*status = take_points(svg, shape);
	} else if (text_is(name, "polygon")) {
		*status = take_points(svg, shape);
		close_shape(shape);
	} else if (text_is(name, "rect")) {
		take_rectangle(svg, shape);
	} else if (text_is(name, "line")) {
		svg_shape_add(shape, number_of(svg, "x1"), number_of(svg, "y1"), true);
		svg_shape_add(shape, number_of(svg, "x2"), number_of(svg, "y2"), false);
	} else {
		return false;
	}
	return true;
}

static enum exh_status draw_shape(struct svg *svg, const struct style *style)
{
	struct svg_shape shape = { 0 };
	enum exh_status status;

	if (text_is(svg->tag.name, "circle")) {
		if (style->fill != NONE)
			svg_circle_fill(number_of(svg, "cx"), number_of(svg, "cy"),
					number_of(svg, "r"), svg->on,
					(uint8_t)style->fill);
		return EXH_OK;
	}
	if (!take_shape(svg, &shape, &status))
		status =
			exh_fail(svg->err, EXH_UNSUPPORTED, svg->tag.offset,
				 "element %.*s: expected g, rect, circle, line, "
				 "polyline, polygon or path",
				 (int)(svg->tag.name.size < 40 ? svg->tag.name.size : 40),
				 (const char *)svg->tag.name.data);
	if (!status && shape.is_too_long)
		status = exh_fail(svg->err, EXH_LIMIT, svg->tag.offset,
				  "a shape of more than %d points", SVG_POINTS);
	if (!status && style->fill != NONE)
		svg_shape_fill(&shape, svg->on, (uint8_t)style->fill);
	if (!status && style->stroke != NONE)
		svg_shape_stroke(&shape, svg->on, (uint8_t)style->stroke);
	free(shape.items);
	return status;
}

/*
 * Elements.
 */

/* True for elements without shapes: descriptions, and private data of editors. */
static bool is_skipped(const struct svg *svg)
{
	static const char *const names[] = { "title", "desc", "metadata", "style",
					     "defs" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (text_is(svg->tag.name, names[i]))
			return true;
	return memchr(svg->tag.name.data, ':', svg->tag.name.size) != NULL;
}

static enum exh_status open_root(struct svg *svg)
{
	const struct exh_bytes box = xml_attribute(&svg->tag, "viewBox");
	struct numbers n = numbers_of(box);
	double left = 0, top = 0, width = number_of(svg, "width"),
	       height = number_of(svg, "height");

	if (!text_is(svg->tag.name, "svg"))
		return exh_fail(svg->err, EXH_INVALID, svg->tag.offset,
				"expected an SVG picture");
	if (box.data && (!take_number(&n, &left) || !take_number(&n, &top) ||
			 !take_number(&n, &width) || !take_number(&n, &height)))
		width = 0;
	if (left != 0 || top != 0 || width != WIDTH || height != HEIGHT)
		return exh_fail(svg->err, EXH_INVALID, svg->tag.offset,
				"expected a picture with viewBox=\"0 0 %d %d\"", WIDTH,
				HEIGHT);
	svg->is_open = true;
	return EXH_OK;
}

static enum exh_status open_element(struct svg *svg)
{
	struct style style = svg->styles[svg->depth];
	const bool is_root = !svg->is_open;
	enum exh_status status;

	if (!is_root && is_skipped(svg)) {
		svg->skipped = !svg->tag.closes;
		return EXH_OK;
	}
	if (xml_attribute(&svg->tag, "transform").data)
		return exh_fail(svg->err, EXH_UNSUPPORTED, svg->tag.offset,
				"a transform: apply it to the shapes");
	status = take_style(svg, &style);
	if (!status && is_root)
		status = open_root(svg);
	else if (!status && !text_is(svg->tag.name, "g"))
		status = draw_shape(svg, &style);
	if (status || svg->tag.closes)
		return status;
	if (svg->depth + 1 == MOST_DEPTH)
		return exh_fail(svg->err, EXH_LIMIT, svg->tag.offset,
				"more than %d elements in each other", MOST_DEPTH);
	svg->styles[++svg->depth] = style;
	return EXH_OK;
}

static enum exh_status take_tag(struct svg *svg)
{
	if (svg->skipped) {
		svg->skipped += svg->tag.opens;
		svg->skipped -= svg->tag.closes;
		return EXH_OK;
	}
	if (svg->tag.opens)
		return open_element(svg);
	if (!svg->depth)
		return exh_fail(svg->err, EXH_INVALID, svg->tag.offset,
				"the end of an element that has no start");
	svg->depth--;
	return EXH_OK;
}

static enum exh_status take_all(struct svg *svg)
{
	bool is_end = false;
	enum exh_status status = EXH_OK;

	while (!status) {
		status = xml_next(&svg->xml, &svg->tag, &is_end, svg->err);
		if (is_end)
			break;
		if (!status)
			status = take_tag(svg);
	}
	if (!status && (!svg->is_open || svg->depth || svg->skipped))
		status = exh_fail(svg->err, EXH_TRUNCATED, svg->xml.in.size,
				  svg->is_open ? "an element has no end"
					       : "expected an SVG picture");
	return status;
}

enum exh_status sci_pic_svg_read(struct exh_bytes in, bool is_visual, uint8_t *pixels,
				 struct exh_error *err)
{
	struct svg_canvas *on = mem_alloc(1, sizeof *on);
	struct svg *svg = mem_alloc(1, sizeof *svg);
	enum exh_status status;

	exh_sci_pic_clear(&on->canvas, 0);
	on->is_visual = is_visual;
	on->canvas.visual_on = is_visual;
	on->canvas.priority_on = !is_visual;
	*svg = (struct svg){
		.xml.in = in, .on = on, .styles[0] = { 0, NONE }, .err = err
	};
	status = take_all(svg);
	memcpy(pixels, is_visual ? on->canvas.visual : on->canvas.priority,
	       EXH_SCI_PIC_PIXELS);
	free(svg);
	free(on);
	return status;
}
