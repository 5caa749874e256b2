#include "file.h"

#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct files {
	const struct files_kind *kind;
	void *state;
	char *prefix;
	char **names; /* sorted */
	size_t count;
	bool is_unlisted; /* the folder could not be read */
};

/*
 * Names.
 */

/* Names that only differ in case have an order, too. */
static int by_name(const void *a, const void *b)
{
	const char *one = *(char *const *)a, *other = *(char *const *)b;
	const int order = strcasecmp(one, other);

	return order ? order : strcmp(one, other);
}

static void free_names(char **names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

struct files *files_open(const struct files_kind *kind, void *state, const char *prefix,
			 char **names, size_t count)
{
	struct files *files = mem_alloc(1, sizeof *files);

	if (count)
		qsort(names, count, sizeof *names, by_name);
	*files = (struct files){ .kind = kind,
				 .state = state,
				 .prefix = mem_text(prefix),
				 .names = names,
				 .count = count };
	return files;
}

struct files *files_open_named(const struct files_kind *kind, void *state,
			       const char *prefix, size_t count,
			       const char *(*name)(const void *state, size_t i))
{
	char **names = mem_alloc(count + 1, sizeof *names);

	for (size_t i = 0; i < count; i++)
		names[i] = mem_text(name(state, i));
	return files_open(kind, state, prefix, names, count);
}

void files_close(struct files *files)
{
	if (!files)
		return;
	if (files->kind->close)
		files->kind->close(files->state);
	free_names(files->names, files->count);
	free(files->prefix);
	free(files);
}

void *files_state(const struct files *files)
{
	return files->state;
}

size_t files_count(const struct files *files)
{
	return files ? files->count : 0;
}

const char *files_name(const struct files *files, size_t i)
{
	return files->names[i];
}

int files_by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **files_sorted(const struct files *files,
			  int (*order)(const void *, const void *))
{
	const size_t count = files_count(files);
	const char **list = mem_alloc(count + 1, sizeof *list);

	for (size_t i = 0; i < count; i++)
		list[i] = files->names[i];
	if (count)
		qsort((void *)list, count, sizeof *list, order);
	return list;
}

char *files_path(const struct files *files, const char *name)
{
	return mem_format("%s%s", files->prefix, name);
}

/* The first of the names that does not come before this one. */
static size_t find_first(const struct files *files, const char *name)
{
	size_t low = 0, high = files_count(files);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strcasecmp(files->names[middle], name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const char *files_find(const struct files *files, const char *name)
{
	const size_t first = find_first(files, name);
	const char *found = NULL;

	for (size_t i = first;
	     i < files_count(files) && strcasecmp(files->names[i], name) == 0; i++)
		if (!found || strcmp(files->names[i], name) == 0)
			found = files->names[i];
	return found;
}

static bool has_stem(const char *name, const char *stem)
{
	const size_t size = strlen(stem);

	return strncasecmp(name, stem, size) == 0 &&
	       (name[size] == '\0' ||
		(name[size] == '.' && !strchr(name + size + 1, '.')));
}

/* Stable: the order by name stays within both groups. */
static void move_to_front(const char **list, size_t count, const char *extension)
{
	size_t front = 0;

	for (size_t i = 0; i < count; i++) {
		const char *name = list[i], *dot = strrchr(name, '.');

		if (strcasecmp(dot ? dot : "", extension) != 0)
			continue;
		memmove(&list[front + 1], &list[front], (i - front) * sizeof *list);
		list[front++] = name;
	}
}

const char **files_with_stem(const struct files *files, const char *stem,
			     const char *extension)
{
	const size_t first = find_first(files, stem), size = strlen(stem);
	size_t end = first, count = 0;
	const char **list;

	while (end < files_count(files) &&
	       strncasecmp(files->names[end], stem, size) == 0)
		end++;
	list = mem_alloc(end - first + 1, sizeof *list);
	for (size_t i = first; i < end; i++)
		if (has_stem(files->names[i], stem))
			list[count++] = files->names[i];
	move_to_front(list, count, extension);
	return list;
}

bool files_is_folder(const struct files *files, const char *name)
{
	return files->kind->is_folder && files->kind->is_folder(files, name);
}

enum exh_status files_read(const struct files *files, const char *name, size_t limit,
			   struct file *out, struct exh_error *err)
{
	return files->kind->read(files, name, limit, out, err);
}

enum exh_status files_reader_open(const struct files *files, const char *name,
				  struct file_reader *reader, struct exh_error *err)
{
	return files->kind->reader_open(files, name, reader, err);
}

/*
 * On disk.
 */

/* No longer one can be opened, and what one finds out must not depend on memory. */
static bool print_path(const struct files *files, const char *name, char out[PATH_MAX])
{
	const int size = snprintf(out, PATH_MAX, "%s%s", files->prefix, name);

	return size >= 0 && size < PATH_MAX;
}

static enum exh_status fail_long(struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "can't open: %s",
			strerror(ENAMETOOLONG));
}

static enum exh_status read_on_disk(const struct files *files, const char *name,
				    size_t limit, struct file *out, struct exh_error *err)
{
	char path[PATH_MAX];

	*out = (struct file){ 0 };
	return print_path(files, name, path) ? file_read(path, limit, out, err)
					     : fail_long(err);
}

static enum exh_status open_on_disk(const struct files *files, const char *name,
				    struct file_reader *reader, struct exh_error *err)
{
	char path[PATH_MAX];

	return print_path(files, name, path) ? file_reader_open(reader, path, err)
					     : fail_long(err);
}

static bool is_folder_on_disk(const struct files *files, const char *name)
{
	char path[PATH_MAX];

	return print_path(files, name, path) && file_is_folder(path);
}

static const struct files_kind on_disk = { .read = read_on_disk,
					   .reader_open = open_on_disk,
					   .is_folder = is_folder_on_disk };

/* folder "" is the one that the program runs in. */
static struct files *list_folder(const char *folder, const char *prefix)
{
	DIR *dir = opendir(*folder ? folder : ".");
	const struct dirent *entry;
	struct files *files;
	struct {
		char **items;
		size_t count, capacity;
	} names = { 0 };

	while (dir && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			*MEM_ADD(&names) = mem_text(entry->d_name);
	if (dir)
		closedir(dir);
	files = files_open(&on_disk, NULL, prefix, names.items, names.count);
	files->is_unlisted = !dir;
	return files;
}

bool files_are_listed(const struct files *files)
{
	return files && !files->is_unlisted;
}

struct files *files_open_folder(const char *folder)
{
	char *prefix = file_join(folder, "");
	struct files *files = list_folder(folder, prefix);

	free(prefix);
	return files;
}

struct files *files_open_around(const char *path)
{
	char *folder = mem_text_part(path, (size_t)(file_name(path) - path));
	struct files *files = strcmp(path, "-") == 0
				      ? files_open(&on_disk, NULL, folder, NULL, 0)
				      : list_folder(folder, folder);

	free(folder);
	return files;
}

struct files *files_open_file(const char *path)
{
	char *folder = mem_text_part(path, (size_t)(file_name(path) - path));
	char **names = mem_alloc(1, sizeof *names);
	struct files *files;

	*names = mem_text(file_name(path));
	files = files_open(&on_disk, NULL, folder, names, 1);
	free(folder);
	return files;
}

/*
 * In memory.
 */

static const struct files_entry *find_entry(const struct files *files, const char *name)
{
	const struct files_entry *entries = files_state(files);

	for (size_t i = 0; i < files->count; i++)
		if (strcmp(entries[i].name, name) == 0)
			return &entries[i];
	return NULL;
}

static enum exh_status fail_not_there(struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no such file");
}

static enum exh_status read_in_memory(const struct files *files, const char *name,
				      size_t limit, struct file *out,
				      struct exh_error *err)
{
	const struct files_entry *entry = find_entry(files, name);

	*out = (struct file){ 0 };
	return entry ? file_copy(entry->content, limit, out, err) : fail_not_there(err);
}

static enum exh_status open_in_memory(const struct files *files, const char *name,
				      struct file_reader *reader, struct exh_error *err)
{
	const struct files_entry *entry = find_entry(files, name);

	if (!entry)
		return fail_not_there(err);
	file_reader_open_bytes(reader, entry->content);
	return EXH_OK;
}

static const struct files_kind in_memory = { .read = read_in_memory,
					     .reader_open = open_in_memory,
					     .close = free };

static const char *entry_name(const void *state, size_t i)
{
	return ((const struct files_entry *)state)[i].name;
}

struct files *files_open_memory(const struct files_entry *entries, size_t count)
{
	struct files_entry *copy = mem_copy(entries, count, sizeof *copy);

	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): files_close frees it */
	return files_open_named(&in_memory, copy, "", count, entry_name);
}
