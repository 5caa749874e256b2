/* Shared by the fuzz targets of the core: a small game made in memory, and bytes that
 * make choices. */
#ifndef EXH_ENGINE_KEEN_DREAMS_MADE_H
#define EXH_ENGINE_KEEN_DREAMS_MADE_H

#include "../../../base/fuzzing.h"
#include "dreams_parts.h"

enum {
	MADE_TILES = 32,
	MADE_FIRST_SPRITE = 71,
	MADE_SPRITES = 297,
	MADE_MAX_WIDTH = 128, /* sprite width in addresses */
	MADE_MAX_HEIGHT = 240,
	MADE_TILE8 = 72,
	MADE_SOUND_SIZE = 12,
	MADE_MAPS = 2, /* the land and a level, which have the same cells */
};

struct made_game {
	struct exh_keen_game game;
	struct exh_keen_maps maps;
	struct exh_keen_map map[MADE_MAPS];
	uint16_t cells[EXH_KEEN_PLANE_COUNT][EXH_KEEN_MAP_MAX_CELLS];
	uint8_t tables[EXH_KEEN_TILE_TABLE_COUNT][65536];
	uint64_t tiles[MADE_TILES][TILE_CELLS];
	struct masked_cell masked[MADE_TILES][TILE_CELLS];
	struct exh_keen_game_sprite sprites[MADE_SPRITES];
	struct masked_cell sprite_cells[MADE_MAX_WIDTH * MADE_MAX_HEIGHT];
	struct masked_cell tile8[MADE_TILE8][8];
	struct exh_keen_effect sounds[2][EXH_KEEN_SOUNDS];
	uint8_t sound_bytes[EXH_KEEN_SOUNDS + MADE_SOUND_SIZE];
};

/*
 * Bytes that make choices: 0 after the last.
 */

struct choices {
	const uint8_t *next;
	size_t left;
};

static inline uint8_t choose_byte(struct choices *c)
{
	if (!c->left)
		return 0;
	c->left--;
	return *c->next++;
}

static inline uint16_t choose_word(struct choices *c)
{
	const uint8_t low = choose_byte(c);

	return (uint16_t)(choose_byte(c) << 8 | low);
}

static inline struct exh_keen_controls choose_controls(uint8_t byte)
{
	return (struct exh_keen_controls){ .x_axis = (int8_t)(byte % 3 - 1),
					   .y_axis = (int8_t)(byte / 3 % 3 - 1),
					   .button0 = byte / 9 & 1,
					   .button1 = byte / 18 & 1 };
}

/* Also the cheats and the choice after a death. */
static inline struct exh_keen_controls choose_any_controls(struct choices *c,
							   uint8_t byte)
{
	enum { PLAIN = 252 }; /* 7 times all that choose_controls distinguishes */
	struct exh_keen_controls controls = choose_controls(byte);

	if (byte >= PLAIN) {
		const uint8_t more = choose_byte(c);

		controls.god = more & 1;
		controls.items = more & 2;
		controls.jump = more & 4;
		controls.warp = more & 8;
		controls.warp_level = more >> 4 & 3;
		controls.choice = (uint8_t)(more >> 6) % 3;
	}
	return controls;
}

