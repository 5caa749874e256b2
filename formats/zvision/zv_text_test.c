#include "exhume/zvision.h"
#include "exhume/advanced/zvision_text.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 22 };

struct reading {
	uint8_t *bytes;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_error err;
	struct exh_zv_text text;
	struct exh_zv_sub sub;
};

static struct exh_bytes start(struct reading *r, const void *data, size_t size)
{
	*r = (struct reading){ .bytes = tight_copy(data, size),
			       .arena = { .limit = LIMIT } };
	r->notes.arena = &r->arena;
	return (struct exh_bytes){ r->bytes, size, 0 };
}

static void read_text(struct reading *r, const void *data, size_t size,
		      enum exh_zv_encoding encoding)
{
	assert_int_equal(exh_zv_text_read(start(r, data, size), encoding, &r->arena,
					  &r->text, &r->notes, &r->err),
			 EXH_OK);
}

static enum exh_status read_sub(struct reading *r, const char *text)
{
	return exh_zv_sub_read(start(r, text, strlen(text)), &r->arena, &r->sub,
			       &r->notes, &r->err);
}

static void release(struct reading *r)
{
	exh_arena_free(&r->arena);
	free(r->bytes);
}

/* Lines are joined by "|". */
static void assert_lines(const struct reading *r, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };

	for (size_t i = 0; i < r->text.line_count; i++) {
		const struct exh_zv_text_line *line = &r->text.lines[i];

		assert_int_equal(strlen(line->text), line->size);
		exh_write_bytes(&out, line->text, line->size);
		exh_write_u8(&out, '|');
	}
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static void assert_reads(const void *bytes, size_t size, enum exh_zv_encoding encoding,
			 enum exh_zv_encoding found, const char *expected)
{
	struct reading r;

	read_text(&r, bytes, size, encoding);
	assert_int_equal(r.text.encoding, found);
	assert_lines(&r, expected);
	release(&r);
}

#define READ(bytes, encoding, found, expected) \
	assert_reads(bytes, sizeof(bytes) - 1, encoding, found, expected)

/*
 * Lines.
 */

static void wide_lines_end_with_three_bytes(void **state)
{
	struct reading r;

	(void)state;
	READ("a\0\r\n\0b\0c\0\r\n\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a|bc|");
	READ("a\0\r\n\0b\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a|b|");
	READ("a\0\r\n\0\r\n\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a||");
	READ("a\0b\0\r\n", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "ab|");
	READ("a\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a|");
	/* Letters of which none has a byte of 0. */
	READ("\x13\x04;\x04\r\n\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE,
	     "\xd0\x93\xd0\xbb|");
	read_text(&r, "a\0\r\n\0b\0", 7, EXH_ZV_WIDE);
	assert_int_equal(r.text.lines[1].offset, 5);
	release(&r);
}

