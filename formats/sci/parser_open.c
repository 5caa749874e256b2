/*
 * Prepares a grammar for parsing: numbers its symbols so that each comes after the
 * symbols that its rules begin with, and checks that parsing ends.
 */
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include "language.h"

#include <stdio.h>
#include <string.h>

enum { NO_PLACE = 255, MAX_RULES = 4096 };

static_assert((int)EXH_SCI_PARSER_SYMBOLS < (int)NO_PLACE, "places fit a byte");

/* State while symbols are still in the order in which records define them. */
struct opening {
	const struct exh_sci_grammar *grammar;
	struct exh_error *err;
	struct exh_sci_parser *out;
	struct exh_sci_parser_symbol symbols[EXH_SCI_PARSER_SYMBOLS];
	size_t symbol_count;
	enum { NEW, OPEN, DONE } state[EXH_SCI_PARSER_SYMBOLS];
	uint8_t path[EXH_SCI_PARSER_SYMBOLS]; /* indices of open symbols */
	size_t path_size;
	uint8_t places[EXH_SCI_PARSER_SYMBOLS]; /* indices in the parser's order */
};

static enum exh_status fail(const struct opening *o, size_t record, const char *what,
			    unsigned symbol)
{
	return exh_fail(o->err, EXH_INVALID, record * EXH_SCI_RULE_SIZE,
			"record %zu: symbol %x %s", record, symbol, what);
}

static unsigned find_symbol(const struct opening *o, unsigned symbol)
{
	for (unsigned i = 0; i < o->symbol_count; i++)
		if (o->symbols[i].symbol == symbol)
			return i;
	return NO_PLACE;
}

static enum exh_status list_symbols(struct opening *o)
{
	for (size_t i = 0; i < o->grammar->count; i++) {
		const struct exh_sci_rule *record = &o->grammar->rules[i];
		unsigned place = find_symbol(o, record->symbol);

		if (!record->pair_count || record->pair_count > EXH_SCI_RULE_PAIRS)
			return fail(o, i, "has no pairs, expected 1 to 4",
				    record->symbol);
		if (place == NO_PLACE && o->symbol_count == EXH_SCI_PARSER_SYMBOLS)
			return exh_fail(o->err, EXH_LIMIT, i * EXH_SCI_RULE_SIZE,
					"record %zu: symbol %x is the %dth, at most %d "
					"are supported",
					i, record->symbol, EXH_SCI_PARSER_SYMBOLS + 1,
					EXH_SCI_PARSER_SYMBOLS);
		if (place == NO_PLACE) {
			place = (unsigned)o->symbol_count++;
			o->symbols[place] =
				(struct exh_sci_parser_symbol){ .symbol =
									record->symbol };
		}
		o->symbols[place].rule_count++;
	}
	return EXH_OK;
}

static enum exh_sci_rule_kind kind_of(const struct exh_sci_rule *record)
{
	if (record->pairs[0].tag == EXH_SCI_TAG_PUT)
		return EXH_SCI_RULE_ANY;
	if (record->pair_count == 1 && record->pairs[0].tag == EXH_SCI_TAG_VOCAB)
		return EXH_SCI_RULE_CLASS;
	if (record->pair_count == 1 && record->pairs[0].tag == EXH_SCI_TAG_PNCT)
		return EXH_SCI_RULE_GROUP;
	return EXH_SCI_RULE_PAIRED;
}

static enum exh_status make_rule(struct opening *o, size_t i,
				 struct exh_sci_parser_rule *rule)
{
	const struct exh_sci_rule *record = &o->grammar->rules[i];

	*rule = (struct exh_sci_parser_rule){ .kind = kind_of(record),
					      .record = (uint16_t)i,
					      .value = record->pairs[0].symbol,
					      .pair_count = (uint8_t)record->pair_count };
	if (rule->kind != EXH_SCI_RULE_PAIRED) {
		rule->first =
			rule->kind == EXH_SCI_RULE_CLASS ? rule->value : PARSE_ANY_WORD;
		return EXH_OK;
	}
	for (size_t k = 0; k < record->pair_count; k++) {
		const unsigned symbol = record->pairs[k].symbol;

		rule->symbols[k] = (uint8_t)find_symbol(o, symbol);
		if (rule->symbols[k] == NO_PLACE)
			return fail(o, i,
				    record->pairs[k].tag == EXH_SCI_TAG_VOCAB ||
						    record->pairs[k].tag ==
							    EXH_SCI_TAG_PNCT
					    ? "is used, but no record defines it "
					      "(words are matched by records of one pair)"
					    : "is used, but no record defines it",
				    symbol);
	}
	return EXH_OK;
}

/* Keeps the rules of a symbol together. */
static enum exh_status make_rules(struct opening *o)
{
	uint16_t next[EXH_SCI_PARSER_SYMBOLS] = { 0 };
	enum exh_status status = EXH_OK;
	size_t sum = 0;

