#include "shown.h"

#include "events_out.h"
#include "ports.h"
#include "screen.h"
#include "sources.h"

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
	const struct port *p = exh_stage_port(s);
	struct shown_text *shown;

	rect = stage_rect_moved(rect, p->origin_x, p->origin_y);
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

bool exh_sci0_engine_text(const struct exh_sci0_engine *s, size_t number,
			  struct exh_sci0_shown_text *out)
{
	const struct shown_text *shown = &s->texts[number];
	struct rect r;

	if (number >= s->text_count)
		return false;
	r = exh_stage_clip(shown->rect, (struct rect){ 0, 0, STAGE_WIDTH, STAGE_HEIGHT });
	if (stage_rect_is_empty(r))
		r = (struct rect){ 0 };
	*out = (struct exh_sci0_shown_text){
		.kind = (enum exh_sci0_text_kind)shown->kind,
		.text = shown->text,
		.window = shown->port,
		.rect = { (uint16_t)r.left, (uint16_t)r.top, (uint16_t)(r.right - r.left),
			  (uint16_t)(r.bottom - r.top) },
	};
	return true;
}
