#include "parse.h"

#include "task/memory.h"
#include "task/text.h"

#include <ctype.h>
#include <string.h>

enum { MAX_NEAREST = 5, MAX_SHOWN = 40 /* letters */ };

static const char *const status_names[] = { [EXH_SCI_SENTENCE_EMPTY] = "empty",
					    [EXH_SCI_SENTENCE_OK] = "ok",
					    [EXH_SCI_SENTENCE_UNKNOWN] = "unknown",
					    [EXH_SCI_SENTENCE_SYNTAX] = "syntax",
					    NULL };

const char *sentence_status_name(enum exh_sci_sentence_status status)
{
	return status_names[status];
}

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

void sentence_put_text(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		       struct exh_writer *out)
{
	if (sentence->page)
		exh_code_page_to_utf8(sentence->page, text, EXH_CP437_TEXT, out);
	else
		exh_write_bytes(out, text.data, text.size);
}

static void put_hex(struct exh_writer *out, unsigned number)
{
	char digits[8], *at = digits + sizeof digits;

	do
		*--at = "0123456789abcdef"[number & 15];
	while (number >>= 4);
	exh_write_bytes(out, at, (size_t)(digits + sizeof digits - at));
}

/*
 * A row of the table.
 */

static bool ends_cell(uint8_t c)
{
	return c == '\t' || c == '\r' || c == '\n';
}

/* Characters that would end a cell or a row become blanks, which mean the same between
 * words. */
static void put_cell(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		     struct exh_writer *out)
{
	for (size_t from = 0, i; from < text.size; from = i + 1) {
		for (i = from; i < text.size && !ends_cell(text.data[i]); i++)
			;
		sentence_put_text(sentence,
				  (struct exh_bytes){ text.data + from, i - from, 0 },
				  out);
		if (i < text.size)
			exh_write_u8(out, ' ');
	}
}

/* Appends the used letters of a word that is too long for a lookup. */
static void put_long_word(const struct exh_sci_sentence *sentence, struct exh_bytes word,
			  struct exh_writer *out)
{
	for (size_t i = 0; i < word.size; i++) {
		const uint8_t letter = (uint8_t)tolower(word.data[i]);

		if (isalnum(letter))
			sentence_put_text(sentence, (struct exh_bytes){ &letter, 1, 0 },
					  out);
	}
}

/* Appends the first unknown word, which is the one that the game names. */
static void put_unknown(const struct exh_sci_sentence *sentence, struct exh_bytes line,
			struct exh_writer *out)
{
	for (size_t i = 0; sentence->unknown_count && i < sentence->token_count; i++) {
		const struct exh_bytes text = exh_sci_token_text(sentence, i);
		const struct exh_sci_token *token = &sentence->tokens[i];

		if (token->lookup.way != EXH_SCI_UNKNOWN)
			continue;
		if (token->is_cut)
			put_long_word(sentence,
				      (struct exh_bytes){ line.data + token->offset,
							  token->size, 0 },
				      out);
		else
			sentence_put_text(sentence, text, out);
		return;
	}
}

static void put_tokens(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	for (size_t i = 0; !sentence->unknown_count && i < sentence->token_count; i++) {
		if (i)
			exh_write_u8(out, ' ');
		put_hex(out, sentence->tokens[i].class_mask);
		exh_write_u8(out, ':');
		put_hex(out, sentence->tokens[i].group);
	}
}

void sentence_put_row(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      struct exh_writer *out)
{
	put_cell(sentence, line, out);
	exh_write_u8(out, '\t');
	put(out, sentence_status_name(sentence->status));
	exh_write_u8(out, '\t');
	put_unknown(sentence, line, out);
	exh_write_u8(out, '\t');
	put_tokens(sentence, out);
	exh_write_u8(out, '\t');
	exh_sci_tree_print(&sentence->tree, out);
	exh_write_u8(out, '\n');
}

