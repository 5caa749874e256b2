/* The view: the background with everything drawn into it, and the window onto it. */
#include "zv_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANO_LIMIT = 64 << 20 /* bytes of a table */ };

#define RADIAN (3.14159265358979323846 / 180) /* a degree in radians */

static size_t window_size(const struct exh_zv_engine *engine)
{
	return engine->pano.width * engine->pano.height;
}

static bool is_same(const struct exh_zv_pano_options *a,
		    const struct exh_zv_pano_options *b)
{
	return a->kind == b->kind && a->angle == b->angle && a->linscale == b->linscale &&
	       a->reverse == b->reverse && a->zeropoint == b->zeropoint;
}

/* Makes the table of the options; on failure the table stays unchanged. */
static bool set_options(struct exh_zv_engine *engine,
			const struct exh_zv_pano_options *options)
{
	struct exh_arena arena = { .limit = PANO_LIMIT };
	struct exh_zv_pano pano;
	size_t width, height;

	if (engine->window && is_same(options, &engine->pano.options))
		return true;
	exh_zv_pano_window(engine->world->game, &width, &height);
	if (exh_zv_pano_make(&pano, options, width, height, &arena, NULL)) {
		exh_arena_free(&arena);
		return false;
	}
	exh_arena_free(&engine->pano_arena);
	engine->pano_arena = arena;
	engine->pano = pano;
	engine->is_drawn = false;
	return true;
}

bool exh_zv_view_set_room(struct exh_zv_engine *engine,
			  const struct exh_zv_pano_options *options)
{
	if (!set_options(engine, options))
		return false;
	engine->room = *options;
	return true;
}

bool exh_zv_view_bend(struct exh_zv_engine *engine, double angle, double linscale)
{
	struct exh_zv_pano_options options = engine->room;

	options.angle = angle;
	options.linscale = linscale;
	return set_options(engine, &options);
}

void exh_zv_view_start(struct exh_zv_engine *engine)
{
	struct exh_zv_pano_options options;

	exh_zv_pano_defaults(EXH_ZV_FLAT, &options);
	if (!exh_zv_view_set_room(engine, &options))
		exh_zv_end(engine, "memory");
	if (!engine->window) {
		engine->window = calloc(window_size(engine), sizeof *engine->window);
		engine->is_drawn = true; /* black, since there is no picture yet */
		engine->drawn_at = 0;
	}
	if (!engine->window)
		exh_zv_end(engine, "memory");
}

void exh_zv_view_free(struct exh_zv_engine *engine)
{
	exh_arena_free(&engine->pano_arena);
	free(engine->window);
	free(engine->background.pixels);
	engine->window = NULL;
	engine->background = (struct exh_zv_picture){ 0 };
}

bool exh_zv_view_copy(struct exh_zv_engine *to, const struct exh_zv_engine *from)
{
	const struct exh_zv_picture *picture = &from->background;
	const struct exh_zv_pano_options options = from->pano.options;

	exh_zv_view_free(to);
	to->room = from->room;
	if (from->window) {
		if (!set_options(to, &options))
			return false;
		to->window = exh_zv_copy_pixels(from->window, window_size(from));
	}
	if (picture->pixels) {
		to->background = *picture;
		to->background.pixels = exh_zv_copy_pixels(
			picture->pixels, picture->width * picture->height);
	}
	to->is_drawn = from->is_drawn;
	return !to->window == !from->window && !to->background.pixels == !picture->pixels;
}

/*
 * Drawing into the background.
 */

void exh_zv_view_set_screen(struct exh_zv_engine *engine, const char *name)
{
	struct exh_zv_picture picture;

	if (!exh_zv_world_picture(engine->world, name, zv_is_panorama(engine), &picture))
		return;
	free(engine->background.pixels);
	engine->background = picture;
	engine->screen++;
	engine->is_drawn = false;
}

static uint16_t stored_pixel(const struct zv_drawing *drawing, size_t x, size_t y)
{
	return drawing->is_transposed ? drawing->pixels[x * drawing->width + y]
				      : drawing->pixels[y * drawing->width + x];
}

