/*
 * A recognised text comes out as lines of UTF-8, which convert back to the code page.
 *
 * Input: a file.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/identify.h"
#include "exhume/advanced/keen_text.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern const struct exh_format exh_keen_text_format;

static void check_format(struct exh_bytes bytes)
{
	const struct exh_probe probe = { .data = bytes };
	struct exh_facts facts = { 0 };
	struct exh_keen_text text;

	if (exh_keen_text_format.score(&probe))
		assert(!exh_keen_text_open(bytes, &text, NULL, NULL) && text.ended);
	exh_keen_text_format.describe(&probe, &facts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes bytes = { data, size, 0 };
	struct exh_writer out = { .limit = 1 << 24 }, back = { .limit = 1 << 24 };
	struct exh_keen_text text;

	if (exh_keen_text_open(bytes, &text, NULL, NULL) == EXH_OK) {
		assert(text.text.size <= size && !memchr(data, '~', text.text.size));
		exh_cp437_to_utf8(text.text, EXH_CP437_TEXT, &out);
		assert(exh_cp437_from_utf8((struct exh_bytes){ out.data, out.size, 0 },
					   EXH_CP437_TEXT, &back, NULL) == EXH_OK);
		assert(back.size == text.text.size);
		assert(memcmp(back.data, text.text.data, back.size) == 0);
		out.size = 0;
		exh_keen_text_to_utf8(&text, &out);
	}
	check_format(bytes);
	/* Any bytes are UTF-8 or are refused. */
	back.size = 0;
	(void)!exh_cp437_from_utf8(bytes, EXH_CP437_TEXT, &back, NULL);
	exh_writer_free(&out);
	exh_writer_free(&back);
	return 0;
}
