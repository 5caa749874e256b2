#include "said_testing.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 20, RANDOM_SPECS = 40000, RANDOM_SENTENCES = 8 };

static struct exh_bytes hex(const char *text, uint8_t *out)
{
	struct exh_bytes bytes = { out, 0, 0 };

	for (; text[0] && text[1]; text += 2)
		if (*text == ' ')
			text--;
		else
			out[bytes.size++] = (uint8_t)strtoul(
				(char[]){ text[0], text[1], 0 }, NULL, 16);
	return bytes;
}

/* A spec and a sentence, matched by all three matchers. */
struct matching {
	struct tree_memory said_memory, sentence_memory;
	struct exh_sci_said_span spans[EXH_SCI_TREE_NODES];
	struct exh_arena arena;
	struct exh_sci_said said;
	struct exh_sci_said_input input;
};

static void set_spec(struct matching *m, struct exh_bytes code)
{
	struct exh_error err;

	m->arena = (struct exh_arena){ .limit = LIMIT };
	if (exh_sci_said_tree(code, empty_tree(&m->said_memory), m->spans, NULL, &err))
		fail_msg("at %zu: %s", err.offset, err.text);
	assert_int_equal(
		exh_sci_said_prepare(&m->said_memory.tree, &m->arena, &m->said, NULL),
		EXH_OK);
}

static void set_sentence(struct matching *m, const char *text)
{
	exh_sci_said_input_set(&m->input, tree_of(&m->sentence_memory, text));
}

static void print_matching(const struct matching *m)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_sci_tree_print(&m->said_memory.tree, &out);
	exh_write_u8(&out, '\n');
	exh_sci_tree_print(&m->sentence_memory.tree, &out);
	exh_write_u8(&out, '\0');
	print_error("%s\n", (const char *)out.data);
	exh_writer_free(&out);
}

static enum exh_sci_said_result match_both(const struct matching *m)
{
	const enum exh_sci_said_result ours = exh_sci_said_match(&m->said, &m->input);
	const enum exh_sci_said_result plain =
		plain_said(&m->said_memory.tree, &m->sentence_memory.tree);

	if (ours != plain)
		print_matching(m);
	assert_int_equal(ours, plain);
	return ours;
}

/*
 * The vectors of sci0-formats 4.5 for sentences with short trees.
 */

#define LOOK "(141 13f (141 13b (141 12f 421)))"
#define LOOK_DOOR "(141 13f (141 13b (141 12f 421)) (142 13d (141 139 (141 130 83e))))"
#define LOOK_MAN "(141 13f (141 13b (141 12f 421)) (142 13d (141 139 (141 130 837))))"
#define LOOK_AT_THE_DOOR                                                      \
	"(141 13f (141 13b (141 12f 421) (144 133 ca)) (142 13d (145 131 1) " \
	"(141 139 (141 130 83e))))"
#define LOOK_RED_DOOR                                                        \
	"(141 13f (141 13b (141 12f 421)) (142 13d (144 13a (141 132 200)) " \
	"(141 139 (141 130 83e))))"
#define LOOK_BLUE_DOOR                                                       \
	"(141 13f (141 13b (141 12f 421)) (142 13d (144 13a (141 132 1fa)) " \
	"(141 139 (141 130 83e))))"
#define PUT_KEY_DOWN                                                                   \
	"(141 13f (141 13b (141 12f 428)) (142 13d (141 139 (141 130 7e7))) (144 137 " \
	"143))"
#define PUT_DOWN_KEY                                                                 \
	"(141 13f (141 13b (141 12f 428) (144 133 143)) (142 13d (141 139 (141 130 " \
	"7e7))))"
#define ASK_ABOUT_KEY                                                                    \
	"(141 13f (141 13b (141 12f 40d)) (143 13e (144 138 9b) (141 13d (141 139 (141 " \
	"130 7e7)))))"
#define ASK_MAN "(141 13f (141 13b (141 12f 40d)) (142 13d (141 139 (141 130 837))))"
#define UNLOCK_DOOR_WITH_KEY                                                           \
	"(141 13f (141 13b (141 12f 434)) (142 13d (141 139 (141 130 83e))) (143 13e " \
	"(144 138 98) (141 13d (141 139 (141 130 7e7)))))"
#define GET_UP "(141 13f (141 13b (141 12f 426) (144 133 142)))"
#define GET_NUMBER "(141 13f (141 13b (141 12f 426)) (142 13d (141 139 (141 130 ffd))))"
#define DOOR "(141 13f (142 13d (141 139 (141 130 83e))))"

/* 0: no match, 1: without claiming, 2: with claiming. FreeSCI's result is given only
 * where it differs. */
