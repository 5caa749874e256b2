#include "exhume/advanced/keen_binary.h"

#include "../base/testing.h"
#include "text_page_testing.h"

enum { RED = 4, YELLOW = 14, WHITE = 15 };

static struct page_stage stage;
static struct exh_keen_pages pages;

static void open_text(const char *text, struct exh_notes *notes)
{
	page_stage_start(&stage,
			 (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, notes, NULL),
		EXH_OK);
}

static void draw(const char *text, size_t page)
{
	open_text(text, NULL);
	assert_int_equal(exh_keen_pages_draw(&pages, page, stage.page, NULL), EXH_OK);
	exh_writer_free(&stage.font);
}

static unsigned pixel(size_t x, size_t y)
{
	return stage.page[y * EXH_KEEN_PAGE_WIDTH + x];
}

static void words_stand_in_rows_of_ten_and_break_at_the_edge(void **state)
{
	(void)state;
	draw("^P\r\nAB  C^^\r\nD\r\n\r\n^C2E F^E", 0);
	assert_int_equal(pixel(9, 10), RED);
	assert_int_equal(pixel(10, 10), YELLOW);
	assert_int_equal(pixel(25, 17), YELLOW);
	assert_int_equal(pixel(26, 17), RED);
	assert_int_equal(pixel(25, 18), RED);
	assert_int_equal(pixel(39, 10), RED);	 /* two blanks of 7 */
	assert_int_equal(pixel(40, 10), YELLOW); /* "C^^" */
	assert_int_equal(pixel(63, 10), YELLOW);
	assert_int_equal(pixel(10, 20), YELLOW);
	assert_int_equal(pixel(10, 30), RED);
	assert_int_equal(pixel(10, 40), 2);
	assert_int_equal(pixel(25, 40), 2);
	/* 34 letters, a blank and one more reach column 297; 36 of them would 313. */
	draw("^P\r\nABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGH K\r\n^E", 0);
	assert_int_equal(pixel(288, 10), RED);
	assert_int_equal(pixel(289, 10), YELLOW);
	draw("^P\r\nABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ L\r\n^E", 0);
	assert_int_equal(pixel(297, 10), YELLOW);
	assert_int_equal(pixel(305, 10), RED);
	assert_int_equal(pixel(10, 20), YELLOW);
}

static void words_flow_around_pictures(void **state)
{
	(void)state;
	/* Rows 0 to 1 on the left: pixels 12 to 27, at a multiple of 8. */
	draw("^P\r\n^G10,12,1 not shown\r\nA\r\nB\r\nC\r\n^E", 0);
	assert_int_equal(pixel(7, 10), RED);
	assert_int_equal(pixel(8, 10), WHITE);
	assert_int_equal(pixel(23, 25), WHITE);
	assert_int_equal(pixel(23, 26), RED);
	assert_int_equal(pixel(35, 10), RED);
	assert_int_equal(pixel(36, 10), YELLOW); /* 12 + 16 + 8 */
	assert_int_equal(pixel(36, 20), YELLOW);
	assert_int_equal(pixel(10, 30), YELLOW);
	/* On the right: a word that would reach it goes to the next row. */
	draw("^P\r\n^G10,40,1\r\n^G10,280,1\r\nABCDEFGHIJKLMNOPQRSTUVWXY B\r\n^E", 0);
	assert_int_equal(pixel(64, 10), YELLOW);
	assert_int_equal(pixel(64, 20), YELLOW);
	/* ^T draws without flow, ^L places, ^B clears. */
	draw("^P\r\n^T10,8,1,50\r\n^L45,100\r\nA\r\n^B10,8,16,4\r\n^E", 0);
	assert_int_equal(pixel(8, 13), RED);
	assert_int_equal(pixel(8, 14), WHITE);
	assert_int_equal(pixel(100, 40), YELLOW);
	assert_false(pages.has_numbers);
}

static void letters_change_what_is_below(void **state)
{
	(void)state;
	draw("^P\r\n^T8,8,1,1\r\nAB\r\n^E", 0);
	assert_int_equal(pixel(10, 10), WHITE ^ YELLOW ^ RED);
	assert_int_equal(pixel(25, 10), YELLOW);
}

