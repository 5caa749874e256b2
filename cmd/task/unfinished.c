#include "unfinished.h"

#include "memory.h"

#include <ftw.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The program ends wherever it is, which has no context: so these are global. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	const char **items;
	size_t count, capacity;
} list;

void unfinished_lock(void)
{
	pthread_mutex_lock(&lock);
}

void unfinished_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* A folder first: in the sandbox a folder can't be tried as a file. */
static void remove_path(const char *path)
{
	if (rmdir(path) != 0)
		unlink(path);
}

void unfinished_add(const char *path)
{
	bool has_room = true;

	unfinished_lock();
	if (list.count == list.capacity) {
		const size_t capacity = list.capacity ? list.capacity * 2 : 64;
		const char **items = realloc(list.items, capacity * sizeof *items);

		has_room = items;
		if (items) {
			list.items = items;
			list.capacity = capacity;
		}
	}
	if (has_room)
		list.items[list.count++] = path;
	unfinished_unlock();
	if (has_room)
		return;
	remove_path(path);
	mem_end();
}

void unfinished_forget(const char *path)
{
	unfinished_lock();
	for (size_t i = list.count; i-- > 0;)
		if (list.items[i] == path) {
			list.items[i] = list.items[--list.count];
			break;
		}
	if (!list.count) {
		free(list.items);
		list.items = NULL;
		list.capacity = 0;
	}
	unfinished_unlock();
}

void unfinished_remove(const char *path)
{
	if (!path)
		return;
	remove_path(path);
	unfinished_forget(path);
}

static int remove_entry(const char *path, const struct stat *info, int type,
			struct FTW *place)
{
	(void)info;
	(void)type;
	(void)place;
	remove_path(path);
	return 0;
}

void unfinished_remove_all(void)
{
	enum { OPEN_FOLDERS = 8 };

	/* Never unlocked: nothing gets its name any more. */
	unfinished_lock();
	while (list.count)
		nftw(list.items[--list.count], remove_entry, OPEN_FOLDERS,
		     FTW_DEPTH | FTW_PHYS);
}
