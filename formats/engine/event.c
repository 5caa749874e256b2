#include "exhume/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void put_text(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

static void put_number(struct exh_writer *out, int64_t number)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRId64, number);
	put_text(out, text);
}

void exh_event_print(const struct exh_event *event, struct exh_writer *out)
{
	put_number(out, (int64_t)event->frame);
	put_text(out, "\t");
	put_number(out, (int64_t)event->tick);
	put_text(out, "\t");
	put_text(out, event->name);
	for (size_t i = 0; i < event->count && i < EXH_EVENT_FIELDS; i++) {
		const struct exh_event_field *field = &event->fields[i];

		put_text(out, "\t");
		put_text(out, field->key);
		put_text(out, "=");
		if (field->text)
			put_text(out, field->text);
		else
			put_number(out, field->number);
	}
	put_text(out, "\n");
}
