#include "exhume/advanced/sci_tones.h"

#include "sound_testing.h"

#include <math.h>

enum { RATE = EXH_OPL2_RATE, MOST = 400 };

static const struct song_channel three[] = {
	{ 0, 0, EXH_SCI_TANDY | EXH_SCI_SPEAKER },
	{ 1, 1, EXH_SCI_ADLIB },
	{ 10, 0, EXH_SCI_TANDY },
	{ 11, 0, EXH_SCI_TANDY },
	{ 0 },
};

struct played {
	struct exh_psg_write writes[MOST];
	size_t count;
};

static void play(const struct exh_sci_sound *sound, uint64_t pass_count,
		 unsigned channels, struct played *out)
{
	struct exh_sci_tandy_player player;
	struct exh_psg_source source;

	exh_sci_tandy_play(&player, sound, pass_count, channels);
	source = exh_sci_tandy_source(&player);
	for (out->count = 0; source.next(source.context, &out->writes[out->count]);)
		assert_true(++out->count < MOST);
}

static void assert_writes(const struct played *found,
			  const struct exh_psg_write *expected, size_t count)
{
	for (size_t i = 0; i < count && i < found->count; i++) {
		assert_int_equal(found->writes[i].position, expected[i].position);
		assert_int_equal(found->writes[i].value, expected[i].value);
	}
	assert_int_equal(found->count, count);
}

/* Beginning of the lists below. */
#define START                                  \
	{ 0, 0x9f }, { 0, 0xbf }, { 0, 0xdf }, \
	{                                      \
		0, 0xff                        \
	}

static void notes_are_dealt_pitched_and_attenuated(void **state)
{
	static const uint8_t events[] = {
		0,  0x90, 69, 127, /* 254.23: 0xfe; at full volume */
		0,  0x9b, 60, 64,  /* 427.57: 0x1ac; -5.95 dB */
		0,  0x91, 60, 127, /* only AdLib */
		6,  0xb0, 7,  100, /* -2.08 dB */
		0,  0xeb, 0,  0,   /* 47 quarters down: 842.9 */
		6,  0x90, 72, 127, /* one voice: 213.78 */
		0,  0x80, 69, 0,   /* no longer sounds */
		12, 0x80, 72, 0,   /* */
		0,  0xfc,
	};
	static const struct exh_psg_write expected[] = {
		START,		{ 0, 0x8e },	 { 0, 0x0f },	  { 0, 0x90 },
		{ 0, 0xcc },	{ 0, 0x1a },	 { 0, 0xd3 },	  { 4971, 0x91 },
		{ 4971, 0xcb }, /* 843: 0x34b */
		{ 4971, 0x34 }, { 9943, 0x9f },	 { 9943, 0x86 },  { 9943, 0x0d },
		{ 9943, 0x91 }, { 19886, 0x9f }, { 19886, 0xdf },
	};
	struct opened_sound o;
	struct played played;

	(void)state;
	open_song(&o, three, events, sizeof events);
	play(&o.sound, 1, ~0u, &played);
	assert_writes(&played, expected, sizeof expected / sizeof *expected);
	close_sound(&o);
}

static void periods_are_those_of_the_frequencies(void **state)
{
	(void)state;
	assert_int_equal(exh_sci_tandy_period(69, 8192), 254);
	assert_int_equal(exh_sci_tandy_period(45, 8192), 1017);
	/* 1077.4 is too much: an octave higher. */
	assert_int_equal(exh_sci_tandy_period(44, 8192), 539);
	assert_int_equal(exh_sci_tandy_period(0, 0), 855);
	assert_int_equal(exh_sci_tandy_period(127, 16383), 5);
	for (unsigned note = 46; note < 128; note++) {
		const double exact =
			3579545 / (32 * 440 * pow(2, ((double)note - 69) / 12));

		assert_int_equal(exh_sci_tandy_period(note, 8192), lround(exact));
	}
}

static void assert_dealt(const struct song_channel *channels, const uint8_t expected[4])
{
	static const uint8_t end[] = { 0, 0xfc };
	struct exh_sci_tandy_player player;
	struct opened_sound o;

	open_song(&o, channels, end, sizeof end);
	exh_sci_tandy_play(&player, &o.sound, 1, ~0u);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(player.driver.voices.items[i].channel, expected[i]);
	close_sound(&o);
}

static void tones_are_dealt_one_a_channel_and_then_by_need(void **state)
{
	static const struct song_channel two[] = { { 2, 1, 0x10 },
						   { 5, 3, 0x14 },
						   { 0 } };
	static const struct song_channel one[] = { { 3, 2, 0x10 }, { 0 } };
	static const struct song_channel needs[] = { { 3, 2, 0x10 },
						     { 4, 3, 0x10 },
						     { 0 } };
	static const struct song_channel four[] = {
		{ 3, 2, 0x10 }, { 4, 0, 0x10 }, { 7, 0, 0x10 }, { 8, 9, 0x10 }, { 0 },
	};
	static const struct song_channel drums[] = { { 9, 0x80, 0x19 },
						     { 14, 0, 0x10 },
						     { 0 } };

	(void)state;
	assert_dealt(three, (const uint8_t[]){ 0, 10, 11, 16 });
	assert_dealt(two, (const uint8_t[]){ 2, 5, 5, 16 });
	assert_dealt(one, (const uint8_t[]){ 3, 3, 16, 16 });
	assert_dealt(needs, (const uint8_t[]){ 3, 4, 3, 16 });
	assert_dealt(four, (const uint8_t[]){ 3, 4, 7, 16 });
	assert_dealt(drums, (const uint8_t[]){ 14, 16, 16, 9 });
}

