/* Paths: their parts, and what is there. */
#ifndef CMD_TASK_FILE_PATH_H
#define CMD_TASK_FILE_PATH_H

#include <stdbool.h>

/* A file, a folder, or anything else, even a broken link. */
bool file_exists(const char *path);

bool file_is_folder(const char *path);

/* A device, a pipe or a descriptor: it is written to, not replaced. */
bool file_is_special(const char *path);

/* The open descriptor that path stands for, as /dev/stdout, /dev/fd/3 and links to them
 * do, whatever it leads to. Below 0: none. */
int file_descriptor(const char *path);

/* The path's last part. */
const char *file_name(const char *path);

/* ending has its dot; upper or lower case. */
bool file_has_ending(const char *path, const char *ending);

/* The path with another ending, to be freed. old_ending has its
 * dot: a name with another one, or with nothing before it, gets new_ending appended.
 * NULL: the part from the last dot on, unless the name starts with it. */
char *file_with_ending(const char *path, const char *old_ending, const char *new_ending);

/* folder/name, to be freed. */
char *file_join(const char *folder, const char *name);

/* The path of name in the folder of path, to be freed. */
char *file_sibling(const char *path, const char *name);

#endif
