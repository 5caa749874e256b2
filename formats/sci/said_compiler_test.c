#include "said_testing.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 20, RANDOM_SPECS = 20000, RANDOM_CODES = 40000 };

/*
 * A small vocabulary, made here.
 */

struct vocabulary {
	struct exh_sci_word items[32];
	struct exh_sci_words words;
	struct exh_arena arena;
	struct exh_sci_lexicon lexicon;
};

static void add_word(struct vocabulary *v, const char *text, unsigned group)
{
	v->items[v->words.count++] = (struct exh_sci_word){
		.text = { (const uint8_t *)text, strlen(text), 0 },
		.class_mask = 0x100,
		.group = (uint16_t)group,
	};
}

/* Some words look like operators or other words, or are listed twice. */
static int open_vocabulary(void **state)
{
	static struct vocabulary v;

	v = (struct vocabulary){ .arena = { .limit = LIMIT } };
	v.words.items = v.items;
	add_word(&v, "a/b", 0x006);
	add_word(&v, "any", 0x777);
	add_word(&v, "ask", 0x40d);
	add_word(&v, "at", 0x0ca);
	add_word(&v, "bass", 0x001);
	add_word(&v, "beer", 0x002);
	add_word(&v, "bass", 0x002);
	add_word(&v, "bitter", 0x002);
	add_word(&v, "don't", 0x005);
	add_word(&v, "door", 0x83e);
	add_word(&v, "down", 0x143);
	add_word(&v, "get", 0x426);
	add_word(&v, "key", 0x7e7);
	add_word(&v, "look", 0x421);
	add_word(&v, "look around", 0x007);
	add_word(&v, "na\x8bve", 0x003);
	add_word(&v, "take", 0x426);
	add_word(&v, "the bass", 0x004);
	add_word(&v, "up", 0x142);
	assert_int_equal(exh_sci_lexicon_open(&v.words, NULL, &v.arena, &v.lexicon, NULL),
			 EXH_OK);
	*state = &v;
	return 0;
}

static int close_vocabulary(void **state)
{
	exh_arena_free(&((struct vocabulary *)*state)->arena);
	return 0;
}

static const struct exh_sci_lexicon *lexicon_of(void **state)
{
	return &((struct vocabulary *)*state)->lexicon;
}

static enum exh_status compile(const char *text, const struct exh_sci_lexicon *lexicon,
			       bool lenient, struct exh_writer *out,
			       struct exh_error *err)
{
	uint8_t *tight = tight_copy(text, strlen(text));
	const enum exh_status status = exh_sci_said_compile(
		(struct exh_bytes){ tight, strlen(text), 0 }, lexicon,
		lenient ? EXH_SCI_SAID_LENIENT : EXH_SCI_SAID_STRICT, out, err);

	free(tight);
	return status;
}

static void hex_of(struct exh_bytes code, char *out)
{
	for (size_t i = 0; i < code.size; i++)
		snprintf(out + 2 * i, 3, "%02x", code.data[i]);
	out[2 * code.size] = '\0';
}

static void assert_compiles(const char *text, const struct exh_sci_lexicon *lexicon,
			    bool lenient, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err;
	char found[512];

	if (compile(text, lexicon, lenient, &out, &err))
		fail_msg("%s: %zu: %s", text, err.offset, err.text);
	hex_of(exh_writer_bytes(&out), found);
	assert_string_equal(found, expected);
	exh_writer_free(&out);
}

static void assert_fails(const char *text, const struct exh_sci_lexicon *lexicon,
			 size_t offset, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err;

	exh_write_u8(&out, 0x55);
	assert_int_equal(compile(text, lexicon, false, &out, &err), EXH_INVALID);
	assert_int_equal(out.size, 1);
	if (!strstr(err.text, expected) || err.offset != offset)
		fail_msg("%s: %zu: %s", text, err.offset, err.text);
	exh_writer_free(&out);
}

