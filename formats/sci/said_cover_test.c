#include "../base/testing.h"

#include "said_testing.h"

#include "exhume/sci_parser.h"

enum { LIMIT = 1 << 24, RANDOM_PAIRS = 5000, RANDOM_SENTENCES = 200 };

/* Compiles specs without a vocabulary: words are groups. */
static enum exh_sci_said_cover covers(const char *spec, const char *other)
{
	struct exh_writer a = { .limit = 256 }, b = { .limit = 256 };
	enum exh_sci_said_cover result;

	assert_int_equal(exh_sci_said_compile((struct exh_bytes){ (const uint8_t *)spec,
								  strlen(spec), 0 },
					      NULL, EXH_SCI_SAID_STRICT, &a, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_said_compile((struct exh_bytes){ (const uint8_t *)other,
								  strlen(other), 0 },
					      NULL, EXH_SCI_SAID_STRICT, &b, NULL),
			 EXH_OK);
	result = exh_sci_said_covers(exh_writer_bytes(&a), exh_writer_bytes(&b));
	exh_writer_free(&a);
	exh_writer_free(&b);
	return result;
}

static void known_pairs(void **state)
{
	static const struct {
		const char *spec, *other;
		bool covers;
	} pairs[] = {
		{ "21", "21", true },
		{ "21", "22", false },
		{ "21", "21/30", true }, /* no condition on objects */
		{ "21/30", "21", false },
		{ "21[/30]", "21", false }, /* look at something else */
		{ "21[/30]", "21/30", true },
		{ "21[/30]", "21/31", false },
		{ "21/*", "21/30", true },
		{ "21/30", "21/*", false },
		{ "21,22", "22", true },
		{ "22", "21,22", false },
		{ "(21,22)/30", "21/30<40", true },
		{ "21/30<40", "21/30", false },
		{ "21/30[<40]", "21/30<40", true },
		{ "21/30[<40]", "21/30", false }, /* the red one */
		{ "/30", "21/30", true },
		{ "21/30/31", "21/30", false },
		{ "21/30", "21/30/31", true },
		{ "21>", "21/30", true }, /* claiming doesn't matter here */
		{ "21/30", "21/30>", true },
		{ "21/30,31", "21/31,30", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (covers(pairs[i].spec, pairs[i].other) !=
		    (pairs[i].covers ? EXH_SCI_SAID_COVERS : EXH_SCI_SAID_COVERS_NOT))
			fail_msg("%s covers %s: expected %d", pairs[i].spec,
				 pairs[i].other, pairs[i].covers);
}

/*
 * Random specs as authors write them, and random sentences as grammars make them, with
 * few words, so that many match.
 */

static void put_words(uint64_t *seed, struct exh_writer *out)
{
	const size_t count = 1 + (roll(seed, 3) == 0);
	char text[16];

	for (size_t i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s%x", i ? "," : "", 1 + roll(seed, 4));
		exh_write_bytes(out, text, strlen(text));
	}
}

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

static void put_part(uint64_t *seed, struct exh_writer *out)
{
	const uint32_t mods = roll(seed, 4);

	if (mods)
		put(out, "(");
	put_words(seed, out);
	if (mods)
		put(out, ")");
	if (mods == 2)
		put(out, "<");
	if (mods == 3)
		put(out, "[<");
	if (mods > 1)
		put_words(seed, out);
	if (mods == 3)
		put(out, "]");
}

static struct exh_bytes random_spec(uint64_t *seed, struct exh_writer *code)
{
	struct exh_writer text = { .limit = LIMIT };
	const uint32_t objects = roll(seed, 3);

	if (roll(seed, 5))
		put_part(seed, &text);
	for (uint32_t i = 0; i < objects || !text.size; i++) {
		const bool is_option = !roll(seed, 3);

		put(&text, is_option ? "[/" : "/");
		put_part(seed, &text);
		put(&text, is_option ? "]" : "");
	}
	code->size = 0;
	if (exh_sci_said_compile(exh_writer_bytes(&text), NULL, EXH_SCI_SAID_STRICT, code,
				 NULL))
		fail_msg("%.*s", (int)text.size, (const char *)text.data);
	exh_writer_free(&text);
	return exh_writer_bytes(code);
}

static void add_words(uint64_t *seed, struct exh_sci_tree *tree, bool has_mods)
{
	exh_sci_tree_add_leaf(tree, EXH_SCI_TAG_ROOT, 0x130, 1 + roll(seed, 5));
	if (!roll(seed, 6))
		exh_sci_tree_add_leaf(tree, EXH_SCI_TAG_ROOT, 0x130, 1 + roll(seed, 5));
	for (uint32_t i = 0; i < roll(seed, 3) && has_mods; i++) {
		const size_t at = tree->count;

		exh_sci_tree_open_node(tree, EXH_SCI_TAG_MOD, 0x132);
		add_words(seed, tree, false);
		exh_sci_tree_end(tree, at);
	}
}

static void random_sentence(uint64_t *seed, struct exh_sci_tree *tree)
{
	exh_sci_tree_open_node(tree, EXH_SCI_TAG_ROOT, EXH_SCI_SYMBOL_S);
	add_words(seed, tree, true);
	for (unsigned tag = EXH_SCI_TAG_DOBJ; tag <= EXH_SCI_TAG_IOBJ; tag++) {
		const size_t at = tree->count;

		if (roll(seed, 2))
			continue;
		exh_sci_tree_open_node(tree, tag, 0x140);
		add_words(seed, tree, true);
		exh_sci_tree_end(tree, at);
	}
	exh_sci_tree_end(tree, 0);
}

static void prepare(struct exh_bytes code, struct exh_arena *arena,
		    struct exh_sci_said *said)
{
	static struct tree_memory memory;

	assert_int_equal(exh_sci_said_tree(code, empty_tree(&memory), NULL, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_said_prepare(&memory.tree, arena, said, NULL), EXH_OK);
}

static void fail_with(struct exh_bytes a, struct exh_bytes b,
		      const struct exh_sci_tree *sentence)
{
	struct exh_writer out = { .limit = LIMIT };

	(void)!exh_sci_said_decompile(a, NULL, &out, NULL);
	put(&out, " | ");
	(void)!exh_sci_said_decompile(b, NULL, &out, NULL);
	put(&out, " | ");
	exh_sci_tree_print(sentence, &out);
	exh_write_u8(&out, 0);
	fail_msg("%s", (const char *)out.data);
}

/* A spec that covers another one matches every sentence that the other one does; if it
 * doesn't cover it, some sentence shows that. */
static void what_covers_matches(void **state)
{
	static struct tree_memory memory;
	static struct exh_sci_said_input input;
	struct exh_writer first = { .limit = LIMIT }, second = { .limit = LIMIT };
	size_t covered = 0, refused = 0, shown = 0;
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < RANDOM_PAIRS; i++) {
		struct exh_arena arena = { .limit = LIMIT };
		const struct exh_bytes a = random_spec(&seed, &first);
		const struct exh_bytes b = random_spec(&seed, &second);
		const enum exh_sci_said_cover covers = exh_sci_said_covers(a, b);
		struct exh_sci_said spec, other;
		bool is_shown = false;

		assert_true(covers != EXH_SCI_SAID_COVER_UNKNOWN);
		prepare(a, &arena, &spec);
		prepare(b, &arena, &other);
		for (int k = 0; k < RANDOM_SENTENCES && !is_shown; k++) {
			random_sentence(&seed, empty_tree(&memory));
			exh_sci_said_input_set(&input, &memory.tree);
			if (!exh_sci_said_match(&other, &input) ||
			    exh_sci_said_match(&spec, &input))
				continue;
			is_shown = true;
			if (covers == EXH_SCI_SAID_COVERS)
				fail_with(a, b, &memory.tree);
		}
		covered += covers == EXH_SCI_SAID_COVERS;
		refused += covers == EXH_SCI_SAID_COVERS_NOT;
		shown += is_shown;
		exh_arena_free(&arena);
	}
	assert_true(covered > RANDOM_PAIRS / 200);
	assert_true(shown > refused / 10 * 6);
	exh_writer_free(&first);
	exh_writer_free(&second);
}

static void what_is_no_spec_is_unknown(void **state)
{
	const struct exh_bytes wrong = { (const uint8_t *)"\xf1\xff", 2, 0 };
	const struct exh_bytes good = { (const uint8_t *)"\x01\x21\xff", 3, 0 };

	(void)state;
	assert_int_equal(exh_sci_said_covers(wrong, good), EXH_SCI_SAID_COVER_UNKNOWN);
	assert_int_equal(exh_sci_said_covers(good, wrong), EXH_SCI_SAID_COVER_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_pairs),
		cmocka_unit_test(what_covers_matches),
		cmocka_unit_test(what_is_no_spec_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
