#include "level.h"

#include "level_tiled_reading.h"
#include "task/json.h"
#include "task/memory.h"

#include <math.h>
#include <string.h>

/*
 * Layers.
 */

/* The tileset that a gid belongs to, as Tiled has it: the last that starts at or before.
 */
static const struct tileset *find_tileset(const struct reading *r, uint32_t gid)
{
	size_t first = 0, end = r->tileset_count; /* the tileset lies before end */

	while (first < end) {
		const size_t middle = first + (end - first) / 2;

		if (r->tilesets[middle].first_gid <= gid)
			first = middle + 1;
		else
			end = middle;
	}
	return end ? &r->tilesets[end - 1] : NULL;
}

static enum exh_status read_gid(const struct reading *r, enum exh_keen_plane plane,
				uint32_t gid, uint16_t *out)
{
	const struct tileset *tileset = find_tileset(r, gid);
	const char *expected = exh_keen_plane_name(plane);

	*out = 0;
	if (!gid)
		return EXH_OK;
	if (gid >= FIRST_FLAG)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"gid %lu: the tile is mirrored or turned, which the game "
				"can't do",
				(unsigned long)gid);
	if (!tileset || gid - tileset->first_gid >= tileset->tile_count)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"gid %lu is in no tileset, expected a tile of \"%s\"",
				(unsigned long)gid, expected);
	if (tileset->plane != plane)
		return exh_fail(
			r->err, EXH_INVALID, EXH_NO_OFFSET,
			"gid %lu: tile %lu of tileset \"%s\", expected one of \"%s\"",
			(unsigned long)gid, (unsigned long)(gid - tileset->first_gid),
			tiled_show(json_get(tileset->content, "name")).text, expected);
	*out = (uint16_t)(gid - tileset->first_gid);
	return EXH_OK;
}

/* Distance by which layers are moved: the sum of their offsets and those of their groups.
 */
struct shift {
	double x, y; /* pixels */
};

/* Index of the cell that a cell is moved to; SIZE_MAX: outside the level. */
static size_t find_cell(const struct exh_keen_map *map, uint64_t x, uint64_t y,
			const struct shift *shift)
{
	const int64_t to_x = (int64_t)x + (int64_t)shift->x / SIDE;
	const int64_t to_y = (int64_t)y + (int64_t)shift->y / SIDE;

	if (to_x < 0 || to_y < 0 || to_x >= (int64_t)map->width ||
	    to_y >= (int64_t)map->height)
		return SIZE_MAX;
	return (size_t)to_y * map->width + (size_t)to_x;
}

/* Takes a number up to its end character; false if there are no digits, or too large a
 * number. */
static bool take_number(const char **text, char end, uint64_t most, uint64_t *out)
{
	const char *start = *text;

	for (*out = 0; **text >= '0' && **text <= '9'; (*text)++) {
		*out = *out * 10 + (uint64_t)(**text - '0');
		if (*out > most)
			return false;
	}
	if (*text == start || **text != end)
		return false;
	(*text)++;
	return true;
}

/* The last item has no mark after it. */
static bool take_value(const char **text, uint64_t *out)
{
	const char *start = *text;

	if (take_number(text, ';', MAX_VALUE, out))
		return true;
	*text = start;
	if (!take_number(text, '\0', MAX_VALUE, out))
		return false;
	(*text)--;
	return true;
}

/* Marks cells that have a value without a tile. */
enum { GID_OF_OTHER = FIRST_FLAG };

/* "x,y=value;...", for cells that have no tile. A level may have been made smaller. */
static enum exh_status read_others(const struct reading *r, const struct json *property,
				   const struct shift *shift, uint16_t *cells)
{
	const struct exh_keen_map *map = &r->out->map;
	const char *text = json_text_of(property);
	const char *at = text;

	if (!property)
		return EXH_OK;
	while (at && *at) {
		const size_t start = (size_t)(at - text);
		uint64_t x, y, value;
		size_t cell;

		if (!take_number(&at, ',', MAX_VALUE, &x) ||
		    !take_number(&at, '=', MAX_VALUE, &y) || !take_value(&at, &value))
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"property \"values_without_tile\": character "
					"%zu: expected x,y=value of a cell",
					start);
		cell = find_cell(map, x, y, shift);
		if (cell == SIZE_MAX || x >= map->width) {
			exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
				 "property \"values_without_tile\": cell %u,%u is "
				 "outside the level and ignored",
				 (unsigned)x, (unsigned)y);
		} else if (!r->gids[cell] || r->gids[cell] == GID_OF_OTHER) {
			r->gids[cell] = GID_OF_OTHER;
			cells[cell] = (uint16_t)value;
		}
	}
	return text ? EXH_OK
		    : exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
			       "property \"values_without_tile\": expected a string");
}

