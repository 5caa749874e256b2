#include "testing.h"
#include "text.h"

static void numbers_and_ranges_are_read(void **state)
{
	struct range *ranges = NULL;
	size_t count = 0;

	(void)state;
	assert_null(ranges_parse_numbers("3,5-7,9-,-2", &ranges, &count));
	assert_int_equal(count, 4);
	assert_int_equal(ranges[1].first, 5);
	assert_int_equal(ranges[1].last, 7);
	assert_int_equal(ranges[2].last, UINT32_MAX);
	assert_int_equal(ranges[3].first, 0);
	assert_true(ranges_have(ranges, count, 1));
	assert_false(ranges_have(ranges, count, 4));
	free(ranges);
}

static void a_range_may_run_backwards(void **state)
{
	struct range *ranges = NULL;
	size_t count = 0;

	(void)state;
	assert_null(ranges_parse_numbers("5-2", &ranges, &count));
	assert_true(ranges->backwards);
	assert_int_equal(ranges->first, 2);
	assert_int_equal(ranges->last, 5);
	assert_int_equal(range_at(ranges, 0), 5);
	assert_int_equal(range_at(ranges, 3), 2);
	assert_true(ranges_have(ranges, count, 4));
	free(ranges);
}

static void what_is_no_range_is_pointed_at(void **state)
{
	static const char *const bad[] = { "",	    ",",   "1,", "x",
					   "1-2-3", "1 2", "-",	 "99999999999" };

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct range *ranges = NULL;
		size_t count = 0;

		assert_non_null(ranges_parse_numbers(bad[i], &ranges, &count));
		free(ranges);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_ranges_are_read),
		cmocka_unit_test(a_range_may_run_backwards),
		cmocka_unit_test(what_is_no_range_is_pointed_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