static void percussion_is_noise(void **state)
{
	static const struct song_channel drums[] = { { 9, 0x80, 0x10 }, { 0 } };
	static const uint8_t events[] = {
		0, 0x99, 36,  127, /* low noise */
		3, 36,	 0,	   /* */
		0, 40,	 127,	   /* */
		0, 0xe9, 0,   0,   /* noise has no pitch */
		3, 0x99, 42,  127, /* high noise replaces it */
		3, 0xfc,
	};
	static const struct exh_psg_write expected[] = {
		START,		{ 0, 0xe6 },	{ 0, 0xf0 },	{ 2485, 0xff },
		{ 2485, 0xe5 }, { 2485, 0xf0 }, { 4971, 0xff }, { 4971, 0xe4 },
		{ 4971, 0xf0 }, { 7457, 0xff }, /* at the end */
	};
	struct opened_sound o;
	struct played played;

	(void)state;
	open_song(&o, drums, events, sizeof events);
	play(&o.sound, 1, ~0u, &played);
	assert_writes(&played, expected, sizeof expected / sizeof *expected);
	close_sound(&o);
}

static void channels_that_are_not_heard_are_off(void **state)
{
	static const uint8_t events[] = {
		0, 0x90, 69, 127, 0, 0x9a, 69, 127, 6, 0x80, 69, 0, 0, 0xfc,
	};
	static const struct exh_psg_write expected[] = {
		START,	     { 0, 0x8e }, { 0, 0x0f },	  { 0, 0x9f },	  { 0, 0xae },
		{ 0, 0x0f }, { 0, 0xb0 }, { 4971, 0x9f }, { 4971, 0xbf },
	};
	struct opened_sound o;
	struct played played;

	(void)state;
	open_song(&o, three, events, sizeof events);
	play(&o.sound, 1, 1u << 10, &played);
	assert_writes(&played, expected, sizeof expected / sizeof *expected);
	close_sound(&o);
}

static void count_byte(void *context, uint8_t value)
{
	*(unsigned *)context = *(unsigned *)context << 8 | value;
}

static void the_games_volume_changes_what_sounds(void **state)
{
	static const uint8_t events[] = { 0, 0x90, 69, 127, 0, 0xfc };
	unsigned written = 0;
	const struct exh_sci_byte_sink sink = { count_byte, &written };
	struct exh_sci_tandy driver;
	struct opened_sound o;

	(void)state;
	open_song(&o, three, events, sizeof events);
	exh_sci_tandy_start(&driver, &o.sound, &sink);
	assert_int_equal(written, 0x9fbfdfff);
	exh_sci_tandy_event(&driver, &o.sound.events[0], &sink);
	written = 0;
	/* 7/15: -6.6 dB; 0: off */
	exh_sci_tandy_volume(&driver, 7, &sink);
	exh_sci_tandy_volume(&driver, 0, &sink);
	exh_sci_tandy_volume(&driver, 99, &sink);
	exh_sci_tandy_stop(&driver, &sink);
	assert_int_equal(written, 0x939f909f);
	close_sound(&o);
}

/* Plays each note by itself on the chip. */
static void notes_are_heard_at_their_pitch(void **state)
{
	(void)state;
	for (uint8_t note = 45; note < 100; note += 3) {
		const uint8_t events[] = { 0, 0x9a, note, 100, 120, 0xfc };
		const double hz = 440 * pow(2, (note - 69) / 12.0);
		struct exh_sci_tandy_player player;
		struct exh_psg_player chip;
		static int32_t sums[RATE];
		struct opened_sound o;
		unsigned waves = 0;

		open_song(&o, three, events, sizeof events);
		exh_sci_tandy_play(&player, &o.sound, 1, ~0u);
		exh_psg_player_start(&chip, exh_sci_tandy_source(&player));
		exh_psg_player_mix(&chip, EXH_PSG_ALL_CHANNELS, sums, RATE);
		for (size_t i = 1; i < RATE; i++)
			waves += sums[i - 1] <= 0 && sums[i] > 0;
		assert_true(fabs(waves - hz) < 1 + hz / 100);
		close_sound(&o);
	}
}

static void the_games_sounds_end_in_silence(void **state)
{
	static const char *const names[] = { "companion-template", "companion-template",
					     "template-redux" };
	static const unsigned numbers[] = { 1, 2, 5 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct exh_sci_tandy_player player;
		struct exh_psg_player chip;
		struct opened_sound o;
		int32_t sums[256];
		uint64_t loud = 0;

		open_game_sound(&o, names[i], numbers[i]);
		exh_sci_tandy_play(&player, &o.sound, 2, ~0u);
		exh_psg_player_start(&chip, exh_sci_tandy_source(&player));
		while (chip.waiting) {
			exh_psg_player_mix(&chip, EXH_PSG_ALL_CHANNELS, sums, 256);
			loud += sums[0] != 0;
		}
		assert_true(loud > 100);
		for (size_t c = 0; c < EXH_PSG_CHANNELS; c++)
			assert_int_equal(chip.chip.channels[c].attenuation, EXH_PSG_OFF);
		close_sound(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notes_are_dealt_pitched_and_attenuated),
		cmocka_unit_test(periods_are_those_of_the_frequencies),
		cmocka_unit_test(tones_are_dealt_one_a_channel_and_then_by_need),
		cmocka_unit_test(percussion_is_noise),
		cmocka_unit_test(channels_that_are_not_heard_are_off),
		cmocka_unit_test(the_games_volume_changes_what_sounds),
		cmocka_unit_test(notes_are_heard_at_their_pitch),
		cmocka_unit_test(the_games_sounds_end_in_silence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
