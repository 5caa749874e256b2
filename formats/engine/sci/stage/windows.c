/* Windows. Source: sci0-vm 6.5, sci0-vm-notes 1.4, 3. */
#include "screen.h"

#include <stdlib.h>
#include <string.h>

/* Styles of windows, as bits. USER and TRANSPARENT together: the script draws everything.
 * Bit 3 is ignored: a window goes on top. */
enum {
	STYLE_TRANSPARENT = 1,
	STYLE_NO_FRAME = 2,
	STYLE_TITLE = 4,
	STYLE_USER = 0x80,
};

enum { TITLE_ROWS = 10, TITLE_COLOR = 8, TITLE_TEXT = 15, SHADOW_PRIORITY = 15 };

/* Moves a rectangle into the window manager's, which ends at this row. */
static struct rect moved_inside(struct rect r, int32_t bottom)
{
	if (r.top < 0)
		r = stage_rect_moved(r, 0, -r.top);
	if (r.bottom > bottom)
		r = stage_rect_moved(r, 0, bottom - r.bottom);
	if (r.right > STAGE_WIDTH)
		r = stage_rect_moved(r, STAGE_WIDTH - r.right, 0);
	if (r.left < 0)
		r = stage_rect_moved(r, -r.left, 0);
	return r;
}

static bool is_framed(unsigned style)
{
	return style != (STYLE_USER | STYLE_TRANSPARENT) && !(style & STYLE_NO_FRAME);
}

/* Fits a requested rectangle: at an even column and no wider than the screen. */
static struct rect fitting(struct rect r, unsigned style)
{
	r.left &= ~1;
	if (r.right - r.left > STAGE_WIDTH) {
		r.left = 0;
		r.right = STAGE_WIDTH - (is_framed(style) ? 2 : 1);
	}
	return r;
}

/* Adds frame, shadow and title. */
static struct rect grown_for(struct rect r, unsigned style)
{
	if (!is_framed(style))
		return r;
	r = stage_rect_grown(r, 1);
	if (style & STYLE_TITLE) {
		r.top -= TITLE_ROWS;
		r.bottom++;
	}
	return r;
}

static void draw_title(stage *s, struct rect frame, const char *title)
{
	const struct rect bar = { frame.left, frame.top, frame.right,
				  frame.top + TITLE_ROWS };
	const struct rect inner = stage_rect_grown(bar, -1);

	exh_stage_frame(s, bar, 0);
	exh_stage_fill(s, inner, MAP_VISUAL, TITLE_COLOR, -1, -1);
	if (*title) {
		const size_t length = strlen(title);
		const int32_t width = exh_stage_text_width(s, title, length, 0);

		exh_stage_characters(s, title, length, 0,
				     inner.left + (inner.right - inner.left - width) / 2,
				     inner.top, TITLE_TEXT, false);
	}
}

/* The shadow is the last row and column of p->outer. */
static void draw_window(stage *s, const struct port *p, const char *title)
{
	struct rect inside = p->outer;

	if (p->style == (STYLE_USER | STYLE_TRANSPARENT))
		return;
	if (is_framed(p->style)) {
		inside.right--;
		inside.bottom--;
		exh_stage_frame(s, stage_rect_moved(inside, 1, 1), 0);
		exh_stage_frame(s, inside, 0);
		if (p->style & STYLE_TITLE) {
			draw_title(s, inside, title);
			inside.top += TITLE_ROWS - 1;
		}
		inside = stage_rect_grown(inside, -1);
	}
	if (!(p->style & STYLE_TRANSPARENT))
		exh_stage_fill(s, inside, MAP_VISUAL, p->back, -1, -1);
}

static void save_under(stage *s, struct port *p, int32_t priority)
{
	if (p->style & STYLE_TRANSPARENT)
		return;
	p->saved = exh_stage_save(
		s, p->outer, MAP_VISUAL | (priority != -1 ? (unsigned)MAP_PRIORITY : 0u));
	if (priority != -1 && !(p->style & STYLE_USER))
		exh_stage_fill(s, p->outer, MAP_PRIORITY, -1, SHADOW_PRIORITY, -1);
}

static unsigned free_port(const stage *s)
{
	unsigned number = PORT_FIRST_WINDOW;

	while (number < STAGE_PORTS && s->ports[number].is_open)
		number++;
	return number;
}

/* Arguments: top, left, bottom, right, title, style, priority, colours. */
static void new_window(stage *s, kernel_call *call)
{
	const unsigned style = (uint16_t)exh_stage_arg(call, 5, 0);
	const int32_t priority = exh_stage_arg(call, 6, -1);
	const reg title_at = exh_stage_arg_reg(call, 4);
	const unsigned number = free_port(s);
	const struct rect inner = fitting(exh_stage_arg_rect(call, 0), style);
	const struct rect wanted = grown_for(inner, style);
	/* The window manager's port: before 0.000.502 it has no menu bar above it. */
	const struct port manager = s->ports[PORT_MANAGER];
	const struct rect dims = moved_inside(wanted, manager.rect.bottom);
	struct port *p;
	char *title;

	if (number == STAGE_PORTS) /* no more windows */
		return;
	p = &s->ports[number];
	*p = (struct port){ .is_open = true,
			    .style = (uint16_t)style,
			    .pen = exh_stage_arg(call, 7, 0) & 15,
			    .back = exh_stage_arg(call, 8, 15) & 15 };
	p->origin_x = inner.left + dims.left - wanted.left;
	p->origin_y = inner.top + dims.top - wanted.top + manager.origin_y;
	p->rect =
		(struct rect){ 0, 0, inner.right - inner.left, inner.bottom - inner.top };
	p->outer = stage_rect_moved(dims, 0, manager.origin_y);
	save_under(s, p, priority);
	title = title_at.segment ? exh_stage_text_at(s, title_at) : NULL;
	draw_window(s, p, title ? title : "");
	free(title);
	exh_stage_show(s, p->outer);
	s->stack[s->stack_count++] = (uint16_t)number;
	s->port = (uint16_t)number;
	call->result = stage_int((int32_t)number);
}

static void take_from_stack(stage *s, unsigned number)
{
	for (size_t i = 0; i < s->stack_count; i++)
		if (s->stack[i] == number) {
			memmove(s->stack + i, s->stack + i + 1,
				(--s->stack_count - i) * sizeof *s->stack);
			return;
		}
}

/* Arguments: number; if the second is not 0, the cast is not drawn again. */
static void dispose_window(stage *s, kernel_call *call)
{
	const unsigned number = (uint16_t)exh_stage_arg(call, 0, 0);
	struct port *p = number < STAGE_PORTS ? &s->ports[number] : NULL;
	struct rect outer;

	if (!p || number < PORT_FIRST_WINDOW || !p->is_open)
		return;
	outer = p->outer;
	exh_stage_restore(s, p->saved, NULL);
	take_from_stack(s, number);
	exh_stage_forget_texts(s, number);
	*p = (struct port){ .is_open = false };
	s->port = s->stack_count ? s->stack[s->stack_count - 1] : PORT_PICTURE;
	if (exh_stage_arg(call, 1, 0))
		exh_stage_show(s, outer);
	else
		exh_stage_reanimate(s, outer);
}

const struct stage_function exh_stage_windows[] = {
	{ "NewWindow", new_window },
	{ "DisposeWindow", dispose_window },
	{ 0 },
};
