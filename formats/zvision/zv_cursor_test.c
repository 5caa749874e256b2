#include "exhume/zvision.h"
#include "exhume/advanced/zvision_picture.h"

#include "../base/testing.h"

enum { BASE = 0x100, LIMIT = 1 << 20 };

static const uint8_t sample[] = {
	'Z', 'C', 'R', '1', 1, 0, 2,	0, /* points with (1, 2) */
	2,   0,	  3,   0,		   /* 2 by 3 pixels */
	0,   0,	  1,   0,   2, 0, 0x00, 0x80, 0xff, 0xff, 5, 0,
};

static const uint16_t sample_pixels[] = { 0, 1, 2, 0, 0x7fff, 5 };

static enum exh_status open_cursor(const uint8_t *tight, size_t size,
				   struct exh_zv_cursor *cursor, struct exh_notes *notes,
				   struct exh_error *err)
{
	return exh_zv_cursor_open((struct exh_bytes){ tight, size, BASE }, cursor, notes,
				  err);
}

static void a_cursor_is_read(void **state)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	uint8_t *tight = tight_copy(sample, sizeof sample);
	struct exh_zv_cursor cursor;
	uint16_t pixels[6];

	(void)state;
	assert_int_equal(open_cursor(tight, sizeof sample, &cursor, &notes, NULL),
			 EXH_OK);
	assert_int_equal(cursor.hot_x, 1);
	assert_int_equal(cursor.hot_y, 2);
	assert_int_equal(cursor.width, 2);
	assert_int_equal(cursor.height, 3);
	assert_int_equal(exh_zv_cursor_decode(&cursor, pixels, 6, &notes, NULL), EXH_OK);
	assert_memory_equal(pixels, sample_pixels, sizeof pixels);
	assert_null(notes.first);
	assert_int_equal(exh_zv_cursor_decode(&cursor, pixels, 5, &notes, NULL),
			 EXH_LIMIT);
	free(tight);
	exh_arena_free(&arena);
}

static void every_shorter_cursor_is_truncated_or_salvaged(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof sample; n++) {
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		uint8_t *tight = tight_copy(sample, n);
		struct exh_zv_cursor cursor;
		struct exh_error err;
		uint16_t pixels[6];
		const enum exh_status status =
			open_cursor(tight, n, &cursor, &notes, &err);

		if (n < 12) {
			assert_int_equal(status, EXH_TRUNCATED);
			assert_int_equal(err.offset, BASE + n);
		} else {
			assert_int_equal(status, EXH_OK);
			assert_int_equal(
				exh_zv_cursor_decode(&cursor, pixels, 6, &notes, NULL),
				EXH_OK);
			assert_true(has_note(&notes, EXH_DAMAGE, "the data end after"));
			for (size_t i = 0; i < 6; i++)
				assert_int_equal(pixels[i],
						 14 + 2 * i <= n ? sample_pixels[i] : 0);
		}
		free(tight);
		exh_arena_free(&arena);
	}
}

static void fields_without_sense_are_reported(void **state)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	uint8_t in[sizeof sample + 1] = { 0 };
	struct exh_zv_cursor cursor;

	(void)state;
	memcpy(in, sample, sizeof sample);
	in[4] = 2;
	assert_int_equal(open_cursor(in, sizeof in, &cursor, &notes, NULL), EXH_OK);
	assert_true(has_note(&notes, EXH_WARNING, "hot spot at (2, 2)"));
	assert_true(has_note(&notes, EXH_WARNING, "1 bytes after the last pixel"));
	in[8] = 0;
	assert_int_equal(open_cursor(in, sizeof in, &cursor, NULL, NULL), EXH_INVALID);
	in[8] = 2;
	in[10] = 0;
	assert_int_equal(open_cursor(in, sizeof in, &cursor, NULL, NULL), EXH_INVALID);
	memset(in + 8, 0xff, 4);
	assert_int_equal(open_cursor(in, sizeof in, &cursor, NULL, NULL), EXH_LIMIT);
	in[3] = '2';
	assert_int_equal(open_cursor(in, sizeof in, &cursor, NULL, NULL), EXH_INVALID);
	exh_arena_free(&arena);
}

static void a_cursor_comes_back(void **state)
{
	const struct exh_zv_cursor cursor = {
		.hot_x = 1, .hot_y = 2, .width = 2, .height = 3
	};
	const struct exh_zv_cursor none = { .width = 2 };
	struct exh_writer out = { .limit = LIMIT };
	uint8_t expected[sizeof sample];

	(void)state;
	memcpy(expected, sample, sizeof expected);
	expected[19] = 0; /* bit 15 means nothing */
	expected[21] = 0x7f;
	assert_int_equal(exh_zv_cursor_write(&cursor, sample_pixels, &out, NULL), EXH_OK);
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected);
	assert_int_equal(exh_zv_cursor_write(&none, sample_pixels, &out, NULL),
			 EXH_LIMIT);
	exh_writer_free(&out);
}

/*
 * Names.
 */

