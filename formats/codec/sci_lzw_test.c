#include "plain/sci_codecs.h"

#include "expand_testing.h"

static enum exh_status as_sci0(struct exh_bytes src, uint8_t *dst, size_t size,
			       struct exh_expansion *done, struct exh_error *err)
{
	return exh_sci_lzw_expand(src, EXH_LZW_SCI0, dst, size, done, err);
}

static enum exh_status as_sci1(struct exh_bytes src, uint8_t *dst, size_t size,
			       struct exh_expansion *done, struct exh_error *err)
{
	return exh_sci_lzw_expand(src, EXH_LZW_SCI1, dst, size, done, err);
}

static expand_fn *const expanders[] = {
	[EXH_LZW_SCI0] = as_sci0, [EXH_LZW_SCI1] = as_sci1
};

/* Codes put one after the other, bit by bit, for streams worked out by hand. */
struct codes {
	uint8_t bytes[8192];
	size_t bit;
	enum exh_sci_lzw variant;
};

static void put(struct codes *codes, unsigned code, unsigned width)
{
	for (unsigned i = 0; i < width; i++, codes->bit++) {
		const bool high_first = codes->variant == EXH_LZW_SCI1;
		const unsigned bit = code >> (high_first ? width - 1 - i : i) & 1;
		const unsigned place =
			high_first ? 7 - codes->bit % 8 : (unsigned)(codes->bit % 8);

		codes->bytes[codes->bit / 8] |= (uint8_t)(bit << place);
	}
}

static enum exh_status expand_codes(const struct codes *codes, uint8_t *dst, size_t size,
				    struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(expanders[codes->variant], codes->bytes, (codes->bit + 7) / 8,
			    dst, size, done, err);
}

static const uint8_t sample[] = { 0x41, 0x84, 0x08, 0x24, 0x18, 0x10 };

