/* exhume build of a game of Keen: its archives through egagrab and mapdump. */
#ifndef CMD_ASSETS_KEEN_KEEN_BUILD_H
#define CMD_ASSETS_KEEN_KEEN_BUILD_H

#include "assets/assets.h"

#define KEEN_GRAPHICS_FOLDER "graphics"
#define KEEN_LEVELS_FOLDER "levels"
#define KEEN_SOUNDS_FOLDER "sounds"

const char *keen_build_refuses(const json_t *asset, const char *file);
bool keen_build(const struct game_build *build);

#endif
