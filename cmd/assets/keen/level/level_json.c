#include "level.h"

#include "task/fields.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TILES = 65536 };

/*
 * The archive.
 */

const char *const level_packing_names[] = { [EXH_KEEN_MAP_HUFFMAN] = "huffman",
					    [EXH_KEEN_MAP_CARMACK] = "carmack",
					    [EXH_KEEN_MAP_RLEW] = "rlew",
					    NULL };

#define ROW struct level_archive
static const struct field archive_fields[] = {
	FIELD(ROW, file, NULL, "name of the archive", FIELD_IF_ANY),
	FIELD(ROW, size, "bytes", "size of the archive", FIELD_OR_NONE),
	FIELD_OF("packing", FIELD_NAME, ROW, settings.packing, NULL,
		 "how the levels are packed: RLEW, then Huffman (Keen Dreams) or Carmack "
		 "(Keen 4 to 6), or RLEW alone",
		 .names = level_packing_names),
	FIELD_AS("rlew_tag", ROW, settings.rlew_tag, NULL, "the word that begins a run"),
	FIELD_AS("prefix", ROW, settings.prefix, NULL, "bytes before the first level",
		 FIELD_OR_NONE),
	FIELD_ARRAY_OF("absent_offset", FIELD_NUMBER, ROW, settings.absent_offsets, NULL,
		       "the head's entry for levels that are absent, 0 or below: one for "
		       "all, or one for each level",
		       .flags = FIELD_UNIFORM),
	FIELD(ROW, head, NULL, "name of the head's file, if it is a separate file",
	      FIELD_IF_ANY),
	FIELD(ROW, dict, NULL, "name of the dictionary's file, if it is a separate file",
	      FIELD_IF_ANY),
	FIELD_AS("tileinfo", ROW, tile_info, NULL,
		 "name of the tile information's file, if it is a separate file",
		 FIELD_IF_ANY),
	FIELD_INSIDE(ROW, tables, &keen_tables_fields, "where the tables were found",
		     FIELD_HAS(ROW, has_tables)),
	FIELD(ROW, dictionary, NULL, "bytes of the Huffman dictionary", FIELD_IF_ANY),
	FIELD(ROW, tile_bytes, NULL,
	      "bytes of the tile information, if its release is unknown", FIELD_IF_ANY),
};
#undef ROW
static const struct fields archive_table =
	FIELDS("archive", struct level_archive, archive_fields);

/* The name that a table's file is to have again; one out of a program has none. */
static const char *name_of(const struct keen_table *table)
{
	return table->path && !table->origin.exe ? file_name(table->path) : NULL;
}

static struct level_archive archive_row(const struct keen_levels *levels)
{
	static const uint8_t nothing[1];
	struct level_archive row = {
		.settings = levels->maps,
		.file = file_name(levels->path),
		.head = name_of(&levels->head),
		.dict = name_of(&levels->dict),
		.tile_info = name_of(&levels->tile_info),
		.size = levels->archive.size,
		.has_tables = true,
		.tables =
			keen_tables_of(&levels->head, &levels->dict, &levels->tile_info),
	};

	if (!row.settings.prefix.data)
		row.settings.prefix.data = nothing;
	if (levels->dict.path)
		row.dictionary = keen_table_bytes(&levels->dict);
	if (levels->tile_bytes.size && !levels->info.background_count)
		row.tile_bytes = levels->tile_bytes;
	return row;
}

/*
 * Levels.
 */

static const struct field header_fields[] = {
	FIELD_AS("offset", struct exh_keen_map, header_offset, "bytes",
		 "where it is in the archive"),
	FIELD_AS("size", struct exh_keen_map, header_size, "bytes",
		 "its size in the archive"),
};
static const struct fields header_table =
	FIELDS("header", struct exh_keen_map, header_fields);

