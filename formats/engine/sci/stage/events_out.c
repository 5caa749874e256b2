#include "stage.h"

#include "exhume/base.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"

#include <string.h>

enum { TEXT_LIMIT = 1 << 14, MOST_FIELDS = 6 };

/* Lines that players type and read are in the game's code page. */
static void put_utf8(const stage *s, const struct exh_event_field *field,
		     struct exh_writer *out)
{
	const struct exh_code_page *page = s->program->page;
	const struct exh_bytes text = { (const uint8_t *)field->text, strlen(field->text),
					0 };
	const bool is_line = !strcmp(field->key, "line") || !strcmp(field->key, "text");

	if (strcmp(field->key, "spec") == 0)
		exh_sci_said_to_utf8(text, s->program->lexicon ? page : NULL, out);
	else
		exh_code_page_to_utf8(page, text,
				      is_line ? EXH_CP437_TEXT : EXH_CP437_NAME, out);
}

/* The text of a field on one line, in UTF-8, with a NUL. */
static const char *shown(const stage *s, const struct exh_event_field *field,
			 struct exh_writer *out)
{
	put_utf8(s, field, out);
	exh_write_u8(out, 0);
	if (out->failed)
		return "";
	for (size_t i = 0; i + 1 < out->size; i++)
		if (out->data[i] < ' ')
			out->data[i] = ' ';
	return (const char *)out->data;
}

void exh_stage_report(stage *s, const char *name, const struct exh_event_field *fields,
		      size_t count)
{
	struct exh_writer texts[MOST_FIELDS];
	struct exh_event event = {
		.frame = s->steps, .tick = s->tick, .name = name, .count = count
	};

	if (!exh_stage_is_heard(s) || count > MOST_FIELDS)
		return;
	for (size_t i = 0; i < count; i++) {
		texts[i] = (struct exh_writer){ .limit = TEXT_LIMIT };
		event.fields[i] = fields[i];
		if (fields[i].text)
			event.fields[i].text = shown(s, &fields[i], &texts[i]);
	}
	s->host->trace(s->host->context, &event);
	for (size_t i = 0; i < count; i++)
		exh_writer_free(&texts[i]);
}

void exh_stage_lacks(stage *s, unsigned type, unsigned number, const char *why)
{
	s->missing++;
	if (s->resources.lacks)
		s->resources.lacks(s->resources.context, type, number, why);
}
