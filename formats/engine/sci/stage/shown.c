#include "screen.h"

#include <stdlib.h>
#include <string.h>

static void take_out(stage *s, size_t i)
{
	free(s->texts[i].text);
	memmove(s->texts + i, s->texts + i + 1, (--s->text_count - i) * sizeof *s->texts);
}

static bool is_within(struct rect r, struct rect outer)
{
	return r.left >= outer.left && r.top >= outer.top && r.right <= outer.right &&
	       r.bottom <= outer.bottom;
}

static void report(stage *s, const char *text, unsigned kind)
{
	static const char *const kinds[] = { "text", "button", "field" };
	const struct text_source *source =
		exh_stage_is_heard(s) ? exh_stage_source(s, text) : NULL;
	const struct exh_event_field fields[] = {
		{ "window", NULL, s->port },
		{ "text", text, 0 },
		{ "resource", NULL, source ? source->resource : 0 },
		{ "number", NULL, source ? source->number : 0 },
	};

	exh_stage_report(s, kinds[kind], fields, source ? 4 : 2);
}

void exh_stage_note_text(stage *s, const char *text, struct rect rect, unsigned kind)
{
	struct shown_text *shown;

	rect = exh_stage_from_port(s, rect);
	for (size_t i = s->text_count; i-- > 0;)
		if (s->texts[i].port == s->port && is_within(s->texts[i].rect, rect))
			take_out(s, i);
	if (!*text)
		return;
	report(s, text, kind);
	if (s->text_count == STAGE_TEXTS)
		take_out(s, 0);
	shown = &s->texts[s->text_count];
	*shown = (struct shown_text){ .text = exh_stage_copy(text),
				      .port = s->port,
				      .kind = (uint8_t)kind,
				      .rect = rect };
	s->text_count += shown->text != NULL;
}

void exh_stage_forget_texts(stage *s, unsigned port)
{
	for (size_t i = s->text_count; i-- > 0;)
		if (s->texts[i].port == port)
			take_out(s, i);
}

void exh_stage_texts_free(stage *s)
{
	while (s->text_count)
		take_out(s, s->text_count - 1);
}

/* Clips a rectangle to the screen; an empty one at the corner if it lies outside. */
static struct exh_rect on_screen(struct rect rect)
{
	const struct rect screen = { 0, 0, STAGE_WIDTH, STAGE_HEIGHT };
	const struct rect r = exh_stage_clip(rect, screen);

	if (stage_rect_is_empty(r))
		return (struct exh_rect){ 0 };
	return (struct exh_rect){ (uint16_t)r.left, (uint16_t)r.top,
				  (uint16_t)(r.right - r.left),
				  (uint16_t)(r.bottom - r.top) };
}

bool exh_sci_engine_text(const struct exh_sci_engine *s, size_t number,
			 struct exh_sci_shown_text *out)
{
	const struct shown_text *shown = &s->texts[number];

	if (number >= s->text_count)
		return false;
	*out = (struct exh_sci_shown_text){
		.kind = (enum exh_sci_text_kind)shown->kind,
		.text = shown->text,
		.window = shown->port,
		.rect = on_screen(shown->rect),
	};
	return true;
}

/* Returns a rectangle in the picture window. */
static struct exh_rect rect_of(stage *s, reg object, enum stage_selector top)
{
	return on_screen(
		stage_rect_moved(exh_stage_get_rect(s, object, top), 0, STAGE_TOP));
}

bool exh_sci_engine_cast(const struct exh_sci_engine *engine, size_t number,
			 struct exh_sci_cast_member *out)
{
	stage *s = (stage *)engine;
	const struct cast_member *m = &s->cast[number];

	if (number >= s->cast_count)
		return false;
	*out = (struct exh_sci_cast_member){
		.object = m->object,
		.x = exh_stage_get(s, m->object, SEL_X),
		.y = STAGE_TOP + m->y - m->z,
		.view = m->view,
		.loop = m->loop,
		.cel = m->cel,
		.signal = m->signal,
		.priority = m->priority,
		.is_shown = !(m->signal & SIGNAL_HIDDEN),
		.seen = rect_of(s, m->object, SEL_NS_TOP),
		.base = rect_of(s, m->object, SEL_BR_TOP),
	};
	return true;
}
