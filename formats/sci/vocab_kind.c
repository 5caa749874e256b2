#include "exhume/advanced/sci_names.h"

#include "exhume/sci_parser.h"
#include "language.h"

enum {
	MEMORY_LIMIT = 1 << 24,
	SIZE_LIMIT = 1 << 17, /* bytes: resources end at 65535 */
	LEAST_TAG = 0x140,
	MAX_TAG = 0x15f,
	MAX_SYMBOL = 0x1ff, /* highest symbol of the grammar */
	MAX_CLASS = 0xfff,
	DOS_END = 0x1a,
	MAX_TYPE = 3, /* highest type of an opcode */
	MAX_SCRIPT = 999,
	LEAST_CLASSES = 4,
	MAX_DAMAGE = 10, /* at most one word in this many may be garbled */
	MAX_NOTES = 90,
	MAX_OFFSETS = 4, /* offsets that may be wrong */
};

const char *exh_sci_vocab_kind_name(enum exh_sci_vocab_kind kind)
{
	static const char *const names[] = { "words",	 "suffixes",   "grammar",
					     "synonyms", "properties", "help",
					     "classes",	 "selectors",  "opcodes",
					     "kernel" };

	return (unsigned)kind < EXH_SCI_VOCAB_KINDS ? names[kind] : NULL;
}

/* Workspace for trying a kind. */
struct trial {
	struct exh_bytes in;
	struct exh_arena arena;
	struct exh_notes notes;
};

/* False if this many are too many for a list of any length. */
static bool are_few(size_t count, size_t of)
{
	return count <= of / MAX_DAMAGE && count < MAX_NOTES;
}

/* True if hardly any word is garbled, and offsets are right. */
static bool is_words(struct trial *t)
{
	struct exh_sci_words words;

	return exh_sci_words_read(t->in, &t->arena, &words, &t->notes, NULL) == EXH_OK &&
	       words.count > 1 && are_few(t->notes.damage_count, words.count) &&
	       (t->notes.warning_count <= MAX_OFFSETS ||
		are_few(t->notes.warning_count, words.count));
}

static bool is_grammar_rule(const struct exh_sci_rule *rule)
{
	for (size_t i = 0; i < rule->pair_count; i++)
		if (rule->pairs[i].tag < LEAST_TAG || rule->pairs[i].tag > MAX_TAG)
			return false;
	return rule->symbol <= MAX_SYMBOL && rule->pair_count;
}

static bool is_grammar(struct trial *t)
{
	struct exh_sci_grammar grammar;

	if (exh_sci_grammar_read(t->in, &t->arena, &grammar, &t->notes, NULL) ||
	    t->notes.damage_count)
		return false;
	for (size_t i = 0; i < grammar.count; i++)
		if (!is_grammar_rule(&grammar.rules[i]))
			return false;
	return true;
}

static bool is_printable(struct exh_bytes text, bool lines)
{
	for (size_t i = 0; i < text.size; i++)
		if ((text.data[i] < ' ' && !(lines && text.data[i] == '\n')) ||
		    text.data[i] == 0x7f)
			return false;
	return true;
}

static bool is_plain(const struct exh_sci_pattern *pattern)
{
	return is_printable(pattern->prefix, false) &&
	       is_printable(pattern->suffix, false);
}

/* Rules of letters and of existing classes, followed by padding. */
static bool is_suffixes(struct trial *t)
{
	struct exh_sci_suffixes suffixes;

	if (exh_sci_suffixes_read(t->in, &t->arena, &suffixes, &t->notes, NULL) ||
	    !suffixes.count || t->notes.damage_count)
		return false;
	for (size_t i = 0; i < suffixes.count; i++) {
		const struct exh_sci_suffix *rule = &suffixes.items[i];

		if (!is_plain(&rule->typed) || !is_plain(&rule->root) ||
		    rule->output_class > MAX_CLASS || rule->input_class > MAX_CLASS)
			return false;
	}
	for (size_t i = suffixes.used_size; i < t->in.size; i++)
		if (t->in.data[i] && t->in.data[i] != 0xff && t->in.data[i] != DOS_END)
			return false;
	return true;
}

/* Reads names of this layout that fill the resource, except some bytes at its end. */
static bool read_names(struct trial *t, enum exh_sci_names_layout layout, bool lines,
		       struct exh_sci_names *names)
{
	if (exh_sci_names_read(t->in, layout, &t->arena, names, &t->notes, NULL) ||
	    t->notes.damage_count || names->count < 2 ||
	    names->used_size + sizeof(uint32_t) < t->in.size)
		return false;
	for (size_t i = 0; i < names->count; i++)
		if (!is_printable(names->items[i].text, lines))
			return false;
	return true;
}

