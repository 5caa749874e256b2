/* Locks a folder, so that only one process at a time fills it. */
#ifndef CMD_TASK_FOLDER_LOCK_H
#define CMD_TASK_FOLDER_LOCK_H

#include <stdbool.h>

struct report;

/* Initialize as FOLDER_UNLOCKED. */
struct folder_lock {
	int fd; /* below 0: not locked */
	char *path;
	bool is_made; /* made by folder_lock */
};

#define FOLDER_UNLOCKED ((struct folder_lock){ .fd = -1 })

/* Locks the folder until folder_unlock, or the end of this process. A missing folder
 * is made if makes is true, else not locked. False, and reported, if another process
 * has locked it; true if it is locked already, or if its file system has no locks. */
bool folder_lock(struct folder_lock *lock, const char *path, bool makes,
		 struct report *report);

/* Unlocks the folder; removes it if folder_lock made it, and it is empty. */
void folder_unlock(struct folder_lock *lock);

#endif
