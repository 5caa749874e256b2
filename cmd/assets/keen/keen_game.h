/* Games of Keen: their archives, and the way back. */
#ifndef CMD_ASSETS_KEEN_KEEN_GAME_H
#define CMD_ASSETS_KEEN_KEEN_GAME_H

#include "assets/convert.h"
#include "assets/keen/graphics/graphics.h"
#include "assets/keen/keen_belongs.h"
#include "assets/keen/level/level.h"
#include "assets/keen/sound/sound.h"
#include "task/file.h"

#include <exhume/keen_engine.h>

/*
 * The folder of a Keen game: its graphics, levels and sounds found by their names, and
 * opened for the engine.
 */

/* Options of the command line; NULL: found automatically. */
struct keen_game_options {
	const char *graphics, *levels, *sounds; /* archives */
	/* A program with the tables that are missing beside the archives. */
	const char *exe;
	/* Layout of the graphics: a file, or the name of a built-in one. */
	const char *layout;
	enum exh_keen_video video; /* graphics card whose archive is used */
};

struct keen_game {
	char *graphics_path, *levels_path, *sounds_path; /* the last may be NULL */
	struct keen_archive graphics;
	struct keen_levels levels;
	struct keen_sounds sounds;
	struct exh_notes sound_notes; /* notes on faulty sounds */
	struct exh_arena arena;
	struct exh_keen_parts parts; /* parts that the engine's game is made of */
	const struct exh_keen_game *game;
};

/*
 * folder has the archives that are not named (see keen_sets_find); a game without sounds
 * is fine. False: the report has why. Close it either way.
 */
bool keen_game_open(struct keen_game *game, const char *folder,
		    const struct keen_game_options *options, struct report *report);
void keen_game_close(struct keen_game *game);

/* Reports heads without archives, and archives of which there are two. */
void keen_set_report(const struct keen_set *set, const struct files *files,
		     struct report *report);

/* Fields of a struct keen_game: its archives. */
extern const struct fields keen_game_fields;

/* Writes the name of a level; empty if there is no such level. */
void keen_game_map_name(const struct keen_game *game, unsigned map,
			char out[EXH_KEEN_MAP_NAME_SIZE + 1]);

/*
 * exhume build of a game of Keen: its archives through egagrab and mapdump.
 */

#define KEEN_GRAPHICS_FOLDER "graphics"
#define KEEN_LEVELS_FOLDER "levels"
#define KEEN_SOUNDS_FOLDER "sounds"

const char *keen_build_refuses(const struct json *asset, const char *file);
bool keen_build_takes_new(const char *file);
bool keen_build(const struct game_build *build);

/*
 * The kinds of assets of Keen's games.
 */

/* A folder with archives of graphics, levels or sounds; the kinds are those of all three.
 */
extern const struct game_type keen_game_type;
/* One of those archives, with its tables beside it. */
extern const struct game_type keen_archive_type;

/* A kind's code is its enum exh_keen_class. Kinds of classes without files of their own
 * have no name. The last kind is of raw chunks. Their game is a struct keen_parts. */
enum { KEEN_RAW_CHUNK = EXH_KEEN_CLASS_COUNT, KEEN_GRAPHICS_KINDS };
extern const struct asset_kind keen_graphics_kinds[KEEN_GRAPHICS_KINDS];

#endif
