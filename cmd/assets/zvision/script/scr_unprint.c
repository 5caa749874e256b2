/* The text that extract wrote of a script, edited, back to the script. */
#include "zv_script.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DOS_END = 0x1a };

static const size_t ARENA_LIMIT = (size_t)1 << 31, TEXT_LIMIT = (size_t)1 << 30;

/* A parsed text, printed in the canonical form. */
struct printed {
	struct exh_arena arena;
	struct exh_zv_script script;
	struct exh_writer text;
	struct scr_lines lines;
};

static void add_line(void *context, uint32_t from)
{
	struct printed *printed = context;

	*MEM_ADD(&printed->lines) = (struct scr_line){ .first = from, .last = from };
}

/* Sets the lines' texts, now that the writer keeps its place. */
static void set_texts(struct printed *printed)
{
	struct exh_bytes left = exh_writer_bytes(&printed->text);

	for (size_t i = 0; i < printed->lines.count && left.size; i++) {
		const size_t size = scr_line_size(left);

		printed->lines.items[i].text = (struct exh_bytes){ left.data, size, 0 };
		left.data += size;
		left.size -= size;
	}
}

static enum exh_status print(struct exh_bytes text, struct printed *printed,
			     struct exh_error *err)
{
	struct exh_notes notes = { .arena = &printed->arena };
	enum exh_status status;

	*printed =
		(struct printed){ .arena.limit = ARENA_LIMIT, .text.limit = TEXT_LIMIT };
	status =
		exh_zv_script_parse(text, &printed->arena, &printed->script, &notes, err);
	if (status)
		return status;
	exh_zv_script_print_lines(&printed->script, &printed->text, add_line, printed);
	set_texts(printed);
	return mem_check_limit(&printed->text, err);
}

static void release(struct printed *printed)
{
	exh_arena_free(&printed->arena);
	exh_writer_free(&printed->text);
	free(printed->lines.items);
}

/*
 * Lines of the original.
 */

/* Makes the lines of each puzzle and control stand together. */
static void join(const struct exh_zv_script *script, struct scr_lines *lines)
{
	size_t i = 0;

	for (const struct exh_zv_node *node = script->root.first; node;
	     node = node->next) {
		const size_t first = i;
		uint32_t last = 0;

		for (; i < lines->count && lines->items[i].text.size > 1 &&
		       (!node->next || lines->items[i].first < node->next->line);
		     i++)
			if (lines->items[i].last > last)
				last = lines->items[i].last;
		for (size_t k = first; k < i; k++) {
			lines->items[k].first = node->line;
			lines->items[k].last = last;
		}
		while (i < lines->count && lines->items[i].text.size <= 1)
			i++;
	}
}

/*
 * The way back.
 */

/* Editors may save Latin-1 as UTF-8. False: it is no UTF-8 of Latin-1's characters. */
static bool from_utf8(struct exh_bytes text, struct exh_writer *out)
{
	size_t i = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

	while (i < text.size) {
		unsigned c = text.data[i++];

		if (c >= 0x80) {
			if ((c != 0xc2 && c != 0xc3) || i == text.size ||
			    (text.data[i] & 0xc0) != 0x80)
				return false;
			c = (c & 3) << 6 | (text.data[i++] & 0x3f);
		}
		exh_write_u8(out, (uint8_t)c);
	}
	return true;
}

static bool has_high_bytes(struct exh_bytes text)
{
	for (size_t i = 0; i < text.size; i++)
		if (text.data[i] >= 0x80)
			return true;
	return false;
}

/* Sets text to its Latin-1 form, which is in `own` then. */
static void to_latin1(struct exh_bytes original, struct exh_bytes *text,
		      struct exh_writer *own)
{
	struct exh_writer other = { .limit = TEXT_LIMIT };
	const bool was_utf8 = has_high_bytes(original) && from_utf8(original, &other);

	if (!was_utf8 && has_high_bytes(*text) && from_utf8(*text, own))
		*text = exh_writer_bytes(own);
	exh_writer_free(&other);
}

/* Splits off the mark at the end of DOS texts, and padding. */
static struct exh_bytes cut_tail(struct exh_bytes *text)
{
	struct exh_bytes tail = *text;

	while (text->size && (text->data[text->size - 1] == DOS_END ||
			      text->data[text->size - 1] == '\0'))
		text->size--;
	tail.data += text->size;
	tail.size -= text->size;
	return tail;
}

static bool same_bytes(struct exh_bytes a, struct exh_bytes b)
{
	return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* Merges; false if the result does not say the same as the edited text. */
static bool merge(struct exh_bytes original, const struct printed *before,
		  struct exh_bytes edited, const struct printed *wanted,
		  struct exh_writer *out)
{
	struct printed after;
	struct exh_error err;
	bool good;

	scr_merge(original, 1, &before->lines, edited, out);
	good = !print(exh_writer_bytes(out), &after, &err) &&
	       same_bytes(exh_writer_bytes(&after.text), exh_writer_bytes(&wanted->text));
	release(&after);
	if (!good)
		exh_writer_free(out);
	return good;
}

/* First line by line, then statement by statement. */
static void merge_best(struct exh_bytes original, struct printed *before,
		       struct exh_bytes edited, const struct printed *wanted,
		       const char *path, struct report *report, struct exh_writer *out)
{
	scr_take_braces(original, 1, &before->lines);
	if (merge(original, before, edited, wanted, out))
		return;
	join(&before->script, &before->lines);
	if (merge(original, before, edited, wanted, out))
		return;
	report_warning(report, path, EXH_NO_OFFSET,
		       "the edit can't be fitted into the lines of the original: the "
		       "whole script is as in the text");
	exh_write_bytes(out, edited.data, edited.size);
}

enum exh_status scr_unprint(struct exh_bytes original, struct exh_bytes edited,
			    const char *path, struct report *report,
			    struct exh_writer *out, struct exh_error *err)
{
	struct exh_writer own = { .limit = TEXT_LIMIT };
	const struct exh_bytes tail = cut_tail(&original);
	struct printed before, wanted;
	enum exh_status status;

	status = print(original, &before, err);
	if (!status && same_bytes(exh_writer_bytes(&before.text), edited)) {
		exh_write_bytes(out, original.data, original.size + tail.size);
	} else if (!status) {
		to_latin1(original, &edited, &own);
		status = print(edited, &wanted, err);
		if (!status) {
			merge_best(original, &before, edited, &wanted, path, report, out);
			exh_write_bytes(out, tail.data, tail.size);
		}
		release(&wanted);
	}
	release(&before);
	exh_writer_free(&own);
	return status ? status : mem_check_limit(out, err);
}
