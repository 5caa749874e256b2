#include "screen.h"
#include "exhume/advanced/sci_pic.h"

#include <stdlib.h>
#include <string.h>

enum {
	PICTURE_PIXELS = EXH_SCI_PIC_PIXELS,
	PICTURE_PLACE = STAGE_TOP * STAGE_WIDTH, /* first pixel on the screen */
};

/*
 * DrawPic.
 */

/* Copies the canvas to the maps; for an overlay only the pixels that it changed. */
static void take_canvas(stage *s, const struct exh_sci_pic_canvas *before)
{
	static const size_t size = PICTURE_PIXELS;
	const struct exh_sci_pic_canvas *c = &s->canvas;
	uint8_t pixels[PICTURE_PIXELS];

	exh_sci_pic_dither(c, EXH_SCI_PIC_EGA, pixels);
	for (size_t i = 0; i < size; i++) {
		if (!before || c->visual[i] != before->visual[i])
			s->visual[PICTURE_PLACE + i] = pixels[i];
		if (!before || c->priority[i] != before->priority[i])
			s->priority[PICTURE_PLACE + i] = c->priority[i];
		if (!before || c->control[i] != before->control[i])
			s->control[PICTURE_PLACE + i] = c->control[i];
	}
}

static void take_bands(stage *s)
{
	uint8_t usual[EXH_SCI_PIC_BANDS];

	exh_sci_pic_default_bands(usual);
	if (!memcmp(usual, s->canvas.bands, sizeof usual))
		return;
	for (int32_t y = 0; y < STAGE_BOTTOM; y++)
		s->bands[y] = (uint8_t)exh_sci_pic_band(&s->canvas, y);
	s->bands_top = s->canvas.bands[0];
	s->bands_bottom = STAGE_BOTTOM;
}

/* before: buffer for the previous canvas, which is too large for a stack. */
static void draw_over(stage *s, unsigned number, bool clears, unsigned palette,
		      struct exh_sci_pic_canvas *before)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena, .last_warning = 1, .last_damage = 1 };
	struct exh_error err;
	struct exh_bytes bytes;

	if (palette >= EXH_SCI_PIC_PALETTES)
		palette = 0;
	*before = s->canvas;
	if (clears) {
		exh_sci_pic_clear(&s->canvas, palette);
		exh_stage_forget_texts(s, PORT_PICTURE);
		exh_stage_usual_bands(s);
	} else {
		exh_sci_pic_pen(&s->canvas, palette);
	}
	/* The part before the damage is drawn. */
	if (exh_stage_resource(s, EXH_SCI_PIC, number, &bytes) &&
	    exh_sci_pic_draw(bytes, &s->canvas, &notes, &err))
		exh_stage_lacks(s, EXH_SCI_PIC, number, err.text);
	take_canvas(s, clears ? NULL : before);
	take_bands(s);
	exh_arena_free(&arena);
}

/* Draws nothing without memory. */
static void draw(stage *s, unsigned number, bool clears, unsigned palette)
{
	struct exh_sci_pic_canvas *before = malloc(sizeof *before);

	if (before)
		draw_over(s, number, clears, palette, before);
	free(before);
}

/* Exchanges windows above the picture with the pixels under them. */
static void lift_windows(stage *s, reg *lifted)
{
	for (size_t i = s->stack_count; i-- > 0;) {
		struct port *p = &s->ports[s->stack[i]];

		lifted[i] = stage_int(0);
		if (stage_is_null(p->saved))
			continue;
		lifted[i] = exh_stage_save(s, p->outer, MAP_VISUAL | MAP_PRIORITY);
		exh_stage_restore(s, p->saved, NULL);
	}
}

static void put_windows_back(stage *s, const reg *lifted)
{
	for (size_t i = 0; i < s->stack_count; i++) {
		struct port *p = &s->ports[s->stack[i]];

		if (stage_is_null(lifted[i]))
			continue;
		p->saved = exh_stage_save(s, p->outer, MAP_VISUAL | MAP_PRIORITY);
		exh_stage_restore(s, lifted[i], NULL);
	}
}

/* False for an overlay: a third argument of 0; before 0.000.502, one that is not 0. */
static bool clears(const stage *s, const kernel_call *call)
{
	return call->count <= 2 ||
	       (exh_stage_arg(call, 2, 1) != 0) != s->start.is_before_502;
}