void sentence_put_rules(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	for (size_t i = 0; i < sentence->rule_count; i++)
		text_put(out, "%s%u", i ? " " : "", sentence->rules[i]);
}

/*
 * Words.
 */

static void put_word(const struct exh_sci_sentence *sentence, size_t i, size_t width,
		     struct exh_writer *out)
{
	const struct exh_sci_token *token = &sentence->tokens[i];
	const struct exh_bytes text = exh_sci_token_text(sentence, i);

	put(out, "  ");
	sentence_put_text(sentence, text, out);
	text_put(out, "%*s  ", (int)(width - text.size), "");
	if (token->lookup.way == EXH_SCI_UNKNOWN) {
		put(out, "unknown\n");
		return;
	}
	text_put(out, "%03x:%03x  ", token->class_mask, token->group);
	grammar_put_classes(out, token->class_mask, ", ");
	if (token->lookup.way == EXH_SCI_BY_NUMBER)
		put(out, " (a number)");
	if (token->lookup.way == EXH_SCI_BY_SUFFIX) {
		put(out, " (of ");
		exh_code_page_to_utf8(sentence->page, token->lookup.word->text,
				      EXH_CP437_TEXT, out);
		put(out, ")");
	}
	put(out, "\n");
}

void sentence_put_words(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	size_t width = 0;

	for (size_t i = 0; i < sentence->token_count; i++)
		if (sentence->tokens[i].text_size > width)
			width = sentence->tokens[i].text_size;
	for (size_t i = 0; i < sentence->token_count; i++)
		put_word(sentence, i, width, out);
	if (sentence->rule_count) {
		put(out, "  by records ");
		sentence_put_rules(sentence, out);
		put(out, "\n");
	}
}

/*
 * Drawings. Leaves are the words, in their order.
 */

static void put_label(const struct exh_sci_node *node, const char *separator,
		      struct exh_writer *out)
{
	grammar_put_tag(out, node->major);
	put(out, separator);
	grammar_put_symbol(out, node->minor);
}

void sentence_put_tree(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	const struct exh_sci_node *nodes = sentence->tree.nodes;
	uint16_t open[EXH_SCI_TREE_NODES];
	size_t depth = 0, word = 0;

	for (size_t i = 0; i < sentence->tree.count; i++) {
		for (; depth && nodes[open[depth - 1]].end <= i; depth--)
			exh_write_u8(out, ')');
		put(out, i ? " (" : "(");
		put_label(&nodes[i], " ", out);
		if (nodes[i].is_leaf) {
			const struct exh_bytes text =
				exh_sci_token_text(sentence, word++);

			exh_write_u8(out, ' ');
			sentence_put_text(sentence, text, out);
		}
		open[depth++] = (uint16_t)i;
	}
	for (; depth; depth--)
		exh_write_u8(out, ')');
}

void sentence_draw(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	const struct exh_sci_node *nodes = sentence->tree.nodes;
	uint16_t open[EXH_SCI_TREE_NODES]; /* the node's ancestors, by depth */
	size_t depth = 0, word = 0;

	for (size_t i = 0; i < sentence->tree.count; i++) {
		while (depth && nodes[open[depth - 1]].end <= i)
			depth--;
		/* A vertical line continues beside the children of a node that is not
		 * the last one. */
		for (size_t k = 1; k < depth; k++)
			put(out, nodes[open[k]].end < nodes[open[k - 1]].end ? "|   "
									     : "    ");
		if (depth)
			put(out,
			    nodes[i].end < nodes[open[depth - 1]].end ? "|-- " : "`-- ");
		put_label(&nodes[i], " ", out);
		if (nodes[i].is_leaf) {
			const struct exh_bytes text =
				exh_sci_token_text(sentence, word++);

			put(out, " \"");
			sentence_put_text(sentence, text, out);
			put(out, "\" ");
			put_hex(out, nodes[i].group);
		}
		put(out, "\n");
		open[depth++] = (uint16_t)i;
	}
}

