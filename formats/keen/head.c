#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/reader.h"

#include <string.h>

enum {
	FEW_CHUNKS = 64
}; /* too few to distinguish damage from another file so strictly */

static uint32_t read_entry(struct reader *r, unsigned offset_size)
{
	return offset_size == 3 ? rd_u24le(r) : rd_u32le(r);
}

static uint32_t absent_entry(unsigned offset_size)
{
	return offset_size == 3 ? 0xffffff : 0xffffffff;
}

/* The chunks whose offsets form the longest ascending series; the other chunks are out of
 * order. */
struct series {
	const struct exh_keen_place *places;
	size_t *ends;	/* ends[n]: the chunk that ends the best series of n + 1 chunks */
	size_t *before; /* before[i]: the chunk before chunk i in its series */
	size_t length;
};

static size_t place_in_series(const struct series *s, uint32_t offset)
{
	size_t low = 0, high = s->length;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (s->places[s->ends[middle]].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void extend_series(struct series *s, size_t chunk)
{
	const size_t at = place_in_series(s, s->places[chunk].offset);

	/* The first of two chunks with the same offset keeps it. */
	if (at < s->length && s->places[s->ends[at]].offset == s->places[chunk].offset)
		return;
	s->before[chunk] = at ? s->ends[at - 1] : 0;
	s->ends[at] = chunk;
	if (at == s->length)
		s->length++;
}

static size_t find_out_of_order(struct exh_keen_head *head, struct series *s)
{
	size_t present_count = 0, next;

	for (size_t i = 0; i < head->chunk_count; i++) {
		if (head->places[i].state == EXH_KEEN_ABSENT)
			continue;
		present_count++;
		head->places[i].state = EXH_KEEN_LOST;
		extend_series(s, i);
	}
	next = s->length ? s->ends[s->length - 1] : 0;
	for (size_t n = s->length; n > 0; n--) {
		head->places[next].state = EXH_KEEN_PRESENT;
		next = s->before[next];
	}
	return present_count;
}

static void note_out_of_order(const struct exh_keen_head *head, struct exh_bytes bytes,
			      struct exh_notes *notes)
{
	const size_t count = head->chunk_count;
	uint32_t above = 0;
	size_t next = 0;

	for (size_t i = 0; i < count; i++) {
		const struct exh_keen_place *place = &head->places[i];

		if (place->state == EXH_KEEN_PRESENT)
			above = place->offset;
		if (place->state != EXH_KEEN_LOST)
			continue;
		if (next < i)
			next = i;
		while (next < count && head->places[next].state != EXH_KEEN_PRESENT)
			next++;
		exh_note(notes, EXH_DAMAGE, bytes.base + i * head->offset_size,
			 "chunk %zu: offset 0x%x is out of order, "
			 "expected it between 0x%x and 0x%zx",
			 i, place->offset, above,
			 next < count ? head->places[next].offset : head->expected_size);
	}
}

/* Each chunk ends where the next in order begins; the last one at the archive's
 * length. */
static void measure_chunks(struct exh_keen_head *head, size_t entry_count,
			   size_t archive_size)
{
	size_t end = head->expected_size;
	bool size_is_uncertain = entry_count < head->chunk_count;

	for (size_t i = head->chunk_count; i-- > 0;) {
		struct exh_keen_place *place = &head->places[i];

		if (place->state == EXH_KEEN_LOST)
			size_is_uncertain = true;
		if (place->state != EXH_KEEN_PRESENT)
			continue;
		if (end <= place->offset)
			end = archive_size;
		if (place->offset >= archive_size) {
			place->state = EXH_KEEN_LOST;
		} else {
			place->cut = end > archive_size;
			place->size_is_uncertain = size_is_uncertain;
			place->packed_size =
				(uint32_t)((place->cut ? archive_size : end) -
					   place->offset);
		}
		end = place->offset;
		size_is_uncertain = false;
	}
}

static void note_past_end(const struct exh_keen_head *head, struct exh_bytes bytes,
			  size_t archive_size, struct exh_notes *notes)
{
	size_t first = 0, count = 0;

	for (size_t i = head->chunk_count; i-- > 0;) {
		const struct exh_keen_place *place = &head->places[i];

		if (place->state != EXH_KEEN_PRESENT || place->offset < archive_size)
			continue;
		first = i;
		count++;
	}
	if (count == 1)
		exh_note(notes, EXH_DAMAGE, bytes.base + first * head->offset_size,
			 "chunk %zu: offset 0x%x is past the end of the archive, 0x%zx",
			 first, head->places[first].offset, archive_size);
	else if (count)
		exh_note(
			notes, EXH_DAMAGE, bytes.base + first * head->offset_size,
			"chunk %zu at 0x%x and %zu more are past the end of the archive, "
			"0x%zx",
			first, head->places[first].offset, count - 1, archive_size);
}

static void read_entries(struct exh_bytes bytes, struct exh_keen_head *head,
			 struct exh_notes *notes)
{
	const uint32_t absent = absent_entry(head->offset_size);
	struct reader r = { .in = bytes };
	size_t read_count = 0;

	for (size_t i = 0; i < head->chunk_count; i++) {
		struct exh_keen_place *place = &head->places[i];

		place->offset = read_entry(&r, head->offset_size);
		if (place->offset == absent || r.failed)
			place->state = EXH_KEEN_ABSENT;
		read_count += !r.failed;
	}
	head->expected_size = read_entry(&r, head->offset_size);
	if (head->expected_size == absent)
		head->expected_size = 0;
	if (read_count < head->chunk_count)
		exh_note(notes, EXH_DAMAGE, bytes.base + bytes.size,
			 "the head ends after %zu of %zu chunks", read_count,
			 head->chunk_count);
	else if (r.failed)
		exh_note(notes, EXH_WARNING, bytes.base + bytes.size,
			 "the head ends without the archive's length");
}

/* Runs last, so that the order was judged only by entries that are present. */
static void lose_missing_entries(struct exh_keen_head *head, size_t entry_count)
{
	for (size_t i = entry_count; i < head->chunk_count; i++)
		head->places[i].state = EXH_KEEN_LOST;
}

/* Other tables of numbers also ascend by chance; in a long one at most half of the
 * entries do. */
static bool ascends_enough(size_t ascending_count, size_t present_count)
{
	if (present_count < FEW_CHUNKS)
		return ascending_count && ascending_count * 2 >= present_count;
	return ascending_count * 4 >= present_count * 3;
}

enum exh_status exh_keen_head_read(struct exh_bytes bytes, unsigned offset_size,
				   size_t chunk_count, size_t archive_size,
				   struct exh_arena *arena, struct exh_keen_head *head,
				   struct exh_notes *notes, struct exh_error *err)
{
	struct series s = { 0 };
	size_t entry_count, present_count;

	if (offset_size != 3 && offset_size != 4)
		return exh_fail(err, EXH_INVALID, bytes.base,
				"not a head: its offsets do not ascend, read as 4 bytes "
				"each or as 3");
	entry_count = bytes.size / offset_size;
	if (entry_count < 2)
		return exh_fail(err, EXH_TRUNCATED, bytes.base + bytes.size,
				"%zu bytes, a head has at least two entries of %u",
				bytes.size, offset_size);
	*head = (struct exh_keen_head){
		.offset_size = offset_size,
		.chunk_count = chunk_count ? chunk_count : entry_count - 1,
	};
	head->places = exh_alloc(arena, head->chunk_count, sizeof *head->places);
	s.places = head->places;
	s.ends = exh_alloc(arena, head->chunk_count, sizeof *s.ends);
	s.before = exh_alloc(arena, head->chunk_count, sizeof *s.before);
	if (!head->places || !s.ends || !s.before)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu chunks", head->chunk_count);
	read_entries(bytes, head, notes);
	present_count = find_out_of_order(head, &s);
	if (!ascends_enough(s.length, present_count))
		return exh_fail(err, EXH_INVALID, bytes.base,
				"not a head: only %zu of %zu offsets ascend", s.length,
				present_count);
	note_out_of_order(head, bytes, notes);
	note_past_end(head, bytes, archive_size, notes);
	measure_chunks(head, entry_count, archive_size);
	lose_missing_entries(head, entry_count);
	if (entry_count > head->chunk_count + 1)
		exh_note(notes, EXH_WARNING,
			 bytes.base + (head->chunk_count + 1) * offset_size,
			 "head: %zu entries, expected %zu: the rest is ignored, and "
			 "chunks "
			 "may have other numbers",
			 entry_count, head->chunk_count + 1);
	return EXH_OK;
}

/* Returns the offset size that makes the head readable. *expected_size: the archive's
 * length that it declares with this size. */
static unsigned guess(struct exh_bytes head, size_t archive_size, size_t *expected_size)
{
	static const unsigned sizes[] = { 4, 3 };
	unsigned first = 0;

	*expected_size = 0;
	for (size_t i = 0; i < 2; i++) {
		struct exh_arena arena = { .limit = head.size * 32 + 1024 };
		struct exh_keen_head read = { 0 };
		enum exh_status status;

		status = exh_keen_head_read(head, sizes[i], 0, archive_size, &arena,
					    &read, NULL, NULL);
		exh_arena_free(&arena);
		if (status)
			continue;
		*expected_size = read.expected_size;
		if (read.expected_size == archive_size)
			return sizes[i];
		if (!first)
			first = sizes[i];
	}
	return first;
}

unsigned exh_keen_head_guess_offset_size(struct exh_bytes head, size_t archive_size)
{
	size_t expected_size;

	return guess(head, archive_size, &expected_size);
}

unsigned exh_keen_head_offset_size(struct exh_bytes head, size_t archive_size,
				   const struct exh_keen_layout *layout)
{
	if (layout && head.size == layout->head_size &&
	    exh_crc32(head) == layout->head_crc32)
		return layout->offset_size;
	if (!layout || exh_keen_head_ends_at(head, archive_size))
		return exh_keen_head_guess_offset_size(head, archive_size);
	for (unsigned size = 3; size <= 4; size++)
		if (head.size == (size_t)layout->chunk_count * size ||
		    head.size == ((size_t)layout->chunk_count + 1) * size)
			return size;
	return layout->offset_size;
}

bool exh_keen_head_ends_at(struct exh_bytes head, size_t archive_size)
{
	size_t expected_size;

	return guess(head, archive_size, &expected_size) && expected_size == archive_size;
}
