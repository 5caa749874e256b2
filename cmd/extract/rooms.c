#include "rooms.h"

#include <stdlib.h>

struct making {
	const struct new_index *index;
	json_t *all;   /* null for a room whose asset is not in the index */
	json_t **seen; /* by the place of a room: an object whose keys are its ways */
	size_t capacity;
	bool failed;
};

/* To be released; NULL: the index has no such asset. */
static json_t *find_id(const struct making *m, const char *kind, unsigned number,
		       const char *name)
{
	json_t *id = asset_id(kind, number, name);

	if (id && json_object_get(m->index->by_id, json_string_value(id)))
		return id;
	json_decref(id);
	return NULL;
}

static bool make_space(struct making *m, size_t count)
{
	const size_t more = m->capacity ? 2 * m->capacity : 64;
	json_t **grown;

	if (count < m->capacity)
		return true;
	grown = realloc((void *)m->seen, more * sizeof(json_t *));
	if (!grown)
		return false;
	m->seen = grown;
	m->capacity = more;
	return true;
}

static json_t *room_to_json(const struct making *m, const struct asset_room *room)
{
	json_t *id = find_id(m, room->kind, room->number, room->name), *object, *picture;

	if (!id)
		return json_null();
	object = json_object();
	json_object_set_new(object, "id", id);
	picture = room->picture_kind ? find_id(m, room->picture_kind,
					       room->picture_number, room->picture_name)
				     : NULL;
	if (picture)
		json_object_set_new(object, "picture", picture);
	if (room->is_start)
		json_object_set_new(object, "is_start", json_true());
	json_object_set_new(object, "ways", json_array());
	return object;
}

static void add_room(void *context, const struct asset_room *room)
{
	struct making *m = context;
	const size_t count = json_array_size(m->all);

	if (m->failed || !make_space(m, count) ||
	    json_array_append_new(m->all, room_to_json(m, room))) {
		m->failed = true;
		return;
	}
	m->seen[count] = json_object();
}

static void add_way(void *context, size_t from, size_t to)
{
	struct making *m = context;
	const json_t *room = json_array_get(m->all, from);
	json_t *id = json_object_get(json_array_get(m->all, to), "id");

	if (m->failed || !room || !id || json_is_null(room) ||
	    json_object_get(m->seen[from], json_string_value(id)))
		return;
	json_object_set_new(m->seen[from], json_string_value(id), json_true());
	json_array_append(json_object_get(room, "ways"), id);
}

json_t *rooms_to_json(const struct new_index *index, void *game, struct report *report)
{
	struct making m = { .index = index, .all = json_array() };
	const struct asset_map map = { add_room, add_way, &m };
	json_t *rooms = json_array(), *room;
	size_t i;

	if (index->type->map)
		index->type->map(game, report, &map);
	json_array_foreach(m.all, i, room)
	{
		if (!json_is_null(room))
			json_array_append(rooms, room);
		if (m.seen)
			json_decref(m.seen[i]);
	}
	if (m.failed)
		report_error(report, index->path, EXH_NO_OFFSET, "out of memory");
	free((void *)m.seen);
	json_decref(m.all);
	if (json_array_size(rooms))
		return rooms;
	json_decref(rooms);
	return NULL;
}
