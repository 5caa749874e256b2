/* Tables that lie beside a file of data, under a name in any case. */
#ifndef CMD_TASK_BESIDE_H
#define CMD_TASK_BESIDE_H

/*
 * The files in the folder of path whose name is stem with any ending or none, whatever
 * the case; those with the ending of path come first, then by name. NULL-terminated; free
 * with beside_free. NULL when out of memory or when path is standard input.
 */
char **beside_find(const char *path, const char *stem);

/* The same in two steps, for many files of one folder: its names, then of them the files.
 */
char **beside_list(const char *path);
char **beside_pick(char *const *names, const char *path, const char *stem);

void beside_free(char **paths);

#endif