static void put_quoted(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		       struct exh_writer *out)
{
	struct exh_writer utf8 = { .limit = out->limit };

	sentence_put_text(sentence, text, &utf8);
	for (size_t i = 0; i < utf8.size; i++) {
		if (utf8.data[i] < ' ')
			continue;
		if (utf8.data[i] == '"' || utf8.data[i] == '\\')
			exh_write_u8(out, '\\');
		exh_write_u8(out, utf8.data[i]);
	}
	out->failed |= utf8.failed;
	exh_writer_free(&utf8);
}

static void put_dot_node(const struct exh_sci_sentence *sentence, size_t i, size_t *word,
			 struct exh_writer *out)
{
	const struct exh_sci_node *node = &sentence->tree.nodes[i];

	text_put(out, "\tn%zu [label=\"", i);
	put_label(node, "\\n", out);
	put(out, "\"];\n");
	if (!node->is_leaf)
		return;
	text_put(out, "\tw%zu [shape=box, label=\"", i);
	put_quoted(sentence, exh_sci_token_text(sentence, (*word)++), out);
	text_put(out, "\\n%x\"];\n\tn%zu -> w%zu;\n", node->group, i, i);
}

void sentence_put_dot(const struct exh_sci_sentence *sentence, struct exh_bytes line,
		      size_t number, struct exh_writer *out)
{
	const struct exh_sci_node *nodes = sentence->tree.nodes;
	uint16_t open[EXH_SCI_TREE_NODES];
	size_t depth = 0, word = 0;

	text_put(out, "digraph s%zu {\n\tlabel=\"", number);
	put_quoted(sentence, line, out);
	put(out, "\";\n\tordering=out;\n\tnode [shape=plaintext];\n");
	for (size_t i = 0; i < sentence->tree.count; i++) {
		while (depth && nodes[open[depth - 1]].end <= i)
			depth--;
		put_dot_node(sentence, i, &word, out);
		if (depth)
			text_put(out, "\tn%u -> n%zu;\n", open[depth - 1], i);
		open[depth++] = (uint16_t)i;
	}
	put(out, "}\n");
}

/*
 * Reasons for rejection.
 */

static size_t find_nearest(const struct exh_sci_sentence *sentence, size_t token,
			   const struct exh_sci_lexicon *lexicon,
			   const struct exh_sci_word **words)
{
	return exh_sci_lexicon_nearest(lexicon, exh_sci_token_text(sentence, token),
				       words, MAX_NEAREST);
}

/* Appends its first letters. */
static void put_start(const struct exh_sci_sentence *sentence, struct exh_bytes text,
		      struct exh_writer *out)
{
	if (text.size > MAX_SHOWN)
		text.size = MAX_SHOWN;
	sentence_put_text(sentence, text, out);
}

static void explain_unknown(const struct exh_sci_sentence *sentence,
			    const struct exh_sci_lexicon *lexicon, struct exh_writer *out)
{
	const char *separator = "";

	for (size_t i = 0; i < sentence->token_count; i++) {
		const struct exh_bytes text = exh_sci_token_text(sentence, i);
		const struct exh_sci_word *near[MAX_NEAREST];
		size_t count;

		if (sentence->tokens[i].lookup.way != EXH_SCI_UNKNOWN)
			continue;
		count = find_nearest(sentence, i, lexicon, near);
		text_put(out, "%sunknown word '", separator);
		put_start(sentence, text, out);
		put(out, "'");
		for (size_t k = 0; k < count; k++) {
			put(out, !k ? ", nearest: " : k + 1 == count ? " or " : ", ");
			exh_code_page_to_utf8(sentence->page, near[k]->text,
					      EXH_CP437_TEXT, out);
		}
		separator = "; ";
	}
}

static void put_expected(const struct exh_sci_sentence *sentence, struct exh_writer *out)
{
	size_t count = 0;

	put(out, "expected ");
	if (sentence->expects_any) {
		put(out, "a word");
		count = 1;
	} else {
		count = grammar_put_classes(out, sentence->expected_classes,
					    sentence->expects_end ? ", " : " or ");
	}
	if (sentence->expects_end)
		put(out, count ? " or the end" : "the end");
	else if (!count)
		put(out, "nothing that is there");
}

