#include "sound_options.h"
#include "testing.h"

#include <exhume/opl2.h>

#include <math.h>

static void times_are_seconds_or_samples(void **state)
{
	static const struct {
		const char *text;
		uint64_t samples;
	} good[] = {
		{ "0", 0 },	     { "1", 49716 },
		{ "1s", 49716 },     { "0.5", 24858 },
		{ ".5", 24858 },     { "2.50s", 124290 },
		{ "0n", 0 },	     { "1n", 1 },
		{ "49716n", 49716 }, { "0.00001", 0 },
		{ "0.00002", 1 },    { "86400", 4295462400 },
		{ "007n", 7 },	     { "4295462400n", 4295462400 },
	};
	static const char *const bad[] = {
		"",	"n",	"s",	 "x",		"-1",
		"-0",	"1.5n", "1e3n",	 "1 n",		" ",
		"1x",	"1ss",	"1ns",	 "inf",		"nan",
		"0x10", "1,5",	"86401", "+1n",		"-1n",
		".",	"1..2", "1e999", "4295462401n", "99999999999999999999n"
	};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		uint64_t samples = 123;

		assert_true(sound_parse_time(good[i].text, &samples));
		assert_int_equal(samples, good[i].samples);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		uint64_t samples;

		if (sound_parse_time(bad[i], &samples))
			fail_msg("taken for a time: %s", bad[i]);
	}
}

static void gains_are_factors_or_decibels(void **state)
{
	static const struct {
		const char *text;
		double gain;
	} good[] = {
		{ "0", 0 },	  { "1", 1 },	   { "0.5", 0.5 },
		{ "1000", 1000 }, { "0dB", 1 },	   { "20dB", 10 },
		{ "-20dB", 0.1 }, { "+20dB", 10 }, { "-6db", 0.501187233627 },
		{ "60dB", 1000 }, { "-0dB", 1 },   { "6.5DB", 2.11348903984 },
	};
	static const char *const bad[] = { "",	   "dB",   "x",	 "-1",	 "-0.5",
					   "1001", "61dB", "1d", "1dBx", "inf",
					   "1 dB", "0x2",  "1%" };

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		double gain = 123;

		assert_true(sound_parse_gain(good[i].text, &gain));
		assert_true(fabs(gain - good[i].gain) < 1e-9);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		double gain;

		if (sound_parse_gain(bad[i], &gain))
			fail_msg("taken for a gain: %s", bad[i]);
	}
}

static void rates_are_whole_hertz(void **state)
{
	static const char *const bad[] = { "",	      "0",	"999",	   "384001",
					   "44100.5", "Native", "native ", "44.1k",
					   "-44100",  "nan" };
	uint32_t rate;

	(void)state;
	assert_true(sound_parse_rate("native", &rate));
	assert_int_equal(rate, EXH_OPL2_RATE);
	assert_true(sound_parse_rate("44100", &rate));
	assert_int_equal(rate, 44100);
	assert_true(sound_parse_rate("1000", &rate));
	assert_int_equal(rate, 1000);
	assert_true(sound_parse_rate("384000", &rate));
	assert_int_equal(rate, 384000);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (sound_parse_rate(bad[i], &rate))
			fail_msg("taken for a rate: %s", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_seconds_or_samples),
		cmocka_unit_test(gains_are_factors_or_decibels),
		cmocka_unit_test(rates_are_whole_hertz),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
