/* Words, numbers and arguments within a line of a script. */
#include "script_words.h"

#include <string.h>

bool exh_zv_script_is_word(struct exh_bytes text, const char *word)
{
	if (text.size != strlen(word))
		return false;
	for (size_t i = 0; i < text.size; i++)
		if (script_lower(text.data[i]) != (uint8_t)word[i])
			return false;
	return true;
}

bool exh_zv_script_same(struct exh_bytes a, struct exh_bytes b)
{
	if (a.size != b.size)
		return false;
	for (size_t i = 0; i < a.size; i++)
		if (script_lower(a.data[i]) != script_lower(b.data[i]))
			return false;
	return true;
}

struct exh_bytes exh_zv_script_skip_blanks(struct exh_bytes text)
{
	size_t size = 0;

	while (size < text.size && script_is_blank(text.data[size]))
		size++;
	return script_skip(text, size);
}

struct exh_bytes exh_zv_script_trim(struct exh_bytes text)
{
	text = exh_zv_script_skip_blanks(text);
	while (text.size && script_is_blank(text.data[text.size - 1]))
		text.size--;
	return text;
}

bool exh_zv_script_line(struct exh_bytes *text, struct exh_bytes *line)
{
	size_t size = 0;

	if (!text->size)
		return false;
	while (size < text->size && text->data[size] != '\r' && text->data[size] != '\n')
		size++;
	*line = (struct exh_bytes){ text->data, size, text->base };
	if (text->size - size > 1 && text->data[size] == '\r' &&
	    text->data[size + 1] == '\n')
		size++;
	*text = script_skip(*text, size < text->size ? size + 1 : size);
	return true;
}

bool exh_zv_script_entry(struct exh_bytes line, struct exh_bytes *key,
			 struct exh_bytes *value)
{
	const uint8_t *colon = line.size ? memchr(line.data, ':', line.size) : NULL;
	const size_t size = colon ? (size_t)(colon - line.data) : line.size;
	const uint8_t *tilde;

	*key = exh_zv_script_trim((struct exh_bytes){ line.data, size, line.base });
	*value = script_skip(line, colon ? size + 1 : size);
	tilde = value->size ? memchr(value->data, '~', value->size) : NULL;
	if (tilde)
		value->size = (size_t)(tilde - value->data);
	*value = exh_zv_script_trim(*value);
	return colon != NULL;
}

bool exh_zv_script_take_digits(struct exh_bytes *text, int64_t *out)
{
	size_t size = 0;

	*out = 0;
	for (; size < text->size && script_is_digit(text->data[size]); size++) {
		const int digit = text->data[size] - '0';

		if (*out > (INT64_MAX - digit) / 10)
			return false;
		*out = *out * 10 + digit;
	}
	*text = script_skip(*text, size);
	return size > 0;
}

bool exh_zv_script_number(struct exh_bytes text, bool negative, int64_t *out)
{
	const bool minus = negative && text.size && text.data[0] == '-';

	if (minus)
		text = script_skip(text, 1);
	if (!exh_zv_script_take_digits(&text, out) || text.size)
		return false;
	if (minus)
		*out = -*out;
	return true;
}

bool exh_zv_script_take_byte(struct exh_bytes *text, uint8_t byte)
{
	if (!text->size || text->data[0] != byte)
		return false;
	*text = script_skip(*text, 1);
	return true;
}

bool exh_zv_script_take_key(struct exh_bytes *text, int64_t *key)
{
	struct exh_bytes left = *text;

	if (!exh_zv_script_take_byte(&left, '['))
		return false;
	left = exh_zv_script_skip_blanks(left);
	if (!exh_zv_script_take_digits(&left, key))
		return false;
	left = exh_zv_script_skip_blanks(left);
	if (!exh_zv_script_take_byte(&left, ']'))
		return false;
	*text = exh_zv_script_skip_blanks(left);
	return true;
}

bool exh_zv_argument_is_key(struct exh_bytes argument, int64_t *key)
{
	return exh_zv_script_take_key(&argument, key) && !argument.size;
}

bool exh_zv_script_argument(struct exh_bytes *args, struct exh_bytes *argument)
{
	struct exh_bytes text = *args;
	bool bracketed = false;
	size_t size = 0;

	while (text.size && (script_is_blank(text.data[0]) || text.data[0] == ','))
		text = script_skip(text, 1);
	for (; size < text.size; size++) {
		const uint8_t c = text.data[size];

		if (c == '[')
			bracketed = true;
		else if (c == ']')
			bracketed = false;
		else if (!bracketed && (script_is_blank(c) || c == ','))
			break;
	}
	*argument = (struct exh_bytes){ text.data, size, text.base };
	*args = script_skip(text, size);
	return size > 0;
}

int32_t exh_zv_script_leading_number(struct exh_bytes text)
{
	const bool minus = text.size && text.data[0] == '-';
	size_t at = minus || (text.size && text.data[0] == '+');
	int64_t number = 0;

	for (; at < text.size && script_is_digit(text.data[at]); at++)
		if (number <= INT32_MAX)
			number = number * 10 + (text.data[at] - '0');
	if (number > INT32_MAX)
		return minus ? INT32_MIN : INT32_MAX;
	return (int32_t)(minus ? -number : number);
}

const char *exh_zv_script_flag_name(unsigned i)
{
	static const char *const names[] = { "ONCE_PER_INST", "DISABLED", "DO_ME_NOW",
					     NULL };

	return names[i];
}

uint8_t exh_zv_script_flags(const struct exh_zv_node *puzzle)
{
	uint8_t flags = 0;

	for (const struct exh_zv_node *block = puzzle->first; block; block = block->next)
		for (const struct exh_zv_node *node =
			     block->kind == EXH_ZV_FLAGS ? block->first : NULL;
		     node; node = node->next)
			if (node->kind == EXH_ZV_FLAG)
				flags |= (uint8_t)node->key;
	return flags;
}

struct exh_bytes exh_zv_script_unquote(struct exh_bytes word)
{
	if (word.size && word.data[0] == '"')
		word = script_skip(word, 1);
	if (word.size && word.data[word.size - 1] == '"')
		word.size--;
	return word;
}
