#include "play.h"

#include "task/text.h"

enum { ROW_LIMIT = 1 << 16 };

const char *const transcript_choices[] = { "auto", "text", "tsv", "json", NULL };

enum transcript_format transcript_choose(enum transcript_format choice, const char *path)
{
	if (choice != TRANSCRIPT_AUTO)
		return choice;
	return file_has_ending(path, ".tsv")	? TRANSCRIPT_TSV
	       : file_has_ending(path, ".json") ? TRANSCRIPT_JSON
						: TRANSCRIPT_TEXT;
}

enum exh_status transcript_open(struct transcript *transcript,
				const struct engine_type *type,
				enum transcript_format format, const char *path,
				bool force, struct exh_error *err)
{
	const enum exh_status status =
		text_stream_open(&transcript->stream, path, force, err);

	transcript->type = type;
	transcript->format = format;
	transcript->row.limit = ROW_LIMIT;
	if (!status && format == TRANSCRIPT_TSV)
		type->transcript_head(&transcript->stream.text);
	return status;
}

/* The row can't be replaced any more. */
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

enum exh_status transcript_close(struct transcript *transcript, enum exh_status status,
				 struct exh_error *err)
{
	if (transcript->stream.is_open) {
		pass_row(transcript);
		if (transcript->format == TRANSCRIPT_JSON)
			text_put(&transcript->stream.text,
				 transcript->rows ? "\n]\n" : "[]\n");
	}
	exh_writer_free(&transcript->row);
	return text_stream_close(&transcript->stream, status, err);
}
