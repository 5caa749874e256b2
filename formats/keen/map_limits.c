/* Levels that the games' own programs can't play. */
#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include <string.h>

enum {
	VIEW_COLUMNS = 21, /* cells whose animations the game keeps */
	VIEW_ROWS = 14,
	BORDER = 2,	 /* cells at the left and the top that never come into view */
	LAST_START = 19, /* info values up to here place the player, or no object */
};

/* Source: keen-formats 4; keen4-engine 11.1, whose program Keen 5 and 6 share. */
static const struct exh_keen_limits limits[] = {
	[EXH_KEEN_MAP_HUFFMAN] = { .rows = 128,
				   .animated_tiles = 50,
				   .animated_cells = 90,
				   .objects = 98 },
	[EXH_KEEN_MAP_CARMACK] = { .animated_tiles = 180,
				   .animated_cells = 90,
				   .needs_time = true },
	[EXH_KEEN_MAP_RLEW] = { .rows = 0 },
};

const struct exh_keen_limits *exh_keen_limits_of(enum exh_keen_map_packing packing)
{
	return &limits[packing];
}

/* A level that is measured, by plane: 0 the background, 1 the foreground. */
struct level {
	const struct exh_keen_map *map;
	const struct exh_keen_tile_info *info;
	bool needs_time;
};

static int step_of(const struct level *level, size_t plane, size_t tile)
{
	return exh_keen_tile_number(level->info, plane ? EXH_KEEN_MANIM : EXH_KEEN_ANIM,
				    tile);
}

static bool is_animated(const struct level *level, size_t plane, size_t tile)
{
	return step_of(level, plane, tile) &&
	       (!level->needs_time ||
		exh_keen_tile_value(level->info, plane ? EXH_KEEN_MSPEED : EXH_KEEN_SPEED,
				    tile));
}

/* True if the frames of a tile lead to that tile again. */
static bool comes_back(const struct level *level, size_t plane, size_t tile)
{
	const size_t count =
		plane ? level->info->foreground_count : level->info->background_count;
	size_t at = tile;

	for (size_t i = 0; i < count; i++) {
		const int step = step_of(level, plane, at);

		if (!step || (step < 0 && (size_t)-step > at))
			return false;
		at += (size_t)step; /* modulo: at is not below -step */
		if (at == tile)
			return true;
	}
	return false;
}

static void add_tile(const struct level *level, size_t plane, size_t tile,
		     struct exh_keen_map_load *out)
{
	out->animated_tiles++;
	if (out->has_endless || comes_back(level, plane, tile))
		return;
	out->has_endless = true;
	out->endless_plane = plane ? EXH_KEEN_FOREGROUND : EXH_KEEN_BACKGROUND;
	out->endless_tile = tile;
}

static void count_tiles(const struct level *level, struct exh_keen_map_load *out)
{
	const size_t count = level->map->width * level->map->height;

	for (size_t plane = 0; plane < 2; plane++) {
		const uint16_t *cells = level->map->planes[plane].cells;
		uint8_t seen[(UINT16_MAX + 1) / 8] = { 0 };

		for (size_t i = 0; i < count && cells; i++) {
			const uint8_t bit = (uint8_t)(1U << cells[i] % 8);

			if (seen[cells[i] / 8] & bit ||
			    !is_animated(level, plane, cells[i]))
				continue;
			seen[cells[i] / 8] |= bit;
			add_tile(level, plane, cells[i], out);
		}
	}
}

/* Both tiles of a cell count. */
static unsigned count_cell(const struct level *level, size_t x, size_t y)
{
	unsigned count = 0;

	for (size_t plane = 0; plane < 2; plane++) {
		const uint16_t *cells = level->map->planes[plane].cells;

		count += cells &&
			 is_animated(level, plane, cells[y * level->map->width + x]);
	}
	return count;
}

/* The animated cells of a view, by those of each column, which scroll with it. */
static void try_row(const struct level *level, const uint16_t *columns, size_t y,
		    struct exh_keen_map_load *out)
{
	const size_t width = level->map->width;
	unsigned count = 0;

	for (size_t x = BORDER; x + 1 < width; x++) {
		const bool is_whole = x >= BORDER + VIEW_COLUMNS;

		count += columns[x];
		count -= is_whole ? columns[x - VIEW_COLUMNS] : 0;
		if (count <= out->animated_cells)
			continue;
		out->animated_cells = count;
		out->view_x = is_whole ? x - VIEW_COLUMNS + 1 : BORDER;
		out->view_y = y;
	}
}

static void find_fullest_view(const struct level *level, struct exh_keen_map_load *out)
{
	const size_t width = level->map->width, height = level->map->height;
	uint16_t columns[EXH_KEEN_MAP_MAX_CELLS] = { 0 };

	for (size_t y = BORDER; y + 1 < height; y++) {
		const bool is_whole = y >= BORDER + VIEW_ROWS;

		for (size_t x = BORDER; x + 1 < width; x++) {
			columns[x] = (uint16_t)(columns[x] + count_cell(level, x, y));
			if (is_whole)
				columns[x] =
					(uint16_t)(columns[x] -
						   count_cell(level, x, y - VIEW_ROWS));
		}
		try_row(level, columns, is_whole ? y - VIEW_ROWS + 1 : BORDER, out);
	}
}

static size_t count_objects(const struct exh_keen_map *map)
{
	const struct exh_keen_layout *layout = exh_keen_layout_find("keen-dreams-ega");
	const uint16_t *cells = map->planes[EXH_KEEN_INFO].cells;
	size_t count = 0;

	for (size_t i = 0; i < map->width * map->height && cells; i++)
		count +=
			cells[i] > LAST_START && exh_keen_layout_object(layout, cells[i]);
	return count;
}

void exh_keen_map_measure(const struct exh_keen_map *map,
			  const struct exh_keen_tile_info *info,
			  const struct exh_keen_limits *game,
			  struct exh_keen_map_load *out)
{
	const struct level level = { map, info, game->needs_time };

	*out = (struct exh_keen_map_load){ .number = map->number };
	if (map->lost)
		return;
	out->rows = map->height;
	out->objects = game->objects ? count_objects(map) : 0;
	count_tiles(&level, out);
	find_fullest_view(&level, out);
}

static bool is_over(size_t found, size_t limit)
{
	return limit && found > limit;
}

void exh_keen_map_judge(const struct exh_keen_map_load *load,
			const struct exh_keen_limits *game, struct exh_notes *notes)
{
	if (is_over(load->rows, game->rows))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "level %u: %zu rows: the game has room for %zu, and can't play "
			 "the level",
			 load->number, load->rows, game->rows);
	if (is_over(load->objects, game->objects))
		exh_note(
			notes, EXH_WARNING, EXH_NO_OFFSET,
			"level %u: %zu objects: the game has room for %zu, and ends when "
			"it loads the level",
			load->number, load->objects, game->objects);
	if (is_over(load->animated_tiles, game->animated_tiles))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "level %u: %zu different animated tiles: the game has room for "
			 "%zu, and ends when it loads the level",
			 load->number, load->animated_tiles, game->animated_tiles);
	if (load->has_endless && game->animated_tiles)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "level %u: %s tile %zu: its animation never comes back to it: "
			 "the game follows it without end when it loads the level",
			 load->number, exh_keen_plane_name(load->endless_plane),
			 load->endless_tile);
	if (is_over(load->animated_cells, game->animated_cells))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "level %u: %zu animated cells in the view from %zu,%zu on: the "
			 "game has room for %zu, and ends there",
			 load->number, load->animated_cells, load->view_x, load->view_y,
			 game->animated_cells);
}
