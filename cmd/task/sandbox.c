#include "sandbox.h"

#include "disk.h"
#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "outputs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	/* Of folders that are given, and of those that outputs go into. */
	INPUT_DEPTH = 8,
	OUTPUT_DEPTH = 3,
	MAX_PLACES = 1 << 12,
};

static bool has_place(const struct sandbox *sandbox, const char *path,
		      enum sandbox_access access)
{
	for (size_t i = 0; i < sandbox->count; i++)
		if (sandbox->items[i].access == access &&
		    strcmp(sandbox->items[i].path, path) == 0)
			return true;
	return false;
}

/* False if it was there already, or if there are too many. */
static bool add(struct sandbox *sandbox, const char *path, enum sandbox_access access)
{
	if (sandbox->count >= MAX_PLACES || has_place(sandbox, path, access))
		return false;
	*MEM_ADD(sandbox) = (struct sandbox_place){ mem_text(path), access };
	return true;
}

/* To be freed. */
static char *folder_of(const char *path)
{
	size_t size = (size_t)(file_name(path) - path);

	while (size > 1 && path[size - 1] == '/')
		size--;
	return size ? mem_text_part(path, size) : mem_text(".");
}

static bool is_link(const char *path)
{
	struct stat info;

	return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static void look_for_links(struct sandbox *sandbox, const char *folder,
			   enum sandbox_access access, unsigned depth);

static void look_at_entry(struct sandbox *sandbox, const char *path,
			  const struct dirent *entry, enum sandbox_access access,
			  unsigned depth)
{
	const bool is_known = entry->d_type != DT_UNKNOWN;
	const bool leads = is_known ? entry->d_type == DT_LNK : is_link(path);
	const bool is_folder =
		is_known && !leads ? entry->d_type == DT_DIR : file_is_folder(path);
	bool is_new = true;

	/* Outputs replace links to files: these are only read. */
	if (leads)
		is_new = add(sandbox, path, is_folder ? access : SANDBOX_READ);
	if (is_folder && is_new && depth)
		look_for_links(sandbox, path, access, depth - 1);
}

/* A link leads to a place of its own. */
static void look_for_links(struct sandbox *sandbox, const char *folder,
			   enum sandbox_access access, unsigned depth)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while (dir && sandbox->looked_at++ < SANDBOX_ENTRIES && (entry = readdir(dir))) {
		const bool is_plain = entry->d_type != DT_UNKNOWN &&
				      entry->d_type != DT_LNK &&
				      (entry->d_type != DT_DIR || !depth);
		char *path;

		if (is_plain || strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0)
			continue;
		path = file_join(folder, entry->d_name);
		look_at_entry(sandbox, path, entry, access, depth);
		free(path);
	}
	if (dir)
		closedir(dir);
}

static void add_folder(struct sandbox *sandbox, const char *path,
		       enum sandbox_access access, unsigned depth)
{
	if (add(sandbox, path, access) &&
	    (access != SANDBOX_READ || sandbox->follows_links))
		look_for_links(sandbox, path, access, depth);
}

/* A folder of very many files is read whole: each would be a rule. */
enum { MOST_FILES = MAX_PLACES / 2 };

static bool is_plain_file(const char *path, const struct dirent *entry)
{
	struct stat info;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_REG;
	return lstat(path, &info) == 0 && S_ISREG(info.st_mode);
}

void sandbox_read_some(struct sandbox *sandbox, const char *folder,
		       bool (*is_wanted)(const char *name))
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	size_t count = 0;

	if (dir && !has_place(sandbox, folder, SANDBOX_LIST))
		add(sandbox, folder, SANDBOX_LIST);
	while (dir && (entry = readdir(dir)) && count < MOST_FILES) {
		char *path;

		if (!is_wanted(entry->d_name))
			continue;
		path = file_join(folder, entry->d_name);
		if (is_plain_file(path, entry) && ++count)
			add(sandbox, path, SANDBOX_READ);
		free(path);
	}
	if (count == MOST_FILES)
		add(sandbox, folder, SANDBOX_READ);
	if (dir)
		closedir(dir);
}

