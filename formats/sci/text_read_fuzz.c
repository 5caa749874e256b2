/* Any bytes as a text: they are written unchanged, except DOS's mark at the end. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 26 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_writer out = { .limit = MEMORY };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_text text;

	assert(exh_sci_text_read(in, &arena, &text, &notes, NULL) == EXH_OK);
	assert(text.is_ended == !notes.first);
	for (size_t i = 0; i < text.count; i++)
		assert(!text.strings[i].size ||
		       !memchr(text.strings[i].data, 0, text.strings[i].size));
	assert(exh_sci_text_write(&text, &out, NULL) == EXH_OK);
	assert(out.size == in.size ||
	       (out.size + 1 == in.size && in.data[out.size] == 0x1a));
	assert(!out.size || !memcmp(out.data, in.data, out.size));
	exh_writer_free(&out);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
