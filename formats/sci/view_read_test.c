#include "view_testing.h"

static void a_view_is_loops_of_cels(void **state)
{
	struct opened_view o;

	(void)state;
	assert_int_equal(open_view(&o, small_view, sizeof small_view), EXH_OK);
	assert_null(o.notes.first);
	assert_int_equal(o.view.loop_count, 3);
	assert_int_equal(o.view.mirror_mask, 2);
	assert_int_equal(o.view.loops[0].cel_count, 2);
	assert_int_equal(o.view.loops[0].unused, 0xbabe);
	assert_false(o.view.loops[0].is_mirrored);
	assert_int_equal(o.view.loops[2].source, 2);
	assert_int_equal(o.view.loops[2].offset, 47);
	assert_int_equal(o.view.loops[0].cels[0].width, 4);
	assert_int_equal(o.view.loops[0].cels[0].height, 2);
	assert_int_equal(o.view.loops[0].cels[0].dx, 1);
	assert_int_equal(o.view.loops[0].cels[0].dy, -2);
	assert_int_equal(o.view.loops[0].cels[0].key, 15);
	assert_int_equal(o.view.loops[0].cels[0].offset, 22);
	assert_int_equal(o.view.loops[0].cels[0].rle.base, 29);
	assert_int_equal(o.view.loops[0].cels[0].rle.size, sizeof small_view - 29);
	assert_int_equal(o.view.loops[0].cels[1].dx, -128);
	assert_int_equal(o.view.loops[0].cels[1].dy, 127);
	close_view(&o);
}

static void loops_of_one_offset_share_their_cels(void **state)
{
	struct opened_view o;

	(void)state;
	assert_int_equal(open_view(&o, small_view, sizeof small_view), EXH_OK);
	assert_true(o.view.loops[1].is_mirrored);
	assert_int_equal(o.view.loops[1].source, 0);
	assert_int_equal(o.view.loops[1].offset, 14);
	assert_int_equal(o.view.loops[1].unused, 0xbabe);
	assert_ptr_equal(o.view.loops[1].cels, o.view.loops[0].cels);
	assert_int_equal(o.view.loops[1].cel_count, 2);
	close_view(&o);
}

/* A mirrored loop that shares a mirrored loop is drawn like that one. */
static void a_mirror_of_a_mirror_is_the_same_mirror(void **state)
{
	uint8_t view[sizeof small_view];
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	view[2] = 7;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_null(o.notes.first);
	for (size_t i = 0; i < 3; i++)
		assert_true(o.view.loops[i].is_mirrored);
	assert_int_equal(o.view.loops[1].source, 0);
	assert_int_equal(o.view.loops[0].cels[0].dx, 1);
	close_view(&o);
}

static void bytes_in_front_of_the_view_count_in_messages(void **state)
{
	struct exh_arena arena = { .limit = VIEW_MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_view view;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_sci_view_open((struct exh_bytes){ small_view, 50, 2 },
					   &arena, &view, &notes, NULL),
			 EXH_OK);
	assert_true(has_note(&notes, EXH_DAMAGE, "loop 2: it passes the end"));
	assert_int_equal(notes.last->offset, 49);
	assert_int_equal(exh_sci_view_open((struct exh_bytes){ small_view, 9, 2 }, &arena,
					   &view, &notes, &err),
			 EXH_TRUNCATED);
	assert_int_equal(err.offset, 11);
	exh_arena_free(&arena);
}

static void every_shorter_view_is_read_as_far_as_it_goes(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof small_view; n++) {
		uint8_t *tight = tight_copy(small_view, n), pixels[8];
		struct opened_view o;
		const enum exh_status status = open_view(&o, tight, n);

		assert_int_equal(status, n < 14 ? EXH_TRUNCATED : EXH_OK);
		if (status) {
			assert_true(o.err.offset <= n);
			assert_non_null(strstr(o.err.text, n < 8 ? "header" : "table"));
		} else {
			assert_int_equal(o.view.loop_count, 3);
			assert_int_equal(o.view.loops[0].cel_count, n < 20   ? 0
								    : n < 22 ? 1
									     : 2);
			assert_int_equal(o.notes.damage_count == 0, n >= 60);
		}
		for (size_t i = 0; !status && i < 3; i++)
			for (size_t k = 0; k < o.view.loops[i].cel_count; k++) {
				const struct exh_sci_cel *cel = &o.view.loops[i].cels[k];

				assert_int_equal(exh_sci_cel_decode(cel, pixels,
								    count_pixels(cel),
								    NULL, &o.notes, NULL),
						 EXH_OK);
			}
		assert_true(status || o.notes.damage_count);
		close_view(&o);
		free(tight);
	}
}

