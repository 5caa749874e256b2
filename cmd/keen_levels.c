#include "keen_levels.h"

#include "beside.h"
#include "keen_archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct exh_bytes bytes_of(const struct file *file)
{
	return (struct exh_bytes){ file->data, file->size, 0 };
}

static bool read_into(const char *path, size_t limit, struct file *out,
		      struct report *report)
{
	struct exh_error err;

	if (file_read(path, limit, out, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	return true;
}

/*
 * Finding the tables.
 */

/* The first file of that stem beside the archive that good accepts; its content in file.
 */
static char *find_table(const struct keen_levels *levels, const char *stem,
			bool (*good)(const struct keen_levels *, struct exh_bytes),
			struct file *file)
{
	char **found = beside_find(levels->path, stem);
	char *path = NULL;

	for (size_t i = 0; found && found[i] && !path; i++) {
		if (file_read(found[i], TABLE_LIMIT, file, NULL))
			continue;
		if (good(levels, bytes_of(file))) {
			path = strdup(found[i]);
		} else {
			free(file->data);
			*file = (struct file){ 0 };
		}
	}
	beside_free(found);
	return path;
}

static bool head_fits(const struct keen_levels *levels, struct exh_bytes head)
{
	struct exh_keen_maphead read;

	return exh_keen_maphead_read(head, bytes_of(&levels->archive), &read, NULL) ==
	       EXH_OK;
}

static bool dict_fits(const struct keen_levels *levels, struct exh_bytes dict)
{
	(void)levels;
	return dict.size >= EXH_HUFFMAN_DICT_SIZE;
}

static bool any_fits(const struct keen_levels *levels, struct exh_bytes bytes)
{
	(void)levels;
	return bytes.size != 0;
}

static bool read_head(struct keen_levels *levels, const char *given,
		      struct report *report)
{
	struct exh_error err;

	if (given) {
		levels->head_path = strdup(given);
		if (!read_into(given, TABLE_LIMIT, &levels->head, report))
			return false;
	} else {
		levels->head_path =
			find_table(levels, "maphead", head_fits, &levels->head);
	}
	if (!levels->head_path) {
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "no MAPHEAD beside it, in any case, that goes with it; give "
			     "--head FILE");
		return false;
	}
	if (exh_keen_maphead_read(bytes_of(&levels->head), bytes_of(&levels->archive),
				  &levels->places, &err)) {
		report_failure(report, levels->head_path, &err);
		return false;
	}
	return true;
}

static bool read_dict(struct keen_levels *levels, const char *given,
		      struct report *report)
{
	struct exh_notes notes = { .arena = &levels->arena };
	struct exh_error err;

	if (!levels->places.has_sizes)
		return true;
	if (given) {
		levels->dict_path = strdup(given);
		if (!read_into(given, TABLE_LIMIT, &levels->dict, report))
			return false;
	} else {
		levels->dict_path =
			find_table(levels, "mapdict", dict_fits, &levels->dict);
	}
	if (!levels->dict_path) {
		report_error(report, levels->path, EXH_NO_OFFSET,
			     "no MAPDICT beside it, in any case; give --dict FILE");
		return false;
	}
	if (exh_huffman_init(&levels->huffman, bytes_of(&levels->dict), &notes, &err)) {
		report_failure(report, levels->dict_path, &err);
		return false;
	}
	report_notes(report, levels->dict_path, &notes);
	return true;
}

/*
 * The tile information: behind the head, or in a file of its own.
 */

/* Of a known release, by the size that its tables have. */
static const struct exh_keen_layout *layout_by_size(size_t size)
{
	size_t count;
	const struct exh_keen_layout *layouts = exh_keen_layouts(&count);

	for (size_t i = 0; i < count; i++)
		if (exh_keen_tile_info_size(&layouts[i]) == size)
			return &layouts[i];
	return NULL;
}

/* What was asked for is worth a warning. */
static void tell_unknown(const char *where, size_t size,
			 const struct keen_levels_options *options, struct report *report)
{
	static const char text[] = "bytes of tile information, of no release that is "
				   "known; give --layout";

	if (options->tile_info)
		report_warning(report, where, EXH_NO_OFFSET, "%zu %s", size, text);
	else
		report_info(report, "%s: %zu %s", where, size, text);
}

static bool read_info(struct keen_levels *levels,
		      const struct keen_levels_options *options, struct report *report)
{
	const struct exh_keen_layout *layout = options->layout;
	const char *where = levels->head_path;
	struct exh_error err;

	levels->tile_bytes = levels->places.tile_info;
	if (options->tile_info) {
		levels->tile_info_path = strdup(options->tile_info);
		if (!read_into(options->tile_info, TABLE_LIMIT, &levels->tile_info_file,
			       report))
			return false;
	} else if (!levels->tile_bytes.size) {
		levels->tile_info_path =
			find_table(levels, "tileinfo", any_fits, &levels->tile_info_file);
	}
	if (levels->tile_info_path) {
		levels->tile_bytes = bytes_of(&levels->tile_info_file);
		where = levels->tile_info_path;
	}
	if (!levels->tile_bytes.size)
		return true;
	if (!layout)
		layout = layout_by_size(levels->tile_bytes.size);
	if (!layout) {
		tell_unknown(where, levels->tile_bytes.size, options, report);
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

	if (exh_keen_maps_open(bytes_of(&levels->archive), &levels->places,
			       &levels->huffman, &levels->arena, &levels->maps, &notes,
			       &err)) {
		/* One word says it all; why each level is lost is for -v. */
		if (report->common->verbosity > 0)
			report_notes(report, levels->path, &notes);
		report_failure(report, levels->path, &err);
		return false;
	}
	report_notes(report, levels->path, &notes);
	return true;
}

static void tell_tables(const struct keen_levels *levels, const struct report *report)
{
	const char *tiles = levels->tile_info_path;

	if (!tiles)
		tiles = levels->tile_bytes.size ? "behind the head" : "none";
	report_info(report, "%s: head %s, dictionary %s, tile information %s",
		    levels->path, levels->head_path,
		    levels->dict_path ? levels->dict_path : "none", tiles);
}

bool keen_levels_open(struct keen_levels *levels, const char *path,
		      const struct keen_levels_options *options, struct report *report)
{
	*levels = (struct keen_levels){ .path = path,
					.arena = { .limit = EXPANDED_LIMIT } };
	if (strcmp(path, "-") == 0 && !options->head) {
		report_error(
			report, path, EXH_NO_OFFSET,
			"standard input has nothing beside it; give --head FILE and, "
			"for Keen Dreams, --dict FILE");
		return false;
	}
	if (!read_into(path, ARCHIVE_LIMIT, &levels->archive, report) ||
	    !read_head(levels, options->head, report) ||
	    !read_dict(levels, options->dict, report) ||
	    !read_info(levels, options, report))
		return false;
	tell_tables(levels, report);
	return read_maps(levels, report);
}

void keen_levels_free(struct keen_levels *levels)
{
	exh_arena_free(&levels->arena);
	free(levels->archive.data);
	free(levels->head.data);
	free(levels->dict.data);
	free(levels->tile_info_file.data);
	free(levels->head_path);
	free(levels->dict_path);
	free(levels->tile_info_path);
}

const struct exh_keen_map *keen_levels_find(const struct keen_levels *levels,
					    unsigned number)
{
	for (size_t i = 0; i < levels->maps.count; i++)
		if (levels->maps.items[i].number == number)
			return &levels->maps.items[i];
	return NULL;
}
