/* A list of strings that belong to someone else. */
#ifndef CMD_TASK_STRINGS_H
#define CMD_TASK_STRINGS_H

#include <stddef.h>

struct strings {
	const char **items;
	size_t count, capacity;
};

void strings_add(struct strings *list, const char *text);

#endif
