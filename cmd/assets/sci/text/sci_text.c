#include "text.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <exhume/sci_font.h>
#include <exhume/sci_script.h>

#include <string.h>

enum { AS_TABLE, AS_JSON, TEXT_LIMIT = 1 << 20 };

static const struct text_encoding cp437 = { .is_cp437 = true };
static const struct sci_text_options usual = { .encoding = &cp437, .as_table = true };

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

static void put_table(const struct text_encoding *encoding, const struct asset *asset,
		      struct exh_writer *out)
{
	const struct sci_strings *strings = sci_strings_of(asset);

	sci_text_put_columns(false, out);
	for (size_t i = 0; i < strings->count; i++) {
		sci_text_put_place(asset, i, out);
		text_escape_bytes(encoding, strings->items[i], out);
		exh_write_u8(out, '\n');
	}
}

/*
 * JSON.
 */

struct json *sci_text_string_to_json(const struct text_encoding *encoding,
				     const struct asset *asset, size_t index,
				     struct exh_bytes utf8)
{
	const struct exh_bytes *string = &sci_strings_of(asset)->items[index];
	struct exh_writer back = { .limit = TEXT_LIMIT };
	struct json *object = json_new_object();

	json_set_string(object, "type", asset->assets->kind->name);
	if (asset->number != ASSET_NO_NUMBER)
		json_set_number(object, "number", asset->number);
	json_set_number(object, "index", index);
	json_set_number(object, "offset", sci_string_offset(asset, string));
	json_set(object, "text", json_new_text((const char *)utf8.data, utf8.size));
	if (!text_from_utf8(encoding, utf8, &back) ||
	    !bytes_are_same(exh_writer_bytes(&back), *string))
		json_set(object, "bytes", json_of_hex(*string));
	exh_writer_free(&back);
	return object;
}

static struct json *strings_to_json(const struct text_encoding *encoding,
				    const struct asset *asset)
{
	const struct sci_strings *strings = sci_strings_of(asset);
	struct json *list = json_new_list();

	for (size_t i = 0; i < strings->count; i++) {
		struct exh_writer utf8 = { .limit = TEXT_LIMIT };

		text_to_utf8(encoding, strings->items[i], &utf8);
		json_push(list, sci_text_string_to_json(encoding, asset, i,
							exh_writer_bytes(&utf8)));
		exh_writer_free(&utf8);
	}
	return list;
}

/* As text-dump --format json has it. */
static enum exh_status make_json(const struct text_encoding *encoding,
				 const struct asset *asset, struct exh_writer *out,
				 struct exh_error *err)
{
	struct json *result =
		json_make("{s:o}", "strings", strings_to_json(encoding, asset));
	struct json *document = json_result("text-dump", result);

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
	const struct sci_text_options *own = options;

	if (file->id == AS_JSON)
		return make_json(own->encoding, asset, out, err);
	put_table(own->encoding, asset, out);
	return EXH_OK;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	json_set_number(object, "strings", sci_strings_of(asset)->count);
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
