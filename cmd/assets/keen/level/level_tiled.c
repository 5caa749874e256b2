#include "level.h"

#include "media/picture/png.h"
#include "task/json.h"

#include <stdio.h>
#include <string.h>

enum {
	SIDE = 16, /* pixels of a tile */
	TILE_PIXELS = SIDE * SIDE,
	MAX_FRAMES = 256, /* frames of a tile's animation; further ones are not shown */
	MAX_TILESET_FRAMES = 1 << 16,
	TICKS_PER_SECOND = 70,
	REST_MS = 3600 * 1000, /* stands for "forever": Tiled always starts again */
	/* Depth to which a map's members have lines of their own: layers and tilesets. */
	PRETTY_DEPTH = 3,
};

/* A document under construction. */
struct build {
	const struct tiled_tiles *tiles;
	const struct tiled_files *files;
};

static void add_property(struct json *properties, const char *name, struct json *value)
{
	const char *type = json_is_whole(value)	 ? "int"
			   : json_is_flag(value) ? "bool"
						 : "string";

	json_push(properties, json_make("{s:s, s:s, s:o}", "name", name, "type", type,
					"value", value));
}

/* Adds a list, but leaves an empty one out, as Tiled does. */
static void add_list(struct json *object, const char *key, struct json *list)
{
	if (json_size(list))
		json_set(object, key, list);
	else
		json_free(list);
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

struct json *tiled_animation(const struct exh_keen_tile_info *info,
			     enum exh_keen_plane plane, size_t tile_count, size_t tile)
{
	struct frame frames[MAX_FRAMES];
	const size_t count =
		list_frames(info, plane == EXH_KEEN_FOREGROUND, tile_count, tile, frames);
	struct json *animation = json_new_list();
	unsigned long ticks = 0;

	for (size_t i = 0; i < count; i++) {
		const unsigned long start = to_ms(ticks);
		struct json *frame;

		ticks += frames[i].ticks;
		frame = json_make(
			"{s:I, s:I}", "duration",
			(int64_t)(frames[i].ticks ? to_ms(ticks) - start : REST_MS),
			"tileid", (int64_t)frames[i].tile);
		json_push(animation, frame);
	}
	return animation;
}

static struct json *make_tile_properties(const struct build *b, enum exh_keen_plane plane,
					 size_t tile)
{
	struct json *properties = json_new_list();

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const int value = exh_keen_tile_number(b->tiles->info, table, tile);

		if (value && exh_keen_tile_table_is_foreground(table) ==
				     (plane == EXH_KEEN_FOREGROUND))
			add_property(properties, exh_keen_tile_table_name(table),
				     json_new_number(value));
	}
	return properties;
}

static struct json *make_tiles(const struct build *b, enum exh_keen_plane plane)
{
	struct json *list = json_new_list();
	const size_t tile_count = tiled_count(b->tiles, plane);
	size_t budget = MAX_TILESET_FRAMES;

	for (size_t i = 0; i < tile_count; i++) {
		struct json *animation =
			budget < MAX_FRAMES
				? json_new_list()
				: tiled_animation(b->tiles->info, plane, tile_count, i);
		struct json *properties = make_tile_properties(b, plane, i);
		struct json *tile = json_make("{s:I}", "id", (int64_t)i);

		budget -= json_size(animation);
		add_list(tile, "animation", animation);
		add_list(tile, "properties", properties);
		if (json_key_count(tile) > 1)
			json_push(list, tile);
		else
			json_free(tile);
	}
	return list;
}

static void add_tiles(const struct build *b, struct json *tileset,
		      enum exh_keen_plane plane)
{
	struct json *properties = json_new_list();

	if (plane != EXH_KEEN_INFO) {
		add_property(properties, "tile_count",
			     json_new_number((int64_t)tiled_count(b->tiles, plane)));
		if (b->tiles->info)
			add_property(properties, "tile_info", json_new_flag(true));
	}
	add_list(tileset, "properties", properties);
	if (plane != EXH_KEEN_INFO && b->tiles->info)
		add_list(tileset, "tiles", make_tiles(b, plane));
}

