#include "exhume/advanced/sci_tones.h"

#include "sound_testing.h"

#include <math.h>

enum { RATE = EXH_OPL2_RATE, LOUD = 8184 };

static const struct song_channel two[] = {
	{ 0, 0, EXH_SCI_SPEAKER | EXH_SCI_TANDY },
	{ 1, 1, EXH_SCI_ADLIB },
	{ 14, 0, EXH_SCI_SPEAKER },
	{ 0 },
};

static void assert_writes(const struct exh_sci_sound *sound, unsigned channels,
			  const struct exh_sci_speaker_write *expected, size_t count)
{
	struct exh_sci_speaker_player player;
	struct exh_sci_speaker_write write;

	exh_sci_speaker_play(&player, sound, 1, channels);
	for (size_t i = 0; i < count; i++) {
		assert_true(exh_sci_speaker_next(&player, &write));
		assert_int_equal(write.position, expected[i].position);
		assert_int_equal(write.divisor, expected[i].divisor);
	}
	assert_false(exh_sci_speaker_next(&player, &write));
	assert_false(exh_sci_speaker_next(&player, &write));
}

static const uint8_t melody[] = {
	0, 0x90, 69, 100, /* 2711.8 */
	6, 0x9e, 60, 1,	  /* the last note is played, however soft: 4560.6 */
	0, 0x91, 72, 100, /* only AdLib */
	6, 0x80, 69, 0,	  /* no longer sounds */
	0, 0xee, 0,  127, /* almost an octave up: 47 quarters, 2313.3 */
	6, 0x9e, 60, 0,	  /* */
	6, 0x90, 57, 9,	  /* 5423.6 */
	6, 0xfc,
};

static void the_last_note_is_heard(void **state)
{
	static const struct exh_sci_speaker_write expected[] = {
		{ 0, 0 },	{ 0, 2712 },  { 4971, 0 },     { 4971, 4561 },
		{ 9943, 2313 }, { 14914, 0 }, { 19886, 5424 }, { 24858, 0 },
	};
	struct opened_sound o;

	(void)state;
	open_song(&o, two, melody, sizeof melody);
	assert_writes(&o.sound, ~0u, expected, sizeof expected / sizeof *expected);
	close_sound(&o);
}

static void channels_that_are_not_heard_keep_it_silent(void **state)
{
	static const struct exh_sci_speaker_write expected[] = {
		{ 0, 0 },    { 0, 2712 },  { 4971, 0 },	    { 4971, 0 },
		{ 9943, 0 }, { 14914, 0 }, { 19886, 5424 }, { 24858, 0 },
	};
	struct opened_sound o;

	(void)state;
	open_song(&o, two, melody, sizeof melody);
	assert_writes(&o.sound, 1, expected, sizeof expected / sizeof *expected);
	close_sound(&o);
}

static void divisors_are_those_of_the_frequencies(void **state)
{
	(void)state;
	assert_int_equal(exh_sci_speaker_divisor(69, 8192), 2712);
	/* 72971 is too much: an octave higher. */
	assert_int_equal(exh_sci_speaker_divisor(12, 8192), 36485);
	assert_int_equal(exh_sci_speaker_divisor(0, 0), 36485);
	for (unsigned note = 14; note < 128; note++) {
		const double exact = 1193182 / (440 * pow(2, ((double)note - 69) / 12));

		assert_int_equal(exh_sci_speaker_divisor(note, 8192), lround(exact));
	}
}

/* 4561 clocks, 2281 of them high: 95 samples and one clock. */
static void waves_begin_high_with_the_note(void **state)
{
	static const uint8_t events[] = { 1, 0x90, 60, 64, 60, 0x80, 60, 0, 0, 0xfc };
	struct exh_sci_speaker_player player;
	static int16_t mono[60000];
	struct opened_sound o;
	size_t waves = 0;

	(void)state;
	open_song(&o, two, events, sizeof events);
	exh_sci_speaker_play(&player, &o.sound, 1, ~0u);
	exh_sci_speaker_render(&player, mono, 60000);
	assert_int_equal(mono[827], 0);
	for (size_t i = 828; i < 828 + 95; i++)
		assert_int_equal(mono[i], LOUD);
	assert_int_equal(mono[828 + 95], -LOUD * 22 / 24);
	assert_int_equal(mono[828 + 96], -LOUD);
	for (size_t i = 1; i < 60000; i++)
		waves += mono[i - 1] <= 0 && mono[i] > 0;
	/* Number of 261.6 Hz waves that begin within a second. */
	assert_int_equal(waves, 262);
	for (size_t i = 61 * RATE / 60; i < 60000; i++)
		assert_int_equal(mono[i], 0);
	close_sound(&o);
}

static void pieces_are_the_whole_and_copies_go_on(void **state)
{
	uint64_t seed = 83;
	struct exh_sci_speaker_player player, copy;
	static int16_t whole[30000], pieces[30000];
	struct opened_sound o;

	(void)state;
	open_song(&o, two, melody, sizeof melody);
	exh_sci_speaker_play(&player, &o.sound, 1, ~0u);
	copy = player;
	exh_sci_speaker_render(&player, whole, 30000);
	for (size_t at = 0; at < 30000;) {
		const struct exh_sci_speaker_player again = copy;
		size_t count = roll(&seed, 3000);

		count = count < 30000 - at ? count : 30000 - at;
		memset(&copy, 0xff, sizeof copy);
		copy = again;
		exh_sci_speaker_render(&copy, pieces + at, count);
		at += count;
	}
	assert_memory_equal(whole, pieces, sizeof whole);
	close_sound(&o);
}

static void count_divisor(void *context, uint32_t divisor)
{
	*(uint64_t *)context = *(uint64_t *)context << 16 | divisor;
}

static void the_games_volume_is_on_or_off(void **state)
{
	uint64_t written = 0;
	const struct exh_sci_divisor_sink sink = { count_divisor, &written };
	struct exh_sci_speaker driver;
	struct opened_sound o;

	(void)state;
	open_song(&o, two, melody, sizeof melody);
	exh_sci_speaker_start(&driver, &o.sound, &sink);
	exh_sci_speaker_event(&driver, &o.sound.events[0], &sink);
	exh_sci_speaker_volume(&driver, 0, &sink);
	exh_sci_speaker_volume(&driver, 1, &sink);
	exh_sci_speaker_stop(&driver, &sink);
	exh_sci_speaker_stop(&driver, &sink);
	assert_true(written == 0x0a9800000a980000);
	close_sound(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_note_is_heard),
		cmocka_unit_test(channels_that_are_not_heard_keep_it_silent),
		cmocka_unit_test(divisors_are_those_of_the_frequencies),
		cmocka_unit_test(waves_begin_high_with_the_note),
		cmocka_unit_test(pieces_are_the_whole_and_copies_go_on),
		cmocka_unit_test(the_games_volume_is_on_or_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
