#include "exhume/advanced/zvision_lever.h"

#include "../base/testing.h"

#include <time.h>

enum { LIMIT = 1 << 26 };

/* A lever that was read, with its memory and notes. */
struct read {
	uint8_t *tight;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_zv_lever lever;
	struct exh_error err;
};

static enum exh_status read_bytes(struct read *read, const void *data, size_t size)
{
	*read = (struct read){ .tight = tight_copy(data, size),
			       .arena = { .limit = LIMIT } };
	read->notes.arena = &read->arena;
	return exh_zv_lever_read((struct exh_bytes){ read->tight, size, 0 }, &read->arena,
				 &read->lever, &read->notes, &read->err);
}

static enum exh_status read_text(struct read *read, const char *text)
{
	return read_bytes(read, text, strlen(text));
}

static void free_read(struct read *read)
{
	exh_arena_free(&read->arena);
	free(read->tight);
}

static bool warned(const struct read *read, const char *text)
{
	return has_note(&read->notes, EXH_WARNING, text);
}

static void assert_text(struct exh_bytes found, const char *expected)
{
	assert_same_bytes(found, expected, strlen(expected));
}

/*
 * Valid input.
 */

static const char whole[] = "animation_id:77~\r\n"
			    "filename:gate.rlf~\r\n"
			    "skipcolor:-3~\r\n"
			    "anim_coords:184 60 327 287~\r\n"
			    "mirrored:1~\r\n"
			    "frames:11~\r\n"
			    "elsewhere:0 0 511 319~\r\n"
			    "out_of_control:1 2 3 4~\r\n"
			    "start_pos:6~\r\n"
			    "hotspot_deltas:36 44~\r\n"
			    "venus_id:9~\r\n"
			    "6:212 180 D=7,90 D=5,270 ^=P(6 to 0) P(0 to 3) P(3 to 0) "
			    "E(0)~\r\n";

static void assert_values(const struct read *read, enum exh_zv_lever_key key, int32_t a,
			  int32_t b, int32_t c, int32_t d)
{
	const struct exh_zv_lever_field *field = &read->lever.fields[key];

	assert_true(field->known);
	assert_int_equal(field->values[0], a);
	assert_int_equal(field->values[1], b);
	assert_int_equal(field->values[2], c);
	assert_int_equal(field->values[3], d);
}

static void each_key_is_read(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, whole), EXH_OK);
	assert_values(&read, EXH_ZV_LEVER_ANIMATION_ID, 77, 0, 0, 0);
	assert_text(read.lever.filename, "gate.rlf");
	assert_int_equal(read.lever.filename_place.line, 2);
	assert_values(&read, EXH_ZV_LEVER_SKIPCOLOR, -3, 0, 0, 0);
	assert_values(&read, EXH_ZV_LEVER_ANIM_COORDS, 184, 60, 327, 287);
	assert_true(exh_zv_lever_is_mirrored(&read.lever));
	assert_int_equal(exh_zv_lever_frames(&read.lever), 11);
	assert_values(&read, EXH_ZV_LEVER_ELSEWHERE, 0, 0, 511, 319);
	assert_values(&read, EXH_ZV_LEVER_OUT_OF_CONTROL, 1, 2, 3, 4);
	assert_values(&read, EXH_ZV_LEVER_START_POS, 6, 0, 0, 0);
	assert_values(&read, EXH_ZV_LEVER_HOTSPOT_DELTAS, 36, 44, 0, 0);
	assert_values(&read, EXH_ZV_LEVER_VENUS_ID, 9, 0, 0, 0);
	assert_null(read.notes.first);
	free_read(&read);
}

