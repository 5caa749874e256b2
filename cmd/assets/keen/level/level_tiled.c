#include "level.h"

#include "media/picture/png.h"
#include "task/json.h"

#include <stdio.h>
#include <string.h>

enum {
	SIDE = 16, /* pixels of a tile */
	TILE_PIXELS = SIDE * SIDE,
	MAX_FRAMES = 256, /* of a tile's animation; what follows is not shown */
	MAX_TILESET_FRAMES = 1 << 16,
	TICKS_PER_SECOND = 70,
	REST_MS = 3600 * 1000, /* stands for "forever": Tiled always starts again */
	PRETTY_DEPTH = 3,      /* of a map: members of the layers and tilesets */
};

/* A document under construction. */
struct build {
	const struct tiled_tiles *tiles;
	const struct tiled_files *files;
};

static void add_property(json_t *properties, const char *name, json_t *value)
{
	const char *type = json_is_integer(value)   ? "int"
			   : json_is_boolean(value) ? "bool"
						    : "string";

	json_array_append_new(properties, json_pack("{s:s, s:s, s:o}", "name", name,
						    "type", type, "value", value));
}

/* Leaves an empty list out, as Tiled does. */
static void add_list(json_t *object, const char *key, json_t *list)
{
	if (json_array_size(list))
		json_object_set_new(object, key, list);
	else
		json_decref(list);
}

/*
 * Tilesets.
 */

const struct exh_keen_tiles *tiled_find(const struct tiled_tiles *tiles,
					enum exh_keen_plane plane)
{
	return plane == EXH_KEEN_BACKGROUND ? tiles->background : tiles->foreground;
}

size_t tiled_count(const struct tiled_tiles *tiles, enum exh_keen_plane plane)
{
	return plane == EXH_KEEN_INFO ? tiles->info_count
				      : tiled_find(tiles, plane)->count;
}

size_t tiled_marker_count(const struct exh_keen_maps *maps)
{
	size_t count = 256;

	for (size_t i = 0; i < maps->count; i++) {
		const struct exh_keen_map *map = &maps->items[i];

		for (size_t k = 0; !map->lost && k < map->width * map->height; k++)
			while (map->planes[EXH_KEEN_INFO].cells[k] >= count)
				count *= 2;
	}
	return count;
}

/*
 * Rows of 18 tiles: the counts of all the games are multiples of it, so that Tiled, which
 * goes by the picture's size, finds no more tiles than there are. Many tiles need wide
 * rows, as Qt reads no picture of more than 32767 rows.
 */
size_t tiled_columns(size_t tile_count)
{
	if (tile_count > 18 * 1024)
		return 256;
	return tile_count % 18 && tile_count % 16 == 0 ? 16 : 18;
}

size_t tiled_row_count(size_t tile_count)
{
	const size_t columns = tiled_columns(tile_count);

	return (tile_count + columns - 1) / columns;
}

struct frame {
	size_t tile;
	unsigned ticks; /* 0: it stays */
};

/* The frames from a tile on, until one comes again; 0 if it is not animated. */
static size_t list_frames(const struct exh_keen_tile_info *info, bool foreground,
			  size_t tile_count, size_t tile, struct frame frames[MAX_FRAMES])
{
	size_t count = 0;

	while (count < MAX_FRAMES && tile < tile_count) {
		struct frame *frame = &frames[count];
		size_t next;

		for (size_t i = 0; i < count; i++)
			if (frames[i].tile == tile)
				return count;
		count++;
		frame->tile = tile;
		if (!exh_keen_tile_next(info, foreground, tile, &next, &frame->ticks)) {
			frame->ticks = 0;
			break;
		}
		tile = next;
	}
	return count > 1 ? count : 0;
}

/* Milliseconds up to a tick, so rounded that those of a whole cycle do not drift. */
static unsigned long to_ms(unsigned long ticks)
{
	return (ticks * 1000 + TICKS_PER_SECOND / 2) / TICKS_PER_SECOND;
}

