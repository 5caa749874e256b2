#include "exhume/zvision.h"
#include "exhume/advanced/zvision_text.h"

#include "script_words.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAX_TIME = 1000000000,
	MAX_NOTES = 100,
	FIELD_COUNT = 4,
	LOOK = 4096, /* bytes searched for a line with content */
};

/*
 * Lines: name:value~
 */

static struct exh_bytes bytes_of(const struct exh_zv_text_line *line)
{
	return (struct exh_bytes){ (const uint8_t *)line->text, line->size, 0 };
}

/* Cuts a mark off the front, with blanks after it. */
static bool take_mark(struct exh_bytes *text, char mark)
{
	const bool is_there = exh_zv_script_take_byte(text, (uint8_t)mark);

	if (is_there)
		*text = exh_zv_script_skip_blanks(*text);
	return is_there;
}

/* Cuts a number off the front, with blanks and a mark after it ('\0': none). */
static bool take_number(struct exh_bytes *text, char mark, int64_t *out)
{
	const bool minus = exh_zv_script_take_byte(text, '-');

	if (!exh_zv_script_take_digits(text, out) || *out > MAX_TIME)
		return false;
	if (minus)
		*out = -*out;
	*text = exh_zv_script_skip_blanks(*text);
	return !mark || take_mark(text, mark);
}

static bool parse_cue(struct exh_bytes value, struct exh_zv_cue *cue)
{
	return take_mark(&value, '(') && take_number(&value, ',', &cue->start) &&
	       take_number(&value, ')', &cue->end) && take_mark(&value, '=') &&
	       take_number(&value, '\0', &cue->line) && !value.size;
}

static bool parse_rectangle(struct exh_bytes value, struct exh_zv_sub *sub)
{
	int64_t number[FIELD_COUNT];

	for (int i = 0; i < FIELD_COUNT; i++) {
		if (i)
			take_mark(&value, ',');
		if (!take_number(&value, '\0', &number[i]))
			return false;
	}
	for (int i = 0; i < FIELD_COUNT; i++)
		sub->rectangle[i] = (int32_t)number[i];
	sub->has_rectangle = true;
	return true;
}

/*
 * The whole file.
 */

struct parser {
	struct exh_zv_sub *sub;
	struct exh_arena *arena;
	struct exh_notes *notes;
	size_t note_count;
	bool is_known, no_memory;
};

/* False for a line without a meaning. */
static bool take_line(struct parser *p, const struct exh_zv_text_line *line,
		      size_t number)
{
	struct exh_zv_cue cue = { .file_line = number, .offset = line->offset };
	struct exh_bytes name, value;

	if (!exh_zv_script_entry(bytes_of(line), &name, &value))
		return false;
	if (exh_zv_script_is_word(name, "initialization"))
		return true;
	if (exh_zv_script_is_word(name, "rectangle")) {
		if (!parse_rectangle(value, p->sub))
			return false;
	} else if (exh_zv_script_is_word(name, "textfile")) {
		p->sub->text_file = (const char *)exh_memdup(p->arena, value).data;
		p->no_memory |= !p->sub->text_file;
	} else if (parse_cue(value, &cue)) {
		p->sub->cues[p->sub->cue_count++] = cue;
	} else {
		return false;
	}
	p->is_known = true;
	return true;
}

static void note_line(struct parser *p, const struct exh_zv_text_line *line,
		      size_t number)
{
	if (p->notes && p->note_count++ < MAX_NOTES)
		exh_note(p->notes, EXH_WARNING, line->offset,
			 "line %zu is skipped, expected name:(start,end)=line~", number);
}

static bool is_empty(const struct exh_zv_text_line *line)
{
	const struct exh_bytes text = exh_zv_script_trim(bytes_of(line));

	return !text.size || (text.size == 1 && text.data[0] == 0x1a);
}

enum exh_status exh_zv_sub_read(struct exh_bytes file, struct exh_arena *arena,
				struct exh_zv_sub *sub, struct exh_notes *notes,
				struct exh_error *err)
{
	struct parser p = { .sub = sub, .arena = arena, .notes = notes };
	struct exh_zv_text text;
	enum exh_status status;

	*sub = (struct exh_zv_sub){ 0 };
	status = exh_zv_text_read(file, EXH_ZV_ENCODING_AUTO, arena, &text, notes, err);
	if (status)
		return status;
	sub->cues = exh_alloc(arena, text.line_count + 1, sizeof *sub->cues);
	p.no_memory = !sub->cues;
	for (size_t i = 0; i < text.line_count && !p.no_memory; i++)
		if (!take_line(&p, &text.lines[i], i + 1) && !is_empty(&text.lines[i]))
			note_line(&p, &text.lines[i], i + 1);
	if (p.no_memory)
		return exh_fail(err, EXH_NO_MEMORY, file.base,
				"%zu lines need more than %zu bytes of memory",
				text.line_count, arena->limit);
	if (!p.is_known)
		return exh_fail(
			err, EXH_INVALID, file.base,
			"not subtitles: expected lines such as Rectangle:x1 y1 x2 "
			"y2~ and name:(start,end)=line~");
	return EXH_OK;
}

