/* The map of a game. */
#ifndef CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H
#define CMD_ASSETS_ZVISION_WORLD_ZV_WORLD_H

#include "task/json.h"
#include "assets/assets.h"
#include "assets/zvision/zv.h"
#include "media/sequence/sequence.h"
#include "task/report.h"

#include <exhume/advanced/zvision_atlas.h>
#include <exhume/zvision.h>

/*
 * A game's scripts in memory, and their map.
 */

struct zv_map {
	struct zv_game *game;
	bool is_own;	 /* opened, and to be closed, by the map */
	bool is_partial; /* scripts alone */
	struct exh_arena arena;
	size_t count; /* scripts */
	struct file *files;
	const struct exh_zv_script **scripts; /* NULL: it could not be read */
	const char **names;
	struct exh_zv_xref xref;
	struct exh_zv_atlas atlas;
};

/* A script that can't be read is reported, and left out. is_partial: reads the scripts
 * alone. False: the report has the error. Close it either way. */
bool zv_map_open(struct zv_map *map, const char *path, bool is_partial,
		 struct report *report);
void zv_map_close(struct zv_map *map);

/* The game's file of the name that a script has; NULL: there is none. */
const char *zv_map_file(const struct zv_map *map, struct exh_bytes text);

/* A place's picture in its true orientation; pixels is to be freed, whatever the status.
 * EXH_INVALID: its script shows no picture that exists. */
enum exh_status zv_map_picture(const struct zv_map *map,
			       const struct exh_zv_atlas_place *place,
			       struct exh_zv_picture *out, struct exh_error *err);

/* Reads a lever's description into the arena; NULL: it can't be read. */
struct exh_zv_lever;
struct exh_zv_lever *zv_map_lever(const struct zv_map *map, const char *name,
				  struct exh_arena *arena);

/* A missing file of the game that a script names. */
typedef void zv_map_missing(void *context, const struct exh_zv_set_use *use,
			    const char *name);
void zv_map_each_missing(const struct zv_map *map, zv_map_missing *report, void *context);

/* Pictures, animations, sounds and levers that neither a script nor a lever names. */
typedef void zv_map_unnamed(void *context, const char *name);
void zv_map_each_unnamed(const struct zv_map *map, zv_map_unnamed *report, void *context);

/* Reports that the arena is full, and returns false. */
bool zv_map_fail_limit(const struct zv_map *map, struct report *report);

/*
 * The places of a game as rooms of its map.
 */

/* Adds the places of a struct zv_game. Ways of a world or of the universe, which are
 * everywhere (to the menu, say), are left out. */
void zv_rooms_relate(void *game, struct report *report,
		     const struct asset_relations *map);

/*
 * Request of the command line of exhume zv-world.
 */

enum zv_world_format {
	ZV_WORLD_AUTO,
	ZV_WORLD_TEXT,
	ZV_WORLD_JSON,
	ZV_WORLD_DOT,
	ZV_WORLD_GRAPHML,
	ZV_WORLD_HTML,
};

struct zv_world_request {
	struct common common;
	unsigned format; /* enum zv_world_format */
	const char *start, *path;
	const char *walk; /* output for the path as an animation */
	struct sequence_options frames;
	unsigned by;	  /* enum exh_zv_atlas_order */
	unsigned logic;	  /* not 0: the logic of the puzzles, in the format */
	bool no_pictures; /* in a page */
	/* Places of start and path, in small letters; empty: not given. */
	char begin[5], from[5], to[5];
};

/*
 * The work of exhume zv-world, without its command line: a game's places as a map.
 */

/* For assets/convert.h; the context is a struct zv_world_request whose format is known.
 */
extern const struct fields *const zv_world_results[];

void zv_world_run(void *context, const char *input, const char *output,
		  struct report *report, struct json *result);

/*
 * Interfaces between the parts of exhume zv-world.
 */

enum { ZV_WORLD_LINE = 256 /* bytes of a name */ };

struct zv_world_report {
	const struct zv_world_request *request;
	const char *input; /* the game's path */
	struct zv_map map;
	struct report *report;
	struct json *result;
	struct exh_writer text; /* for people, a graph, or a page */
	const char *lack;	/* error on an incomplete result; NULL: complete */
};

/* Puts the place where the game begins, if it has a script of it. False: --start names a
 * place without one, which is reported. */
bool zv_world_put_start(struct zv_world_report *world, bool is_there);

/* True for a place that the player, once there, can't leave. */
bool zv_world_is_dead_end(const struct exh_zv_atlas_place *place);

extern const struct fields zv_world_start_fields, zv_world_place_fields,
	zv_world_way_fields;

struct json *zv_world_place_json(const struct zv_world_report *world,
				 const struct exh_zv_atlas_place *place);
/* A way with the conditions that allow it. */
struct json *zv_world_way_json(const struct zv_map *map,
			       const struct exh_zv_atlas_way *way);

/* The control that a way's puzzle waits for, with a spot that can be clicked; NULL: there
 * is none. spot is its rectangle: x, y, width, height. */
const struct exh_zv_node *zv_world_spot(const struct zv_map *map,
					const struct exh_zv_atlas_way *way,
					int32_t spot[4]);
/* The last argument of a change of place. */
int32_t zv_world_offset(const struct exh_zv_atlas_way *way);

/* Appends head and the blocks of a way's criteria, one of which must hold; nothing, if
 * there are none. */
void zv_world_put_criteria(struct exh_writer *out, const struct json *way,
			   const char *head);
/* Destination of a way in its JSON; or "back". */
const char *zv_world_way_end(const struct json *way);

/* Appends the result to the text in this format. */
void zv_world_put_dot(struct zv_world_report *world);
void zv_world_put_graphml(struct zv_world_report *world);
void zv_world_put_page(struct zv_world_report *world);

/* Puts the logic of the puzzles into the result, and into the text in the format. */
extern const struct fields zv_world_logic_fields;
void zv_world_tell_logic(struct zv_world_report *world);

/* Writes the path as an animation. */
void zv_world_walk(struct zv_world_report *world,
		   const struct exh_zv_atlas_way *const *path, size_t count, size_t from);

#endif