static void views_of_sci1_are_not_read(void **state)
{
	uint8_t view[sizeof small_view];
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	view[1] = 0x80;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_UNSUPPORTED);
	assert_int_equal(o.err.offset, 1);
	close_view(&o);
	view[1] = 0x7f;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_int_equal(o.view.flags, 0x7f);
	close_view(&o);
}

static void a_view_without_loops_is_one(void **state)
{
	static const uint8_t view[] = { 0, 0, 0, 0, 0x34, 0x12, 0x78, 0x56 };
	struct opened_view o;

	(void)state;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_null(o.notes.first);
	assert_int_equal(o.view.loop_count, 0);
	assert_int_equal(o.view.unused, 0x1234);
	assert_int_equal(o.view.palette_offset, 0x5678);
	close_view(&o);
}

static void mirror_bits_of_no_loop_are_reported(void **state)
{
	uint8_t view[sizeof small_view];
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	view[3] = 0x80;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_int_equal(o.notes.warning_count, 1);
	assert_int_equal(o.notes.damage_count, 0);
	assert_true(has_note(&o.notes, EXH_WARNING, "mask 0x8002"));
	assert_int_equal(o.notes.first->offset, 2);
	close_view(&o);
}

static void loops_from_16_on_are_not_mirrored(void **state)
{
	enum { LOOPS = 18, START = 8 + 2 * LOOPS };
	uint8_t view[START + 4] = { LOOPS, 0, 0xff, 0xff };
	struct opened_view o;

	(void)state;
	for (size_t i = 0; i < LOOPS; i++)
		view[8 + 2 * i] = START;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_int_equal(o.notes.damage_count, 0);
	for (size_t i = 0; i < LOOPS; i++)
		assert_int_equal(o.view.loops[i].is_mirrored, i < 16);
	close_view(&o);
}

static void keys_above_15_are_reported(void **state)
{
	uint8_t view[sizeof small_view];
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	view[59] = 0xf3;
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_int_equal(o.view.loops[2].cels[0].key, 3);
	assert_int_equal(o.notes.warning_count, 1);
	assert_true(has_note(&o.notes, EXH_WARNING, "loop 2: cel 0: colour key 243"));
	assert_int_equal(o.notes.first->offset, 59);
	close_view(&o);
}

/* Loops and cels keep the game's numbers. */
static void loops_and_cels_outside_are_empty(void **state)
{
	uint8_t view[sizeof small_view], pixel;
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	memset(view + 10, 0xff, 2);
	view[18] = 56; /* a header that ends past the end */
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_int_equal(o.notes.damage_count, 2);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "loop 0: cel 0: its header"));
	assert_int_equal(o.notes.first->offset, 18);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "loop 1: it passes the end"));
	assert_int_equal(o.view.loop_count, 3);
	assert_int_equal(o.view.loops[0].cel_count, 2);
	assert_int_equal(o.view.loops[0].cels[0].width, 0);
	assert_int_equal(o.view.loops[0].cels[0].offset, 0x38);
	assert_int_equal(o.view.loops[0].cels[1].width, 3);
	assert_int_equal(o.view.loops[1].cel_count, 0);
	assert_int_equal(o.view.loops[1].source, 1);
	assert_int_equal(exh_sci_cel_decode(&o.view.loops[0].cels[0], &pixel, 0, NULL,
					    &o.notes, NULL),
			 EXH_OK);
	close_view(&o);
}

static void a_table_that_passes_the_end_has_the_cels_in_front(void **state)
{
	uint8_t view[sizeof small_view];
	struct opened_view o;

	(void)state;
	memcpy(view, small_view, sizeof view);
	memset(view + 47, 0xff, 2);
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "loop 2: 5 of 65535 cels"));
	assert_int_equal(o.view.loops[2].cel_count, 5);
	assert_int_equal(o.view.loops[2].cels[0].width, 1);
	close_view(&o);
	memset(view + 47, 0, sizeof view - 47);
	assert_int_equal(open_view(&o, view, sizeof view), EXH_OK);
	assert_true(has_note(&o.notes, EXH_WARNING, "loop 2: its table is zeros"));
	close_view(&o);
}

