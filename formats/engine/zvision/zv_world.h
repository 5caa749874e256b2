/*
 * What a game's files hold, read when it is first needed, and kept.
 *
 * What is missing or damaged is noted once, and NULL from then on.
 */
#ifndef EXH_ENGINE_ZVISION_ZV_WORLD_H
#define EXH_ENGINE_ZVISION_ZV_WORLD_H

#include "exhume/zv_engine.h"
#include "exhume/zvision_lever.h"
#include "exhume/zvision_text.h"
#include "film.h"
#include "fist.h"
#include "program.h"
#include "wave.h"

struct zv_item;

enum { ZV_BUCKETS = 1024, ZV_NAME_SIZE = 64 };

struct exh_zv_world {
	struct exh_zv_files files;
	enum exh_zv_game game;
	struct exh_arena arena;
	struct exh_notes notes;
	struct zv_item *buckets[ZV_BUCKETS];
};

static inline int32_t zv_key_count(const struct exh_zv_world *world)
{
	return world->game == EXH_ZV_ZGI ? 20000 : 30000;
}

/* A name as the world keeps it: lower case, ended by 0; false if it is too long, or
 * empty. */
bool exh_zv_world_name(struct exh_bytes text, char name[ZV_NAME_SIZE]);

/* Is this said for the first time? Each name has its own "once". */
bool exh_zv_world_once(struct exh_zv_world *world, const char *what);

/* A file's bytes, which are to be released. False: there is none; nothing is noted. */
bool exh_zv_world_read(struct exh_zv_world *world, const char *name,
		       struct exh_bytes *out);
void exh_zv_world_release(struct exh_zv_world *world, struct exh_bytes bytes);

const struct zv_program *exh_zv_world_program(struct exh_zv_world *world,
					      const char *name);
const struct zv_film *exh_zv_world_film(struct exh_zv_world *world, const char *name);
const struct exh_zv_lever *exh_zv_world_lever(struct exh_zv_world *world,
					      const char *name);
const struct zv_fist *exh_zv_world_fist(struct exh_zv_world *world, const char *name);

const struct zv_sound *exh_zv_world_sound(struct exh_zv_world *world, const char *name);
/* Its file, which is to be released. False: it is not there any more. */
bool exh_zv_world_read_sound(struct exh_zv_world *world, const struct zv_sound *sound,
			     struct exh_bytes *file);

/* A picture or a cursor that is kept. */
struct zv_art {
	const char *name; /* of the file */
	struct exh_zv_picture picture;
	int32_t hot_x, hot_y; /* of a cursor */
	bool is_transposed;   /* from the file's pixels */
};

/* Transposed: its rows are the file's columns. */
const struct zv_art *exh_zv_world_art(struct exh_zv_world *world, const char *name,
				      bool transposed);
/* The same, of a file that may well be missing: then nothing is noted. */
const struct zv_art *exh_zv_world_art_if(struct exh_zv_world *world, const char *name);

struct zv_lines {
	const char *name; /* of the file */
	struct exh_zv_text text;
};

const struct zv_lines *exh_zv_world_lines(struct exh_zv_world *world, const char *name);

struct zv_subtitles {
	struct exh_zv_sub sub;
	const struct zv_lines *lines; /* NULL: there is nothing to be shown */
};

/* Of a sound or video of this name. Most have none: nothing is noted. */
const struct zv_subtitles *exh_zv_world_subtitles(struct exh_zv_world *world,
						  const char *name);

/* Reads a picture: pixels are to be freed; false: noted. */
bool exh_zv_world_picture(struct exh_zv_world *world, const char *name, bool transposed,
			  struct exh_zv_picture *picture);

#endif
