#include "exhume/zvision_text.h"

#include <stdio.h>
#include <string.h>

enum {
	MAX_WORD = 32,
	/* A style is a number: 0xRRGGBB, of which white needs no saying, and these bits.
	 */
	WHITE = 0xffffff,
	BOLD = 1 << 24,
	ITALIC = 1 << 25,
	UNDERLINE = 1 << 26,
	STRIKE = 1 << 27,
};

struct painter {
	struct exh_writer *out;
	bool styles;
	uint32_t wanted, shown;
};

static void put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

/* Closes the active styles, the last one first, and opens the wanted ones. */
static void change(struct painter *p)
{
	const uint32_t off = p->shown, on = p->wanted;
	char font[32];

	if (!p->styles || off == on)
		return;
	put(p->out, off & STRIKE ? "</s>" : "");
	put(p->out, off & UNDERLINE ? "</u>" : "");
	put(p->out, off & ITALIC ? "</i>" : "");
	put(p->out, off & BOLD ? "</b>" : "");
	put(p->out, (off & WHITE) != WHITE ? "</font>" : "");
	if ((on & WHITE) != WHITE) {
		snprintf(font, sizeof font, "<font color=\"#%06x\">",
			 (unsigned)(on & WHITE));
		put(p->out, font);
	}
	put(p->out, on & BOLD ? "<b>" : "");
	put(p->out, on & ITALIC ? "<i>" : "");
	put(p->out, on & UNDERLINE ? "<u>" : "");
	put(p->out, on & STRIKE ? "<s>" : "");
	p->shown = on;
}

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

/* 0 to 255; larger values become 255. */
static uint32_t level(const char *word)
{
	uint32_t value = 0;

	for (; *word >= '0' && *word <= '9' && value < 255; word++)
		value = value * 10 + (uint32_t)(*word - '0');
	return value < 255 ? value : 255;
}

static void set_color(struct painter *p, unsigned shift, const char *word)
{
	p->wanted = (p->wanted & ~(0xffU << shift)) | level(word) << shift;
}

/* Words that say nothing of these are passed; so are names in quotes. */
static void apply(struct painter *p, const char *text, const char *end)
{
	static const struct {
		const char *name;
		uint32_t bit;
	} switches[] = {
		{ "bold", BOLD },
		{ "italic", ITALIC },
		{ "underline", UNDERLINE },
		{ "strikeout", STRIKE },
	};
	char word[MAX_WORD + 1], value[MAX_WORD + 1];

	while (next_word(&text, end, word)) {
		const char *before = text;

		if (strcmp(word, "newline") == 0) {
			exh_write_u8(p->out, '\n');
			continue;
		}
		for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
			if (strcmp(word, switches[i].name) == 0 &&
			    next_word(&text, end, value))
				p->wanted =
					(p->wanted & ~switches[i].bit) |
					(strcmp(value, "on") == 0 ? switches[i].bit : 0);
		if (text != before)
			continue;
		if (strcmp(word, "red") == 0 && next_word(&text, end, value))
			set_color(p, 16, value);
		else if (strcmp(word, "green") == 0 && next_word(&text, end, value))
			set_color(p, 8, value);
		else if (strcmp(word, "blue") == 0 && next_word(&text, end, value))
			set_color(p, 0, value);
		else if (strcmp(word, "font") == 0)
			next_word(&text, end, value);
	}
}

void exh_zv_text_plain(const char *line, bool styles, struct exh_writer *out)
{
	struct painter p = {
		.out = out, .styles = styles, .wanted = WHITE, .shown = WHITE
	};
	const char *closed = line; /* no ">" between line and here: all is text */
	bool has_close = true;

	while (*line) {
		const char *end = NULL;

		if (*line == '<' && has_close) {
			end = strchr(line, '>');
			has_close = end != NULL;
		}
		if (end) {
			apply(&p, line + 1, end);
			line = closed = end + 1;
			continue;
		}
		line += 1 + strcspn(line + 1, "<");
		change(&p);
		exh_write_bytes(out, closed, (size_t)(line - closed));
		closed = line;
	}
	p.wanted = WHITE;
	change(&p);
}