/* Draws a row between two columns of the background. */
static void draw_row(const struct zv_drawing *drawing, size_t source_y, uint16_t *row,
		     int64_t first, int64_t end)
{
	const int64_t width = (int64_t)drawing->to.x2 - drawing->to.x1 + 1;
	const int64_t source_width =
		(int64_t)(drawing->is_transposed ? drawing->height : drawing->width);

	for (int64_t x = first; x < end; x++) {
		const int64_t source_x = (x - drawing->to.x1) * source_width / width;
		const uint16_t pixel =
			stored_pixel(drawing, (size_t)source_x, source_y) & 0x7fff;

		if (pixel != drawing->clear)
			row[x] = pixel;
	}
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

void exh_zv_view_draw(struct exh_zv_engine *engine, const struct zv_drawing *drawing)
{
	const struct zv_rectangle *to = &drawing->to;
	const int64_t height = (int64_t)to->y2 - to->y1 + 1;
	const int64_t source_height =
		(int64_t)(drawing->is_transposed ? drawing->width : drawing->height);
	const int64_t end_x =
		least((int64_t)to->x2 + 1, (int64_t)engine->background.width);
	const int64_t end_y =
		least((int64_t)to->y2 + 1, (int64_t)engine->background.height);
	const int64_t first_x = to->x1 > 0 ? to->x1 : 0;

	for (int64_t y = to->y1 > 0 ? to->y1 : 0; y < end_y; y++)
		draw_row(drawing, (size_t)((y - to->y1) * source_height / height),
			 engine->background.pixels + (size_t)y * engine->background.width,
			 first_x, end_x);
	engine->is_drawn = false;
}

/*
 * Looking.
 */

static bool has_regions(const struct exh_zv_engine *engine, bool on_view)
{
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];

		if (effect->kind == EFFECT_REGION && effect->region.is_on_view == on_view)
			return true;
	}
	return false;
}

static void draw_regions(struct exh_zv_engine *engine,
			 const struct exh_zv_picture *picture, bool on_view)
{
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];

		if (effect->kind == EFFECT_REGION &&
		    effect->region.is_on_view == on_view &&
		    !exh_zv_region_draw(&effect->region, picture))
			exh_zv_end(engine, "memory");
	}
}

/* Returns the part of a picture in the window, before the warp; pixels NULL: out of
 * memory. */
static struct exh_zv_picture flatten(const struct exh_zv_engine *engine,
				     const struct exh_zv_picture *picture,
				     int32_t location)
{
	const struct exh_zv_pano *pano = &engine->pano;
	struct exh_zv_picture view = { pano->width, pano->height,
				       calloc(window_size(engine), sizeof(uint16_t)) };
	const bool is_tilt = pano->options.kind == EXH_ZV_TILT;
	const int64_t middle = (int64_t)(is_tilt ? view.height : view.width) / 2;
	const int64_t shift = pano->options.kind == EXH_ZV_FLAT ? 0 : location - middle;

	for (size_t y = 0; y < view.height && view.pixels; y++)
		for (size_t x = 0; x < view.width; x++) {
			const int64_t from_y = (int64_t)y + (is_tilt ? shift : 0);
			int64_t from_x = (int64_t)x + (is_tilt ? 0 : shift);

			if (pano->options.kind == EXH_ZV_PANA)
				from_x = zv_modulo(from_x, (int64_t)picture->width);
			if (from_x >= 0 && from_x < (int64_t)picture->width &&
			    from_y >= 0 && from_y < (int64_t)picture->height)
				view.pixels[y * view.width + x] =
					picture->pixels[(size_t)from_y * picture->width +
							(size_t)from_x];
		}
	return view;
}

/* Regions of the view are drawn between the background and the warp. */
static void render_view(struct exh_zv_engine *engine,
			const struct exh_zv_picture *picture, int32_t location)
{
	const struct exh_zv_picture view = flatten(engine, picture, location);
	const bool is_tilt = engine->pano.options.kind == EXH_ZV_TILT;

	if (!view.pixels) {
		exh_zv_end(engine, "memory");
		return;
	}
	draw_regions(engine, &view, true);
	exh_zv_pano_render(&engine->pano, &view,
			   (int32_t)(is_tilt ? view.height : view.width) / 2,
			   engine->window);
	free(view.pixels);
}

/* Draws with regions, which leave the background unchanged. */
static void render_regions(struct exh_zv_engine *engine, int32_t location)
{
	struct exh_zv_picture picture = engine->background;
	const bool on_background = has_regions(engine, false);

	if (on_background)
		picture.pixels = exh_zv_copy_pixels(picture.pixels,
						    picture.width * picture.height);
	if (!picture.pixels) {
		exh_zv_end(engine, "memory");
		return;
	}
	if (on_background)
		draw_regions(engine, &picture, false);
	if (has_regions(engine, true))
		render_view(engine, &picture, location);
	else
		exh_zv_pano_render(&engine->pano, &picture, location, engine->window);
	if (on_background)
		free(picture.pixels);
}

