/* Resources of Sierra's games as assets: out of a game, or a patch file by itself. */
#ifndef CMD_ASSETS_SCI0_SCI_SOURCE_H
#define CMD_ASSETS_SCI0_SCI_SOURCE_H

#include "assets/assets.h"
#include "sci_game.h"

/* A kind's code is its enum exh_sci0_type. */
extern const struct asset_source sci_source;

/* The game that assets are of; NULL: path is a single resource. */
static inline struct sci_game *sci_game_of(const struct assets *assets)
{
	return assets->game;
}

#endif
