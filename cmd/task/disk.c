#include "disk.h"

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

/* More than are written to at a time. */
enum { FOLDERS = 32 };

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

struct folder {
	char path[PATH_MAX]; /* without slashes at its end */
	size_t size;	     /* of it; 0: no folder */
	int fd;		     /* below 0: not opened yet */
	unsigned users;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static struct folder folders[FOLDERS];
static size_t oldest;

static void close_folder(struct folder *folder)
{
	if (folder->size && folder->fd >= 0)
		close(folder->fd);
	folder->size = 0;
}

static bool is_added(const char *path, size_t size)
{
	for (size_t i = 0; i < FOLDERS; i++)
		if (folders[i].size == size && memcmp(folders[i].path, path, size) == 0)
			return true;
	return false;
}

/* In the place of the one that was added first, among the unused ones. */
static void add(const char *path, size_t size)
{
	for (size_t i = 0; i < FOLDERS; i++) {
		struct folder *folder = &folders[oldest];

		oldest = (oldest + 1) % FOLDERS;
		if (folder->users)
			continue;
		close_folder(folder);
		memcpy(folder->path, path, size);
		folder->path[size] = '\0';
		folder->size = size;
		folder->fd = -1;
		return;
	}
}

void disk_add_folder(const char *path)
{
	size_t size = strlen(path);

	while (size && path[size - 1] == '/')
		size--;
	if (!size || size >= PATH_MAX)
		return;
	pthread_mutex_lock(&lock);
	if (!is_added(path, size))
		add(path, size);
	pthread_mutex_unlock(&lock);
}

void disk_close_folders(void)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < FOLDERS; i++)
		close_folder(&folders[i]);
	pthread_mutex_unlock(&lock);
}

/*
 * Where a path leads.
 */

struct place {
	int fd; /* of a folder; AT_FDCWD */
	const char *name;
	struct folder *folder; /* in use; NULL: none of the list */
};

static bool is_in(const char *path, const struct folder *folder)
{
	return folder->size && strncmp(path, folder->path, folder->size) == 0 &&
	       path[folder->size] == '/';
}

static struct folder *folder_of(const char *path)
{
	struct folder *found = NULL;

	for (size_t i = 0; i < FOLDERS; i++)
		if (is_in(path, &folders[i]) && (!found || folders[i].size > found->size))
			found = &folders[i];
	if (found && found->fd < 0)
		found->fd = open(found->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return found && found->fd >= 0 ? found : NULL;
}

static struct place find(const char *path)
{
	struct place place = { AT_FDCWD, path, NULL };

	pthread_mutex_lock(&lock);
	place.folder = folder_of(path);
	if (place.folder) {
		place.folder->users++;
		place.fd = place.folder->fd;
		place.name += place.folder->size;
		place.name += strspn(place.name, "/");
	}
	pthread_mutex_unlock(&lock);
	return place;
}

/* Returns result, and leaves errno as it is. */
static int end(struct place place, int result)
{
	const int reason = errno;

	if (place.folder) {
		pthread_mutex_lock(&lock);
		place.folder->users--;
		pthread_mutex_unlock(&lock);
	}
	errno = reason;
	return result;
}

/* The rights of a file; 0: there is none. */
static mode_t mode_of(const char *path)
{
	const struct place place = find(path);
	struct stat file;
	const int result = fstatat(place.fd, place.name, &file, 0);

	return end(place, result) == 0 && S_ISREG(file.st_mode) ? file.st_mode & 0777 : 0;
}

int disk_create(const char *path, const char *replaced)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
	const mode_t mode = replaced ? mode_of(replaced) : 0;
	const struct place place = find(path);
	mode_t mask;
	int fd;

	/* The mask is the process's: nothing else is made without it. */
	pthread_mutex_lock(&making);
	mask = mode ? umask(0) : 0;
	fd = openat(place.fd, place.name, flags, mode ? mode : 0666);
	if (mode)
		umask(mask);
	pthread_mutex_unlock(&making);
	return end(place, fd);
}

int disk_open(const char *path)
{
	const struct place place = find(path);

	return end(place, openat(place.fd, place.name, O_WRONLY | O_CLOEXEC));
}

int disk_make_folder(const char *path)
{
	const struct place place = find(path);
	int result;

	pthread_mutex_lock(&making);
	result = mkdirat(place.fd, place.name, 0777);
	pthread_mutex_unlock(&making);
	return end(place, result);
}

int disk_remove(const char *path)
{
	const struct place place = find(path);

	return end(place, unlinkat(place.fd, place.name, 0));
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
 * Renaming. Not every C library has the call that refuses to replace, or swaps.
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
/* A second name for a file never replaces another one. */
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

static int with_both(const char *from, const char *to,
		     int (*act)(struct place from, struct place to))
{
	const struct place a = find(from), b = find(to);

	return end(a, end(b, act(a, b)));
}

int disk_rename(const char *from, const char *to)
{
	return with_both(from, to, rename_places);
}

int disk_rename_new(const char *from, const char *to)
{
	return with_both(from, to, rename_new);
}

int disk_swap(const char *a, const char *b)
{
	return with_both(a, b, swap);
}

/* A folder first: in the sandbox a folder can't be tried as a file. */
void disk_remove_either(const char *path)
{
	if (rmdir(path) != 0)
		unlink(path);
}

static int remove_entry(const char *path, const struct stat *info, int type,
			struct FTW *place)
{
	(void)info;
	(void)type;
	(void)place;
	disk_remove_either(path);
	return 0;
}

void disk_remove_all(const char *path)
{
	enum { OPEN_FOLDERS = 8 };

	nftw(path, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
