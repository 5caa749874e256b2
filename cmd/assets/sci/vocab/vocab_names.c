#include "task/text.h"
#include "vocab.h"

/* By bit. */
static const char *const class_names[] = {
	"bit 0",     "bit 1",	"conjunction", "associative", "position", "article",
	"adjective", "pronoun", "noun",	       "auxiliary",   "adverb",	  "verb",
	"bit 12",    "bit 13",	"bit 14",      "bit 15",
};

static const char *const tag_names[] = {
	"ROOT", "DOBJ", "IOBJ", "MOD", "IGNORE", "VOCAB", "SPEC", "SPEC2", "PHR",  "PHR2",
	"MORE", "UNIT", "PNCT", "14e", "OR",	 "OR2",	  "ATOM", "OPT",   "WORD", "PUT",
};

static const char *const symbol_names[] = {
	"VERB", "NOUN",	 "ART",	 "ADJ",	  "PREP", "PRON", "CONJ", "AUXV", "ADV",
	"ASS",	"CNOUN", "CADJ", "CVERB", "VP",	  "NP",	  "AP",	  "S",
};

enum { FIRST_TAG = 0x141, FIRST_SYMBOL = 0x12f, VOCAB_TAG = 0x146 };

const char *vocab_class_name(uint32_t class_mask, size_t index)
{
	for (size_t bit = 0; bit < sizeof class_names / sizeof *class_names; bit++)
		if (class_mask >> bit & 1 && !index--)
			return class_names[bit];
	return NULL;
}

void vocab_put_class(uint32_t class_mask, struct exh_writer *out)
{
	const char *name;

	if (!class_mask)
		text_put(out, "-");
	for (size_t i = 0; (name = vocab_class_name(class_mask, i)); i++)
		text_put(out, "%s%s", i ? ", " : "", name);
}

static void put_name(unsigned number, unsigned first, const char *const *names,
		     size_t count, struct exh_writer *out)
{
	if (number >= first && number - first < count)
		text_put(out, "%s", names[number - first]);
	else
		text_put(out, "%x", number);
}

static void put_symbol(unsigned symbol, struct exh_writer *out)
{
	put_name(symbol, FIRST_SYMBOL, symbol_names,
		 sizeof symbol_names / sizeof *symbol_names, out);
}

static void put_pair(unsigned tag, unsigned symbol, struct exh_writer *out)
{
	if (tag == VOCAB_TAG) {
		text_put(out, "class %x: ", symbol);
		vocab_put_class(symbol, out);
		return;
	}
	put_name(tag, FIRST_TAG, tag_names, sizeof tag_names / sizeof *tag_names, out);
	text_put(out, " ");
	put_symbol(symbol, out);
}

void vocab_put_rule(const struct exh_sci_rule *rule, struct exh_writer *out)
{
	put_symbol(rule->symbol, out);
	text_put(out, " =");
	for (size_t i = 0; i < rule->pair_count; i++) {
		text_put(out, i ? ", " : " ");
		put_pair(rule->pairs[i].tag, rule->pairs[i].symbol, out);
	}
}