static void a_position_has_its_items(void **state)
{
	const struct exh_zv_lever_position *p;
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, whole), EXH_OK);
	assert_int_equal(read.lever.position_count, 1);
	assert_null(exh_zv_lever_find(&read.lever, 5));
	p = exh_zv_lever_find(&read.lever, 6);
	assert_non_null(p);
	assert_int_equal(p->x, 212);
	assert_int_equal(p->y, 180);
	assert_int_equal(p->direction_count, 2);
	assert_int_equal(p->directions[0].to, 7);
	assert_int_equal(p->directions[0].angle, 90);
	assert_int_equal(p->directions[1].to, 5);
	assert_int_equal(p->directions[1].angle, 270);
	assert_int_equal(p->directions[1].place.line, 12);
	assert_int_equal(p->directions[1].place.column, 18);
	assert_true(p->has_return);
	assert_int_equal(p->path_count, 3);
	assert_int_equal(p->paths[1].from, 0);
	assert_int_equal(p->paths[1].to, 3);
	assert_true(p->has_end);
	assert_int_equal(p->end, 0);
	free_read(&read);
}

static void what_is_not_said_is_not_known(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:1~\n0:5 6~"), EXH_OK);
	for (unsigned i = 0; i < EXH_ZV_LEVER_KEY_COUNT; i++)
		assert_int_equal(read.lever.fields[i].known, i == EXH_ZV_LEVER_FRAMES);
	assert_null(read.lever.filename.data);
	assert_int_equal(read.lever.position_count, 1);
	assert_false(read.lever.positions[0].has_return);
	assert_false(read.lever.positions[0].has_end);
	assert_int_equal(read.lever.positions[0].direction_count, 0);
	free_read(&read);
}

static void lines_end_in_each_way(void **state)
{
	static const char *const texts[] = {
		"frames:2~\n0:1 2~\n1:3 4~\n",
		"frames:2~\r\n0:1 2~\r\n1:3 4~\r\n",
		"frames:2~\r0:1 2~\r1:3 4~",
		"frames:2~\r\r\n0:1 2~\n\r1:3 4~",
		"\357\273\277frames:2~\n0:1 2~\n1:3 4~",
	};
	static const uint32_t lines[] = { 3, 3, 3, 5, 3 };

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct read read;

		assert_int_equal(read_text(&read, texts[i]), EXH_OK);
		assert_int_equal(read.lever.position_count, 2);
		assert_int_equal(read.lever.positions[1].x, 3);
		assert_int_equal(read.lever.positions[1].place.line, lines[i]);
		assert_null(read.notes.first);
		free_read(&read);
	}
}

static void case_and_blanks_do_not_matter(void **state)
{
	const struct exh_zv_lever_position *p;
	struct read read;

	(void)state;
	assert_int_equal(
		read_text(
			&read,
			" FRAMES\t: +4 ~ frames:9\nAnim_Coords: 1 ,2, 3  4~\n"
			"\tfileName :  Two Words.RLF \t~\n"
			" 03 : 1\t2 d = 1 , 90d=2,270 ^ =p(3TO0)P ( 0 to 1 )e( 1 ) ~\n"),
		EXH_OK);
	assert_int_equal(exh_zv_lever_frames(&read.lever), 4);
	assert_values(&read, EXH_ZV_LEVER_ANIM_COORDS, 1, 2, 3, 4);
	assert_text(read.lever.filename, "Two Words.RLF");
	p = exh_zv_lever_find(&read.lever, 3);
	assert_non_null(p);
	assert_int_equal(p->direction_count, 2);
	assert_int_equal(p->directions[1].to, 2);
	assert_int_equal(p->path_count, 2);
	assert_int_equal(p->paths[1].to, 1);
	assert_int_equal(p->end, 1);
	assert_null(read.notes.first);
	free_read(&read);
}

static void positions_are_sorted_and_the_last_of_a_number_counts(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "2:1 1~\n0:2 2~\n2:3 3 D=0,0~\n0:4 4~\n"
					  "frames:3~\n1:9 9~\n"),
			 EXH_OK);
	assert_int_equal(read.lever.position_count, 3);
	for (int32_t i = 0; i < 3; i++)
		assert_int_equal(read.lever.positions[i].number, i);
	assert_int_equal(read.lever.positions[0].x, 4);
	assert_int_equal(read.lever.positions[2].x, 3);
	assert_int_equal(read.lever.positions[2].direction_count, 1);
	assert_int_equal(read.notes.warning_count, 2);
	assert_true(warned(&read, "line 1 column 1: position 2 is defined again in line "
				  "3, which counts"));
	free_read(&read);
}

