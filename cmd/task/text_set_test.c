#include "text_set.h"
#include "testing.h"

#include <stdio.h>

static void each_text_has_one_number(void **state)
{
	struct text_set set = { 0 };
	char text[32];

	(void)state;
	assert_true(text_set_find(&set, "0") == TEXT_NONE);
	for (int turn = 0; turn < 2; turn++)
		for (unsigned i = 0; i < 5000; i++) {
			snprintf(text, sizeof text, "%u", i);
			assert_int_equal(text_set_add(&set, text), i);
		}
	assert_int_equal(set.count, 5000);
	assert_int_equal(text_set_find(&set, "4711"), 4711);
	assert_string_equal(set.items[4711], "4711");
	assert_true(text_set_find(&set, "") == TEXT_NONE);
	text_set_free(&set);
	assert_true(text_set_find(&set, "0") == TEXT_NONE);
}

static void long_texts_are_kept(void **state)
{
	struct text_store store = { 0 };
	char text[40000];
	const char *first, *second;

	(void)state;
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	first = text_store_add(&store, text);
	second = text_store_add(&store, "short");
	assert_string_equal(first, text);
	assert_string_equal(second, "short");
	assert_null(text_store_add(&store, NULL));
	text_store_free(&store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_text_has_one_number),
		cmocka_unit_test(long_texts_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
