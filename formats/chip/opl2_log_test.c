#include "opl2_log_testing.h"

static const char sample[] = "# opl2log 1\n"
			     "rate 49716\n"
			     "length 100\n"
			     "0 01 20\n"
			     "0 b0 3d\n"
			     "99 b0 1d\n";

static const struct exh_opl2_write sample_writes[] = {
	{ 0, 0x01, 0x20 },
	{ 0, 0xb0, 0x3d },
	{ 99, 0xb0, 0x1d },
};

static void read_text(struct reading *r, const char *text)
{
	read_log(r, text, strlen(text));
}

static void a_text_log_is_read(void **state)
{
	struct reading r;

	(void)state;
	read_clean(&r, sample, strlen(sample));
	assert_int_equal(r.log.kind, EXH_OPL2_LOG_TEXT);
	assert_int_equal(r.log.clock_hz, 49716);
	assert_int_equal(r.log.length, 100);
	assert_false(r.log.loops);
	assert_null(r.log.tags.title);
	assert_same_writes(&r.log, sample_writes, 3);
	done(&r);
}

/* Blanks, line ends and the case of digits are the writer's own affair. */
static void a_text_log_may_be_untidy(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "\r\n  # by hand\r\n rate\t49716 \r\nlength  100\r\n\r\n0 01 20\r\n"
		      "000 B0  3D\t\r\n#late\n99 b0 1D \r\n#end");
	assert_int_equal(r.status, EXH_OK);
	assert_null(r.notes.first);
	assert_same_writes(&r.log, sample_writes, 3);
	done(&r);
}

/* Numbers that are cut look whole: such a log is shorter, and no more can be said. */
static void every_shorter_text_log_is_refused_or_read_in_part(void **state)
{
	(void)state;
	for (size_t n = 0; n < strlen(sample); n++) {
		struct reading r;

		read_log(&r, sample, n);
		if (r.status) {
			assert_true(n < strlen("# opl2log 1\nrate 49716\n"));
			assert_int_equal(r.log.write_count, 0);
		} else {
			assert_true(r.log.write_count <= 3);
			assert_same_writes(&r.log, sample_writes, r.log.write_count);
			assert_true(r.notes.damage_count <= 1);
		}
		done(&r);
	}
}

/* A number that is cut looks whole. */
static void a_last_line_without_an_end_is_noted(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "rate 49716\nlength 9\n0 01 20\n1 20 21");
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.write_count, 2);
	assert_true(has_note(&r.notes, EXH_WARNING, "line 4, the last, has no end"));
	done(&r);
}

static void a_last_line_that_is_cut_is_damage(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "rate 49716\nlength 9\n0 01 20\n1 20 2");
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.write_count, 1);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "within line 4"));
	assert_int_equal(r.notes.first->offset, 28);
	done(&r);
}

static void check_bad_line(const char *text, enum exh_status status, const char *story)
{
	check_refused(text, strlen(text), status, story);
}

static void a_line_that_is_wrong_is_named(void **state)
{
	struct reading r;

	(void)state;
	check_bad_line("rate 44100\n0 01 20\n", EXH_UNSUPPORTED,
		       "line 1: rate 44100, expected 49716");
	check_bad_line("length 5\nlength 5\n", EXH_INVALID, "line 2: a second length");
	check_bad_line("0 01 20\n5 01 20\n\n4 01 20\n", EXH_INVALID,
		       "line 4: position 4, expected at least 5");
	check_bad_line("0 01 20\n0 1 20\n", EXH_INVALID, "line 2: expected a position");
	check_bad_line("0 01 20\n0 01 020\n", EXH_INVALID, "line 2");
	check_bad_line("0 01 20\n0 01 2g\n", EXH_INVALID, "line 2");
	check_bad_line("0 01 20\n0 01\n", EXH_INVALID, "line 2");
	check_bad_line("0 01 20\n0 01 20 # on\n", EXH_INVALID, "line 2");
	check_bad_line("0 01 20\n-1 01 20\n", EXH_INVALID, "line 2");
	check_bad_line("0 01 20\nlength 1f\n", EXH_INVALID, "line 2");
	check_bad_line("length 1099511627777\n", EXH_LIMIT,
		       "line 1: length 1099511627777");
	check_bad_line("length 99999999999999999999999\n", EXH_LIMIT, "line 1");
	check_bad_line("1099511627777 01 20\n", EXH_LIMIT, "line 1");
	read_text(&r, "0 01 20\n\n0 01 zz\n");
	assert_int_equal(r.err.offset, 9);
	done(&r);
}

