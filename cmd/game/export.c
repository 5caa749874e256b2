#include "game.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum {
	MANIFEST_LIMIT = 1 << 30,
	LEAST_PAGE_FILES = 4, /* page, index, texts, and data of assets */
};

/* An export in progress. */
struct step {
	struct extraction *x;
	const struct asset_export *export;
};

/*
 * Loading.
 */

static bool is_wanted(const void *context, const struct asset *asset)
{
	const struct step *step = context;
	const bool wanted =
		extract_wants(&step->x->request->choice, step->export->kind->name,
			      asset->number, asset->name);

	step->x->leaves_out |= !wanted;
	return wanted;
}

static bool load(struct extraction *x, const struct asset_export *export,
		 struct assets *assets, struct report *report)
{
	struct step step = { x, export };
	bool good;

	*assets = (struct assets){ .kind = export->kind,
				   .options = export->options,
				   .path = x->game->path,
				   .game = x->game->type->is_asset ? NULL : x->opened,
				   .is_wanted = is_wanted,
				   .wanted_context = &step,
				   .is_strict = x->report->common->strict,
				   .is_lenient = export->originals };
	good = assets_load_or(assets, export->fallback, report);
	assets->wanted_context = NULL;
	return good;
}

/*
 * Names.
 */

/* Names must also differ for systems that ignore case. */
static bool is_taken(struct extraction *x, const char *folder, const char *name)
{
	char *path = file_join(folder, name), *key = text_lower(path);
	const size_t count = x->names.count;
	const bool taken = text_set_add(&x->names, key) < count;

	free(key);
	free(path);
	return taken;
}

/* Renames NAME to KIND/NAME, a second one to KIND-2/NAME, and so on. */
static void rename_file(struct extraction *x, const char *folder, const char *kind,
			struct planned_file *planned)
{
	char *name = mem_format("%s/%s", kind, planned->name);
	unsigned number = 1;

	while (is_taken(x, folder, name)) {
		free(name);
		name = mem_format("%s-%u/%s", kind, ++number, planned->name);
	}
	free(planned->name);
	planned->name = name;
}

static void plan(struct extraction *x, const char *folder, struct assets *assets)
{
	assets_plan(assets);
	for (size_t i = 0; i < assets->files.count; i++) {
		struct planned_file *planned = &assets->files.items[i];

		if (is_taken(x, folder, planned->name))
			rename_file(x, folder, assets->kind->name, planned);
	}
}

/*
 * Writing.
 */

static void note_unwritten(struct extraction *x, const struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++)
		x->lacks_files |= assets->files.items[i].is_unwritten ||
				  assets->files.items[i].is_left_out;
}

static bool write(struct extraction *x, const char *title, struct assets *assets,
		  size_t count, const char *folder)
{
	char *path = file_join(x->output, folder);
	const struct assets_output to = { .path = path,
					  .title = title,
					  .hashes = true,
					  .most_bytes = x->request->choice.most_bytes,
					  .judge = extraction_judge,
					  .context = x };

	assets_write(assets, count, &to, x->report);
	for (size_t i = 0; i < count; i++)
		note_unwritten(x, &assets[i]);
	free(path);
	return !interrupt_pending();
}

/*
 * Export of a kind, and of the resources in their original form.
 */

/* Collects the originals of converted assets, which are in memory already. */
static void copy_originals(const struct assets *assets, struct assets *originals)
{
	for (size_t i = 0; i < assets->count; i++) {
		const struct loaded_asset *item = &assets->items[i];
		const struct asset *asset = &item->asset;

		if (item->is_loaded)
			assets_add(originals, asset->number, asset->name, asset->file)
				->bytes = asset->bytes;
	}
}

