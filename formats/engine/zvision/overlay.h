/* What is drawn over the window: subtitles, the menu, the mouse's cursor. */
#ifndef EXH_ENGINE_ZVISION_OVERLAY_H
#define EXH_ENGINE_ZVISION_OVERLAY_H

#include "parts.h"

/* Into the screen; first is the window's corner. */
void exh_zv_draw_subtitles(const struct exh_zv_engine *engine,
			   const struct exh_zv_picture *screen,
			   struct exh_zv_pano_point first);

#endif
