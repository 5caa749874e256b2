#include "view_testing.h"

#include "plain/view.h"
#include "exhume/advanced/sci_view.h"

static struct exh_sci_cel make_cel(uint16_t width, uint16_t height, const void *rle,
				   size_t size)
{
	return (struct exh_sci_cel){
		.width = width, .height = height, .key = 9, .rle = { rle, size, 100 }
	};
}

struct decoded {
	struct exh_arena arena;
	struct exh_notes notes;
	uint8_t *pixels; /* exactly as many as the cel has */
	size_t used;
};

/* The caller releases d. */
static void decode(struct decoded *d, const struct exh_sci_cel *cel)
{
	*d = (struct decoded){ .arena.limit = 1 << 16, .used = SIZE_MAX };
	d->notes.arena = &d->arena;
	d->pixels = malloc(count_pixels(cel) ? count_pixels(cel) : 1);
	assert_non_null(d->pixels);
	assert_int_equal(exh_sci_cel_decode(cel, d->pixels, count_pixels(cel), &d->used,
					    &d->notes, NULL),
			 EXH_OK);
}

static void release(struct decoded *d)
{
	exh_arena_free(&d->arena);
	free(d->pixels);
}

static void runs_cross_rows_and_those_of_none_draw_nothing(void **state)
{
	static const uint8_t rle[] = { 0x00, 0x51, 0x0f, 0x32, 0x77 };
	static const uint8_t expected[] = { 1, 1, 1, 1, 1, 2, 2, 2 };
	const struct exh_sci_cel cel = make_cel(4, 2, rle, sizeof rle);
	struct decoded d;

	(void)state;
	decode(&d, &cel);
	assert_memory_equal(d.pixels, expected, sizeof expected);
	assert_int_equal(d.used, 4);
	assert_null(d.notes.first);
	release(&d);
}

static void a_run_past_the_end_is_cut(void **state)
{
	static const uint8_t rle[] = { 0x51, 0xf2, 0xf3 };
	static const uint8_t expected[] = { 1, 1, 1, 1, 1, 2, 2, 2 };
	const struct exh_sci_cel cel = make_cel(4, 2, rle, sizeof rle);
	struct decoded d;

	(void)state;
	decode(&d, &cel);
	assert_memory_equal(d.pixels, expected, sizeof expected);
	assert_int_equal(d.used, 2);
	assert_int_equal(d.notes.damage_count, 1);
	assert_int_equal(d.notes.first->offset, 101);
	assert_true(has_note(&d.notes, EXH_DAMAGE, "run of 15 passes the last of 8"));
	release(&d);
}

static void pixels_that_lack_have_the_key(void **state)
{
	static const uint8_t rle[] = { 0x51 };
	static const uint8_t expected[] = { 1, 1, 1, 1, 1, 9, 9, 9 };
	const struct exh_sci_cel cel = make_cel(4, 2, rle, sizeof rle);
	struct decoded d;

	(void)state;
	decode(&d, &cel);
	assert_memory_equal(d.pixels, expected, sizeof expected);
	assert_int_equal(d.used, 1);
	assert_int_equal(d.notes.damage_count, 1);
	assert_int_equal(d.notes.first->offset, 101);
	assert_true(has_note(&d.notes, EXH_DAMAGE, "end at 5 of 8 pixels"));
	release(&d);
}

static void a_side_of_0_has_no_pixels(void **state)
{
	static const uint8_t rle[] = { 0xf1 };
	struct exh_sci_cel cel = make_cel(0, 65535, rle, sizeof rle);
	struct decoded d;

	(void)state;
	decode(&d, &cel);
	assert_int_equal(d.used, 0);
	assert_null(d.notes.first);
	release(&d);
	cel = make_cel(65535, 0, NULL, 0);
	decode(&d, &cel);
	assert_int_equal(d.used, 0);
	assert_null(d.notes.first);
	release(&d);
}

static void the_largest_cel_is_reported_by_its_count(void **state)
{
	const struct exh_sci_cel cel = make_cel(65535, 65535, "\x11", 1);
	struct exh_error err;
	uint8_t pixel;

	(void)state;
	assert_int_equal(exh_sci_cel_decode(&cel, &pixel, 1, NULL, NULL, &err),
			 EXH_LIMIT);
	assert_int_equal(err.offset, 100);
	assert_non_null(strstr(err.text, "65535 x 65535"));
}

static void a_long_cel_is_decoded_to_its_end(void **state)
{
	enum { RUNS = 65535 };
	uint8_t *rle = calloc(RUNS, 1);
	const struct exh_sci_cel wide = make_cel(65535, 15, rle, RUNS);
	const struct exh_sci_cel high = make_cel(1, 65535, rle, RUNS);
	struct decoded d;

	(void)state;
	assert_non_null(rle);
	memset(rle, 0xf5, RUNS);
	decode(&d, &wide);
	assert_int_equal(d.used, RUNS);
	assert_null(d.notes.first);
	assert_int_equal(d.pixels[65535 * 15 - 1], 5);
	release(&d);
	memset(rle, 0x14, RUNS);
	decode(&d, &high);
	assert_int_equal(d.used, RUNS);
	assert_null(d.notes.first);
	release(&d);
	free(rle);
}

