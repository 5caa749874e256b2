/* Programs of real games, for tests. */
#ifndef EXH_ENGINE_SCI0_PLAIN_GAME_H
#define EXH_ENGINE_SCI0_PLAIN_GAME_H

#include "exhume/sci.h"
#include "exhume/advanced/sci_program.h"
#include "exhume/advanced/sci.h"

#include "../../../base/testing.h"

enum { GAME_PARTS = 2048, GAME_LIMIT = 1 << 28 };

struct test_game {
	struct exh_bytes map, volume; /* to be freed */
	struct exh_arena arena;
	struct exh_sci_part parts[GAME_PARTS];
	size_t count;
	struct exh_sci_program program;
};

static inline void game_add(struct test_game *game, const struct exh_sci_map *map,
			    const struct exh_sci_entry *entry)
{
	struct exh_sci_record record;
	uint8_t *unpacked;
	size_t produced;

	if (entry->is_shadowed || entry->volume != 1 || game->count == GAME_PARTS ||
	    exh_sci_record_read(game->volume, entry->offset, map->layout, &record, NULL))
		return;
	unpacked = exh_alloc(&game->arena, record.unpacked_size + 1u, 1);
	if (unpacked && !exh_sci_record_unpack(&record, &game->arena, unpacked, &produced,
					       NULL, NULL))
		game->parts[game->count++] = (struct exh_sci_part){
			entry->type, entry->number, { unpacked, record.unpacked_size, 0 }
		};
}

static inline void game_read_map(struct test_game *game, const char *name)
{
	struct exh_sci_map map;
	char path[128];

	snprintf(path, sizeof path, "sci0/%s/resource.map", name);
	game->map = load_game_file(path);
	snprintf(path, sizeof path, "sci0/%s/resource.001", name);
	game->volume = load_game_file(path);
	if (!game->map.data || !game->volume.data)
		return;
	assert_int_equal(exh_sci_map_read(game->map, exh_sci_map_layout(game->map),
					  &game->arena, &map, NULL, NULL),
			 EXH_OK);
	for (size_t i = 0; i < map.count; i++)
		game_add(game, &map, &map.entries[i]);
}

static inline void game_read_patches(struct test_game *game, const char *name,
				     unsigned type, const char *type_name)
{
	struct exh_bytes file, bytes;
	char path[128];

	for (unsigned number = 0; number < 1000; number++) {
		snprintf(path, sizeof path, "sci0/%s/%s.%03u", name, type_name, number);
		file = load_game_file(path);
		if (!file.data)
			continue;
		if (game->count < GAME_PARTS &&
		    !exh_sci_patch_read(file, type, &bytes, NULL))
			game->parts[game->count++] =
				(struct exh_sci_part){ type, number,
						       exh_memdup(&game->arena, bytes) };
		free((void *)file.data);
	}
}

/* False if the game is not there. Of those that have one volume, or only patch files. */
static inline bool game_open(struct test_game *game, const char *name)
{
	struct exh_notes notes = { .arena = &game->arena };

	*game = (struct test_game){ .arena.limit = GAME_LIMIT };
	game_read_patches(game, name, EXH_SCI_SCRIPT, "script");
	game_read_patches(game, name, EXH_SCI_VOCAB, "vocab");
	game_read_patches(game, name, EXH_SCI_TEXT, "text");
	game_read_map(game, name);
	if (!game->count)
		return false;
	assert_int_equal(exh_sci_program_open(game->parts, game->count, &game->arena,
					      &game->program, &notes, NULL),
			 EXH_OK);
	return true;
}

static inline void game_close(struct test_game *game)
{
	exh_arena_free(&game->arena);
	free((void *)game->map.data);
	free((void *)game->volume.data);
}

#endif