static const struct field plane_fields[] = {
	FIELD_AS("offset", struct level_plane, plane.offset, "bytes",
		 "where it is in the archive; of an absent plane what the header says",
		 FIELD_OR_NONE),
	FIELD_AS("packed_size", struct level_plane, plane.packed_size, "bytes",
		 "its size in the archive", FIELD_OR_NONE),
	FIELD_AS("rlew_size", struct level_plane, plane.rlew_size, "bytes",
		 "its size after the first step of expansion, still packed with RLEW",
		 FIELD_OR_NONE),
	FIELD(struct level_plane, size, "bytes", "its size, expanded: that of its cells",
	      FIELD_OR_NONE),
	FIELD_AS("absent", struct level_plane, plane.absent, NULL,
		 "true: the level has no such plane", FIELD_IF_ANY),
	FIELD_AS("damaged", struct level_plane, plane.damaged, NULL,
		 "true: part of it is lost", FIELD_IF_ANY),
};
static const struct fields plane_table =
	FIELDS("plane", struct level_plane, plane_fields);

#define PLANE(name, number)                                                  \
	FIELD_OF(name, FIELD_ROW, struct level_entry, storage[number], NULL, \
		 "the plane", .of = &plane_table, FIELD_OR_NONE)

static const struct field storage_fields[] = {
	PLANE("background", EXH_KEEN_BACKGROUND),
	PLANE("foreground", EXH_KEEN_FOREGROUND),
	PLANE("info", EXH_KEEN_INFO),
};
static const struct fields storage_table =
	FIELDS("storage", struct level_entry, storage_fields);

static const struct field row_field[] = {
	FIELD_LIST_OF("", FIELD_NUMBER, struct level_row, cells, count, NULL,
		      "cells from left to right"),
};
static const struct fields row_table = FIELDS("row", struct level_row, row_field);

#define ROWS(name, number, meaning)                                                  \
	FIELD_LIST_OF(name, FIELD_ROW, struct level_entry, rows[number],             \
		      row_counts[number], NULL, meaning ", rows from top to bottom", \
		      .of = &row_table)

static const struct field cells_fields[] = {
	ROWS("background", EXH_KEEN_BACKGROUND, "tile16 numbers"),
	ROWS("foreground", EXH_KEEN_FOREGROUND, "tile16m numbers; 0: none"),
	ROWS("info", EXH_KEEN_INFO, "numbers for the game"),
};
static const struct fields cells_table =
	FIELDS("planes", struct level_entry, cells_fields);

/* The row of storage and planes is the level itself. */
_Static_assert(offsetof(struct level_entry, map) == 0, "map is not the first");

#define ROW struct level_entry
static const struct field level_field[] = {
	FIELD_AS("number", ROW, map.number, NULL, "number of the level, 0 to 99",
		 .most = EXH_KEEN_MAP_LIMIT - 1),
	FIELD_OF("header", FIELD_ROW, ROW, map, NULL, "its header in the archive",
		 .of = &header_table, FIELD_OR_NONE),
	FIELD_AS("lost", ROW, map.lost, NULL,
		 "true: its header could not be read; it has no fields except number and "
		 "header",
		 FIELD_IF_ANY),
	FIELD(ROW, name, NULL, "name of the level", FIELD_IF_ANY),
	FIELD(ROW, name_bytes, NULL,
	      "16 bytes of the name, if they have anything other than ASCII and trailing "
	      "zeros",
	      FIELD_IF_ANY),
	FIELD_AS("width", ROW, map.width, "cells", "width of the level", .least = 1,
		 .most = EXH_KEEN_MAP_MAX_CELLS, FIELD_HAS(ROW, has_width)),
	FIELD_AS("height", ROW, map.height, "cells", "height of the level", .least = 1,
		 .most = EXH_KEEN_MAP_MAX_CELLS, FIELD_HAS(ROW, has_height)),
	FIELD_OF("storage", FIELD_ROW, ROW, map, NULL, "how its planes are packed",
		 .of = &storage_table, FIELD_HAS(ROW, has_storage)),
	FIELD_LIST_OF("files", FIELD_FILE, ROW, files, file_count, NULL,
		      "files that have the level", FIELD_HAS(ROW, has_files)),
	FIELD_OF("planes", FIELD_ROW, ROW, map, NULL, "its cells, in rows for each plane",
		 .of = &cells_table, FIELD_HAS(ROW, has_cells)),
};
#undef ROW
const struct fields keen_level_fields = FIELDS("map", struct level_entry, level_field);

/* True if the field contains only printable ASCII and zeros after it. */
static bool name_is_plain(const struct exh_keen_map *map)
{
	size_t i = 0;

	while (i < EXH_KEEN_MAP_NAME_SIZE && map->name[i] >= ' ' && map->name[i] < 127)
		i++;
	while (i < EXH_KEEN_MAP_NAME_SIZE && !map->name[i])
		i++;
	return i == EXH_KEEN_MAP_NAME_SIZE;
}

