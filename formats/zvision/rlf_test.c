#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/testing.h"
#include "plain/rlf.h"

enum { LIMIT = 1 << 22 };

static enum exh_status apply(enum exh_zv_rlf_kind kind, const uint8_t *data, size_t size,
			     uint16_t *pixels, size_t count, struct exh_error *err)
{
	uint8_t *tight = tight_copy(data, size);
	const struct exh_bytes bytes = { tight, size, 0 };
	const enum exh_status status = exh_zv_rlf_apply(kind, bytes, pixels, count, err);

	free(tight);
	return status;
}

/*
 * Hand-made frames.
 */

static void a_simple_frame_copies_and_repeats(void **state)
{
	static const uint8_t data[] = {
		0xfe, 0x01, 0x00, 0x02, 0x80, /* -2: two pixels, 1 and 0x8002 */
		0x01, 0x34, 0x12,	      /* 1: three times 0x1234 */
		0x00, 0x07, 0x00,	      /* 0: twice 7 */
	};
	static const uint16_t expected[] = { 1, 0x8002, 0x1234, 0x1234, 0x1234, 7, 7, 9 };
	uint16_t pixels[8] = { 9, 9, 9, 9, 9, 9, 9, 9 };
	struct exh_error err;

	(void)state;
	assert_int_equal(apply(EXH_ZV_RLF_SIMPLE, data, sizeof data, pixels, 8, &err),
			 EXH_OK);
	assert_memory_equal(pixels, expected, sizeof expected);
}

