#include "parse.h"

#include "task/memory.h"
#include "task/text.h"

enum { FIRST_TAG = 0x141, FIRST_SYMBOL = 0x12f };

/* Appends the name of a number, from a list that begins with first, or the number. */
static void put_name(struct exh_writer *out, const char *const *names, size_t count,
		     unsigned first, unsigned number)
{
	if (number >= first && number - first < count && names[number - first])
		text_put(out, "%s", names[number - first]);
	else
		text_put(out, "%x", number);
}

void grammar_put_tag(struct exh_writer *out, unsigned tag)
{
	static const char *const names[] = { "ROOT",  "DOBJ", "IOBJ",  "MOD",  "IGNORE",
					     "VOCAB", "SPEC", "SPEC2", "PHR",  "PHR2",
					     "MORE",  "UNIT", "PNCT",  NULL,   "OR",
					     "OR2",   "ATOM", "OPT",   "WORD", "PUT" };

	put_name(out, names, sizeof names / sizeof *names, FIRST_TAG, tag);
}

void grammar_put_symbol(struct exh_writer *out, unsigned symbol)
{
	static const char *const names[] = { "VERB",  "NOUN", "ART",   "ADJ", "PREP",
					     "PRON",  "CONJ", "AUXV",  "ADV", "ASS",
					     "CNOUN", "CADJ", "CVERB", "VP",  "NP",
					     "AP",    "S" };

	put_name(out, names, sizeof names / sizeof *names, FIRST_SYMBOL, symbol);
}

const char *const grammar_class_names[] = { "",
					    "",
					    "conjunction",
					    "associative preposition",
					    "position preposition",
					    "article",
					    "adjective",
					    "pronoun",
					    "noun",
					    "auxiliary verb",
					    "adverb",
					    "verb",
					    NULL };

size_t grammar_put_classes(struct exh_writer *out, unsigned mask,
			   const char *last_separator)
{
	size_t count = 0, done = 0;

	for (unsigned bit = 0; grammar_class_names[bit]; bit++)
		count += mask >> bit & 1 && *grammar_class_names[bit];
	for (unsigned bit = 0; grammar_class_names[bit]; bit++) {
		if (!(mask >> bit & 1) || !*grammar_class_names[bit])
			continue;
		text_put(out, "%s%s",
			 !done		     ? ""
			 : done + 1 == count ? last_separator
					     : ", ",
			 grammar_class_names[bit]);
		done++;
	}
	return count;
}

/*
 * Records.
 */

static void print_record(const struct exh_sci_parser *parser, size_t i,
			 struct exh_writer *out)
{
	const struct exh_sci_rule *record = &parser->grammar->rules[i];
	const struct exh_sci_parser_rule *rule = exh_sci_parser_rule_of(parser, i);

	text_put(out, "%3zu  ", i);
	grammar_put_symbol(out, record->symbol);
	text_put(out, " =");
	switch (rule->kind) {
	case EXH_SCI_RULE_CLASS:
		text_put(out, " class %03x (", rule->value);
		grammar_put_classes(out, rule->value, " or ");
		text_put(out, ")");
		break;
	case EXH_SCI_RULE_GROUP:
		text_put(out, " group %x", rule->value);
		break;
	case EXH_SCI_RULE_ANY:
		text_put(out, " any word");
		break;
	case EXH_SCI_RULE_PAIRED:
		for (size_t k = 0; k < record->pair_count; k++) {
			text_put(out, " ");
			grammar_put_tag(out, record->pairs[k].tag);
			text_put(out, ".");
			grammar_put_symbol(out, record->pairs[k].symbol);
		}
	}
	text_put(out, "\n");
}

/*
 * The normal form: (ROOT.CVERB class 200) <NP>, with nodes in brackets and unexpanded
 * symbols in angle brackets.
 */

static void put_item(const struct exh_sci_gnf_item *item, struct exh_writer *out)
{
	switch (item->kind) {
	case EXH_SCI_GNF_OPEN:
		text_put(out, "(");
		grammar_put_tag(out, item->tag);
		text_put(out, ".");
		grammar_put_symbol(out, item->value);
		break;
	case EXH_SCI_GNF_CLOSE:
		text_put(out, ")");
		break;
	case EXH_SCI_GNF_SYMBOL:
		text_put(out, "<");
		grammar_put_symbol(out, item->value);
		text_put(out, ">");
		break;
	case EXH_SCI_GNF_CLASS:
		text_put(out, "class %03x", item->value);
		break;
	case EXH_SCI_GNF_GROUP:
		text_put(out, "group %x", item->value);
		break;
	case EXH_SCI_GNF_ANY:
		text_put(out, "any word");
	}
}