static void missing_headers_are_reported(void **state)
{
	struct reading r;

	(void)state;
	read_text(&r, "7 01 20\n");
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.length, 8);
	assert_true(has_note(&r.notes, EXH_WARNING, "no rate"));
	assert_true(has_note(&r.notes, EXH_WARNING, "no length"));
	done(&r);
	read_text(&r, "rate 49716\n");
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.length, 0);
	done(&r);
}

static void writes_behind_the_length_are_kept_but_not_played(void **state)
{
	struct exh_opl2_log_cursor cursor = { .pass_count = 2 };
	struct exh_opl2_source source;
	struct exh_opl2_write write;
	struct reading r;

	(void)state;
	read_text(&r, "rate 49716\nlength 5\n4 01 20\n5 20 01\n9 20 02\n");
	assert_int_equal(r.log.write_count, 3);
	assert_true(has_note(&r.notes, EXH_WARNING, "2 writes at or after"));
	cursor.log = &r.log;
	source = exh_opl2_log_play(&cursor);
	for (uint64_t pass = 0; pass < 2; pass++) {
		assert_true(source.next(source.context, &write));
		assert_write(&write, 4 + pass * 5, 0x01, 0x20);
	}
	assert_false(source.next(source.context, &write));
	assert_false(source.next(source.context, &write));
	done(&r);
}

static bool is_log(const char *text, enum exh_opl2_log_kind *kind)
{
	const size_t size = strlen(text);
	uint8_t *tight = tight_copy(text, size);
	const bool is = exh_opl2_log_is((struct exh_bytes){ tight, size, 0 }, kind);

	free(tight);
	return is;
}

static void logs_are_reported_from_other_files(void **state)
{
	static const char *const texts[] = { "rate 49716\n", "\n# hi\n\nlength 5", sample,
					     "0 B0 31\r\n" };
	static const char *const others[] = {
		"",
		"DBRAWOP",
		"Vgm",
		"# only a comment\n",
		"#!/bin/sh\nset -eu\n",
		"Dear reader,\n",
		"rate of 5\n",
		"length\n",
		"1 2 3\n",
		"12 00 11 22\n",
		"a 00 11\n",
	};
	enum exh_opl2_log_kind kind;

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_true(is_log(texts[i], &kind));
		assert_int_equal(kind, EXH_OPL2_LOG_TEXT);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(is_log(others[i], &kind));
	assert_true(is_log("Vgm ", &kind));
	assert_int_equal(kind, EXH_OPL2_LOG_VGM);
	assert_true(is_log("DBRAWOPL", &kind));
	assert_int_equal(kind, EXH_OPL2_LOG_DRO2);
	assert_true(exh_opl2_log_is(
		(struct exh_bytes){ (const uint8_t *)"DBRAWOPL\0\0\1\0", 12, 0 }, &kind));
	assert_int_equal(kind, EXH_OPL2_LOG_DRO1);
	check_refused("Dear reader,\n", 13, EXH_INVALID, "expected DBRAWOPL");
	check_refused("DBRA", 4, EXH_TRUNCATED, "expected DBRAWOPL");
}

static void what_is_written_is_the_text_itself(void **state)
{
	struct list list = { sample_writes, 3 };
	const struct exh_opl2_recording recording = record(&list, 100);
	struct exh_opl2_timing timing;
	struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_TEXT, &timing);

	(void)state;
	assert_same_bytes(exh_writer_bytes(&out), sample, strlen(sample));
	assert_int_equal(timing.worst, 0);
	assert_int_equal(timing.moved_count, 0);
	assert_int_equal(timing.write_count, 3);
	exh_writer_free(&out);
}

static void writes_end_before_the_length(void **state)
{
	static const enum exh_opl2_log_kind kinds[] = { EXH_OPL2_LOG_TEXT,
							EXH_OPL2_LOG_DRO2,
							EXH_OPL2_LOG_VGM };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct list list = { sample_writes, 3 };
		const struct exh_opl2_recording recording = record(&list, 99);
		struct exh_writer out = write_log(&recording, kinds[i], NULL);
		struct reading r;

		read_clean(&r, out.data, out.size);
		assert_int_equal(r.log.kind, kinds[i]);
		assert_same_writes(&r.log, sample_writes, 2);
		done(&r);
		exh_writer_free(&out);
	}
}

