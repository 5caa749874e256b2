/* The places of a game as rooms of its map. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_ROOMS_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_ROOMS_H

#include "assets/assets.h"

/* Adds those of a struct zv_game. Ways of a world or of the universe, which are
 * everywhere (to the menu, say), are left out. */
void zv_rooms_relate(void *game, struct report *report,
		     const struct asset_relations *map);

#endif
