/*
 * Any text as the CSV of tile information. What is accepted gives the same text and
 * tables again.
 *
 * Input: the text; there are 3 background tiles and 2 of the foreground
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "level.h"

#include <assert.h>
#include <string.h>

enum { BACKGROUND = 3, FOREGROUND = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct exh_keen_tile_info *info, struct exh_arena *arena)
{
	struct exh_writer text = { .limit = 1 << 16 };
	struct exh_keen_tile_info again;

	level_tile_info_csv(info, &text);
	assert(!tile_info_read_csv(exh_writer_bytes(&text), BACKGROUND, FOREGROUND, arena,
				   &again, NULL));
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		assert(memcmp(info->tables[i].data, again.tables[i].data,
			      again.tables[i].size) == 0);
	exh_writer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_keen_tile_info info;
	struct exh_error err = { 0 };

	if (tile_info_read_csv((struct exh_bytes){ data, size, 0 }, BACKGROUND,
			       FOREGROUND, &arena, &info, &err))
		assert(err.status && err.text[0]);
	else
		check_again(&info, &arena);
	exh_arena_free(&arena);
	return 0;
}
