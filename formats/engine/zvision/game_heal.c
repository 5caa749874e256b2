/* Repairs the state of a restored game besides its keys. */
#include "zv_parts.h"

#include <stdio.h>

/* Restarts music that plays according to a saved game and that an action of a loaded
 * script plays: otherwise scripts that wait for its end would wait forever. */
static void heal_result(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const enum zv_action action = where->result->action;
	const int32_t key = where->result->slot;
	char text[80];

	if (key == ZV_NO_KEY || zv_get(engine, key) != 1 ||
	    exh_zv_effect_find(engine, key))
		return;
	if (action == ZV_ACT_MUSIC || action == ZV_ACT_UNIVERSE_MUSIC) {
		exh_zv_act(engine, where);
	} else if (action == ZV_ACT_ANIMPLAY || action == ZV_ACT_PLAYPRELOAD) {
		snprintf(text, sizeof text, "anim key %d left at 1 by the saved game",
			 (int)key);
		exh_zv_action_note(engine, where, text);
	}
}

static void heal_puzzle(struct exh_zv_engine *engine, struct zv_where *where,
			const struct zv_puzzle *puzzle)
{
	for (size_t i = 0; i < puzzle->result_count; i++) {
		where->result = &puzzle->results[i];
		heal_result(engine, where);
	}
}

void exh_zv_game_heal(struct exh_zv_engine *engine)
{
	for (unsigned scope = 0; scope < ZV_SCOPES; scope++) {
		struct zv_where where = { .program =
						  engine->scheduler.scopes[scope].program,
					  .scope = scope };

		for (size_t i = 0; where.program && i < where.program->puzzle_count; i++)
			heal_puzzle(engine, &where, &where.program->puzzles[i]);
	}
}
