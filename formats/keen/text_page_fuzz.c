/*
 * For any text: its pages are counted and drawn in the colours of EGA, and the notes of
 * its faults do not depend on that.
 *
 * Input: a text chunk
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_binary.h"

#include "../base/fuzzing.h"
#include "text_page_testing.h"

enum { DRAWN = SMALLER(1, 4) /* pages */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct page_stage stage;
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_pages pages;

	page_stage_start(&stage, (struct exh_bytes){ data, size, 0 });
	if (!exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, &notes, NULL)) {
		assert(pages.count);
		for (size_t i = 0; i < pages.count && i < DRAWN; i++) {
			assert(exh_keen_pages_draw(&pages, i, stage.page, NULL) ==
			       EXH_OK);
			for (size_t k = 0; k < STAGE_PIXELS; k += SMALLER(16, 1))
				assert(stage.page[k] < 16);
		}
	}
	exh_arena_free(&arena);
	exh_writer_free(&stage.font);
	return 0;
}
