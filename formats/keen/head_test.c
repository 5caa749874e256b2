#include "exhume/keen.h"
#include "exhume/advanced/keen.h"

#include "../base/testing.h"

enum { MOST = 64, ABSENT = -1 };

/* A head read from entries, and the notes on it. */
struct reading {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_keen_head head;
	struct exh_error err;
	enum exh_status status;
};

static size_t write_head(const int64_t *entries, size_t count, unsigned offset_size,
			 uint8_t *out)
{
	for (size_t i = 0; i < count; i++)
		for (size_t byte = 0; byte < offset_size; byte++)
			out[i * offset_size + byte] = (uint8_t)(entries[i] >> 8 * byte);
	return count * offset_size;
}

static void read_bytes(struct reading *r, const uint8_t *data, size_t size,
		       unsigned offset_size, size_t chunk_count, size_t archive_size)
{
	uint8_t *tight = tight_copy(data, size);
	const struct exh_bytes bytes = { tight, size, 0 };

	*r = (struct reading){ .arena = { .limit = 1 << 20 } };
	r->notes.arena = &r->arena;
	r->status = exh_keen_head_read(bytes, offset_size, chunk_count, archive_size,
				       &r->arena, &r->head, &r->notes, &r->err);
	free(tight);
}

static void read_entries(struct reading *r, const int64_t *entries, size_t count,
			 unsigned offset_size, size_t archive_size)
{
	uint8_t data[MOST * 4];
	const size_t size = write_head(entries, count, offset_size, data);

	read_bytes(r, data, size, offset_size, 0, archive_size);
}

static void close_reading(struct reading *r)
{
	exh_arena_free(&r->arena);
}

static void assert_present(const struct reading *r, size_t chunk, size_t offset,
			   size_t packed_size)
{
	const struct exh_keen_place *place = &r->head.places[chunk];

	assert_int_equal(place->state, EXH_KEEN_PRESENT);
	assert_int_equal(place->offset, offset);
	assert_int_equal(place->packed_size, packed_size);
	assert_false(place->cut);
}

static void assert_silent(const struct reading *r)
{
	assert_int_equal(r->status, EXH_OK);
	assert_int_equal(r->notes.warning_count, 0);
	assert_int_equal(r->notes.damage_count, 0);
}

static void entries_of_three_and_four_bytes_tell_the_same(void **state)
{
	static const int64_t entries[] = { 0, 10, ABSENT, 300, ABSENT, 0x20000, 0x20005 };

	(void)state;
	for (unsigned size = 3; size <= 4; size++) {
		struct reading r;

		read_entries(&r, entries, 7, size, 0x20005);
		assert_silent(&r);
		assert_int_equal(r.head.offset_size, size);
		assert_int_equal(r.head.chunk_count, 6);
		assert_int_equal(r.head.expected_size, 0x20005);
		assert_present(&r, 0, 0, 10);
		assert_present(&r, 1, 10, 290);
		assert_int_equal(r.head.places[2].state, EXH_KEEN_ABSENT);
		assert_present(&r, 3, 300, 0x20000 - 300);
		assert_int_equal(r.head.places[4].state, EXH_KEEN_ABSENT);
		assert_present(&r, 5, 0x20000, 5);
		close_reading(&r);
	}
}

static void absent_chunks_at_both_ends_are_no_damage(void **state)
{
	static const int64_t entries[] = { ABSENT, ABSENT, 0, 4, ABSENT, 9 };
	struct reading r;

	(void)state;
	read_entries(&r, entries, 6, 4, 9);
	assert_silent(&r);
	assert_int_equal(r.head.places[0].state, EXH_KEEN_ABSENT);
	assert_int_equal(r.head.places[1].state, EXH_KEEN_ABSENT);
	assert_present(&r, 2, 0, 4);
	assert_present(&r, 3, 4, 5);
	assert_int_equal(r.head.places[4].state, EXH_KEEN_ABSENT);
	close_reading(&r);
}

/* Checks that a wrong entry of any value loses at most its own chunk, and that the others
 * keep their place. */
static void assert_only_one_lost(size_t bad, int64_t offset)
{
	int64_t entries[] = { 0, 10, 20, 30, 40, 50, 60, 70 };
	struct reading r;

	entries[bad] = offset;
	read_entries(&r, entries, 8, 4, 70);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.notes.damage_count, 1);
	for (size_t i = 0; i < 7; i++) {
		const struct exh_keen_place *place = &r.head.places[i];

		if (i == bad) {
			assert_int_equal(place->state, EXH_KEEN_LOST);
			continue;
		}
		assert_int_equal(place->state, EXH_KEEN_PRESENT);
		assert_int_equal(place->offset, i * 10);
		assert_int_equal(place->packed_size, i + 1 == bad ? 20 : 10);
	}
	close_reading(&r);
}