/* Compiles as SCI Companion does. expected: bytes, or the beginning of the error. */
static void assert_joins(const char *text, const struct exh_sci_lexicon *lexicon,
			 enum exh_status status, const char *expected)
{
	uint8_t *tight = tight_copy(text, strlen(text));
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { .text = "" };
	char found[512];

	assert_int_equal(
		exh_sci_said_compile((struct exh_bytes){ tight, strlen(text), 0 },
				     lexicon, EXH_SCI_SAID_JOIN, &out, &err),
		status);
	hex_of(exh_writer_bytes(&out), found);
	if (status)
		snprintf(found, sizeof found, "%zu: %s", err.offset, err.text);
	assert_memory_equal(found, expected, strlen(expected) + !status);
	exh_writer_free(&out);
	free(tight);
}

static void words_and_operators_become_bytes(void **state)
{
	const struct exh_sci_lexicon *lexicon = lexicon_of(state);

	assert_compiles("look", lexicon, false, "0421ff");
	assert_compiles("look[/door]", lexicon, false, "0421f5f2083ef6ff");
	assert_compiles(" 'look[ / door ]'\t", lexicon, false, "0421f5f2083ef6ff");
	assert_compiles("LOOK , Take > ", lexicon, false, "0421f00426f9ff");
	assert_compiles("(look,get)[<(up,down)]", lexicon, false,
			"f30421f00426f4f5f8f30142f00143f4f6ff");
	assert_compiles("/*", lexicon, false, "f20fffff");
	assert_compiles("any/anyword", lexicon, false, "0ffff20fffff");
	assert_compiles("[/!*]", lexicon, false, "f5f20ffef6ff");
	assert_compiles("noword/UnknownNumber", lexicon, false, "0ffef20ffdff");
	assert_compiles("{0x421}/{0X83E}/{0x1}", lexicon, false, "0421f2083ef20001ff");
	assert_compiles("na\x8bve/don't", lexicon, false, "0003f20005ff");
	assert_compiles("/", lexicon, false, "f2ff");
	assert_compiles("ask//key", lexicon, false, "040df2f207e7ff");
	assert_compiles("&#look look[", lexicon, true, "f1f704210421f5ff");
	assert_compiles("", lexicon, true, "ff");
}

static void without_a_vocabulary_words_are_groups(void **state)
{
	(void)state;
	assert_compiles("421/0x83E", NULL, false, "0421f2083eff");
	assert_compiles("*[/{0x005}]", NULL, false, "0ffff5f20005f6ff");
	assert_fails("421/1000", NULL, 4, "1000 is not a group");
	assert_fails("look", NULL, 0, "needs a vocabulary");
}

static void blanks_within_a_literal_may_be_dropped(void **state)
{
	const struct exh_sci_lexicon *lexicon = lexicon_of(state);
	char word[600];

	assert_joins("lo ok", lexicon, EXH_OK, "0421ff");
	assert_joins(" ' LO\to k / d  o or [ < u p ] ' ", lexicon, EXH_OK,
		     "0421f2083ef5f80142f6ff");
	assert_joins("look door", lexicon, EXH_INVALID, "0: unknown word lookdoor");
	assert_joins("look/key kee p", lexicon, EXH_INVALID, "5: unknown word keykeep");
	assert_joins("look / do or & key", lexicon, EXH_INVALID, "13: '&' has a code");
	assert_joins("look {0x005}", lexicon, EXH_INVALID, "5: ");
	assert_joins("4 2 1/*", NULL, EXH_OK, "0421f20fffff");
	/* Any number of blanks. */
	memset(word, ' ', sizeof word);
	word[0] = 'l';
	word[1] = 'o';
	memcpy(word + sizeof word - 3, "ok", 3);
	assert_joins(word, lexicon, EXH_OK, "0421ff");
}

