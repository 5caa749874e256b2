#include "exhume/sci.h"
#include "exhume/advanced/sci_font.h"

#include "resource_testing.h"

enum { SIZE = EXH_SCI_CURSOR_SIZE, SIDE = EXH_SCI_CURSOR_SIDE };

struct result {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_cursor cursor;
	struct exh_error err;
};

static enum exh_status read_cursor(struct result *r, const void *data, size_t size)
{
	*r = (struct result){ .arena.limit = 1 << 16 };
	r->notes.arena = &r->arena;
	return exh_sci_cursor_read((struct exh_bytes){ data, size, 0 }, &r->cursor,
				   &r->notes, &r->err);
}

static void assert_rewrites(const struct exh_sci_cursor *cursor, const void *expected)
{
	struct exh_writer out = { .limit = 1 << 16 };

	exh_sci_cursor_write(cursor, &out);
	assert_same_bytes(exh_writer_bytes(&out), expected, SIZE);
	exh_writer_free(&out);
}

/* All four in the first row, from the left; and the rightmost of the last one. */
static void the_masks_say_black_white_clear_and_both(void **state)
{
	uint8_t file[SIZE] = { 7, 0, 8, 0 };
	struct result r;

	(void)state;
	file[4 + 1] = 0x30;	 /* A: 0011 */
	file[4 + 32 + 1] = 0x50; /* B: 0101 */
	file[4 + 30] = 0x01;	 /* A, row 15, bit 0 */
	assert_int_equal(read_cursor(&r, file, SIZE), EXH_OK);
	assert_int_equal(r.cursor.pixels[0], EXH_SCI_CURSOR_BLACK);
	assert_int_equal(r.cursor.pixels[1], EXH_SCI_CURSOR_WHITE);
	assert_int_equal(r.cursor.pixels[2], EXH_SCI_CURSOR_CLEAR);
	assert_int_equal(r.cursor.pixels[3], EXH_SCI_CURSOR_BOTH);
	assert_int_equal(r.cursor.pixels[4], EXH_SCI_CURSOR_BLACK);
	assert_int_equal(r.cursor.pixels[255], EXH_SCI_CURSOR_CLEAR);
	assert_int_equal(r.cursor.x, 7);
	assert_int_equal(r.cursor.y, 8);
	assert_rewrites(&r.cursor, file);
}

static void the_hot_spot_is_the_middle_if_byte_3_is_not_0(void **state)
{
	uint8_t file[SIZE] = { 0xff, 0xff, 0xff, 0 };
	struct result r;

	(void)state;
	assert_int_equal(read_cursor(&r, file, SIZE), EXH_OK);
	assert_int_equal(r.cursor.hot_x, 0);
	assert_int_equal(r.cursor.hot_y, 0);
	file[3] = 1;
	assert_int_equal(read_cursor(&r, file, SIZE), EXH_OK);
	assert_int_equal(r.cursor.hot_x, 8);
	assert_int_equal(r.cursor.hot_y, 8);
	assert_int_equal(r.cursor.y, 0x1ff);
}

static void other_sizes_are_no_cursors(void **state)
{
	uint8_t file[SIZE + 2] = { 0 };
	struct result r;

	(void)state;
	for (size_t n = 0; n < SIZE; n++) {
		uint8_t *tight = tight_copy(file, n);

		assert_int_equal(read_cursor(&r, tight, n), EXH_TRUNCATED);
		assert_int_equal(r.err.offset, n);
		free(tight);
	}
	assert_int_equal(read_cursor(&r, file, SIZE + 1), EXH_INVALID);
	assert_int_equal(r.err.offset, SIZE);
	file[SIZE] = 0x1a;
	assert_int_equal(read_cursor(&r, file, SIZE + 2), EXH_INVALID);
	assert_int_equal(read_cursor(&r, file, SIZE + 1), EXH_OK);
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.first->offset, SIZE);
	exh_arena_free(&r.arena);
}

static void any_68_bytes_come_back(void **state)
{
	uint64_t seed = 54;

	(void)state;
	for (int turn = 0; turn < 1000; turn++) {
		uint8_t file[SIZE];
		struct result r;

		roll_bytes(&seed, file, SIZE);
		assert_int_equal(read_cursor(&r, file, SIZE), EXH_OK);
		assert_rewrites(&r.cursor, file);
	}
}

static void the_templates_cursor_is_an_arrow(void **state)
{
	static const char *const rows[] = { "..", ".#.", ".##.", ".###." };
	const struct exh_bytes file = load_resource(game_names[0], EXH_SCI_CURSOR, 999);
	struct result r;

	(void)state;
	assert_int_equal(read_cursor(&r, file.data, file.size), EXH_OK);
	for (size_t y = 0; y < 4; y++)
		for (size_t x = 0; x < SIDE; x++) {
			const bool inside = x < strlen(rows[y]);

			assert_int_equal(r.cursor.pixels[y * SIDE + x],
					 !inside	     ? EXH_SCI_CURSOR_CLEAR
					 : rows[y][x] == '#' ? EXH_SCI_CURSOR_WHITE
							     : EXH_SCI_CURSOR_BLACK);
		}
	assert_int_equal(r.cursor.hot_x, 0);
	assert_rewrites(&r.cursor, file.data);
	free((void *)file.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_masks_say_black_white_clear_and_both),
		cmocka_unit_test(the_hot_spot_is_the_middle_if_byte_3_is_not_0),
		cmocka_unit_test(other_sizes_are_no_cursors),
		cmocka_unit_test(any_68_bytes_come_back),
		cmocka_unit_test(the_templates_cursor_is_an_arrow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
