/*
 * The only place that makes, renames and removes files and folders, so that a system of
 * another kind needs another disk.c and nothing else; only a handler of signals removes a
 * folder by itself. task/memory.h is not used here: it lies above, and removes by this
 * what is half written when memory ends. Functions return 0 or a descriptor; below 0
 * errno has why.
 */
#ifndef CMD_TASK_DISK_H
#define CMD_TASK_DISK_H

#include <stdbool.h>

/* A new file to write, with the rights of the one that it will replace, which need not be
 * there; an existing one is an error. */
int disk_create(const char *path, const char *replaced);
/* To read what this program wrote. */
int disk_open_own(const char *path);
/* What is there already, to be written to: a device, a pipe. */
int disk_open(const char *path);
/* A new file to write and read, that is gone when it is closed. Path ends with XXXXXX,
 * for which another name comes. */
int disk_create_unnamed(char *path);

/* Its parent is there. */
int disk_make_folder(const char *path);
/* Is there a folder? If not, errno has why; below an output folder a link is none. */
bool disk_is_folder(const char *path);
/* A new folder; path as for disk_create_unnamed. */
int disk_make_temporary_folder(char *path);

/* Replaces what is there. */
int disk_rename(const char *from, const char *to);
/* Fails if something is there, with EEXIST; with another reason where the file system
 * can't refuse to replace. */
int disk_rename_new(const char *from, const char *to);
/* The two swap names; fails where the file system can't. */
int disk_swap(const char *a, const char *b);

/* A file, or a folder in which nothing is. */
int disk_remove(const char *path);
/* A file, or a folder with all that is in it. */
void disk_remove_all(const char *path);

#endif