static void put_items(const struct exh_sci_gnf_rule *rule, struct exh_writer *out)
{
	for (size_t k = 0; k < rule->count; k++) {
		if (k && rule->items[k].kind != EXH_SCI_GNF_CLOSE)
			text_put(out, " ");
		put_item(&rule->items[k], out);
	}
}

void grammar_print(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		   struct exh_writer *out)
{
	text_put(out, "%zu records\n", parser->grammar->count);
	for (size_t i = 0; i < parser->grammar->count; i++)
		print_record(parser, i, out);
	text_put(out, "\nGreibach normal form: %zu rules (rounds of", gnf->count);
	for (size_t i = 0; i < gnf->round_count; i++)
		text_put(out, " %zu", gnf->round_sizes[i]);
	text_put(out, ")\n");
	for (size_t i = 0; i < gnf->count; i++) {
		text_put(out, "%3zu  ", i);
		grammar_put_symbol(out, gnf->rules[i].symbol);
		text_put(out, " = ");
		put_items(&gnf->rules[i], out);
		text_put(out, "\n");
	}
}

/*
 * JSON.
 */

struct pair {
	uint16_t tag, symbol;
};

static const struct field pair_fields[] = {
	FIELD(struct pair, tag, NULL, "tag of the pair"),
	FIELD(struct pair, symbol, NULL, "symbol or classes of the pair"),
};
static const struct fields pair_table = FIELDS("pair", struct pair, pair_fields);

static const char *const record_kinds[] = { "pairs", "class", "group", "any", NULL };

struct record {
	size_t record;
	uint16_t symbol;
	unsigned kind;
	struct pair *pairs;
	size_t pair_count;
};

static const struct field record_fields[] = {
	FIELD(struct record, record, NULL, "index of the record in the grammar"),
	FIELD(struct record, symbol, NULL, "symbol that is replaced"),
	FIELD_NAMED(struct record, kind, record_kinds,
		    "kind of its replacement: pairs, a word of a class or of a group, or "
		    "any word"),
	FIELD_ROWS(struct record, pairs, pair_count, &pair_table, "pairs of the record"),
};
static const struct fields record_table = FIELDS("record", struct record, record_fields);

struct rule {
	uint16_t symbol;
	const char *items;
};

static const struct field rule_fields[] = {
	FIELD(struct rule, symbol, NULL, "symbol that is replaced"),
	FIELD(struct rule, items, NULL,
	      "symbols and words that replace the symbol, as text"),
};
static const struct fields rule_table = FIELDS("rule", struct rule, rule_fields);

struct grammar {
	struct json *records, *gnf;
	bool is_there;
	const size_t *rounds;
	size_t round_count;
};

static const struct field grammar_field[] = {
	FIELD_ITEMS(struct grammar, records, &record_table,
		    "records of the grammar, with --cnf"),
	FIELD_LIST_OF("gnf_round_sizes", FIELD_NUMBER, struct grammar, rounds,
		      round_count, NULL,
		      "with --cnf: number of rules that each round made",
		      FIELD_HAS(struct grammar, is_there)),
	FIELD_ITEMS(struct grammar, gnf, &rule_table,
		    "rules of the Greibach normal form, with --cnf"),
};
const struct fields grammar_fields = FIELDS("grammar", struct grammar, grammar_field);

static struct json *record_to_json(const struct exh_sci_parser *parser, size_t i)
{
	const struct exh_sci_rule *record = &parser->grammar->rules[i];
	struct pair pairs[EXH_SCI_RULE_PAIRS];
	const struct record row = { .record = i,
				    .symbol = record->symbol,
				    .kind = exh_sci_parser_rule_of(parser, i)->kind,
				    .pairs = pairs,
				    .pair_count = record->pair_count };

	for (size_t k = 0; k < record->pair_count; k++)
		pairs[k] = (struct pair){ record->pairs[k].tag, record->pairs[k].symbol };
	return fields_to_json(&record_table, &row);
}

static struct json *gnf_rule_to_json(const struct exh_sci_gnf_rule *rule)
{
	struct exh_writer text = { .limit = 1 << 20 };
	struct rule row = { .symbol = rule->symbol };
	struct json *json;

	put_items(rule, &text);
	exh_write_u8(&text, 0);
	mem_check(&text);
	row.items = (const char *)text.data;
	json = fields_to_json(&rule_table, &row);
	exh_writer_free(&text);
	return json;
}

void grammar_to_json(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		     struct json *result)
{
	const struct grammar row = { .records = json_new_list(),
				     .gnf = json_new_list(),
				     .is_there = true,
				     .rounds = gnf->round_sizes,
				     .round_count = gnf->round_count };

	for (size_t i = 0; i < parser->grammar->count; i++)
		json_push(row.records, record_to_json(parser, i));
	for (size_t i = 0; i < gnf->count; i++)
		json_push(row.gnf, gnf_rule_to_json(&gnf->rules[i]));
	fields_put(&grammar_fields, &row, result);
}