static inline uint32_t made_noise(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/*
 * The game.
 */

static inline struct masked_cell made_masked_cell(uint32_t *seed, unsigned colors)
{
	uint8_t mask[CELL_PIXELS], data[CELL_PIXELS];
	struct masked_cell cell;

	for (size_t i = 0; i < CELL_PIXELS; i++) {
		mask[i] = made_noise(seed) & 1 ? 0xff : 0;
		data[i] = (uint8_t)(mask[i] ? 0 : made_noise(seed) % colors);
	}
	memcpy(&cell.mask, mask, sizeof mask);
	memcpy(&cell.data, data, sizeof data);
	return cell;
}

/* EGA and CGA pictures, in 4 colors. */
static inline void made_pictures(struct made_game *made)
{
	enum { COLORS = 4 };
	uint32_t seed = 1;

	if (made->tiles[1][0]) /* already made */
		return;
	for (size_t i = 1; i < MADE_TILES; i++)
		for (size_t k = 0; k < TILE_CELLS; k++) {
			made->masked[i][k] = made_masked_cell(&seed, COLORS);
			made->tiles[i][k] = made->masked[i][k].data;
		}
	for (size_t i = 0; i < sizeof made->sprite_cells / sizeof *made->sprite_cells;
	     i++)
		made->sprite_cells[i] = made_masked_cell(&seed, COLORS);
	for (size_t i = 0; i < MADE_TILE8; i++)
		for (size_t k = 0; k < 8; k++)
			made->tile8[i][k] = made_masked_cell(&seed, COLORS);
}

/* Sizes about as the game has them. */
static inline void made_sprites(struct made_game *made)
{
	for (size_t i = 0; i < MADE_SPRITES; i++) {
		const size_t chunk = MADE_FIRST_SPRITE + i;
		const bool small = chunk >= 162 && chunk < 211;
		const bool box = chunk == SCOREBOX_CHUNK;
		const uint16_t cells = box ? SCOREBOX_CELLS : small ? 2 : 3;
		const bool cga = made->game.video == EXH_KEEN_CGA;

		made->sprites[i] = (struct exh_keen_game_sprite){
			.present = true,
			.shifts = cga || box ? 1 : 4,
			.width = (uint16_t)(cga ? 2 * cells : cells),
			.height = small ? 16 : 32,
			.row_cells = cells,
			.xl = 32,
			.xh = small ? 223 : 319,
			.yh = small ? 255 : 511,
			.cells = made->sprite_cells + i,
		};
	}
}

static inline void made_sounds(struct made_game *made)
{
	for (size_t i = 0; i < sizeof made->sound_bytes; i++)
		made->sound_bytes[i] = (uint8_t)(i * 37 % 7 * 30);
	for (size_t device = 0; device < 2; device++)
		for (size_t i = 0; i < EXH_KEEN_SOUNDS; i++)
			made->sounds[device][i] = (struct exh_keen_effect){
				.is_adlib = device == 1,
				.priority = (uint16_t)(i * 13 % 5),
				.block = (uint8_t)(i % 8),
				.data = { made->sound_bytes + i,
					  i % 9 ? MADE_SOUND_SIZE : 0, 0 },
			};
}

/* Foreground tiles, one of each kind: solid, slopes, deadly, a pole, a hole for one, ...
 */
static inline void made_tables(struct made_game *made)
{
	static const struct {
		uint8_t table, tile, value;
	} entries[] = {
		{ EXH_KEEN_NORTHWALL, 1, 1 },	{ EXH_KEEN_EASTWALL, 1, 1 },
		{ EXH_KEEN_SOUTHWALL, 1, 1 },	{ EXH_KEEN_WESTWALL, 1, 1 },
		{ EXH_KEEN_NORTHWALL, 2, 2 },	{ EXH_KEEN_NORTHWALL, 3, 3 },
		{ EXH_KEEN_NORTHWALL, 4, 4 },	{ EXH_KEEN_NORTHWALL, 5, 5 },
		{ EXH_KEEN_NORTHWALL, 6, 6 },	{ EXH_KEEN_NORTHWALL, 7, 7 },
		{ EXH_KEEN_NORTHWALL, 8, 9 },	{ EXH_KEEN_INTILE, 9, 1 },
		{ EXH_KEEN_NORTHWALL, 10, 17 }, { EXH_KEEN_SOUTHWALL, 10, 17 },
		{ EXH_KEEN_INTILE, 10, 1 },	{ EXH_KEEN_INTILE, 11, 0x80 },
		{ EXH_KEEN_MANIM, 12, 1 },	{ EXH_KEEN_MSPEED, 12, 5 },
		{ EXH_KEEN_MANIM, 13, 0xff },	{ EXH_KEEN_MSPEED, 13, 7 },
		{ EXH_KEEN_EASTWALL, 14, 2 },	{ EXH_KEEN_SOUTHWALL, 15, 4 },
		{ EXH_KEEN_ANIM, 1, 1 },	{ EXH_KEEN_SPEED, 1, 4 },
		{ EXH_KEEN_ANIM, 2, 0xff },	{ EXH_KEEN_SPEED, 2, 6 },
	};

	memset(made->tables, 0, sizeof made->tables);
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
		made->tables[entries[i].table][entries[i].tile] = entries[i].value;
}

static inline void made_open(struct made_game *made, enum exh_keen_video video)
{
	struct exh_keen_game *game = &made->game;

	*game = (struct exh_keen_game){
		.video = video,
		.address_pixels = video == EXH_KEEN_CGA ? 4 : 8,
		.maps = &made->maps,
		.tile_count = MADE_TILES,
		.tiles = (const uint64_t(*)[TILE_CELLS])made->tiles,
		.masked_tile_count = MADE_TILES,
		.masked_tiles = (const struct masked_cell(*)[TILE_CELLS])made->masked,
		.first_sprite = MADE_FIRST_SPRITE,
		.sprite_count = MADE_SPRITES,
		.sprites = made->sprites,
		.tile8_count = MADE_TILE8,
		.tile8 = made->tile8,
		.sound_count = EXH_KEEN_SOUNDS,
		.speaker_sounds = made->sounds[0],
		.adlib_sounds = made->sounds[1],
		.sums[EXH_KEEN_PART_GRAPHICS] = video,
	};
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		game->tables[i] = made->tables[i];
	made->maps = (struct exh_keen_maps){ .count = MADE_MAPS, .items = made->map };
	made_pictures(made);
	made_sprites(made);
	made_sounds(made);
	made_tables(made);
}

/*
 * Levels for the fuzzer.
 */

/* Fills a level: a third is empty; the rest has tiles of all kinds and objects, some
 * invalid. */
static inline void made_fill_level(struct made_game *made, uint32_t seed, uint8_t density)
{
	const size_t width = made->map[0].width, cells = width * made->map[0].height;

	for (size_t i = 0; i < cells; i++) {
		const uint32_t noise = made_noise(&seed);
		const bool floor = i / width % 5 == 4;

		made->cells[EXH_KEEN_BACKGROUND][i] =
			(uint16_t)(noise & 3 ? 3 + (noise >> 2 & 1) : noise >> 2 & 7);
		made->cells[EXH_KEEN_FOREGROUND][i] =
			(uint16_t)((noise >> 5 & 255) < density ? noise >> 13 & 15
				   : floor			? 1
								: 0);
		made->cells[EXH_KEEN_INFO][i] =
			(uint16_t)(made_noise(&seed) % 256 < density / 4
					   ? made_noise(&seed) % 64
					   : 0);
	}
}

static inline void made_level(struct made_game *made, size_t width, size_t height,
			      uint32_t seed, uint8_t density)
{
	for (unsigned i = 0; i < MADE_MAPS; i++) {
		struct exh_keen_map *map = &made->map[i];

		*map = (struct exh_keen_map){ .number = i,
					      .width = width,
					      .height = height };
		for (size_t plane = 0; plane < EXH_KEEN_PLANE_COUNT; plane++)
			map->planes[plane].cells = made->cells[plane];
	}
	made_fill_level(made, seed, density);
}

/* Adds the player. */
static inline void made_player(struct made_game *made, size_t cell)
{
	made->cells[EXH_KEEN_INFO][cell % (made->map[0].width * made->map[0].height)] = 1;
}

static inline struct exh_keen_start made_start(struct choices *c)
{
	const uint8_t flags = choose_byte(c), more = choose_byte(c);
	struct exh_keen_start start;

	exh_keen_start_default(&start);
	start.map = !(flags & 15) ? 0 : 1;
	start.god = flags & 16;
	start.jump_cheat = flags & 32;
	start.whole_game = flags & 64;
	start.compatible_vga = flags & 128;
	start.refresh = (enum exh_keen_refresh)(more % 3);
	start.device = (enum exh_audio_device)(more / 3 % 3);
	start.difficulty = (int16_t)(1 + more / 9 % 3);
	start.tic_step = (uint16_t)(1 + more / 27 % 7);
	start.random = choose_byte(c);
	start.flowers = choose_byte(c) & 63;
	start.bombs = choose_byte(c) & 63;
	start.keys = start.bombs & 3;
	return start;
}

#endif
