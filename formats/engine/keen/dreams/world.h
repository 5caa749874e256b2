/* What Keen does on the world map: of states_world.h. Source: keen-engine 10.4. */
#ifndef EXH_ENGINE_KEEN_DREAMS_WORLD_H
#define EXH_ENGINE_KEEN_DREAMS_WORLD_H

#include "parts.h"

void exh_keen_world_think(struct exh_keen_engine *e, struct object *ob);
void exh_keen_world_walk(struct exh_keen_engine *e, struct object *ob);

#endif
