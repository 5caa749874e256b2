/* paint: a picture that appears where a brush passes. */
#include "zv_parts.h"

#include <stdlib.h>

enum { UNPAINTED = 31 << 10 | 31 /* magenta */ };

static void load_picture(struct exh_zv_engine *engine, const struct zv_control *control,
			 const char *parameter, struct exh_zv_picture *picture)
{
	char name[ZV_NAME_SIZE];

	if (exh_zv_parameter_file(control, parameter, name) &&
	    !exh_zv_world_picture(engine->world, name, false, picture))
		*picture = (struct exh_zv_picture){ 0 };
}

static void load(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	load_picture(engine, state->control, "brush_file", &state->paint.brush);
	load_picture(engine, state->control, "paint_file", &state->paint.paint);
}

/* Returns the control's rectangle: x, y, width and height. */
static struct zv_rectangle place_of(const struct zv_control *control)
{
	struct zv_rectangle place = exh_zv_parameter_rectangle(control, "rectangle");

	place.x2 = place.x2 > INT16_MAX ? INT16_MAX : place.x2 + place.x1;
	place.y2 = place.y2 > INT16_MAX ? INT16_MAX : place.y2 + place.y1;
	return place;
}

/* A pixel of the brush is over this one of the background. */
static void dab(struct exh_zv_engine *engine, const struct zv_control_state *state,
		const struct zv_rectangle *place, struct exh_zv_pano_point at)
{
	const struct exh_zv_picture *paint = &state->paint.paint;
	struct exh_zv_picture *onto = &engine->background;
	const int64_t x = at.x - place->x1, y = at.y - place->y1;
	uint16_t pixel;

	if (!zv_is_in(*place, at) || at.x < 0 || at.y < 0 || x < 0 || y < 0 ||
	    at.x >= (int64_t)onto->width || at.y >= (int64_t)onto->height ||
	    x >= (int64_t)paint->width || y >= (int64_t)paint->height)
		return;
	pixel = paint->pixels[(size_t)y * paint->width + (size_t)x] & 0x7fff;
	if (pixel == UNPAINTED)
		return;
	onto->pixels[(size_t)at.y * onto->width + (size_t)at.x] = pixel;
	engine->is_drawn = false;
}

static void stroke(struct exh_zv_engine *engine, const struct zv_control_state *state,
		   struct exh_zv_pano_point at)
{
	const struct zv_rectangle place = place_of(state->control);
	const struct exh_zv_picture *brush = &state->paint.brush;

	for (size_t y = 0; y < brush->height; y++)
		for (size_t x = 0; x < brush->width; x++)
			if (brush->pixels[y * brush->width + x] & 0x7fff)
				dab(engine, state, &place,
				    (struct exh_zv_pano_point){ at.x + (int64_t)x,
								at.y + (int64_t)y });
}

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	return zv_is_in(place_of(state->control), at);
}

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	if (kind == EVENT_UP) {
		state->paint.is_down = false;
		return false;
	}
	if (kind != EVENT_DOWN || !is_over(state, at) ||
	    !exh_zv_is_eligible(state->control, zv_get(engine, KEY_ITEM)))
		return false;
	exh_zv_control_used(engine, state);
	state->paint.is_down = true;
	return false;
}

static void move(struct exh_zv_engine *engine, struct zv_control_state *state,
		 struct exh_zv_pano_point at)
{
	if (state->paint.is_down &&
	    exh_zv_is_eligible(state->control, zv_get(engine, KEY_ITEM)))
		stroke(engine, state, at);
}

static bool copy_picture(struct exh_zv_picture *to, const struct exh_zv_picture *from)
{
	to->pixels = exh_zv_copy_pixels(from->pixels, from->width * from->height);
	return !to->pixels == !from->pixels;
}

static bool copy(struct zv_control_state *to, const struct zv_control_state *from)
{
	const bool good = copy_picture(&to->paint.brush, &from->paint.brush);

	return copy_picture(&to->paint.paint, &from->paint.paint) && good;
}

static void free_paint(struct zv_control_state *state)
{
	free(state->paint.brush.pixels);
	free(state->paint.paint.pixels);
}

const struct zv_control_type exh_zv_paint = { .name = "paint",
					      .load = load,
					      .is_over = is_over,
					      .event = event,
					      .move = move,
					      .copy = copy,
					      .free = free_paint };
