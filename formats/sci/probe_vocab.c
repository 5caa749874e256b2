#include "exhume/sci_parser.h"

#include "language.h"
#include "resource.h"

/* Bits of evidence. */
enum {
	HEADER_MARK = 0x80 | EXH_SCI_VOCAB,
	MEMORY_LIMIT = 8 << 20,
	GROUPS = 4096,
	MOST_FALLS = 4, /* one word of so many is out of order in hand-made files */
};

static const unsigned evidence[EXH_SCI_VOCAB_KINDS] = {
	[EXH_SCI_VOCAB_WORDS] = 20,   [EXH_SCI_VOCAB_SUFFIXES] = 24,
	[EXH_SCI_VOCAB_GRAMMAR] = 32, [EXH_SCI_VOCAB_HELP] = 20,
	[EXH_SCI_VOCAB_CLASSES] = 8,  [EXH_SCI_VOCAB_SELECTORS] = 24,
	[EXH_SCI_VOCAB_OPCODES] = 32, [EXH_SCI_VOCAB_KERNEL] = 28,
};

/* Words are stored in their order. */
static bool is_sorted(struct exh_bytes in)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_sci_words words;
	size_t falls = 0, repeats = 0;
	bool good = exh_sci_words_read(in, &arena, &words, NULL, NULL) == EXH_OK;

	for (size_t i = 1; good && i < words.count; i++) {
		const int order = exh_sci_words_compare(words.items[i - 1].text,
							words.items[i].text);

		falls += order > 0;
		repeats += !order;
	}
	good = good && falls * MOST_FALLS <= words.count && repeats * 2 <= words.count;
	exh_arena_free(&arena);
	return good;
}

static bool is_kind(struct exh_bytes in, enum exh_sci_vocab_kind kind)
{
	return exh_sci_vocab_is(in, kind) &&
	       (kind != EXH_SCI_VOCAB_WORDS || is_sorted(in));
}

/* Not 0 if it is of this kind; then out is the resource, without a patch file's header.
 */
static unsigned judge(const struct exh_probe *probe, enum exh_sci_vocab_kind kind,
		      struct exh_bytes *out)
{
	if (probe->data.size > 2 && probe->data.data[0] == HEADER_MARK &&
	    exh_sci_patch_read(probe->data, EXH_SCI_VOCAB, out, NULL) == EXH_OK &&
	    is_kind(*out, kind))
		return evidence[kind] + PATCH_HEADER;
	*out = probe->data;
	return is_kind(*out, kind) ? evidence[kind] : 0;
}

static unsigned score(const struct exh_probe *probe, enum exh_sci_vocab_kind kind)
{
	struct exh_bytes bytes;

	return judge(probe, kind, &bytes);
}

static size_t count_groups(const struct exh_sci_words *words)
{
	bool seen[GROUPS] = { false };
	size_t count = 0;

	for (size_t i = 0; i < words->count; i++) {
		count += !seen[words->items[i].group % GROUPS];
		seen[words->items[i].group % GROUPS] = true;
	}
	return count;
}

static void add_words(struct exh_bytes in, struct exh_arena *arena,
		      struct exh_facts *facts)
{
	struct exh_sci_words words;

	if (exh_sci_words_read(in, arena, &words, NULL, NULL))
		return;
	exh_fact_text(facts, "layout",
		      words.layout == EXH_SCI_WORDS_SCI0 ? "sci0" : "sci01");
	exh_fact_number(facts, "words", words.count);
	exh_fact_number(facts, "groups", count_groups(&words));
}

static void add_suffixes(struct exh_bytes in, struct exh_arena *arena,
			 struct exh_facts *facts)
{
	struct exh_sci_suffixes suffixes;

	if (!exh_sci_suffixes_read(in, arena, &suffixes, NULL, NULL))
		exh_fact_number(facts, "rules", suffixes.count);
}

static void add_grammar(struct exh_bytes in, struct exh_arena *arena,
			struct exh_facts *facts)
{
	struct exh_sci_grammar grammar;

	if (!exh_sci_grammar_read(in, arena, &grammar, NULL, NULL))
		exh_fact_number(facts, "records", grammar.count);
}

static void add_names(struct exh_bytes in, enum exh_sci_names_layout layout,
		      struct exh_arena *arena, struct exh_facts *facts)
{
	struct exh_sci_names names;

