#include "parse.h"

#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OUTPUT_LIMIT = 1 << 30,
	TEXT_LIMIT = 1 << 24, /* size of a spec's text */
	BYTES_A_LINE = 12,    /* in C code */
};

/* All texts that may be printed of a spec; to be freed. */
struct texts {
	struct exh_writer hex, text, tree;
};

static void put_hex(struct exh_writer *out, struct exh_bytes code)
{
	for (size_t i = 0; i < code.size; i++)
		text_put(out, "%02x", code.data[i]);
}

static void put_writer(struct exh_writer *out, const struct exh_writer *text)
{
	exh_write_bytes(out, text->data, text->size);
	out->failed |= text->failed;
}

static void put_spec(const struct said_out *out, struct exh_bytes code,
		     struct exh_writer *text)
{
	struct exh_writer plain = { .limit = TEXT_LIMIT };

	(void)!exh_sci_said_decompile(code, out->lexicon, &plain, NULL);
	exh_sci_said_to_utf8(exh_writer_bytes(&plain),
			     out->lexicon ? out->lexicon->page : NULL, text);
	text->failed |= plain.failed;
	exh_writer_free(&plain);
}

static void report_in_bytes(struct report *report, const struct said_place *place,
			    bool is_error, const char *text)
{
	char script[32] = "";

	if (place->is_script)
		snprintf(script, sizeof script, "script %u: ", place->script);
	(is_error ? report_error : report_warning)(
		report, place->file, place->file_offset, "%s%s", script, text);
}

void said_report_at(struct report *report, const struct said_place *place, size_t column,
		    bool is_error, const char *text)
{
	char file[1024];

	if (!place->line) {
		report_in_bytes(report, place, is_error, text);
		return;
	}
	snprintf(file, sizeof file, "%.900s%s%zu:%zu",
		 place->file ? place->file : "spec ", place->file ? ":" : "", place->line,
		 column);
	(is_error ? report_error : report_warning)(report, file, EXH_NO_OFFSET, "%s",
						   text);
}

/* Appends the tree; false for a spec without one. Reports faults that the interpreter
 * rejects. */
static bool put_tree(struct exh_bytes code, const struct said_place *place,
		     struct report *report, struct exh_writer *out)
{
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree = { nodes, 0, EXH_SCI_TREE_NODES };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err;
	const bool good = !exh_sci_said_tree(code, &tree, NULL, &notes, &err);
	char text[320];

	if (good) {
		exh_sci_tree_print(&tree, out);
	} else {
		snprintf(text, sizeof text, "no game accepts this spec: %s", err.text);
		said_report_at(report, place, 1, false, text);
	}
	for (const struct exh_note *note = notes.first; note; note = note->next)
		said_report_at(report, place, 1, false, note->text);
	exh_arena_free(&arena);
	return good;
}

/*
 * Formats.
 */

static void add_bytes_of_c(struct exh_writer *out, struct exh_bytes code)
{
	for (size_t i = 0; i < code.size; i++)
		text_put(out, "%s0x%02x,", i % BYTES_A_LINE ? " " : "\n\t", code.data[i]);
}

/* Appends C code with line comments, since specs may contain the end of a block
 * comment. */
static void add_c(struct said_out *out, struct exh_bytes code, const struct texts *texts)
{
	text_put(&out->bytes, "// '");
	put_writer(&out->bytes, &texts->text);
	text_put(&out->bytes, "'\nstatic const unsigned char said_%zu[] = {",
		 out->count - 1);
	add_bytes_of_c(&out->bytes, code);
	text_put(&out->bytes, "\n};\n");
}

static void add_tsv(struct said_out *out, const struct said_place *place,
		    const struct texts *texts)
{
	if (out->scripts)
		text_put(&out->bytes, "%u\t%zu\t", place->script, place->offset);
	else
		text_put(&out->bytes, "%zu\t", out->count - 1);
	put_writer(&out->bytes, &texts->hex);
	exh_write_u8(&out->bytes, '\t');
	put_writer(&out->bytes, &texts->text);
	if (out->tree)
		exh_write_u8(&out->bytes, '\t');
	if (out->tree)
		put_writer(&out->bytes, &texts->tree);
	exh_write_u8(&out->bytes, '\n');
}

struct said {
	struct said_place place;
	bool has_script, has_offset;
	size_t column;
	const char *error;
	struct exh_bytes hex;
	struct json *text, *tree;
};

static const struct field tree_field[] = {
	{ .name = "",
	  .type = FIELD_TEXT,
	  .flags = FIELD_NULLABLE,
	  .meaning = "the parse tree; null: no game accepts the spec" },
};
static const struct fields tree_fields = FIELDS("tree", const char *, tree_field);