json_t *tiled_animation(const struct exh_keen_tile_info *info, enum exh_keen_plane plane,
			size_t tile_count, size_t tile)
{
	struct frame frames[MAX_FRAMES];
	const size_t count =
		list_frames(info, plane == EXH_KEEN_FOREGROUND, tile_count, tile, frames);
	json_t *animation = json_array();
	unsigned long ticks = 0;

	for (size_t i = 0; i < count; i++) {
		const unsigned long start = to_ms(ticks);
		json_t *frame;

		ticks += frames[i].ticks;
		frame = json_pack(
			"{s:I, s:I}", "duration",
			(json_int_t)(frames[i].ticks ? to_ms(ticks) - start : REST_MS),
			"tileid", (json_int_t)frames[i].tile);
		json_array_append_new(animation, frame);
	}
	return animation;
}

static json_t *make_tile_properties(const struct build *b, enum exh_keen_plane plane,
				    size_t tile)
{
	json_t *properties = json_array();

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const int value = exh_keen_tile_number(b->tiles->info, table, tile);

		if (value && exh_keen_tile_table_is_foreground(table) ==
				     (plane == EXH_KEEN_FOREGROUND))
			add_property(properties, exh_keen_tile_table_name(table),
				     json_integer(value));
	}
	return properties;
}

static json_t *make_tiles(const struct build *b, enum exh_keen_plane plane)
{
	json_t *list = json_array();
	const size_t tile_count = tiled_count(b->tiles, plane);
	size_t budget = MAX_TILESET_FRAMES;

	for (size_t i = 0; i < tile_count; i++) {
		json_t *animation =
			budget < MAX_FRAMES
				? json_array()
				: tiled_animation(b->tiles->info, plane, tile_count, i);
		json_t *properties = make_tile_properties(b, plane, i);
		json_t *tile = json_pack("{s:I}", "id", (json_int_t)i);

		budget -= json_array_size(animation);
		add_list(tile, "animation", animation);
		add_list(tile, "properties", properties);
		if (json_object_size(tile) > 1)
			json_array_append_new(list, tile);
		else
			json_decref(tile);
	}
	return list;
}

static void add_tiles(const struct build *b, json_t *tileset, enum exh_keen_plane plane)
{
	json_t *properties = json_array();

	if (plane != EXH_KEEN_INFO) {
		add_property(properties, "tile_count",
			     json_integer((json_int_t)tiled_count(b->tiles, plane)));
		if (b->tiles->info)
			add_property(properties, "tile_info", json_true());
	}
	add_list(tileset, "properties", properties);
	if (plane != EXH_KEEN_INFO && b->tiles->info)
		add_list(tileset, "tiles", make_tiles(b, plane));
}

static void fill_tileset(const struct build *b, json_t *tileset,
			 enum exh_keen_plane plane)
{
	const size_t count = tiled_count(b->tiles, plane);
	const size_t columns = tiled_columns(count);

	json_set_number(tileset, "columns", columns);
	json_set_text(tileset, "image", b->files->sheets[plane]);
	json_set_number(tileset, "imageheight", tiled_row_count(count) * SIDE);
	json_set_number(tileset, "imagewidth", columns * SIDE);
	json_set_number(tileset, "margin", 0);
	json_set_text(tileset, "name", exh_keen_plane_name(plane));
	json_set_number(tileset, "spacing", 0);
	json_set_number(tileset, "tilecount", count);
	json_set_number(tileset, "tileheight", SIDE);
	json_set_number(tileset, "tilewidth", SIDE);
	add_tiles(b, tileset, plane);
}

static void add_version(json_t *document, const char *type)
{
	json_set_text(document, "type", type);
	json_set_text(document, "version", "1.10");
	/* Not that of a program that wrote it, but many readers ask for it. */
	json_set_text(document, "tiledversion", "1.10.2");
}

/* Room for whole rows: Tiled and others count tiles by the picture's size. */
static size_t first_gid(const struct tiled_tiles *tiles, enum exh_keen_plane plane)
{
	size_t gid = 1;

	for (unsigned i = 0; i < plane; i++) {
		const size_t count = tiled_count(tiles, (enum exh_keen_plane)i);

		gid += tiled_row_count(count) * tiled_columns(count);
	}
	return gid;
}

static json_t *make_tilesets(const struct build *b)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const enum exh_keen_plane plane = (enum exh_keen_plane)i;
		json_t *tileset = NULL;

		if (!tiled_count(b->tiles, plane))
			continue;
		tileset = json_object();
		json_set_number(tileset, "firstgid", first_gid(b->tiles, plane));
		if (b->files->tilesets[plane])
			json_set_text(tileset, "source", b->files->tilesets[plane]);
		else
			fill_tileset(b, tileset, plane);
		json_array_append_new(list, tileset);
	}
	return list;
}

