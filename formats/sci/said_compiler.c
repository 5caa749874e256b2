#include "language.h"

#include "../base/name.h"
#include "basics.h"

#include <stdio.h>
#include <string.h>

enum {
	NEAREST = 3,
	SHOWN_LETTERS = 20, /* letters of a word shown in a message */
	SHOWN_SIZE = 4 * SHOWN_LETTERS + 4,
	RAW_SIZE = 8, /* {0xNNN} */
	WORD_SIZE = 2,
};

/*
 * Names of groups that need no vocabulary; they take precedence over its words. The first
 * name of a group is the canonical one.
 */
static const struct {
	const char *name;
	uint16_t group;
} reserved[] = {
	{ "*", EXH_SCI_GROUP_ANYWORD },	      { "any", EXH_SCI_GROUP_ANYWORD },
	{ "anyword", EXH_SCI_GROUP_ANYWORD }, { "!*", EXH_SCI_GROUP_NOWORD },
	{ "noword", EXH_SCI_GROUP_NOWORD },   { "unknownnumber", EXH_SCI_GROUP_NUMBER },
};

enum { RESERVED = sizeof reserved / sizeof reserved[0] };

static bool is_blank(uint8_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char *find_operator(uint8_t c)
{
	return c ? strchr(SAID_OPERATOR_TEXT, c) : NULL;
}

/* True if the character ends a word. */
static bool is_delimiter(uint8_t c)
{
	return is_blank(c) || find_operator(c) || c == '{' || c == '}';
}

/*
 * Text to bytes.
 */

struct source {
	struct exh_bytes text; /* specification, no quotes */
	size_t pos;
	const struct exh_sci_lexicon *lexicon;
	bool joins; /* joins words with only blanks between them */
	struct exh_error *err;
};

/* A word or an operator. */
struct token {
	size_t first, end; /* range in the text */
	bool is_word;
	uint16_t code; /* code or group */
};

static enum exh_status fail(const struct source *s, size_t at, const char *format,
			    const char *text)
{
	return exh_fail(s->err, EXH_INVALID, s->text.base + at, format, text);
}

/* Converts text for a message: UTF-8, cut if it is too long. */
static const char *show(const struct source *s, struct exh_bytes text,
			char out[SHOWN_SIZE])
{
	const struct exh_code_page *page = s->lexicon ? s->lexicon->page : NULL;
	const bool is_long = text.size > SHOWN_LETTERS;
	struct exh_writer utf8 = { .limit = SHOWN_SIZE };

	if (is_long)
		text.size = SHOWN_LETTERS;
	exh_code_page_to_utf8(page, text, EXH_CP437_SCREEN, &utf8);
	snprintf(out, SHOWN_SIZE, "%.*s%s", (int)utf8.size, (const char *)utf8.data,
		 is_long ? "..." : "");
	exh_writer_free(&utf8);
	return out;
}

static enum exh_status fail_unknown(const struct source *s, size_t at,
				    struct exh_bytes word)
{
	const struct exh_sci_word *nearest[NEAREST];
	const size_t count =
		word.size <= EXH_SCI_WORD_SIZE
			? exh_sci_lexicon_nearest(s->lexicon, word, nearest, NEAREST)
			: 0;
	char shown[SHOWN_SIZE], list[NEAREST * (SHOWN_SIZE + 4) + 16] = "";
	size_t size = 0;

	for (size_t i = 0; i < count; i++)
		size += (size_t)snprintf(
			list + size, sizeof list - size, "%s%s",
			i ? ", " : "; nearest: ", show(s, nearest[i]->text, shown));
	return exh_fail(s->err, EXH_INVALID, s->text.base + at, "unknown word %s%s",
			show(s, word, shown), list);
}

/* Digits must be in lower case: a word in upper case is not a number. */
static int digit(uint8_t c)
{
	return c >= 'A' && c <= 'F' ? -1 : exh_hex_digit(c);
}

/* Reads up to three hexadecimal digits; 0x in front is optional, or required with
 * has_prefix. */
static bool read_number(struct exh_bytes text, bool has_prefix, uint16_t *group)
{
	unsigned value = 0;
	size_t i = 0;

	if (text.size >= 2 && text.data[0] == '0' && text.data[1] == 'x')
		i = 2;
	else if (has_prefix)
		return false;
	if (text.size == i || text.size - i > 3)
		return false;
	for (; i < text.size; i++) {
		if (digit(text.data[i]) < 0)
			return false;
		value = value << 4 | (unsigned)digit(text.data[i]);
	}
	*group = (uint16_t)value;
	return true;
}

static bool find_reserved(struct exh_bytes word, uint16_t *group)
{
	for (size_t i = 0; i < RESERVED; i++)
		if (text_is(word, reserved[i].name)) {
			*group = reserved[i].group;
			return true;
		}
	return false;
}

/* Copies text in lower case to buffer; text longer than any word is returned
 * unchanged. */
static struct exh_bytes lower_word(struct exh_bytes text,
				   uint8_t buffer[EXH_SCI_WORD_SIZE])
{
	if (text.size > EXH_SCI_WORD_SIZE)
		return text;
	for (size_t i = 0; i < text.size; i++)
		buffer[i] = lower_case((char)text.data[i]);
	return (struct exh_bytes){ buffer, text.size, 0 };
}

/* Copies text without blanks to buffer; text longer than any word is returned
 * unchanged. */
static struct exh_bytes drop_blanks(struct exh_bytes text,
				    uint8_t buffer[EXH_SCI_WORD_SIZE])
{
	size_t size = 0;

	for (size_t i = 0; i < text.size; i++) {
		if (is_blank(text.data[i]))
			continue;
		if (size == EXH_SCI_WORD_SIZE)
			return text;
		buffer[size++] = text.data[i];
	}
	return (struct exh_bytes){ buffer, size, 0 };
}

static enum exh_status find_word(const struct source *s, const struct token *token,
				 uint16_t *group)
{
	const struct exh_bytes text = { s->text.data + token->first,
					token->end - token->first, 0 };
	const struct exh_sci_word *found;
	uint8_t joined[EXH_SCI_WORD_SIZE], buffer[EXH_SCI_WORD_SIZE] = { 0 };
	const struct exh_bytes word = lower_word(drop_blanks(text, joined), buffer);
	char shown[SHOWN_SIZE];

	if (find_reserved(word, group))
		return EXH_OK;
	if (!s->lexicon && read_number(word, false, group))
		return EXH_OK;
	if (!s->lexicon)
		return fail(s, token->first,
			    "a word needs a vocabulary: %s is not a group (1 to 3 "
			    "hexadecimal digits)",
			    show(s, word, shown));
	found = exh_sci_lexicon_find(s->lexicon, word);
	if (!found || found->group > SAID_MAX_GROUP)
		return fail_unknown(s, token->first, word);
	*group = found->group;
	return EXH_OK;
}

/* Reads {0xNNN}, from its opening bracket on. */
static enum exh_status read_raw(struct source *s, struct token *token)
{
	const struct exh_bytes rest = { s->text.data + s->pos, s->text.size - s->pos, 0 };
	const uint8_t *close =
		memchr(rest.data, '}', rest.size < RAW_SIZE ? rest.size : RAW_SIZE);
	uint8_t buffer[EXH_SCI_WORD_SIZE] = { 0 };
	struct exh_bytes number;

	if (close) {
		number = (struct exh_bytes){ rest.data + 1,
					     (size_t)(close - rest.data) - 1, 0 };
		number = lower_word(number, buffer);
		s->pos += number.size + 2;
	}
	if (!close || !read_number(number, true, &token->code))
		return fail(s, token->first, "%s expected: a group of 1 to 3 digits",
			    "{0xNNN}");
	token->is_word = true;
	return EXH_OK;
}

static size_t skip_blanks(struct exh_bytes text, size_t pos)
{
	while (pos < text.size && is_blank(text.data[pos]))
		pos++;
	return pos;
}

static size_t word_end(const struct source *s)
{
	size_t end, next = s->pos;

	do {
		for (end = next; end < s->text.size && !is_delimiter(s->text.data[end]);)
			end++;
		next = skip_blanks(s->text, end);
	} while (s->joins && next > end && next < s->text.size &&
		 !is_delimiter(s->text.data[next]));
	return end;
}

/* Reads the next token; at the end an empty one. */
static enum exh_status next_token(struct source *s, struct token *token)
{
	const uint8_t *text = s->text.data;
	const char *sign;
	enum exh_status status = EXH_OK;

	s->pos = skip_blanks(s->text, s->pos);
	*token = (struct token){ .first = s->pos, .end = s->pos };
	if (s->pos == s->text.size)
		return EXH_OK;
	sign = find_operator(text[s->pos]);
	if (sign) {
		token->code = (uint16_t)(SAID_COMMA + (sign - SAID_OPERATOR_TEXT));
		s->pos++;
	} else if (text[s->pos] == '{') {
		status = read_raw(s, token);
	} else if (text[s->pos] == '}') {
		return fail(s, s->pos, "'}' without '{'%s", "");
	} else {
		s->pos = word_end(s);
		token->end = s->pos;
		token->is_word = true;
		return find_word(s, token, &token->code);
	}
	token->end = s->pos;
	return status;
}

static size_t code_size(const struct token *token)
{
	return token->is_word ? WORD_SIZE : 1;
}

/* Removes blanks around the text, then quotes. */
static struct exh_bytes strip(struct exh_bytes text)
{
	size_t first = 0, end = text.size;

	while (first < end && is_blank(text.data[first]))
		first++;
	while (end > first && is_blank(text.data[end - 1]))
		end--;
	if (end - first >= 2 && text.data[first] == '\'' && text.data[end - 1] == '\'') {
		first++;
		end--;
	}
	exh_bytes_slice(text, first, end - first, &text);
	return text;
}

/* Returns the offset in the text of the source of byte at of the code. */
static size_t find_character(struct source s, size_t at)
{
	struct token token;
	size_t size = 0;

	s.pos = 0;
	s.err = NULL;
	while (!next_token(&s, &token) && token.end != token.first && size < at)
		size += code_size(&token);
	return token.first;
}

/* Checks the grammar; errors refer to the text. */
static enum exh_status check_grammar(const struct source *s, struct exh_bytes code)
{
	struct exh_sci_node nodes[EXH_SCI_TREE_NODES];
	struct exh_sci_tree tree = { nodes, 0, EXH_SCI_TREE_NODES };
	struct exh_error err;
	const enum exh_status status = exh_sci_said_tree(code, &tree, NULL, NULL, &err);

	if (!status)
		return EXH_OK;
	return exh_fail(s->err, status, s->text.base + find_character(*s, err.offset),
			"%s", err.text);
}

static enum exh_status compile(struct source *s, enum exh_sci_said_check check,
			       struct exh_writer *out)
{
	const size_t first = out->size;
	enum exh_status status;
	struct exh_bytes code;
	struct token token;

	while (!(status = next_token(s, &token)) && token.end != token.first) {
		if (token.is_word)
			exh_write_u8(out, (uint8_t)(token.code >> 8));
		exh_write_u8(out, (uint8_t)token.code);
	}
	if (status)
		return status;
	exh_write_u8(out, SAID_END);
	if (out->failed)
		return no_memory(s->err);
	code = (struct exh_bytes){ out->data + first, out->size - first, 0 };
	if (check == EXH_SCI_SAID_LENIENT || check == EXH_SCI_SAID_JOIN_LENIENT)
		return EXH_OK;
	if (code.size == 1)
		return fail(s, 0, "a spec without words%s", "");
	return check_grammar(s, code);
}

enum exh_status exh_sci_said_compile(struct exh_bytes text,
				     const struct exh_sci_lexicon *lexicon,
				     enum exh_sci_said_check check,
				     struct exh_writer *out, struct exh_error *err)
{
	struct source s = { .text = strip(text),
			    .lexicon = lexicon,
			    .joins = check >= EXH_SCI_SAID_JOIN,
			    .err = err };
	const size_t first = out->size;
	const enum exh_status status = compile(&s, check, out);

	if (status)
		out->size = first;
	return status;
}

/*
 * Bytes to text.
 */

/* True if the word compiles to its group in any context. */
static bool is_usable(const struct exh_sci_lexicon *lexicon,
		      const struct exh_sci_word *word)
{
	const struct exh_bytes text = word->text;
	const struct exh_sci_word *found;
	uint16_t group;

	if (!text.size || text.data[0] == '\'' || text.data[text.size - 1] == '\'' ||
	    find_reserved(text, &group))
		return false;
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] <= ' ' || text.data[i] == 0x7f ||
		    is_delimiter(text.data[i]) ||
		    lower_case((char)text.data[i]) != text.data[i])
			return false;
	found = exh_sci_lexicon_find(lexicon, text);
	return found && found->group == word->group;
}

