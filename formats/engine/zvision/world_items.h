/* What the files of the world share: items by their kind and name. */
#ifndef EXH_ENGINE_ZVISION_WORLD_ITEMS_H
#define EXH_ENGINE_ZVISION_WORLD_ITEMS_H

#include "exhume/zv_engine.h"

enum zv_item_kind {
	ZV_PROGRAM,
	ZV_FILM,
	ZV_LEVER,
	ZV_FIST,
	ZV_SOUND,
	ZV_PICTURE,
	ZV_ART,
	ZV_TURNED_ART,
	ZV_LINES,
	ZV_SUBTITLES,
	ZV_SAID,
};

struct zv_item {
	struct zv_item *next;
	enum zv_item_kind kind;
	const char *name;
	const void *thing; /* NULL: missing, or damaged */
};

struct zv_item *exh_zv_item_find(struct exh_zv_world *world, enum zv_item_kind kind,
				 const char *name);
/* NULL: out of memory. */
struct zv_item *exh_zv_item_add(struct exh_zv_world *world, enum zv_item_kind kind,
				const char *name);

/* Makes a thing of a file that was kept. */
typedef enum exh_status zv_make_fn(struct exh_zv_world *world, struct exh_bytes file,
				   const char *name, void *thing, struct exh_notes *notes,
				   struct exh_error *err);
/* The thing of size bytes, made when it is first needed; what is wrong is noted. */
const void *exh_zv_item_get(struct exh_zv_world *world, enum zv_item_kind kind,
			    const char *name, zv_make_fn *function, size_t size);

void exh_zv_world_note_missing(struct exh_zv_world *world, const char *name);
void exh_zv_world_note_failure(struct exh_zv_world *world, const char *name,
			       const struct exh_error *err);
/* Those of a file, with its name. */
void exh_zv_world_pass_notes(struct exh_zv_world *world, const char *name,
			     const struct exh_notes *notes);
/* Pixels are to be freed. */
bool exh_zv_world_decode_picture(struct exh_zv_world *world, struct exh_bytes bytes,
				 const char *name, bool transposed,
				 struct exh_zv_picture *picture);

#endif
