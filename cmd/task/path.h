/* Checks of a path as text. disk_process.c, a layer below file.h, uses it, too. */
#ifndef CMD_TASK_PATH_H
#define CMD_TASK_PATH_H

#include <stdbool.h>

/* True if a part of it is "..". */
static inline bool path_leads_up(const char *path)
{
	for (; *path; path += *path == '/') {
		if (path[0] == '.' && path[1] == '.' && (!path[2] || path[2] == '/'))
			return true;
		while (*path && *path != '/')
			path++;
	}
	return false;
}

#endif
