/* Levels that use tiles which the graphics lack. */
#include "level.h"

#include "assets/keen/keen_belongs.h"
#include "assets/keen/graphics/graphics.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	TILE_PLANES = 2,
	TILE_NUMBERS = UINT16_MAX + 1,
	MOST_SAID = 8, /* cells of a plane that messages name */
};

struct level_tiles {
	size_t counts[TILE_PLANES];
	size_t present_counts[TILE_PLANES]; /* tiles that have a picture */
	/* The graphics are missing, and only counts are known. */
	bool is_counted;
	/* Flag for each number: the tile may be used. */
	bool is_fine[TILE_PLANES][TILE_NUMBERS];
};

struct level_tiles *level_tiles_of_counts(size_t background_count,
					  size_t foreground_count)
{
	struct level_tiles *tiles = mem_alloc(1, sizeof *tiles);

	tiles->is_counted = true;
	tiles->counts[0] = background_count;
	tiles->counts[1] = foreground_count;
	tiles->is_fine[1][0] = true; /* no tile */
	for (size_t plane = 0; plane < TILE_PLANES; plane++) {
		tiles->present_counts[plane] = tiles->counts[plane];
		for (size_t i = 0; i < tiles->counts[plane] && i < TILE_NUMBERS; i++)
			tiles->is_fine[plane][i] = true;
	}
	return tiles;
}

struct level_tiles *level_tiles_of(const struct exh_keen_graphics *graphics)
{
	const struct exh_keen_span spans[TILE_PLANES] = {
		graphics->layout.spans[EXH_KEEN_TILE16],
		graphics->layout.spans[EXH_KEEN_TILE16M],
	};
	struct level_tiles *tiles = level_tiles_of_counts(spans[0].count, spans[1].count);

	tiles->is_counted = false;
	for (size_t plane = 0; plane < TILE_PLANES; plane++)
		for (size_t i = 0; i < spans[plane].count && i < TILE_NUMBERS; i++) {
			const size_t chunk = spans[plane].first + i;

			if (chunk < graphics->chunk_count &&
			    graphics->chunks[chunk].place.state != EXH_KEEN_ABSENT)
				continue;
			tiles->present_counts[plane]--;
			tiles->is_fine[plane][i] = plane && !i;
		}
	return tiles;
}

void level_tiles_allow(struct level_tiles *tiles, const struct exh_keen_map *map)
{
	const size_t count = map->lost ? 0 : map->width * map->height;

	for (size_t plane = 0; plane < TILE_PLANES; plane++)
		for (size_t i = 0; i < count && map->planes[plane].cells; i++)
			tiles->is_fine[plane][map->planes[plane].cells[i]] = true;
}

/* Reports the cell of this number. rest: further cells of the plane that are not
 * reported. */
static void report_cell(const struct level_tiles *tiles, const struct exh_keen_map *map,
			size_t plane, size_t cell, size_t rest,
			const struct level_tiles_wish *wish, struct report *report)
{
	const char *name = exh_keen_plane_name((enum exh_keen_plane)plane);
	const bool is_warned = wish->is_forced || tiles->is_counted;
	const char *advice = is_warned ? "" : "; --force-tiles packs it anyway";
	char more[48] = "";
	char *text;

	if (rest)
		snprintf(more, sizeof more, "; %zu more such cells", rest);
	text = mem_format("level %u: %s: cell %zu,%zu: tile %u: the graphics have %zu "
			  "tiles, %zu of them with a picture%s%s",
			  map->number, name, cell % map->width, cell / map->width,
			  map->planes[plane].cells[cell], tiles->counts[plane],
			  tiles->present_counts[plane], more, advice);
	if (is_warned)
		report_warning(report, wish->path, EXH_NO_OFFSET, "%s", text);
	else
		report_error(report, wish->path, EXH_NO_OFFSET, "%s", text);
	free(text);
}

static bool check_plane(const struct level_tiles *tiles, const struct exh_keen_map *map,
			size_t plane, const struct level_tiles_wish *wish,
			struct report *report)
{
	const uint16_t *cells = map->planes[plane].cells;
	const size_t size = cells ? map->width * map->height : 0;
	size_t count = 0, said = 0;

