/* A game of ZVision: a folder of loose files and ZFS archives, or one archive. */
#ifndef CMD_ASSETS_ZVISION_ZV_GAME_H
#define CMD_ASSETS_ZVISION_ZV_GAME_H

#include "rooms.h"
#include "task/files.h"
#include "task/report.h"

#include <exhume/zvision.h>

enum zv_type {
	ZV_PICTURE,
	ZV_ANIMATION,
	ZV_SOUND,
	ZV_LEVER,
	ZV_SCRIPT,
	ZV_TEXT,
	ZV_SUBTITLES,
	ZV_CURSOR,
	ZV_VIDEO,
	ZV_NO_TYPE,
};

/* Where a file of the game is. */
struct zv_place {
	const char *name;	   /* there */
	const struct files *files; /* of the folder, or of an archive */
	const char *archive;	   /* its path; NULL: it is a loose file */
	enum zv_type type;
};

struct zv_game {
	struct files *files; /* all of them */
	struct rooms rooms;  /* from the game's scripts */
};

bool zv_game_is_at(const char *path);

/* Of several files of a name, in upper or lower case, that of the place counts which an
 * index of the disks gives; else that of the first place in its list, a loose one, or
 * that of the first archive. One of fewer than 10 bytes counts only alone. An archive
 * that can't be read is reported, and the others count. */
struct zv_game *zv_game_open(const char *path, struct report *report);
void zv_game_close(struct zv_game *game);

/* Of a name that game->files has. */
const struct zv_place *zv_game_place(const struct zv_game *game, const char *name);

/* By a file of the game's name, or else by how its sounds are called; *reason says which:
 * "name", "sounds" or "default". */
enum exh_zv_game zv_game_guess(const struct zv_game *game, const char **reason);

#endif
