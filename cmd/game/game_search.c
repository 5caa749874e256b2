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
	/* Searched folders: links may lead to a folder twice, or in a circle. */
	struct file_set seen;
};

struct place {
	const char *path;
	const char *folder; /* path relative to the searched folder */
	unsigned depth;
	/* type of a game whose tree this may be part of; NULL: none */
	const struct game_type *above;
};

/*
 * Results.
 */

/* Adds a game; takes over folder. */
static void add(struct search *s, const struct game_type *type, const char *path,
		char *folder)
{
	*MEM_ADD(s->found) = (struct found_game){ type, mem_text(path), NULL, folder };
}

/* Returns "keen", or "keen-ck4" if there are several games of this type; to be freed. */
static char *folder_of(const struct game_here *game)
{
	return game->name ? mem_format("%s-%s", game->type->name, game->name)
			  : mem_text(game->type->name);
}

static void free_game(struct found_game *game)
{
	free(game->path);
	free(game->name);
	free(game->folder);
}

void found_games_remove(struct found_games *found, size_t i)
{
	free_game(&found->items[i]);
	found->count--;
	memmove(&found->items[i], &found->items[i + 1],
		(found->count - i) * sizeof *found->items);
}

void found_games_free(struct found_games *found)
{
	for (size_t i = 0; i < found->count; i++)
		free_game(&found->items[i]);
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

/* Adds the games in a folder; if there are several, each has a folder of its own in the
 * output. Returns the type of the game that owns the folders in it. */
static const struct game_type *add_games(struct search *s, const struct files *files,
					 const struct place *place)
{
	const struct game_type *above = place->above;
	struct games_here here;

	if (above && above->is_apart(place->path))
		above = NULL;
	games_here_find(&here, place->path, files, above);
	for (size_t i = 0; i < here.count; i++) {
		const struct game_here *game = &here.items[i];
		char *own = folder_of(game);

		add(s, game->type, place->path,
		    here.count == 1 ? mem_text(place->folder)
				    : file_join(place->folder, own));
		if (game->name)
			s->found->items[s->found->count - 1].name = mem_text(game->name);
		if (game->type->list_files)
			above = game->type;
		free(own);
	}
	games_here_free(&here);
	return above;
}

static void search_folder(struct search *s, const struct place *place);

/* True for a part of a game that was found in its folder. */
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

/* Adds files that are games of their own, regardless of other files in their folder. */
static void add_files(struct search *s, const struct files *files, const char *in,
		      const char *folder)
{
	for (size_t i = 0; i < files_count(files) && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		const struct game_type *type;
		char *path;

		if (files_item_is_folder(files, i))
			continue;
		path = files_path(files, name);
		type = game_type_of_file(path);
		if (type && !is_owned(s, in, name))
			add(s, type, path, file_join(folder, name));
		free(path);
	}
}

/* Searches the folders in a folder, except hidden ones, outputs of extract, and parts of
 * games. */
static void search_below(struct search *s, const struct files *files,
			 const struct place *place, const struct game_type *above)
{
	for (size_t i = 0; i < files_count(files) && !interrupt_pending(); i++) {
		const char *name = files_name(files, i);
		char *path, *own;

		if (*name == '.' || file_has_ending(name, ".extracted") ||
		    !files_item_is_folder(files, i) || is_owned(s, place->path, name))
			continue;
		path = files_path(files, name);
		own = file_join(place->folder, name);
		search_folder(s, &(struct place){ path, own, place->depth + 1, above });
		free(path);
		free(own);
	}
}

/* A game with many folders reports these when it is opened. */
static void report_left_out(const struct search *s, const struct files *files,
			    const char *path)
{
	if (!files_are_listed(files))
		report_warning(s->report, path, EXH_NO_OFFSET, "can't list this folder");
	if (files_other_count(files))
		report_warning(s->report, path, EXH_NO_OFFSET,
			       "left out: %zu that are neither files nor folders",
			       files_other_count(files));
}

static void search_folder(struct search *s, const struct place *place)
{
	const char *path = place->path;
	const struct game_type *above;
	struct files *files;
	struct stat info;

	if (stat(path, &info)) {
		report_warning(s->report, path, EXH_NO_OFFSET, "can't open: %s",
			       strerror(errno));
		return;
	}
	if (place->depth > MAX_DEPTH || s->found->folder_count >= MAX_FOLDERS) {
		report_warning(s->report, path, EXH_NO_OFFSET,
			       "not searched: more than %d folders deep, or %d folders",
			       MAX_DEPTH, MAX_FOLDERS);
		return;
	}
	if (is_output(s, &info) || !file_set_add(&s->seen, &info))
		return;
	s->found->folder_count++;
	files = files_open_folder(path);
	above = add_games(s, files, place);
	if (!above)
		report_left_out(s, files, path);
	if (!place->above || above != place->above)
		add_files(s, files, path, place->folder);
	search_below(s, files, place, above);
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
		search_folder(&s, &(struct place){ .path = path, .folder = "" });
	else
		search_file(&s, path);
	file_set_clear(&s.seen);
	if (interrupt_pending())
		report_error(report, NULL, EXH_NO_OFFSET, "%s", interrupt_name());
	return !interrupt_pending();
}
