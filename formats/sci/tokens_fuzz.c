/*
 * A line of any bytes, against a small vocabulary: words lie in it one after the other;
 * the tree is that of trying all rules in order; capitals, characters other than letters
 * and digits, and another word of the same class and group change nothing. With synonyms
 * and a pronoun the words are the same ones.
 *
 * Input: interpreter and most words (a byte); a line
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include "../base/fuzzing.h"
#include "plain/parse.h"
#include "parse_testing.h"

enum { MEMORY = 1 << 22, STEPS = 50000, MAX_PLAIN = 8, LINE = 1 << 16 };

#define WORD(text, class_mask, group)                                                \
	{                                                                            \
		{ (const uint8_t *)(text), sizeof(text) - 1, 0 }, class_mask, group, \
	}

/* Two words of each group. */
static _Thread_local struct exh_sci_word items[] = {
	WORD("a", 0x100, 0x12),	       WORD("any", 0xff4, 0xfff),
	WORD("anyword", 0xff4, 0xfff), WORD("at", 0x010, 0xca),
	WORD("b", 0x100, 0x12),	       WORD("door", 0x100, 0x83e),
	WORD("examine", 0x900, 0x421), WORD("it", 0x080, 0x30),
	WORD("look", 0x900, 0x421),    WORD("portal", 0x100, 0x83e),
	WORD("red", 0x040, 0x200),     WORD("scarlet", 0x040, 0x200),
	WORD("the", 0x020, 1),	       WORD("toward", 0x010, 0xca),
};

static _Thread_local struct exh_sci_sentence sentence;
static _Thread_local struct plain plain;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_tokens(struct exh_bytes line)
{
	size_t end = 0, unknown = 0;

	assert(sentence.token_count <= sentence.word_count);
	for (size_t i = 0; i < sentence.token_count; i++) {
		const struct exh_sci_token *token = &sentence.tokens[i];
		const struct exh_bytes text = exh_sci_token_text(&sentence, i);

		assert(token->offset >= end && token->size);
		end = token->offset + token->size;
		assert(end <= line.size);
		assert(text.size && text.size <= token->size);
		for (size_t k = 0; k < text.size; k++)
			assert(!(text.data[k] >= 'A' && text.data[k] <= 'Z'));
		unknown += token->lookup.way == EXH_SCI_UNKNOWN;
	}
	assert(unknown == sentence.unknown_count);
}

static void check_tree(const struct exh_sci_grammar *grammar)
{
	enum plain_result result;

	if (sentence.unknown_count || !sentence.token_count ||
	    sentence.has_too_many_words || sentence.token_count > MAX_PLAIN)
		return;
	result = plain_parse(&plain, grammar, sentence.tokens, sentence.token_count, 0,
			     STEPS);
	if (result == PLAIN_GAVE_UP)
		return;
	assert((sentence.status == EXH_SCI_SENTENCE_OK) == (result == PLAIN_FOUND));
	if (result == PLAIN_FOUND)
		assert(plain_same_tree(&plain.tree, &sentence.tree));
}

/* The other word of the same group. */
static const struct exh_sci_word *other_of(const struct exh_sci_lookup *lookup)
{
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		if (&items[i] != lookup->word && items[i].group == lookup->word->group)
			return &items[i];
	return lookup->word;
}

/* True if a cut word is unknown: the rest of a cut text may still be a word or a
 * number. */
static bool has_cut_word(void)
{
	for (size_t i = 0; i < sentence.token_count; i++)
		if (sentence.tokens[i].is_cut && !sentence.tokens[i].is_number)
			return true;
	return false;
}

/* Copies the line with a blank between words, and with changes that must not matter. */
static size_t change(struct exh_bytes line, uint8_t *out)
{
	size_t size = 0;

	for (size_t i = 0; i < sentence.token_count; i++) {
		const struct exh_sci_token *token = &sentence.tokens[i];
		const struct exh_bytes own = exh_sci_token_text(&sentence, i);
		const struct exh_bytes text =
			token->lookup.way == EXH_SCI_BY_WORD && line.size & 1
				? other_of(&token->lookup)->text
				: own;

		for (size_t k = 0; k < text.size; k++) {
			const uint8_t c = text.data[k];

			out[size++] = c >= 'a' && c <= 'z' && (k + line.size) & 1
					      ? (uint8_t)(c - 32)
					      : c;
			if (!(k & 3))
				out[size++] = '\'';
		}
		out[size++] = i & 1 ? '\t' : ' ';
	}
	return size;
}

static void check_changed(const struct exh_sci_parser *parser,
			  const struct exh_sci_parse_options *options,
			  struct exh_bytes line)
{
	static _Thread_local uint8_t
		changed[EXH_SCI_SENTENCE_WORDS * (2 * EXH_SCI_WORD_SIZE + 2)];
	static _Thread_local struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	const enum exh_sci_sentence_status status = sentence.status;
	const struct exh_sci_tree tree = { nodes, sentence.tree.count, 0 };
	struct exh_bytes again = { .data = changed };

	if (options->interpreter != EXH_SCI_SIERRA || sentence.has_too_many_words ||
	    has_cut_word())
		return;
	memcpy(nodes, sentence.tree.nodes, tree.count * sizeof *nodes);
	again.size = change(line, changed);
	assert(exh_sci_parse(parser, options, again, &sentence) == status);
	assert(plain_same_tree(&tree, &sentence.tree));
}

/* Parses the line twice: the second time pronouns refer to objects that it named the
 * first time. Synonyms change only groups. */
static void check_options(const struct exh_sci_parser *parser,
			  struct exh_sci_parse_options options, struct exh_bytes line)
{
	const struct exh_sci_synonym synonyms[] = { { 0x12, 0x83e }, { 0x83e, 0x200 } };
	struct exh_sci_referent referent = { 0 };
	const size_t count = sentence.token_count, unknown = sentence.unknown_count;

	options.synonyms = synonyms;
	options.synonym_count = sizeof synonyms / sizeof *synonyms;
	options.referent = &referent;
	for (int i = 0; i < 2; i++) {
		exh_sci_parse(parser, &options, line, &sentence);
		assert(sentence.token_count == count);
		assert(sentence.unknown_count == unknown);
		for (size_t k = 0; k < count; k++)
			assert(sentence.tokens[k].group != 0x12);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_sci_words words = { .items = items,
					     .count = sizeof items / sizeof *items };
	struct exh_sci_rule rules[64];
	const struct exh_sci_grammar grammar = testing_grammar(STOCK_GRAMMAR, rules);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_parse_options options = { 0 };
	struct exh_sci_lexicon lexicon;
	struct exh_sci_parser parser;
	struct exh_bytes line;

	if (!size)
		return 0;
	options.interpreter = (enum exh_sci_interpreter)(data[0] % EXH_SCI_INTERPRETERS);
	options.most_words = data[0] / EXH_SCI_INTERPRETERS;
	data++;
	size--;
	line = take(&data, &size, size > LINE ? LINE : size);
	assert(!exh_sci_lexicon_open(&words, NULL, &arena, &lexicon, NULL));
	assert(!exh_sci_parser_open(&lexicon, &grammar, &arena, &parser, NULL));
	exh_sci_parse(&parser, &options, line, &sentence);
	check_tokens(line);
	check_tree(&grammar);
	check_options(&parser, options, line);
	exh_sci_parse(&parser, &options, line, &sentence);
	check_changed(&parser, &options, line);
	exh_arena_free(&arena);
	discard(line);
	return 0;
}
