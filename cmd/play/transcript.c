#include "play.h"

#include "task/text.h"

#include <string.h>

enum { ROW_LIMIT = 1 << 16 };

const char *const transcript_choices[] = { "auto", "text", "tsv", "json", NULL };

static const struct file_ending endings[] = { { ".tsv", TRANSCRIPT_TSV },
					      { ".json", TRANSCRIPT_JSON },
					      { NULL, 0 } };

const struct exh_event_field *event_field(const struct exh_event *event, const char *key)
{
	for (size_t i = 0; i < event->count; i++)
		if (strcmp(event->fields[i].key, key) == 0)
			return &event->fields[i];
	return NULL;
}

long long event_number(const struct exh_event *event, const char *key)
{
	const struct exh_event_field *field = event_field(event, key);

	return field ? field->number : 0;
}

const char *event_text(const struct exh_event *event, const char *key)
{
	const struct exh_event_field *field = event_field(event, key);

	return field && field->text ? field->text : "";
}

bool transcript_open(struct transcript *transcript, const struct engine_type *type,
		     enum transcript_format format, const char *path,
		     struct report *report)
{
	if (!text_stream_open(&transcript->stream, path, report))
		return false;
	transcript->type = type;
	transcript->format = format == TRANSCRIPT_AUTO
				     ? file_ending_value(path, endings, TRANSCRIPT_TEXT)
				     : format;
	transcript->row.limit = ROW_LIMIT;
	if (path && transcript->format == TRANSCRIPT_TSV)
		type->transcript_head(&transcript->stream.text);
	return true;
}

/* Passes the row to the stream; it can't be replaced any more. */
static void pass_row(struct transcript *transcript)
{
	struct exh_writer *out = &transcript->stream.text;
	const bool is_json = transcript->format == TRANSCRIPT_JSON;

	if (!transcript->row.size)
		return;
	if (is_json)
		text_put(out, transcript->rows ? ",\n" : "[\n");
	exh_write_bytes(out, transcript->row.data, transcript->row.size);
	if (!is_json)
		text_put(out, "\n");
	transcript->rows++;
	transcript->row.size = 0;
}

void transcript_take(struct transcript *transcript, const void *player,
		     const struct exh_event *event)
{
	struct exh_writer row = { .limit = ROW_LIMIT };
	const enum transcript_row kind =
		transcript->type->transcribe(player, event, transcript->format, &row);

	if (!row.size || row.failed) {
		exh_writer_free(&row);
		return;
	}
	if (kind != TRANSCRIPT_REPLACES || !transcript->may_be_replaced)
		pass_row(transcript);
	exh_writer_free(&transcript->row);
	transcript->row = row;
	transcript->may_be_replaced = kind == TRANSCRIPT_REPLACES;
}

bool transcript_close(struct transcript *transcript, bool good)
{
	if (transcript->stream.is_open) {
		pass_row(transcript);
		if (transcript->format == TRANSCRIPT_JSON)
			text_put(&transcript->stream.text,
				 transcript->rows ? "\n]\n" : "[]\n");
	}
	exh_writer_free(&transcript->row);
	return text_stream_close(&transcript->stream, good);
}
