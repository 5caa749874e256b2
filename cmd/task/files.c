#include "file.h"

#include "memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct files {
	const struct files_kind *kind;
	void *state;
	char *prefix;
	struct name {
		char *text;
		bool is_folder;
	} * names; /* sorted */
	size_t count, other_count;
	bool is_unlisted; /* the folder could not be read */
};

/* Names while they are collected. */
struct names {
	struct name *items;
	size_t count, capacity;
};

/*
 * Names.
 */

/* Compares ignoring case; names that differ only in case by their bytes. */
static int by_name(const void *a, const void *b)
{
	const struct name *one = a, *other = b;
	const int order = strcasecmp(one->text, other->text);

	return order ? order : strcmp(one->text, other->text);
}

static void free_names(struct name *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(names[i].text);
	free(names);
}

static void add_name(struct names *names, const char *name, bool is_folder)
{
	*MEM_ADD(names) = (struct name){ mem_text(name), is_folder };
}

static void sort_names(const struct names *names)
{
	size_t i = 1;

	/* The names of a folder in a tree of one folder are sorted already. */
	while (i < names->count && by_name(&names->items[i - 1], &names->items[i]) <= 0)
		i++;
	if (i < names->count)
		qsort(names->items, names->count, sizeof *names->items, by_name);
}

/* Takes over the names. */
static struct files *open_names(const struct files_kind *kind, void *state,
				const char *prefix, const struct names *names)
{
	struct files *files = mem_alloc(1, sizeof *files);

	sort_names(names);
	*files = (struct files){ .kind = kind,
				 .state = state,
				 .prefix = mem_text(prefix),
				 .names = names->items,
				 .count = names->count };
	return files;
}

struct files *files_open_named(const struct files_kind *kind, void *state,
			       const char *prefix, size_t count,
			       const char *(*name)(const void *state, size_t i))
{
	struct names names = { 0 };

	for (size_t i = 0; i < count; i++)
		add_name(&names, name(state, i), false);
	return open_names(kind, state, prefix, &names);
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
	return files->names[i].text;
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
		list[i] = files->names[i].text;
	if (count)
		qsort((void *)list, count, sizeof *list, order);
	return list;
}

char *files_path(const struct files *files, const char *name)
{
	return mem_join(files->prefix, "", name);
}

/* Returns the index of the first name that is not before this one. */
static size_t find_first(const struct files *files, const char *name)
{
	size_t low = 0, high = files_count(files);

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (strcasecmp(files->names[middle].text, name) < 0)
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
	     i < files_count(files) && strcasecmp(files->names[i].text, name) == 0; i++)
		if (!found || strcmp(files->names[i].text, name) == 0)
			found = files->names[i].text;
	return found;
}

static bool has_stem(const char *name, const char *stem)
{
	const size_t size = strlen(stem);

	return strncasecmp(name, stem, size) == 0 &&
	       (name[size] == '\0' ||
		(name[size] == '.' && !strchr(name + size + 1, '.')));
}

/* Moves matching names to the front; both groups keep their order. */
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
	       strncasecmp(files->names[end].text, stem, size) == 0)
		end++;
	list = mem_alloc(end - first + 1, sizeof *list);
	for (size_t i = first; i < end; i++)
		if (has_stem(files->names[i].text, stem))
			list[count++] = files->names[i].text;
	move_to_front(list, count, extension);
	return list;
}

bool files_item_is_folder(const struct files *files, size_t i)
{
	return files->names[i].is_folder;
}

