/* Actions that show something. */
#include "zv_parts.h"

#include "exhume/zvision.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RATE_MS = 66, TEXT_LIMIT = 16 << 20, VOB_LETTER = 8 /* from the end */ };

void exh_zv_set_screen(struct exh_zv_engine *engine, const struct zv_where *where)
{
	char name[ZV_NAME_SIZE];

	if (exh_zv_arg_name(where, 0, name))
		exh_zv_view_set_screen(engine, name);
}

/* Returns a picture's transparent colour, in each game's form. */
static int32_t clear_color(const struct exh_zv_engine *engine, int32_t key,
			   const struct exh_zv_picture *picture)
{
	const int32_t first = picture->pixels[0] & 0x7fff;

	if (engine->world->game == EXH_ZV_NEMESIS)
		return key ? first : -1;
	if (key == -2)
		return first;
	return key >= 0 ? key & 0x7fff : -1;
}

void exh_zv_set_partial_screen(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t x = exh_zv_arg(engine, where, 0), y = exh_zv_arg(engine, where, 1);
	struct exh_zv_picture picture;
	char name[ZV_NAME_SIZE];

	if (!exh_zv_arg_name(where, 2, name) ||
	    !exh_zv_world_picture(engine->world, name, zv_is_panorama(engine), &picture))
		return;
	if (x < INT32_MAX - (int32_t)picture.width &&
	    y < INT32_MAX - (int32_t)picture.height)
		exh_zv_view_draw(
			engine,
			&(struct zv_drawing){
				.pixels = picture.pixels,
				.width = picture.width,
				.height = picture.height,
				.clear = clear_color(engine, exh_zv_arg(engine, where, 4),
						     &picture),
				.to = { x, y, x + (int32_t)picture.width - 1,
					y + (int32_t)picture.height - 1 },
			});
	free(picture.pixels);
}

/*
 * Animations.
 */

/* Returns the place of an animation: unscaled at its corner, unless it is larger than the
 * rectangle or half as large; half of an odd side is a whole number. */
static struct zv_rectangle place_of(const struct exh_zv_engine *engine,
				    const struct zv_film *film, struct zv_rectangle to)
{
	const struct zv_rectangle own = zv_film_at(engine, film, 0, 0);
	const int64_t width = (int64_t)own.x2 + 1, height = (int64_t)own.y2 + 1;
	const int64_t wide = (int64_t)to.x2 - to.x1 + 1;
	const int64_t high = (int64_t)to.y2 - to.y1 + 1;

	if (width > wide || height > high || (width == wide / 2 && height == high / 2))
		return to;
	if (to.x1 > INT32_MAX - width || to.y1 > INT32_MAX - height)
		return to;
	return zv_film_at(engine, film, to.x1, to.y1);
}

static int32_t frame_ms(const struct zv_film *film, int32_t rate)
{
	if (rate <= 0)
		return (int32_t)film->frame_ms;
	return zv_clamp(1000 / rate, 1, MAX_RATE_MS);
}

/* 0 and negative values: none. */
static int32_t clear_of(int32_t key)
{
	return key > 0 ? key & 0x7fff : -1;
}

/* Gets the rectangle and the frames from argument 1 on: corners, first, last, loops. */
static struct zv_playing playing_of(const struct exh_zv_engine *engine,
				    const struct zv_where *where,
				    const struct zv_film *film)
{
	const int32_t most = (int32_t)film->frame_count - 1;
	const int32_t first = zv_clamp(exh_zv_arg(engine, where, 5), 0, most);
	const int32_t loops = exh_zv_arg(engine, where, 7);

	return (struct zv_playing){
		.key = where->result->slot,
		.place = place_of(engine, film, exh_zv_arg_rectangle(engine, where, 1)),
		.first = first,
		.last = where->result->args.count > 6
				? zv_clamp(exh_zv_arg(engine, where, 6), first, most)
				: most,
		.loops = loops > 0 ? loops : 0,
	};
}