void level_entry_fill(struct level_entry *entry, const struct exh_keen_map *map)
{
	*entry = (struct level_entry){ .map = *map };
	if (map->lost)
		return;
	exh_keen_map_name(map, entry->name_text);
	entry->name = entry->name_text;
	if (!name_is_plain(map))
		entry->name_bytes = (struct exh_bytes){ map->name, sizeof map->name, 0 };
	entry->has_width = entry->has_height = entry->has_storage = true;
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++)
		entry->storage[i] = (struct level_plane){ map->planes[i],
							  map->width * map->height * 2 };
}

/*
 * Tile information.
 */

#define TILE_NUMBER(name, table, meaning)                               \
	FIELD_AS(name, struct level_tile, values[table], NULL, meaning, \
		 .most = UINT8_MAX, FIELD_OR_NONE)
#define TILE_STEP(table)                                                  \
	FIELD_AS("animation", struct level_tile, values[table], "tiles",  \
		 "next frame's number minus this one's; 0: not animated", \
		 .least = INT8_MIN, .most = INT8_MAX, FIELD_OR_NONE)

static const struct field background_fields[] = {
	FIELD(struct level_tile, tile, NULL, "number of the tile"),
	TILE_NUMBER("speed", EXH_KEEN_SPEED,
		    "ticks of 1/70 s that a frame is shown; 0: forever"),
	TILE_STEP(EXH_KEEN_ANIM),
};
static const struct field foreground_fields[] = {
	FIELD(struct level_tile, tile, NULL, "number of the tile"),
	TILE_NUMBER("north", EXH_KEEN_NORTHWALL,
		    "shape of the top: 0 open, 1 flat, 2 to 7 slopes; added: 8 deadly, "
		    "16 the hole of a pole"),
	TILE_NUMBER("east", EXH_KEEN_EASTWALL,
		    "right side: 0 open, 1 solid, 2 solid like a door"),
	TILE_NUMBER("south", EXH_KEEN_SOUTHWALL, "shape of the bottom, as north"),
	TILE_NUMBER("west", EXH_KEEN_WESTWALL, "left side, as east"),
	TILE_STEP(EXH_KEEN_MANIM),
	TILE_NUMBER(
		"inside", EXH_KEEN_INTILE,
		"128: drawn over sprites; added: 1 a pole, others depend on the game"),
	TILE_NUMBER("speed", EXH_KEEN_MSPEED,
		    "ticks of 1/70 s that a frame is shown; 0: forever"),
};
static const struct fields background_table =
	FIELDS("background", struct level_tile, background_fields);
static const struct fields foreground_table =
	FIELDS("foreground", struct level_tile, foreground_fields);

static const struct field info_fields[] = {
	FIELD_AS("background_count", struct level_info, counts[0], "tiles",
		 "background tiles in the tables", .least = 1, .most = MAX_TILES),
	FIELD_AS("foreground_count", struct level_info, counts[1], "tiles",
		 "foreground tiles in the tables", .least = 1, .most = MAX_TILES),
	FIELD_LIST_OF("background", FIELD_ROW, struct level_info, tiles[0],
		      tile_counts[0], NULL,
		      "tiles that are used in the levels or have a nonzero value",
		      .of = &background_table),
	FIELD_LIST_OF("foreground", FIELD_ROW, struct level_info, tiles[1],
		      tile_counts[1], NULL,
		      "tiles that are used in the levels or have a nonzero value",
		      .of = &foreground_table),
	FIELD(struct level_info, rest, NULL, "bytes after the tables", FIELD_IF_ANY),
};
static const struct fields info_table =
	FIELDS("tile_info", struct level_info, info_fields);

/* Marks the tiles of a plane that the levels name; used has room for 65536. */
static void mark_used(const struct level_choice *choice, size_t plane, bool *used)
{
	for (size_t i = 0; i < choice->count; i++) {
		const struct exh_keen_map *map = choice->items[i];

		for (size_t k = 0; !map->lost && k < map->width * map->height; k++)
			used[map->planes[plane].cells[k]] = true;
	}
}

