#include "level.h"

#include "task/json.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Without cells.
 */

/* The name that a table's file is to have again; one out of a program has none. */
static void set_table(struct json *json, const char *key, const struct keen_table *table)
{
	if (table->path && !table->origin.exe)
		json_set_text(json, key, file_name(table->path));
}

static struct json *tables_to_json(const struct keen_levels *levels)
{
	struct json *json = json_make("{s:o}", "head", keen_table_to_json(&levels->head));

	if (levels->dict.path)
		json_set(json, "dict", keen_table_to_json(&levels->dict));
	if (levels->tile_info.path)
		json_set(json, "tileinfo", keen_table_to_json(&levels->tile_info));
	return json;
}

/* One number where all are the same, else each. */
static struct json *absent_to_json(const struct exh_keen_maps *maps)
{
	const int32_t *offsets = maps->absent_offsets;
	struct json *json = json_new_list();
	bool same = true;

	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		same &= offsets[i] == offsets[0];
		json_push(json, json_new_number(offsets[i]));
	}
	if (!same)
		return json;
	json_free(json);
	return json_new_number(offsets[0]);
}

struct json *level_archive_to_json(const struct keen_levels *levels)
{
	struct json *json = json_new_object();

	json_set_text(json, "file", file_name(levels->path));
	json_set_number(json, "size", levels->archive.size);
	json_set_string(json, "packing", exh_keen_map_packing_name(levels->maps.packing));
	json_set_number(json, "rlew_tag", levels->maps.rlew_tag);
	json_set(json, "prefix", json_of_hex(levels->maps.prefix));
	json_set(json, "absent_offset", absent_to_json(&levels->maps));
	set_table(json, "head", &levels->head);
	set_table(json, "dict", &levels->dict);
	set_table(json, "tileinfo", &levels->tile_info);
	json_set(json, "tables", tables_to_json(levels));
	if (levels->dict.path)
		json_set(json, "dictionary",
			 json_of_hex(keen_table_bytes(&levels->dict)));
	if (levels->tile_bytes.size && !levels->info.background_count)
		json_set(json, "tile_bytes", json_of_hex(levels->tile_bytes));
	return json;
}

static struct json *plane_to_json(const struct exh_keen_map *map, size_t plane)
{
	const struct exh_keen_map_plane *own = &map->planes[plane];
	const size_t size = map->width * map->height * 2;
	struct json *json =
		json_make("{s:I, s:I, s:I, s:I}", "offset", (int64_t)own->offset,
			  "packed_size", (int64_t)own->packed_size, "rlew_size",
			  (int64_t)own->rlew_size, "size", (int64_t)size);

	if (own->absent)
		json_set(json, "absent", json_new_flag(true));
	if (own->damaged)
		json_set(json, "damaged", json_new_flag(true));
	return json;
}

/* Is there more in the field than text and the zeros that fill it? */
static bool name_is_plain(const struct exh_keen_map *map)
{
	size_t i = 0;

	while (i < EXH_KEEN_MAP_NAME_SIZE && map->name[i] >= ' ' && map->name[i] < 127)
		i++;
	while (i < EXH_KEEN_MAP_NAME_SIZE && !map->name[i])
		i++;
	return i == EXH_KEEN_MAP_NAME_SIZE;
}

struct json *level_to_json(const struct exh_keen_map *map)
{
	struct json *json = json_make("{s:I}", "number", (int64_t)map->number);
	char name[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct json *planes = json_new_object();

	json_set(json, "header",
		 json_make("{s:I, s:I}", "offset", (int64_t)map->header_offset, "size",
			   (int64_t)map->header_size));
	if (map->lost) {
		json_free(planes);
		json_set(json, "lost", json_new_flag(true));
		return json;
	}
	exh_keen_map_name(map, name);
	json_set_text(json, "name", name);
	if (!name_is_plain(map))
		json_set(json, "name_bytes",
			 json_of_hex(
				 (struct exh_bytes){ map->name, sizeof map->name, 0 }));
	json_set_number(json, "width", map->width);
	json_set_number(json, "height", map->height);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		json_set(planes, exh_keen_plane_name((enum exh_keen_plane)i),
			 plane_to_json(map, i));
	json_set(json, "storage", planes);
	return json;
}

/*
 * Tile information.
 */

static struct json *tile_to_json(const struct exh_keen_tile_info *info, bool foreground,
				 size_t tile, bool *stated)
{
	struct json *json = json_make("{s:I}", "tile", (int64_t)tile);

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const int value = exh_keen_tile_number(info, table, tile);

		if (exh_keen_tile_table_is_foreground(table) != foreground)
			continue;
		*stated |= value != 0;
		json_set_number(json, exh_keen_tile_table_name(table), value);
	}
	return json;
}

/* Marks the tiles of a plane that the levels name; used has room for 65536. */
static void mark_used(const struct level_choice *choice, enum exh_keen_plane plane,
		      bool *used)
{
	for (size_t i = 0; i < choice->count; i++) {
		const struct exh_keen_map *map = choice->items[i];

		for (size_t k = 0; !map->lost && k < map->width * map->height; k++)
			used[map->planes[plane].cells[k]] = true;
	}
}

static struct json *tiles_to_json(const struct keen_levels *levels, bool foreground,
				  const struct level_choice *choice)
{
	const struct exh_keen_tile_info *info = &levels->info;
	const size_t count = foreground ? info->foreground_count : info->background_count;
	bool *used = mem_alloc(65536, sizeof *used);
	struct json *json = json_new_list();

	if (choice)
		mark_used(choice, foreground ? EXH_KEEN_FOREGROUND : EXH_KEEN_BACKGROUND,
			  used);
	for (size_t i = 0; i < count; i++) {
		bool stated = false;
		struct json *tile = tile_to_json(info, foreground, i, &stated);

		if (stated || !choice || used[i])
			json_push_shared(json, tile);
		json_free(tile);
	}
	free(used);
	return json;
}

