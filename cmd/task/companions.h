/* Companion files: tables that lie in the folder of a data file. */
#ifndef CMD_TASK_COMPANIONS_H
#define CMD_TASK_COMPANIONS_H

/* The companion of this stem that belongs to path alone: "NEW.CK4.MAPHEAD" of NEW.CK4. To
 * be freed; NULL when out of memory. */
char *companion_name(const char *path, const char *stem);

/*
 * The files in the folder of path whose name is stem with any extension or none, in upper
 * or lower case; the one of companion_name comes first, then those with the extension of
 * path, then by name. NULL-terminated; free with companions_free. NULL when out of
 * memory, none for "-".
 */
char **companions_find(const char *path, const char *stem);

void companions_free(char **paths);

#endif
