#include "level.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <string.h>

enum { MAX_TILES = 65536, MAX_VALUE = 65535, MAX_NAME = 63 };

/*
 * Members of objects; of is what the object is, for messages.
 */

static enum exh_status wrong(struct exh_error *err, const char *of, const char *key,
			     const char *expected)
{
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "%s: %s: expected %s", of, key,
			expected);
}

static enum exh_status get_number(const struct json *object, const char *of,
				  const char *key, long long least, long long most,
				  long long *out, struct exh_error *err)
{
	const struct json *value = json_get(object, key);

	*out = json_number_of(value);
	if (!json_is_whole(value))
		return wrong(err, of, key, "a whole number");
	if (*out >= least && *out <= most)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
			"%s: %s: %lld, expected %lld to %lld", of, key, *out, least,
			most);
}

/* Of no bytes when the key is not there. */
static enum exh_status get_hex(const struct json *object, const char *of, const char *key,
			       struct exh_arena *arena, struct exh_bytes *out,
			       struct exh_error *err)
{
	const enum exh_status status = json_get_hex(object, key, arena, out, err);

	return status == EXH_INVALID ? wrong(err, of, key, "pairs of hexadecimal digits")
				     : status;
}

static bool is_file_name(const char *name)
{
	for (const char *c = name; *c; c++)
		if (*c == '/' || (unsigned char)*c < ' ' || *c == 127)
			return false;
	return *name && strlen(name) <= MAX_NAME && strcmp(name, ".") != 0 &&
	       strcmp(name, "..") != 0;
}

/* A file's name that leads nowhere else; NULL when the key is not there. */
static enum exh_status get_name(const struct json *object, const char *of,
				const char *key, const char **out, struct exh_error *err)
{
	const struct json *value = json_get(object, key);

	*out = json_text_of(value);
	if (!value || json_is_nothing(value))
		return EXH_OK;
	if (*out && is_file_name(*out))
		return EXH_OK;
	return wrong(err, of, key,
		     "the name of a file: without a folder or control characters, at "
		     "most 63 bytes");
}

/*
 * The archive as a whole.
 */

/* A number for all levels, or one for each. */
static enum exh_status read_absent_offsets(const struct json *json,
					   struct exh_keen_maps *settings,
					   struct exh_error *err)
{
	const bool is_list = json_is_list(json);

	if (is_list && json_size(json) != EXH_KEEN_MAP_LIMIT)
		return wrong(err, "archive", "absent_offset", "1 or 100 whole numbers");
	for (size_t i = 0; i < EXH_KEEN_MAP_LIMIT; i++) {
		const struct json *value = is_list ? json_at(json, i) : json;
		const int64_t offset = json_number_of(value);

		if (!json_is_whole(value) || offset < INT32_MIN || offset > 0)
			return wrong(err, "archive", "absent_offset",
				     "whole numbers from -2147483648 to 0");
		settings->absent_offsets[i] = (int32_t)offset;
	}
	return EXH_OK;
}

static enum exh_status read_archive(const struct json *json, struct exh_arena *arena,
				    struct level_document *out, struct exh_error *err)
{
	struct exh_keen_maps *settings = &out->settings;
	const char *packing = json_text_at(json, "packing");
	long long tag = 0;

	if (!packing || !exh_keen_map_packing_find(packing, &settings->packing))
		return wrong(err, "archive", "packing",
			     "\"huffman\", \"carmack\" or \"rlew\"");
	if (get_number(json, "archive", "rlew_tag", 0, MAX_VALUE, &tag, err) ||
	    read_absent_offsets(json_get(json, "absent_offset"), settings, err) ||
	    get_hex(json, "archive", "prefix", arena, &settings->prefix, err) ||
	    get_hex(json, "archive", "dictionary", arena, &out->dict, err) ||
	    get_hex(json, "archive", "tile_bytes", arena, &out->tile_bytes, err) ||
	    get_name(json, "archive", "file", &out->archive_name, err) ||
	    get_name(json, "archive", "head", &out->head_name, err) ||
	    get_name(json, "archive", "dict", &out->dict_name, err) ||
	    get_name(json, "archive", "tileinfo", &out->tile_info_name, err))
		return err->status;
	settings->rlew_tag = (uint16_t)tag;
	out->has_settings = true;
	return EXH_OK;
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

static enum exh_status read_tile(const struct json *json, const char *of, bool foreground,
				 uint8_t *const tables[], size_t count,
				 struct exh_error *err)
{
	long long tile = 0, value = 0;

	if (get_number(json, of, "tile", 0, (long long)count - 1, &tile, err))
		return err->status;
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;
		const char *name = exh_keen_tile_table_name(table);
		const bool is_signed = exh_keen_tile_table_is_signed(table);