/*
 * Layers.
 */

static json_t *make_cells(const struct build *b, const struct exh_keen_map *map,
			  enum exh_keen_plane plane)
{
	const size_t first = first_gid(b->tiles, plane);
	const size_t tile_count = tiled_count(b->tiles, plane);
	json_t *cells = json_array();

	for (size_t i = 0; i < map->width * map->height; i++) {
		const uint16_t value = map->planes[plane].cells[i];
		const bool has_tile =
			value < tile_count && (value || plane == EXH_KEEN_BACKGROUND);

		json_array_append_new(
			cells, json_integer((json_int_t)(has_tile ? first + value : 0)));
	}
	return cells;
}

/* "x,y=value;..." of the cells that no tile can stand for. */
static json_t *list_others(const struct exh_keen_map *map, enum exh_keen_plane plane,
			   size_t tile_count)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	json_t *text;

	for (size_t i = 0; i < map->width * map->height; i++) {
		const unsigned value = map->planes[plane].cells[i];
		char item[64];

		if (!value || value < tile_count)
			continue;
		snprintf(item, sizeof item, "%s%zu,%zu=%u", out.size ? ";" : "",
			 i % map->width, i / map->width, value);
		exh_write_bytes(&out, item, strlen(item));
	}
	text = json_written(&out);
	exh_writer_free(&out);
	return text;
}

static json_t *make_layer_properties(const struct build *b,
				     const struct exh_keen_map *map,
				     enum exh_keen_plane plane)
{
	json_t *properties = json_array();
	json_t *others = list_others(map, plane, tiled_count(b->tiles, plane));
	char offset[16];

	snprintf(offset, sizeof offset, "%lu", (unsigned long)map->planes[plane].offset);
	if (map->planes[plane].absent)
		add_property(properties, "absent_offset", json_string(offset));
	if (json_string_length(others))
		add_property(properties, "values_without_tile", others);
	else
		json_decref(others);
	return properties;
}

static json_t *make_layers(const struct build *b, const struct exh_keen_map *map)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const enum exh_keen_plane plane = (enum exh_keen_plane)i;
		json_t *layer = json_object();

		json_set_text(layer, "type", "tilelayer");
		json_set_text(layer, "name", exh_keen_plane_name(plane));
		json_set_number(layer, "id", i + 1);
		json_set_number(layer, "x", 0);
		json_set_number(layer, "y", 0);
		json_set_number(layer, "width", map->width);
		json_set_number(layer, "height", map->height);
		json_set_number(layer, "opacity", 1);
		json_object_set_new(layer, "visible", json_true());
		add_list(layer, "properties", make_layer_properties(b, map, plane));
		json_object_set_new(layer, "data", make_cells(b, map, plane));
		json_array_append_new(list, layer);
	}
	return list;
}

/*
 * The map.
 */

