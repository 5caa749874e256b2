#include "found.h"

#include "assets/table.h"
#include "task/file_set.h"
#include "task/files.h"
#include "task/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 32, MAX_FOLDERS = 1 << 20 };

struct search {
	struct found *found;
	struct report *report;
	const char *output; /* is not searched */
	/* Folders that were looked into: links may lead to one twice, or round in a
	 * circle. */
	struct file_set seen;
	bool is_out_of_memory;
};

/*
 * What was found.
 */

static bool add(struct search *s, const struct game_type *type, const char *path,
		char *folder)
{
	struct found *found = s->found;
	char *kept = strdup(path);

	if (found->count == found->capacity) {
		const size_t capacity = found->capacity ? found->capacity * 2 : 16;
		struct found_game *items =
			realloc(found->items, capacity * sizeof *items);

		if (items) {
			found->items = items;
			found->capacity = capacity;
		}
	}
	if (!kept || !folder || found->count == found->capacity) {
		free(kept);
		free(folder);
		s->is_out_of_memory = true;
		return false;
	}
	found->items[found->count++] = (struct found_game){ type, kept, folder };
	return true;
}

void found_free(struct found *found)
{
	for (size_t i = 0; i < found->count; i++) {
		free(found->items[i].path);
		free(found->items[i].folder);
	}
	free(found->items);
}

/*
 * Circles.
 */

static bool is_new(struct search *s, const struct stat *stat)
{
	return file_set_add(&s->seen, stat);
}

static bool is_output(const struct search *s, const struct stat *folder)
{
	struct stat output;

	return s->output && stat(s->output, &output) == 0 &&
	       output.st_dev == folder->st_dev && output.st_ino == folder->st_ino;
}

/*
 * Searching.
 */

/* In a folder of games of several types each has its own. */
static bool add_types(struct search *s, const char *path, const char *folder)
{
	const struct game_type *types[8];
	size_t count = 0;

	for (size_t i = 0; game_types[i] && count < sizeof types / sizeof *types; i++)
		if (game_types[i]->is_at(path) && !(count && game_types[i]->is_rest))
			types[count++] = game_types[i];
	for (size_t i = 0; i < count; i++) {
		char *own =
			count == 1 ? strdup(folder) : file_join(folder, types[i]->name);

		if (!add(s, types[i], path, own))
			return false;
	}
	return true;
}

static bool search_folder(struct search *s, const char *path, const char *folder,
			  unsigned depth);

/* Files that are games of their own, whatever else is in their folder. */
static bool add_files(struct search *s, const struct files *files, const char *folder)
{
	bool good = true;

	for (size_t i = 0; i < files_count(files) && good && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		const struct game_type *type;
		char *path;

		if (files_is_folder(files, name))
			continue;
		path = files_path(files, name);
		type = path ? game_type_of_file(path) : NULL;
		good = path &&
		       (!type || add(s, type, path,
				     *folder ? file_join(folder, name) : strdup(name)));
		free(path);
	}
	return good;
}

/* Below a folder; hidden ones, and what extract made, are left alone. */
static bool search_below(struct search *s, const struct files *files, const char *folder,
			 unsigned depth)
{
	bool good = true;

	for (size_t i = 0; i < files_count(files) && good && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		char *path, *own;

		if (*name == '.' || file_has_ending(name, ".extracted") ||
		    !files_is_folder(files, name))
			continue;
		path = files_path(files, name);
		own = *folder ? file_join(folder, name) : strdup(name);
		s->is_out_of_memory |= !path || !own;
		good = path && own && search_folder(s, path, own, depth + 1);
		free(path);
		free(own);
	}
	return good;
}

static bool search_folder(struct search *s, const char *path, const char *folder,
			  unsigned depth)
{
	struct files *files;
	struct stat info;
	bool good;

	if (stat(path, &info)) {
		report_warning(s->report, path, EXH_NO_OFFSET, "can't open: %s",
			       strerror(errno));
		return true;
	}
	if (depth > MAX_DEPTH || s->found->folder_count >= MAX_FOLDERS) {
		report_warning(s->report, path, EXH_NO_OFFSET,
			       "not searched: more than %d folders deep, or %d folders",
			       MAX_DEPTH, MAX_FOLDERS);
		return true;
	}
	if (is_output(s, &info) || !is_new(s, &info))
		return !s->is_out_of_memory;
	s->found->folder_count++;
	files = files_open_folder(path);
	if (files && !files_are_listed(files))
		report_warning(s->report, path, EXH_NO_OFFSET, "can't list this folder");
	good = files && add_types(s, path, folder) && add_files(s, files, folder) &&
	       search_below(s, files, folder, depth);
	files_close(files);
	return good;
}

static bool search_file(struct search *s, const char *path)
{
	const struct game_type *type = game_type_at(path);

	return !type || add(s, type, path, strdup(""));
}

bool found_search(struct found *found, const char *path, const char *output,
		  struct report *report)
{
	struct search s = { .found = found, .report = report, .output = output };
	bool good;

	*found = (struct found){ .path = path, .shown = path };
	if (!file_exists(path)) {
		report_error(report, path, EXH_NO_OFFSET, "no such file or folder");
		return false;
	}
	good = file_is_folder(path) ? search_folder(&s, path, "", 0)
				    : search_file(&s, path);
	file_set_clear(&s.seen);
	if (!good)
		report_error(report, path, EXH_NO_OFFSET, "out of memory");
	else if (interrupt_pending())
		report_error(report, NULL, EXH_NO_OFFSET, "interrupted");
	return good && !interrupt_pending();
}