static void render(struct exh_zv_engine *engine, int32_t location)
{
	if (!engine->background.pixels)
		memset(engine->window, 0, window_size(engine) * sizeof *engine->window);
	else if (has_regions(engine, true) || has_regions(engine, false))
		render_regions(engine, location);
	else
		exh_zv_pano_render(&engine->pano, &engine->background, location,
				   engine->window);
}

static int32_t location_of(const struct exh_zv_engine *engine)
{
	return exh_zv_pano_clamp(&engine->pano, &engine->background,
				 zv_get(engine, KEY_OFFSET));
}

bool exh_zv_view_flatten(struct exh_zv_engine *engine, struct exh_zv_picture *view)
{
	if (!engine->background.pixels)
		return false;
	*view = flatten(engine, &engine->background, location_of(engine));
	if (!view->pixels)
		exh_zv_end(engine, "memory");
	return view->pixels != NULL;
}

void exh_zv_view_render(struct exh_zv_engine *engine)
{
	const int32_t location = location_of(engine);

	if (engine->render_delay) {
		engine->render_delay--;
		return;
	}
	if (engine->is_drawn && engine->drawn_at == location)
		return;
	render(engine, location);
	engine->is_drawn = true;
	engine->drawn_at = location;
}

struct exh_zv_pano_point exh_zv_view_corner(const struct exh_zv_engine *engine)
{
	return (struct exh_zv_pano_point){
		(EXH_ZV_SCREEN_WIDTH - (int64_t)engine->pano.width) / 2,
		(EXH_ZV_SCREEN_HEIGHT - (int64_t)engine->pano.height) / 2
	};
}

static struct exh_zv_pano_point in_window(const struct exh_zv_engine *engine, int32_t x,
					  int32_t y)
{
	const struct exh_zv_pano_point first = exh_zv_view_corner(engine);

	return (struct exh_zv_pano_point){ x - first.x, y - first.y };
}

struct exh_zv_pano_point exh_zv_view_under(const struct exh_zv_engine *engine, int32_t x,
					   int32_t y)
{
	const int32_t location = engine->background.width ? location_of(engine)
							  : zv_get(engine, KEY_OFFSET);

	return exh_zv_pano_under(&engine->pano, &engine->background, location,
				 in_window(engine, x, y));
}

/* A tilt room keeps its ends from the window's middle from the first on. */
void exh_zv_view_settle(struct exh_zv_engine *engine)
{
	const int32_t location = location_of(engine);

	if (engine->room.kind == EXH_ZV_TILT && engine->background.width &&
	    location != zv_get(engine, KEY_OFFSET))
		exh_zv_set(engine, KEY_OFFSET, location);
}

void exh_zv_view_scroll(struct exh_zv_engine *engine)
{
	const bool is_tilt = engine->room.kind == EXH_ZV_TILT;
	const struct exh_zv_input *input = &engine->input;
	const struct exh_zv_pano_input scroll = {
		.mouse = in_window(engine, input->x, input->y),
		.back = is_tilt ? input->turn_up : input->turn_left,
		.forward = is_tilt ? input->turn_down : input->turn_right,
		.mouse_speed = zv_get(engine, KEY_MOUSE_SPEED),
		.keyboard_speed = zv_get(engine, KEY_TURN_SPEED),
	};
	const int32_t before = zv_get(engine, KEY_OFFSET);
	int32_t now;
	int rounds = 0;

	if (engine->room.kind == EXH_ZV_FLAT || !engine->background.width)
		return;
	now = exh_zv_pano_scroll(&engine->pano, &engine->background, before, &scroll,
				 &rounds);
	engine->is_turning = now != before && !is_tilt;
	if (now != before)
		exh_zv_set(engine, KEY_OFFSET, now);
	if (rounds)
		exh_zv_set(engine, KEY_ROUNDS, zv_get(engine, KEY_ROUNDS) + rounds);
}

bool exh_zv_engine_look(struct exh_zv_engine *engine, double degrees)
{
	const struct exh_zv_picture *background = &engine->background;
	const struct exh_zv_pano *pano = &engine->pano;
	double offset;

	if (pano->options.kind == EXH_ZV_FLAT || !background->width)
		return false;
	if (pano->options.kind == EXH_ZV_PANA)
		offset = degrees / 360 * (double)background->width;
	else /* the table turns an angle into rows */
		offset = (double)background->height / 2 -
			 (double)pano->width / 2 / tan(pano->options.angle * RADIAN) *
				 pano->options.linscale * degrees * RADIAN;
	offset = fmax(fmin(floor(offset + 0.5), INT32_MAX), INT32_MIN);
	exh_zv_set(engine, KEY_OFFSET,
		   exh_zv_pano_clamp(pano, background, (int32_t)offset));
	return true;
}
