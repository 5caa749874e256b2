/*
 * The rooms in which pictures, animations and levers of a folder are, as the scripts
 * (.scr) beside them show: pictures for panoramas are stored transposed.
 */
#ifndef CMD_ASSETS_ZVISION_ROOMS_H
#define CMD_ASSETS_ZVISION_ROOMS_H

#include "task/files.h"
#include "task/report.h"

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

/* Of one folder at a time, or of a game; threads may share it. */
struct rooms {
	pthread_mutex_t lock;
	bool is_game;
	char *folder; /* NULL: none was looked through yet */
	struct room_file *files;
	size_t count;
};

void rooms_start(struct rooms *rooms);
/* Those that the scripts among a game's files show: paths are names of its files, and no
 * folder is looked through. */
void rooms_start_game(struct rooms *rooms, const struct files *files);
void rooms_end(struct rooms *rooms);

/*
 * Does a script beside path show the file of its name? Then *is_panorama says where, and
 * *script, to be freed, is the script's name. What can't be read counts for nothing; if
 * scripts disagree, a panorama counts.
 */
bool rooms_find(struct rooms *rooms, const char *path, bool *is_panorama, char **script);

/* Is what lies at path stored transposed? AUTO: as a script says, which is reported; else
 * it is not. */
bool rooms_transpose(struct rooms *rooms, unsigned transpose, const char *path,
		     struct report *report);

#endif
