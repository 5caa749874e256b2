#include "sci.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/sandbox.h"
#include "task/text_encoding.h"

#include <exhume/advanced/sci_game.h>
#include <exhume/advanced/sci_usage.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 28 };

static bool read_words(struct sci_words *w, struct exh_bytes bytes, const char *file,
		       struct report *report)
{
	struct exh_notes notes = { .arena = &w->arena };
	struct exh_error err;
	enum exh_status status =
		exh_sci_words_read(bytes, &w->arena, &w->words, &notes, &err);

	/* The game has the garbled words, too: no word is lost. */
	report_remarks(report, file, "", &notes);
	if (!status && w->words.is_cut_off)
		report_error(report, file, EXH_NO_OFFSET,
			     "the vocabulary is truncated: it has only %zu words",
			     w->words.count);
	if (!status)
		status = exh_sci_lexicon_open(&w->words, NULL, &w->arena, &w->lexicon,
					      &err);
	w->lexicon.page = text_page(report->common->encoding);
	if (status)
		report_failure(report, file, &err);
	return !status;
}

static const struct exh_sci_game_resource *find_words(const struct sci_game *game)
{
	return exh_sci_game_find(
		&game->opened, EXH_SCI_VOCAB,
		exh_sci_game_vocab_number(&game->opened, EXH_SCI_VOCAB_WORDS));
}

bool sci_words_take(struct sci_words *words, struct sci_game *game, struct report *report)
{
	const struct exh_sci_game_resource *resource = find_words(game);
	struct exh_bytes bytes;

	*words = (struct sci_words){ .arena = { .limit = MEMORY_LIMIT } };
	if (!resource) {
		report_error(report, game->folder, EXH_NO_OFFSET,
			     "the game has no words: vocab 0 is missing");
		return false;
	}
	return sci_game_take(game, resource, &words->arena, &bytes, report) &&
	       read_words(words, bytes, sci_game_file(game, resource), report);
}

/*
 * Counting their use.
 */

const char *const sci_words_uses[] = { "frequent", "first", NULL };

/* Counts the words of a resource. Damage is not reported: specs are valid without the
 * counts. */
static void count_resource(struct sci_words *words, const struct sci_game *game,
			   const struct exh_sci_game_resource *resource)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_bytes bytes;

	if (!exh_sci_game_unpack(&game->opened, resource, &arena, false, &bytes, NULL,
				 NULL))
		exh_sci_usage_add_resource(&words->lexicon, resource->type, bytes);
	exh_arena_free(&arena);
}

void sci_words_count(struct sci_words *words, struct sci_game *game,
		     enum sci_words_use use, struct report *report)
{
	if (use != SCI_WORDS_FREQUENT ||
	    exh_sci_usage_start(&words->lexicon, &words->arena, NULL))
		return;
	sci_game_read_volumes(game, report);
	for (size_t i = 0; i < game->opened.count; i++) {
		const struct exh_sci_game_resource *resource = &game->opened.resources[i];

		if ((resource->type == EXH_SCI_TEXT ||
		     resource->type == EXH_SCI_SCRIPT) &&
		    exh_sci_game_find(&game->opened, resource->type, resource->number) ==
			    resource)
			count_resource(words, game, resource);
	}
}

static bool take_and_count(struct sci_words *words, struct sci_game *game,
			   enum sci_words_use use, struct report *report)
{
	const bool good = sci_words_take(words, game, report);

	if (good)
		sci_words_count(words, game, use, report);
	return good;
}

bool sci_words_open(struct sci_words *words, const char *path, enum sci_words_use use,
		    struct report *report)
{
	struct sci_game game;
	struct exh_bytes bytes;
	bool good;

	*words = (struct sci_words){ .arena = { .limit = MEMORY_LIMIT } };
	if (!sci_is_game(path))
		return sci_resource_open(path, EXH_SCI_VOCAB, 0, &words->arena, &bytes,
					 report) &&
		       read_words(words, bytes, path, report);
	good = sci_game_open(&game, path, -1, report) &&
	       take_and_count(words, &game, use, report);
	sci_game_close(&game);
	return good;
}

