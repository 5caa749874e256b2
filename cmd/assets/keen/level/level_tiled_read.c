#include "level_tiled.h"
#include "task/file.h"
#include "task/json.h"

#include <stdio.h>
#include <string.h>

enum {
	SIDE = 16, /* pixels of a tile */
	MAX_VALUE = 65535,
	MAX_TILES = 1 << 20,	 /* of a tileset; more than any has */
	FIRST_FLAG = 0x10000000, /* gids from here on are turned or mirrored */
	MAX_GID = FIRST_FLAG - 1,
};

struct tileset {
	uint32_t first_gid;
	size_t tile_count;
	enum exh_keen_plane plane; /* EXH_KEEN_PLANE_COUNT: none of ours */
	const json_t *content;
	json_t *loaded; /* the file it came from, to be released */
};

struct reading {
	const struct tiled_loader *loader;
	struct exh_arena *arena;
	struct exh_notes *notes;
	struct exh_error *err;
	struct tiled_contents *out;
	struct tileset *tilesets; /* ascending by first_gid */
	size_t tileset_count;
	uint32_t *gids;
};

static enum exh_status no_memory(struct exh_error *err)
{
	return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
}

/* A string of the file as it may stand in a message: short, and of printable ASCII. */
struct shown {
	char text[48];
};

static struct shown show(const json_t *string)
{
	const char *text = json_string_value(string);
	struct shown out;

	snprintf(out.text, sizeof out.text, "%s", text ? text : "");
	for (char *c = out.text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return out;
}

static bool is_text(const json_t *value, const char *expected)
{
	const char *text = json_string_value(value);

	return text && strcmp(text, expected) == 0;
}

/* A whole number within bounds. name: what messages call it. */
static enum exh_status get_number(const json_t *value, const char *name, long least,
				  long most, long *out, struct exh_error *err)
{
	const json_int_t number = json_integer_value(value);

	if (!value)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\" is missing, expected a number from %ld to %ld",
				name, least, most);
	if (!json_is_integer(value))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\": expected a whole number from %ld to %ld", name,
				least, most);
	if (number < least || number > most)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\": %" JSON_INTEGER_FORMAT
				", expected a number from %ld to %ld",
				name, number, least, most);
	*out = (long)number;
	return EXH_OK;
}

static enum exh_status get_member(const json_t *object, const char *key, long least,
				  long most, long *out, struct exh_error *err)
{
	return get_number(json_object_get(object, key), key, least, most, out, err);
}

/* A custom property, {"name", "type", "value"}; NULL if there is none of that name. */
static const json_t *find_property_object(const json_t *object, const char *name)
{
	const json_t *list = json_object_get(object, "properties");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *item = json_array_get(list, i);

		if (is_text(json_object_get(item, "name"), name))
			return item;
	}
	return NULL;
}

static const json_t *find_property(const json_t *object, const char *name)
{
	return json_object_get(find_property_object(object, name), "value");
}

/*
 * Tilesets.
 */

/* *out is to be released even if it is no object. */
static enum exh_status parse_object(struct exh_bytes text, json_t **out,
				    struct exh_error *err)
{
	*out = json_parse(text, err);
	if (!*out)
		return err->status;
	return json_is_object(*out)
		       ? EXH_OK
		       : exh_fail(err, EXH_INVALID, 0, "expected a JSON object");
}

static enum exh_status load_tileset(struct reading *r, struct tileset *tileset,
				    const json_t *source)
{
	const char *name = json_string_value(source);
	const struct shown shown = show(source);
	struct exh_bytes text = { 0 };
	enum exh_status status;

	if (!name)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"source\": expected a string");
	if (file_has_ending(name, ".tsx"))
		return exh_fail(r->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"\"%s\": tilesets in XML can't be read; export it as "
				".tsj, or embed it in the map",
				shown.text);
	if (!r->loader)
		return exh_fail(r->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"\"%s\": the tileset is not in the map's own file",
				shown.text);
	status = r->loader->load(r->loader->context, name, &text, r->err);
	if (!status)
		status = parse_object(text, &tileset->loaded, r->err);
	tileset->content = tileset->loaded;
	return status ? exh_within(r->err, status, "\"%s\"", shown.text) : EXH_OK;
}

static enum exh_keen_plane find_plane(const json_t *name)
{
	unsigned plane = 0;

	while (plane < EXH_KEEN_PLANE_COUNT &&
	       !is_text(name, exh_keen_plane_name((enum exh_keen_plane)plane)))
		plane++;
	return (enum exh_keen_plane)plane;
}