static bool is_shown(const char *name)
{
	return *name != '.';
}

void sandbox_read(struct sandbox *sandbox, const char *path)
{
	struct stat info;
	char *folder, *real;

	if (stat(path, &info) != 0)
		return;
	if (S_ISDIR(info.st_mode)) {
		add_folder(sandbox, path, SANDBOX_READ, INPUT_DEPTH);
		return;
	}
	add(sandbox, path, SANDBOX_READ);
	folder = folder_of(path);
	if (S_ISREG(info.st_mode) && !has_place(sandbox, folder, SANDBOX_LIST))
		sandbox_read_some(sandbox, folder, is_shown);
	free(folder);
	/* A folder of links to files of another one. */
	real = is_link(path) ? realpath(path, NULL) : NULL;
	if (real && S_ISREG(info.st_mode))
		sandbox_read(sandbox, real);
	free(real);
}

/*
 * Outputs.
 */

static size_t trimmed_size(const char *path)
{
	size_t size = strlen(path);

	while (size > 1 && path[size - 1] == '/')
		size--;
	return size;
}

static void add_own(struct sandbox *sandbox, const char *path)
{
	leftovers_clear(path, NULL, OUTPUT_DEPTH);
	if (add(sandbox, path, SANDBOX_WRITE))
		*MEM_ADD(&sandbox->own) = mem_text_part(path, trimmed_size(path));
}

/* Takes beginning over. */
static void add_plan(struct sandbox *sandbox, char *beginning, enum disk_plan_kind kind)
{
	*MEM_ADD(&sandbox->plans) = (struct disk_plan){ beginning, kind };
}

/* Takes the path over: what has its stem is planned. */
static void plan_stem(struct sandbox *sandbox, char *path)
{
	char *name = (char *)file_name(path), *dot = *name ? strchr(name + 1, '.') : NULL;

	if (dot)
		*dot = '\0';
	add_plan(sandbox, path, DISK_WITH_STEM);
}

/* A folder that does not exist is made, and then all below it. */
static void plan(struct sandbox *sandbox, const char *path)
{
	char *at = mem_text_part(path, trimmed_size(path)), *folder = folder_of(at);
	bool is_whole = true;
	char *percent;

	while (!file_is_folder(folder) && strcmp(folder, at) != 0) {
		free(at);
		at = folder;
		folder = folder_of(at);
		is_whole = false;
	}
	leftovers_clear(folder, NULL, 0);
	free(folder);
	percent = strchr(file_name(at), '%');
	if (percent) {
		*percent = '\0';
		add_plan(sandbox, at, DISK_WITH_ANY);
	} else if (is_whole) {
		add_plan(sandbox, mem_text(at), DISK_EXACTLY);
		plan_stem(sandbox, at);
	} else {
		add_plan(sandbox, at, DISK_EXACTLY);
	}
}

void sandbox_write(struct sandbox *sandbox, const char *path)
{
	struct stat info;
	const bool exists = stat(path, &info) == 0;

	if (exists && S_ISDIR(info.st_mode)) {
		add_own(sandbox, path);
	} else if (exists && !S_ISREG(info.st_mode)) {
		add(sandbox, path, SANDBOX_WRITE);
	} else {
		if (exists)
			add(sandbox, path, SANDBOX_READ);
		plan(sandbox, path);
	}
}

static bool make_folder(struct sandbox *sandbox, const char *path)
{
	char *at = mem_text_part(path, trimmed_size(path)), *above = folder_of(at);
	bool good = file_is_folder(at);

	if (!good && strcmp(above, at) != 0 && make_folder(sandbox, above)) {
		good = disk_make_folder(at) == 0;
		if (good)
			*MEM_ADD(&sandbox->made) = mem_text(at);
	}
	free(above);
	free(at);
	return good;
}

void sandbox_write_folder(struct sandbox *sandbox, const char *path)
{
	if (sandbox_files_version())
		make_folder(sandbox, path);
	sandbox_write(sandbox, path);
}

