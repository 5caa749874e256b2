/* Puzzles that fire in one tick after the other, because they set each other, or
 * themselves: a pass ends anyway, but their author wants to know. */
#include "zv_parts.h"

#include <stdio.h>

enum { ENDLESS_TICKS = 300 };

static struct zv_watched *slot_of(struct exh_zv_engine *engine,
				  const struct zv_puzzle *puzzle)
{
	struct zv_watched *free_one = NULL;

	for (size_t i = 0; i < ZV_WATCHED; i++) {
		struct zv_watched *watched = &engine->watched[i];

		if (watched->puzzle == puzzle)
			return watched;
		if (watched->last + 1 < engine->tick || !watched->puzzle)
			free_one = watched;
	}
	if (free_one)
		*free_one = (struct zv_watched){ puzzle, engine->tick, engine->tick };
	return free_one;
}

void exh_zv_watch(struct exh_zv_engine *engine, const struct zv_program *program,
		  const struct zv_puzzle *puzzle)
{
	struct zv_watched *watched = slot_of(engine, puzzle);
	char once[ZV_NAME_SIZE + 32];

	if (!watched)
		return;
	if (watched->last + 1 < engine->tick)
		watched->first = engine->tick;
	watched->last = engine->tick;
	if (engine->tick - watched->first != ENDLESS_TICKS)
		return;
	snprintf(once, sizeof once, "endless %u %s", (unsigned)puzzle->node->line,
		 program->name);
	if (exh_zv_world_once(engine->world, once))
		exh_note(&engine->world->notes, EXH_WARNING, puzzle->node->text.offset,
			 "%s: line %u: puzzle %d fires again in each tick, for %d ticks "
			 "now: it or another one sets its key back",
			 program->name, (unsigned)puzzle->node->line, (int)puzzle->key,
			 ENDLESS_TICKS);
}
