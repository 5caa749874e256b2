#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"
#include "exhume/advanced/sci_said.h"

#include "save_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
	VOCAB_WORDS = 0,
	VOCAB_GRAMMAR = 900,
	VOCAB_SUFFIXES = 901,
	SPECS = 4096,	  /* slots of prepared specs; a power of 2 */
	SPEC_SIZE = 1024, /* bytes in which a spec is searched for */
	MEMORY = 1 << 24,
	SHOWN_WORD = 63, /* characters of an unknown word that the game gets */
};

struct prepared_spec {
	reg at; /* null: empty */
	bool is_good;
	struct exh_sci_said said;
};

struct stage_parser {
	struct exh_arena arena;
	bool is_ready;
	struct exh_sci_lexicon lexicon;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_sci_referent referent;
	struct exh_sci_synonym synonyms[STAGE_SYNONYMS];
	size_t synonym_count;
	struct exh_sci_sentence sentence;
	struct exh_sci_said_input input;
	reg event;			/* event of the sentence; null: none */
	char *line;			/* line of the sentence; NULL: none yet */
	struct exh_sci_referent before; /* referent before the sentence */
	struct prepared_spec *specs;
	size_t spec_count;
};

/*
 * The game's vocabularies.
 */

/* Reads the tables. False if they are missing or damaged. */
static bool read_tables(stage *s, struct stage_parser *p)
{
	struct exh_notes notes = { .arena = &p->arena,
				   .last_warning = 1,
				   .last_damage = 1 };
	struct exh_error err;
	struct exh_bytes words, grammar, suffixes;

	if (!s->program->lexicon) {
		/* Faults of the words were reported when the program was opened. */
		exh_stage_resource(s, EXH_SCI_VOCAB, VOCAB_WORDS, &words);
		return false;
	}
	if (!exh_stage_resource(s, EXH_SCI_VOCAB, VOCAB_GRAMMAR, &grammar))
		return false;
	if (!exh_stage_resource(s, EXH_SCI_VOCAB, VOCAB_SUFFIXES, &suffixes)) {
		p->suffixes.count = 0;
	} else if (exh_sci_suffixes_read(suffixes, &p->arena, &p->suffixes, &notes,
					 &err)) {
		exh_stage_lacks(s, EXH_SCI_VOCAB, VOCAB_SUFFIXES, err.text);
		p->suffixes.count = 0;
	}
	if (!exh_sci_grammar_read(grammar, &p->arena, &p->grammar, &notes, &err) &&
	    !exh_sci_lexicon_open(&s->program->words, &p->suffixes, &p->arena,
				  &p->lexicon, &err) &&
	    !exh_sci_parser_open(&p->lexicon, &p->grammar, &p->arena, &p->parser, &err))
		return true;
	exh_stage_lacks(s, EXH_SCI_VOCAB, VOCAB_GRAMMAR, err.text);
	return false;
}

/* NULL if memory is short. */
static struct stage_parser *parser_of(stage *s)
{
	struct stage_parser *p = s->parser;

	if (p)
		return p;
	p = calloc(1, sizeof *p);
	if (!p)
		return NULL;
	p->arena.limit = MEMORY;
	p->specs = exh_alloc(&p->arena, SPECS, sizeof *p->specs);
	p->is_ready = p->specs && read_tables(s, p);
	s->parser = p;
	return p;
}

void exh_stage_parser_free(stage *s)
{
	if (s->parser) {
		exh_arena_free(&s->parser->arena);
		free(s->parser->line);
	}
	free(s->parser);
}

void exh_stage_forget_sentence(stage *s)
{
	if (s->parser)
		s->parser->event = stage_int(0);
}

/*
 * Parse.
 */

enum { PHASE_FAILED = 1 };

/* Writes the first unknown word to system string 1. */
static void write_word(stage *s, const struct exh_sci_sentence *sentence)
{
	uint8_t text[SHOWN_WORD + 1] = { 0 };

	for (size_t i = 0; i < sentence->token_count; i++) {
		struct exh_bytes word;

		if (sentence->tokens[i].lookup.way != EXH_SCI_UNKNOWN)
			continue;
		word = exh_sci_token_text(sentence, i);
		memcpy(text, word.data,
		       word.size < SHOWN_WORD ? word.size : (size_t)SHOWN_WORD);
		break;
	}
	exh_sci_vm_write(s->vm, exh_sci_vm_string(s->vm, 1),
			 (struct exh_bytes){ text, strlen((char *)text) + 1, 0 });
}

