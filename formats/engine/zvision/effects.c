#include "zv_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct zv_music *exh_zv_music_find(struct exh_zv_engine *engine, int32_t key)
{
	struct zv_effect *effect = exh_zv_effect_find(engine, key);

	return effect && effect->kind == EFFECT_MUSIC ? &effect->music : NULL;
}

static void free_effect(struct zv_effect *effect)
{
	if (effect->kind == EFFECT_TEXT)
		free(effect->typing.cover.pixels);
	if (!zv_has_film(effect))
		return;
	free(effect->animation.pixels);
	free(effect->animation.queue);
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

/* A sound that runs with an animation never sets its key. */
static bool has_own_key(const struct zv_effect *effect)
{
	return effect->kind != EFFECT_MUSIC || effect->music.with == ZV_NO_KEY;
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
	if (effect->kind != EFFECT_MISSING && effect->kind != EFFECT_ANIMATION &&
	    has_own_key(effect))
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

static void undo_distortion(struct exh_zv_engine *engine)
{
	exh_zv_view_bend(engine, engine->room.angle, engine->room.linscale);
}

static void end(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	const struct zv_animation *animation = &effect->animation;

	effect->is_over = true;
	exh_zv_trace_effect(engine, "end", effect);
	if (has_own_key(effect))
		exh_zv_set(engine, effect->key, 2);
	if (zv_has_film(effect) && animation->queue_count &&
	    animation->queue->key != effect->key)
		exh_zv_set(engine, animation->queue->key, 2);
	if (effect->kind == EFFECT_DISTORT)
		undo_distortion(engine);
	if (effect->kind == EFFECT_REGION)
		engine->is_drawn = false;
	if (effect->kind == EFFECT_PAN_TRACK && effect->pan.ends_ahead)
		exh_zv_pan(engine, &(struct zv_pan){ .magnitude = 0 },
			   exh_zv_music_find(engine, effect->pan.sound));
}

/* A timer that is ended from outside keeps its whole units, after the usual 2. */
static void end_early(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	const int64_t units = effect->kind == EFFECT_TIMER
				      ? effect->timer.left_ms / effect->timer.unit_ms
				      : 0;

	end(engine, effect);
	if (units > 0)
		exh_zv_set(engine, effect->key, (int32_t)units);
}

void exh_zv_effect_kill(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	end_early(engine, effect);
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
			end_early(engine, &engine->effects.items[i]);
	tidy(&engine->effects);
}

/* Returns the key of the effect that an action ends with its scope, or ZV_NO_KEY. */
static int32_t key_left(const struct exh_zv_engine *engine,
			const struct zv_result *result)
{
	switch (result->action) {
	case ZV_ACT_ANIMPLAY:
	case ZV_ACT_ANIMPRELOAD:
	case ZV_ACT_MUSIC:
	case ZV_ACT_PAN_TRACK:
	case ZV_ACT_REGION:
	case ZV_ACT_TIMER:
	case ZV_ACT_TTYTEXT:
		return result->slot;
	case ZV_ACT_DISTORT:
		return result->args.count ? zv_known(engine, result->args.items[0].number)
					  : ZV_NO_KEY;
	default:
		return ZV_NO_KEY;
	}
}

void exh_zv_effects_leave(struct exh_zv_engine *engine, enum zv_scope scope)
{
	const struct zv_program *program = engine->scheduler.scopes[scope].program;

	for (size_t i = 0; program && i < program->puzzle_count; i++)
		for (size_t k = 0; k < program->puzzles[i].result_count; k++)
			exh_zv_effect_kill_key(
				engine,
				key_left(engine, &program->puzzles[i].results[k]));
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

bool exh_zv_animation_append(struct zv_animation *animation,
			     const struct zv_playing *playing)
{
	const size_t count = animation->queue_count + 1;
	struct zv_playing *queue = realloc(animation->queue, count * sizeof *queue);

	if (!queue)
		return false;
	queue[count - 1] = *playing;
	animation->queue = queue;
	animation->queue_count = count;
	return true;
}

/* Begins to wait for the frames that follow those played. */
static void shift(struct zv_animation *animation)
{
	animation->queue_count--;
	memmove(animation->queue, animation->queue + 1,
		animation->queue_count * sizeof *animation->queue);
	animation->frame = -1;
	animation->wait_ms = 0;
}

void exh_zv_animation_stop(struct exh_zv_engine *engine, struct zv_animation *animation)
{
	if (animation->queue_count)
		exh_zv_set(engine, animation->queue->key, 2);
	animation->queue_count = 0;
	animation->frame = -1;
	animation->wait_ms = 0;
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
					 .to = animation->queue->place,
				 });
}

/* Goes to the next frame. False: the last frame was shown. */
static bool next_frame(struct zv_animation *animation)
{
	struct zv_playing *playing = animation->queue;

	if (animation->frame < 0) {
		animation->frame = playing->first;
		return true;
	}
	if (animation->frame < playing->last) {
		animation->frame++;
		return true;
	}
	if (playing->loops == 1)
		return false;
	if (playing->loops)
		playing->loops--;
	animation->frame = playing->first;
	return true;
}

static void end_playing(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_animation *animation = &effect->animation;
	const int32_t key = animation->queue->key;

	shift(animation);
	if (effect->kind == EFFECT_PRELOADED)
		exh_zv_set(engine, key, 2);
	else
		end(engine, effect);
}

/* Shows only the last of the frames that have passed, however late it is. The first frame
 * is drawn, and shown for its whole time; the next in the queue begins a step later. */
static void tick_animation(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_animation *animation = &effect->animation;
	const bool begins = animation->frame < 0;

	if (!animation->queue_count ||
	    (engine->is_turning && zv_get(engine, KEY_STILL_WHILE_TURNING) == 1))
		return;
	if (begins)
		exh_zv_set(engine, animation->queue->key, 1);
	animation->wait_ms -= begins ? 0 : EXH_ZV_TICK_MS;
	while (animation->wait_ms <= 0) {
		if (!next_frame(animation)) {
			end_playing(engine, effect);
			return;
		}
		animation->wait_ms += animation->frame_ms;
	}
	if (begins || animation->shown != animation->frame)
		show_frame(engine, animation);
}

/*
 * Other kinds.
 */

static void tick_timer(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	effect->timer.left_ms -= EXH_ZV_TICK_MS;
	if (effect->timer.left_ms <= 0)
		end(engine, effect);
}

/* True if the music has played to its end. */
static bool is_at_end(const struct exh_zv_engine *engine, const struct zv_music *music)
{
	const uint64_t ticks = engine->tick - music->start_tick;
	const uint64_t ms = (ticks < UINT32_MAX ? ticks : UINT32_MAX) * EXH_ZV_TICK_MS;

	if (!music->sound)
		return music->note.program == 0 && ms >= ZV_PIANO_MS;
	return !music->loops &&
	       ms * music->sound->format.rate_hz >= music->sound->frame_count * 1000;
}

static void tick_music(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	const struct zv_music *music = &effect->music;

	if ((music->with != ZV_NO_KEY && !exh_zv_effect_find(engine, music->with)) ||
	    is_at_end(engine, music))
		end(engine, effect);
}

/* In whole hundredths of the full volume. */
static int32_t faded(const struct zv_fade *fade, int i)
{
	enum { PERCENT = ZV_FULL_VOLUME / 100 };
	const int64_t way = fade->elapsed_ms * ((fade->to[i] - fade->from[i]) / PERCENT);
	const int64_t length = fade->length_ms > 0 ? fade->length_ms : 1;

	if (fade->elapsed_ms >= fade->length_ms)
		return fade->to[i];
	return fade->from[i] + (int32_t)(way / length - (way % length < 0)) * PERCENT;
}

static void tick_fade(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_fade *fade = &effect->fade;

	fade->elapsed_ms += EXH_ZV_TICK_MS;
	if (fade->elapsed_ms > fade->length_ms)
		fade->elapsed_ms = fade->length_ms;
	for (int i = 0; i < 2; i++) {
		struct zv_music *music = exh_zv_music_find(engine, fade->keys[i]);

		if (music)
			music->volume = faded(fade, i);
	}
	if (fade->elapsed_ms >= fade->length_ms)
		end(engine, effect);
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

/* At most one letter a tick. The text ends when the last letter's time is over. */
static void tick_text(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	struct zv_typing *typing = &effect->typing;

	typing->elapsed_ms += EXH_ZV_TICK_MS;
	if (typing->shown < typing->letters &&
	    (!typing->delay_ms ||
	     typing->elapsed_ms / typing->delay_ms > typing->shown)) {
		typing->shown++;
		exh_zv_text_type(engine, typing);
	}
	if (typing->shown == typing->letters)
		end(engine, effect);
}

static void tick(struct exh_zv_engine *engine, struct zv_effect *effect)
{
	switch (effect->kind) {
	case EFFECT_TIMER:
		tick_timer(engine, effect);
		break;
	case EFFECT_ANIMATION:
	case EFFECT_PRELOADED:
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
			end(engine, effect);
		break;
	case EFFECT_PAN_TRACK:
		exh_zv_pan(engine, &effect->pan,
			   exh_zv_music_find(engine, effect->pan.sound));
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

/* Copies what *to, a plain copy, shares with *from. */
static bool copy_animation(struct zv_animation *to, const struct zv_animation *from)
{
	const size_t size = from->queue_count * sizeof *from->queue;

	to->pixels =
		exh_zv_copy_pixels(from->pixels, from->film->width * from->film->height);
	to->queue = malloc(size + 1);
	if (size && to->queue)
		memcpy(to->queue, from->queue, size);
	return to->pixels && to->queue;
}

static bool copy_typing(struct zv_typing *to, const struct zv_typing *from)
{
	to->cover.pixels =
		exh_zv_copy_pixels(from->cover.pixels, exh_zv_cover_size(&from->cover));
	return !to->cover.pixels == !from->cover.pixels;
}

bool exh_zv_effects_copy(struct zv_effects *to, const struct zv_effects *from)
{
	exh_zv_effects_free(to);
	for (size_t i = 0; i < from->count; i++) {
		const struct zv_effect *effect = &from->items[i];

		to->items[to->count++] = *effect;
		if (zv_has_film(effect) &&
		    !copy_animation(&to->items[i].animation, &effect->animation))
			return false;
		if (effect->kind == EFFECT_TEXT &&
		    !copy_typing(&to->items[i].typing, &effect->typing))
			return false;
	}
	return true;
}
