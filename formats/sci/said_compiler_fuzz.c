/*
 * Specs that compile decompile to text that compiles to the same bytes: leniently for any
 * spec, strictly for those that fit the grammar. Spans of nodes lie in the spec, and the
 * fast matcher agrees with the plain one on any sentence; where a spec does not match,
 * one of its nodes is the reason. All of it whether words were counted (an input of odd
 * size is the text, too) or not.
 *
 * Input: a byte, 't' for text, else the bytes of a spec up to the first 0xff, then the
 * seed for random sentences and other specs
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "said_testing.h"

#include "../base/fuzzing.h"
#include "exhume/advanced/sci_usage.h"

enum { MEMORY = 1 << 20, SENTENCES = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A vocabulary with words that are easily confused with others and with operators. */
static _Thread_local struct exh_sci_word words[] = {
	{ .text = { (const uint8_t *)"a", 1, 0 }, .group = 1 },
	{ .text = { (const uint8_t *)"b/", 2, 0 }, .group = 2 },
	{ .text = { (const uint8_t *)"any", 3, 0 }, .group = 3 },
	{ .text = { (const uint8_t *)"c", 1, 0 }, .group = 2 },
	{ .text = { (const uint8_t *)"a", 1, 0 }, .group = 4 },
	{ .text = { (const uint8_t *)"'", 1, 0 }, .group = 5 },
	{ .text = { (const uint8_t *)"\xe9", 1, 0 }, .group = 6 },
};

struct context {
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_lexicon lexicon;
};

static void assert_same(struct exh_bytes code, const struct exh_sci_lexicon *lexicon,
			enum exh_sci_said_check check)
{
	struct exh_writer text = { .limit = MEMORY }, again = { .limit = MEMORY };

	assert(exh_sci_said_decompile(code, lexicon, &text, NULL) == EXH_OK);
	assert(exh_sci_said_compile(exh_writer_bytes(&text), lexicon, check, &again,
				    NULL) == EXH_OK);
	assert(again.size == code.size && !memcmp(again.data, code.data, code.size));
	exh_writer_free(&text);
	exh_writer_free(&again);
}

static void check_text(struct exh_bytes text, const struct exh_sci_lexicon *lexicon)
{
	for (unsigned check = EXH_SCI_SAID_STRICT; check <= EXH_SCI_SAID_JOIN_LENIENT;
	     check++) {
		struct exh_writer code = { .limit = MEMORY };
		struct exh_error err;

		if (!exh_sci_said_compile(text, lexicon, (enum exh_sci_said_check)check,
					  &code, &err))
			assert_same(exh_writer_bytes(&code), lexicon,
				    (enum exh_sci_said_check)(check % EXH_SCI_SAID_JOIN));
		else
			assert(!code.size && err.offset <= text.size);
		exh_writer_free(&code);
	}
}

/* A spec's text as people read it comes back. */
static void check_utf8(struct exh_bytes text)
{
	struct exh_writer utf8 = { .limit = MEMORY }, back = { .limit = MEMORY };

	(void)exh_sci_said_to_utf8(text, NULL, &utf8);
	(void)!exh_sci_said_from_utf8(exh_writer_bytes(&utf8), NULL, &back, NULL);
	back.size = 0;
	(void)!exh_sci_said_from_utf8(text, NULL, &back, NULL);
	exh_writer_free(&utf8);
	exh_writer_free(&back);
}

/*
 * Matching.
 */

struct draws {
	const uint8_t *data;
	size_t left;
};

static uint32_t draw(void *context, uint32_t below)
{
	struct draws *draws = context;

	if (!draws->left)
		return 0;
	draws->left--;
	return *draws->data++ % below;
}

static void check_explained(const struct exh_sci_tree *tree,
			    const struct exh_sci_said_span *spans, struct exh_bytes code,
			    const struct exh_sci_said *said,
			    const struct exh_sci_said_input *input)
{
	struct exh_sci_said_failure failure;
	struct exh_sci_said_span text;
	struct exh_writer all = { .limit = MEMORY };

	if (!exh_sci_said_explain(tree, spans, said, input, &failure)) {
		assert(exh_sci_said_match(said, input));
		return;
	}
	assert(failure.node < tree->count);
	assert(failure.bytes.first <= failure.bytes.end && failure.bytes.end < code.size);
	text = exh_sci_said_text_span(code, NULL, failure.bytes);
	(void)!exh_sci_said_decompile(code, NULL, &all, NULL);
	assert(text.first <= text.end && text.end <= all.size);
	exh_writer_free(&all);
}

static void check_matching(struct exh_bytes code, const struct chance *chance,
			   bool is_known)
{
	static _Thread_local struct tree_memory memory, sentence;
	static _Thread_local struct exh_sci_said_span spans[EXH_SCI_TREE_NODES];
	static _Thread_local struct exh_sci_said_input input;
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_tree *tree = empty_tree(&memory);
	struct exh_sci_said said;

	if (exh_sci_said_tree(code, tree, spans, NULL, NULL)) {
		assert(!is_known);
		return;
	}
	for (size_t i = 0; i < tree->count; i++)
		assert(spans[i].first <= spans[i].end && spans[i].end < code.size);
	assert(exh_sci_said_prepare(tree, &arena, &said, NULL) == EXH_OK);
	for (int i = 0; i < SENTENCES; i++) {
		pick_sentence(chance, empty_tree(&sentence));
		exh_sci_said_input_set(&input, &sentence.tree);
		assert(exh_sci_said_match(&said, &input) ==
		       plain_said(tree, &sentence.tree));
		exh_sci_said_match_freesci(tree, &sentence.tree);
		check_explained(tree, spans, code, &said, &input);
	}
	exh_arena_free(&arena);
}

static void check_bytes(struct exh_bytes in, const struct exh_sci_lexicon *lexicon)
{
	struct draws draws = { in.data, in.size };
	const struct chance chance = { draw, &draws };
	struct code_memory memory;
	size_t size;

	if (!exh_sci_said_size(in, &size, NULL)) {
		const struct exh_bytes code = { in.data, size, 0 };

		assert(size && size <= in.size && in.data[size - 1] == SAID_END);
		assert_same(code, lexicon, EXH_SCI_SAID_LENIENT);
		assert_same(code, NULL, EXH_SCI_SAID_LENIENT);
		draws = (struct draws){ in.data + size, in.size - size };
		check_matching(code, &chance, false);
	}
	if (draws.left)
		check_matching(pick_spec(&chance, &memory), &chance, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct context c = { .arena = { .limit = MEMORY } };
	const bool is_text = size && data[0] == 't';
	struct exh_bytes in;

	if (!size)
		return 0;
	data++;
	size--;
	in = take(&data, &size, size > 4096 ? 4096 : size);
	c.words.items = words;
	c.words.count = sizeof words / sizeof words[0];
	assert(!exh_sci_lexicon_open(&c.words, NULL, &c.arena, &c.lexicon, NULL));
	if (in.size % 2) {
		assert(!exh_sci_usage_start(&c.lexicon, &c.arena, NULL));
		exh_sci_usage_add(&c.lexicon, in);
	}
	if (is_text) {
		check_utf8(in);
		check_text(in, &c.lexicon);
		check_text(in, NULL);
	} else {
		check_bytes(in, &c.lexicon);
	}
	exh_arena_free(&c.arena);
	discard(in);
	return 0;
}
