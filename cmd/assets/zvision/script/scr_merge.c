/*
 * Three texts: the original, what was printed of it, and that text after it was edited.
 * The edit is found by comparing the last two line by line. Printed lines that were kept
 * stand for lines of the original, others are taken from the edited text; what lies
 * between the original's lines (blank lines, comments that were not printed) stays.
 */
#include "zv_script.h"

#include "task/line_changes.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t NO_LINE = UINT32_MAX;

/* Fate of a printed line. */
struct fate {
	uint32_t kept;	      /* line of the edited text; NO_LINE: it was edited */
	uint32_t from, to;    /* edited lines in its place */
	uint32_t before, end; /* edited lines that were added in front of it */
	bool is_gone;	      /* removed, with all around it that was edited */
};

struct merge {
	struct exh_bytes original;
	struct {
		size_t *items;
		size_t count, capacity;
	} starts;	   /* offset of each line of the original, and its end */
	size_t line_count; /* lines of the original */
	uint32_t first_line;
	const struct scr_lines *printed;
	struct hashed_lines old, now; /* compared without the blanks around them */
	struct fate *fates;	      /* one more than printed lines */
	const char *end;
	struct exh_writer *out;
	bool was_printed; /* the last line comes from the edited text */
};

/*
 * Texts as lines.
 */

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static struct exh_bytes trim(struct exh_bytes text)
{
	while (text.size && is_blank(text.data[0])) {
		text.data++;
		text.size--;
	}
	while (text.size && is_blank(text.data[text.size - 1]))
		text.size--;
	return text;
}

static struct exh_bytes without_end(struct exh_bytes line)
{
	while (line.size &&
	       (line.data[line.size - 1] == '\n' || line.data[line.size - 1] == '\r'))
		line.size--;
	return line;
}

static void add_line(struct hashed_lines *lines, struct exh_bytes line)
{
	const struct exh_bytes text = trim(line);

	*MEM_ADD(lines) =
		(struct hashed_line){ without_end(line),
				      line_hash(LINE_HASH, text.data, text.size) };
}

/* Cuts the first line off a text, with its end. */
static struct exh_bytes cut_line(struct exh_bytes *text)
{
	const struct exh_bytes line = { text->data, scr_line_size(*text), 0 };

	text->data += line.size;
	text->size -= line.size;
	return line;
}

static void split(struct merge *m, struct exh_bytes edited)
{
	struct exh_bytes left = m->original;

	for (; left.size; m->line_count++) {
		*MEM_ADD(&m->starts) = m->original.size - left.size;
		cut_line(&left);
	}
	*MEM_ADD(&m->starts) = m->original.size;
	for (size_t i = 0; i < m->printed->count; i++)
		add_line(&m->old, m->printed->items[i].text);
	while (edited.size)
		add_line(&m->now, cut_line(&edited));
}

/* Returns the line end that the original begins with. */
static const char *end_of(struct exh_bytes original)
{
	const size_t size = scr_line_size(original);
	const struct exh_bytes line = { original.data, size, 0 };
	const size_t end = size - without_end(line).size;

	return end == 2 || !end ? "\r\n" : original.data[size - 1] == '\r' ? "\r" : "\n";
}

/*
 * The edit.
 */

/* Pairs edited lines with what came in their place, one by one, the rest with the last.
 */
static void pair(struct merge *m, size_t first, size_t end, uint32_t from, uint32_t to)
{
	const bool is_removed = from == to;

	if (first == end) {
		m->fates[end].before = from;
		m->fates[end].end = to;
		return;
	}
	for (size_t i = first; i < end; i++) {
		struct fate *fate = &m->fates[i];

		fate->is_gone = is_removed;
		fate->from = from;
		if (from < to)
			from = i + 1 < end ? from + 1 : to;
		fate->to = from;
	}
}

/* Sets the fates of lines that were kept, up to a change. */
static void keep(struct merge *m, size_t *old, size_t *now, size_t end)
{
	for (; *old < end; ++*old, ++*now)
		m->fates[*old].kept = (uint32_t)*now;
}

static void set_fates(struct merge *m)
{
	struct line_changes changes;
	size_t old = 0, now = 0;

	line_changes_find(&m->old, &m->now, &changes);
	for (size_t i = 0; i < changes.count; i++) {
		const struct line_change *change = &changes.items[i];

		keep(m, &old, &now, change->first[0]);
		pair(m, old, change->end[0], (uint32_t)now, (uint32_t)change->end[1]);
		old = change->end[0];
		now = change->end[1];
	}
	keep(m, &old, &now, m->old.count);
	free(changes.items);
}

/*
 * Writing.
 */

static bool ends_line(const struct exh_writer *out)
{
	return out->size &&
	       (out->data[out->size - 1] == '\n' || out->data[out->size - 1] == '\r');
}

static void put_end(struct merge *m, size_t begin)
{
	if (m->out->size > begin && !ends_line(m->out))
		exh_write_bytes(m->out, m->end, strlen(m->end));
}

static void put_edited(struct merge *m, size_t begin, uint32_t from, uint32_t to)
{
	for (; from < to; from++) {
		put_end(m, begin);
		exh_write_bytes(m->out, m->now.items[from].text.data,
				m->now.items[from].text.size);
		exh_write_bytes(m->out, m->end, strlen(m->end));
		m->was_printed = true;
	}
}

