#include "opl2_log_testing.h"

/*
 * Version 0.1.
 */

enum { DRO1_HEADER = 24, DRO1_OLD_HEADER = 21 };

static const uint8_t dro1[] = {
	'D',  'B',  'R',  'A',	'W', 'O', 'P', 'L', 0, 0, 1, 0, /* 0.1 */
	0x18, 0x01, 0,	  0,					/* 280 ms */
	19,   0,    0,	  0,					/* bytes of data */
	0,    0,    0,	  0,					/* one OPL2 */
	0x04, 0x01, 0x20,					/* 01 by the escape */
	0xb0, 0x3d,						/**/
	0x00, 0x09,						/* 10 ms */
	0xb0, 0x1d,						/**/
	0x03, 0xb0, 0x3d, 0x02,					/* second chip */
	0x01, 0x0d, 0x01,					/* 270 ms */
	0x04, 0x04, 0x80,					/* 04 */
};

static const struct exh_opl2_write dro1_writes[] = {
	{ 0, 0x01, 0x20 },
	{ 0, 0xb0, 0x3d },
	{ 497, 0xb0, 0x1d }, /* 497.16 */
	{ 13920, 0x04, 0x80 },
};

static void version_0_1_is_read(void **state)
{
	struct reading r;

	(void)state;
	read_log(&r, dro1, sizeof dro1);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.kind, EXH_OPL2_LOG_DRO1);
	assert_int_equal(r.log.clock_hz, 1000);
	assert_int_equal(r.log.length, 13920); /* 13920.48 */
	assert_same_writes(&r.log, dro1_writes, 4);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "1 writes to the second chip or bank (the header says one "
			     "OPL2) are left out"));
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.damage_count, 0);
	done(&r);
}

static void the_hardware_type_may_be_one_byte(void **state)
{
	uint8_t data[sizeof dro1 - 3];
	struct reading r;

	(void)state;
	memcpy(data, dro1, DRO1_OLD_HEADER);
	memcpy(data + DRO1_OLD_HEADER, dro1 + DRO1_HEADER, sizeof dro1 - DRO1_HEADER);
	read_log(&r, data, sizeof data);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.notes.damage_count, 0);
	assert_same_writes(&r.log, dro1_writes, 4);
	done(&r);
}

/* Removes the version, and the three zeros of the hardware type unless they are kept. */
static void check_without_version(uint8_t ms, bool keeps_zeros)
{
	uint8_t data[sizeof dro1];
	const size_t rest = keeps_zeros ? DRO1_OLD_HEADER : DRO1_HEADER;
	struct reading r;

	memcpy(data, dro1, 8);
	memcpy(data + 8, dro1 + 12, 9);
	memcpy(data + 17, dro1 + rest, sizeof dro1 - rest);
	data[8] = ms;
	data[9] = ms == 0x18;
	data[10] = !ms; /* 65536 ms read as version 0.1 */
	read_log(&r, data, 17 + sizeof dro1 - rest);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.kind, EXH_OPL2_LOG_DRO1);
	assert_int_equal(r.notes.damage_count, 0);
	assert_same_writes(&r.log, dro1_writes, 4);
	done(&r);
}

static void the_first_captures_have_no_version(void **state)
{
	(void)state;
	check_without_version(0x18, false); /* 280 ms */
	check_without_version(0x18, true);
	check_without_version(0, false);
	check_without_version(0, true);
}

static void every_shorter_0_1_is_truncated_or_says_so(void **state)
{
	(void)state;
	for (size_t n = 8; n < sizeof dro1; n++) {
		struct reading r;

		read_log(&r, dro1, n);
		if (n < DRO1_OLD_HEADER) {
			assert_int_equal(r.status, EXH_TRUNCATED);
			assert_null(r.log.writes);
		} else {
			assert_int_equal(r.status, EXH_OK);
			assert_int_equal(r.notes.damage_count, 1);
			assert_true(r.log.write_count < 4);
			/* The last delay determines the end, not the header. */
			assert_true(r.log.length == 0 || r.log.length == 497 ||
				    r.log.length == 13920);
		}
		done(&r);
	}
}

static void a_header_that_was_never_completed_does_not_matter(void **state)
{
	uint8_t data[sizeof dro1];
	struct reading r;

	(void)state;
	memcpy(data, dro1, sizeof data);
	memset(data + 12, 0, 8);
	read_log(&r, data, sizeof data);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.length, 13920);
	assert_same_writes(&r.log, dro1_writes, 4);
	assert_int_equal(r.notes.damage_count, 0);
	assert_true(has_note(&r.notes, EXH_WARNING, "never completed: all 19 bytes"));
	done(&r);
}