		if (exh_keen_tile_table_is_foreground(table) != foreground ||
		    !json_get(json, name))
			continue;
		if (get_number(json, of, name, is_signed ? INT8_MIN : 0,
			       is_signed ? INT8_MAX : UINT8_MAX, &value, err))
			return err->status;
		tables[i][tile] = (uint8_t)value;
	}
	return EXH_OK;
}

static enum exh_status read_tiles(const struct json *json, bool foreground,
				  uint8_t *const tables[], size_t count,
				  struct exh_error *err)
{
	const char *key = foreground ? "foreground" : "background";
	const struct json *list = json_get(json, key);
	char of[64];

	if (!json_is_list(list))
		return wrong(err, "tile_info", key, "a list of tiles");
	for (size_t i = 0; i < json_size(list); i++) {
		snprintf(of, sizeof of, "tile_info: %s[%zu]", key, i);
		if (read_tile(json_at(list, i), of, foreground, tables, count, err))
			return err->status;
	}
	return EXH_OK;
}

static enum exh_status read_info(const struct json *json, struct exh_arena *arena,
				 struct level_document *out, struct exh_error *err)
{
	uint8_t *tables[EXH_KEEN_TILE_TABLE_COUNT];
	long long counts[2] = { 0 };
	struct exh_bytes rest;

	if (get_number(json, "tile_info", "background_count", 1, MAX_TILES, &counts[0],
		       err) ||
	    get_number(json, "tile_info", "foreground_count", 1, MAX_TILES, &counts[1],
		       err) ||
	    get_hex(json, "tile_info", "rest", arena, &rest, err))
		return err->status;
	if (tile_tables_make(&out->info, (size_t)counts[0], (size_t)counts[1], tables,
			     arena, err))
		return EXH_LIMIT;
	out->info.rest = rest;
	if (read_tiles(json, false, tables, (size_t)counts[0], err))
		return err->status;
	return read_tiles(json, true, tables, (size_t)counts[1], err);
}

/*
 * Levels.
 */

/* name_bytes has more of the name, as long as name is the text that it begins with. */
static enum exh_status read_name(const struct json *json, const char *of,
				 struct exh_arena *arena, struct exh_keen_map *map,
				 struct exh_error *err)
{
	const struct json *value = json_get(json, "name");
	const char *name = json_text_of(value);
	char text[EXH_KEEN_MAP_NAME_SIZE + 1];
	struct exh_bytes bytes;
	struct json *own;
	bool same;

	if (!name)
		return wrong(err, of, "name", "a text");
	if (get_hex(json, of, "name_bytes", arena, &bytes, err))
		return err->status;
	if (bytes.size && bytes.size != sizeof map->name)
		return wrong(err, of, "name_bytes", "16 bytes");
	if (bytes.size) {
		memcpy(map->name, bytes.data, bytes.size);
		exh_keen_map_name(map, text);
		own = json_of_text(text);
		same = strcmp(json_text_of(own), name) == 0;
		json_free(own);
		if (same)
			return EXH_OK;
	}
	if (json_text_size(value) > sizeof map->name ||
	    strlen(name) != json_text_size(value))
		return wrong(err, of, "name", "at most 16 bytes, none of them 0");
	memset(map->name, 0, sizeof map->name);
	memcpy(map->name, name, strlen(name));
	return EXH_OK;
}

static enum exh_status read_row(const struct json *row, const char *of, const char *plane,
				size_t y, const struct exh_keen_map *map, uint16_t *cells,
				struct exh_error *err)
{
	if (!json_is_list(row) || json_size(row) != map->width)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%s: planes: %s[%zu]: %zu cells, expected %zu", of, plane,
				y, json_size(row), map->width);
	for (size_t x = 0; x < map->width; x++) {
		const struct json *cell = json_at(row, x);
		const int64_t value = json_number_of(cell);

		if (!json_is_whole(cell) || value < 0 || value > MAX_VALUE)
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"%s: planes: %s[%zu][%zu]: expected a whole "
					"number from 0 to %d",
					of, plane, y, x, MAX_VALUE);
		cells[x] = (uint16_t)value;
	}
	return EXH_OK;
}

static enum exh_status read_plane(const struct json *planes, const char *of, size_t plane,
				  struct exh_arena *arena, struct exh_keen_map *map,
				  struct exh_error *err)
{
	const char *name = exh_keen_plane_name((enum exh_keen_plane)plane);
	const struct json *rows = json_get(planes, name);
	uint16_t *cells;