/* Gets the film of an animation. NULL: missing; then an effect takes its place. */
static const struct zv_film *film_of(struct exh_zv_engine *engine,
				     const struct zv_where *where, bool is_loaded)
{
	const struct zv_film *film;
	char name[ZV_NAME_SIZE];

	if (!exh_zv_arg_name(where, 0, name))
		return NULL;
	film = exh_zv_world_film(engine->world, name);
	if (!film)
		exh_zv_effect_start_missing(engine, where, is_loaded);
	return film;
}

/* Starts an effect with a film. NULL: out of memory, or too many effects. */
static struct zv_effect *start(struct exh_zv_engine *engine, const struct zv_where *where,
			       enum zv_effect_kind kind, const struct zv_film *film)
{
	struct zv_effect effect = { .kind = kind,
				    .key = where->result->slot,
				    .scope = where->scope };
	struct zv_effect *started;

	if (!exh_zv_animation_open(&effect.animation, film)) {
		exh_zv_end(engine, "memory");
		return NULL;
	}
	exh_zv_effect_kill_key(engine, where->result->slot);
	started = exh_zv_effect_start(engine, &effect);
	if (!started)
		free(effect.animation.pixels);
	return started;
}

/* Keys of a rate and of a transparent colour, which stand from argument i on. */
static void set_look(const struct exh_zv_engine *engine, const struct zv_where *where,
		     size_t i, struct zv_animation *animation)
{
	animation->clear = clear_of(exh_zv_arg(engine, where, i));
	animation->frame_ms = frame_ms(animation->film, exh_zv_arg(engine, where, i + 1));
}

static void append(struct exh_zv_engine *engine, const struct zv_where *where,
		   struct zv_animation *animation)
{
	const struct zv_playing playing = playing_of(engine, where, animation->film);

	if (animation->queue_count == ZV_MAX_QUEUE)
		exh_zv_action_note(engine, where,
				   "256 wait to be played; it is left out");
	else if (!exh_zv_animation_append(animation, &playing))
		exh_zv_end(engine, "memory");
}

/* Plays at the next step of effects. The same film that runs already stops first, and
 * stays loaded. */
void exh_zv_animplay(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_film *film = film_of(engine, where, false);
	struct zv_effect *effect = exh_zv_effect_find(engine, where->result->slot);

	if (!film)
		return;
	if (effect && zv_has_film(effect) && effect->animation.film == film) {
		exh_zv_animation_stop(engine, &effect->animation);
		exh_zv_set(engine, effect->key, 2);
	} else {
		effect = start(engine, where, EFFECT_ANIMATION, film);
	}
	if (!effect)
		return;
	set_look(engine, where, 10, &effect->animation);
	append(engine, where, &effect->animation);
}

void exh_zv_animpreload(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_film *film = film_of(engine, where, true);
	struct zv_effect *effect =
		film ? start(engine, where, EFFECT_PRELOADED, film) : NULL;

	if (effect)
		set_look(engine, where, 3, &effect->animation);
}

void exh_zv_playpreload(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_effect *loaded =
		exh_zv_effect_find(engine, exh_zv_arg_key(engine, where, 0));

	if (loaded && loaded->kind == EFFECT_MISSING &&
	    loaded->key != where->result->slot)
		exh_zv_effect_start_missing(engine, where, false);
	else if (loaded && zv_has_film(loaded))
		append(engine, where, &loaded->animation);
}

void exh_zv_animunload(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_effect *loaded =
		exh_zv_effect_find(engine, exh_zv_arg_key(engine, where, 0));

	if (loaded && (zv_has_film(loaded) ||
		       (loaded->kind == EFFECT_MISSING && loaded->is_loaded)))
		exh_zv_effect_kill_key(engine, loaded->key);
}

