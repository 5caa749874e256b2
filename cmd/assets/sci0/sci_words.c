#include "sci_words.h"

enum { MEMORY_LIMIT = 1 << 28 };

static bool read_words(struct sci_words *w, struct exh_bytes bytes, const char *file,
		       struct report *report)
{
	struct exh_notes notes = { .arena = &w->arena };
	struct exh_error err;
	enum exh_status status =
		exh_sci0_words_read(bytes, &w->arena, &w->words, &notes, &err);

	/* Garbled words are what the game has, too: nothing is lost. */
	for (const struct exh_note *note = notes.first; note; note = note->next)
		report_warning(report, file, note->offset, "%s", note->text);
	if (!status && w->words.is_cut_off)
		report_error(report, file, EXH_NO_OFFSET,
			     "the vocabulary is truncated: it has only %zu words",
			     w->words.count);
	if (!status)
		status = exh_sci0_lexicon_open(&w->words, NULL, &w->arena, &w->lexicon,
					       &err);
	if (status)
		report_failure(report, file, &err);
	return !status;
}

bool sci_words_are_sci01(const struct sci_game *game)
{
	return !sci_game_find(game, EXH_SCI0_VOCAB, 0) &&
	       sci_game_find(game, EXH_SCI0_VOCAB, 902);
}

bool sci_words_take(struct sci_words *words, struct sci_game *game, struct report *report)
{
	const struct sci_resource *resource =
		sci_game_find(game, EXH_SCI0_VOCAB, sci_words_are_sci01(game) ? 900 : 0);
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

bool sci_words_open(struct sci_words *words, const char *path, struct report *report)
{
	struct sci_game game;
	struct exh_bytes bytes;
	bool good;

	*words = (struct sci_words){ .arena = { .limit = MEMORY_LIMIT } };
	if (!sci_is_game(path))
		return sci_resource_open(path, EXH_SCI0_VOCAB, 0, &words->arena, &bytes,
					 report) &&
		       read_words(words, bytes, path, report);
	good = sci_game_open(&game, path, -1, report) &&
	       sci_words_take(words, &game, report);
	sci_game_close(&game);
	return good;
}

void sci_words_close(struct sci_words *words)
{
	exh_arena_free(&words->arena);
}
