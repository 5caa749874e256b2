#include "play.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool act_is_named(const struct exh_input_act *act, const char *name)
{
	return strcmp(act->name, name) == 0;
}

/*
 * Places.
 */

bool act_place(const char **text, long width, long height, long *x, long *y)
{
	const char *at = *text;
	char *end;

	*x = strtol(at, &end, 10);
	if (end == at)
		return false;
	at = end + strspn(end, " \t,");
	if (at == end)
		return false;
	*y = strtol(at, &end, 10);
	if (end == at || *x < 1 || *x >= width || *y < 1 || *y >= height)
		return false;
	*text = end + strspn(end, " \t");
	return true;
}

bool act_is_place(const char *text, long width, long height, long *x, long *y)
{
	return act_place(&text, width, height, x, y) && !*text;
}

/*
 * Keys.
 */

unsigned act_key_named(const struct act_key *keys, const char *name, size_t size)
{
	for (; keys->name; keys++)
		if (strlen(keys->name) == size && !strncasecmp(name, keys->name, size))
			return keys->code;
	return 0;
}

size_t act_quoted_size(const char *text)
{
	const char *end = *text == '"' ? strchr(text + 1, '"') : NULL;

	return end ? (size_t)(end - text) + 1 : 0;
}

static enum exh_status wrong(struct exh_error *err, size_t at, const char *text)
{
	return exh_fail(err, EXH_INVALID, at, "%s", text);
}

/* Returns the number of bytes of the UTF-8 character at the start of text; 1 if there is
 * no valid one. */
static size_t character_size(const char *text)
{
	size_t size = 1;

	if ((unsigned char)*text >= 0xc0)
		while (((unsigned char)text[size] & 0xc0) == 0x80)
			size++;
	return size;
}

enum exh_status act_check_keys(const char *text, bool needs_text, act_code *code_of,
			       const void *context, struct exh_error *err)
{
	size_t at = needs_text ? act_quoted_size(text) : 0;

	if (needs_text && !at)
		return wrong(err, 0, "expected a text in quotes");
	for (size_t i = 1; i + 1 < at; i += character_size(text + i))
		if (!code_of(context, text + i, character_size(text + i)))
			return wrong(err, i, "no key of the game types this character");
	if (!needs_text && !*text)
		return wrong(err, 0, "expected the name of a key");
	for (;;) {
		size_t size;

		at += strspn(text + at, " \t");
		if (!text[at])
			return EXH_OK;
		size = strcspn(text + at, " \t");
		if (!code_of(context, text + at, size))
			return wrong(err, at,
				     "expected keys: a character, enter, esc, tab, f1, "
				     "left, ctrl-c ...");
		at += size;
	}
}

uint32_t act_next_key(const char *text, uint64_t *at, act_code *code_of,
		      const void *context)
{
	const size_t quoted = act_quoted_size(text);
	uint32_t code;
	size_t size;

	if (quoted && *at + 1 < quoted - 1) {
		const char *letter = text + 1 + *at;

		*at += character_size(letter);
		return code_of(context, letter, character_size(letter));
	}
	if (*at < quoted)
		*at = quoted;
	*at += strspn(text + *at, " \t");
	size = strcspn(text + *at, " \t");
	code = code_of(context, text + *at, size);
	*at += size;
	return code;
}
