#include "json_stream.h"
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const documents[] = {
	"{}",
	"[]",
	"[1, [2]]",
	" {\"a\": 1, \"b\": [], \"c\": {\"d\": [{}, 1]}, \"e\": \"f\"} ",
	"{\"a\":[1,\"]\",{\"}\":\"\\\"]\"}],\"b\":[[],[[]],null]}",
	"{\n\t\"\xc3\xa4\": [\n\t\t\"\xe2\x82\xac\",\r\n\t\t1.5\n\t],\n\t\"\": 1\n}\n",
};

static bool add(void *context, const char *key, size_t place, struct json *value)
{
	if (place == JSON_NO_ITEM)
		json_set_shared(context, key, value);
	else
		json_add(context, key, json_share(value));
	return true;
}

static void check_reading(const char *text, size_t size)
{
	const struct exh_bytes bytes = { tight_copy(text, size), size, 0 };
	struct exh_error err = { 0 }, expected = { 0 };
	struct json *whole = json_parse(bytes, &expected), *document = json_new_object();

	assert_int_equal(json_visit(bytes, add, document, &err), expected.status);
	assert_string_equal(err.text, expected.text);
	assert_int_equal(err.offset, expected.offset);
	if (json_is_map(whole))
		assert_true(json_same(document, whole));
	json_free(document);
	json_free(whole);
	free((void *)bytes.data);
}

static void documents_are_read_as_the_parser_reads_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
		for (size_t size = 0; size <= strlen(documents[i]); size++)
			check_reading(documents[i], size);
}

static void any_wrong_byte_gets_the_message_of_the_parser(void **state)
{
	static const char bytes[] = "{}[]:,\"\\\n 0-xt\xff\xc3";

	(void)state;
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		const size_t size = strlen(documents[i]);
		char *text = (char *)tight_copy(documents[i], size);

		for (size_t at = 0; at < size; at++) {
			for (size_t k = 0; bytes[k]; k++) {
				text[at] = bytes[k];
				check_reading(text, size);
			}
			text[at] = documents[i][at];
		}
		free(text);
	}
}

static void keys_that_stand_twice_are_refused(void **state)
{
	static const char *const texts[] = {
		"{\"a\": 1,\n \"a\": 2}",
		"{\"a\": [1], \"\\u0061\": [2]}",
		"{\"\": 1, \"\": 2}",
		"{\"a\": [1, {\"b\": 1,\n\n\"b\": 2}]}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		check_reading(texts[i], strlen(texts[i]));
}

static void the_deepest_lists_are_those_of_the_parser(void **state)
{
	enum { DEPTH = 10000 };
	char text[DEPTH + 8];

	(void)state;
	for (int depth = 2040; depth <= DEPTH; depth += depth < 2060 ? 1 : 7940) {
		const int size = snprintf(text, sizeof text, "{\"a\":");

		memset(text + size, '[', (size_t)depth - 1);
		check_reading(text, (size_t)(size + depth - 1));
	}
}

/* The list's items together are longer than one read. */
static void long_lists_come_item_by_item(void **state)
{
	struct exh_writer text = { .limit = 1 << 24 };

	(void)state;
	exh_write_bytes(&text, "{\"list\": [", 10);
	for (int i = 0; i < 20000; i++) {
		char item[64];
		const int size =
			snprintf(item, sizeof item, "%s{\"i\": [%d, \"\xc3\xa4\"]}",
				 i ? ",\n" : "", i);

		exh_write_bytes(&text, item, (size_t)size);
	}
	exh_write_bytes(&text, "]}", 2);
	assert_false(text.failed);
	check_reading((const char *)text.data, text.size);
	check_reading((const char *)text.data, text.size - 40);
	text.data[text.size / 2] = '"';
	check_reading((const char *)text.data, text.size);
	exh_writer_free(&text);
}

static bool count_to_three(void *context, const char *key, size_t place,
			   struct json *value)
{
	(void)key;
	(void)place;
	(void)value;
	return ++*(int *)context < 3;
}

static void a_visitor_may_end_the_reading(void **state)
{
	static const char text[] = "{\"a\": 1, \"b\": [1, 2, 3], and no more";
	int count = 0;

	(void)state;
	assert_int_equal(json_visit((struct exh_bytes){ (const uint8_t *)text,
							sizeof text - 1, 0 },
				    count_to_three, &count, NULL),
			 EXH_OK);
	assert_int_equal(count, 3);
}

/*
 * Writing.
 */

static void write_all(const char *path, const struct json *document)
{
	struct json_stream stream;
	struct exh_error err;
	const char *key;
	struct json *value, *item;
	size_t i;

	json_stream_open(&stream, path, &err);
	json_each_key(document, key, value)
	{
		if (!json_is_list(value)) {
			json_stream_add(&stream, key, value);
			continue;
		}
		json_stream_start_list(&stream, key);
		json_each(value, i, item) json_stream_add_item(&stream, item);
		json_stream_end_list(&stream);
	}
	assert_int_equal(json_stream_close(&stream), EXH_OK);
}

static void what_is_written_is_what_json_print_writes(void **state)
{
	char path[] = "/tmp/exhume-test-XXXXXX";
	const int fd = mkstemp(path);
	struct file file;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		struct json *document =
			json_parse((struct exh_bytes){ (const uint8_t *)documents[i],
						       strlen(documents[i]), 0 },
				   NULL);
		char *expected = json_print(document);

		if (json_is_map(document)) {
			write_all(path, document);
			assert_int_equal(file_read_own(path, 1 << 20, &file, NULL),
					 EXH_OK);
			assert_int_equal(file.size, strlen(expected));
			assert_memory_equal(file.data, expected, file.size);
			free(file.data);
		}
		free(expected);
		json_free(document);
	}
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_are_read_as_the_parser_reads_them),
		cmocka_unit_test(any_wrong_byte_gets_the_message_of_the_parser),
		cmocka_unit_test(keys_that_stand_twice_are_refused),
		cmocka_unit_test(the_deepest_lists_are_those_of_the_parser),
		cmocka_unit_test(long_lists_come_item_by_item),
		cmocka_unit_test(a_visitor_may_end_the_reading),
		cmocka_unit_test(what_is_written_is_what_json_print_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
