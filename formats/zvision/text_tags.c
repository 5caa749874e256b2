#include "script_words.h"

#include "../base/common.h"
#include "exhume/advanced/zvision_text.h"

#include <string.h>

enum { MAX_WORD = 32, WHITE = 0xffffff, POINT = 12, MAX_NUMBER = 99999 };

struct zv_text_style exh_zv_text_style(void)
{
	return (struct zv_text_style){ .color = WHITE, .point = POINT };
}

/*
 * Tags.
 */

/* The next word of a tag in lower case, cut at MAX_WORD; false at its end. */
static bool next_word(const char **text, const char *end, char word[MAX_WORD + 1])
{
	size_t size = 0;

	while (*text < end && (**text == ' ' || **text == '\t'))
		(*text)++;
	if (*text == end)
		return false;
	for (; *text < end && **text != ' ' && **text != '\t'; (*text)++)
		if (size < MAX_WORD)
			word[size++] = **text >= 'A' && **text <= 'Z'
					       ? (char)(**text + 32)
					       : **text;
	word[size] = '\0';
	return true;
}

/* Larger values than most become it. */
static uint32_t number(const char *word, uint32_t most)
{
	uint32_t value = 0;

	for (; *word >= '0' && *word <= '9' && value < most; word++)
		value = value * 10 + (uint32_t)(*word - '0');
	return value < most ? value : most;
}

static bool *switch_of(struct zv_text_style *style, const char *word)
{
	return strcmp(word, "bold") == 0	? &style->bold
	       : strcmp(word, "italic") == 0	? &style->italic
	       : strcmp(word, "underline") == 0 ? &style->underline
	       : strcmp(word, "strikeout") == 0 ? &style->strikeout
						: NULL;
}

static int shift_of(const char *word)
{
	return strcmp(word, "red") == 0	    ? 16
	       : strcmp(word, "green") == 0 ? 8
	       : strcmp(word, "blue") == 0  ? 0
					    : -1;
}

static enum zv_justify justify_of(const char *word)
{
	return strcmp(word, "center") == 0  ? ZV_CENTER
	       : strcmp(word, "right") == 0 ? ZV_RIGHT
					    : ZV_LEFT;
}

/* A word that has a value after it; it is passed if it says nothing of the style. */
static void apply(struct zv_text_style *style, const struct zv_text_walk *walk,
		  const char *word, const char *value)
{
	const int shift = shift_of(word);
	bool *on = switch_of(style, word);

	if (on)
		*on = strcmp(value, "on") == 0;
	else if (shift >= 0)
		style->color = (style->color & ~(0xffU << shift)) | number(value, 255)
									    << shift;
	else if (strcmp(word, "point") == 0)
		style->point = number(value, MAX_NUMBER);
	else if (strcmp(word, "justify") == 0)
		style->justify = justify_of(value);
	else if (strcmp(word, "statebox") == 0 && walk->value)
		walk->value(walk->context, style, (int32_t)number(value, MAX_NUMBER));
}

static bool has_value(const char *word)
{
	static const char *const names[] = { "bold", "italic",	"underline", "strikeout",
					     "red",  "green",	"blue",	     "point",
					     "font", "justify", "statebox" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(word, names[i]) == 0)
			return true;
	return false;
}

static void take_tag(struct zv_text_style *style, const struct zv_text_walk *walk,
		     const char *text, const char *end)
{
	char word[MAX_WORD + 1], value[MAX_WORD + 1];

	while (next_word(&text, end, word)) {
		if (strcmp(word, "newline") == 0) {
			if (walk->newline)
				walk->newline(walk->context);
		} else if (has_value(word) && next_word(&text, end, value)) {
			apply(style, walk, word, value);
		}
	}
}

void exh_zv_text_walk(const char *line, struct zv_text_style *style,
		      const struct zv_text_walk *walk)
{
	bool has_close = true; /* there may be a ">" ahead */

	while (*line) {
		const char *end = *line == '<' && has_close ? strchr(line, '>') : NULL;
		size_t size;

		if (end) {
			take_tag(style, walk, line + 1, end);
			line = end + 1;
			continue;
		}
		if (*line == '<')
			has_close = false;
		size = 1 + strcspn(line + 1, "<");
		if (walk->letters)
			walk->letters(
				walk->context, style,
				(struct exh_bytes){ (const uint8_t *)line, size, 0 });
		line += size;
	}
}

/*
 * Lines as plain text, or with the tags of SRT.
 */

struct painter {
	struct exh_writer *out;
	bool styles;
	struct zv_text_style shown;
};

static bool is_same(const struct zv_text_style *a, const struct zv_text_style *b)
{
	return a->color == b->color && a->bold == b->bold && a->italic == b->italic &&
	       a->underline == b->underline && a->strikeout == b->strikeout;
}

/* Closes the active styles, the last one first, and opens the wanted ones. */
static void change(struct painter *p, const struct zv_text_style *on)
{
	const struct zv_text_style *off = &p->shown;

	if (!p->styles || is_same(off, on))
		return;
	write_text(p->out, off->strikeout ? "</s>" : "");
	write_text(p->out, off->underline ? "</u>" : "");
	write_text(p->out, off->italic ? "</i>" : "");
	write_text(p->out, off->bold ? "</b>" : "");
	write_text(p->out, off->color != WHITE ? "</font>" : "");
	if (on->color != WHITE)
		exh_write_format(p->out, "<font color=\"#%06x\">", (unsigned)on->color);
	write_text(p->out, on->bold ? "<b>" : "");
	write_text(p->out, on->italic ? "<i>" : "");
	write_text(p->out, on->underline ? "<u>" : "");
	write_text(p->out, on->strikeout ? "<s>" : "");
	p->shown = *on;
}

static void put_letters(void *context, const struct zv_text_style *style,
			struct exh_bytes utf8)
{
	struct painter *p = context;

	change(p, style);
	exh_write_bytes(p->out, utf8.data, utf8.size);
}

static void put_newline(void *context)
{
	exh_write_u8(((struct painter *)context)->out, '\n');
}

void exh_zv_text_plain(const char *line, bool styles, struct exh_writer *out)
{
	const struct zv_text_style none = exh_zv_text_style();
	struct zv_text_style style = none;
	struct painter p = { .out = out, .styles = styles, .shown = none };

	exh_zv_text_walk(line, &style,
			 &(struct zv_text_walk){ .letters = put_letters,
						 .newline = put_newline,
						 .context = &p });
	change(&p, &none);
}
