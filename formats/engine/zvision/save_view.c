#include "zv_parts.h"

enum { MAX_SIDE = 1 << 26 };

static void walk_options(struct save_walk *w, struct exh_zv_pano_options *options)
{
	WALK_WITHIN(w, options->kind, enum exh_zv_pano_kind, 0, EXH_ZV_TILT);
	walk_double(w, &options->angle);
	walk_double(w, &options->linscale);
	walk_bool(w, &options->reverse);
	walk_i32(w, &options->zeropoint);
}

static void walk_room(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct exh_zv_pano_options room = engine->room, bent = engine->pano.options;

	walk_options(w, &room);
	walk_double(w, &bent.angle);
	walk_double(w, &bent.linscale);
	if (!walk_loads(w) || w->fault)
		return;
	if (!exh_zv_view_set_room(engine, &room) ||
	    !exh_zv_view_bend(engine, bent.angle, bent.linscale))
		walk_fail(w, "no view has such an angle and linscale");
}

static void walk_background(struct save_walk *w, struct exh_zv_picture *picture)
{
	size_t width = picture->width, height = picture->height;

	WALK_WITHIN(w, width, size_t, 0, MAX_SIDE);
	WALK_WITHIN(w, height, size_t, 0, MAX_SIDE);
	if (!width != !height || (width && height > MAX_SIDE / width))
		walk_fail(w, "a picture has a wrong size");
	if (w->fault || !width)
		return;
	exh_zv_walk_pixels(w, &picture->pixels, width * height);
	if (w->fault)
		return;
	picture->width = width;
	picture->height = height;
}

static void walk_window(struct save_walk *w, struct exh_zv_engine *engine)
{
	exh_zv_walk_pixels(w, &engine->window, engine->pano.width * engine->pano.height);
	walk_bool(w, &engine->is_drawn);
	walk_i32(w, &engine->drawn_at);
}

static void walk_video(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_video *video = &engine->video;
	bool is_scaled = true; /* once there were others */

	exh_zv_walk_film(w, engine, &video->film);
	if (!video->film)
		walk_fail(w, "a video without a film");
	if (w->fault)
		return;
	WALK_WITHIN(w, video->shown, int32_t, -1, (int32_t)video->film->frame_count - 1);
	walk_u64(w, &video->elapsed_ms);
	if (video->elapsed_ms > UINT32_MAX * UINT64_C(1000))
		walk_fail(w, "a number is out of its range");
	exh_zv_walk_rectangle(w, &video->place);
	walk_bool(w, &is_scaled);
	exh_zv_walk_pixels(w, &video->pixels, video->film->width * video->film->height);
}

static void walk_turn(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_turn *turn = &engine->turn;

	if (!engine->background.width)
		walk_fail(w, "a turn without a picture");
	walk_i32(w, &turn->target);
	walk_i32(w, &turn->step);
	WALK_WITHIN(w, turn->steps_left, uint32_t, 0, INT32_MAX);
	WALK_WITHIN(w, turn->step_ms, uint32_t, 1, INT32_MAX);
	WALK_WITHIN(w, turn->waited_ms, uint32_t, 0, INT32_MAX);
}

static void walk_menu(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_menu *menu = &engine->menu;

	WALK_WITHIN(w, menu->kind, enum zv_menu_kind, 0, MENU_OF_MAGIC);
	WALK_WITHIN(w, menu->shown, int32_t, 0, exh_zv_menu_way(engine, menu->kind));
	walk_bool(w, &menu->is_left);
	walk_i32(w, &menu->x);
	walk_i32(w, &menu->y);
	WALK_WITHIN(w, menu->over, int32_t, 0, MENU_MOST_CELLS);
	WALK_WITHIN(w, menu->hover_ms, int32_t, 0,
		    MENU_BUTTON_FRAMES * MENU_BUTTON_FRAME_MS - 1);
	walk_bool(w, &menu->is_used);
}

void exh_zv_walk_view(struct save_walk *w, struct exh_zv_engine *engine)
{
	walk_room(w, engine);
	walk_background(w, &engine->background);
	walk_u32(w, &engine->screen);
	walk_window(w, engine);
	WALK_WITHIN(w, engine->render_delay, unsigned, 0, INT32_MAX);
	walk_bool(w, &engine->is_dark);
	walk_bool(w, &engine->cursor_is_hidden);
	walk_u32(w, &engine->menu_bits);
	walk_menu(w, engine);
	WALK_WITHIN(w, engine->wait, enum zv_wait, 0, WAIT_MESSAGE);
	if (engine->wait == WAIT_VIDEO)
		walk_video(w, engine);
	if (engine->wait == WAIT_TURN)
		walk_turn(w, engine);
}
