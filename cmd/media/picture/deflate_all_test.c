#include "png.h"
#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SIZE = 300000, LIMIT = 1 << 20 };

/* Fills data with runs and noise in turn. */
static void fill(uint8_t *data, size_t size)
{
	uint32_t random = 1;

	for (size_t i = 0; i < size; i++) {
		random = random * 1103515245 + 12345;
		data[i] = i / 512 % 2 ? (uint8_t)(random >> 16) : (uint8_t)(i / 1024);
	}
}

static void check(const struct deflate_way *way, struct exh_bytes raw)
{
	struct exh_writer out = { .limit = LIMIT };
	uint8_t *back = malloc(raw.size + 1);
	uLongf size = raw.size + 1;

	assert_non_null(back);
	deflate_all(way, raw, &out);
	assert_false(out.failed);
	assert_int_equal(uncompress(back, &size, out.data, out.size), Z_OK);
	assert_int_equal(size, raw.size);
	assert_memory_equal(back, raw.data, size);
	if (raw.size == SIZE)
		assert_true(out.size < SIZE * 3 / 4);
	exh_writer_free(&out);
	free(back);
}

static void zlib_reads_every_level(void **state)
{
	uint8_t *data = malloc(SIZE);

	(void)state;
	assert_non_null(data);
	fill(data, SIZE);
	for (int level = 1; level <= 9; level++) {
		const struct deflate_way way = { .level = level };

		check(&way, (struct exh_bytes){ data, SIZE, 0 });
		check(&way, (struct exh_bytes){ data, 1, 0 });
		check(&way, (struct exh_bytes){ data, 0, 0 });
	}
	check(&(struct deflate_way){ 6, Z_RLE, { 0 } },
	      (struct exh_bytes){ data, SIZE, 0 });
	check(&(struct deflate_way){ 6, Z_DEFAULT_STRATEGY, { 4, 4, 32, 40 } },
	      (struct exh_bytes){ data, SIZE, 0 });
	free(data);
}

static void room_may_be_short(void **state)
{
	static const uint8_t data[256];
	struct exh_writer out = { .limit = 4 };

	(void)state;
	deflate_all(&(struct deflate_way){ .level = 6 },
		    (struct exh_bytes){ data, sizeof data, 0 }, &out);
	assert_true(out.failed);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zlib_reads_every_level),
		cmocka_unit_test(room_may_be_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
