/* The kinds of assets of ZVision's games. */
#ifndef CMD_ASSETS_ZVISION_ZV_KINDS_H
#define CMD_ASSETS_ZVISION_ZV_KINDS_H

#include "assets/assets.h"

/* A folder of loose files and ZFS archives, or an archive. */
extern const struct game_type zv_game_type;

#endif
