/*
 * Any text as the script of a demo. What is accepted is a demo, whose script makes it
 * again.
 *
 * Input: u8 the size of the old chunk; the old chunk; the text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_binary.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct exh_writer *chunk, struct exh_bytes old)
{
	const struct exh_bytes bytes = { chunk->data, chunk->size, 0 };
	struct exh_writer text = { .limit = 1 << 24 }, again = { .limit = 1 << 24 };

	assert(!exh_keen_demo_render(bytes, &text, NULL));
	assert(!exh_keen_demo_parse((struct exh_bytes){ text.data, text.size, 0 }, old,
				    &again, NULL));
	assert(again.size == chunk->size);
	assert(memcmp(again.data, chunk->data, again.size) == 0);
	exh_writer_free(&text);
	exh_writer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_writer chunk = { .limit = 1 << 24 };
	struct exh_error err = { 0 };
	struct exh_bytes old;

	if (!size || size - 1 < data[0])
		return 0;
	old = (struct exh_bytes){ data + 1, data[0], 0 };
	if (exh_keen_demo_parse(
		    (struct exh_bytes){ old.data + old.size, size - 1 - old.size, 0 },
		    old, &chunk, &err))
		assert(err.status && err.text[0]);
	else
		check_again(&chunk, old);
	exh_writer_free(&chunk);
	return 0;
}
