/* What is drawn over the window: subtitles, the menu, the mouse's cursor. */
#ifndef EXH_ENGINE_ZVISION_OVERLAY_H
#define EXH_ENGINE_ZVISION_OVERLAY_H

#include "zv_parts.h"

/* Into the screen; first is the window's corner. */
void exh_zv_draw_subtitles(const struct exh_zv_engine *engine,
			   const struct exh_zv_picture *screen,
			   struct exh_zv_pano_point first);

/* Its strip above the window, if the mouse is in it. */
void exh_zv_draw_menu(const struct exh_zv_engine *engine,
		      const struct exh_zv_picture *screen);
void exh_zv_draw_cursor(const struct exh_zv_engine *engine,
			const struct exh_zv_picture *screen);

/*
 * Cursors' pictures (cursor_art.c).
 */
struct exh_zv_cursor_role;

/* NULL: the game has none. */
const struct zv_art *exh_zv_cursor_art(const struct exh_zv_engine *engine,
				       const struct exh_zv_cursor_role *role);
/* With its first pixel there, as far as it is on the screen; colour 0 is not drawn. */
void exh_zv_draw_art(const struct zv_art *art, const struct exh_zv_picture *screen,
		     int64_t x, int64_t y);

#endif
