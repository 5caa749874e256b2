#include "game.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

struct relations {
	const struct new_index *index;
	struct json *rooms;
	size_t count;
	struct json *places; /* by id: the place in the index */
	struct json *names;  /* by name in lower case: the same */
	/* By the place of the user: an object whose keys are places of used assets. */
	struct json **uses;
};

static const struct json *asset_at(const struct relations *r, size_t i)
{
	return json_at(r->index->assets, i);
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
		r->uses[user] = json_new_object();
	if (!json_get(r->uses[user], id))
		json_set_number(r->uses[user], id, used);
}

static const struct json *find(const struct relations *r, const char *kind,
			       unsigned number)
{
	struct json *id = asset_id(kind, number, "");
	const struct json *place = json_get(r->places, json_text_of(id));

	json_free(id);
	return place;
}

static void add_numbers(void *context, const char *kind, unsigned number,
			const char *used_kind, unsigned used_number)
{
	struct relations *r = context;
	const struct json *user = find(r, kind, number);
	const struct json *used = user ? find(r, used_kind, used_number) : NULL;

	if (used)
		add_pair(r, (size_t)json_number_of(user), (size_t)json_number_of(used));
}

/*
 * Rooms.
 */

/* To be released; NULL: the index has no such asset. */
static struct json *find_id(const struct new_index *index, const char *kind,
			    unsigned number, const char *name)
{
	struct json *id = asset_id(kind, number, name);

	if (json_get(index->by_id, json_text_of(id)))
		return id;
	json_free(id);
	return NULL;
}

/* Null for one whose asset is not in the index. Ways are the keys of an object first, so
 * that each is there once. */
static void add_room(void *context, const struct asset_room *room)
{
	const struct relations *r = context;
	struct json *id = find_id(r->index, room->kind, room->number, room->name);
	struct json *object, *picture = NULL;

	object = json_push(r->rooms, id ? json_new_object() : json_new_null());
	if (!id)
		return;
	json_set(object, "id", id);
	if (room->picture_kind)
		picture = find_id(r->index, room->picture_kind, room->picture_number,
				  room->picture_name);
	if (picture)
		json_set(object, "picture", picture);
	if (room->is_start)
		json_set(object, "is_start", json_new_flag(true));
	json_set(object, "ways", json_new_object());
}

/* By the places of rooms in the list; the same way may be added again. */
static void add_way(void *context, size_t from, size_t to)
{
	const struct relations *r = context;
	struct json *ways = json_get(json_at(r->rooms, from), "ways");
	const struct json *id = json_get(json_at(r->rooms, to), "id");

	if (ways && id)
		json_set(ways, json_text_of(id), json_new_flag(true));
}

static void list_ways(struct json *room)
{
	struct json *list = json_new_list(), *value;
	const char *id;

	json_each_key(json_get(room, "ways"), id, value)
		json_push(list, json_new_string(id));
	json_set(room, "ways", list);
}

/* Releases the list, and makes the index's own of it. NULL: it has no rooms. */
static struct json *finish_rooms(struct json *all)
{
	struct json *rooms = json_new_list(), *room;
	size_t i;

	json_each(all, i, room)
	{
		if (json_is_nothing(room))
			continue;
		list_ways(room);
		json_push_shared(rooms, room);
	}
	json_free(all);
	if (json_size(rooms))
		return rooms;
	json_free(rooms);
	return NULL;
}

/*
 * Names in what is known of an asset.
 */

static void add_name(struct relations *r, size_t user, const char *text)
{
	char *name = text_lower(text);
	const struct json *place = json_get(r->names, name);

	if (place)
		add_pair(r, user, (size_t)json_number_of(place));
	free(name);
}

static void add_names(struct relations *r, size_t user, const struct json *value)
{
	const struct json *item;
	const char *key;
	size_t i;

	if (json_is_text(value))
		add_name(r, user, json_text_of(value));
	json_each(value, i, item) add_names(r, user, item);
	json_each_key((struct json *)value, key, item)
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
	r->count = json_size(r->index->assets);
	r->places = json_new_object();
	r->names = json_new_object();
	r->uses = mem_alloc(r->count, sizeof(struct json *));
	for (size_t i = 0; i < r->count; i++) {
		const char *name = json_text_at(asset_at(r, i), "name");
		char *key = name ? text_lower(name) : NULL;
		struct json *asset = json_at(r->index->assets, i);

		json_set_number(r->places, id_at(r, i), i);
		if (key)
			json_set_number(r->names, key, i);
		json_remove(asset, "uses");
		json_remove(asset, "used_by");
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
	const size_t count = json_key_count(r->uses[user]);
	size_t *places = mem_alloc(count, sizeof *places), i = 0;
	const struct json *place;
	const char *id;

	json_each_key(r->uses[user], id, place) places[i++] =
		(size_t)json_number_of(place);
	qsort(places, count, sizeof *places, by_place);
	for (i = 0; i < count; i++) {
		json_add(json_at(r->index->assets, user), "uses",
			 json_new_string(id_at(r, places[i])));
		json_add(json_at(r->index->assets, places[i]), "used_by",
			 json_new_string(id_at(r, user)));
	}
	free(places);
}

void relations_add(struct new_index *index, void *game, struct report *report)
{
	struct relations r = { .index = index, .rooms = json_new_list() };
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
		json_free(r.uses[i]);
	free((void *)r.uses);
	json_free(r.places);
	json_free(r.names);
}
