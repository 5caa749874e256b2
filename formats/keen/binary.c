#include "exhume/advanced/cp437.h"

#include "../base/reader.h"
#include "keen_parts.h"

#include <string.h>

enum {
	DEMO_HEADER_SIZE = 4,
	SCREEN_SIZE = 7 + 4000,
	PAIR = 2, /* frames, keys */
	MAX_DEMO_REST = 64,
	BUTTON_0 = 16,
	BUTTON_1 = 32,
	MAX_ARGUMENTS = 5,
};

static const uint8_t screen_head[] = { 0xfd, 0x00, 0xb8, 0x00, 0x00, 0xa0, 0x0f };

/*
 * Recognising.
 */

static uint8_t upper(uint8_t c)
{
	return c >= 'a' && c <= 'z' ? (uint8_t)(c - 'a' + 'A') : c;
}

/* A direction is 0, 1 or 2 on each axis. */
static bool are_keys(uint8_t code)
{
	return code < 64 && (code & 3) != 3 && (code >> 2 & 3) != 3;
}

/* Some bytes may follow what is played. */
static bool is_demo(struct exh_bytes chunk, size_t *end)
{
	if (chunk.size < DEMO_HEADER_SIZE + PAIR)
		return false;
	*end = DEMO_HEADER_SIZE + load_u16le(chunk.data + 2);
	if (*end < DEMO_HEADER_SIZE + PAIR || *end % 2 || *end > chunk.size ||
	    chunk.size - *end > MAX_DEMO_REST)
		return false;
	for (size_t i = DEMO_HEADER_SIZE; i < *end; i += PAIR)
		if (!chunk.data[i] || !are_keys(chunk.data[i + 1]))
			return false;
	return true;
}

enum exh_keen_binary exh_keen_binary_kind(struct exh_bytes chunk)
{
	size_t end;

	if (chunk.size >= SCREEN_SIZE &&
	    memcmp(chunk.data, screen_head, sizeof screen_head) == 0)
		return EXH_KEEN_BINARY_SCREEN;
	if (chunk.size >= 2 && chunk.data[0] == '^' && upper(chunk.data[1]) == 'P')
		return EXH_KEEN_BINARY_TEXT;
	return is_demo(chunk, &end) ? EXH_KEEN_BINARY_DEMO : EXH_KEEN_BINARY_OTHER;
}

const char *exh_keen_binary_kind_name(enum exh_keen_binary kind)
{
	static const char *const names[] = { "other", "text", "demo", "screen" };

	return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "other";
}

/*
 * Texts.
 */

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* The numbers of a command, with commas between them; those that lack are 0. */
static void read_numbers(struct keen_text *t, unsigned numbers[MAX_ARGUMENTS])
{
	memset(numbers, 0, MAX_ARGUMENTS * sizeof *numbers);
	for (size_t i = 0; i < MAX_ARGUMENTS; i++) {
		while (t->pos < t->in.size && is_digit(t->in.data[t->pos]) &&
		       numbers[i] < UINT16_MAX)
			numbers[i] = numbers[i] * 10 + (t->in.data[t->pos++] - '0');
		if (t->pos >= t->in.size || t->in.data[t->pos] != ',')
			return;
		t->pos++;
	}
}

/* Nothing after such a command is shown up to the next line. */
static void skip_line(struct keen_text *t)
{
	while (t->pos < t->in.size && t->in.data[t->pos++] != '\n')
		;
}

static void print_picture(const struct keen_text *t, unsigned chunk, unsigned x,
			  unsigned y)
{
	uint32_t index = chunk;
	const char *name = "chunk";

	if (t->layout) {
		const enum exh_keen_class class_id =
			exh_keen_layout_class(t->layout, chunk, &index);

		name = class_id == EXH_KEEN_UNKNOWN ? name
						    : exh_keen_class_name(class_id);
	}
	exh_write_format(t->out, "[%s %u at %u,%u", name, (unsigned)index, x, y);
}

