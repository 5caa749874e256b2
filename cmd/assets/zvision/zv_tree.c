/* Folders of games: roots, and the files that belong to them. Source: zvision-2 1.5. */
#include "zv.h"

#include "task/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	LEVELS_BELOW = 2, /* levels of folders in which a root is looked for */
	LEVELS_ABOVE = 5, /* DATA1/ZASSETS/GLOBAL/VENUS */
	HEAD_SIZE = 128,  /* bytes of an index of extract in which its mark is */
};

/*
 * Marks of a root.
 */

static bool has_folder(const struct files *files, const char *name)
{
	const char *found = files_find(files, name);

	return found && files_is_folder(files, found);
}

static bool has_file(const struct files *files, const char *name)
{
	const char *found = files_find(files, name);

	return found && !files_is_folder(files, found);
}

static bool has_own_index(const struct files *files)
{
	return zv_index_name(files) || has_folder(files, ZV_SCRIPTS_FOLDER);
}

bool zv_game_has_index(const struct files *files)
{
	const char *scripts = files_find(files, ZV_SCRIPTS_FOLDER);
	bool has = zv_index_name(files);

	if (!has && scripts && files_is_folder(files, scripts)) {
		char *path = files_path(files, scripts);
		struct files *below = files_open_folder(path);

		has = zv_index_name(below);
		files_close(below);
		free(path);
	}
	return has;
}

/* GSCR.ZFS, TSCR.ZFS */
static bool has_world_scripts(const struct files *files)
{
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);

		if (strlen(name) == 8 && strcasecmp(name + 1, "scr.zfs") == 0 &&
		    isalpha((unsigned char)*name) && !files_item_is_folder(files, i))
			return true;
	}
	return false;
}

static bool is_root(const struct files *files)
{
	const char *universe = files_find(files, "universe.scr");

	return has_own_index(files) || has_file(files, ZV_SCRIPTS_ARCHIVE) ||
	       has_file(files, "zork.dir") || has_world_scripts(files) ||
	       (universe && zv_is_evidence(files, universe));
}

static bool is_root_at(const char *folder)
{
	struct files *files = files_open_folder(folder);
	const bool is_one = is_root(files);

	files_close(files);
	return is_one;
}

/* True for files that may be without scripts: of a disk of three, or taken out of a game.
 */