static void wide_lines_of_other_programs_are_read(void **state)
{
	(void)state;
	READ("\xff\xfe"
	     "a\0\r\0\n\0b\0\n\0c\0\r\0d\0",
	     EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a|b|c|d|");
	READ("a\0\r\0\r\n\0b\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_WIDE, "a|b|");
	READ("=\xd8\0\xde", EXH_ZV_WIDE, EXH_ZV_WIDE, "\xf0\x9f\x98\x80|");
}

static void bytes_are_latin_1_or_russian(void **state)
{
	(void)state;
	READ("a\xfc\r\nb\rc\nd", EXH_ZV_ENCODING_AUTO, EXH_ZV_LATIN1, "a\xc3\xbc|b|c|d|");
	READ("\xcf\xf0\xb8\x84", EXH_ZV_CP1251, EXH_ZV_CP1251,
	     "\xd0\x9f\xd1\x80\xd1\x91\xe2\x80\x9e|");
	READ("\xcf\0\x16\x04", EXH_ZV_WIDE_CP1251, EXH_ZV_WIDE_CP1251,
	     "\xd0\x9f\xd0\x96|");
	READ("", EXH_ZV_ENCODING_AUTO, EXH_ZV_LATIN1, "");
	READ("\n\n", EXH_ZV_ENCODING_AUTO, EXH_ZV_LATIN1, "||");
	READ("text\0\0\0\0", EXH_ZV_ENCODING_AUTO, EXH_ZV_LATIN1,
	     "text\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd|");
}

static void what_is_no_character_is_noted(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "a\0\0\xd8\0\0b\0", 8, EXH_ZV_WIDE);
	assert_lines(&r, "a\xef\xbf\xbd\xef\xbf\xbd"
			 "b|");
	assert_int_equal(r.notes.first->offset, 2);
	assert_true(has_note(&r.notes, EXH_WARNING, "in total 2 became U+FFFD"));
	release(&r);
	read_text(&r, "a\0b", 3, EXH_ZV_WIDE);
	assert_lines(&r, "a|");
	assert_int_equal(r.notes.damage_count, 1);
	assert_int_equal(r.notes.first->offset, 2);
	release(&r);
}

static void memory_of_texts_has_a_limit(void **state)
{
	struct exh_arena arena = { .limit = 40 };
	struct exh_zv_text text;
	struct exh_error err;

	(void)state;
	assert_int_equal(
		exh_zv_text_read((struct exh_bytes){ (const uint8_t *)"\n\n\n", 3, 0 },
				 EXH_ZV_LATIN1, &arena, &text, NULL, &err),
		EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

/*
 * Tags.
 */

static void assert_plain(const char *line, const char *plain, const char *styled)
{
	struct exh_writer out = { .limit = LIMIT };

	exh_zv_text_plain(line, false, &out);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, plain);
	out.size = 0;
	exh_zv_text_plain(line, true, &out);
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, styled);
	exh_writer_free(&out);
}

static void tags_are_stripped_or_become_those_of_srt(void **state)
{
	(void)state;
	assert_plain("", "", "");
	assert_plain("a", "a", "a");
	assert_plain("<FONT \"bold on\" POINT 14>a", "a", "a");
	assert_plain("<BOLD ON>a<bold off>b", "ab", "<b>a</b>b");
	assert_plain("<RED 255 GREEN 240 BLUE 200>a", "a",
		     "<font color=\"#fff0c8\">a</font>");
	assert_plain("a<RED 0>b<RED 999>c", "abc", "a<font color=\"#00ffff\">b</font>c");
	assert_plain("<BOLD on ITALIC on>a<BOLD off UNDERLINE on STRIKEOUT on>b", "ab",
		     "<b><i>a</i></b><i><u><s>b</s></u></i>");
	assert_plain("a<NEWLINE>b", "a\nb", "a\nb");
	assert_plain("<JUSTIFY center><STATEBOX 12>a", "a", "a");
	assert_plain("<BOLD on>", "", "");
}

static void what_is_no_tag_stays(void **state)
{
	(void)state;
	assert_plain("a < b", "a < b", "a < b");
	assert_plain("<a<b", "<a<b", "<a<b");
	assert_plain("a > b <x> c <", "a > b  c <", "a > b  c <");
}

/*
 * Subtitles.
 */

static void subtitles_are_read(void **state)
{
	struct reading r;

	(void)state;
	assert_int_equal(read_sub(&r,
				  "Initialization:none~\r\nRECTANGLE: 40 -330, 470 389 "
				  "~x\r\nTextFile: talk.txt ~\r\n"
				  "a:(0,25)=0~\n b : ( 26 , 60 ) = 1\rc:(-3,4)=-5~ (1\r\n"
				  "\r\nwhat\r\nd:(1)=2~\n"),
			 EXH_OK);
	assert_true(r.sub.has_rectangle);
	assert_int_equal(r.sub.rectangle[1], -330);
	assert_int_equal(r.sub.rectangle[3], 389);
	assert_string_equal(r.sub.text_file, "talk.txt");
	assert_int_equal(r.sub.cue_count, 3);
	assert_int_equal(r.sub.cues[1].start, 26);
	assert_int_equal(r.sub.cues[1].end, 60);
	assert_int_equal(r.sub.cues[1].line, 1);
	assert_int_equal(r.sub.cues[1].file_line, 5);
	assert_int_equal(r.sub.cues[2].start, -3);
	assert_int_equal(r.sub.cues[2].line, -5);
	assert_int_equal(r.notes.warning_count, 2);
	assert_true(has_note(&r.notes, EXH_WARNING, "line 8 is skipped"));
	assert_true(has_note(&r.notes, EXH_WARNING, "line 9 is skipped"));
	release(&r);
}

static void other_texts_are_no_subtitles(void **state)
{
	struct reading r;

	(void)state;
	assert_int_equal(read_sub(&r, "hello: world\n"), EXH_INVALID);
	release(&r);
	assert_int_equal(read_sub(&r, ""), EXH_INVALID);
	release(&r);
	assert_true(exh_zv_sub_is(
		(struct exh_bytes){ (const uint8_t *)"\r\nx:(1,2)=3~", 12, 0 }));
	assert_false(exh_zv_sub_is(
		(struct exh_bytes){ (const uint8_t *)"x\r\nx:(1,2)=3~", 13, 0 }));
	/* No rectangle, and none of a cue's names: reading refuses it, too. */
	assert_false(exh_zv_sub_is(
		(struct exh_bytes){ (const uint8_t *)"Rectangle:(1,2)=3~", 18, 0 }));
}

/* "start-end:cue" of each part. */
static void assert_schedule(const char *text, const char *expected)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_zv_shown *shown;
	struct reading r;
	size_t count;

	assert_int_equal(read_sub(&r, text), EXH_OK);
	assert_int_equal(exh_zv_sub_schedule(&r.sub, &r.arena, &shown, &count, &r.err),
			 EXH_OK);
	for (size_t i = 0; i < count; i++) {
		char part[96];

		snprintf(part, sizeof part, "%lld-%lld:%zu ", (long long)shown[i].start,
			 (long long)shown[i].end, shown[i].cue);
		exh_write_bytes(&out, part, strlen(part));
	}
	exh_write_u8(&out, '\0');
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
	release(&r);
}

