/*
 * Any text as a long document. What is read value by value is what the parser reads as a
 * whole, and fails with the same message at the same place.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "json_stream.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool add(void *context, const char *key, size_t place, struct json *value)
{
	if (place == JSON_NO_ITEM)
		json_set_shared(context, key, value);
	else
		json_add(context, key, json_share(value));
	return true;
}

/* Texts of items, taken apart and put together as trees. */
static struct json *tree_of(struct exh_bytes text)
{
	const bool is_map = text.data[0] == '{';
	struct json *tree = is_map ? json_new_object() : json_new_list();
	struct exh_bytes key, value;

	while (json_raw_next(&text, &key, &value)) {
		struct exh_writer name = { .limit = 0 };
		struct json *inner;
		char *copy;

		if (value.data[0] == '{' || value.data[0] == '[') {
			inner = tree_of(value);
		} else {
			copy = mem_text_part((const char *)value.data, value.size);
			inner = json_of_dump(copy);
			free(copy);
		}
		if (is_map)
			json_set(tree, json_raw_text(key, &name), inner);
		else
			json_push(tree, inner);
		exh_writer_free(&name);
	}
	return tree;
}

static bool add_raw(void *context, const char *key, size_t place, struct exh_bytes item)
{
	char *copy = mem_text_part((const char *)item.data, item.size);
	const bool is_long = item.data[0] == '{' || item.data[0] == '[';

	(void)place;
	json_add(context, key, is_long ? tree_of(item) : json_of_dump(copy));
	free(copy);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes text = { data, size, 0 };
	struct exh_error err = { 0 }, expected = { 0 };
	struct json *whole, *document, *raw;
	enum exh_status status;

	/* The parser loses count at a zero. */
	if (size && memchr(data, 0, size))
		return 0;
	whole = json_parse(text, &expected);
	document = json_new_object();
	status = json_visit(text, add, NULL, document, &err);
	assert(status == expected.status && err.offset == expected.offset);
	assert(!strcmp(err.text, expected.text));
	if (json_is_map(whole))
		assert(json_same(document, whole));
	raw = json_new_object();
	assert(json_visit(text, add, add_raw, raw, NULL) == status);
	assert(status || json_same(raw, document));
	json_free(raw);
	json_free(document);
	json_free(whole);
	return 0;
}
