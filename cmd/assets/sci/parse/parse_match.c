#include "parse.h"

#include "task/json.h"
#include "task/text.h"

#include <exhume/cp437.h>

static enum exh_sci_said_result match(const struct parse_run *run,
				      const struct said_spec *spec,
				      const struct parse_room *room)
{
	if (run->options.interpreter != EXH_SCI_FREESCI)
		return exh_sci_said_match(&spec->said, &room->input);
	return room->sentence.tree.count
		       ? exh_sci_said_match_freesci(&spec->tree, &room->sentence.tree)
		       : EXH_SCI_SAID_NO;
}

/* --matching leaves the others out. */
static bool is_shown(const struct parse_run *run, enum exh_sci_said_result result)
{
	return result != EXH_SCI_SAID_NO || !run->request->matching;
}

/* With --said-script the table has places; that of --matrix stays numbers. */
static bool has_places(const struct parse_run *run)
{
	return run->request->said_scripts.count && !run->request->matrix;
}

/* With --why: the part that fails. */
static bool find_reason(const struct parse_run *run, const struct said_spec *spec,
			const struct parse_room *room, enum exh_sci_said_result result,
			struct exh_bytes *part)
{
	return run->request->reason && result == EXH_SCI_SAID_NO &&
	       room->sentence.tree.count &&
	       said_spec_explain(spec, &run->source->words.lexicon, &room->input, part);
}

static void put_number(struct exh_writer *out, size_t number)
{
	char digits[24], *at = digits + sizeof digits;

	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	exh_write_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

void parse_match_put_head(const struct parse_run *run, struct exh_writer *out)
{
	text_put(out, "#sentence_no\tspec_no\tresult%s\n",
		 has_places(run) ? "\tscript\toffset\tspec" : "");
}

/* Empty, for a spec of no script. */
static void put_place_columns(const struct said_spec *spec, struct exh_writer *out)
{
	exh_write_u8(out, '\t');
	if (spec->script >= 0)
		put_number(out, (size_t)spec->script);
	exh_write_u8(out, '\t');
	if (spec->script >= 0)
		put_number(out, spec->offset);
	exh_write_u8(out, '\t');
	exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
}

void parse_match_put_rows(const struct parse_run *run, const struct parse_room *room,
			  size_t line, struct exh_writer *out)
{
	for (size_t i = 0; i < run->specs->count; i++) {
		const struct said_spec *spec = &run->specs->items[i];
		const enum exh_sci_said_result result = match(run, spec, room);

		if (!is_shown(run, result))
			continue;
		put_number(out, line);
		exh_write_u8(out, '\t');
		put_number(out, spec->number);
		exh_write_u8(out, '\t');
		exh_write_u8(out, (uint8_t)('0' + result));
		if (has_places(run))
			put_place_columns(spec, out);
		exh_write_u8(out, '\n');
	}
}

void parse_match_put_lines(const struct parse_run *run, const struct parse_room *room,
			   struct exh_writer *out)
{
	static const char *const words[] = { "no match", "match, not claimed", "match" };

	for (size_t i = 0; i < run->specs->count; i++) {
		const struct said_spec *spec = &run->specs->items[i];
		const enum exh_sci_said_result result = match(run, spec, room);
		struct exh_bytes part;

		if (!is_shown(run, result))
			continue;
		text_put(out, "  %-18s  ", words[result]);
		if (spec->given.data)
			exh_write_bytes(out, spec->given.data, spec->given.size);
		else
			exh_cp437_to_utf8(spec->text, EXH_CP437_TEXT, out);
		if (spec->script >= 0)
			text_put(out, "  (script %d, offset %zu)", spec->script,
				 spec->offset);
		if (find_reason(run, spec, room, result, &part)) {
			text_put(out, "  (fails: ");
			exh_cp437_to_utf8(part, EXH_CP437_TEXT, out);
			text_put(out, ")");
		}
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

static void add_place(const struct said_spec *spec, struct json *json)
{
	if (spec->script < 0)
		return;
	json_set_number(json, "script", spec->script);
	json_set_number(json, "offset", spec->offset);
}

static struct json *match_to_json(const struct parse_run *run,
				  const struct said_spec *spec,
				  const struct parse_room *room,
				  enum exh_sci_said_result result)
{
	struct json *json = json_new_object();
	struct exh_bytes part;

	json_set_number(json, "spec_no", spec->number);
	json_set_number(json, "result", result);
	add_place(spec, json);
	if (spec->script >= 0)
		json_set(json, "spec", json_of_cp437(spec->text));
	if (find_reason(run, spec, room, result, &part))
		json_set(json, "fails", json_of_cp437(part));
	return json;
}

struct json *parse_match_to_json(const struct parse_run *run,
				 const struct parse_room *room)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < run->specs->count; i++) {
		const struct said_spec *spec = &run->specs->items[i];
		const enum exh_sci_said_result result = match(run, spec, room);

		if (is_shown(run, result))
			json_push(list, match_to_json(run, spec, room, result));
	}
	return list;
}

struct json *parse_match_results_to_json(const struct parse_run *run,
					 const struct parse_room *room)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < run->specs->count; i++)
		json_push(list, json_new_number(match(run, &run->specs->items[i], room)));
	return list;
}

static struct json *spec_to_json(const struct said_spec *spec)
{
	struct json *json = json_new_object();

	json_set_number(json, "spec_no", spec->number);
	add_place(spec, json);
	json_set(json, "hex", json_of_hex(spec->code));
	json_set(json, "text", json_of_cp437(spec->text));
	if (spec->given.data)
		json_set(json, "given", sentence_text_to_json(spec->given));
	return json;
}

struct json *parse_match_specs_to_json(const struct parse_run *run)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < run->specs->count; i++)
		json_push(list, spec_to_json(&run->specs->items[i]));
	return list;
}