static enum exh_status read_absence(const struct reading *r, const struct json *property,
				    struct exh_keen_map_plane *plane)
{
	const char *text = json_text_of(property);
	uint64_t offset;

	if (!property)
		return EXH_OK;
	if (!text || !take_number(&text, '\0', UINT32_MAX, &offset))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"property \"absent_offset\": expected a string of "
				"digits, at most 4294967295");
	plane->absent = true;
	plane->offset = (uint32_t)offset;
	return EXH_OK;
}

/* Moves tiles by whole cells. Those that leave the level are warned of. */
static enum exh_status move_tiles(const struct reading *r, enum exh_keen_plane plane,
				  const struct shift *shift)
{
	const struct exh_keen_map *map = &r->out->map;
	const size_t count = map->width * map->height;
	uint32_t *old;
	size_t lost = 0;

	if (shift->x == 0 && shift->y == 0)
		return EXH_OK;
	old = mem_arena_try(r->arena, count, sizeof *old, r->err);
	if (!old)
		return EXH_LIMIT;
	memcpy(old, r->gids, count * sizeof *old);
	memset(r->gids, 0, count * sizeof *old);
	for (size_t i = 0; i < count; i++) {
		const size_t to = find_cell(map, i % map->width, i / map->width, shift);

		if (to != SIZE_MAX)
			r->gids[to] = old[i];
		else
			lost += old[i] != 0;
	}
	if (lost)
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "layer \"%s\": its offset moves %zu tiles out of the level, "
			 "which are ignored",
			 exh_keen_plane_name(plane), lost);
	return EXH_OK;
}

/* The background has a tile in each cell: tile 0 is one like any other. */
static void warn_of_erased(const struct reading *r, enum exh_keen_plane plane)
{
	const struct exh_keen_map *map = &r->out->map;
	const size_t count = map->width * map->height;
	size_t erased = 0, first = 0, tile_count = 0;

	for (size_t i = 0; i < r->tileset_count; i++)
		if (r->tilesets[i].plane == plane)
			tile_count = r->tilesets[i].tile_count;
	for (size_t i = count; i-- > 0;)
		if (!r->gids[i]) {
			erased++;
			first = i;
		}
	if (plane == EXH_KEEN_BACKGROUND && erased && tile_count &&
	    !map->planes[plane].absent)
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "layer \"%s\": %zu erased %s tile 0, the first one at %zu,%zu",
			 exh_keen_plane_name(plane), erased,
			 erased == 1 ? "cell becomes" : "cells become",
			 first % map->width, first / map->width);
}

static enum exh_status read_cells(struct reading *r, const struct json *layer,
				  enum exh_keen_plane plane, const struct shift *shift)
{
	struct exh_keen_map *map = &r->out->map;
	const size_t count = map->width * map->height;
	uint16_t *cells = mem_arena_try(r->arena, count, sizeof *cells, r->err);
	enum exh_status status;

	if (!cells)
		return EXH_LIMIT;
	map->planes[plane].cells = cells;
	status = tiled_layer_data(layer, r->gids, count, r->err);
	if (!status)
		status = move_tiles(r, plane, shift);
	for (size_t i = 0; i < count && !status; i++) {
		status = read_gid(r, plane, r->gids[i], &cells[i]);
		if (status)
			exh_within(r->err, status, "cell %zu,%zu", i % map->width,
				   i / map->width);
	}
	if (!status)
		status = read_others(r, tiled_find_property(layer, "values_without_tile"),
				     shift, cells);
	if (!status)
		status = read_absence(r, tiled_find_property(layer, "absent_offset"),
				      &map->planes[plane]);
	if (!status)
		warn_of_erased(r, plane);
	return status;
}

/* Adds the layer's offset in pixels, and its place in tiles. */
static enum exh_status add_shift(const struct reading *r, const struct json *layer,
				 struct shift *shift)
{
	static const struct {
		const char *key;
		int unit;
		bool is_y;
	} members[] = { { "offsetx", 1, false },
			{ "offsety", 1, true },
			{ "x", SIDE, false },
			{ "y", SIDE, true } };

	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		const struct json *value = json_get(layer, members[i].key);
		const double number = json_real_of(value) * members[i].unit;

