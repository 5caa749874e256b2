#include "said_script.h"

#include "sci_words.h"

#include <exhume/sci0_script.h>

enum { MEMORY_LIMIT = 1 << 26 };

struct reading {
	const struct said_scripts *scripts;
	struct said_out *out;
	size_t *script_count;
	struct report *report;
};

static bool is_wanted(const struct said_scripts *scripts, unsigned number)
{
	for (size_t i = 0; i < scripts->number_count; i++)
		if (number >= scripts->numbers[i].first &&
		    number <= scripts->numbers[i].last)
			return true;
	return !scripts->number_count;
}

static void tell_notes(const struct reading *r, const char *file, unsigned number,
		       const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next)
		(note->severity == EXH_WARNING ? report_warning : report_error)(
			r->report, file, note->offset, "script %u: %s", number,
			note->text);
}

static void add_specs(const struct reading *r, struct exh_bytes bytes, unsigned number,
		      const char *file)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci0_script script;
	struct exh_error err;

	if (exh_sci0_script_read(bytes, &arena, &script, &notes, &err)) {
		exh_within(&err, err.status, "script %u", number);
		report_failure(r->report, file, &err);
	} else {
		tell_notes(r, file, number, &notes);
		*r->script_count += script.said_count > 0;
		for (size_t i = 0; i < script.said_count; i++) {
			const struct said_place place = {
				.file = file,
				.script = number,
				.offset = script.saids[i].base - bytes.base,
			};

			said_out_add(r->out, script.saids[i], &place, r->report);
		}
	}
	exh_arena_free(&arena);
}

static void add_script(const struct reading *r, struct sci_game *game,
		       const struct sci_resource *resource)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_bytes bytes;

	if (sci_game_take(game, resource, &arena, &bytes, r->report))
		add_specs(r, bytes, resource->number, sci_game_file(game, resource));
	exh_arena_free(&arena);
}

/* A number that is asked for by itself must be there. */
static void tell_missing(const struct reading *r, const struct sci_game *game)
{
	for (size_t i = 0; i < r->scripts->number_count; i++) {
		const struct range *range = &r->scripts->numbers[i];

		if (range->first == range->last &&
		    !sci_game_find(game, EXH_SCI0_SCRIPT, range->first))
			report_error(r->report, game->folder, EXH_NO_OFFSET,
				     "the game has no script %u", range->first);
	}
}

static void add_game(const struct reading *r, const char *path, struct sci_words *words)
{
	struct sci_game game;

	if (sci_game_open(&game, path, -1, r->report) &&
	    (r->scripts->vocab || sci_words_take(words, &game, r->report))) {
		r->out->lexicon = &words->lexicon;
		tell_missing(r, &game);
		for (unsigned number = 0; number < EXH_SCI0_NUMBERS; number++) {
			const struct sci_resource *resource =
				sci_game_find(&game, EXH_SCI0_SCRIPT, number);

			if (resource && is_wanted(r->scripts, number))
				add_script(r, &game, resource);
		}
	}
	sci_game_close(&game);
}

/* Its number is that of its name, if it is one of a patch file. */
static void add_file(const struct reading *r, const char *path)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_bytes bytes;
	unsigned type, number;

	if (!exh_sci0_patch_name(file_name(path), &type, &number) ||
	    type != EXH_SCI0_SCRIPT)
		number = 0;
	if (sci_resource_open(path, EXH_SCI0_SCRIPT, number, &arena, &bytes, r->report))
		add_specs(r, bytes, number, path);
	exh_arena_free(&arena);
}

void said_scripts_add(const struct said_scripts *scripts, const char *path,
		      struct said_out *out, size_t *script_count, struct report *report)
{
	const struct reading r = { scripts, out, script_count, report };
	struct sci_words words = { 0 };

	if (!scripts->vocab || sci_words_open(&words, scripts->vocab, report)) {
		out->lexicon = scripts->vocab ? &words.lexicon : NULL;
		if (sci_is_game(path))
			add_game(&r, path, &words);
		else
			add_file(&r, path);
	}
	sci_words_close(&words);
	out->lexicon = NULL;
}
