#include "exhume/advanced/softdisk.h"

#include "../base/testing.h"

#include <stdio.h>

enum { HEADER = 7, PAGE = 4000 };

/* The page with a header; blank, light grey on blue, except for a few cells. */
static size_t make_screen(uint8_t *out)
{
	static const uint8_t header[HEADER] = { 0xfd, 0x00, 0xb8, 0, 0, 0xa0, 0x0f };

	memcpy(out, header, sizeof header);
	for (size_t i = 0; i < PAGE; i += 2) {
		out[HEADER + i] = ' ';
		out[HEADER + i + 1] = 0x17;
	}
	out[HEADER] = 0xc9;	/* a corner */
	out[HEADER + 2] = 1;	/* a face */
	out[HEADER + 3] = 0x9e; /* yellow on blue, blinking */
	out[HEADER + PAGE - 2] = 'Z';
	out[HEADER + PAGE] = 0x1a;
	return HEADER + PAGE + 1;
}

static enum exh_status open_screen(const uint8_t *data, size_t size,
				   struct exh_text_screen *screen, size_t *damage_count,
				   struct exh_error *err)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	const enum exh_status status = exh_text_screen_open(
		(struct exh_bytes){ data, size, 0 }, screen, &notes, err);

	*damage_count = notes.damage_count;
	exh_arena_free(&arena);
	return status;
}

static char *to_text(const struct exh_text_screen *screen, bool ansi)
{
	struct exh_writer out = { .limit = 1 << 20 };

	if (ansi)
		exh_text_screen_to_ansi(screen, &out);
	else
		exh_text_screen_to_utf8(screen, &out);
	exh_write_u8(&out, 0);
	assert_false(out.failed);
	return (char *)out.data;
}

static void check_page(const uint8_t *data, size_t size)
{
	struct exh_text_screen screen;
	size_t damage_count;
	char *text;

	assert_int_equal(open_screen(data, size, &screen, &damage_count, NULL), EXH_OK);
	assert_int_equal(damage_count, 0);
	assert_int_equal(screen.columns, 80);
	assert_int_equal(screen.rows, 25);
	text = to_text(&screen, false);
	assert_memory_equal(text, "╔☺\n\n\n", 9);
	assert_string_equal(text + strlen(text) - 2, "Z\n");
	free(text);
	text = to_text(&screen, true);
	assert_memory_equal(text, "\033[0;37;44m╔\033[0;5;93;44m☺\033[0;37;44m  ", 38);
	assert_string_equal(text + strlen(text) - 7, " Z\033[0m\n");
	free(text);
}

static void a_screen_is_read_with_header_and_without(void **state)
{
	uint8_t data[HEADER + PAGE + 1];

	(void)state;
	make_screen(data);
	check_page(data, HEADER + PAGE + 1);
	check_page(data, HEADER + PAGE);
	check_page(data + HEADER, PAGE);
	check_page(data + HEADER, PAGE + 1);
}

static void every_shorter_screen_is_truncated(void **state)
{
	uint8_t data[HEADER + PAGE + 1];

	(void)state;
	make_screen(data);
	for (size_t n = 0; n < HEADER + PAGE; n++) {
		uint8_t *tight = tight_copy(data, n);
		struct exh_text_screen screen;
		size_t damage_count;

		if (n < HEADER) {
			assert_int_equal(
				open_screen(tight, n, &screen, &damage_count, NULL),
				EXH_TRUNCATED);
		} else {
			char *text;

			assert_int_equal(
				open_screen(tight, n, &screen, &damage_count, NULL),
				EXH_OK);
			/* 4000 and 4001 bytes with a header are still one that is cut. */
			assert_int_equal(damage_count, 1);
			assert_int_equal(screen.rows, 25);
			text = to_text(&screen, true);
			free(text);
		}
		free(tight);
	}
}