static void of_cues_that_overlap_the_first_is_seen(void **state)
{
	(void)state;
	assert_schedule("a:(5,9)=0~\nb:(0,3)=0~", "0-3:1 5-9:0 ");
	assert_schedule("a:(5,9)=0~\nb:(0,20)=0~", "0-4:1 5-9:0 10-20:1 ");
	assert_schedule("a:(0,20)=0~\nb:(5,9)=0~", "0-20:0 ");
	assert_schedule("a:(0,9)=0~\nb:(9,12)=0~\nc:(9,15)=0~", "0-9:0 10-12:1 13-15:2 ");
	assert_schedule("a:(9,5)=0~\nb:(-7,-7)=0~", "-7--7:1 ");
	assert_schedule("a:(2,2)=0~\nb:(4,4)=0~\nc:(0,6)=0~",
			"0-1:2 2-2:0 3-3:2 4-4:1 5-6:2 ");
	assert_schedule("TextFile:x~", "");
}

/* Against a look at each moment. */
static void schedules_are_what_each_moment_shows(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 300; round++) {
		struct exh_zv_cue cues[12];
		struct exh_zv_sub sub = { .cue_count = roll(&seed, 12), .cues = cues };
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_zv_shown *shown;
		size_t count, at = 0;

		for (size_t i = 0; i < sub.cue_count; i++) {
			cues[i].start = (int64_t)roll(&seed, 40) - 5;
			cues[i].end = cues[i].start + (int64_t)roll(&seed, 12) - 1;
		}
		assert_int_equal(exh_zv_sub_schedule(&sub, &arena, &shown, &count, NULL),
				 EXH_OK);
		for (int64_t now = -10; now < 60; now++) {
			size_t cue = 0;

			while (cue < sub.cue_count &&
			       (cues[cue].start > now || cues[cue].end < now))
				cue++;
			while (at < count && shown[at].end < now)
				at++;
			if (cue == sub.cue_count)
				assert_true(at == count || shown[at].start > now);
			else
				assert_true(at < count && shown[at].start <= now &&
					    shown[at].cue == cue);
		}
		exh_arena_free(&arena);
	}
}

static void every_shorter_file_is_read(void **state)
{
	static const char text[] = "Rectangle:1 2 3 4~\r\nTextFile:a~\r\na:(0,9)=1~";

	(void)state;
	for (size_t size = 0; size < sizeof text; size++) {
		struct reading r;
		const enum exh_status status = exh_zv_sub_read(
			start(&r, text, size), &r.arena, &r.sub, &r.notes, &r.err);

		assert_true(status == EXH_OK || status == EXH_INVALID);
		release(&r);
		read_text(&r, text, size, EXH_ZV_WIDE);
		release(&r);
	}
}

static void the_sample_is_read(void **state)
{
	const struct exh_bytes file = load_game_file("zvision/text/talk.txt");
	struct reading r;

	(void)state;
	if (!file.data)
		skip();
	read_text(&r, file.data, file.size, EXH_ZV_ENCODING_AUTO);
	assert_int_equal(r.text.line_count, 3);
	assert_string_equal(r.text.lines[1].text, "<RED 200>Zweite Zeile, gr\xc3\xbcn");
	release(&r);
	free((void *)file.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wide_lines_end_with_three_bytes),
		cmocka_unit_test(wide_lines_of_other_programs_are_read),
		cmocka_unit_test(bytes_are_latin_1_or_russian),
		cmocka_unit_test(what_is_no_character_is_noted),
		cmocka_unit_test(memory_of_texts_has_a_limit),
		cmocka_unit_test(tags_are_stripped_or_become_those_of_srt),
		cmocka_unit_test(what_is_no_tag_stays),
		cmocka_unit_test(subtitles_are_read),
		cmocka_unit_test(other_texts_are_no_subtitles),
		cmocka_unit_test(of_cues_that_overlap_the_first_is_seen),
		cmocka_unit_test(schedules_are_what_each_moment_shows),
		cmocka_unit_test(every_shorter_file_is_read),
		cmocka_unit_test(the_sample_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
