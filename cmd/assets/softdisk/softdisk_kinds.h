/* Softdisk's libraries in the registry of assets: pictures, text screens, texts and
 * files. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_KINDS_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_KINDS_H

#include "assets/assets.h"

/* Its options are struct softdisk_picture_options, its thing is a struct ilbm_picture. */
extern const struct asset_kind softdisk_picture_kind;

/* A library (SLIB, COMP, CMP1): a file. */
extern const struct game_type softdisk_game_type;

#endif
