#include "keen_parts.h"

#include "exhume/advanced/cp437.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 24, SHOWN = 60 /* bytes of a line in a message */ };

/* A line of letters, or a command: its place in the chunk and in the rendered text. */
struct piece {
	bool is_command;
	size_t from, to;	   /* in the chunk */
	size_t first, last;	   /* letters: from the first one to after the last one */
	size_t text_from, text_to; /* range, no line end */
	bool has_end;
};

struct merge {
	struct exh_bytes old;
	const struct exh_keen_layout *layout;
	struct exh_writer rendered; /* the old text as rendered */
	struct piece *pieces;
	size_t count, capacity;
	size_t end;		     /* end of the shown text, in the chunk */
	const char *text, *text_end; /* the new text, without carriage returns */
	struct exh_writer *out;
	size_t lost_colors;
	struct exh_error *err;
};

/*
 * Splitting the chunk.
 */

static struct piece *add_piece(struct merge *m, size_t from, size_t text_from)
{
	struct piece *piece;

	if (m->count == m->capacity) {
		const size_t capacity = m->capacity ? m->capacity * 2 : 64;
		struct piece *more = realloc(m->pieces, capacity * sizeof *more);

		if (!more)
			return NULL;
		m->pieces = more;
		m->capacity = capacity;
	}
	piece = &m->pieces[m->count++];
	*piece = (struct piece){ .from = from,
				 .first = from,
				 .last = from,
				 .text_from = text_from,
				 .text_to = text_from };
	return piece;
}

static void take_letter(struct merge *m, struct piece *line, size_t from, size_t to)
{
	line->has_end = m->old.data[from] == '\n';
	if (line->has_end)
		return;
	if (line->first == line->last)
		line->first = from;
	line->last = to;
	line->text_to = m->rendered.size;
}

/* A line begins with the first piece after a command or a line's end. */
static bool split(struct merge *m)
{
	struct keen_text t = { .in = m->old, .layout = m->layout, .out = &m->rendered };
	struct piece *line = NULL;

	for (;;) {
		const size_t from = t.pos, text_from = m->rendered.size;
		const enum keen_text_piece kind = exh_keen_text_step(&t);

		m->end = from;
		if (kind == KEEN_TEXT_END)
			return !m->rendered.failed;
		if (!line || line->is_command || line->has_end ||
		    kind == KEEN_TEXT_COMMAND)
			line = add_piece(m, from, text_from);
		if (!line)
			return false;
		line->is_command = kind == KEEN_TEXT_COMMAND;
		line->to = t.pos;
		if (kind == KEEN_TEXT_COMMAND)
			line->text_to = m->rendered.size;
		else if (kind == KEEN_TEXT_LETTER)
			take_letter(m, line, from, t.pos);
	}
}

/*
 * Lines.
 */

/* A line of the new text. */
struct line {
	const char *text;
	size_t size;
	bool has_end;
};

/* Reads letters up to a line's end; false at the end of the run. */
static bool next_line(const char **at, const char *end, struct line *out)
{
	const char *found = *at < end ? memchr(*at, '\n', (size_t)(end - *at)) : NULL;

	if (*at == end)
		return false;
	*out = (struct line){ *at, (size_t)((found ? found : end) - *at), found };
	*at = found ? found + 1 : end;
	return true;
}

static bool is_same(const struct merge *m, const struct piece *old,
		    const struct line *line)
{
	return old->has_end == line->has_end &&
	       old->text_to - old->text_from == line->size &&
	       (!line->size ||
		memcmp(m->rendered.data + old->text_from, line->text, line->size) == 0);
}

static void copy(const struct merge *m, size_t from, size_t to)
{
	if (from < to)
		exh_write_bytes(m->out, m->old.data + from, to - from);
}

static size_t count_colors(const struct merge *m, size_t from, size_t to, bool write)
{
	size_t count = 0;

	for (size_t i = from; i + 1 < to; i++)
		if (m->old.data[i] == '^' && (m->old.data[i + 1] | 0x20) == 'c') {
			if (write)
				copy(m, i, i + 3 < to ? i + 3 : to);
			count++;
			i += 2;
		}
	return count;
}

static void put_end(const struct merge *m)
{
	const uint8_t *first =
		m->old.size ? memchr(m->old.data, '\n', m->old.size) : NULL;

	if (first && first > m->old.data && first[-1] == '\r')
		exh_write_u8(m->out, '\r');
	exh_write_u8(m->out, '\n');
}

/* old: the line that is replaced; NULL: none. */
static enum exh_status put_line(struct merge *m, const struct piece *old,
				const struct line *line)
{
	const struct exh_bytes letters = { (const uint8_t *)line->text, line->size, 0 };
	enum exh_status status;

	if (old)
		count_colors(m, old->from, old->first, true);
	status = exh_cp437_from_utf8(letters, EXH_CP437_TEXT, m->out, m->err);
	if (old) {
		m->lost_colors += count_colors(m, old->first, old->last, false) > 0;
		count_colors(m, old->first, old->to, true);
	}
	if (line->has_end)
		put_end(m);
	return status ? exh_within(m->err, status, "\"%.*s\"",
				   (int)(line->size < SHOWN ? line->size : SHOWN),
				   line->text)
		      : EXH_OK;
}

/*
 * Runs of lines between commands.
 */

struct run {
	const struct piece *old;
	size_t old_count;
	struct line *lines;
	size_t count;
};

static bool split_run(const char *from, const char *to, struct run *run)
{
	const char *at = from;
	struct line line;

	while (next_line(&at, to, &line))
		run->count++;
	run->lines = calloc(run->count + 1, sizeof *run->lines);
	at = from;
	for (size_t i = 0; run->lines && next_line(&at, to, &line); i++)
		run->lines[i] = line;
	return run->lines;
}

