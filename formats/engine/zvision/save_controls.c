#include "zv_parts.h"

#include <string.h>

static void walk_film(struct save_walk *w, struct zv_control_film *film)
{
	if (!film->film)
		return;
	WALK_WITHIN(w, film->shown, int32_t, -1, (int32_t)film->film->frame_count - 1);
	exh_zv_walk_pixels(w, &film->pixels, film->film->width * film->film->height);
}

/* Reads or writes the position whose paths are followed, by its number; -1: none. */
static void walk_released(struct save_walk *w, struct exh_zv_lever_motion *motion)
{
	int32_t number = motion->released ? motion->released->number : -1;
	uint32_t path = (uint32_t)motion->path;

	walk_i32(w, &number);
	walk_u32(w, &path);
	if (!walk_loads(w))
		return;
	motion->released = exh_zv_lever_find(motion->lever, number);
	motion->path = path;
	if (motion->state == EXH_ZV_LEVER_RETURNS &&
	    (!motion->released || path > motion->released->path_count))
		walk_fail(w, "a lever returns on no path");
}

static void walk_lever(struct save_walk *w, struct zv_control_lever *lever)
{
	struct exh_zv_lever_motion *motion = &lever->motion;
	const int32_t frames = motion->lever ? exh_zv_lever_frames(motion->lever) : 0;

	if (!motion->lever)
		return;
	WALK_WITHIN(w, motion->state, enum exh_zv_lever_state, 0, EXH_ZV_LEVER_RETURNS);
	walk_bool(w, &motion->is_held);
	if (motion->state != EXH_ZV_LEVER_RETURNS &&
	    motion->is_held != (motion->state == EXH_ZV_LEVER_HELD))
		walk_fail(w, "a lever is held and not held");
	WALK_WITHIN(w, motion->position, int32_t, 0, frames ? frames - 1 : 0);
	WALK_WITHIN(w, motion->frame, uint32_t, 0, INT32_MAX);
	walk_i32(w, &motion->x);
	walk_i32(w, &motion->y);
	WALK_WITHIN(w, motion->waited_ms, uint32_t, 0, INT16_MAX);
	walk_released(w, motion);
	walk_bool(w, &lever->is_drawn);
}

static void walk_safe(struct save_walk *w, struct zv_control_safe *safe)
{
	WALK_WITHIN(w, safe->state, int32_t, 0, 359);
	WALK_WITHIN(w, safe->frame, int32_t, 0, 359);
	WALK_WITHIN(w, safe->to_frame, int32_t, 0, 359);
	walk_i64(w, &safe->wait_ms, -INT32_MAX, INT32_MAX);
	walk_bool(w, &safe->turns);
}

static void walk_movie(struct save_walk *w, struct zv_control_movie *movie)
{
	WALK_WITHIN(w, movie->frame, int32_t, -1, INT32_MAX - 1);
	WALK_WITHIN(w, movie->cycles_left, int32_t, 0, INT32_MAX);
	walk_i64(w, &movie->wait_ms, 0, INT32_MAX);
	walk_bool(w, &movie->is_over);
	if (!movie->is_over && !movie->cycles_left)
		walk_fail(w, "a number is out of its range");
}

void exh_zv_walk_cover(struct save_walk *w, struct exh_zv_engine *engine,
		       struct zv_cover *cover)
{
	bool covers = cover->pixels != NULL;
	struct zv_rectangle *place = &cover->place;
	const int32_t right = (int32_t)engine->background.width - 1;
	const int32_t bottom = (int32_t)engine->background.height - 1;

	walk_u32(w, &cover->screen);
	walk_bool(w, &covers);
	if (!covers || w->fault)
		return;
	/* A cover of an earlier picture is never put back. */
	if (!walk_loads(w) && cover->screen != engine->screen)
		*place = (struct zv_rectangle){ 0, 0, 0, 0 };
	WALK_WITHIN(w, place->x1, int32_t, 0, right);
	WALK_WITHIN(w, place->x2, int32_t, place->x1, right);
	WALK_WITHIN(w, place->y1, int32_t, 0, bottom);
	WALK_WITHIN(w, place->y2, int32_t, place->y1, bottom);
	if (!w->fault)
		exh_zv_walk_pixels(w, &cover->pixels, exh_zv_cover_size(cover));
}

static void walk_titler(struct save_walk *w, struct zv_control_titler *titler)
{
	WALK_WITHIN(w, titler->line, int32_t, -1, INT32_MAX);
	WALK_WITHIN(w, titler->shown, int32_t, -1, INT32_MAX);
}

static void walk_input(struct save_walk *w, struct exh_zv_engine *engine,
		       struct zv_control_input *input, struct zv_cover *cover)
{
	walk_bytes(w, input->text, sizeof input->text);
	input->text[ZV_TITLE_SIZE - 1] = '\0';
	memset(input->text + strlen(input->text), 0,
	       sizeof input->text - strlen(input->text));
	walk_bool(w, &input->is_focused);
	walk_bool(w, &input->is_fixed);
	walk_bool(w, &input->is_entered);
	walk_bool(w, &input->is_drawn);
	exh_zv_walk_cover(w, engine, cover);
	for (const char *c = input->text; *c; c++)
		if (*c < ' ' || *c > '~')
			walk_fail(w, "a field has no text");
}

static void walk_fist(struct save_walk *w, struct zv_control_fist *fist)
{
	WALK_WITHIN(w, fist->bits, uint32_t, 0, (1 << ZV_FINGERS) - 1);
	walk_bool(w, &fist->plays);
	WALK_WITHIN(w, fist->frame, int32_t, 0, INT32_MAX - 1);
	WALK_WITHIN(w, fist->last, int32_t, 0, INT32_MAX - 1);
	walk_i64(w, &fist->wait_ms, -INT32_MAX, INT32_MAX);
}

static void walk_control(struct save_walk *w, struct exh_zv_engine *engine,
			 struct zv_control_state *state)
{
	walk_film(w, &state->film);
	if (state->type == &exh_zv_lever_control)
		walk_lever(w, &state->lever);
	else if (state->type == &exh_zv_safe)
		walk_safe(w, &state->safe);
	else if (state->type == &exh_zv_hotmovie)
		walk_movie(w, &state->movie);
	else if (state->type == &exh_zv_slot)
		walk_i32(w, &state->slot.shown);
	else if (state->type == &exh_zv_titler)
		walk_titler(w, &state->titler);
	else if (state->type == &exh_zv_input_control)
		walk_input(w, engine, &state->input, &state->cover);
	else if (state->type == &exh_zv_save_control)
		walk_bool(w, &state->save.is_ready);
	else if (state->type == &exh_zv_fist_control)
		walk_fist(w, &state->fist);
	else if (state->type == &exh_zv_paint)
		walk_bool(w, &state->paint.is_down);
	if (state->type == &exh_zv_slot || state->type == &exh_zv_titler)
		exh_zv_walk_cover(w, engine, &state->cover);
}

void exh_zv_walk_controls(struct save_walk *w, struct exh_zv_engine *engine)
{
	uint32_t count = (uint32_t)engine->controls.count;

	WALK_WITHIN(w, count, uint32_t, (int32_t)count, (int32_t)count);
	for (uint32_t i = 0; i < count && !w->fault; i++)
		walk_control(w, engine, &engine->controls.items[i]);
}
