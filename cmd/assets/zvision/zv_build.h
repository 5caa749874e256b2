/* exhume build of a game of ZVision: edited files lie beside the archives. */
#ifndef CMD_ASSETS_ZVISION_ZV_BUILD_H
#define CMD_ASSETS_ZVISION_ZV_BUILD_H

#include "assets/assets.h"

const char *zv_build_refuses(const json_t *asset, const char *file);
bool zv_build(const struct game_build *build);

#endif
