#include "game.h"

#include "assets/assets.h"
#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 32, MAX_FOLDERS = 1 << 20 };

struct search {
	struct found_games *found;
	struct report *report;
	const char *output; /* is not searched */
	/* Folders that were looked into: links may lead to one twice, or round in a
	 * circle. */
	struct file_set seen;
};

/*
 * What was found.
 */

/* Takes folder over. */
static void add(struct search *s, const struct game_type *type, const char *path,
		char *folder)
{
	*MEM_ADD(s->found) = (struct found_game){ type, mem_text(path), NULL, folder };
}

/* "keen", or "keen-ck4" where there are several of this type; to be freed. */
static char *folder_of(const struct game_here *game)
{
	return game->name ? mem_format("%s-%s", game->type->name, game->name)
			  : mem_text(game->type->name);
}

void found_games_free(struct found_games *found)
{
	for (size_t i = 0; i < found->count; i++) {
		free(found->items[i].path);
		free(found->items[i].name);
		free(found->items[i].folder);
	}
	free(found->items);
}

/*
 * Circles.
 */

static bool is_output(const struct search *s, const struct stat *folder)
{
	struct stat output;

	return s->output && stat(s->output, &output) == 0 &&
	       output.st_dev == folder->st_dev && output.st_ino == folder->st_ino;
}

/*
 * Searching.
 */

/* In a folder of several games each has its own. */
static void add_games(struct search *s, const char *path, const char *folder)
{
	struct games_here here;

	games_here_find(&here, path);
	for (size_t i = 0; i < here.count; i++) {
		const struct game_here *game = &here.items[i];
		char *own = folder_of(game);

		add(s, game->type, path,
		    here.count == 1 ? mem_text(folder) : file_join(folder, own));
		if (game->name)
			s->found->items[s->found->count - 1].name = mem_text(game->name);
		free(own);
	}
	games_here_free(&here);
}

static void search_folder(struct search *s, const char *path, const char *folder,
			  unsigned depth);

/* Is the file a part of a game that was found in its folder? */
static bool is_owned(const struct search *s, const char *in, const char *name)
{
	for (size_t i = 0; i < s->found->count; i++) {
		const struct found_game *game = &s->found->items[i];

		if (game->type->owns && strcmp(game->path, in) == 0 &&
		    game->type->owns(in, name))
			return true;
	}
	return false;
}

/* Files that are games of their own, whatever else is in their folder. */
static void add_files(struct search *s, const struct files *files, const bool *is_folder,
		      const char *in, const char *folder)
{
	for (size_t i = 0; i < files_count(files) && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		const struct game_type *type;
		char *path;

		if (is_folder[i])
			continue;
		path = files_path(files, name);
		type = game_type_of_file(path);
		if (type && !is_owned(s, in, name))
			add(s, type, path, file_join(folder, name));
		free(path);
	}
}

/* Below a folder; hidden ones, and what extract made, are left alone. */
static void search_below(struct search *s, const struct files *files,
			 const bool *is_folder, const char *folder, unsigned depth)
{
	for (size_t i = 0; i < files_count(files) && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		char *path, *own;

		if (*name == '.' || file_has_ending(name, ".extracted") || !is_folder[i])
			continue;
		path = files_path(files, name);
		own = file_join(folder, name);
		search_folder(s, path, own, depth + 1);
		free(path);
		free(own);
	}
}

static bool *find_folders(const struct files *files)
{
	bool *is_folder = mem_alloc(files_count(files), sizeof *is_folder);

	for (size_t i = 0; i < files_count(files); i++)
		is_folder[i] = files_is_folder(files, files_name(files, i));
	return is_folder;
}

static void search_folder(struct search *s, const char *path, const char *folder,
			  unsigned depth)
{
	struct files *files;
	struct stat info;
	bool *is_folder;

	if (stat(path, &info)) {
		report_warning(s->report, path, EXH_NO_OFFSET, "can't open: %s",
			       strerror(errno));
		return;
	}
	if (depth > MAX_DEPTH || s->found->folder_count >= MAX_FOLDERS) {
		report_warning(s->report, path, EXH_NO_OFFSET,
			       "not searched: more than %d folders deep, or %d folders",
			       MAX_DEPTH, MAX_FOLDERS);
		return;
	}
	if (is_output(s, &info) || !file_set_add(&s->seen, &info))
		return;
	s->found->folder_count++;
	files = files_open_folder(path);
	if (!files_are_listed(files))
		report_warning(s->report, path, EXH_NO_OFFSET, "can't list this folder");
	add_games(s, path, folder);
	is_folder = find_folders(files);
	add_files(s, files, is_folder, path, folder);
	search_below(s, files, is_folder, folder, depth);
	free(is_folder);
	files_close(files);
}

static void search_file(struct search *s, const char *path)
{
	const struct game_type *type = game_type_at(path);

	if (type)
		add(s, type, path, mem_text(""));
}

bool game_search(struct found_games *found, const char *path, const char *output,
		 struct report *report)
{
	struct search s = { .found = found, .report = report, .output = output };

	*found = (struct found_games){ .path = path, .shown = path };
	if (!file_exists(path)) {
		report_error(report, path, EXH_NO_OFFSET, "no such file or folder");
		return false;
	}
	if (file_is_folder(path))
		search_folder(&s, path, "", 0);
	else
		search_file(&s, path);
	file_set_clear(&s.seen);
	if (interrupt_pending())
		report_error(report, NULL, EXH_NO_OFFSET, "interrupted");
	return !interrupt_pending();
}
