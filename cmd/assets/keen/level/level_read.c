#include "level.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <string.h>

enum { MAX_VALUE = 65535, MAX_NAME = 63 };

/*
 * The archive as a whole.
 */

/* A file's name that leads nowhere else. */
static void check_name(struct json_reading *r, const char *key, const char *name)
{
	const char *c = name ? name : "";

	while (*c && *c != '/' && (unsigned char)*c >= ' ' && *c != 127)
		c++;
	if (name && (*c || !*name || c - name > MAX_NAME || strcmp(name, ".") == 0 ||
		     strcmp(name, "..") == 0))
		json_read_wrong(r, key,
				"the name of a file: without a folder or control "
				"characters, at most 63 bytes");
}

static void check_archive(struct json_reading *r, const struct level_archive *archive)
{
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		if (archive->settings.absent_offsets[i] > 0)
			json_read_wrong(r, "absent_offset",
					"whole numbers from -2147483648 to 0");
	check_name(r, "file", archive->file);
	check_name(r, "head", archive->head);
	check_name(r, "dict", archive->dict);
	check_name(r, "tileinfo", archive->tile_info);
	if (r->status)
		exh_within(r->err, r->status, "archive");
}

/*
 * Tile information.
 */

enum exh_status tile_tables_make(struct exh_keen_tile_info *info, size_t background_count,
				 size_t foreground_count,
				 uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT],
				 struct exh_arena *arena, struct exh_error *err)
{
	info->background_count = background_count;
	info->foreground_count = foreground_count;
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const size_t size =
			exh_keen_tile_table_is_foreground((enum exh_keen_tile_table)i)
				? foreground_count
				: background_count;

		tables[i] = mem_arena_try(arena, size, 1, err);
		if (!tables[i])
			return EXH_LIMIT;
		info->tables[i] = (struct exh_bytes){ tables[i], size, 0 };
	}
	return EXH_OK;
}

static void take_tiles(struct json_reading *r, const struct level_info *from,
		       size_t plane, uint8_t *const tables[])
{
	char expected[64];

	snprintf(expected, sizeof expected, "a number from 0 to %zu",
		 from->counts[plane] - 1);
	for (size_t k = 0; k < from->tile_counts[plane] && !r->status; k++) {
		const struct level_tile *tile = &from->tiles[plane][k];

		if (tile->tile >= from->counts[plane])
			json_read_wrong(r, "tile", expected);
		for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT && !r->status; i++)
			if (exh_keen_tile_table_is_foreground(
				    (enum exh_keen_tile_table)i) == (plane == 1))
				tables[i][tile->tile] = (uint8_t)tile->values[i];
		json_read_within(r, plane ? "foreground" : "background", k);
	}
}

static void take_info(struct json_reading *r, struct level_document *document)
{
	const struct level_info *from = &document->tile_info;
	uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT];

	if (r->status || !document->has_tile_info)
		return;
	if (tile_tables_make(&document->info, from->counts[0], from->counts[1], tables,
			     r->arena, r->err))
		r->status = EXH_NO_MEMORY;
	document->info.rest = from->rest;
	for (size_t i = 0; i < 2; i++)
		take_tiles(r, from, i, tables);
	if (r->status)
		exh_within(r->err, r->status, "tile_info");
}

/*
 * Levels.
 */

/* name_bytes has more of the name, as long as name is the text that it begins with. */
static bool is_name_of(struct exh_bytes name_bytes, const char *name,
		       struct exh_keen_map *map)
{
	char text[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct json *own;
	bool same;

	memcpy(map->name, name_bytes.data, sizeof map->name);
	exh_keen_map_name(map, text);
	own = json_of_text(text);
	same = own && strcmp(json_text_of(own), name) == 0;
	json_free(own);
	return same;
}

static void take_name(struct json_reading *r, struct level_entry *level)
{
	struct exh_keen_map *map = &level->map;
	const struct exh_bytes bytes = level->name_bytes;

	if (!level->name) {
		json_read_wrong(r, "name", "a string");
		return;
	}
	if (bytes.size && bytes.size != sizeof map->name)
		json_read_wrong(r, "name_bytes", "16 bytes");
	if (r->status || (bytes.size && is_name_of(bytes, level->name, map)))
		return;
	memset(map->name, 0, sizeof map->name);
	if (strlen(level->name) > sizeof map->name)
		json_read_wrong(r, "name", "at most 16 bytes, none of them 0");
	else
		memcpy(map->name, level->name, strlen(level->name));
}

static void take_plane(struct json_reading *r, struct level_entry *level, size_t plane)
{
	struct exh_keen_map *map = &level->map;
	const struct level_row *rows = level->rows[plane];
	uint16_t *cells = NULL;

	if (level->row_counts[plane] != map->height)
		r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				     "%zu rows, expected %zu", level->row_counts[plane],
				     map->height);
	if (!r->status)
		cells = mem_arena_try(r->arena, map->width * map->height, sizeof *cells,
				      r->err);
	if (!r->status && !cells)
		r->status = EXH_NO_MEMORY;
	map->planes[plane].cells = cells;
	for (size_t y = 0; y < map->height && !r->status; y++) {
		if (rows[y].count == map->width)
			memcpy(cells + y * map->width, rows[y].cells,
			       map->width * sizeof *cells);
		else
			r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					     "%zu cells, expected %zu", rows[y].count,
					     map->width);
		json_read_within(r, "row", y);
	}
	if (r->status)
		exh_within(r->err, r->status, "planes: %s",
			   exh_keen_plane_name((enum exh_keen_plane)plane));
}

