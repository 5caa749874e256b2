/* Controls of dialogs. Source: sci0-vm 4.5, sci0-vm-notes 4, 7a. */
#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum control_type {
	CONTROL_BUTTON = 1,
	CONTROL_TEXT = 2,
	CONTROL_EDIT = 3,
	CONTROL_ICON = 4,
	CONTROL_SELECTOR = 6,
	CONTROL_LIST = 7, /* a selector without a line for the cursor */
};

enum { STATE_ACTIVE = 1, STATE_SELECTED = 8, STATE_FRAMED = 0x20 };

enum {
	ARROW_UP = 0x18,
	ARROW_DOWN = 0x19,
	ARROW_ROWS = 10,
	MOST_ENTRIES = 1000,
	MOST_ENTRY = 256, /* characters */
};

/* A control to draw, in the current port. */
struct control {
	reg object;
	enum control_type type;
	unsigned state, font;
	struct rect rect;
};

static struct control read_control(stage *s, reg object)
{
	struct control c = {
		.object = object,
		.type = (enum control_type)exh_stage_get(s, object, SEL_TYPE),
		.state = exh_stage_get_bits(s, object, SEL_STATE),
		.font = exh_stage_get_bits(s, object, SEL_FONT),
		.rect = exh_stage_get_rect(s, object, SEL_NS_TOP),
	};

	if (c.rect.right < c.rect.left)
		c.rect.right = c.rect.left;
	if (c.rect.bottom < c.rect.top)
		c.rect.bottom = c.rect.top;
	return c;
}

static void erase(stage *s, struct rect r)
{
	exh_stage_fill(s, exh_stage_from_port(s, r), MAP_VISUAL, exh_stage_port(s)->back,
		       -1, -1);
}

static void frame(stage *s, struct rect r)
{
	exh_stage_frame(s, exh_stage_from_port(s, r), exh_stage_port(s)->pen);
}

static char *text_of(stage *s, const struct control *c)
{
	return exh_stage_text_at(s, exh_stage_get_reg(s, c->object, SEL_TEXT));
}

static void box(stage *s, const struct control *c, struct rect r, int32_t align,
		bool is_gray)
{
	struct port *p = exh_stage_port(s);
	const bool was_gray = p->is_gray;
	char *text = text_of(s, c);

	p->is_gray = is_gray;
	if (text) {
		exh_stage_box(s, text, r, align, c->font);
		exh_stage_note_text(s, text, c->rect,
				    c->type == CONTROL_BUTTON ? EXH_SCI_SHOWN_BUTTON
							      : EXH_SCI_SHOWN_TEXT);
	}
	p->is_gray = was_gray;
	free(text);
}

static void draw_button(stage *s, const struct control *c)
{
	const struct rect outer = stage_rect_grown(c->rect, 1);

	erase(s, outer);
	frame(s, outer);
	box(s, c, stage_rect_grown(c->rect, -1), ALIGN_CENTER,
	    !(c->state & STATE_ACTIVE));
	if (c->state & STATE_SELECTED)
		frame(s, c->rect);
}

static void draw_text(stage *s, const struct control *c)
{
	erase(s, stage_rect_grown(c->rect, 1));
	box(s, c, c->rect, exh_stage_get(s, c->object, SEL_MODE), false);
	if (c->state & STATE_SELECTED)
		frame(s, c->rect);
}

static void draw_icon(stage *s, const struct control *c)
{
	const struct rect at = exh_stage_from_port(s, c->rect);
	const int32_t priority = exh_stage_has(s, c->object, SEL_PRIORITY)
					 ? exh_stage_get(s, c->object, SEL_PRIORITY)
					 : -1;
	struct drawn_cel cel;

	if (exh_stage_cel(s, exh_stage_get_bits(s, c->object, SEL_VIEW),
			  (int8_t)exh_stage_get(s, c->object, SEL_LOOP),
			  (int8_t)exh_stage_get(s, c->object, SEL_CEL), &cel))
		exh_stage_draw_cel(s, &cel, at.left, at.top, priority,
				   (struct rect){ 0, 0, STAGE_WIDTH, STAGE_HEIGHT });
	if (c->state & STATE_FRAMED)
		frame(s, c->rect);
}

/*
 * Edit.
 */

static void draw_cursor(stage *s, const struct control *c, const char *text,
			size_t cursor)
{
	const struct port *p = exh_stage_port(s);
	const int32_t left =
		c->rect.left + exh_stage_text_width(s, text, cursor, c->font);
	const int32_t width =
		text[cursor] ? exh_stage_text_width(s, text + cursor, 1, c->font) : 1;
	const struct rect cell = { left, c->rect.top, left + width,
				   c->rect.top + exh_stage_line_height(s, c->font) };

	exh_stage_swap(s, exh_stage_from_port(s, cell), p->pen, p->back);
}