struct json *level_tile_info_to_json(const struct keen_levels *levels,
				     const struct level_choice *choice)
{
	const struct exh_keen_tile_info *info = &levels->info;
	struct json *json = json_make("{s:I, s:I}", "background_count",
				      (int64_t)info->background_count, "foreground_count",
				      (int64_t)info->foreground_count);

	json_set(json, "background", tiles_to_json(levels, false, choice));
	json_set(json, "foreground", tiles_to_json(levels, true, choice));
	if (info->rest.size)
		json_set(json, "rest", json_of_hex(info->rest));
	return json;
}

/*
 * Cells: thousands of numbers, which as jansson's objects would take a hundred times
 * their room, and a line each.
 */

static void write_number(unsigned number, struct exh_writer *out)
{
	char digits[10];
	size_t at = sizeof digits;

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	exh_write_bytes(out, digits + at, sizeof digits - at);
}

static void write_text(const char *text, struct exh_writer *out)
{
	exh_write_bytes(out, text, strlen(text));
}

static void write_row(const uint16_t *cells, size_t count, struct exh_writer *out)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			exh_write_u8(out, ',');
		write_number(cells[i], out);
	}
}

void level_csv(const struct exh_keen_map *map, enum exh_keen_plane plane,
	       struct exh_writer *out)
{
	for (size_t y = 0; y < map->height; y++) {
		write_row(map->planes[plane].cells + y * map->width, map->width, out);
		exh_write_u8(out, '\n');
	}
}

static void write_planes(const struct exh_keen_map *map, struct exh_writer *out)
{
	write_text(",\n      \"planes\": {", out);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		write_text(i ? ",\n        \"" : "\n        \"", out);
		write_text(exh_keen_plane_name((enum exh_keen_plane)i), out);
		write_text("\": [", out);
		for (size_t y = 0; y < map->height; y++) {
			write_text(y ? ",\n          [" : "\n          [", out);
			write_row(map->planes[i].cells + y * map->width, map->width, out);
			exh_write_u8(out, ']');
		}
		write_text("\n        ]", out);
	}
	write_text("\n      }", out);
}

/* An object that is not empty, without its last brace, for more to follow; indented as
 * deep as it lies. */
static void write_open_object(const struct json *json, const char *indent,
			      struct exh_writer *out)
{
	char *text = json_dump(json, JSON_LINES);
	const size_t size = strlen(text) - strlen("\n}");

	for (size_t i = 0; i < size; i++) {
		exh_write_u8(out, (uint8_t)text[i]);
		if (text[i] == '\n')
			write_text(indent, out);
	}
	free(text);
}

static void write_map(const struct exh_keen_map *map, struct exh_writer *out)
{
	struct json *json = level_to_json(map);

	write_open_object(json, "    ", out);
	json_free(json);
	if (!map->lost)
		write_planes(map, out);
	write_text("\n    }", out);
}

struct json *level_document_to_json(const struct keen_levels *levels,
				    const struct level_choice *choice)
{
	struct json *document = json_document("keen-maps", 1);

	json_set(document, "archive", level_archive_to_json(levels));
	if (levels->info.background_count)
		json_set(document, "tile_info", level_tile_info_to_json(levels, choice));
	return document;
}

void level_json(const struct keen_levels *levels, const struct level_choice *choice,
		struct exh_writer *out)
{
	struct json *document = level_document_to_json(levels, choice);

	write_open_object(document, "", out);
	json_free(document);
	write_text(",\n  \"maps\": [", out);
	for (size_t i = 0; i < choice->count; i++) {
		write_text(i ? ",\n    " : "\n    ", out);
		write_map(choice->items[i], out);
	}
	write_text("\n  ]\n}\n", out);
}

/*
 * The tile information as CSV.
 */

static void write_tiles_csv(const struct exh_keen_tile_info *info, bool foreground,
			    struct exh_writer *out)
{
	static const enum exh_keen_tile_table columns[][2] = {
		{ EXH_KEEN_TILE_TABLE_COUNT, EXH_KEEN_NORTHWALL },
		{ EXH_KEEN_TILE_TABLE_COUNT, EXH_KEEN_EASTWALL },
		{ EXH_KEEN_TILE_TABLE_COUNT, EXH_KEEN_SOUTHWALL },
		{ EXH_KEEN_TILE_TABLE_COUNT, EXH_KEEN_WESTWALL },
		{ EXH_KEEN_TILE_TABLE_COUNT, EXH_KEEN_INTILE },
		{ EXH_KEEN_ANIM, EXH_KEEN_MANIM },
		{ EXH_KEEN_SPEED, EXH_KEEN_MSPEED },
	};
	const size_t count = foreground ? info->foreground_count : info->background_count;

	for (size_t tile = 0; tile < count; tile++) {
		write_text(foreground ? "foreground," : "background,", out);
		write_number((unsigned)tile, out);
		for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
			const enum exh_keen_tile_table table = columns[i][foreground];
			char text[8] = "";

			if (table != EXH_KEEN_TILE_TABLE_COUNT)
				snprintf(text, sizeof text, "%d",
					 exh_keen_tile_number(info, table, tile));
			exh_write_u8(out, ',');
			write_text(text, out);
		}
		exh_write_u8(out, '\n');
	}
}

void level_tile_info_csv(const struct exh_keen_tile_info *info, struct exh_writer *out)
{
	write_text("plane,tile,north,east,south,west,inside,animation,speed\n", out);
	write_tiles_csv(info, false, out);
	write_tiles_csv(info, true, out);
}
