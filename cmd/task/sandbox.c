#include "sandbox.h"

#include "disk.h"
#include "file.h"
#include "leftovers.h"
#include "memory.h"

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

/* Takes path over. */
static void add_own_folder(struct sandbox *sandbox, char *path,
			   enum sandbox_access access)
{
	if (file_is_folder(path))
		add_folder(sandbox, path, access, 0);
	free(path);
}

void sandbox_read(struct sandbox *sandbox, const char *path)
{
	struct stat info;
	char *real;

	if (stat(path, &info) != 0)
		return;
	if (S_ISDIR(info.st_mode)) {
		add_folder(sandbox, path, SANDBOX_READ, INPUT_DEPTH);
		return;
	}
	if (!S_ISREG(info.st_mode) || is_link(path))
		add(sandbox, path, SANDBOX_READ);
	if (S_ISREG(info.st_mode))
		add_own_folder(sandbox, folder_of(path), SANDBOX_READ);
	real = S_ISREG(info.st_mode) && is_link(path) ? realpath(path, NULL) : NULL;
	if (real)
		add_own_folder(sandbox, folder_of(real), SANDBOX_READ);
	free(real);
}

void sandbox_read_above(struct sandbox *sandbox, const char *path)
{
	char *folder = file_is_folder(path) ? mem_text(path) : folder_of(path);

	if (file_exists(path)) {
		/* Where the folder is a link, this is another one than the next. */
		add_own_folder(sandbox, file_join(folder, ".."), SANDBOX_READ);
		if (strchr(folder, '/'))
			add_own_folder(sandbox, folder_of(folder), SANDBOX_READ);
	}
	free(folder);
}

/* Takes path over. */
static void take(struct sandbox *sandbox, char *path, enum sandbox_access access)
{
	add(sandbox, path, access);
	free(path);
}

void sandbox_write(struct sandbox *sandbox, const char *path)
{
	char *at = mem_text(path);
	struct stat info = { 0 };
	bool exists = false;

	while (!(exists = stat(at, &info) == 0) && strcmp(at, ".") != 0) {
		char *folder = folder_of(at);

		free(at);
		at = folder;
	}
	if (exists && S_ISDIR(info.st_mode))
		leftovers_clear(at, NULL, strcmp(at, path) == 0 ? OUTPUT_DEPTH : 0);
	if (exists && S_ISREG(info.st_mode)) {
		char *folder = folder_of(at);

		leftovers_clear(folder, NULL, 0);
		take(sandbox, folder, SANDBOX_WRITE);
	} else if (strcmp(at, path) == 0 && S_ISDIR(info.st_mode)) {
		add_folder(sandbox, at, SANDBOX_WRITE, OUTPUT_DEPTH);
	} else {
		add(sandbox, at, SANDBOX_WRITE);
	}
	if (S_ISREG(info.st_mode) && is_link(at))
		add(sandbox, at, SANDBOX_READ);
	free(at);
}

void sandbox_write_beside(struct sandbox *sandbox, const char *input)
{
	size_t size = strlen(input);
	char *path, *folder, *beginning;

	if (!file_exists(input) || file_is_special(input))
		return;
	if (file_is_folder(input))
		add_folder(sandbox, input, SANDBOX_WRITE, OUTPUT_DEPTH);
	while (size > 1 && input[size - 1] == '/')
		size--;
	path = mem_text_part(input, size);
	folder = folder_of(path);
	beginning = file_join(folder, file_name(path));
	text_set_add(&sandbox->folders, folder);
	text_set_add(&sandbox->beginnings, beginning);
	free(beginning);
	add_own_folder(sandbox, folder, SANDBOX_WRITE);
	/* These have a name of another spelling, and its folder is above. */
	if (strcmp(file_name(path), ".") == 0 || strcmp(file_name(path), "..") == 0)
		add_own_folder(sandbox, file_join(path, ".."), SANDBOX_WRITE);
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

unsigned sandbox_enter(const struct sandbox *sandbox)
{
	static const struct sandbox_place none;
	const struct sandbox_place *places = sandbox->count ? sandbox->items : &none;
	unsigned parts = 0;

	if (sandbox_restrict_files(sandbox->has_any_file ? NULL : places,
				   sandbox->count) &&
	    !sandbox->has_any_file)
		parts |= SANDBOX_FILES;
	if (sandbox_restrict_calls())
		parts |= SANDBOX_CALLS;
	return parts;
}

void sandbox_end(struct sandbox *sandbox)
{
	unfinished_remove(sandbox->temporary);
	free(sandbox->temporary);
	for (size_t i = 0; i < sandbox->count; i++)
		free(sandbox->items[i].path);
	free(sandbox->items);
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
