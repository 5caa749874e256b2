#include "parse.h"

#include <exhume/advanced/sci_script.h>

#include <string.h>

enum { MEMORY_LIMIT = 1 << 26 };

struct reading {
	const struct said_scripts *scripts;
	struct said_out *out;
	size_t *script_count;
	struct report *report;
};

static bool is_wanted(const struct said_scripts *scripts, unsigned number)
{
	return ranges_have(scripts->numbers, scripts->number_count, number);
}

static void pass_notes(const struct reading *r, const struct said_place *script,
		       const struct exh_notes *notes)
{
	struct said_place place = *script;

	for (const struct exh_note *note = notes->first; note; note = note->next) {
		place.file_offset = note->offset;
		said_report_at(r->report, &place, 0, note->severity != EXH_WARNING,
			       note->text);
	}
}

/* Adds the specs of a script; script: its file and number. */
static void add_specs(const struct reading *r, struct exh_bytes bytes,
		      const struct said_place *script)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_script found;
	struct said_place place = *script;
	struct exh_error err;

	if (exh_sci_script_read(bytes, &arena, &found, &notes, &err)) {
		place.file_offset = err.offset;
		said_report_at(r->report, &place, 0, true, err.text);
	} else {
		pass_notes(r, script, &notes);
		*r->script_count += found.said_count > 0;
		for (size_t i = 0; i < found.said_count; i++) {
			place.file_offset = found.saids[i].base;
			place.offset = place.file_offset - bytes.base;
			said_out_add(r->out, found.saids[i], &place, r->report);
		}
	}
	exh_arena_free(&arena);
}

static void add_script(const struct reading *r, struct sci_game *game,
		       const struct exh_sci_game_resource *resource)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct said_place place = { .is_script = true, .script = resource->number };
	struct exh_bytes bytes;

	if (sci_game_take(game, resource, &arena, &bytes, r->report)) {
		place.file = sci_game_file(game, resource);
		add_specs(r, bytes, &place);
	}
	exh_arena_free(&arena);
}

static void add_game(const struct reading *r, const char *path, struct sci_words *words)
{
	struct sci_game game;

	if (sci_game_open(&game, path, -1, r->report) &&
	    (r->scripts->vocab || sci_words_take(words, &game, r->report))) {
		sci_words_count(words, &game, r->scripts->use, r->report);
		r->out->lexicon = &words->lexicon;
		sci_game_report_missing(&game, EXH_SCI_SCRIPT, r->scripts->numbers,
					r->scripts->number_count, r->report);
		for (unsigned number = 0; number < EXH_SCI_NUMBERS; number++) {
			const struct exh_sci_game_resource *resource =
				exh_sci_game_find(&game.opened, EXH_SCI_SCRIPT, number);

			if (resource && is_wanted(r->scripts, number))
				add_script(r, &game, resource);
		}
	}
	sci_game_close(&game);
}

/* Finds the number of a script file: by its name, if that is a patch file's; else the
 * only selected one. */
static void number_file(const struct reading *r, struct said_place *place)
{
	const struct said_scripts *scripts = r->scripts;
	unsigned type, number;

	if (exh_sci_patch_name(file_name(place->file), &type, &number) &&
	    type == EXH_SCI_SCRIPT) {
		place->is_script = true;
		place->script = number;
		if (!is_wanted(scripts, number))
			report_warning(r->report, place->file, EXH_NO_OFFSET,
				       "it is script %u, which was not selected", number);
	} else if (scripts->number_count == 1 &&
		   scripts->numbers->first == scripts->numbers->last) {
		place->is_script = true;
		place->script = scripts->numbers->first;
	}
}

static void add_file(const struct reading *r, const char *path, struct sci_words *words)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct said_place place = { .file = path };
	struct exh_bytes bytes;

	number_file(r, &place);
	if (!r->scripts->vocab && strcmp(path, "-") != 0 &&
	    sci_words_open_near(words, path, r->scripts->use, r->report))
		r->out->lexicon = &words->lexicon;
	if (sci_resource_open(path, EXH_SCI_SCRIPT, place.script, &arena, &bytes,
			      r->report))
		add_specs(r, bytes, &place);
	exh_arena_free(&arena);
}

void said_scripts_add(const struct said_scripts *scripts, const char *path,
		      struct said_out *out, size_t *script_count, struct report *report)
{
	const struct reading r = { scripts, out, script_count, report };
	struct sci_words words = { 0 };

	if (!scripts->vocab ||
	    sci_words_open(&words, scripts->vocab, scripts->use, report)) {
		out->lexicon = scripts->vocab ? &words.lexicon : NULL;
		if (sci_is_game(path))
			add_game(&r, path, &words);
		else
			add_file(&r, path, &words);
	}
	sci_words_close(&words);
	out->lexicon = NULL;
}
