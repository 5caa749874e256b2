#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/testing.h"

#include <stdlib.h>
#include <string.h>

static const char *version(const char *text, size_t size)
{
	static char out[EXH_SCI_VERSION_SIZE];
	uint8_t *tight = malloc(size ? size : 1);
	bool found;

	assert_non_null(tight);
	memcpy(tight, text, size);
	found = exh_sci_interpreter_version((struct exh_bytes){ tight, size, 0 }, out);
	free(tight);
	return found ? out : "";
}

#define VERSION(text) version(text, sizeof(text) - 1)

static void a_version_is_found_anywhere_in_a_program(void **state)
{
	(void)state;
	assert_string_equal(VERSION("0.000.685"), "0.000.685");
	assert_string_equal(VERSION("MZ\0\0version 1.000.510\r\n\0"), "1.000.510");
	assert_string_equal(VERSION("\0000.000.274\0001.111.111"), "0.000.274");
}

static void what_is_longer_or_shorter_is_no_version(void **state)
{
	(void)state;
	assert_string_equal(VERSION(""), "");
	assert_string_equal(VERSION("0.000.68"), "");
	assert_string_equal(VERSION("10.000.685"), "");
	assert_string_equal(VERSION("0.000.6851"), "");
	assert_string_equal(VERSION("0.000.685.1"), "");
	assert_string_equal(VERSION("0.00a.685"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_version_is_found_anywhere_in_a_program),
		cmocka_unit_test(what_is_longer_or_shorter_is_no_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
