#include "leftovers.h"

#include "disk.h"
#include "file.h"
#include "memory.h"

#include <exhume/advanced/base.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ENTRIES = 1 << 16 }; /* most entries of a folder that are looked at */

/* Number of this host, found once. Folders may be shared by hosts and containers, each
 * with its own processes. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static uint32_t host;

static void find_host(void)
{
	char name[512] = "";
	size_t size;

	(void)!gethostname(name, sizeof name / 2);
	size = strlen(name);
	(void)!readlink("/proc/self/ns/pid", name + size, sizeof name - size - 1);
	host = exh_crc32((struct exh_bytes){ (const uint8_t *)name, strlen(name), 0 });
}

static uint32_t own_host(void)
{
	pthread_once(&once, find_host);
	return host;
}

char *leftovers_mark(void)
{
	return mem_format("%ld-%08x", (long)getpid(), (unsigned)own_host());
}

char *leftovers_folder_name(const char *place)
{
	char *mark = leftovers_mark();
	char *path = mem_format("%s/exhume-%s-XXXXXX", place, mark);

	free(mark);
	return path;
}

/* True for the mark of an ended process of this host. */
static bool is_of_the_gone(const char *mark)
{
	enum { HOST_DIGITS = 8 };
	char *end, *host_end;
	const long pid = strtol(mark, &end, 10);
	unsigned long other;

	if (end == mark || *end != '-' || pid <= 0)
		return false;
	other = strtoul(end + 1, &host_end, 16);
	return host_end == end + 1 + HOST_DIGITS && *host_end == '-' &&
	       other == own_host() && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

const char *leftovers_find_mark(const char *name, const char *from)
{
	static const char word[] = "exhume-", trial[] = "new-";

	for (const char *at = strstr(from, word); at; at = strstr(at + 1, word)) {
		const char *mark = at + strlen(word);

		if (at == name || at[-1] == '.')
			return strncmp(mark, trial, strlen(trial)) == 0
				       ? mark + strlen(trial)
				       : mark;
	}
	return NULL;
}

static bool is_left(const char *name)
{
	const char *mark = leftovers_find_mark(name, name);

	while (mark && !is_of_the_gone(mark))
		mark = leftovers_find_mark(name, mark);
	return mark;
}

static void clear(const char *folder, const struct text_set *beginnings, unsigned depth,
		  size_t *left);

/* True if the path begins with one of the beginnings, which may end inside a name. */
static bool begins(const struct text_set *beginnings, const char *path)
{
	const size_t folder_size = (size_t)(file_name(path) - path);
	char *beginning = mem_text(path);
	bool found = false;

	for (size_t size = strlen(path); size > folder_size && !found; size--) {
		beginning[size] = '\0';
		found = text_set_find(beginnings, beginning) != TEXT_NONE;
	}
	free(beginning);
	return found;
}

/* Checks an entry. Links are not followed. */
static void look_at(const char *path, const char *name, const struct text_set *beginnings,
		    unsigned depth, size_t *left)
{
	struct stat info;

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || lstat(path, &info) != 0)
		return;
	if (is_left(name) && info.st_uid == getuid())
		disk_remove_all(path);
	else if (S_ISDIR(info.st_mode) && depth &&
		 (!beginnings || begins(beginnings, path)))
		clear(path, NULL, depth - 1, left);
}

static void clear(const char *folder, const struct text_set *beginnings, unsigned depth,
		  size_t *left)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while (dir && *left && (entry = readdir(dir))) {
		char *path;

		--*left;
		/* Other files are no leftovers. */
		if (!strstr(entry->d_name, "exhume-") && entry->d_type != DT_DIR &&
		    entry->d_type != DT_UNKNOWN)
			continue;
		path = file_join(folder, entry->d_name);
		look_at(path, entry->d_name, beginnings, depth, left);
		free(path);
	}
	if (dir)
		closedir(dir);
}

void leftovers_clear(const char *folder, const struct text_set *beginnings,
		     unsigned depth)
{
	size_t left = MOST_ENTRIES;

	clear(folder, beginnings, depth, &left);
}
