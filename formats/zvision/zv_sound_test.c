#include "exhume/identify.h"
#include "exhume/codec.h"
#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/testing.h"

#include <math.h>

static void assert_sound(const char *name, enum exh_zv_game game, uint32_t rate_hz,
			 unsigned channel_count, enum exh_zv_packing packing)
{
	struct exh_zv_sound sound = { 0 };

	assert_true(exh_zv_sound_by_name(name, game, &sound));
	assert_int_equal(sound.rate_hz, rate_hz);
	assert_int_equal(sound.channel_count, channel_count);
	assert_int_equal(sound.packing, packing);
}

static void names_tell_rate_channels_and_packing(void **state)
{
	(void)state;
	assert_sound("a000h1tc.raw", EXH_ZV_NEMESIS, 22050, 2, EXH_ZV_ADPCM);
	assert_sound("c000h01q.raw", EXH_ZV_ZGI, 22050, 2, EXH_ZV_ADPCM);
	assert_sound("M000HX6C.IFP", EXH_ZV_NEMESIS, 11025, 1, EXH_ZV_PCM_16);
	assert_sound("gjnph65a.raw", EXH_ZV_ZGI, 22050, 1, EXH_ZV_PCM_16);
	assert_sound("p000hx1p.src", EXH_ZV_ZGI, 22050, 1, EXH_ZV_ADPCM);
	assert_sound("xxxxxx0", EXH_ZV_NEMESIS, 8000, 1, EXH_ZV_PCM_8);
	assert_sound("xxxxxxf", EXH_ZV_NEMESIS, 44100, 2, EXH_ZV_PCM_16);
	assert_sound("xxxxxxj", EXH_ZV_NEMESIS, 8000, 1, EXH_ZV_ADPCM);
	assert_sound("xxxxxxx5", EXH_ZV_ZGI, 11025, 2, EXH_ZV_PCM_8);
	assert_sound("xxxxxxxu", EXH_ZV_ZGI, 44100, 2, EXH_ZV_ADPCM);
}

static void letters_without_a_meaning_are_none(void **state)
{
	static const char *const bad[] = { "abcdefi.raw", "abcdefo.raw", "abcdefz.raw",
					   "abcdef.raw",  "abc.rawt",	 "" };
	struct exh_zv_sound sound;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(exh_zv_sound_by_name(bad[i], EXH_ZV_NEMESIS, &sound));
	assert_false(exh_zv_sound_by_name("abcdefgl.raw", EXH_ZV_ZGI, &sound));
	assert_false(exh_zv_sound_by_name("abcdefg0.raw", EXH_ZV_ZGI, &sound));
}

/* Four rates of eight letters, three of eight. */
static void each_letter_means_one_thing(void **state)
{
	struct exh_zv_sound sound;
	size_t nemesis_count = 0, zgi_count = 0;
	char name[] = "abcdefgh";

	(void)state;
	for (int letter = '0'; letter <= 'z'; letter++) {
		if (letter >= 'A' && letter <= 'Z')
			continue;
		name[6] = name[7] = (char)letter;
		nemesis_count += exh_zv_sound_by_name(name, EXH_ZV_NEMESIS, &sound);
		zgi_count += exh_zv_sound_by_name(name, EXH_ZV_ZGI, &sound);
	}
	assert_int_equal(nemesis_count, 32);
	assert_int_equal(zgi_count, 24);
}

static void content_tells_adpcm_from_samples(void **state)
{
	static struct exh_zork_adpcm adpcm;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	static int16_t tone[6000];
	static uint8_t packed[6000], plain[12000];

	(void)state;
	exh_zork_adpcm_start(&adpcm);
	for (size_t i = 0; i < 6000; i++) {
		const size_t frame = i / 2;

		tone[i] = (int16_t)(9000 * sin((double)frame * 0.06));
		plain[2 * i] = (uint8_t)tone[i];
		plain[2 * i + 1] = (uint8_t)((uint16_t)tone[i] >> 8);
	}
	exh_zork_adpcm_encode(&adpcm, states, 2, tone, 6000, packed);
	assert_true(
		exh_zv_sound_is_adpcm(&adpcm, (struct exh_bytes){ packed, 6000, 0 }, 2));
	assert_false(
		exh_zv_sound_is_adpcm(&adpcm, (struct exh_bytes){ plain, 12000, 0 }, 2));
	assert_true(exh_zv_sound_is_adpcm(&adpcm, (struct exh_bytes){ plain, 10, 0 }, 1));
}

static void a_name_in_upper_case_identifies_a_sound(void **state)
{
	static const uint8_t bytes[] = { 1, 2, 3, 4 };
	const struct exh_probe probe = { .name = "E000H1AA.IFP",
					 .data = { bytes, sizeof bytes, 0 } };
	unsigned score;
	const struct exh_format *format = exh_identify(&probe, &score);

	(void)state;
	assert_non_null(format);
	assert_string_equal(format->name, "zvsound");
}

