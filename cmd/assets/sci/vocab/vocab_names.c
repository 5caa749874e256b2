#include "task/text.h"
#include "vocab.h"

#include "assets/sci/parse/parse.h"

#define KINDS                                                                        \
	"words", "suffixes", "grammar", "synonyms", "properties", "help", "classes", \
		"selectors", "opcodes", "kernel"

const char *const vocab_kind_names[] = { KINDS, NULL };
const char *const vocab_kind_choices[] = { KINDS, "any", NULL };

const char *const vocab_class_names[] = {
	"bit 0",     "bit 1",	"conjunction", "associative", "position", "article",
	"adjective", "pronoun", "noun",	       "auxiliary",   "adverb",	  "verb",
	"bit 12",    "bit 13",	"bit 14",      "bit 15",      NULL
};

enum { VOCAB_TAG = 0x146 };

void vocab_put_class(uint32_t class_mask, struct exh_writer *out)
{
	const char *separator = "";

	if (!class_mask)
		text_put(out, "-");
	for (size_t bit = 0; vocab_class_names[bit]; bit++)
		if (class_mask >> bit & 1) {
			text_put(out, "%s%s", separator, vocab_class_names[bit]);
			separator = ", ";
		}
}

static void put_pair(unsigned tag, unsigned symbol, struct exh_writer *out)
{
	if (tag == VOCAB_TAG) {
		text_put(out, "class %x: ", symbol);
		vocab_put_class(symbol, out);
		return;
	}
	grammar_put_tag(out, tag);
	text_put(out, " ");
	grammar_put_symbol(out, symbol);
}

void vocab_put_rule(const struct exh_sci_rule *rule, struct exh_writer *out)
{
	grammar_put_symbol(out, rule->symbol);
	text_put(out, " =");
	for (size_t i = 0; i < rule->pair_count; i++) {
		text_put(out, i ? ", " : " ");
		put_pair(rule->pairs[i].tag, rule->pairs[i].symbol, out);
	}
}
