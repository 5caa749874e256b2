/*
 * Any text as a document of levels, and as the CSV of a plane. What is accepted keeps to
 * the limits of a head and of a level.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "level.h"

#include <assert.h>

enum { MEMORY_LIMIT = 16 << 20, MAX_CELLS = 32767 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_entry(const struct level_entry *entry)
{
	const struct exh_keen_map *map = &entry->map;
	unsigned sum = 0;

	assert(map->number < EXH_KEEN_MAP_LIMIT);
	if (map->lost)
		return;
	assert(map->width && map->height && map->width * map->height <= MAX_CELLS);
	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT && entry->has_cells; i++)
		for (size_t k = 0; k < map->width * map->height; k++)
			sum += map->planes[i].cells[k];
	assert(sum <= 3U * MAX_CELLS * 65535U);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_keen_map map = { .width = 3, .height = 2 };
	const struct exh_bytes text = { data, size, 0 };
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct level_document document;
	struct exh_keen_tile_info info;
	struct exh_error err;
	uint16_t *cells;

	if (level_read_json(text, &arena, &document, &err) == EXH_OK)
		for (size_t i = 0; i < document.count; i++)
			check_entry(&document.maps[i]);
	if (level_read_tile_info(text, &arena, &info, &err))
		assert(err.text[0]);
	if (level_read_csv(text, &map, &arena, &cells, &err) == EXH_OK)
		assert(cells[5] <= 65535);
	exh_arena_free(&arena);
	return 0;
}