/* "0" is 8 bits at 8,000 Hz in Nemesis, which no known sound has; "g" and "4" are letters
 * of the other game. */
static void a_reading_of_8_bits_comes_last(void **state)
{
	static const uint8_t silence[256];
	const struct exh_bytes data = { silence, sizeof silence, 0 };
	struct exh_zork_adpcm adpcm;
	struct exh_zv_sound_guess guess;

	(void)state;
	exh_zork_adpcm_start(&adpcm);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdef0g.raw", data, NULL, &guess));
	assert_int_equal(guess.game, EXH_ZV_ZGI);
	assert_int_equal(guess.sound.packing, EXH_ZV_ADPCM);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdefg4.raw", data, NULL, &guess));
	assert_int_equal(guess.game, EXH_ZV_NEMESIS);
	/* Alone, or a patch of Nemesis: there is no other reading. */
	assert_true(exh_zv_sound_guess(&adpcm, "abcdef0z.raw", data, NULL, &guess));
	assert_int_equal(guess.sound.packing, EXH_ZV_PCM_8);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdef6c.ifp", data, NULL, &guess));
	assert_int_equal(guess.game, EXH_ZV_NEMESIS);
}

/* Names of both games whose other letter has a meaning in the other game. */
static void single_names_are_read_as_their_game_has_them(void **state)
{
	static const struct {
		const char *name;
		enum exh_zv_game game;
		bool is_doubtful;
	} cases[] = {
		{ "c000h01q.raw", EXH_ZV_ZGI, false },
		{ "mg1ah36p.raw", EXH_ZV_ZGI, false },
		{ "HP1EQ07Q.RAW", EXH_ZV_ZGI, false },
		{ "mx10q03p.ifp", EXH_ZV_ZGI, false },
		{ "pe30q01a.ifp", EXH_ZV_ZGI, false },
		{ "a000h1tc.raw", EXH_ZV_NEMESIS, false },
		{ "m000hx6c.ifp", EXH_ZV_NEMESIS, false },
		{ "abcdefqz.raw", EXH_ZV_NEMESIS, false },
		{ "abcdef6z.raw", EXH_ZV_NEMESIS, true },
		{ "abcdefzp.raw", EXH_ZV_ZGI, true },
	};
	static const uint8_t silence[256];
	const struct exh_bytes data = { silence, sizeof silence, 0 };
	struct exh_zork_adpcm adpcm;

	(void)state;
	exh_zork_adpcm_start(&adpcm);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_zv_sound_votes votes = { 0 };
		struct exh_zv_sound_guess guess;

		exh_zv_sound_vote(cases[i].name, &votes);
		assert_true(
			exh_zv_sound_guess(&adpcm, cases[i].name, data, &votes, &guess));
		assert_int_equal(guess.game, cases[i].game);
		assert_int_equal(guess.is_doubtful, cases[i].is_doubtful);
	}
}

static void a_set_votes(void **state)
{
	static const uint8_t silence[256];
	const struct exh_bytes data = { silence, sizeof silence, 0 };
	struct exh_zv_sound_votes votes = { 0 };
	struct exh_zork_adpcm adpcm;
	struct exh_zv_sound_guess guess;

	(void)state;
	exh_zork_adpcm_start(&adpcm);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdefgm.raw", data, &votes, &guess));
	assert_true(guess.was_open);
	assert_int_equal(guess.game, EXH_ZV_NEMESIS);
	exh_zv_sound_vote("abcdef0g.raw", &votes); /* rather ZGI */
	exh_zv_sound_vote("abcdefzg.raw", &votes); /* ZGI alone */
	exh_zv_sound_vote("abcdefgz.raw", &votes); /* Nemesis alone */
	exh_zv_sound_vote("abcdefgm.raw", &votes); /* either */
	exh_zv_sound_vote("readme.txt", &votes);
	assert_int_equal(votes.zgi, 2);
	assert_int_equal(votes.nemesis, 1);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdefgm.raw", data, &votes, &guess));
	assert_int_equal(guess.game, EXH_ZV_ZGI);
	assert_true(exh_zv_sound_guess(&adpcm, "abcdefgz.raw", data, &votes, &guess));
	assert_int_equal(guess.game, EXH_ZV_NEMESIS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_in_upper_case_identifies_a_sound),
		cmocka_unit_test(names_tell_rate_channels_and_packing),
		cmocka_unit_test(letters_without_a_meaning_are_none),
		cmocka_unit_test(each_letter_means_one_thing),
		cmocka_unit_test(content_tells_adpcm_from_samples),
		cmocka_unit_test(a_reading_of_8_bits_comes_last),
		cmocka_unit_test(single_names_are_read_as_their_game_has_them),
		cmocka_unit_test(a_set_votes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