static void explain_syntax(const struct exh_sci_sentence *sentence,
			   struct exh_writer *out)
{
	const size_t fit = sentence->fit_count;

	if (sentence->has_too_many_words) {
		text_put(out, "%zu words, at most %d are parsed", sentence->word_count,
			 EXH_SCI_SENTENCE_WORDS);
		return;
	}
	if (sentence->is_too_deep) {
		text_put(out, "the tree has more than %d nodes", EXH_SCI_TREE_NODES);
		return;
	}
	if (fit < sentence->token_count) {
		const struct exh_bytes text = exh_sci_token_text(sentence, fit);

		text_put(out, "can't parse it from word %zu on, '", fit + 1);
		put_start(sentence, text, out);
		put(out, "': ");
	} else {
		put(out, "it ends too early: ");
	}
	put_expected(sentence, out);
	if (fit < sentence->token_count &&
	    sentence->tokens[fit].class_mask == EXH_SCI_CLASS_PRONOUN)
		put(out, "; a pronoun has nothing to refer to yet (see --session)");
}

void sentence_explain(const struct exh_sci_sentence *sentence,
		      const struct exh_sci_lexicon *lexicon, struct exh_writer *out)
{
	if (sentence->status == EXH_SCI_SENTENCE_UNKNOWN)
		explain_unknown(sentence, lexicon, out);
	else if (sentence->status == EXH_SCI_SENTENCE_SYNTAX)
		explain_syntax(sentence, out);
	else if (sentence->status == EXH_SCI_SENTENCE_EMPTY)
		put(out, "it has no word");
}

/*
 * JSON.
 */

/* Returns text as it was typed: UTF-8, or the bytes that are not. */
static struct json *typed_to_json(const struct exh_sci_sentence *sentence,
				  struct exh_bytes text)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };
	struct json *json;

	sentence_put_text(sentence, text, &utf8);
	json = sentence_text_to_json(exh_writer_bytes(&utf8));
	exh_writer_free(&utf8);
	return json;
}

struct json *sentence_text_to_json(struct exh_bytes text)
{
	struct exh_writer clean = { .limit = 4 * text.size + 8 };
	struct json *json =
		json_new_text(text.size ? (const char *)text.data : "", text.size);

	if (json)
		return json;
	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] < 0x80)
			exh_write_u8(&clean, text.data[i]);
		else
			exh_write_bytes(&clean, "\xef\xbf\xbd", 3);
	}
	json = json_of_written(&clean);
	exh_writer_free(&clean);
	return json;
}

static const char *const way_names[] = { "unknown", "word", "suffix", "number", NULL };

struct token {
	struct exh_sci_token token;
	struct json *text;
	bool is_known, is_unknown, has_root;
	struct exh_bytes root, nearest[MAX_NEAREST], *near;
	size_t near_count;
};

static const struct field token_fields[] = {
	FIELD_MADE(FIELD_JSON, struct token, text, &text_fields,
		   "the word as it was looked up"),
	FIELD_AS("offset", struct token, token.offset, "bytes",
		 "offset of the word in the line"),
	FIELD_AS("size", struct token, token.size, "bytes",
		 "size of the word in the line"),
	FIELD_OF("way", FIELD_NAME, struct token, token.lookup.way, NULL,
		 "how the word was found", .names = way_names),
	FIELD_AS("class", struct token, token.class_mask, NULL,
		 "a bit for each class of the word", FIELD_HAS(struct token, is_known)),
	FIELD_AS("group", struct token, token.group, NULL,
		 "number of the group of the word", FIELD_HAS(struct token, is_known)),
	FIELD_UTF8_TEXT(struct token, root,
			"the listed word that it comes from, by a suffix rule",
			FIELD_HAS(struct token, has_root)),
	FIELD_LIST_OF("nearest", FIELD_UTF8, struct token, near, near_count, NULL,
		      "for an unknown word: similar words, the nearest first",
		      FIELD_HAS(struct token, is_unknown)),
};
static const struct fields token_table = FIELDS("token", struct token, token_fields);

