#include "text.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_script.h>

#include <string.h>

enum { AS_TABLE, AS_JSON, TEXT_LIMIT = 1 << 20 };

static const struct sci_text_options usual = { .as_table = true };

static enum exh_status keep(struct asset *asset, struct exh_bytes *items, size_t count,
			    struct exh_error *err)
{
	struct sci_strings *strings =
		mem_arena_try(asset->arena, 1, sizeof *strings, err);

	if (!strings)
		return EXH_NO_MEMORY;
	*strings = (struct sci_strings){ items, count };
	asset->thing = strings;
	return EXH_OK;
}

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_text text;
	const enum exh_status status =
		exh_sci_text_read(asset->bytes, asset->arena, &text, notes, err);

	(void)options;
	return status ? status : keep(asset, text.strings, text.count, err);
}

static enum exh_status read_script(const void *options, struct asset *asset,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_script script;
	const enum exh_status status =
		exh_sci_script_read(asset->bytes, asset->arena, &script, notes, err);

	(void)options;
	return status ? status : keep(asset, script.strings, script.string_count, err);
}

/*
 * Tables.
 */

void sci_text_put_columns(bool with_hits, struct exh_writer *out)
{
	text_put(out, "#type\tnumber\tindex\toffset\t%stext\n",
		 with_hits ? "line\tcolumn\t" : "");
}

void sci_text_put_place(const struct asset *asset, size_t index, struct exh_writer *out)
{
	const struct exh_bytes *string = &sci_strings_of(asset)->items[index];

	text_put(out, "%s\t", asset->assets->kind->name);
	if (asset->number == ASSET_NO_NUMBER)
		text_put(out, "-");
	else
		text_put(out, "%u", asset->number);
	text_put(out, "\t%zu\t%zu\t", index, sci_string_offset(asset, string));
}

/* Makes a table. A spreadsheet may open the file: its cells are safe. */
static void put_table(const struct text_encoding *encoding, const struct asset *asset,
		      struct exh_writer *out)
{
	const struct sci_strings *strings = sci_strings_of(asset);