void tiled_name(const struct exh_keen_map *map, char out[EXH_KEEN_MAP_NAME_SIZE + 1])
{
	exh_keen_map_name(map, out);
	for (char *c = out; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
}

/* Only printable ASCII, and zeros after it. */
static bool is_plain_name(const struct exh_keen_map *map, const char *name)
{
	uint8_t plain[EXH_KEEN_MAP_NAME_SIZE] = { 0 };

	memcpy(plain, name, strlen(name));
	return memcmp(plain, map->name, sizeof plain) == 0;
}

static json_t *make_map_properties(const struct exh_keen_map *map)
{
	json_t *properties = json_array();
	const struct exh_bytes bytes = { map->name, sizeof map->name, 0 };
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	tiled_name(map, name);
	add_property(properties, "name", json_string(name));
	if (!is_plain_name(map, name))
		add_property(properties, "name_bytes", json_hex(bytes));
	add_property(properties, "number", json_integer(map->number));
	return properties;
}

static json_t *make_map(const struct build *b, const struct exh_keen_map *map)
{
	const struct exh_color *black = &b->tiles->colors->colors[0];
	json_t *document = json_object();
	char color[16];

	add_version(document, "map");
	json_set_text(document, "orientation", "orthogonal");
	json_set_text(document, "renderorder", "right-down");
	json_set_number(document, "width", map->width);
	json_set_number(document, "height", map->height);
	json_set_number(document, "tilewidth", SIDE);
	json_set_number(document, "tileheight", SIDE);
	json_object_set_new(document, "infinite", json_false());
	json_set_number(document, "compressionlevel", -1);
	/* What the game shows where the background has no tile. */
	snprintf(color, sizeof color, "#%02x%02x%02x", black->red, black->green,
		 black->blue);
	json_set_text(document, "backgroundcolor", color);
	json_set_number(document, "nextlayerid", EXH_KEEN_PLANE_COUNT + 1);
	json_set_number(document, "nextobjectid", 1);
	json_object_set_new(document, "properties", make_map_properties(map));
	json_object_set_new(document, "tilesets", make_tilesets(b));
	json_object_set_new(document, "layers", make_layers(b, map));
	return document;
}

/*
 * JSON, as Tiled lays it out: a line for each tile and each row of cells.
 */

struct printer {
	struct exh_writer *out;
	size_t columns; /* numbers in a line */
};

static void print_plain(const struct printer *p, const json_t *value)
{
	json_write(value, JSON_COMPACT | JSON_ENCODE_ANY, p->out);
}

static void print_line_end(const struct printer *p, unsigned depth)
{
	exh_write_u8(p->out, '\n');
	for (unsigned i = 0; i < depth; i++)
		exh_write_u8(p->out, ' ');
}

static void print_value(const struct printer *p, const json_t *value, unsigned depth,
			unsigned most_depth);

static void print_members(const struct printer *p, json_t *object, unsigned depth,
			  unsigned most_depth)
{
	const char *key;
	json_t *value;
	bool more = false;

	exh_write_u8(p->out, '{');
	json_object_foreach(object, key, value)
	{
		if (more)
			exh_write_u8(p->out, ',');
		more = true;
		print_line_end(p, depth + 1);
		/* All keys are our own: nothing in them needs escaping. */
		exh_write_u8(p->out, '"');
		exh_write_bytes(p->out, key, strlen(key));
		exh_write_bytes(p->out, "\":", 2);
		print_value(p, value, depth + 1, most_depth);
	}
	print_line_end(p, depth);
	exh_write_u8(p->out, '}');
}

static void print_items(const struct printer *p, const json_t *array, unsigned depth,
			unsigned most_depth)
{
	const bool numbers = json_is_integer(json_array_get(array, 0));

	exh_write_u8(p->out, '[');
	for (size_t i = 0; i < json_array_size(array); i++) {
		if (i)
			exh_write_u8(p->out, ',');
		if (!numbers || i % p->columns == 0)
			print_line_end(p, depth + 1);
		print_value(p, json_array_get(array, i), depth + 1, most_depth);
	}
	print_line_end(p, depth);
	exh_write_u8(p->out, ']');
}

static void print_value(const struct printer *p, const json_t *value, unsigned depth,
			unsigned most_depth)
{
	if (depth <= most_depth && json_object_size(value))
		print_members(p, (json_t *)value, depth, most_depth);
	else if (depth <= most_depth && json_array_size(value))
		print_items(p, value, depth, most_depth);
	else
		print_plain(p, value);
}

/* Writes and releases the document. */
static void finish(json_t *document, enum tiled_form form, const struct printer *p,
		   unsigned most_depth)
{
	if (form == TILED_XML)
		tiled_print_xml(document, p->out);
	else
		print_value(p, document, 0, most_depth);
	exh_write_u8(p->out, '\n');
	json_decref(document);
}

void tiled_tileset(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
		   enum tiled_form form, const struct tiled_files *files,
		   struct exh_writer *out)
{
	const struct build b = { .tiles = tiles, .files = files };
	const struct printer p = { out, 1 };
	json_t *document = json_object();

	add_version(document, "tileset");
	fill_tileset(&b, document, plane);
	finish(document, form, &p, 1);
}

enum exh_status tiled_level(const struct tiled_tiles *tiles,
			    const struct exh_keen_map *map, enum tiled_form form,
			    const struct tiled_files *files, struct exh_writer *out,
			    struct exh_error *err)
{
	const struct build b = { .tiles = tiles, .files = files };
	const struct printer p = { out, map->width };

	if (map->lost)
		return exh_fail(err, EXH_INVALID, map->header_offset,
				"level %u: its header is unreadable", map->number);
	finish(make_map(&b, map), form, &p, PRETTY_DEPTH);
	return EXH_OK;
}
