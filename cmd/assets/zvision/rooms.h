/*
 * The rooms in which pictures, animations and levers of a folder are, as the scripts
 * (.scr) beside them show: pictures for panoramas are stored transposed.
 */
#ifndef CMD_ASSETS_ZVISION_ROOMS_H
#define CMD_ASSETS_ZVISION_ROOMS_H

#include "task/files.h"
#include "task/report.h"
#include "task/strings.h"

#include <pthread.h>

/* --transpose */
enum transpose { TRANSPOSE_AUTO, TRANSPOSE_YES, TRANSPOSE_NO };

extern const char *const transpose_choices[];

/* A file that a script shows. */
struct room_file {
	char *name;
	char *script; /* its name */
	bool is_panorama;
};

/* What the scripts of some folders show. */
struct room_list {
	char *folder; /* that they are of; NULL: none was searched yet */
	struct room_file *items;
	size_t count, capacity;
};

/* Of one folder at a time, or of a game; threads may share it. */
struct rooms {
	pthread_mutex_t lock;
	bool is_game;
	const struct strings *data; /* folders that are searched, too; may be NULL */
	struct room_list own;	    /* of the file's folder, or of the game */
	struct room_list others;    /* of data and of the folders next to the file's */
};

/* Kept with the request; data: --data, borrowed. */
struct rooms *rooms_open(const struct strings *data, struct common *common);
/* data: --data; borrowed. */
void rooms_start(struct rooms *rooms, const struct strings *data);
/* Those that the scripts among a game's files show: paths are names of its files, and no
 * folder is looked through. */
void rooms_start_game(struct rooms *rooms, const struct files *files);
void rooms_end(struct rooms *rooms);

/*
 * Does a script beside path show the file of its name; or else one in the folders of
 * data, or in a folder next to that of path (archives of a game that were unpacked)? Then
 * *is_panorama says where, and *script, to be freed, is the script's name. What can't be
 * read counts for nothing; if scripts disagree, a panorama counts.
 */
bool rooms_find(struct rooms *rooms, const char *path, bool *is_panorama, char **script);

/* Is what lies at path stored transposed? AUTO: as a script says, which is reported; else
 * it is not. */
bool rooms_transpose(struct rooms *rooms, unsigned transpose, const char *path,
		     struct report *report);

#endif
