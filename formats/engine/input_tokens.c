/* Input scripts in tokens, what to say where one is wrong, and lists for what was read.
 */

#include "input_program.h"

#include <inttypes.h>
#include <stdio.h>

enum {
	MAX_SHOWN = 40, /* bytes of the script in a message */
};

/*
 * Messages.
 */

enum exh_status exh_input_fail_at(const struct text *text, enum exh_status status,
				  uint32_t line, uint32_t column, const char *what)
{
	struct exh_error *err = text->program->err;

	if (text->from)
		return exh_fail(err, status, EXH_NO_OFFSET,
				"%.100s: line %" PRIu32 ", column %" PRIu32 ": %s",
				text->name, line, column, what);
	return exh_fail(err, status, EXH_NO_OFFSET,
			"line %" PRIu32 ", column %" PRIu32 ": %s", line, column, what);
}

enum exh_status exh_input_fail(const struct text *text, const struct token *token,
			       enum exh_status status, const char *what)
{
	return exh_input_fail_at(text, status, token->line, token->column, what);
}

enum exh_status exh_input_no_memory(const struct text *text)
{
	char what[80];

	snprintf(what, sizeof what, "the script needs more than %zu bytes of memory",
		 text->program->arena->limit);
	return exh_input_fail(text, &text->token, EXH_NO_MEMORY, what);
}

/* Writes the token for a message. */
static void show(const struct token *token, char *out, size_t size)
{
	const int shown = token->size < MAX_SHOWN ? (int)token->size : MAX_SHOWN;

	switch (token->kind) {
	case TOKEN_WORD:
		snprintf(out, size, "'%.*s'", shown, (const char *)token->data);
		break;
	case TOKEN_STRING:
		snprintf(out, size, "\"%.*s\"", shown, (const char *)token->data);
		break;
	case TOKEN_NEXT:
		snprintf(out, size, "the end of the line");
		break;
	case TOKEN_OPEN:
		snprintf(out, size, "{");
		break;
	case TOKEN_CLOSE:
		snprintf(out, size, "}");
		break;
	case TOKEN_END:
		snprintf(out, size, "the end of the file");
		break;
	}
}

enum exh_status exh_input_unexpected(const struct text *text, const struct token *token,
				     const char *expected)
{
	char what[200], found[MAX_SHOWN + 8];

	show(token, found, sizeof found);
	snprintf(what, sizeof what, "expected %s, not %s", expected, found);
	return exh_input_fail(text, token, EXH_INVALID, what);
}

/*
 * Tokens.
 */

static bool ends_word(uint8_t c)
{
	return c <= ' ' || c == 0x7f || strchr(",{}#\"", c);
}

static void skip_blanks(struct text *text)
{
	const struct exh_bytes in = text->in;

	while (text->pos < in.size &&
	       (in.data[text->pos] == ' ' || in.data[text->pos] == '\t' ||
		in.data[text->pos] == '\r'))
		text->pos++;
	if (text->pos < in.size && in.data[text->pos] == '#')
		while (text->pos < in.size && in.data[text->pos] != '\n')
			text->pos++;
}

static enum exh_status read_string(struct text *text)
{
	struct token *token = &text->token;
	const struct exh_bytes in = text->in;
	size_t end = ++text->pos;

	while (end < in.size && in.data[end] >= ' ' && in.data[end] != '"')
		end++;
	if (end == in.size || in.data[end] != '"')
		return exh_input_fail(
			text, token, EXH_INVALID,
			"expected a \" at the end of the name in this line");
	token->kind = TOKEN_STRING;
	token->data = in.data + text->pos;
	token->size = end - text->pos;
	text->pos = end + 1;
	return EXH_OK;
}

static enum exh_status read_word(struct text *text)
{
	struct token *token = &text->token;
	const struct exh_bytes in = text->in;
	char what[64];

	while (text->pos < in.size && !ends_word(in.data[text->pos]))
		text->pos++;
	token->kind = TOKEN_WORD;
	token->size = text->pos - (size_t)(token->data - in.data);
	if (token->size)
		return EXH_OK;
	snprintf(what, sizeof what, "expected text, not byte 0x%02x", *token->data);
	return exh_input_fail(text, token, EXH_INVALID, what);
}

enum exh_status exh_input_next_token(struct text *text)
{
	struct token *token = &text->token;
	const struct exh_bytes in = text->in;

	skip_blanks(text);
	*token = (struct token){ .kind = TOKEN_END,
				 .line = text->line,
				 .column = (uint32_t)(text->pos - text->line_start) + 1 };
	if (text->pos == in.size)
		return EXH_OK;
	token->data = in.data + text->pos;
	switch (*token->data) {
	case '\n':
		text->line++;
		text->line_start = text->pos + 1;
		/* fall through */
	case ',':
		token->kind = TOKEN_NEXT;
		break;
	case '{':
		token->kind = TOKEN_OPEN;
		break;
	case '}':
		token->kind = TOKEN_CLOSE;
		break;
	case '"':
		return read_string(text);
	default:
		return read_word(text);
	}
	text->pos++;
	return EXH_OK;
}

