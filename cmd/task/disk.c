#include "disk.h"

#include "disk_places.h"
#include "disk_process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

/* Returns the mode of a file; 0: no file. */
static mode_t mode_of(const char *path)
{
	const struct place place = place_find(path);
	struct stat file = { 0 };
	const int result = place_is(place) ? fstatat(place.fd, place.name, &file, 0) : -1;

	return place_end(place, result) == 0 && S_ISREG(file.st_mode)
		       ? file.st_mode & 0777
		       : 0;
}

int disk_create(const char *path, const char *replaced)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	struct place place;
	mode_t mode, mask;
	int fd = -1;

	if (disk_process_has(path))
		return disk_process_ask(DISK_CREATE, path, replaced);
	mode = replaced ? mode_of(replaced) : 0;
	place = place_find(path);
	/* The mask belongs to the process: no other file is made meanwhile. */
	pthread_mutex_lock(&making);
	mask = mode ? umask(0) : 0;
	if (place_is(place))
		fd = openat(place.fd, place.name, flags, mode ? mode : 0666);
	if (mode)
		umask(mask);
	pthread_mutex_unlock(&making);
	return place_end(place, fd);
}

int disk_open_own(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 && errno == EACCES && disk_process_has(path)
		       ? disk_process_ask(DISK_READ, path, NULL)
		       : fd;
}

int disk_open(const char *path)
{
	const struct place place = place_find(path);

	return place_end(place, place_is(place) ? openat(place.fd, place.name,
							 O_WRONLY | O_CLOEXEC)
						: -1);
}

int disk_make_folder(const char *path)
{
	struct place place;
	int result = -1;

	if (disk_process_has(path))
		return disk_process_ask(DISK_FOLDER, path, NULL);
	place = place_find(path);
	pthread_mutex_lock(&making);
	if (place_is(place))
		result = mkdirat(place.fd, place.name, 0777);
	pthread_mutex_unlock(&making);
	return place_end(place, result);
}

bool disk_is_folder(const char *path)
{
	const struct place place = place_find(path);
	const int flags =
		place.folder || place_is_planned(path) ? AT_SYMLINK_NOFOLLOW : 0;
	struct stat file = { 0 };

	if (place_end(place, place_is(place) ? fstatat(place.fd, place.name, &file, flags)
					     : -1) != 0)
		return false;
	errno = S_ISLNK(file.st_mode) ? ELOOP : ENOTDIR;
	return S_ISDIR(file.st_mode);
}

int disk_create_unnamed(char *path)
{
	const int fd = mkostemp(path, O_CLOEXEC);

	if (fd >= 0)
		unlink(path);
	return fd;
}

int disk_make_temporary_folder(char *path)
{
	return mkdtemp(path) ? 0 : -1;
}

/*
 * Renaming. Some C libraries lack the call that refuses to replace, or swaps.
 */

static int rename_places(struct place from, struct place to)
{
	return renameat(from.fd, from.name, to.fd, to.name);
}

#ifdef EXH_HAVE_RENAMEAT2
static int rename_new(struct place from, struct place to)
{
	return renameat2(from.fd, from.name, to.fd, to.name, RENAME_NOREPLACE);
}

static int swap(struct place a, struct place b)
{
	return renameat2(a.fd, a.name, b.fd, b.name, RENAME_EXCHANGE);
}
#else
/* Adds a second name to the file instead: this never replaces another file. */
static int rename_new(struct place from, struct place to)
{
	if (linkat(from.fd, from.name, to.fd, to.name, 0) != 0)
		return -1;
	return unlinkat(from.fd, from.name, 0);
}

static int swap(struct place a, struct place b)
{
	char spare[PATH_MAX];

	if (snprintf(spare, sizeof spare, "%s.old", a.name) >= (int)sizeof spare ||
	    linkat(b.fd, b.name, a.fd, spare, 0) != 0)
		return -1;
	if (renameat(a.fd, a.name, b.fd, b.name) == 0)
		return renameat(a.fd, spare, a.fd, a.name);
	unlinkat(a.fd, spare, 0);
	return -1;
}
#endif

static int with_both(enum disk_act act, const char *from, const char *to,
		     int (*rename_them)(struct place from, struct place to))
{
	struct place a, b;

	if (disk_process_has(from))
		return disk_process_ask(act, from, to);
	a = place_find(from);
	b = place_find(to);
	return place_end(
		a, place_end(b, place_is(a) && place_is(b) ? rename_them(a, b) : -1));
}

int disk_rename(const char *from, const char *to)
{
	return with_both(DISK_RENAME, from, to, rename_places);
}

int disk_rename_new(const char *from, const char *to)
{
	return with_both(DISK_RENAME_NEW, from, to, rename_new);
}

int disk_swap(const char *a, const char *b)
{
	return with_both(DISK_SWAP, a, b, swap);
}

/* Tries a folder first: the sandbox does not allow to remove folders as files. */
int disk_remove(const char *path)
{
	struct place place;
	int result = -1;

	if (disk_process_has(path))
		return disk_process_ask(DISK_REMOVE, path, NULL);
	place = place_find(path);
	if (place_is(place)) {
		result = unlinkat(place.fd, place.name, AT_REMOVEDIR);
		if (result != 0)
			result = unlinkat(place.fd, place.name, 0);
	}
	return place_end(place, result);
}

static int remove_entry(const char *path, const struct stat *info, int type,
			struct FTW *place)
{
	(void)info;
	(void)type;
	(void)place;
	disk_remove(path);
	return 0;
}

void disk_remove_all(const char *path)
{
	enum { OPEN_FOLDERS = 8 };

	nftw(path, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