void sandbox_write_around(struct sandbox *sandbox, const char *path)
{
	struct stat info;

	if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
		add_plan(sandbox, mem_text_part(path, (size_t)(file_name(path) - path)),
			 DISK_WITH_ANY);
}

void sandbox_write_beside(struct sandbox *sandbox, const char *input)
{
	char *path, *folder;

	if (!file_exists(input) || file_is_special(input))
		return;
	path = output_input_path(input);
	folder = folder_of(path);
	text_set_add(&sandbox->folders, folder);
	text_set_add(&sandbox->beginnings, path);
	free(folder);
	for (size_t i = 0; output_folder_endings[i]; i++) {
		char *made = mem_format("%s%s", path, output_folder_endings[i]);

		if (file_is_folder(made) && !is_link(made))
			add_own(sandbox, made);
		else
			add_plan(sandbox, mem_text(made), DISK_EXACTLY);
		free(made);
	}
	plan_stem(sandbox, path);
}

void sandbox_clear_leftovers(const struct sandbox *sandbox)
{
	for (size_t i = 0; i < sandbox->folders.count; i++)
		leftovers_clear(sandbox->folders.items[i], &sandbox->beginnings,
				OUTPUT_DEPTH);
}

void sandbox_make_temporary(struct sandbox *sandbox)
{
	const char *place = getenv("TMPDIR");
	char *folder = mem_text(place && *place ? place : "/tmp");
	char *path = leftovers_folder_name(folder);

	leftovers_clear(folder, NULL, 0);
	if (disk_make_temporary_folder(path) == 0) {
		unfinished_add(path);
		if (setenv("TMPDIR", path, 1) != 0)
			mem_end();
		add_own(sandbox, path);
		add(sandbox, folder, SANDBOX_REMOVE);
		sandbox->temporary = path;
	} else {
		free(path);
	}
	free(folder);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Where files are not restricted, none is needed. */
static bool start_process(struct sandbox *sandbox, bool force)
{
	const struct text_list *own = &sandbox->own;

	if (!sandbox_files_version() || (!sandbox->plans.count && !sandbox->made.count))
		return true;
	if (own->count)
		qsort((void *)own->items, own->count, sizeof *own->items, by_text);
	sandbox->mark = leftovers_mark();
	sandbox->outputs =
		(struct disk_plans){ .items = sandbox->plans.items,
				     .count = sandbox->plans.count,
				     .own = (const char *const *)own->items,
				     .own_count = own->count,
				     .made = (const char *const *)sandbox->made.items,
				     .made_count = sandbox->made.count,
				     .mark = sandbox->mark,
				     .force = force,
				     .is_kept = originals_has_open };
	return disk_process_start(&sandbox->outputs);
}

bool sandbox_enter(struct sandbox *sandbox, bool force, unsigned *parts)
{
	static const struct sandbox_place none;
	const struct sandbox_place *places = sandbox->count ? sandbox->items : &none;

	*parts = 0;
	if (!start_process(sandbox, force))
		return false;
	if (sandbox_restrict_files(places, sandbox->count))
		*parts |= SANDBOX_FILES;
	if (sandbox_restrict_calls())
		*parts |= SANDBOX_CALLS;
	return true;
}

static void free_texts(struct text_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free((void *)list->items);
}

void sandbox_end(struct sandbox *sandbox)
{
	disk_process_end();
	unfinished_remove(sandbox->temporary);
	free(sandbox->temporary);
	for (size_t i = 0; i < sandbox->count; i++)
		free(sandbox->items[i].path);
	free(sandbox->items);
	for (size_t i = 0; i < sandbox->plans.count; i++)
		free(sandbox->plans.items[i].beginning);
	free(sandbox->plans.items);
	free_texts(&sandbox->own);
	free_texts(&sandbox->made);
	free(sandbox->mark);
	text_set_free(&sandbox->folders);
	text_set_free(&sandbox->beginnings);
	*sandbox = (struct sandbox){ 0 };
}

unsigned sandbox_parts(int *landlock)
{
	*landlock = sandbox_files_version();
	return (*landlock ? SANDBOX_FILES : 0) |
	       (sandbox_calls_are_known() ? SANDBOX_CALLS : 0);
}
