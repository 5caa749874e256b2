#include "json.h"

#include "testing.h"

#include <stdlib.h>
#include <string.h>

static void assert_dump(const char *text, const char *expected)
{
	struct json *json = json_of_text(text), *read;
	char *dumped = json_dump(json, JSON_PACKED);
	char *document = NULL;

	assert_string_equal(dumped, expected);
	document = malloc(strlen(dumped) + 8);
	assert_non_null(document);
	sprintf(document, "{\"a\":%s}", dumped);
	read = json_parse((struct exh_bytes){ (uint8_t *)document, strlen(document), 0 },
			  NULL);
	assert_string_equal(json_text_at(read, "a"), text);
	json_free(read);
	read = json_of_dump(dumped);
	assert_string_equal(json_text_of(read), text);
	json_free(read);
	free(document);
	free(dumped);
	json_free(json);
}

static void each_byte_comes_back(void **state)
{
	(void)state;
	assert_dump("plain", "\"plain\"");
	assert_dump("T\xc3\xbcr", "\"T\xc3\xbcr\"");
	assert_dump("caf\xe9", "\"caf\xee\xbf\xa9\"");
	assert_dump("caf\xea.tga", "\"caf\xee\xbf\xaa.tga\"");
	assert_dump("\x80", "\"\xee\xbe\x80\"");
	assert_dump("\xff", "\"\xee\xbf\xbf\"");
	/* A character that would be taken for an escaped byte. */
	assert_dump("\xee\xbf\xa9", "\"\xee\xbf\xae\xee\xbe\xbf\xee\xbe\xa9\"");
	/* Surrogates, overlong forms, values above Unicode, and truncated ones. */
	assert_dump("\xed\xa0\x80", "\"\xee\xbf\xad\xee\xbe\xa0\xee\xbe\x80\"");
	assert_dump("\xc0\xaf", "\"\xee\xbf\x80\xee\xbe\xaf\"");
	assert_dump("\xf4\x90\x80\x80",
		    "\"\xee\xbf\xb4\xee\xbe\x90\xee\xbe\x80\xee\xbe\x80\"");
	assert_dump("\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\"");
	assert_dump("\xf0\x9f\x98", "\"\xee\xbf\xb0\xee\xbe\x9f\xee\xbe\x98\"");
}

static void documents_of_other_writers_are_read(void **state)
{
	const char text[] = "{\"a\":[{\"b\":\"caf\\uefe9\"}],\"c\":\"\\uEFC3\\uEFBC\"}";
	struct json *json = json_parse(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, NULL);

	(void)state;
	assert_string_equal(json_text_at(json_at(json_get(json, "a"), 0), "b"),
			    "caf\xe9");
	assert_string_equal(json_text_at(json, "c"), "\xc3\xbc");
	json_free(json);
}

static void members_may_have_such_names_in_memory(void **state)
{
	struct json *json = json_new_object();

	(void)state;
	json_set_flag(json, "caf\xe9", true);
	json_set_flag(json, "caf\xea", false);
	assert_true(json_flag_of(json_get(json, "caf\xe9")));
	json_free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_byte_comes_back),
		cmocka_unit_test(documents_of_other_writers_are_read),
		cmocka_unit_test(members_may_have_such_names_in_memory),
	};

	json_use_memory();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
