#include "name.h"
#include "reader.h"
#include "testing.h"
#include "exhume/advanced/base.h"

static void a_slice_inside_keeps_its_place_in_the_file(void **state)
{
	static const uint8_t data[] = { 10, 11, 12, 13 };
	const struct exh_bytes in = { data, sizeof data, 0x100 };
	struct exh_bytes out;

	(void)state;
	assert_true(exh_bytes_slice(in, 1, 2, &out));
	assert_ptr_equal(out.data, data + 1);
	assert_int_equal(out.size, 2);
	assert_int_equal(out.base, 0x101);
}

static void a_slice_may_be_empty_at_the_very_end(void **state)
{
	static const uint8_t data[4];
	struct exh_bytes out;

	(void)state;
	assert_true(exh_bytes_slice((struct exh_bytes){ data, 4, 0 }, 4, 0, &out));
	assert_int_equal(out.size, 0);
	assert_true(exh_bytes_slice((struct exh_bytes){ NULL, 0, 0 }, 0, 0, &out));
	assert_null(out.data);
}

static void a_slice_that_passes_the_end_is_refused(void **state)
{
	static const uint8_t data[4];
	const struct exh_bytes in = { data, 4, 0 };
	struct exh_bytes out;

	(void)state;
	assert_false(exh_bytes_slice(in, 0, 5, &out));
	assert_false(exh_bytes_slice(in, 3, 2, &out));
	assert_false(exh_bytes_slice(in, 5, 0, &out));
	assert_false(exh_bytes_slice(in, 1, SIZE_MAX, &out)); /* the sum wraps to 0 */
	assert_false(exh_bytes_slice(in, SIZE_MAX, 1, &out));
}

static void crc32_agrees_with_the_published_check_value(void **state)
{
	const struct exh_bytes check = { (const uint8_t *)"123456789", 9, 0 };

	(void)state;
	assert_int_equal(exh_crc32(check), 0xcbf43926);
	assert_int_equal(exh_crc32((struct exh_bytes){ NULL, 0, 0 }), 0);
}

