/*
 * The only place that makes, renames and removes files and folders, so that another kind
 * of system only needs another disk.c; except that a signal handler removes a folder by
 * itself. task/memory.h is not used here: it is a layer above, and removes half-written
 * files with these functions when memory ends. Functions return 0 or a descriptor; below
 * 0 errno has the reason.
 */
#ifndef CMD_TASK_DISK_H
#define CMD_TASK_DISK_H

#include <stdbool.h>

/* Makes a file to write, with the mode of the file that it will replace, which may be
 * missing; an existing file is an error. */
int disk_create(const char *path, const char *replaced);
/* Opens a file that this program wrote, for reading. */
int disk_open_own(const char *path);
/* Opens an existing device or pipe for writing. */
int disk_open(const char *path);
/* Makes a file to write and read that disappears when closed. path ends with XXXXXX,
 * which is replaced by other letters. */
int disk_create_unnamed(char *path);

/* Makes a folder; its parent exists. */
int disk_make_folder(const char *path);
/* True if a folder exists. If not, errno has the reason; below an output folder a link
 * is not a folder. */
bool disk_is_folder(const char *path);
/* Makes a folder; path as for disk_create_unnamed. */
int disk_make_temporary_folder(char *path);

/* Renames a file; replaces an existing one. */
int disk_rename(const char *from, const char *to);
/* Renames a file. Fails with EEXIST if the new name exists; with another error if the
 * file system can't exclude that. */
int disk_rename_new(const char *from, const char *to);
/* Swaps two names; fails if the file system can't do so. */
int disk_swap(const char *a, const char *b);

/* Removes a file, or an empty folder. */
int disk_remove(const char *path);
/* Removes a file, or a folder with its contents. */
void disk_remove_all(const char *path);

#endif
