#include "keen_parts.h"

#include "../base/reader.h"

#include <string.h>

enum {
	ENTRY_SIZE = 4,
	FEW_CHUNKS = 64, /* too few to distinguish damage from another file so strictly */
};

/*
 * Offsets of the chunks; the last one is the archive's end. The longest series that never
 * decreases is good: chunks may be empty, so two offsets may be equal. Heads of Keen 4 to
 * 6 step back once; they have two series, one for the effects and one for the music.
 */
struct offsets {
	uint32_t *values;
	bool *good;
	size_t count;		  /* including the archive's end */
	size_t present_count;	  /* offsets that are not all ones */
	size_t *ends, *before;	  /* as in the series of head.c */
	size_t length;		  /* length of the series that find_series builds */
	size_t good_count;	  /* in all series */
	size_t first_empty, step; /* entries of empty chunks before the step; or 0 */
};

static bool is_absent(uint32_t offset)
{
	return offset == UINT32_MAX;
}

/*
 * In Keen 4 to 6 the group of digitised sounds is empty. All of its entries have one
 * offset, past the effects' end, and the first song begins where the effects end.
 */
bool exh_keen_audio_steps_back(const uint8_t *entries, size_t at)
{
	const size_t sound_count = at / 3;
	const uint32_t empty =
		at ? load_u32le(entries + (at - 1) * ENTRY_SIZE) : UINT32_MAX;

	if (at % 3 || sound_count < 2 || is_absent(empty) ||
	    load_u32le(entries + at * ENTRY_SIZE) >= empty)
		return false;
	for (size_t i = 2 * sound_count; i < at; i++)
		if (load_u32le(entries + i * ENTRY_SIZE) != empty)
			return false;
	return true;
}

/* The last entry is no song: if only it steps back, as in Keen Dreams, the longest series
 * excludes it. */
static void find_step(struct exh_bytes head, struct offsets *o)
{
	for (size_t at = 6; at + 1 < o->count && !o->step; at += 3)
		if (exh_keen_audio_steps_back(head.data, at))
			o->step = at;
	o->first_empty = o->step;
	while (o->first_empty > 0 &&
	       o->values[o->first_empty - 1] == o->values[o->step - 1])
		o->first_empty--;
}

static bool read_offsets(struct exh_bytes head, struct exh_arena *arena,
			 struct offsets *out)
{
	struct reader r = { .in = head };

	out->count = head.size / ENTRY_SIZE;
	out->values = exh_alloc(arena, out->count, sizeof *out->values);
	out->good = exh_alloc(arena, out->count, sizeof *out->good);
	out->ends = exh_alloc(arena, out->count, sizeof *out->ends);
	out->before = exh_alloc(arena, out->count, sizeof *out->before);
	if (!out->values || !out->good || !out->ends || !out->before)
		return false;
	for (size_t i = 0; i < out->count; i++) {
		out->values[i] = rd_u32le(&r);
		out->present_count += !is_absent(out->values[i]);
	}
	return true;
}