struct node {
	uint16_t tag, symbol, group;
	bool is_leaf;
	struct json *children;
};

static const struct fields node_table;
static const struct field node_fields[] = {
	FIELD(struct node, tag, NULL, "tag of the node"),
	FIELD(struct node, symbol, NULL, "symbol of the node"),
	FIELD(struct node, group, NULL, "group of the word; only leaves have it",
	      FIELD_HAS(struct node, is_leaf)),
	FIELD_ITEMS(struct node, children, &node_table,
		    "nodes below this one; leaves have none", FIELD_IF_ANY),
};
static const struct fields node_table = FIELDS("node", struct node, node_fields);

struct derivation {
	const uint16_t *rules;
	size_t rule_count;
	struct json *tree;
};

static const struct field derivation_fields[] = {
	FIELD_LIST(struct derivation, rules, rule_count, NULL,
		   "numbers of the grammar records, leftmost first"),
	FIELD_MADE(FIELD_JSON, struct derivation, tree, &text_fields,
		   "the parse tree as text"),
};
const struct fields sentence_derivation_fields =
	FIELDS("derivation", struct derivation, derivation_fields);

struct sentence {
	struct json *line, *tokens, *root, *why;
	enum exh_sci_sentence_status status;
	size_t words, fit;
	struct derivation derivation;
	uint16_t expected;
	bool is_ok, is_wrong, expects_any, expects_end;
};

static const struct field sentence_field[] = {
	FIELD_OF("sentence", FIELD_JSON, struct sentence, line, NULL,
		 "text of the sentence", .of = &text_fields),
	FIELD_NAMED(struct sentence, status, status_names,
		    "result; syntax: no derivation; unknown: an unknown word; empty: no "
		    "words"),
	FIELD(struct sentence, words, NULL, "number of words in the sentence"),
	FIELD_MADE(FIELD_JSON_LIST, struct sentence, tokens, &token_table,
		   "the words that are parsed"),
	FIELD_LIST_OF("rules", FIELD_NUMBER, struct sentence, derivation.rules,
		      derivation.rule_count, NULL,
		      "if parsed: numbers of the grammar records of the derivation, "
		      "leftmost first",
		      FIELD_HAS(struct sentence, is_ok)),
	FIELD_OF("tree", FIELD_JSON, struct sentence, derivation.tree, NULL,
		 "if parsed: the parse tree as text", .of = &text_fields, FIELD_IF_ANY),
	FIELD_MADE(FIELD_JSON, struct sentence, root, &node_table,
		   "if parsed: the root of the parse tree", FIELD_IF_ANY),
	FIELD(struct sentence, fit, NULL,
	      "after a syntax error: number of words that could be parsed",
	      FIELD_HAS(struct sentence, is_wrong)),
	FIELD_OF("expected", FIELD_BITS, struct sentence, expected, NULL,
		 "after a syntax error: classes of words that could follow",
		 .names = grammar_class_names, FIELD_HAS(struct sentence, is_wrong)),
	FIELD(struct sentence, expects_any, NULL,
	      "true: after a syntax error any word could follow",
	      FIELD_HAS(struct sentence, is_wrong)),
	FIELD(struct sentence, expects_end, NULL,
	      "true: after a syntax error the sentence could end there",
	      FIELD_HAS(struct sentence, is_wrong)),
	FIELD_MADE(FIELD_JSON, struct sentence, why, &text_fields,
		   "why the sentence was rejected", FIELD_IF_ANY),
};
const struct fields sentence_fields = FIELDS("sentence", struct sentence, sentence_field);