/* Reports a line that is not understood to the game. */
static void fail(stage *s, kernel_call *call, enum stage_selector selector)
{
	const reg values[] = { exh_sci_vm_string(s->vm, 1), exh_stage_arg_reg(call, 0) };

	exh_stage_set(s, exh_stage_arg_reg(call, 1), SEL_CLAIMED, 1);
	exh_stage_pending(s, call)->phase = PHASE_FAILED;
	exh_stage_send(s, call, exh_sci_vm_game(s->vm), selector, values, 2);
}

/* Reads the parser's line, with the pronouns' referent before it. */
static enum exh_sci_sentence_status read_line(struct stage_parser *p)
{
	const struct exh_sci_parse_options options = {
		.most_words = EXH_SCI_INTERPRETER_WORDS,
		.synonyms = p->synonyms,
		.synonym_count = p->synonym_count,
		.referent = &p->referent,
	};

	p->referent = p->before;
	if (!p->line || !p->is_ready)
		return EXH_SCI_SENTENCE_EMPTY;
	return exh_sci_parse(
		&p->parser, &options,
		(struct exh_bytes){ (const uint8_t *)p->line, strlen(p->line), 0 },
		&p->sentence);
}

static void report_line(stage *s, const struct stage_parser *p,
			enum exh_sci_sentence_status status)
{
	static const char *const names[] = { "empty", "understood", "unknown word",
					     "no sentence" };
	const struct exh_event_field fields[] = {
		{ "result", names[status], 0 },
		{ "line", p->line ? p->line : "", 0 },
	};

	exh_stage_report(s, "typed", fields, 2);
}

/* Arguments: line, event. */
static void parse(stage *s, kernel_call *call)
{
	struct stage_parser *p = parser_of(s);
	const reg event = exh_stage_arg_reg(call, 1);
	enum exh_sci_sentence_status status;

	call->result = stage_int(1);
	if (call->is_again) {
		exh_stage_done(s);
		return;
	}
	if (!p)
		return;
	p->event = stage_int(0);
	free(p->line);
	p->line = exh_stage_text_arg(s, call, 0);
	p->before = p->referent;
	status = read_line(p);
	report_line(s, p, status);
	switch (status) {
	case EXH_SCI_SENTENCE_OK:
		exh_sci_said_input_set(&p->input, &p->sentence.tree);
		p->event = event;
		exh_stage_set(s, event, SEL_CLAIMED, 0);
		exh_stage_set(s, event, SEL_TYPE, EXH_SCI_EVENT_SAID);
		break;
	case EXH_SCI_SENTENCE_UNKNOWN:
		write_word(s, &p->sentence);
		fail(s, call, SEL_WORD_FAIL);
		break;
	case EXH_SCI_SENTENCE_SYNTAX:
		fail(s, call, SEL_SYNTAX_FAIL);
		break;
	default:
		exh_stage_set(s, event, SEL_CLAIMED, 1);
		call->result = stage_int(0);
	}
}

/*
 * Said.
 */

static void prepare(stage *s, struct stage_parser *p, struct prepared_spec *spec)
{
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree = { .nodes = nodes, .capacity = EXH_SCI_TREE_NODES };
	struct exh_error err;
	uint8_t bytes[SPEC_SIZE];
	struct exh_bytes code = { bytes, 0, 0 };

	code.size = exh_sci_vm_bytes(s->vm, spec->at, bytes, sizeof bytes);
	spec->is_good = !exh_sci_said_size(code, &code.size, &err) &&
			!exh_sci_said_tree(code, &tree, NULL, NULL, &err) &&
			!exh_sci_said_prepare(&tree, &p->arena, &spec->said, &err);
}

/* Returns NULL if it is not a spec, or memory is short. When all slots are full the next
 * one is reused. */
static const struct exh_sci_said *spec_at(stage *s, struct stage_parser *p, reg at)
{
	size_t slot = (at.segment * 0x9e37u ^ at.offset) % SPECS;
	struct prepared_spec *spec = &p->specs[slot];

	for (size_t i = 0; i < SPECS && !stage_is_null(spec->at); i++) {
		if (spec->at.segment == at.segment && spec->at.offset == at.offset)
			return spec->is_good ? &spec->said : NULL;
		slot = (slot + 1) % SPECS;
		spec = &p->specs[slot];
	}
	spec->at = at;
	prepare(s, p, spec);
	return spec->is_good ? &spec->said : NULL;
}