static void fill_tileset(const struct build *b, struct json *tileset,
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

static void add_version(struct json *document, const char *type)
{
	json_set_text(document, "type", type);
	json_set_text(document, "version", "1.10");
	/* No program wrote it, but many readers ask for a version. */
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

static struct json *make_tilesets(const struct build *b)
{
	struct json *list = json_new_list();

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const enum exh_keen_plane plane = (enum exh_keen_plane)i;
		struct json *tileset = NULL;

		if (!tiled_count(b->tiles, plane))
			continue;
		tileset = json_new_object();
		json_set_number(tileset, "firstgid", first_gid(b->tiles, plane));
		if (b->files->tilesets[plane])
			json_set_text(tileset, "source", b->files->tilesets[plane]);
		else
			fill_tileset(b, tileset, plane);
		json_push(list, tileset);
	}
	return list;
}

/*
 * Layers.
 */

static struct json *make_cells(const struct build *b, const struct exh_keen_map *map,
			       enum exh_keen_plane plane)
{
	const size_t first = first_gid(b->tiles, plane);
	const size_t tile_count = tiled_count(b->tiles, plane);
	struct json *cells = json_new_list();

	for (size_t i = 0; i < map->width * map->height; i++) {
		const uint16_t value = map->planes[plane].cells[i];
		const bool has_tile =
			value < tile_count && (value || plane == EXH_KEEN_BACKGROUND);

		json_push(cells,
			  json_new_number((int64_t)(has_tile ? first + value : 0)));
	}
	return cells;
}

/* "x,y=value;..." for the cells that no tile can stand for. */
static struct json *list_others(const struct exh_keen_map *map, enum exh_keen_plane plane,
				size_t tile_count)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	struct json *text;

	for (size_t i = 0; i < map->width * map->height; i++) {
		const unsigned value = map->planes[plane].cells[i];
		char item[64];

		if (!value || value < tile_count)
			continue;
		snprintf(item, sizeof item, "%s%zu,%zu=%u", out.size ? ";" : "",
			 i % map->width, i / map->width, value);
		exh_write_bytes(&out, item, strlen(item));
	}
	text = json_of_written(&out);
	exh_writer_free(&out);
	return text;
}

static struct json *make_layer_properties(const struct build *b,
					  const struct exh_keen_map *map,
					  enum exh_keen_plane plane)
{
	struct json *properties = json_new_list();
	struct json *others = list_others(map, plane, tiled_count(b->tiles, plane));
	char offset[16];

	snprintf(offset, sizeof offset, "%lu", (unsigned long)map->planes[plane].offset);
	if (map->planes[plane].absent)
		add_property(properties, "absent_offset", json_new_string(offset));
	if (json_text_size(others))
		add_property(properties, "values_without_tile", others);
	else
		json_free(others);
	return properties;
}

static struct json *make_layers(const struct build *b, const struct exh_keen_map *map)
{
	struct json *list = json_new_list();

	for (unsigned i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const enum exh_keen_plane plane = (enum exh_keen_plane)i;
		struct json *layer = json_new_object();

		json_set_text(layer, "type", "tilelayer");
		json_set_text(layer, "name", exh_keen_plane_name(plane));
		json_set_number(layer, "id", i + 1);
		json_set_number(layer, "x", 0);
		json_set_number(layer, "y", 0);
		json_set_number(layer, "width", map->width);
		json_set_number(layer, "height", map->height);
		json_set_number(layer, "opacity", 1);
		json_set(layer, "visible", json_new_flag(true));
		add_list(layer, "properties", make_layer_properties(b, map, plane));
		json_set(layer, "data", make_cells(b, map, plane));
		json_push(list, layer);
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

static struct json *make_map_properties(const struct exh_keen_map *map)
{
	struct json *properties = json_new_list();
	const struct exh_bytes bytes = { map->name, sizeof map->name, 0 };
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];

	tiled_name(map, name);
	add_property(properties, "name", json_new_string(name));
	if (!is_plain_name(map, name))
		add_property(properties, "name_bytes", json_of_hex(bytes));
	add_property(properties, "number", json_new_number(map->number));
	return properties;
}

static struct json *make_map(const struct build *b, const struct exh_keen_map *map)
{
	const struct exh_color *black = &b->tiles->colors->colors[0];
	struct json *document = json_new_object();
	char color[16];