static void what_no_file_can_hold_is_not_written(void **state)
{
	static const struct exh_opl2_write falling[] = { { 5, 1, 1 }, { 4, 1, 1 } };
	struct list list = { sample_writes, 3 };
	struct exh_opl2_recording recording = record(&list, 100);

	(void)state;
	check_not_written(&recording, EXH_OPL2_LOG_DRO1, EXH_UNSUPPORTED, "DRO 0.1");
	recording.length = UINT64_MAX;
	check_not_written(&recording, EXH_OPL2_LOG_TEXT, EXH_LIMIT, "1099511627776");
	recording.length = (uint64_t)49716 * 4294968; /* s; 2^32 ms are a little less */
	check_not_written(&recording, EXH_OPL2_LOG_DRO2, EXH_LIMIT, "4294967295");
	recording.length = (uint64_t)49716 * 97392; /* s; 2^32 waits are a little less */
	check_not_written(&recording, EXH_OPL2_LOG_VGM, EXH_LIMIT, "4294967295");
	for (int kind = 0; kind <= EXH_OPL2_LOG_VGM; kind++) {
		if (kind == EXH_OPL2_LOG_DRO1)
			continue;
		list = (struct list){ falling, 2 };
		recording.length = 100;
		check_not_written(&recording, (enum exh_opl2_log_kind)kind, EXH_INVALID,
				  "write 1 is earlier");
	}
}

/* Any limit is kept, and failed is set. */
static void a_full_writer_fails_and_keeps_to_its_limit(void **state)
{
	(void)state;
	for (int kind = 0; kind <= EXH_OPL2_LOG_VGM; kind++)
		for (size_t limit = 0; limit < 200 && kind != EXH_OPL2_LOG_DRO1;
		     limit++) {
			struct exh_writer out = { .limit = limit };
			struct list list = { sample_writes, 3 };
			struct exh_opl2_recording recording = record(&list, 5000000);

			recording.tags.title = "A title";
			assert_int_equal(exh_opl2_log_write(&recording,
							    (enum exh_opl2_log_kind)kind,
							    &out, NULL, NULL),
					 EXH_OK);
			assert_true(out.size <= limit);
			assert_true(out.failed || limit >= 60);
			exh_writer_free(&out);
		}
}

static void what_is_in_the_writer_stays(void **state)
{
	(void)state;
	for (int kind = 0; kind <= EXH_OPL2_LOG_VGM; kind++) {
		struct exh_writer out = { .limit = 1 << 16 };
		struct list list = { sample_writes, 3 };
		struct exh_opl2_recording recording = record(&list, 100);
		struct reading r;

		if (kind == EXH_OPL2_LOG_DRO1)
			continue;
		recording.tags.title = "A title";
		recording.loops = true;
		exh_write_bytes(&out, "before", 6);
		assert_int_equal(exh_opl2_log_write(&recording,
						    (enum exh_opl2_log_kind)kind, &out,
						    NULL, NULL),
				 EXH_OK);
		assert_memory_equal(out.data, "before", 6);
		read_clean(&r, out.data + 6, out.size - 6);
		assert_int_equal(r.log.write_count, 3);
		done(&r);
		exh_writer_free(&out);
	}
}

static void a_loop_is_played_from_its_start(void **state)
{
	static struct exh_opl2_write writes[] = {
		{ 0, 0, 0 }, { 10, 0, 1 }, { 20, 0, 2 }, { 30, 0, 3 }
	};
	static const uint64_t expected[] = { 0, 10, 20, 30, 32, 42, 52, 54, 64, 74 };
	static const uint8_t values[] = { 0, 1, 2, 3, 1, 2, 3, 1, 2, 3 };
	const struct exh_opl2_log log = { .kind = EXH_OPL2_LOG_VGM,
					  .clock_hz = EXH_OPL2_RATE,
					  .writes = writes,
					  .write_count = 4,
					  .length = 30,
					  .loops = true,
					  .loop_write = 1,
					  .loop_position = 8 };
	struct exh_opl2_log_cursor cursor = { .log = &log, .pass_count = 3 };
	const struct exh_opl2_source source = exh_opl2_log_play(&cursor);
	struct exh_opl2_write write;

	(void)state;
	for (size_t i = 0; i < sizeof values; i++) {
		assert_true(source.next(source.context, &write));
		assert_write(&write, expected[i], 0, values[i]);
	}
	assert_false(source.next(source.context, &write));
	assert_int_equal(exh_opl2_log_length(&log, 1), 30);
	assert_int_equal(exh_opl2_log_length(&log, 3), 74);
	assert_true(exh_opl2_log_length(&log, UINT64_MAX) == UINT64_MAX);
}

