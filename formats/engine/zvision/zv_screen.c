/* The screen: the window, the video in it, and what is drawn over them. */
#include "zv_parts.h"

#include <string.h>

static void draw_video_row(const struct exh_zv_engine *engine, int64_t y, uint16_t *row,
			   size_t width)
{
	const struct zv_video *video = &engine->video;
	const struct zv_rectangle *to = &video->place;
	const int64_t columns = (int64_t)to->x2 - to->x1 + 1;
	const int64_t rows = (int64_t)to->y2 - to->y1 + 1;
	const size_t source_y =
		(size_t)((y - to->y1) * (int64_t)video->film->height / rows);

	for (int64_t x = to->x1 > 0 ? to->x1 : 0; x <= to->x2 && x < (int64_t)width;
	     x++) {
		const size_t source_x =
			(size_t)((x - to->x1) * (int64_t)video->film->width / columns);

		row[x] = video->pixels[source_y * video->film->width + source_x];
	}
}

static void draw_window_row(const struct exh_zv_engine *engine, size_t y, uint16_t *row)
{
	const size_t width = engine->pano.width;
	const struct zv_rectangle *to = &engine->video.place;

	memcpy(row, engine->window + y * width, width * sizeof *row);
	if (engine->wait == WAIT_VIDEO && (int64_t)y >= to->y1 && (int64_t)y <= to->y2)
		draw_video_row(engine, (int64_t)y, row, width);
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