/* Returns the first end in the series that is above the offset. */
static size_t place_in_series(const struct offsets *o, uint32_t offset)
{
	size_t low = 0, high = o->length;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (o->values[o->ends[middle]] <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void find_series(struct offsets *o, size_t first, size_t end)
{
	size_t next;

	o->length = 0;
	for (size_t i = first; i < end; i++) {
		const size_t at = place_in_series(o, o->values[i]);

		if (is_absent(o->values[i]))
			continue;
		o->before[i] = at ? o->ends[at - 1] : 0;
		o->ends[at] = i;
		if (at == o->length)
			o->length++;
	}
	next = o->length ? o->ends[o->length - 1] : 0;
	for (size_t n = o->length; n > 0; n--) {
		o->good[next] = true;
		next = o->before[next];
	}
	o->good_count += o->length;
}

static void find_all_series(struct offsets *o)
{
	find_series(o, 0, o->first_empty);
	find_series(o, o->step, o->count);
	o->good_count += o->step - o->first_empty;
}

static bool ascends_enough(const struct offsets *o)
{
	if (o->present_count < FEW_CHUNKS)
		return o->good_count >= 2 && o->good_count * 2 >= o->present_count;
	return o->good_count * 4 >= o->present_count * 3;
}

/* Returns the entry that ends a chunk: the next one, or in the music the next larger
 * one. */
static size_t end_entry(const struct offsets *o, size_t chunk)
{
	size_t i = chunk;

	do
		i++;
	while (i < o->count && (!o->good[i] || o->values[i] < o->values[chunk]));
	return i;
}

/* The last entry may be lower: in Keen Dreams it is, and gives the archive's true
 * length. */
static void note_out_of_order(const struct offsets *o, struct exh_notes *notes)
{
	for (size_t i = 0; i + 1 < o->count; i++)
		if (!o->good[i] && !is_absent(o->values[i]) &&
		    (i < o->first_empty || i >= o->step))
			exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
				 "head: chunk %zu: offset 0x%x is out of order", i,
				 o->values[i]);
}

static void note_outside(const struct offsets *o, size_t archive_size,
			 enum exh_severity severity, struct exh_notes *notes)
{
	size_t first = 0, count = 0;

	for (size_t i = o->count; i-- > 0;) {
		if (!o->good[i] || o->values[i] <= archive_size)
			continue;
		first = i;
		count++;
	}
	if (count)
		exh_note(notes, severity, EXH_NO_OFFSET,
			 "head: offsets of %zu entries from %zu on, 0x%x, are past the "
			 "end of "
			 "the archive, 0x%zx",
			 count, first, o->values[first], archive_size);
}

/* Notes bytes after all offsets: a head that is cut off has lost chunks. */
static void note_left_over(const struct offsets *o, size_t archive_size,
			   struct exh_notes *notes)
{
	size_t end = 0;

	for (size_t i = 0; i < o->count; i++)
		if (!is_absent(o->values[i]) && o->values[i] > end)
			end = o->values[i];
	if (end < archive_size)
		exh_note(
			notes, EXH_WARNING, EXH_NO_OFFSET,
			"%zu bytes follow the last offset of the head, 0x%zx: chunks may "
			"be missing",
			archive_size - end, end);
}

/* True if some chunk lies partly, or wholly, outside the archive. */
struct outside {
	bool some, all; /* some: at least partly; all: wholly */
};

static void place_chunk(const struct offsets *o, size_t i, struct exh_bytes data,
			struct exh_bytes *out, struct outside *outside)
{
	const size_t next = end_entry(o, i), start = o->values[i];
	const size_t end = next < o->count ? o->values[next] : data.size;

	if (!o->good[i] || end <= start)
		return;
	outside->some |= end > data.size;
	outside->all |= start >= data.size;
	if (start < data.size)
		exh_bytes_slice(data, start, (end < data.size ? end : data.size) - start,
				out);
}

/* Keen Dreams' last chunk ends outside, but its last entry equals the archive's
 * length. */
static enum exh_severity judge_outside(const struct offsets *o, struct outside outside,
				       size_t archive_size)
{
	const bool whole = o->values[o->count - 1] == archive_size;

	return outside.all || (outside.some && !whole) ? EXH_DAMAGE : EXH_WARNING;
}

enum exh_status exh_keen_audio_read_head(struct exh_bytes data, struct exh_bytes head,
					 struct exh_arena *arena,
					 struct exh_keen_audio *audio,
					 struct exh_notes *notes, struct exh_error *err)
{
	struct offsets o = { 0 };
	struct outside outside = { false, false };

	if (head.size < (size_t)2 * ENTRY_SIZE)
		return exh_fail(err, EXH_TRUNCATED, head.base + head.size,
				"head: %zu bytes, expected two offsets or more",
				head.size);
	audio->chunk_count = head.size / ENTRY_SIZE - 1;
	if (audio->chunk_count > AUDIO_MAX_CHUNKS)
		return exh_fail(err, EXH_LIMIT, head.base,
				"head: of %zu chunks, expected %d at most",
				audio->chunk_count, AUDIO_MAX_CHUNKS);
	audio->packed = exh_alloc(arena, audio->chunk_count, sizeof *audio->packed);
	if (!audio->packed || !read_offsets(head, arena, &o))
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu chunks", audio->chunk_count);
	find_step(head, &o);
	find_all_series(&o);
	audio->sound_count = o.step / 3;
	if (!ascends_enough(&o))
		return exh_fail(err, EXH_INVALID, head.base,
				"not a head: only %zu of %zu offsets ascend",
				o.good_count, o.present_count);
	for (size_t i = 0; i < audio->chunk_count; i++)
		place_chunk(&o, i, data, &audio->packed[i], &outside);
	if (head.size % ENTRY_SIZE)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "head: %zu bytes after the last offset", head.size % ENTRY_SIZE);
	note_out_of_order(&o, notes);
	note_outside(&o, data.size, judge_outside(&o, outside, data.size), notes);
	note_left_over(&o, data.size, notes);
	return EXH_OK;
}