	if (!exh_sci_names_read(in, layout, arena, &names, NULL, NULL))
		exh_fact_number(facts, "names", names.count);
}

static void describe(const struct exh_probe *probe, enum exh_sci_vocab_kind kind,
		     struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	const size_t before = facts->count;
	struct exh_bytes in;

	judge(probe, kind, &in);
	switch (kind) {
	case EXH_SCI_VOCAB_WORDS:
		add_words(in, &arena, facts);
		break;
	case EXH_SCI_VOCAB_SUFFIXES:
		add_suffixes(in, &arena, facts);
		break;
	case EXH_SCI_VOCAB_GRAMMAR:
		add_grammar(in, &arena, facts);
		break;
	case EXH_SCI_VOCAB_CLASSES:
		exh_fact_number(facts, "classes", in.size / sizeof(struct exh_sci_class));
		break;
	case EXH_SCI_VOCAB_SELECTORS:
		add_names(in, EXH_SCI_NAMES_MAX_INDEX, &arena, facts);
		break;
	case EXH_SCI_VOCAB_OPCODES:
		add_names(in, EXH_SCI_NAMES_TYPED, &arena, facts);
		break;
	default:
		add_names(in, EXH_SCI_NAMES_COUNTED, &arena, facts);
	}
	if (facts->count > before)
		add_patch_fact(in.size < probe->data.size, facts);
	exh_arena_free(&arena);
}

static unsigned words_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_WORDS);
}

static void words_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_WORDS, facts);
}

static unsigned suffixes_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_SUFFIXES);
}

static void suffixes_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_SUFFIXES, facts);
}

static unsigned grammar_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_GRAMMAR);
}

static void grammar_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_GRAMMAR, facts);
}

static unsigned classes_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_CLASSES);
}

static void classes_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_CLASSES, facts);
}

static unsigned help_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_HELP);
}

static void help_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_HELP, facts);
}

static unsigned selectors_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_SELECTORS);
}

static void selectors_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_SELECTORS, facts);
}

static unsigned opcodes_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_OPCODES);
}

static void opcodes_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_OPCODES, facts);
}

static unsigned kernel_score(const struct exh_probe *probe)
{
	return score(probe, EXH_SCI_VOCAB_KERNEL);
}

static void kernel_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	describe(probe, EXH_SCI_VOCAB_KERNEL, facts);
}

const struct exh_format exh_sci_vocab_words_format = {
	.name = "sci-vocab-words",
	.title = "SCI vocabulary: words",
	.family = "sci0",
	.score = words_score,
	.describe = words_describe,
};

const struct exh_format exh_sci_vocab_suffixes_format = {
	.name = "sci-vocab-suffixes",
	.title = "SCI vocabulary: suffix rules",
	.family = "sci0",
	.score = suffixes_score,
	.describe = suffixes_describe,
};

const struct exh_format exh_sci_vocab_grammar_format = {
	.name = "sci-vocab-grammar",
	.title = "SCI vocabulary: the parser's grammar",
	.family = "sci0",
	.score = grammar_score,
	.describe = grammar_describe,
};

const struct exh_format exh_sci_vocab_classes_format = {
	.name = "sci-vocab-classes",
	.title = "SCI vocabulary: scripts of classes",
	.family = "sci0",
	.score = classes_score,
	.describe = classes_describe,
};

const struct exh_format exh_sci_vocab_help_format = {
	.name = "sci-vocab-help",
	.title = "SCI vocabulary: the debugger's help",
	.family = "sci0",
	.score = help_score,
	.describe = help_describe,
};

const struct exh_format exh_sci_vocab_selectors_format = {
	.name = "sci-vocab-selectors",
	.title = "SCI vocabulary: names of selectors",
	.family = "sci0",
	.score = selectors_score,
	.describe = selectors_describe,
};

const struct exh_format exh_sci_vocab_opcodes_format = {
	.name = "sci-vocab-opcodes",
	.title = "SCI vocabulary: names of opcodes",
	.family = "sci0",
	.score = opcodes_score,
	.describe = opcodes_describe,
};

const struct exh_format exh_sci_vocab_kernel_format = {
	.name = "sci-vocab-kernel",
	.title = "SCI vocabulary: names of kernel functions",
	.family = "sci0",
	.score = kernel_score,
	.describe = kernel_describe,
};
