#include "exhume/sci_parser.h"

#include "../base/reader.h"
#include "basics.h"
#include "language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LETTER_COUNT = 26, /* offsets in SCI0: a to z */
	CODE_COUNT = 255,  /* offsets in SCI01: codes 0 to 254 */
	LAST_MARK = 0x80,
	DOS_END = 0x1a,
	MAX_NOTES = 100,
};

static size_t offset_count(enum exh_sci_words_layout layout)
{
	return layout == EXH_SCI_WORDS_SCI0 ? LETTER_COUNT : CODE_COUNT;
}

/* Returns the index in the table of offsets for words with this initial, or the table's
 * size. */
static size_t place_of_initial(enum exh_sci_words_layout layout, uint8_t initial)
{
	if (layout == EXH_SCI_WORDS_SCI01)
		return initial;
	return initial >= 'a' && initial <= 'z' ? (size_t)initial - 'a' : LETTER_COUNT;
}

int exh_sci_words_compare(struct exh_bytes a, struct exh_bytes b)
{
	const size_t size = a.size < b.size ? a.size : b.size;
	const int order = size ? memcmp(a.data, b.data, size) : 0;

	return order ? order : a.size < b.size ? -1 : a.size > b.size;
}

/*
 * Reading entries.
 */

enum fault {
	NO_FAULT,
	COPY_COUNT, /* exceeds the letters of the word before */
	TOO_LONG,
	CONTROL, /* a character below 0x20 */
	STRANGE, /* a printable character that no known game has in words */
	EMPTY,
	LOST, /* extends over the first word of a letter */
};

struct scan {
	struct reader r;
	enum exh_sci_words_layout layout;
	uint8_t text[EXH_SCI_WORD_SIZE];
	size_t text_size;
	size_t start; /* offset of the entry in r.in */
	uint8_t copy_count;
	size_t sound_size; /* leading characters of text without damage */
	enum fault fault;
	bool is_garbled; /* some earlier entry may have garbled text */
};

static struct scan start_scan(struct exh_bytes in, enum exh_sci_words_layout layout)
{
	return (struct scan){ .r = { .in = in, .pos = 2 * offset_count(layout) },
			      .layout = layout };
}

/* Upper case and signs are strange; "!*", "ice-cream" and similar words are in real
 * games. */
static bool is_strange(uint8_t c)
{
	return c < LAST_MARK && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') &&
	       !strchr(" !*'-./&_", c);
}

static void append(struct scan *s, uint8_t c)
{
	if (c < ' ')
		s->fault = CONTROL;
	else if (!s->fault && is_strange(c))
		s->fault = STRANGE;
	if (!s->fault && s->sound_size == s->text_size)
		s->sound_size++;
	if (s->text_size < sizeof s->text)
		s->text[s->text_size++] = c;
	else
		s->fault = TOO_LONG;
}

/* Returns the first offset after the entry's start that the table contains; SIZE_MAX if
 * there is none. */
static size_t next_offset(const struct scan *s)
{
	size_t first = SIZE_MAX;

	if (s->start > UINT16_MAX)
		return first;
	for (size_t i = 0; i < offset_count(s->layout); i++) {
		const size_t offset = load_u16le(s->r.in.data + 2 * i);

		if (offset > s->start && offset < first)
			first = offset;
	}
	return first;
}

/* Copies the letters that begin an entry's characters, most of them, at once. */
static void copy_letters(struct scan *s)
{
	const uint8_t *from = s->r.in.data + s->r.pos;
	const size_t left = s->r.failed ? 0 : rd_left(&s->r);
	const size_t room = sizeof s->text - s->text_size;
	uint8_t *to = s->text + s->text_size;
	size_t count = 0;

	while (count < left && count < room && from[count] >= 'a' && from[count] <= 'z') {
		to[count] = from[count];
		count++;
	}
	s->r.pos += count;
	if (s->sound_size == s->text_size)
		s->sound_size += count;
	s->text_size += count;
}

/* Reads an entry's characters; if there are too many, only up to the place where reading
 * starts again. */
static void read_characters(struct scan *s)
{
	size_t end = 0; /* offset to stop at, once it is too long */

	copy_letters(s);
	while (!s->r.failed && (!end || s->r.pos <= end)) {
		const uint8_t c = rd_u8(&s->r);

		if (s->layout == EXH_SCI_WORDS_SCI01) {
			if (!c)
				return;
			append(s, c);
		} else {
			append(s, c & (LAST_MARK - 1));
			if (c & LAST_MARK)
				return;
		}
		if (s->fault == TOO_LONG && !end)
			end = next_offset(s);
	}
}