/* Arguments: number, show style, clears, palette. */
static void draw_pic(stage *s, kernel_call *call)
{
	const unsigned number = (uint16_t)exh_stage_arg(call, 0, 0);
	const int32_t style = exh_stage_arg(call, 1, -1);
	const bool is_under =
		s->stack_count && s->stack[s->stack_count - 1] != PORT_PICTURE;
	reg lifted[STAGE_PORTS];

	if (style != -1)
		s->show_style = (uint16_t)(style & 0xff);
	s->picture = (uint16_t)number;
	if (is_under)
		lift_windows(s, lifted);
	draw(s, number, clears(s, call), (uint16_t)exh_stage_arg(call, 3, 0));
	if (is_under)
		put_windows_back(s, lifted);
	else
		s->pic_not_valid = 1;
	call->keeps_result = true;
}

static void show(stage *s, kernel_call *call)
{
	const int32_t maps = exh_stage_arg(call, 0, MAP_VISUAL);

	s->shown_map = maps & MAP_VISUAL     ? MAP_VISUAL
		       : maps & MAP_PRIORITY ? MAP_PRIORITY
		       : maps & MAP_CONTROL  ? MAP_CONTROL
					     : MAP_VISUAL;
	s->pic_not_valid = 2;
}

static void pic_not_valid(stage *s, kernel_call *call)
{
	call->result = stage_int(s->pic_not_valid);
	if (call->count)
		s->pic_not_valid = (uint16_t)exh_stage_arg(call, 0, 0);
}

/*
 * Places in the picture.
 */

uint32_t exh_stage_on_map(const uint8_t *map, struct rect rect)
{
	const struct rect r =
		exh_stage_clip(stage_rect_moved(rect, 0, STAGE_TOP),
			       (struct rect){ 0, STAGE_TOP, STAGE_WIDTH, STAGE_HEIGHT });
	uint32_t bits = 0;

	for (int32_t y = r.top; y < r.bottom; y++)
		for (int32_t x = r.left; x < r.right; x++)
			bits |= 1u << map[y * STAGE_WIDTH + x];
	return bits;
}

/* Arguments: [map] x y [x2 y2] */
static void on_control(stage *s, kernel_call *call)
{
	const size_t first = call->count % 2;
	const int32_t maps = first ? exh_stage_arg(call, 0, 0) : MAP_CONTROL;
	struct rect r = { .left = exh_stage_arg(call, first, 0),
			  .top = exh_stage_arg(call, first + 1, 0) };

	r.right = exh_stage_arg(call, first + 2, r.left + 1);
	r.bottom = exh_stage_arg(call, first + 3, r.top + 1);
	call->result = stage_int((int32_t)exh_stage_on_map(
		maps & MAP_PRIORITY ? s->priority : s->control, r));
}

static void coord_pri(stage *s, kernel_call *call)
{
	if (call->count > 1 && exh_stage_arg(call, 0, 0) == 1)
		call->result =
			stage_int(exh_stage_first_row(s, exh_stage_arg(call, 1, 0)));
	else
		call->result =
			stage_int(exh_stage_priority_at(s, exh_stage_arg(call, 0, 0)));
}

/*
 * Graph.
 */

enum {
	GRAPH_COLORS = 2,
	GRAPH_LINE = 4,
	GRAPH_SAVE = 7,
	GRAPH_RESTORE = 8,
	GRAPH_FILL_BACK = 9,
	GRAPH_FILL_PEN = 10,
	GRAPH_FILL = 11,
	GRAPH_SHOW = 12,
	GRAPH_REANIMATE = 13,
	GRAPH_BANDS = 14,
};

static void swap_if_above(int32_t *low, int32_t *high)
{
	const int32_t kept = *low;

	if (*low <= *high)
		return;
	*low = *high;
	*high = kept;
}

struct rect exh_stage_in_port(stage *s, struct rect rect)
{
	return exh_stage_from_port(s, exh_stage_clip(rect, exh_stage_port(s)->rect));
}

/* Arguments 1 to 4: top, left, bottom, right. */
static struct rect graph_rect(const kernel_call *call)
{
	struct rect r = exh_stage_arg_rect(call, 1);