static void assert_role(const char *file, const char *name, const char *game,
			bool is_pressed)
{
	struct exh_zv_cursor_role role;

	assert_true(exh_zv_cursor_role(file, &role));
	assert_string_equal(role.name, name);
	assert_string_equal(role.game, game);
	assert_int_equal(role.is_pressed, is_pressed);
	assert_false(role.is_item);
}

static void assert_item(const char *file, unsigned item, bool is_active, bool is_pressed)
{
	struct exh_zv_cursor_role role;

	assert_true(exh_zv_cursor_role(file, &role));
	assert_string_equal(role.name, "item");
	assert_true(role.is_item);
	assert_int_equal(role.item, item);
	assert_int_equal(role.is_active, is_active);
	assert_int_equal(role.is_pressed, is_pressed);
}

static void names_tell_what_a_cursor_is_for(void **state)
{
	(void)state;
	assert_role("g0gbc011.zcr", "active", "zgi", false);
	assert_role("G0GDC011.ZCR", "active", "zgi", true);
	assert_role("g0gac011.zcr", "idle", "zgi", false);
	assert_role("g0gcc011.zcr", "idle", "zgi", true);
	assert_role("g0gac001.zcr", "arrow", "zgi", false);
	assert_role("g0gac021.zcr", "backward", "zgi", false);
	assert_role("g0gac101.zcr", "hup", "zgi", false);
	assert_role("g0gac111.zcr", "leftarrow", "zgi", false);
	assert_role("g0gcc161.zcr", "zuparrow", "zgi", true);
	assert_role("00acta.zcr", "active", "nemesis", false);
	assert_role("00idleb.zcr", "idle", "nemesis", true);
	assert_role("backa.zcr", "backward", "nemesis", false);
	assert_role("BackB.ZCR", "backward", "nemesis", true);
	assert_role("upa.zcr", "zuparrow", "nemesis", false);
	assert_role("hupa.zcr", "hup", "nemesis", false);
	assert_role("ssurra.zcr", "suggest_surround", "nemesis", false);
}

static void items_have_numbers(void **state)
{
	(void)state;
	assert_item("07idlea.zcr", 7, false, false);
	assert_item("42actb.zcr", 42, true, true);
	assert_item("g0bac1f1.zcr", 0x1f, false, false);
	assert_item("g0bcc1f1.zcr", 0x1f, false, true);
	assert_item("g0bbc1f1.zcr", 0x1f, true, false);
	assert_item("g0bdc001.zcr", 0, true, true);
}

static void other_names_tell_nothing(void **state)
{
	static const char *const names[] = {
		"",
		".zcr",
		"a.zcr",
		"back.zcr",
		"backc.zcr",
		"backa.png",
		"backa",
		"g0gac171.zcr",
		"g0gbc021.zcr",
		"g0gac0a1.zcr",
		"g0gac012.zcr",
		"g0gec011.zcr",
		"0xidlea.zcr",
		"1acta.zcr",
		"000idlea.zcr",
		"123456789.zcr",
	};
	struct exh_zv_cursor_role role;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_false(exh_zv_cursor_role(names[i], &role));
}

static void assert_name(const char *file)
{
	struct exh_zv_cursor_role role;
	char name[EXH_ZV_CURSOR_NAME_SIZE];

	assert_true(exh_zv_cursor_role(file, &role));
	assert_true(exh_zv_cursor_name(
		&role, strcmp(role.game, "zgi") == 0 ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		name));
	assert_string_equal(name, file);
}

static void roles_have_names(void **state)
{
	static const char *const files[] = {
		"00acta.zcr",	"00actb.zcr",	"arrowa.zcr",	"ssurrb.zcr",
		"g0gbc011.zcr", "g0gdc011.zcr", "g0gac011.zcr", "g0gcc161.zcr",
		"g0gac001.zcr", "07idlea.zcr",	"42actb.zcr",	"g0bac1f1.zcr",
		"g0bcc1f1.zcr", "g0bbc1f1.zcr", "g0bdc001.zcr",
	};
	char name[EXH_ZV_CURSOR_NAME_SIZE];
	struct exh_zv_cursor_role role = { .name = "sword" };

	(void)state;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		assert_name(files[i]);
	assert_false(exh_zv_cursor_name(&role, EXH_ZV_ZGI, name));
	role = (struct exh_zv_cursor_role){ .is_item = true, .item = 100 };
	assert_true(exh_zv_cursor_name(&role, EXH_ZV_ZGI, name));
	assert_false(exh_zv_cursor_name(&role, EXH_ZV_NEMESIS, name));
	role.item = UINT32_MAX;
	assert_false(exh_zv_cursor_name(&role, EXH_ZV_ZGI, name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cursor_is_read),
		cmocka_unit_test(every_shorter_cursor_is_truncated_or_salvaged),
		cmocka_unit_test(fields_without_sense_are_reported),
		cmocka_unit_test(a_cursor_comes_back),
		cmocka_unit_test(names_tell_what_a_cursor_is_for),
		cmocka_unit_test(items_have_numbers),
		cmocka_unit_test(roles_have_names),
		cmocka_unit_test(other_names_tell_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
