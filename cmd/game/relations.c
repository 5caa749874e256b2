#include "game.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

struct relations {
	const struct new_index *index;
	json_t *rooms;
	size_t count;
	json_t *places; /* by id: the place in the index */
	json_t *names;	/* by name in lower case: the same */
	/* By the place of the user: an object whose keys are places of used assets. */
	json_t **uses;
};

static const json_t *asset_at(const struct relations *r, size_t i)
{
	return json_array_get(r->index->assets, i);
}

static const char *id_at(const struct relations *r, size_t i)
{
	return json_text_at(asset_at(r, i), "id");
}

/*
 * Pairs.
 */

static void add_pair(struct relations *r, size_t user, size_t used)
{
	const char *id = id_at(r, used);

	if (user == used)
		return;
	if (!r->uses[user])
		r->uses[user] = json_object();
	if (!json_object_get(r->uses[user], id))
		json_set_number(r->uses[user], id, used);
}

static const json_t *find(const struct relations *r, const char *kind, unsigned number)
{
	json_t *id = asset_id(kind, number, "");
	const json_t *place = json_object_get(r->places, json_string_value(id));

	json_decref(id);
	return place;
}

static void add_numbers(void *context, const char *kind, unsigned number,
			const char *used_kind, unsigned used_number)
{
	struct relations *r = context;
	const json_t *user = find(r, kind, number);
	const json_t *used = user ? find(r, used_kind, used_number) : NULL;

	if (used)
		add_pair(r, (size_t)json_integer_value(user),
			 (size_t)json_integer_value(used));
}

/*
 * Rooms.
 */

/* To be released; NULL: the index has no such asset. */
static json_t *find_id(const struct new_index *index, const char *kind, unsigned number,
		       const char *name)
{
	json_t *id = asset_id(kind, number, name);

	if (json_object_get(index->by_id, json_string_value(id)))
		return id;
	json_decref(id);
	return NULL;
}

/* Null for one whose asset is not in the index. Ways are the keys of an object first, so
 * that each is there once. */
static void add_room(void *context, const struct asset_room *room)
{
	const struct relations *r = context;
	json_t *id = find_id(r->index, room->kind, room->number, room->name);
	json_t *object, *picture = NULL;

	object = json_push(r->rooms, id ? json_object() : json_null());
	if (!id)
		return;
	json_object_set_new(object, "id", id);
	if (room->picture_kind)
		picture = find_id(r->index, room->picture_kind, room->picture_number,
				  room->picture_name);
	if (picture)
		json_object_set_new(object, "picture", picture);
	if (room->is_start)
		json_object_set_new(object, "is_start", json_true());
	json_object_set_new(object, "ways", json_object());
}

/* By the places of rooms in the list; the same way may be added again. */
static void add_way(void *context, size_t from, size_t to)
{
	const struct relations *r = context;
	json_t *ways = json_object_get(json_array_get(r->rooms, from), "ways");
	const json_t *id = json_object_get(json_array_get(r->rooms, to), "id");

	if (ways && id)
		json_object_set_new(ways, json_string_value(id), json_true());
}

static void list_ways(json_t *room)
{
	json_t *list = json_array(), *value;
	const char *id;

	json_object_foreach(json_object_get(room, "ways"), id, value)
		json_array_append_new(list, json_string(id));
	json_object_set_new(room, "ways", list);
}

/* Releases the list, and makes the index's own of it. NULL: it has no rooms. */
static json_t *finish_rooms(json_t *all)
{
	json_t *rooms = json_array(), *room;
	size_t i;

	json_array_foreach(all, i, room)
	{
		if (json_is_null(room))
			continue;
		list_ways(room);
		json_array_append(rooms, room);
	}
	json_decref(all);
	if (json_array_size(rooms))
		return rooms;
	json_decref(rooms);
	return NULL;
}

/*
 * Names in what is known of an asset.
 */

static void add_name(struct relations *r, size_t user, const char *text)
{
	char *name = text_lower(text);
	const json_t *place = json_object_get(r->names, name);

	if (place)
		add_pair(r, user, (size_t)json_integer_value(place));
	free(name);
}

static void add_names(struct relations *r, size_t user, const json_t *value)
{
	const json_t *item;
	const char *key;
	size_t i;

	if (json_is_string(value))
		add_name(r, user, json_string_value(value));
	json_array_foreach(value, i, item) add_names(r, user, item);
	json_object_foreach((json_t *)value, key, item)
	{
		if (strcmp(key, "files") != 0 && strcmp(key, "name") != 0)
			add_names(r, user, item);
	}
}

/*
 * The index.
 */

static void start(struct relations *r)
{
	r->count = json_array_size(r->index->assets);
	r->places = json_object();
	r->names = json_object();
	r->uses = mem_alloc(r->count, sizeof(json_t *));
	for (size_t i = 0; i < r->count; i++) {
		const char *name = json_text_at(asset_at(r, i), "name");
		char *key = name ? text_lower(name) : NULL;
		json_t *asset = json_array_get(r->index->assets, i);

		json_set_number(r->places, id_at(r, i), i);
		if (key)
			json_set_number(r->names, key, i);
		json_object_del(asset, "uses");
		json_object_del(asset, "used_by");
		free(key);
	}
}

static int by_place(const void *a, const void *b)
{
	const size_t one = *(const size_t *)a, other = *(const size_t *)b;

	return (one > other) - (one < other);
}

/* In the order of the index. */
static void write_uses(const struct relations *r, size_t user)
{
	const size_t count = json_object_size(r->uses[user]);
	size_t *places = mem_alloc(count, sizeof *places), i = 0;
	const json_t *place;
	const char *id;

	json_object_foreach(r->uses[user], id, place) places[i++] =
		(size_t)json_integer_value(place);
	qsort(places, count, sizeof *places, by_place);
	for (i = 0; i < count; i++) {
		json_add(json_array_get(r->index->assets, user), "uses",
			 json_string(id_at(r, places[i])));
		json_add(json_array_get(r->index->assets, places[i]), "used_by",
			 json_string(id_at(r, user)));
	}
	free(places);
}

void relations_add(struct new_index *index, void *game, struct report *report)
{
	struct relations r = { .index = index, .rooms = json_array() };
	const struct asset_relations to = { add_numbers, add_room, add_way, &r };

	start(&r);
	if (index->type->relate)
		index->type->relate(game, report, &to);
	for (size_t i = 0; i < r.count && index->type->relates_by_name; i++)
		add_names(&r, i, asset_at(&r, i));
	for (size_t i = 0; i < r.count; i++)
		write_uses(&r, i);
	index->rooms = finish_rooms(r.rooms);
	for (size_t i = 0; i < r.count; i++)
		json_decref(r.uses[i]);
	free((void *)r.uses);
	json_decref(r.places);
	json_decref(r.names);
}