	add_version(document, "map");
	json_set_text(document, "orientation", "orthogonal");
	json_set_text(document, "renderorder", "right-down");
	json_set_number(document, "width", map->width);
	json_set_number(document, "height", map->height);
	json_set_number(document, "tilewidth", SIDE);
	json_set_number(document, "tileheight", SIDE);
	json_set(document, "infinite", json_new_flag(false));
	json_set_number(document, "compressionlevel", -1);
	/* Colour that the game shows where the background has no tile. */
	snprintf(color, sizeof color, "#%02x%02x%02x", black->red, black->green,
		 black->blue);
	json_set_text(document, "backgroundcolor", color);
	json_set_number(document, "nextlayerid", EXH_KEEN_PLANE_COUNT + 1);
	json_set_number(document, "nextobjectid", 1);
	json_set(document, "properties", make_map_properties(map));
	json_set(document, "tilesets", make_tilesets(b));
	json_set(document, "layers", make_layers(b, map));
	return document;
}

/*
 * JSON, as Tiled lays it out: a line for each tile and each row of cells.
 */

struct printer {
	struct exh_writer *out;
	size_t columns; /* numbers in a line */
};

static void print_plain(const struct printer *p, const struct json *value)
{
	json_write(value, JSON_PACKED, p->out);
}

static void print_line_end(const struct printer *p, unsigned depth)
{
	exh_write_u8(p->out, '\n');
	for (unsigned i = 0; i < depth; i++)
		exh_write_u8(p->out, ' ');
}

static void print_value(const struct printer *p, const struct json *value, unsigned depth,
			unsigned most_depth);

static void print_members(const struct printer *p, struct json *object, unsigned depth,
			  unsigned most_depth)
{
	const char *key;
	struct json *value;
	bool more = false;

	exh_write_u8(p->out, '{');
	json_each_key(object, key, value)
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

static void print_items(const struct printer *p, const struct json *array, unsigned depth,
			unsigned most_depth)
{
	const bool numbers = json_is_whole(json_at(array, 0));

	exh_write_u8(p->out, '[');
	for (size_t i = 0; i < json_size(array); i++) {
		if (i)
			exh_write_u8(p->out, ',');
		if (!numbers || i % p->columns == 0)
			print_line_end(p, depth + 1);
		print_value(p, json_at(array, i), depth + 1, most_depth);
	}
	print_line_end(p, depth);
	exh_write_u8(p->out, ']');
}

static void print_value(const struct printer *p, const struct json *value, unsigned depth,
			unsigned most_depth)
{
	if (depth <= most_depth && json_key_count(value))
		print_members(p, (struct json *)value, depth, most_depth);
	else if (depth <= most_depth && json_size(value))
		print_items(p, value, depth, most_depth);
	else
		print_plain(p, value);
}

/* Writes and releases the document. */
static void finish(struct json *document, enum tiled_form form, const struct printer *p,
		   unsigned most_depth)
{
	if (form == TILED_XML)
		tiled_print_xml(document, p->out);
	else
		print_value(p, document, 0, most_depth);
	exh_write_u8(p->out, '\n');
	json_free(document);
}

void tiled_tileset(const struct tiled_tiles *tiles, enum exh_keen_plane plane,
		   enum tiled_form form, const struct tiled_files *files,
		   struct exh_writer *out)
{
	const struct build b = { .tiles = tiles, .files = files };
	const struct printer p = { out, 1 };
	struct json *document = json_new_object();

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