	for (size_t i = 0; i < o->symbol_count; i++) {
		next[i] = o->symbols[i].first_rule = (uint16_t)sum;
		sum += o->symbols[i].rule_count;
	}
	for (size_t i = 0; i < o->grammar->count && !status; i++) {
		const unsigned place = find_symbol(o, o->grammar->rules[i].symbol);

		assert(place < o->symbol_count);
		status = make_rule(o, i, &o->out->rules[next[place]++]);
	}
	return status;
}

static enum exh_status fail_left_recursion(const struct opening *o, unsigned again,
					   size_t record)
{
	char text[160] = "";
	size_t size = 0, from = 0;

	while (o->path[from] != again)
		from++;
	for (; from < o->path_size && size < sizeof text - 32; from++)
		size += (size_t)snprintf(text + size, sizeof text - size, "%x, ",
					 o->symbols[o->path[from]].symbol);
	return exh_fail(o->err, EXH_INVALID, record * EXH_SCI_RULE_SIZE,
			"record %zu: left recursion, which no parser can finish: %s%s%x",
			record, text, from < o->path_size ? "..., " : "",
			o->symbols[again].symbol);
}

/* Numbers the symbols that the rules of this one begin with, then the symbol itself.
 * Recurses at most as deep as there are symbols. */
static enum exh_status order(struct opening *o, unsigned at)
{
	const struct exh_sci_parser_symbol *symbol = &o->symbols[at];
	struct exh_sci_parser_symbol *placed;
	uint32_t first = 0;

	o->state[at] = OPEN;
	o->path[o->path_size++] = (uint8_t)at;
	for (size_t i = 0; i < symbol->rule_count; i++) {
		struct exh_sci_parser_rule *rule = &o->out->rules[symbol->first_rule + i];

		if (rule->kind == EXH_SCI_RULE_PAIRED) {
			const unsigned corner = rule->symbols[0];
			const enum exh_status status =
				o->state[corner] == NEW ? order(o, corner)
				: o->state[corner] == OPEN
					? fail_left_recursion(o, corner, rule->record)
					: EXH_OK;

			if (status)
				return status;
			rule->first = o->out->symbols[o->places[corner]].first;
		}
		first |= rule->first;
	}
	o->path_size--;
	o->state[at] = DONE;
	o->places[at] = (uint8_t)o->out->symbol_count++;
	placed = &o->out->symbols[o->places[at]];
	*placed = *symbol;
	placed->first = first;
	return EXH_OK;
}

static enum exh_status order_all(struct opening *o)
{
	for (unsigned i = 0; i < o->symbol_count; i++) {
		const enum exh_status status = o->state[i] == NEW ? order(o, i) : EXH_OK;

		if (status)
			return status;
	}
	for (size_t i = 0; i < o->grammar->count; i++)
		for (size_t k = 0; k < EXH_SCI_RULE_PAIRS; k++)
			o->out->rules[i].symbols[k] =
				o->places[o->out->rules[i].symbols[k]];
	return EXH_OK;
}

enum exh_status exh_sci_parser_open(const struct exh_sci_lexicon *lexicon,
				    const struct exh_sci_grammar *grammar,
				    struct exh_arena *arena, struct exh_sci_parser *out,
				    struct exh_error *err)
{
	struct opening o = { .grammar = grammar, .err = err, .out = out };
	enum exh_status status;
	unsigned start;

	*out = (struct exh_sci_parser){ .lexicon = lexicon, .grammar = grammar };
	if (!grammar->count)
		return exh_fail(err, EXH_INVALID, 0, "a grammar without records");
	if (grammar->count > MAX_RULES)
		return exh_fail(err, EXH_LIMIT, MAX_RULES * EXH_SCI_RULE_SIZE,
				"%zu records, expected at most %d", grammar->count,
				MAX_RULES);
	status = list_symbols(&o);
	if (status)
		return status;
	start = find_symbol(&o, grammar->rules[0].pairs[0].symbol);
	if (start == NO_PLACE)
		return fail(&o, 0, "is used, but no record defines it",
			    grammar->rules[0].pairs[0].symbol);
	out->rules = exh_alloc(arena, grammar->count, sizeof *out->rules);
	out->symbols = exh_alloc(arena, o.symbol_count, sizeof *out->symbols);
	if (!out->rules || !out->symbols)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"a grammar of %zu records needs more than %zu bytes of "
				"memory",
				grammar->count, arena->limit);
	status = make_rules(&o);
	if (!status)
		status = order_all(&o);
	out->start = o.places[start];
	return status;
}

const struct exh_sci_parser_rule *
exh_sci_parser_rule_of(const struct exh_sci_parser *parser, size_t record)
{
	const struct exh_sci_parser_rule *rule = parser->rules;

	while (rule->record != record)
		rule++;
	return rule;
}
