#include "sci.h"

#include "assets/assets.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/sha256.h"

#include <stdio.h>

struct job {
	struct sci_game *game;
	const char *path;
	const struct sci_choice *choice;
	struct report *report;
	/* By type; and after them the same resources as they are, of those types that
	 * become something else. */
	struct assets assets[2 * EXH_SCI_TYPES];
	struct json *resources; /* described once, after all is written */
};

/* What can't be converted as a whole (sounds without instruments, which is reported)
 * stays as it is. */
static bool load(struct job *job, const struct asset_kind *kind)
{
	static const struct export_wishes usual = { 0 };
	struct assets *assets = &job->assets[kind->code];

	*assets = (struct assets){ .kind = kind,
				   .game = job->game,
				   .path = job->path,
				   .options = sci_export_options(kind, &usual),
				   .ranges = job->choice->ranges,
				   .range_count = job->choice->range_count,
				   .is_strict = job->report->common->strict };
	return assets_load_or(assets, &sci_raw_kinds[kind->code], job->report);
}

/* The bytes of assets once more, to be written as they are. */
static void add_originals(struct job *job, const struct assets *assets)
{
	const unsigned type = assets->kind->code;
	struct assets *originals = &job->assets[EXH_SCI_TYPES + type];
	char name[sizeof SCI_ORIGINALS + SCI_NAME_SIZE];

	if (assets->kind == &sci_raw_kinds[type])
		return;
	*originals = (struct assets){ .kind = &sci_raw_kinds[type], .path = job->path };
	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *from = &assets->items[i].asset;

		if (!assets->items[i].is_loaded)
			continue;
		snprintf(name, sizeof name, SCI_ORIGINALS "/%s", from->name);
		assets_add(originals, from->number, name, from->file)->bytes =
			from->bytes;
	}
	assets_plan(originals);
}

static bool load_kind(struct job *job, const struct asset_kind *kind)
{
	struct assets *assets = &job->assets[kind->code];

	if (!job->choice->types[kind->code])
		return true;
	if (!load(job, kind))
		return false;
	assets_plan(assets);
	add_originals(job, assets);
	return true;
}

/* How many there are of each type. */
static struct json *counts_to_json(const struct job *job)
{
	struct json *counts = json_new_object();

	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		if (job->assets[i].count)
			json_set_number(counts, exh_sci_type_name(i),
					job->assets[i].count);
	return counts;
}

/* Authors' names, to the JSON of assets, which has them in their order from first on. */
static void add_author_names(const struct assets *assets, const struct sci_game *game,
			     const struct json *list, size_t first)
{
	for (size_t i = 0; i < assets->count; i++) {
		struct json *name =
			sci_game_type.author_name(game, &assets->items[i].asset);

		if (name)
			json_set(json_at(list, first + i), "author_name", name);
	}
}

/*
 * What sci-pack needs to see what was edited.
 */

/* Of a resource, and where its original is. */
static void add_source(const struct asset *asset, bool has_original, struct json *object)
{
	char path[sizeof SCI_ORIGINALS + SCI_NAME_SIZE];

	json_set(object, "sha256", sha256_to_json(asset->bytes));
	if (!has_original)
		return;
	snprintf(path, sizeof path, SCI_ORIGINALS "/%s", asset->name);
	json_set_text(object, "original", path);
}

static void add_sources(const struct job *job, const struct assets *assets, size_t first)
{
	const bool has_originals = job->assets[EXH_SCI_TYPES + assets->kind->code].kind;

	for (size_t i = 0; i < assets->count; i++)
		if (assets->items[i].is_loaded)
			add_source(&assets->items[i].asset, has_originals,
				   json_at(job->resources, first + i));
}

/* Those of the files that were written, in the order of "files". */
static void add_hashes(const struct assets *assets, const struct json *list, size_t first)
{
	for (size_t i = 0; i < assets->count; i++)
		json_set(json_at(list, first + i), "files_sha256", json_new_list());
	for (size_t i = 0; i < assets->files.count; i++) {
		const struct planned_file *file = &assets->files.items[i];
		const struct json *object = json_at(list, first + file->asset);

		if (file->is_done)
			json_push(json_get(object, "files_sha256"),
				  sha256_digits(file->sha256));
	}
}

static void describe_resources(struct job *job)
{
	job->resources = json_new_list();
	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		if (job->assets[i].kind) {
			const size_t first = json_size(job->resources);

			assets_to_json(&job->assets[i], job->resources);
			add_author_names(&job->assets[i], job->game, job->resources,
					 first);
			add_sources(job, &job->assets[i], first);
			add_hashes(&job->assets[i], job->resources, first);
		}
}

static void describe(struct job *job, struct json *object)
{
	if (!job->resources)
		describe_resources(job);
	json_set_string(object, "layout",
			exh_sci_layout_name(job->game->opened.map.layout));
	json_set(object, "counts", counts_to_json(job));
	json_set_shared(object, "resources", job->resources);
}

static enum exh_status make_index(void *context, struct exh_writer *out,
				  struct exh_error *err)
{
	struct json *document = json_document(SCI_CONVERTED, 1);

	describe(context, document);
	return json_append(document, out, err);
}

void sci_export(struct sci_game *game, const char *path, const struct sci_choice *choice,
		const char *output, struct report *report, struct json *result)
{
	struct job job = {
		.game = game, .path = path, .choice = choice, .report = report
	};
	const struct assets_output writing = { .path = output,
					       .index_name = SCI_INDEX,
					       .make_index = make_index,
					       .hashes = true,
					       .context = &job };
	bool good = true;

	for (const struct asset_kind *const *kind = sci_game_type.kinds; *kind && good;
	     kind++)
		good = load_kind(&job, *kind);
	if (good) {
		json_set_text(result, "output", output);
		assets_write(job.assets, 2 * EXH_SCI_TYPES, &writing, report);
		if (report->common->json)
			describe(&job, result);
	}
	json_free(job.resources);
	/* The originals borrow from the others. */
	for (unsigned i = 2 * EXH_SCI_TYPES; i-- > 0;)
		assets_free(&job.assets[i]);
}
