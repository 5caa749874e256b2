#include "companions.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>

static const char *extension_of(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');

	return dot ? dot : "";
}

char **companions_find(const char *path, const char *stem)
{
	struct files *files = files_open_around(path);
	const char **names =
		files ? files_with_stem(files, stem, extension_of(path)) : NULL;
	size_t count = 0;
	char **paths;

	while (names && names[count])
		count++;
	paths = names ? calloc(count + 1, sizeof *paths) : NULL;
	for (size_t i = 0; i < count && paths; i++) {
		paths[i] = files_path(files, names[i]);
		if (!paths[i])
			break;
	}
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
