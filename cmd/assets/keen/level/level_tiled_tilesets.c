#include "level_tiled_reading.h"

#include "level.h"
#include "task/json.h"
#include "task/memory.h"

#include <string.h>

/*
 * Tilesets.
 */

static enum exh_status load_tileset(struct reading *r, struct tileset *tileset,
				    const struct json *source)
{
	const char *name = json_text_of(source);
	const struct shown shown = tiled_show(source);
	struct exh_bytes text = { 0 };
	enum exh_status status;

	if (!name)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"source\": expected a string");
	if (!r->loader)
		return exh_fail(r->err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"\"%s\": the tileset is not in the map's own file",
				shown.text);
	status = r->loader->load(r->loader->context, name, &text, r->err);
	if (!status)
		status = tiled_parse_object(text, &tileset->loaded, r->err);
	tileset->content = tileset->loaded;
	return status ? exh_within(r->err, status, "\"%s\"", shown.text) : EXH_OK;
}

static enum exh_status read_tile_count(struct reading *r, struct tileset *tileset)
{
	const struct json *stated = tiled_find_property(tileset->content, "tile_count");
	long count = 0;
	enum exh_status status = tiled_get_member(tileset->content, "tilecount", 0,
						  MAX_TILES, &count, r->err);

	/* Tiled counts what fits on the sheet, the property what the game has. */
	if (!status && stated)
		status = tiled_get_number(stated, "tile_count", 0, count, &count, r->err);
	tileset->tile_count = (size_t)count;
	return status;
}

/* Our tilesets are of tiles of the game's size, and each is there once. */
static enum exh_status check_tileset(const struct reading *r,
				     const struct tileset *tileset)
{
	const struct json *content = tileset->content;
	long side;

	if (tiled_get_member(content, "tilewidth", SIDE, SIDE, &side, r->err) ||
	    tiled_get_member(content, "tileheight", SIDE, SIDE, &side, r->err))
		return r->err->status;
	if (tileset->tile_count > MAX_VALUE + 1)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"%zu tiles, cells can hold the numbers of %d",
				tileset->tile_count, MAX_VALUE + 1);
	for (const struct tileset *other = r->tilesets; other < tileset; other++)
		if (other->plane == tileset->plane)
			return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
					"this name occurs twice");
	return EXH_OK;
}

static enum exh_status read_tileset(struct reading *r, const struct json *value,
				    struct tileset *tileset)
{
	const struct json *source = json_get(value, "source");
	long first_gid = 0;
	enum exh_status status;

	tileset->content = value;
	status = tiled_get_member(value, "firstgid", 1, MAX_GID, &first_gid, r->err);
	if (!status && source)
		status = load_tileset(r, tileset, source);
	if (status)
		return status;
	tileset->first_gid = (uint32_t)first_gid;
	tileset->plane = tiled_find_plane(json_get(tileset->content, "name"));
	status = read_tile_count(r, tileset);
	if (!status && tileset->plane != EXH_KEEN_PLANE_COUNT)
		status = check_tileset(r, tileset);
	if (status)
		return exh_within(r->err, status, "\"%s\"",
				  tiled_show(json_get(tileset->content, "name")).text);
	/* Tiled always writes this order, so other orders need not be read. */
	if (tileset > r->tilesets && tileset[-1].first_gid >= tileset->first_gid)
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"firstgid\": %lu, expected more than the previous "
				"tileset's %lu",
				(unsigned long)tileset->first_gid,
				(unsigned long)tileset[-1].first_gid);
	return EXH_OK;
}

enum exh_status tiled_read_tilesets(struct reading *r, const struct json *map)
{
	const struct json *list = json_get(map, "tilesets");
	const size_t count = json_size(list);

	if (!json_is_list(list))
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"\"tilesets\": expected an array");
	r->tilesets = mem_arena_try(r->arena, count, sizeof *r->tilesets, r->err);
	if (!r->tilesets)
		return EXH_LIMIT;
	for (size_t i = 0; i < count; i++) {
		enum exh_status status;

		/* Counted first, so that the loaded file is always released. */
		r->tileset_count++;
		status = read_tileset(r, json_at(list, i), &r->tilesets[i]);
		if (status)
			return exh_within(r->err, status, "tileset %zu", i);
	}
	return EXH_OK;
}

/*
 * Tile information.
 */

/* The table that a tile's property stands for; EXH_KEEN_TILE_TABLE_COUNT for none. */
static enum exh_keen_tile_table find_table(const struct json *name,
					   enum exh_keen_plane plane)
{
	const bool foreground = plane == EXH_KEEN_FOREGROUND;

	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const enum exh_keen_tile_table table = (enum exh_keen_tile_table)i;

		if (exh_keen_tile_table_is_foreground(table) == foreground &&
		    tiled_is_text(name, exh_keen_tile_table_name(table)))
			return table;
	}
	return EXH_KEEN_TILE_TABLE_COUNT;
}

/* The tables of one tileset under construction. */
struct tables {
	uint8_t *values[EXH_KEEN_TILE_TABLE_COUNT]; /* NULL: of the other tileset */
	bool *seen;				    /* tiles that were read */
};

static enum exh_status read_tile_property(struct reading *r,
					  const struct tileset *tileset,
					  const struct json *property, size_t tile,
					  struct tables *tables)
{
	const struct json *name = json_get(property, "name");
	const enum exh_keen_tile_table table = find_table(name, tileset->plane);
	const bool is_signed = exh_keen_tile_table_is_signed(table);
	long value = 0;
	enum exh_status status;

