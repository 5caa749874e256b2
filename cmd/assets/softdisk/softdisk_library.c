#include "softdisk.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 1 << 30 /* bytes of an expanded member */ };

/*
 * Opening.
 */

static void look_at(struct softdisk_library *library, size_t i)
{
	struct softdisk_member *member = &library->members[i];
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	struct softdisk_content content = { .type = SOFTDISK_OTHER };
	struct exh_bytes bytes;
	struct exh_error err;

	member->is_broken = content_load(&library->contents, &library->contents.items[i],
					 &arena, &bytes, NULL, &err);
	if (!member->is_broken)
		softdisk_judge(bytes, &content, NULL, &err);
	member->type = content.type;
	exh_arena_free(&arena);
}

enum exh_status softdisk_library_open(struct softdisk_library *library, const char *path,
				      struct exh_error *err)
{
	struct contents *contents = &library->contents;
	enum exh_status status;

	library->members = NULL;
	status = contents_open(contents, path, err);
	if (status)
		return status;
	library->members = mem_alloc(contents->count, sizeof *library->members);
	for (size_t i = 0; i < contents->count && contents_is_library(contents); i++)
		look_at(library, i);
	return EXH_OK;
}

void softdisk_library_free(struct softdisk_library *library)
{
	contents_free(&library->contents);
	free(library->members);
}

/*
 * The source.
 */

const struct content *softdisk_content_of(const struct asset *asset)
{
	const struct softdisk_library *library = asset->assets->game;
	const struct content *items = library ? library->contents.items : NULL;

	while (items && strcmp(items->name, asset->name) != 0)
		items++;
	return items;
}

/* True if the member is of the kind. One that can't be expanded is not known to be a
 * picture. */
static bool is_wanted(const struct assets *assets, const struct softdisk_member *member)
{
	const struct softdisk_picture_options *options = assets->options;

	if (member->is_broken && assets->kind->code == SOFTDISK_PICTURE)
		return options->is_any_broken;
	return member->type == assets->kind->code;
}

/* Adds an asset. Messages name FILE/MEMBER; messages about expanding it name the
 * library. */
static void add(struct assets *assets, const struct contents *contents,
		const struct content *item)
{
	char *title = content_title(contents, item);
	struct asset *asset = assets_add(assets, ASSET_NO_NUMBER, item->name,
					 assets_keep(assets, title));

	free(title);
	asset->label = "";
	asset->container = contents->path;
}

static void find(struct assets *assets)
{
	const struct softdisk_library *library = assets->game;
	const struct contents *contents = &library->contents;
	/* Members have no numbers, so a choice of numbers selects none. */
	const size_t count = assets->range_count ? 0 : contents->count;

	for (size_t i = 0; i < count; i++)
		if (is_wanted(assets, &library->members[i]))
			add(assets, contents, &contents->items[i]);
}

static enum exh_status load(const struct assets *assets, struct asset *asset,
			    bool salvage, struct exh_notes *notes, struct exh_error *err)
{
	const struct softdisk_library *library = assets->game;

	(void)salvage;
	return content_load(&library->contents, softdisk_content_of(asset), asset->arena,
			    &asset->bytes, notes, err);
}

const struct asset_source softdisk_source = {
	.find = find,
	.find_in_file = assets_find_file,
	.load = load,
};
