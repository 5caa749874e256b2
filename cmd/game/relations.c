#include "game.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

struct relations {
	struct new_index *index;
	struct json *rooms;
	struct text_set names; /* names of assets, in lower case */
	struct {
		uint32_t *items; /* for each name: the last asset that has it */
		size_t count, capacity;
	} places;
	struct pairs {
		struct index_use *items;
		size_t count, capacity;
	} pairs;
};

/*
 * Pairs.
 */

static void add_pair(struct relations *r, size_t user, size_t used)
{
	if (user != used)
		*MEM_ADD(&r->pairs) =
			(struct index_use){ (uint32_t)user, (uint32_t)used };
}

static void add_numbers(void *context, const char *kind, unsigned number,
			const char *used_kind, unsigned used_number)
{
	struct relations *r = context;
	const size_t user = new_index_find(r->index, kind, number, "");
	const size_t used = new_index_find(r->index, used_kind, used_number, "");

	if (user != TEXT_NONE && used != TEXT_NONE)
		add_pair(r, user, used);
}

/*
 * Rooms.
 */

/* Returns an asset's id, to be released; NULL: the index has no such asset. */
static struct json *find_id(const struct new_index *index, const char *kind,
			    unsigned number, const char *name)
{
	struct json *id = asset_id(kind, number, name);

	if (text_set_find(&index->ids, json_text_of(id)) != TEXT_NONE)
		return id;
	json_free(id);
	return NULL;
}

struct room_row {
	struct json *id, *title, *picture; /* texts */
	bool is_start;
	struct json *ways;
};

static const struct field room_list[] = {
	FIELD_MADE(FIELD_JSON, struct room_row, id, &text_fields, "id of its asset"),
	FIELD_MADE(FIELD_JSON, struct room_row, title, &text_fields,
		   "what the game's code calls it", .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON, struct room_row, picture, &text_fields,
		   "id of the picture that it shows", .flags = FIELD_OMITTED),
	FIELD(struct room_row, is_start, NULL, "true: the game begins here",
	      .flags = FIELD_OMITTED),
	FIELD_ITEMS(struct room_row, ways, &text_fields, "ids of rooms that it leads to"),
};
const struct fields index_room_fields = FIELDS("room", struct room_row, room_list);

/* Adds a room; null if its asset is not in the index. Ways are first the keys of an
 * object, so that each is listed once. */
static void add_room(void *context, const struct asset_room *room)
{
	const struct relations *r = context;
	struct room_row row = { .is_start = room->is_start };

	row.id = find_id(r->index, room->kind, room->number, room->name);
	if (row.id && room->picture_kind)
		row.picture = find_id(r->index, room->picture_kind, room->picture_number,
				      room->picture_name);
	if (row.id)
		row.title = room->title;
	else
		json_free(room->title);
	if (row.id)
		row.ways = json_new_object();
	json_push(r->rooms,
		  row.id ? fields_to_json(&index_room_fields, &row) : json_new_null());
}

/* Adds a way between rooms, given by their indices in the list. The same way may be added
 * again. */
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
		json_push(list, json_of_text(id));
	json_set(room, "ways", list);
}

/* Releases the list, and returns the index's list made from it. NULL: no rooms. */
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
 * Names in an asset's data.
 */

static void add_name(struct relations *r, size_t user, const char *text)
{
	char *name = text_lower(text);
	const size_t number = text_set_find(&r->names, name);

	if (number != TEXT_NONE && r->places.items)
		add_pair(r, user, r->places.items[number]);
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

/* Adds the names of all assets, and the names that each asset mentions. */
static void add_all_names(struct relations *r)
{
	for (size_t i = 0; i < r->index->count; i++) {
		const char *name = r->index->items[i].name;
		char *key = name ? text_lower(name) : NULL;
		const size_t number = key ? text_set_add(&r->names, key) : 0;

		if (key && number == r->places.count)
			*MEM_ADD(&r->places) = 0;
		if (key)
			r->places.items[number] = (uint32_t)i;
		free(key);
	}
	for (size_t i = 0; i < r->index->count; i++) {
		struct json *asset = new_index_asset(r->index, i);

		add_names(r, i, asset);
		json_free(asset);
	}
}

/*
 * The index.
 */

static int compare(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int by_user(const void *a, const void *b)
{
	const struct index_use *one = a, *other = b;
	const int order = compare(one->user, other->user);

	return order ? order : compare(one->used, other->used);
}

static int by_used(const void *a, const void *b)
{
	const struct index_use *one = a, *other = b;
	const int order = compare(one->used, other->used);

	return order ? order : compare(one->user, other->user);
}

/* Gives the pairs to the index, each once, in both orders. */
static void finish_pairs(struct relations *r)
{
	struct index_use *items = r->pairs.items;
	size_t count = 0;

	if (!r->pairs.count)
		return;
	qsort(items, r->pairs.count, sizeof *items, by_user);
	for (size_t i = 0; i < r->pairs.count; i++)
		if (!count || by_user(&items[count - 1], &items[i]) != 0)
			items[count++] = items[i];
	r->index->uses = items;
	r->index->used_by = mem_copy(items, count, sizeof *items);
	r->index->use_count = count;
	qsort(r->index->used_by, count, sizeof *items, by_used);
}

void relations_add(struct new_index *index, void *game, struct report *report)
{
	struct relations r = { .index = index, .rooms = json_new_list() };
	const struct asset_relations to = { add_numbers, add_room, add_way, &r };

	if (index->type->relate)
		index->type->relate(game, report, &to);
	if (index->type->relates_by_name)
		add_all_names(&r);
	finish_pairs(&r);
	index->rooms = finish_rooms(r.rooms);
	free(r.places.items);
	text_set_free(&r.names);
}
