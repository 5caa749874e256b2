/* Grammars for tests, written as sci0-formats 2.3 and 3.6 have them. */
#ifndef EXH_SCI_PARSE_TESTING_H
#define EXH_SCI_PARSE_TESTING_H

#include "exhume/sci_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STOCK_VP                        \
	"VP R.CVERB\n"                  \
	"VP R.CVERB D.NP M.PREP\n"      \
	"VP R.CVERB D.NP M.CADJ\n"      \
	"VP R.CVERB D.NP M.ADV\n"       \
	"VP R.CVERB D.NP\n"             \
	"VP R.CVERB D.NP M.PREP I.NP\n" \
	"VP R.CVERB I.NP D.NP\n"        \
	"VP R.CVERB D.NP I.AP\n"        \
	"VP R.CVERB I.AP\n"             \
	"VP D.NP\n"                     \
	"VP D.NP I.AP\n"                \
	"VP M.CVERB M.NP M.PREP R.VP\n" \
	"VP M.NP R.VP\n"

#define STOCK_NP                      \
	"NP G.ART R.CNOUN\n"          \
	"NP G.ART M.CADJ R.CNOUN\n"   \
	"NP M.CADJ R.CNOUN\n"         \
	"NP R.CADJ\n"                 \
	"NP R.CNOUN\n"                \
	"AP M.ASS R.NP\n"             \
	"AP M.AUXV R.NP\n"            \
	"AP M.ASS R.AUXV M.NP\n"      \
	"AP M.ASS R.AUXV M.ADJ\n"     \
	"AP R.CVERB\n"                \
	"AP M.CVERB R.AP\n"           \
	"AP M.ASS R.NP M.PREP M.NP\n" \
	"CNOUN R.NOUN G.CONJ R.NP\n"  \
	"CNOUN M.NOUN R.CNOUN\n"      \
	"CNOUN R.NOUN\n"

#define STOCK_CVERB                           \
	"CVERB M.AUXV R.CVERB\n"              \
	"CVERB M.AUXV M.NOUN R.CVERB\n"       \
	"CVERB R.AUXV\n"                      \
	"CVERB M.AUXV M.PREP R.VERB\n"        \
	"CVERB M.AUXV M.PREP M.PREP R.VERB\n" \
	"CVERB R.VERB\n"                      \
	"CVERB R.VERB M.PREP\n"               \
	"CVERB R.VERB M.PREP M.PREP\n"        \
	"CVERB R.VERB M.CADJ\n"               \
	"CVERB R.VERB M.ADV\n"                \
	"CVERB M.ADV M.ADV R.CVERB\n"         \
	"CVERB M.ADV R.CVERB\n"               \
	"CVERB R.ADV\n"                       \
	"CVERB M.ADV M.NOUN R.CVERB\n"        \
	"CVERB R.VERB G.CONJ R.VERB\n"        \
	"CVERB R.VERB R.VERB G.CONJ R.VERB\n"

#define STOCK_WORDS           \
	"CADJ R.ADJ\n"        \
	"CADJ M.ADJ R.CADJ\n" \
	"ADV 146.400\n"       \
	"VERB 146.800\n"      \
	"VERB 146.200\n"      \
	"AUXV 146.200\n"      \
	"NOUN 146.100\n"      \
	"PRON 146.080\n"      \
	"ADJ 146.040\n"       \
	"ART 146.020\n"       \
	"PREP 146.010\n"      \
	"ASS 146.008\n"       \
	"CONJ 146.004\n"

/* The grammar that nearly all games have. */
#define STOCK_GRAMMAR "S R.VP\n" STOCK_VP STOCK_NP STOCK_CVERB STOCK_WORDS

/* Grammar with the four records that one of the templates adds. */
#define PATCHED_GRAMMAR                                                     \
	"S R.VP\n" STOCK_VP                                                 \
	"VP R.CVERB I.AP D.AP\nVP R.CVERB D.AP I.AP\n" STOCK_NP STOCK_CVERB \
	"CVERB M.AUXV M.NP M.PREP R.CVERB\nCVERB R.VERB M.ADV M.PREP\n" STOCK_WORDS

/* The wiki's example; tags that it does not give are 141. */
#define TOY_GRAMMAR                             \
	"13f 141.13c\n"                         \
	"13c 141.13b 142.134\n"                 \
	"13c 141.13b 141.13d 141.133\n"         \
	"13c 141.13b 141.13d\n"                 \
	"13c 141.13b\n"                         \
	"13c 141.13b 141.13d 141.13b 141.13d\n" \
	"13b 141.131 141.134\n"                 \
	"13b 141.131 141.13d 141.13d\n"         \
	"13b 141.131\n"                         \
	"13d 141.134\n"                         \
	"131 146.800\n"                         \
	"133 146.200\n"                         \
	"134 146.100\n"

static inline uint16_t testing_number(const char *text)
{
	static const struct {
		const char *name;
		uint16_t value;
	} names[] = {
		{ "VERB", 0x12f },  { "NOUN", 0x130 },	{ "ART", 0x131 },
		{ "ADJ", 0x132 },   { "PREP", 0x133 },	{ "PRON", 0x134 },
		{ "CONJ", 0x135 },  { "AUXV", 0x136 },	{ "ADV", 0x137 },
		{ "ASS", 0x138 },   { "CNOUN", 0x139 }, { "CADJ", 0x13a },
		{ "CVERB", 0x13b }, { "VP", 0x13c },	{ "NP", 0x13d },
		{ "AP", 0x13e },    { "S", 0x13f },	{ "R", 0x141 },
		{ "D", 0x142 },	    { "I", 0x143 },	{ "M", 0x144 },
		{ "G", 0x145 },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i].name, text) == 0)
			return names[i].value;
	return (uint16_t)strtoul(text, NULL, 16);
}

/* A record a line: its symbol, then its pairs as tag.symbol; by name or in hexadecimal.
 */
static inline struct exh_sci_grammar testing_grammar(const char *text,
						     struct exh_sci_rule *rules)
{
	struct exh_sci_grammar grammar = { .rules = rules };
	char word[16];
	int size;

	while (sscanf(text, "%15s%n", word, &size) == 1) {
		struct exh_sci_rule *rule = &rules[grammar.count++];

		*rule = (struct exh_sci_rule){ .symbol = testing_number(word) };
		for (text += size; *text == ' '; text += size) {
			char *dot;

			sscanf(text, "%15s%n", word, &size);
			dot = strchr(word, '.');
			*dot = '\0';
			rule->pairs[rule->pair_count].tag = testing_number(word);
			rule->pairs[rule->pair_count++].symbol = testing_number(dot + 1);
		}
	}
	return grammar;
}

#endif