bool files_is_folder(const struct files *files, const char *name)
{
	const struct name key = { .text = (char *)name };
	const struct name *found = files->count
					   ? bsearch(&key, files->names, files->count,
						     sizeof *files->names, by_name)
					   : NULL;

	return found && found->is_folder;
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

/* Builds a path in a buffer. Longer paths can't be opened, and results must not depend
 * on memory. */
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

static const struct files_kind on_disk = { .read = read_on_disk,
					   .reader_open = open_on_disk };

struct files *files_open_below(const char *folder, char *const *list, size_t count)
{
	char *prefix = file_join(folder, "");
	struct names names = { 0 };
	struct files *files;

	for (size_t i = 0; i < count; i++)
		*MEM_ADD(&names) = (struct name){ list[i], false };
	files = open_names(&on_disk, NULL, prefix, &names);
	free(prefix);
	return files;
}

/* Returns the type of an entry; links are followed. A broken link counts as a file,
 * and reading it reports an error. */
static mode_t type_of(int folder, const struct dirent *entry)
{
	struct stat status;

	if (entry->d_type == DT_REG || entry->d_type == DT_DIR)
		return entry->d_type == DT_DIR ? S_IFDIR : S_IFREG;
	return fstatat(folder, entry->d_name, &status, 0) ? S_IFREG
							  : status.st_mode & S_IFMT;
}

/* True for files that a Mac puts beside files on foreign disks, with metadata of its
 * own file system. */
static bool is_apple_double(int folder, const char *name)
{
	static const uint8_t mark[] = { 0x00, 0x05, 0x16, 0x07 };
	uint8_t bytes[sizeof mark];
	bool is_one;
	int fd;

	if (strncmp(name, "._", 2) != 0)
		return false;
	fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	is_one = read(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes &&
		 memcmp(bytes, mark, sizeof mark) == 0;
	close(fd);
	return is_one;
}

static bool is_wanted(int folder, const char *name, mode_t type)
{
	if (type == S_IFDIR)
		return strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
		       strcmp(name, "__MACOSX") != 0;
	return !is_apple_double(folder, name);
}

static bool leads_out(const char *folder, const struct dirent *entry)
{
	return (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) &&
	       boundary_is_crossed(folder, entry->d_name);
}

/* Lists up to `most` entries. Returns how many are neither files nor folders. */
static size_t list_names(DIR *dir, const char *folder, size_t most, struct names *names)
{
	const struct dirent *entry;
	size_t other_count = 0;

	while (names->count + other_count < most && (entry = readdir(dir))) {
		mode_t type;

		if (leads_out(folder, entry))
			continue;
		type = type_of(dirfd(dir), entry);
		if (type != S_IFDIR && type != S_IFREG)
			other_count++;
		else if (is_wanted(dirfd(dir), entry->d_name, type))
			add_name(names, entry->d_name, type == S_IFDIR);
	}
	return other_count;
}

/* Lists up to `most` entries of a folder; "" is the current one. */
static struct files *list_folder(const char *folder, const char *prefix, size_t most)
{
	DIR *dir = opendir(*folder ? folder : ".");
	struct names names = { 0 };
	size_t other_count = 0;
	struct files *files;

	if (dir && !boundary_is_crossed_open(folder, dirfd(dir)))
		other_count = list_names(dir, folder, most, &names);
	if (dir)
		closedir(dir);
	files = open_names(&on_disk, NULL, prefix, &names);
	files->other_count = other_count;
	files->is_unlisted = !dir;
	return files;
}

size_t files_other_count(const struct files *files)
{
	return files ? files->other_count : 0;
}

bool files_are_listed(const struct files *files)
{
	return files && !files->is_unlisted;
}

struct files *files_open_folder(const char *folder)
{
	char *prefix = file_join(folder, "");
	struct files *files = list_folder(folder, prefix, SIZE_MAX);

	free(prefix);
	return files;
}

struct files *files_open_around(const char *path)
{
	char *folder = mem_text_part(path, (size_t)(file_name(path) - path));
	struct files *files =
		strcmp(path, "-") == 0
			? open_names(&on_disk, NULL, folder, &(struct names){ 0 })
			: list_folder(folder, folder, SIZE_MAX);

	free(folder);
	return files;
}

struct files *files_open_file(const char *path)
{
	char *folder = mem_text_part(path, (size_t)(file_name(path) - path));
	struct names names = { 0 };
	struct files *files;

	add_name(&names, file_name(path), false);
	files = open_names(&on_disk, NULL, folder, &names);
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

bool file_is_empty_folder(const char *path)
{
	struct files *files = file_is_folder(path) ? list_folder(path, "", 1) : NULL;
	const bool is_empty = files && files_are_listed(files) && !files_count(files) &&
			      !files_other_count(files);

	files_close(files);
	return is_empty;
}