static void bytes_after_the_data_are_reported(void **state)
{
	uint8_t data[sizeof dro1 + 3] = { 0 };
	struct reading r;

	(void)state;
	memcpy(data, dro1, sizeof dro1);
	read_log(&r, data, sizeof data);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.write_count, 4);
	assert_true(has_note(&r.notes, EXH_WARNING, "3 bytes after the data"));
	assert_int_equal(r.notes.first->offset, sizeof dro1);
	done(&r);
}

/*
 * Version 2.0.
 */

enum { DRO2_DATA = 26 + 2 };

static const uint8_t dro2[] = {
	'D',  'B',  'R', 'A',  'W',  'O', 'P', 'L', 2, 0, 0, 0, /* 2.0 */
	6,    0,    0,	 0,					/* pairs */
	0xf5, 1,    0,	 0,					/* 501 ms */
	0,    0,    0,	 0x85, 0x07, 2, /* OPL2, pairs, not packed, delays, table */
	0xb0, 0x20,			/**/
	0,    0x3d,			/* B0 = 3D */
	1,    0x21,			/* 20 = 21 */
	0x85, 0x00,			/* 1 ms */
	0x80, 0x3d,			/* second chip */
	7,    0x00,			/* 256 ms */
	0,    0x1d,			/* B0 = 1D */
};

static const struct exh_opl2_write dro2_writes[] = {
	{ 0, 0xb0, 0x3d }, { 0, 0x20, 0x21 }, { 12777, 0xb0, 0x1d }, /* 12777.012 */
};

static void version_2_0_is_read(void **state)
{
	struct reading r;

	(void)state;
	read_log(&r, dro2, sizeof dro2);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.kind, EXH_OPL2_LOG_DRO2);
	assert_int_equal(r.log.clock_hz, 1000);
	assert_int_equal(r.log.length, 24908); /* the header's: 24907.716 */
	assert_same_writes(&r.log, dro2_writes, 3);
	assert_true(has_note(&r.notes, EXH_WARNING, "1 writes to the second chip"));
	assert_int_equal(r.notes.warning_count, 1);
	assert_int_equal(r.notes.damage_count, 0);
	done(&r);
}

static void every_shorter_2_0_is_truncated_or_says_so(void **state)
{
	(void)state;
	for (size_t n = 8; n < sizeof dro2; n++) {
		struct reading r;

		read_log(&r, dro2, n);
		if (n < DRO2_DATA) {
			assert_int_equal(r.status, EXH_TRUNCATED);
		} else {
			assert_int_equal(r.status, EXH_OK);
			assert_int_equal(r.notes.damage_count, 1);
			assert_same_writes(&r.log, dro2_writes,
					   (n - DRO2_DATA) / 2 < 2 ? (n - DRO2_DATA) / 2
								   : 2);
		}
		done(&r);
	}
}

static void read_poked(struct reading *r, size_t at, unsigned value)
{
	uint8_t data[sizeof dro2];

	memcpy(data, dro2, sizeof data);
	data[at] = (uint8_t)value;
	read_log(r, data, sizeof data);
}

static void check_poke(size_t at, unsigned value, enum exh_status status,
		       const char *text)
{
	struct reading r;

	read_poked(&r, at, value);
	assert_int_equal(r.status, status);
	assert_non_null(strstr(r.err.text, text));
	done(&r);
}

static void headers_that_are_not_known_are_refused(void **state)
{
	(void)state;
	check_poke(8, 3, EXH_UNSUPPORTED, "version 3.0, expected 0.1 or 2.0");
	check_poke(10, 1, EXH_UNSUPPORTED, "version 2.1");
	check_poke(21, 1, EXH_UNSUPPORTED, "arrangement 1 with compression 0");
	check_poke(22, 1, EXH_UNSUPPORTED, "arrangement 0 with compression 1");
	check_poke(25, 129, EXH_INVALID, "129 registers, expected at most 128");
}