/*
 * Invalid or ignored input.
 */

static void a_line_without_an_end_counts(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:2\n0:1 2 D=1,90\n"), EXH_OK);
	assert_int_equal(read.lever.position_count, 1);
	assert_int_equal(read.lever.positions[0].direction_count, 1);
	assert_true(warned(&read, "line 1 column 9: no ~ at the end of 'frames'"));
	assert_int_equal(read.notes.warning_count, 2);
	free_read(&read);
}

static void lines_that_say_nothing_are_ignored(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:2~\n\n  \t\nhello\nx~0:1 2~\n"),
			 EXH_OK);
	assert_int_equal(read.lever.position_count, 0);
	assert_int_equal(read.notes.warning_count, 2);
	assert_true(warned(&read, "line 4 column 1: no colon in 'hello'"));
	assert_int_equal(read.notes.first->offset, 15);
	free_read(&read);
}

static void unknown_keys_are_kept(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:2~\nColour: a  B ~x\n:5~\n"), EXH_OK);
	assert_non_null(read.lever.others);
	assert_text(read.lever.others->key, "Colour");
	assert_text(read.lever.others->value, "a  B");
	assert_int_equal(read.lever.others->place.line, 2);
	assert_non_null(read.lever.others->next);
	assert_text(read.lever.others->next->key, "");
	assert_null(read.lever.others->next->next);
	assert_int_equal(read.notes.warning_count, 2);
	free_read(&read);
}

static void malformed_items_are_skipped_one_by_one(void **state)
{
	const struct exh_zv_lever_position *p;
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:1~\n0:1 2 D=7 D=1,2,3 D=3,x D=4,5 ; "
					  "P(9 to 9) ^=P(1 2) P(3 to 4 P(5 to 6)x E() "
					  "E(7) D=8,9~\n"),
			 EXH_OK);
	p = &read.lever.positions[0];
	assert_int_equal(p->direction_count, 2);
	assert_int_equal(p->directions[0].to, 4);
	assert_int_equal(p->directions[1].to, 8);
	assert_int_equal(p->path_count, 1);
	assert_int_equal(p->paths[0].to, 6);
	assert_int_equal(p->end, 7);
	assert_true(warned(&read, "column 7: malformed item 'D=7' skipped"));
	assert_true(warned(&read, "malformed item 'D=1,2,3' skipped"));
	assert_true(warned(&read, "malformed item 'D=3,x' skipped"));
	assert_true(warned(&read, "malformed item ';' skipped"));
	assert_true(warned(&read, "no ^= before 'P(9 to 9)', skipped"));
	assert_true(warned(&read, "malformed item 'P(1 2)' skipped"));
	assert_true(warned(&read, "malformed item 'P(3 to 4' skipped"));
	assert_true(warned(&read, "malformed item 'x' skipped"));
	assert_true(warned(&read, "malformed item 'E()' skipped"));
	assert_true(warned(&read, "a direction after ^= 'D=8,9'"));
	assert_int_equal(read.notes.warning_count, 10);
	free_read(&read);
}

static void numbers_that_are_too_large_are_none(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(
		read_text(&read,
			  "frames:2147483647~\nanimation_id:2147483648~\n"
			  "skipcolor:-2147483648~\nvenus_id:-2147483649~\n"
			  "2147483646:2147483647 -2147483648 D=99999999999999999999,1 "
			  "D=1,-2147483648~\n"
			  "2147483647:1 2~\n-1:1 2~\n99999999999999999999:1 2~\n"
			  "7:99999999999999999999 2~\n"),
		EXH_OK);
	assert_int_equal(exh_zv_lever_frames(&read.lever), INT32_MAX);
	assert_false(read.lever.fields[EXH_ZV_LEVER_ANIMATION_ID].known);
	assert_int_equal(exh_zv_lever_number(&read.lever, EXH_ZV_LEVER_SKIPCOLOR),
			 INT32_MIN);
	assert_false(read.lever.fields[EXH_ZV_LEVER_VENUS_ID].known);
	assert_int_equal(read.lever.position_count, 1);
	assert_int_equal(read.lever.positions[0].x, INT32_MAX);
	assert_int_equal(read.lever.positions[0].y, INT32_MIN);
	assert_int_equal(read.lever.positions[0].direction_count, 1);
	assert_int_equal(read.lever.positions[0].directions[0].angle, INT32_MIN);
	assert_int_equal(read.notes.warning_count, 7);
	free_read(&read);
}

