#include "exhume/advanced/sci_midi.h"

#include "sound_testing.h"

#include <string.h>

static const uint8_t
	song[] = {
		'M',  'T',  'h',  'd',	0,    0,    0,	  6,	0,   1,	   0,	 2,
		0,    120,				      /* format 1, two tracks */
		'M',  'T',  'r',  'k',	0,    0,    0,	  31, /* tempo and markers */
		0,    0xff, 0x51, 3,	0x07, 0xa1, 0x20, /* half a second a quarter */
		120,  0xff, 6,	  10,	'l',  'o',  'o',  'p',	' ', 's',  't',	 'a',
		'r',  't',  0,	  0xff, 1,    2,    'h',  'i',	0,   0xff, 0x2f, 0,
		'X',  'X',  'X',  'X',	0,    0,    0,	  1,	7, /* another chunk */
		'M',  'T',  'r',  'k',	0,    0,    0,	  26,	0,   0xc2, 5,	 0,
		0x92, 60,   64,	  0,	64,   64, /* a chord, in running status */
		120,  60,   0,	  0,	64,   0,    0,	  0x9f, 1,   1, /* for the control
									   channel: left
									   out */
		120,  0xff, 0x2f, 0,	0,    0,
	};

enum { FIRST_TRACK_END = 53, OTHER_CHUNK_END = 62 };

struct read_song {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_sound sound;
	struct exh_error err;
	uint8_t *bytes;
};

static enum exh_status read_song(struct read_song *r, const uint8_t *bytes, size_t size)
{
	*r = (struct read_song){ .arena.limit = 1 << 24 };
	r->notes.arena = &r->arena;
	r->bytes = tight_copy(bytes, size);
	return exh_sci_midi_read((struct exh_bytes){ r->bytes, size, 0 }, NULL, &r->arena,
				 &r->sound, &r->notes, &r->err);
}

static void end_song(struct read_song *r)
{
	exh_arena_free(&r->arena);
	free(r->bytes);
}

static void tracks_become_one_list(void **state)
{
	static const uint8_t expected[][4] = {
		{ 0, 0xc2, 5, 0 },    { 0, 0x92, 60, 64 }, { 0, 0x92, 64, 64 },
		{ 30, 0xcf, 127, 0 }, { 30, 0x92, 60, 0 }, { 30, 0x92, 64, 0 },
		{ 60, 0xfc, 0, 0 },
	};
	struct read_song r;

	(void)state;
	assert_int_equal(read_song(&r, song, sizeof song), EXH_OK);
	assert_int_equal(r.sound.event_count, 7);
	for (size_t i = 0; i < 7; i++) {
		assert_int_equal(r.sound.events[i].tick, expected[i][0]);
		assert_int_equal(r.sound.events[i].status, expected[i][1]);
		assert_memory_equal(r.sound.events[i].data, &expected[i][2], 2);
	}
	assert_int_equal(r.sound.channels[2].voices, 2);
	assert_int_equal(r.sound.channels[2].devices, 0xff);
	assert_int_equal(r.sound.channels[3].devices, 0);
	assert_non_null(strstr(r.notes.first->text, "1 events of channel 15"));
	end_song(&r);
}

static void every_shorter_file_is_refused(void **state)
{
	(void)state;
	/* Two bytes after the end event are not needed by anyone but the chunk. */
	for (size_t n = 0; n < sizeof song; n++) {
		struct read_song r;
		const enum exh_status status = read_song(&r, song, n);

		/* Whole tracks are played without the one that is missing. */
		if (n == FIRST_TRACK_END || n == OTHER_CHUNK_END) {
			assert_int_equal(status, EXH_OK);
			assert_true(has_note(&r.notes, EXH_WARNING,
					     "2 tracks declared, 1 found"));
		} else {
			assert_true(status == EXH_INVALID || status == EXH_TRUNCATED);
		}
		end_song(&r);
	}
}

static void assert_refused(size_t at, uint8_t value, enum exh_status expected)
{
	uint8_t bytes[sizeof song];
	struct read_song r;

	memcpy(bytes, song, sizeof song);
	bytes[at] = value;
	assert_int_equal(read_song(&r, bytes, sizeof bytes), expected);
	end_song(&r);
}

static void what_is_damaged_is_refused(void **state)
{
	(void)state;
	assert_refused(0, 'm', EXH_INVALID);
	assert_refused(9, 2, EXH_UNSUPPORTED);
	assert_refused(13, 0, EXH_INVALID);	   /* no division */
	assert_refused(12, 0xe3, EXH_UNSUPPORTED); /* drop frames */
	assert_refused(71, 0xf4, EXH_INVALID);	   /* a status that no file has */
	assert_refused(72, 0x80, EXH_INVALID);	   /* a parameter */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tracks_become_one_list),
		cmocka_unit_test(every_shorter_file_is_refused),
		cmocka_unit_test(what_is_damaged_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