static void mistakes_are_reported_by_their_place(void **state)
{
	const struct exh_sci_lexicon *lexicon = lexicon_of(state);

	assert_fails("", lexicon, 0, "without words");
	assert_fails("  ''", lexicon, 3, "without words");
	assert_fails(">", lexicon, 0, "a word, '(', '[', '<' or '/' expected, not '>'");
	assert_fails(">look", lexicon, 0, "expected, not '>'");
	assert_fails("look,", lexicon, 5, "a word, '(' or '[' expected, not the end");
	assert_fails("look ]", lexicon, 5, "not ']'");
	assert_fails("(look", lexicon, 5, "')' expected, not the end");
	assert_fails("(look]", lexicon, 5, "')' expected, not ']'");
	assert_fails("look & door", lexicon, 5, "'&' has a code");
	assert_fails("#", lexicon, 0, "'#' has a code");
	assert_fails("look/up/down/key", lexicon, 12, "a fourth part");
	assert_fails("look[/door[/key]]", lexicon, 10, "']' expected, not '['");
	assert_fails("look>door", lexicon, 5, "after '>'");
	assert_fails("look>>", lexicon, 5, "after '>'");
	assert_fails("look door", lexicon, 5, "not a word");
	assert_fails("look  dor", lexicon, 6, "unknown word dor; nearest: door");
	assert_fails("[/look/]", lexicon, 6, "']' expected, not '/'");
	assert_fails("look<", lexicon, 5, "not the end");
	assert_fails("look/}", lexicon, 5, "'}' without '{'");
	assert_fails("look/{421}", lexicon, 5, "{0xNNN} expected");
	assert_fails("look/{0x1234}", lexicon, 5, "{0xNNN} expected");
	assert_fails("{0x421", lexicon, 0, "{0xNNN} expected");
	assert_fails("{0x}", lexicon, 0, "{0xNNN} expected");
	assert_fails("xyzzy", lexicon, 0, "unknown word xyzzy");
	assert_fails("'look,door/xyzzy'", lexicon, 11, "unknown word xyzzy");
}

/*
 * Decompiling.
 */

static void assert_decompiles(const struct exh_sci_lexicon *lexicon, const char *bytes,
			      size_t size, const char *expected)
{
	uint8_t *tight = tight_copy(bytes, size);
	struct exh_writer out = { .limit = LIMIT };

	assert_int_equal(exh_sci_said_decompile((struct exh_bytes){ tight, size, 0 },
						lexicon, &out, NULL),
			 EXH_OK);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
	free(tight);
}

static void the_first_word_that_means_the_group_stands_for_it(void **state)
{
	const struct exh_sci_lexicon *lexicon = lexicon_of(state);

	assert_decompiles(lexicon, "\x04\x21\xf5\xf2\x08\x3e\xf6\xff", 8, "look[/door]");
	assert_decompiles(lexicon, "\x04\x26\xf0\x04\x21\x08\x3e\xf9\xff", 9,
			  "get,look door>");
	assert_decompiles(lexicon, "\x00\x02\xff", 3, "beer");
	assert_decompiles(lexicon, "\x00\x04\xff", 3, "{0x004}");
	assert_decompiles(lexicon, "\x00\x06\x00\x07\xff", 5, "{0x006} {0x007}");
	assert_decompiles(lexicon, "\x07\x77\xf2\x0f\xff\xff", 6, "{0x777}/*");
	assert_decompiles(lexicon, "\x0f\xfe\x0f\xfd\xff", 5, "!* unknownnumber");
	assert_decompiles(lexicon, "\x00\x03\xf1\xf7\xff", 5, "na\x8bve&#");
	assert_decompiles(NULL, "\x04\x21\xff", 3, "{0x421}");
	assert_decompiles(NULL, "\xff", 1, "");
}