/* Returns the position of the cursor, at most the text's end. */
static size_t cursor_of(stage *s, const struct control *c, size_t length)
{
	const uint32_t cursor = exh_stage_get_bits(s, c->object, SEL_CURSOR);

	if (cursor <= length)
		return cursor;
	exh_stage_set(s, c->object, SEL_CURSOR, (int32_t)length);
	return length;
}

static void draw_edit(stage *s, const struct control *c)
{
	char *text = text_of(s, c);

	erase(s, stage_rect_grown(c->rect, 1));
	if (text) {
		exh_stage_box(s, text, c->rect, ALIGN_LEFT, c->font);
		exh_stage_note_text(s, text, c->rect, EXH_SCI_SHOWN_FIELD);
		frame(s, stage_rect_grown(c->rect, 1));
		if (c->state & STATE_SELECTED)
			draw_cursor(s, c, text, cursor_of(s, c, strlen(text)));
	}
	free(text);
}

/* A text being edited. */
struct edited {
	char *text; /* buffer with room for max + 1 */
	size_t length, max, cursor;
};

static void insert(struct edited *e, char c)
{
	memmove(e->text + e->cursor + 1, e->text + e->cursor, e->length - e->cursor + 1);
	e->text[e->cursor++] = c;
	e->length++;
}

/* Removes the character before a position. */
static void take_out(struct edited *e, size_t at)
{
	if (!at || at > e->length)
		return;
	memmove(e->text + at - 1, e->text + at, e->length - at + 1);
	e->length--;
	e->cursor = at - 1;
}

static bool fits(stage *s, const struct control *c, const struct edited *e, char typed)
{
	return e->length < e->max &&
	       exh_stage_text_width(s, e->text, e->length, c->font) +
			       exh_stage_text_width(s, &typed, 1, c->font) <
		       c->rect.right - c->rect.left;
}

enum {
	KEY_CLEAR = 3, /* Ctrl-C */
	KEY_BACKSPACE = 8,
	KEY_HOME = 0x4700,
	KEY_LEFT = 0x4b00,
	KEY_RIGHT = 0x4d00,
	KEY_END = 0x4f00,
	KEY_DELETE = 0x5300,
};

/* False: the key has no effect. */
static bool edit(stage *s, const struct control *c, struct edited *e, unsigned key,
		 unsigned modifiers)
{
	if (key == 'c' && modifiers & EXH_SCI_CTRL)
		key = KEY_CLEAR;
	switch (key) {
	case KEY_CLEAR:
		e->text[0] = '\0';
		e->length = e->cursor = 0;
		return true;
	case KEY_BACKSPACE:
		take_out(e, e->cursor);
		return true;
	case KEY_DELETE:
		take_out(e, e->cursor + 1);
		return true;
	case KEY_HOME:
		e->cursor = 0;
		return true;
	case KEY_END:
		e->cursor = e->length;
		return true;
	case KEY_LEFT:
		e->cursor -= e->cursor > 0;
		return true;
	case KEY_RIGHT:
		e->cursor += e->cursor < e->length;
		return true;
	default:
		if (key < ' ' || key > UINT8_MAX || !fits(s, c, e, (char)key))
			return false;
		insert(e, (char)key);
		return true;
	}
}

/* Writes the text to the object; false if it has none. */
static void write_back(stage *s, const struct control *c, const struct edited *e)
{
	exh_sci_vm_write(
		s->vm, exh_stage_get_reg(s, c->object, SEL_TEXT),
		(struct exh_bytes){ (const uint8_t *)e->text, e->length + 1, 0 });
	exh_stage_set(s, c->object, SEL_CURSOR, (int32_t)e->cursor);
}

static void show(stage *s, const struct control *c)
{
	if (!s->pic_not_valid)
		exh_stage_show(s, exh_stage_from_port(s, stage_rect_grown(c->rect, 1)));
}

static void edit_with(stage *s, const struct control *c, unsigned key, unsigned modifiers)
{
	struct edited e = { .text = text_of(s, c) };
	char *grown;

	if (!e.text)
		return;
	e.length = strlen(e.text);
	e.max = exh_stage_get_bits(s, c->object, SEL_MAX);
	e.cursor = cursor_of(s, c, e.length);
	grown = realloc(e.text, (e.max > e.length ? e.max : e.length) + 2);
	if (grown) {
		e.text = grown;
		if (edit(s, c, &e, key, modifiers)) {
			write_back(s, c, &e);
			erase(s, c->rect);
			exh_stage_box(s, e.text, c->rect, ALIGN_LEFT, c->font);
			exh_stage_note_text(s, e.text, c->rect, EXH_SCI_SHOWN_FIELD);
			draw_cursor(s, c, e.text, e.cursor);
			show(s, c);
		}
	}
	free(e.text);
}

