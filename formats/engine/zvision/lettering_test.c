/* Letters in rectangles, counted by hand: "a" has 6 columns, " " has 4. */
#include "zv_parts.h"
#include "exhume/advanced/zv_letters.h"

#include "../../base/testing.h"

enum { WIDE = 64, HIGH = 64 };

static uint16_t pixels[WIDE * HIGH];
static const struct exh_zv_picture picture = { WIDE, HIGH, pixels };

static size_t set(const char *line, int64_t width, size_t shown)
{
	const struct exh_zv_text_line lines[] = { { .text = line } };
	struct zv_lettering text = { .lines = lines,
				     .line_count = 1,
				     .width = width,
				     .height = HIGH,
				     .shown = shown };

	memset(pixels, 0, sizeof pixels);
	return exh_zv_set_letters(&picture, &text);
}

/* True if the cell has a pixel of a letter. */
static bool inked(size_t x, size_t y, size_t width, size_t height)
{
	for (size_t row = y; row < y + height; row++)
		for (size_t column = x; column < x + width; column++)
			if (pixels[row * WIDE + column])
				return true;
	return false;
}

static void letters_stand_side_by_side(void **state)
{
	struct exh_zv_letter a;

	(void)state;
	assert_true(exh_zv_letter('a', &a));
	assert_int_equal(a.width, 6);
	assert_int_equal(set("aa", WIDE, SIZE_MAX), 2);
	for (size_t y = 0; y < EXH_ZV_LETTER_HEIGHT; y++)
		for (size_t x = 0; x < 6; x++) {
			const uint16_t wanted = a.rows[y] & 0x8000 >> x ? 0x7fff : 0;

			assert_int_equal(pixels[y * WIDE + x], wanted);
			assert_int_equal(pixels[y * WIDE + 6 + x], wanted);
		}
	assert_false(inked(12, 0, WIDE - 12, HIGH));
}

static void words_wrap_at_blanks(void **state)
{
	(void)state;
	/* 12 + 4 + 12 columns: the second word does not fit into 27. */
	assert_int_equal(set("aa aa", 28, SIZE_MAX), 5);
	assert_true(inked(16, 0, 12, 10));
	assert_false(inked(0, 12, WIDE, 12));
	set("aa aa", 27, SIZE_MAX);
	assert_false(inked(12, 0, WIDE - 12, 12));
	assert_true(inked(0, 12, 12, 10));
	/* A word that is too long for a line is cut. */
	set("aaaa", 20, SIZE_MAX);
	assert_true(inked(12, 0, 6, 10));
	assert_true(inked(0, 12, 6, 10));
	assert_false(inked(6, 12, WIDE - 6, 12));
	set("a<NEWLINE>a", WIDE, SIZE_MAX);
	assert_true(inked(0, 12, 6, 10));
}

static void tags_set_place_size_and_colour(void **state)
{
	(void)state;
	set("<JUSTIFY right>a", WIDE, SIZE_MAX);
	assert_false(inked(0, 0, WIDE - 6, 12));
	assert_true(inked(WIDE - 6, 0, 6, 12));
	set("<JUSTIFY center>a", WIDE, SIZE_MAX);
	assert_true(inked(29, 0, 6, 12));
	assert_false(inked(0, 0, 29, 12));
	set("<POINT 24>a", WIDE, SIZE_MAX);
	assert_true(inked(6, 10, 6, 10));
	/* 255, 128 and 8 are 31, 16 and 1. */
	set("<RED 255 GREEN 128 BLUE 8 UNDERLINE on>a", WIDE, SIZE_MAX);
	for (size_t x = 0; x < 6; x++)
		assert_int_equal(pixels[8 * WIDE + x], 31 << 10 | 16 << 5 | 1);
}

static void only_so_many_letters_are_shown(void **state)
{
	(void)state;
	assert_int_equal(set("aaa", WIDE, 2), 3);
	assert_true(inked(6, 0, 6, 12));
	assert_false(inked(12, 0, 6, 12));
}

static int32_t value(const void *context, int32_t key)
{
	(void)context;
	return key * 10;
}

static void a_state_box_has_the_value_of_its_key(void **state)
{
	const struct exh_zv_text_line lines[] = { { .text = "<STATEBOX 12>" } };
	struct zv_lettering text = { .lines = lines,
				     .line_count = 1,
				     .width = WIDE,
				     .height = HIGH,
				     .shown = SIZE_MAX,
				     .value = value };

	(void)state;
	assert_int_equal(exh_zv_set_letters(NULL, &text), 3); /* 120 */
	assert_int_equal(text.end_x, 18);
}

static void letters_without_a_shape_have_another(void **state)
{
	struct exh_zv_letter e, accented;

	(void)state;
	assert_true(exh_zv_letter('e', &e));
	assert_true(exh_zv_letter(0xe9, &accented));
	assert_memory_equal(&e, &accented, sizeof e);
	assert_false(exh_zv_letter(0x416, &e));
	assert_int_equal(set("\xd0\x96", WIDE, SIZE_MAX), 1); /* Zhe */
	assert_true(inked(0, 0, 6, 12));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(letters_stand_side_by_side),
		cmocka_unit_test(words_wrap_at_blanks),
		cmocka_unit_test(tags_set_place_size_and_colour),
		cmocka_unit_test(only_so_many_letters_are_shown),
		cmocka_unit_test(a_state_box_has_the_value_of_its_key),
		cmocka_unit_test(letters_without_a_shape_have_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
