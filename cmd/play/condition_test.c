#include "play.h"
#include "testing.h"

#include <string.h>

static void test_long_names(void **state)
{
	char text[256];
	struct exh_error err;

	(void)state;
	/* One word, then two: what is longer than any name is no condition. */
	for (int i = 0; i < 2; i++) {
		memset(text, 'a', sizeof text);
		if (i)
			text[20] = ' ';
		memcpy(text + 63, "=1", 3);
		assert_int_equal(condition_check(text, &err), EXH_OK);
		memset(text + 63, 'a', 2);
		memcpy(text + 200, "=1", 3);
		assert_int_equal(condition_check(text, &err), EXH_INVALID);
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
