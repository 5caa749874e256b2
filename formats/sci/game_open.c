#include "exhume/sci.h"
#include "exhume/sci_parser.h"

#include "exhume/advanced/sci_usage.h"
#include "exhume/advanced/sci_game.h"
#include "basics.h"

/*
 * The parser.
 */

/* Finds the rules of suffixes. Words have only the listed forms if there are no rules. */
static enum exh_status find_suffixes(const struct exh_sci_game *game,
				     struct exh_arena *arena,
				     struct exh_sci_suffixes *out,
				     struct exh_notes *notes, struct exh_error *err)
{
	const unsigned number = exh_sci_game_vocab_number(game, EXH_SCI_VOCAB_SUFFIXES);

	if (exh_sci_game_find(game, EXH_SCI_VOCAB, number))
		return exh_sci_game_suffixes(game, arena, out, notes, err);
	exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
		 "no suffix rules: vocab %u is missing", number);
	return EXH_OK;
}

/* Opens the parser. Places in the grammar are none in a volume: errors name the
 * record. */
static enum exh_status open_parser(struct exh_sci_game_parser *p, struct exh_arena *arena,
				   struct exh_error *err)
{
	enum exh_status status =
		exh_sci_lexicon_open(&p->words, &p->suffixes, arena, &p->lexicon, err);

	if (status)
		return status;
	status = exh_sci_parser_open(&p->lexicon, &p->grammar, arena, &p->parser, err);
	if (status && err)
		err->offset = EXH_NO_OFFSET;
	return status ? exh_within(err, status, "grammar") : EXH_OK;
}

enum exh_status exh_sci_game_parser_open(const struct exh_sci_game *game,
					 struct exh_arena *arena,
					 const struct exh_sci_game_parser **out,
					 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_game_parser *p = exh_alloc(arena, 1, sizeof *p);
	enum exh_status status;

	*out = p;
	if (!p)
		return no_memory(err);
	status = exh_sci_game_words(game, arena, &p->words, notes, err);
	if (!status)
		status = find_suffixes(game, arena, &p->suffixes, notes, err);
	if (!status)
		status = exh_sci_game_grammar(game, arena, &p->grammar, notes, err);
	return status ? status : open_parser(p, arena, err);
}

/*
 * The program.
 */

static bool is_of_program(const struct exh_sci_game_resource *resource)
{
	const unsigned number = resource->number;

	return resource->type == EXH_SCI_SCRIPT || resource->type == EXH_SCI_TEXT ||
	       (resource->type == EXH_SCI_VOCAB &&
		(number == 0 || number == 996 || number == 997 || number == 999));
}

/* Returns how many parts could be read. */
static size_t read_parts(const struct exh_sci_game *game, struct exh_arena *arena,
			 struct exh_sci_part *parts, struct exh_notes *notes)
{
	size_t count = 0;

	for (size_t i = 0; i < game->used_count; i++) {
		const struct exh_sci_game_resource *resource = game->used[i];
		struct exh_sci_part part = { .type = resource->type,
					     .number = resource->number };
		struct exh_error err;

		if (!is_of_program(resource))
			continue;
		if (exh_sci_game_read(game, part.type, part.number, arena, &part.bytes,
				      notes, &err))
			exh_note(notes, EXH_DAMAGE, err.offset, "%s", err.text);
		else
			parts[count++] = part;
	}
	return count;
}

enum exh_status exh_sci_game_program_open(const struct exh_sci_game *game,
					  struct exh_arena *arena,
					  struct exh_sci_program *out,
					  struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_part *parts =
		exh_alloc(arena, game->used_count + 1, sizeof *parts);
	size_t count;
	enum exh_status status;

	if (!parts)
		return no_memory(err);
	count = read_parts(game, arena, parts, notes);
	status = exh_sci_program_open(parts, count, arena, out, notes, err);
	if (status || !out->lexicon)
		return status;
	status = exh_sci_usage_start(out->lexicon, arena, err);
	for (size_t i = 0; i < count && !status; i++)
		exh_sci_usage_add_resource(out->lexicon, parts[i].type, parts[i].bytes);
	return status;
}
