/*
 * Any text as a level of Tiled's, JSON or XML. One that is accepted holds no more cells
 * than a level can, and is the same after it was written in either form and read again.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "level.h"

#include <assert.h>
#include <string.h>

enum { MEMORY_LIMIT = 16 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void assert_same(const struct tiled_contents *a, const struct tiled_contents *b)
{
	const size_t count = a->map.width * a->map.height;

	assert(count && count <= EXH_KEEN_MAP_MAX_CELLS);
	assert(a->map.width == b->map.width && a->map.height == b->map.height);
	assert(a->map.number == b->map.number && a->map.number < EXH_KEEN_MAP_LIMIT);
	assert(memcmp(a->map.name, b->map.name, sizeof a->map.name) == 0);
	assert(a->has_tile_info == b->has_tile_info);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const struct exh_keen_map_plane *x = &a->map.planes[i];
		const struct exh_keen_map_plane *y = &b->map.planes[i];

		assert(x->absent == y->absent && x->offset == y->offset);
		assert(memcmp(x->cells, y->cells, count * sizeof *x->cells) == 0);
	}
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++) {
		const struct exh_bytes *x = &a->tile_info.tables[i];
		const struct exh_bytes *y = &b->tile_info.tables[i];

		assert(x->size == y->size);
		assert(!x->size || memcmp(x->data, y->data, x->size) == 0);
	}
}

/* Writes contents with the tiles that they describe; if they describe none, no value has
 * a tile. */
static void write_again(const struct tiled_contents *contents, enum tiled_form form,
			struct exh_writer *out)
{
	static const struct tiled_files files = { .sheets = { "0.png", "1.png",
							      "2.png" } };
	const struct exh_keen_tiles background = {
		.count = contents->tile_info.background_count,
	};
	const struct exh_keen_tiles foreground = {
		.count = contents->tile_info.foreground_count,
	};
	struct exh_palette colors;
	const struct tiled_tiles tiles = {
		.background = &background,
		.foreground = &foreground,
		.info = contents->has_tile_info ? &contents->tile_info : NULL,
		.colors = &colors,
		.info_count = 256,
	};

	exh_palette_ega(&colors);
	assert(tiled_level(&tiles, &contents->map, form, &files, out, NULL) == EXH_OK);
}

static void check_again(const struct tiled_contents *contents, enum tiled_form form)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_writer out = { .limit = 64 << 20 };
	struct tiled_contents again;

	write_again(contents, form, &out);
	assert(tiled_read(exh_writer_bytes(&out), NULL, &arena, &again, NULL, NULL) ==
	       EXH_OK);
	assert_same(contents, &again);
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_arena spare = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &spare };
	struct tiled_contents contents;
	struct exh_error err = { 0 };

	(void)tiled_is((struct exh_bytes){ data, size, 0 }, "tileset");
	if (tiled_read((struct exh_bytes){ data, size, 0 }, NULL, &arena, &contents,
		       &notes, &err)) {
		assert(err.text[0]);
	} else {
		assert(tiled_is((struct exh_bytes){ data, size, 0 }, "map"));
		check_again(&contents, TILED_JSON);
		check_again(&contents, TILED_XML);
	}
	exh_arena_free(&spare);
	exh_arena_free(&arena);
	return 0;
}
