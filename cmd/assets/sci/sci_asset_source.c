#include "sci.h"

#include "media/picture/png.h"

#include <exhume/advanced/sci_game.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Resources of a game.
 */

static int compare_items(const void *a, const void *b)
{
	const struct sci_item *left = a, *right = b;

	return (int)left->resource.number - (int)right->resource.number;
}

/* Adds the resources in the order of their numbers. */
static void find(struct assets *assets)
{
	struct sci_choice choice = { .ranges = (struct range *)assets->ranges,
				     .range_count = assets->range_count };
	struct sci_selection items;

	choice.types[assets->kind->code] = true;
	sci_selection_collect(&items, assets->game, &choice, SCI_COUNTING);
	qsort(items.items, items.count, sizeof *items.items, compare_items);
	for (size_t i = 0; i < items.count; i++) {
		char name[SCI_NAME_SIZE];

		sci_item_name(&items.items[i], name);
		assets_add(assets, items.items[i].resource.number, name,
			   items.items[i].file);
	}
	sci_selection_free(&items);
}

/* True for a patch file without the mark in its first byte. */
static bool lacks_mark(struct exh_bytes bytes)
{
	enum { MARK = 0x80 };

	return !((bytes.data - bytes.base)[0] & MARK);
}

static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	const struct sci_game *game = sci_game_of(assets);
	const struct exh_sci_game_resource *resource =
		exh_sci_game_find(&game->opened, assets->kind->code, asset->number);
	struct exh_sci_record record;
	enum exh_status status;

	if (!resource->is_patch &&
	    !exh_sci_game_record(&game->opened, resource, NULL, &record, NULL)) {
		asset->packed_offset = resource->entry->offset;
		asset->packed_size = record.packed_size;
	}
	status = exh_sci_game_unpack(&game->opened, resource, asset->arena, salvage,
				     &asset->bytes, notes, err);
	asset->is_doubtful = !status && resource->is_patch && lacks_mark(asset->bytes);
	return status;
}

/*
 * A single file.
 */

/* Returns a name such as "pic" for "-" and for a path without a name. */
static const char *plain_name(const struct assets *assets)
{
	const char *path = assets->path, *name = file_name(path);

	return strcmp(path, "-") == 0 || !*name || *name == '.' ? assets->kind->name
								: name;
}

/* Adds the file under its name; a patch file has a number, too. */
static struct asset *add_file(struct assets *assets, struct report *report)
{
	const char *plain = plain_name(assets);
	unsigned type, number;
	char name[SCI_NAME_SIZE];

	if (!exh_sci_patch_name(plain, &type, &number))
		return assets_add(assets, ASSET_NO_NUMBER, plain, assets->path);
	if (type != assets->kind->code) {
		report_error(report, assets->path, EXH_NO_OFFSET,
			     "by its name it is a %s, not a %s", exh_sci_type_name(type),
			     assets->kind->name);
		return NULL;
	}
	snprintf(name, sizeof name, "%s.%03u", assets->kind->name, number);
	return assets_add(assets, number, name, assets->path);
}

/* False, and reported, for a picture made by such a command: it would look like a
 * badly damaged resource. */
static bool is_no_picture(const struct assets *assets, struct exh_bytes bytes,
			  struct report *report)
{
	if (!png_is(bytes))
		return true;
	report_error(report, assets->path, bytes.base, "a PNG file, expected a %s",
		     assets->kind->name);
	return false;
}

static bool find_in_file(struct assets *assets, struct report *report)
{
	struct asset *asset = add_file(assets, report);

	return asset &&
	       sci_resource_open(assets->path, assets->kind->code, 0, &assets->arena,
				 &asset->bytes, report) &&
	       is_no_picture(assets, asset->bytes, report);
}

const struct asset_source sci_asset_source = {
	.find = find,
	.find_in_file = find_in_file,
	.load = load,
};