static void take_level(struct json_reading *r, struct level_entry *level)
{
	struct exh_keen_map *map = &level->map;
	char expected[64];

	if (map->lost)
		return;
	if (!map->width)
		json_read_wrong(r, "width", "a number from 1 to 32767");
	else if (!map->height || map->height > EXH_KEEN_MAP_MAX_CELLS / map->width) {
		snprintf(expected, sizeof expected, "a number from 1 to %zu",
			 EXH_KEEN_MAP_MAX_CELLS / map->width);
		json_read_wrong(r, "height", expected);
	}
	take_name(r, level);
	/* Planes that the level does not have at all, and what its header says. */
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT && !r->status; i++) {
		map->planes[i].absent = level->storage[i].plane.absent;
		map->planes[i].offset = level->storage[i].plane.offset;
		if (level->has_cells)
			take_plane(r, level, i);
	}
}

static void take_levels(struct json_reading *r, struct level_document *document)
{
	bool seen[EXH_KEEN_MAP_LIMIT] = { false };

	for (size_t i = 0; i < document->count && !r->status; i++) {
		struct level_entry *level = &document->maps[i];

		take_level(r, level);
		if (!r->status && seen[level->map.number])
			r->status = exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					     "key \"number\": level %u occurs twice",
					     level->map.number);
		seen[level->map.number] = true;
		json_read_within(r, "map", i);
	}
}

/* Version 0.1 took them without a format; tile information comes in both documents. */
static enum exh_status read_document(struct exh_bytes text, struct document document,
				     struct exh_arena *arena, struct level_document *out,
				     struct exh_error *err)
{
	struct json_reading r = { .arena = arena, .err = err };
	struct json *root = json_parse(text, err);
	const char *format = json_text_at(root, "format");

	*out = (struct level_document){ .has_tile_info = true };
	if (!root)
		return EXH_INVALID;
	if (format && strcmp(format, keen_maps_document.format) == 0)
		document.format = format;
	if (json_get(root, "format"))
		document_read(&r, &document, root, out);
	else
		fields_read(&r, document.fields, root, out);
	json_free(root);
	if (out->has_archive && !r.status)
		check_archive(&r, &out->archive);
	take_info(&r, out);
	take_levels(&r, out);
	return r.status;
}

enum exh_status level_read_json(struct exh_bytes text, struct exh_arena *arena,
				struct level_document *out, struct exh_error *err)
{
	return read_document(text, keen_maps_document, arena, out, err);
}

enum exh_status level_read_tile_info(struct exh_bytes text, struct exh_arena *arena,
				     struct exh_keen_tile_info *out,
				     struct exh_error *err)
{
	struct level_document document;
	const enum exh_status status =
		read_document(text, keen_tile_info_document, arena, &document, err);

	*out = document.info;
	return status;
}

/*
 * CSV.
 */

struct csv {
	const uint8_t *at, *end;
	size_t line, column; /* from 1; column counts cells */
};

static bool is_blank(const struct csv *csv)
{
	return csv->at < csv->end &&
	       (*csv->at == ' ' || *csv->at == '\t' || *csv->at == '"');
}

static enum exh_status bad_cell(const struct csv *csv, struct exh_error *err)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"line %zu cell %zu: expected a number from 0 to %d", csv->line,
			csv->column, MAX_VALUE);
}

/* One number, spaces and quotes around it. */
static enum exh_status read_cell(struct csv *csv, uint16_t *out, struct exh_error *err)
{
	unsigned value = 0;
	const uint8_t *start;

	while (is_blank(csv))
		csv->at++;
	start = csv->at;
	while (csv->at < csv->end && *csv->at >= '0' && *csv->at <= '9') {
		value = value * 10 + (unsigned)(*csv->at++ - '0');
		if (value > MAX_VALUE)
			return bad_cell(csv, err);
	}
	if (csv->at == start)
		return bad_cell(csv, err);
	while (is_blank(csv))
		csv->at++;
	*out = (uint16_t)value;
	return EXH_OK;
}

/* A comma or a semicolon between cells, a line's end after them. */
static bool skip_separator(struct csv *csv, bool line_ends)
{
	if (!line_ends) {
		if (csv->at == csv->end || (*csv->at != ',' && *csv->at != ';'))
			return false;
		csv->at++;
		return true;
	}
	if (csv->at < csv->end && *csv->at == '\r')
		csv->at++;
	if (csv->at == csv->end)
		return true;
	return *csv->at++ == '\n';
}

enum exh_status level_read_csv(struct exh_bytes text, const struct exh_keen_map *map,
			       struct exh_arena *arena, uint16_t **cells,
			       struct exh_error *err)
{
	/* Spreadsheets put one in front of what they call CSV in UTF-8. */
	const struct exh_bytes csv_text = text_without_mark(text);
	struct csv csv = { csv_text.data,
			   csv_text.data ? csv_text.data + csv_text.size : NULL, 1, 1 };
	uint16_t *out = mem_arena_try(arena, map->width * map->height, sizeof *out, err);

	if (!out)
		return EXH_LIMIT;
	*cells = out;
	for (csv.line = 1; csv.line <= map->height; csv.line++)
		for (csv.column = 1; csv.column <= map->width; csv.column++) {
			if (read_cell(&csv, out++, err))
				return err->status;
			if (!skip_separator(&csv, csv.column == map->width))
				return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
						"line %zu: expected %zu cells, with "
						"commas between",
						csv.line, map->width);
		}
	if (csv.at != csv.end)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"line %zu: expected %zu lines", csv.line, map->height);
	return EXH_OK;
}