/* Tiles that have properties, and those that levels use. choice NULL: all tiles. */
static void fill_tiles(const struct exh_keen_tile_info *info, size_t plane,
		       const struct level_choice *choice, struct level_info *row)
{
	bool *used = mem_alloc(MAX_TILES, sizeof *used);

	if (choice)
		mark_used(choice, plane, used);
	row->tiles[plane] = mem_alloc(row->counts[plane], sizeof *row->tiles[plane]);
	for (size_t tile = 0; tile < row->counts[plane]; tile++) {
		struct level_tile *to = &row->tiles[plane][row->tile_counts[plane]];
		bool stated = false;

		to->tile = tile;
		for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
			const enum exh_keen_tile_table table =
				(enum exh_keen_tile_table)i;

			if (exh_keen_tile_table_is_foreground(table) != (plane == 1))
				continue;
			to->values[i] = exh_keen_tile_number(info, table, tile);
			stated |= to->values[i] != 0;
		}
		row->tile_counts[plane] += stated || !choice || used[tile];
	}
	free(used);
}

/*
 * Documents.
 */

static const struct field maps_fields[] = {
	FIELD_INSIDE(struct level_document, archive, &archive_table, "the archive",
		     FIELD_HAS(struct level_document, has_archive)),
	FIELD_INSIDE(struct level_document, tile_info, &info_table,
		     "properties of the tiles",
		     FIELD_HAS(struct level_document, has_tile_info)),
	FIELD_ROWS(struct level_document, maps, count, &keen_level_fields, "the levels",
		   .most = EXH_KEEN_MAP_LIMIT),
};
const struct fields keen_maps_fields = FIELDS("maps", struct level_document, maps_fields);

const struct document keen_maps_document = {
	.format = "keen-maps",
	.schema = 1,
	.made_by = "mapdump",
	.meaning = "Levels of Keen, with their cells or the files that have them",
	.fields = &keen_maps_fields,
};

static const struct field tile_info_fields[] = {
	FIELD_INSIDE(struct level_document, tile_info, &info_table,
		     "properties of the tiles"),
};
const struct fields keen_tile_info_fields =
	FIELDS("tile_info_alone", struct level_document, tile_info_fields);

const struct document keen_tile_info_document = {
	.format = "keen-tile-info",
	.schema = 1,
	.made_by = "mapdump --tileinfo",
	.meaning = "Properties of Keen's tiles",
	.fields = &keen_tile_info_fields,
};

void level_document_fill(struct level_document *document,
			 const struct keen_levels *levels,
			 const struct level_choice *choice)
{
	const struct exh_keen_tile_info *info = &levels->info;
	struct level_info *row = &document->tile_info;

	*document = (struct level_document){
		.has_archive = true,
		.archive = archive_row(levels),
		.has_tile_info = info->background_count != 0,
		.tile_info = { .counts = { info->background_count,
					   info->foreground_count },
			       .rest = bytes_or_none(info->rest) },
	};
	if (choice) {
		document->count = choice->count;
		document->maps = mem_alloc(choice->count, sizeof *document->maps);
	}
	for (size_t i = 0; i < document->count; i++)
		level_entry_fill(&document->maps[i], choice->items[i]);
	for (size_t i = 0; i < 2; i++)
		fill_tiles(info, i, choice, row);
}

void level_document_free(struct level_document *document)
{
	free(document->tile_info.tiles[0]);
	free(document->tile_info.tiles[1]);
	free(document->maps);
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

static void write_map(const struct level_entry *level, struct exh_writer *out)
{
	struct json *json = fields_to_json(&keen_level_fields, level);

	write_open_object(json, "    ", out);
	json_free(json);
	if (!level->map.lost)
		write_planes(&level->map, out);
	write_text("\n    }", out);
}

void level_json(const struct keen_levels *levels, const struct level_choice *choice,
		struct exh_writer *out)
{
	struct level_document document;
	struct json *json;

	level_document_fill(&document, levels, choice);
	json = document_to_json(&keen_maps_document, &document);
	json_remove(json, "maps");
	write_open_object(json, "", out);
	json_free(json);
	write_text(",\n  \"maps\": [", out);
	for (size_t i = 0; i < choice->count; i++) {
		write_text(i ? ",\n    " : "\n    ", out);
		write_map(&document.maps[i], out);
	}
	level_document_free(&document);
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
