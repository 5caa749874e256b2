/*
 * Any text as XML of Tiled's: a map or a tileset, or refused with a reason and an offset
 * within the text. The target of level_tiled reads such maps further, and writes them.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "level.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes text = { data, size, 0 };
	struct exh_error err = { .offset = EXH_NO_OFFSET };
	struct json *document;

	(void)tmx_is(text);
	if (tmx_read(text, &document, &err)) {
		assert(!document && err.text[0]);
		assert(err.offset == EXH_NO_OFFSET || err.offset <= size);
		return 0;
	}
	assert(json_is_map(document) && json_get(document, "type"));
	json_free(document);
	return 0;
}