/* Restarts at the first word of a letter, like the interpreter: a garbled part before it
 * ends there. */
static bool start_again(struct scan *s)
{
	const size_t offset = s->is_garbled ? next_offset(s) : SIZE_MAX;

	if (offset >= s->r.pos)
		return false;
	s->r.pos = offset;
	s->r.failed = false;
	s->text_size = 0;
	s->sound_size = 0;
	s->fault = LOST;
	s->is_garbled = false;
	return true;
}

static bool has_damage(const struct scan *s)
{
	return s->fault != NO_FAULT || s->sound_size < s->text_size;
}

/* False at the end, also within an entry (then start < r.in.size). A LOST entry gives no
 * word. */
static bool next_entry(struct scan *s, struct exh_sci_word *word)
{
	const size_t before = s->text_size;
	const uint8_t *p;

	s->start = s->r.pos;
	s->fault = NO_FAULT;
	s->copy_count = rd_u8(&s->r);
	if (s->copy_count < before)
		s->text_size = s->copy_count;
	if (s->sound_size > s->text_size)
		s->sound_size = s->text_size;
	read_characters(s);
	p = rd_take(&s->r, 3);
	if (!s->text_size)
		s->fault = EMPTY;
	if (s->copy_count > before)
		s->fault = COPY_COUNT;
	if (s->fault == COPY_COUNT || s->fault == TOO_LONG)
		s->sound_size = 0;
	s->is_garbled |= s->fault != NO_FAULT && s->fault != STRANGE;
	if (start_again(s))
		return true;
	if (!p)
		return false;
	word->text = (struct exh_bytes){ s->text, s->text_size, s->r.in.base + s->start };
	word->class_mask = (uint16_t)(p[0] << 4 | p[1] >> 4);
	word->group = (uint16_t)((p[1] & 15) << 8 | p[2]);
	return true;
}

/* True for a damaged entry that keeps all letters of the word before it. */
static bool keeps_all(const struct scan *entry, size_t before)
{
	return entry->layout == EXH_SCI_WORDS_SCI0 && before &&
	       entry->copy_count == before && entry->fault != NO_FAULT &&
	       entry->fault != STRANGE && entry->fault != LOST;
}

/* True for an entry that keeps all letters of the word before it (keeps_all) and has none
 * of its own: its numbers follow immediately, and were read as letters. next: a copy of
 * the scan as next_entry left it. before: number of letters of the word before. */
static bool is_again(struct scan next, size_t before, uint16_t *group)
{
	struct exh_sci_word word;
	const uint8_t *p;

	next.r.pos = next.start + 1;
	next.r.failed = false;
	p = rd_take(&next.r, 3);
	if (!p || !(p[0] | p[1] >> 4) || p[1] & 0x30)
		return false;
	*group = (uint16_t)((p[1] & 15) << 8 | p[2]);
	next.text_size = before;
	next.is_garbled = false;
	return *group &&
	       (!rd_left(&next.r) || (next_entry(&next, &word) &&
				      (next.fault == NO_FAULT || next.fault == STRANGE)));
}

/* True if the data begin like words of this layout. */
static bool is_sensible(struct exh_bytes in, enum exh_sci_words_layout layout)
{
	struct scan s = start_scan(in, layout);
	struct exh_sci_word word;

	return in.size >= s.r.pos && next_entry(&s, &word) &&
	       (s.fault == NO_FAULT || s.fault == STRANGE) && !s.copy_count;
}

/*
 * Notes damage.
 */

static void note_fault(struct exh_notes *notes, const struct scan *s, size_t index,
		       size_t before)
{
	const size_t at = s->r.in.base + s->start;

	switch (s->fault) {
	case COPY_COUNT:
		exh_note(notes, EXH_DAMAGE, at,
			 "word %zu: %u characters of the previous word should be kept, "
			 "but it has %zu",
			 index, s->copy_count, before);
		break;
	case TOO_LONG:
		exh_note(notes, EXH_DAMAGE, at, "word %zu: more than %d characters",
			 index, EXH_SCI_WORD_SIZE);
		break;
	case CONTROL:
		exh_note(notes, EXH_DAMAGE, at,
			 "word %zu: garbled: characters below 0x20", index);
		break;
	case STRANGE:
		exh_note(notes, EXH_WARNING, at,
			 "word %zu: probably damaged: '%.*s' can't be typed", index,
			 (int)s->text_size, (const char *)s->text);
		break;
	case EMPTY:
		exh_note(notes, EXH_DAMAGE, at, "word %zu: no characters", index);
		break;
	case LOST:
		exh_note(notes, EXH_DAMAGE, at,
			 "word %zu: it overlaps the first word of a letter, at 0x%zx",
			 index, s->r.in.base + s->r.pos);
		break;
	case NO_FAULT:
		break;
	}
}