static void of_a_group_the_word_that_is_used_most_stands_for_it(void **state)
{
	struct exh_sci_lexicon counted = *lexicon_of(state);
	uint32_t uses[32] = { 0 };

	counted.uses = uses;
	assert_decompiles(&counted, "\x04\x26\xf2\0\2\xff", 6, "get/beer");
	for (size_t i = 0; i < counted.words->count; i++)
		uses[i] = (uint32_t)i;
	assert_decompiles(&counted, "\x04\x26\xf2\0\2\xff", 6, "take/bitter");
	/* The second bass compiles to the first one's group, whatever its count; "a/b" is
	 * no usable word. */
	uses[6] = 99;
	assert_decompiles(&counted, "\0\1\xf2\0\2\xf2\0\6\xff", 9, "bass/bitter/{0x006}");
	uses[5] = uses[7];
	assert_decompiles(&counted, "\0\2\xff", 3, "beer");
}

static void bytes_of_no_spec_are_reported(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err;

	(void)state;
	assert_int_equal(
		exh_sci_said_decompile(
			(struct exh_bytes){ (const uint8_t *)"\x04\x21", 2, 100 }, NULL,
			&out, &err),
		EXH_TRUNCATED);
	assert_int_equal(err.offset, 102);
	assert_int_equal(exh_sci_said_decompile(
				 (struct exh_bytes){ (const uint8_t *)"\x04", 1, 100 },
				 NULL, &out, &err),
			 EXH_TRUNCATED);
	assert_int_equal(err.offset, 100);
	assert_int_equal(exh_sci_said_decompile((struct exh_bytes){ NULL, 0, 0 }, NULL,
						&out, &err),
			 EXH_TRUNCATED);
	for (unsigned byte = 0; byte < 256; byte++) {
		const uint8_t code[] = { (uint8_t)byte, 1, 0xff, 0xff };
		const bool is_fine =
			byte < 0x10 || byte == 0xff || (byte >= 0xf0 && byte <= 0xf9);
		size_t size = 0;
		const enum exh_status status = exh_sci_said_size(
			(struct exh_bytes){ code, sizeof code, 0 }, &size, &err);

		assert_int_equal(status, is_fine ? EXH_OK : EXH_INVALID);
		if (is_fine)
			assert_int_equal(size, byte == 0xff ? 1 : byte < 0x10 ? 3 : 4);
	}
	assert_int_equal(
		exh_sci_said_decompile(
			(struct exh_bytes){ (const uint8_t *)"\x04\x21\xff\x00", 4, 0 },
			NULL, &out, &err),
		EXH_INVALID);
	assert_int_equal(err.offset, 3);
	assert_int_equal(out.size, 0);
}

/*
 * Trees.
 */

static void assert_tree(void **state, const char *text, const char *expected)
{
	struct exh_writer code = { .limit = LIMIT }, out = { .limit = LIMIT };
	struct tree_memory memory;

	assert_int_equal(compile(text, lexicon_of(state), false, &code, NULL), EXH_OK);
	assert_int_equal(exh_sci_said_tree(exh_writer_bytes(&code), empty_tree(&memory),
					   NULL, NULL, NULL),
			 EXH_OK);
	exh_sci_tree_print(&memory.tree, &out);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
	exh_writer_free(&code);
}

