#include "exhume/advanced/smf.h"

#include "../base/testing.h"

#include <string.h>

static const uint8_t song[] = {
	'M', 'T',  'h',	 'd', 0,    0,	  0,	6,   0, 1,  0, 2,
	0,   96,   'M',	 'T', 'r',  'k',  0,	0,   0, 11, /* the tempo: a second */
	0,   0xff, 0x51, 3,   0x0f, 0x42, 0x40,		    /* a quarter */
	0,   0xff, 0x2f, 0,   'M',  'T',  'r',	'k', 0, 0,  0, 11, /* a note */
	48,  0x93, 60,	 64,  96,   60,	  0,			   /* in running status */
	0,   0xff, 0x2f, 0,
};

enum { FIRST_TRACK_END = 33 };

static enum exh_status read_song(const uint8_t *bytes, size_t size,
				 struct exh_arena *arena, struct exh_smf *out,
				 struct exh_error *err)
{
	uint8_t *copy = tight_copy(bytes, size);
	const enum exh_status status =
		exh_smf_read((struct exh_bytes){ copy, size, 0 }, arena, out, NULL, err);

	free(copy);
	return status;
}

static void events_of_all_tracks_come_in_time(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_smf_clock clock;
	struct exh_smf smf;

	(void)state;
	assert_int_equal(read_song(song, sizeof song, &arena, &smf, NULL), EXH_OK);
	assert_int_equal(smf.count, 3);
	assert_int_equal(smf.track_count, 2);
	assert_int_equal(smf.events[1].tick, 48);
	assert_int_equal(smf.events[2].tick, 144);
	assert_int_equal(smf.events[2].status, 0x93);
	assert_int_equal(smf.events[2].track, 1);
	assert_int_equal(smf.events[1].offset, 42);
	assert_int_equal(smf.end, 144);
	exh_smf_clock_start(&smf, &clock);
	assert_int_equal(exh_smf_clock_pass(&clock, 96, NULL), EXH_OK);
	assert_int_equal(exh_smf_clock_at(&clock, 560), 280); /* half a second */
	clock.tempo = 1000000;
	assert_int_equal(exh_smf_clock_pass(&clock, 144, NULL), EXH_OK);
	assert_int_equal(exh_smf_clock_at(&clock, 560), 560);
	assert_int_equal(exh_smf_clock_pass(&clock, UINT64_C(1) << 60, NULL), EXH_LIMIT);
	exh_arena_free(&arena);
}

static void every_shorter_file_is_refused_with_an_offset(void **state)
{
	(void)state;
	for (size_t n = 0; n < sizeof song; n++) {
		struct exh_arena arena = { .limit = 1 << 16 };
		struct exh_error err;
		struct exh_smf smf;
		const enum exh_status status = read_song(song, n, &arena, &smf, &err);

		/* Whole tracks are played without those that are missing. */
		if (n == FIRST_TRACK_END)
			assert_int_equal(status, EXH_OK);
		else
			assert_true(status == EXH_INVALID || status == EXH_TRUNCATED);
		assert_true(!status || err.offset <= n);
		exh_arena_free(&arena);
	}
}

static void missing_tracks_and_large_controllers_are_noted(void **state)
{
	static const uint8_t file[] = {
		'M', 'T',  'h', 'd',	     0,	  0,   0, 6,	0,    1,  0, 3,
		0,   96,   'M', 'T',	     'r', 'k', 0, 0,	0,    11, 0, 0xb1,
		7,   0xfe, 0,	0x80 + 0x11, 60,  64,  0, 0xff, 0x2f, 0,
	};
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	uint8_t *copy = tight_copy(file, sizeof file);
	struct exh_error err;
	struct exh_smf smf;

	(void)state;
	copy[21] = (uint8_t)(sizeof file - 22);
	assert_int_equal(exh_smf_read((struct exh_bytes){ copy, sizeof file, 0 }, &arena,
				      &smf, &notes, &err),
			 EXH_OK);
	assert_int_equal(smf.count, 2);
	assert_int_equal(smf.events[0].data[1], 127);
	assert_true(has_note(&notes, EXH_WARNING, "3 tracks declared, 1 found"));
	assert_true(has_note(&notes, EXH_WARNING,
			     "1 parameters of controllers are above 127: taken for 127"));
	/* Only controllers may be too large: a note like this is invalid. */
	copy[28] = 0xff;
	assert_int_equal(exh_smf_read((struct exh_bytes){ copy, sizeof file, 0 }, &arena,
				      &smf, &notes, &err),
			 EXH_INVALID);
	free(copy);
	exh_arena_free(&arena);
}

static void a_file_too_large_is_refused(void **state)
{
	const struct exh_bytes in = { song, EXH_SMF_LIMIT + 1, 0 };
	struct exh_smf smf;

	(void)state;
	assert_int_equal(exh_smf_read(in, NULL, &smf, NULL, NULL), EXH_LIMIT);
}

static void what_is_written_is_read(void **state)
{
	static const uint8_t sysex[] = { 0x7e, 0x7f, 9, 1 };
	struct exh_writer out = { .limit = 1 << 12 };
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_smf_track track;
	struct exh_smf smf;

	(void)state;
	exh_smf_write_header(&out, 0, 1, 480);
	exh_smf_track_start(&track, &out);
	exh_smf_put_text(&track, 0, EXH_SMF_NAME, "song");
	exh_smf_put_tempo(&track, 0, 500000);
	exh_smf_put_sysex(&track, 0, (struct exh_bytes){ sysex, sizeof sysex, 0 });
	exh_smf_put(&track, 200000, 0xc1, 9, 0);
	assert_int_equal(exh_smf_track_end(&track, 200001, NULL), EXH_OK);
	assert_int_equal(exh_smf_read(exh_writer_bytes(&out), &arena, &smf, NULL, NULL),
			 EXH_OK);
	assert_int_equal(smf.count, 4);
	assert_int_equal(smf.division, 480);
	assert_memory_equal(smf.events[0].bytes.data, "song", 4);
	assert_int_equal(smf.events[1].meta, EXH_SMF_TEMPO);
	assert_memory_equal(smf.events[2].bytes.data, "\x7e\x7f\x09\x01\xf7", 5);
	assert_int_equal(smf.events[3].tick, 200000);
	assert_int_equal(smf.end, 200001);
	exh_smf_track_start(&track, &out);
	exh_smf_put(&track, UINT64_C(1) << 28, 0xc1, 9, 0);
	assert_int_equal(exh_smf_track_end(&track, UINT64_C(1) << 28, NULL), EXH_LIMIT);
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_of_all_tracks_come_in_time),
		cmocka_unit_test(every_shorter_file_is_refused_with_an_offset),
		cmocka_unit_test(missing_tracks_and_large_controllers_are_noted),
		cmocka_unit_test(a_file_too_large_is_refused),
		cmocka_unit_test(what_is_written_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
