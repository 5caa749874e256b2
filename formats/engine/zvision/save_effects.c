#include "zv_parts.h"

#include <math.h>

static const int64_t longest_ms = INT64_C(1) << 42; /* above any timer's */

static void walk_queue(struct save_walk *w, struct exh_zv_engine *engine,
		       struct zv_animation *animation, int32_t most)
{
	uint32_t count = (uint32_t)animation->queue_count;

	WALK_WITHIN(w, count, uint32_t, 0, ZV_MAX_QUEUE);
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		struct zv_playing *playing;

		if (walk_loads(w) &&
		    !exh_zv_animation_append(animation, &(struct zv_playing){ .key = 0 }))
			walk_fail(w, "out of memory");
		if (w->fault)
			return;
		playing = &animation->queue[i];
		exh_zv_walk_key(w, engine, &playing->key);
		exh_zv_walk_rectangle(w, &playing->place);
		WALK_WITHIN(w, playing->first, int32_t, 0, most);
		WALK_WITHIN(w, playing->last, int32_t, 0, most);
		WALK_WITHIN(w, playing->loops, int32_t, 0, INT32_MAX);
	}
}

static void walk_animation(struct save_walk *w, struct exh_zv_engine *engine,
			   struct zv_animation *animation)
{
	int32_t most;

	exh_zv_walk_film(w, engine, &animation->film);
	if (!animation->film)
		walk_fail(w, "an animation without a film");
	if (w->fault)
		return;
	most = (int32_t)animation->film->frame_count - 1;
	walk_queue(w, engine, animation, most);
	WALK_WITHIN(w, animation->clear, int32_t, -1, 0x7fff);
	WALK_WITHIN(w, animation->frame_ms, int32_t, 1, INT32_MAX);
	WALK_WITHIN(w, animation->frame, int32_t, -1, most);
	WALK_WITHIN(w, animation->shown, int32_t, -1, most);
	walk_i64(w, &animation->wait_ms, 0, INT32_MAX);
	if (animation->frame >= 0 && !animation->queue_count)
		walk_fail(w, "an animation plays nothing");
	exh_zv_walk_pixels(w, &animation->pixels,
			   animation->film->width * animation->film->height);
}

static void walk_music(struct save_walk *w, struct exh_zv_engine *engine,
		       struct zv_music *music)
{
	exh_zv_walk_sound(w, engine, &music->sound);
	walk_u64(w, &music->start_tick);
	walk_bool(w, &music->loops);
	walk_bool(w, &music->is_universal);
	WALK_WITHIN(w, music->volume, int32_t, 0, ZV_FULL_VOLUME);
	exh_zv_walk_key(w, engine, &music->with);
	WALK_WITHIN(w, music->note.program, int32_t, 0, ZV_NOTES - 1);
	WALK_WITHIN(w, music->note.number, int32_t, 0, ZV_NOTES - 1);
	WALK_WITHIN(w, music->balance, int32_t, -ZV_FULL_BALANCE, ZV_FULL_BALANCE);
	WALK_WITHIN(w, music->loudness, int32_t, 0, ZV_FULL_VOLUME);
}

static void walk_pan(struct save_walk *w, struct exh_zv_engine *engine,
		     struct zv_pan *pan)
{
	exh_zv_walk_key(w, engine, &pan->sound);
	walk_i32(w, &pan->place);
	WALK_WITHIN(w, pan->magnitude, int32_t, 0, ZV_FULL_MAGNITUDE);
	walk_bool(w, &pan->is_fixed);
	walk_bool(w, &pan->ends_ahead);
}

static void walk_fade(struct save_walk *w, struct exh_zv_engine *engine,
		      struct zv_fade *fade)
{
	for (int i = 0; i < 2; i++) {
		exh_zv_walk_key(w, engine, &fade->keys[i]);
		WALK_WITHIN(w, fade->from[i], int32_t, 0, ZV_FULL_VOLUME);
		WALK_WITHIN(w, fade->to[i], int32_t, 0, ZV_FULL_VOLUME);
	}
	walk_i64(w, &fade->elapsed_ms, 0, INT32_MAX);
	walk_i64(w, &fade->length_ms, 0, INT32_MAX);
}

static void walk_doubles(struct save_walk *w, double *const *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		walk_double(w, numbers[i]);
		if (!isfinite(*numbers[i]))
			walk_fail(w, "a number is out of its range");
	}
}

static void walk_distort(struct save_walk *w, struct zv_distort *distort)
{
	double *const numbers[] = { &distort->speed,	   &distort->angle,
				    &distort->linscale,	   &distort->to_angle,
				    &distort->to_linscale, &distort->at,
				    &distort->count };

	walk_doubles(w, numbers, sizeof numbers / sizeof *numbers);
	walk_bool(w, &distort->goes_down);
}