static void positions_that_do_not_count_are_dropped(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:2~\n2:1 1~\n1:5~\n0:x y~\n"), EXH_OK);
	assert_int_equal(read.lever.position_count, 0);
	assert_true(warned(&read, "line 2 column 1: position '2' is not below the number "
				  "of frames, dropped"));
	assert_true(warned(&read, "line 3 column 1: position '1' lacks two coordinates"));
	assert_true(warned(&read, "line 4 column 1: position '0' lacks two"));
	free_read(&read);
	/* Positions are all ignored if the number of frames is missing or negative. */
	assert_int_equal(read_text(&read, "start_pos:0~\n0:1 1~\n"), EXH_OK);
	assert_int_equal(read.lever.position_count, 0);
	free_read(&read);
	assert_int_equal(read_text(&read, "frames:-1~\n0:1 1~\n"), EXH_OK);
	assert_int_equal(read.lever.position_count, 0);
	assert_int_equal(exh_zv_lever_frames(&read.lever), 0);
	free_read(&read);
}

static void fields_without_sense_are_ignored(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:3~\nframes:x~\nanim_coords:1 2 3~\n"
					  "hotspot_deltas:4 5 6~\nstart_pos:~\n"
					  "venus_id:7x~\nmirrored:0~\nmirrored:2~\n"),
			 EXH_OK);
	assert_int_equal(exh_zv_lever_frames(&read.lever), 3);
	assert_false(read.lever.fields[EXH_ZV_LEVER_ANIM_COORDS].known);
	assert_int_equal(exh_zv_lever_number(&read.lever, EXH_ZV_LEVER_HOTSPOT_DELTAS),
			 4);
	assert_false(read.lever.fields[EXH_ZV_LEVER_START_POS].known);
	assert_int_equal(exh_zv_lever_number(&read.lever, EXH_ZV_LEVER_VENUS_ID), 7);
	assert_true(exh_zv_lever_is_mirrored(&read.lever));
	assert_true(warned(&read, "line 3 column 13: anim_coords '1 2 3', expected 4"));
	assert_true(warned(&read, "line 4 column 20: ignored '6'"));
	assert_true(warned(&read, "line 6 column 11: ignored 'x'"));
	assert_true(warned(&read, "line 8 column 1: again 'mirrored'; the last one"));
	free_read(&read);
}

static void the_last_number_of_frames_tells_which_positions_count(void **state)
{
	struct read read;

	(void)state;
	assert_int_equal(read_text(&read, "frames:9~\n0:1 1~\n1:1 1~\n2:1 1~\nframes:2~"),
			 EXH_OK);
	assert_int_equal(read.lever.position_count, 2);
	free_read(&read);
	assert_int_equal(read_text(&read, "frames:1~\n0:1 1~\n1:1 1~\n2:1 1~\nframes:3~"),
			 EXH_OK);
	assert_int_equal(read.lever.position_count, 3);
	free_read(&read);
}

static void what_is_no_lever_is_refused(void **state)
{
	static const char *const texts[] = { "",
					     "\n\n",
					     "hello",
					     "0:1 2~\n1:3 4~\n",
					     "puzzle:5 {\n}\n",
					     "\x89PNG\r\n\x1a\n" };
	struct read read;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		assert_int_equal(read_text(&read, texts[i]), EXH_INVALID);
		assert_int_equal(read.err.offset, 0);
		free_read(&read);
	}
}

static void each_shorter_text_is_read(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof whole; n++) {
		struct read read;
		const enum exh_status status = read_bytes(&read, whole, n);

		/* A lever is recognised from the colon after the first key on. */
		assert_int_equal(status,
				 n < strlen("animation_id:") ? EXH_INVALID : EXH_OK);
		free_read(&read);
	}
}

