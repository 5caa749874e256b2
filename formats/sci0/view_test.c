#include "exhume/sci0_view.h"

#include "../base/reader.h"
#include "../base/testing.h"

enum { MEMORY = 1 << 22, VIEW_HEADER = EXH_SCI0_VIEW_HEADER_SIZE };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci0_view view;
	struct exh_error err;
};

static enum exh_status read_view(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = MEMORY };
	r->notes.arena = &r->arena;
	return exh_sci0_view_read((struct exh_bytes){ data, size, 0 }, &r->arena,
				  &r->view, &r->notes, &r->err);
}

/* Three loops, the second one the first mirrored, the third one of its own. */
static const uint8_t small[] = {
	3,    0,    2,	  0,	0,    0,    0, 0,	 /* loops, flags, mirrors, unused,
							    palette */
	14,   0,    14,	  0,	47,   0,		 /* loops */
	2,    0,    0xbe, 0xba, 22,   0,		 /* 14: 2 cels */
	36,   0,    4,	  0,	2,    0,    1, 0xfe, 15, /* 22: 4 x 2 at 1, -2, key 15 */
	0x00, 0x51, 0x32,				 /* runs cross rows */
	0xaa, 0xaa, 0xaa, 0xaa,				 /* of nobody */
	3,    0,    1,	  0,	0x80, 0x7f, 0,		 /* 36: 3 x 1 at -128, 127 */
	0x00, 0x14, 0x05, 0x26,				 /* a run of none */
	1,    0,    0,	  0,	53,   0,		 /* 47 */
	1,    0,    1,	  0,	0,    0,    3,		 /* 53: one pixel */
	0x00, 0x13,
};

static void a_view_is_loops_of_cels(void **state)
{
	struct result r;

	(void)state;
	assert_int_equal(read_view(&r, small, sizeof small), EXH_OK);
	assert_null(r.notes.first);
	assert_int_equal(r.view.loop_count, 3);
	assert_int_equal(r.view.mirror_mask, 2);
	assert_int_equal(r.view.loops[0].cel_count, 2);
	assert_int_equal(r.view.loops[0].unused, 0xbabe);
	assert_false(r.view.loops[0].is_mirrored);
	assert_true(r.view.loops[1].is_mirrored);
	assert_int_equal(r.view.loops[1].source, 0);
	assert_ptr_equal(r.view.loops[1].cels, r.view.loops[0].cels);
	assert_int_equal(r.view.loops[1].cel_count, 2);
	assert_int_equal(r.view.loops[2].source, 2);
	assert_int_equal(r.view.loops[2].offset, 47);
	assert_int_equal(r.view.loops[0].cels[0].width, 4);
	assert_int_equal(r.view.loops[0].cels[0].height, 2);
	assert_int_equal(r.view.loops[0].cels[0].dy, -2);
	assert_int_equal(r.view.loops[0].cels[0].key, 15);
	assert_int_equal(r.view.loops[0].cels[0].offset, 22);
	assert_int_equal(r.view.loops[0].cels[0].rle.base, 29);
	assert_int_equal(r.view.loops[0].cels[1].dx, -128);
	exh_arena_free(&r.arena);
}

static void runs_cross_rows_and_those_of_none_draw_nothing(void **state)
{
	static const uint8_t first[] = { 1, 1, 1, 1, 1, 2, 2, 2 }, second[] = { 4, 6, 6 };
	uint8_t pixels[8];
	struct result r;
	size_t used;

	(void)state;
	assert_int_equal(read_view(&r, small, sizeof small), EXH_OK);
	assert_int_equal(exh_sci0_cel_decode(&r.view.loops[0].cels[0], pixels, 8, &used,
					     &r.notes, NULL),
			 EXH_OK);
	assert_memory_equal(pixels, first, 8);
	assert_int_equal(used, 3);
	exh_sci0_cel_flip(pixels, 4, 2);
	assert_memory_equal(pixels, ((uint8_t[]){ 1, 1, 1, 1, 2, 2, 2, 1 }), 8);
	assert_int_equal(exh_sci0_cel_decode(&r.view.loops[1].cels[1], pixels, 3, &used,
					     &r.notes, NULL),
			 EXH_OK);
	assert_memory_equal(pixels, second, 3);
	assert_int_equal(used, 4);
	exh_sci0_cel_flip(pixels, 3, 1);
	assert_memory_equal(pixels, ((uint8_t[]){ 6, 6, 4 }), 3);
	assert_null(r.notes.first);
	exh_arena_free(&r.arena);
}

static void a_cel_stands_on_its_place(void **state)
{
	struct exh_sci0_cel_place place;
	struct exh_sci0_cel cel = { .width = 5, .height = 4, .dx = 3, .dy = -1 };

	(void)state;
	place = exh_sci0_cel_place(&cel, false, 100, 50, 0);
	assert_int_equal(place.left, 101);
	assert_int_equal(place.right, 106);
	assert_int_equal(place.bottom, 50);
	assert_int_equal(place.top, 46);
	place = exh_sci0_cel_place(&cel, true, 100, 50, 10);
	assert_int_equal(place.left, 95);
	assert_int_equal(place.bottom, 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_view_is_loops_of_cels),
		cmocka_unit_test(runs_cross_rows_and_those_of_none_draw_nothing),
		cmocka_unit_test(a_cel_stands_on_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
