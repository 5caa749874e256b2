/* Scripts (.scr) as assets. */
#ifndef CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPTS_H
#define CMD_ASSETS_ZVISION_SCRIPT_ZV_SCRIPTS_H

#include "assets/zvision/zv_source.h"

#include <exhume/zvision_script.h>

/* Each becomes a text, in the canonical form. The thing is a struct exh_zv_script. */
extern const struct asset_kind zv_script_kind;

#endif
