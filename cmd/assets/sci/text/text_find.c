#include "text.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

/* Returns a pattern for plain text, to be freed. */
static char *quote(const char *text)
{
	char *quoted = mem_alloc(2 * strlen(text) + 1, 1), *out = quoted;

	for (; *text; text++) {
		if (strchr(".[]*^$\\+?(){}|", *text))
			*out++ = '\\';
		*out++ = *text;
	}
	return quoted;
}

/* Sets the thread's locale, for letters beyond ASCII; returns the old one. */
static locale_t enter(const struct text_find *find)
{
	return find->locale ? uselocale(find->locale) : (locale_t)0;
}

static void leave(locale_t before)
{
	if (before)
		uselocale(before);
}

bool text_find_open(struct text_find *find, const char *pattern, bool is_regex,
		    bool ignore_case, char wrong[128])
{
	char *quoted = is_regex ? mem_text(pattern) : quote(pattern);
	locale_t before;
	int status;

	*find = (struct text_find){ 0 };
	find->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	before = enter(find);
	status = regcomp(&find->regex, quoted,
			 REG_EXTENDED | (ignore_case ? REG_ICASE : 0));
	leave(before);
	if (status)
		regerror(status, &find->regex, wrong, 128);
	find->is_open = !status;
	free(quoted);
	if (status)
		text_find_close(find);
	return !status;
}

void text_find_close(struct text_find *find)
{
	if (find->is_open)
		regfree(&find->regex);
	if (find->locale)
		freelocale(find->locale);
	*find = (struct text_find){ 0 };
}

/* Returns the position after the character. */
static size_t next_character(const char *line, size_t at)
{
	at++;
	while (((unsigned char)line[at] & 0xc0) == 0x80)
		at++;
	return at;
}

/* An empty match is a hit only if the line has no other. */
static void find_in_line(const struct text_find *find, const char *line, size_t size,
			 struct text_hit hit, struct text_hits *hits)
{
	const size_t before = hits->count;
	size_t at = 0;
	regmatch_t match;

	while (at <= size &&
	       !regexec(&find->regex, line + at, 1, &match, at ? REG_NOTBOL : 0)) {
		const size_t start = at + (size_t)match.rm_so;
		const size_t end = at + (size_t)match.rm_eo;

		hit.column = text_count_characters(line, start) + 1;
		hit.offset = hit.line_offset + start;
		hit.size = end - start;
		if (hit.size || hits->count == before)
			*MEM_ADD(hits) = hit;
		if (!hit.size && start == size)
			break;
		at = hit.size ? end : next_character(line, start);
	}
}

void text_find_all(const struct text_find *find, char *text, size_t size,
		   struct text_hits *hits)
{
	const locale_t before = enter(find);
	struct text_hit hit = { .line = 1 };

	for (size_t at = 0; at <= size; hit.line++) {
		char *end = memchr(text + at, '\n', size - at);

		hit.line_offset = at;
		hit.line_size = end ? (size_t)(end - text) - at : size - at;
		if (end)
			*end = '\0';
		find_in_line(find, text + at, hit.line_size, hit, hits);
		if (end)
			*end = '\n';
		at += hit.line_size + 1;
	}
	leave(before);
}
