#include "parse.h"

#include <exhume/advanced/sci_game.h>

enum { MEMORY_LIMIT = 1 << 28 };

/* Returns the number of a vocabulary; without a game, SCI0's. */
static unsigned number_of(const struct parser_source *source,
			  enum exh_sci_vocab_kind kind)
{
	static const struct exh_sci_game none = { .used_count = 0 };

	return exh_sci_game_vocab_number(source->has_game ? &source->game.opened : &none,
					 kind);
}

/* Loads a part. file: file for messages about it. False, and reported, also if it is
 * missing. */
static bool take(struct parser_source *source, const char *path, unsigned type,
		 unsigned number, struct exh_bytes *bytes, const char **file,
		 struct report *report)
{
	const struct exh_sci_game_resource *resource;

	*file = path;
	if (path)
		return sci_resource_open(path, type, number, &source->arena, bytes,
					 report);
	resource = exh_sci_game_find(&source->game.opened, type, number);
	if (!resource) {
		report_error(report, source->game.folder, EXH_NO_OFFSET, "no %s %u",
			     exh_sci_type_name(type), number);
		return false;
	}
	if (!sci_game_take(&source->game, resource, &source->arena, bytes, report))
		return false;
	*file = sci_game_file(&source->game, resource);
	return true;
}

/* Reports notes, and the failure if any. */
static bool tell(struct report *report, const char *file, const struct exh_notes *notes,
		 enum exh_status status, const struct exh_error *err)
{
	report_notes(report, file, notes);
	if (status)
		report_failure(report, file, err);
	return !status;
}

/* Reads the words. With a game, specs are from it: its texts are counted, even if the
 * words are another game's. */
static bool read_words(struct parser_source *source, const struct parser_paths *paths,
		       struct report *report)
{
	const char *path = paths->words;

	source->has_words = path || source->has_game;
	if (!source->has_words)
		return true;
	if (path &&
	    !sci_words_open(&source->words, path,
			    source->has_game ? SCI_WORDS_FIRST : paths->use, report))
		return false;
	if (!path && !sci_words_take(&source->words, &source->game, report))
		return false;
	if (source->has_game)
		sci_words_count(&source->words, &source->game, paths->use, report);
	return true;
}

static bool read_suffixes(struct parser_source *source, const char *path,
			  struct report *report)
{
	const unsigned number = number_of(source, EXH_SCI_VOCAB_SUFFIXES);
	struct exh_notes notes = { .arena = &source->arena };
	struct exh_bytes bytes;
	struct exh_error err;
	const char *file;

	if (!path && !source->has_game)
		return true;
	if (!path && !exh_sci_game_find(&source->game.opened, EXH_SCI_VOCAB, number)) {
		report_warning(report, source->game.folder, EXH_NO_OFFSET,
			       "no suffix rules: vocab %u is missing", number);
		return true;
	}
	return take(source, path, EXH_SCI_VOCAB, number, &bytes, &file, report) &&
	       tell(report, file, &notes,
		    exh_sci_suffixes_read(bytes, &source->arena, &source->suffixes,
					  &notes, &err),
		    &err);
}

static bool read_grammar(struct parser_source *source, const char *path,
			 struct report *report)
{
	const unsigned number = number_of(source, EXH_SCI_VOCAB_GRAMMAR);
	struct exh_notes notes = { .arena = &source->arena };
	struct exh_bytes bytes;
	struct exh_error err;
	const char *file;

	if (!take(source, path, EXH_SCI_VOCAB, number, &bytes, &file, report) ||
	    !tell(report, file, &notes,
		  exh_sci_grammar_read(bytes, &source->arena, &source->grammar, &notes,
				       &err),
		  &err))
		return false;
	if (!exh_sci_parser_open(&source->words.lexicon, &source->grammar, &source->arena,
				 &source->parser, &err))
		return true;
	/* The error names the record of the grammar: an offset in a volume would mean
	 * nothing. */
	report_error(report, file, EXH_NO_OFFSET, "grammar: %s", err.text);
	return false;
}

bool parser_source_open(struct parser_source *source, const struct parser_paths *paths,
			struct report *report)
{
	*source = (struct parser_source){ .arena = { .limit = MEMORY_LIMIT } };
	if (paths->game) {
		source->has_game = true;
		if (!sci_game_open(&source->game, paths->game, -1, report))
			return false;
	}
	if (!read_words(source, paths, report) ||
	    !read_suffixes(source, paths->suffixes, report))
		return false;
	source->words.lexicon.suffixes = &source->suffixes;
	return read_grammar(source, paths->grammar, report);
}

void parser_source_close(struct parser_source *source)
{
	if (source->has_game)
		sci_game_close(&source->game);
	if (source->has_words)
		sci_words_close(&source->words);
	exh_arena_free(&source->arena);
}

bool parser_source_wants(const struct parser_source *source, const struct range *range,
			 uint32_t number)
{
	return range->first == range->last ||
	       exh_sci_game_find(&source->game.opened, EXH_SCI_SCRIPT, number);
}

bool parser_source_script(struct parser_source *source, unsigned number,
			  struct exh_sci_script *script, const char **file,
			  struct report *report)
{
	struct exh_notes notes = { .arena = &source->arena };
	struct exh_bytes bytes;
	struct exh_error err;

	return take(source, NULL, EXH_SCI_SCRIPT, number, &bytes, file, report) &&
	       tell(report, *file, &notes,
		    exh_sci_script_read(bytes, &source->arena, script, &notes, &err),
		    &err);
}