static void one_entry_out_of_order_loses_but_its_own_chunk(void **state)
{
	(void)state;
	assert_only_one_lost(3, 1);
	assert_only_one_lost(3, 65);
	assert_only_one_lost(3, 0x7fffffff);
	assert_only_one_lost(0, 0x40000000);
	assert_only_one_lost(1, 0xfffffffe);
	assert_only_one_lost(5, 0);
	assert_only_one_lost(6, 5);
	assert_only_one_lost(6, 0x100);
}

static void the_note_of_a_lost_chunk_tells_where_it_was_expected(void **state)
{
	static const int64_t entries[] = { 0, 0x10, 0x20, 5, 0x40, 0x50 };
	struct reading r;

	(void)state;
	read_entries(&r, entries, 6, 3, 0x50);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "chunk 3: offset 0x5"));
	assert_true(has_note(&r.notes, EXH_DAMAGE, "between 0x20 and 0x40"));
	assert_int_equal(r.notes.first->offset, 9);
	close_reading(&r);
}

static void the_chunk_ahead_of_a_lost_one_is_blurred(void **state)
{
	static const int64_t entries[] = { 0, 10, 20, 5, ABSENT, 40, 50 };
	struct reading r;

	(void)state;
	read_entries(&r, entries, 7, 4, 50);
	assert_false(r.head.places[1].size_is_uncertain);
	assert_true(
		r.head.places[2].size_is_uncertain); /* up to 40, with chunk 3 in it */
	assert_int_equal(r.head.places[2].packed_size, 20);
	assert_false(r.head.places[5].size_is_uncertain);
	close_reading(&r);
}

static void of_two_chunks_at_one_offset_the_first_keeps_it(void **state)
{
	static const int64_t entries[] = { 0, 10, 10, 10, 20, 30 };
	struct reading r;

	(void)state;
	read_entries(&r, entries, 6, 4, 30);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.notes.damage_count, 2);
	assert_present(&r, 0, 0, 10);
	assert_present(&r, 1, 10, 10);
	assert_int_equal(r.head.places[2].state, EXH_KEEN_LOST);
	assert_int_equal(r.head.places[3].state, EXH_KEEN_LOST);
	assert_present(&r, 4, 20, 10);
	close_reading(&r);
}

static void chunks_past_the_end_of_the_archive_are_lost(void **state)
{
	static const int64_t entries[] = { 0, 10, 20, 30, 40 };

	(void)state;
	for (size_t archive_size = 0; archive_size <= 40; archive_size++) {
		struct reading r;

		read_entries(&r, entries, 5, 4, archive_size);
		assert_int_equal(r.status, EXH_OK);
		assert_int_equal(r.notes.damage_count, archive_size <= 30);
		for (size_t i = 0; i < 4; i++) {
			const struct exh_keen_place *place = &r.head.places[i];

			if (archive_size <= i * 10) {
				assert_int_equal(place->state, EXH_KEEN_LOST);
				continue;
			}
			assert_int_equal(place->state, EXH_KEEN_PRESENT);
			assert_int_equal(place->cut, archive_size < i * 10 + 10);
			assert_int_equal(place->packed_size,
					 place->cut ? archive_size - i * 10 : 10);
		}
		close_reading(&r);
	}
}

/* Each entry that is still whole keeps its place, and the rest is lost. */
static void assert_shorter_head(const uint8_t *data, size_t n)
{
	struct reading r;

	read_bytes(&r, data, n, 3, 5, 60);
	if (n < 6) {
		assert_int_equal(r.status, EXH_TRUNCATED);
		assert_true(r.err.offset <= n);
		close_reading(&r);
		return;
	}
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.head.chunk_count, 5);
	if (n / 3 < 5) {
		assert_int_equal(r.notes.damage_count, 1);
		assert_true(has_note(&r.notes, EXH_DAMAGE, "the head ends after"));
	} else {
		assert_int_equal(r.notes.damage_count, 0);
		assert_true(has_note(&r.notes, EXH_WARNING, "without the archive's"));
	}
	assert_int_equal(r.head.expected_size, 0);
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(r.head.places[i].state,
				 i < n / 3 ? EXH_KEEN_PRESENT : EXH_KEEN_LOST);
		if (i + 1 < n / 3)
			assert_int_equal(r.head.places[i].packed_size, 12);
	}
	close_reading(&r);
}

