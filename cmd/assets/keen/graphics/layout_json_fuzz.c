/*
 * Any text as a layout. One that is accepted passes the library's check, and is the same
 * after it was written and read again.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "graphics.h"
#include "task/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_keen_layout layout, again;
	struct exh_error err;
	struct json *json;
	char *text;

	if (layout_from_json((struct exh_bytes){ data, size, 0 }, &layout, &err)) {
		assert(err.text[0]);
		return 0;
	}
	assert(exh_keen_layout_check(&layout, NULL) == EXH_OK);
	json = layout_to_json(&layout);
	text = json_print(json);
	json_free(json);
	assert(text);
	assert(layout_from_json((struct exh_bytes){ (uint8_t *)text, strlen(text), 0 },
				&again, &err) == EXH_OK);
	assert(again.chunk_count == layout.chunk_count);
	assert(again.offset_size == layout.offset_size && again.video == layout.video);
	assert(strcmp(again.name, layout.name) == 0);
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++)
		if (layout.spans[i].count)
			assert(memcmp(&again.spans[i], &layout.spans[i],
				      sizeof layout.spans[i]) == 0);
	free(text);
	return 0;
}