static bool export_originals(struct extraction *x, const struct asset_export *export,
			     const struct assets *assets)
{
	struct assets own = { .kind = export->originals, .path = x->game->path };
	bool good;

	if (!own.kind || assets->kind == own.kind)
		return true;
	copy_originals(assets, &own);
	plan(x, EXPORT_ORIGINALS, &own);
	good = x->request->dry_run || write(x, own.kind->name, &own, 1, EXPORT_ORIGINALS);
	if (good)
		new_index_add_originals(&x->made, &own, EXPORT_ORIGINALS,
					export->kind->name);
	assets_free(&own);
	return good;
}

static void mark_planned(struct assets *assets)
{
	for (size_t i = 0; i < assets->files.count; i++)
		assets->files.items[i].is_done = true;
}

/* A kind that can't be opened is reported; the other kinds go on. */
static bool export_one(struct extraction *x, const struct asset_export *export)
{
	struct assets assets;
	bool good = true;

	if (load(x, export, &assets, x->report)) {
		plan(x, export->folder, &assets);
		if (x->request->dry_run)
			mark_planned(&assets);
		else
			good = write(x, export->kind->name, &assets, 1, export->folder);
		new_index_add(&x->made, &assets, export->folder, export->kind->name);
		page_draw(x, &assets, export->folder, export->kind->name);
		good = good && export_originals(x, export, &assets);
	}
	assets_free(&assets);
	return good && !interrupt_pending();
}

/*
 * Export of several kinds with a manifest.
 */

static void write_manifest(struct extraction *x, const struct game_manifest *manifest,
			   const struct assets *list, size_t count)
{
	struct exh_writer out = { .limit = MANIFEST_LIMIT };
	struct outputs outputs = { .hashes = true,
				   .judge = extraction_judge,
				   .context = x };
	char *name = file_join(manifest->folder, manifest->name);
	struct report silent; /* keeps messages of the run out of the manifest */
	struct exh_error err;

	report_start(&silent, x->report->command, x->report->common);
	if (manifest->make(x->opened, list, count, &silent, &out, &err))
		report_failure(x->report, x->game->path, &err);
	else
		outputs_add_content(&outputs, file_join(x->output, name),
				    exh_writer_bytes(&out));
	if (outputs.count && outputs_run(&outputs, x->report, x->report->command))
		new_index_add_document(&x->made, "manifest", name, out.size,
				       outputs.items[0].sha256);
	extraction_note_unwritten(x, &outputs);
	report_end(&silent);
	outputs_free(&outputs);
	exh_writer_free(&out);
	free(name);
}

static bool finish_group(struct extraction *x, const struct game_manifest *manifest,
			 const struct asset_export *const *exports, struct assets *list,
			 size_t count)
{
	const char *folder = manifest->folder;

	if (!x->request->dry_run &&
	    !write(x, exports[0]->kind->name, list, count, folder))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (x->request->dry_run)
			mark_planned(&list[i]);
		new_index_add(&x->made, &list[i], folder, exports[i]->kind->name);
		page_draw(x, &list[i], folder, exports[i]->kind->name);
	}
	/* A part of the graphics gets no manifest. */
	if (!x->request->dry_run && !x->leaves_out)
		write_manifest(x, manifest, list, count);
	return true;
}

static bool is_wanted_kind(const struct extraction *x, const struct asset_export *export)
{
	return extract_wants_kind(&x->request->choice, export->kind->name);
}

/* True if the export is of the manifest's folder and wanted. */
static bool is_of_group(struct extraction *x, const struct game_manifest *manifest,
			const struct asset_export *export)
{
	if (strcmp(export->folder, manifest->folder) != 0)
		return false;
	x->leaves_out |= !is_wanted_kind(x, export);
	return is_wanted_kind(x, export);
}

