#include "exhume/engine.h"
#include "exhume/advanced/engine.h"

#include "../base/common.h"

#include <inttypes.h>

void exh_event_print(const struct exh_event *event, struct exh_writer *out)
{
	exh_write_format(out, "%" PRIu64 "\t%" PRIu64 "\t", event->frame, event->tick);
	write_text(out, event->name);
	for (size_t i = 0; i < event->count && i < EXH_EVENT_FIELDS; i++) {
		const struct exh_event_field *field = &event->fields[i];

		write_text(out, "\t");
		write_text(out, field->key);
		write_text(out, "=");
		if (field->text)
			write_text(out, field->text);
		else
			exh_write_format(out, "%" PRId64, field->number);
	}
	write_text(out, "\n");
}