static void trees_are_those_of_the_specification(void **state)
{
	assert_tree(state, "look[/door]",
		    "(141 13f (141 149 (141 14f (141 153 421))) (152 142 (142 14a (141 "
		    "14f (141 153 83e)))))");
	assert_tree(state, "ask//key",
		    "(141 13f (141 149 (141 14f (141 153 40d))) (143 14a (141 14f (141 "
		    "153 7e7))))");
	assert_tree(state, "look/door[<!*]",
		    "(141 13f (141 149 (141 14f (141 153 421))) (142 14a (141 14f (141 "
		    "153 83e)) (152 144 (144 14f (141 153 ffe)))))");
	assert_tree(state, "look<at<up",
		    "(141 13f (141 149 (141 14f (141 153 421)) (144 14f (141 153 ca)) "
		    "(141 144 (144 14f (141 153 142)))))");
	assert_tree(state, "look,[get]",
		    "(141 13f (141 149 (141 14f (141 153 421) (152 14c (141 14f (141 153 "
		    "426))))))");
	assert_tree(state, "(look,get)[<(up,down)]",
		    "(141 13f (141 149 (141 14f (141 14c (141 14f (141 153 421) (141 153 "
		    "426)))) (152 144 (144 14f (141 14c (141 14f (141 153 142) (141 153 "
		    "143)))))))");
	assert_tree(state, "look>",
		    "(141 13f (141 149 (141 14f (141 153 421))) (14b f900 f900))");
	assert_tree(state, "/", "(141 13f)");
	assert_tree(state, "[[/]]/[<up]",
		    "(141 13f (152 142 (152 142)) (143 14a (141 14f (152 14c (144 14f "
		    "(141 153 142))))))");
	assert_tree(state, "look<at[<up]",
		    "(141 13f (141 149 (141 14f (141 153 421)) (144 14f (141 153 ca)) "
		    "(141 144 (152 144 (144 14f (141 153 142))))))");
}

/*
 * The same grammar, read as in sci0-formats 4.2: each alternative is tried, and undone if
 * it does not fit.
 */
struct trial {
	const uint8_t *code;
	struct exh_sci_tree *tree;
	size_t pos;
};

static bool try_expression(struct trial *t);
static bool try_reference(struct trial *t);

static bool back(struct trial *t, struct trial to, size_t count)
{
	*t = to;
	t->tree->count = count;
	return false;
}

static bool try_code(struct trial *t, unsigned code)
{
	if (t->code[t->pos] != code)
		return false;
	t->pos++;
	return true;
}

static bool try_bracket(struct trial *t, unsigned open, unsigned close, unsigned major,
			unsigned minor, bool (*inner)(struct trial *))
{
	const struct trial old = *t;
	const size_t node = t->tree->count;

	exh_sci_tree_open_node(t->tree, major, minor);
	if (!try_code(t, open) || !inner(t) || !try_code(t, close))
		return back(t, old, node);
	exh_sci_tree_end(t->tree, node);
	return true;
}

static bool try_entry(struct trial *t)
{
	if (try_bracket(t, SAID_OPEN_OPTION, SAID_CLOSE_OPTION, 0x152, 0x14c,
			try_expression) ||
	    try_bracket(t, SAID_OPEN, SAID_CLOSE, 0x141, 0x14c, try_expression))
		return true;
	if (!said_is_word(t->code[t->pos]))
		return false;
	exh_sci_tree_add_leaf(t->tree, 0x141, 0x153,
			      (unsigned)t->code[t->pos] << 8 | t->code[t->pos + 1]);
	t->pos += 2;
	return true;
}

static bool try_list(struct trial *t)
{
	struct trial old;
	size_t count;

	if (!try_entry(t))
		return false;
	old = *t;
	count = t->tree->count;
	if (!try_code(t, SAID_COMMA) || !try_list(t))
		back(t, old, count);
	return true;
}

static bool try_plain_reference(struct trial *t)
{
	const struct trial old = *t;
	size_t node = t->tree->count, count;
	struct trial after;

	exh_sci_tree_open_node(t->tree, 0x144, 0x14f);
	if (!try_code(t, SAID_LESS) || !try_list(t))
		return back(t, old, node);
	exh_sci_tree_end(t->tree, node);
	after = *t;
	count = node = t->tree->count;
	exh_sci_tree_open_node(t->tree, 0x141, 0x144);
	if (try_reference(t))
		exh_sci_tree_end(t->tree, node);
	else
		back(t, after, count);
	return true;
}

static bool try_reference(struct trial *t)
{
	return try_plain_reference(t) ||
	       try_bracket(t, SAID_OPEN_OPTION, SAID_CLOSE_OPTION, 0x152, 0x144,
			   try_reference);
}