static void begin_page(struct keen_text *t)
{
	exh_write_format(t->out, "%s--- page %u ---\n", t->page ? "\n" : "", t->page + 1);
	t->page++;
}

/* False if it is none: then it is text. *end: the text ends here. */
static bool run_command(struct keen_text *t, bool *end)
{
	unsigned n[MAX_ARGUMENTS];
	const uint8_t name = t->in.size - t->pos > 1 ? upper(t->in.data[t->pos + 1]) : 0;

	if (!name || !strchr("PECGTLB", name))
		return false;
	t->pos += 2;
	if (name == 'C') {
		t->pos += t->pos < t->in.size;
		return true;
	}
	read_numbers(t, n);
	if (name == 'P')
		begin_page(t);
	else if (name == 'G' || name == 'T')
		print_picture(t, n[2], n[1], n[0]);
	else if (name == 'L')
		exh_write_format(t->out, "[at %u,%u]\n", n[1], n[0]);
	else if (name == 'B')
		exh_write_format(t->out, "[bar at %u,%u: %ux%u]\n", n[1], n[0], n[2],
				 n[3]);
	if (name == 'G')
		exh_write_format(t->out, "]\n");
	if (name == 'T')
		exh_write_format(t->out, " for %u tics]\n", n[3]);
	*end = name == 'E';
	skip_line(t);
	return true;
}

enum keen_text_piece exh_keen_text_step(struct keen_text *t)
{
	const size_t start = t->pos, before = t->out->size;
	struct exh_bytes letter;
	bool end = false;

	if (t->pos >= t->in.size)
		return KEEN_TEXT_END;
	if (t->in.data[t->pos] == '^' && run_command(t, &end)) {
		if (end)
			t->pos = start;
		return end			? KEEN_TEXT_END
		       : t->out->size == before ? KEEN_TEXT_SILENT
						: KEEN_TEXT_COMMAND;
	}
	exh_bytes_slice(t->in, t->pos++, 1, &letter);
	if (*letter.data == '\r')
		return KEEN_TEXT_SILENT;
	exh_cp437_to_utf8(letter, EXH_CP437_TEXT, t->out);
	return KEEN_TEXT_LETTER;
}

void exh_keen_text_render(struct exh_bytes chunk, const struct exh_keen_layout *layout,
			  struct exh_writer *out)
{
	struct keen_text t = { .in = chunk, .layout = layout, .out = out };

	while (exh_keen_text_step(&t) != KEEN_TEXT_END)
		;
}

/*
 * Demos.
 */

static void print_keys(uint8_t code, struct exh_writer *out)
{
	static const char vertical[] = { 'U', 0, 'D', 0 };
	static const char horizontal[] = { 'L', 0, 'R', 0 };
	char keys[5], *p = keys;

	*p = horizontal[code >> 2 & 3];
	p += *p != 0;
	*p = vertical[code & 3];
	p += *p != 0;
	if (code & BUTTON_0)
		*p++ = 'A';
	if (code & BUTTON_1)
		*p++ = 'B';
	if (p == keys)
		*p++ = 'N';
	*p = '\0';
	exh_write_format(out, " %s\n", keys);
}

enum exh_status exh_keen_demo_render(struct exh_bytes chunk, struct exh_writer *out,
				     struct exh_error *err)
{
	size_t frames = 0, end;

	if (!is_demo(chunk, &end))
		return exh_fail(err, EXH_INVALID, chunk.base,
				"not a demo: expected a level, a size and pairs of "
				"frames and keys");
	for (size_t i = DEMO_HEADER_SIZE; i < end; i += PAIR)
		frames += chunk.data[i];
	exh_write_format(out, "# A demo of level %u: %zu frames\n",
			 load_u16le(chunk.data), frames);
	for (size_t i = DEMO_HEADER_SIZE; i < end; i += PAIR) {
		exh_write_format(out, "%u", chunk.data[i]);
		print_keys(chunk.data[i + 1], out);
	}
	return EXH_OK;
}