static void a_song_for_opl3_is_called_one(void **state)
{
	struct reading r;

	(void)state;
	read_poked(&r, 20, 2);
	assert_true(has_note(&r.notes, EXH_WARNING, "(the header says OPL3)"));
	assert_false(has_note(&r.notes, EXH_WARNING, "a song for OPL3"));
	done(&r);
	read_poked(&r, 26, 0x05); /* 105 = 3D */
	assert_true(has_note(&r.notes, EXH_WARNING, "a song for OPL3"));
	done(&r);
	read_poked(&r, 20, 7);
	assert_true(has_note(&r.notes, EXH_WARNING, "unknown hardware type 7"));
	done(&r);
}

static void an_index_after_the_table_is_damage(void **state)
{
	struct reading r;

	(void)state;
	read_poked(&r, DRO2_DATA + 2, 2);
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(r.log.write_count, 2);
	assert_true(has_note(&r.notes, EXH_DAMAGE, "1 writes have an index beyond"));
	assert_int_equal(r.notes.last->offset, DRO2_DATA + 2);
	done(&r);
}

static void a_length_far_from_the_delays_is_not_believed(void **state)
{
	struct reading r;

	(void)state;
	read_poked(&r, 17, 0xea);
	assert_int_equal(r.log.length, 2990368);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "60149 ms declared, the delays add "
			     "up to 257: taken are 60149"));
	done(&r);
	read_poked(&r, 18, 1);
	assert_int_equal(r.log.length, 12777);
	assert_true(has_note(&r.notes, EXH_WARNING,
			     "66037 ms declared, the delays add "
			     "up to 257: taken are 257"));
	done(&r);
}

/*
 * Writing.
 */

static void writes_go_to_pairs(void **state)
{
	static const struct exh_opl2_write writes[] = {
		{ 0, 0xb0, 0x3d },	 /* 0 ms */
		{ 24, 0x20, 0x21 },	 /* 0.48 ms */
		{ 25, 0xb0, 0x1d },	 /* 0.503 ms */
		{ 12777, 0xb0, 0x3d },	 /* 257 ms: 256 after */
		{ 25604, 0x20, 0x22 },	 /* 515 ms: 258 after */
		{ 3308150, 0xb0, 0x00 }, /* 66541 ms: 65536, 256 and 234 after */
	};
	static const uint8_t expected[] = {
		'D',  'B',  'R', 'A',  'W', 'O',  'P',	'L',  2, 0, 0, 0, /* 2.0 */
		14,   0,    0,	 0,					  /* pairs */
		0xee, 0x03, 1,	 0,					  /* 66542 ms */
		0,    0,    0,	 2,    3,   2,	  0xb0, 0x20, /* delays, table */
		0,    0x3d, 1,	 0x21,			      /**/
		2,    0,    0,	 0x1d,			      /* 1 ms */
		2,    255,  0,	 0x3d,			      /* 256 ms */
		3,    0,    2,	 1,    1,   0x22,	      /* 256 and 2 */
		3,    255,  3,	 0,    2,   233,  0,	0x00, /* 65536, 256, 234 */
		2,    0,				      /* the rest */
	};
	struct list list = { writes, 6 };
	const struct exh_opl2_recording recording = record(&list, 3308202);
	struct exh_opl2_timing timing;
	struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_DRO2, &timing);

	(void)state;
	assert_same_bytes(exh_writer_bytes(&out), expected, sizeof expected);
	assert_int_equal(timing.worst, 25);
	assert_int_equal(timing.moved_count, 3);
	assert_int_equal(timing.write_count, 6);
	assert_int_equal(timing.dropped_count, 0);
	exh_writer_free(&out);
}

static void what_is_written_reads_to_the_nearest_millisecond(void **state)
{
	static struct exh_opl2_write writes[300];
	uint64_t seed = 0xd50;

	(void)state;
	for (int round = 0; round < 300; round++) {
		const size_t count = roll(&seed, 300);
		const uint64_t length =
			roll_writes(&seed, writes, count, 1 + roll(&seed, 126)) + 1;
		struct list list = { writes, count };
		const struct exh_opl2_recording recording = record(&list, length);
		struct exh_opl2_timing timing;
		struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_DRO2, &timing);
		struct reading r;

		read_clean(&r, out.data, out.size);
		assert_int_equal(r.log.write_count, count);
		assert_int_equal(r.log.length,
				 ((length * 1000 + 24858) / 49716 * 49716 + 500) / 1000);
		for (size_t i = 0; i < count; i++) {
			const uint64_t ms = (writes[i].position * 1000 + 24858) / 49716;

			assert_write(&r.log.writes[i], (ms * 49716 + 500) / 1000,
				     writes[i].reg, writes[i].value);
			assert_true(timing.worst <= 25);
		}
		done(&r);
		exh_writer_free(&out);
	}
}