static bool try_expression(struct trial *t)
{
	const struct trial old = *t;
	const size_t node = t->tree->count;

	exh_sci_tree_open_node(t->tree, 0x141, 0x14f);
	if (!try_list(t)) {
		back(t, old, node);
		return try_reference(t);
	}
	exh_sci_tree_end(t->tree, node);
	try_reference(t);
	return true;
}

static bool try_part(struct trial *t, unsigned tag);

static bool try_object(struct trial *t)
{
	return try_part(t, 0x142);
}

static bool try_indirect(struct trial *t)
{
	return try_part(t, 0x143);
}

static bool try_part(struct trial *t, unsigned tag)
{
	const struct trial old = *t;
	const size_t node = t->tree->count;

	exh_sci_tree_open_node(t->tree, tag, 0x14a);
	if (try_code(t, SAID_SLASH) && try_expression(t)) {
		exh_sci_tree_end(t->tree, node);
		return true;
	}
	back(t, old, node);
	return try_bracket(t, SAID_OPEN_OPTION, SAID_CLOSE_OPTION, 0x152, tag,
			   tag == 0x142 ? try_object : try_indirect) ||
	       try_code(t, SAID_SLASH);
}

static bool try_spec(struct exh_bytes code, struct exh_sci_tree *tree)
{
	struct trial t = { code.data, tree, 0 }, old;
	size_t node;
	bool some;

	exh_sci_tree_open_node(tree, 0x141, 0x13f);
	old = t;
	node = tree->count;
	exh_sci_tree_open_node(tree, 0x141, 0x149);
	some = try_expression(&t);
	if (some)
		exh_sci_tree_end(tree, node);
	else
		back(&t, old, node);
	if (try_object(&t)) {
		some = true;
		try_indirect(&t);
	}
	if (some && try_code(&t, SAID_MORE))
		exh_sci_tree_add_leaf(tree, 0x14b, 0xf900, 0xf900);
	exh_sci_tree_end(tree, 0);
	return some && t.code[t.pos] == SAID_END;
}

static bool is_same_node(const struct exh_sci_node *a, const struct exh_sci_node *b)
{
	return a->major == b->major && a->minor == b->minor && a->group == b->group &&
	       a->end == b->end && a->is_leaf == b->is_leaf;
}

static void assert_same_tree(struct exh_bytes code, size_t *good)
{
	static struct tree_memory ours, tried;
	struct exh_error err;
	char text[256];
	const bool fits = try_spec(code, empty_tree(&tried));
	const enum exh_status status =
		exh_sci_said_tree(code, empty_tree(&ours), NULL, NULL, &err);

	hex_of(code, text);
	if (fits != !status)
		fail_msg("%s: %s", text, status ? err.text : "it fits no rule");
	if (!fits)
		return;
	++*good;
	assert_int_equal(ours.tree.count, tried.tree.count);
	for (size_t i = 0; i < ours.tree.count; i++)
		if (!is_same_node(&ours.nodes[i], &tried.nodes[i]))
			fail_msg("%s: node %zu", text, i);
}

static void no_rule_has_to_be_taken_back(void **state)
{
	static const uint8_t codes[] = { SAID_COMMA, SAID_SLASH,       SAID_OPEN,
					 SAID_CLOSE, SAID_OPEN_OPTION, SAID_CLOSE_OPTION,
					 SAID_LESS,  SAID_MORE,	       1,
					 1 };
	uint64_t seed = 4;
	size_t good = 0;

	(void)state;
	for (int i = 0; i < 400000; i++) {
		uint8_t data[32];
		size_t size = 0, count = 1 + roll(&seed, 9);

		for (; count; count--) {
			data[size] = codes[roll(&seed, sizeof codes)];
			if (said_is_word(data[size++]))
				data[size++] = (uint8_t)(1 + roll(&seed, 3));
		}
		data[size++] = SAID_END;
		assert_same_tree((struct exh_bytes){ data, size, 0 }, &good);
	}
	assert_true(good > 2000);
}

