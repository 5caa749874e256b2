/* What the kinds of Keen find their assets in: a kind's game is a struct keen_parts. */
#ifndef CMD_ASSETS_KEEN_KEEN_PARTS_H
#define CMD_ASSETS_KEEN_KEEN_PARTS_H

#include "assets/assets.h"

/* NULL: that archive is not there, and its kinds have no assets. */
struct keen_parts {
	struct keen_graphics_game *graphics; /* prepared */
	struct keen_levels *levels;
	struct keen_sound_game *sounds;
};

#endif
