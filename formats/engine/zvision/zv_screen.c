/* The screen: the window, the video in it, and what is drawn over them. */
#include "zv_parts.h"

#include <string.h>

/* Draws a row of the video into a row of the window. In panoramas, frames are stored with
 * rows and columns exchanged, as all pictures there. */
static void draw_video(const struct exh_zv_engine *engine, int64_t y, uint16_t *row)
{
	const struct zv_video *video = &engine->video;
	const struct zv_film *film = video->film;
	const struct zv_rectangle *to = &video->place;
	const bool is_turned = zv_is_panorama(engine);
	const int64_t width = (int64_t)(is_turned ? film->height : film->width);
	const int64_t height = (int64_t)(is_turned ? film->width : film->height);
	const int64_t columns = (int64_t)to->x2 - to->x1 + 1;
	const int64_t from_y = (y - to->y1) * height / ((int64_t)to->y2 - to->y1 + 1);

	if (y < to->y1 || y > to->y2)
		return;
	for (int64_t x = to->x1 > 0 ? to->x1 : 0;
	     x <= to->x2 && x < (int64_t)engine->pano.width; x++) {
		const int64_t from_x = (x - to->x1) * width / columns;

		row[x] = video->pixels[is_turned ? from_x * height + from_y
						 : from_y * width + from_x];
	}
}

void exh_zv_video_hold(struct exh_zv_engine *engine)
{
	for (size_t y = 0; engine->window && y < engine->pano.height; y++)
		draw_video(engine, (int64_t)y, engine->window + y * engine->pano.width);
	if (engine->render_delay < VIDEO_RENDER_DELAY)
		engine->render_delay = VIDEO_RENDER_DELAY;
	engine->is_drawn = false;
}

static void draw_window_row(const struct exh_zv_engine *engine, size_t y, uint16_t *row)
{
	const size_t width = engine->pano.width;

	memcpy(row, engine->window + y * width, width * sizeof *row);
	if (engine->wait == WAIT_VIDEO)
		draw_video(engine, (int64_t)y, row);
}

void exh_zv_engine_picture(const struct exh_zv_engine *engine, uint16_t *pixels)
{
	const struct exh_zv_pano_point first = exh_zv_view_corner(engine);
	const struct exh_zv_picture screen = { EXH_ZV_SCREEN_WIDTH, EXH_ZV_SCREEN_HEIGHT,
					       pixels };

	memset(pixels, 0,
	       (size_t)EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT * sizeof *pixels);
	if (!engine->window)
		return;
	for (size_t y = 0; y < engine->pano.height && !engine->is_dark; y++)
		draw_window_row(engine, y,
				pixels + ((size_t)first.y + y) * EXH_ZV_SCREEN_WIDTH +
					(size_t)first.x);
	exh_zv_draw_subtitles(engine, &screen, first);
	exh_zv_draw_menu(engine, &screen);
	exh_zv_draw_talk(engine, &screen);
	exh_zv_draw_cursor(engine, &screen);
}