/*
 * Random specs.
 */

static uint32_t roll_it(void *context, uint32_t below)
{
	return roll(context, below);
}

static void assert_round_trip(struct exh_bytes code,
			      const struct exh_sci_lexicon *lexicon, bool lenient)
{
	struct exh_writer text = { .limit = LIMIT }, again = { .limit = LIMIT };
	struct exh_error err;

	assert_int_equal(exh_sci_said_decompile(code, lexicon, &text, NULL), EXH_OK);
	if (exh_sci_said_compile(exh_writer_bytes(&text), lexicon,
				 lenient ? EXH_SCI_SAID_LENIENT : EXH_SCI_SAID_STRICT,
				 &again, &err))
		fail_msg("%.*s: %zu: %s", (int)text.size, (const char *)text.data,
			 err.offset, err.text);
	assert_same_bytes(exh_writer_bytes(&again), code.data, code.size);
	exh_writer_free(&text);
	exh_writer_free(&again);
}

static void specs_compile_to_what_they_were(void **state)
{
	uint64_t seed = 7;
	const struct chance chance = { roll_it, &seed };
	struct code_memory code;

	for (int i = 0; i < RANDOM_SPECS; i++) {
		const struct exh_bytes spec = pick_spec(&chance, &code);
		size_t good = 0;

		assert_round_trip(spec, lexicon_of(state), false);
		if (spec.size < 120)
			assert_same_tree(spec, &good);
	}
}

static void any_order_of_codes_compiles_leniently(void **state)
{
	uint64_t seed = 8;

	for (int i = 0; i < RANDOM_CODES; i++) {
		uint8_t data[64];
		size_t size = 0, count = roll(&seed, 20);

		for (; count; count--)
			if (roll(&seed, 3)) {
				const unsigned group = roll(&seed, 2) ? roll(&seed, 12)
								      : roll(&seed, 4096);

				data[size++] = (uint8_t)(group >> 8);
				data[size++] = (uint8_t)group;
			} else {
				data[size++] = (uint8_t)(SAID_COMMA + roll(&seed, 10));
			}
		data[size++] = SAID_END;
		assert_round_trip((struct exh_bytes){ data, size, 0 }, lexicon_of(state),
				  true);
	}
}

static void assert_limit(const char *before, const char *after, size_t count,
			 const char *expected)
{
	struct exh_writer text = { .limit = 1 << 24 }, code = { .limit = 1 << 24 };
	struct exh_error err;

	for (size_t i = 0; i < count; i++)
		exh_write_bytes(&text, before, strlen(before));
	exh_write_u8(&text, '1');
	for (size_t i = 0; i < count; i++)
		exh_write_bytes(&text, after, strlen(after));
	assert_int_equal(exh_sci_said_compile(exh_writer_bytes(&text), NULL,
					      EXH_SCI_SAID_STRICT, &code, &err),
			 EXH_LIMIT);
	assert_non_null(strstr(err.text, expected));
	exh_writer_free(&text);
	exh_writer_free(&code);
}

static void depth_and_length_have_limits(void **state)
{
	(void)state;
	assert_limit("(", ")", 129, "nested");
	assert_limit("(", "", 1 << 20, "nested");
	assert_limit("[", "", 1 << 20, "nested");
	assert_limit("1<", "", 1 << 20, "nested");
	assert_limit("1,", "", 1 << 20, "nodes");
}

/* Reads as many words as fill a spec of this many codes, including the end. */
static void read_long(size_t codes, struct exh_notes *notes)
{
	struct exh_writer code = { .limit = LIMIT };
	static struct tree_memory memory;

	for (size_t i = 2; i < codes / 2 * 2; i += 2)
		exh_write_bytes(&code, "\x00\x01\xf0", 3);
	exh_write_bytes(&code, "\x00\x01", 2);
	exh_write_bytes(&code, codes & 1 ? "\xf9\xff" : "\xff", codes & 1 ? 2 : 1);
	assert_int_equal(exh_sci_said_tree(exh_writer_bytes(&code), empty_tree(&memory),
					   NULL, notes, NULL),
			 EXH_OK);
	exh_writer_free(&code);
}

