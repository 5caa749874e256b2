#include "file.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static const char *extension_of(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');

	return dot ? dot : "";
}

char *companion_name(const char *path, const char *stem)
{
	return mem_format("%s.%s", path, stem);
}

char **companions_find(const char *path, const char *stem)
{
	struct files *files = files_open_around(path);
	char *own = companion_name(file_name(path), stem);
	const char **names = files_with_stem(files, stem, extension_of(path));
	const char *first = files_find(files, own);
	size_t count = 0;
	char **paths;

	while (names[count])
		count++;
	paths = mem_alloc(count + 2, sizeof *paths);
	if (first)
		*paths = files_path(files, first);
	for (size_t i = 0; i < count; i++)
		paths[i + (first != NULL)] = files_path(files, names[i]);
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
