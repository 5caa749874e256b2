/* slot: a place for an item of the inventory. */
#include "zv_parts.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_over(const struct zv_control_state *state, struct exh_zv_pano_point at)
{
	return zv_is_in(exh_zv_parameter_rectangle(state->control, "hotspot"), at);
}

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;
	const int32_t item = zv_get(engine, control->key);
	const int32_t held = zv_get(engine, KEY_ITEM);

	if (kind != EVENT_UP || !is_over(state, at))
		return false;
	exh_zv_control_used(engine, state);
	/* An empty hand takes the item; without one it must be eligible, as item 0. */
	if ((held || !item) && !exh_zv_is_eligible(control, held))
		return false;
	if (held && !item)
		exh_zv_set(engine, control->key, held);
	if (held || !item)
		exh_zv_inventory_drop(engine, held);
	if (item)
		exh_zv_inventory_add(engine, item);
	if (!held || item)
		exh_zv_set(engine, control->key, held);
	return false;
}

/*
 * Picture of the slot.
 */

static bool picture_name(const struct exh_zv_engine *engine,
			 const struct zv_control *control, int32_t item,
			 char name[ZV_NAME_SIZE])
{
	const struct zv_parameter *distance =
		exh_zv_parameter(control, "distance_id", NULL);
	char letter;

	if (!distance || !distance->args.count || !distance->args.items[0].text.size)
		return false;
	letter = (char)script_lower(distance->args.items[0].text.data[0]);
	if (engine->world->game == EXH_ZV_NEMESIS)
		snprintf(name, ZV_NAME_SIZE, "%d%cobj.tga", (int)item, letter);
	else
		snprintf(name, ZV_NAME_SIZE, "g0z%cu%02x1.tga", letter, (unsigned)item);
	return true;
}

static void draw(struct exh_zv_engine *engine, struct zv_control_state *state,
		 const struct exh_zv_picture *picture)
{
	const struct zv_rectangle in =
		exh_zv_parameter_rectangle(state->control, "rectangle");
	const int64_t x = ((int64_t)in.x1 + in.x2 + 1 - (int64_t)picture->width) / 2;
	const int64_t y = ((int64_t)in.y1 + in.y2 + 1 - (int64_t)picture->height) / 2;
	struct zv_rectangle to;

	if (x > INT16_MAX || y > INT16_MAX || x < INT16_MIN || y < INT16_MIN)
		return;
	to = (struct zv_rectangle){ (int32_t)x, (int32_t)y,
				    (int32_t)(x + (int64_t)picture->width - 1),
				    (int32_t)(y + (int64_t)picture->height - 1) };
	if (exh_zv_cover(engine, &state->cover, to))
		exh_zv_view_draw(engine, &(struct zv_drawing){ .pixels = picture->pixels,
							       .width = picture->width,
							       .height = picture->height,
							       .clear = 0,
							       .to = to });
}

static void show(struct exh_zv_engine *engine, struct zv_control_state *state,
		 int32_t item)
{
	struct exh_zv_picture picture;
	char name[ZV_NAME_SIZE];

	state->slot.shown = item;
	state->cover.screen = engine->screen;
	if (!picture_name(engine, state->control, item, name) ||
	    !exh_zv_world_picture(engine->world, name, zv_is_panorama(engine), &picture))
		return;
	draw(engine, state, &picture);
	free(picture.pixels);
}

static void tick(struct exh_zv_engine *engine, struct zv_control_state *state)
{
	const int32_t item = zv_get(engine, state->control->key);

	if (!engine->background.pixels ||
	    (state->slot.shown == item &&
	     (!item || state->cover.screen == engine->screen)))
		return;
	exh_zv_uncover(engine, &state->cover);
	state->slot.shown = 0;
	if (item)
		show(engine, state, item);
}

const struct zv_control_type exh_zv_slot = {
	.name = "slot", .is_over = is_over, .event = event, .tick = tick
};
