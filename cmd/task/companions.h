/* Companion files: tables that lie in the folder of a data file. */
#ifndef CMD_TASK_COMPANIONS_H
#define CMD_TASK_COMPANIONS_H

/*
 * The files in the folder of path whose name is stem with any extension or none, in upper
 * or lower case; those with the extension of path come first, then by name.
 * NULL-terminated; free with companions_free. NULL when out of memory, none for "-".
 */
char **companions_find(const char *path, const char *stem);

void companions_free(char **paths);

#endif
