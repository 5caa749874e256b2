#include "sound.h"
#include "testing.h"

static const uint8_t stereo[] = {
	'R',  'I',  'F', 'F', 55, 0, 0,	 0, 'W', 'A', 'V',  'E',  'L', 'I',  'S',  'T',
	1,    0,    0,	 0,   7,  0, /* a chunk of another kind, and the byte that makes
					it even */
	'f',  'm',  't', ' ', 16, 0, 0,	 0, 1,	 0,   2,    0, /* PCM, channels */
	0x22, 0x56, 0,	 0,				       /* 22050 Hz */
	0x88, 0x58, 1,	 0,   4,  0, 16, 0,		       /* bits */
	'd',  'a',  't', 'a', 8,  0, 0,	 0, 1,	 0,   0xff, 0xff, 0,   0x80, 0xff, 0x7f,
};

static void chunks_are_found(void **state)
{
	static const int16_t expected[] = { 1, -1, -32768, 32767 };
	struct sound_samples sound;

	(void)state;
	assert_false(wav_read((struct exh_bytes){ stereo, sizeof stereo, 0 }, &sound,
			      NULL, NULL));
	assert_int_equal(sound.rate_hz, 22050);
	assert_int_equal(sound.channel_count, 2);
	assert_int_equal(sound.frame_count, 2);
	assert_false(sound.is_8_bit);
	assert_memory_equal(sound.samples, expected, sizeof expected);
	free(sound.samples);
}

static void every_shorter_file_is_refused_or_noted(void **state)
{
	(void)state;
	for (size_t size = 0; size < sizeof stereo; size++) {
		struct exh_arena arena = { .limit = 1 << 12 };
		struct exh_notes notes = { .arena = &arena };
		struct sound_samples sound;

		if (!wav_read((struct exh_bytes){ stereo, size, 0 }, &sound, &notes,
			      NULL)) {
			assert_true(size >= sizeof stereo - 8);
			assert_int_equal(sound.frame_count,
					 (size - (sizeof stereo - 8)) / 4);
			assert_non_null(notes.first);
		}
		free(sound.samples);
		exh_arena_free(&arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chunks_are_found),
		cmocka_unit_test(every_shorter_file_is_refused_or_noted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
