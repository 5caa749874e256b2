#include "sandbox.h"

#include "disk.h"
#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "outputs.h"
#include "text.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	/* Most levels of folders searched below inputs and below outputs. */
	INPUT_DEPTH = 8,
	OUTPUT_DEPTH = 3,
	/* A folder with more files is allowed as a whole: each file would need a rule. */
	MOST_FILES = 1 << 11,
};

static bool has_place(const struct sandbox *sandbox, const char *path,
		      enum sandbox_access access)
{
	return text_set_find(&sandbox->places.of[access], path) != TEXT_NONE;
}

/* False if it was in the list already. */
static bool add(struct sandbox *sandbox, const char *path, enum sandbox_access access)
{
	struct text_set *set = &sandbox->places.of[access];
	const size_t count = set->count;

	return text_set_add(set, path) == count;
}

static bool is_link(const char *path)
{
	struct stat info;

	return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

static void look_for_links(struct sandbox *sandbox, const char *folder, unsigned depth);

static void look_at_entry(struct sandbox *sandbox, const char *path,
			  const struct dirent *entry, unsigned depth)
{
	const bool is_known = entry->d_type != DT_UNKNOWN;
	const bool leads = is_known ? entry->d_type == DT_LNK : is_link(path);
	const bool is_folder =
		is_known && !leads ? entry->d_type == DT_DIR : file_is_folder(path);
	const bool is_new = !leads || add(sandbox, path, SANDBOX_READ);

	if (is_folder && is_new && depth)
		look_for_links(sandbox, path, depth - 1);
}

/* A link adds a place of its own. */
static void look_for_links(struct sandbox *sandbox, const char *folder, unsigned depth)
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
		look_at_entry(sandbox, path, entry, depth);
		free(path);
	}
	if (dir)
		closedir(dir);
}

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

	if (dir)
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
		if (add(sandbox, path, SANDBOX_READ) && sandbox->follows_links)
			look_for_links(sandbox, path, INPUT_DEPTH);
		return;
	}
	folder = file_folder(path);
	if (S_ISREG(info.st_mode) && !has_place(sandbox, folder, SANDBOX_LIST))
		sandbox_read_some(sandbox, folder, is_shown);
	if (!has_place(sandbox, folder, SANDBOX_READ))
		add(sandbox, path, SANDBOX_READ);
	free(folder);
	/* Folders may contain links to files of another folder. */
	real = is_link(path) ? realpath(path, NULL) : NULL;
	if (real && S_ISREG(info.st_mode))
		sandbox_read(sandbox, real);
	free(real);
}

void sandbox_list(struct sandbox *sandbox, const char *folder)
{
	add(sandbox, folder, SANDBOX_LIST);
}

void sandbox_read_file(struct sandbox *sandbox, const char *path)
{
	char *folder = file_folder(path);

	add(sandbox, path, SANDBOX_READ);
	sandbox_list(sandbox, folder);
	free(folder);
}

/*
 * Outputs.
 */

/* Adds a plan, and its folder. */
static void plan(struct sandbox *sandbox, struct text_set *plans, const char *path)
{
	char *folder = mem_text_part(path, (size_t)(file_name(path) - path));

	text_set_add(&sandbox->planned.folders, folder);
	text_set_add(plans, path);
	free(folder);
}

static void plan_path(struct sandbox *sandbox, const char *path)
{
	plan(sandbox, &sandbox->planned.paths, path);
}

static void plan_stem(struct sandbox *sandbox, const char *path)
{
	const char *name = file_name(path);
	const char *dot = *name ? strchr(name + 1, '.') : NULL;
	char *stem = mem_text_part(path, dot ? (size_t)(dot - path) : strlen(path));
	char *lower = text_lower(stem);

	memcpy(lower, stem, (size_t)(name - path));
	plan(sandbox, &sandbox->planned.stems, lower);
	free(lower);
	free(stem);
}

static void plan_beginning(struct sandbox *sandbox, const char *path, size_t size)
{
	char *beginning = mem_text_part(path, size);

	plan(sandbox, &sandbox->planned.beginnings, beginning);
	free(beginning);
}

/* Plans an output. A missing folder is made, and then all files below it. */
static void plan_output(struct sandbox *sandbox, const char *path)
{
	char *at = file_trimmed(path), *folder = file_folder(at);
	const char *percent;
	bool is_whole = true;

	while (!file_is_folder(folder) && strcmp(folder, at) != 0) {
		free(at);
		at = folder;
		folder = file_folder(at);
		is_whole = false;
	}
	leftovers_clear(folder, NULL, 0);
	percent = strchr(file_name(at), '%');
	if (percent) {
		plan_beginning(sandbox, at, (size_t)(percent - at));
	} else {
		plan_path(sandbox, at);
		if (is_whole)
			plan_stem(sandbox, at);
	}
	free(folder);
	free(at);
}

static void write_existing(struct sandbox *sandbox, const char *path, bool is_folder)
{
	char *own = file_trimmed(path);

	if (add(sandbox, own, SANDBOX_WRITE) && is_folder)
		leftovers_clear(own, NULL, OUTPUT_DEPTH);
	free(own);
}

static bool make_folder(struct sandbox *sandbox, const char *path)
{
	char *at = file_trimmed(path), *above = file_folder(at);
	bool good = file_is_folder(at);

	if (!good && strcmp(above, at) != 0 && make_folder(sandbox, above)) {
		good = disk_make_folder(at) == 0;
		if (good)
			text_set_add(&sandbox->planned.made, at);
	}
	free(above);
	free(at);
	return good;
}