static bool is_opcodes(struct trial *t)
{
	struct exh_sci_names names;

	if (!read_names(t, EXH_SCI_NAMES_TYPED, false, &names))
		return false;
	for (size_t i = 0; i < names.count; i++)
		if (names.items[i].type > MAX_TYPE)
			return false;
	return true;
}

static bool is_selectors(struct trial *t)
{
	struct exh_sci_names names;

	return read_names(t, EXH_SCI_NAMES_MAX_INDEX, false, &names) &&
	       names.items[0].text.base - t->in.base >= 2 + 2 * names.count;
}

static bool is_kernel(struct trial *t)
{
	struct exh_sci_names names;

	return read_names(t, EXH_SCI_NAMES_COUNTED, false, &names);
}

static bool is_help(struct trial *t)
{
	struct exh_sci_names names;

	return read_names(t, EXH_SCI_NAMES_COUNTED, true, &names);
}

static bool is_classes(struct trial *t)
{
	struct exh_sci_classes classes;

	if (exh_sci_classes_read(t->in, &t->arena, &classes, &t->notes, NULL) ||
	    t->notes.warning_count || classes.count < LEAST_CLASSES)
		return false;
	for (size_t i = 0; i < classes.count; i++)
		if (classes.items[i].first || classes.items[i].script > MAX_SCRIPT)
			return false;
	return classes.items[0].script;
}

static bool is_kind(struct exh_bytes in, bool (*is)(struct trial *))
{
	struct trial t = { .in = in, .arena.limit = MEMORY_LIMIT };
	bool answer;

	t.notes.arena = &t.arena;
	answer = in.size && in.size <= SIZE_LIMIT && is(&t);
	exh_arena_free(&t.arena);
	return answer;
}

/* The most distinctive kinds come first: other bytes rarely look like them. */
static const struct {
	enum exh_sci_vocab_kind kind;
	bool (*is)(struct trial *);
} kinds[] = {
	{ EXH_SCI_VOCAB_GRAMMAR, is_grammar },
	{ EXH_SCI_VOCAB_OPCODES, is_opcodes },
	{ EXH_SCI_VOCAB_KERNEL, is_kernel },
	{ EXH_SCI_VOCAB_HELP, is_help },
	{ EXH_SCI_VOCAB_SELECTORS, is_selectors },
	{ EXH_SCI_VOCAB_SUFFIXES, is_suffixes },
	{ EXH_SCI_VOCAB_CLASSES, is_classes },
	{ EXH_SCI_VOCAB_WORDS, is_words },
};

bool exh_sci_vocab_is(struct exh_bytes in, enum exh_sci_vocab_kind kind)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].kind == kind)
			return is_kind(in, kinds[i].is);
	return false;
}

enum exh_sci_vocab_kind exh_sci_vocab_kind_of(struct exh_bytes in)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (is_kind(in, kinds[i].is))
			return kinds[i].kind;
	return EXH_SCI_VOCAB_KINDS;
}

enum exh_sci_vocab_kind exh_sci_vocab_kind_at(unsigned number, struct exh_bytes in)
{
	switch (number) {
	case 0:
	case 913:
		return EXH_SCI_VOCAB_WORDS;
	case 900:
	case 910:
		return is_kind(in, is_words) && !is_kind(in, is_grammar)
			       ? EXH_SCI_VOCAB_WORDS
			       : EXH_SCI_VOCAB_GRAMMAR;
	case 901:
	case 911:
		return is_kind(in, is_grammar) ? EXH_SCI_VOCAB_GRAMMAR
					       : EXH_SCI_VOCAB_SUFFIXES;
	case 902:
	case 912:
		return is_kind(in, is_suffixes) ? EXH_SCI_VOCAB_SUFFIXES
						: EXH_SCI_VOCAB_SYNONYMS;
	case 994:
		return EXH_SCI_VOCAB_PROPERTIES;
	case 995:
		return EXH_SCI_VOCAB_HELP;
	case 996:
		return EXH_SCI_VOCAB_CLASSES;
	case 997:
		return EXH_SCI_VOCAB_SELECTORS;
	case 998:
		return EXH_SCI_VOCAB_OPCODES;
	case 999:
		return EXH_SCI_VOCAB_KERNEL;
	default:
		return EXH_SCI_VOCAB_KINDS;
	}
}