bool exh_zv_sub_is(struct exh_bytes file)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_zv_cue cue;
	struct exh_zv_sub sub = { .cues = &cue };
	struct parser p = { .sub = &sub, .arena = &arena };
	struct exh_zv_text text;
	bool is = false;

	if (file.size > LOOK)
		file.size = LOOK;
	if (exh_zv_text_read(file, EXH_ZV_ENCODING_AUTO, &arena, &text, NULL, NULL) ==
	    EXH_OK)
		for (size_t i = 0; i < text.line_count; i++) {
			if (is_empty(&text.lines[i]))
				continue;
			is = take_line(&p, &text.lines[i], i + 1);
			break;
		}
	exh_arena_free(&arena);
	return is;
}

/*
 * Schedule of the visible cues.
 */

/* A heap of cues, ordered by their place in the file, the first on top. */
struct heap {
	size_t *items;
	size_t count;
};

static void push(struct heap *heap, size_t cue)
{
	size_t at = heap->count++;

	for (; at && heap->items[(at - 1) / 2] > cue; at = (at - 1) / 2)
		heap->items[at] = heap->items[(at - 1) / 2];
	heap->items[at] = cue;
}

static void pop(struct heap *heap)
{
	const size_t cue = heap->items[--heap->count];
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= heap->count)
			break;
		if (child + 1 < heap->count &&
		    heap->items[child + 1] < heap->items[child])
			child++;
		if (heap->items[child] >= cue)
			break;
		heap->items[at] = heap->items[child];
		at = child;
	}
	heap->items[at] = cue;
}

static int by_start(const void *a, const void *b)
{
	const struct exh_zv_shown *one = a, *other = b;

	if (one->start != other->start)
		return one->start < other->start ? -1 : 1;
	return one->cue < other->cue ? -1 : one->cue > other->cue;
}

static void show(struct exh_zv_shown *shown, size_t *count, int64_t start, int64_t end,
		 size_t cue)
{
	if (*count && shown[*count - 1].cue == cue && shown[*count - 1].end == start - 1)
		shown[*count - 1].end = end;
	else
		shown[(*count)++] = (struct exh_zv_shown){ start, end, cue };
}

/* in is sorted by start. */
static void sweep(const struct exh_zv_sub *sub, const struct exh_zv_shown *in,
		  size_t in_count, struct heap *heap, struct exh_zv_shown *out,
		  size_t *count)
{
	int64_t now = 0, end;
	size_t next = 0;

	for (;;) {
		while (heap->count && sub->cues[heap->items[0]].end < now)
			pop(heap);
		if (!heap->count && next == in_count)
			return;
		if (!heap->count && in[next].start > now)
			now = in[next].start;
		if (!next) /* times may be negative */
			now = in[0].start;
		for (; next < in_count && in[next].start <= now; next++)
			if (in[next].end >= now)
				push(heap, in[next].cue);
		if (!heap->count)
			continue;
		end = sub->cues[heap->items[0]].end;
		if (next < in_count && in[next].start <= end)
			end = in[next].start - 1;
		show(out, count, now, end, heap->items[0]);
		now = end + 1;
	}
}

enum exh_status exh_zv_sub_schedule(const struct exh_zv_sub *sub, struct exh_arena *arena,
				    struct exh_zv_shown **shown, size_t *count,
				    struct exh_error *err)
{
	const size_t most = sub->cue_count + 1;
	struct exh_zv_shown *in = exh_alloc(arena, most, sizeof *in);
	struct heap heap = { exh_alloc(arena, most, sizeof *heap.items), 0 };
	size_t in_count = 0;

	*shown = exh_alloc(arena, 2 * most, sizeof **shown);
	*count = 0;
	if (!in || !heap.items || !*shown)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"%zu cues need more than %zu bytes of memory",
				sub->cue_count, arena->limit);
	for (size_t i = 0; i < sub->cue_count; i++)
		if (sub->cues[i].start <= sub->cues[i].end)
			in[in_count++] = (struct exh_zv_shown){ sub->cues[i].start,
								sub->cues[i].end, i };
	if (in_count) {
		qsort(in, in_count, sizeof *in, by_start);
		sweep(sub, in, in_count, &heap, *shown, count);
	}
	return EXH_OK;
}