static uint32_t crc32_bit_by_bit(const uint8_t *bytes, size_t size)
{
	uint32_t crc = 0xffffffff;

	for (size_t bit = 0; bit < 8 * size; bit++) {
		const uint32_t in = bytes[bit / 8] >> bit % 8 & 1;

		crc = crc >> 1 ^ ((crc ^ in) & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

static void crc32_of_any_length_is_that_of_its_bits(void **state)
{
	enum { MOST = 5000 };
	uint8_t bytes[MOST];
	uint64_t seed = 5;

	(void)state;
	roll_bytes(&seed, bytes, sizeof bytes);
	for (size_t size = 0; size <= MOST; size += size < 20 || size > 4085 ? 1 : 97)
		assert_int_equal(exh_crc32((struct exh_bytes){ bytes, size, 0 }),
				 crc32_bit_by_bit(bytes, size));
}

static void the_version_has_three_numbers(void **state)
{
	size_t dots = 0;

	(void)state;
	for (const char *c = exh_version(); *c; c++)
		dots += *c == '.';
	assert_int_equal(dots, 2);
}

static void the_version_is_that_of_the_header(void **state)
{
	char text[32];

	(void)state;
	snprintf(text, sizeof text, "%d.%d.%d", EXH_VERSION_MAJOR, EXH_VERSION_MINOR,
		 EXH_VERSION_PATCH);
	assert_string_equal(exh_version(), text);
}

static void every_status_has_a_name(void **state)
{
	(void)state;
	assert_string_equal(exh_status_name(EXH_OK), "ok");
	assert_string_equal(exh_status_name(EXH_TRUNCATED), "truncated");
	for (int i = 0; i <= EXH_IO; i++)
		assert_string_not_equal(exh_status_name((enum exh_status)i), "unknown");
	assert_string_equal(exh_status_name((enum exh_status)(EXH_IO + 1)), "unknown");
	assert_string_equal(exh_status_name((enum exh_status) - 1), "unknown");
}

static void a_failure_tells_what_and_where(void **state)
{
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_fail(&err, EXH_INVALID, 0x1a, "run of %d", 5), EXH_INVALID);
	assert_int_equal(err.status, EXH_INVALID);
	assert_int_equal(err.offset, 0x1a);
	assert_string_equal(err.text, "run of 5");
	assert_int_equal(exh_fail(NULL, EXH_LIMIT, 0, "unheard"), EXH_LIMIT);
}

static void each_layer_puts_its_place_in_front(void **state)
{
	struct exh_error err;

	(void)state;
	exh_fail(&err, EXH_TRUNCATED, 3, "too short");
	assert_int_equal(exh_within(&err, EXH_TRUNCATED, "cel %d", 0), EXH_TRUNCATED);
	assert_int_equal(exh_within(&err, EXH_TRUNCATED, "loop %d", 2), EXH_TRUNCATED);
	assert_string_equal(err.text, "loop 2: cel 0: too short");
	assert_int_equal(err.offset, 3);
	assert_int_equal(exh_within(NULL, EXH_IO, "unheard"), EXH_IO);
}

static void a_long_story_is_cut_and_never_overflows(void **state)
{
	char long_text[1000];
	struct exh_error err;

	(void)state;
	memset(long_text, 'x', sizeof long_text - 1);
	long_text[sizeof long_text - 1] = '\0';
	exh_fail(&err, EXH_INVALID, 0, "%s", long_text);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	for (int width = 0; width < 300; width++) {
		exh_fail(&err, EXH_INVALID, 0, "%s", long_text);
		exh_within(&err, EXH_INVALID, "%.*s", width, long_text);
		assert_int_equal(strlen(err.text), sizeof err.text - 1);
	}
}

static void the_arena_gives_zeroed_memory_and_counts_it(void **state)
{
	struct exh_arena arena = { .limit = 1000 };
	uint8_t *first, *second;

	(void)state;
	first = exh_alloc(&arena, 10, 50);
	assert_non_null(first);
	for (size_t i = 0; i < 500; i++)
		assert_int_equal(first[i], 0);
	second = exh_alloc(&arena, 500, 1);
	assert_non_null(second);
	memset(first, 1, 500);
	memset(second, 2, 500);
	assert_int_equal(arena.used, 1000);
	exh_arena_free(&arena);
	assert_int_equal(arena.used, 0);
	assert_null(arena.last);
}

static void the_arena_refuses_more_than_its_limit(void **state)
{
	struct exh_arena arena = { .limit = 100 };

	(void)state;
	assert_non_null(exh_alloc(&arena, 60, 1));
	assert_null(exh_alloc(&arena, 41, 1));
	assert_null(exh_alloc(&arena, SIZE_MAX, 1));
	assert_null(exh_alloc(&arena, SIZE_MAX / 2, 4)); /* the product wraps */
	assert_int_equal(arena.used, 60);
	assert_non_null(exh_alloc(&arena, 40, 1));
	assert_null(exh_alloc(&arena, 1, 1));
	exh_arena_free(&arena);
	assert_non_null(exh_alloc(&arena, 100, 1)); /* a freed arena begins anew */
	exh_arena_free(&arena);
}

/* The header of a block, a link at least, must not make the sum wrap. */
static void an_arena_without_limit_still_refuses_the_impossible(void **state)
{
	struct exh_arena arena = { .limit = SIZE_MAX };

	(void)state;
	for (size_t less = 0; less < sizeof(void *); less++)
		assert_null(exh_alloc(&arena, SIZE_MAX - less, 1));
	exh_arena_free(&arena);
}

static void notes_stay_in_the_order_they_were_found(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };

	(void)state;
	exh_note(&notes, EXH_WARNING, 7, "first %d", 1);
	exh_note(&notes, EXH_DAMAGE, EXH_NO_OFFSET, "second");
	exh_note(NULL, EXH_DAMAGE, 0, "unheard");
	assert_int_equal(notes.warning_count, 1);
	assert_int_equal(notes.damage_count, 1);
	assert_string_equal(notes.first->text, "first 1");
	assert_int_equal(notes.first->offset, 7);
	assert_int_equal(notes.first->severity, EXH_WARNING);
	assert_string_equal(notes.first->next->text, "second");
	assert_ptr_equal(notes.last, notes.first->next);
	assert_null(notes.last->next);
	exh_arena_free(&arena);
}

static void notes_are_counted_even_when_memory_is_short(void **state)
{
	struct exh_arena arena = { .limit = sizeof(struct exh_note) * 2 };
	struct exh_notes notes = { .arena = &arena };

	(void)state;
	for (int i = 0; i < 5; i++)
		exh_note(&notes, EXH_DAMAGE, 0, "number %d", i);
	assert_int_equal(notes.damage_count, 5);
	assert_string_equal(notes.last->text, "number 1");
	exh_arena_free(&arena);
}

static void a_limit_keeps_so_many_of_each_severity(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	size_t kept = 0;

	(void)state;
	exh_notes_limit(NULL, 1);
	exh_notes_all(NULL);
	for (int turn = 0; turn < 2; turn++) {
		exh_note(&notes, EXH_DAMAGE, 0, "before");
		exh_notes_limit(&notes, 3);
		for (int i = 0; i < 5; i++)
			exh_note(&notes, EXH_DAMAGE, 0, "number %d", i);
		for (int i = 0; i < 3; i++)
			exh_note(&notes, EXH_WARNING, 0, "number %d", i);
		exh_notes_all(&notes);
	}
	exh_notes_all(&notes);
	for (const struct exh_note *note = notes.first; note; note = note->next)
		kept++;
	assert_int_equal(kept, 2 * (1 + 3 + 3 + 1));
	assert_int_equal(notes.damage_count, 12);
	assert_int_equal(notes.warning_count, 6);
	assert_string_equal(notes.last->text, "damage in 2 more places");
	assert_int_equal(notes.last->severity, EXH_DAMAGE);
	assert_int_equal(notes.last->offset, EXH_NO_OFFSET);
	exh_arena_free(&arena);
}

static void the_writer_writes_little_endian(void **state)
{
	static const uint8_t expected[] = {
		0x11,			/* u8 */
		0x33, 0x22,		/* u16 */
		0x66, 0x55, 0x44,	/* u24, without the highest byte */
		0xaa, 0x99, 0x88, 0x77, /* u32 */
		'e',  'n',  'd',	/* bytes */
	};
	struct exh_writer out = { .limit = 100 };

	(void)state;
	exh_write_u8(&out, 0x11);
	exh_write_u16le(&out, 0x2233);
	exh_write_u24le(&out, 0xff445566);
	exh_write_u32le(&out, 0x778899aa);
	exh_write_bytes(&out, "end", 3);
	assert_false(out.failed);
	assert_same_bytes((struct exh_bytes){ out.data, out.size, 0 }, expected,
			  sizeof expected);
	exh_writer_free(&out);
	assert_null(out.data);
	assert_int_equal(out.size, 0);
	assert_int_equal(out.limit, 100);
}

static void a_number_can_be_overwritten_where_it_is(void **state)
{
	struct exh_writer out = { .limit = 6 };

	(void)state;
	exh_write_bytes(&out, "abcdef", 6);
	exh_write_u32le_at(&out, 1, 0x04030201);
	assert_same_bytes(exh_writer_bytes(&out), "a\1\2\3\4f", 6);
	exh_write_u8(&out, 0);
	assert_true(out.failed);
	exh_write_u32le_at(&out, 1, 0);
	assert_same_bytes(exh_writer_bytes(&out), "a\1\2\3\4f", 6);
	exh_writer_free(&out);
}

static void hexadecimal_digits_are_read_in_both_cases(void **state)
{
	(void)state;
	for (unsigned c = 0; c < 256; c++) {
		const char *digits = "0123456789abcdef0123456789ABCDEF";
		const char *found = c ? strchr(digits, (int)c) : NULL;

		assert_int_equal(exh_hex_digit((uint8_t)c),
				 found ? (found - digits) % 16 : -1);
	}
}

static void the_writer_grows_up_to_its_limit_and_then_stays_failed(void **state)
{
	struct exh_writer out = { .limit = 1000 };

	(void)state;
	for (unsigned i = 0; i < 999; i++)
		exh_write_u8(&out, (uint8_t)i);
	assert_false(out.failed);
	exh_write_u16le(&out, 0); /* would be 1001 */
	assert_true(out.failed);
	exh_write_u8(&out, 0); /* would fit, but the failure is sticky */
	assert_true(out.failed);
	assert_int_equal(out.size, 999);
	for (unsigned i = 0; i < 999; i++)
		assert_int_equal(out.data[i], (uint8_t)i);
	exh_writer_free(&out);
}

static void the_writer_takes_much_at_once(void **state)
{
	static const uint8_t much[5000] = { 1, [4999] = 9 };
	struct exh_writer out = { .limit = 20000 };

	(void)state;
	exh_write_bytes(&out, NULL, 0);
	assert_null(out.data);
	for (int i = 0; i < 4; i++)
		exh_write_bytes(&out, much, sizeof much);
	assert_false(out.failed);
	assert_int_equal(out.size, 20000);
	assert_memory_equal(out.data + 15000, much, sizeof much);
	exh_writer_free(&out);
}

static void the_reader_reads_each_width(void **state)
{
	static const uint8_t data[] = { 0xfe, 0x34, 0x12, 0xff, 0xff, 0x56,
					0x34, 0x12, 0x78, 0x56, 0x34, 0xf2 };
	uint8_t *tight = tight_copy(data, sizeof data);
	struct reader r = { .in = { tight, sizeof data, 0x40 } };

	(void)state;
	assert_int_equal(rd_u8(&r), 0xfe);
	assert_int_equal(rd_u16le(&r), 0x1234);
	assert_int_equal(rd_i16le(&r), -1);
	assert_int_equal(rd_u24le(&r), 0x123456);
	assert_int_equal(rd_left(&r), 4);
	assert_int_equal(rd_tell(&r), 0x48);
	assert_int_equal(rd_u32le(&r), 0xf2345678);
	assert_false(r.failed);
	free(tight);
}

static void a_reader_that_failed_once_yields_zeros_for_good(void **state)
{
	static const uint8_t data[] = { 1, 2, 3 };
	uint8_t *tight = tight_copy(data, sizeof data);
	struct reader r = { .in = { tight, sizeof data, 0 } };

	(void)state;
	assert_int_equal(rd_u16le(&r), 0x0201);
	assert_int_equal(rd_u16le(&r), 0); /* one byte is left */
	assert_true(r.failed);
	assert_int_equal(rd_u8(&r), 0);
	assert_int_equal(r.pos, 2);
	assert_null(rd_take(&r, 0));
	free(tight);
}

static void a_reader_of_nothing_fails_at_once(void **state)
{
	struct reader r = { .in = { NULL, 0, 0 } };

	(void)state;
	assert_int_equal(rd_u32le(&r), 0);
	assert_true(r.failed);
	r = (struct reader){ .in = { NULL, 0, 0 } };
	assert_null(rd_take(&r, SIZE_MAX));
	assert_true(r.failed);
}

static void assert_color(struct exh_color color, int red, int green, int blue)
{
	assert_int_equal(color.red, red);
	assert_int_equal(color.green, green);
	assert_int_equal(color.blue, blue);
	assert_int_equal(color.alpha, 255);
}

static void the_ega_palette_has_brown_and_light_colours(void **state)
{
	struct exh_palette palette;

	(void)state;
	exh_palette_ega(&palette);
	assert_int_equal(palette.count, 16);
	assert_color(palette.colors[0], 0, 0, 0);
	assert_color(palette.colors[1], 0, 0, 170);
	assert_color(palette.colors[2], 0, 170, 0);
	assert_color(palette.colors[4], 170, 0, 0);
	assert_color(palette.colors[6], 170, 85, 0);
	assert_color(palette.colors[7], 170, 170, 170);
	assert_color(palette.colors[8], 85, 85, 85);
	assert_color(palette.colors[14], 255, 255, 85);
	assert_color(palette.colors[15], 255, 255, 255);
}

static void the_cga_palettes_are_those_of_mode_4(void **state)
{
	struct exh_palette palette;

	(void)state;
	exh_palette_cga(&palette, 0, false);
	assert_int_equal(palette.count, 4);
	assert_color(palette.colors[0], 0, 0, 0);
	assert_color(palette.colors[1], 0, 170, 0);
	assert_color(palette.colors[2], 170, 0, 0);
	assert_color(palette.colors[3], 170, 85, 0);
	exh_palette_cga(&palette, 1, true);
	assert_color(palette.colors[0], 0, 0, 0);
	assert_color(palette.colors[1], 85, 255, 255);
	assert_color(palette.colors[2], 255, 85, 255);
	assert_color(palette.colors[3], 255, 255, 255);
}

static void names_have_no_case(void **state)
{
	(void)state;
	assert_true(name_begins("E000H1AA.IFP", "e000h1"));
	assert_true(name_ends("E000H1AA.IFP", ".ifp"));
	assert_true(name_ends("e000h1aa.ifp", ".ifp"));
	assert_false(name_ends("E000H1AA.RAW", ".ifp"));
	assert_false(name_begins(NULL, "e"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_have_no_case),
		cmocka_unit_test(a_slice_inside_keeps_its_place_in_the_file),
		cmocka_unit_test(a_slice_may_be_empty_at_the_very_end),
		cmocka_unit_test(a_slice_that_passes_the_end_is_refused),
		cmocka_unit_test(crc32_agrees_with_the_published_check_value),
		cmocka_unit_test(crc32_of_any_length_is_that_of_its_bits),
		cmocka_unit_test(the_version_has_three_numbers),
		cmocka_unit_test(the_version_is_that_of_the_header),
		cmocka_unit_test(every_status_has_a_name),
		cmocka_unit_test(a_failure_tells_what_and_where),
		cmocka_unit_test(each_layer_puts_its_place_in_front),
		cmocka_unit_test(a_long_story_is_cut_and_never_overflows),
		cmocka_unit_test(the_arena_gives_zeroed_memory_and_counts_it),
		cmocka_unit_test(the_arena_refuses_more_than_its_limit),
		cmocka_unit_test(an_arena_without_limit_still_refuses_the_impossible),
		cmocka_unit_test(notes_stay_in_the_order_they_were_found),
		cmocka_unit_test(notes_are_counted_even_when_memory_is_short),
		cmocka_unit_test(a_limit_keeps_so_many_of_each_severity),
		cmocka_unit_test(the_writer_writes_little_endian),
		cmocka_unit_test(a_number_can_be_overwritten_where_it_is),
		cmocka_unit_test(hexadecimal_digits_are_read_in_both_cases),
		cmocka_unit_test(the_writer_grows_up_to_its_limit_and_then_stays_failed),
		cmocka_unit_test(the_writer_takes_much_at_once),
		cmocka_unit_test(the_reader_reads_each_width),
		cmocka_unit_test(a_reader_that_failed_once_yields_zeros_for_good),
		cmocka_unit_test(a_reader_of_nothing_fails_at_once),
		cmocka_unit_test(the_ega_palette_has_brown_and_light_colours),
		cmocka_unit_test(the_cga_palettes_are_those_of_mode_4),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
