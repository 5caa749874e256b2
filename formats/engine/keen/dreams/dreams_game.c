/* From what an archive holds to what the core works with. */
#include "dreams_state.h"

#include "../../../base/common.h"

#include <string.h>

enum {
	SUM_LIMIT = 1 << 25 /* bytes */,
	CELL_VALUES = 65536,
	TILE_PIXELS = TILE_SIDE * TILE_SIDE
};

const struct exh_keen_game_sprite *exh_keen_game_sprite(const struct exh_keen_game *game,
							uint16_t chunk)
{
	static const struct exh_keen_game_sprite none = { 0 };

	return chunk >= game->first_sprite &&
			       chunk - game->first_sprite < game->sprite_count
		       ? &game->sprites[chunk - game->first_sprite]
		       : &none;
}

/* Expands each pixel and its mask bit to a byte. */
static struct masked_cell masked_cell_of(const uint8_t pixels[CELL_PIXELS])
{
	uint8_t mask[CELL_PIXELS], data[CELL_PIXELS];
	struct masked_cell cell;

	for (size_t i = 0; i < CELL_PIXELS; i++) {
		mask[i] = pixels[i] & EXH_KEEN_MASKED ? 0xff : 0;
		data[i] = pixels[i] & (EXH_KEEN_MASKED - 1);
	}
	memcpy(&cell.mask, mask, sizeof mask);
	memcpy(&cell.data, data, sizeof data);
	return cell;
}

static enum exh_status open_tables(const struct exh_keen_tile_info *info,
				   struct exh_arena *arena, struct exh_keen_game *game,
				   struct exh_error *err)
{
	game->info = info;
	for (size_t table = 0; table < EXH_KEEN_TILE_TABLE_COUNT; table++) {
		const struct exh_bytes bytes = info->tables[table];
		uint8_t *values = exh_alloc(arena, CELL_VALUES, 1);

		if (!values)
			return no_memory(err);
		if (bytes.size)
			memcpy(values, bytes.data,
			       bytes.size < CELL_VALUES ? bytes.size : CELL_VALUES);
		game->tables[table] = values;
	}
	return EXH_OK;
}

static enum exh_status open_tiles(const struct exh_keen_graphics *graphics,
				  struct exh_arena *arena, struct exh_keen_game *game,
				  struct exh_error *err)
{
	struct exh_keen_tiles tiles;
	uint64_t(*out)[TILE_CELLS];
	const enum exh_status status =
		exh_keen_tiles_open(graphics, EXH_KEEN_TILE16, arena, &tiles, err);

	if (status)
		return status;
	out = exh_alloc(arena, tiles.count, sizeof *out);
	if (!out)
		return no_memory(err);
	for (size_t i = 0; i < tiles.count; i++)
		if (tiles.present[i])
			memcpy(out[i], tiles.pixels + i * TILE_PIXELS, TILE_PIXELS);
	game->tile_count = tiles.count;
	game->tiles = (const uint64_t(*)[TILE_CELLS])out;
	return EXH_OK;
}

static enum exh_status open_masked_tiles(const struct exh_keen_graphics *graphics,
					 struct exh_arena *arena,
					 struct exh_keen_game *game,
					 struct exh_error *err)
{
	struct exh_keen_tiles tiles;
	struct masked_cell(*out)[TILE_CELLS];
	const enum exh_status status =
		exh_keen_tiles_open(graphics, EXH_KEEN_TILE16M, arena, &tiles, err);

	if (status)
		return status;
	out = exh_alloc(arena, tiles.count, sizeof *out);
	if (!out)
		return no_memory(err);
	for (size_t i = 0; i < tiles.count; i++)
		for (size_t cell = 0; tiles.present[i] && cell < TILE_CELLS; cell++)
			out[i][cell] = masked_cell_of(tiles.pixels + i * TILE_PIXELS +
						      cell * CELL_PIXELS);
	game->masked_tile_count = tiles.count;
	game->masked_tiles = (const struct masked_cell(*)[TILE_CELLS])out;
	return EXH_OK;
}

/*
 * Sprites.
 */

