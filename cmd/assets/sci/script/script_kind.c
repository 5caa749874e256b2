#include "script.h"

#include "assets/sci/text/text.h"

enum { AS_TEXT, AS_STRINGS, AS_BYTES };

static const struct exh_sci_program_script *script_of(const struct asset *asset)
{
	const struct script_program *p = asset->assets->shared;

	return exh_sci_program_script(
		&p->program, asset->number == ASSET_NO_NUMBER ? 0 : asset->number);
}

/* Opens the program once for all scripts, since text needs the names of all scripts.
 * Damage is reported with the asset. */
static bool open_program(const void *options, struct assets *assets,
			 struct report *report)
{
	(void)options;
	assets->shared =
		script_program_share(assets->game, assets->path, &assets->arena, report);
	return assets->shared;
}

static enum exh_status read_script(const void *options, struct asset *asset,
				   struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_sci_program_script *script = script_of(asset);

	(void)options;
	(void)err;
	for (const struct exh_note *n = script ? script->notes.first : NULL; n;
	     n = n->next)
		exh_note(notes, n->severity, n->offset, "%s", n->text);
	if (script && !script->is_open)
		exh_note(notes, EXH_DAMAGE, script->error.offset, "%s",
			 script->error.text);
	return EXH_OK;
}

/* Plans the files. Other resources stay unchanged. */
static void plan(const void *options, const struct asset *asset,
		 struct asset_files *files)
{
	const struct exh_sci_program_script *script = script_of(asset);

	(void)options;
	if (!script || !script->is_open) {
		asset_files_add(files, AS_BYTES, 0, "%s", "");
		return;
	}
	asset_files_add(files, AS_TEXT, 0, ".txt");
	if (script->code.script.string_count)
		asset_files_add(files, AS_STRINGS, 0, ".strings.tsv");
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	static const struct exh_sci_disasm_options all = { .selector = -1 };
	const struct script_program *p = asset->assets->shared;

	(void)options;
	switch (file->id) {
	case AS_TEXT:
		return script_disassemble(p, script_of(asset), &all, out, err);
	case AS_STRINGS:
		return script_strings_write(script_of(asset), p->encoding, out, err);
	default:
		exh_sci_patch_write_header(EXH_SCI_SCRIPT, out);
		exh_write_bytes(out, asset->bytes.data, asset->bytes.size);
		return EXH_OK;
	}
}

static const struct field script_field[] = {
	FIELD_AS("objects", struct exh_sci_code, object_count, NULL,
		 "number of objects and classes"),
	FIELD_AS("instructions", struct exh_sci_code, instruction_count, NULL,
		 "number of instructions"),
	FIELD_AS("strings", struct exh_sci_code, script.string_count, NULL,
		 "number of strings"),
};
const struct fields sci_script_fields =
	FIELDS("script", struct exh_sci_code, script_field);

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	const struct exh_sci_program_script *script = script_of(asset);

	(void)options;
	if (script && script->is_open)
		fields_put(&sci_script_fields, &script->code, object);
}

const struct asset_kind sci_script_kind = {
	.name = "script",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_SCRIPT,
	.open = open_program,
	.read = read_script,
	.plan = plan,
	.make = make,
	.describe = describe,
};