static void a_masked_frame_leaves_and_copies(void **state)
{
	static const uint8_t data[] = {
		0x02,			   /* 2: three pixels stay */
		0xff, 0x34, 0x12,	   /* -1: one pixel */
		0x00,			   /* 0: one stays */
		0xfe, 0x05, 0,	  0x06, 0, /* -2: two pixels */
	};
	static const uint16_t expected[] = { 1, 2, 3, 0x1234, 5, 5, 6, 8 };
	uint16_t pixels[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct exh_error err;

	(void)state;
	assert_int_equal(apply(EXH_ZV_RLF_MASKED, data, sizeof data, pixels, 8, &err),
			 EXH_OK);
	assert_memory_equal(pixels, expected, sizeof expected);
}

/* 0x80 copies 128 pixels, 0x7f repeats 129 times or leaves 128. */
static void the_largest_counts_are_as_the_engine_counts(void **state)
{
	uint8_t data[1 + 2 * 128 + 3] = { 0x80 };
	uint16_t pixels[257 + 1] = { 0 };
	struct exh_error err;

	(void)state;
	for (size_t i = 0; i < 128; i++)
		data[1 + 2 * i] = (uint8_t)(i + 1);
	data[257] = 0x7f;
	data[258] = 0xaa;
	assert_int_equal(apply(EXH_ZV_RLF_SIMPLE, data, sizeof data, pixels, 258, &err),
			 EXH_OK);
	for (size_t i = 0; i < 128; i++)
		assert_int_equal(pixels[i], i + 1);
	for (size_t i = 128; i < 257; i++)
		assert_int_equal(pixels[i], 0xaa);
	assert_int_equal(pixels[257], 0);
	data[0] = 0x7f;
	data[1] = 0xff;
	data[2] = 0x11;
	data[3] = 0x22;
	assert_int_equal(apply(EXH_ZV_RLF_MASKED, data, 4, pixels, 258, &err), EXH_OK);
	assert_int_equal(pixels[127], 128);
	assert_int_equal(pixels[128], 0x2211);
	assert_int_equal(pixels[129], 0xaa);
}

static void an_unknown_frame_changes_nothing(void **state)
{
	static const uint8_t data[] = { 0xff, 1, 2 };
	uint16_t pixel = 5;

	(void)state;
	assert_int_equal(apply(EXH_ZV_RLF_UNKNOWN, data, 3, &pixel, 1, NULL), EXH_OK);
	assert_int_equal(pixel, 5);
}

/*
 * Damage.
 */

static void a_run_that_is_cut_off_ends_the_frame(void **state)
{
	static const uint8_t copied[] = { 0xfd, 1, 0, 2, 0, 3 }; /* -3, but 2.5 pixels */
	static const uint8_t repeated[] = { 0x05, 1 };
	uint16_t pixels[8] = { 0 };
	struct exh_error err;

	(void)state;
	for (unsigned kind = EXH_ZV_RLF_SIMPLE; kind <= EXH_ZV_RLF_MASKED; kind++) {
		memset(pixels, 0, sizeof pixels);
		assert_int_equal(apply((enum exh_zv_rlf_kind)kind, copied, sizeof copied,
				       pixels, 8, &err),
				 EXH_TRUNCATED);
		assert_int_equal(err.offset, sizeof copied);
		assert_int_equal(pixels[1], 2);
		assert_int_equal(pixels[2], 0);
	}
	assert_int_equal(apply(EXH_ZV_RLF_SIMPLE, repeated, 2, pixels, 8, &err),
			 EXH_TRUNCATED);
}

static void what_passes_the_last_pixel_is_dropped(void **state)
{
	static const uint8_t run[] = { 0xff, 3, 0, 0x10, 7, 0 };
	static const uint8_t copied[] = { 0xfd, 1, 0, 2, 0, 3, 0 };
	static const uint8_t skipped[] = { 0x7f, 0xff, 1, 1 };
	uint16_t pixels[4] = { 0 };
	struct exh_error err;

	(void)state;
	assert_int_equal(apply(EXH_ZV_RLF_SIMPLE, run, sizeof run, pixels, 4, &err),
			 EXH_INVALID);
	assert_int_equal(err.offset, 3);
	assert_int_equal(pixels[0], 3);
	assert_int_equal(pixels[3], 7);
	assert_int_equal(apply(EXH_ZV_RLF_MASKED, copied, sizeof copied, pixels, 2, &err),
			 EXH_INVALID);
	assert_int_equal(pixels[1], 2);
	assert_int_equal(pixels[2], 7);
	assert_int_equal(
		apply(EXH_ZV_RLF_MASKED, skipped, sizeof skipped, pixels, 4, &err),
		EXH_OK);
	assert_int_equal(pixels[3], 7);
}

static void data_may_end_before_the_last_pixel(void **state)
{
	static const uint8_t data[] = { 0x00, 1, 0 };
	uint16_t pixels[4] = { 8, 8, 8, 8 };

	(void)state;
	assert_int_equal(apply(EXH_ZV_RLF_SIMPLE, data, 3, pixels, 4, NULL), EXH_OK);
	assert_int_equal(pixels[1], 1);
	assert_int_equal(pixels[2], 8);
}

/*
 * Round trips.
 */

static void roll_picture(uint64_t *seed, uint16_t *pixels, size_t count)
{
	for (size_t i = 0; i < count;) {
		const uint16_t pixel = (uint16_t)roll(seed, roll(seed, 2) ? 3 : 65536);
		size_t run = roll(seed, 3) ? 1 : 1 + roll(seed, 300);

		for (; run && i < count; run--)
			pixels[i++] = pixel;
	}
}

static void roll_change(uint64_t *seed, uint16_t *pixels, size_t count)
{
	for (size_t i = 0; i < count; i += 1 + roll(seed, 260))
		for (size_t run = roll(seed, 5) ? 1 : roll(seed, 300); run && i < count;
		     run--, i++)
			pixels[i] = (uint16_t)roll(seed, 65536);
}

static void check_record(enum exh_zv_rlf_kind kind, const uint16_t *before,
			 const uint16_t *pixels, size_t count)
{
	struct exh_writer out = { .limit = LIMIT };
	uint16_t *shown = malloc((count + 1) * sizeof *shown);
	struct exh_zv_rlf_record record;
	struct exh_bytes data;

	assert_non_null(shown);
	memcpy(shown, before, count * sizeof *shown);
	exh_zv_rlf_write_record(kind, before, pixels, count, &out);
	assert_false(out.failed);
	assert_int_equal(exh_zv_rlf_record(exh_writer_bytes(&out), &record, NULL),
			 EXH_OK);
	assert_int_equal(record.kind, kind);
	assert_int_equal(record.size, out.size);
	assert_true(exh_bytes_slice(exh_writer_bytes(&out), record.data_offset,
				    record.size - record.data_offset, &data));
	assert_int_equal(apply(kind, data.data, data.size, shown, count, NULL), EXH_OK);
	assert_memory_equal(shown, pixels, count * sizeof *shown);
	/* Runs and copies together cost at most as much as copying everything. */
	assert_true(data.size <= 2 * count + (count + 127) / 128);
	exh_writer_free(&out);
	free(shown);
}

static void random_pictures_come_back(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const size_t count = 1 + roll(&seed, 1000);
		uint16_t before[1000], pixels[1000];

		roll_picture(&seed, before, count);
		memcpy(pixels, before, sizeof pixels);
		roll_change(&seed, pixels, count);
		check_record(EXH_ZV_RLF_SIMPLE, before, pixels, count);
		check_record(EXH_ZV_RLF_MASKED, before, pixels, count);
	}
}

