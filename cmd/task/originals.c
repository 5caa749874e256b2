#include "file.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file_set originals;

void originals_add_open(const struct stat *file)
{
	if (!S_ISREG(file->st_mode))
		return;
	pthread_mutex_lock(&lock);
	file_set_add(&originals, file);
	pthread_mutex_unlock(&lock);
}

void originals_add(const char *path)
{
	struct stat file;

	if (stat(path, &file) == 0)
		originals_add_open(&file);
}

bool originals_has_open(const struct stat *file)
{
	bool has;

	if (!S_ISREG(file->st_mode))
		return false;
	pthread_mutex_lock(&lock);
	has = file_set_has(&originals, file);
	pthread_mutex_unlock(&lock);
	return has;
}

bool originals_has(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && originals_has_open(&file);
}

void originals_remove_open(const struct stat *file)
{
	pthread_mutex_lock(&lock);
	file_set_remove(&originals, file);
	pthread_mutex_unlock(&lock);
}

void originals_clear(void)
{
	pthread_mutex_lock(&lock);
	file_set_clear(&originals);
	pthread_mutex_unlock(&lock);
}
