/*
 * From the top: the title; the steps' names, in two lines; memory, high addresses first,
 * with a line where a step begins; a lane with a mark for each compaction of memory; the
 * legend of the colours.
 */
#include "play_keen.h"

#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_COLUMNS = 1200,
	LEAST_COLUMNS = 720, /* few moments become wider columns, ... */
	WIDEST = 8,	     /* ... up to this */
	MAX_ROWS = 640,
	SCALE = 2, /* pixels of a letter's pixel */
	LETTER = 5 * SCALE,
	LINE_HEIGHT = LETTER + 6,
	LEFT = 48,
	RIGHT = 16,
	TICK = 4,
	NAME_LINES = 2,
	TOP = (1 + NAME_LINES) * LINE_HEIGHT + 6 + TICK,
	LANE = 8,
	BELOW = LANE + 2 * LINE_HEIGHT + 14,
	APART = 28, /* pixels between two addresses, at least */
	KIB = 1024 / EXH_KEEN_PARAGRAPH,
};

enum kind {
	FREE,
	FIXED,
	RESIDENT,
	LOCKED,
	GRAPHICS,
	PLANES,
	OTHER,
	PURGE_1,
	PURGE_2,
	PURGE_3,
	KINDS,
	PAPER = KINDS,
	LINE,
	INK,
	MARK,
	COLORS,
};

static const struct exh_color colors[COLORS] = {
	[FREE] = { 236, 238, 242, 255 },   [FIXED] = { 120, 124, 134, 255 },
	[RESIDENT] = { 40, 84, 168, 255 }, [LOCKED] = { 206, 44, 44, 255 },
	[GRAPHICS] = { 46, 150, 90, 255 }, [PLANES] = { 126, 88, 178, 255 },
	[OTHER] = { 60, 170, 190, 255 },   [PURGE_1] = { 196, 132, 20, 255 },
	[PURGE_2] = { 222, 168, 50, 255 }, [PURGE_3] = { 246, 208, 110, 255 },
	[PAPER] = { 255, 255, 255, 255 },  [LINE] = { 190, 194, 204, 255 },
	[INK] = { 36, 38, 46, 255 },	   [MARK] = { 220, 30, 120, 255 },
};

static const char *const kind_names[KINDS] = {
	"free",	 "fixed", "resident", "locked",	 "graphics",
	"level", "other", "purge 1",  "purge 2", "purge 3",
};

struct keen_memory_map {
	uint64_t moments, done;
	unsigned end, row_paragraphs;
	size_t columns, rows;
	/* x where the last step's name ends, in each line */
	size_t name_ends[NAME_LINES];
	struct exh_image image;
};

/*
 * Layout.
 */

static size_t column_of(const struct keen_memory_map *map, uint64_t moment)
{
	return (size_t)(moment * map->columns / map->moments);
}

/* Returns the row above an address. */
static size_t y_of(const struct keen_memory_map *map, unsigned paragraph)
{
	return TOP + map->rows - paragraph / map->row_paragraphs;
}

static void fill(struct keen_memory_map *map, size_t x, size_t y, size_t width,
		 size_t height, uint8_t color)
{
	image_fill(&map->image, x, y, width, height, color);
}

static void write_text(struct keen_memory_map *map, size_t x, size_t y, const char *text)
{
	number_font_text_large(&map->image, x, y, text, SCALE, INK);
}

static size_t text_width(const char *text)
{
	return number_font_width(text) * SCALE;
}

static void rule_addresses(struct keen_memory_map *map)
{
	unsigned step = 1;
	char text[16];

	while (step * KIB / map->row_paragraphs < APART)
		step *= 2;
	for (unsigned kib = 0; kib * KIB <= map->end; kib += step) {
		const size_t y = y_of(map, kib * KIB);

		snprintf(text, sizeof text, "%uk", kib);
		fill(map, LEFT - TICK, y, TICK, 1, INK);
		write_text(map, LEFT - TICK - 2 - text_width(text), y - LETTER / 2, text);
	}
}

struct keen_memory_map *keen_memory_map_start(uint64_t moments, uint16_t end_paragraphs)
{
	struct keen_memory_map *map = mem_alloc(1, sizeof *map);
	uint64_t wide;

	map->moments = moments ? moments : 1;
	wide = LEAST_COLUMNS / map->moments;
	wide = wide < 1 ? 1 : wide > WIDEST ? WIDEST : wide;
	map->columns = map->moments < MAX_COLUMNS / wide ? (size_t)(map->moments * wide)
							 : MAX_COLUMNS;
	map->end = end_paragraphs;
	map->row_paragraphs = (map->end + MAX_ROWS - 1) / MAX_ROWS;
	map->rows = (map->end + map->row_paragraphs - 1) / map->row_paragraphs;
	/* The legend has to fit in, too. */
	map->image.width = LEFT + RIGHT +
			   (map->columns < LEAST_COLUMNS ? LEAST_COLUMNS : map->columns);
	map->image.height = TOP + map->rows + BELOW;
	map->image.pixels = mem_alloc(map->image.width, map->image.height);
	memset(map->image.pixels, PAPER, map->image.width * map->image.height);
	rule_addresses(map);
	return map;
}

void keen_memory_map_free(struct keen_memory_map *map)
{
	if (map)
		free(map->image.pixels);
	free(map);
}