static void every_shorter_head_loses_the_chunks_after_its_end(void **state)
{
	static const int64_t entries[] = { 0, 12, 24, 36, 48, 60 };
	uint8_t data[18];

	(void)state;
	write_head(entries, 6, 3, data);
	for (size_t n = 0; n < sizeof data; n++)
		assert_shorter_head(data, n);
}

/* The end of the last chunk in a truncated head is unknown. */
static void the_last_chunk_of_a_head_that_is_too_short_is_blurred(void **state)
{
	static const int64_t entries[] = { 0, 12, 24, 36, 48, 60 };
	uint8_t data[18];
	struct reading r;

	(void)state;
	write_head(entries, 6, 3, data);
	read_bytes(&r, data, 9, 3, 5, 60);
	assert_int_equal(r.head.places[2].state, EXH_KEEN_PRESENT);
	assert_int_equal(r.head.places[3].state, EXH_KEEN_LOST);
	assert_false(r.head.places[1].size_is_uncertain);
	assert_true(r.head.places[2].size_is_uncertain);
	close_reading(&r);
}

static void a_chunk_count_of_zero_takes_all_there_are(void **state)
{
	static const int64_t entries[] = { 0, 10, 20, 30, 40 };
	uint8_t data[21] = { 0 };
	struct reading r;

	(void)state;
	write_head(entries, 5, 4, data);
	read_bytes(&r, data, 20, 4, 0, 40);
	assert_int_equal(r.head.chunk_count, 4);
	assert_silent(&r);
	close_reading(&r);
	read_bytes(&r, data, 20, 4, 2, 20); /* the archive ends where entry 2 says */
	assert_int_equal(r.head.chunk_count, 2);
	assert_int_equal(r.head.expected_size, 20);
	assert_int_equal(r.notes.warning_count, 1); /* for the later entries */
	assert_int_equal(r.notes.damage_count, 0);
	close_reading(&r);
}

static void another_file_is_no_head(void **state)
{
	uint64_t seed = 1;

	(void)state;
	for (unsigned round = 0; round < 50; round++) {
		uint8_t data[240];
		struct reading r;

		roll_bytes(&seed, data, sizeof data);
		read_bytes(&r, data, sizeof data, 3 + round % 2, 0, 1 << 30);
		assert_int_equal(r.status, EXH_INVALID);
		assert_non_null(strstr(r.err.text, "not a head"));
		close_reading(&r);
	}
}

static void a_head_without_any_chunk_is_no_head(void **state)
{
	static const int64_t all_absent[] = { ABSENT, ABSENT, ABSENT, 0 };
	static const uint8_t zeros[80];
	struct reading r;

	(void)state;
	read_entries(&r, all_absent, 4, 4, 0);
	assert_int_equal(r.status, EXH_INVALID);
	close_reading(&r);
	read_bytes(&r, zeros, sizeof zeros, 4, 0, 1000);
	assert_int_equal(r.status, EXH_INVALID);
	close_reading(&r);
}

static void a_last_entry_of_zero_leaves_the_end_to_the_archive(void **state)
{
	static const int64_t entries[] = { 0, 10, ABSENT, 20, 0 }; /* as in Keen 5 */
	static const int64_t absent_end[] = { 0, 10, ABSENT, 20, ABSENT };
	struct reading r;

	(void)state;
	read_entries(&r, entries, 5, 3, 50);
	assert_silent(&r);
	assert_int_equal(r.head.expected_size, 0);
	assert_present(&r, 3, 20, 30);
	close_reading(&r);
	read_entries(&r, absent_end, 5, 3, 50);
	assert_silent(&r);
	assert_int_equal(r.head.expected_size, 0);
	assert_present(&r, 3, 20, 30);
	close_reading(&r);
}

static void memory_for_the_places_is_limited(void **state)
{
	static const int64_t entries[] = { 0, 10, 20, 30, 40 };
	uint8_t data[20];
	bool fits = false;

	(void)state;
	write_head(entries, 5, 4, data);
	for (size_t limit = 0; limit < 400; limit++) {
		struct exh_arena arena = { .limit = limit };
		const struct exh_bytes bytes = { data, sizeof data, 0 };
		struct exh_keen_head head;
		const enum exh_status status =
			exh_keen_head_read(bytes, 4, 0, 40, &arena, &head, NULL, NULL);

		assert_int_equal(status,
				 fits || status == EXH_OK ? EXH_OK : EXH_NO_MEMORY);
		fits = status == EXH_OK;
		assert_true(arena.used <= limit);
		exh_arena_free(&arena);
	}
	assert_true(fits);
}

