/*
 * The Greibach normal form of a grammar: rules that begin with a word. Source:
 * sci0-formats 3.5.
 */
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include <string.h>

enum { ITEMS_A_PAIR = 3 };

struct making {
	const struct exh_sci_parser *parser;
	struct exh_arena *arena;
	struct exh_sci_gnf *out;
	size_t most;
	/* The rules that do not begin with a word, in the order of the file. */
	struct exh_sci_gnf_rule *others;
	size_t other_count;
	bool *is_repeated; /* indexed by rule of the first round */
	struct exh_error *err;
};

static enum exh_status fail_memory(const struct making *m)
{
	return exh_fail(m->err, EXH_NO_MEMORY, EXH_NO_OFFSET,
			"the normal form needs more than %zu bytes of memory",
			m->arena->limit);
}

/*
 * Records as lists.
 */

static bool make_list(const struct making *m, const struct exh_sci_parser_rule *rule,
		      struct exh_sci_gnf_rule *out)
{
	static const enum exh_sci_gnf_kind kinds[] = {
		[EXH_SCI_RULE_CLASS] = EXH_SCI_GNF_CLASS,
		[EXH_SCI_RULE_GROUP] = EXH_SCI_GNF_GROUP,
		[EXH_SCI_RULE_ANY] = EXH_SCI_GNF_ANY,
	};
	const struct exh_sci_rule *record = &m->parser->grammar->rules[rule->record];

	out->symbol = record->symbol;
	out->items =
		exh_alloc(m->arena, rule->pair_count * ITEMS_A_PAIR, sizeof *out->items);
	if (!out->items)
		return false;
	if (rule->kind != EXH_SCI_RULE_PAIRED) {
		out->items[out->count++] =
			(struct exh_sci_gnf_item){ .kind = kinds[rule->kind],
						   .value = rule->value };
		return true;
	}
	for (size_t i = 0; i < record->pair_count; i++) {
		const uint16_t tag = record->pairs[i].tag,
			       symbol = record->pairs[i].symbol;

		out->items[out->count++] =
			(struct exh_sci_gnf_item){ EXH_SCI_GNF_OPEN, tag, symbol };
		out->items[out->count++] =
			(struct exh_sci_gnf_item){ EXH_SCI_GNF_SYMBOL, 0, symbol };
		out->items[out->count++] =
			(struct exh_sci_gnf_item){ .kind = EXH_SCI_GNF_CLOSE };
	}
	return true;
}

static bool is_same(const struct exh_sci_gnf_rule *a, const struct exh_sci_gnf_rule *b)
{
	if (a->symbol != b->symbol || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->items[i].kind != b->items[i].kind ||
		    a->items[i].tag != b->items[i].tag ||
		    a->items[i].value != b->items[i].value)
			return false;
	return true;
}

static bool has_same(const struct exh_sci_gnf_rule *rules, size_t count,
		     const struct exh_sci_gnf_rule *rule)
{
	size_t i = 0;

	while (i < count && !is_same(&rules[i], rule))
		i++;
	return i < count;
}

/* A rule with a word keeps its place; duplicates of earlier rules are ignored. */
static enum exh_status add_list(struct making *m, const struct exh_sci_parser_rule *rule)
{
	const bool is_word = rule->kind != EXH_SCI_RULE_PAIRED;
	struct exh_sci_gnf_rule *list =
		is_word ? &m->out->rules[m->out->count] : &m->others[m->other_count];

	if (is_word && m->out->count == m->most)
		return exh_fail(m->err, EXH_LIMIT, EXH_NO_OFFSET, "more than %zu rules",
				m->most);
	if (!make_list(m, rule, list))
		return fail_memory(m);
	if (is_word) {
		m->is_repeated[m->out->count] =
			has_same(m->out->rules, m->out->count, list);
		m->out->count++;
	} else if (has_same(m->others, m->other_count, list)) {
		*list = (struct exh_sci_gnf_rule){ 0 };
	} else {
		m->other_count++;
	}
	return EXH_OK;
}

static enum exh_status make_lists(struct making *m)
{
	const size_t count = m->parser->grammar->count;
	enum exh_status status = EXH_OK;

	m->others = exh_alloc(m->arena, count, sizeof *m->others);
	m->is_repeated = exh_alloc(m->arena, count, sizeof *m->is_repeated);
	m->out->rules = exh_alloc(m->arena, m->most, sizeof *m->out->rules);
	if (!m->others || !m->is_repeated || !m->out->rules)
		return fail_memory(m);
	for (size_t i = 1; i < count && !status; i++)
		status = add_list(m, exh_sci_parser_rule_of(m->parser, i));
	return status;
}

/*
 * Rounds.
 */

/* Returns rule a with its first symbol replaced by the list of b. */
static enum exh_status substitute(struct making *m, const struct exh_sci_gnf_rule *a,
				  const struct exh_sci_gnf_rule *b)
{
	/* A list begins with the node that its first symbol makes. */
	const size_t at = 1, size = sizeof *a->items;
	struct exh_sci_gnf_rule made = { a->symbol, NULL, a->count - 1 + b->count };

	if (m->out->count == m->most)
		return exh_fail(m->err, EXH_LIMIT, EXH_NO_OFFSET, "more than %zu rules",
				m->most);
	made.items = exh_alloc(m->arena, made.count, size);
	if (!made.items)
		return fail_memory(m);
	memcpy(made.items, a->items, at * size);
	memcpy(made.items + at, b->items, b->count * size);
	memcpy(made.items + at + b->count, a->items + at + 1, (a->count - at - 1) * size);
	m->out->rules[m->out->count++] = made;
	return EXH_OK;
}

/* Expands the rules [from, to) of the last round. A round never makes two equal rules, as
 * a and b can be read off a rule: only equal records could, and only the first of these
 * is used. */
static enum exh_status make_round(struct making *m, size_t from, size_t to)
{
	enum exh_status status = EXH_OK;

	for (size_t a = 0; a < m->other_count; a++)
		for (size_t b = from; b < to && !status; b++)
			if (m->others[a].items[1].value == m->out->rules[b].symbol &&
			    (from || !m->is_repeated[b]))
				status = substitute(m, &m->others[a], &m->out->rules[b]);
	return status;
}

enum exh_status exh_sci_gnf_build(const struct exh_sci_parser *parser, size_t most,
				  struct exh_arena *arena, struct exh_sci_gnf *out,
				  struct exh_error *err)
{
	struct making m = {
		.parser = parser, .arena = arena, .out = out, .most = most, .err = err
	};
	enum exh_status status;
	size_t from = 0;

	*out = (struct exh_sci_gnf){ 0 };
	status = make_lists(&m);
	/* Each round goes one symbol deeper, and the grammar has no left recursion. */
	while (!status && out->count > from) {
		const size_t to = out->count;

		out->round_sizes[out->round_count++] = to - from;
		status = make_round(&m, from, to);
		from = to;
	}
	return status;
}