static enum exh_status read_tile_count(struct reading *r, struct tileset *tileset)
{
	const json_t *stated = find_property(tileset->content, "tile_count");
	long count = 0;
	enum exh_status status =
		get_member(tileset->content, "tilecount", 0, MAX_TILES, &count, r->err);

	/* Tiled counts what fits on the sheet, the property what the game has. */
	if (!status && stated)
		status = get_number(stated, "tile_count", 0, count, &count, r->err);
	tileset->tile_count = (size_t)count;
	return status;
}

/* Our tilesets are of tiles of the game's size, and each is there once. */
static enum exh_status check_tileset(const struct reading *r,
				     const struct tileset *tileset)
{
	long side;
	enum exh_status status =
		get_member(tileset->content, "tilewidth", SIDE, SIDE, &side, r->err);

	if (!status)
		status = get_member(tileset->content, "tileheight", SIDE, SIDE, &side,
				    r->err);
	if (!status && tileset->tile_count > MAX_VALUE + 1)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu tiles, cells can hold the numbers of %d",
				tileset->tile_count, MAX_VALUE + 1);
	for (const struct tileset *other = r->tilesets; other < tileset && !status;
	     other++)
		if (other->plane == tileset->plane)
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"this name occurs twice");
	return status;
}

static enum exh_status read_tileset(struct reading *r, const json_t *value,
				    struct tileset *tileset)
{
	const json_t *source = json_object_get(value, "source");
	long first_gid = 0;
	enum exh_status status;

	tileset->content = value;
	status = get_member(value, "firstgid", 1, MAX_GID, &first_gid, r->err);
	if (!status && source)
		status = load_tileset(r, tileset, source);
	if (status)
		return status;
	tileset->first_gid = (uint32_t)first_gid;
	tileset->plane = find_plane(json_object_get(tileset->content, "name"));
	status = read_tile_count(r, tileset);
	if (!status && tileset->plane != EXH_KEEN_PLANE_COUNT)
		status = check_tileset(r, tileset);
	if (status)
		return exh_within(r->err, status, "\"%s\"",
				  show(json_object_get(tileset->content, "name")).text);
	/* The order is Tiled's own; what it does not write it need not be. */
	if (tileset > r->tilesets && tileset[-1].first_gid >= tileset->first_gid)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"firstgid\": %lu, expected more than the previous "
				"tileset's %lu",
				(unsigned long)tileset->first_gid,
				(unsigned long)tileset[-1].first_gid);
	return EXH_OK;
}

static enum exh_status read_tilesets(struct reading *r, const json_t *map)
{
	const json_t *list = json_object_get(map, "tilesets");
	const size_t count = json_array_size(list);

	if (!json_is_array(list))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"tilesets\": expected an array");
	r->tilesets = exh_alloc(r->arena, count, sizeof *r->tilesets);
	if (!r->tilesets)
		return no_memory(r->err);
	for (size_t i = 0; i < count; i++) {
		enum exh_status status;

		r->tileset_count++; /* what it loaded is always released */
		status = read_tileset(r, json_array_get(list, i), &r->tilesets[i]);
		if (status)
			return exh_within(r->err, status, "tileset %zu", i);
	}
	return EXH_OK;
}

/*
 * Tile information.
 */

/* The table that a tile's property stands for; EXH_KEEN_TILE_TABLE_COUNT for none. */
static enum exh_keen_tile_table find_table(const json_t *name, enum exh_keen_plane plane)
{
	const bool foreground = plane == EXH_KEEN_FOREGROUND;

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;

		if (exh_keen_tile_table_is_foreground(table) == foreground &&
		    is_text(name, exh_keen_tile_table_name(table)))
			return table;
	}
	return EXH_KEEN_TILE_TABLE_COUNT;
}

/* The tables of one tileset under construction. */
struct tables {
	uint8_t *values[EXH_KEEN_TILE_TABLE_COUNT]; /* NULL: of the other tileset */
	bool *seen;				    /* tiles that were read */
};

static enum exh_status read_tile_property(struct reading *r,
					  const struct tileset *tileset,
					  const json_t *property, size_t tile,
					  struct tables *tables)
{
	const json_t *name = json_object_get(property, "name");
	const enum exh_keen_tile_table table = find_table(name, tileset->plane);
	const bool is_signed = exh_keen_tile_table_is_signed(table);
	long value = 0;
	enum exh_status status;

	if (table == EXH_KEEN_TILE_TABLE_COUNT) {
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %zu: property \"%s\" is unknown to the "
			 "game and ignored",
			 exh_keen_plane_name(tileset->plane), tile, show(name).text);
		return EXH_OK;
	}
	status = get_number(json_object_get(property, "value"),
			    exh_keen_tile_table_name(table), is_signed ? INT8_MIN : 0,
			    is_signed ? INT8_MAX : UINT8_MAX, &value, r->err);
	tables->values[table][tile] = (uint8_t)value;
	return status;
}