static uint32_t uses_of(const struct exh_sci_lexicon *lexicon,
			const struct exh_sci_word *word)
{
	return lexicon->uses ? lexicon->uses[word - lexicon->words->items] : 0;
}

/* Returns the group's word that texts use most; of several the first. */
static const struct exh_sci_word *choose_word(const struct exh_sci_lexicon *lexicon,
					      unsigned group)
{
	const struct exh_sci_word *word = exh_sci_lexicon_of_group(lexicon, group);
	const struct exh_sci_word *chosen = NULL;

	for (; word; word = exh_sci_lexicon_next_of_group(lexicon, word)) {
		if (chosen && uses_of(lexicon, word) <= uses_of(lexicon, chosen))
			continue;
		if (word->group == group && is_usable(lexicon, word))
			chosen = word;
		if (chosen && !lexicon->uses)
			break;
	}
	return chosen;
}

static struct exh_bytes group_text(const struct exh_sci_lexicon *lexicon, unsigned group,
				   char raw[RAW_SIZE])
{
	const struct exh_sci_word *word;

	for (size_t i = 0; i < RESERVED; i++)
		if (reserved[i].group == group)
			return bytes_of_text(reserved[i].name);
	word = lexicon ? choose_word(lexicon, group) : NULL;
	if (word)
		return word->text;
	snprintf(raw, RAW_SIZE, "{0x%03x}", group & SAID_MAX_GROUP);
	return bytes_of_text(raw);
}

