#include "zv_script.h"

#include "task/memory.h"

/* Bytes: about five times what a file of short lines has. */
static const size_t MEMORY_LIMIT = (size_t)1 << 30;

static enum exh_status read(const void *options, struct asset *asset,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_script *script =
		mem_arena_try(asset->arena, 1, sizeof *script, err);

	(void)options;
	if (!script)
		return EXH_LIMIT;
	asset->thing = script;
	return exh_zv_script_parse(asset->bytes, asset->arena, script, notes, err);
}

static enum exh_status make(const void *options, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	exh_zv_script_print(asset->thing, out);
	return EXH_OK;
}

static void describe(const void *options, const struct asset *asset, struct json *object)
{
	(void)options;
	scr_to_json(asset->thing, object);
}

const struct asset_kind zv_script_kind = {
	.name = "script",
	.family = "zvision",
	.source = &zv_source,
	.code = ZV_SCRIPT,
	.memory_limit = MEMORY_LIMIT,
	.read = read,
	.ending = ".txt",
	.make = make,
	.describe = describe,
};

/*
 * Several of them.
 */

bool scr_load(struct report *report, const char *path, struct scr_file *out)
{
	*out = (struct scr_file){ .path = path };
	if (!single_load(&out->single, &zv_script_kind, NULL, path, SCR_FILE_LIMIT,
			 report))
		return false;
	out->script = single_asset(&out->single)->thing;
	return true;
}

void scr_free(struct scr_file *scr)
{
	single_free(&scr->single);
}

const struct exh_zv_script **scr_scripts(const struct scr_set *set)
{
	const struct exh_zv_script **scripts =
		mem_alloc(set->count, sizeof(struct exh_zv_script *));

	for (size_t i = 0; i < set->count; i++)
		scripts[i] = set->scripts[i].script;
	return scripts;
}