/* The table has room for 126 registers, and for all that do something. */
static void registers_without_effect_go_first(void **state)
{
	static struct exh_opl2_write writes[256];
	struct exh_opl2_timing timing;

	(void)state;
	for (size_t i = 0; i < 256; i++)
		writes[i] = (struct exh_opl2_write){ i * 1000, (uint8_t)i, 1 };
	for (size_t count = 0; count <= 256; count++) {
		struct list list = { writes, count };
		const struct exh_opl2_recording recording = record(&list, 256000);
		struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_DRO2, &timing);
		struct reading r;

		read_clean(&r, out.data, out.size);
		assert_int_equal(r.log.length, 255988); /* 5149 ms */
		assert_int_equal(timing.write_count, r.log.write_count);
		assert_int_equal(timing.write_count + timing.dropped_count, count);
		if (count <= 126)
			assert_int_equal(timing.dropped_count, 0);
		for (size_t i = 0; i < r.log.write_count && count > 126; i++)
			assert_true(r.log.writes[i].reg > 4 || r.log.writes[i].reg == 1);
		if (count == 256) {
			assert_int_equal(r.log.write_count, 120);
			assert_int_equal(r.log.writes[0].reg, 0x01);
			assert_int_equal(r.log.writes[1].reg, 0x08);
			assert_int_equal(r.log.writes[119].reg, 0xf5);
		}
		done(&r);
		exh_writer_free(&out);
	}
}

/* Leaving something out joins two delays: the result is as if it had never existed. */
static void what_is_left_out_leaves_no_trace(void **state)
{
	static struct exh_opl2_write writes[1000], kept[1000];
	uint64_t seed = 0xd51;

	(void)state;
	for (int round = 0; round < 100; round++) {
		const uint64_t length = roll_writes(&seed, writes, 1000, 256) + 1;
		struct list list = { writes, 1000 }, rest = { kept, 0 };
		struct exh_opl2_recording recording = record(&list, length);
		struct exh_opl2_timing timing, again;
		struct exh_writer out = write_log(&recording, EXH_OPL2_LOG_DRO2, &timing),
				  other;

		for (size_t i = 0; i < 1000; i++) {
			const unsigned reg = writes[i].reg, low = reg & 31;
			const bool slot = low < 24 && low % 8 < 6;

			if (reg == 0x01 || reg == 0x08 || reg == 0xbd ||
			    (reg >= 0x20 && reg < 0xa0 && slot) ||
			    (reg >= 0xe0 && slot) ||
			    (reg >= 0xa0 && reg < 0xd0 && reg % 16 < 9))
				kept[rest.count++] = writes[i];
		}
		recording = record(&rest, length);
		other = write_log(&recording, EXH_OPL2_LOG_DRO2, &again);
		assert_same_bytes(exh_writer_bytes(&out), other.data, other.size);
		assert_int_equal(timing.write_count, again.write_count);
		assert_int_equal(timing.moved_count, again.moved_count);
		assert_int_equal(timing.dropped_count, 1000 - again.write_count);
		exh_writer_free(&out);
		exh_writer_free(&other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(version_0_1_is_read),
		cmocka_unit_test(the_hardware_type_may_be_one_byte),
		cmocka_unit_test(the_first_captures_have_no_version),
		cmocka_unit_test(every_shorter_0_1_is_truncated_or_says_so),
		cmocka_unit_test(a_header_that_was_never_completed_does_not_matter),
		cmocka_unit_test(bytes_after_the_data_are_reported),
		cmocka_unit_test(version_2_0_is_read),
		cmocka_unit_test(every_shorter_2_0_is_truncated_or_says_so),
		cmocka_unit_test(headers_that_are_not_known_are_refused),
		cmocka_unit_test(a_song_for_opl3_is_called_one),
		cmocka_unit_test(an_index_after_the_table_is_damage),
		cmocka_unit_test(a_length_far_from_the_delays_is_not_believed),
		cmocka_unit_test(writes_go_to_pairs),
		cmocka_unit_test(what_is_written_reads_to_the_nearest_millisecond),
		cmocka_unit_test(registers_without_effect_go_first),
		cmocka_unit_test(what_is_left_out_leaves_no_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