/* Returns the text of the word or operator at *pos, and moves past it. raw: memory for
 * the text. */
static struct exh_bytes next_text(struct exh_bytes code, size_t *pos,
				  const struct exh_sci_lexicon *lexicon,
				  char raw[RAW_SIZE])
{
	const unsigned first = code.data[(*pos)++];

	if (said_is_word(first))
		return group_text(lexicon, first << 8 | code.data[(*pos)++], raw);
	return (struct exh_bytes){
		(const uint8_t *)SAID_OPERATOR_TEXT + (first - SAID_COMMA), 1, 0
	};
}

/* True if a blank comes before the code at pos. */
static bool is_divided(struct exh_bytes code, size_t pos, bool after_word)
{
	return after_word && said_is_word(code.data[pos]);
}

enum exh_status exh_sci_said_decompile(struct exh_bytes code,
				       const struct exh_sci_lexicon *lexicon,
				       struct exh_writer *out, struct exh_error *err)
{
	const enum exh_status status = exh_sci_said_one(code, err);
	bool after_word = false;

	for (size_t pos = 0; !status && code.data[pos] != SAID_END;) {
		const bool divided = is_divided(code, pos, after_word);
		char raw[RAW_SIZE];
		struct exh_bytes text;

		after_word = said_is_word(code.data[pos]);
		text = next_text(code, &pos, lexicon, raw);
		if (divided)
			exh_write_u8(out, ' ');
		exh_write_bytes(out, text.data, text.size);
	}
	if (!status && out->failed)
		return no_memory(err);
	return status;
}