		if (!value)
			continue;
		if (!json_is_numeric(value) || number < -MAX_SHIFT || number > MAX_SHIFT)
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"\"%s\": expected a number from %d to %d",
					members[i].key, -MAX_SHIFT / members[i].unit,
					MAX_SHIFT / members[i].unit);
		*(members[i].is_y ? &shift->y : &shift->x) += number;
	}
	return EXH_OK;
}

static bool is_whole_tiles(double pixels)
{
	return fmod(pixels, SIDE) == 0;
}

static enum exh_status read_layer(struct reading *r, const struct json *layer,
				  enum exh_keen_plane plane, const struct shift *shift)
{
	struct exh_keen_map *map = &r->out->map;
	const long width = (long)map->width, height = (long)map->height;
	long ignored;

	if (!tiled_is_text(json_get(layer, "type"), "tilelayer"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"type \"%s\", expected \"tilelayer\"",
				tiled_show(json_get(layer, "type")).text);
	if (map->planes[plane].cells)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"this name occurs twice");
	if (tiled_get_member(layer, "width", width, width, &ignored, r->err) ||
	    tiled_get_member(layer, "height", height, height, &ignored, r->err))
		return r->err->status;
	if (!is_whole_tiles(shift->x) || !is_whole_tiles(shift->y))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"its offset is %g,%g pixels, expected whole tiles of %d",
				shift->x, shift->y, SIDE);
	return read_cells(r, layer, plane, shift);
}

static enum exh_status read_group(struct reading *r, const struct json *group,
				  const struct shift *shift, unsigned depth);

static enum exh_status read_any_layer(struct reading *r, const struct json *layer,
				      struct shift shift, unsigned depth)
{
	const struct shown name = tiled_show(json_get(layer, "name"));
	const bool is_group = tiled_is_text(json_get(layer, "type"), "group");
	const enum exh_keen_plane plane = tiled_find_plane(json_get(layer, "name"));
	enum exh_status status;

	if (!is_group && plane == EXH_KEEN_PLANE_COUNT) {
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "layer \"%s\" is unknown to the game and ignored", name.text);
		return EXH_OK;
	}
	status = add_shift(r, layer, &shift);
	if (!status)
		status = is_group ? read_group(r, layer, &shift, depth + 1)
				  : read_layer(r, layer, plane, &shift);
	return status ? exh_within(r->err, status, "layer \"%s\"", name.text) : EXH_OK;
}

/* The layers of a group, or of the map. */
static enum exh_status read_group(struct reading *r, const struct json *group,
				  const struct shift *shift, unsigned depth)
{
	const struct json *list = json_get(group, "layers");
	enum exh_status status = EXH_OK;

	if (depth > GROUP_DEPTH)
		return exh_fail(r->err, EXH_LIMIT, EXH_NO_OFFSET,
				"more than %d groups within each other", GROUP_DEPTH);
	for (size_t i = 0; i < json_size(list) && !status; i++)
		status = read_any_layer(r, json_at(list, i), *shift, depth);
	return status;
}

static enum exh_status read_layers(struct reading *r, const struct json *map)
{
	const struct shift none = { 0 };
	const enum exh_status status = read_group(r, map, &none, 0);

	if (status)
		return status;
	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		if (!r->out->map.planes[i].cells)
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"layer \"%s\" is missing",
					exh_keen_plane_name((enum exh_keen_plane)i));
	return EXH_OK;
}

/*
 * The map.
 */

static enum exh_status read_shape(struct reading *r, const struct json *map)
{
	long width = 1, height = 1, side;

