#include "level.h"

#include "media/picture/animation.h"
#include "task/jobs.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, TICKS_A_SECOND = 70, MAX_TILES = 65536 };

/*
 * Chain of all cells that begin with one tile, as the game has it: what is shown now,
 * and for how long. Source: keen-engine 4.
 */
struct chain {
	size_t first, now;
	unsigned first_ticks, left; /* left 0: it stays forever */
};

struct show {
	const struct level_style *style;
	struct exh_keen_map map; /* map over cells, which change */
	uint16_t *cells[2];
	struct chain *chains; /* chains of the background, then those of the foreground */
	size_t chain_count;
	size_t plane_chain_count; /* number of chains of the background */
	uint32_t *chain_of[2];	  /* for each cell: number of its chain + 1, or 0 */
	struct exh_keen_map_area changed;
};

static enum exh_keen_plane plane_of(const struct show *show, size_t chain)
{
	return chain < show->plane_chain_count ? EXH_KEEN_BACKGROUND
					       : EXH_KEEN_FOREGROUND;
}

/*
 * Setting up.
 */

static void copy_plane(struct show *show, size_t plane, uint32_t *chain_of_tile)
{
	const size_t count = show->map.width * show->map.height;
	const uint16_t *from = show->map.planes[plane].cells;
	uint16_t *cells = mem_copy(from, count, sizeof *cells);

	show->map.planes[plane].cells = show->cells[plane] = cells;
	show->chain_of[plane] = mem_alloc(count, sizeof *show->chain_of[plane]);
	memset(chain_of_tile, 0, MAX_TILES * sizeof *chain_of_tile);
	for (size_t i = 0; i < count; i++) {
		struct chain chain = { .first = cells[i], .now = cells[i] };
		uint32_t *number = &chain_of_tile[cells[i]];
		size_t next;

		if (!*number &&
		    exh_keen_tile_next(show->style->info, plane == EXH_KEEN_FOREGROUND,
				       chain.now, &next, &chain.left)) {
			chain.first_ticks = chain.left;
			show->chains[show->chain_count++] = chain;
			*number = (uint32_t)show->chain_count;
		}
		show->chain_of[plane][i] = *number;
	}
}

static void start(struct show *show, const struct level_style *style,
		  const struct exh_keen_map *map)
{
	const struct exh_keen_tile_info *info = style->info;
	uint32_t *chain_of_tile = mem_alloc(MAX_TILES, sizeof *chain_of_tile);

	*show = (struct show){ .style = style, .map = *map };
	/* At most a chain a tile. */
	show->chains = mem_alloc(info->background_count + info->foreground_count,
				 sizeof *show->chains);
	copy_plane(show, EXH_KEEN_BACKGROUND, chain_of_tile);
	show->plane_chain_count = show->chain_count;
	copy_plane(show, EXH_KEEN_FOREGROUND, chain_of_tile);
	free(chain_of_tile);
}

static void end(struct show *show)
{
	for (size_t i = 0; i < 2; i++) {
		free(show->cells[i]);
		free(show->chain_of[i]);
	}
	free(show->chains);
}

/*
 * Time.
 */

/* Ticks until some tile changes; 0: none ever does. */
static unsigned next_change(const struct show *show)
{
	unsigned least = 0;

	for (size_t i = 0; i < show->chain_count; i++) {
		const unsigned left = show->chains[i].left;

		if (left && (!least || left < least))
			least = left;
	}
	return least;
}

static void step(struct show *show, unsigned ticks)
{
	for (size_t i = 0; i < show->chain_count; i++) {
		struct chain *chain = &show->chains[i];
		size_t next;
		unsigned unused;

		if (!chain->left)
			continue;
		chain->left -= ticks;
		if (chain->left)
			continue;
		exh_keen_tile_next(show->style->info,
				   plane_of(show, i) == EXH_KEEN_FOREGROUND, chain->now,
				   &next, &unused);
		chain->now = next;
		if (!exh_keen_tile_next(show->style->info,
					plane_of(show, i) == EXH_KEEN_FOREGROUND, next,
					&next, &chain->left))
			chain->left = 0;
	}
}

