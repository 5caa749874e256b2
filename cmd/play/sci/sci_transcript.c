#include "play_sci.h"

#include "task/json.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { CELL_LIMIT = 64 };

/* Columns between "what", "room", "score" and "tick", with the names of their event
 * fields. */
static const struct column {
	const char *name;
	const char *keys[4]; /* NULL-terminated */
} columns[] = {
	{ "text", { "line", "spec", "text" } },
	{ "result", { "result" } },
	{ "object", { "object" } },
	{ "script", { "script" } },
	{ "claims", { "claims" } },
	{ "window", { "window" } },
	{ "resource", { "resource" } },
	{ "number", { "number" } },
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Returns the event's field for this column; NULL: none. */
static const struct exh_event_field *field_of(const struct exh_event *event,
					      const struct column *column)
{
	const struct exh_event_field *field = NULL;

	for (const char *const *key = column->keys; *key && !field; key++)
		field = event_field(event, *key);
	return field;
}

/* Value of a condition's name. */
struct cell {
	struct exh_writer out;
	const char *text; /* "" if there is no value */
};

static struct cell value_of(const void *player, const char *name)
{
	struct cell cell = { .out = { .limit = CELL_LIMIT } };
	const bool is_there = sci_value(player, name, &cell.out);

	exh_write_u8(&cell.out, 0);
	cell.text = is_there && !cell.out.failed ? (char *)cell.out.data : "";
	return cell;
}

static bool is_room(const struct exh_event *event)
{
	return strcmp(event->name, "room") == 0;
}

/*
 * A table.
 */

void sci_transcript_head(struct exh_writer *out)
{
	text_put(out, "what\troom\tscore");
	for (size_t i = 0; i < COLUMNS; i++)
		text_put(out, "\t%s", columns[i].name);
	text_put(out, "\ttick\n");
}

static void put_cells(const struct exh_event *event, struct exh_writer *out)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		const struct exh_event_field *field =
			is_room(event) ? NULL : field_of(event, &columns[i]);

		text_put(out, "\t");
		if (field && field->text)
			text_put(out, "%s", field->text);
		else if (field)
			text_put(out, "%lld", (long long)field->number);
	}
	text_put(out, "\t%llu", (unsigned long long)event->tick);
}

/*
 * JSON.
 */

/* Returns a number if the text is one. */
static struct json *json_value(const char *text)
{
	char *end;
	const long number = strtol(text, &end, 10);

	return *text && !*end ? json_new_number(number) : json_of_text(text);
}

static struct json *json_field(const struct exh_event_field *field)
{
	if (field->text)
		return json_of_text(field->text);
	return strcmp(field->key, "claims") == 0
		       ? json_new_flag(field->number)
		       : json_new_number((int64_t)field->number);
}

static void put_json(const struct exh_event *event, const char *room, const char *score,
		     struct exh_writer *out)
{
	struct json *object = json_new_object();

	json_set_text(object, "what", event->name);
	json_set(object, "room", json_value(room));
	json_set(object, "score", json_value(score));
	for (size_t i = 0; i < COLUMNS && !is_room(event); i++) {
		const struct exh_event_field *field = field_of(event, &columns[i]);

		if (field)
			json_set(object, columns[i].name, json_field(field));
	}
	json_set_number(object, "tick", event->tick);
	json_write(object, JSON_SPACED, out);
	json_free(object);
}

/*
 * Text.
 */

static void put_typed(const struct exh_event *event, const char *room, const char *score,
		      struct exh_writer *out)
{
	const char *result = event_text(event, "result");

	text_put(out, "[room %s, score %s] > %s", room, score, event_text(event, "line"));
	if (strcmp(result, "understood") != 0)
		text_put(out, "  (%s)", result);
}

static void put_words(const struct exh_event *event, const char *room, const char *score,
		      struct exh_writer *out)
{
	const char *text = event_text(event, "text");

	if (is_room(event))
		text_put(out, "room %s", room);
	else if (!strcmp(event->name, "typed"))
		put_typed(event, room, score, out);
	else if (!strcmp(event->name, "said"))
		text_put(out, "  %s %s, script %lld: %s",
			 event_number(event, "claims") ? "claimed by" : "matched by",
			 event_text(event, "object"), event_number(event, "script"),
			 event_text(event, "spec"));
	else if (!strcmp(event->name, "text"))
		text_put(out, "  %s", text);
	else
		text_put(out, "  %s: %s", event->name, text);
	if (event_field(event, "resource"))
		text_put(out, "  [text %lld, %lld]", event_number(event, "resource"),
			 event_number(event, "number"));
}

/*
 * Events.
 */

static bool is_one(const struct exh_event *event)
{
	static const char *const names[] = { "typed",  "said",	"text",
					     "button", "field", "room" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(event->name, names[i]) == 0)
			return true;
	return false;
}

/* Only the last version of an edited field counts; the game shows it anew with each
 * key. */
enum transcript_row sci_transcribe(const void *player, const struct exh_event *event,
				   enum transcript_format format, struct exh_writer *out)
{
	struct cell room, score;

	if (!is_one(event))
		return TRANSCRIPT_NONE;
	room = value_of(player, "room");
	score = value_of(player, "score");
	if (format == TRANSCRIPT_TSV) {
		text_put(out, "%s\t%s\t%s", event->name, room.text, score.text);
		put_cells(event, out);
	} else if (format == TRANSCRIPT_JSON) {
		put_json(event, room.text, score.text, out);
	} else {
		put_words(event, room.text, score.text, out);
	}
	exh_writer_free(&room.out);
	exh_writer_free(&score.out);
	return strcmp(event->name, "field") == 0 ? TRANSCRIPT_REPLACES : TRANSCRIPT_ROW;
}
