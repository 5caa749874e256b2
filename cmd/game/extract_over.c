/* Extraction into a folder with files of an earlier run. */
#include "game.h"

#include "assets/assets.h"
#include "task/disk.h"
#include "task/json_stream.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_LIMIT = 64 << 20 };

/*
 * Another game.
 */

static bool has_same_path(const struct extraction *x)
{
	char *shown = game_shown_path(x->found, x->game), *path = file_absolute(shown);
	bool same = false;

	for (unsigned i = 0; i < OLD_PLACES && !same; i++) {
		char *place = old_index_place(&x->old, x->output, i);
		char *old = place ? file_absolute(place) : NULL;

		same = old && strcmp(old, path) == 0;
		free(old);
		free(place);
	}
	free(path);
	free(shown);
	return same;
}

/* True if half of the files are the same: the game was moved, or this is a later
 * release. */
static bool has_same_files(const struct extraction *x)
{
	const struct old_sources *old = &x->old.sources;
	struct text_set digests = { 0 };
	size_t same = 0;

	for (size_t i = 0; i < x->sources.count; i++) {
		struct json *digits = sha256_digits(x->sources.items[i].sha256);

		text_set_add(&digests, json_text_of(digits));
		json_free(digits);
	}
	for (size_t i = 0; i < old->count; i++) {
		struct json *digits = sha256_digits(old->items[i].sha256);

		same += old->items[i].has_sha256 &&
			text_set_find(&digests, json_text_of(digits)) != TEXT_NONE;
		json_free(digits);
	}
	text_set_free(&digests);
	return old->count && same * 2 >= old->count;
}

/* Returns the old game's path for messages, to be freed; NULL: unknown. */
static char *old_game_for_user(const struct extraction *x)
{
	char *place = old_index_place(&x->old, x->output, OLD_PLACE_NOTED);
	char *near =
		place ? NULL : old_index_place(&x->old, x->output, OLD_PLACE_RELATIVE);
	char *shown = near ? file_relative(".", near, NULL) : NULL;

	free(near);
	if (!place && !shown && old_index_game(&x->old))
		place = mem_text(old_index_game(&x->old));
	return shown ? shown : place;
}

bool extraction_is_free(const struct extraction *x)
{
	const char *type = json_text_at(json_get(x->old.head, "game"), "type");
	char *old;
	const bool is_type = type && strcmp(type, x->game->type->name) == 0;

	if (!x->old.head || x->report->common->force ||
	    (is_type && (has_same_path(x) || has_same_files(x))))
		return true;
	old = old_game_for_user(x);
	report_error(x->report, x->output, EXH_NO_OFFSET,
		     "holds another game, %s (%s): choose another folder with -o; -f "
		     "replaces it",
		     old ? old : "of an unknown place",
		     type ? type : "of an unknown kind");
	free(old);
	return false;
}

static bool has_folder(const struct found_games *found, const char *folder)
{
	for (size_t i = 0; i < found->count; i++)
		if (strcmp(found->items[i].folder, folder) == 0)
			return true;
	return false;
}

/* Returns the list of the games in a folder; NULL: none that can be read. */
static struct json *read_games(const char *output)
{
	char *path = file_join(output, EXTRACT_GAMES);
	struct json *list = NULL;
	struct file file;

	if (file_exists(path) && !file_read_own(path, LIST_LIMIT, &file, NULL)) {
		list = json_parse(file_bytes(&file), NULL);
		free(file.data);
	}
	free(path);
	return list;
}

/* False if no game in the list is among the games that were found. */
static bool has_listed(const struct found_games *found, const char *output)
{
	struct json *list = read_games(output);
	const struct json *games = json_get(list, "games"), *game;
	bool good = !json_size(games);
	size_t i;

	json_each(games, i, game)
	{
		const char *folder = json_text_at(game, "folder");

		good = good || has_folder(found, folder ? folder : "");
	}
	json_free(list);
	return good;
}

/* The format comes before the lists, which may be long. */
static bool find_format(void *context, const char *key, size_t place, struct json *value)
{
	const char *format = strcmp(key, "format") == 0 ? json_text_of(value) : NULL;

	*(bool *)context |= format && strcmp(format, EXTRACT_FORMAT) == 0;
	return place == JSON_NO_ITEM && !format;
}

static bool has_index(const char *output)
{
	char *path = file_join(output, EXTRACT_INDEX);
	bool is_index = false;

	if (file_exists(path))
		(void)!json_visit_file(path, find_format, &is_index, NULL);
	free(path);
	return is_index;
}

bool extraction_may_begin(const struct found_games *found, const char *output,
			  struct report *report)
{
	bool good = true;

	if (report->common->force)
		return true;
	if ((has_index(output) && !has_folder(found, "")) || !has_listed(found, output)) {
		report_error(report, output, EXH_NO_OFFSET,
			     "holds other games: choose another folder with -o; -f "
			     "extracts into it");
		good = false;
	}
	return good;
}

/*
 * Files that an earlier run has made, and this one has not.
 */

static void add_path(struct text_set *set, const char *path)
{
	char *key;

	if (!path)
		return;
	/* Systems that ignore case have a single file for both names. */
	key = text_lower(path);
	text_set_add(set, key);
	free(key);
}

static void add_kept(struct text_set *set, const struct index_asset *kept)
{
	struct json *asset = json_of_dump(kept->rest);
	const struct json *name;
	size_t i;

	json_each(json_get(asset, "files"), i, name) add_path(set, json_text_of(name));
	add_path(set, json_text_at(asset, "original"));
	add_path(set, json_text_at(asset, "more"));
	json_free(asset);
}

static struct text_set made_paths(const struct extraction *x)
{
	struct text_set set = { 0 };
	const struct json *document;
	size_t i;

	for (i = 0; i < x->made.files.count; i++)
		add_path(&set, x->made.files.items[i].path);
	for (i = 0; i < x->made.count; i++)
		if (x->made.items[i].is_kept && x->made.items[i].rest)
			add_kept(&set, &x->made.items[i]);
	json_each(x->made.documents, i, document)
		add_path(&set, json_text_at(document, "file"));
	return set;
}

/* Removes folders of the output that are empty now. path: path of a removed file. */
static void remove_empty(const char *output, char *path)
{
	const size_t size = strlen(output);
	char *slash;

	while ((slash = strrchr(path, '/')) != NULL && (size_t)(slash - path) > size) {
		*slash = '\0';
		disk_remove(path);
	}
}

static void remove_left(const struct extraction *x, const char *name,
			const struct old_file *file)
{
	char *path = file_join(x->output, name);
	uint8_t sha256[SHA256_SIZE];
	uint64_t size;

	if (file_exists(path) && !file_is_folder(path) && !file_is_special(path)) {
		if (sha256_of_own(path, sha256, &size, NULL) ||
		    memcmp(sha256, file->sha256, SHA256_SIZE) != 0)
			report_warning(x->report, path, EXH_NO_OFFSET,
				       "was edited, and nothing in the game makes it any "
				       "more: left as it is");
		else if (output_is_no_original(x->report, path) && disk_remove(path) == 0)
			remove_empty(x->output, path);
	}
	free(path);
}

void extraction_remove_left(const struct extraction *x)
{
	struct text_set made = made_paths(x);

	for (size_t i = 0; i < x->old.paths.count; i++) {
		const char *name = x->old.paths.items[i];
		char *key = text_lower(name);

		if (x->old.files.items[i].has_hash && file_is_inside(name) &&
		    text_set_find(&made, key) == TEXT_NONE)
			remove_left(x, name, &x->old.files.items[i]);
		free(key);
	}
	text_set_free(&made);
}
