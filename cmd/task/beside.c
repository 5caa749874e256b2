#include "beside.h"

#include "file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *ending_of(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');

	return dot ? dot : "";
}

static bool has_stem(const char *name, const char *stem)
{
	const size_t size = strlen(stem);

	return strncasecmp(name, stem, size) == 0 &&
	       (name[size] == '\0' ||
		(name[size] == '.' && !strchr(name + size + 1, '.')));
}

static bool append(char ***list, size_t *count, char *path)
{
	char **longer = realloc(*list, (*count + 2) * sizeof *longer);

	if (!path || !longer) {
		free(path);
		*list = longer ? longer : *list;
		return false;
	}
	longer[(*count)++] = path;
	longer[*count] = NULL;
	*list = longer;
	return true;
}

/* Names that only differ in case have an order, too. */
static int by_name(const void *a, const void *b)
{
	const char *one = *(char *const *)a, *other = *(char *const *)b;
	const int order = strcasecmp(one, other);

	return order ? order : strcmp(one, other);
}

/* Stable: the order by name stays within both groups. */
static void own_ending_first(char **list, size_t count, const char *ending)
{
	size_t front = 0;

	for (size_t i = 0; i < count; i++) {
		char *path = list[i];

		if (strcasecmp(ending_of(path), ending) != 0)
			continue;
		memmove(&list[front + 1], &list[front], (i - front) * sizeof *list);
		list[front++] = path;
	}
}

char **beside_list(const char *path)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	char *folder = folder_size ? strndup(path, folder_size) : strdup(".");
	char **names = calloc(1, sizeof *names);
	const struct dirent *entry;
	size_t count = 0;
	DIR *dir;

	dir = folder && names && strcmp(path, "-") != 0 ? opendir(folder) : NULL;
	while (dir && (entry = readdir(dir)))
		if (!append(&names, &count, strdup(entry->d_name)))
			break;
	if (dir)
		closedir(dir);
	free(folder);
	if (names)
		qsort(names, count, sizeof *names, by_name);
	return names;
}

/* The first of the sorted names that does not come before stem. */
static size_t find_first(char *const *names, const char *stem)
{
	size_t low = 0, high = 0;

	while (names[high])
		high++;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strcasecmp(names[middle], stem) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

char **beside_pick(char *const *names, const char *path, const char *stem)
{
	char **list = calloc(1, sizeof *list);
	size_t count = 0;

	for (size_t i = find_first(names, stem);
	     list && names[i] && strncasecmp(names[i], stem, strlen(stem)) == 0; i++)
		if (has_stem(names[i], stem) &&
		    !append(&list, &count, file_beside(path, names[i])))
			break;
	if (list)
		own_ending_first(list, count, ending_of(path));
	return list;
}

char **beside_find(const char *path, const char *stem)
{
	char **names = beside_list(path);
	char **found = names ? beside_pick(names, path, stem) : NULL;

	beside_free(names);
	return found;
}

void beside_free(char **paths)
{
	for (size_t i = 0; paths && paths[i]; i++)
		free(paths[i]);
	free(paths);
}