static enum exh_status read_tile(struct reading *r, const struct tileset *tileset,
				 const json_t *tile, struct tables *tables)
{
	const json_t *properties = json_object_get(tile, "properties");
	const size_t count = json_array_size(properties);
	/* Places after the last tile of a sheet may be described, but have no values. */
	const long most = count ? (long)tileset->tile_count - 1 : MAX_TILES;
	long id = 0;
	enum exh_status status = get_member(tile, "id", 0, most, &id, r->err);

	if (status || (size_t)id >= tileset->tile_count)
		return status;
	if (tables->seen[id])
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"tile %ld occurs twice", id);
	tables->seen[id] = true;
	for (size_t i = 0; i < count && !status; i++) {
		status = read_tile_property(r, tileset, json_array_get(properties, i),
					    (size_t)id, tables);
		if (status)
			exh_within(r->err, status, "tile %ld", id);
	}
	return status;
}

static bool make_tables(struct reading *r, const struct tileset *tileset,
			struct tables *tables)
{
	const bool foreground = tileset->plane == EXH_KEEN_FOREGROUND;
	const size_t count = tileset->tile_count;

	tables->seen = exh_alloc(r->arena, count, sizeof *tables->seen);
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT && tables->seen; i++) {
		if (exh_keen_tile_table_is_foreground((enum exh_keen_tile_table)i) !=
		    foreground)
			continue;
		tables->values[i] = exh_alloc(r->arena, count, 1);
		if (!tables->values[i])
			return false;
		r->out->tile_info.tables[i] =
			(struct exh_bytes){ tables->values[i], count, 0 };
	}
	return tables->seen != NULL;
}

static enum exh_status read_tables(struct reading *r, const struct tileset *tileset)
{
	struct exh_keen_tile_info *info = &r->out->tile_info;
	const json_t *tiles = json_object_get(tileset->content, "tiles");
	struct tables tables = { 0 };

	if (!make_tables(r, tileset, &tables))
		return no_memory(r->err);
	for (size_t i = 0; i < json_array_size(tiles); i++) {
		const enum exh_status status =
			read_tile(r, tileset, json_array_get(tiles, i), &tables);

		if (status)
			return exh_within(r->err, status, "tileset \"%s\"",
					  exh_keen_plane_name(tileset->plane));
	}
	if (tileset->plane == EXH_KEEN_FOREGROUND)
		info->foreground_count = tileset->tile_count;
	else
		info->background_count = tileset->tile_count;
	return EXH_OK;
}

/* What a person may have meant otherwise: warned of, and left as it is. */
static void check_tile(const struct reading *r, const struct tileset *tileset,
		       const json_t *tile)
{
	const json_int_t id = json_integer_value(json_object_get(tile, "id"));
	const json_t *frames = json_object_get(tile, "animation");
	json_t *expected;
	int64_t next;

	if (id < 0 || (size_t)id >= tileset->tile_count)
		return;
	next = id + exh_keen_tile_number(&r->out->tile_info,
					 tileset->plane == EXH_KEEN_FOREGROUND
						 ? EXH_KEEN_MANIM
						 : EXH_KEEN_ANIM,
					 (size_t)id);
	if (next < 0 || (size_t)next >= tileset->tile_count)
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %d: \"animation\" leads to tile %d, but "
			 "there are only %zu",
			 exh_keen_plane_name(tileset->plane), (int)id, (int)next,
			 tileset->tile_count);
	expected = tiled_animation(&r->out->tile_info, tileset->plane,
				   tileset->tile_count, (size_t)id);
	if (json_array_size(frames) + json_array_size(expected) &&
	    !json_equal(frames, expected))
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %d: its frames differ from its "
			 "properties, which are used",
			 exh_keen_plane_name(tileset->plane), (int)id);
	json_decref(expected);
}

static void check_tiles(const struct reading *r, const struct tileset *tileset)
{
	const json_t *tiles = json_object_get(tileset->content, "tiles");

	for (size_t i = 0; i < json_array_size(tiles); i++)
		check_tile(r, tileset, json_array_get(tiles, i));
}

static bool has_tables(const struct tileset *tileset)
{
	return tileset->plane < EXH_KEEN_INFO && tileset->tile_count;
}

