#include "exhume/advanced/zvision_atlas.h"

#include "script_words.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE_LETTERS = 4 };

/*
 * Places.
 */

/* The last control that sets the kind is used. */
static void read_control(const struct exh_zv_script *script,
			 const struct exh_zv_node *node, struct exh_zv_atlas_place *place)
{
	static const char *const kinds[] = { "flat", "pana", "tilt" };
	const int kind = exh_zv_script_room_kind(exh_zv_script_text(script, node->name));

	if (kind >= 0)
		place->kind = kinds[kind];
	else
		place->control_count++;
}

static void read_result(const struct exh_zv_script *script,
			const struct exh_zv_node *node, struct exh_zv_atlas_place *place)
{
	struct exh_bytes args = exh_zv_script_text(script, node->args);

	if (!place->picture.size &&
	    exh_zv_script_is_word(exh_zv_script_text(script, node->name), "set_screen"))
		exh_zv_script_argument(&args, &place->picture);
}

static void read_place(const struct exh_zv_script *script,
		       struct exh_zv_atlas_place *place)
{
	place->kind = "flat";
	for (const struct exh_zv_node *node = script->root.first; node;
	     node = exh_zv_script_next(node))
		if (node->kind == EXH_ZV_CONTROL)
			read_control(script, node, place);
		else if (node->kind == EXH_ZV_RESULT)
			read_result(script, node, place);
}

static int by_name(const void *a, const void *b)
{
	const struct exh_zv_atlas_place *one = a, *other = b;
	const int order = strcmp(one->name, other->name);

	if (order)
		return order;
	return one->script < other->script ? -1 : one->script > other->script;
}

/* Keeps only the first of several places with the same name. */
static void keep_first(struct exh_zv_atlas *atlas)
{
	size_t kept = 0;

	for (size_t i = 0; i < atlas->place_count; i++)
		if (!kept ||
		    strcmp(atlas->places[kept - 1].name, atlas->places[i].name) != 0)
			atlas->places[kept++] = atlas->places[i];
	atlas->place_count = kept;
}

static bool make_places(const struct exh_zv_script *const *scripts,
			const char *const *names, size_t count, struct exh_arena *arena,
			struct exh_zv_atlas *out)
{
	out->places = exh_alloc(arena, count + 1, sizeof *out->places);
	for (size_t i = 0; out->places && i < count; i++) {
		struct exh_zv_atlas_place *place = &out->places[out->place_count];
		const char *name = exh_zv_script_place(names[i], arena);

		if (!name)
			return false;
		if (!scripts[i] || strlen(name) != PLACE_LETTERS)
			continue;
		place->name = name;
		place->script = i;
		read_place(scripts[i], place);
		out->place_count++;
	}
	if (!out->places)
		return false;
	qsort(out->places, out->place_count, sizeof *out->places, by_name);
	keep_first(out);
	return true;
}

size_t exh_zv_atlas_find(const struct exh_zv_atlas *atlas, const char *name)
{
	size_t low = 0, high = atlas->place_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(atlas->places[middle].name, name);

		if (!order)
			return middle;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return EXH_ZV_NOWHERE;
}

/*
 * Ways between places.
 */

/* Number of letters of a place's name that the way's script names: 1 or 2 for a world or
 * room, PLACE_LETTERS for a nodeview, 0 for the universe. -1: no place loads the
 * script. */
static int scope_size(const struct exh_zv_atlas_way *way)
{
	const char *from = way->way->from;
	const size_t size = strlen(from);

	if (strcmp(from, "universe") == 0)
		return 0;
	return size == 1 || size == 2 || size == PLACE_LETTERS ? (int)size : -1;
}

bool exh_zv_atlas_leads(const struct exh_zv_atlas *atlas,
			const struct exh_zv_atlas_way *way, size_t place)
{
	const int size = scope_size(way);

	return size >= 0 &&
	       strncmp(atlas->places[place].name, way->way->from, (size_t)size) == 0;
}

/* Finds the places that a way leads from. They are adjacent, since their names begin
 * alike. */
static void places_of(const struct exh_zv_atlas *atlas,
		      const struct exh_zv_atlas_way *way, size_t *first, size_t *end)
{
	const int size = scope_size(way);
	size_t low = 0, high = size < 0 ? 0 : atlas->place_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strncmp(atlas->places[middle].name, way->way->from, (size_t)size) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*first = *end = low;
	while (*end < atlas->place_count && exh_zv_atlas_leads(atlas, way, *end))
		++*end;
}

static void count_way(struct exh_zv_atlas *atlas, const struct exh_zv_atlas_way *way)
{
	size_t first, end;

	places_of(atlas, way, &first, &end);
	for (size_t i = first; i < end; i++)
		atlas->places[i].way_count++;
	if (way->to != EXH_ZV_NOWHERE)
		atlas->places[way->to].entry_count++;
}

bool exh_zv_atlas_make(const struct exh_zv_script *const *scripts,
		       const char *const *names, size_t count,
		       const struct exh_zv_xref *xref, struct exh_arena *arena,
		       struct exh_zv_atlas *out)
{
	struct exh_zv_atlas_way *ways =
		exh_alloc(arena, xref->way_count + 1, sizeof *ways);

	*out = (struct exh_zv_atlas){ 0 };
	if (!ways || !make_places(scripts, names, count, arena, out))
		return false;
	out->ways = ways;
	for (size_t i = 0; i < xref->way_count; i++) {
		ways[i].way = &xref->ways[i];
		ways[i].to = exh_zv_atlas_find(out, xref->ways[i].to);
		count_way(out, &ways[i]);
	}
	out->way_count = xref->way_count;
	return true;
}

/*
 * Reachable places: a breadth-first search.
 */
struct search {
	const struct exh_zv_atlas *atlas;
	size_t *queue; /* places, in the order in which they were found */
	size_t found;
	bool *is_found;
};

static bool start_search(struct search *search, const struct exh_zv_atlas *atlas,
			 size_t start, struct exh_arena *arena)
{
	const size_t count = atlas->place_count;

	*search = (struct search){
		.atlas = atlas,
		.queue = exh_alloc(arena, count + 1, sizeof *search->queue),
		.is_found = exh_alloc(arena, count + 1, sizeof *search->is_found),
	};
	if (!search->queue || !search->is_found)
		return false;
	search->queue[search->found++] = start;
	search->is_found[start] = true;
	return true;
}

static void follow(struct search *search, size_t place)
{
	for (size_t i = 0; i < search->atlas->way_count; i++) {
		const struct exh_zv_atlas_way *way = &search->atlas->ways[i];

		if (way->to == EXH_ZV_NOWHERE || search->is_found[way->to] ||
		    !exh_zv_atlas_leads(search->atlas, way, place))
			continue;
		search->is_found[way->to] = true;
		search->queue[search->found++] = way->to;
	}
}

bool exh_zv_atlas_reach(struct exh_zv_atlas *atlas, size_t start, struct exh_arena *arena)
{
	struct search search;

	if (!start_search(&search, atlas, start, arena))
		return false;
	for (size_t i = 0; i < search.found; i++) {
		follow(&search, search.queue[i]);
		atlas->places[search.queue[i]].is_reached = true;
	}
	return true;
}