static const struct vector {
	const char *sentence, *spec;
	unsigned sierra, freesci;
} vectors[] = {
	{ LOOK, "0421ff", 2, 2 },
	{ LOOK, "0421f2083eff", 0, 0 },
	{ LOOK, "0421f5f2083ef6ff", 2, 2 },
	{ LOOK, "0421f5f20ffef6ff", 2, 2 },
	{ LOOK, "f20fffff", 0, 0 },
	{ LOOK, "f50421f6f2083eff", 0, 0 },
	{ LOOK_DOOR, "0421ff", 2, 2 },
	{ LOOK_DOOR, "0421f5f2083ef6ff", 2, 2 },
	{ LOOK_DOOR, "0421f5f20ffef6ff", 0, 0 },
	{ LOOK_DOOR, "f2083eff", 2, 2 },
	{ LOOK_DOOR, "f20fffff", 2, 2 },
	{ LOOK_DOOR, "0421f9ff", 1, 1 },
	{ LOOK_DOOR, "0421f800caf2083eff", 0, 0 },
	{ LOOK_DOOR, "0421f5f800caf6f2083eff", 2, 2 },
	{ LOOK_DOOR, "0421f2083ef80200ff", 0, 0 },
	{ LOOK_DOOR, "0421f2083ef5f80ffef6ff", 2, 2 },
	{ LOOK_MAN, "0421f5f2083ef6ff", 0, 0 },
	{ LOOK_AT_THE_DOOR, "0421f800caf2083eff", 2, 2 },
	{ LOOK_AT_THE_DOOR, "0421f2083eff", 2, 2 },
	{ LOOK_RED_DOOR, "0421f2083ef80200ff", 2, 2 },
	{ LOOK_RED_DOOR, "0421f2083ef5f80200f6ff", 2, 2 },
	{ LOOK_RED_DOOR, "0421f2083ef5f80ffef6ff", 0, 0 },
	{ LOOK_BLUE_DOOR, "0421f2083ef5f80200f6ff", 0, 0 },
	{ UNLOCK_DOOR_WITH_KEY, "0434f2083ef207e7ff", 2, 2 },
	{ UNLOCK_DOOR_WITH_KEY, "0434f2083ef207e7f80098ff", 2, 2 },
	{ UNLOCK_DOOR_WITH_KEY, "0434f207e7f2083eff", 0, 0 },
	{ ASK_ABOUT_KEY, "040df2f207e7ff", 2, 2 },
	{ ASK_MAN, "040df2f207e7ff", 0, 0 },
	{ PUT_DOWN_KEY, "0428f80143f207e7ff", 2, 2 },
	{ PUT_KEY_DOWN, "0428f80143f207e7ff", 2, 0 },
	{ GET_UP, "0426f80142ff", 2, 2 },
	{ GET_UP, "f30421f00426f4f5f8f30142f00143f4f6ff", 2, 0 },
	{ GET_NUMBER, "0426f20ffdff", 2, 2 },
	{ DOOR, "f50421f6f2083eff", 2, 0 },
};

static void the_vectors_of_the_specification(void **state)
{
	static struct matching m;
	uint8_t code[64];

	(void)state;
	for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		set_spec(&m, hex(vectors[i].spec, code));
		set_sentence(&m, vectors[i].sentence);
		if (match_both(&m) != vectors[i].sierra)
			fail_msg("vector %zu: %s", i, vectors[i].spec);
		if (exh_sci_said_match_freesci(&m.said_memory.tree,
					       &m.sentence_memory.tree) !=
		    vectors[i].freesci)
			fail_msg("vector %zu, FreeSCI: %s", i, vectors[i].spec);
		exh_arena_free(&m.arena);
	}
}

/*
 * Random specs and sentences.
 */

static uint32_t roll_it(void *context, uint32_t below)
{
	return roll(context, below);
}

static void the_fast_matcher_agrees_with_the_plain_one(void **state)
{
	static struct matching m;
	uint64_t seed = 20;
	const struct chance chance = { roll_it, &seed };
	size_t counts[3] = { 0 };

	(void)state;
	for (int i = 0; i < RANDOM_SPECS; i++) {
		struct code_memory code;

		set_spec(&m, pick_spec(&chance, &code));
		for (int k = 0; k < RANDOM_SENTENCES; k++) {
			pick_sentence(&chance, empty_tree(&m.sentence_memory));
			exh_sci_said_input_set(&m.input, &m.sentence_memory.tree);
			counts[match_both(&m)]++;
		}
		exh_arena_free(&m.arena);
	}
	for (size_t i = 0; i < 3; i++)
		assert_true(counts[i] > RANDOM_SPECS / 10);
}

/*
 * Reasons why a spec does not match.
 */