static enum exh_status merge_lines(struct merge *m, const struct run *run)
{
	const size_t least = run->count < run->old_count ? run->count : run->old_count;
	size_t before = 0, after = 0, middle;
	enum exh_status status = EXH_OK;

	while (before < least && is_same(m, &run->old[before], &run->lines[before]))
		before++;
	while (after < least - before && is_same(m, &run->old[run->old_count - 1 - after],
						 &run->lines[run->count - 1 - after]))
		after++;
	middle = run->old_count - after;
	for (size_t i = 0; i < before; i++)
		copy(m, run->old[i].from, run->old[i].to);
	for (size_t i = before; i < run->count - after && !status; i++)
		status = put_line(m, i < middle ? &run->old[i] : NULL, &run->lines[i]);
	/* A removed line may have set a colour. */
	for (size_t i = run->count - after; i < middle; i++)
		count_colors(m, run->old[i].from, run->old[i].to, true);
	for (size_t i = middle; i < run->old_count; i++)
		copy(m, run->old[i].from, run->old[i].to);
	return status;
}

static enum exh_status merge_run(struct merge *m, const struct piece *old, size_t count,
				 const char *end)
{
	struct run run = { .old = old, .old_count = count };
	enum exh_status status;
	const struct piece *last = count ? &old[count - 1] : NULL;
	/* A last line without letters: colours before a command. */
	const bool is_silent = last && !last->has_end && last->text_from == last->text_to;

	if (!split_run(m->text, end, &run))
		return no_memory(m->err);
	run.old_count -= is_silent;
	status = merge_lines(m, &run);
	if (is_silent)
		copy(m, last->from, last->to);
	free(run.lines);
	m->text = end;
	return status;
}

/* Finds the command in the rest of the new text; NULL if it is missing. */
static const char *find_command(const struct merge *m, const struct piece *command,
				size_t *size)
{
	const char *name = (const char *)m->rendered.data + command->text_from;

	*size = command->text_to - command->text_from;
	for (const char *at = m->text; (size_t)(m->text_end - at) >= *size; at++)
		if (memcmp(at, name, *size) == 0)
			return at;
	return NULL;
}

static enum exh_status miss_command(const struct merge *m, const struct piece *command)
{
	const char *name = (const char *)m->rendered.data + command->text_from;
	size_t size = command->text_to - command->text_from;

	while (size && *name == '\n') {
		name++;
		size--;
	}
	while (size && name[size - 1] == '\n')
		size--;
	return exh_fail(m->err, EXH_INVALID, EXH_NO_OFFSET,
			"expected \"%.*s\", which only the bytes of the text can change",
			(int)(size < SHOWN ? size : SHOWN), name);
}

static enum exh_status merge_all(struct merge *m)
{
	enum exh_status status = EXH_OK;
	size_t run = 0;

	for (size_t i = 0; i < m->count && !status; i++) {
		const char *at;
		size_t size;

		if (!m->pieces[i].is_command)
			continue;
		at = find_command(m, &m->pieces[i], &size);
		if (!at)
			return miss_command(m, &m->pieces[i]);
		status = merge_run(m, m->pieces + run, i - run, at);
		copy(m, m->pieces[i].from, m->pieces[i].to);
		m->text = at + size;
		run = i + 1;
	}
	if (!status)
		status = merge_run(m, m->count ? m->pieces + run : NULL, m->count - run,
				   m->text_end);
	copy(m, m->end, m->old.size);
	return status;
}

/*
 * The whole text.
 */

/* Letters may have formed a command. */
static enum exh_status check_again(const struct merge *m, size_t start,
				   struct exh_bytes text)
{
	struct exh_bytes made = { .size = 0 };
	struct exh_writer rendered = { .limit = LIMIT };
	bool is_same_text;

	exh_bytes_slice(exh_writer_bytes(m->out), start, m->out->size - start, &made);
	exh_keen_text_render(made, m->layout, &rendered);
	is_same_text = rendered.size == text.size &&
		       (!text.size || memcmp(rendered.data, text.data, text.size) == 0);
	exh_writer_free(&rendered);
	return is_same_text ? EXH_OK
			    : exh_fail(m->err, EXH_INVALID, EXH_NO_OFFSET,
				       "the game would read another text: a caret and a "
				       "letter may be a command");
}

static enum exh_status merge_text(struct merge *m, const struct exh_writer *text)
{
	const size_t start = m->out->size;
	enum exh_status status;

	if (text->failed || !split(m))
		return no_memory(m->err);
	if (text->size == m->rendered.size &&
	    (!text->size || memcmp(text->data, m->rendered.data, text->size) == 0)) {
		copy(m, 0, m->old.size);
		return m->out->failed ? no_memory(m->err) : EXH_OK;
	}
	m->text = text->size ? (const char *)text->data : "";
	m->text_end = m->text + text->size;
	status = merge_all(m);
	if (!status && m->out->failed)
		return no_memory(m->err);
	return status ? status : check_again(m, start, exh_writer_bytes(text));
}

enum exh_status exh_keen_text_merge(struct exh_bytes old,
				    const struct exh_keen_layout *layout,
				    struct exh_bytes text, struct exh_writer *out,
				    size_t *lost_colors, struct exh_error *err)
{
	struct merge m = { .old = old,
			   .layout = layout,
			   .rendered = { .limit = LIMIT },
			   .out = out,
			   .err = err };
	struct exh_writer plain = { .limit = LIMIT };
	enum exh_status status;

	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] != '\r')
			exh_write_u8(&plain, text.data[i]);
	status = merge_text(&m, &plain);
	*lost_colors = m.lost_colors;
	exh_writer_free(&plain);
	exh_writer_free(&m.rendered);
	free(m.pieces);
	return status;
}
