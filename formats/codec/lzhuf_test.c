#include "expand_testing.h"
#include "exhume/advanced/codec.h"

static enum exh_status expand(const void *src, size_t src_size, uint8_t *dst, size_t size,
			      struct exh_expansion *done, struct exh_error *err)
{
	return expand_tight(exh_lzhuf_expand, src, src_size, dst, size, done, err);
}

/* Made by another packer, written from the description only. */
static const char plain[] = "mole mole mole, dig dig dig the mole!";
static const uint8_t packed[] = { 0x35, 0x37, 0x34, 0x2d, 0xf4, 0x67, 0x01,
				  0x3e, 0x9b, 0xe5, 0x86, 0x25, 0xfb, 0xc0,
				  0x33, 0xc3, 0x0c, 0xb0, 0xd7, 0xa4 };

static void the_stream_of_another_packer_expands(void **state)
{
	uint8_t dst[sizeof plain - 1];
	struct exh_expansion done;

	(void)state;
	assert_int_equal(expand(packed, sizeof packed, dst, sizeof dst, &done, NULL),
			 EXH_OK);
	assert_memory_equal(dst, plain, sizeof dst);
	assert_int_equal(done.used_size, sizeof packed);
	assert_int_equal(done.produced_size, sizeof dst);
}

static void every_shorter_stream_is_truncated(void **state)
{
	(void)state;
	assert_shorter_is_truncated(exh_lzhuf_expand, packed, sizeof packed, plain,
				    sizeof plain - 1);
}

static void a_match_past_the_end_is_cut_and_reported(void **state)
{
	struct exh_expansion done;
	struct exh_error err;
	uint8_t dst[7];

	(void)state;
	assert_int_equal(expand(packed, sizeof packed, dst, sizeof dst, &done, &err),
			 EXH_INVALID);
	assert_int_equal(done.produced_size, sizeof dst);
	assert_memory_equal(dst, plain, sizeof dst);
}

static uint32_t check_round(const uint8_t *in, size_t size)
{
	struct exh_writer out = { .limit = 1 << 22 };
	uint8_t *back = malloc(size ? size : 1);
	struct exh_expansion done;
	uint32_t crc;

	assert_non_null(back);
	exh_lzhuf_pack((struct exh_bytes){ in, size, 0 }, &out);
	assert_false(out.failed);
	assert_int_equal(expand(out.data, out.size, back, size, &done, NULL), EXH_OK);
	assert_int_equal(done.used_size, out.size);
	if (size)
		assert_memory_equal(back, in, size);
	crc = exh_crc32((struct exh_bytes){ out.data, out.size, 0 });
	free(back);
	exh_writer_free(&out);
	return crc;
}

static void what_is_packed_expands_to_the_same(void **state)
{
	static uint8_t in[20000];
	uint64_t seed = 0x5eed;

	(void)state;
	for (size_t round = 0; round < 200; round++) {
		const size_t size = roll(&seed, round % 10 ? 300 : sizeof in + 1);
		const uint32_t values = 1 + roll(&seed, round % 3 ? 4 : 256);

		for (size_t i = 0; i < size; i++)
			in[i] = (uint8_t)(' ' + roll(&seed, values));
		check_round(in, size);
	}
}

/*
 * The tree is rebuilt 5 times in the first stream and 11 times in the second. Another
 * decoder, written from the description only, has read the same streams.
 */
static void the_tree_is_rebuilt_as_others_do(void **state)
{
	static uint8_t in[200000];
	uint64_t seed = 0xd16;

	(void)state;
	roll_skewed(&seed, in, sizeof in);
	assert_int_equal(check_round(in, sizeof in), 0x6936c9ef);
	roll_bytes(&seed, in, sizeof in);
	assert_int_equal(check_round(in, sizeof in), 0xea9d2bcd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stream_of_another_packer_expands),
		cmocka_unit_test(every_shorter_stream_is_truncated),
		cmocka_unit_test(a_match_past_the_end_is_cut_and_reported),
		cmocka_unit_test(what_is_packed_expands_to_the_same),
		cmocka_unit_test(the_tree_is_rebuilt_as_others_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
