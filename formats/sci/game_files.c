#include "exhume/sci.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_game.h"

#include "../base/name.h"
#include "basics.h"
#include "resource.h"

#include <stdlib.h>
#include <string.h>

/*
 * Names.
 */

static bool is_map(const char *name)
{
	static const char map[] = "resource.map";

	return strlen(name) == sizeof map - 1 && name_begins(name, map);
}

int exh_sci_volume_number(const char *name)
{
	static const char stem[] = "resource.";
	const char *digits = name + sizeof stem - 1;
	int number = 0;

	if (!name_begins(name, stem) || strlen(digits) != 3 ||
	    strspn(digits, "0123456789") != 3)
		return -1;
	for (; *digits; digits++)
		number = number * 10 + (*digits - '0');
	return number < EXH_SCI_VOLUMES ? number : -1;
}

bool exh_sci_game_has_name(const char *name)
{
	unsigned type, number;

	return is_map(name) || exh_sci_volume_number(name) >= 0 ||
	       exh_sci_patch_name(name, &type, &number);
}

/* Orders by name, in upper or lower case alike; names that differ only in case have a
 * fixed order. */
static int compare_names(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] && lower_case(a[i]) == lower_case(b[i]))
		i++;
	return lower_case(a[i]) != lower_case(b[i])
		       ? (lower_case(a[i]) < lower_case(b[i]) ? -1 : 1)
		       : strcmp(a, b);
}

/*
 * Kinds of files.
 */

struct opening {
	const struct exh_sci_game_files *files;
	struct exh_arena *arena;
	struct exh_sci_game *game;
	struct exh_error *err;
};

static void add_double(struct exh_sci_game *game, size_t ignored, size_t counts)
{
	game->doubles[game->double_count++] =
		(struct exh_sci_game_double){ ignored, counts };
}

/* Stores a map or a volume; of several with one name the first is used. */
static void keep(struct exh_sci_game *game, size_t *place, size_t file)
{
	const struct exh_sci_game_file *items = game->files.items;

	if (*place == EXH_SCI_NO_FILE) {
		*place = file;
	} else if (compare_names(items[file].name, items[*place].name) < 0) {
		add_double(game, *place, file);
		*place = file;
	} else {
		add_double(game, file, *place);
	}
}

/* A patch file; its name decides between files of the same resource. */
struct patch {
	unsigned type, number;
	size_t file;
	const char *name;
};

static int compare_patches(const void *a, const void *b)
{
	const struct patch *one = a, *other = b;

	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return compare_names(one->name, other->name);
}

/* Returns the number of patch files. */
static size_t sort_out(struct exh_sci_game *game, struct patch *patches)
{
	size_t count = 0;

	for (size_t i = 0; i < game->files.count; i++) {
		const char *name = game->files.items[i].name;
		const int volume = exh_sci_volume_number(name);
		struct patch patch = { .file = i, .name = name };

		if (is_map(name))
			keep(game, &game->map_file, i);
		else if (volume >= 0)
			keep(game, &game->volumes[volume], i);
		else if (exh_sci_patch_name(name, &patch.type, &patch.number))
			patches[count++] = patch;
	}
	if (count)
		qsort(patches, count, sizeof *patches, compare_patches);
	return count;
}

/* Keeps the first patch of each resource; returns their number. */
static size_t drop_doubles(struct exh_sci_game *game, struct patch *patches, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const struct patch *before = kept ? &patches[kept - 1] : NULL;

		if (before && before->type == patches[i].type &&
		    before->number == patches[i].number)
			add_double(game, patches[i].file, before->file);
		else
			patches[kept++] = patches[i];
	}
	return kept;
}

/*
 * The map.
 */

enum exh_status exh_sci_game_file_bytes(const struct exh_sci_game *game, size_t file,
					struct exh_arena *arena, struct exh_bytes *out,
					struct exh_error *err)
{
	const struct exh_sci_game_files *files = &game->files;

	*out = files->items[file].bytes;
	return out->data || !files->read
		       ? EXH_OK
		       : files->read(files->context, file, arena, out, err);
}

static enum exh_status read_map(const struct opening *o, struct exh_notes *notes)
{
	struct exh_sci_game *game = o->game;
	const enum exh_sci_layout *layout = o->files->layout;
	struct exh_bytes map;
	enum exh_status status;

	if (game->map_file == EXH_SCI_NO_FILE)
		return EXH_OK;
	status = exh_sci_game_file_bytes(game, game->map_file, o->arena, &map, o->err);
	return status ? status
		      : exh_sci_map_read(map, layout ? *layout : exh_sci_map_layout(map),
					 o->arena, &game->map, notes, o->err);
}

