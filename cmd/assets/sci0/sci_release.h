/* What the files around a game's resources say about its release. */
#ifndef CMD_ASSETS_SCI0_SCI_RELEASE_H
#define CMD_ASSETS_SCI0_SCI_RELEASE_H

#include "sci_game.h"

#include <exhume/facts.h>

/*
 * As far as they can be known: "release", the first line of the file VERSION;
 * "interpreter", its version out of the program; "layout" of the map.
 */
void sci_release_describe(const struct sci_game *game, struct exh_facts *facts);

#endif