static void what_the_interpreter_has_no_room_for_is_reported(void **state)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };

	(void)state;
	read_long(50, &notes);
	assert_null(notes.first);
	read_long(51, &notes);
	assert_true(has_note(&notes, EXH_WARNING, "51 words and operators"));
	assert_int_equal(notes.warning_count, 1);
	read_long(600, &notes);
	assert_true(has_note(&notes, EXH_WARNING, "303 nodes"));
	exh_arena_free(&arena);
}

/* The nodes of look<at/door: root, 149, list, word, 144, word, 142, list, word. */
static void nodes_know_their_bytes(void **state)
{
	static const struct exh_sci_said_span expected[] = {
		{ 0, 8 }, { 0, 5 }, { 0, 2 }, { 0, 2 }, { 2, 5 },
		{ 3, 5 }, { 5, 8 }, { 6, 8 }, { 6, 8 },
	};
	static const uint8_t code[] = { 4, 0x21, 0xf8, 0, 0xca, 0xf2, 8, 0x3e, 0xff };
	static struct exh_sci_said_span spans[EXH_SCI_TREE_NODES];
	static struct tree_memory memory;

	(void)state;
	assert_int_equal(exh_sci_said_tree((struct exh_bytes){ code, sizeof code, 0 },
					   empty_tree(&memory), spans, NULL, NULL),
			 EXH_OK);
	assert_int_equal(memory.tree.count, 9);
	assert_memory_equal(spans, expected, sizeof expected);
}

static void bytes_know_their_text(void **state)
{
	static const uint8_t data[] = { 4, 0x21, 8, 0x3e, 0xf2, 0, 9, 0xff };
	const struct exh_bytes code = { data, sizeof data, 0 };
	const struct exh_sci_lexicon *lexicon = lexicon_of(state);
	struct exh_sci_said_span span;

	/* look door/{0x009} */
	span = exh_sci_said_text_span(code, lexicon, (struct exh_sci_said_span){ 2, 4 });
	assert_int_equal(span.first, 5);
	assert_int_equal(span.end, 9);
	span = exh_sci_said_text_span(code, lexicon, (struct exh_sci_said_span){ 4, 7 });
	assert_int_equal(span.first, 9);
	assert_int_equal(span.end, 17);
	span = exh_sci_said_text_span(code, lexicon, (struct exh_sci_said_span){ 7, 7 });
	assert_int_equal(span.first, 17);
	assert_int_equal(span.end, 17);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_operators_become_bytes),
		cmocka_unit_test(without_a_vocabulary_words_are_groups),
		cmocka_unit_test(blanks_within_a_literal_may_be_dropped),
		cmocka_unit_test(mistakes_are_reported_by_their_place),
		cmocka_unit_test(the_first_word_that_means_the_group_stands_for_it),
		cmocka_unit_test(of_a_group_the_word_that_is_used_most_stands_for_it),
		cmocka_unit_test(bytes_of_no_spec_are_reported),
		cmocka_unit_test(trees_are_those_of_the_specification),
		cmocka_unit_test(no_rule_has_to_be_taken_back),
		cmocka_unit_test(specs_compile_to_what_they_were),
		cmocka_unit_test(any_order_of_codes_compiles_leniently),
		cmocka_unit_test(depth_and_length_have_limits),
		cmocka_unit_test(what_the_interpreter_has_no_room_for_is_reported),
		cmocka_unit_test(nodes_know_their_bytes),
		cmocka_unit_test(bytes_know_their_text),
	};

	return cmocka_run_group_tests(tests, open_vocabulary, close_vocabulary);
}
