#include "script.h"

#include "task/memory.h"

#include <exhume/advanced/sci_usage.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_LIMIT = 1 << 30, MAX_PARTS = 3 * EXH_SCI_NUMBERS };

struct collecting {
	struct script_program *p;
	struct exh_arena *arena; /* arena of the program, or of another owner */
	struct exh_sci_part *parts;
	const char **files; /* file of each part */
	size_t count;
	struct report *report;
	bool lacks_memory; /* for a part: no damage of the game */
};

static bool is_needed(unsigned type, unsigned number)
{
	return type == EXH_SCI_SCRIPT || type == EXH_SCI_TEXT ||
	       (type == EXH_SCI_VOCAB &&
		(number == 0 || number == 996 || number == 997 || number == 999));
}

static void add_part(struct collecting *c, unsigned type, unsigned number,
		     struct exh_bytes bytes, const char *file)
{
	if (c->count == MAX_PARTS)
		return;
	c->files[c->count] = file;
	c->parts[c->count++] = (struct exh_sci_part){ type, number, bytes };
}

static void take_part(struct collecting *c, struct sci_game *game,
		      const struct exh_sci_game_resource *resource, unsigned type,
		      unsigned number)
{
	struct exh_bytes bytes;

	switch (sci_game_try(game, resource, c->arena, &bytes, c->report)) {
	case EXH_OK:
		add_part(c, type, number, bytes, sci_game_file(game, resource));
		break;
	case EXH_NO_MEMORY:
		c->lacks_memory = true;
		break;
	default:
		break; /* the others are loaded anyway */
	}
}

/* Adds the resources of a game that a program needs. */
static void add_game(struct collecting *c, struct sci_game *game)
{
	static const unsigned types[] = { EXH_SCI_SCRIPT, EXH_SCI_TEXT, EXH_SCI_VOCAB };

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		for (unsigned number = 0; number < EXH_SCI_NUMBERS; number++) {
			const struct exh_sci_game_resource *resource =
				is_needed(types[i], number)
					? exh_sci_game_find(&game->opened, types[i],
							    number)
					: NULL;

			if (resource)
				take_part(c, game, resource, types[i], number);
		}
}

/* Returns the file of the part that is a script. */
static const char *file_of(const struct collecting *c, unsigned number)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->parts[i].type == EXH_SCI_SCRIPT && c->parts[i].number == number)
			return c->files[i];
	return NULL;
}

static void report_script(const struct script_program *p, size_t place,
			  struct report *report)
{
	const struct exh_sci_program_script *script = &p->program.scripts[place];

	if (!script->is_open)
		report_error(report, p->files[place], script->error.offset,
			     "script %u: %s", script->number, script->error.text);
	for (const struct exh_note *n = script->notes.first; n; n = n->next)
		(n->severity == EXH_DAMAGE ? report_error : report_warning)(
			report, p->files[place], n->offset, "script %u: %s",
			script->number, n->text);
}

/* Counts words in the texts, to choose words for Said specs. */
static void count_words(const struct collecting *c)
{
	struct exh_sci_lexicon *lexicon = c->p->program.lexicon;

	if (!lexicon || exh_sci_usage_start(lexicon, c->arena, NULL))
		return;
	for (size_t i = 0; i < c->count; i++)
		exh_sci_usage_add_resource(lexicon, c->parts[i].type, c->parts[i].bytes);
}

/* Opens the program made of the collected parts. */
static enum exh_status open_program(struct collecting *c, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct script_program *p = c->p;
	enum exh_status status;

	if (c->lacks_memory)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the scripts are larger than the limit of %zu bytes",
				c->arena->limit);
	status = exh_sci_program_open(c->parts, c->count, c->arena, &p->program, notes,
				      err);
	p->program.page = text_page(p->encoding);
	if (p->program.lexicon)
		p->program.lexicon->page = p->program.page;
	if (!status)
		status = exh_sci_naming_open(&p->program, c->arena, &p->naming, err);
	for (size_t i = 0; i < p->program.script_count && !status; i++)
		p->files[i] = file_of(c, p->program.scripts[i].number);
	return status;
}

/* Makes the program, and reports faults. vocabulary: the file that notes are about. */
static bool make_program(struct collecting *c, const char *vocabulary)
{
	struct exh_notes notes = { .arena = c->arena };
	struct exh_error err;

	if (open_program(c, &notes, &err)) {
		report_failure(c->report, vocabulary, &err);
		return false;
	}
	/* Damaged words are reported by vocab-dump; here only their names are missing. */
	report_remarks(c->report, vocabulary, "", &notes);
	return true;
}

static void select_scripts(struct script_program *p, const struct script_selection *s,
			   int only, struct report *report)
{
	for (size_t i = 0; i < p->program.script_count; i++) {
		const unsigned number = p->program.scripts[i].number;

		p->is_selected[i] =
			only >= 0 ? number == (unsigned)only
				  : ranges_have(s->numbers, s->number_count, number);
		p->selected_count += p->is_selected[i];
		if (p->is_selected[i])
			report_script(p, i, report);
	}
}

