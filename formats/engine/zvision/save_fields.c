#include "zv_parts.h"

#include <stdlib.h>

void exh_zv_walk_key(struct save_walk *w, const struct exh_zv_engine *engine,
		     int32_t *key)
{
	WALK_WITHIN(w, *key, int32_t, ZV_NO_KEY, engine->scheduler.key_count - 1);
}

void exh_zv_walk_rectangle(struct save_walk *w, struct zv_rectangle *rectangle)
{
	walk_i32(w, &rectangle->x1);
	walk_i32(w, &rectangle->y1);
	walk_i32(w, &rectangle->x2);
	walk_i32(w, &rectangle->y2);
}

/* A name, as it is given or was saved; true: it was loaded. */
static bool walk_name(struct save_walk *w, const char *given, char name[ZV_NAME_SIZE])
{
	memset(name, 0, ZV_NAME_SIZE);
	if (!walk_loads(w) && given)
		memcpy(name, given, strlen(given));
	walk_bytes(w, name, ZV_NAME_SIZE);
	name[ZV_NAME_SIZE - 1] = '\0';
	return walk_loads(w) && !w->fault;
}

void exh_zv_walk_film(struct save_walk *w, struct exh_zv_engine *engine,
		      const struct zv_film **film)
{
	char name[ZV_NAME_SIZE];

	if (!walk_name(w, *film ? (*film)->name : NULL, name))
		return;
	*film = name[0] ? exh_zv_world_film(engine->world, name) : NULL;
	if (name[0] && !*film)
		walk_fail(w, "an animation that it plays is not in the game");
}

void exh_zv_walk_sound(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_sound **sound)
{
	char name[ZV_NAME_SIZE];

	if (!walk_name(w, *sound ? (*sound)->name : NULL, name))
		return;
	*sound = name[0] ? exh_zv_world_sound(engine->world, name) : NULL;
	if (name[0] && !*sound)
		walk_fail(w, "a sound that it plays is not in the game");
}

void exh_zv_walk_art(struct save_walk *w, struct exh_zv_engine *engine,
		     const struct zv_art **art)
{
	bool is_transposed = *art && (*art)->is_transposed;
	char name[ZV_NAME_SIZE];

	walk_bool(w, &is_transposed);
	if (!walk_name(w, *art ? (*art)->name : NULL, name))
		return;
	*art = name[0] ? exh_zv_world_art(engine->world, name, is_transposed) : NULL;
	if (name[0] && !*art)
		walk_fail(w, "a picture that it shows is not in the game");
}

void exh_zv_walk_lines(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_lines **lines)
{
	char name[ZV_NAME_SIZE];

	if (!walk_name(w, *lines ? (*lines)->name : NULL, name))
		return;
	*lines = name[0] ? exh_zv_world_lines(engine->world, name) : NULL;
	if (name[0] && !*lines)
		walk_fail(w, "a text that it types is not in the game");
}

void exh_zv_walk_pixels(struct save_walk *w, uint16_t **pixels, size_t count)
{
	if (!walk_loads(w)) {
		exh_walk_pixels(w, *pixels, count);
		return;
	}
	free(*pixels);
	*pixels = NULL;
	if (w->fault)
		return;
	if (rd_left(&w->in) / 2 < count) {
		walk_fail(w, "it ends too early");
		return;
	}
	*pixels = malloc((count ? count : 1) * sizeof **pixels);
	if (!*pixels) {
		walk_fail(w, "out of memory");
		return;
	}
	exh_walk_pixels(w, *pixels, count);
}
