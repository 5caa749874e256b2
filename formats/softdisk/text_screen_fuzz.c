/*
 * A recognised screen comes out as lines of UTF-8.
 *
 * Input: a file.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/softdisk.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_screen(const struct exh_text_screen *screen)
{
	struct exh_writer out = { .limit = 1 << 24 };
	size_t line_count = 0;

	assert(screen->rows && (screen->columns == 40 || screen->columns == 80));
	assert(screen->cells.size <= screen->rows * screen->columns * 2);
	exh_text_screen_to_utf8(screen, &out);
	for (size_t i = 0; i < out.size; i++) {
		assert(out.data[i] >= 32 || out.data[i] == '\n');
		line_count += out.data[i] == '\n';
	}
	assert(line_count == screen->rows);
	out.size = 0;
	exh_text_screen_to_ansi(screen, &out);
	assert(!out.failed);
	out.size = 0;
	exh_text_screen_row(screen, screen->rows - 1, &out);
	assert(out.size >= screen->columns);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_text_screen screen;

	if (exh_text_screen_open((struct exh_bytes){ data, size, 0 }, &screen, NULL,
				 NULL) == EXH_OK)
		check_screen(&screen);
	return 0;
}
