/* Views as a kind of asset: PNG files, sheets and animations. */
#ifndef CMD_ASSETS_SCI0_VIEW_SCI_VIEWS_H
#define CMD_ASSETS_SCI0_VIEW_SCI_VIEWS_H

#include "assets/sci0/sci_source.h"
#include "view_options.h"

/* For OPT_CHOICE, in the order of the formats. */
extern const char *const sci_view_formats[];

extern const struct asset_kind sci_view_kind;

#endif