	if (!tiled_is_text(json_get(map, "type"), "map"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"type\": \"%s\", expected \"map\"",
				tiled_show(json_get(map, "type")).text);
	if (!tiled_is_text(json_get(map, "orientation"), "orthogonal"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"orientation\": \"%s\", expected \"orthogonal\"",
				tiled_show(json_get(map, "orientation")).text);
	if (json_flag_of(json_get(map, "infinite")))
		return exh_fail(r->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"the map is infinite, expected a fixed size");
	if (tiled_get_member(map, "tilewidth", SIDE, SIDE, &side, r->err) ||
	    tiled_get_member(map, "tileheight", SIDE, SIDE, &side, r->err) ||
	    tiled_get_member(map, "width", 1, EXH_KEEN_MAP_MAX_CELLS, &width, r->err) ||
	    tiled_get_member(map, "height", 1, EXH_KEEN_MAP_MAX_CELLS, &height, r->err))
		return r->err->status;
	if (width > EXH_KEEN_MAP_MAX_CELLS / height)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%ldx%ld cells, a level holds %d", width, height,
				EXH_KEEN_MAP_MAX_CELLS);
	r->out->map.width = (size_t)width;
	r->out->map.height = (size_t)height;
	return EXH_OK;
}

/* The stored bytes, if they are those of the name. */
static enum exh_status read_name_bytes(struct reading *r, const struct json *map,
				       const char *name)
{
	const struct json *value =
		json_get(tiled_find_property_object(map, "name_bytes"), "value");
	const char *text = json_text_of(value);
	struct exh_keen_map stored = { 0 };
	char stored_name[EXH_KEEN_MAP_NAME_SIZE + 1];

	if (!value)
		return EXH_OK;
	if (json_text_size(value) != sizeof stored.name * 2 ||
	    strspn(text, "0123456789abcdef") != sizeof stored.name * 2)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"property \"name_bytes\": expected %d hexadecimal digits",
				EXH_KEEN_MAP_NAME_SIZE * 2);
	for (size_t i = 0; i < sizeof stored.name; i++)
		stored.name[i] = (uint8_t)text_hex_pair((const uint8_t *)text + i * 2);
	tiled_name(&stored, stored_name);
	if (strcmp(stored_name, name) == 0)
		memcpy(r->out->map.name, stored.name, EXH_KEEN_MAP_NAME_SIZE);
	return EXH_OK;
}

/* A map that somebody drew anew may lack it. */
static enum exh_status read_name(struct reading *r, const struct json *map)
{
	const struct json *property = tiled_find_property(map, "name");
	const char *name = json_text_of(property);

	if (!property) {
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "property \"name\" is missing: the level has no name");
		return EXH_OK;
	}
	if (!name)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"property \"name\": expected a string");
	if (strlen(name) > EXH_KEEN_MAP_NAME_SIZE)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"property \"name\": %zu characters, at most %d fit",
				strlen(name), EXH_KEEN_MAP_NAME_SIZE);
	for (const char *c = name; *c; c++)
		if (*c < ' ' || *c > '~')
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"property \"name\": byte 0x%02X at %zu, expected "
					"printable ASCII",
					(unsigned char)*c, (size_t)(c - name));
	memcpy(r->out->map.name, name, strlen(name));
	return read_name_bytes(r, map, name);
}

static enum exh_status read_number(struct reading *r, const struct json *map)
{
	const struct json *value = tiled_find_property(map, "number");
	long number = 0;
	const enum exh_status status =
		value ? tiled_get_number(value, "number", 0, EXH_KEEN_MAP_LIMIT - 1,
					 &number, r->err)
		      : EXH_OK;

	r->out->map.number = (unsigned)number;
	r->out->has_number = value;
	return status ? exh_within(r->err, status, "property") : EXH_OK;
}

static enum exh_status read_map(struct reading *r, const struct json *map)
{
	if (read_shape(r, map) || read_number(r, map) || read_name(r, map))
		return r->err->status;
	r->gids = mem_arena_try(r->arena, r->out->map.width * r->out->map.height,
				sizeof *r->gids, r->err);
	if (!r->gids)
		return EXH_LIMIT;
	if (tiled_read_tilesets(r, map) || read_layers(r, map))
		return r->err->status;
	return tiled_read_tile_info(r);
}

enum exh_status tiled_read(struct exh_bytes file, const struct tiled_loader *loader,
			   struct exh_arena *arena, struct tiled_contents *out,
			   struct exh_notes *notes, struct exh_error *err)
{
	struct reading r = {
		.loader = loader, .arena = arena, .notes = notes, .err = err, .out = out
	};
	struct json *map;
	enum exh_status status = tiled_parse_object(file, &map, err);

	*out = (struct tiled_contents){ 0 };
	if (!status)
		status = read_map(&r, map);
	for (size_t i = 0; i < r.tileset_count; i++)
		json_free(r.tilesets[i].loaded);
	json_free(map);
	return status;
}