static void note_empty_map(const struct exh_sci_game *game, struct exh_notes *notes)
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		count += game->volumes[i] != EXH_SCI_NO_FILE;
	if (game->map_file != EXH_SCI_NO_FILE && !game->map.count && count)
		exh_note(notes, EXH_WARNING, 0,
			 "the map lists no resource of %zu volumes: resources may be "
			 "missing",
			 count);
}

/* Lists the map's entries before the patch files. */
static void list(struct exh_sci_game *game, const struct patch *patches, size_t count)
{
	for (size_t i = 0; i < game->map.count; i++) {
		const struct exh_sci_entry *entry = &game->map.entries[i];

		game->resources[game->count++] = (struct exh_sci_game_resource){
			.type = entry->type,
			.number = entry->number,
			.entry = entry,
			.file = entry->volume < EXH_SCI_VOLUMES
					? game->volumes[entry->volume]
					: EXH_SCI_NO_FILE,
		};
	}
	for (size_t i = 0; i < count; i++)
		game->resources[game->count++] =
			(struct exh_sci_game_resource){ .type = patches[i].type,
							.number = patches[i].number,
							.is_patch = true,
							.file = patches[i].file };
}

/* For one resource the patch file comes first, then the map's entries in their order. */
static int compare_resources(const void *a, const void *b)
{
	const struct exh_sci_game_resource
		*one = *(const struct exh_sci_game_resource *const *)a,
		*other = *(const struct exh_sci_game_resource *const *)b;

	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	if (one->is_patch != other->is_patch)
		return one->is_patch ? -1 : 1;
	return one < other ? -1 : one > other;
}

static void find_used(struct exh_sci_game *game)
{
	for (size_t i = 0; i < game->count; i++)
		game->used[i] = &game->resources[i];
	if (game->count)
		qsort((void *)game->used, game->count, sizeof *game->used,
		      compare_resources);
	for (size_t i = 0; i < game->count; i++) {
		struct exh_sci_game_resource *resource =
			&game->resources[game->used[i] - game->resources];
		const struct exh_sci_game_resource *before =
			game->used_count ? game->used[game->used_count - 1] : NULL;

		if (before && before->type == resource->type &&
		    before->number == resource->number)
			resource->is_overridden = before->is_patch;
		else
			game->used[game->used_count++] = resource;
	}
}

static enum exh_status open_files(const struct opening *o, struct patch *patches,
				  struct exh_notes *notes)
{
	struct exh_sci_game *game = o->game;
	const size_t count = drop_doubles(game, patches, sort_out(game, patches));
	enum exh_status status;

	if (game->map_file == EXH_SCI_NO_FILE && !count)
		return exh_fail(o->err, EXH_INVALID, EXH_NO_OFFSET,
				"neither RESOURCE.MAP nor a patch file in this folder");
	status = read_map(o, notes);
	if (status)
		return status;
	note_empty_map(game, notes);
	game->resources =
		exh_alloc(o->arena, game->map.count + count + 1, sizeof *game->resources);
	game->used = exh_alloc(o->arena, game->map.count + count + 1, sizeof *game->used);
	if (!game->resources || !game->used)
		return no_memory(o->err);
	list(game, patches, count);
	find_used(game);
	return EXH_OK;
}

enum exh_status exh_sci_game_open(const struct exh_sci_game_files *files,
				  struct exh_arena *arena, struct exh_sci_game *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	const struct opening o = { files, arena, out, err };
	struct patch *patches = exh_alloc(arena, files->count + 1, sizeof *patches);

	*out = (struct exh_sci_game){ .files = *files, .map_file = EXH_SCI_NO_FILE };
	out->files.layout = NULL;
	for (size_t i = 0; i < EXH_SCI_VOLUMES; i++)
		out->volumes[i] = EXH_SCI_NO_FILE;
	out->doubles = exh_alloc(arena, files->count + 1, sizeof *out->doubles);
	return patches && out->doubles ? open_files(&o, patches, notes) : no_memory(err);
}

/*
 * Resources.
 */

const struct exh_sci_game_resource *exh_sci_game_find(const struct exh_sci_game *game,
						      unsigned type, unsigned number)
{
	size_t low = 0, high = game->used_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct exh_sci_game_resource *it = game->used[middle];

		if (it->type == type && it->number == number)
			return it;
		if (it->type < type || (it->type == type && it->number < number))
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
