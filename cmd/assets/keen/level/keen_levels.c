#include "level.h"

#include "assets/keen/graphics/graphics.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Finding the tables.
 */

static bool dict_fits(void *context, struct exh_bytes dict)
{
	(void)context;
	return dict.size >= EXH_HUFFMAN_DICT_SIZE;
}

/* A head that was found beside the archive under the name that games use. */
static bool has_games_head(const struct keen_levels *levels)
{
	const char *path = levels->path, *name = file_name(path);
	const char *head = levels->head.path;
	const size_t folder = (size_t)(name - path);

	return strcmp(path, "-") != 0 && head && !levels->head.origin.exe &&
	       (size_t)(file_name(head) - head) == folder &&
	       strncmp(path, head, folder) == 0 &&
	       strncasecmp(head + folder, name, strlen(name)) != 0;
}

/* The dictionary that goes with such a head bears its ending. */
static bool find_dict(const struct keen_levels *levels, struct keen_table *dict)
{
	const struct keen_table_search search = { has_games_head(levels)
							  ? levels->head.path
							  : levels->path,
						  dict_fits, NULL, NULL };

	return keen_table_find(dict, "mapdict", &search);
}

/* Headers are packed if the head has their sizes. Without a dictionary, which may be in a
 * program, nothing can be said of them. */