/* rle and pixels have exactly their sizes. */
static void compare_with_plain(const struct exh_sci_cel *cel)
{
	uint8_t *expected = malloc(count_pixels(cel) + 1);
	const struct plain_cel plain = plain_decode(cel, expected);
	struct decoded d;

	decode(&d, cel);
	assert_same_bytes((struct exh_bytes){ d.pixels, count_pixels(cel), 0 }, expected,
			  count_pixels(cel));
	assert_int_equal(d.used, plain.used);
	assert_int_equal(d.notes.damage_count,
			 (plain.cut_count > 0) + (plain.lack_count > 0));
	release(&d);
	free(expected);
}

/* Covers all lengths of runs, in every state of the remaining data. */
static void random_data_are_decoded_as_plainly(void **state)
{
	uint64_t seed = 0x5c10;

	(void)state;
	for (int round = 0; round < 4000; round++) {
		const size_t size = roll(&seed, 120);
		const uint16_t width = (uint16_t)roll(&seed, 40);
		const uint16_t height = (uint16_t)roll(&seed, 30);
		const uint8_t most = (uint8_t)(round % 2 ? 0xff : 0x3f);
		uint8_t rle[120];

		roll_bytes(&seed, rle, size);
		for (size_t i = 0; i < size; i++)
			rle[i] &= most;
		uint8_t *tight = tight_copy(rle, size);
		const struct exh_sci_cel cel = make_cel(width, height, tight, size);

		compare_with_plain(&cel);
		free(tight);
	}
}

static void every_shorter_cel_is_decoded_as_plainly(void **state)
{
	uint64_t seed = 7;
	uint8_t rle[80];

	(void)state;
	roll_bytes(&seed, rle, sizeof rle);
	for (size_t n = 0; n <= sizeof rle; n++)
		for (uint16_t height = 0; height < 20; height++) {
			uint8_t *tight = tight_copy(rle, n);
			const struct exh_sci_cel cel = make_cel(31, height, tight, n);

			compare_with_plain(&cel);
			free(tight);
		}
}

/*
 * Coding.
 */

static void runs_are_as_long_as_can_be(void **state)
{
	static const uint8_t pixels[] = { 1, 1, 1, 1, 2, 3, 3, 3 };
	static const uint8_t crossing[] = { 0x00, 0x41, 0x12, 0x33 };
	static const uint8_t rows[] = { 0x00, 0x21, 0x21, 0x12, 0x13, 0x23 };
	struct exh_writer out = { .limit = 100 };
	uint8_t same[40];

	(void)state;
	exh_sci_cel_encode(pixels, sizeof pixels, &out);
	assert_same_bytes(exh_writer_bytes(&out), crossing, sizeof crossing);
	out.size = 0;
	exh_sci_cel_encode_rows(pixels, 2, 4, &out);
	assert_same_bytes(exh_writer_bytes(&out), rows, sizeof rows);
	out.size = 0;
	memset(same, 15, sizeof same);
	exh_sci_cel_encode(same, sizeof same, &out);
	assert_same_bytes(exh_writer_bytes(&out), "\x00\xff\xff\xaf", 4);
	out.size = 0;
	exh_sci_cel_encode_rows(same, 20, 2, &out);
	assert_same_bytes(exh_writer_bytes(&out), "\x00\xff\x5f\xff\x5f", 5);
	out.size = 0;
	exh_sci_cel_encode(same, 0, &out);
	exh_sci_cel_encode_rows(same, 0, 9, &out);
	exh_sci_cel_encode_rows(same, 9, 0, &out);
	assert_same_bytes(exh_writer_bytes(&out), "\0\0\0", 3);
	exh_writer_free(&out);
}

static void a_full_writer_stays_failed(void **state)
{
	static const uint8_t pixels[] = { 1, 2, 3, 4 };
	struct exh_writer out = { .limit = 3 };

	(void)state;
	exh_sci_cel_encode(pixels, sizeof pixels, &out);
	assert_true(out.failed);
	exh_writer_free(&out);
}

static void check_round_trip(const uint8_t *pixels, uint16_t width, uint16_t height)
{
	const size_t count = (size_t)width * height;
	struct exh_writer crossing = { .limit = 1 << 16 }, rows = { .limit = 1 << 16 };
	struct decoded d;

	exh_sci_cel_encode(pixels, count, &crossing);
	exh_sci_cel_encode_rows(pixels, width, height, &rows);
	assert_true(crossing.size <= rows.size && rows.size <= 1 + count);
	for (int i = 0; i < 2; i++) {
		const struct exh_writer *out = i ? &rows : &crossing;
		const struct exh_sci_cel cel =
			make_cel(width, height, out->data, out->size);

		decode(&d, &cel);
		assert_null(d.notes.first);
		assert_int_equal(d.used, count ? out->size : 0);
		assert_same_bytes((struct exh_bytes){ d.pixels, count, 0 }, pixels,
				  count);
		release(&d);
	}
	exh_writer_free(&crossing);
	exh_writer_free(&rows);
}