	if (!json_is_list(rows) || json_size(rows) != map->height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"%s: planes: %s: %zu rows, expected %zu", of, name,
				json_size(rows), map->height);
	cells = mem_arena_try(arena, map->width * map->height, sizeof *cells, err);
	if (!cells)
		return EXH_LIMIT;
	map->planes[plane].cells = cells;
	for (size_t y = 0; y < map->height; y++)
		if (read_row(json_at(rows, y), of, name, y, map, cells + y * map->width,
			     err))
			return err->status;
	return EXH_OK;
}

/* Which planes the level does not have at all, and what its header says instead. */
static void read_absence(const struct json *json, struct exh_keen_map *map)
{
	const struct json *storage = json_get(json, "storage");

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const struct json *plane =
			json_get(storage, exh_keen_plane_name((enum exh_keen_plane)i));
		const int64_t offset = json_number_at(plane, "offset");

		map->planes[i].absent = json_flag_of(json_get(plane, "absent"));
		if (offset >= 0 && offset <= UINT32_MAX)
			map->planes[i].offset = (uint32_t)offset;
	}
}

static enum exh_status read_map(const struct json *json, const char *of,
				struct exh_arena *arena, struct level_entry *out,
				struct exh_error *err)
{
	struct exh_keen_map *map = &out->map;
	const struct json *planes = json_get(json, "planes");
	long long number = 0, width = 1, height = 1;

	if (get_number(json, of, "number", 0, EXH_KEEN_MAP_LIMIT - 1, &number, err))
		return err->status;
	map->number = (unsigned)number;
	map->lost = json_flag_of(json_get(json, "lost"));
	out->files = json_get(json, "files");
	if (map->lost)
		return EXH_OK;
	if (get_number(json, of, "width", 1, EXH_KEEN_MAP_MAX_CELLS, &width, err) ||
	    get_number(json, of, "height", 1, EXH_KEEN_MAP_MAX_CELLS / width, &height,
		       err) ||
	    read_name(json, of, arena, map, err))
		return err->status;
	map->width = (size_t)width;
	map->height = (size_t)height;
	read_absence(json, map);
	out->has_cells = planes != NULL;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT && planes; i++)
		if (read_plane(planes, of, i, arena, map, err))
			return err->status;
	return EXH_OK;
}

static enum exh_status read_maps(const struct json *list, struct exh_arena *arena,
				 struct level_document *out, struct exh_error *err)
{
	bool seen[EXH_KEEN_MAP_LIMIT] = { false };
	char of[32];

	if (!json_is_list(list))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"maps: expected a list of levels");
	for (size_t i = 0; i < json_size(list); i++) {
		struct level_entry *entry = &out->entries[out->count];

		snprintf(of, sizeof of, "maps[%zu]", i);
		if (out->count == EXH_KEEN_MAP_LIMIT)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"%s: a head has room for %d levels", of,
					EXH_KEEN_MAP_LIMIT);
		if (read_map(json_at(list, i), of, arena, entry, err))
			return err->status;
		if (seen[entry->map.number])
			return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
					"%s: number: level %u occurs twice", of,
					entry->map.number);
		seen[entry->map.number] = true;
		out->count++;
	}
	return EXH_OK;
}

static enum exh_status read_root(struct exh_arena *arena, struct level_document *out,
				 struct exh_error *err)
{
	const struct json *archive = json_get(out->root, "archive");
	const struct json *info = json_get(out->root, "tile_info");

	if (!json_is_map(out->root))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"expected an object with \"maps\"");
	if (archive && read_archive(archive, arena, out, err))
		return err->status;
	if (info && read_info(info, arena, out, err))
		return err->status;
	return read_maps(json_get(out->root, "maps"), arena, out, err);
}

enum exh_status level_read_json(struct exh_bytes text, struct exh_arena *arena,
				struct level_document *out, struct exh_error *err)
{
	*out = (struct level_document){ .root = json_parse(text, err) };
	if (!out->root)
		return err->status;
	return read_root(arena, out, err);
}

enum exh_status level_read_tile_info(struct exh_bytes text, struct exh_arena *arena,
				     struct exh_keen_tile_info *out,
				     struct exh_error *err)
{
	struct level_document document = { .root = json_parse(text, err) };
	const struct json *info = json_get(document.root, "tile_info");
	enum exh_status status = document.root ? EXH_OK : EXH_INVALID;

	if (!status && !json_is_map(info))
		status = exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				  "tile_info: expected an object");
	if (!status)
		status = read_info(info, arena, &document, err);
	json_free(document.root);
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
	struct csv csv = { csv_text.data, csv_text.data + csv_text.size, 1, 1 };
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