static void edit_control(stage *s, kernel_call *call)
{
	const reg object = exh_stage_arg_reg(call, 0), event = exh_stage_arg_reg(call, 1);
	struct control c;

	call->keeps_result = !object.segment;
	if (!object.segment || !event.segment)
		return;
	c = read_control(s, object);
	if (c.type == CONTROL_EDIT &&
	    exh_stage_get(s, event, SEL_TYPE) == EXH_SCI_EVENT_KEY)
		edit_with(s, &c, exh_stage_get_bits(s, event, SEL_MESSAGE),
			  exh_stage_get_bits(s, event, SEL_MODIFIERS));
}

/*
 * Selector: entries of x characters, up to the first that is empty.
 */

static void draw_arrow(stage *s, struct rect r, char arrow)
{
	const struct rect at = exh_stage_from_port(s, r);
	const unsigned font = exh_stage_port(s)->font;
	const int32_t width = exh_stage_text_width(s, &arrow, 1, font);

	exh_stage_characters(s, &arrow, 1, font,
			     at.left + (at.right - at.left - width) / 2, at.top,
			     exh_stage_port(s)->pen, false);
}

/* Reads the entry at an address. False: no entry. */
static bool read_entry(stage *s, reg at, char *text, size_t size)
{
	char *all = exh_stage_text_at(s, at);
	const bool is_there = all && *all;

	text[0] = '\0';
	if (is_there) {
		const size_t length = strlen(all);

		memcpy(text, all, length < size ? length : size);
		text[length < size ? length : size] = '\0';
	}
	free(all);
	return is_there;
}

static void draw_entries(stage *s, const struct control *c, struct rect inside)
{
	const uint32_t wanted = exh_stage_get_bits(s, c->object, SEL_X);
	const size_t size = wanted < MOST_ENTRY ? wanted : MOST_ENTRY;
	const enum stage_selector top_at =
		exh_stage_has(s, c->object, SEL_BR_TOP) ? SEL_BR_TOP : SEL_LS_TOP;
	const reg cursor = exh_stage_get_reg(s, c->object, SEL_CURSOR);
	const struct port *p = exh_stage_port(s);
	const int32_t height = exh_stage_line_height(s, c->font);
	reg at = exh_stage_get_reg(s, c->object, top_at);
	char text[MOST_ENTRY + 1];

	if (!at.segment)
		at = exh_stage_get_reg(s, c->object, SEL_TEXT);
	for (int32_t y = inside.top;
	     height > 0 && y + height <= c->rect.bottom - height &&
	     read_entry(s, at, text, size);
	     y += height) {
		const struct rect line = { inside.left, y, inside.right, y + height };
		const struct rect screen = exh_stage_from_port(s, line);

		exh_stage_fill(s, screen, MAP_VISUAL, p->back, -1, -1);
		exh_stage_characters(s, text, strlen(text), c->font, screen.left,
				     screen.top, p->pen, p->is_gray);
		if (c->type == CONTROL_SELECTOR && stage_equal(at, cursor))
			exh_stage_swap(s, screen, p->pen, p->back);
		at.offset = (uint16_t)(at.offset + wanted);
	}
}

static void draw_selector(stage *s, const struct control *c)
{
	const struct rect outer = stage_rect_grown(c->rect, 1);
	struct rect inner = outer, arrow = outer;

	erase(s, c->rect);
	frame(s, outer);
	draw_arrow(s, arrow, ARROW_UP);
	arrow.top = outer.bottom - ARROW_ROWS;
	draw_arrow(s, arrow, ARROW_DOWN);
	inner.top = c->rect.top + ARROW_ROWS - 1;
	inner.bottom = outer.bottom - ARROW_ROWS;
	frame(s, inner);
	draw_entries(s, c, stage_rect_grown(inner, -1));
}

/*
 * All of them.
 */

static void draw_control(stage *s, kernel_call *call)
{
	const struct control c = read_control(s, exh_stage_arg_reg(call, 0));

	switch (c.type) {
	case CONTROL_BUTTON:
		draw_button(s, &c);
		break;
	case CONTROL_TEXT:
		draw_text(s, &c);
		break;
	case CONTROL_EDIT:
		draw_edit(s, &c);
		break;
	case CONTROL_ICON:
		draw_icon(s, &c);
		break;
	case CONTROL_SELECTOR:
	case CONTROL_LIST:
		draw_selector(s, &c);
		break;
	default:
		return;
	}
	show(s, &c);
}

static void hilite_control(stage *s, kernel_call *call)
{
	const struct control c = read_control(s, exh_stage_arg_reg(call, 0));
	const struct port *p = exh_stage_port(s);

	call->keeps_result = true;
	exh_stage_swap(s, exh_stage_from_port(s, c.rect), p->pen, p->back);
	exh_stage_show(s, exh_stage_from_port(s, c.rect));
}

const struct stage_function exh_stage_controls[] = {
	{ "DrawControl", draw_control },
	{ "HiliteControl", hilite_control },
	{ "EditControl", edit_control },
	{ 0 },
};