/* arena NULL: the program's own. */
static void start(struct collecting *c, struct script_program *p, struct exh_arena *arena,
		  struct report *report)
{
	*p = (struct script_program){ .arena.limit = MEMORY_LIMIT,
				      .encoding = report->common->encoding };
	*c = (struct collecting){ .p = p,
				  .arena = arena ? arena : &p->arena,
				  .report = report };
	c->parts = mem_arena(c->arena, MAX_PARTS, sizeof *c->parts);
	c->files = mem_arena(c->arena, MAX_PARTS, sizeof *c->files);
	p->files = mem_arena(c->arena, MAX_PARTS, sizeof *p->files);
	p->is_selected = mem_arena(c->arena, MAX_PARTS, sizeof *p->is_selected);
}

static bool open_game(struct collecting *c, const char *path)
{
	c->p->has_game = true;
	if (!sci_game_open(&c->p->game, path, -1, c->report))
		return false;
	add_game(c, &c->p->game);
	c->p->project = c->p->game.project;
	return true;
}

/* Returns the folder of a file; to be freed. */
static char *folder_of(const char *path)
{
	const size_t size = (size_t)(file_name(path) - path);

	return size ? mem_text_part(path, size) : mem_text(".");
}

/* Adds an open game, or the one in a folder. Its messages are dropped: its damage does
 * not matter here. */
static void add_unheard(struct collecting *c, struct sci_game *game, const char *folder)
{
	struct report *const report = c->report;
	struct silent_report silent;

	c->report = report_silent(&silent, report);
	if (game)
		add_game(c, game);
	else
		open_game(c, folder);
	report_silent_end(&silent);
	c->report = report;
}

/* Adds the game in a script file's folder, if there is one. */
static void add_surroundings(struct collecting *c, const char *path)
{
	char *folder = folder_of(path);

	if (strcmp(path, "-") != 0)
		add_unheard(c, NULL, folder);
	free(folder);
}

/* Returns the number of a script's file: by its name, or the only selected one, or 0. */
static unsigned number_of(const char *path, const struct script_selection *s)
{
	unsigned type, number;

	if (exh_sci_patch_name(file_name(path), &type, &number) && type == EXH_SCI_SCRIPT)
		return number;
	return s->number_count == 1 && s->numbers->first == s->numbers->last
		       ? s->numbers->first
		       : 0;
}

static bool add_file(struct collecting *c, const char *path, unsigned number)
{
	struct exh_bytes bytes;

	if (!sci_resource_open(path, EXH_SCI_SCRIPT, number, c->arena, &bytes, c->report))
		return false;
	add_part(c, EXH_SCI_SCRIPT, number, bytes, path);
	return true;
}

static bool has_selected(const struct script_program *p, const char *input,
			 struct report *report)
{
	if (!p->selected_count)
		report_error(report, input, EXH_NO_OFFSET,
			     p->program.script_count ? "no script was selected"
						     : "the game has no scripts");
	return p->selected_count;
}

bool script_program_open(struct script_program *p, const char *input,
			 const struct script_selection *selection, struct report *report)
{
	const bool is_game = strcmp(input, "-") != 0 && sci_is_game(input);
	const unsigned number = number_of(input, selection);
	struct collecting c;

	start(&c, p, NULL, report);
	if (!is_game && !add_file(&c, input, number))
		return false;
	if (selection->names || is_game) {
		if (!open_game(&c, is_game ? input : selection->names))
			return false;
	} else {
		add_surroundings(&c, input);
	}
	if (!make_program(&c, input))
		return false;
	if (selection->use == SCI_WORDS_FREQUENT)
		count_words(&c);
	if (is_game)
		sci_game_report_missing(&p->game, EXH_SCI_SCRIPT, selection->numbers,
					selection->number_count, report);
	select_scripts(p, selection, is_game ? -1 : (int)number, report);
	return has_selected(p, input, report);
}

void script_usual_selectors(struct script_program *p, const char *path,
			    struct report *report)
{
	if (p->program.selectors.count)
		return;
	report_warning(report, path, EXH_NO_OFFSET,
		       "no vocab.997: selectors have the numbers that are usual");
	if (!exh_sci_program_usual_selectors(&p->program, &p->arena) ||
	    exh_sci_naming_open(&p->program, &p->arena, &p->naming, NULL))
		mem_end();
}

bool script_program_open_names(struct script_program *p, const char *path,
			       struct report *report)
{
	struct collecting c;

	start(&c, p, NULL, report);
	return (!path || open_game(&c, path)) && make_program(&c, path);
}

/* Collects the parts of a program in c. False: the report has the reason. */
static bool share(struct collecting *c, struct sci_game *game, const char *path)
{
	static const struct script_selection any = { .names = NULL };

	if (!game)
		return add_file(c, path, number_of(path, &any));
	add_unheard(c, game, NULL);
	return true;
}

struct script_program *script_program_share(struct sci_game *game, const char *path,
					    struct exh_arena *arena,
					    struct report *report)
{
	struct script_program *p = mem_arena(arena, 1, sizeof *p);
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;
	struct collecting c;

	start(&c, p, arena, report);
	if (!share(&c, game, path))
		return NULL;
	if (open_program(&c, &notes, &err)) {
		report_failure(report, NULL, &err);
		return NULL;
	}
	count_words(&c);
	return p;
}

void script_program_close(struct script_program *p)
{
	if (p->has_game)
		sci_game_close(&p->game);
	exh_arena_free(&p->arena);
}
