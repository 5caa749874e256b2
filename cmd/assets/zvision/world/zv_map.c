#include "zv_world.h"

#include "assets/zvision/panorama/zv_panorama.h"
#include "assets/zvision/script/zv_script.h"
#include "media/picture/picture.h"
#include "task/memory.h"

#include <exhume/advanced/zvision_lever.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FILE_LIMIT = 16 << 20, NAME_SIZE = 64 };

static const size_t memory_limit = (size_t)1 << 30;   /* bytes of all scripts */
static const size_t partial_limit = (size_t)56 << 20; /* bytes without their uses */

/*
 * Scripts.
 */

bool zv_map_fail_limit(const struct zv_map *map, struct report *report)
{
	scr_fail_limit(&map->arena, report);
	return false;
}

static enum exh_status parse(struct zv_map *map, size_t i, struct exh_error *err)
{
	const struct exh_bytes text = file_bytes(&map->files[i]);
	struct exh_zv_script *script = NULL;
	enum exh_status status = EXH_NO_MEMORY;

	if (text.size <= map->arena.limit - map->arena.used) {
		map->arena.used += text.size; /* the text stays in memory */
		script = exh_alloc(&map->arena, 1, sizeof *script);
	}
	if (script)
		status = exh_zv_script_parse(text, &map->arena, script, NULL, err);
	map->scripts[i] = status ? NULL : script;
	return status;
}

/* Reads a script. An empty one, as many rooms have, is ignored. */
static void read_script(struct zv_map *map, size_t i, struct report *report)
{
	struct exh_error err;
	enum exh_status status = files_read(map->game->files, map->names[i], FILE_LIMIT,
					    &map->files[i], &err);

	if (!status && map->files[i].size)
		status = parse(map, i, &err);
	if (status == EXH_NO_MEMORY)
		report_error(report, map->names[i], EXH_NO_OFFSET,
			     "this and the scripts before it need more memory than the "
			     "limit of %zu bytes",
			     map->arena.limit);
	else if (status)
		report_warning(report, map->names[i], err.offset, "%s", err.text);
}

static size_t list_scripts(const struct zv_game *game, const char **names)
{
	size_t count = 0;

	for (size_t i = 0; i < files_count(game->files); i++) {
		const char *name = files_name(game->files, i);

		if (zv_game_place(game, name)->type != ZV_SCRIPT)
			continue;
		if (names)
			names[count] = name;
		count++;
	}
	return count;
}

static void read_scripts(struct zv_map *map, struct report *report)
{
	map->count = list_scripts(map->game, NULL);
	map->names = mem_alloc(map->count, sizeof(const char *));
	map->files = mem_alloc(map->count, sizeof *map->files);
	map->scripts = mem_alloc(map->count, sizeof(const struct exh_zv_script *));
	list_scripts(map->game, map->names);
	for (size_t i = 0; i < map->count; i++)
		read_script(map, i, report);
}

static bool make(struct zv_map *map, struct report *report)
{
	read_scripts(map, report);
	if (map->is_partial)
		return true;
	if (exh_zv_set_xref(map->scripts, map->names, map->count, &map->arena,
			    &map->xref) &&
	    exh_zv_atlas_make(map->scripts, map->names, map->count, &map->xref,
			      &map->arena, &map->atlas) &&
	    exh_zv_atlas_weigh(&map->atlas, map->scripts, map->count, &map->xref))
		return true;
	return zv_map_fail_limit(map, report);
}

bool zv_map_open(struct zv_map *map, const char *path, bool is_partial,
		 struct report *report)
{
	char *root = zv_game_find(path, report);

	*map = (struct zv_map){
		.arena = { .limit = is_partial ? partial_limit : memory_limit },
		.is_own = true,
		.is_partial = is_partial,
	};
	if (!root)
		return false;
	map->game = zv_game_open(root, report);
	free(root);
	return make(map, report);
}

/* The same for a game that is open, and borrowed. */
static bool open_game_map(struct zv_map *map, struct zv_game *game, struct report *report)
{
	*map = (struct zv_map){ .arena = { .limit = memory_limit }, .game = game };
	return make(map, report);
}

void zv_map_close(struct zv_map *map)
{
	exh_zv_xref_free(&map->xref);
	exh_arena_free(&map->arena);
	for (size_t i = 0; i < map->count; i++)
		free(map->files[i].data);
	free(map->files);
	free((void *)map->names);
	free((void *)map->scripts);
	if (map->game && map->is_own)
		zv_game_close(map->game);
}

/*
 * Files.
 */