static bool all_same(struct exh_bytes bytes)
{
	size_t same = 1;

	while (same < bytes.size && bytes.data[same] == bytes.data[0])
		same++;
	return same == bytes.size;
}

/* True if the bytes after the last word are not part of another. */
static bool is_padding(struct exh_bytes rest)
{
	return !rest.size || (rest.size == 1 && rest.data[0] == DOS_END) ||
	       (all_same(rest) && (rest.data[0] == 0 || rest.data[0] == 0xff));
}

static void note_rest(struct exh_notes *notes, struct exh_bytes rest, size_t count)
{
	if (!is_padding(rest))
		exh_note(notes, EXH_DAMAGE, rest.base, "word %zu: the data end inside it",
			 count);
	else if (rest.size && rest.data[0] != DOS_END)
		exh_note(notes, EXH_WARNING, rest.base,
			 "%zu bytes 0x%02x after the last word", rest.size, rest.data[0]);
}

static int by_text(const void *a, const void *b)
{
	const struct exh_sci_word *one = *(const struct exh_sci_word *const *)a;
	const struct exh_sci_word *other = *(const struct exh_sci_word *const *)b;
	const int order = exh_sci_words_compare(one->text, other->text);

	return order ? order : one < other ? -1 : one > other;
}

static void note_duplicate(struct exh_notes *notes, const struct exh_sci_word *word,
			   const struct exh_sci_word *first)
{
	exh_note(notes, EXH_WARNING, word->text.base,
		 "'%.*s' is listed twice, the one at 0x%zx counts", (int)word->text.size,
		 (const char *)word->text.data, first->text.base);
}

/* In SCI01 a word may have several classes and groups. */
static bool note_order(struct exh_notes *notes, struct exh_arena *arena,
		       const struct exh_sci_words *words,
		       const struct exh_sci_word_mark *marks)
{
	const struct exh_sci_word **sorted;
	const struct exh_sci_word *first;
	size_t unsorted = 0;

	for (size_t i = 1; i < words->count && !unsorted; i++)
		if (exh_sci_words_compare(words->items[i - 1].text,
					  words->items[i].text) > 0)
			unsorted = i;
	if (unsorted)
		exh_note(notes, EXH_WARNING, words->items[unsorted].text.base,
			 "word %zu: out of order", unsorted);
	if (words->layout == EXH_SCI_WORDS_SCI01)
		return true;
	sorted = exh_alloc(arena, words->count, sizeof *sorted);
	if (!sorted)
		return false;
	for (size_t i = 0; i < words->count; i++)
		sorted[i] = &words->items[i];
	if (unsorted)
		qsort(sorted, words->count, sizeof *sorted, by_text);
	first = words->count ? sorted[0] : NULL;
	for (size_t i = 1; i < words->count; i++)
		if (exh_sci_words_compare(first->text, sorted[i]->text))
			first = sorted[i];
		else if (!marks[sorted[i] - words->items].is_damaged)
			note_duplicate(notes, sorted[i], first);
	return true;
}

enum { INITIAL_NAME_SIZE = 8 };

static const char *name_initial(enum exh_sci_words_layout layout, size_t i,
				char name[INITIAL_NAME_SIZE])
{
	if (layout == EXH_SCI_WORDS_SCI0)
		snprintf(name, INITIAL_NAME_SIZE, "%c", (char)('a' + i));
	else
		snprintf(name, INITIAL_NAME_SIZE, "0x%02zx", i % 256);
	return name;
}

