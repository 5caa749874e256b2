#include "exhume/advanced/sci_cache.h"

#include "../../base/testing.h"

/* A disk with resources 0 to 9 of type 1, 10 bytes each; reads: number of reads of each.
 */
struct disk {
	unsigned reads[10], releases;
};

static bool read(void *context, unsigned type, unsigned number, struct exh_bytes *out)
{
	struct disk *disk = context;
	uint8_t *bytes;

	if (type != 1 || number > 9)
		return false;
	bytes = malloc(10);
	assert_non_null(bytes);
	memset(bytes, (int)number, 10);
	*out = (struct exh_bytes){ bytes, 10, 0 };
	disk->reads[number]++;
	return true;
}

static void release(void *context, struct exh_bytes bytes)
{
	struct disk *disk = context;

	free((void *)bytes.data);
	disk->releases++;
}

static void assert_gets(struct exh_sci_cache *cache, unsigned number)
{
	struct exh_bytes out;

	assert_true(exh_sci_cache_get(cache, 1, number, &out));
	assert_int_equal(out.size, 10);
	assert_int_equal(out.data[9], number);
}

static void the_one_that_was_used_longest_ago_goes(void **state)
{
	struct disk disk = { .releases = 0 };
	struct exh_sci_cache *cache = exh_sci_cache_new(
		&(struct exh_sci_cache_source){ read, release, &disk }, 30);
	struct exh_sci_cache_state now;

	(void)state;
	assert_non_null(cache);
	for (unsigned i = 0; i < 3; i++)
		assert_gets(cache, i);
	assert_gets(cache, 0);
	assert_gets(cache, 3); /* 1 is evicted */
	assert_gets(cache, 0);
	assert_gets(cache, 2);
	assert_gets(cache, 1); /* 3 is evicted */
	now = exh_sci_cache_state(cache);
	assert_int_equal(now.hits, 3);
	assert_int_equal(now.misses, 5);
	assert_int_equal(now.evictions, 2);
	assert_int_equal(now.count, 3);
	assert_int_equal(now.bytes, 30);
	assert_int_equal(now.budget, 30);
	assert_int_equal(disk.reads[0], 1);
	assert_int_equal(disk.reads[1], 2);
	assert_int_equal(disk.releases, 2);
	exh_sci_cache_free(cache);
	assert_int_equal(disk.releases, 5);
}

static void held_resources_stay(void **state)
{
	struct disk disk = { .releases = 0 };
	struct exh_sci_cache *cache = exh_sci_cache_new(
		&(struct exh_sci_cache_source){ read, release, &disk }, 20);
	struct exh_bytes out;

	(void)state;
	assert_true(exh_sci_cache_hold(cache, 1, 5, &out));
	assert_true(exh_sci_cache_hold(cache, 1, 5, &out));
	for (unsigned i = 0; i < 5; i++)
		assert_gets(cache, i);
	assert_int_equal(exh_sci_cache_state(cache).held, 1);
	assert_int_equal(out.data[0], 5);
	exh_sci_cache_drop(cache, 1, 5);
	assert_int_equal(exh_sci_cache_state(cache).held, 1);
	exh_sci_cache_drop(cache, 1, 5);
	exh_sci_cache_drop(cache, 1, 5);
	exh_sci_cache_drop(cache, 1, 9);
	assert_int_equal(exh_sci_cache_state(cache).held, 0);
	assert_gets(cache, 0);
	assert_gets(cache, 1);
	assert_gets(cache, 5);
	assert_int_equal(disk.reads[5], 2);
	exh_sci_cache_free(cache);
}

static void what_is_too_large_or_missing_does_no_harm(void **state)
{
	struct disk disk = { .releases = 0 };
	struct exh_sci_cache *cache = exh_sci_cache_new(
		&(struct exh_sci_cache_source){ read, release, &disk }, 5);
	struct exh_bytes out;

	(void)state;
	assert_gets(cache, 1);
	assert_gets(cache, 2);
	assert_int_equal(exh_sci_cache_state(cache).count, 1);
	assert_false(exh_sci_cache_get(cache, 1, 10, &out));
	assert_int_equal(out.size, 0);
	assert_false(exh_sci_cache_hold(cache, 2, 1, &out));
	assert_int_equal(exh_sci_cache_state(cache).misses, 4);
	exh_sci_cache_free(cache);
	exh_sci_cache_free(NULL);
}

/* Random reads: as many misses as a simple list with a linear search. */
static void it_agrees_with_a_simple_list(void **state)
{
	struct disk disk = { .releases = 0 };
	struct exh_sci_cache *cache = exh_sci_cache_new(
		&(struct exh_sci_cache_source){ read, release, &disk }, 40);
	unsigned list[4] = { 99, 99, 99, 99 };
	uint64_t seed = 3, misses = 0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		const unsigned number = roll(&seed, 10);
		size_t at = 0;

		while (at < 3 && list[at] != number)
			at++;
		misses += list[at] != number;
		memmove(list + 1, list, at * sizeof *list);
		list[0] = number;
		assert_gets(cache, number);
		assert_int_equal(exh_sci_cache_state(cache).misses, misses);
	}
	exh_sci_cache_free(cache);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_one_that_was_used_longest_ago_goes),
		cmocka_unit_test(held_resources_stay),
		cmocka_unit_test(what_is_too_large_or_missing_does_no_harm),
		cmocka_unit_test(it_agrees_with_a_simple_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