static bool export_group(struct extraction *x, const struct game_manifest *manifest)
{
	const struct asset_export **exports =
		mem_alloc(x->exports.count, sizeof(const struct asset_export *));
	struct assets *list = mem_alloc(x->exports.count, sizeof *list);
	size_t count = 0;
	bool good = true;

	x->leaves_out = false;
	for (size_t i = 0; i < x->exports.count && good; i++) {
		const struct asset_export *export = &x->exports.items[i];

		if (!is_of_group(x, manifest, export))
			continue;
		good = load(x, export, &list[count], x->report);
		if (good)
			plan(x, export->folder, &list[count]);
		exports[count++] = export;
	}
	good = good && (!count || finish_group(x, manifest, exports, list, count));
	for (size_t i = 0; i < count; i++)
		assets_free(&list[i]);
	free((void *)exports);
	free(list);
	return good && !interrupt_pending();
}

static bool has_manifest(const struct extraction *x, const struct asset_export *export)
{
	const struct game_manifest *manifest = x->game->type->manifests;

	while (manifest && manifest->name &&
	       strcmp(manifest->folder, export->folder) != 0)
		manifest++;
	return manifest && manifest->name;
}

/*
 * Number of files, before they are made.
 */

static size_t count_originals(const struct asset_export *export,
			      const struct assets *assets)
{
	size_t count = 0;

	if (export->originals && assets->kind != export->originals)
		for (size_t i = 0; i < assets->count; i++)
			count += assets->items[i].is_loaded;
	return count;
}

static size_t count_one(struct extraction *x, const struct asset_export *export,
			struct report *report)
{
	struct assets assets;
	size_t count = 0;

	if (load(x, export, &assets, report)) {
		assets_plan(&assets);
		count = assets.files.count;
		if (!has_manifest(x, export))
			count += count_originals(export, &assets);
		if (!x->request->no_page)
			count += page_drawn_count(&assets);
	}
	assets_free(&assets);
	return count;
}

static size_t count_group(struct extraction *x, const struct game_manifest *manifest,
			  struct report *report)
{
	size_t count = 0;

	x->leaves_out = false;
	for (size_t i = 0; i < x->exports.count && !interrupt_pending(); i++)
		if (is_of_group(x, manifest, &x->exports.items[i]))
			count += count_one(x, &x->exports.items[i], report);
	return count + (count && !x->leaves_out);
}

size_t extraction_count(struct extraction *x)
{
	struct common common = *x->report->common;
	struct silent_report silent;
	size_t count = 0;

	if (!progress_is_wanted(&common))
		return 0;
	common.progress = PROGRESS_NEVER;
	report_silent(&silent, x->report);
	silent.report.common = &common;
	for (const struct game_manifest *manifest = x->game->type->manifests;
	     manifest && manifest->name; manifest++)
		count += count_group(x, manifest, &silent.report);
	for (size_t i = 0; i < x->exports.count && !interrupt_pending(); i++)
		if (!has_manifest(x, &x->exports.items[i]) &&
		    is_wanted_kind(x, &x->exports.items[i]))
			count += count_one(x, &x->exports.items[i], &silent.report);
	report_silent_end(&silent);
	return count + (x->request->no_page ? 0 : LEAST_PAGE_FILES);
}

/* Reports each fault once, for the selected kinds. False if there are any. */
static bool report_faults(const struct extraction *x)
{
	const char *told = NULL;

	for (size_t i = 0; i < x->exports.count; i++) {
		const struct asset_export *export = &x->exports.items[i];

		if (!export->fault || export->fault == told || !is_wanted_kind(x, export))
			continue;
		told = export->fault;
		report_error(x->report, export->fault_file, EXH_NO_OFFSET, "%s", told);
	}
	return !told;
}

bool extraction_export(struct extraction *x)
{
	const bool has_fault = !report_faults(x);
	bool good = true;

	for (const struct game_manifest *manifest = x->game->type->manifests;
	     manifest && manifest->name && good; manifest++)
		good = export_group(x, manifest);
	for (size_t i = 0; i < x->exports.count && good; i++) {
		const struct asset_export *export = &x->exports.items[i];

		if (!has_manifest(x, export) && is_wanted_kind(x, export))
			good = export_one(x, export);
	}
	return good && !has_fault;
}
