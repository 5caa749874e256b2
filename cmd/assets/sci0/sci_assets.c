#include "sci_assets.h"

#include "media/picture/png.h"
#include "task/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_LIMIT = 16 << 20, /* of an asset, unless its converter says otherwise */
	SHARED_LIMIT = 64 << 20,
	FILE_LIMIT = 64 << 20,
};

static bool out_of_memory(const struct sci_assets *assets, struct report *report)
{
	report_error(report, assets->path, EXH_NO_OFFSET, "out of memory");
	return false;
}

/*
 * Loading.
 */

static bool make_room(struct sci_assets *assets, size_t count)
{
	const size_t limit = assets->converter->memory_limit;

	assets->items = calloc(count ? count : 1, sizeof *assets->items);
	if (!assets->items)
		return false;
	assets->count = count;
	for (size_t i = 0; i < count; i++) {
		struct sci_loaded *item = &assets->items[i];

		item->arena.limit = limit ? limit : MEMORY_LIMIT;
		item->notes.arena = &item->arena;
		item->asset.assets = assets;
		item->asset.arena = &item->arena;
	}
	return true;
}

static const char *keep_text(struct sci_assets *assets, const char *text)
{
	const struct exh_bytes bytes = { (const uint8_t *)text, strlen(text), 0 };

	return (const char *)exh_keep(&assets->arena, bytes).data;
}

static bool name_of_resource(struct sci_assets *assets, struct sci_asset *asset,
			     const struct sci_item *item)
{
	char name[SCI_NAME_SIZE];

	sci_item_name(item, name);
	asset->type = item->resource.type;
	asset->number = item->resource.number;
	asset->file = item->file;
	asset->name = keep_text(assets, name);
	return asset->name;
}

/* Those of a game, in the order of their numbers. */
static int compare_items(const void *a, const void *b)
{
	const struct sci_item *left = a, *right = b;

	return (int)left->resource.number - (int)right->resource.number;
}

static bool gather_of_game(struct sci_assets *assets, const struct sci_items *items)
{
	if (!make_room(assets, items->count))
		return false;
	for (size_t i = 0; i < items->count; i++)
		if (!name_of_resource(assets, &assets->items[i].asset, &items->items[i]))
			return false;
	return true;
}

static void load_one(void *context, size_t i)
{
	struct sci_assets *assets = context;
	struct sci_loaded *item = &assets->items[i];
	const struct sci_resource *resource =
		sci_game_find(assets->game, item->asset.type, item->asset.number);

	item->status =
		sci_game_load(assets->game, resource, &item->arena, !assets->is_strict,
			      &item->asset.bytes, &item->notes, &item->err);
}

static void read_one(void *context, size_t i)
{
	struct sci_assets *assets = context;
	struct sci_loaded *item = &assets->items[i];

	if (assets->game)
		load_one(context, i);
	if (!item->status)
		item->status = assets->converter->read(assets->options, &item->asset,
						       &item->notes, &item->err);
	if (!item->status && assets->is_strict && item->notes.damage_count)
		item->status =
			exh_fail(&item->err, EXH_INVALID, EXH_NO_OFFSET,
				 "it is damaged, and --strict takes nothing salvaged");
}

/*
 * A file by itself.
 */

/* "pic" of "-" and of a path without a name. */
static const char *plain_name(const struct sci_assets *assets, const char *path)
{
	const char *name = file_name(path);

	return strcmp(path, "-") == 0 || !*name || *name == '.'
		       ? exh_sci0_type_name(assets->converter->type)
		       : name;
}

static bool name_of_file(struct sci_assets *assets, const char *path,
			 struct report *report)
{
	struct sci_asset *asset = &assets->items[0].asset;
	const unsigned wanted = assets->converter->type;
	unsigned type, number;
	char name[SCI_NAME_SIZE];

