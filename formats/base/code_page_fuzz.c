/*
 * Any text as a character map. What is one is written as one that reads back the same, no
 * character has two bytes, and each byte with a character leads back to itself.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/base.h"
#include "exhume/advanced/code_page.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_byte(const struct exh_code_page *page, uint8_t byte)
{
	struct exh_writer utf8 = { .limit = 8 }, back = { .limit = 8 };

	if (!exh_code_page_to_utf8(page, (struct exh_bytes){ &byte, 1, 0 },
				   EXH_CP437_TEXT, &utf8)) {
		assert(!exh_code_page_from_utf8(page, exh_writer_bytes(&utf8),
						EXH_CP437_TEXT, &back, NULL));
		assert(back.size == 1 && back.data[0] == byte);
	}
	exh_writer_free(&utf8);
	exh_writer_free(&back);
}

/* Bytes as a text, a name or a screen of the page (NULL: 437): their UTF-8 comes back. */
static void check_use(const struct exh_code_page *page, struct exh_bytes text,
		      enum exh_cp437_use use)
{
	struct exh_writer utf8 = { .limit = 1 << 20 }, back = { .limit = 1 << 20 };
	struct exh_writer again = { .limit = 1 << 20 };

	if (!exh_code_page_to_utf8(page, text, use, &utf8)) {
		assert(!exh_code_page_from_utf8(page, exh_writer_bytes(&utf8), use, &back,
						NULL));
		assert(back.size == text.size);
		exh_code_page_to_utf8(page, exh_writer_bytes(&back), use, &again);
		assert(again.size == utf8.size);
		assert(!again.size || !memcmp(again.data, utf8.data, again.size));
	}
	back.size = 0;
	(void)!exh_code_page_from_utf8(page, text, use, &back, NULL);
	exh_writer_free(&utf8);
	exh_writer_free(&back);
	exh_writer_free(&again);
}

static void check_uses(const struct exh_code_page *page, struct exh_bytes text)
{
	check_use(page, text, EXH_CP437_TEXT);
	check_use(page, text, EXH_CP437_NAME);
	check_use(page, text, EXH_CP437_SCREEN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_code_page page, back;
	struct exh_error err;

	check_uses(NULL, (struct exh_bytes){ data, size, 0 });
	if (exh_code_page_read((struct exh_bytes){ data, size, 0 }, &page, &err)) {
		assert(err.text[0]);
		return 0;
	}
	for (unsigned byte = 0; byte < 256; byte++)
		check_byte(&page, (uint8_t)byte);
	check_uses(&page, (struct exh_bytes){ data, size, 0 });
	exh_code_page_write(&page, &out);
	/* A map that says what code page 437 says has no line. */
	if (out.size) {
		assert(!exh_code_page_read(exh_writer_bytes(&out), &back, NULL));
		assert(!memcmp(&page, &back, sizeof page));
	}
	exh_writer_free(&out);
	return 0;
}
