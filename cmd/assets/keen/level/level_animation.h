/* Levels whose animated tiles move, as APNG. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_ANIMATION_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_ANIMATION_H

#include "level_picture.h"

/*
 * The level with its animated tiles going through their frames, each at its own speed,
 * until all are where they began, or most_ticks (1/70 s) are over.
 */
enum exh_status level_apng(const struct level_style *style,
			   const struct exh_keen_map *map, unsigned most_ticks,
			   struct exh_writer *out, struct exh_error *err);

#endif