static void a_small_arena_is_no_memory(void **state)
{
	static const struct exh_bytes in = { (const uint8_t *)whole, sizeof whole - 1,
					     0 };
	struct exh_arena enough = { .limit = LIMIT };
	struct exh_zv_lever lever;
	size_t needed;

	(void)state;
	assert_int_equal(exh_zv_lever_read(in, &enough, &lever, NULL, NULL), EXH_OK);
	needed = enough.used;
	exh_arena_free(&enough);
	for (size_t limit = 0; limit < needed; limit += 20) {
		struct exh_arena arena = { .limit = limit };

		assert_int_equal(exh_zv_lever_read(in, &arena, &lever, NULL, NULL),
				 EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
}

/* Many lines of each costly kind, and one line as long: the time does not grow with the
 * square of the size. */
static void long_texts_take_their_time_and_no_more(void **state)
{
	static const char *const lines[] = { "%u:1 2 D=1,90 ^=P(1 to 0) E(0)~\n",
					     "x%u:1~\n", "frames:%u~\n",
					     "%u:1 2 d d d d d d d d d d", "%u ( ( D=" };
	const unsigned count = 200000;
	struct exh_writer out = { .limit = 1 << 28 };

	(void)state;
	for (size_t kind = 0; kind < sizeof lines / sizeof lines[0]; kind++) {
		const clock_t start = clock();
		struct read read;
		char text[64];

		out.size = 0;
		exh_write_bytes(&out, "frames:2000000~\n", 16);
		for (unsigned i = 0; i < count; i++) {
			const int size =
				snprintf(text, sizeof text, lines[kind], count - i);

			exh_write_bytes(&out, text, (size_t)size);
		}
		assert_false(out.failed);
		read = (struct read){ .arena = { .limit = 1 << 29 } };
		assert_int_equal(exh_zv_lever_read(exh_writer_bytes(&out), &read.arena,
						   &read.lever, NULL, NULL),
				 EXH_OK);
		assert_int_equal(read.lever.position_count, kind ? kind == 3 : count);
		exh_arena_free(&read.arena);
		assert_true(clock() - start < 60 * CLOCKS_PER_SEC);
	}
	exh_writer_free(&out);
}

/*
 * Recognition.
 */

static size_t count_keys(const char *text)
{
	return exh_zv_lever_count_keys(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
}

static void levers_are_reported_by_their_keys(void **state)
{
	(void)state;
	assert_int_equal(count_keys(whole), 11);
	assert_int_equal(count_keys("frames:1~\nframes:2~\n"), 1);
	assert_int_equal(count_keys("frames:1~\nhello\n"), 0);
	assert_int_equal(count_keys("Initialization:0~\nRectangle:1 2 3 4~\n"), 0);
	assert_int_equal(count_keys(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_is_read),
		cmocka_unit_test(a_position_has_its_items),
		cmocka_unit_test(what_is_not_said_is_not_known),
		cmocka_unit_test(lines_end_in_each_way),
		cmocka_unit_test(case_and_blanks_do_not_matter),
		cmocka_unit_test(positions_are_sorted_and_the_last_of_a_number_counts),
		cmocka_unit_test(a_line_without_an_end_counts),
		cmocka_unit_test(lines_that_say_nothing_are_ignored),
		cmocka_unit_test(unknown_keys_are_kept),
		cmocka_unit_test(malformed_items_are_skipped_one_by_one),
		cmocka_unit_test(numbers_that_are_too_large_are_none),
		cmocka_unit_test(positions_that_do_not_count_are_dropped),
		cmocka_unit_test(fields_without_sense_are_ignored),
		cmocka_unit_test(the_last_number_of_frames_tells_which_positions_count),
		cmocka_unit_test(what_is_no_lever_is_refused),
		cmocka_unit_test(each_shorter_text_is_read),
		cmocka_unit_test(a_small_arena_is_no_memory),
		cmocka_unit_test(long_texts_take_their_time_and_no_more),
		cmocka_unit_test(levers_are_reported_by_their_keys),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
