#include "graphics.h"

#include "assets/keen/keen.h"
#include "assets/keen/keen_game.h"
#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>

struct export
{
	struct keen_graphics_game game;
	struct keen_parts parts;
	struct report *report;
	struct assets assets[KEEN_GRAPHICS_KINDS]; /* empty for classes without files */
	struct json *manifest;
};

/* Reports ranges of --only that are not in the archive. */
static void report_missing(const struct keen_graphics_game *game, struct report *report)
{
	const struct keen_archive *keen = game->keen;
	const struct keen_wanted *wanted = &game->options->wanted;
	bool any_met = false;

	for (size_t i = 0; i < wanted->count; i++) {
		const struct range *range = &wanted->ranges[i];
		const struct keen_wanted alone = { range, 1 };
		bool met = false;

		for (size_t k = 0; k < keen->graphics.chunk_count && !met; k++)
			met = keen->graphics.chunks[k].expanded.data &&
			      keen_chunk_is_wanted(keen, &alone, k);
		any_met |= met;
		if (!met)
			report_unmet(report, keen->path,
				     "--only %s: the archive has no such chunk",
				     range->text);
	}
	report->is_unmet &= !any_met;
}

/*
 * The manifest.
 */

static void collect_files_of(const struct assets *assets, struct strings *files)
{
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *planned = &assets->files.items[i];

		if (planned->is_done && planned->asset != ASSET_WHOLE)
			strings_add(&files[keen_graphics_chunk(assets, planned->asset)],
				    planned->name);
	}
}

struct json *keen_graphics_manifest(const struct keen_graphics_game *game,
				    const struct assets *list, size_t count,
				    const struct report *report)
{
	const struct keen_archive *keen = game->keen;
	const size_t chunk_count = keen->graphics.chunk_count;
	/* Files made of each chunk. */
	struct strings *files = mem_alloc(chunk_count, sizeof *files);
	struct json *manifest;

	for (size_t i = 0; i < count; i++)
		collect_files_of(&list[i], files);
	manifest = manifest_to_json(keen, &game->options->style, files, report);
	for (size_t i = 0; i < chunk_count; i++)
		free(files[i].items);
	free(files);
	return manifest;
}

static enum exh_status make_manifest(void *context, struct exh_writer *out,
				     struct exh_error *err)
{
	struct export *ex = context;

	ex->manifest = keen_graphics_manifest(&ex->game, ex->assets, KEEN_GRAPHICS_KINDS,
					      ex->report);
	return json_append(json_share(ex->manifest), out, err);
}

/*
 * The whole run.
 */

/* False: the report has why. */
static bool plan(struct export *ex)
{
	for (size_t i = 0; i < KEEN_GRAPHICS_KINDS; i++) {
		struct assets *assets = &ex->assets[i];

		if (!keen_graphics_kinds[i].name)
			continue;
		*assets = (struct assets){ .kind = &keen_graphics_kinds[i],
					   .path = ex->game.keen->path,
					   .game = &ex->parts };
		if (!assets_load(assets, ex->report))
			return false;
		assets_plan(assets);
	}
	return true;
}

void keen_export(const struct keen_archive *keen, const struct export_options *options,
		 const char *folder, struct report *report, struct json **manifest)
{
	struct export ex = { .game = { .keen = keen, .options = options },
			     .report = report };
	const struct assets_output to = { .path = folder,
					  .title = file_name(keen->path),
					  .index_name = KEEN_GRAPHICS_MANIFEST,
					  .make_index = make_manifest,
					  .context = &ex };

	keen_graphics_prepare(&ex.game, report);
	ex.parts.graphics = &ex.game;
	report_missing(&ex.game, report);
	if (plan(&ex))
		assets_write(ex.assets, KEEN_GRAPHICS_KINDS, &to, report);
	*manifest = ex.manifest;
	for (size_t i = 0; i < KEEN_GRAPHICS_KINDS; i++)
		if (ex.assets[i].kind)
			assets_free(&ex.assets[i]);
	keen_graphics_free(&ex.game);
}
