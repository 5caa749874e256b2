/* slot: a place for an item of the inventory. */
#include "control_types.h"

#include "../../zvision/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool event(struct exh_zv_engine *engine, struct zv_control_state *state,
		  enum zv_event_kind kind, struct exh_zv_pano_point at)
{
	const struct zv_control *control = state->control;
	const struct zv_rectangle spot = exh_zv_parameter_rectangle(control, "hotspot");
	const int32_t item = zv_get(engine, control->key);
	const int32_t held = zv_get(engine, KEY_ITEM);
	const bool fits = held && exh_zv_is_eligible(control, held);

	if (kind != EVENT_UP || !zv_is_in(&spot, at))
		return false;
	exh_zv_control_used(engine, state);
	if (held && !fits)
		return true;
	if (held)
		exh_zv_inventory_drop(engine, held);
	if (item)
		exh_zv_inventory_add(engine, item);
	exh_zv_set(engine, control->key, held);
	return true;
}

/*
 * Its picture.
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

/* A row between what is covered and the background. */
static void copy_rows(struct exh_zv_engine *engine, struct zv_control_slot *slot,
		      bool restores)
{
	const struct zv_rectangle *place = &slot->place;
	const size_t width = (size_t)(place->x2 - place->x1) + 1;

	for (int32_t y = place->y1; y <= place->y2; y++) {
		uint16_t *row = engine->background.pixels +
				(size_t)y * engine->background.width + (size_t)place->x1;
		uint16_t *kept = slot->covered + (size_t)(y - place->y1) * width;

		memcpy(restores ? row : kept, restores ? kept : row, width * sizeof *row);
	}
}

/* Keeps what the picture will cover, as far as it is in the background. */
static bool cover(struct exh_zv_engine *engine, struct zv_control_slot *slot,
		  struct zv_rectangle place)
{
	const int64_t width = (int64_t)engine->background.width;
	const int64_t height = (int64_t)engine->background.height;

	place.x1 = place.x1 < 0 ? 0 : place.x1;
	place.y1 = place.y1 < 0 ? 0 : place.y1;
	place.x2 = place.x2 >= width ? (int32_t)width - 1 : place.x2;
	place.y2 = place.y2 >= height ? (int32_t)height - 1 : place.y2;
	if (place.x2 < place.x1 || place.y2 < place.y1)
		return false;
	slot->covered = malloc((size_t)(place.x2 - place.x1 + 1) *
			       (size_t)(place.y2 - place.y1 + 1) * sizeof *slot->covered);
	if (!slot->covered) {
		exh_zv_end(engine, "memory");
		return false;
	}
	slot->place = place;
	copy_rows(engine, slot, false);
	return true;
}

static void uncover(struct exh_zv_engine *engine, struct zv_control_slot *slot)
{
	if (slot->covered && slot->screen == engine->screen)
		copy_rows(engine, slot, true);
	engine->is_drawn = false;
	free(slot->covered);
	slot->covered = NULL;
	slot->shown = 0;
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
	if (cover(engine, &state->slot, to))
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
	state->slot.screen = engine->screen;
	if (!picture_name(engine, state->control, item, name) ||
	    !exh_zv_world_picture(engine->world, name, zv_is_panorama(engine), &picture))
		return;
	draw(engine, state, &picture);
	free(picture.pixels);
}

static void tick(struct exh_zv_engine *engine, struct zv_control_state *state, int32_t ms)
{
	const int32_t item = zv_get(engine, state->control->key);

	(void)ms;
	if (!engine->background.pixels ||
	    (state->slot.shown == item &&
	     (!item || state->slot.screen == engine->screen)))
		return;
	uncover(engine, &state->slot);
	if (item)
		show(engine, state, item);
}

static bool copy(struct zv_control_state *to, const struct zv_control_state *from)
{
	const struct zv_rectangle *place = &from->slot.place;
	const size_t count =
		(size_t)(place->x2 - place->x1 + 1) * (size_t)(place->y2 - place->y1 + 1);

	to->slot.covered = NULL;
	if (!from->slot.covered)
		return true;
	to->slot.covered = malloc(count * sizeof *to->slot.covered);
	if (to->slot.covered)
		memcpy(to->slot.covered, from->slot.covered,
		       count * sizeof *to->slot.covered);
	return to->slot.covered != NULL;
}

static void free_slot(struct zv_control_state *state)
{
	free(state->slot.covered);
}

const struct zv_control_type exh_zv_slot = {
	.name = "slot", .event = event, .tick = tick, .copy = copy, .free = free_slot
};
