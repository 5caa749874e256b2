/*
 * Where paths of outputs lead: beneath a folder of outputs, through no link.
 */
#ifndef CMD_TASK_DISK_PLACES_H
#define CMD_TASK_DISK_PLACES_H

#include <stdbool.h>

struct folder;

/*
 * A folder of outputs: it is opened when something in it is first touched, and from then
 * on everything below its path is reached through it, and through no link (ELOOP): one
 * that was planted there can't lead out. Its own path may be a link, unless it is planned
 * by the program. The writer knows a file by its path alone: so this is one list of the
 * whole process, as that of originals is.
 */
void disk_add_folder(const char *path, bool is_planned);
/* Closes all of them, before a run and after it. */
void disk_close_folders(void);

/* A name in a folder that is open. */
struct place {
	int fd; /* AT_FDCWD: name is a path; PLACE_NONE: errno has why there is none */
	const char *name;
	struct folder *folder; /* in use; NULL: none of the list */
};

enum { PLACE_NONE = -2 };

/* The place of a path; each ends with place_end. */
struct place place_find(const char *path);
static inline bool place_is(struct place place)
{
	return place.fd != PLACE_NONE;
}
/* Returns result, and leaves errno as it is. */
int place_end(struct place place, int result);

/* Is it the path of a folder of outputs that must be no link? */
bool place_is_planned(const char *path);

/* A folder beneath another one that is open, reached through no link: a descriptor for
 * names in it. Below 0: ELOOP is a link on the way, EXDEV a way out. */
int place_open_beneath(int folder, const char *path);
/* The same where the kernel has no call for it. */
int place_walk_beneath(int folder, const char *path);

#endif
