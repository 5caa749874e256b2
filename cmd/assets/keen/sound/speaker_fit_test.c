#include "sound.h"
#include "testing.h"

#include <exhume/keen_audio.h>

#include <math.h>
#include <stdlib.h>

enum {
	RATE = 44100,
	FRAMES = 22050, /* half a second: 70 ticks */
	MOST = 1000,
	PIT_HZ = 1193182,
	DIVISOR = 60,
};

static const double pi = 3.14159265358979323846;

/* A sound that is made of a function of its phase. */
struct made {
	int16_t samples[2 * FRAMES];
	struct sound_samples wav;
};

static double sine(double phase)
{
	return sin(2 * pi * phase);
}

static double square(double phase)
{
	return phase - floor(phase) < 0.5 ? 1 : -1;
}

static double saw(double phase)
{
	return 1 - 2 * (phase - floor(phase));
}

static void add_wave(struct made *made, double (*wave)(double), double hz, double loud)
{
	for (size_t i = 0; i < FRAMES; i++)
		made->samples[i] = (int16_t)(made->samples[i] +
					     loud * wave(hz * (double)i / RATE + 0.1));
	made->wav = (struct sound_samples){ .rate_hz = RATE,
					    .channel_count = 1,
					    .frame_count = FRAMES,
					    .samples = made->samples };
}

static enum exh_status fit_made(const struct made *made, struct speaker_fit *fit,
				struct exh_error *err)
{
	return speaker_fit(&made->wav, MOST, fit, err);
}

static void assert_nearest(double (*wave)(double), double hz)
{
	struct made *made = calloc(1, sizeof *made);
	struct speaker_fit fit;
	const double exact = PIT_HZ / (DIVISOR * hz);

	assert_non_null(made);
	add_wave(made, wave, hz, 8000);
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_in_range(fit.count, 69, 72);
	/* At the ends the sound begins and ends within a wave. */
	for (size_t i = 2; i < 66; i++)
		assert_true(fabs(fit.bytes[i] - exact) <= 1.1);
	assert_int_equal(fit.bytes[fit.count - 1], 0);
	assert_true(fit.rms_cents < 1200 * log2(1 + 1.1 / exact));
	free(fit.bytes);
	free(made);
}

static void tones_get_the_nearest_pitch(void **state)
{
	static const double pitches[] = { 90, 150, 261.6, 440, 1000, 2093 };

	(void)state;
	for (size_t i = 0; i < sizeof pitches / sizeof *pitches; i++) {
		assert_nearest(sine, pitches[i]);
		assert_nearest(square, pitches[i]);
		assert_nearest(saw, pitches[i]);
	}
	assert_nearest(sine, 3322);
}

/* Reads the speaker's output back to the byte, even tones that last only a tick. */
static void what_the_speaker_played_is_read_back(void **state)
{
	static const uint8_t ticks[] = {
		143, 0,	  0,   160, 155, 20, 20, 20, 0,	 0, 0, 7,
		255, 255, 127, 5,   80,	 81, 82, 0,  33, 1, 1, 0
	};
	const struct exh_keen_effect effect = { .data = { ticks, sizeof ticks, 0 } };
	struct exh_keen_speaker_cursor cursor = { .effect = &effect };
	int16_t samples[10000];
	const struct sound_samples wav = { .rate_hz = EXH_OPL2_RATE,
					   .channel_count = 1,
					   .frame_count = 10000,
					   .samples = samples };
	struct speaker_fit fit;

	(void)state;
	exh_keen_speaker_render(&cursor, EXH_PIT_CLOCKS_PER_SAMPLE, true, samples, 10000);
	assert_int_equal(speaker_fit(&wav, MOST, &fit, NULL), EXH_OK);
	assert_int_equal(fit.count, sizeof ticks);
	assert_memory_equal(fit.bytes, ticks, sizeof ticks);
	assert_int_equal(fit.unpitched_count, 0);
	free(fit.bytes);
}

