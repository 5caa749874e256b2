#include "file.h"

#include "memory.h"
#include "path.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

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

	return stat(path, &status) == 0 && !S_ISDIR(status.st_mode) &&
	       (!S_ISREG(status.st_mode) || file_descriptor(path) >= 0);
}

/* True for /dev/fd, and for /proc/self/fd by its real name. */
static bool lists_descriptors(const char *folder)
{
	char own[64];
	const int size = snprintf(own, sizeof own, "/proc/%ld/", (long)getpid());
	const char *end = strrchr(folder, '/');

	return strcmp(folder, "/dev/fd") == 0 ||
	       (end && strcmp(end, "/fd") == 0 &&
		strncmp(folder, own, (size_t)size) == 0);
}

static int number_of(const char *name)
{
	char *end;
	const unsigned long number = strtoul(name, &end, 10);

	return *name >= '0' && *name <= '9' && !*end && number <= INT_MAX ? (int)number
									  : -1;
}

/* Follows one link; false if it is not a link, or can't be followed. */
static bool follow(char path[PATH_MAX], const char *folder)
{
	char target[PATH_MAX], next[2 * PATH_MAX];
	const ssize_t size = readlink(path, target, sizeof target - 1);

	if (size <= 0)
		return false;
	target[size] = '\0';
	snprintf(next, sizeof next, "%s/%s", *target == '/' ? "" : folder, target);
	if (strlen(next) >= PATH_MAX)
		return false;
	memcpy(path, next, strlen(next) + 1);
	return true;
}

/* On Linux these are links, and the last one leads to the open file. */
int file_descriptor(const char *path)
{
	enum { MOST_LINKS = 40 };
	char at[PATH_MAX], folder[PATH_MAX];
	struct stat status;

	if (strlen(path) >= sizeof at || lstat(path, &status) != 0 ||
	    !S_ISLNK(status.st_mode))
		return -1;
	memcpy(at, path, strlen(path) + 1);
	for (unsigned links = 0; links < MOST_LINKS; links++) {
		const char *name = file_name(at);
		char own[PATH_MAX];

		snprintf(own, sizeof own, "%.*s.", (int)(name - at), at);
		if (!realpath(own, folder))
			return -1;
		if (lists_descriptors(folder) && number_of(name) >= 0)
			return number_of(name);
		if (!follow(at, folder))
			return -1;
	}
	return -1;
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

	return mem_format("%.*s%s", (int)stem, path, new_ending);
}

char *file_join(const char *folder, const char *name)
{
	const bool slash = *folder && folder[strlen(folder) - 1] != '/';

	return mem_join(folder, slash ? "/" : "", name);
}

char *file_trimmed(const char *path)
{
	size_t size = strlen(path);

	while (size > 1 && path[size - 1] == '/')
		size--;
	return mem_text_part(path, size);
}

char *file_folder(const char *path)
{
	char *part, *folder;

	if (file_name(path) == path)
		return mem_text(".");
	part = mem_text_part(path, (size_t)(file_name(path) - path));
	folder = file_trimmed(part);
	free(part);
	return folder;
}

/* Returns the real name of the existing part, followed by the rest unchanged. To be
 * freed. */
static char *real_folder(const char *path)
{
	char *real = realpath(*path ? path : ".", NULL), *above, *out;
	const char *name = file_name(path);

	if (real || !*name || strcmp(name, ".") == 0) {
		out = mem_text(real ? real : path);
		free(real); /* not from mem_alloc */
		return out;
	}
	above = file_folder(path);
	real = real_folder(above);
	out = file_join(real, name);
	free(real);
	free(above);
	return out;
}

/* Resolves the folder; keeps the last part, unless it is "." or "..". */
char *file_absolute(const char *path)
{
	char *own = file_trimmed(path), *folder, *out;
	const char *name = file_name(own);

	if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
		out = real_folder(own);
	} else {
		char *above = file_folder(own);

		folder = real_folder(above);
		out = file_join(folder, name);
		free(folder);
		free(above);
	}
	free(own);
	return out;
}

/* Returns the length of the common folders of two absolute paths, without a slash at
 * the end. */
static size_t common_size(const char *a, const char *b)
{
	size_t common = 0;

	for (size_t i = 0;; i++) {
		const bool ends = !a[i] || a[i] == '/', other_ends = !b[i] || b[i] == '/';

		if (ends && other_ends)
			common = i;
		if (a[i] != b[i] || !a[i])
			return common;
	}
}

char *file_relative(const char *folder, const char *path, bool *is_far)
{
	char *own = file_trimmed(folder), *from = real_folder(own),
	     *to = file_absolute(path);
	char *place = mem_text_part(to, (size_t)(file_name(to) - to)), *out, *next;
	size_t common;
	bool far;

	/* Removes slashes at the end for common_size; the root becomes empty. */
	for (size_t size = strlen(place); size && place[size - 1] == '/'; size--)
		place[size - 1] = '\0';
	if (strcmp(from, "/") == 0)
		*from = '\0';
	common = common_size(from, place);
	far = !common && *place && *from;
	out = mem_text(far ? file_name(to) : to + common + 1);
	for (const char *at = from + common; !far && (at = strchr(at, '/')); at++) {
		next = mem_format("../%s", out);
		free(out);
		out = next;
	}
	if (is_far)
		*is_far = far;
	free(place);
	free(to);
	free(from);
	free(own);
	return out;
}

bool file_is_inside(const char *name)
{
	return name && *name && *name != '/' && !path_leads_up(name);
}

bool file_is_below(const char *path, const char *folder)
{
	const size_t size = strlen(folder);

	return strncmp(path, folder, size) == 0 && path[size] == '/';
}

bool file_is_beside(const char *a, const char *b)
{
	const size_t size = (size_t)(file_name(a) - a);

	return size == (size_t)(file_name(b) - b) && memcmp(a, b, size) == 0 &&
	       strcmp(a, "-") != 0 && strcmp(b, "-") != 0;
}

char *file_sibling(const char *path, const char *name)
{
	return mem_format("%.*s%s", (int)(file_name(path) - path), path, name);
}

bool file_has_ending(const char *path, const char *ending)
{
	const size_t size = strlen(ending), path_size = strlen(path);

	return path_size >= size && strcasecmp(path + path_size - size, ending) == 0;
}

bool file_is_stray(const char *path)
{
	static const char *const names[] = { "Thumbs.db", "ehthumbs.db", "desktop.ini",
					     "__MACOSX", "@eaDir" };
	static const char *const endings[] = {
		"~",	".bak", ".orig",     ".rej",  ".swp",		".swo",
		".tmp", ".xcf", ".psd",	     ".kra",  ".ora",		".pdn",
		".ase", ".aup", ".aseprite", ".aup3", ".tiled-project", ".tiled-session",
	};
	const char *name = file_name(path);

	if (*name == '.' || strncmp(name, "~$", 2) == 0 ||
	    (*name == '#' && file_has_ending(name + 1, "#")))
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(name, names[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (file_has_ending(name, endings[i]))
			return true;
	return false;
}

unsigned file_ending_value(const char *path, const struct file_ending *table,
			   unsigned otherwise)
{
	for (; path && table->ending; table++)
		if (file_has_ending(path, table->ending))
			return table->value;
	return otherwise;
}
