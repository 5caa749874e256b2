#include "assets.h"

#include "task/jobs.h"
#include "task/memory.h"
#include "task/text_set.h"

#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_LIMIT = 16 << 20, /* per asset, unless its kind has its own limit */
	SHARED_LIMIT = 64 << 20,
	FILE_LIMIT = 64 << 20,
};

/*
 * Finding.
 */

const char *assets_keep(struct assets *assets, const char *text)
{
	const size_t size = strlen(text) + 1;

	assets->names.limit = SIZE_MAX;
	return memcpy(mem_arena(&assets->names, size, 1), text, size);
}

struct asset *assets_add(struct assets *assets, unsigned number, const char *name,
			 const char *file)
{
	struct loaded_asset *item = MEM_ADD(assets);

	*item = (struct loaded_asset){ .asset = { .number = number,
						  .name = assets_keep(assets, name),
						  .file = file,
						  .assets = assets } };
	return &item->asset;
}

static bool read_content(struct assets *assets, struct asset *asset,
			 struct report *report)
{
	struct file file;

	if (!report_read(report, assets->path, FILE_LIMIT, &file))
		return false;
	asset->bytes = exh_memdup(&assets->arena, file_bytes(&file));
	if (!asset->bytes.data)
		mem_end();
	free(file.data);
	return true;
}

bool assets_find_file(struct assets *assets, struct report *report)
{
	struct asset *asset = assets_add(assets, ASSET_NO_NUMBER, file_name(assets->path),
					 assets->path);

	asset->bytes = assets->content;
	return asset->bytes.data || read_content(assets, asset, report);
}

/* Called when all assets are found: until then they move in memory. */
static void give_arenas(struct assets *assets)
{
	const size_t limit = assets->kind->memory_limit;

	for (size_t i = 0; i < assets->count; i++) {
		struct loaded_asset *item = &assets->items[i];

		item->arena.limit = limit ? limit : MEMORY_LIMIT;
		item->load_notes.arena = item->notes.arena = &item->arena;
		item->asset.arena = &item->arena;
	}
}

static bool find(struct assets *assets, struct report *report)
{
	const struct asset_source *source = assets->kind->source;

	if (!assets->game)
		return source->find_in_file(assets, report);
	source->find(assets);
	return true;
}

static void drop_unwanted(struct assets *assets)
{
	size_t count = 0;

	for (size_t i = 0; i < assets->count && assets->is_wanted; i++)
		if (assets->is_wanted(assets->wanted_context, &assets->items[i].asset))
			assets->items[count++] = assets->items[i];
	if (assets->is_wanted)
		assets->count = count;
}

/*
 * Loading.
 */

static void load_one(void *context, size_t i)
{
	struct assets *assets = context;
	struct loaded_asset *item = &assets->items[i];
	const struct asset_kind *kind = assets->kind;

	if (assets->game && kind->source->load)
		item->status =
			kind->source->load(assets, &item->asset, !assets->is_strict,
					   &item->load_notes, &item->err);
	item->is_loaded = !item->status;
	if (!item->status && kind->read)
		item->status = kind->read(assets->options, &item->asset, &item->notes,
					  &item->err);
	if (!item->status && assets->is_strict &&
	    item->load_notes.damage_count + item->notes.damage_count)
		item->status =
			exh_fail(&item->err, EXH_INVALID, EXH_NO_OFFSET,
				 "it is damaged, and --strict rejects salvaged data");
}

/* Loads all assets; returns how many were loaded. A single asset needs neither threads
 * nor a progress bar; if inputs run in parallel, the inputs have the threads and the
 * bar. */
static size_t load_all(struct assets *assets, const struct report *report)
{
	const struct asset_kind *kind = assets->kind;
	struct common common = *report->common;

	/* A second bar would disturb one that counts all files of a run. */
	if (report->total && report->total->count)
		common.progress = PROGRESS_NEVER;
	if (!kind->read && !kind->source->load)
		return assets->count;
	if (assets->count > 1 && !report->held)
		return jobs_run(&common, report->command, assets->count, load_one,
				assets);
	for (size_t i = 0; i < assets->count; i++)
		load_one(assets, i);
	return assets->count;
}

/* Number of assets with a warning, for each text of a warning, and the asset that
 * reported it. */
struct shared_warnings {
	struct text_set texts;
	struct shared_warning {
		size_t count, last; /* last: 1 + index of the last counted asset */
		size_t reported;    /* 1 + index of the asset that reported it; 0: none */
	} * items;
	size_t count, capacity;
};

static void count_warnings(struct shared_warnings *shared, const struct exh_notes *notes,
			   size_t asset)
{
	for (const struct exh_note *note = notes->first; note; note = note->next) {
		size_t number;

		if (note->severity != EXH_WARNING)
			continue;
		number = text_set_add(&shared->texts, note->text);
		if (number == shared->count)
			*MEM_ADD(shared) = (struct shared_warning){ 0 };
		shared->items[number].count += shared->items[number].last != asset + 1;
		shared->items[number].last = asset + 1;
	}
}

