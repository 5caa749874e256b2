/* Splits lines into words, and looks them up. Source: sci0-formats 3.1, 3.2. */
#include "language.h"

#include "basics.h"
#include "exhume/advanced/sci_parser.h"

#include <string.h>

/*
 * Words.
 */

static bool is_letter_or_digit(uint8_t c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

/* True for characters between words. */
static bool separates(enum exh_sci_interpreter interpreter, uint8_t c)
{
	switch (interpreter) {
	case EXH_SCI_FREESCI:
		return !is_letter_or_digit(c) && c != '-';
	case EXH_SCI_SCUMMVM:
		return c == ' ';
	default:
		return c == ' ' || c == '\t' || c == '\n' || c == '\r';
	}
}

/* True if the character belongs to the word that is looked up. */
static bool counts(enum exh_sci_interpreter interpreter, uint8_t c)
{
	return is_letter_or_digit(c) ||
	       (interpreter == EXH_SCI_SCUMMVM && (c == '-' || c >= 0x80));
}

/* Finds the next word, and writes it in the form to look up; text longer than any word is
 * cut. False at the end of the line. */
static bool next_word(enum exh_sci_interpreter interpreter, struct exh_bytes line,
		      size_t *at, struct exh_sci_token *token, uint8_t *text)
{
	size_t size = 0;

	while (*at < line.size && separates(interpreter, line.data[*at]))
		(*at)++;
	if (*at == line.size)
		return false;
	token->offset = *at;
	token->is_cut = false;
	token->is_number = true;
	for (; *at < line.size && !separates(interpreter, line.data[*at]); (*at)++) {
		const uint8_t c = line.data[*at];

		if (!counts(interpreter, c))
			continue;
		token->is_number &= is_digit(c);
		token->is_cut = size == EXH_SCI_WORD_SIZE;
		if (!token->is_cut)
			text[size++] = c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
	}
	token->size = *at - token->offset;
	token->text_size = (uint16_t)size;
	return true;
}

/*
 * Meaning of the words.
 */

static void replace_synonyms(const struct exh_sci_parse_options *options,
			     struct exh_sci_token *token)
{
	for (size_t i = 0; i < options->synonym_count; i++) {
		if (options->synonyms[i].replaced != token->group)
			continue;
		token->group = options->synonyms[i].replacement;
		if (options->interpreter == EXH_SCI_SIERRA)
			return;
	}
}

/* Looks up a word or reads a number, which may have more digits than a word has
 * letters. */
static bool find_token(const struct exh_sci_lexicon *lexicon, struct exh_bytes text,
		       struct exh_sci_token *token)
{
	if (!token->is_cut)
		return exh_sci_lexicon_look_up(lexicon, text, &token->lookup);
	token->lookup = (struct exh_sci_lookup){ .way = EXH_SCI_BY_NUMBER,
						 .class_mask = EXH_SCI_CLASS_NOUN,
						 .group = EXH_SCI_GROUP_NUMBER };
	return token->is_number;
}

static void look_up(const struct exh_sci_lexicon *lexicon,
		    const struct exh_sci_parse_options *options,
		    struct exh_sci_sentence *sentence, struct exh_sci_token *token)
{
	const struct exh_bytes text = { .data = sentence->texts + token->text_at,
					.size = token->text_size };

	token->class_mask = token->group = 0;
	if (!find_token(lexicon, text, token)) {
		token->lookup = (struct exh_sci_lookup){ .way = EXH_SCI_UNKNOWN };
		sentence->unknown_count++;
		return;
	}
	token->class_mask = token->lookup.class_mask;
	token->group = token->lookup.group;
	replace_synonyms(options, token);
	if (token->class_mask & EXH_SCI_CLASS_PRONOUN && options->referent &&
	    options->referent->is_known) {
		token->class_mask = EXH_SCI_CLASS_NOUN;
		token->group = options->referent->group;
	}
}

/*
 * The line.
 */

/* A word without significant characters ends the sentence in Sierra's interpreter; other
 * interpreters ignore it. */
static void find_words(const struct exh_sci_lexicon *lexicon,
		       const struct exh_sci_parse_options *options, struct exh_bytes line,
		       struct exh_sci_sentence *sentence)
{
	uint8_t dropped[EXH_SCI_WORD_SIZE];
	struct exh_sci_token extra;
	size_t at = 0;

	for (;;) {
		const bool has_room = sentence->token_count < EXH_SCI_SENTENCE_WORDS;
		const bool is_wanted =
			has_room && (!options->most_words ||
				     sentence->token_count < options->most_words);
		struct exh_sci_token *token =
			is_wanted ? &sentence->tokens[sentence->token_count] : &extra;

		if (!next_word(options->interpreter, line, &at, token,
			       is_wanted ? sentence->texts + sentence->texts_size
					 : dropped))
			return;
		if (!token->text_size && options->interpreter == EXH_SCI_SIERRA)
			return;
		if (!token->text_size)
			continue;
		sentence->word_count++;
		if (!is_wanted)
			continue;
		token->text_at = (uint16_t)sentence->texts_size;
		sentence->texts_size += token->text_size;
		sentence->token_count++;
		look_up(lexicon, options, sentence, token);
	}
}

void exh_sci_tokenise(const struct exh_sci_lexicon *lexicon,
		      const struct exh_sci_parse_options *options, struct exh_bytes line,
		      struct exh_sci_sentence *sentence)
{
	const uint8_t *nul = line.size ? memchr(line.data, 0, line.size) : NULL;

	if (nul)
		line.size = (size_t)(nul - line.data);
	sentence->token_count = sentence->word_count = 0;
	sentence->unknown_count = 0;
	sentence->texts_size = 0;
	sentence->page = lexicon->page;
	parse_discard(sentence);
	find_words(lexicon, options, line, sentence);
	sentence->has_too_many_words =
		sentence->word_count > EXH_SCI_SENTENCE_WORDS &&
		(!options->most_words || options->most_words > EXH_SCI_SENTENCE_WORDS);
	sentence->status = !sentence->token_count	  ? EXH_SCI_SENTENCE_EMPTY
			   : sentence->unknown_count	  ? EXH_SCI_SENTENCE_UNKNOWN
			   : sentence->has_too_many_words ? EXH_SCI_SENTENCE_SYNTAX
							  : EXH_SCI_SENTENCE_OK;
}

struct exh_bytes exh_sci_token_text(const struct exh_sci_sentence *sentence, size_t token)
{
	return (struct exh_bytes){ .data = sentence->texts +
					   sentence->tokens[token].text_at,
				   .size = sentence->tokens[token].text_size };
}

/*
 * Pronouns.
 */

static const struct exh_sci_node *
child_of(const struct exh_sci_tree *tree, const struct exh_sci_node *node, unsigned major)
{
	const struct exh_sci_node *child = node + 1, *end = tree->nodes + node->end;

	while (child < end && child->major != major)
		child = tree->nodes + child->end;
	return child < end ? child : NULL;
}

/* Returns the first object among the children of a node, or else among those of its
 * heads. */
static const struct exh_sci_node *find_object(const struct exh_sci_tree *tree,
					      const struct exh_sci_node *node)
{
	const struct exh_sci_node *found = child_of(tree, node, EXH_SCI_TAG_DOBJ);
	const struct exh_sci_node *end = tree->nodes + node->end;

	for (const struct exh_sci_node *child = node + 1; child < end && !found;
	     child = tree->nodes + child->end)
		if (child->major == EXH_SCI_TAG_ROOT)
			found = find_object(tree, child);
	return found;
}

bool exh_sci_tree_referent(const struct exh_sci_tree *tree, uint16_t *group)
{
	const struct exh_sci_node *node =
		tree->count ? find_object(tree, tree->nodes) : NULL;

	while (node && !node->is_leaf)
		node = child_of(tree, node, EXH_SCI_TAG_ROOT);
	if (node)
		*group = node->group;
	return node != NULL;
}