	asset->type = wanted;
	asset->number = SCI_NO_NUMBER;
	asset->file = path;
	asset->name = plain_name(assets, path);
	if (!exh_sci0_patch_name(asset->name, &type, &number))
		return true;
	if (type != wanted) {
		report_error(report, path, EXH_NO_OFFSET,
			     "it is a %s by its name, not a %s", exh_sci0_type_name(type),
			     exh_sci0_type_name(wanted));
		return false;
	}
	snprintf(name, sizeof name, "%s.%03u", exh_sci0_type_name(type), number);
	asset->number = number;
	asset->name = keep_text(assets, name);
	return asset->name || out_of_memory(assets, report);
}

/* What such a command made, among the inputs, would be read as very damaged. */
static bool is_no_picture(const struct sci_assets *assets, struct report *report)
{
	const struct exh_bytes bytes = assets->items[0].asset.bytes;

	if (!png_is(bytes))
		return true;
	report_error(report, assets->path, bytes.base, "a PNG file, expected a %s",
		     exh_sci0_type_name(assets->converter->type));
	return false;
}

static bool gather_of_file(struct sci_assets *assets, const char *path,
			   struct report *report)
{
	if (!make_room(assets, 1))
		return out_of_memory(assets, report);
	return name_of_file(assets, path, report) &&
	       sci_resource_open(path, assets->converter->type, 0, &assets->arena,
				 &assets->items[0].asset.bytes, report) &&
	       is_no_picture(assets, report);
}

static bool gather(struct sci_assets *assets, const struct sci_choice *choice,
		   struct report *report)
{
	struct sci_choice of_type = *choice;
	struct sci_items items;
	bool good;

	if (!assets->game)
		return gather_of_file(assets, assets->path, report);
	for (unsigned i = 0; i < EXH_SCI0_TYPES; i++)
		of_type.types[i] = i == (unsigned)assets->converter->type;
	good = sci_items_gather(&items, assets->game, &of_type, SCI_COUNTING);
	if (good)
		qsort(items.items, items.count, sizeof *items.items, compare_items);
	good = good && gather_of_game(assets, &items);
	sci_items_free(&items);
	return good || out_of_memory(assets, report);
}

/* Notes, then the failure. */
static void tell(const struct sci_loaded *item, bool named, struct report *report)
{
	const struct sci_asset *asset = &item->asset;
	const char *name = named ? asset->name : "";
	const char *colon = named ? ": " : "";
	struct exh_error err = item->err;

	for (struct exh_note *note = item->notes.first; note; note = note->next)
		(note->severity == EXH_DAMAGE ? report_error : report_warning)(
			report, asset->file, note->offset, "%s%s%s", name, colon,
			note->text);
	if (item->notes.damage_count)
		report->failed = true;
	if (!item->status)
		return;
	if (named)
		exh_within(&err, item->status, "%s", name);
	report_failure(report, asset->file, &err);
}

bool sci_assets_load(struct sci_assets *assets, struct sci_game *game, const char *path,
		     const struct sci_choice *choice, struct report *report)
{
	size_t done;

	assets->arena.limit = SHARED_LIMIT + FILE_LIMIT;
	assets->game = game;
	assets->path = path;
	if (!assets->options)
		assets->options = assets->converter->defaults;
	if (!gather(assets, choice, report))
		return false;
	if (assets->count && assets->converter->open &&
	    !assets->converter->open(assets->options, assets, report))
		return false;
	done = jobs_run(report->common, report->command, assets->count, read_one, assets);
	if (done < assets->count) {
		report_error(report, NULL, EXH_NO_OFFSET, "interrupted");
		return false;
	}
	for (size_t i = 0; i < assets->count; i++)
		tell(&assets->items[i], game != NULL, report);
	return true;
}

void sci_assets_free(struct sci_assets *assets)
{
	for (size_t i = 0; i < assets->count; i++)
		exh_arena_free(&assets->items[i].arena);
	for (size_t i = 0; i < assets->parts.count; i++)
		free(assets->parts.items[i].name);
	free(assets->parts.items);
	free(assets->items);
	exh_arena_free(&assets->arena);
	*assets = (struct sci_assets){ 0 };
}
