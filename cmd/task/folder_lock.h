/* A folder that one process at a time fills. */
#ifndef CMD_TASK_FOLDER_LOCK_H
#define CMD_TASK_FOLDER_LOCK_H

#include <stdbool.h>

struct report;

/* Begins as FOLDER_UNLOCKED. */
struct folder_lock {
	int fd; /* below 0: not locked */
	char *path;
	bool is_made; /* by folder_lock */
};

#define FOLDER_UNLOCKED ((struct folder_lock){ .fd = -1 })

/* Locks the folder until folder_unlock, or the end of this process. One that is missing
 * is made if makes is true, or else not locked. False, reported, if another process has
 * it; true if it is locked already, or if its file system has no locks. */
bool folder_lock(struct folder_lock *lock, const char *path, bool makes,
		 struct report *report);

/* Removes the folder if it was made, and nothing is in it. */
void folder_unlock(struct folder_lock *lock);

#endif
