/* Shared by handmade tests: a core without pictures, whose objects are placed by the
 * test. */
#ifndef EXH_ENGINE_KEEN_DREAMS_STAGED_H
#define EXH_ENGINE_KEEN_DREAMS_STAGED_H

#include "dreams_parts.h"

#include "../../../base/testing.h"

enum { MAP_SIDE = 64, WALL_TILE = 1, POLE_TILE = 2 };

struct fixture {
	struct exh_keen_engine e;
	struct exh_keen_game game;
	uint8_t tables[EXH_KEEN_TILE_TABLE_COUNT][65536];
};

static inline int set_up(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	for (size_t i = 0; i < EXH_KEEN_TILE_TABLE_COUNT; i++)
		f->game.tables[i] = f->tables[i];
	f->tables[EXH_KEEN_NORTHWALL][WALL_TILE] = 1;
	f->tables[EXH_KEEN_INTILE][POLE_TILE] = 0x80 | INTILE_POLE;
	f->game.address_pixels = 8;
	f->e.game = &f->game;
	f->e.states = exh_keen_states;
	f->e.map_width = f->e.map_height = MAP_SIDE;
	f->e.tics = 2;
	f->e.time_count = f->e.last_time_count = 2;
	exh_keen_objects_clear(&f->e);
	exh_keen_object_new(&f->e);
	exh_keen_object_new(&f->e);
	exh_keen_rf_level_start(&f->e);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	free(*state);
	return 0;
}

static inline struct exh_keen_engine *engine_of(void **state)
{
	struct fixture *f = *state;

	return &f->e;
}

/* At x, y, with a box of the given size from there. */
static inline void put(struct object *ob, int x, int y, int width, int height)
{
	ob->x = ob->left = (uint16_t)x;
	ob->y = ob->top = (uint16_t)y;
	ob->right = (uint16_t)(x + width);
	ob->bottom = (uint16_t)(y + height);
	ob->midx = (uint16_t)(x + width / 2);
	ob->tileleft = ob->left >> 8;
	ob->tileright = ob->right >> 8;
	ob->tiletop = ob->top >> 8;
	ob->tilebottom = ob->bottom >> 8;
	ob->tilemidx = ob->midx >> 8;
}

static inline void set_tile(struct exh_keen_engine *e, enum exh_keen_plane plane,
			    unsigned x, unsigned y, uint16_t tile)
{
	e->planes[plane][y * MAP_SIDE + x] = tile;
}

#endif