/* Puts lines first to end of the original, counted from 0. */
static void put_lines(struct merge *m, size_t begin, size_t first, size_t end)
{
	if (first >= end)
		return;
	put_end(m, begin);
	exh_write_bytes(m->out, m->original.data + m->starts.items[first],
			m->starts.items[end] - m->starts.items[first]);
	m->was_printed = false;
}

/* True if all printed lines of a group were kept, with nothing between them. */
static bool is_kept(const struct merge *m, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (m->fates[i].kept == NO_LINE ||
		    (i > first && m->fates[i].kept != m->fates[i - 1].kept + 1))
			return false;
	return true;
}

static void put_group(struct merge *m, size_t begin, size_t first, size_t end,
		      size_t line, size_t line_end)
{
	if (is_kept(m, first, end)) {
		put_lines(m, begin, line, line_end);
		return;
	}
	for (size_t i = first; i < end; i++) {
		const struct fate *fate = &m->fates[i];

		if (i > first)
			put_edited(m, begin, fate->before, fate->end);
		if (fate->kept == NO_LINE)
			put_edited(m, begin, fate->from, fate->to);
		else
			put_edited(m, begin, fate->kept, fate->kept + 1);
	}
}

/* True if lines of the original are blank. */
static bool are_blank(const struct merge *m, size_t first, size_t end)
{
	for (size_t at = m->starts.items[first]; at < m->starts.items[end]; at++)
		if (!is_blank(m->original.data[at]))
			return false;
	return true;
}

static bool is_gone(const struct merge *m, size_t i)
{
	return i < m->old.count && m->fates[i].is_gone;
}

/* The line of the original, counted from 0, at which the group of a printed line begins.
 */
static size_t line_of(const struct merge *m, uint32_t number)
{
	return number - m->first_line < m->line_count ? number - m->first_line
						      : m->line_count;
}

static size_t next_line(const struct merge *m, size_t i)
{
	for (; i < m->printed->count; i++)
		if (m->printed->items[i].first)
			return line_of(m, m->printed->items[i].first);
	return m->line_count;
}

/* Puts lines between two groups: a printed blank line stands for blank ones. They go if
 * the lines on both sides do. Returns the printed line that follows. */
static size_t put_between(struct merge *m, size_t begin, size_t i, size_t first,
			  size_t end)
{
	const struct scr_line *items = m->printed->items;
	const bool was_gone = i && is_gone(m, i - 1);
	bool stays = true;

	put_edited(m, begin, m->fates[i].before, m->fates[i].end);
	if (first < end && i < m->printed->count && !items[i].first &&
	    !trim(items[i].text).size && are_blank(m, first, end)) {
		stays = m->fates[i].kept != NO_LINE;
		put_edited(m, begin, m->fates[i].from, m->fates[i].to);
		i++;
		if (stays)
			put_lines(m, begin, first, end);
		put_edited(m, begin, m->fates[i].before, m->fates[i].end);
		return i;
	}
	if (!was_gone || !is_gone(m, i))
		put_lines(m, begin, first, end);
	return i;
}

static void put_all(struct merge *m)
{
	const struct scr_line *items = m->printed->items;
	const size_t begin = m->out->size;
	size_t line = 0, i = 0;

	for (;;) {
		const size_t next = next_line(m, i);
		size_t first;

		i = put_between(m, begin, i, line, next);
		line = next;
		if (i == m->printed->count)
			break;
		first = i;
		if (items[i].first)
			line = line_of(m, items[i].last + 1);
		do
			i++;
		while (i < m->printed->count && items[i].first &&
		       items[i].first == items[first].first);
		put_group(m, begin, first, i, items[first].first ? next : line, line);
	}
	if (m->was_printed && m->original.size && m->out->size > begin &&
	    without_end(m->original).size == m->original.size && ends_line(m->out))
		m->out->size -= strlen(m->end);
}

void scr_merge(struct exh_bytes original, uint32_t first_line,
	       const struct scr_lines *printed, struct exh_bytes edited,
	       struct exh_writer *out)
{
	struct merge m = { .original = original,
			   .first_line = first_line,
			   .printed = printed,
			   .end = end_of(original),
			   .out = out };

	split(&m, edited);
	m.fates = mem_alloc(m.old.count + 1, sizeof *m.fates);
	for (size_t i = 0; i <= m.old.count; i++)
		m.fates[i].kept = NO_LINE;
	set_fates(&m);
	put_all(&m);
	free(m.starts.items);
	free(m.fates);
	free(m.old.items);
	free(m.now.items);
}

/*
 * Braces.
 */

/* True for a line that has only an opening brace. */
static bool is_brace(struct exh_bytes line)
{
	line = trim(line);
	return line.size == 1 && line.data[0] == '{';
}

void scr_take_braces(struct exh_bytes original, uint32_t first_line,
		     struct scr_lines *lines)
{
	size_t i = 0;

	for (uint32_t number = first_line; original.size; number++) {
		struct scr_line *line;

		while (i + 1 < lines->count && lines->items[i + 1].first <= number)
			i++;
		line = i < lines->count ? &lines->items[i] : NULL;
		if (is_brace(cut_line(&original)) && line && line->first &&
		    line->first < number)
			line->last = number;
	}
}