/* Returns a word in UTF-8, in the arena. */
static struct exh_bytes word_text(const struct exh_sci_sentence *sentence,
				  const struct exh_sci_word *word,
				  struct exh_arena *arena)
{
	struct exh_writer utf8 = { .limit = SIZE_MAX };
	struct exh_bytes text;

	exh_code_page_to_utf8(sentence->page, word->text, EXH_CP437_TEXT, &utf8);
	mem_check(&utf8);
	text = mem_arena_keep(arena, exh_writer_bytes(&utf8));
	exh_writer_free(&utf8);
	return text;
}

static struct json *token_to_json(const struct exh_sci_sentence *sentence, size_t i,
				  const struct exh_sci_lexicon *lexicon)
{
	const struct exh_sci_token *token = &sentence->tokens[i];
	const struct exh_sci_word *near[MAX_NEAREST];
	struct token row = {
		.token = *token,
		.text = typed_to_json(sentence, exh_sci_token_text(sentence, i)),
		.is_known = token->lookup.way != EXH_SCI_UNKNOWN,
		.is_unknown = token->lookup.way == EXH_SCI_UNKNOWN,
		.has_root = token->lookup.way == EXH_SCI_BY_SUFFIX,
		.near = row.nearest,
	};
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct json *json;

	if (row.has_root)
		row.root = word_text(sentence, token->lookup.word, &arena);
	if (row.is_unknown)
		row.near_count = find_nearest(sentence, i, lexicon, near);
	for (size_t k = 0; k < row.near_count; k++)
		row.nearest[k] = word_text(sentence, near[k], &arena);
	json = fields_to_json(&token_table, &row);
	exh_arena_free(&arena);
	return json;
}

/* Returns a node; recursion is as deep as the tree. */
static struct json *node_to_json(const struct exh_sci_tree *tree, size_t i)
{
	const struct exh_sci_node *node = &tree->nodes[i];
	const struct node row = { .tag = node->major,
				  .symbol = node->minor,
				  .group = node->group,
				  .is_leaf = node->is_leaf,
				  .children = node->is_leaf ? NULL : json_new_list() };

	for (i++; i < node->end && row.children; i = tree->nodes[i].end)
		json_push(row.children, node_to_json(tree, i));
	return fields_to_json(&node_table, &row);
}

static struct derivation derivation_of(const struct exh_sci_sentence *sentence)
{
	struct exh_writer tree = { .limit = SIZE_MAX };

	exh_sci_tree_print(&sentence->tree, &tree);
	return (struct derivation){ sentence->rules, sentence->rule_count,
				    json_take(&tree) };
}

struct json *sentence_derivation_to_json(const struct exh_sci_sentence *sentence)
{
	const struct derivation row = derivation_of(sentence);

	return fields_to_json(&sentence_derivation_fields, &row);
}

struct json *sentence_to_json(const struct exh_sci_sentence *sentence,
			      const struct exh_sci_lexicon *lexicon,
			      struct exh_bytes line)
{
	struct exh_writer reason = { .limit = 1 << 20 };
	struct sentence row = {
		.line = typed_to_json(sentence, line),
		.status = sentence->status,
		.words = sentence->word_count,
		.tokens = json_new_list(),
		.is_ok = sentence->status == EXH_SCI_SENTENCE_OK,
		.is_wrong = sentence->status == EXH_SCI_SENTENCE_SYNTAX,
		.fit = sentence->fit_count,
		.expected = sentence->expected_classes,
		.expects_any = sentence->expects_any,
		.expects_end = sentence->expects_end,
	};

	for (size_t i = 0; i < sentence->token_count; i++)
		json_push(row.tokens, token_to_json(sentence, i, lexicon));
	if (row.is_ok) {
		row.derivation = derivation_of(sentence);
		row.root = node_to_json(&sentence->tree, 0);
	} else {
		sentence_explain(sentence, lexicon, &reason);
		row.why = sentence_text_to_json(exh_writer_bytes(&reason));
		exh_writer_free(&reason);
	}
	return fields_to_json(&sentence_fields, &row);
}
