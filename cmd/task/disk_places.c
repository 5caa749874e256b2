#include "disk_places.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#ifdef EXH_HAVE_OPENAT2
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

/* More than the number of folders written to at a time. */
enum { FOLDERS = 32 };

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)

struct folder {
	char path[PATH_MAX]; /* no slashes at its end */
	/* Length of path; 0: no folder */
	size_t size;
	int fd; /* below 0: not opened yet */
	unsigned users;
	/* From disk_add_folder: other folders are below one of these */
	bool is_root;
	/* Named by the program: must not be a link */
	bool is_planned;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct folder folders[FOLDERS];
static size_t oldest;

/*
 * Opening of folders.
 */

/* Changes ENOTDIR to ELOOP for a link, which must not be followed. */
static void name_reason(int folder, const char *path)
{
	char target;

	if (errno == ENOTDIR)
		errno = readlinkat(folder, path, &target, 1) >= 0 ? ELOOP : ENOTDIR;
}

int place_walk_beneath(int folder, const char *path)
{
	int at = openat(folder, ".", FOLDER_FLAGS);

	while (at >= 0 && *(path += strspn(path, "/"))) {
		const size_t size = strcspn(path, "/");
		char name[NAME_MAX + 1];
		int next = -1, reason;

		if (size > NAME_MAX) {
			errno = ENAMETOOLONG;
		} else {
			memcpy(name, path, size);
			name[size] = '\0';
			errno = EXDEV;
			if (strcmp(name, "..") != 0)
				next = openat(at, name, FOLDER_FLAGS | O_NOFOLLOW);
			if (next < 0)
				name_reason(at, name);
		}
		reason = errno;
		close(at);
		errno = reason;
		at = next;
		path += size;
	}
	return at;
}

int place_open_beneath(int folder, const char *path)
{
#ifdef EXH_HAVE_OPENAT2
	const struct open_how how = { .flags = FOLDER_FLAGS,
				      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS };
	const int fd = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);

	if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
		return fd;
#endif
	return place_walk_beneath(folder, path);
}

/*
 * The list of open folders.
 */

static void close_folder(struct folder *folder)
{
	if (folder->size && folder->fd >= 0)
		close(folder->fd);
	folder->size = 0;
}

static struct folder *find_folder(const char *path, size_t size)
{
	for (size_t i = 0; i < FOLDERS; i++)
		if (folders[i].size == size && memcmp(folders[i].path, path, size) == 0)
			return &folders[i];
	return NULL;
}

/* Replaces the unused folder that was added first; roots are replaced last. */
static struct folder *find_room(void)
{
	for (size_t i = 0; i < 2 * FOLDERS; i++) {
		struct folder *folder = &folders[oldest];

		oldest = (oldest + 1) % FOLDERS;
		if (folder->users || (folder->size && folder->is_root && i < FOLDERS))
			continue;
		close_folder(folder);
		return folder;
	}
	return NULL;
}

static struct folder *add(const char *path, size_t size)
{
	struct folder *folder = find_room();

	if (!folder)
		return NULL;
	memcpy(folder->path, path, size);
	folder->path[size] = '\0';
	folder->size = size;
	folder->fd = -1;
	folder->is_root = folder->is_planned = false;
	return folder;
}

void disk_add_folder(const char *path, bool is_planned)
{
	size_t size = strlen(path);
	struct folder *folder;

	while (size && path[size - 1] == '/')
		size--;
	if (!size || size >= PATH_MAX)
		return;
	pthread_mutex_lock(&lock);
	folder = find_folder(path, size);
	if (!folder)
		folder = add(path, size);
	if (folder && !folder->is_root) {
		folder->is_root = true;
		folder->is_planned = is_planned;
	}
	pthread_mutex_unlock(&lock);
}

bool place_is_planned(const char *path)
{
	const struct folder *folder;
	bool is_planned;

	pthread_mutex_lock(&lock);
	folder = find_folder(path, strlen(path));
	is_planned = folder && folder->is_planned;
	pthread_mutex_unlock(&lock);
	return is_planned;
}

void disk_close_folders(void)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < FOLDERS; i++)
		close_folder(&folders[i]);
	pthread_mutex_unlock(&lock);
}

static bool is_in(const char *path, const struct folder *folder)
{
	return folder->size && folder->is_root &&
	       strncmp(path, folder->path, folder->size) == 0 &&
	       path[folder->size] == '/';
}

/* False: it can't be opened. */
static bool open_root(struct folder *root)
{
	if (root->fd < 0)
		root->fd = open(root->path,
				FOLDER_FLAGS | (root->is_planned ? O_NOFOLLOW : 0));
	if (root->fd < 0)
		name_reason(AT_FDCWD, root->path);
	return root->fd >= 0;
}

/* Returns the folder with this path, beneath the root. NULL: errno has the reason. */
static struct folder *folder_beneath(struct folder *root, const char *path, size_t size)
{
	struct folder *folder;
	char below[PATH_MAX];
	int fd;

	while (size > root->size && path[size - 1] == '/')
		size--;
	if (!open_root(root))
		return NULL;
	if (size <= root->size)
		return root;
	folder = find_folder(path, size);
	if (folder && folder->fd >= 0)
		return folder;
	memcpy(below, path, size);
	below[size] = '\0';
	root->users++;
	fd = place_open_beneath(root->fd,
				below + root->size + strspn(below + root->size, "/"));
	if (fd >= 0 && !folder)
		folder = add(path, size);
	root->users--;
	if (fd < 0)
		return NULL;
	if (folder) {
		folder->fd = fd;
	} else {
		close(fd);
		errno = EMFILE;
	}
	return folder;
}

/* Returns the innermost root that contains the path. */
static struct folder *root_of(const char *path)
{
	struct folder *found = NULL;

	for (size_t i = 0; i < FOLDERS; i++)
		if (is_in(path, &folders[i]) && (!found || folders[i].size > found->size))
			found = &folders[i];
	return found;
}

struct place place_find(const char *path)
{
	const char *slash = strrchr(path, '/');
	struct place place = { AT_FDCWD, path, NULL };
	struct folder *root;

	pthread_mutex_lock(&lock);
	root = strlen(path) < PATH_MAX ? root_of(path) : NULL;
	if (root)
		place.folder = folder_beneath(root, path, (size_t)(slash - path));
	if (place.folder) {
		place.folder->users++;
		place.fd = place.folder->fd;
		place.name = slash + 1;
	} else if (root) {
		place.fd = PLACE_NONE;
	}
	pthread_mutex_unlock(&lock);
	return place;
}

int place_end(struct place place, int result)
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
