#include "plain/sci_codecs.h"

#include "expand_testing.h"

static enum exh_status expand(const void *src, size_t src_size, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(exh_sci_huffman_expand, src, src_size, dst, size, done, err);
}

static const uint8_t sample[] = {
	4,    0,    /* nodes, terminator */
	0,    0x12, /* 0: to 1 and 2 */
	0x41, 0,    /* 1: A */
	0,    0x10, /* 2: to 3 and to a literal */
	0x42, 0,    /* 3: B */
	0x4d, 0x0f, 0x00,
};

static void the_example_of_the_description_expands(void **state)
{
	struct exh_expansion done;
	uint8_t dst[4];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, dst, 4, &done, NULL), EXH_OK);
	assert_memory_equal(dst, "ABAC", 4);
	assert_int_equal(done.used_size, sizeof sample);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	assert_shorter_is_truncated(exh_sci_huffman_expand, sample, sizeof sample - 2,
				    "ABAC", 4);
}

static void the_terminator_may_be_missing(void **state)
{
	struct exh_expansion done;
	uint8_t dst[4];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample - 1, dst, 4, &done, NULL), EXH_OK);
	assert_memory_equal(dst, "ABAC", 4);
	assert_int_equal(done.used_size, sizeof sample - 1);
}

static void an_early_terminator_truncates(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[6];

	(void)state;
	assert_int_equal(expand(sample, sizeof sample, dst, 6, &done, &err),
			 EXH_TRUNCATED);
	assert_memory_equal(dst, "ABAC\0\0", 6);
	assert_int_equal(done.produced_size, 4);
	assert_int_equal(err.offset, EXPAND_BASE + 11);
}

static void more_than_was_wanted_is_invalid(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[3];

	(void)state;
	for (size_t size = 0; size < 4; size++) {
		assert_int_equal(expand(sample, sizeof sample, dst, size, &done, &err),
				 EXH_INVALID);
		assert_int_equal(done.produced_size, size);
		if (size)
			assert_memory_equal(dst, "ABA", size);
		assert_int_equal(err.offset, EXPAND_BASE + 10);
	}
}

static void nothing_may_be_packed_as_nothing(void **state)
{
	struct exh_expansion done;
	uint8_t dst[1];

	(void)state;
	assert_int_equal(expand("", 0, dst, 0, &done, NULL), EXH_OK);
	assert_int_equal(done.used_size, 0);
	assert_int_equal(expand("", 0, dst, 1, &done, NULL), EXH_TRUNCATED);
}

static void trees_without_codes_are_invalid(void **state)
{
	static const uint8_t none[] = { 0, 0, 0x55, 0x55 };
	static const uint8_t leaf[] = { 1, 0, 'A', 0, 0x55, 0x55 };
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[9];

	(void)state;
	assert_int_equal(expand(none, sizeof none, dst, 9, &done, &err), EXH_INVALID);
	assert_int_equal(err.offset, EXPAND_BASE);
	assert_int_equal(expand(leaf, sizeof leaf, dst, 9, &done, &err), EXH_INVALID);
	assert_int_equal(done.produced_size, 0);
}

static void codes_that_leave_the_tree_are_invalid(void **state)
{
	/* To the left A, to the right past the last node; then 000100. */
	static const uint8_t stream[] = { 2, 0, 0, 0x12, 'A', 0, 0x10 };
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[9];

	(void)state;
	assert_int_equal(expand(stream, sizeof stream, dst, 9, &done, &err), EXH_INVALID);
	assert_memory_equal(dst, "AAA\0\0\0\0\0", 9);
	assert_int_equal(done.produced_size, 3);
	assert_int_equal(err.offset, EXPAND_BASE + 6);
}

/* Zeros go nowhere, and still take their bits. */
static void a_node_that_links_to_itself_ends_with_its_input(void **state)
{
	uint8_t stream[1000] = { 2, 0, 0, 0x01, 'A', 0 };
	struct exh_expansion done;
	uint8_t dst[9];

	(void)state;
	assert_int_equal(expand(stream, sizeof stream, dst, 9, &done, NULL),
			 EXH_TRUNCATED);
	assert_int_equal(done.produced_size, 0);
	stream[900] = 1;
	assert_int_equal(expand(stream, sizeof stream, dst, 9, &done, NULL),
			 EXH_TRUNCATED);
	assert_int_equal(done.produced_size, 1);
	assert_int_equal(dst[0], 'A');
}

