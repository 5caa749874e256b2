#include "media/picture/png.h"
#include "media/picture/sheet.h"
#include "task/json.h"
#include "task/memory.h"
#include "view.h"

#include <exhume/advanced/sci_view.h>
#include <math.h>
#include <stdlib.h>

/* The cels of the sheet, in the order of loops and cels. */
struct view_sheet {
	const struct sci_view_options *options;
	const struct exh_sci_view *view;
	struct view_box box; /* box of a cell */
	struct view_colors colors;
	size_t columns, rows, count;
	struct sheet sheet;
	struct sheet_cel {
		size_t loop, number;
		char name[VIEW_NAME_SIZE];
	} * cels;
};

static void measure(struct view_sheet *s)
{
	unsigned keys = 0;

	for (size_t i = 0; i < s->view->loop_count; i++) {
		const struct exh_sci_loop *loop = &s->view->loops[i];
		size_t column_count = 0;

		if (!view_wants_loop(s->options, i))
			continue;
		for (size_t k = 0; k < loop->cel_count; k++) {
			if (!view_wants_cel(s->options, k))
				continue;
			column_count++;
			view_box_add(&s->box, &loop->cels[k], loop->is_mirrored,
				     s->options->origin);
			if (view_cel_is_drawn(&loop->cels[k]))
				keys |= 1U << loop->cels[k].key;
		}
		s->rows++;
		s->count += column_count;
		if (column_count > s->columns)
			s->columns = column_count;
	}
	view_colors_make(keys, s->options->origin, &s->colors);
}

static struct json *rectangle(int32_t x, int32_t y, size_t width, size_t height)
{
	return json_make("{s:i, s:i, s:I, s:I}", "x", (int)x, "y", (int)y, "w",
			 (int64_t)width, "h", (int64_t)height);
}

static size_t cell_width(const struct view_sheet *s)
{
	return (size_t)(s->box.right - s->box.left) * view_scale(s->options);
}

static size_t cell_height(const struct view_sheet *s)
{
	return (size_t)(s->box.bottom - s->box.top) * view_scale(s->options);
}

/* Returns the position of a cel in its cell, unscaled; 0 for a cel without pixels. */
static void place_in_cell(const struct view_sheet *s, size_t loop, size_t cel, size_t *x,
			  size_t *y)
{
	const struct exh_sci_loop *from = &s->view->loops[loop];
	const struct exh_sci_cel_place place =
		exh_sci_cel_place(&from->cels[cel], from->is_mirrored, 0, 0, 0);
	const bool drawn = view_cel_is_drawn(&from->cels[cel]);

	*x = drawn ? (size_t)(place.left - s->box.left) : 0;
	*y = drawn ? (size_t)(place.top - s->box.top) : 0;
}

/* Returns the fields of a frame besides its position, under Aseprite's names first. */
static struct json *more_of(const struct view_sheet *s, const struct sheet_cel *cel,
			    const struct sheet_frame *frame)
{
	const struct exh_sci_loop *loop = &s->view->loops[cel->loop];
	const struct exh_sci_cel *from = &loop->cels[cel->number];
	const int dx = loop->is_mirrored ? -from->dx : from->dx;
	const int32_t scale = (int32_t)view_scale(s->options);
	struct json *more = json_new_object();
	size_t x, y;

	place_in_cell(s, cel->loop, cel->number, &x, &y);
	json_set_flag(more, "trimmed",
		      frame->width != cell_width(s) || frame->height != cell_height(s));
	json_set(more, "spriteSourceSize",
		 rectangle((int32_t)x * scale, (int32_t)y * scale, frame->width,
			   frame->height));
	json_set(more, "sourceSize",
		 json_make("{s:I, s:I}", "w", (int64_t)cell_width(s), "h",
			   (int64_t)cell_height(s)));
	json_set_number(more, "duration", lround(1000 / view_fps(s->options)));
	json_set_number(more, "loop", cel->loop);
	json_set_number(more, "cel", cel->number);
	json_set_flag(more, "mirrored", loop->is_mirrored);
	json_set(more, "displacement",
		 json_make("{s:i, s:i}", "x", dx, "y", (int)from->dy));
	json_set(more, "origin",
		 json_make("{s:i, s:i}", "x", (int)((-s->box.left - (int32_t)x) * scale),
			   "y", (int)((-s->box.top - (int32_t)y) * scale)));
	json_set_number(more, "key", from->key);
	return more;
}

