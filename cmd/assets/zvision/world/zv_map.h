/* A game's scripts in memory, and the map that they make. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_MAP_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_MAP_H

#include "assets/zvision/zv_game.h"

#include <exhume/zvision_atlas.h>
#include <exhume/zvision_picture.h>

struct zv_map {
	struct zv_game *game;
	bool is_own; /* opened, and to be closed, by the map */
	struct exh_arena arena;
	size_t count; /* scripts */
	struct file *files;
	const struct exh_zv_script **scripts; /* NULL: it could not be read */
	const char **names;
	struct exh_zv_xref xref;
	struct exh_zv_atlas atlas;
};

/* A script that can't be read is reported, and left out. False: the report has why. Close
 * it either way. */
bool zv_map_open(struct zv_map *map, const char *path, struct report *report);
/* The same of a game that is open, and borrowed. */
bool zv_map_make(struct zv_map *map, struct zv_game *game, struct report *report);
void zv_map_close(struct zv_map *map);

/* The game's file of the name that a script has; NULL: there is none. */
const char *zv_map_file(const struct zv_map *map, struct exh_bytes text);

/* A place's picture in its true orientation; pixels is to be freed, whatever the status.
 * EXH_INVALID: its script shows none that is there. */
enum exh_status zv_map_picture(const struct zv_map *map,
			       const struct exh_zv_atlas_place *place,
			       struct exh_zv_picture *out, struct exh_error *err);

/* A file of the game that a script names, and that is not there. */
typedef void zv_map_missing(void *context, const struct exh_zv_set_use *use,
			    const char *name);
void zv_map_each_missing(const struct zv_map *map, zv_map_missing *report, void *context);

/* Pictures, animations, sounds and levers that neither a script nor a lever names. */
typedef void zv_map_unnamed(void *context, const char *name);
void zv_map_each_unnamed(const struct zv_map *map, zv_map_unnamed *report, void *context);

/* False. Reports that the arena is full. */
bool zv_map_fail_limit(const struct zv_map *map, struct report *report);

#endif
