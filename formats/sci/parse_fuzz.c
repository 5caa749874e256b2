/*
 * A grammar of any bytes is refused, or parses like trying all rules in order: the same
 * first derivation, and the same number in the same order. What a rejection expects
 * really fits there.
 *
 * Input: number of words; class and group (2 bytes each) of each; a grammar
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_parser.h"

#include "../base/fuzzing.h"
#include "../base/reader.h"
#include "plain/parse.h"

enum { MEMORY = 1 << 24, MAX_WORDS = 8, STEPS = 20000, MAX_WALKED = 8 };

static _Thread_local struct exh_sci_sentence sentence;
static _Thread_local struct plain plain;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum plain_result parse_plainly(const struct exh_sci_grammar *grammar,
				       uint64_t wanted)
{
	return plain_parse(&plain, grammar, sentence.tokens, sentence.token_count, wanted,
			   STEPS);
}

static void check_all(const struct exh_sci_parser *parser, struct exh_arena *arena)
{
	struct exh_sci_derivations walk = { 0 };
	uint64_t count, i = 0;

	assert(exh_sci_derivations_count(parser, &sentence, arena, &count, NULL) ==
	       EXH_OK);
	assert(count > 0);
	for (; i < MAX_WALKED && exh_sci_derivations_next(parser, &sentence, &walk); i++)
		if (parse_plainly(parser->grammar, i) == PLAIN_FOUND)
			assert(plain_same_tree(&plain.tree, &sentence.tree));
	assert(i == (count < MAX_WALKED ? count : MAX_WALKED));
	if (parse_plainly(parser->grammar, UINT64_MAX) == PLAIN_NONE)
		assert(plain.found_count == count);
}

static void check_rejected(const struct exh_sci_parser *parser)
{
	const size_t fit = sentence.fit_count;
	const unsigned classes = sentence.expected_classes;

	assert(fit <= sentence.token_count);
	if (fit == sentence.token_count || !classes)
		return;
	assert(!(sentence.tokens[fit].class_mask & classes));
	/* A word that is expected gets further. */
	sentence.tokens[fit].class_mask = (uint16_t)classes;
	if (exh_sci_parse_tokens(parser, &sentence) == EXH_SCI_SENTENCE_SYNTAX)
		assert(sentence.fit_count > fit ||
		       (sentence.fit_count == fit && sentence.expects_end));
}

static void check(const struct exh_sci_parser *parser, struct exh_arena *arena)
{
	const enum exh_sci_sentence_status status =
		exh_sci_parse_tokens(parser, &sentence);
	const enum plain_result result = parse_plainly(parser->grammar, 0);

	assert((status == EXH_SCI_SENTENCE_EMPTY) == !sentence.token_count);
	if (!sentence.token_count)
		return;
	if (result == PLAIN_FOUND) {
		assert(status == EXH_SCI_SENTENCE_OK);
		assert(plain_same_tree(&plain.tree, &sentence.tree));
	} else if (result == PLAIN_NONE) {
		assert(status == EXH_SCI_SENTENCE_SYNTAX && !sentence.is_too_deep);
	}
	if (status == EXH_SCI_SENTENCE_OK)
		check_all(parser, arena);
	else if (!sentence.is_too_deep)
		check_rejected(parser);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_grammar grammar;
	struct exh_sci_parser parser;
	struct exh_bytes words, rest;
	size_t count;

	if (!size)
		return 0;
	count = data[0] % (MAX_WORDS + 1);
	data++;
	size--;
	words = take(&data, &size, 4 * count);
	rest = take(&data, &size, size);
	sentence.token_count = words.size / 4;
	for (size_t i = 0; i < sentence.token_count; i++)
		sentence.tokens[i] = (struct exh_sci_token){
			.class_mask = load_u16le(words.data + 4 * i) & 0xfff,
			.group = load_u16le(words.data + 4 * i + 2) & 0xfff,
		};
	if (!exh_sci_grammar_read(rest, &arena, &grammar, NULL, NULL) &&
	    !exh_sci_parser_open(NULL, &grammar, &arena, &parser, NULL))
		check(&parser, &arena);
	exh_arena_free(&arena);
	discard(words);
	discard(rest);
	return 0;
}