/*
 * Text in UTF-8.
 */

/* Size of the piece at the start that is converted as a whole: a word, {0xNNN}, or a
 * single sign. *is_word: its letters use the code page. */
static size_t piece_size(struct exh_bytes text, bool *is_word)
{
	const uint8_t *close =
		text.data[0] == '{' ? memchr(text.data, '}', text.size) : NULL;
	uint16_t group;
	size_t size = 0;

	*is_word = false;
	if (close)
		return (size_t)(close - text.data) + 1;
	while (size < text.size && !is_delimiter(text.data[size]) &&
	       text.data[size] != '\'')
		size++;
	*is_word =
		size && !find_reserved((struct exh_bytes){ text.data, size, 0 }, &group);
	return size ? size : 1;
}

size_t exh_sci_said_to_utf8(struct exh_bytes text, const struct exh_code_page *page,
			    struct exh_writer *out)
{
	size_t bad = 0, size;

	for (size_t at = 0; at < text.size; at += size) {
		struct exh_bytes piece = { text.data + at, text.size - at, 0 };
		bool is_word;

		size = piece_size(piece, &is_word);
		piece.size = size;
		bad += exh_code_page_to_utf8(is_word ? page : NULL, piece, EXH_CP437_TEXT,
					     out);
	}
	return bad;
}