/*
 * Headers.
 */

static const struct exh_zv_rlf sample = {
	.frame_count = 22,
	.width = 144,
	.height = 228,
	.tenths = 666,
	.unknown = { 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 },
};

/* Makes steps of all lengths, short or long ones more often, that end anywhere. */
static size_t roll_steps(uint64_t *seed, uint8_t *out, size_t most)
{
	const uint32_t longest = 1 + roll(seed, 128);
	const size_t size = roll(seed, (uint32_t)most);

	roll_bytes(seed, out, size);
	for (size_t at = 0; at < size;) {
		const uint32_t length = roll(seed, longest);

		if (roll(seed, 2)) {
			out[at] = (uint8_t)(255 - length);
			at += 3 + 2 * (size_t)length;
		} else {
			out[at] = (uint8_t)length;
			at += roll(seed, 2) ? 3 : 1;
		}
	}
	return size;
}

/* Length of the shortest possible encoding of the picture. */
static size_t least_simple(const uint16_t *pixels, size_t count)
{
	size_t least[601] = { 0 };

	for (size_t at = count; at-- > 0;) {
		least[at] = SIZE_MAX;
		for (size_t some = 1; some <= 128 && some <= count - at; some++)
			if (least[at] > 1 + 2 * some + least[at + some])
				least[at] = 1 + 2 * some + least[at + some];
		for (size_t run = 2; run <= 129 && run <= count - at &&
				     pixels[at + run - 1] == pixels[at];
		     run++)
			if (least[at] > 3 + least[at + run])
				least[at] = 3 + least[at + run];
	}
	return least[0];
}

static void no_key_frame_can_be_shorter(void **state)
{
	static const uint32_t longest[] = { 2, 4, 140, 300 };
	uint16_t pixels[600];
	uint64_t seed = 22;

	(void)state;
	for (int round = 0; round < 400; round++) {
		struct exh_writer out = { .limit = 1 << 16 };
		size_t count = 0;

		while (count < 600) {
			const uint16_t pixel = (uint16_t)roll(&seed, 3);
			size_t run = 1 + roll(&seed, longest[roll(&seed, 4)]);

			for (; run && count < 600; run--)
				pixels[count++] = pixel;
			for (run = roll(&seed, 200); round % 2 && run && count < 600;
			     run--)
				pixels[count++] = (uint16_t)roll(&seed, 1 << 15);
		}
		exh_zv_rlf_write_record(EXH_ZV_RLF_SIMPLE, NULL, pixels, count, &out);
		assert_int_equal(out.size - EXH_ZV_RLF_RECORD_SIZE,
				 least_simple(pixels, count));
		exh_writer_free(&out);
	}
}

static void random_steps_do_as_the_plain_way(void **state)
/* For any damage: each pixel is as in the plain decoder, and nothing is written after
 * them. */
{
	enum { MAX_DATA = 3000, MAX_COUNT = 4000, TURNS = 20000 };
	static uint8_t data[MAX_DATA];
	static uint16_t expected[MAX_COUNT];
	uint64_t seed = 3;

	(void)state;
	for (int turn = 0; turn < TURNS; turn++) {
		const enum exh_zv_rlf_kind kind =
			roll(&seed, 2) ? EXH_ZV_RLF_SIMPLE : EXH_ZV_RLF_MASKED;
		const size_t size = roll_steps(&seed, data, MAX_DATA);
		const size_t count = 1 + roll(&seed, MAX_COUNT);
		uint16_t *pixels = malloc(count * sizeof *pixels);
		size_t reach;

		assert_non_null(pixels);
		roll_bytes(&seed, (uint8_t *)pixels, count * sizeof *pixels);
		memcpy(expected, pixels, count * sizeof *pixels);
		reach = rlf_plain(kind, (struct exh_bytes){ data, size, 0 }, expected,
				  count);
		assert_int_equal(exh_zv_rlf_reach(kind,
						  (struct exh_bytes){ data, size, 0 },
						  count),
				 reach);
		apply(kind, data, size, pixels, count, NULL);
		assert_memory_equal(pixels, expected, count * sizeof *pixels);
		free(pixels);
	}
}

