#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/testing.h"

#include <math.h>

enum { COUNT = 9000 };

static struct exh_zork_adpcm adpcm;

static int set_up(void **state)
{
	(void)state;
	exh_zork_adpcm_start(&adpcm);
	return 0;
}

static void decode(unsigned channels, const uint8_t *bytes, int16_t *out)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };

	exh_zork_adpcm_decode(&adpcm, states, channels, bytes, COUNT, out);
}

static double error_of(const int16_t *wanted, const int16_t *got)
{
	double sum = 0;

	for (size_t i = 0; i < COUNT; i++)
		sum += (double)(wanted[i] - got[i]) * (wanted[i] - got[i]);
	return sum;
}

static void decoded_samples_come_back(void **state)
{
	static uint8_t bytes[COUNT], again[COUNT], third[COUNT];
	static int16_t samples[COUNT], back[COUNT];
	uint64_t seed = 5;

	(void)state;
	for (unsigned round = 0; round < 4; round++) {
		const unsigned channels = round % 2 + 1;

		if (round < 2)
			roll_bytes(&seed, bytes, sizeof bytes); /* much of it clamped */
		else
			for (size_t i = 0; i < COUNT; i++)
				bytes[i] = (uint8_t)(roll(&seed, 2) << 7 |
						     roll(&seed,
							  roll(&seed, 40) ? 64 : 128));
		decode(channels, bytes, samples);
		assert_false(exh_zork_adpcm_search(&adpcm, channels, samples, COUNT,
						   again, NULL));
		decode(channels, again, back);
		assert_memory_equal(samples, back, sizeof back);
		assert_false(exh_zork_adpcm_search(&adpcm, channels, back, COUNT, third,
						   NULL));
		assert_memory_equal(again, third, sizeof third);
	}
}

/* Clicks and a tone with a sudden start: a byte at a time, the step is never ready. */
static void the_error_is_smaller_than_a_byte_at_a_time(void **state)
{
	static int16_t wanted[COUNT], simple[COUNT], searched[COUNT];
	static uint8_t bytes[COUNT], again[COUNT];

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		wanted[i] = (int16_t)(i % 900 == 0     ? 20000
				      : i % 3000 < 900 ? 0
						       : 12000 * sin((double)i * 0.4));
	for (unsigned channels = 1; channels <= 2; channels++) {
		struct exh_zork_adpcm_state states[2] = { { 0, 0 } };

		exh_zork_adpcm_encode(&adpcm, states, channels, wanted, COUNT, bytes);
		decode(channels, bytes, simple);
		assert_false(exh_zork_adpcm_search(&adpcm, channels, wanted, COUNT, bytes,
						   NULL));
		decode(channels, bytes, searched);
		assert_true(error_of(wanted, searched) < error_of(wanted, simple) * 0.7);
		assert_false(exh_zork_adpcm_search(&adpcm, channels, searched, COUNT,
						   again, NULL));
		assert_memory_equal(again, bytes, sizeof bytes);
	}
}

static void nothing_is_nothing(void **state)
{
	uint8_t byte = 7;

	(void)state;
	assert_false(exh_zork_adpcm_search(&adpcm, 2, NULL, 0, &byte, NULL));
	assert_int_equal(byte, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decoded_samples_come_back),
		cmocka_unit_test(the_error_is_smaller_than_a_byte_at_a_time),
		cmocka_unit_test(nothing_is_nothing),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
