/* Names of outputs with a place for a number, as printf has it: out/%02d.png */
#ifndef CMD_TASK_PATH_PATTERN_H
#define CMD_TASK_PATH_PATTERN_H

#include <stdbool.h>

/* It has one %d, perhaps with a width; other per cent signs are doubled. */
bool path_pattern_is(const char *path);

/* The name for a number, to be freed; NULL when out of memory. */
char *path_pattern_fill(const char *pattern, unsigned number);

/* A pattern such as "/%04d.png" in a folder, whose own per cent signs are kept. To be
 * freed; NULL when out of memory. */
char *path_pattern_in(const char *folder, const char *pattern);

#endif
