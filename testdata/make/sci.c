/*
 * A game of SCI0, the mole's: no more of it than a parser needs. Words of all classes,
 * suffix rules, the grammar that all games have, names, two scripts with Said specs,
 * texts; in two volumes, stored and packed by both methods; a patch file that overrides
 * and one that adds.
 */
#include "samples.h"
#include "sci_vocab.h"
#include "sci_volume.h"

#include <exhume/advanced/sci_names.h>
#include <exhume/sci_parser.h>
#include <exhume/advanced/sci_script.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct exh_bytes text_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

/*
 * Vocabularies.
 */

static const struct {
	const char *text;
	uint16_t class_mask, group;
} words[] = {
	{ "!*", 0x000, 0xffe },	       { "*", 0xff4, 0xfff },
	{ "0", 0x100, 0xfa0 },	       { "1", 0x100, 0xfa1 },
	{ "10", 0x100, 0xfaa },	       { "2", 0x100, 0xfa2 },
	{ "a", 0x020, 0x001 },	       { "about", 0x008, 0x010 },
	{ "an", 0x020, 0x001 },	       { "and", 0x004, 0x011 },
	{ "are", 0x200, 0x012 },       { "ask", 0x800, 0x3e8 },
	{ "at", 0x010, 0x013 },	       { "beetle", 0x100, 0x7d0 },
	{ "blue", 0x040, 0x1f4 },      { "bucket", 0x100, 0x7d1 },
	{ "but", 0x004, 0x014 },       { "can", 0x200, 0x015 },
	{ "carefully", 0x400, 0x016 }, { "climb", 0x800, 0x3e9 },
	{ "deep", 0x040, 0x1f5 },      { "dig", 0x800, 0x3ea },
	{ "do", 0x200, 0x017 },	       { "door", 0x100, 0x7d2 },
	{ "down", 0x410, 0x018 },      { "drop", 0x800, 0x3eb },
	{ "fossil", 0x100, 0x7d3 },    { "get", 0x800, 0x3ec },
	{ "give", 0x800, 0x3ed },      { "grab", 0x800, 0x3ec },
	{ "hat", 0x100, 0x7d4 },       { "in", 0x010, 0x019 },
	{ "into", 0x010, 0x019 },      { "is", 0x200, 0x012 },
	{ "it", 0x080, 0x01a },	       { "knife", 0x100, 0x7d5 },
	{ "lamp", 0x100, 0x7d6 },      { "lantern", 0x100, 0x7d6 },
	{ "light", 0x940, 0x3ee },     { "look", 0x900, 0x3ef },
	{ "mole", 0x100, 0x7d7 },      { "on", 0x010, 0x01b },
	{ "open", 0x840, 0x3f0 },      { "pail", 0x100, 0x7d1 },
	{ "put", 0x800, 0x3f1 },       { "quickly", 0x400, 0x01c },
	{ "red", 0x040, 0x1f6 },       { "ruby", 0x100, 0x7db },
	{ "shaft", 0x100, 0x7d8 },     { "shovel", 0x100, 0x7d9 },
	{ "snail", 0x100, 0x7da },     { "take", 0x800, 0x3ec },
	{ "talk", 0x800, 0x3f2 },      { "the", 0x020, 0x001 },
	{ "them", 0x080, 0x01a },      { "to", 0x010, 0x01d },
	{ "tunnel", 0x100, 0x7d8 },    { "under", 0x010, 0x01e },
	{ "up", 0x400, 0x01f },	       { "with", 0x008, 0x020 },
};

enum { WORD_COUNT = sizeof words / sizeof words[0] };

static struct exh_sci_word word_items[WORD_COUNT];
static const struct exh_sci_words word_list = { .layout = EXH_SCI_WORDS_SCI0,
						.items = word_items,
						.count = WORD_COUNT };

void sci_words(struct exh_writer *out)
{
	struct exh_error err;

	for (size_t i = 0; i < WORD_COUNT; i++)
		word_items[i] =
			(struct exh_sci_word){ text_of(words[i].text),
					       words[i].class_mask, words[i].group };
	sci_check(exh_sci_words_write(&word_list, out, &err), &err, "words");
}