	for (size_t i = 0; i < size; i++)
		count += !tiles->is_fine[plane][cells[i]];
	for (size_t i = 0; said < count && said < MOST_SAID; i++)
		if (!tiles->is_fine[plane][cells[i]]) {
			said++;
			report_cell(tiles, map, plane, i,
				    said == MOST_SAID ? count - said : 0, wish, report);
		}
	return !count || wish->is_forced || tiles->is_counted;
}

bool level_tiles_check(const struct level_tiles *tiles, const struct exh_keen_map *map,
		       const struct level_tiles_wish *wish, struct report *report)
{
	bool good = true;

	for (size_t plane = 0; plane < TILE_PLANES && !map->lost; plane++)
		good &= map->planes[plane].absent ||
			check_plane(tiles, map, plane, wish, report);
	return good;
}

/*
 * Graphics.
 */

/* The graphics of the game that the levels belong to; to be freed. */
static char *graphics_of_game(const char *path)
{
	struct files *files = files_open_around(path);
	struct keen_sets sets;
	const char *found = NULL;
	char *out;

	keen_sets_find(files, &sets);
	for (size_t i = 0; i < sets.count && !found; i++) {
		const struct keen_set *set = &sets.items[i];
		const char *levels = set->archives[KEEN_SLOT_LEVELS];

		if (levels && strcmp(levels, file_name(path)) == 0)
			found = set->archives[KEEN_SLOT_EGA]
					? set->archives[KEEN_SLOT_EGA]
					: set->archives[KEEN_SLOT_CGA];
	}
	out = found ? files_path(files, found) : NULL;
	keen_sets_free(&sets);
	files_close(files);
	return out;
}

/* Graphics beside levels that are not written yet, with the levels' name or a name that
 * games use. */
static char *graphics_by_name(const char *path)
{
	static const char *const endings[] = { ".ega", ".cga" };
	static const char *const stems[] = { "egagraph", "cgagraph" };
	const char *name = file_name(path);
	char *stem = mem_text_part(name, (size_t)(keen_ending(name) - name));
	char *out = NULL;

	for (size_t i = 0; i < 4 && !out; i++) {
		char **found = companions_find(path, i < 2 ? stem : stems[i - 2]);

		for (size_t k = 0; found[k] && !out; k++)
			if (i >= 2 || file_has_ending(found[k], endings[i]))
				out = mem_text(found[k]);
		companions_free(found);
	}
	free(stem);
	return out;
}

char *level_graphics_beside(const char *path)
{
	return file_exists(path) ? graphics_of_game(path) : graphics_by_name(path);
}

static struct level_tiles *tiles_of_archive(const char *path,
					    const struct keen_archive_options *options,
					    struct report *report)
{
	struct keen_archive archive;
	struct level_tiles *tiles = NULL;

	if (keen_archive_open(&archive, path, options, report) &&
	    archive.graphics.layout.spans[EXH_KEEN_TILE16].count)
		tiles = level_tiles_of(&archive.graphics);
	keen_archive_free(&archive);
	return tiles;
}

/* Damage of graphics that were not named is left for egagrab to report. */
static struct level_tiles *tiles_beside(const struct level_tiles_wish *wish,
					struct report *report)
{
	char *path = level_graphics_beside(wish->beside);
	struct silent_report silent;
	struct level_tiles *tiles = NULL;

	if (path)
		tiles = tiles_of_archive(path, &wish->tables,
					 report_silent(&silent, report));
	if (path)
		report_silent_end(&silent);
	free(path);
	return tiles;
}

struct level_tiles *level_tiles_find(const struct level_tiles_wish *wish,
				     const struct exh_keen_tile_info *info,
				     struct report *report)
{
	struct level_tiles *tiles = NULL;
	struct quiet_report quiet;

	if (wish->graphics) {
		tiles = tiles_of_archive(wish->graphics, &wish->tables,
					 report_quiet(&quiet, report));
		report_quiet_end(&quiet, report);
		if (!tiles && !report->failed)
			report_error(report, wish->graphics, EXH_NO_OFFSET,
				     "no layout is known for its tiles; give --layout "
				     "FILE");
		return tiles;
	}
	tiles = wish->beside ? tiles_beside(wish, report) : NULL;
	return tiles || !info->background_count
		       ? tiles
		       : level_tiles_of_counts(info->background_count,
					       info->foreground_count);
}
