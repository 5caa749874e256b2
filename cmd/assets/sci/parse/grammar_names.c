#include "parse.h"

#include "task/text.h"

enum { FIRST_TAG = 0x141, FIRST_SYMBOL = 0x12f };

/* The name that a number has among those from first on, or the number. */
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

const char *grammar_class_name(unsigned bit)
{
	static const char *const names[GRAMMAR_CLASSES] = { NULL,
							    NULL,
							    "conjunction",
							    "associative preposition",
							    "position preposition",
							    "article",
							    "adjective",
							    "pronoun",
							    "noun",
							    "auxiliary verb",
							    "adverb",
							    "verb" };

	return bit < GRAMMAR_CLASSES ? names[bit] : NULL;
}

size_t grammar_put_classes(struct exh_writer *out, unsigned mask,
			   const char *last_separator)
{
	size_t count = 0, done = 0;

	for (unsigned bit = 0; bit < GRAMMAR_CLASSES; bit++)
		count += mask >> bit & 1 && grammar_class_name(bit);
	for (unsigned bit = 0; bit < GRAMMAR_CLASSES; bit++) {
		if (!(mask >> bit & 1) || !grammar_class_name(bit))
			continue;
		text_put(out, "%s%s",
			 !done		     ? ""
			 : done + 1 == count ? last_separator
					     : ", ",
			 grammar_class_name(bit));
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
 * The normal form: (ROOT.CVERB class 200) <NP>, nodes in brackets and symbols that are
 * still to be expanded in angle brackets.
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

static struct json *record_to_json(const struct exh_sci_parser *parser, size_t i)
{
	static const char *const kinds[] = { "pairs", "class", "group", "any" };
	const struct exh_sci_rule *record = &parser->grammar->rules[i];
	struct json *pairs = json_new_list();

	for (size_t k = 0; k < record->pair_count; k++)
		json_push(pairs, json_make("{s:i, s:i}", "tag", record->pairs[k].tag,
					   "symbol", record->pairs[k].symbol));
	return json_make("{s:i, s:i, s:s, s:o}", "record", (int)i, "symbol",
			 record->symbol, "kind",
			 kinds[exh_sci_parser_rule_of(parser, i)->kind], "pairs", pairs);
}

static struct json *gnf_rule_to_json(const struct exh_sci_gnf_rule *rule)
{
	struct exh_writer text = { .limit = 1 << 20 };
	struct json *json;

	put_items(rule, &text);
	json = json_make("{s:i, s:o}", "symbol", rule->symbol, "items",
			 json_new_text((const char *)text.data, text.size));
	exh_writer_free(&text);
	return json;
}

void grammar_to_json(const struct exh_sci_parser *parser, const struct exh_sci_gnf *gnf,
		     struct json *result)
{
	struct json *records = json_set(result, "records", json_new_list());
	struct json *rounds = json_set(result, "gnf_round_sizes", json_new_list());
	struct json *rules = json_set(result, "gnf", json_new_list());

	for (size_t i = 0; i < parser->grammar->count; i++)
		json_push(records, record_to_json(parser, i));
	for (size_t i = 0; i < gnf->round_count; i++)
		json_push(rounds, json_new_number((int64_t)gnf->round_sizes[i]));
	for (size_t i = 0; i < gnf->count; i++)
		json_push(rules, gnf_rule_to_json(&gnf->rules[i]));
}