static const struct field said_fields[] = {
	FIELD_AS("script", struct said, place.script, NULL,
		 "number of the script with the spec",
		 FIELD_HAS(struct said, has_script)),
	FIELD_AS("line", struct said, place.line, NULL,
		 "line in the file, or number of the operand, from 1", FIELD_IF_ANY),
	FIELD_AS("offset", struct said, place.offset, "bytes",
		 "offset in the script or file", FIELD_HAS(struct said, has_offset)),
	FIELD(struct said, column, NULL, "column of the error, from 1", FIELD_IF_ANY),
	FIELD(struct said, error, NULL, "why the spec is invalid", FIELD_IF_ANY),
	FIELD(struct said, hex, NULL, "bytes of the spec", FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct said, text, &text_fields, "the spec as text",
		   FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct said, tree, &tree_fields,
		   "tree of the spec, with --tree; null: no game accepts the spec",
		   FIELD_IF_ANY),
};
const struct fields said_out_fields = FIELDS("spec", struct said, said_fields);

static struct said row_at(const struct said_out *out, const struct said_place *place)
{
	return (struct said){ .place = *place,
			      .has_script = out->scripts,
			      .has_offset = !place->line };
}

static void add_json(struct said_out *out, struct exh_bytes code,
		     const struct said_place *place, const struct texts *texts,
		     bool has_tree)
{
	struct said row = row_at(out, place);

	row.hex = code;
	row.text = json_of_written(&texts->text);
	if (out->tree)
		row.tree = has_tree ? json_of_written(&texts->tree) : json_new_null();
	json_push(out->list, fields_to_json(&said_out_fields, &row));
}

static void add_line(struct said_out *out, const struct exh_writer *text)
{
	put_writer(&out->bytes, text);
	exh_write_u8(&out->bytes, '\n');
}

void said_out_begin(struct said_out *out)
{
	out->bytes = (struct exh_writer){ .limit = OUTPUT_LIMIT };
	if (out->format != SAID_TSV || out->check)
		return;
	text_put(&out->bytes, "#%shex\ttext%s\n",
		 out->scripts ? "script\toffset\t" : "spec_no\t",
		 out->tree ? "\ttree" : "");
}

/* True if the spec compiles back to itself. Specs of no game need not fit the grammar. */
static bool is_same_again(const struct said_out *out, struct exh_bytes code, bool fits)
{
	struct exh_writer text = { .limit = TEXT_LIMIT }, again = { .limit = TEXT_LIMIT };
	const bool same =
		!exh_sci_said_decompile(code, out->lexicon, &text, NULL) &&
		!exh_sci_said_compile(exh_writer_bytes(&text), out->lexicon,
				      fits ? EXH_SCI_SAID_STRICT : EXH_SCI_SAID_LENIENT,
				      &again, NULL) &&
		bytes_are_same(exh_writer_bytes(&again), code);

	exh_writer_free(&text);
	exh_writer_free(&again);
	return same;
}

static void add_formatted(struct said_out *out, struct exh_bytes code,
			  const struct said_place *place, const struct texts *texts,
			  bool has_tree)
{
	if (out->list)
		add_json(out, code, place, texts, has_tree);
	switch (out->format) {
	case SAID_BINARY:
		exh_write_bytes(&out->bytes, code.data, code.size);
		break;
	case SAID_C:
		add_c(out, code, texts);
		break;
	case SAID_TSV:
		add_tsv(out, place, texts);
		break;
	case SAID_TEXT:
		add_line(out, out->tree ? &texts->tree : &texts->text);
		break;
	case SAID_HEX:
		add_line(out, out->tree ? &texts->tree : &texts->hex);
		break;
	default:
		break;
	}
}

void said_out_add(struct said_out *out, struct exh_bytes code,
		  const struct said_place *place, struct report *report)
{
	struct texts texts = { .hex = { .limit = OUTPUT_LIMIT },
			       .text = { .limit = OUTPUT_LIMIT },
			       .tree = { .limit = OUTPUT_LIMIT } };
	const bool fits = put_tree(code, place, report, &texts.tree);

	out->count++;
	if (out->check) {
		if (!is_same_again(out, code, fits)) {
			out->different_count++;
			said_report_at(report, place, 1, true,
				       "it does not compile to the original bytes");
		}
	} else {
		put_hex(&texts.hex, code);
		put_spec(out, code, &texts.text);
		add_formatted(out, code, place, &texts, fits);
	}
	exh_writer_free(&texts.hex);
	exh_writer_free(&texts.text);
	exh_writer_free(&texts.tree);
}

void said_out_fail(struct said_out *out, const struct said_place *place, size_t column,
		   const char *text, struct report *report)
{
	static const struct texts none;
	struct said row = row_at(out, place);

	said_report_at(report, place, column, true, text);
	out->count++;
	out->failed_count++;
	if (out->check)
		return;
	row.column = column;
	row.error = text;
	if (out->list)
		json_push(out->list, fields_to_json(&said_out_fields, &row));
	if (out->format == SAID_TSV)
		add_tsv(out, place, &none);
	else if (out->format == SAID_TEXT || out->format == SAID_HEX)
		exh_write_u8(&out->bytes, '\n');
}