static void add_cel(struct view_sheet *s, size_t loop, size_t number, size_t row,
		    size_t column)
{
	struct sheet_cel *to = &s->cels[s->sheet.count];
	struct sheet_frame *frame = &s->sheet.frames[s->sheet.count++];
	const struct exh_sci_cel *from = &s->view->loops[loop].cels[number];
	const unsigned scale = view_scale(s->options);
	size_t x, y;

	*to = (struct sheet_cel){ .loop = loop, .number = number };
	view_cel_name(s->view, loop, number, to->name);
	place_in_cell(s, loop, number, &x, &y);
	*frame = (struct sheet_frame){ .name = to->name,
				       .x = column * cell_width(s) + x * scale,
				       .y = row * cell_height(s) + y * scale };
	if (view_cel_is_drawn(from)) {
		frame->width = (size_t)from->width * scale;
		frame->height = (size_t)from->height * scale;
	}
}

static void add_cels(struct view_sheet *s)
{
	size_t row = 0;

	for (size_t i = 0; i < s->view->loop_count; i++) {
		size_t column = 0;

		if (!view_wants_loop(s->options, i))
			continue;
		for (size_t k = 0; k < s->view->loops[i].cel_count; k++)
			if (view_wants_cel(s->options, k))
				add_cel(s, i, k, row, column++);
		row++;
	}
}

static void lay_out(struct view_sheet *s)
{
	measure(s);
	s->cels = mem_alloc(s->count, sizeof *s->cels);
	s->sheet.frames = mem_alloc(s->count, sizeof *s->sheet.frames);
	add_cels(s);
	s->sheet.width = s->columns * cell_width(s);
	s->sheet.height = s->rows * cell_height(s);
}

static void free_sheet(struct view_sheet *s)
{
	for (size_t i = 0; i < s->sheet.count; i++)
		json_free(s->sheet.frames[i].more);
	free(s->sheet.frames);
	free(s->cels);
}

static enum exh_status draw(const struct view_sheet *s, struct exh_image *image,
			    struct exh_error *err)
{
	const unsigned scale = view_scale(s->options);
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < s->sheet.count && !status; i++) {
		const struct sheet_cel *cel = &s->cels[i];
		const struct exh_sci_loop *loop = &s->view->loops[cel->loop];
		const size_t x = s->sheet.frames[i].x / scale;
		const size_t y = s->sheet.frames[i].y / scale;
		size_t in_x, in_y;

		if (!view_cel_is_drawn(&loop->cels[cel->number]))
			continue;
		place_in_cell(s, cel->loop, cel->number, &in_x, &in_y);
		status = view_draw_cel(&loop->cels[cel->number], loop->is_mirrored,
				       &s->colors, scale, x, y, image, err);
		if (s->options->origin)
			view_draw_mark(&s->colors, scale, x - in_x + (size_t)-s->box.left,
				       y - in_y + (size_t)-s->box.top, image);
	}
	return status;
}

enum exh_status view_make_sheet(const struct sci_view_options *options,
				const struct exh_sci_view *view, struct exh_writer *out,
				struct exh_error *err)
{
	struct view_sheet s = { .options = options, .view = view };
	struct exh_image image = { 0 };
	enum exh_status status;

	lay_out(&s);
	status = view_image_make(s.sheet.width, s.sheet.height, 1, s.colors.clear, &image,
				 err);
	if (!status)
		status = draw(&s, &image, err);
	if (!status)
		status = png_encode(&image, &s.colors.palette, out, err);
	free(image.pixels);
	free_sheet(&s);
	return status;
}

/* Returns a tag for each loop. */
static struct json *tags_of(const struct view_sheet *s)
{
	struct json *tags = json_new_list();

	for (size_t i = 0; i < s->sheet.count; i++) {
		const size_t first = i, loop = s->cels[i].loop;
		char name[VIEW_NAME_SIZE];

		while (i + 1 < s->sheet.count && s->cels[i + 1].loop == loop)
			i++;
		view_loop_name(s->view, loop, name);
		json_push(tags, json_make("{s:s, s:I, s:I, s:s, s:s}", "name", name,
					  "from", (int64_t)first, "to", (int64_t)i,
					  "direction", "forward", "color", "#000000ff"));
	}
	return tags;
}

enum exh_status view_make_sheet_json(const struct sci_view_options *options,
				     const struct exh_sci_view *view, const char *image,
				     struct exh_writer *out, struct exh_error *err)
{
	struct view_sheet s = { .options = options, .view = view };
	enum exh_status status;
	struct json *document;

	lay_out(&s);
	for (size_t i = 0; i < s.sheet.count; i++)
		s.sheet.frames[i].more = more_of(&s, &s.cels[i], &s.sheet.frames[i]);
	document = sheet_to_json(&s.sheet, image, view_scale(options));
	json_set(json_get(document, "meta"), "frameTags", tags_of(&s));
	status = json_append(document, out, err);
	free_sheet(&s);
	return status;
}