static void the_examples_of_the_description_expand(void **state)
{
	static const uint8_t with_reset[] = { 0x00, 0x83, 0x08, 0x11, 0x48, 0x30, 0x20 };
	struct exh_expansion done;
	uint8_t dst[7];

	(void)state;
	assert_int_equal(
		expand_tight(as_sci0, sample, sizeof sample, dst, 7, &done, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ABABABA", 7);
	assert_int_equal(done.used_size, sizeof sample);
	assert_int_equal(
		expand_tight(as_sci0, with_reset, sizeof with_reset, dst, 7, &done, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ABABABA", 7);
	assert_int_equal(done.used_size, sizeof with_reset);
}

static void the_example_is_what_is_packed(void **state)
{
	struct exh_writer out = { .limit = 100 };

	(void)state;
	exh_sci_lzw_pack((struct exh_bytes){ (const uint8_t *)"ABABABA", 7, 0 },
			 EXH_LZW_SCI0, &out);
	assert_same_bytes(exh_writer_bytes(&out), sample, sizeof sample);
	exh_writer_free(&out);
}

/* 41 42 102 104 101, the highest bit first: 001000001 001000010 100000010 100000100
 * 100000001, and three zeros. */
static void sci1_takes_the_highest_bit_first(void **state)
{
	static const uint8_t stream[] = { 0x20, 0x90, 0xa0, 0x50, 0x48, 0x08 };
	struct exh_writer out = { .limit = 100 };
	struct exh_expansion done;
	uint8_t dst[7];

	(void)state;
	assert_int_equal(
		expand_tight(as_sci1, stream, sizeof stream, dst, 7, &done, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ABABABA", 7);
	assert_int_equal(done.used_size, sizeof stream);
	exh_sci_lzw_pack((struct exh_bytes){ dst, 7, 0 }, EXH_LZW_SCI1, &out);
	assert_same_bytes(exh_writer_bytes(&out), stream, sizeof stream);
	exh_writer_free(&out);
}

/* All literals except the last, which is the second newest string: right only if each
 * code was read with its own width. */
static void check_widths(enum exh_sci_lzw variant, bool reset)
{
	const unsigned early = variant == EXH_LZW_SCI1;
	struct codes codes = { .variant = variant };
	static uint8_t dst[5000], expected[5000];
	struct exh_expansion done;
	size_t count = 0;

	if (reset)
		for (unsigned i = 0; i < 255 - early; i++, count++) {
			expected[count] = (uint8_t)(i / 3);
			put(&codes, i / 3, 9);
		}
	if (reset)
		put(&codes, 0x100, 10);
	for (unsigned i = 0; i < 4200; i++, count++) {
		unsigned width = 9;

		width += i >= 255 - early;	  /* next is 0x200 */
		width += i >= 255 + 512 - early;  /* 0x400 */
		width += i >= 255 + 1536 - early; /* 0x800 */
		expected[count] = (uint8_t)(i * i >> 3);
		put(&codes, expected[count], width);
	}
	/* The last string that there is room for: the codes 3837 and 3838. */
	put(&codes, 4095, 12);
	put(&codes, 0x101, 12);
	expected[count] = (uint8_t)(3837 * 3837 >> 3);
	expected[count + 1] = (uint8_t)(3838 * 3838 >> 3);
	count += 2;
	assert_int_equal(expand_codes(&codes, dst, count, &done, NULL), EXH_OK);
	assert_memory_equal(dst, expected, count);
	assert_int_equal(done.used_size, (codes.bit + 7) / 8);
}

static void codes_grow_wider_and_a_full_table_stays(void **state)
{
	(void)state;
	check_widths(EXH_LZW_SCI0, false);
	check_widths(EXH_LZW_SCI0, true);
	check_widths(EXH_LZW_SCI1, false);
	check_widths(EXH_LZW_SCI1, true);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	assert_shorter_is_truncated(as_sci0, sample, sizeof sample - 1, "ABABABA", 7);
}

static void the_end_mark_may_be_missing(void **state)
{
	struct exh_expansion done;
	uint8_t dst[7];

	(void)state;
	assert_int_equal(
		expand_tight(as_sci0, sample, sizeof sample - 1, dst, 7, &done, NULL),
		EXH_OK);
	assert_memory_equal(dst, "ABABABA", 7);
	assert_int_equal(done.used_size, sizeof sample - 1);
}

static void an_early_end_mark_truncates(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[9];

	(void)state;
	assert_int_equal(
		expand_tight(as_sci0, sample, sizeof sample, dst, 9, &done, &err),
		EXH_TRUNCATED);
	assert_int_equal(done.produced_size, 7);
	assert_int_equal(done.used_size, sizeof sample);
	assert_int_equal(err.offset, EXPAND_BASE + 4);
	assert_memory_equal(dst, "ABABABA\0\0", 9);
}

static void a_string_past_the_end_is_cut_and_reported(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[5];

	(void)state;
	assert_int_equal(
		expand_tight(as_sci0, sample, sizeof sample, dst, 5, &done, &err),
		EXH_INVALID);
	assert_int_equal(done.produced_size, 5);
	assert_int_equal(err.offset, EXPAND_BASE + 3);
	assert_memory_equal(dst, "ABABA", 5);
}

static void a_code_ahead_of_the_table_is_invalid(void **state)
{
	static const unsigned firsts[] = { 0x102, 0x103, 0x1ff };

	(void)state;
	for (unsigned i = 0; i < 6; i++) {
		struct codes codes = { .variant = i % 2 ? EXH_LZW_SCI1 : EXH_LZW_SCI0 };
		struct exh_expansion done;
		struct exh_error err;
		uint8_t dst[40];

		/* An undefined code as the first of all, as the first after a reset,
		 * and later. */
		put(&codes, firsts[i / 2], 9);
		assert_int_equal(expand_codes(&codes, dst, 40, &done, &err), EXH_INVALID);
		assert_int_equal(err.offset, EXPAND_BASE);
		assert_int_equal(done.produced_size, 0);
		codes = (struct codes){ .variant = codes.variant };
		put(&codes, 'x', 9);
		put(&codes, 'y', 9);
		put(&codes, 0x100, 9);
		put(&codes, firsts[i / 2], 9);
		assert_int_equal(expand_codes(&codes, dst, 40, &done, &err), EXH_INVALID);
		assert_int_equal(err.offset, EXPAND_BASE + 3);
		codes = (struct codes){ .variant = codes.variant };
		put(&codes, 'x', 9);
		put(&codes, 'y', 9);
		put(&codes, 0x104, 9);
		put(&codes, 'z', 9);
		assert_int_equal(expand_codes(&codes, dst, 40, &done, &err), EXH_INVALID);
		assert_int_equal(err.offset, EXPAND_BASE + 2);
		assert_int_equal(done.produced_size, 2);
		assert_memory_equal(dst, "xy\0", 3);
	}
}

/* A string may be as long as the table has entries, and one more. */
static void the_longest_strings_expand(void **state)
{
	const size_t size = 3839 * 3840 / 2 + 3838;
	uint8_t *dst = malloc(size), *expected = malloc(size);

	(void)state;
	assert_non_null(dst);
	assert_non_null(expected);
	memset(expected, 'a', size);
	for (unsigned i = 0; i < 2; i++) {
		const enum exh_sci_lzw variant = i ? EXH_LZW_SCI1 : EXH_LZW_SCI0;
		struct codes codes = { .variant = variant };
		unsigned width = 9;

		put(&codes, 'a', 9);
		for (unsigned next = 0x102; next < 4096; next++) {
			if (next == (1U << width) - i && width < 12)
				width++;
			put(&codes, next, width);
		}
		put(&codes, 4094, 12);
		assert_int_equal(expand_codes(&codes, dst, size, NULL, NULL), EXH_OK);
		assert_memory_equal(dst, expected, size);
	}
	free(dst);
	free(expected);
}

/* Returns the status, after it is as the plain way has it, and all else, too. */
static enum exh_status expand_both_ways(const uint8_t *src, size_t src_size,
					enum exh_sci_lzw variant, uint8_t *dst,
					size_t size)
{
	uint8_t *plain_dst = malloc(size ? size : 1);
	struct exh_expansion done;
	struct exh_error err;
	struct sci_plain plain;
	enum exh_status status;

	assert_non_null(plain_dst);
	plain = sci_plain_lzw((struct exh_bytes){ src, src_size, 0 }, variant, plain_dst,
			      size);
	status = expand_tight(expanders[variant], src, src_size, dst, size, &done, &err);
	assert_int_equal(status, plain.status);
	assert_int_equal(done.produced_size, plain.at);
	assert_int_equal(done.used_size, (plain.bit + 7) / 8);
	if (status)
		assert_int_equal(err.offset, EXPAND_BASE + plain.fault_bit / 8);
	if (size)
		assert_memory_equal(dst, plain_dst, size);
	free(plain_dst);
	return status;
}

static size_t check_round(const uint8_t *in, size_t size, enum exh_sci_lzw variant)
{
	struct exh_writer out = { .limit = 1 << 22 };
	uint8_t *back = malloc(size ? size : 1);
	struct exh_expansion done;
	size_t packed_size;

	assert_non_null(back);
	exh_sci_lzw_pack((struct exh_bytes){ in, size, 0 }, variant, &out);
	assert_false(out.failed);
	assert_int_equal(expand_both_ways(out.data, out.size, variant, back, size),
			 EXH_OK);
	if (size)
		assert_memory_equal(back, in, size);
	expand_tight(expanders[variant], out.data, out.size, back, size, &done, NULL);
	assert_int_equal(done.used_size, out.size);
	packed_size = out.size;
	free(back);
	exh_writer_free(&out);
	return packed_size;
}

static void what_is_packed_expands_to_the_same(void **state)
{
	static uint8_t in[100000];
	uint64_t seed = 0x5eed;

	(void)state;
	for (size_t round = 0; round < 300; round++) {
		const size_t size = roll(&seed, round % 20 ? 3000 : sizeof in + 1);
		const uint32_t values = 1 + roll(&seed, round % 3 ? 4 : 256);

		for (size_t i = 0; i < size; i++)
			in[i] = (uint8_t)roll(&seed, values);
		check_round(in, size, round % 2 ? EXH_LZW_SCI0 : EXH_LZW_SCI1);
	}
}

/* Packs each size around those at which codes grow wider. */
static void packing_may_end_anywhere(void **state)
{
	static uint8_t in[6000];
	uint64_t seed = 0xe4d;

	(void)state;
	roll_bytes(&seed, in, sizeof in);
	for (size_t size = 0; size < sizeof in; size += size % 256 < 4 ? 1 : 63) {
		check_round(in, size, EXH_LZW_SCI0);
		check_round(in, size, EXH_LZW_SCI1);
	}
	for (size_t size = 0; size < 700; size++) {
		check_round(in, size, EXH_LZW_SCI0);
		check_round(in, size, EXH_LZW_SCI1);
	}
}

static void a_table_that_serves_no_longer_is_thrown_away(void **state)
{
	static uint8_t in[60000];
	uint64_t seed = 0x7ab1e;
	size_t packed_size;

	(void)state;
	/* Random bytes of two bits; each third of the input has other values. */
	for (size_t i = 0; i < sizeof in; i++)
		in[i] = (uint8_t)(roll(&seed, 4) + i / 20000 * 16);
	packed_size = check_round(in, sizeof in, EXH_LZW_SCI0);
	assert_in_range(packed_size, 15000, 20000);
}

/* Damage, and chance: what comes of it is what the plain way makes of it. */
static void damaged_streams_expand_as_the_description_says(void **state)
{
	static uint8_t in[8000], dst[10000];
	uint64_t seed = 0xdadada;

	(void)state;
	for (unsigned round = 0; round < 3000; round++) {
		const enum exh_sci_lzw variant = round % 2 ? EXH_LZW_SCI0 : EXH_LZW_SCI1;
		const size_t size = roll(&seed, sizeof in + 1);
		struct exh_writer out = { .limit = 1 << 20 };

		for (size_t i = 0; i < size; i++)
			in[i] = (uint8_t)roll(&seed, round % 5 * 2 + 1);
		exh_sci_lzw_pack((struct exh_bytes){ in, size, 0 }, variant, &out);
		for (uint32_t flips = roll(&seed, 4); flips; flips--)
			out.data[roll(&seed, (uint32_t)out.size)] ^=
				(uint8_t)(1U << roll(&seed, 8));
		if (round % 7 == 0)
			roll_bytes(&seed, out.data, out.size);
		expand_both_ways(out.data, out.size - roll(&seed, 2), variant, dst,
				 roll(&seed, sizeof dst + 1));
		exh_writer_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_examples_of_the_description_expand),
		cmocka_unit_test(the_example_is_what_is_packed),
		cmocka_unit_test(sci1_takes_the_highest_bit_first),
		cmocka_unit_test(codes_grow_wider_and_a_full_table_stays),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(the_end_mark_may_be_missing),
		cmocka_unit_test(an_early_end_mark_truncates),
		cmocka_unit_test(a_string_past_the_end_is_cut_and_reported),
		cmocka_unit_test(a_code_ahead_of_the_table_is_invalid),
		cmocka_unit_test(the_longest_strings_expand),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(packing_may_end_anywhere),
		cmocka_unit_test(a_table_that_serves_no_longer_is_thrown_away),
		cmocka_unit_test(damaged_streams_expand_as_the_description_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
