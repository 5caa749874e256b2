/* exhume zv-world: what its parts say to each other. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_PARTS_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_PARTS_H

#include "zv_map.h"
#include "zv_world_request.h"

#include <jansson.h>

enum { ZV_WORLD_LINE = 256 /* bytes of a name */ };

struct telling {
	const struct zv_world_request *request;
	const char *input; /* the game's path */
	struct zv_map map;
	struct report *report;
	json_t *result;
	struct exh_writer text; /* for people, a graph, or a page */
	size_t missing_count, unnamed_count;
};

/* One that the player, once there, can't leave. */
bool zv_world_is_dead_end(const struct exh_zv_atlas_place *place);

json_t *zv_world_place_json(const struct telling *telling,
			    const struct exh_zv_atlas_place *place);
/* With what allows it. */
json_t *zv_world_way_json(const struct zv_map *map, const struct exh_zv_atlas_way *way);

/* The control that a way's puzzle waits for, with a spot that can be clicked; NULL: there
 * is none. Its middle goes to spot: x, y, width, height. */
const struct exh_zv_node *zv_world_spot(const struct zv_map *map,
					const struct exh_zv_atlas_way *way,
					int32_t spot[4]);
/* The last argument of a change of place. */
int32_t zv_world_offset(const struct exh_zv_atlas_way *way);

/* Of the result, into the text. */
void zv_world_put_dot(struct telling *telling);
void zv_world_put_graphml(struct telling *telling);
void zv_world_put_page(struct telling *telling);

/* The path as an animation. False: the report has why. */
bool zv_world_walk(struct telling *telling, const struct exh_zv_atlas_way *const *path,
		   size_t count, size_t from);

#endif