/* Returns the end of the rest: the line's end, a comment or a closing bracket. A slash
 * begins a pattern only after a blank. */
static size_t end_of_rest(const struct exh_bytes in, size_t at)
{
	uint8_t quote = 0;

	for (; at < in.size && in.data[at] != '\n'; at++) {
		const uint8_t c = in.data[at];

		if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (c == '"' || (c == '/' && at && in.data[at - 1] == ' ')) {
			quote = c;
		} else if (c == '#' || c == '}') {
			break;
		}
	}
	return at;
}

enum exh_status exh_input_take_rest(struct text *text, struct token *rest)
{
	size_t end;

	while (text->pos < text->in.size &&
	       (text->in.data[text->pos] == ' ' || text->in.data[text->pos] == '\t'))
		text->pos++;
	end = end_of_rest(text->in, text->pos);
	*rest = (struct token){ .kind = TOKEN_STRING,
				.data = text->in.data + text->pos,
				.line = text->line,
				.column = (uint32_t)(text->pos - text->line_start) + 1 };
	rest->size = end - text->pos;
	text->pos = end;
	while (rest->size && rest->data[rest->size - 1] <= ' ')
		rest->size--;
	return exh_input_next_token(text);
}

/* A statement must end here. */
enum exh_status exh_input_expect_next(const struct text *text)
{
	const enum token_kind kind = text->token.kind;

	if (kind == TOKEN_NEXT || kind == TOKEN_CLOSE || kind == TOKEN_END)
		return EXH_OK;
	return exh_input_unexpected(text, &text->token, "a comma or the end of the line");
}

/* A { may stand in a line of its own. */
enum exh_status exh_input_expect_open(struct text *text)
{
	enum exh_status status;

	while (text->token.kind == TOKEN_NEXT && *text->token.data == '\n') {
		status = exh_input_next_token(text);
		if (status)
			return status;
	}
	if (text->token.kind != TOKEN_OPEN)
		return exh_input_unexpected(text, &text->token, "{");
	return exh_input_next_token(text);
}

/* The file ended in a block. */
enum exh_status exh_input_not_closed(const struct text *text, uint32_t line)
{
	char what[80];

	snprintf(what, sizeof what,
		 "the block that begins in line %" PRIu32 " has no end, expected }",
		 line);
	return exh_input_fail(text, &text->token, EXH_INVALID, what);
}

/*
 * Numbers.
 */

/* Only digits, from least to most. */
enum exh_status exh_input_read_number(const struct text *text, const struct token *token,
				      const char *what, uint32_t least, uint32_t most,
				      uint32_t *out)
{
	char expected[80];
	uint64_t value = 0;
	bool good = token->kind == TOKEN_WORD && token->size > 0;

	for (size_t i = 0; good && i < token->size; i++) {
		good = token->data[i] >= '0' && token->data[i] <= '9';
		value = value * 10 + (uint64_t)(token->data[i] - '0');
		good = good && value <= most;
	}
	if (good && value >= least) {
		*out = (uint32_t)value;
		return EXH_OK;
	}
	snprintf(expected, sizeof expected, "%s from %" PRIu32 " to %" PRIu32, what,
		 least, most);
	return exh_input_unexpected(text, token, expected);
}

/* A number of frames or passes, or "forever"; goes to the next token. */
enum exh_status exh_input_read_count(struct text *text, const char *what, uint64_t *out)
{
	enum exh_status status;
	uint32_t value = 0;

	if (is_word(&text->token, "forever")) {
		*out = EXH_INPUT_ENDLESS;
		return exh_input_next_token(text);
	}
	status = exh_input_read_number(text, &text->token, what, 1, INPUT_MAX_NUMBER,
				       &value);
	if (status)
		return status;
	*out = value;
	return exh_input_next_token(text);
}

/*
 * The lists of which the program is made.
 */

void *exh_input_push(struct program *program, struct list *list, size_t size)
{
	const uint32_t capacity = list->capacity ? 2 * list->capacity : 16;
	void *data;

	if (list->count == list->capacity) {
		data = capacity > list->capacity
			       ? exh_alloc(program->arena, capacity, size)
			       : NULL;
		if (!data)
			return NULL;
		if (list->count)
			memcpy(data, list->data, list->count * size);
		list->data = data;
		list->capacity = capacity;
	}
	return (uint8_t *)list->data + list->count++ * size;
}

enum exh_status exh_input_add(struct text *text, struct list *list, const void *item,
			      size_t size)
{
	void *slot = exh_input_push(text->program, list, size);

	if (!slot)
		return exh_input_no_memory(text);
	memcpy(slot, item, size);
	return EXH_OK;
}

enum exh_status exh_input_add_op(struct text *text, struct input_op op)
{
	return exh_input_add(text, &text->program->ops, &op, sizeof op);
}