/* The first asset with a warning counts the others, which -v lists. */
static void report_asset_warning(struct shared_warnings *shared, size_t i,
				 const char *file, const char *name,
				 const struct exh_note *note, struct report *report)
{
	const char *colon = *name ? ": " : "";
	const bool lists = report->common->verbosity > 0 || report->common->strict;
	struct shared_warning *own =
		&shared->items[text_set_find(&shared->texts, note->text)];

	if (!lists && own->reported && own->reported != i + 1)
		report_repeat(report, file, note->offset, "%s%s%s", name, colon,
			      note->text);
	else if (!lists && own->count > 1)
		report_warning(report, file, note->offset,
			       "%s%s%s (and %zu more such; -v lists them)", name, colon,
			       note->text, own->count - 1);
	else
		report_warning(report, file, note->offset, "%s%s%s", name, colon,
			       note->text);
	own->reported = i + 1;
}

static void report_item_notes(size_t i, struct shared_warnings *shared,
			      const struct exh_notes *notes, const char *file,
			      const char *name, struct report *report)
{
	const char *colon = *name ? ": " : "";

	for (const struct exh_note *note = notes->first; note; note = note->next)
		if (note->severity == EXH_DAMAGE)
			report_error(report, file, note->offset, "%s%s%s", name, colon,
				     note->text);
		else
			report_asset_warning(shared, i, file, name, note, report);
	if (notes->damage_count && !notes->first)
		report_error(report, file, EXH_NO_OFFSET,
			     "%s%sdamaged; no memory is left to say where", name, colon);
	if (notes->damage_count)
		report->failed = true;
}

/* Reports the notes, then the failure. */
static void report_item(const struct assets *assets, size_t i,
			struct shared_warnings *shared, struct report *report)
{
	const struct loaded_asset *item = &assets->items[i];
	const struct asset *asset = &item->asset;
	const char *label = asset->label ? asset->label : asset->name;
	const char *container = asset->container ? asset->container : asset->file;
	const char *name = assets->game ? label : "";
	struct exh_error err = item->err;

	report_item_notes(i, shared, &item->load_notes, container, name, report);
	if (assets->is_lenient && item->notes.damage_count)
		report_remarks(report, asset->file, name, &item->notes);
	else
		report_item_notes(i, shared, &item->notes, asset->file, name, report);
	if (!item->status)
		return;
	if (*name)
		exh_within(&err, item->status, "%s", name);
	if (assets->is_lenient && item->is_loaded && !asset->is_doubtful)
		report_warning(report, asset->file, err.offset, "%s: left as it is",
			       err.text);
	else
		report_failure(report, item->is_loaded ? asset->file : container, &err);
}

bool assets_load(struct assets *assets, struct report *report)
{
	const struct asset_kind *kind = assets->kind;
	struct shared_warnings shared = { .count = 0 };

	assets->arena.limit = SHARED_LIMIT + FILE_LIMIT;
	assets->encoding = report->common->encoding;
	if (!assets->options)
		assets->options = kind->defaults;
	if (!find(assets, report))
		return false;
	drop_unwanted(assets);
	give_arenas(assets);
	if (assets->count && kind->open && !kind->open(assets->options, assets, report))
		return false;
	if (load_all(assets, report) < assets->count) {
		report_error(report, NULL, EXH_NO_OFFSET, "%s", interrupt_name());
		return false;
	}
	for (size_t i = 0; i < assets->count; i++) {
		count_warnings(&shared, &assets->items[i].load_notes, i);
		count_warnings(&shared, &assets->items[i].notes, i);
	}
	for (size_t i = 0; i < assets->count; i++)
		report_item(assets, i, &shared, report);
	text_set_free(&shared.texts);
	free(shared.items);
	return true;
}

bool assets_load_or(struct assets *assets, const struct asset_kind *fallback,
		    struct report *report)
{
	struct assets other = *assets;

	if (assets_load(assets, report))
		return true;
	if (interrupt_pending() || !fallback)
		return false;
	assets_free(assets);
	other.kind = fallback;
	other.options = NULL;
	*assets = other;
	return assets_load(assets, report);
}

void assets_free(struct assets *assets)
{
	for (size_t i = 0; i < assets->count; i++) {
		struct asset *asset = &assets->items[i].asset;

		if (asset->thing && assets->kind->close)
			assets->kind->close(asset);
		exh_arena_free(&assets->items[i].arena);
	}
	assets_unplan(assets);
	free(assets->files.items);
	free(assets->items);
	exh_arena_free(&assets->names);
	exh_arena_free(&assets->arena);
	*assets = (struct assets){ 0 };
}