static bool headers_fit(const struct keen_levels *levels,
			const struct exh_keen_maphead *places)
{
	struct exh_arena arena = { .limit = EXPANDED_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_huffman huffman = { 0 };
	struct keen_table dict = { 0 };
	struct exh_keen_maps maps;
	const bool is_known =
		!places->has_sizes || levels->dict.path || find_dict(levels, &dict);
	bool good = true;

	if (is_known && places->has_sizes)
		good = !exh_huffman_read(
			&huffman, keen_table_bytes(dict.path ? &dict : &levels->dict),
			NULL, NULL);
	if (is_known && good)
		good = !exh_keen_maps_open(file_bytes(&levels->archive), places, &huffman,
					   &arena, &maps, &notes, NULL);
	exh_arena_free(&arena);
	keen_table_free(&dict);
	return good;
}

/* Offsets may lie in any archive. Only headers show that a head goes with this one. */
static bool head_fits(void *context, struct exh_bytes head)
{
	const struct keen_levels *levels = context;
	struct exh_keen_maphead places;

	return !exh_keen_maphead_read(head, file_bytes(&levels->archive), &places,
				      NULL) &&
	       headers_fit(levels, &places);
}

static bool any_fits(void *context, struct exh_bytes bytes)
{
	(void)context;
	return bytes.size != 0;
}

/* Layout of the game with such an archive's name. Programs do not contain the size of the
 * tile information after the head. */
static const struct exh_keen_layout *layout_by_name(const char *path)
{
	static const char *const games[][2] = { { ".ck4", "keen4-1.4" },
						{ ".ck5", "keen5-1.4" },
						{ ".ck6", "keen6-1.4" } };

	for (size_t i = 0; i < 3; i++)
		if (file_has_ending(path, games[i][0]))
			return exh_keen_layout_find(games[i][1]);
	return exh_keen_layout_find("keen-dreams-ega");
}

/* Finds missing tables in the given program, or in one beside the archive. */
static bool find_in_exe(struct keen_levels *levels,
			const struct keen_levels_options *options, const char *exe,
			struct report *report)
{
	const struct exh_keen_layout *layout =
		options->layout ? options->layout : layout_by_name(levels->path);
	const struct keen_exe_wish wish = {
		.exe = exe,
		.archive_path = levels->path,
		.archive = file_bytes(&levels->archive),
		.data = KEEN_EXE_LEVELS,
		.tile_info_size = layout ? exh_keen_tile_info_size(layout) : 0,
	};

	return keen_exe_find(&wish, &levels->head, &levels->dict, report);
}

/* The names of a table: the editor TED5 calls the head of its work file MAPTHEAD. */
static void table_stems(const struct keen_levels *levels, bool is_head,
			const char *stems[2])
{
	const bool is_work = strncasecmp(file_name(levels->path), "maptemp", 7) == 0;

	stems[0] = !is_head ? "mapdict" : is_work ? "mapthead" : "maphead";
	stems[1] = !is_head ? NULL : is_work ? "maphead" : "mapthead";
}

static bool find_beside(struct keen_table *table, const char *const stems[2],
			const struct keen_table_search *search)
{
	return keen_table_find(table, stems[0], search) ||
	       (stems[1] && keen_table_find(table, stems[1], search));
}

/* A table that is not given: one that fits, one in a program, or any: the code that reads
 * it reports its faults. */
static bool find_table(struct keen_levels *levels,
		       const struct keen_levels_options *options,
		       struct keen_table *table, struct report *report)
{
	const bool is_head = table == &levels->head;
	const char *stems[2];
	const struct keen_table_search any = { levels->path, NULL, NULL, report };
	const struct keen_table_search search = { levels->path, head_fits, levels, NULL };

	table_stems(levels, is_head, stems);
	if (table->path ||
	    (is_head ? find_beside(table, stems, &search) : find_dict(levels, table)) ||
	    find_in_exe(levels, options, NULL, report) || find_beside(table, stems, &any))
		return true;
	keen_table_report_missing(levels->path, is_head ? "MAPHEAD" : "MAPDICT",
				  options->no_tables ? NULL
				  : is_head	     ? "--head"
						     : "--dict",
				  report);
	return false;
}

static bool read_tables(struct keen_levels *levels,
			const struct keen_levels_options *options, struct report *report)
{
	struct exh_error err;

	if (!keen_table_read(&levels->head, options->head, report) ||
	    !keen_table_read(&levels->dict, options->dict, report))
		return false;
	if (options->exe && (!levels->head.path || !levels->dict.path) &&
	    !find_in_exe(levels, options, options->exe, report))
		return false;
	if (!find_table(levels, options, &levels->head, report))
		return false;
	if (exh_keen_maphead_read(keen_table_bytes(&levels->head),
				  file_bytes(&levels->archive), &levels->places, &err)) {
		report_failure(report, levels->head.path, &err);
		return false;
	}
	return !levels->places.has_sizes ||
	       (find_table(levels, options, &levels->dict, report) &&
		keen_huffman_read(&levels->huffman, keen_table_bytes(&levels->dict),
				  levels->dict.path, &levels->arena, report));
}

/*
 * The tile information: after the head, or in a file of its own.
 */

/* Warns if tile information was requested; otherwise for -v only. */
static void report_unknown(const char *where, size_t size,
			   const struct keen_levels_options *options,
			   struct report *report)
{
	static const char text[] =
		"bytes of tile information of an unknown release; give --layout";

	if (options->tile_info)
		report_warning(report, where, EXH_NO_OFFSET, "%zu %s", size, text);
	else
		report_info(report, "%s: %zu %s", where, size, text);
}

static bool read_info(struct keen_levels *levels,
		      const struct keen_levels_options *options, struct report *report)
{
	const struct exh_keen_layout *layout = options->layout;
	const struct keen_table_search search = { levels->path, any_fits, NULL, NULL };
	const char *where = levels->head.path;
	struct exh_error err;

	levels->tile_bytes = levels->places.tile_info;
	if (!keen_table_read(&levels->tile_info, options->tile_info, report))
		return false;
	if (!levels->tile_info.path && !levels->tile_bytes.size)
		keen_table_find(&levels->tile_info, "tileinfo", &search);
	if (levels->tile_info.path) {
		levels->tile_bytes = keen_table_bytes(&levels->tile_info);
		where = levels->tile_info.path;
	}
	if (!levels->tile_bytes.size)
		return true;
	if (!layout)
		layout = exh_keen_layout_for_tile_info(levels->tile_bytes.size);
	if (!layout) {
		report_unknown(where, levels->tile_bytes.size, options, report);
		return true;
	}
	if (exh_keen_tile_info_open(
		    levels->tile_bytes, layout->spans[EXH_KEEN_TILE16].count,
		    layout->spans[EXH_KEEN_TILE16M].count, &levels->info, &err)) {
		report_failure(report, where, &err);
		levels->info = (struct exh_keen_tile_info){ 0 };
	}
	return true;
}

/*
 * Opening.
 */

static bool read_maps(struct keen_levels *levels, struct report *report)
{
	struct exh_notes notes = { .arena = &levels->arena };
	struct exh_error err;

	if (exh_keen_maps_open(file_bytes(&levels->archive), &levels->places,
			       &levels->huffman, &levels->arena, &levels->maps, &notes,
			       &err)) {
		/* One message is enough; with -v there is one for each lost level. */
		if (report->common->verbosity > 0)
			report_notes(report, levels->path, &notes);
		report_failure(report, levels->path, &err);
		return false;
	}
	report_notes(report, levels->path, &notes);
	return true;
}

static void report_tables(const struct keen_levels *levels, const struct report *report)
{
	const char *tiles = levels->tile_info.path;
	char *head = keen_table_text(&levels->head);
	char *dict = keen_table_text(&levels->dict);

	if (!tiles)
		tiles = levels->tile_bytes.size ? "after the head" : "none";
	report_info(report, "%s: head %s, dictionary %s, tile information %s",
		    levels->path, head, dict, tiles);
	free(head);
	free(dict);
}

bool keen_levels_open(struct keen_levels *levels, const char *path,
		      const struct keen_levels_options *options, struct report *report)
{
	*levels = (struct keen_levels){ .path = path,
					.arena = { .limit = EXPANDED_LIMIT } };
	if (strcmp(path, "-") == 0 && !options->head && !options->exe) {
		report_error(report, path, EXH_NO_OFFSET,
			     "standard input has no folder to search; give --head FILE "
			     "and, for Keen Dreams, --dict FILE; or --exe FILE");
		return false;
	}
	if (!report_read(report, path, ARCHIVE_LIMIT, &levels->archive) ||
	    !read_tables(levels, options, report) || !read_info(levels, options, report))
		return false;
	report_tables(levels, report);
	keen_table_check(&levels->head, report);
	keen_table_check(&levels->dict, report);
	keen_table_check(&levels->tile_info, report);
	return read_maps(levels, report);
}

void keen_levels_free(struct keen_levels *levels)
{
	exh_arena_free(&levels->arena);
	free(levels->archive.data);
	keen_table_free(&levels->head);
	keen_table_free(&levels->dict);
	keen_table_free(&levels->tile_info);
}

const struct exh_keen_map *keen_levels_find(const struct keen_levels *levels,
					    unsigned number)
{
	for (size_t i = 0; i < levels->maps.count; i++)
		if (levels->maps.items[i].number == number)
			return &levels->maps.items[i];
	return NULL;
}

static bool is_number(const char *text, unsigned *number)
{
	char *end;

	if (*text < '0' || *text > '9' || strlen(text) > 3)
		return false;
	*number = (unsigned)strtoul(text, &end, 10);
	return !*end;
}

const struct exh_keen_map *keen_levels_find_text(const struct keen_levels *levels,
						 const char *text, size_t *found_count)
{
	const struct exh_keen_map *found = NULL;
	unsigned number;

	*found_count = 0;
	if (is_number(text, &number))
		return keen_levels_find(levels, number);
	for (size_t i = 0; i < levels->maps.count; i++) {
		const struct exh_keen_map *map = &levels->maps.items[i];
		char name[EXH_KEEN_MAP_NAME_SIZE + 1];

		exh_keen_map_name(map, name);
		if (map->lost || strncasecmp(name, text, strlen(text)) != 0)
			continue;
		if (strlen(name) == strlen(text))
			return map;
		found = map;
		++*found_count;
	}
	return *found_count == 1 ? found : NULL;
}
