#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/testing.h"
#include "plain/zork_adpcm.h"

#include <math.h>

static struct exh_zork_adpcm adpcm;

static int set_up(void **state)
{
	(void)state;
	exh_zork_adpcm_start(&adpcm);
	return 0;
}

/* 0x40: 7; index 0 + 4. 0x7f: 11+5+2+1+0+0+0 = 19; index 4 + 12. 0xff: of 34:
 * 34+17+8+4+2+1+0 = 66, down; index 28. 0x00: nothing; index 27. */
static void a_few_bytes_by_hand(void **state)
{
	static const uint8_t bytes[] = { 0x40, 0x7f, 0xff, 0x00 };
	static const int16_t expected[] = { 7, 26, -40, -40 };
	struct exh_zork_adpcm_state channel = { 0, 0 };
	int16_t samples[4];

	(void)state;
	exh_zork_adpcm_decode(&adpcm, &channel, 1, bytes, 4, samples);
	assert_memory_equal(samples, expected, sizeof expected);
	assert_int_equal(channel.index, 27);
}

static void samples_stay_within_sixteen_bits(void **state)
{
	struct exh_zork_adpcm_state channel = { 0, 0 };
	uint8_t bytes[64];
	int16_t samples[64];

	(void)state;
	memset(bytes, 0x7f, sizeof bytes);
	exh_zork_adpcm_decode(&adpcm, &channel, 1, bytes, 64, samples);
	assert_int_equal(samples[63], 32767);
	memset(bytes, 0xff, sizeof bytes);
	exh_zork_adpcm_decode(&adpcm, &channel, 1, bytes, 64, samples);
	assert_int_equal(samples[63], -32768);
	assert_int_equal(channel.index, 88);
}

static void random_bytes_decode_as_described(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct exh_zork_adpcm_state fast[2] = { { 0, 0 } },
					    plain[2] = { { 0, 0 } };
		uint8_t bytes[1000];
		int16_t samples[1000];
		const unsigned channels = round % 2 ? 2 : 1;

		roll_bytes(&seed, bytes, sizeof bytes);
		exh_zork_adpcm_decode(&adpcm, fast, channels, bytes, 1000, samples);
		for (size_t i = 0; i < 1000; i++) {
			zork_adpcm_plain(&plain[i % channels], bytes[i]);
			assert_int_equal(samples[i], plain[i % channels].sample);
		}
	}
}

static void pieces_decode_as_the_whole(void **state)
{
	uint64_t seed = 4;
	struct exh_zork_adpcm_state one[2] = { { 0, 0 } }, other[2] = { { 0, 0 } };
	uint8_t bytes[600];
	int16_t whole[600], pieces[600];

	(void)state;
	roll_bytes(&seed, bytes, sizeof bytes);
	exh_zork_adpcm_decode(&adpcm, one, 2, bytes, 600, whole);
	for (size_t at = 0; at < 600; at += 40)
		exh_zork_adpcm_decode(&adpcm, other, 2, bytes + at, 40, pieces + at);
	assert_memory_equal(whole, pieces, sizeof whole);
	assert_memory_equal(one, other, sizeof one);
}

static void a_lonely_byte_of_stereo_is_left_out(void **state)
{
	static const uint8_t bytes[] = { 0x40, 0x7f, 0x40 };
	struct exh_zork_adpcm_state channels[2] = { { 0, 0 } };
	int16_t samples[3] = { 1, 1, 1 };

	(void)state;
	exh_zork_adpcm_decode(&adpcm, channels, 2, bytes, 3, samples);
	assert_int_equal(samples[0], 7);
	assert_int_equal(samples[1], 7 + 3 + 1);
	assert_int_equal(samples[2], 1);
}

/* A tone at half the volume comes back with an error 30 dB below it, and better. */
static void a_tone_comes_back_nearly(void **state)
{
	struct exh_zork_adpcm_state coder[2] = { { 0, 0 } }, decoder[2] = { { 0, 0 } };
	static int16_t tone[8000], back[8000];
	static uint8_t bytes[8000];
	double error = 0, power = 0;

	(void)state;
	for (size_t i = 0; i < 8000; i++) {
		const size_t frame = i / 2;

		tone[i] = (int16_t)(16000 * sin((double)frame * 0.05));
	}
	exh_zork_adpcm_encode(&adpcm, coder, 2, tone, 8000, bytes);
	exh_zork_adpcm_decode(&adpcm, decoder, 2, bytes, 8000, back);
	assert_memory_equal(coder, decoder, sizeof coder);
	for (size_t i = 200; i < 8000; i++) {
		error += (double)(tone[i] - back[i]) * (tone[i] - back[i]);
		power += (double)tone[i] * tone[i];
	}
	assert_true(error < power / 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_few_bytes_by_hand),
		cmocka_unit_test(samples_stay_within_sixteen_bits),
		cmocka_unit_test(random_bytes_decode_as_described),
		cmocka_unit_test(pieces_decode_as_the_whole),
		cmocka_unit_test(a_lonely_byte_of_stereo_is_left_out),
		cmocka_unit_test(a_tone_comes_back_nearly),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
