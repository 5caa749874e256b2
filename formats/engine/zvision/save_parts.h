/* What the files of saved states share: walks over parts of the engine. */
#ifndef EXH_ENGINE_ZVISION_SAVE_PARTS_H
#define EXH_ENGINE_ZVISION_SAVE_PARTS_H

#include "zv_parts.h"
#include "../../engine/save_walk.h"

/* Fields of several parts (save_fields.c). */
void exh_zv_walk_key(struct save_walk *w, const struct exh_zv_engine *engine,
		     int32_t *key);
void exh_zv_walk_rectangle(struct save_walk *w, struct zv_rectangle *rectangle);
/* By its name. */
void exh_zv_walk_film(struct save_walk *w, struct exh_zv_engine *engine,
		      const struct zv_film **film);
/* A sound by its name, NULL for none. */
void exh_zv_walk_sound(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_sound **sound);
/* Art by its name, NULL for none. */
void exh_zv_walk_art(struct save_walk *w, struct exh_zv_engine *engine,
		     const struct zv_art **art);
/* A text by its name, NULL for none. */
void exh_zv_walk_lines(struct save_walk *w, struct exh_zv_engine *engine,
		       const struct zv_lines **lines);
/* count pixels, which are allocated when they are loaded: to be freed even if there was a
 * fault. */
void exh_zv_walk_pixels(struct save_walk *w, uint16_t **pixels, size_t count);

void exh_zv_walk_scheduler(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_effects(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_view(struct save_walk *w, struct exh_zv_engine *engine);
/* After the view: they must have been loaded. */
void exh_zv_walk_controls(struct save_walk *w, struct exh_zv_engine *engine);
void exh_zv_walk_saves(struct save_walk *w, struct zv_saves *saves);

#endif