/* Copies text as a string, without quotes; false if it can't be a file's name. */
static bool name_of(struct exh_bytes text, char name[NAME_SIZE])
{
	if (text.size && text.data[0] == '"')
		exh_bytes_slice(text, 1, text.size - 1, &text);
	if (text.size && text.data[text.size - 1] == '"')
		text.size--;
	if (!text.size || text.size >= NAME_SIZE)
		return false;
	memcpy(name, text.data, text.size);
	name[text.size] = '\0';
	return true;
}

/* A sound may be stored under other endings. */
static const char *find_file(const struct zv_game *game, const char *name)
{
	static const char *const endings[] = { "raw", "src", "ifp" };
	const size_t size = strlen(name);
	const char *found = files_find(game->files, name);
	char other[NAME_SIZE];
	bool is_sound = false;

	for (size_t i = 0; i < 3 && size > 4; i++)
		is_sound |= name[size - 4] == '.' && file_has_ending(name, endings[i]);
	for (size_t i = 0; i < 3 && is_sound && !found; i++) {
		memcpy(other, name, size + 1);
		memcpy(other + size - 3, endings[i], 3);
		found = files_find(game->files, other);
	}
	return found;
}

const char *zv_map_file(const struct zv_map *map, struct exh_bytes text)
{
	char name[NAME_SIZE];

	return name_of(text, name) ? find_file(map->game, name) : NULL;
}

enum exh_status zv_map_picture(const struct zv_map *map,
			       const struct exh_zv_atlas_place *place,
			       struct exh_zv_picture *out, struct exh_error *err)
{
	const char *name = zv_map_file(map, place->picture);
	enum exh_status status;
	struct file file;

	*out = (struct exh_zv_picture){ 0 };
	if (!name)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%s shows no picture that the game has", place->name);
	status = files_read(map->game->files, name, FILE_LIMIT, &file, err);
	if (status)
		return status;
	status = pano_read_tga(file_bytes(&file), out, NULL, err);
	free(file.data);
	if (!status && strcmp(place->kind, "pana") == 0)
		picture_turn(out);
	return status;
}

void zv_map_each_missing(const struct zv_map *map, zv_map_missing *report, void *context)
{
	for (size_t i = 0; i < map->xref.uses.count; i++) {
		const struct exh_zv_set_use *use = &map->xref.uses.items[i];
		char name[NAME_SIZE];

		if (use->use.kind == EXH_ZV_USE_FILE && name_of(use->use.text, name) &&
		    !find_file(map->game, name))
			report(context, use, name);
	}
}

/* Sorted names, with a flag for each: a script or lever names it. */
struct named {
	const struct zv_map *map;
	const char **names;
	size_t count;
	bool *is_named;
};

static void mark(struct named *named, struct exh_bytes text)
{
	const char *found, **place;
	char name[NAME_SIZE];

	if (!name_of(text, name) || !(found = find_file(named->map->game, name)))
		return;
	place = bsearch(&found, (void *)named->names, named->count, sizeof(const char *),
			files_by_bytes);
	if (place)
		named->is_named[place - named->names] = true;
}

struct exh_zv_lever *zv_map_lever(const struct zv_map *map, const char *name,
				  struct exh_arena *arena)
{
	struct exh_zv_lever *lever = exh_alloc(arena, 1, sizeof *lever);
	struct exh_bytes text;
	struct file file;

	if (!lever || files_read(map->game->files, name, arena->limit, &file, NULL))
		return NULL;
	text = exh_memdup(arena, file_bytes(&file));
	free(file.data);
	return text.data && !exh_zv_lever_read(text, arena, lever, NULL, NULL) ? lever
									       : NULL;
}

/* The animation of a lever that a script names. */
static void mark_lever(struct named *named, const char *name)
{
	struct exh_arena arena = { .limit = 2 * FILE_LIMIT };
	const struct exh_zv_lever *lever = zv_map_lever(named->map, name, &arena);

	if (lever)
		mark(named, lever->filename);
	exh_arena_free(&arena);
}

static bool is_looked_for(enum zv_type type)
{
	return type == ZV_PICTURE || type == ZV_ANIMATION || type == ZV_SOUND ||
	       type == ZV_LEVER || type == ZV_VIDEO;
}

static void mark_all(struct named *named)
{
	const struct exh_zv_set_uses *uses = &named->map->xref.uses;

	for (size_t i = 0; i < uses->count; i++)
		if (uses->items[i].use.kind == EXH_ZV_USE_FILE)
			mark(named, uses->items[i].use.text);
	for (size_t i = 0; i < named->count; i++)
		if (named->is_named[i] &&
		    zv_game_place(named->map->game, named->names[i])->type == ZV_LEVER)
			mark_lever(named, named->names[i]);
}

