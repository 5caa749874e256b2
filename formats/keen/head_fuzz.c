/*
 * For any head: present chunks lie inside the archive and ascend.
 *
 * Input:  a byte: offsets of 3 bytes if it is odd, of 4 if it is even two bytes: number
 *         of chunks (0: as many as there are), lowest first four bytes: the archive's
 *         size, lowest first the rest is the head
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "searching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CONTROL_SIZE = 7, MOST_CHUNKS = SMALLER(1 << 10, UINT16_MAX) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t number(const uint8_t *data, size_t size)
{
	uint32_t value = 0;

	while (size-- > 0)
		value = value << 8 | data[size];
	return value;
}

static void check_present(const struct exh_keen_place *place, size_t end,
			  size_t archive_size)
{
	assert(place->offset >= end);
	assert(place->offset < archive_size);
	assert(place->packed_size > 0);
	assert(place->packed_size <= archive_size - place->offset);
	if (place->cut)
		assert(place->packed_size == archive_size - place->offset);
}

static void check_places(const struct exh_keen_head *head, struct exh_bytes bytes,
			 size_t archive_size)
{
	const uint32_t absent = head->offset_size == 3 ? 0xffffff : 0xffffffff;
	const size_t entry_count = bytes.size / head->offset_size;
	size_t end = 0;

	for (size_t i = 0; i < head->chunk_count; i++) {
		const struct exh_keen_place *place = &head->places[i];

		if (i >= entry_count) {
			assert(place->state == EXH_KEEN_LOST);
			continue;
		}
		assert(place->offset ==
		       number(bytes.data + i * head->offset_size, head->offset_size));
		assert((place->state == EXH_KEEN_ABSENT) == (place->offset == absent));
		if (place->state != EXH_KEEN_PRESENT)
			continue;
		check_present(place, end, archive_size);
		end = (size_t)place->offset + place->packed_size;
	}
}

static size_t count_lost(const struct exh_keen_head *head)
{
	size_t lost_count = 0;

	for (size_t i = 0; i < head->chunk_count; i++)
		lost_count += head->places[i].state == EXH_KEEN_LOST;
	return lost_count;
}

static void check_head(struct exh_bytes bytes, unsigned offset_size, size_t chunk_count,
		       size_t archive_size)
{
	struct exh_arena arena = { .limit = 8 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_head head;
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_keen_head_read(bytes, offset_size, chunk_count, archive_size, &arena,
				   &head, &notes, &err);

	assert(arena.used <= arena.limit);
	assert((status == EXH_TRUNCATED) == (bytes.size / offset_size < 2));
	if (status == EXH_OK) {
		assert(head.chunk_count == chunk_count ||
		       (!chunk_count &&
			head.chunk_count == bytes.size / offset_size - 1));
		check_places(&head, bytes, archive_size);
		assert(!count_lost(&head) || notes.damage_count);
	} else {
		assert(err.status == status);
	}
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes head;
	uint8_t *tight;
	unsigned guess;

	if (size < CONTROL_SIZE || number(data + 1, 2) > MOST_CHUNKS)
		return 0;
	head = (struct exh_bytes){ NULL, size - CONTROL_SIZE, 0 };
	tight = malloc(head.size ? head.size : 1);
	assert(tight);
	memcpy(tight, data + CONTROL_SIZE, head.size);
	head.data = tight;
	check_head(head, data[0] % 2 ? 3 : 4, number(data + 1, 2), number(data + 3, 4));
	guess = exh_keen_head_guess_offset_size(head, number(data + 3, 4));
	(void)exh_keen_head_ends_at(head, number(data + 3, 4));
	assert(guess == 0 || guess == 3 || guess == 4);
	if (guess)
		check_head(head, guess, 0, number(data + 3, 4));
	free(tight);
	return 0;
}