static void a_count_of_billions_of_chunks_is_refused(void **state)
{
	static const uint8_t data[20] = { [4] = 1, [8] = 2, [12] = 3, [16] = 4 };
	struct reading r;

	(void)state;
	read_bytes(&r, data, sizeof data, 4, 0xffffffff, 10);
	assert_int_equal(r.status, EXH_NO_MEMORY);
	close_reading(&r);
}

static unsigned guess(const int64_t *entries, size_t count, unsigned offset_size,
		      size_t archive_size)
{
	uint8_t data[MOST * 4];
	const size_t size = write_head(entries, count, offset_size, data);
	uint8_t *tight = tight_copy(data, size);
	const unsigned found = exh_keen_head_guess_offset_size(
		(struct exh_bytes){ tight, size, 0 }, archive_size);

	free(tight);
	return found;
}

static void the_offset_size_is_guessed_from_the_order_and_the_end(void **state)
{
	int64_t entries[MOST];
	uint8_t noise[MOST * 4];
	uint64_t seed = 2;

	(void)state;
	for (int64_t i = 0; i < MOST; i++)
		entries[i] = i % 5 == 4 ? ABSENT : i * 333;
	entries[MOST - 1] = MOST * 333;
	for (unsigned size = 3; size <= 4; size++) {
		assert_int_equal(guess(entries, MOST, size, MOST * 333), size);
		/* Junk after the archive, or a last entry of 0: only the order decides.
		 */
		assert_int_equal(guess(entries, MOST, size, MOST * 333 + 7), size);
	}
	roll_bytes(&seed, noise, sizeof noise);
	assert_int_equal(exh_keen_head_guess_offset_size(
				 (struct exh_bytes){ noise, sizeof noise, 0 }, 1000),
			 0);
	assert_int_equal(
		exh_keen_head_guess_offset_size((struct exh_bytes){ NULL, 0, 0 }, 1000),
		0);
}

/* Random damage: chunks reported as present lie inside the archive, and ascend. */
static void assert_places_are_sound(const struct exh_keen_head *head, size_t archive_size)
{
	size_t end = 0;

	for (size_t i = 0; i < head->chunk_count; i++) {
		const struct exh_keen_place *place = &head->places[i];

		if (place->state != EXH_KEEN_PRESENT)
			continue;
		assert_true(place->offset >= end);
		assert_true(place->offset < archive_size);
		assert_true(place->packed_size > 0);
		assert_true(place->packed_size <= archive_size - place->offset);
		end = (size_t)place->offset + place->packed_size;
	}
}

static void random_damage_leaves_sound_places(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		int64_t entries[MOST], offset = 0;
		struct reading r;

		for (size_t i = 0; i < MOST; i++)
			entries[i] = offset += 1 + roll(&seed, 100);
		for (uint32_t i = roll(&seed, 12); i > 0; i--)
			entries[roll(&seed, MOST)] = roll(&seed, 2)
							     ? roll(&seed, 4000)
							     : roll(&seed, 0xffffffff);
		read_entries(&r, entries, MOST, 4, (size_t)offset);
		assert_int_equal(r.status, EXH_OK);
		assert_places_are_sound(&r.head, (size_t)offset);
		close_reading(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_of_three_and_four_bytes_tell_the_same),
		cmocka_unit_test(absent_chunks_at_both_ends_are_no_damage),
		cmocka_unit_test(one_entry_out_of_order_loses_but_its_own_chunk),
		cmocka_unit_test(the_note_of_a_lost_chunk_tells_where_it_was_expected),
		cmocka_unit_test(the_chunk_ahead_of_a_lost_one_is_blurred),
		cmocka_unit_test(of_two_chunks_at_one_offset_the_first_keeps_it),
		cmocka_unit_test(chunks_past_the_end_of_the_archive_are_lost),
		cmocka_unit_test(every_shorter_head_loses_the_chunks_after_its_end),
		cmocka_unit_test(the_last_chunk_of_a_head_that_is_too_short_is_blurred),
		cmocka_unit_test(a_chunk_count_of_zero_takes_all_there_are),
		cmocka_unit_test(another_file_is_no_head),
		cmocka_unit_test(a_head_without_any_chunk_is_no_head),
		cmocka_unit_test(a_last_entry_of_zero_leaves_the_end_to_the_archive),
		cmocka_unit_test(memory_for_the_places_is_limited),
		cmocka_unit_test(a_count_of_billions_of_chunks_is_refused),
		cmocka_unit_test(the_offset_size_is_guessed_from_the_order_and_the_end),
		cmocka_unit_test(random_damage_leaves_sound_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