/* Converts a word; none of its letters may become an operator. */
static enum exh_status word_from_utf8(struct exh_bytes utf8,
				      const struct exh_code_page *page,
				      struct exh_writer *out, struct exh_error *err)
{
	const size_t first = out->size;
	const enum exh_status status =
		exh_code_page_from_utf8(page, utf8, EXH_CP437_TEXT, out, err);

	for (size_t i = first; i < out->size && !status; i++)
		if (is_delimiter(out->data[i]) || out->data[i] == '\'')
			return exh_fail(err, EXH_INVALID, utf8.base,
					"a word with a letter whose byte is an operator's"
					": write {0xNNN}, its group");
	return status;
}

enum exh_status exh_sci_said_from_utf8(struct exh_bytes utf8,
				       const struct exh_code_page *page,
				       struct exh_writer *out, struct exh_error *err)
{
	enum exh_status status = EXH_OK;
	size_t size;

	for (size_t at = 0; at < utf8.size && !status; at += size) {
		struct exh_bytes piece = { utf8.data + at, utf8.size - at,
					   utf8.base + at };
		bool is_word;

		size = piece_size(piece, &is_word);
		piece.size = size;
		status = is_word ? word_from_utf8(piece, page, out, err)
				 : exh_code_page_from_utf8(NULL, piece, EXH_CP437_TEXT,
							   out, err);
	}
	return status;
}

struct exh_sci_said_span exh_sci_said_text_span(struct exh_bytes code,
						const struct exh_sci_lexicon *lexicon,
						struct exh_sci_said_span bytes)
{
	struct exh_sci_said_span out = { 0 };
	bool after_word = false;
	size_t size = 0, pos = 0;

	while (pos < bytes.end && code.data[pos] != SAID_END) {
		const bool divided = is_divided(code, pos, after_word);
		char raw[RAW_SIZE];

		size += divided;
		if (pos == bytes.first)
			out.first = size;
		after_word = said_is_word(code.data[pos]);
		size += next_text(code, &pos, lexicon, raw).size;
	}
	out.end = size;
	if (pos <= bytes.first)
		out.first = size;
	return out;
}
