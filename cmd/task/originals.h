/*
 * The files that this run reads. No output replaces one of them, whatever -f says: who
 * overwrites an input loses an original.
 *
 * Files are opened in many places and by many threads, and the same file may have many
 * names. So this is one list of the whole process, by device and number, as the kernel's
 * table of open files is.
 */
#ifndef CMD_TASK_ORIGINALS_H
#define CMD_TASK_ORIGINALS_H

#include <stdbool.h>
#include <sys/stat.h>

/* Adds a file that will be read; anything but a regular file is ignored. */
void originals_add(const char *path);
/* The same for a file that is open. */
void originals_add_open(const struct stat *file);

/* True if path leads to one of them, by whatever name. */
bool originals_has(const char *path);

/* Removes the file that this run has just made: it may have got the number of an original
 * that somebody removed. */
void originals_remove_open(const struct stat *file);

/* Empties the list, before a run and after it. */
void originals_clear(void);

#endif