static void a_header_comes_back(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_rlf rlf;

	(void)state;
	exh_zv_rlf_write_header(&sample, 477, &out);
	assert_int_equal(out.size, EXH_ZV_RLF_HEADER_SIZE);
	assert_int_equal(exh_zv_rlf_open(exh_writer_bytes(&out), &rlf, &notes, NULL),
			 EXH_OK);
	assert_memory_equal(&rlf, &sample, sizeof rlf);
	assert_int_equal(exh_zv_rlf_milliseconds(&rlf), 66);
	assert_null(notes.first);
	/* Another tag inside is noted and otherwise ignored. */
	out.data[140] = 'X';
	assert_int_equal(exh_zv_rlf_open(exh_writer_bytes(&out), &rlf, &notes, NULL),
			 EXH_OK);
	assert_true(has_note(&notes, EXH_WARNING, "OEDV"));
	assert_int_equal(rlf.height, 228);
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

static void every_shorter_header_is_truncated(void **state)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_rlf rlf;

	(void)state;
	exh_zv_rlf_write_header(&sample, 477, &out);
	for (size_t n = 0; n < out.size; n++) {
		uint8_t *tight = tight_copy(out.data, n);
		struct exh_error err;

		assert_int_equal(exh_zv_rlf_open((struct exh_bytes){ tight, n, 0 }, &rlf,
						 NULL, &err),
				 EXH_TRUNCATED);
		assert_true(err.offset <= n);
		free(tight);
	}
	exh_writer_free(&out);
}

static enum exh_status open_sized(uint32_t width, uint32_t height)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_rlf rlf = sample;
	enum exh_status status;

	rlf.width = width;
	rlf.height = height;
	exh_zv_rlf_write_header(&rlf, 0, &out);
	status = exh_zv_rlf_open(exh_writer_bytes(&out), &rlf, NULL, NULL);
	exh_writer_free(&out);
	return status;
}

static void sizes_without_sense_are_refused(void **state)
{
	(void)state;
	assert_int_equal(open_sized(0, 10), EXH_INVALID);
	assert_int_equal(open_sized(10, 0), EXH_INVALID);
	assert_int_equal(open_sized(0x10000, 0x10000), EXH_LIMIT);
	assert_int_equal(open_sized(0xffffffff, 0xffffffff), EXH_LIMIT);
	assert_int_equal(open_sized(1 << 26, 1), EXH_OK);
}

static void heads_of_records_are_checked(void **state)
{
	static const uint16_t pixels[4] = { 1, 2, 3, 4 };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_rlf_record record;
	struct exh_error err;

	(void)state;
	exh_zv_rlf_write_record(EXH_ZV_RLF_SIMPLE, NULL, pixels, 4, &out);
	for (size_t n = 0; n < EXH_ZV_RLF_RECORD_SIZE; n++) {
		uint8_t *tight = tight_copy(out.data, n);

		assert_int_equal(exh_zv_rlf_record((struct exh_bytes){ tight, n, 0 },
						   &record, &err),
				 EXH_TRUNCATED);
		free(tight);
	}
	out.data[16] = 'X';
	assert_int_equal(exh_zv_rlf_record(exh_writer_bytes(&out), &record, &err),
			 EXH_OK);
	assert_int_equal(record.kind, EXH_ZV_RLF_UNKNOWN);
	out.data[20] = 27;
	assert_int_equal(exh_zv_rlf_record(exh_writer_bytes(&out), &record, &err),
			 EXH_INVALID);
	out.data[20] = 255; /* past the record's end */
	assert_int_equal(exh_zv_rlf_record(exh_writer_bytes(&out), &record, &err),
			 EXH_INVALID);
	out.data[0] = 'X';
	assert_int_equal(exh_zv_rlf_record(exh_writer_bytes(&out), &record, &err),
			 EXH_INVALID);
	assert_int_equal(err.offset, 0);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_simple_frame_copies_and_repeats),
		cmocka_unit_test(a_masked_frame_leaves_and_copies),
		cmocka_unit_test(the_largest_counts_are_as_the_engine_counts),
		cmocka_unit_test(an_unknown_frame_changes_nothing),
		cmocka_unit_test(a_run_that_is_cut_off_ends_the_frame),
		cmocka_unit_test(what_passes_the_last_pixel_is_dropped),
		cmocka_unit_test(data_may_end_before_the_last_pixel),
		cmocka_unit_test(random_pictures_come_back),
		cmocka_unit_test(no_key_frame_can_be_shorter),
		cmocka_unit_test(random_steps_do_as_the_plain_way),
		cmocka_unit_test(a_header_comes_back),
		cmocka_unit_test(every_shorter_header_is_truncated),
		cmocka_unit_test(sizes_without_sense_are_refused),
		cmocka_unit_test(heads_of_records_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