static enum exh_status expand_both_ways(const uint8_t *src, size_t src_size, uint8_t *dst,
					size_t size)
{
	uint8_t *plain_dst = malloc(size ? size : 1);
	struct exh_expansion done;
	struct exh_error err;
	struct sci_plain plain;
	enum exh_status status;

	assert_non_null(plain_dst);
	plain = sci_plain_huffman((struct exh_bytes){ src, src_size, 0 }, plain_dst,
				  size);
	status = expand(src, src_size, dst, size, &done, &err);
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

static size_t check_round(const uint8_t *in, size_t size)
{
	struct exh_writer out = { .limit = 1 << 22 };
	uint8_t *back = malloc(size ? size : 1);
	struct exh_expansion done;
	size_t packed_size;

	assert_non_null(back);
	exh_sci_huffman_pack((struct exh_bytes){ in, size, 0 }, &out);
	assert_false(out.failed);
	assert_int_equal(expand_both_ways(out.data, out.size, back, size), EXH_OK);
	if (size)
		assert_memory_equal(back, in, size);
	expand(out.data, out.size, back, size, &done, NULL);
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
	for (size_t round = 0; round < 100; round++) {
		const size_t size = roll(&seed, round % 20 ? 3000 : sizeof in + 1);
		const uint32_t values = 1 + roll(&seed, round % 3 ? 20 : 256);

		if (round % 4)
			for (size_t i = 0; i < size; i++)
				in[i] = (uint8_t)roll(&seed, values);
		else
			roll_skewed(&seed, in, size);
		check_round(in, size);
	}
	check_round(in, 0);
}

/* Each byte twice as frequent as the one before: as deep as a tree can be. */
static void deep_trees_expand(void **state)
{
	static uint8_t in[1 << 17];
	size_t at = 0;

	(void)state;
	for (unsigned value = 0; value < 17; value++)
		for (size_t i = 0; i < (size_t)1 << value; i++)
			in[at++] = (uint8_t)value;
	/* The shares are 1/2, 1/4 and so on: 2 bits each, with the tree on top. */
	assert_in_range(check_round(in, at), at / 4, at / 4 + 100);
}

static void packed_sizes_come_near_to_what_is_possible(void **state)
{
	static uint8_t in[32768];
	uint64_t seed = 0xb175;

	(void)state;
	/* One value: a bit each. Four: two, with the escape a little more. */
	memset(in, 'x', sizeof in);
	assert_in_range(check_round(in, sizeof in), 4096, 4096 + 10);
	for (size_t i = 0; i < sizeof in; i++)
		in[i] = (uint8_t)roll(&seed, 4);
	assert_in_range(check_round(in, sizeof in), 8192, 8192 * 9 / 8 + 30);
	/* All 256: not all fit in the tree. */
	roll_bytes(&seed, in, sizeof in);
	assert_in_range(check_round(in, sizeof in), sizeof in, sizeof in * 9 / 8 + 30);
}

static void damaged_streams_expand_as_the_description_says(void **state)
{
	static uint8_t in[8000], dst[10000];
	uint64_t seed = 0xdadada;

	(void)state;
	for (unsigned round = 0; round < 700; round++) {
		const size_t size = roll(&seed, sizeof in + 1);
		const uint32_t values = 1 + roll(&seed, round % 3 ? 20 : 256);
		struct exh_writer out = { .limit = 1 << 20 };

		for (size_t i = 0; i < size; i++)
			in[i] = (uint8_t)roll(&seed, values);
		exh_sci_huffman_pack((struct exh_bytes){ in, size, 0 }, &out);
		for (uint32_t flips = roll(&seed, 4); flips; flips--) {
			const uint32_t reach =
				roll(&seed, 2) && out.size > 60 ? 60 : (uint32_t)out.size;

			out.data[roll(&seed, reach)] ^= (uint8_t)(1U << roll(&seed, 8));
		}
		if (round % 7 == 0)
			roll_bytes(&seed, out.data + 1, out.size - 1);
		expand_both_ways(out.data, out.size - roll(&seed, 3), dst,
				 roll(&seed, 3) ? size : roll(&seed, sizeof dst + 1));
		exh_writer_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_example_of_the_description_expands),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(the_terminator_may_be_missing),
		cmocka_unit_test(an_early_terminator_truncates),
		cmocka_unit_test(more_than_was_wanted_is_invalid),
		cmocka_unit_test(nothing_may_be_packed_as_nothing),
		cmocka_unit_test(trees_without_codes_are_invalid),
		cmocka_unit_test(codes_that_leave_the_tree_are_invalid),
		cmocka_unit_test(a_node_that_links_to_itself_ends_with_its_input),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(deep_trees_expand),
		cmocka_unit_test(packed_sizes_come_near_to_what_is_possible),
		cmocka_unit_test(damaged_streams_expand_as_the_description_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
