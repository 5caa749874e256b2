#include "zv_parts.h"

#include <math.h>
#include <stdlib.h>

/*
 * The list.
 */

struct zv_effect *exh_zv_effect_find(struct exh_zv_engine *engine, int32_t key)
{
	struct zv_effects *effects = &engine->effects;

	for (size_t i = 0; i < effects->count && key != ZV_NO_KEY; i++)
		if (effects->items[i].key == key && !effects->items[i].is_over)
			return &effects->items[i];
	return NULL;
}

static bool has_pixels(const struct zv_effect *effect)
{
	return effect->kind == EFFECT_ANIMATION || effect->kind == EFFECT_PRELOADED;
}

static void free_effect(struct zv_effect *effect)
{
	if (has_pixels(effect))
		free(effect->animation.pixels);
}

/* Removes effects that are over. */
static void tidy(struct zv_effects *effects)
{
	size_t kept = 0;

	for (size_t i = 0; i < effects->count; i++) {
		if (effects->items[i].is_over)
			free_effect(&effects->items[i]);
		else
			effects->items[kept++] = effects->items[i];
	}
	effects->count = kept;
}

struct zv_effect *exh_zv_effect_start(struct exh_zv_engine *engine,
				      const struct zv_effect *effect)
{
	struct zv_effects *effects = &engine->effects;
	struct zv_effect *added;

	if (effects->count == ZV_MAX_EFFECTS) {
		if (exh_zv_world_once(engine->world, "too many effects"))
			exh_note(&engine->world->notes, EXH_WARNING, EXH_NO_OFFSET,
				 "more than %d side effects at once; the last are left "
				 "out",
				 ZV_MAX_EFFECTS);
		return NULL;
	}
	added = &effects->items[effects->count++];
	*added = *effect;
	exh_zv_trace_effect(engine, "start", added);
	if (effect->kind != EFFECT_MISSING)
		exh_zv_set(engine, added->key, effect->kind == EFFECT_PRELOADED ? 2 : 1);
	return added;
}

void exh_zv_effect_start_missing(struct exh_zv_engine *engine,
				 const struct zv_where *where, bool is_loaded)
{
	exh_zv_effect_kill_key(engine, where->result->slot);
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_MISSING,
							 .key = where->result->slot,
							 .scope = where->scope,
							 .is_loaded = is_loaded });
	if (is_loaded)
		exh_zv_set(engine, where->result->slot, 2);
}

/*
 * Ends.
 */

/* Returns the value of the key when the effect is ended from outside. */
static int32_t rest_of(const struct zv_effect *effect)
{
	const int64_t units = effect->kind == EFFECT_TIMER && effect->timer.left_ms > 0
				      ? effect->timer.left_ms / effect->timer.unit_ms
				      : 0;

	return units > 0 ? (int32_t)units : 2;
}

static void undo_distortion(struct exh_zv_engine *engine)
{
	exh_zv_view_bend(engine, engine->room.angle, engine->room.linscale);
}

static void end(struct exh_zv_engine *engine, struct zv_effect *effect, int32_t value)
{
	effect->is_over = true;
	exh_zv_trace_effect(engine, "end", effect);
	exh_zv_set(engine, effect->key, value);
	if (effect->kind == EFFECT_DISTORT)
		undo_distortion(engine);
	if (effect->kind == EFFECT_REGION)
		engine->is_drawn = false;
}

void exh_zv_effect_kill(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	end(engine, effect, rest_of(effect));
	tidy(&engine->effects);
}

void exh_zv_effect_kill_key(struct exh_zv_engine *engine, int32_t key)
{
	struct zv_effect *effect = exh_zv_effect_find(engine, key);

	if (effect)
		exh_zv_effect_kill(engine, effect);
}

void exh_zv_effects_kill_kind(struct exh_zv_engine *engine, enum zv_effect_kind kind)
{
	for (size_t i = 0; i < engine->effects.count; i++)
		if (engine->effects.items[i].kind == kind)
			end(engine, &engine->effects.items[i],
			    rest_of(&engine->effects.items[i]));
	tidy(&engine->effects);
}

static bool stays(const struct zv_effect *effect)
{
	return effect->kind == EFFECT_MUSIC && effect->music.is_universal;
}

void exh_zv_effects_leave(struct exh_zv_engine *engine, enum zv_scope scope)
{
	for (size_t i = 0; i < engine->effects.count; i++) {
		struct zv_effect *effect = &engine->effects.items[i];

		if (effect->scope == scope && !stays(effect))
			end(engine, effect, rest_of(effect));
	}
	tidy(&engine->effects);
}

/*
 * Animations.
 */

bool exh_zv_animation_open(struct zv_animation *animation, const struct zv_film *film)
{
	animation->film = film;
	animation->frame = animation->shown = -1;
	animation->pixels = calloc(film->width * film->height, sizeof(uint16_t));
	return animation->pixels != NULL;
}

static void show_frame(struct exh_zv_engine *engine, struct zv_animation *animation)
{
	const struct zv_film *film = animation->film;

	exh_zv_film_seek(film, animation->shown, animation->frame, animation->pixels);
	animation->shown = animation->frame;
	if (!film->records && !film->video)
		return; /* there are no pictures to draw */
	exh_zv_view_draw(engine, &(struct zv_drawing){
					 .pixels = animation->pixels,
					 .width = film->width,
					 .height = film->height,
					 .is_transposed = zv_is_panorama(engine),
					 .clear = animation->clear,
					 .to = animation->place,
				 });
}

