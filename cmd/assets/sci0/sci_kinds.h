/* The kinds of assets of Sierra's games. */
#ifndef CMD_ASSETS_SCI0_SCI_KINDS_H
#define CMD_ASSETS_SCI0_SCI_KINDS_H

#include "assets/assets.h"

#include <exhume/sci0.h>

/* A kind for each type of resources: six become files of common formats, the others stay
 * patch files. */
extern const struct game_type sci_game_type;

/* By type: resources as they are, as patch files. */
extern const struct asset_kind sci_raw_kinds[EXH_SCI0_TYPES];

/* Where a whole game is converted: beside what people look at, what they edit. NULL: the
 * kind's defaults. */
const void *sci_export_options(const struct asset_kind *kind,
			       const struct export_wishes *wishes);

#endif