static void walk_light(struct save_walk *w, struct zv_light *light)
{
	WALK_WITHIN(w, light->x, int32_t, -INT16_MAX, INT16_MAX);
	WALK_WITHIN(w, light->y, int32_t, -INT16_MAX, INT16_MAX);
	WALK_WITHIN(w, light->depth, int32_t, -INT16_MAX, INT16_MAX);
	WALK_WITHIN(w, light->least, int32_t, -31, 0);
	WALK_WITHIN(w, light->most, int32_t, 0, 31);
	WALK_WITHIN(w, light->step, int32_t, light->least, light->most);
	walk_bool(w, &light->goes_down);
}

static void walk_fog(struct save_walk *w, struct exh_zv_engine *engine,
		     struct zv_fog *fog)
{
	exh_zv_walk_art(w, engine, &fog->mask);
	exh_zv_walk_art(w, engine, &fog->cloud);
	WALK_WITHIN(w, fog->rises, int32_t, 0, 61);
	WALK_WITHIN(w, fog->shift, int32_t, 0, INT32_MAX);
	for (int i = 0; i < 3; i++)
		WALK_WITHIN(w, fog->color[i], int32_t, 0, 31);
}

static void walk_region(struct save_walk *w, struct exh_zv_engine *engine,
			struct zv_region *region)
{
	double *const numbers[] = { &region->water.cx, &region->water.cy,
				    &region->water.amplitude, &region->water.length,
				    &region->water.speed };

	exh_zv_walk_rectangle(w, &region->place);
	walk_bool(w, &region->is_on_view);
	WALK_WITHIN(w, region->kind, enum zv_region_kind, 0, REGION_UNKNOWN);
	WALK_WITHIN(w, region->delay_ms, int32_t, 1, INT32_MAX);
	WALK_WITHIN(w, region->frames, int32_t, 1, INT32_MAX);
	WALK_WITHIN(w, region->frame, int32_t, 0, region->frames - 1);
	walk_i64(w, &region->wait_ms, 0, INT32_MAX);
	if (region->kind == REGION_WATER)
		walk_doubles(w, numbers, sizeof numbers / sizeof *numbers);
	else if (region->kind == REGION_LIGHT)
		walk_light(w, &region->light);
	else if (region->kind == REGION_FOG)
		walk_fog(w, engine, &region->fog);
}

static void walk_typing(struct save_walk *w, struct exh_zv_engine *engine,
			struct zv_typing *typing)
{
	exh_zv_walk_lines(w, engine, &typing->lines);
	if (!typing->lines)
		walk_fail(w, "a typed text without a text");
	exh_zv_walk_rectangle(w, &typing->place);
	WALK_WITHIN(w, typing->delay_ms, int32_t, 0, INT32_MAX);
	walk_i64(w, &typing->elapsed_ms, 0, INT64_MAX / 2);
	walk_i64(w, &typing->letters, 0, INT32_MAX);
	walk_i64(w, &typing->shown, 0, INT32_MAX);
	exh_zv_walk_cover(w, engine, &typing->cover);
}

static void walk_effect(struct save_walk *w, struct exh_zv_engine *engine,
			struct zv_effect *effect)
{
	WALK_WITHIN(w, effect->kind, enum zv_effect_kind, 0, EFFECT_MISSING);
	exh_zv_walk_key(w, engine, &effect->key);
	WALK_WITHIN(w, effect->scope, enum zv_scope, 0, ZV_SCOPES - 1);
	switch (effect->kind) {
	case EFFECT_TIMER:
		walk_i64(w, &effect->timer.left_ms, -longest_ms, longest_ms);
		WALK_WITHIN(w, effect->timer.unit_ms, int32_t, 1, 1000);
		break;
	case EFFECT_ANIMATION:
	case EFFECT_PRELOADED:
		walk_animation(w, engine, &effect->animation);
		break;
	case EFFECT_MUSIC:
		walk_music(w, engine, &effect->music);
		break;
	case EFFECT_FADE:
		walk_fade(w, engine, &effect->fade);
		break;
	case EFFECT_DISTORT:
		walk_distort(w, &effect->distort);
		break;
	case EFFECT_TEXT:
		walk_typing(w, engine, &effect->typing);
		break;
	case EFFECT_REGION:
		walk_region(w, engine, &effect->region);
		break;
	case EFFECT_MISSING:
		walk_bool(w, &effect->is_loaded);
		break;
	case EFFECT_PAN_TRACK:
		walk_pan(w, engine, &effect->pan);
		break;
	}
}

void exh_zv_walk_effects(struct save_walk *w, struct exh_zv_engine *engine)
{
	struct zv_effects *effects = &engine->effects;
	uint32_t count = (uint32_t)effects->count;

	WALK_WITHIN(w, count, uint32_t, 0, ZV_MAX_EFFECTS);
	for (uint32_t i = 0; i < count && !w->fault; i++) {
		if (walk_loads(w)) {
			effects->items[i] = (struct zv_effect){ 0 };
			effects->count = i + 1;
		}
		walk_effect(w, engine, &effects->items[i]);
	}
}
