#include "extract.h"

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

/* Ways are the keys of an object first, so that each is there once. */
json_t *room_to_json(const struct new_index *index, const struct asset_room *room)
{
	json_t *id = find_id(index, room->kind, room->number, room->name);
	json_t *object, *picture = NULL;

	if (!id)
		return json_null();
	object = json_object();
	json_object_set_new(object, "id", id);
	if (room->picture_kind)
		picture = find_id(index, room->picture_kind, room->picture_number,
				  room->picture_name);
	if (picture)
		json_object_set_new(object, "picture", picture);
	if (room->is_start)
		json_object_set_new(object, "is_start", json_true());
	json_object_set_new(object, "ways", json_object());
	return object;
}

void rooms_add_way(json_t *all, size_t from, size_t to)
{
	json_t *ways = json_object_get(json_array_get(all, from), "ways");
	const json_t *id = json_object_get(json_array_get(all, to), "id");

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

json_t *rooms_finish(json_t *all)
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
