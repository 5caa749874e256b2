/* What a path says by itself. disk_process.c lies below file.h, and asks it, too. */
#ifndef CMD_TASK_PATH_H
#define CMD_TASK_PATH_H

#include <stdbool.h>

/* Is a part of it ".."? */
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
