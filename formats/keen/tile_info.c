#include "exhume/keen.h"
#include "exhume/advanced/keen_map.h"

#include "../base/reader.h"

/* Most frames without a time in a row. A ring of such frames would never end, and a table
 * full of them must not take time that grows with the square of its size. */
enum { MAX_PASSED = 256 };

static const struct {
	const char *name;
	bool foreground;
} tables[EXH_KEEN_TILE_TABLE_COUNT] = {
	[EXH_KEEN_SPEED] = { "speed", false },
	[EXH_KEEN_ANIM] = { "animation", false },
	[EXH_KEEN_NORTHWALL] = { "north", true },
	[EXH_KEEN_EASTWALL] = { "east", true },
	[EXH_KEEN_SOUTHWALL] = { "south", true },
	[EXH_KEEN_WESTWALL] = { "west", true },
	[EXH_KEEN_MANIM] = { "animation", true },
	[EXH_KEEN_INTILE] = { "inside", true },
	[EXH_KEEN_MSPEED] = { "speed", true },
};

const char *exh_keen_tile_table_name(enum exh_keen_tile_table table)
{
	return (unsigned)table < EXH_KEEN_TILE_TABLE_COUNT ? tables[table].name
							   : "unknown";
}

bool exh_keen_tile_table_is_foreground(enum exh_keen_tile_table table)
{
	return (unsigned)table < EXH_KEEN_TILE_TABLE_COUNT && tables[table].foreground;
}

bool exh_keen_tile_table_is_signed(enum exh_keen_tile_table table)
{
	return table == EXH_KEEN_ANIM || table == EXH_KEEN_MANIM;
}

size_t exh_keen_tile_info_size(const struct exh_keen_layout *layout)
{
	return 2 * (size_t)layout->spans[EXH_KEEN_TILE16].count +
	       7 * (size_t)layout->spans[EXH_KEEN_TILE16M].count;
}

const struct exh_keen_layout *exh_keen_layout_for_tile_info(size_t size)
{
	enum { KEEN6_15_SIZE = 27934 }; /* the tail does not belong to the tables */
	size_t count;
	const struct exh_keen_layout *layouts = exh_keen_layouts(&count);

	for (size_t i = 0; i < count; i++)
		if (exh_keen_tile_info_size(&layouts[i]) == size)
			return &layouts[i];
	return size == KEEN6_15_SIZE ? exh_keen_layout_find("keen6-1.5") : NULL;
}

enum exh_status exh_keen_tile_info_open(struct exh_bytes in, size_t background_count,
					size_t foreground_count,
					struct exh_keen_tile_info *out,
					struct exh_error *err)
{
	struct reader r = { .in = in };

	*out = (struct exh_keen_tile_info){ 0 };
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const size_t size =
			tables[i].foreground ? foreground_count : background_count;
		const size_t base = rd_tell(&r);
		const uint8_t *data = rd_take(&r, size);

		if (!data)
			return exh_fail(
				err, EXH_TRUNCATED, base,
				"%zu bytes of tile information, expected 2 tables "
				"of %zu and 7 of %zu",
				in.size, background_count, foreground_count);
		out->tables[i] = (struct exh_bytes){ data, size, base };
	}
	out->background_count = background_count;
	out->foreground_count = foreground_count;
	exh_bytes_slice(in, r.pos, rd_left(&r), &out->rest);
	return EXH_OK;
}

uint8_t exh_keen_tile_value(const struct exh_keen_tile_info *info,
			    enum exh_keen_tile_table table, size_t tile)
{
	const struct exh_bytes *bytes = &info->tables[table];

	return tile < bytes->size ? bytes->data[tile] : 0;
}

int exh_keen_tile_number(const struct exh_keen_tile_info *info,
			 enum exh_keen_tile_table table, size_t tile)
{
	const uint8_t value = exh_keen_tile_value(info, table, tile);

	return exh_keen_tile_table_is_signed(table) && value > INT8_MAX ? value - 256
									: value;
}

bool exh_keen_tile_next(const struct exh_keen_tile_info *info, bool foreground,
			size_t tile, size_t *next, unsigned *ticks)
{
	const enum exh_keen_tile_table steps =
		foreground ? EXH_KEEN_MANIM : EXH_KEEN_ANIM;
	const enum exh_keen_tile_table speeds =
		foreground ? EXH_KEEN_MSPEED : EXH_KEEN_SPEED;
	const size_t count = info->tables[steps].size;
	size_t at = tile;

	*next = tile;
	*ticks = exh_keen_tile_value(info, speeds, tile);
	if (!*ticks)
		return false;
	for (unsigned passed = 0; passed <= MAX_PASSED; passed++) {
		const int step = exh_keen_tile_number(info, steps, at);

		if (!step || (step < 0 && (size_t)-step > at) ||
		    (step > 0 && (size_t)step >= count - at))
			break;
		at += (size_t)step; /* modulo: at is not below -step */
		if (exh_keen_tile_value(info, speeds, at))
			break;
	}
	*next = at;
	return at != tile;
}

unsigned exh_keen_wall_height(uint8_t wall, unsigned x)
{
	/* Height at the tile's left edge, and slope, of each wall's surface. */
	static const struct {
		int first, step;
	} slopes[8] = { { 256, 0 }, { 0, 0 },	 { 0, 8 },    { 128, 8 },
			{ 0, 16 },  { 120, -8 }, { 248, -8 }, { 240, -16 } };
	const int first = slopes[wall & 7].first;

	return (unsigned)(first + slopes[wall & 7].step * (int)(x & 15));
}
