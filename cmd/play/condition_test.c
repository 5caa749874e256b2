#include "play.h"
#include "testing.h"

#include <string.h>

static void test_long_names(void **state)
{
	char text[256], one[64], two[64];
	const struct condition_name names[] = { { .name = one },
						{ .name = two },
						{ .name = NULL } };
	const struct engine_type type = { .names = names };
	struct exh_error err;

	(void)state;
	memset(one, 'a', sizeof one);
	memcpy(two, one, sizeof two);
	two[20] = ' ';
	one[63] = two[63] = '\0';
	/* One word, then two: a word longer than any name is no condition. */
	for (int i = 0; i < 2; i++) {
		memset(text, 'a', sizeof text);
		if (i)
			text[20] = ' ';
		memcpy(text + 63, "=1", 3);
		assert_int_equal(condition_check(&type, text, &err), EXH_OK);
		memset(text + 63, 'a', 2);
		memcpy(text + 200, "=1", 3);
		assert_int_equal(condition_check(&type, text, &err), EXH_INVALID);
		assert_non_null(strstr(err.text, "expected a condition"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_long_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
