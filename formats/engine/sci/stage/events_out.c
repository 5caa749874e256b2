#include "exhume/cp437.h"

#include "stage.h"

#include <string.h>

enum { TEXT_LIMIT = 1 << 14, MOST_FIELDS = 6 };

/* Of one line, in UTF-8, with a NUL. */
static const char *shown(const char *text, struct exh_writer *out)
{
	exh_cp437_to_utf8((struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 },
			  EXH_CP437_TEXT, out);
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
			event.fields[i].text = shown(fields[i].text, &texts[i]);
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
