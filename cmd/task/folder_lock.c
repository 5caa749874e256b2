#include "folder_lock.h"

#include "disk.h"
#include "file.h"
#include "memory.h"
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_ATTEMPTS = 100 };

/* True if the path still leads to the open folder: the process that had locked it may
 * have removed it. */
static bool is_still_there(int fd, const char *path)
{
	struct stat opened, named;

	return fstat(fd, &opened) == 0 && stat(path, &named) == 0 &&
	       opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/* Opens the folder, and locks it if its file system can do that. Below 0: errno has
 * the reason. */
static int open_locked(const char *path)
{
	for (unsigned attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
		const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		if (fd < 0)
			return fd;
		if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
			close(fd);
			errno = EWOULDBLOCK;
			return -1;
		}
		if (is_still_there(fd, path))
			return fd;
		close(fd);
	}
	errno = ENOENT;
	return -1;
}

bool folder_lock(struct folder_lock *lock, const char *path, bool makes,
		 struct report *report)
{
	const bool is_there = file_exists(path);
	struct exh_error err;

	if (lock->path || (!is_there && !makes))
		return true;
	if (!is_there && file_make_folder(path, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	lock->fd = open_locked(path);
	if (lock->fd < 0 && errno == EWOULDBLOCK) {
		report_error(report, path, EXH_NO_OFFSET,
			     "another exhume writes into this folder: wait until it is "
			     "done, or choose another with -o");
		return false;
	}
	/* No descriptor means no lock; writing reports the fault. */
	lock->path = mem_text(path);
	lock->is_made = !is_there;
	return true;
}

void folder_unlock(struct folder_lock *lock)
{
	if (lock->is_made)
		(void)disk_remove(lock->path);
	if (lock->fd >= 0)
		close(lock->fd);
	free(lock->path);
	*lock = FOLDER_UNLOCKED;
}