/* Notes the film that a DVD has in place of this one: "c000d01q.vob". */
static void note_vob(struct exh_zv_engine *engine, const struct zv_where *where,
		     const char *film)
{
	const size_t size = strlen(film);
	char name[ZV_NAME_SIZE], what[2 * ZV_NAME_SIZE];
	struct exh_bytes file;

	if (size < VOB_LETTER)
		return;
	memcpy(name, film, size);
	name[size] = '\0';
	name[size - VOB_LETTER] = 'd';
	memcpy(name + size - 3, "vob", 3);
	if (!exh_zv_world_read(engine->world, name, &file))
		return;
	exh_zv_world_release(engine->world, file);
	snprintf(what, sizeof what, "%s: MPEG films are not played", name);
	exh_zv_action_note(engine, where, what);
}

void exh_zv_streamvideo(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_rectangle place = exh_zv_arg_rectangle(engine, where, 1);
	const struct zv_film *film;
	char name[ZV_NAME_SIZE];

	if (!exh_zv_arg_name(where, 0, name))
		return;
	film = exh_zv_world_film(engine->world, name);
	if (!film || zv_get(engine, KEY_MPEG) == 1)
		note_vob(engine, where, name);
	if (film)
		exh_zv_video_start(engine, film, &place);
}

/*
 * The view.
 */

void exh_zv_distort(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int32_t key = exh_zv_arg_key(engine, where, 0);
	struct zv_distort distort = { .speed = exh_zv_arg_real(where, 1),
				      .angle = exh_zv_arg_real(where, 2),
				      .to_angle = exh_zv_arg_real(where, 3),
				      .linscale = exh_zv_arg_real(where, 4),
				      .to_linscale = exh_zv_arg_real(where, 5),
				      .at = 1 };
	const double f = distort.speed / 15;

	if (engine->room.kind == EXH_ZV_FLAT || !(f > 0) || !(f < 5) ||
	    exh_zv_effect_find(engine, key))
		return;
	distort.count = fmax(1, ceil((5 - 2 * f) / f));
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_DISTORT,
							 .key = key,
							 .scope = where->scope,
							 .distort = distort });
}

void exh_zv_rotate_to(struct exh_zv_engine *engine, const struct zv_where *where)
{
	exh_zv_turn_start(engine, exh_zv_arg(engine, where, 0),
			  exh_zv_arg(engine, where, 1));
}

/*
 * Texts.
 */

static int64_t count_letters(const struct exh_zv_text *text)
{
	struct exh_writer plain = { .limit = TEXT_LIMIT };
	int64_t count = 0;

	for (size_t i = 0; i < text->line_count; i++)
		exh_zv_text_plain(text->lines[i].text, false, &plain);
	for (size_t i = 0; i < plain.size; i++)
		count += (plain.data[i] & 0xc0) != 0x80;
	exh_writer_free(&plain);
	return count;
}

void exh_zv_ttytext(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const int64_t delay = zv_clamp(exh_zv_arg(engine, where, 5), 0, INT32_MAX);
	struct zv_rectangle place = exh_zv_arg_rectangle(engine, where, 0);
	const struct zv_lines *lines;
	char name[ZV_NAME_SIZE];

	if (!exh_zv_arg_name(where, 4, name))
		return;
	lines = exh_zv_world_lines(engine->world, name);
	if (!lines)
		exh_zv_set(engine, where->result->slot, 2);
	if (!lines || exh_zv_effect_find(engine, where->result->slot))
		return;
	/* The last row and column are not in the rectangle. */
	place.x2 -= place.x2 > INT32_MIN;
	place.y2 -= place.y2 > INT32_MIN;
	exh_zv_effect_start(
		engine, &(struct zv_effect){
				.kind = EFFECT_TEXT,
				.key = where->result->slot,
				.scope = where->scope,
				.typing = { .lines = lines,
					    .place = place,
					    .delay_ms = (int32_t)delay,
					    .letters = count_letters(&lines->text) } });
}