	if (table == EXH_KEEN_TILE_TABLE_COUNT) {
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %zu: property \"%s\" is unknown to the "
			 "game and ignored",
			 exh_keen_plane_name(tileset->plane), tile,
			 tiled_show(name).text);
		return EXH_OK;
	}
	status = tiled_get_number(json_get(property, "value"),
				  exh_keen_tile_table_name(table),
				  is_signed ? INT8_MIN : 0,
				  is_signed ? INT8_MAX : UINT8_MAX, &value, r->err);
	tables->values[table][tile] = (uint8_t)value;
	return status;
}

static enum exh_status read_tile(struct reading *r, const struct tileset *tileset,
				 const struct json *tile, struct tables *tables)
{
	const struct json *properties = json_get(tile, "properties");
	const size_t count = json_size(properties);
	/* Places after the last tile of a sheet may be described, but have no values. */
	const long most = count ? (long)tileset->tile_count - 1 : MAX_TILES;
	long id = 0;
	enum exh_status status = tiled_get_member(tile, "id", 0, most, &id, r->err);

	if (status || (size_t)id >= tileset->tile_count)
		return status;
	if (tables->seen[id])
		return exh_fail(r->err, EXH_INVALID, EXH_NO_OFFSET,
				"tile %ld occurs twice", id);
	tables->seen[id] = true;
	for (size_t i = 0; i < count && !status; i++) {
		status = read_tile_property(r, tileset, json_at(properties, i),
					    (size_t)id, tables);
		if (status)
			exh_within(r->err, status, "tile %ld", id);
	}
	return status;
}

static enum exh_status make_tables(struct reading *r, const struct tileset *tileset,
				   struct tables *tables)
{
	const bool foreground = tileset->plane == EXH_KEEN_FOREGROUND;
	const size_t count = tileset->tile_count;

	tables->seen = mem_arena_try(r->arena, count, sizeof *tables->seen, r->err);
	if (!tables->seen)
		return EXH_LIMIT;
	for (unsigned i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		if (exh_keen_tile_table_is_foreground((enum exh_keen_tile_table)i) !=
		    foreground)
			continue;
		tables->values[i] = mem_arena_try(r->arena, count, 1, r->err);
		if (!tables->values[i])
			return EXH_LIMIT;
		r->out->tile_info.tables[i] =
			(struct exh_bytes){ tables->values[i], count, 0 };
	}
	return EXH_OK;
}

static enum exh_status read_tables(struct reading *r, const struct tileset *tileset)
{
	struct exh_keen_tile_info *info = &r->out->tile_info;
	const struct json *tiles = json_get(tileset->content, "tiles");
	struct tables tables = { 0 };
	enum exh_status status = make_tables(r, tileset, &tables);

	if (status)
		return status;
	for (size_t i = 0; i < json_size(tiles); i++) {
		status = read_tile(r, tileset, json_at(tiles, i), &tables);
		if (status)
			return exh_within(r->err, status, "tileset \"%s\"",
					  exh_keen_plane_name(tileset->plane));
	}
	if (tileset->plane == EXH_KEEN_FOREGROUND)
		info->foreground_count = tileset->tile_count;
	else
		info->background_count = tileset->tile_count;
	return EXH_OK;
}

/* Warns of values that a person may have meant otherwise; they stay. */
static void check_tile(const struct reading *r, const struct tileset *tileset,
		       const struct json *tile)
{
	const int64_t id = json_number_at(tile, "id");
	const struct json *frames = json_get(tile, "animation");
	struct json *expected;
	int64_t next;

	if (id < 0 || (size_t)id >= tileset->tile_count)
		return;
	next = id + exh_keen_tile_number(&r->out->tile_info,
					 tileset->plane == EXH_KEEN_FOREGROUND
						 ? EXH_KEEN_MANIM
						 : EXH_KEEN_ANIM,
					 (size_t)id);
	if (next < 0 || (size_t)next >= tileset->tile_count)
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %d: \"animation\" leads to tile %d, but "
			 "there are only %zu",
			 exh_keen_plane_name(tileset->plane), (int)id, (int)next,
			 tileset->tile_count);
	expected = tiled_animation(&r->out->tile_info, tileset->plane,
				   tileset->tile_count, (size_t)id);
	if (json_size(frames) + json_size(expected) && !json_same(frames, expected))
		exh_note(r->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "tileset \"%s\": tile %d: its frames differ from its "
			 "properties, which are used",
			 exh_keen_plane_name(tileset->plane), (int)id);
	json_free(expected);
}

static void check_tiles(const struct reading *r, const struct tileset *tileset)
{
	const struct json *tiles = json_get(tileset->content, "tiles");

	for (size_t i = 0; i < json_size(tiles); i++)
		check_tile(r, tileset, json_at(tiles, i));
}

static bool has_tables(const struct tileset *tileset)
{
	return tileset->plane < EXH_KEEN_INFO && tileset->tile_count;
}

/* Both tilesets or none: half of the tables can't be put back. */
enum exh_status tiled_read_tile_info(struct reading *r)
{
	size_t stated_count = 0, tileset_count = 0;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < r->tileset_count; i++) {
		const struct tileset *tileset = &r->tilesets[i];

		if (!has_tables(tileset))
			continue;
		tileset_count++;
		stated_count +=
			json_flag_of(tiled_find_property(tileset->content, "tile_info"));
	}
	r->out->has_tile_info = stated_count && stated_count == tileset_count;
	for (size_t i = 0; i < r->tileset_count && r->out->has_tile_info && !status; i++)
		if (has_tables(&r->tilesets[i]))
			status = read_tables(r, &r->tilesets[i]);
	for (size_t i = 0; i < r->tileset_count && r->out->has_tile_info && !status; i++)
		if (has_tables(&r->tilesets[i]))
			check_tiles(r, &r->tilesets[i]);
	return status;
}