	swap_if_above(&r.top, &r.bottom);
	swap_if_above(&r.left, &r.right);
	return r;
}

/* Draws a line clipped to the port. */
static void graph_line(stage *s, const kernel_call *call)
{
	const struct port *p = exh_stage_port(s);
	const struct rect clip = exh_stage_from_port(s, p->rect);

	exh_stage_line(s, exh_stage_arg(call, 2, 0) + p->origin_x,
		       exh_stage_arg(call, 1, 0) + p->origin_y,
		       exh_stage_arg(call, 4, 0) + p->origin_x,
		       exh_stage_arg(call, 3, 0) + p->origin_y, clip,
		       exh_stage_arg(call, 5, 0), exh_stage_arg(call, 6, -1),
		       exh_stage_arg(call, 7, -1));
}

/* Returns a value of FillRect; below 0: the map stays unchanged. */
static int32_t fill_value(const kernel_call *call, size_t i)
{
	return i < call->count ? exh_stage_arg(call, i, 0) & 15 : -1;
}

static void graph(stage *s, kernel_call *call)
{
	const struct rect r = exh_stage_in_port(s, graph_rect(call));
	const struct port *p = exh_stage_port(s);

	switch (exh_stage_arg(call, 0, 0)) {
	case GRAPH_COLORS:
		call->result = stage_int(16);
		break;
	case GRAPH_LINE:
		graph_line(s, call);
		break;
	case GRAPH_SAVE:
		call->result = exh_stage_save(
			s, r, (unsigned)exh_stage_arg(call, 5, MAP_VISUAL));
		break;
	case GRAPH_RESTORE:
		exh_stage_restore(s, exh_stage_arg_reg(call, 1), NULL);
		break;
	case GRAPH_FILL_BACK:
		exh_stage_fill(s, r, MAP_VISUAL, p->back, -1, -1);
		break;
	case GRAPH_FILL_PEN:
		exh_stage_fill(s, r, MAP_VISUAL, p->pen, -1, -1);
		break;
	case GRAPH_FILL:
		exh_stage_fill(s, r, (unsigned)exh_stage_arg(call, 5, 0),
			       fill_value(call, 6), fill_value(call, 7),
			       fill_value(call, 8));
		break;
	case GRAPH_SHOW:
		exh_stage_show(s, r);
		break;
	case GRAPH_REANIMATE:
		exh_stage_reanimate(s, r);
		break;
	case GRAPH_BANDS:
		if (call->count > 1)
			exh_stage_set_bands(s, exh_stage_arg(call, 1, 0),
					    exh_stage_arg(call, 2, STAGE_BOTTOM));
		else
			exh_stage_usual_bands(s);
		break;
	default:
		break;
	}
}

/* Arguments: view, loop, cel, left, top, priority. */
static void draw_cel(stage *s, kernel_call *call)
{
	const struct port *p = exh_stage_port(s);
	const struct rect clip = exh_stage_from_port(s, p->rect);
	const int32_t left = exh_stage_arg(call, 3, 0) + p->origin_x;
	const int32_t top = exh_stage_arg(call, 4, 0) + p->origin_y;
	struct drawn_cel cel;

	if (!exh_stage_cel(s, (uint16_t)exh_stage_arg(call, 0, 0),
			   exh_stage_arg(call, 1, 0), exh_stage_arg(call, 2, 0), &cel))
		return;
	exh_stage_draw_cel(s, &cel, left, top, exh_stage_arg(call, 5, -1), clip);
	if (!s->pic_not_valid)
		exh_stage_show(s, (struct rect){ left, top, left + cel.cel->width,
						 top + cel.cel->height });
}

static void shake_screen(stage *s, kernel_call *call)
{
	(void)s;
	call->keeps_result = true;
}

const struct stage_function exh_stage_pictures[] = {
	{ "DrawPic", draw_pic },
	{ "Show", show },
	{ "PicNotValid", pic_not_valid },
	{ "OnControl", on_control },
	{ "CoordPri", coord_pri },
	{ "Graph", graph },
	{ "DrawCel", draw_cel },
	{ "ShakeScreen", shake_screen },
	{ 0 },
};
