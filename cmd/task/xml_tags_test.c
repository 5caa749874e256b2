#include "text.h"

#include "testing.h"

#include <string.h>

static struct exh_bytes bytes_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void tags_and_the_text_between_them_come_in_order(void **state)
{
	struct xml_reader reader = {
		.in = bytes_of("<?xml?><a x='1' y=\"2\"> <!-- <b> --><c/>12, 3</a>")
	};
	struct xml_tag tag;
	bool is_end;

	(void)state;
	assert_int_equal(xml_next(&reader, &tag, &is_end, NULL), EXH_OK);
	assert_true(text_is(tag.name, "a") && tag.opens && !tag.closes && tag.count == 2);
	assert_true(text_is(xml_attribute(&tag, "y"), "2"));
	assert_null(xml_attribute(&tag, "z").data);
	assert_int_equal(xml_next(&reader, &tag, &is_end, NULL), EXH_OK);
	assert_true(text_is(tag.name, "c") && tag.opens && tag.closes);
	assert_true(text_is(xml_text(&reader), "12, 3"));
	assert_int_equal(xml_next(&reader, &tag, &is_end, NULL), EXH_OK);
	assert_true(text_is(tag.name, "a") && !tag.opens);
	assert_int_equal(xml_next(&reader, &tag, &is_end, NULL), EXH_OK);
	assert_true(is_end);
}

static void assert_decoded(const char *text, const char *expected)
{
	struct exh_writer out = { .limit = 256 };

	assert_int_equal(xml_decode(bytes_of(text), &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), (const uint8_t *)expected,
			  strlen(expected));
	exh_writer_free(&out);
}

static void entities_are_resolved(void **state)
{
	(void)state;
	assert_decoded("", "");
	assert_decoded("a &lt;b&gt; &amp;amp; &quot;c&apos;", "a <b> &amp; \"c'");
	assert_decoded("&#65;&#x41;&#xe4;&#x20ac;&#x1F600;",
		       "AA\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

static void other_entities_are_refused_with_their_place(void **state)
{
	static const char *const wrong[] = { "&",	 "&amp",       "&nbsp;",
					     "&;",	 "&#;",	       "&#x;",
					     "&#xg;",	 "&#4a;",      "&#0;",
					     "&#xd800;", "&#x110000;", "&#xffffffffff;" };

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct exh_writer out = { .limit = 256 };
		char text[64] = "ab";
		struct exh_error err;

		strcat(text, wrong[i]);
		assert_int_equal(xml_decode(bytes_of(text), &out, &err), EXH_INVALID);
		assert_int_equal(err.offset, 2);
		exh_writer_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_and_the_text_between_them_come_in_order),
		cmocka_unit_test(entities_are_resolved),
		cmocka_unit_test(other_entities_are_refused_with_their_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
