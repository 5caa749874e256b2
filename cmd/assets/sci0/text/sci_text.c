#include "sci_text.h"

#include "task/text.h"
#include "text_escape.h"

#include <exhume/sci0_font.h>
#include <exhume/sci0_script.h>

static const struct text_encoding cp437 = { .is_cp437 = true };

static enum exh_status keep(struct asset *asset, struct exh_bytes *items, size_t count,
			    struct exh_error *err)
{
	struct sci_strings *strings = exh_alloc(asset->arena, 1, sizeof *strings);

	if (!strings)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	*strings = (struct sci_strings){ items, count };
	asset->thing = strings;
	return EXH_OK;
}

static enum exh_status read_text(const void *options, struct asset *asset,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci0_text text;
	const enum exh_status status =
		exh_sci0_text_read(asset->bytes, asset->arena, &text, notes, err);

	(void)options;
	return status ? status : keep(asset, text.strings, text.count, err);
}

static enum exh_status read_script(const void *options, struct asset *asset,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci0_script script;
	const enum exh_status status =
		exh_sci0_script_read(asset->bytes, asset->arena, &script, notes, err);

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

static bool plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	(void)options;
	(void)asset;
	return asset_files_add(files, 0, 0, ".tsv");
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct sci_strings *strings = sci_strings_of(asset);

	(void)file;
	sci_text_put_columns(false, out);
	for (size_t i = 0; i < strings->count; i++) {
		sci_text_put_place(asset, i, out);
		text_escape_bytes(options, strings->items[i], out);
		exh_write_u8(out, '\n');
	}
	return out->failed ? exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory")
			   : EXH_OK;
}

static void describe(const void *options, const struct asset *asset, json_t *object)
{
	(void)options;
	json_object_set_new(object, "strings",
			    json_integer((json_int_t)sci_strings_of(asset)->count));
}

const struct asset_kind sci_text_kind = {
	.name = "text",
	.family = "sci0",
	.source = &sci_source,
	.code = EXH_SCI0_TEXT,
	.defaults = &cp437,
	.read = read_text,
	.plan = plan,
	.make = make,
	.describe = describe,
};

const struct asset_kind sci_script_strings_kind = {
	.name = "script",
	.family = "sci0",
	.source = &sci_source,
	.code = EXH_SCI0_SCRIPT,
	.read = read_script,
	.describe = describe,
};
