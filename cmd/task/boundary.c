#include "file.h"

#include "memory.h"
#include "path.h"
#include "text.h"
#include "text_set.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A boundary: real names of folders. */
struct root {
	char *folder;
	/* Links in the folder may lead there, too; or NULL */
	char *also;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	struct root *items;
	size_t count, capacity;
} roots;
/* Links that lead out: their real paths, and their paths in messages. */
static struct text_set places, shown;
/* Folders, as they are named, whose boundaries are known. */
static struct text_set folders;
static size_t reported;

static char *real_folder_of(const char *path)
{
	char *folder = file_folder(path), *real = realpath(folder, NULL);

	free(folder);
	return real;
}

/* True if the path is a plain file, no link, in the folder of an earlier one: its
 * boundary is known. */
static bool has_known_folder(const char *path)
{
	const size_t count = folders.count;
	struct stat info;
	char *folder;
	bool is_known;

	if (lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
		return false;
	folder = file_folder(path);
	is_known = text_set_add(&folders, folder) != count;
	free(folder);
	return is_known;
}

void boundary_add(const char *path)
{
	char *real = has_known_folder(path) ? NULL : realpath(path, NULL);
	struct root root;

	if (!real)
		return;
	if (file_is_folder(real)) {
		root = (struct root){ .folder = real };
	} else {
		root = (struct root){ real_folder_of(path), real_folder_of(real) };
		free(real);
	}
	if (root.folder)
		*MEM_ADD(&roots) = root;
	else
		free(root.also);
}

static bool is_within(const char *path, const char *folder)
{
	const size_t size = folder && strcmp(folder, "/") != 0 ? strlen(folder) : 0;

	return folder && strncmp(path, folder, size) == 0 &&
	       (path[size] == '/' || !path[size]);
}

static bool may_lead_to(const struct root *root, const char *target)
{
	return is_within(target, root->folder) || is_within(target, root->also);
}

/* True if the target is outside every boundary that contains the folder, and there is
 * one. */
static bool leads_out(const char *folder, const char *target)
{
	bool is_bounded = false;

	for (size_t i = 0; i < roots.count; i++) {
		if (!is_within(folder, roots.items[i].folder))
			continue;
		if (may_lead_to(&roots.items[i], target))
			return false;
		is_bounded = true;
	}
	return is_bounded;
}

/* Counts a link once, although several paths may lead to it. */
static void count_link(const char *folder, const char *name, const char *path)
{
	char *place = file_join(folder, name);
	size_t count;

	pthread_mutex_lock(&lock);
	count = places.count;
	if (text_set_add(&places, place) == count)
		text_set_add(&shown, path);
	pthread_mutex_unlock(&lock);
	free(place);
}

bool boundary_is_crossed(const char *folder, const char *name)
{
	char *real = roots.count ? realpath(*folder ? folder : ".", NULL) : NULL;
	char *path = file_join(folder, name);
	char *target = real ? realpath(path, NULL) : NULL;
	/* A target that may not be read is outside. */
	const bool is_closed = real && !target && errno == EACCES;
	const bool is_crossed =
		is_closed ? leads_out(real, "") : target && leads_out(real, target);

	if (is_crossed)
		count_link(real, name, path);
	free(target);
	free(path);
	free(real);
	return is_crossed;
}

static bool is_within_any(const char *path)
{
	for (size_t i = 0; i < roots.count; i++)
		if (may_lead_to(&roots.items[i], path))
			return true;
	return false;
}

/* Returns the real name of an open file from the system. To be freed; NULL: unknown. */
static char *name_of_open(int fd, const char *path)
{
	char link[64], name[PATH_MAX];
	ssize_t size;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	size = readlink(link, name, sizeof name);
	return size > 0 && (size_t)size < sizeof name ? mem_text_part(name, (size_t)size)
						      : realpath(path, NULL);
}

/* True if a folder of the path is a boundary, and the target is outside it. */
static bool passes_boundary(const char *path, const char *target)
{
	char *part = mem_text(path);
	bool is_crossed = false;

	for (size_t size = strlen(path); size && !is_crossed;) {
		char *real;

		while (size && part[size - 1] != '/')
			size--;
		part[size] = '\0';
		real = realpath(size ? part : ".", NULL);
		for (size_t i = 0; real && i < roots.count && !is_crossed; i++)
			is_crossed = strcmp(real, roots.items[i].folder) == 0 &&
				     !path_leads_up(path + size) &&
				     leads_out(real, target);
		free(real);
		size -= size > 0;
	}
	free(part);
	return is_crossed;
}

bool boundary_is_crossed_open(const char *path, int fd)
{
	char *name = roots.count ? name_of_open(fd, path) : NULL;
	const bool is_crossed =
		name && !is_within_any(name) && passes_boundary(path, name);

	free(name);
	return is_crossed;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Returns "a, b, c and 7 more": the texts in alphabetical order. To be freed. */
static char *list_texts(const char *const *items, size_t count)
{
	enum { MOST_SHOWN = 3 };
	const char **texts = mem_copy((const void *)items, count, sizeof *texts);
	struct exh_writer out = { .limit = SIZE_MAX };
	char *list;

	qsort((void *)texts, count, sizeof *texts, by_name);
	for (size_t i = 0; i < count && i < MOST_SHOWN; i++)
		text_put(&out, "%s%s", i ? ", " : "", texts[i]);
	if (count > MOST_SHOWN)
		text_put(&out, " and %zu more", count - MOST_SHOWN);
	mem_check(&out);
	list = mem_text_part((const char *)out.data, out.size);
	exh_writer_free(&out);
	free((void *)texts);
	return list;
}

size_t boundary_take_links(char **list)
{
	size_t count;

	pthread_mutex_lock(&lock);
	count = shown.count - reported;
	if (count)
		*list = list_texts(shown.items + reported, count);
	reported = shown.count;
	pthread_mutex_unlock(&lock);
	return count;
}

void boundary_clear(void)
{
	for (size_t i = 0; i < roots.count; i++) {
		free(roots.items[i].folder);
		free(roots.items[i].also);
	}
	free(roots.items);
	roots.items = NULL;
	roots.count = roots.capacity = 0;
	text_set_free(&places);
	text_set_free(&shown);
	text_set_free(&folders);
	reported = 0;
}