/* Goes to the next frame. False: the last frame was shown. */
static bool next_frame(struct zv_animation *animation)
{
	if (animation->frame < animation->last) {
		animation->frame =
			animation->frame < 0 ? animation->first : animation->frame + 1;
		return true;
	}
	if (animation->loops == 1)
		return false;
	if (animation->loops)
		animation->loops--;
	animation->frame = animation->first;
	return true;
}

/* Shows only the last of the frames that have passed, however late it is. The first frame
 * is shown for its whole time. */
static void tick_animation(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_animation *animation = &effect->animation;

	animation->wait_ms -= animation->frame < 0 ? 0 : EXH_ZV_TICK_MS;
	while (animation->wait_ms <= 0) {
		if (!next_frame(animation)) {
			end(engine, effect, 2);
			break;
		}
		animation->wait_ms += animation->frame_ms;
	}
	if (animation->shown != animation->frame)
		show_frame(engine, animation);
}

/*
 * Other kinds.
 */

static void tick_timer(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	effect->timer.left_ms -= EXH_ZV_TICK_MS;
	if (effect->timer.left_ms <= 0)
		end(engine, effect, 2);
}

/* True if the music has played to its end. */
static bool is_at_end(const struct exh_zv_engine *engine, const struct zv_music *music)
{
	const uint64_t ticks = engine->tick - music->start_tick;
	const uint64_t ms = (ticks < UINT32_MAX ? ticks : UINT32_MAX) * EXH_ZV_TICK_MS;

	return music->sound && !music->loops &&
	       ms * music->sound->format.rate_hz >= music->sound->frame_count * 1000;
}

static void tick_music(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	const struct zv_music *music = &effect->music;

	if ((music->with != ZV_NO_KEY && !exh_zv_effect_find(engine, music->with)) ||
	    is_at_end(engine, music))
		end(engine, effect, 2);
}

static void tick_fade(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_fade *fade = &effect->fade;

	fade->elapsed_ms += EXH_ZV_TICK_MS;
	if (fade->elapsed_ms > fade->length_ms)
		fade->elapsed_ms = fade->length_ms;
	for (int i = 0; i < 2; i++) {
		struct zv_effect *music = exh_zv_effect_find(engine, fade->keys[i]);

		if (music && music->kind == EFFECT_MUSIC)
			music->music.volume =
				!fade->length_ms
					? fade->to[i]
					: fade->from[i] + (int32_t)((fade->to[i] -
								     fade->from[i]) *
								    fade->elapsed_ms /
								    fade->length_ms);
	}
	if (fade->elapsed_ms >= fade->length_ms)
		end(engine, effect, 2);
}

/* The distortion swings until it is killed. */
static void tick_distort(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_distort *distort = &effect->distort;
	const double f = distort->speed / 15;
	const double way = EXH_ZV_TICK_MS * 60 / 1000.0;
	double d;

	distort->at += distort->goes_down ? -way : way;
	if (distort->at >= distort->count)
		distort->goes_down = true;
	if (distort->at <= 1)
		distort->goes_down = false;
	distort->at = fmin(fmax(distort->at, 1), distort->count);
	d = 1 / (5 - distort->at * f) / (5 - f);
	exh_zv_view_bend(
		engine, distort->angle + d * (distort->to_angle - distort->angle),
		distort->linscale + d * (distort->to_linscale - distort->linscale));
}

/* The text ends when the last letter's time is over. */
static void tick_text(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_typing *typing = &effect->typing;
	int64_t due = typing->letters;

	typing->elapsed_ms += EXH_ZV_TICK_MS;
	if (typing->delay_ms && typing->elapsed_ms / typing->delay_ms < due)
		due = typing->elapsed_ms / typing->delay_ms;
	if (due > typing->shown)
		exh_zv_text_draw(engine, &typing->place, typing->lines->text.lines,
				 typing->lines->text.line_count, (size_t)due);
	typing->shown = due;
	if (due == typing->letters)
		end(engine, effect, 2);
}

static void tick(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	switch (effect->kind) {
	case EFFECT_TIMER:
		tick_timer(engine, effect);
		break;
	case EFFECT_ANIMATION:
		tick_animation(engine, effect);
		break;
	case EFFECT_MUSIC:
		tick_music(engine, effect);
		break;
	case EFFECT_FADE:
		tick_fade(engine, effect);
		break;
	case EFFECT_DISTORT:
		tick_distort(engine, effect);
		break;
	case EFFECT_TEXT:
		tick_text(engine, effect);
		break;
	case EFFECT_REGION:
		exh_zv_region_tick(engine, &effect->region);
		break;
	case EFFECT_MISSING:
		if (!effect->is_loaded)
			end(engine, effect, 2);
		break;
	case EFFECT_PRELOADED:
	case EFFECT_PAN_TRACK:
		break;
	}
}

void exh_zv_effects_tick(struct exh_zv_engine *engine)
{
	for (size_t i = 0; i < engine->effects.count; i++)
		if (!engine->effects.items[i].is_over)
			tick(engine, &engine->effects.items[i]);
	tidy(&engine->effects);
}

/*
 * Memory.
 */

void exh_zv_effects_free(struct zv_effects *effects)
{
	for (size_t i = 0; i < effects->count; i++)
		free_effect(&effects->items[i]);
	effects->count = 0;
}

bool exh_zv_effects_copy(struct zv_effects *to, const struct zv_effects *from)
{
	exh_zv_effects_free(to);
	for (size_t i = 0; i < from->count; i++) {
		struct zv_effect *effect = &to->items[i];
		const struct zv_animation *animation = &from->items[i].animation;

		*effect = from->items[i];
		if (has_pixels(effect)) {
			effect->animation.pixels = exh_zv_copy_pixels(
				animation->pixels,
				animation->film->width * animation->film->height);
			if (!effect->animation.pixels)
				return false;
		}
		to->count++;
	}
	return true;
}
