/* The words of a line. */
#include "asm.h"

#include "token.h"

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_word_byte(uint8_t c)
{
	return exh_sci_is_token_byte(c) || c == '+' || c == '#' || c == '$' || c == '@' ||
	       c >= 0x80;
}

/* Past the closing quote; at the line's end if there is none. */
static size_t quote_end(struct exh_bytes text, size_t pos)
{
	const uint8_t quote = text.data[pos++];

	while (pos < text.size && text.data[pos] != quote)
		pos += quote == '"' && text.data[pos] == '\\' ? 2 : 1;
	return pos < text.size ? pos + 1 : text.size + 1;
}

struct token exh_sci_next_token(struct line *line)
{
	const struct exh_bytes text = line->text;
	struct token token = { .kind = TOKEN_END };
	size_t first, end;

	while (line->pos < text.size && is_blank(text.data[line->pos]))
		line->pos++;
	first = end = line->pos;
	token.column = first + 1;
	if (first == text.size || text.data[first] == ';')
		return token;
	if (text.data[first] == '"' || text.data[first] == '\'') {
		end = quote_end(text, first);
		token.kind = end > text.size	       ? TOKEN_BAD
			     : text.data[first] == '"' ? TOKEN_STRING
						       : TOKEN_SAID;
		end = end > text.size ? text.size : end;
		line->pos = end;
		if (token.kind != TOKEN_BAD)
			exh_bytes_slice(text, first + 1, end - first - 2, &token.text);
		return token;
	}
	while (end < text.size && is_word_byte(text.data[end]))
		end++;
	token.kind = end > first ? TOKEN_WORD : TOKEN_SIGN;
	end += end == first;
	exh_bytes_slice(text, first, end - first, &token.text);
	line->pos = end;
	return token;
}
