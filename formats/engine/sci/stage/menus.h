/* The menu bar. Source: sci0-vm 4.7, sci0-vm-notes 5. */
#ifndef EXH_ENGINE_SCI0_STAGE_MENUS_H
#define EXH_ENGINE_SCI0_STAGE_MENUS_H

#include "stage.h"

void exh_stage_menus_free(stage *s);

#endif
