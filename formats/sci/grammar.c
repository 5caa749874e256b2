#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "../base/reader.h"
#include "basics.h"

static struct exh_sci_rule read_rule(struct reader *r)
{
	struct exh_sci_rule rule = { .symbol = rd_u16le(r) };
	bool is_open = true;

	for (int i = 0; i < EXH_SCI_RULE_PAIRS; i++) {
		rule.pairs[i].tag = rd_u16le(r);
		rule.pairs[i].symbol = rd_u16le(r);
		is_open &= rule.pairs[i].tag || rule.pairs[i].symbol;
		rule.pair_count += is_open;
	}
	rule.last = rd_u16le(r);
	return rule;
}

static bool is_zeros(const struct exh_sci_rule *rule)
{
	for (int i = 0; i < EXH_SCI_RULE_PAIRS; i++)
		if (rule->pairs[i].tag || rule->pairs[i].symbol)
			return false;
	return !rule->symbol && !rule->last;
}

static void note_hole(struct exh_notes *notes, size_t at, size_t number,
		      const struct exh_sci_rule *rule)
{
	for (size_t i = rule->pair_count; i < EXH_SCI_RULE_PAIRS; i++)
		if (rule->pairs[i].tag || rule->pairs[i].symbol) {
			exh_note(notes, EXH_WARNING, at,
				 "record %zu: pair %zu follows an unused one", number,
				 i + 1);
			return;
		}
}

static void note_end(struct exh_notes *notes, const struct reader *r, bool is_ended)
{
	const size_t left = rd_left(r);

	if (!is_ended && left >= EXH_SCI_RULE_SIZE)
		exh_note(notes, EXH_WARNING, rd_tell(r),
			 "the record that ends the list is not all zeros");
	else if (!is_ended && left)
		exh_note(notes, EXH_DAMAGE, rd_tell(r),
			 "the data end inside a record: %zu bytes of %d", left,
			 EXH_SCI_RULE_SIZE);
	else if (!is_ended)
		exh_note(notes, EXH_WARNING, rd_tell(r), "no record ends the list");
	if (is_ended && left % EXH_SCI_RULE_SIZE)
		exh_note(notes, EXH_WARNING, rd_tell(r),
			 "%zu bytes after the end, not a whole number of records", left);
}

static void read_rules(struct reader *r, struct exh_sci_grammar *out,
		       struct exh_notes *notes)
{
	while (rd_left(r) >= EXH_SCI_RULE_SIZE) {
		const size_t at = r->pos;
		const struct exh_sci_rule rule = read_rule(r);

		out->is_ended = is_zeros(&rule);
		if (!rule.symbol && !out->is_ended)
			r->pos = at;
		if (!rule.symbol)
			break;
		if (notes)
			note_hole(notes, r->in.base + at, out->count, &rule);
		out->rules[out->count++] = rule;
	}
	out->used_size = r->pos;
}

enum exh_status exh_sci_grammar_read(struct exh_bytes in, struct exh_arena *arena,
				     struct exh_sci_grammar *out, struct exh_notes *notes,
				     struct exh_error *err)
{
	const size_t most = in.size / EXH_SCI_RULE_SIZE;
	struct reader r = { .in = in };

	*out = (struct exh_sci_grammar){ 0 };
	if (!most)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"not a grammar: expected records of %d bytes, found %zu",
				EXH_SCI_RULE_SIZE, in.size);
	out->rules = exh_alloc(arena, most, sizeof *out->rules);
	if (!out->rules)
		return too_many(arena, most, "records", in.base, err);
	read_rules(&r, out, notes);
	if (!out->count)
		return exh_fail(err, EXH_INVALID, in.base,
				"not a grammar: the first record has symbol 0");
	if (notes)
		note_end(notes, &r, out->is_ended);
	return EXH_OK;
}

static void write_rule(const struct exh_sci_rule *rule, struct exh_writer *out)
{
	exh_write_u16le(out, rule->symbol);
	for (int i = 0; i < EXH_SCI_RULE_PAIRS; i++) {
		exh_write_u16le(out, rule->pairs[i].tag);
		exh_write_u16le(out, rule->pairs[i].symbol);
	}
	exh_write_u16le(out, rule->last);
}

enum exh_status exh_sci_grammar_write(const struct exh_sci_grammar *grammar,
				      struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < grammar->count; i++) {
		if (!grammar->rules[i].symbol)
			return exh_fail(err, EXH_INVALID, i,
					"symbol 0, which ends the list");
		write_rule(&grammar->rules[i], out);
	}
	if (grammar->is_ended)
		write_rule(&(struct exh_sci_rule){ 0 }, out);
	return end_writing(out, "the grammar needs", err);
}
