#include "beside.h"

#include "io/file.h"

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

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
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

char **beside_find(const char *path, const char *stem)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	char *folder = folder_size ? strndup(path, folder_size) : strdup(".");
	char **list = calloc(1, sizeof *list);
	const struct dirent *entry;
	size_t count = 0;
	DIR *dir;

	dir = folder && list && strcmp(path, "-") != 0 ? opendir(folder) : NULL;
	while (dir && (entry = readdir(dir)))
		if (has_stem(entry->d_name, stem) &&
		    !append(&list, &count,
			    folder_size ? file_join(folder, entry->d_name)
					: strdup(entry->d_name)))
			break;
	if (dir)
		closedir(dir);
	free(folder);
	if (list) {
		qsort(list, count, sizeof *list, by_name);
		own_ending_first(list, count, ending_of(path));
	}
	return list;
}

void beside_free(char **paths)
{
	for (size_t i = 0; paths && paths[i]; i++)
		free(paths[i]);
	free(paths);
}