static bool has_files(const struct files *files)
{
	static const char *const folders[] = { "zassets", "zassets1", "zassets2" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (has_folder(files, folders[i]))
			return true;
	for (size_t i = 0; i < files_count(files); i++)
		if (!files_item_is_folder(files, i) &&
		    zv_is_evidence(files, files_name(files, i)))
			return true;
	return false;
}

/*
 * Roots below a folder.
 */

struct roots {
	char **items; /* paths of the roots */
	size_t count, capacity;
};

static void add_roots(struct roots *roots, const struct files *files, unsigned levels);

static void look_below(struct roots *roots, const char *path, unsigned levels)
{
	struct files *files = files_open_folder(path);

	if (is_root(files))
		*MEM_ADD(roots) = mem_text(path);
	else if (levels)
		add_roots(roots, files, levels);
	files_close(files);
}

static void add_roots(struct roots *roots, const struct files *files, unsigned levels)
{
	for (size_t i = 0; i < files_count(files); i++) {
		const char *name = files_name(files, i);
		char *path;

		if (*name == '.' || !files_item_is_folder(files, i) ||
		    file_has_ending(name, ".extracted"))
			continue;
		path = files_path(files, name);
		look_below(roots, path, levels - 1);
		free(path);
	}
}

static void free_roots(struct roots *roots)
{
	for (size_t i = 0; i < roots->count; i++)
		free(roots->items[i]);
	free((void *)roots->items);
}

static bool has_roots_below(const struct files *files)
{
	struct roots roots = { 0 };
	bool has;

	add_roots(&roots, files, LEVELS_BELOW);
	has = roots.count;
	free_roots(&roots);
	return has;
}

/*
 * Folders in the tree of a game that are not of it.
 */

/* True if another family's game is in the folder. Names show it: this family does not
 * know the others. */
static bool is_of_others(const struct files *files)
{
	static const char *const names[] = { "resource.map", "egagraph", "egahead",
					     "cgagraph",     "cgahead",	 "gamemaps",
					     "maphead" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char **found = files_with_stem(files, names[i], "");
		const bool is_one = *found || files_find(files, names[i]);

		free((void *)found);
		if (is_one)
			return true;
	}
	return false;
}

/* True if extract made the folder. */
static bool is_extracted(const struct files *files)
{
	static const char mark[] = "\"format\": \"extract\"";
	struct file_reader reader;
	char head[HEAD_SIZE + 1] = "";

	if (!has_file(files, "index.json") ||
	    files_reader_open(files, "index.json", &reader, NULL))
		return false;
	(void)!file_reader_read(&reader, 0, head,
				reader.size < HEAD_SIZE ? reader.size : HEAD_SIZE, NULL);
	file_reader_close(&reader);
	return strstr(head, mark);
}

/* The index among the scripts of Nemesis is of the game around them. */
bool zv_game_is_apart(const char *folder)
{
	struct files *files = files_open_folder(folder);
	const bool is_scripts = strcasecmp(file_name(folder), ZV_SCRIPTS_FOLDER) == 0;
	const bool is_apart = (!is_scripts && has_own_index(files)) ||
			      is_extracted(files) || is_of_others(files);

	files_close(files);
	return is_apart;
}

/* True for folders that are apart. If the top folder is no root, all roots below are,
 * too. */
static bool is_apart_or_root(const char *folder)
{
	return is_root_at(folder) || zv_game_is_apart(folder);
}

struct files *zv_game_list(const char *path, struct files_faults *faults)
{
	struct files *root, *tree;

	if (!file_is_folder(path))
		return files_open_file(path);
	root = files_open_folder(path);
	tree = files_open_tree(
		path, root, is_root(root) ? zv_game_is_apart : is_apart_or_root, faults);
	files_close(root);
	return tree;
}

/*
 * Around a file.
 */

char *zv_game_around(const char *path)
{
	char *folder = realpath(path, NULL);

	for (unsigned level = 0; folder && level < LEVELS_ABOVE; level++) {
		const char *name = file_name(folder);

		if (name <= folder + 1)
			break;
		folder[name - folder - 1] = '\0';
		/* The root is above the scripts of Nemesis. */
		if (strcasecmp(file_name(folder), ZV_SCRIPTS_FOLDER) != 0 &&
		    is_root_at(folder))
			return folder;
	}
	free(folder);
	return NULL;
}

void zv_games_around(char **paths, size_t count,
		     void (*visit)(void *context, const char *root), void *context)
{
	for (size_t i = 0; i < count; i++) {
		char *root;

		if (i && file_is_beside(paths[i - 1], paths[i]))
			continue;
		root = zv_game_around(paths[i]);
		visit(context, root);
		free(root);
	}
}

/*
 * Detection of games.
 */

bool zv_game_is_in(const char *path, const struct files *files)
{
	struct files *file;
	bool found;

	if (files)
		return is_root(files) || (has_files(files) && !is_of_others(files) &&
					  !has_roots_below(files));
	file = files_open_file(path);
	found = files_count(file) && zv_is_archive(file, files_name(file, 0));
	files_close(file);
	return found;
}

bool zv_game_is_at(const char *path)
{
	struct files *files = file_is_folder(path) ? files_open_folder(path) : NULL;
	const bool found = zv_game_is_in(path, files);

	files_close(files);
	return found;
}

/* Returns the only root. NULL: none below, or several; the report has the error. */
static char *choose_root(const struct roots *roots, const char *path,
			 struct report *report)
{
	if (roots->count == 1)
		return mem_text(roots->items[0]);
	if (roots->count)
		report_error(report, path, EXH_NO_OFFSET,
			     "%zu games, %s and %s among them: give the folder of one",
			     roots->count, roots->items[0], roots->items[1]);
	else
		report_error(report, path, EXH_NO_OFFSET,
			     "no game: expected a folder with archives (.zfs), scripts "
			     "or pictures");
	return NULL;
}

char *zv_game_find(const char *path, struct report *report)
{
	struct roots roots = { 0 };
	struct files *files;
	char *root;

	if (zv_game_is_at(path))
		return mem_text(path);
	if (file_is_folder(path)) {
		files = files_open_folder(path);
		add_roots(&roots, files, LEVELS_BELOW);
		files_close(files);
	}
	root = choose_root(&roots, path, report);
	free_roots(&roots);
	return root;
}