void sandbox_write_folder(struct sandbox *sandbox, const char *path)
{
	char *own = file_trimmed(path);

	/* Thousands of inputs may have one folder. */
	if (!has_place(sandbox, own, SANDBOX_WRITE)) {
		if (sandbox_files_version())
			make_folder(sandbox, path);
		sandbox_write(sandbox, path);
	}
	free(own);
}

/* True if an entry of the pattern's folder is an earlier output, and no input. */
static bool is_earlier_output(const char *pattern, const char *folder,
			      const struct dirent *entry)
{
	char *path = file_join(folder, entry->d_name);
	char *filled =
		path_pattern_fill(pattern, (unsigned)strtoul(entry->d_name, NULL, 10));
	const bool is_output = filled && strcmp(file_name(filled), entry->d_name) == 0 &&
			       is_plain_file(path, entry) && !originals_has(path);

	free(filled);
	free(path);
	return is_output;
}

static bool has_only_earlier_outputs(const char *pattern, const char *folder)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	bool good = dir;

	while (good && (entry = readdir(dir)))
		good = strcmp(entry->d_name, ".") == 0 ||
		       strcmp(entry->d_name, "..") == 0 ||
		       is_earlier_output(pattern, folder, entry);
	if (dir)
		closedir(dir);
	return good;
}

/* Makes the folder of a pattern such as NEW/%d.png, in which any name is an output.
 * False: it has other files, which must not become writable. */
static bool write_pattern(struct sandbox *sandbox, const char *path)
{
	char *folder = file_folder(path);
	const bool is_own = *file_name(path) == '%' &&
			    (!file_exists(folder) || file_is_empty_folder(folder) ||
			     (sandbox->force && has_only_earlier_outputs(path, folder)));

	if (is_own)
		sandbox_write_folder(sandbox, folder);
	free(folder);
	return is_own;
}

void sandbox_write(struct sandbox *sandbox, const char *path)
{
	struct stat info;
	const bool exists = stat(path, &info) == 0;

	if (exists && !S_ISREG(info.st_mode)) {
		write_existing(sandbox, path, S_ISDIR(info.st_mode));
	} else if (!write_pattern(sandbox, path)) {
		if (exists)
			add(sandbox, path, SANDBOX_READ);
		plan_output(sandbox, path);
	}
}

void sandbox_write_around(struct sandbox *sandbox, const char *path)
{
	struct stat info;

	if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
		plan_beginning(sandbox, path, (size_t)(file_name(path) - path));
}

void sandbox_write_beside(struct sandbox *sandbox, const char *input)
{
	char *path, *folder;

	if (!file_exists(input) || file_is_special(input))
		return;
	path = output_input_path(input);
	folder = file_folder(path);
	text_set_add(&sandbox->folders, folder);
	text_set_add(&sandbox->beginnings, path);
	free(folder);
	for (size_t i = 0; output_folder_endings[i]; i++) {
		char *made = mem_format("%s%s", path, output_folder_endings[i]);

		if (file_is_folder(made) && !is_link(made))
			add(sandbox, made, SANDBOX_WRITE);
		else
			plan_path(sandbox, made);
		free(made);
	}
	plan_stem(sandbox, path);
	free(path);
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
		add(sandbox, path, SANDBOX_WRITE);
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

/* Starts the process of outputs. If files are not restricted, none is needed. */
static bool start_process(struct sandbox *sandbox)
{
	const struct text_set *own = &sandbox->places.of[SANDBOX_WRITE];

	if (!sandbox_files_version() ||
	    (!sandbox->planned.folders.count && !sandbox->planned.made.count))
		return true;
	sandbox->planned.own =
		mem_copy((const void *)own->items, own->count, sizeof *own->items);
	qsort((void *)sandbox->planned.own, own->count, sizeof *own->items, by_text);
	sandbox->planned.mark = leftovers_mark();
	sandbox->outputs =
		(struct disk_plans){ .paths = &sandbox->planned.paths,
				     .stems = &sandbox->planned.stems,
				     .beginnings = &sandbox->planned.beginnings,
				     .folders = &sandbox->planned.folders,
				     .made = &sandbox->planned.made,
				     .own = sandbox->planned.own,
				     .own_count = own->count,
				     .mark = sandbox->planned.mark,
				     .force = sandbox->force,
				     .is_kept = originals_has_open };
	return disk_process_start(&sandbox->outputs);
}

bool sandbox_enter(struct sandbox *sandbox, unsigned *parts)
{
	*parts = 0;
	if (!start_process(sandbox))
		return false;
	if (sandbox_restrict_files(&sandbox->places))
		*parts |= SANDBOX_FILES;
	if (sandbox_restrict_calls(false))
		*parts |= SANDBOX_CALLS;
	return true;
}

void sandbox_end(struct sandbox *sandbox)
{
	disk_process_end();
	unfinished_remove(sandbox->temporary);
	free(sandbox->temporary);
	sandbox_free_places(&sandbox->places);
	text_set_free(&sandbox->planned.paths);
	text_set_free(&sandbox->planned.stems);
	text_set_free(&sandbox->planned.beginnings);
	text_set_free(&sandbox->planned.folders);
	text_set_free(&sandbox->planned.made);
	free(sandbox->planned.mark);
	free((void *)sandbox->planned.own);
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