void zv_map_each_unnamed(const struct zv_map *map, zv_map_unnamed *report, void *context)
{
	struct named named = { map, files_sorted(map->game->files, files_by_bytes),
			       files_count(map->game->files), NULL };

	named.is_named = mem_alloc(named.count, sizeof(bool));
	mark_all(&named);
	for (size_t i = 0; i < named.count; i++)
		if (!named.is_named[i] &&
		    is_looked_for(zv_game_place(map->game, named.names[i])->type))
			report(context, named.names[i]);
	free((void *)named.names);
	free(named.is_named);
}

/*
 * Rooms of an index.
 */

static void add_room(const struct zv_map *map, const struct exh_zv_atlas_place *place,
		     const struct asset_relations *to)
{
	const char *picture = zv_map_file(map, place->picture);

	to->add_room(to->context,
		     &(struct asset_room){
			     .kind = "script",
			     .name = map->names[place->script],
			     .number = ASSET_NO_NUMBER,
			     .picture_kind = picture ? "picture" : NULL,
			     .picture_name = picture,
			     .picture_number = ASSET_NO_NUMBER,
			     .is_start = strcasecmp(place->name, "gary") == 0,
		     });
}

/* Scripts of worlds and of the universe have names of 1 and of 8 letters. */
static bool is_of_a_place(const struct exh_zv_way *way)
{
	const size_t size = strlen(way->from);

	return size == 2 || size == 4;
}

static void add_ways(const struct zv_map *map, const struct exh_zv_atlas_way *way,
		     const struct asset_relations *to)
{
	if (way->to == EXH_ZV_NOWHERE || way->is_impossible || !is_of_a_place(way->way))
		return;
	for (size_t i = 0; i < map->atlas.place_count; i++)
		if (i != way->to && exh_zv_atlas_leads(&map->atlas, way, i))
			to->add_way(to->context, i, way->to);
}

/* Uses of files that are not there. */
struct missing_files {
	const struct exh_zv_set_use *first;
	char name[NAME_SIZE]; /* in the first use */
	size_t count;
};

static void count_missing(void *context, const struct exh_zv_set_use *use,
			  const char *name)
{
	struct missing_files *missing = context;

	if (!missing->count++) {
		missing->first = use;
		memcpy(missing->name, name, strlen(name) + 1);
	}
}

/* Ways to places without a script. Arguments that give no place lead anywhere. */
static void count_missing_places(const struct zv_map *map, struct missing_files *missing)
{
	for (size_t i = 0; i < map->atlas.way_count; i++) {
		const struct exh_zv_atlas_way *way = &map->atlas.ways[i];
		const char *place = way->way->use->use.place;
		char name[NAME_SIZE];

		if (way->to != EXH_ZV_NOWHERE || way->way->is_back || !*place)
			continue;
		snprintf(name, sizeof name, "%s.scr", place);
		count_missing(missing, way->way->use, name);
	}
}

/* True for a game that has scripts around the place where games begin, and not its own.
 */
static bool lacks_start(const struct zv_map *map)
{
	static const char *const around[] = { "universe.scr", "g.scr", "ga.scr" };
	bool has_any = false;

	for (size_t i = 0; i < sizeof around / sizeof *around; i++)
		has_any |= files_find(map->game->files, around[i]) != NULL;
	return has_any && exh_zv_atlas_find(&map->atlas, "gary") == EXH_ZV_NOWHERE;
}

/* Warns of missing files and places that scripts of a damaged game name. */
static void warn_of_missing(const struct zv_map *map, struct report *report)
{
	struct missing_files missing = { 0 };

	if (lacks_start(map))
		report_warning(report, "gary.scr", EXH_NO_OFFSET,
			       "missing: games begin there");
	zv_map_each_missing(map, count_missing, &missing);
	count_missing_places(map, &missing);
	if (missing.count == 1)
		report_warning(report, map->names[missing.first->script], EXH_NO_OFFSET,
			       "line %u names %s: the game has no such file",
			       missing.first->use.line, missing.name);
	else if (missing.count)
		report_warning(
			report, map->names[missing.first->script], EXH_NO_OFFSET,
			"line %u names %s: the game has no such file, nor those of "
			"%zu other uses (exhume zv-world lists them)",
			missing.first->use.line, missing.name, missing.count - 1);
}

void zv_rooms_relate(void *game, struct report *report, const struct asset_relations *to)
{
	struct zv_map map;

	if (open_game_map(&map, game, report)) {
		warn_of_missing(&map, report);
		for (size_t i = 0; i < map.atlas.place_count; i++)
			add_room(&map, &map.atlas.places[i], to);
		for (size_t i = 0; i < map.atlas.way_count; i++)
			add_ways(&map, &map.atlas.ways[i], to);
	}
	zv_map_close(&map);
}
