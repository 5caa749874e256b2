/* The words of a line. */
#include "asm.h"

#include "code.h"

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

enum { MOST = 1 << 20 };

bool exh_sci_number_from(struct exh_bytes text, int32_t *out)
{
	const bool is_negative = text.size && text.data[0] == '-';
	size_t i = is_negative;
	unsigned base = 10;
	int32_t value = 0;

	if (i < text.size && text.data[i] == '$') {
		base = 16;
		i++;
	} else if (i + 1 < text.size && text.data[i] == '0' &&
		   (text.data[i + 1] | 0x20) == 'x') {
		base = 16;
		i += 2;
	}
	if (i == text.size)
		return false;
	for (; i < text.size; i++) {
		const int digit = exh_hex_digit(text.data[i]);

		if (digit < 0 || (unsigned)digit >= base)
			return false;
		value = value * (int32_t)base + digit;
		value = value < MOST ? value : MOST;
	}
	*out = is_negative ? -value : value;
	return true;
}

bool exh_sci_is_token(struct exh_bytes text)
{
	int32_t number;

	for (size_t i = 0; i < text.size; i++)
		if (!exh_sci_is_token_byte(text.data[i]))
			return false;
	return text.size && text.data[0] != '.' && text.data[text.size - 1] != ':' &&
	       !exh_sci_number_from(text, &number);
}
