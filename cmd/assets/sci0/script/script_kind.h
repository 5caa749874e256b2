/* Scripts of a game as assets: text that --assemble reads, and the strings in them. */
#ifndef CMD_ASSETS_SCI0_SCRIPT_SCRIPT_KIND_H
#define CMD_ASSETS_SCI0_SCRIPT_SCRIPT_KIND_H

#include "assets/sci0/sci_source.h"

extern const struct asset_kind sci_script_kind;

#endif
