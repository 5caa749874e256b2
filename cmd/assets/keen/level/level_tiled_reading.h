/* Shared parts of the readers of Tiled maps. */
#ifndef CMD_ASSETS_KEEN_LEVEL_LEVEL_TILED_READING_H
#define CMD_ASSETS_KEEN_LEVEL_LEVEL_TILED_READING_H

#include "level.h"
#include "task/file.h"

enum {
	SIDE = 16, /* pixels of a tile */
	MAX_VALUE = 65535,
	MAX_TILES = 1 << 20,	 /* tiles of a tileset; more than any has */
	MAX_SHIFT = 1 << 20,	 /* pixels that layers may be moved by, one way */
	GROUP_DEPTH = 32,	 /* groups of layers within each other */
	FIRST_FLAG = 0x10000000, /* gids from here on are turned or mirrored */
	MAX_GID = FIRST_FLAG - 1,
};

/* A string of the file as it may stand in a message: short, and of printable ASCII. */
struct shown {
	char text[48];
};

struct tileset {
	uint32_t first_gid;
	size_t tile_count;
	enum exh_keen_plane plane; /* EXH_KEEN_PLANE_COUNT: none of ours */
	const struct json *content;
	struct json *loaded; /* the file it came from, to be released */
};

struct reading {
	const struct tiled_loader *loader;
	struct exh_arena *arena;
	struct exh_notes *notes;
	struct exh_error *err;
	struct tiled_contents *out;
	struct tileset *tilesets; /* ascending by first_gid */
	size_t tileset_count;
	uint32_t *gids;
};

/* Tilesets and the tile information in them. */
enum exh_status tiled_read_tilesets(struct reading *r, const struct json *map);
enum exh_status tiled_read_tile_info(struct reading *r);

/* Values of JSON, with errors that name them. */
enum exh_status tiled_parse_object(struct exh_bytes text, struct json **out,
				   struct exh_error *err);
enum exh_keen_plane tiled_find_plane(const struct json *name);
struct shown tiled_show(const struct json *string);
bool tiled_is_text(const struct json *value, const char *expected);
enum exh_status tiled_get_number(const struct json *value, const char *name, long least,
				 long most, long *out, struct exh_error *err);
enum exh_status tiled_get_member(const struct json *object, const char *key, long least,
				 long most, long *out, struct exh_error *err);
const struct json *tiled_find_property(const struct json *object, const char *name);
const struct json *tiled_find_property_object(const struct json *object,
					      const char *name);

#endif