static void other_lengths_are_other_screens(void **state)
{
	static const struct {
		uint16_t size;
		size_t columns, rows;
	} cases[] = { { 8000, 80, 50 }, { 4096, 80, 25 }, { 3840, 80, 24 },
		      { 2000, 40, 25 }, { 2048, 40, 25 }, { 200, 80, 2 },
		      { 2, 80, 1 } };
	static uint8_t data[HEADER + 8000];

	(void)state;
	make_screen(data);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct exh_text_screen screen;
		size_t damage_count;

		data[5] = (uint8_t)cases[i].size;
		data[6] = (uint8_t)(cases[i].size >> 8);
		assert_int_equal(open_screen(data, (size_t)HEADER + cases[i].size,
					     &screen, &damage_count, NULL),
				 EXH_OK);
		assert_int_equal(damage_count, 0);
		assert_int_equal(screen.columns, cases[i].columns);
		assert_int_equal(screen.rows, cases[i].rows);
		free(to_text(&screen, true));
	}
}

static void other_images_are_no_screens(void **state)
{
	uint8_t data[HEADER + PAGE + 1];
	struct exh_text_screen screen;
	size_t damage_count;

	(void)state;
	make_screen(data);
	data[2] = 0xa0; /* VGA's */
	assert_int_equal(open_screen(data, sizeof data, &screen, &damage_count, NULL),
			 EXH_UNSUPPORTED);
	make_screen(data);
	data[6] = 0x40; /* 16 KiB: CGA's */
	assert_int_equal(open_screen(data, sizeof data, &screen, &damage_count, NULL),
			 EXH_UNSUPPORTED);
	/* 4000 bytes of text are no bare page. */
	memset(data, 'x', sizeof data);
	data[100] = '\n';
	assert_int_equal(open_screen(data, PAGE, &screen, &damage_count, NULL),
			 EXH_INVALID);
	data[1] = 7;
	assert_int_equal(open_screen(data, PAGE, &screen, &damage_count, NULL), EXH_OK);
	assert_int_equal(open_screen(data, PAGE - 2, &screen, &damage_count, NULL),
			 EXH_INVALID);
}

static void a_bare_page_may_hold_nothing_but_letters_and_tildes(void **state)
{
	static uint8_t data[PAGE];
	struct exh_text_screen screen;
	size_t damage_count;

	(void)state;
	/* Black on grey, framed. */
	for (size_t i = 0; i < PAGE; i += 2) {
		data[i] = i < PAGE / 2 ? 'x' : '~';
		data[i + 1] = 0x70;
	}
	assert_int_equal(open_screen(data, PAGE, &screen, &damage_count, NULL), EXH_OK);
	assert_int_equal(screen.rows, 25);
	assert_int_equal(damage_count, 0);
}

static void each_attribute_has_its_colours(void **state)
{
	/* The numbers of the PC's colours on a terminal. */
	static const unsigned colors[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };

	(void)state;
	for (unsigned attribute = 0; attribute < 256; attribute++) {
		const uint8_t cells[2] = { 'x', (uint8_t)attribute };
		const struct exh_text_screen screen = { .columns = 1,
							.rows = 1,
							.cells = { cells, 2, 0 } };
		const unsigned front = attribute & 15, ground = attribute >> 4 & 7;
		char expected[64], *text = to_text(&screen, true);

		snprintf(expected, sizeof expected, "\033[0%s;%u;%umx\033[0m\n",
			 attribute & 0x80 ? ";5" : "",
			 (front & 8 ? 90 : 30) + colors[front & 7], 40 + colors[ground]);
		assert_string_equal(text, expected);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_screen_is_read_with_header_and_without),
		cmocka_unit_test(every_shorter_screen_is_truncated),
		cmocka_unit_test(other_lengths_are_other_screens),
		cmocka_unit_test(other_images_are_no_screens),
		cmocka_unit_test(a_bare_page_may_hold_nothing_but_letters_and_tildes),
		cmocka_unit_test(each_attribute_has_its_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
