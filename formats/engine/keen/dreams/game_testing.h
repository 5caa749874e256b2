/* Shared by the tests of the core: a game opened from files, runs, pictures. */
#ifndef EXH_ENGINE_KEEN_DREAMS_PLAYING_H
#define EXH_ENGINE_KEEN_DREAMS_PLAYING_H

#include "../../../base/testing.h"
#include "exhume/keen_engine.h"
#include "exhume/advanced/ega.h"
#include "exhume/advanced/keen_audio.h"
#include "exhume/advanced/keen_map.h"

#include <stdio.h>

struct opened_game {
	struct exh_arena arena;
	struct exh_keen_graphics graphics;
	struct exh_keen_maps maps;
	struct exh_keen_tile_info info;
	struct exh_keen_audio audio;
	struct exh_huffman huffman[3];
	struct exh_bytes files[9];
	const struct exh_keen_layout *layout;
	const struct exh_keen_game *game;
};

enum {
	EGA_FILE,
	EGAHEAD,
	EGADICT,
	MAP_FILE,
	MAPHEAD,
	MAPDICT,
	AUD_FILE,
	AUDIOHHD,
	AUDIODCT
};

static inline void open_graphics(struct opened_game *opened)
{
	const struct exh_keen_layout *layout = opened->layout;
	struct exh_keen_head head;

	assert_int_equal(
		exh_huffman_read(&opened->huffman[0], opened->files[EGADICT], NULL, NULL),
		EXH_OK);
	assert_int_equal(exh_keen_head_read(opened->files[EGAHEAD], 4,
					    layout->chunk_count,
					    opened->files[EGA_FILE].size, &opened->arena,
					    &head, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_keen_graphics_open(opened->files[EGA_FILE], &head, layout,
						&opened->huffman[0], &opened->arena,
						&opened->graphics, NULL, NULL),
			 EXH_OK);
}

static inline void open_maps(struct opened_game *opened)
{
	const struct exh_keen_layout *layout = opened->layout;
	struct exh_keen_maphead head;

	assert_int_equal(
		exh_huffman_read(&opened->huffman[1], opened->files[MAPDICT], NULL, NULL),
		EXH_OK);
	assert_int_equal(exh_keen_maphead_read(opened->files[MAPHEAD],
					       opened->files[MAP_FILE], &head, NULL),
			 EXH_OK);
	assert_int_equal(exh_keen_tile_info_open(head.tile_info,
						 layout->spans[EXH_KEEN_TILE16].count,
						 layout->spans[EXH_KEEN_TILE16M].count,
						 &opened->info, NULL),
			 EXH_OK);
	assert_int_equal(exh_keen_maps_open(opened->files[MAP_FILE], &head,
					    &opened->huffman[1], &opened->arena,
					    &opened->maps, NULL, NULL),
			 EXH_OK);
}

/* All files must exist; they belong to opened afterwards. */
static inline void open_game(struct opened_game *opened, const char *layout)
{
	const struct exh_keen_parts parts = { .graphics = &opened->graphics,
					      .maps = &opened->maps,
					      .tile_info = &opened->info,
					      .audio = &opened->audio };

	opened->layout = exh_keen_layout_find(layout);
	opened->arena.limit = 1 << 26;
	open_graphics(opened);
	open_maps(opened);
	assert_int_equal(exh_keen_audio_open(opened->files[AUD_FILE],
					     opened->files[AUDIOHHD],
					     opened->files[AUDIODCT], &opened->arena,
					     &opened->audio, NULL, NULL),
			 EXH_OK);
	assert_int_equal(
		exh_keen_game_open(&parts, &opened->arena, &opened->game, NULL, NULL),
		EXH_OK);
}

/* False if the real game is not available. */
static inline bool open_real_game(struct opened_game *opened)
{
	static const char *const names[] = {
		"KDREAMS.EGA", "EGAHEAD.KDR",  "EGADICT.KDR",
		"KDREAMS.MAP", "MAPHEAD.KDR",  "MAPDICT.KDR",
		"KDREAMS.AUD", "AUDIOHHD.KDR", "AUDIODCT.KDR"
	};
	char path[64];

	memset(opened, 0, sizeof *opened);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "keen-dreams-1.13/%s", names[i]);
		opened->files[i] = load_game_file(path);
		if (!opened->files[i].data)
			return false;
	}
	open_game(opened, "keen-dreams-ega");
	return true;
}

/* Opens the mole's game of testdata/archives. */
static inline void open_sample_game(struct opened_game *opened, bool cga)
{
	static const char *const names[2][9] = {
		{ "DREAMS.EGA", "EGAHEAD.MOL", "EGADICT.MOL", "DREAMS.MAP", "MAPHEAD.MOL",
		  "MAPDICT.MOL", "DREAMS.AUD", "AUDIOHHD.MOL", "AUDIODCT.MOL" },
		{ "DREAMS.CGA", "CGAHEAD.MOL", "CGADICT.MOL", "DREAMS.MAP", "MAPHEAD.MOL",
		  "MAPDICT.MOL", "DREAMS.AUD", "AUDIOHHD.MOL", "AUDIODCT.MOL" },
	};
	char path[64];

	memset(opened, 0, sizeof *opened);
	for (size_t i = 0; i < sizeof names[cga] / sizeof *names[cga]; i++) {
		snprintf(path, sizeof path, "archives/%s/%s",
			 cga ? "dreams-cga" : "dreams", names[cga][i]);
		opened->files[i] = load_testdata(path);
	}
	open_game(opened, cga ? "keen-dreams-cga-1.05" : "keen-dreams-ega");
}

static inline void close_game(struct opened_game *opened)
{
	exh_arena_free(&opened->arena);
	for (size_t i = 0; i < sizeof opened->files / sizeof *opened->files; i++)
		free((void *)opened->files[i].data);
}

static inline uint32_t picture_crc(const struct exh_keen_engine *engine)
{
	uint8_t pixels[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	exh_keen_engine_picture(engine, pixels);
	return exh_crc32((struct exh_bytes){ pixels, sizeof pixels, 0 });
}

/* Controls for letters: "LA" is left and jump. */
static inline struct exh_keen_controls keys(const char *text)
{
	struct exh_keen_controls c = { 0 };

	for (; *text; text++) {
		c.x_axis = (int8_t)(*text == 'L' ? -1 : *text == 'R' ? 1 : c.x_axis);
		c.y_axis = (int8_t)(*text == 'U' ? -1 : *text == 'D' ? 1 : c.y_axis);
		c.button0 = c.button0 || *text == 'A';
		c.button1 = c.button1 || *text == 'B';
	}
	return c;
}

#endif