/*
 * Moments.
 */

static enum kind kind_of(const struct exh_keen_memory_block *block)
{
	if (block->owner == EXH_KEEN_NO_OWNER)
		return FIXED;
	if (block->locked)
		return block->owner < EXH_KEEN_OWNER_CHUNKS ? RESIDENT : LOCKED;
	if (block->purge)
		return (enum kind)(PURGE_1 + block->purge - 1);
	if (block->owner < EXH_KEEN_OWNER_CHUNKS)
		return GRAPHICS;
	return block->owner >= EXH_KEEN_OWNER_HEADER &&
			       block->owner < EXH_KEEN_OWNER_PLANES + EXH_KEEN_PLANE_COUNT
		       ? PLANES
		       : OTHER;
}

/* Numbers of paragraphs of each kind in a row. */
typedef uint16_t row_counts[KINDS];

static void count_block(const struct keen_memory_map *map,
			const struct exh_keen_memory_block *block, row_counts *rows)
{
	const unsigned step = map->row_paragraphs;
	unsigned at = block->start, end = at + block->length;

	if (end > map->end)
		end = map->end;
	while (at < end) {
		const unsigned row = at / step;
		const unsigned row_end = (row + 1) * step < end ? (row + 1) * step : end;

		rows[row][kind_of(block)] =
			(uint16_t)(rows[row][kind_of(block)] + row_end - at);
		at = row_end;
	}
}

/* Ranges of the histogram, in copied tiles. The bounds fit a column or row of tiles, a
 * diagonal step, and quarters of the port. */
static enum kind kind_of_row(const struct keen_memory_map *map, row_counts counts)
{
	unsigned used = 0;
	enum kind most = FREE;

	for (unsigned i = FREE + 1; i < KINDS; i++)
		used += counts[i];
	counts[FREE] =
		(uint16_t)(map->row_paragraphs > used ? map->row_paragraphs - used : 0);
	for (unsigned i = FREE + 1; i < KINDS; i++)
		if (counts[i] > counts[most])
			most = (enum kind)i;
	return most;
}

void keen_memory_map_moment(struct keen_memory_map *map,
			    const struct exh_keen_memory *memory)
{
	const size_t from = column_of(map, map->done), to = column_of(map, map->done + 1);
	row_counts rows[MAX_ROWS] = { { 0 } };

	map->done++;
	if (from == to)
		return;
	for (uint16_t i = memory->head; i != EXH_KEEN_NO_BLOCK;
	     i = memory->blocks[i].next)
		count_block(map, &memory->blocks[i], rows);
	for (size_t row = 0; row < map->rows; row++)
		fill(map, LEFT + from, TOP + map->rows - 1 - row, to - from, 1,
		     (uint8_t)kind_of_row(map, rows[row]));
}

/* Names that would overlap are left out. */
void keen_memory_map_step(struct keen_memory_map *map, unsigned line, const char *name)
{
	const size_t width = text_width(name), most = map->image.width - width - 2;
	const size_t tick = LEFT + column_of(map, map->done);
	const size_t x = tick < most ? tick : most;
	const size_t y = TOP - TICK - (NAME_LINES - line) * LINE_HEIGHT;

	fill(map, tick, TOP - TICK, 1, TICK, INK);
	if (x < map->name_ends[line])
		return;
	fill(map, tick, y + 2, 1, TOP - TICK - y - 2, LINE);
	write_text(map, x + 3, y + 2, name);
	map->name_ends[line] = x + 3 + width + 6;
}

void keen_memory_map_compacted(struct keen_memory_map *map)
{
	fill(map, LEFT + column_of(map, map->done), TOP + map->rows + 2, 2, LANE - 2,
	     MARK);
}

void keen_memory_map_failed(struct keen_memory_map *map)
{
	fill(map, LEFT + column_of(map, map->done), TOP, 3, map->rows, MARK);
}

/*
 * The whole picture.
 */

static size_t draw_key_entry(struct keen_memory_map *map, size_t x, size_t y,
			     uint8_t color, const char *name)
{
	fill(map, x, y, LETTER, LETTER, INK);
	fill(map, x + 1, y + 1, LETTER - 2, LETTER - 2, color);
	write_text(map, x + LETTER + 4, y, name);
	return x + LETTER + 4 + text_width(name) + 14;
}

static void draw_key(struct keen_memory_map *map)
{
	const size_t y = TOP + map->rows + LANE + 10;
	size_t x = LEFT;

	for (unsigned i = 0; i < PURGE_1; i++)
		x = draw_key_entry(map, x, y, (uint8_t)i, kind_names[i]);
	x = LEFT;
	for (unsigned i = PURGE_1; i < KINDS; i++)
		x = draw_key_entry(map, x, y + LINE_HEIGHT, (uint8_t)i, kind_names[i]);
	draw_key_entry(map, x, y + LINE_HEIGHT, MARK, "compacted, out of memory");
}

enum exh_status keen_memory_map_encode(struct keen_memory_map *map, const char *title,
				       struct exh_writer *out, struct exh_error *err)
{
	struct exh_palette palette = { .count = COLORS };

	memcpy(palette.colors, colors, sizeof colors);
	write_text(map, LEFT, 6, title);
	draw_key(map);
	return png_encode(&map->image, &palette, out, err);
}