static void pages_are_counted_up_to_the_end(void **state)
{
	(void)state;
	draw("^P\r\nA\r\n^p\r\n^E^P", 0);
	assert_int_equal(pages.count, 2);
	assert_true(pages.has_numbers);
	assert_int_equal(pixel(10, 10), YELLOW);
	assert_int_equal(pixel(218, 186), 12);
	draw("^P\r\nA\r\n^p\r\n^E^P", 1);
	assert_int_equal(pixel(10, 10), RED);
}

/* Part k of the frame is of colour 8 + k. */
static void the_frame_is_found_by_its_sizes(void **state)
{
	static const struct exh_keen_sprite sizes[] = {
		{ .width_bytes = 40, .height = 8 },  { .width_bytes = 40, .height = 8 },
		{ .width_bytes = 1, .height = 192 }, { .width_bytes = 1, .height = 192 },
		{ .width_bytes = 38, .height = 24 }, { .width_bytes = 38, .height = 8 },
	};
	enum { PARTS = sizeof sizes / sizeof *sizes };
	struct exh_keen_sprite pictures[PARTS];
	struct exh_keen_chunk chunks[STAGE_CHUNKS + PARTS];
	static uint8_t planes[PARTS][38 * 24 * 4];

	(void)state;
	memcpy(pictures, sizes, sizeof sizes);
	open_text("^P\nA^E", NULL);
	memcpy(chunks, stage.chunks, sizeof stage.chunks);
	for (uint32_t i = 0; i < PARTS; i++) {
		const size_t plane =
			(size_t)sizes[i].width_bytes * (size_t)sizes[i].height;

		for (size_t k = 0; k < 4 * plane; k++)
			planes[i][k] = (7 + i) >> (k / plane) & 1 ? 0xff : 0;
		chunks[STAGE_CHUNKS + i] =
			(struct exh_keen_chunk){ .class_id = EXH_KEEN_PIC,
						 .index = i,
						 .expanded = { planes[i], 4 * plane,
							       0 } };
	}
	chunks[STAGE_PICTURE].class_id = EXH_KEEN_BINARY;
	stage.graphics.chunks = chunks;
	stage.graphics.chunk_count = STAGE_CHUNKS + PARTS;
	stage.graphics.pics = pictures;
	stage.graphics.pic_count = PARTS;
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, NULL, NULL),
		EXH_OK);
	assert_true(pages.has_frame);
	assert_int_equal(pages.frame, STAGE_CHUNKS + 1);
	assert_int_equal(exh_keen_pages_draw(&pages, 0, stage.page, NULL), EXH_OK);
	assert_int_equal(pixel(319, 7), 8);
	assert_int_equal(pixel(0, 199), 9);
	assert_int_equal(pixel(312, 8), 10);
	assert_int_equal(pixel(8, 176), 11);
	assert_int_equal(pixel(8, 175), RED);
	pages.has_numbers = false;
	assert_int_equal(exh_keen_pages_draw(&pages, 0, stage.page, NULL), EXH_OK);
	assert_int_equal(pixel(8, 191), RED);
	assert_int_equal(pixel(8, 192), 12);
	exh_writer_free(&stage.font);
}