static bool is_at_start(const struct show *show)
{
	for (size_t i = 0; i < show->chain_count; i++)
		if (show->chains[i].now != show->chains[i].first ||
		    show->chains[i].left != show->chains[i].first_ticks)
			return false;
	return true;
}

static void rewind_show(struct show *show)
{
	for (size_t i = 0; i < show->chain_count; i++) {
		show->chains[i].now = show->chains[i].first;
		show->chains[i].left = show->chains[i].first_ticks;
	}
}

/* Goes on to the next picture. Returns the ticks that this one was shown, and 0 after the
 * last. */
static unsigned advance(struct show *show, unsigned *time_left)
{
	unsigned ticks = next_change(show);

	if (!*time_left)
		return 0;
	if (!ticks || ticks >= *time_left) {
		ticks = *time_left;
		*time_left = 0;
		return ticks;
	}
	step(show, ticks);
	*time_left = is_at_start(show) ? 0 : *time_left - ticks;
	return ticks;
}

/*
 * Pictures.
 */

/* Brings the cells up to date, and finds the smallest area with all that changed. */
static void update_cells(struct show *show)
{
	size_t left = SIZE_MAX, top = SIZE_MAX, right = 0, bottom = 0;

	for (size_t i = 0; i < show->map.width * show->map.height; i++) {
		const size_t x = i % show->map.width, y = i / show->map.width;
		bool changed = false;

		for (size_t plane = 0; plane < 2; plane++) {
			const uint32_t number = show->chain_of[plane][i];
			uint16_t *cell = &show->map.planes[plane].cells[i];

			if (!number || show->chains[number - 1].now == *cell)
				continue;
			*cell = (uint16_t)show->chains[number - 1].now;
			changed = true;
		}
		if (!changed)
			continue;
		left = x < left ? x : left;
		right = x > right ? x : right;
		top = y < top ? y : top;
		bottom = y;
	}
	/* A frame must have a pixel, even when tiles of two planes undo each other. */
	show->changed = (struct exh_keen_map_area){ 0, 0, 1, 1 };
	if (left != SIZE_MAX)
		show->changed = (struct exh_keen_map_area){ left, top, right - left + 1,
							    bottom - top + 1 };
}

static size_t count_frames(struct show *show, unsigned most_ticks)
{
	size_t count = 0;

	while (advance(show, &most_ticks))
		count++;
	rewind_show(show);
	return count;
}

static enum exh_status add_frames(struct show *show, struct apng *apng,
				  unsigned most_ticks, uint8_t *pixels,
				  struct exh_error *err)
{
	struct exh_keen_map_area area = { 0, 0, show->map.width, show->map.height };
	unsigned ticks;

	for (;;) {
		struct exh_image image = { area.columns * SIDE, area.rows * SIDE,
					   pixels };
		enum exh_status status;

		/* Minutes of changes take long: allows an interruption. */
		if (interrupt_pending())
			return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
		level_draw(show->style, &show->map, &area, &image);
		ticks = advance(show, &most_ticks);
		if (!ticks)
			return EXH_OK;
		status = apng_add(apng, &image, area.x * SIDE, area.y * SIDE,
				  (uint16_t)ticks, TICKS_A_SECOND, err);
		if (status)
			return status;
		update_cells(show);
		area = show->changed;
	}
}

static enum exh_status write_show(struct show *show, unsigned most_ticks,
				  struct exh_writer *out, struct exh_error *err)
{
	const size_t width = show->map.width * SIDE, height = show->map.height * SIDE;
	const size_t frame_count = count_frames(show, most_ticks);
	uint8_t *pixels = mem_alloc(width, height);
	struct exh_palette palette;
	enum exh_status status;
	struct apng *apng;

	level_palette(show->style, &palette);
	apng = apng_begin(width, height, &palette, frame_count, 0, out);
	status = add_frames(show, apng, most_ticks, pixels, err);
	free(pixels);
	return apng_end(apng, status, err);
}

enum exh_status level_apng(const struct level_style *style,
			   const struct exh_keen_map *map, unsigned most_ticks,
			   struct exh_writer *out, struct exh_error *err)
{
	struct show show;
	enum exh_status status;

	start(&show, style, map);
	status = write_show(&show, most_ticks, out, err);
	end(&show);
	return status;
}
