/*
 * Resolves paths of outputs: beneath a folder of outputs, through no link.
 */
#ifndef CMD_TASK_DISK_PLACES_H
#define CMD_TASK_DISK_PLACES_H

#include <stdbool.h>

struct folder;

/*
 * A folder of outputs. It is opened when something in it is first touched; from then on
 * everything below its path is reached through its descriptor, and through no link
 * (ELOOP): a planted link can't lead out. Its own path may be a link, unless it is
 * planned by the program. The writer knows only the path of a file: so this is one list
 * of the whole process, as the list of originals is.
 */
void disk_add_folder(const char *path, bool is_planned);
/* Closes all folders, before a run and after it. */
void disk_close_folders(void);

/* A name in an open folder. */
struct place {
	/* AT_FDCWD: name is a path; PLACE_NONE: no place, errno has the reason */
	int fd;
	const char *name;
	/* The folder in the list, in use; NULL: none */
	struct folder *folder;
};

enum { PLACE_NONE = -2 };

/* The place of a path; each ends with place_end. */
struct place place_find(const char *path);
static inline bool place_is(struct place place)
{
	return place.fd != PLACE_NONE;
}
/* Releases a place. Returns result, and keeps errno. */
int place_end(struct place place, int result);

/* True if it is the path of a planned folder of outputs, which must not be a link. */
bool place_is_planned(const char *path);

/* Opens a folder beneath an open folder, reached through no link; returns a
 * descriptor. Below 0: ELOOP is a link on the way, EXDEV a path that leads out. */
int place_open_beneath(int folder, const char *path);
/* As place_open_beneath, for kernels without that system call. */
int place_walk_beneath(int folder, const char *path);

#endif