static enum exh_status draw_sprite(const struct exh_keen_bitmap *bitmap,
				   struct exh_arena *arena,
				   struct exh_keen_game_sprite *sprite,
				   struct exh_error *err)
{
	const size_t row_cells = (bitmap->width + CELL_PIXELS - 1) / CELL_PIXELS;
	uint8_t *pixels = exh_alloc(arena, bitmap->width, bitmap->height);
	struct masked_cell *cells =
		exh_alloc(arena, row_cells * bitmap->height, sizeof *cells);

	if (!pixels || !cells)
		return no_memory(err);
	exh_keen_bitmap_decode(bitmap, pixels);
	for (size_t i = 0; i < row_cells * bitmap->height; i++) {
		const size_t x = i % row_cells * CELL_PIXELS, left = bitmap->width - x;
		uint8_t row[CELL_PIXELS];

		memset(row, EXH_KEEN_MASKED, sizeof row);
		memcpy(row, pixels + i / row_cells * bitmap->width + x,
		       left < CELL_PIXELS ? left : CELL_PIXELS);
		cells[i] = masked_cell_of(row);
	}
	sprite->row_cells = (uint16_t)row_cells;
	sprite->cells = cells;
	sprite->present = true;
	return EXH_OK;
}

/* Sprites too large for the engine's memory count as missing. */
static bool sprite_fits(const struct exh_keen_sprite *entry)
{
	enum { MAX_WIDTH = 128, MAX_HEIGHT = 240 };

	return entry->width_bytes > 0 && entry->width_bytes <= MAX_WIDTH &&
	       entry->height > 0 && entry->height <= MAX_HEIGHT;
}

static void describe_sprite(const struct exh_keen_sprite *entry,
			    struct exh_keen_game_sprite *sprite)
{
	sprite->shifts =
		entry->shifts == 2 || entry->shifts == 4 ? (uint8_t)entry->shifts : 1;
	sprite->orgx = (int16_t)entry->origin_units[0];
	sprite->orgy = (int16_t)entry->origin_units[1];
	sprite->xl = (int16_t)entry->hitbox_units[0];
	sprite->yl = (int16_t)entry->hitbox_units[1];
	sprite->xh = (int16_t)entry->hitbox_units[2];
	sprite->yh = (int16_t)entry->hitbox_units[3];
	if (sprite_fits(entry)) {
		sprite->width = (uint16_t)entry->width_bytes;
		sprite->height = (uint16_t)entry->height;
	}
}

static enum exh_status open_sprites(const struct exh_keen_graphics *graphics,
				    struct exh_arena *arena, struct exh_keen_game *game,
				    struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_keen_span *span = &graphics->layout.spans[EXH_KEEN_SPRITE];
	struct exh_keen_game_sprite *sprites =
		exh_alloc(arena, span->count, sizeof *sprites);
	size_t missing = 0;

	if (!graphics->sprite_count)
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"no table of sprites: the game can't be played without it");
	if (!sprites)
		return no_memory(err);
	game->first_sprite = span->first;
	game->sprite_count = span->count;
	game->sprites = sprites;
	for (size_t i = 0; i < span->count && i < graphics->sprite_count; i++) {
		struct exh_keen_bitmap bitmap;

		describe_sprite(&graphics->sprites[i], &sprites[i]);
		if (!sprites[i].width ||
		    !exh_keen_bitmap_count(graphics, span->first + i) ||
		    exh_keen_bitmap_open(graphics, span->first + i, 0, &bitmap, NULL))
			missing++;
		else if (draw_sprite(&bitmap, arena, &sprites[i], err))
			return EXH_NO_MEMORY;
	}
	if (missing)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu of %u sprites are missing: they are not drawn", missing,
			 span->count);
	return EXH_OK;
}

static enum exh_status open_tile8(const struct exh_keen_graphics *graphics,
				  struct exh_arena *arena, struct exh_keen_game *game,
				  struct exh_error *err)
{
	const struct exh_keen_span *span = &graphics->layout.spans[EXH_KEEN_TILE8];
	const size_t count =
		span->count ? exh_keen_bitmap_count(graphics, span->first) : 0;
	struct masked_cell(*tiles)[8] = exh_alloc(arena, count, sizeof *tiles);