/*
 * Words near a file.
 */

/* Opens a folder that may be a game's; its faults are not reported. */
static bool open_silently(struct sci_game *game, const char *folder,
			  const struct report *report)
{
	struct silent_report silent;
	const bool good = sci_game_open(game, folder, -1, report_silent(&silent, report));

	report_silent_end(&silent);
	return good;
}

/* Returns a patch file or a bare resource; NULL: there is none. To be freed. */
static char *find_file(const char *folder)
{
	struct files *files = files_open_folder(folder);
	const char *name = files_find(files, "vocab.000");
	char *path =
		name && !files_is_folder(files, name) ? files_path(files, name) : NULL;

	files_close(files);
	return path;
}

static bool take_from_game(struct sci_words *words, const char *folder,
			   enum sci_words_use use, bool *found, struct report *report)
{
	struct sci_game game = { 0 };
	bool good;

	*found = open_silently(&game, folder, report) && find_words(&game);
	good = *found && take_and_count(words, &game, use, report);
	sci_game_close(&game);
	return good;
}

/* Takes words from a file of the folder, whose other files may be texts. */
static bool take_from_file(struct sci_words *words, const char *path, const char *folder,
			   enum sci_words_use use, struct report *report)
{
	struct sci_game game = { 0 };
	const bool good = sci_words_open(words, path, use, report);

	if (good && use == SCI_WORDS_FREQUENT && open_silently(&game, folder, report))
		sci_words_count(words, &game, use, report);
	sci_game_close(&game);
	return good;
}

/* Takes folder over; NULL: no folder. *found: it has words. */
static bool take_from(struct sci_words *words, char *folder, enum sci_words_use use,
		      bool *found, struct report *report)
{
	char *path = NULL;
	bool good = false;

	if (folder && file_is_folder(folder)) {
		path = find_file(folder);
		*found = path;
		good = path ? take_from_file(words, path, folder, use, report)
			    : take_from_game(words, folder, use, found, report);
	}
	free(path);
	free(folder);
	return good;
}

/* Returns GAME for GAME.extracted; NULL for other names. */
static char *origin_of(const char *folder)
{
	static const char ending[] = ".extracted";
	const size_t end = sizeof ending - 1, size = strlen(folder);

	return size > end && strcmp(folder + size - end, ending) == 0
		       ? mem_text_part(folder, size - end)
		       : NULL;
}

/* True for a resource by itself, or a file of a game. */
static bool may_have_words(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot &&
	       (file_has_ending(name, ".map") || strspn(dot + 1, "0123456789") == 3);
}

void sci_reads_words(char **paths, size_t count, struct sandbox *sandbox)
{
	for (size_t i = 0; i < count; i++) {
		char *sibling = file_sibling(paths[i], ""), *origin, *above;
		char *folder = realpath(*sibling ? sibling : ".", NULL);

		if (folder) {
			origin = origin_of(folder);
			above = file_join(folder, "..");
			if (origin)
				sandbox_read_some(sandbox, origin, may_have_words);
			sandbox_read_some(sandbox, above, may_have_words);
			free(origin);
			free(above);
		}
		free(sibling);
		free(folder);
	}
}

bool sci_words_open_near(struct sci_words *words, const char *path,
			 enum sci_words_use use, struct report *report)
{
	char *sibling = file_sibling(path, "");
	char *folder = realpath(*sibling ? sibling : ".", NULL);
	bool found = false, good;

	*words = (struct sci_words){ .arena = { .limit = MEMORY_LIMIT } };
	good = take_from(words, folder ? mem_text(folder) : NULL, use, &found, report);
	if (!found && folder)
		good = take_from(words, origin_of(folder), use, &found, report);
	if (!found && folder)
		good = take_from(words, file_join(folder, ".."), use, &found, report);
	free(sibling);
	free(folder);
	return good;
}

void sci_words_close(struct sci_words *words)
{
	exh_arena_free(&words->arena);
}
