/* Songs in the registry of assets: IMF and register logs, one file or a folder of them.
 */
#ifndef CMD_ASSETS_SONG_SONG_KINDS_H
#define CMD_ASSETS_SONG_SONG_KINDS_H

#include "assets/assets.h"

/* Its options are struct song_options, its thing is a struct song_asset. */
extern const struct asset_kind song_asset_kind;

/* A song, or a folder where songs are, by the endings of their names. */
extern const struct game_type song_game_type;

#endif