	if (!tiles)
		return no_memory(err);
	for (size_t i = 0; i < count; i++) {
		struct exh_keen_bitmap bitmap;
		uint8_t pixels[8 * CELL_PIXELS];

		if (exh_keen_bitmap_open(graphics, span->first, i, &bitmap, NULL))
			continue;
		exh_keen_bitmap_decode(&bitmap, pixels);
		for (size_t y = 0; y < 8; y++)
			tiles[i][y] = masked_cell_of(pixels + y * CELL_PIXELS);
	}
	game->tile8 = tiles;
	game->tile8_count = count;
	return EXH_OK;
}

/* Only notes damage of the game's font: windows, which use it, are not drawn. */
static void check_font(const struct exh_keen_graphics *graphics, struct exh_notes *notes)
{
	const struct exh_keen_span *span = &graphics->layout.spans[EXH_KEEN_FONT];
	struct exh_keen_font font;

	if (span->count && span->first < graphics->chunk_count)
		(void)!exh_keen_font_open(graphics->chunks[span->first].expanded, false,
					  &font, notes, NULL);
}

/*
 * Sounds.
 */

static enum exh_status open_sounds_of(const struct exh_keen_audio *audio, bool is_adlib,
				      struct exh_arena *arena,
				      const struct exh_keen_effect **out,
				      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_keen_effect *effects =
		exh_alloc(arena, audio->sound_count, sizeof *effects);

	if (!effects)
		return no_memory(err);
	for (size_t i = 0; i < audio->sound_count; i++) {
		const size_t chunk = i + (is_adlib ? audio->sound_count : 0);
		struct exh_bytes bytes = { 0 };

		if (exh_keen_audio_chunk(audio, chunk, arena, &bytes, notes, NULL) ||
		    !bytes.size ||
		    exh_keen_effect_open(bytes, is_adlib, &effects[i], NULL, NULL))
			effects[i] = (struct exh_keen_effect){ .is_adlib = is_adlib };
	}
	*out = effects;
	return EXH_OK;
}

static enum exh_status open_sounds(const struct exh_keen_audio *audio,
				   struct exh_arena *arena, struct exh_keen_game *game,
				   struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	if (!audio)
		return EXH_OK;
	status = open_sounds_of(audio, false, arena, &game->speaker_sounds, notes, err);
	if (!status)
		status = open_sounds_of(audio, true, arena, &game->adlib_sounds, notes,
					err);
	game->sound_count = status ? 0 : audio->sound_count;
	return status;
}

/*
 * Checksums of data that a saved state depends on.
 */

static void sum_graphics(const struct exh_keen_game *game,
			 const struct exh_keen_graphics *graphics, struct exh_writer *all)
{
	for (size_t i = 0; i < game->sprite_count; i++) {
		const struct exh_keen_game_sprite *sprite = &game->sprites[i];
		const int16_t numbers[] = { sprite->orgx, sprite->orgy, sprite->xl,
					    sprite->yl,	  sprite->xh,	sprite->yh };

		for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
			exh_write_u16le(all, (uint16_t)numbers[n]);
	}
	for (size_t i = 0; i < graphics->chunk_count; i++)
		exh_write_u32le(all, exh_crc32(graphics->chunks[i].expanded));
}

/* Sums levels independently of their packing. */
static void sum_levels(const struct exh_keen_maps *maps, struct exh_writer *all)
{
	for (size_t i = 0; i < maps->count; i++) {
		const struct exh_keen_map *map = &maps->items[i];
		const size_t count = map->lost ? 0 : map->width * map->height;

		exh_write_u16le(all, (uint16_t)map->number);
		exh_write_u16le(all, map->lost ? 0 : (uint16_t)map->width);
		exh_write_u16le(all, map->lost ? 0 : (uint16_t)map->height);
		for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
			for (size_t cell = 0; map->planes[plane].cells && cell < count;
			     cell++)
				exh_write_u16le(all, map->planes[plane].cells[cell]);
	}
}

