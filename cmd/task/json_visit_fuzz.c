/*
 * Reads any text as a long document. Values read one by one are the same as those of the
 * parser, which fails with the same message at the same place.
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes text = { data, size, 0 };
	struct exh_error err = { 0 }, expected = { 0 };
	struct json *whole, *document;
	enum exh_status status;

	/* The parser miscounts columns at a zero. */
	if (size && memchr(data, 0, size))
		return 0;
	whole = json_parse(text, &expected);
	document = json_new_object();
	status = json_visit(text, add, document, &err);
	assert(status == expected.status && err.offset == expected.offset);
	assert(!strcmp(err.text, expected.text));
	if (json_is_map(whole))
		assert(json_same(document, whole));
	json_free(document);
	json_free(whole);
	return 0;
}