static void faults_are_named_with_their_lines(void **state)
{
	static const struct {
		const char *text, *note;
	} faults[] = {
		{ "^P\n^Q\n^E", "chunk 2: line 2: no such command: ^Q" },
		{ "^P\n\n a ^\n^E", "chunk 2: line 3: no such command: ^ " },
		{ "^P\n^G1,2,0\n^E",
		  "chunk 2: line 2: the archive has no picture in chunk 0" },
		{ "^P\n^G1,2,99\n^E",
		  "chunk 2: line 2: the archive has no picture in chunk 99" },
		{ "^P\n^T1,2,99,5\n^E",
		  "chunk 2: line 2: the archive has no picture in chunk 99" },
		{ "^P\n^G185,2,1\n^E",
		  "chunk 2: line 2: the picture in chunk 1 leaves the page" },
		{ "^P\n^G1,312,1\n^E",
		  "chunk 2: line 2: the picture in chunk 1 leaves the page" },
		{ "^P\n^G1,2\n3\n^E",
		  "chunk 2: line 2: ^G: expected 3 numbers, found 2" },
		{ "^P\n^l\n^E", "chunk 2: line 2: ^L: expected 2 numbers, found 0" },
		{ "^P\n^L190,2\n^E", "chunk 2: line 2: ^L: row 190 is below the page" },
		{ "^P\n^cG\n^E",
		  "chunk 2: line 2: ^C: expected a hexadecimal digit, found code 71" },
		{ "^P\nA\nB^CF\n^E",
		  "chunk 2: line 3: ^C within a word is text: put a blank before it" },
		{ "^P\n~ ~\n^E", "chunk 2: line 2: the font has no glyph for ~" },
		{ "^P\n^P\nA\n", "chunk 2: line 4: the text ends without ^E" },
		{ "^P\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19"
		  "\n^E",
		  "chunk 2: line 20: page 1 is full: its rest is not shown" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
		struct exh_arena arena = { .limit = 1 << 16 };
		struct exh_notes notes = { .arena = &arena };

		open_text(faults[i].text, &notes);
		assert_int_equal(notes.warning_count, 1);
		assert_true(has_note(&notes, EXH_WARNING, faults[i].note));
		assert_int_equal(exh_keen_pages_draw(&pages, 0, stage.page, NULL),
				 EXH_OK);
		exh_writer_free(&stage.font);
		exh_arena_free(&arena);
	}
}

static void whole_texts_have_no_faults(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };

	(void)state;
	/* 18 rows, and blank ones after them. */
	open_text("^P\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n\n"
		  "\n^P\n^G10,8,1\n^CaIs 2^3 ^cBCD\x9c?\n^E^Q",
		  &notes);
	assert_int_equal(notes.warning_count, 0);
	exh_writer_free(&stage.font);
	exh_arena_free(&arena);
}

static void what_can_not_be_drawn_is_refused(void **state)
{
	struct exh_error err;

	(void)state;
	open_text("^P^E", NULL);
	stage.chunks[STAGE_TEXT].expanded.size = 1;
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, NULL, &err),
		EXH_INVALID);
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_CHUNKS, &pages, NULL, &err),
		EXH_INVALID);
	stage.chunks[STAGE_TEXT].expanded.size = 4;
	stage.graphics.layout.video = EXH_KEEN_CGA;
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, NULL, &err),
		EXH_UNSUPPORTED);
	stage.graphics.layout.video = EXH_KEEN_EGA;
	stage.chunks[STAGE_FONT].class_id = EXH_KEEN_BINARY;
	assert_int_equal(
		exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages, NULL, &err),
		EXH_UNSUPPORTED);
	assert_string_equal(err.text, "chunk 2: the archive has no font");
	exh_writer_free(&stage.font);
}

static void texts_may_end_anywhere(void **state)
{
	static const char text[] = "^P\r\n^G20,40,1\r\n^cFDIG\r\n^p\r\n^T8,16,1,140\r\n"
				   "^L100,8\r\nDown^C.\r\n^B100,8,300,20\r\n^E";

	(void)state;
	for (size_t n = 2; n <= strlen(text); n++) {
		uint8_t *tight = tight_copy((const uint8_t *)text, n);

		page_stage_start(&stage, (struct exh_bytes){ tight, n, 0 });
		assert_int_equal(exh_keen_pages_open(&stage.graphics, STAGE_TEXT, &pages,
						     NULL, NULL),
				 EXH_OK);
		for (size_t i = 0; i < pages.count; i++)
			assert_int_equal(exh_keen_pages_draw(&pages, i, stage.page, NULL),
					 EXH_OK);
		exh_writer_free(&stage.font);
		free(tight);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_stand_in_rows_of_ten_and_break_at_the_edge),
		cmocka_unit_test(words_flow_around_pictures),
		cmocka_unit_test(letters_change_what_is_below),
		cmocka_unit_test(pages_are_counted_up_to_the_end),
		cmocka_unit_test(the_frame_is_found_by_its_sizes),
		cmocka_unit_test(faults_are_named_with_their_lines),
		cmocka_unit_test(whole_texts_have_no_faults),
		cmocka_unit_test(what_can_not_be_drawn_is_refused),
		cmocka_unit_test(texts_may_end_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