static void random_pixels_come_back(void **state)
{
	uint64_t seed = 0xce1;
	uint8_t pixels[60 * 40];

	(void)state;
	for (int round = 0; round < 500; round++) {
		const uint16_t width = (uint16_t)roll(&seed, 61);
		const uint16_t height = (uint16_t)roll(&seed, 41);
		const uint32_t change = 1 + roll(&seed, 30);
		uint8_t color = 0;

		for (size_t i = 0; i < sizeof pixels; i++) {
			if (!roll(&seed, change))
				color = (uint8_t)roll(&seed, 16);
			pixels[i] = color;
		}
		check_round_trip(pixels, width, height);
	}
}

/* Cels coded by the real games' tool. */
static void cels_of_real_games_end_runs_with_rows(void **state)
{
	struct exh_writer out = { .limit = 1 << 16 };
	struct opened_view o;
	struct decoded d;

	(void)state;
	for (size_t g = 0; g < sizeof games_views / sizeof games_views[0]; g++)
		for (size_t v = 0; v < games_views[g].count; v++) {
			const struct exh_bytes in = load_view(&games_views[g], v);

			assert_int_equal(open_view(&o, in.data, in.size), EXH_OK);
			for (size_t i = 0; i < o.view.loop_count; i++)
				for (size_t k = 0; k < o.view.loops[i].cel_count; k++) {
					const struct exh_sci_cel *cel =
						&o.view.loops[i].cels[k];

					decode(&d, cel);
					out.size = 0;
					exh_sci_cel_encode_rows(d.pixels, cel->width,
								cel->height, &out);
					assert_same_bytes(exh_writer_bytes(&out),
							  cel->rle.data, d.used);
					release(&d);
				}
			close_view(&o);
			free((void *)in.data);
		}
	exh_writer_free(&out);
}

/*
 * Drawing.
 */

static void flipping_turns_each_row(void **state)
{
	uint8_t odd[] = { 1, 2, 3, 4, 5, 6 }, even[] = { 1, 2, 3, 4 };

	(void)state;
	exh_sci_cel_flip(odd, 3, 2);
	assert_memory_equal(odd, ((uint8_t[]){ 3, 2, 1, 6, 5, 4 }), 6);
	exh_sci_cel_flip(even, 2, 2);
	assert_memory_equal(even, ((uint8_t[]){ 2, 1, 4, 3 }), 4);
	exh_sci_cel_flip(even, 4, 1);
	assert_memory_equal(even, ((uint8_t[]){ 3, 4, 1, 2 }), 4);
	exh_sci_cel_flip(even, 1, 4);
	assert_memory_equal(even, ((uint8_t[]){ 3, 4, 1, 2 }), 4);
	exh_sci_cel_flip(even, 0, 65535);
	exh_sci_cel_flip(even, 65535, 0);
}

static void assert_place(const struct exh_sci_cel *cel, bool is_mirrored, int32_t z,
			 const int32_t *expected)
{
	const struct exh_sci_cel_place place =
		exh_sci_cel_place(cel, is_mirrored, 100, 50, z);

	assert_int_equal(place.left, expected[0]);
	assert_int_equal(place.top, expected[1]);
	assert_int_equal(place.right, expected[2]);
	assert_int_equal(place.bottom, expected[3]);
}

/* left = x + dx - w/2, bottom = y + dy - z + 1. */
static void a_cel_stands_on_its_place(void **state)
{
	const struct exh_sci_cel cel = { .width = 5, .height = 4, .dx = 3, .dy = -1 };
	const struct exh_sci_cel far = { .width = 65535, .height = 65535, .dx = -128 };

	(void)state;
	assert_place(&cel, false, 0, (int32_t[]){ 101, 46, 106, 50 });
	assert_place(&cel, true, 0, (int32_t[]){ 95, 46, 100, 50 });
	assert_place(&cel, false, 10, (int32_t[]){ 101, 36, 106, 40 });
	assert_place(&far, true, 0,
		     (int32_t[]){ 228 - 32767, 51 - 65535, 228 + 32768, 51 });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_cross_rows_and_those_of_none_draw_nothing),
		cmocka_unit_test(a_run_past_the_end_is_cut),
		cmocka_unit_test(pixels_that_lack_have_the_key),
		cmocka_unit_test(a_side_of_0_has_no_pixels),
		cmocka_unit_test(the_largest_cel_is_reported_by_its_count),
		cmocka_unit_test(a_long_cel_is_decoded_to_its_end),
		cmocka_unit_test(random_data_are_decoded_as_plainly),
		cmocka_unit_test(every_shorter_cel_is_decoded_as_plainly),
		cmocka_unit_test(runs_are_as_long_as_can_be),
		cmocka_unit_test(a_full_writer_stays_failed),
		cmocka_unit_test(random_pixels_come_back),
		cmocka_unit_test(cels_of_real_games_end_runs_with_rows),
		cmocka_unit_test(flipping_turns_each_row),
		cmocka_unit_test(a_cel_stands_on_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