static const struct {
	const char *typed;
	uint16_t output_class;
	const char *root;
	uint16_t input_class;
} suffixes[] = {
	{ "s", 0x100, "", 0x100 },	{ "es", 0x100, "", 0x100 },
	{ "ies", 0x100, "y", 0x100 },	{ "ves", 0x100, "fe", 0x100 },
	{ "ing", 0x940, "", 0x800 },	{ "ing", 0x940, "e", 0x800 },
	{ "gging", 0x940, "g", 0x800 }, { "ed", 0x140, "", 0x800 },
	{ "ed", 0x140, "e", 0x800 },	{ "er", 0x140, "", 0x840 },
	{ "est", 0x040, "", 0x040 },	{ "ly", 0x400, "", 0x040 },
};

enum { SUFFIX_COUNT = sizeof suffixes / sizeof suffixes[0] };

void sci_suffixes(struct exh_writer *out)
{
	struct exh_sci_suffix items[SUFFIX_COUNT];
	const struct exh_sci_suffixes list = { .items = items,
					       .count = SUFFIX_COUNT,
					       .is_ended = true };
	struct exh_error err;

	for (size_t i = 0; i < SUFFIX_COUNT; i++)
		items[i] = (struct exh_sci_suffix){
			{ text_of(""), text_of(suffixes[i].typed) },
			{ text_of(""), text_of(suffixes[i].root) },
			suffixes[i].output_class,
			suffixes[i].input_class,
		};
	sci_check(exh_sci_suffixes_write(&list, out, &err), &err, "suffixes");
}

/* As sci0-formats 2.3 has them: R root, D and I objects, M modifier, G ignored; a mask of
 * classes. */
static const char *const rules[] = {
	"S R.VP",
	"VP R.CVERB",
	"VP R.CVERB D.NP M.PREP",
	"VP R.CVERB D.NP M.CADJ",
	"VP R.CVERB D.NP M.ADV",
	"VP R.CVERB D.NP",
	"VP R.CVERB D.NP M.PREP I.NP",
	"VP R.CVERB I.NP D.NP",
	"VP R.CVERB D.NP I.AP",
	"VP R.CVERB I.AP",
	"VP D.NP",
	"VP D.NP I.AP",
	"VP M.CVERB M.NP M.PREP R.VP",
	"VP M.NP R.VP",
	"NP G.ART R.CNOUN",
	"NP G.ART M.CADJ R.CNOUN",
	"NP M.CADJ R.CNOUN",
	"NP R.CADJ",
	"NP R.CNOUN",
	"AP M.ASS R.NP",
	"AP M.AUXV R.NP",
	"AP M.ASS R.AUXV M.NP",
	"AP M.ASS R.AUXV M.ADJ",
	"AP R.CVERB",
	"AP M.CVERB R.AP",
	"AP M.ASS R.NP M.PREP M.NP",
	"CNOUN R.NOUN G.CONJ R.NP",
	"CNOUN M.NOUN R.CNOUN",
	"CNOUN R.NOUN",
	"CVERB M.AUXV R.CVERB",
	"CVERB M.AUXV M.NOUN R.CVERB",
	"CVERB R.AUXV",
	"CVERB M.AUXV M.PREP R.VERB",
	"CVERB M.AUXV M.PREP M.PREP R.VERB",
	"CVERB R.VERB",
	"CVERB R.VERB M.PREP",
	"CVERB R.VERB M.PREP M.PREP",
	"CVERB R.VERB M.CADJ",
	"CVERB R.VERB M.ADV",
	"CVERB M.ADV M.ADV R.CVERB",
	"CVERB M.ADV R.CVERB",
	"CVERB R.ADV",
	"CVERB M.ADV M.NOUN R.CVERB",
	"CVERB R.VERB G.CONJ R.VERB",
	"CVERB R.VERB R.VERB G.CONJ R.VERB",
	"CADJ R.ADJ",
	"CADJ M.ADJ R.CADJ",
	"ADV 400",
	"VERB 800",
	"VERB 200",
	"AUXV 200",
	"NOUN 100",
	"PRON 080",
	"ADJ 040",
	"ART 020",
	"PREP 010",
	"ASS 008",
	"CONJ 004",
};

enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

static uint16_t symbol_of(const char *name, size_t size)
{
	static const char *const symbols[] = { "VERB",	"NOUN", "ART",	 "ADJ", "PREP",
					       "PRON",	"CONJ", "AUXV",	 "ADV", "ASS",
					       "CNOUN", "CADJ", "CVERB", "VP",	"NP",
					       "AP",	"S" };

	for (unsigned i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
		if (strlen(symbols[i]) == size && memcmp(symbols[i], name, size) == 0)
			return (uint16_t)(0x12f + i);
	fprintf(stderr, "make_testdata: sci: no symbol %s\n", name);
	exit(1);
}

static struct exh_sci_rule rule_of(const char *text)
{
	static const char tags[] = "RDIMG"; /* from 0x141 on */
	size_t size = strcspn(text, " ");
	struct exh_sci_rule rule = { .symbol = symbol_of(text, size) };

	while (*(text += size) == ' ') {
		const char *tag = strchr(tags, *++text);

		size = strcspn(text, " ");
		if (tag) {
			rule.pairs[rule.pair_count].tag = (uint16_t)(0x141 + tag - tags);
			rule.pairs[rule.pair_count++].symbol =
				symbol_of(text + 2, size - 2);
			continue;
		}
		rule.pairs[rule.pair_count].tag = 0x146;
		rule.pairs[rule.pair_count++].symbol = (uint16_t)strtoul(text, NULL, 16);
	}
	return rule;
}

void sci_grammar(struct exh_writer *out)
{
	struct exh_sci_rule items[RULE_COUNT];
	const struct exh_sci_grammar grammar = { .rules = items,
						 .count = RULE_COUNT,
						 .is_ended = true };
	struct exh_error err;

	for (size_t i = 0; i < RULE_COUNT; i++)
		items[i] = rule_of(rules[i]);
	sci_check(exh_sci_grammar_write(&grammar, out, &err), &err, "grammar");
}

enum { NAME_SELECTOR = 10, DOIT_SELECTOR = 11, MAX_NAMES = 16 };

static const char *const selectors[] = {
	"species",	"superClass",	"-info-", "y",	    "x",    "view",
	"loop",		"cel",		"depth",  "weight", "name", "doit",
	"BAD SELECTOR", "BAD SELECTOR", "dig",	  NULL,
};
static const char *const opcodes[] = { "bnot", "add",	"sub",	"",	 "push",
				       "ret",  "lofsa", "send", "callk", NULL };
static const char *const kernel[] = { "Load",  "Parse",	       "Said", "SetSynonyms",
				      "Print", "DisposeClone", NULL };
static const char *const patched_kernel[] = { "Load",	     "Parse", "Said",
					      "SetSynonyms", "Print", "DisposeClone",
					      "Dig",	     NULL };
static const char *const help[] = { "d dig\r\n", "q quit\r\n", NULL };

static void make_names(const char *const *texts, enum exh_sci_names_layout layout,
		       struct exh_writer *out)
{
	struct exh_sci_name items[MAX_NAMES] = { 0 };
	struct exh_sci_names names = { .layout = layout, .items = items };
	struct exh_error err;

	for (; texts[names.count]; names.count++) {
		struct exh_sci_name *name = &items[names.count];

		name->text = text_of(texts[names.count]);
		if (layout == EXH_SCI_NAMES_TYPED)
			name->type = (uint16_t)(names.count % 4);
		for (size_t i = 0; i < names.count && texts == selectors; i++)
			name->is_shared |= strcmp(texts[i], texts[names.count]) == 0;
	}
	sci_check(exh_sci_names_write(&names, out, &err), &err, "names");
	if (layout != EXH_SCI_NAMES_MAX_INDEX)
		exh_write_u8(out, 0x1a);
}

static void make_numbers(struct exh_writer *out)
{
	static const uint16_t properties[] = { 4, 3, 5, 6, 7, 10, 8, 9 };

	for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
		exh_write_u16le(out, properties[i]);
}

/* The class and the script that it is in: 0. */
static void make_classes(struct exh_writer *out)
{
	exh_write_u16le(out, 0);
	exh_write_u16le(out, 0);
}

/*
 * Scripts: a class in the first, an object of it in the second.
 */

static const char *const room_specs[] = {
	"look>",
	"look[/shaft]",
	"look,open/door",
	"dig[/shaft][/shovel]",
	"get/lamp<blue",
	"get/lamp",
	"(put,drop)/bucket[<red]/shaft",
	"give/mole/hat",
	"talk[/mole]",
	NULL,
};
static const char *const tunnel_specs[] = {
	"climb/*",
	"climb<up",
	"light/lamp",
	"look<under/snail,beetle",
	"take/fossil[<deep]",
	"/ruby>",
	NULL,
};

static void write_section(struct exh_writer *out, enum exh_sci_section_type type,
			  struct exh_writer *data)
{
	if (data->size % 2)
		exh_write_u8(data, 0);
	exh_write_u16le(out, (uint16_t)type);
	exh_write_u16le(out, (uint16_t)(data->size + 4));
	exh_write_bytes(out, data->data, data->size);
	data->size = 0;
}

static void make_specs(const char *const *specs, struct exh_writer *out)
{
	struct exh_arena arena = { .limit = SCI_LIMIT };
	struct exh_sci_lexicon lexicon;
	struct exh_error err;

	sci_check(exh_sci_lexicon_open(&word_list, NULL, &arena, &lexicon, &err), &err,
		  "words");
	for (; *specs; specs++)
		sci_check(exh_sci_said_compile(text_of(*specs), &lexicon,
					       EXH_SCI_SAID_STRICT, out, &err),
			  &err, *specs);
	exh_arena_free(&arena);
}

struct script {
	bool has_class;
	const char *name;
	const char *const *specs;
};

/* Its four properties, for a class their selectors, and one method. */
static void make_object(const struct script *script, size_t name_offset,
			size_t code_offset, struct exh_writer *out)
{
	const unsigned property_count = 4, words_each = script->has_class ? 2 : 1;

	exh_write_u16le(out, 0x1234);
	exh_write_u16le(out, 0);
	exh_write_u16le(out, (uint16_t)(2 * words_each * property_count + 2));
	exh_write_u16le(out, (uint16_t)property_count);
	exh_write_u16le(out, 0); /* its class */
	exh_write_u16le(out, script->has_class ? 0xffff : 0);
	exh_write_u16le(out, script->has_class ? 0x8000 : 0);
	exh_write_u16le(out, (uint16_t)name_offset);
	for (unsigned i = 0; i < 4 && script->has_class; i++)
		exh_write_u16le(out, (uint16_t)(i < 3 ? i : NAME_SELECTOR));
	exh_write_u16le(out, 1);
	exh_write_u16le(out, DOIT_SELECTOR);
	exh_write_u16le(out, 0);
	exh_write_u16le(out, (uint16_t)code_offset);
}

static void make_script(const struct script *script, struct exh_writer *out)
{
	struct exh_writer part = { .limit = SCI_LIMIT };
	size_t name_offset, object_offset;

	exh_write_u8(&part, 0x48); /* ret */
	write_section(out, EXH_SCI_SECTION_CODE, &part);
	if (!script->has_class) {
		exh_write_u16le(&part, 0x7d4); /* here a hat is a bucket */
		exh_write_u16le(&part, 0x7d1);
		exh_write_u16le(&part, 0xffff);
		write_section(out, EXH_SCI_SECTION_SYNONYMS, &part);
	}
	make_specs(script->specs, &part);
	write_section(out, EXH_SCI_SECTION_SAID, &part);
	name_offset = out->size + 4;
	exh_write_bytes(&part, script->name, strlen(script->name) + 1);
	exh_write_bytes(&part, "dark", 5);
	write_section(out, EXH_SCI_SECTION_STRINGS, &part);
	object_offset = out->size + 4;
	make_object(script, name_offset, 4, &part);
	write_section(out,
		      script->has_class ? EXH_SCI_SECTION_CLASS : EXH_SCI_SECTION_OBJECT,
		      &part);
	exh_write_u16le(&part, 1);
	exh_write_u16le(&part, (uint16_t)(object_offset + 8));
	write_section(out, EXH_SCI_SECTION_EXPORTS, &part);
	exh_write_u16le(&part, 1);
	exh_write_u16le(&part, (uint16_t)(object_offset + 8 + 6)); /* the name */
	write_section(out, EXH_SCI_SECTION_RELOCATION, &part);
	exh_write_u16le(out, EXH_SCI_SECTION_END);
	exh_writer_free(&part);
}

/*
 * The files.
 */

static const char texts[] = "Down the shaft, where the fossils sleep, the mole digs on.\0"
			    "The lamp is out. The snail is not.\0"
			    "You can't dig here: the shaft is too deep.\0"
			    "The mole looks at the mole, and the mole looks back.";

static const char more_texts[] = "Mind the snails.\0"
				 "The door is a door, and the lamp is a lamp.";

static void add_vocabularies(struct sci_volumes *game, struct exh_writer *part)
{
	sci_words(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 0, EXH_SCI_HUFFMAN, part);
	sci_suffixes(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 901, EXH_SCI_STORED, part);
	sci_grammar(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 900, EXH_SCI_LZW, part);
	make_numbers(part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 994, EXH_SCI_STORED, part);
	make_names(help, EXH_SCI_NAMES_COUNTED, part);
	sci_volumes_add(game, 1, EXH_SCI_VOCAB, 995, EXH_SCI_STORED, part);
	make_classes(part);
	sci_volumes_add(game, 2, EXH_SCI_VOCAB, 996, EXH_SCI_STORED, part);
	make_names(selectors, EXH_SCI_NAMES_MAX_INDEX, part);
	sci_volumes_add(game, 2, EXH_SCI_VOCAB, 997, EXH_SCI_STORED, part);
	make_names(opcodes, EXH_SCI_NAMES_TYPED, part);
	sci_volumes_add(game, 2, EXH_SCI_VOCAB, 998, EXH_SCI_STORED, part);
	make_names(kernel, EXH_SCI_NAMES_COUNTED, part);
	sci_volumes_add(game, 2, EXH_SCI_VOCAB, 999, EXH_SCI_STORED, part);
}

static void add_scripts(struct sci_volumes *game, struct exh_writer *part)
{
	static const struct script room = { true, "Room", room_specs };
	static const struct script tunnel = { false, "tunnel", tunnel_specs };

	make_script(&room, part);
	sci_volumes_add(game, 1, EXH_SCI_SCRIPT, 0, EXH_SCI_LZW, part);
	make_script(&tunnel, part);
	sci_volumes_add(game, 2, EXH_SCI_SCRIPT, 1, EXH_SCI_HUFFMAN, part);
	exh_write_bytes(part, texts, sizeof texts);
	sci_volumes_add(game, 2, EXH_SCI_TEXT, 0, EXH_SCI_LZW, part);
}

static void save_patches(const struct sci_volumes *game, struct exh_writer *part)
{
	exh_sci_patch_write_header(EXH_SCI_VOCAB, part);
	make_names(patched_kernel, EXH_SCI_NAMES_COUNTED, part);
	sci_volumes_save(game, "vocab.999", part);
	exh_sci_patch_write_header(EXH_SCI_TEXT, part);
	exh_write_bytes(part, more_texts, sizeof more_texts);
	sci_volumes_save(game, "text.001", part);
}

void make_sci(const char *root)
{
	struct exh_writer part = { .limit = SCI_LIMIT };
	struct sci_volumes game;

	sci_volumes_begin(&game, root, "sci0");
	add_vocabularies(&game, &part);
	add_scripts(&game, &part);
	save_patches(&game, &part);
	sci_volumes_end(&game);
	exh_writer_free(&part);
}