/* Reports the spec that has matched, and its object. */
static void report_match(stage *s, reg at, bool claims)
{
	struct exh_writer text = { .limit = SPEC_SIZE * 4 },
			  name = { .limit = SPEC_SIZE };
	struct exh_sci_where where = { 0 };
	struct exh_bytes object;
	struct exh_error err;
	uint8_t bytes[SPEC_SIZE];
	struct exh_bytes code = { bytes, 0, 0 };

	if (!exh_stage_is_heard(s) || !exh_sci_vm_where(s->vm, &where))
		return;
	code.size = exh_sci_vm_bytes(s->vm, at, bytes, sizeof bytes);
	if (exh_sci_said_size(code, &code.size, &err) ||
	    exh_sci_said_decompile(code, s->program->lexicon, &text, &err))
		exh_writer_free(&text);
	exh_write_u8(&text, 0);
	object = exh_sci_vm_name(s->vm, where.self);
	exh_write_bytes(&name, object.data, object.size);
	exh_write_u8(&name, 0);
	if (!text.failed && !name.failed)
		exh_stage_report(
			s, "said",
			(struct exh_event_field[]){ { "object", (char *)name.data, 0 },
						    { "script", NULL, where.script },
						    { "spec", (char *)text.data, 0 },
						    { "claims", NULL, claims },
						    { "offset", NULL, at.offset } },
			5);
	exh_writer_free(&text);
	exh_writer_free(&name);
}

bool exh_stage_said(stage *s, reg at)
{
	struct stage_parser *p = s->parser;
	const struct exh_sci_said *spec;
	enum exh_sci_said_result result;

	if (!p || stage_is_null(p->event) || !at.segment ||
	    exh_stage_get(s, p->event, SEL_TYPE) != EXH_SCI_EVENT_SAID ||
	    exh_stage_get(s, p->event, SEL_CLAIMED))
		return false;
	spec = spec_at(s, p, at);
	result = spec ? exh_sci_said_match(spec, &p->input) : EXH_SCI_SAID_NO;
	if (result == EXH_SCI_SAID_CLAIMED)
		exh_stage_set(s, p->event, SEL_CLAIMED, 1);
	if (result != EXH_SCI_SAID_NO)
		report_match(s, at, result == EXH_SCI_SAID_CLAIMED);
	return result != EXH_SCI_SAID_NO;
}

static void said(stage *s, kernel_call *call)
{
	call->result = stage_int(exh_stage_said(s, exh_stage_arg_reg(call, 0)));
}

/* The synonyms of the scripts that the list's objects name. */
static void set_synonyms(stage *s, kernel_call *call)
{
	struct stage_parser *p = parser_of(s);
	struct exh_sci_node_values node;
	reg at;

	if (!p)
		return;
	p->synonym_count = 0;
	exh_sci_vm_first_node(
		s->vm, exh_stage_get_reg(s, exh_stage_arg_reg(call, 0), SEL_ELEMENTS),
		&at);
	for (unsigned i = 0; i < UINT16_MAX && exh_sci_vm_node(s->vm, at, &node);
	     i++, at = node.next) {
		const struct exh_sci_program_script *script = exh_sci_program_script(
			s->program, exh_stage_get_bits(s, node.value, SEL_NUMBER));

		for (size_t k = 0;
		     script && script->is_open && k < script->code.script.synonym_count &&
		     p->synonym_count < STAGE_SYNONYMS;
		     k++)
			p->synonyms[p->synonym_count++] = script->code.script.synonyms[k];
	}
}

/*
 * Saving: the sentence is that of its line.
 */

static void walk_synonyms(struct save_walk *w, struct stage_parser *p)
{
	p->synonym_count = walk_count(w, p->synonym_count, STAGE_SYNONYMS);
	for (size_t i = 0; i < p->synonym_count; i++) {
		walk_u16(w, &p->synonyms[i].replaced);
		walk_u16(w, &p->synonyms[i].replacement);
	}
}

static void walk_parser(struct save_walk *w, struct stage_parser *p)
{
	walk_synonyms(w, p);
	walk_bool(w, &p->before.is_known);
	walk_u16(w, &p->before.group);
	exh_stage_walk_text(w, &p->line);
	walk_reg(w, &p->event);
	if (walk_loads(w) && !w->fault && read_line(p) == EXH_SCI_SENTENCE_OK)
		exh_sci_said_input_set(&p->input, &p->sentence.tree);
	else if (walk_loads(w))
		p->event = stage_int(0);
}

/* Returns the parser of a stage that is loaded. Vocabularies that it lacks are in the
 * loaded count already. */
static struct stage_parser *parser_again(stage *s)
{
	const uint64_t missing = s->missing;
	struct stage_parser *p = parser_of(s);

	s->missing = missing;
	return p;
}

void exh_stage_walk_parser(struct save_walk *w, stage *s)
{
	bool is_there = s->parser;

	walk_bool(w, &is_there);
	if (!is_there || w->fault)
		return;
	if (walk_loads(w) && !parser_again(s))
		walk_fail(w, "out of memory");
	else
		walk_parser(w, s->parser);
}

const struct stage_function exh_stage_parser[] = {
	{ "Parse", parse },
	{ "Said", said },
	{ "SetSynonyms", set_synonyms },
	{ 0 },
};