static void note_offsets(struct exh_notes *notes, struct exh_bytes in,
			 const struct exh_sci_words *words)
{
	const size_t count = offset_count(words->layout);
	size_t first[CODE_COUNT + 1] = { 0 }, outside = 0;
	char name[INITIAL_NAME_SIZE];

	for (size_t i = words->count; i--;) {
		const struct exh_bytes text = words->items[i].text;

		if (text.size)
			first[place_of_initial(words->layout, text.data[0])] =
				text.base - in.base;
	}
	for (size_t i = 0; i < count; i++) {
		const unsigned offset = load_u16le(in.data + 2 * i);

		if (offset >= in.size)
			outside++;
		else if (offset && !first[i])
			exh_note(notes, EXH_WARNING, in.base + 2 * i,
				 "initial %s: offset 0x%x, but no word begins with it: "
				 "the game knows no such word",
				 name_initial(words->layout, i, name), offset);
		else if (offset != first[i])
			exh_note(notes, EXH_WARNING, in.base + 2 * i,
				 "initial %s: offset 0x%x, its first word is at 0x%zx",
				 name_initial(words->layout, i, name), offset, first[i]);
	}
	if (outside)
		exh_note(notes, EXH_DAMAGE, in.base + in.size,
			 "the words of %zu initial%s begin past the end of the data: "
			 "they are cut off",
			 outside, outside == 1 ? "" : "s");
}

static bool has_offset_outside(struct exh_bytes in, enum exh_sci_words_layout layout)
{
	for (size_t i = 0; i < offset_count(layout); i++)
		if (load_u16le(in.data + 2 * i) >= in.size)
			return true;
	return false;
}

/*
 * The whole vocabulary.
 */

/* Counts words and bytes of text. */
static void measure(struct exh_bytes in, struct exh_sci_words *out, size_t *text_size)
{
	struct scan s = start_scan(in, out->layout);
	struct exh_sci_word word;

	out->count = 0;
	*text_size = 0;
	while (next_entry(&s, &word)) {
		out->count += s.fault != LOST;
		*text_size += s.text_size;
	}
	out->used_size = s.start;
}

/* Returns the number of right entries. */
static size_t fill(struct exh_bytes in, struct exh_sci_words *out, uint8_t *texts,
		   struct exh_sci_word_mark *marks, struct exh_notes *notes)
{
	struct scan s = start_scan(in, out->layout);
	size_t before = 0, right = 0;
	bool is_noted = false; /* consequences of a repeated word were noted */

	for (size_t i = 0; i < out->count;) {
		struct exh_sci_word *word = &out->items[i];
		struct exh_sci_word_mark *mark = &marks[i];

		next_entry(&s, word);
		mark->is_again |=
			keeps_all(&s, before) && is_again(s, before, &mark->group);
		if (!is_noted && !mark->is_again)
			note_fault(notes, &s, i, before);
		is_noted = mark->is_again;
		mark->is_damaged = has_damage(&s);
		right += s.fault == NO_FAULT || s.fault == STRANGE;
		before = s.text_size;
		memcpy(texts, s.text, s.text_size);
		word->text.data = texts;
		texts += s.text_size;
		i += s.fault != LOST;
	}
	return right;
}

static enum exh_status read_words(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_words *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	const size_t table_size = sizeof(uint16_t) * LETTER_COUNT;
	struct exh_bytes rest;
	size_t text_size, right;
	uint8_t *texts;
	struct exh_sci_word_mark *marks;

	*out = (struct exh_sci_words){ .layout = EXH_SCI_WORDS_SCI0 };
	if (in.size < table_size)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"not words: expected %zu bytes of offsets, found %zu",
				table_size, in.size);
	if (!is_sensible(in, EXH_SCI_WORDS_SCI0) && is_sensible(in, EXH_SCI_WORDS_SCI01))
		out->layout = EXH_SCI_WORDS_SCI01;
	measure(in, out, &text_size);
	if (!out->count && in.size > table_size)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"not words: the data end inside the first one");
	out->items = exh_alloc(arena, out->count + 1, sizeof *out->items);
	texts = exh_alloc(arena, text_size + 1, 1);
	marks = exh_alloc(arena, out->count + 1, sizeof *marks);
	if (!out->items || !texts || !marks)
		return too_many(arena, out->count, "words", in.base, err);
	/* Effects on players are noted first, then the fault of each word. */
	right = fill(in, out, texts, marks, NULL);
	if (right)
		exh_sci_words_note_lost(out, marks, notes);
	if (notes)
		fill(in, out, texts, marks, notes);
	if (!right && out->count)
		return exh_fail(err, EXH_INVALID, in.base + table_size,
				"not words: none of %zu entries is right", out->count);
	exh_bytes_slice(in, out->used_size, in.size - out->used_size, &rest);
	out->is_cut_off = !is_padding(rest) || has_offset_outside(in, out->layout);
	if (!notes)
		return EXH_OK;
	note_rest(notes, rest, out->count);
	note_offsets(notes, in, out);
	if (!note_order(notes, arena, out, marks))
		return too_many(arena, out->count, "words", in.base, err);
	return EXH_OK;
}

