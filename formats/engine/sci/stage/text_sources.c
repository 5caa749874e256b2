#include "stage.h"

#include <stdio.h>
#include <string.h>

static void report(stage *s, unsigned resource, unsigned number)
{
	const struct exh_event_field fields[] = { { "resource", NULL, resource },
						  { "number", NULL, number } };

	exh_stage_report(s, "message", fields, 2);
}

/* The resource, or only its text of this number, is missing. */
static void lack(stage *s, unsigned resource, unsigned number)
{
	struct exh_bytes first;
	char why[48];

	snprintf(why, sizeof why, "it has no text %u", number);
	exh_stage_lacks(s, EXH_SCI_TEXT, resource,
			exh_sci_program_text(s->program, resource, 0, &first) ? why
									      : NULL);
}

void exh_stage_note_source(void *context, unsigned resource, unsigned number,
			   struct exh_bytes text)
{
	stage *s = context;

	if (!text.data)
		lack(s, resource, number);
	report(s, resource, number);
	if (!exh_stage_is_heard(s) || !text.size)
		return;
	s->sources[s->next_source] = (struct text_source){ .size = (uint32_t)text.size,
							   .crc32 = exh_crc32(text),
							   .resource = (uint16_t)resource,
							   .number = (uint16_t)number };
	s->next_source = (s->next_source + 1) % STAGE_SOURCES;
}

const struct text_source *exh_stage_source(const stage *s, const char *text)
{
	const struct exh_bytes bytes = { (const uint8_t *)text, strlen(text), 0 };
	const uint32_t crc = exh_crc32(bytes);

	for (size_t i = 1; bytes.size && i <= STAGE_SOURCES; i++) {
		const struct text_source *source =
			&s->sources[(s->next_source + STAGE_SOURCES - i) % STAGE_SOURCES];

		if (source->size == bytes.size && source->crc32 == crc)
			return source;
	}
	return NULL;
}