/* 735 samples of VGM's are 828.6 of the chip's. */
static void many_passes_do_not_drift(void **state)
{
	static struct exh_opl2_write writes[] = { { 0, 0, 0 } };
	const struct exh_opl2_log log = { .kind = EXH_OPL2_LOG_VGM,
					  .clock_hz = 44100,
					  .writes = writes,
					  .write_count = 1,
					  .length = 829 };
	struct exh_opl2_log_cursor cursor = { .log = &log, .pass_count = 3600 };
	const struct exh_opl2_source source = exh_opl2_log_play(&cursor);
	struct exh_opl2_write write = { 0, 0, 0 };

	(void)state;
	assert_int_equal(exh_opl2_log_length(&log, 3600), 2982960);
	while (source.next(source.context, &write))
		;
	assert_int_equal(write.position, 2982131); /* 3599 * 828.6 */
}

static uint64_t count_played(const struct exh_opl2_log *log, uint64_t pass_count)
{
	struct exh_opl2_log_cursor cursor = { .log = log, .pass_count = pass_count };
	const struct exh_opl2_source source = exh_opl2_log_play(&cursor);
	struct exh_opl2_write write;
	uint64_t count = 0, before = 0;

	while (source.next(source.context, &write)) {
		assert_true(write.position >= before);
		before = write.position;
		count++;
	}
	return count;
}

/* A player would wait forever otherwise. */
static void passes_without_writes_or_time_are_not_repeated(void **state)
{
	static struct exh_opl2_write writes[] = { { 0, 0, 0 }, { 0, 0, 1 } };
	struct exh_opl2_log log = {
		.clock_hz = EXH_OPL2_RATE, .writes = writes, .write_count = 2, .length = 9
	};

	(void)state;
	assert_int_equal(count_played(&log, 5), 10);
	log.kind = EXH_OPL2_LOG_VGM;
	log.loops = true;
	log.loop_write = 2;
	log.loop_position = 5;
	assert_int_equal(count_played(&log, UINT64_MAX), 2);
	log.loops = false;
	log.length = 0;
	assert_int_equal(count_played(&log, UINT64_MAX), 2);
	log.length = (uint64_t)1 << 44; /* longer than any that is read */
	assert_int_equal(count_played(&log, UINT64_MAX), 10);
}

/* The logs that the chip is tested with, if they are available. */
static void logs_from_elsewhere_are_written_as_they_were(void **state)
{
	static const char *const names[] = { "02_560",	      "fx_demo",
					     "t01_waveforms", "t02_env_rates",
					     "t05_vibrato",   "t07_rhythm",
					     "t09_keying",    "t11_fuzz_sparse" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct exh_opl2_log_cursor cursor = { .pass_count = 1 };
		struct exh_opl2_recording recording = { 0 };
		struct exh_bytes file;
		struct exh_writer out;
		const uint8_t *rest;
		struct reading r;
		char name[64];

		snprintf(name, sizeof name, "opl2/%s.opl2log", names[i]);
		file = load_game_file(name);
		if (!file.data)
			skip();
		read_clean(&r, file.data, file.size);
		cursor.log = &r.log;
		recording.source = exh_opl2_log_play(&cursor);
		recording.length = r.log.length;
		out = write_log(&recording, EXH_OPL2_LOG_TEXT, NULL);
		/* Comments are theirs, the rest is the same. */
		rest = out.data + strlen("# opl2log 1\n");
		assert_true(file.size >= out.size);
		assert_memory_equal(file.data + (file.size - out.size) +
					    strlen("# opl2log 1\n"),
				    rest, out.size - strlen("# opl2log 1\n"));
		exh_writer_free(&out);
		done(&r);
		free((void *)file.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_log_is_read),
		cmocka_unit_test(a_text_log_may_be_untidy),
		cmocka_unit_test(every_shorter_text_log_is_refused_or_read_in_part),
		cmocka_unit_test(a_last_line_without_an_end_is_noted),
		cmocka_unit_test(a_last_line_that_is_cut_is_damage),
		cmocka_unit_test(a_line_that_is_wrong_is_named),
		cmocka_unit_test(missing_headers_are_reported),
		cmocka_unit_test(writes_behind_the_length_are_kept_but_not_played),
		cmocka_unit_test(logs_are_reported_from_other_files),
		cmocka_unit_test(what_is_written_is_the_text_itself),
		cmocka_unit_test(writes_end_before_the_length),
		cmocka_unit_test(what_no_file_can_hold_is_not_written),
		cmocka_unit_test(a_full_writer_fails_and_keeps_to_its_limit),
		cmocka_unit_test(what_is_in_the_writer_stays),
		cmocka_unit_test(a_loop_is_played_from_its_start),
		cmocka_unit_test(many_passes_do_not_drift),
		cmocka_unit_test(passes_without_writes_or_time_are_not_repeated),
		cmocka_unit_test(logs_from_elsewhere_are_written_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
