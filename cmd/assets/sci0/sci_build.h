/* exhume build of a game of SCI: all of it through sci-pack. */
#ifndef CMD_ASSETS_SCI0_SCI_BUILD_H
#define CMD_ASSETS_SCI0_SCI_BUILD_H

#include "assets/assets.h"

bool sci_build(const struct game_build *build);

#endif
