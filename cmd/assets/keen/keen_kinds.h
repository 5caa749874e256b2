/* The kinds of assets of Keen's games. */
#ifndef CMD_ASSETS_KEEN_KEEN_KINDS_H
#define CMD_ASSETS_KEEN_KEEN_KINDS_H

#include "assets/assets.h"

/* A folder with archives of graphics, levels or sounds; the kinds are those of all three.
 */
extern const struct game_type keen_game_type;

#endif