/* Makes a view whose loops all share one at start, which has that many cels. */
static uint8_t *make_large(size_t loops, size_t cels, size_t *size)
{
	const size_t start = 8 + 2 * loops;
	uint8_t *view;

	*size = start + 4 + 2 * cels;
	view = calloc(1, *size);
	assert_non_null(view);
	view[0] = (uint8_t)loops;
	for (size_t i = 0; i < loops; i++) {
		view[8 + 2 * i] = (uint8_t)start;
		view[9 + 2 * i] = (uint8_t)(start >> 8);
	}
	view[start] = (uint8_t)cels;
	view[start + 1] = (uint8_t)(cels >> 8);
	return view;
}

static void shared_loops_cost_no_more_than_one(void **state)
{
	struct opened_view o;
	size_t size;
	uint8_t *view = make_large(255, 65535, &size);

	(void)state;
	assert_int_equal(open_view(&o, view, size), EXH_OK);
	assert_int_equal(o.notes.damage_count, 0);
	assert_int_equal(o.view.loop_count, 255);
	for (size_t i = 0; i < 255; i++) {
		assert_int_equal(o.view.loops[i].cel_count, 65535);
		assert_ptr_equal(o.view.loops[i].cels, o.view.loops[0].cels);
	}
	assert_true(o.arena.used < 66000 * sizeof(struct exh_sci_cel));
	close_view(&o);
	free(view);
}

static void overlapping_tables_cost_no_more_than_the_data(void **state)
{
	struct opened_view o;
	size_t size, cel_count = 0, note_count = 0;
	uint8_t *view = make_large(255, 65535, &size);

	(void)state;
	memset(view + 8, 1, size - 8);
	for (size_t i = 0; i < 255; i++) {
		view[8 + 2 * i] = (uint8_t)i;
		view[9 + 2 * i] = 3;
	}
	assert_int_equal(open_view(&o, view, size), EXH_OK);
	for (size_t i = 0; i < 255; i++)
		cel_count += o.view.loops[i].cel_count;
	assert_int_equal(cel_count, 255 * 257);
	assert_int_equal(o.notes.damage_count, 0);
	close_view(&o);

	memset(view + 8 + 2 * 255, 0xff, size - 8 - 2 * 255);
	assert_int_equal(open_view(&o, view, size), EXH_OK);
	assert_int_equal(o.view.loops[0].cel_count, (size - 0x304) / 2);
	assert_int_equal(o.view.loops[1].cel_count, 0);
	assert_true(has_note(&o.notes, EXH_DAMAGE, "loop 1: no cels: the tables"));
	for (const struct exh_note *note = o.notes.first; note; note = note->next)
		note_count++;
	assert_in_range(note_count, 100, 202);
	assert_true(o.arena.used < 70000 * sizeof(struct exh_sci_cel));
	close_view(&o);
	free(view);
}

static void memory_has_a_limit(void **state)
{
	const struct exh_bytes in = { small_view, sizeof small_view, 0 };

	(void)state;
	for (size_t limit = 0;; limit += 8) {
		struct exh_arena arena = { .limit = limit };
		struct exh_sci_view view;
		struct exh_error err;
		const enum exh_status status =
			exh_sci_view_open(in, &arena, &view, NULL, &err);

		exh_arena_free(&arena);
		if (!status)
			break;
		assert_int_equal(status, EXH_NO_MEMORY);
		assert_true(limit < 1000);
	}
}

/*
 * The real games.
 */

struct counts {
	size_t views, loops, cels, pixels, mirrored;
	struct exh_writer all; /* pixels */
};

