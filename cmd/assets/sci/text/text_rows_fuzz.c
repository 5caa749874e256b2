/*
 * Reads any bytes as a table or JSON of texts; and as a game's own text, in code page 437
 * and in an encoding where some bytes are no characters: escaped, it round-trips.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 26 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_escapes(const struct text_encoding *encoding, struct exh_bytes text)
{
	struct exh_writer escaped = { .limit = LIMIT }, back = { .limit = LIMIT };
	size_t wrong;
	bool is_escape;

	text_escape_bytes(encoding, text, &escaped);
	assert(!escaped.failed);
	for (size_t i = 0; i < escaped.size; i++)
		assert(escaped.data[i] >= ' ' && escaped.data[i] != 0x7f);
	assert(text_unescape_bytes(encoding, exh_writer_bytes(&escaped), &back, &wrong,
				   &is_escape));
	assert(back.size == text.size);
	assert(!text.size || !memcmp(back.data, text.data, text.size));
	exh_writer_free(&escaped);
	exh_writer_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = { data, size, 0 };
	struct text_encoding cp437, ascii;
	struct text_rows rows;
	struct exh_error err;

	assert(text_encoding_open(&cp437, "cp437") &&
	       text_encoding_open(&ascii, "ASCII"));
	if (text_rows_read(in, &cp437, size % 2, &rows, &err))
		assert(err.text[0]);
	else
		for (size_t i = 0; i < rows.count; i++)
			assert(!memchr(rows.items[i].bytes.data, 0,
				       rows.items[i].bytes.size));
	text_rows_free(&rows);
	check_escapes(&cp437, in);
	check_escapes(&ascii, in);
	return 0;
}
