/* Any bytes as a cursor: writing what was read gives the same 68 bytes. */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_writer out = { .limit = MEMORY };
	struct exh_sci_cursor cursor;
	struct exh_error err;

	if (exh_sci_cursor_read(in, &cursor, NULL, &err) == EXH_OK) {
		assert(in.size == EXH_SCI_CURSOR_SIZE ||
		       (in.size == EXH_SCI_CURSOR_SIZE + 1 &&
			in.data[in.size - 1] == 0x1a));
		for (size_t i = 0; i < EXH_SCI_CURSOR_PIXELS; i++)
			assert(cursor.pixels[i] <= EXH_SCI_CURSOR_BOTH);
		assert(cursor.hot_x == cursor.hot_y);
		exh_sci_cursor_write(&cursor, &out);
		assert(out.size == EXH_SCI_CURSOR_SIZE &&
		       !memcmp(out.data, in.data, out.size));
	} else {
		assert(err.text[0] && err.offset <= in.size);
	}
	exh_writer_free(&out);
	discard(in);
	return 0;
}