	sci_text_put_columns(false, out);
	for (size_t i = 0; i < strings->count; i++) {
		size_t start;

		sci_text_put_place(asset, i, out);
		start = out->size;
		text_escape_bytes(encoding, strings->items[i], out);
		text_guard_cell(out, start, true);
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

static const struct field hit_fields[] = {
	FIELD_AS("line", struct text_hit_row, hit.line, NULL,
		 "line in the string, from 1"),
	FIELD_AS("column", struct text_hit_row, hit.column, NULL,
		 "character in the line, from 1"),
	FIELD_MADE(FIELD_JSON, struct text_hit_row, text, &text_fields,
		   "the text that matched"),
};
const struct fields text_hit_fields = FIELDS("hit", struct text_hit_row, hit_fields);

static const char *const types[] = { "text", "script", NULL };
static const struct field string_fields[] = {
	FIELD(struct sci_text_string, type, NULL, "text or script; a text if missing",
	      .names = types, FIELD_OR_NONE),
	FIELD(struct sci_text_string, number, NULL,
	      "number of the resource; missing if the name of the file does not contain "
	      "it",
	      .most = ASSET_NO_NUMBER - 1, FIELD_HAS(struct sci_text_string, has_number)),
	FIELD(struct sci_text_string, index, NULL,
	      "index of the string in the resource, from 0"),
	FIELD(struct sci_text_string, offset, "bytes",
	      "offset of the string in the resource", .flags = FIELD_UNREAD),
	FIELD(struct sci_text_string, kind, NULL,
	      "how a script uses it: name (of an object), text or unused",
	      .flags = FIELD_OMITTED | FIELD_UNREAD),
	FIELD(struct sci_text_string, text, NULL,
	      "the string; its control characters are shown as code page 437 draws them"),
	FIELD(struct sci_text_string, bytes, NULL,
	      "bytes of the string, if the text cannot be converted back to them",
	      .flags = FIELD_OMITTED | FIELD_NO_COLUMN),
	FIELD_MADE(FIELD_JSON_LIST, struct sci_text_string, hits, &text_hit_fields,
		   "text found in the string, with --find",
		   .flags = FIELD_OMITTED | FIELD_UNREAD | FIELD_NO_COLUMN),
};
const struct fields sci_text_string_fields =
	FIELDS("string", struct sci_text_string, string_fields);

static const struct field result_fields[] = {
	FIELD_ITEMS(struct sci_text_result, strings, &sci_text_string_fields,
		    "the strings; with --find only those with hits", FIELD_OR_NONE),
	FIELD_ITEMS(struct sci_text_result, lacks, &text_lack_fields,
		    "with --lint, instead of strings: bytes without a glyph",
		    FIELD_IF_ANY),
	FIELD(struct sci_text_result, hits, NULL, "number of hits, with --find",
	      FIELD_HAS(struct sci_text_result, is_search)),
};
const struct fields sci_text_result_fields =
	FIELDS("text-dump", struct sci_text_result, result_fields);

struct json *sci_text_string_to_json(const struct text_encoding *encoding,
				     const struct asset *asset, size_t index,
				     const char *utf8, struct json *hits)
{
	const struct exh_bytes *string = &sci_strings_of(asset)->items[index];
	struct exh_writer back = { .limit = TEXT_LIMIT };
	struct sci_text_string row = { .type = asset->assets->kind->name,
				       .has_number = asset->number != ASSET_NO_NUMBER,
				       .number = (uint16_t)asset->number,
				       .index = (uint16_t)index,
				       .offset = sci_string_offset(asset, string),
				       .text = utf8,
				       .hits = hits };

	if (!text_from_utf8(encoding, bytes_of_text(utf8), &back) ||
	    !bytes_are_same(exh_writer_bytes(&back), *string))
		row.bytes = *string;
	exh_writer_free(&back);
	return fields_to_json(&sci_text_string_fields, &row);
}

/* Makes JSON as text-dump --format json does. */
static enum exh_status make_json(const struct text_encoding *encoding,
				 const struct asset *asset, struct exh_writer *out,
				 struct exh_error *err)
{
	const struct sci_strings *strings = sci_strings_of(asset);
	const struct sci_text_result row = { .strings = json_new_list() };
	struct json *result, *document;

	for (size_t i = 0; i < strings->count; i++) {
		struct exh_writer utf8 = { .limit = TEXT_LIMIT };

		text_to_utf8(encoding, strings->items[i], &utf8);
		exh_write_u8(&utf8, 0);
		mem_check(&utf8);
		json_push(row.strings,
			  sci_text_string_to_json(encoding, asset, i,
						  (const char *)utf8.data, NULL));
		exh_writer_free(&utf8);
	}
	result = fields_to_json(&sci_text_result_fields, &row);
	document = json_result("text-dump", result);
	json_free(result);
	return json_append(document, out, err);
}

/*
 * Files.
 */

static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_text_options *own = options;

	(void)asset;
	if (own->as_json)
		asset_files_add(files, AS_JSON, 0, ".json");
	if (own->as_table)
		asset_files_add(files, AS_TABLE, 0, ".tsv");
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct text_encoding *encoding = asset->assets->encoding;

	(void)options;
	if (file->id == AS_JSON)
		return make_json(encoding, asset, out, err);
	put_table(encoding, asset, out);
	return EXH_OK;
}

static const struct field strings_field[] = {
	FIELD_AS("strings", struct sci_strings, count, NULL, "number of strings"),
};
const struct fields sci_strings_fields =
	FIELDS("strings", struct sci_strings, strings_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	fields_put(&sci_strings_fields, asset->thing, object);
}

const struct asset_kind sci_text_kind = {
	.name = "text",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_TEXT,
	.defaults = &usual,
	.read = read_text,
	.plan = plan,
	.make = make,
	.describe = describe,
};

const struct asset_kind sci_script_strings_kind = {
	.name = "script",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_SCRIPT,
	.read = read_script,
	.describe = describe,
};
