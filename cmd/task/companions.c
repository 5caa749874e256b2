#include "companions.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *extension_of(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');

	return dot ? dot : "";
}

char *companion_name(const char *path, const char *stem)
{
	const size_t size = strlen(path) + strlen(stem) + 2;
	char *name = malloc(size);

	if (name)
		snprintf(name, size, "%s.%s", path, stem);
	return name;
}

char **companions_find(const char *path, const char *stem)
{
	struct files *files = files_open_around(path);
	char *own = companion_name(file_name(path), stem);
	const char **names =
		files && own ? files_with_stem(files, stem, extension_of(path)) : NULL;
	const char *first = names ? files_find(files, own) : NULL;
	size_t count = 0;
	char **paths;

	while (names && names[count])
		count++;
	paths = names ? calloc(count + 2, sizeof *paths) : NULL;
	if (paths && first)
		*paths = files_path(files, first);
	for (size_t i = 0; i < count && paths && (!first || *paths); i++) {
		paths[i + (first != NULL)] = files_path(files, names[i]);
		if (!paths[i + (first != NULL)])
			break;
	}
	free(own);
	free(names);
	files_close(files);
	return paths;
}

void companions_free(char **paths)
{
	for (size_t i = 0; paths && paths[i]; i++)
		free(paths[i]);
	free(paths);
}
