#include "parse.h"

#include "task/text.h"

/* Appends a spec's text, or a part of it, in UTF-8. */
static void put_said(const struct parse_run *run, struct exh_bytes text,
		     struct exh_writer *out)
{
	exh_sci_said_to_utf8(text, run->source->words.lexicon.page, out);
}

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

/* True if a spec is shown: --matching omits those that do not match. */
static bool is_shown(const struct parse_run *run, enum exh_sci_said_result result)
{
	return result != EXH_SCI_SAID_NO || !run->request->matching;
}

/* True if the table has places, with --said-script; the table of --matrix has only
 * numbers. */
static bool has_places(const struct parse_run *run)
{
	return run->request->said_scripts.count && !run->request->matrix;
}

/* Finds the failing part, for --why. */
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

/* Appends a spec's place, which is empty for a spec from no script, and its text. */
static void put_place_columns(const struct parse_run *run, const struct said_spec *spec,
			      struct exh_writer *out)
{
	exh_write_u8(out, '\t');
	if (spec->script >= 0)
		put_number(out, (size_t)spec->script);
	exh_write_u8(out, '\t');
	if (spec->script >= 0)
		put_number(out, spec->offset);
	exh_write_u8(out, '\t');
	put_said(run, spec->text, out);
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
			put_place_columns(run, spec, out);
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
			put_said(run, spec->text, out);
		if (spec->script >= 0)
			text_put(out, "  (script %d, offset %zu)", spec->script,
				 spec->offset);
		if (find_reason(run, spec, room, result, &part)) {
			text_put(out, "  (fails: ");
			put_said(run, part, out);
			text_put(out, ")");
		}
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

#define FIELD_PLACE(row, spec)                                     \
	FIELD_AS("script", row, spec.script, NULL,                 \
		 "number of the script that has the spec, if any", \
		 FIELD_HAS(row, spec.has_script)),                 \
		FIELD_AS("offset", row, spec.offset, "bytes",      \
			 "offset of the spec in the script",       \
			 FIELD_HAS(row, spec.has_script))

struct match {
	struct said_spec spec;
	struct exh_bytes text;
	unsigned result;
	bool fails;
	struct exh_bytes part;
};

static const struct field match_fields[] = {
	FIELD_AS("spec_no", struct match, spec.number, NULL,
		 "number of the spec, from 0; for specs from a file by line"),
	FIELD(struct match, result, NULL,
	      "0: no match; 1: a match that does not claim the event; 2: a match that "
	      "claims it",
	      .most = 2),
	FIELD_PLACE(struct match, spec),
	FIELD_OF("spec", FIELD_UTF8, struct match, text, NULL,
		 "text of the spec, if a script has it",
		 FIELD_HAS(struct match, spec.has_script)),
	FIELD_OF("fails", FIELD_UTF8, struct match, part, NULL,
		 "the part of the spec that does not match, with --why",
		 FIELD_HAS(struct match, fails)),
};
const struct fields parse_match_fields = FIELDS("match", struct match, match_fields);

struct spec {
	struct said_spec spec;
	struct exh_bytes text;
	struct json *given;
};

static const struct field spec_fields[] = {
	FIELD_AS("spec_no", struct spec, spec.number, NULL,
		 "number of the spec, from 0; for specs from a file by line"),
	FIELD_PLACE(struct spec, spec),
	FIELD_AS("hex", struct spec, spec.code, NULL, "bytes of the spec"),
	FIELD_OF("text", FIELD_UTF8, struct spec, text, NULL,
		 "text of the spec, as said-compile writes it"),
	FIELD_MADE(FIELD_JSON, struct spec, given, &text_fields,
		   "the spec as it was given, if it was given as text", FIELD_IF_ANY),
};
const struct fields parse_spec_fields = FIELDS("spec", struct spec, spec_fields);

static struct json *match_to_json(const struct parse_run *run,
				  const struct said_spec *spec,
				  const struct parse_room *room,
				  enum exh_sci_said_result result)
{
	struct exh_writer text = { .limit = SIZE_MAX }, part = { .limit = SIZE_MAX };
	struct match row = { .spec = *spec, .result = result };
	struct json *json;

	put_said(run, spec->text, &text);
	row.text = exh_writer_bytes(&text);
	row.fails = find_reason(run, spec, room, result, &row.part);
	if (row.fails)
		put_said(run, row.part, &part);
	row.part = exh_writer_bytes(&part);
	json = fields_to_json(&parse_match_fields, &row);
	exh_writer_free(&text);
	exh_writer_free(&part);
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

struct json *parse_match_specs_to_json(const struct parse_run *run)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < run->specs->count; i++) {
		struct spec row = { .spec = run->specs->items[i] };
		struct exh_writer text = { .limit = SIZE_MAX };

		put_said(run, row.spec.text, &text);
		row.text = exh_writer_bytes(&text);
		if (row.spec.given.data)
			row.given = sentence_text_to_json(row.spec.given);
		json_push(list, fields_to_json(&parse_spec_fields, &row));
		exh_writer_free(&text);
	}
	return list;
}