/* Both tilesets or none: half of the tables can't be put back. */
static enum exh_status read_tile_info(struct reading *r)
{
	size_t stated_count = 0, tileset_count = 0;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < r->tileset_count; i++) {
		const struct tileset *tileset = &r->tilesets[i];

		if (!has_tables(tileset))
			continue;
		tileset_count++;
		stated_count +=
			json_is_true(find_property(tileset->content, "tile_info"));
	}
	r->out->has_tile_info = stated_count && stated_count == tileset_count;
	for (size_t i = 0; i < r->tileset_count && r->out->has_tile_info && !status; i++)
		if (has_tables(&r->tilesets[i]))
			status = read_tables(r, &r->tilesets[i]);
	for (size_t i = 0; i < r->tileset_count && r->out->has_tile_info && !status; i++)
		if (has_tables(&r->tilesets[i]))
			check_tiles(r, &r->tilesets[i]);
	return status;
}

/*
 * Layers.
 */

/* The tileset that a gid belongs to, as Tiled has it: the last that starts at or before.
 */
static const struct tileset *find_tileset(const struct reading *r, uint32_t gid)
{
	size_t first = 0, end = r->tileset_count; /* it lies before end */

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
			show(json_object_get(tileset->content, "name")).text, expected);
	*out = (uint16_t)(gid - tileset->first_gid);
	return EXH_OK;
}

/* Digits up to what ends them; false if there are none, or they say too much. */
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

/* "x,y=value;...", for cells that have no tile. A level may have been made smaller. */
static enum exh_status read_others(const struct reading *r, const json_t *property,
				   uint16_t *cells)
{
	const struct exh_keen_map *map = &r->out->map;
	const char *text = json_string_value(property);
	const char *at = text;

	if (!property)
		return EXH_OK;
	while (at && *at) {
		const size_t start = (size_t)(at - text);
		uint64_t x, y, value;

		if (!take_number(&at, ',', MAX_VALUE, &x) ||
		    !take_number(&at, '=', MAX_VALUE, &y) || !take_value(&at, &value))
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"property \"values_without_tile\": character "
					"%zu: expected x,y=value of a cell",
					start);
		if (x >= map->width || y >= map->height)
			exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
				 "property \"values_without_tile\": cell %u,%u is "
				 "outside the level and ignored",
				 (unsigned)x, (unsigned)y);
		else if (!r->gids[y * map->width + x])
			cells[y * map->width + x] = (uint16_t)value;
	}
	return text ? EXH_OK
		    : exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
			       "property \"values_without_tile\": expected a string");
}

static enum exh_status read_absence(const struct reading *r, const json_t *property,
				    struct exh_keen_map_plane *plane)
{
	const char *text = json_string_value(property);
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

static enum exh_status read_cells(struct reading *r, const json_t *layer,
				  enum exh_keen_plane plane)
{
	struct exh_keen_map *map = &r->out->map;
	const size_t count = map->width * map->height;
	uint16_t *cells = exh_alloc(r->arena, count, sizeof *cells);
	enum exh_status status;

	if (!cells)
		return no_memory(r->err);
	map->planes[plane].cells = cells;
	status = tiled_layer_data(layer, r->gids, count, r->err);
	for (size_t i = 0; i < count && !status; i++) {
		status = read_gid(r, plane, r->gids[i], &cells[i]);
		if (status)
			exh_within(r->err, status, "cell %zu,%zu", i % map->width,
				   i / map->width);
	}
	if (!status)
		status = read_others(r, find_property(layer, "values_without_tile"),
				     cells);
	return status ? status
		      : read_absence(r, find_property(layer, "absent_offset"),
				     &map->planes[plane]);
}

static enum exh_status read_layer(struct reading *r, const json_t *layer,
				  enum exh_keen_plane plane)
{
	struct exh_keen_map *map = &r->out->map;
	const long width = (long)map->width, height = (long)map->height;
	enum exh_status status;
	long ignored;

	if (!is_text(json_object_get(layer, "type"), "tilelayer"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"type \"%s\", expected \"tilelayer\"",
				show(json_object_get(layer, "type")).text);
	if (map->planes[plane].cells)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"this name occurs twice");
	status = get_member(layer, "width", width, width, &ignored, r->err);
	if (!status)
		status = get_member(layer, "height", height, height, &ignored, r->err);
	return status ? status : read_cells(r, layer, plane);
}

static enum exh_status read_layers(struct reading *r, const json_t *map)
{
	const json_t *list = json_object_get(map, "layers");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *layer = json_array_get(list, i);
		const struct shown name = show(json_object_get(layer, "name"));
		const enum exh_keen_plane plane =
			find_plane(json_object_get(layer, "name"));
		enum exh_status status;