/* The part that failed, in the text of a spec without a vocabulary. */
static void assert_explained(const char *sentence, const char *spec, const char *expected)
{
	static struct matching m;
	struct exh_writer text = { .limit = LIMIT };
	struct exh_sci_said_failure failure;
	struct exh_sci_said_span span;
	struct exh_bytes code;
	uint8_t bytes[64];
	char found[64];

	code = hex(spec, bytes);
	set_spec(&m, code);
	if (sentence)
		set_sentence(&m, sentence);
	else
		exh_sci_said_input_set(&m.input, empty_tree(&m.sentence_memory));
	assert_true(exh_sci_said_explain(&m.said_memory.tree, m.spans, &m.said, &m.input,
					 &failure));
	span = exh_sci_said_text_span(code, NULL, failure.bytes);
	assert_int_equal(exh_sci_said_decompile(code, NULL, &text, NULL), EXH_OK);
	assert_true(span.end <= text.size);
	snprintf(found, sizeof found, "%.*s", (int)(span.end - span.first),
		 (const char *)text.data + span.first);
	assert_string_equal(found, expected);
	exh_writer_free(&text);
	exh_arena_free(&m.arena);
}

static void the_part_that_fails_is_reported(void **state)
{
	(void)state;
	assert_explained(LOOK, "0426ff", "{0x426}");
	assert_explained(LOOK, "0421f2083eff", "/{0x83e}");
	assert_explained(LOOK_MAN, "0421f2083eff", "/{0x83e}");
	assert_explained(LOOK_MAN, "0421f5f2083ef6ff", "/{0x83e}");
	assert_explained(LOOK_MAN, "0421f2083ef007e7ff", "/{0x83e},{0x7e7}");
	assert_explained(LOOK_DOOR, "0421f2083ef80200ff", "<{0x200}");
	assert_explained(LOOK_RED_DOOR, "0421f2083ef801faff", "<{0x1fa}");
	assert_explained(LOOK_RED_DOOR, "0421f2083ef5f80ffef6ff", "<!*");
	assert_explained(LOOK_DOOR, "0421f800caf2083eff", "<{0x0ca}");
	assert_explained(UNLOCK_DOOR_WITH_KEY, "0434f2083ef2083eff", "/{0x83e}");
	assert_explained(UNLOCK_DOOR_WITH_KEY, "0434f2083ef207e7f800caff", "<{0x0ca}");
	assert_explained(GET_UP, "f30421f00426f4f5f8f30143f00144f4f6ff",
			 "<({0x143},{0x144})");
	assert_explained(NULL, "0421ff", "{0x421}");
}

static void a_spec_that_matches_has_no_such_part(void **state)
{
	static struct matching m;
	struct exh_sci_said_failure failure;
	uint8_t bytes[8];

	(void)state;
	set_spec(&m, hex("0421ff", bytes));
	set_sentence(&m, LOOK);
	assert_false(exh_sci_said_explain(&m.said_memory.tree, m.spans, &m.said, &m.input,
					  &failure));
	exh_arena_free(&m.arena);
}

/* The empty spec '/' has no part that could fail. */
static void a_rejected_sentence_is_matched_by_nothing(void **state)
{
	static const char *const specs[] = { "0421ff", "0fffff", "f2ff", "f5f2f6ff" };
	static struct matching m;
	uint8_t bytes[8];

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		set_spec(&m, hex(specs[i], bytes));
		exh_sci_said_input_set(&m.input, empty_tree(&m.sentence_memory));
		assert_int_equal(match_both(&m), EXH_SCI_SAID_NO);
		assert_int_equal(exh_sci_said_match_freesci(&m.said_memory.tree,
							    &m.sentence_memory.tree),
				 EXH_SCI_SAID_NO);
		exh_arena_free(&m.arena);
	}
}

/* Trees that no spec has: an object in an object, a leaf that is no word, '>' in the
 * middle. */
static void trees_of_no_spec_are_refused(void **state)
{
	static const char *const trees[] = {
		"(141 13f (142 14a (142 14a (141 14f (141 153 1)))))",
		"(141 13f (141 149 (145 14f (141 153 1))))",
		"(141 13f (14b f900 f900) (141 149 (141 14f (141 153 1))))",
		"(141 13f (152 142 5))",
		"(141 153 421)",
		"(142 14a (141 14f (141 153 1)))",
	};
	static struct tree_memory memory;
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_sci_said said;

	(void)state;
	for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
		assert_int_equal(exh_sci_said_prepare(tree_of(&memory, trees[i]), &arena,
						      &said, NULL),
				 EXH_INVALID);
	assert_int_equal(exh_sci_said_prepare(empty_tree(&memory), &arena, &said, NULL),
			 EXH_INVALID);
	arena.limit = 16;
	assert_int_equal(
		exh_sci_said_prepare(tree_of(&memory, "(141 13f (141 149 (141 14f (141 "
						      "153 1))))"),
				     &arena, &said, NULL),
		EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_vectors_of_the_specification),
		cmocka_unit_test(the_fast_matcher_agrees_with_the_plain_one),
		cmocka_unit_test(the_part_that_fails_is_reported),
		cmocka_unit_test(a_spec_that_matches_has_no_such_part),
		cmocka_unit_test(a_rejected_sentence_is_matched_by_nothing),
		cmocka_unit_test(trees_of_no_spec_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