static void both_channels_count(void **state)
{
	struct made *made = calloc(1, sizeof *made);
	struct speaker_fit fit;

	(void)state;
	assert_non_null(made);
	add_wave(made, sine, 500, 8000);
	for (size_t i = FRAMES; i-- > 0;) {
		made->samples[2 * i + 1] = made->samples[i];
		made->samples[2 * i] = 0;
	}
	made->wav.channel_count = 2;
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_int_equal(fit.bytes[30], 40);
	free(fit.bytes);
	free(made);
}

static void what_is_much_quieter_is_silence(void **state)
{
	struct made *made = calloc(1, sizeof *made);
	struct speaker_fit fit;

	(void)state;
	assert_non_null(made);
	add_wave(made, sine, 600, 16000);
	for (size_t i = FRAMES / 2; i < FRAMES; i++)
		made->samples[i] /= 32;
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_in_range(fit.count, 35, 37);
	assert_in_range(fit.loud_count, 34, 36);
	free(fit.bytes);
	/* All of it may be quiet: the loudest counts. */
	for (size_t i = 0; i < FRAMES; i++)
		made->samples[i] /= 64;
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_in_range(fit.count, 35, 37);
	free(fit.bytes);
	free(made);
}

static void silence_is_an_effect_of_no_ticks(void **state)
{
	struct made *made = calloc(1, sizeof *made);
	struct speaker_fit fit;

	(void)state;
	assert_non_null(made);
	add_wave(made, sine, 600, 0);
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_int_equal(fit.count, 0);
	free(fit.bytes);
	made->wav.frame_count = 0;
	assert_int_equal(fit_made(made, &fit, NULL), EXH_OK);
	assert_int_equal(fit.count, 0);
	free(fit.bytes);
	free(made);
}

static void assert_refused(const struct made *made)
{
	struct speaker_fit fit;
	struct exh_error err = { 0 };

	assert_int_equal(fit_made(made, &fit, &err), EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "noise or several tones"));
	free(fit.bytes);
}

static void several_tones_and_noise_are_refused(void **state)
{
	struct made *made = calloc(1, sizeof *made);
	uint32_t random = 1;

	(void)state;
	assert_non_null(made);
	add_wave(made, sine, 440, 8000);
	add_wave(made, sine, 659.26, 8000);
	assert_refused(made);
	add_wave(made, sine, 554.37, 8000);
	assert_refused(made);
	for (size_t i = 0; i < FRAMES; i++) {
		random = random * 1664525 + 1013904223;
		made->samples[i] = (int16_t)(random >> 16);
	}
	assert_refused(made);
	/* Lower than the speaker's lowest tone. */
	*made = (struct made){ .wav = { 0 } };
	add_wave(made, sine, 40, 8000);
	assert_refused(made);
	free(made);
}

static void a_sound_that_is_too_long_is_refused(void **state)
{
	struct made *made = calloc(1, sizeof *made);
	struct speaker_fit fit;

	(void)state;
	assert_non_null(made);
	add_wave(made, sine, 440, 8000);
	assert_int_equal(speaker_fit(&made->wav, 70, &fit, NULL), EXH_LIMIT);
	free(fit.bytes);
	/* A frame a second. */
	made->wav.rate_hz = 1;
	assert_int_equal(speaker_fit(&made->wav, 70, &fit, NULL), EXH_LIMIT);
	free(fit.bytes);
	made->wav.frame_count = 2;
	assert_int_not_equal(speaker_fit(&made->wav, MOST, &fit, NULL), EXH_LIMIT);
	free(fit.bytes);
	free(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tones_get_the_nearest_pitch),
		cmocka_unit_test(what_the_speaker_played_is_read_back),
		cmocka_unit_test(both_channels_count),
		cmocka_unit_test(what_is_much_quieter_is_silence),
		cmocka_unit_test(silence_is_an_effect_of_no_ticks),
		cmocka_unit_test(several_tones_and_noise_are_refused),
		cmocka_unit_test(a_sound_that_is_too_long_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
