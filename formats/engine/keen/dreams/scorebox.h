/*
 * The score box: a sprite that is painted anew when a number changes. Source: keen-engine
 * 10.6.
 */
#ifndef EXH_ENGINE_KEEN_DREAMS_SCOREBOX_H
#define EXH_ENGINE_KEEN_DREAMS_SCOREBOX_H

#include "game.h"

enum { SCOREBOX_CELLS = 9, SCOREBOX_HEIGHT = 32 };

struct exh_keen_engine;
struct object;

struct scorebox {
	bool painted;
	/* What the box shows, once it is painted. */
	int32_t score;
	int16_t lives, items;
	bool bombs; /* items are bombs, not flowers */
	/* Drawn for chunk SCOREBOX_CHUNK in place of the game's, if that has
	 * SCOREBOX_CELLS a row and is not higher. */
	struct masked_cell cells[SCOREBOX_CELLS * SCOREBOX_HEIGHT];
};

/* Slot SCOREBOX_SLOT; before any other object than the player. */
void exh_keen_spawn_scorebox(struct exh_keen_engine *e);
/* Of its one state, in states_scorebox.h. */
void exh_keen_scorebox_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_scorebox_react(struct exh_keen_engine *e, struct object *ob);

#endif
