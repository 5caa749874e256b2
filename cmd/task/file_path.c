#include "file_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool file_exists(const char *path)
{
	struct stat stat;

	return lstat(path, &stat) == 0;
}

bool file_is_folder(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool file_is_special(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && !S_ISREG(status.st_mode) &&
	       !S_ISDIR(status.st_mode);
}

const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static size_t stem_size(const char *path, const char *old_ending)
{
	const char *name = file_name(path), *dot = strrchr(name, '.');

	if (!old_ending)
		return dot && dot > name ? (size_t)(dot - path) : strlen(path);
	return strlen(path) -
	       (file_has_ending(path, old_ending) && strlen(name) > strlen(old_ending)
			? strlen(old_ending)
			: 0);
}

char *file_with_ending(const char *path, const char *old_ending, const char *new_ending)
{
	const size_t stem = stem_size(path, old_ending);
	const size_t size = stem + strlen(new_ending) + 1;
	char *out = malloc(size);

	if (out)
		snprintf(out, size, "%.*s%s", (int)stem, path, new_ending);
	return out;
}

char *file_join(const char *folder, const char *name)
{
	const size_t size = strlen(folder) + strlen(name) + 2;
	char *path = malloc(size);
	const bool slash = *folder && folder[strlen(folder) - 1] != '/';

	if (path)
		snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
	return path;
}

char *file_sibling(const char *path, const char *name)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	const size_t size = folder_size + strlen(name) + 1;
	char *out = malloc(size);

	if (out)
		snprintf(out, size, "%.*s%s", (int)folder_size, path, name);
	return out;
}

bool file_has_ending(const char *path, const char *ending)
{
	const size_t size = strlen(ending), path_size = strlen(path);

	return path_size >= size && strcasecmp(path + path_size - size, ending) == 0;
}