static void sum_tile_info(const struct exh_keen_tile_info *info, struct exh_writer *all)
{
	for (size_t table = 0; table < EXH_KEEN_TILE_TABLE_COUNT; table++)
		exh_write_bytes(all, info->tables[table].data, info->tables[table].size);
}

static void sum_sounds(const struct exh_keen_game *game, struct exh_writer *all)
{
	for (size_t i = 0; i < game->sound_count; i++) {
		exh_write_u32le(all, exh_crc32(game->speaker_sounds[i].data));
		exh_write_u32le(all, exh_crc32(game->adlib_sounds[i].data));
	}
}

static enum exh_status sum_up(const struct exh_keen_parts *parts,
			      struct exh_keen_game *game, struct exh_error *err)
{
	struct exh_writer all[EXH_KEEN_PART_COUNT];
	bool failed = false;

	for (size_t i = 0; i < EXH_KEEN_PART_COUNT; i++)
		all[i] = (struct exh_writer){ .limit = SUM_LIMIT };
	sum_graphics(game, parts->graphics, &all[EXH_KEEN_PART_GRAPHICS]);
	sum_levels(parts->maps, &all[EXH_KEEN_PART_LEVELS]);
	sum_tile_info(parts->tile_info, &all[EXH_KEEN_PART_TILE_INFO]);
	sum_sounds(game, &all[EXH_KEEN_PART_SOUNDS]);
	for (size_t i = 0; i < EXH_KEEN_PART_COUNT; i++) {
		game->sums[i] = exh_crc32(exh_writer_bytes(&all[i]));
		game->files[i] = parts->files[i];
		failed |= all[i].failed;
		exh_writer_free(&all[i]);
	}
	return failed ? no_memory(err) : EXH_OK;
}

/* The core knows sprites by their chunks' numbers. */
enum exh_status exh_keen_game_check(const struct exh_keen_layout *layout,
				    struct exh_error *err)
{
	const struct exh_keen_span *found = &layout->spans[EXH_KEEN_SPRITE];
	const struct exh_keen_span *expected =
		&exh_keen_layout_find("keen-dreams-ega")->spans[EXH_KEEN_SPRITE];

	if (!layout->chunk_count ||
	    (found->first == expected->first && found->count == expected->count))
		return EXH_OK;
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"the graphics are of \"%s\": only Keen Dreams is played",
			layout->title);
}

static enum exh_status check_parts(const struct exh_keen_parts *parts,
				   struct exh_error *err)
{
	const enum exh_status status = exh_keen_game_check(&parts->graphics->layout, err);

	if (status)
		return status;
	if (!parts->tile_info->background_count || !parts->tile_info->foreground_count)
		return exh_fail(
			err, EXH_INVALID, EXH_NO_OFFSET,
			"no tile information: the game can't be played without it");
	if (!parts->maps->count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "no levels");
	return EXH_OK;
}

static enum exh_status open_all(const struct exh_keen_parts *parts,
				struct exh_arena *arena, struct exh_keen_game *game,
				struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status = check_parts(parts, err);

	if (!status)
		status = open_tables(parts->tile_info, arena, game, err);
	if (!status)
		status = open_tiles(parts->graphics, arena, game, err);
	if (!status)
		status = open_masked_tiles(parts->graphics, arena, game, err);
	if (!status)
		status = open_sprites(parts->graphics, arena, game, notes, err);
	if (!status)
		status = open_tile8(parts->graphics, arena, game, err);
	if (!status)
		check_font(parts->graphics, notes);
	if (!status)
		status = open_sounds(parts->audio, arena, game, notes, err);
	return status;
}

enum exh_status exh_keen_game_open(const struct exh_keen_parts *parts,
				   struct exh_arena *arena,
				   const struct exh_keen_game **out,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct exh_keen_game *game = exh_alloc(arena, 1, sizeof *game);
	enum exh_status status;

	if (!game)
		return no_memory(err);
	game->video = parts->graphics->layout.video;
	game->address_pixels = (unsigned)exh_keen_pixels_per_byte(game->video);
	game->maps = parts->maps;
	status = open_all(parts, arena, game, notes, err);
	if (status)
		return status;
	status = sum_up(parts, game, err);
	*out = game;
	return status;
}