		if (plane == EXH_KEEN_PLANE_COUNT) {
			exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
				 "layer \"%s\" is unknown to the game and ignored",
				 name.text);
			continue;
		}
		status = read_layer(r, layer, plane);
		if (status)
			return exh_within(r->err, status, "layer \"%s\"", name.text);
	}
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

static enum exh_status read_shape(struct reading *r, const json_t *map)
{
	long width = 1, height = 1, side;
	enum exh_status status;

	if (!is_text(json_object_get(map, "type"), "map"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"type\": \"%s\", expected \"map\"",
				show(json_object_get(map, "type")).text);
	if (!is_text(json_object_get(map, "orientation"), "orthogonal"))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"orientation\": \"%s\", expected \"orthogonal\"",
				show(json_object_get(map, "orientation")).text);
	if (json_is_true(json_object_get(map, "infinite")))
		return exh_fail(r->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"the map is infinite, expected a fixed size");
	status = get_member(map, "tilewidth", SIDE, SIDE, &side, r->err);
	if (!status)
		status = get_member(map, "tileheight", SIDE, SIDE, &side, r->err);
	if (!status)
		status = get_member(map, "width", 1, EXH_KEEN_MAP_MAX_CELLS, &width,
				    r->err);
	if (!status)
		status = get_member(map, "height", 1, EXH_KEEN_MAP_MAX_CELLS, &height,
				    r->err);
	if (!status && width > EXH_KEEN_MAP_MAX_CELLS / height)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%ldx%ld cells, a level holds %d", width, height,
				EXH_KEEN_MAP_MAX_CELLS);
	r->out->map.width = (size_t)width;
	r->out->map.height = (size_t)height;
	return status;
}

/* The stored bytes, if they are those of the name. */
static enum exh_status read_name_bytes(struct reading *r, const json_t *map,
				       const char *name)
{
	const json_t *property = find_property_object(map, "name_bytes");
	const char *text = json_string_value(json_object_get(property, "value"));
	struct exh_keen_map stored = { 0 };
	char stored_name[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct exh_bytes bytes;
	enum exh_status status;

	if (!json_object_get(property, "value"))
		return EXH_OK;
	status = json_get_hex(property, "value", r->arena, &bytes, r->err);
	if (status == EXH_NO_MEMORY)
		return status;
	if (status || bytes.size != sizeof stored.name ||
	    strspn(text, "0123456789abcdef") != sizeof stored.name * 2)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"property \"name_bytes\": expected %d hexadecimal digits",
				EXH_KEEN_MAP_NAME_SIZE * 2);
	memcpy(stored.name, bytes.data, bytes.size);
	tiled_name(&stored, stored_name);
	if (strcmp(stored_name, name) == 0)
		memcpy(r->out->map.name, stored.name, EXH_KEEN_MAP_NAME_SIZE);
	return EXH_OK;
}

static enum exh_status read_name(struct reading *r, const json_t *map)
{
	const json_t *property = find_property(map, "name");
	const char *name = json_string_value(property);

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

static enum exh_status read_number(struct reading *r, const json_t *map)
{
	long number = 0;
	const enum exh_status status =
		get_number(find_property(map, "number"), "number", 0,
			   EXH_KEEN_MAP_LIMIT - 1, &number, r->err);

	r->out->map.number = (unsigned)number;
	return status ? exh_within(r->err, status, "property") : EXH_OK;
}

static enum exh_status read_map(struct reading *r, const json_t *map)
{
	enum exh_status status = read_shape(r, map);

	if (!status)
		status = read_number(r, map);
	if (!status)
		status = read_name(r, map);
	if (status)
		return status;
	r->gids = exh_alloc(r->arena, r->out->map.width * r->out->map.height,
			    sizeof *r->gids);
	if (!r->gids)
		return no_memory(r->err);
	status = read_tilesets(r, map);
	if (!status)
		status = read_layers(r, map);
	return status ? status : read_tile_info(r);
}

enum exh_status tiled_read(struct exh_bytes file, const struct tiled_loader *loader,
			   struct exh_arena *arena, struct tiled_contents *out,
			   struct exh_notes *notes, struct exh_error *err)
{
	struct reading r = {
		.loader = loader, .arena = arena, .notes = notes, .err = err, .out = out
	};
	json_t *map;
	enum exh_status status = parse_object(file, &map, err);

	*out = (struct tiled_contents){ 0 };
	if (!status)
		status = read_map(&r, map);
	for (size_t i = 0; i < r.tileset_count; i++)
		json_decref(r.tilesets[i].loaded);
	json_decref(map);
	return status;
}