enum exh_status exh_sci_words_read(struct exh_bytes in, struct exh_arena *arena,
				   struct exh_sci_words *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	enum exh_status status;

	exh_notes_limit(notes, MAX_NOTES);
	status = read_words(in, arena, out, notes, err);
	exh_notes_all(notes);
	return status;
}

/*
 * Writing.
 */

static enum exh_status check_word(const struct exh_sci_words *words, size_t index,
				  struct exh_error *err)
{
	const struct exh_sci_word *word = &words->items[index];
	const struct exh_bytes text = word->text;

	if (!text.size || text.size > EXH_SCI_WORD_SIZE)
		return exh_fail(err, EXH_INVALID, index,
				"a word of %zu characters, expected 1 to %d", text.size,
				EXH_SCI_WORD_SIZE);
	if (word->class_mask > 0xfff || word->group > 0xfff)
		return exh_fail(err, EXH_INVALID, index,
				"class 0x%x, group 0x%x: expected 12 bits each",
				word->class_mask, word->group);
	for (size_t i = 0; i < text.size; i++)
		if (words->layout == EXH_SCI_WORDS_SCI0 ? text.data[i] >= LAST_MARK
							: !text.data[i])
			return exh_fail(err, EXH_INVALID, index,
					"character 0x%02x, which no word can contain",
					text.data[i]);
	return EXH_OK;
}

/* In SCI0 a character must carry the end mark, so a word never takes all of its letters
 * from the one before. */
static size_t count_kept(enum exh_sci_words_layout layout, struct exh_bytes before,
			 struct exh_bytes text)
{
	const size_t most = text.size - (layout == EXH_SCI_WORDS_SCI0);
	size_t kept = 0;

	while (kept < most && kept < before.size && text.data[kept] == before.data[kept])
		kept++;
	return kept;
}

static void write_word(const struct exh_sci_words *words, size_t index,
		       struct exh_writer *out)
{
	const struct exh_sci_word *word = &words->items[index];
	const struct exh_bytes text = word->text;
	const size_t kept = count_kept(
		words->layout,
		index ? words->items[index - 1].text : (struct exh_bytes){ 0 }, text);
	const uint8_t numbers[3] = { (uint8_t)(word->class_mask >> 4),
				     (uint8_t)((word->class_mask & 15) << 4 |
					       word->group >> 8),
				     (uint8_t)word->group };

	exh_write_u8(out, (uint8_t)kept);
	if (words->layout == EXH_SCI_WORDS_SCI0) {
		exh_write_bytes(out, text.data + kept, text.size - kept - 1);
		exh_write_u8(out, text.data[text.size - 1] | LAST_MARK);
	} else {
		exh_write_bytes(out, text.data + kept, text.size - kept);
		exh_write_u8(out, 0);
	}
	exh_write_bytes(out, numbers, sizeof numbers);
}

/* Notes the offset of the first word with each initial. */
static enum exh_status note_initial(const struct exh_sci_words *words, size_t index,
				    size_t start, struct exh_writer *out,
				    struct exh_error *err)
{
	const size_t at = out->size - start;
	const size_t place =
		place_of_initial(words->layout, words->items[index].text.data[0]);
	uint8_t *p = out->data + start + 2 * place;

	if (place == offset_count(words->layout) || load_u16le(p))
		return EXH_OK;
	if (at > UINT16_MAX)
		return exh_fail(err, EXH_LIMIT, index, "at byte %zu: offsets end at %d",
				at, UINT16_MAX);
	p[0] = (uint8_t)at;
	p[1] = (uint8_t)(at >> 8);
	return EXH_OK;
}

enum exh_status exh_sci_words_write(const struct exh_sci_words *words,
				    struct exh_writer *out, struct exh_error *err)
{
	const size_t start = out->size;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < offset_count(words->layout); i++)
		exh_write_u16le(out, 0);
	for (size_t i = 0; i < words->count && !status; i++) {
		status = check_word(words, i, err);
		if (!status && !out->failed)
			status = note_initial(words, i, start, out, err);
		if (!status)
			write_word(words, i, out);
	}
	return status ? status : end_writing(out, "words need", err);
}