static void count_view(struct exh_bytes bytes, struct counts *counts)
{
	struct opened_view o;

	assert_int_equal(open_view(&o, bytes.data, bytes.size), EXH_OK);
	counts->views++;
	counts->loops += o.view.loop_count;
	for (size_t i = 0; i < o.view.loop_count; i++) {
		const struct exh_sci_loop *loop = &o.view.loops[i];

		counts->mirrored += loop->is_mirrored;
		counts->cels += loop->cel_count;
		for (size_t k = 0; k < loop->cel_count; k++) {
			const size_t count = count_pixels(&loop->cels[k]);
			uint8_t *pixels = malloc(count);

			assert_non_null(pixels);
			assert_int_equal(exh_sci_cel_decode(&loop->cels[k], pixels, count,
							    NULL, &o.notes, NULL),
					 EXH_OK);
			exh_write_bytes(&counts->all, pixels, count);
			counts->pixels += count;
			free(pixels);
		}
	}
	assert_null(o.notes.first);
	close_view(&o);
}

static void assert_counts(const struct game_views *views, const size_t *expected,
			  uint32_t crc)
{
	struct counts counts = { .all.limit = 1 << 20 };

	for (size_t i = 0; i < views->count; i++) {
		const struct exh_bytes bytes = load_view(views, i);

		count_view(bytes, &counts);
		free((void *)bytes.data);
	}
	assert_int_equal(counts.views, expected[0]);
	assert_int_equal(counts.loops, expected[1]);
	assert_int_equal(counts.cels, expected[2]);
	assert_int_equal(counts.pixels, expected[3]);
	assert_int_equal(counts.mirrored, expected[4]);
	assert_int_equal(exh_crc32(exh_writer_bytes(&counts.all)), crc);
	exh_writer_free(&counts.all);
}

static void real_games_have_their_cels(void **state)
{
	static const size_t t[] = { 2, 5, 27, 23440, 1 }, r[] = { 4, 7, 31, 31049, 1 };

	(void)state;
	assert_counts(&games_views[0], t, 0xc705db9a);
	assert_counts(&games_views[1], r, 0xf6c673b0);
}

/* Source: the specification. */
static void view_0_of_the_template_begins_so(void **state)
{
	static const uint8_t head[] = { 4,    0, 2,    0, 0,	0, 0,	 0,
					0x10, 0, 0x10, 0, 0xd5, 8, 0xb6, 0x0e };
	static const uint8_t loop[] = { 8, 0, 0, 0, 0x24, 0 };
	static const uint8_t cel[] = { 0x14, 0, 0x2c, 0, 0, 0, 3, 0, 0xf3, 0x53 };
	const struct exh_bytes bytes = load_view(&games_views[0], 0);
	struct opened_view o;

	(void)state;
	assert_memory_equal(bytes.data, head, sizeof head);
	assert_memory_equal(bytes.data + 0x10, loop, sizeof loop);
	assert_memory_equal(bytes.data + 0x24, cel, sizeof cel);
	assert_int_equal(open_view(&o, bytes.data, bytes.size), EXH_OK);
	assert_int_equal(o.view.loop_count, 4);
	assert_true(o.view.loops[1].is_mirrored);
	assert_int_equal(o.view.loops[1].source, 0);
	assert_int_equal(o.view.loops[0].cel_count, 8);
	assert_int_equal(o.view.loops[0].cels[0].width, 20);
	assert_int_equal(o.view.loops[0].cels[0].height, 44);
	assert_int_equal(o.view.loops[0].cels[0].key, 3);
	close_view(&o);
	free((void *)bytes.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_view_is_loops_of_cels),
		cmocka_unit_test(loops_of_one_offset_share_their_cels),
		cmocka_unit_test(a_mirror_of_a_mirror_is_the_same_mirror),
		cmocka_unit_test(bytes_in_front_of_the_view_count_in_messages),
		cmocka_unit_test(every_shorter_view_is_read_as_far_as_it_goes),
		cmocka_unit_test(views_of_sci1_are_not_read),
		cmocka_unit_test(a_view_without_loops_is_one),
		cmocka_unit_test(mirror_bits_of_no_loop_are_reported),
		cmocka_unit_test(loops_from_16_on_are_not_mirrored),
		cmocka_unit_test(keys_above_15_are_reported),
		cmocka_unit_test(loops_and_cels_outside_are_empty),
		cmocka_unit_test(a_table_that_passes_the_end_has_the_cels_in_front),
		cmocka_unit_test(shared_loops_cost_no_more_than_one),
		cmocka_unit_test(overlapping_tables_cost_no_more_than_the_data),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(real_games_have_their_cels),
		cmocka_unit_test(view_0_of_the_template_begins_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
