#include "sound.h"
#include "testing.h"

#include <exhume/opl2.h>

#include <math.h>

enum { MOST = 200000 };

/* Samples of a rule, and what was asked of it. */
struct maker {
	int32_t (*rule)(uint64_t position);
	uint64_t position;
	unsigned start_count;
};

/* What comes out. */
struct taker {
	unsigned channel_count;
	int16_t *samples;
	size_t count; /* of samples, not frames */
	size_t fail_at;
};

static void start(void *context)
{
	struct maker *maker = context;

	maker->position = 0;
	maker->start_count++;
}

static void make(void *context, int32_t *samples, size_t count)
{
	struct maker *maker = context;

	assert_int_not_equal(maker->start_count, 0);
	for (size_t i = 0; i < count; i++)
		samples[i] = maker->rule(maker->position++);
}

static struct sound_source source_of(struct maker *maker, uint64_t length)
{
	return (struct sound_source){ start, make, maker, EXH_OPL2_RATE, length };
}

static enum exh_status take(void *context, const int16_t *samples, size_t count,
			    struct exh_error *err)
{
	struct taker *taker = context;

	assert_true(count > 0);
	count *= taker->channel_count;
	if (taker->fail_at && taker->count + count >= taker->fail_at)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "no room");
	assert_true(taker->count + count <= MOST);
	memcpy(taker->samples + taker->count, samples, count * sizeof *samples);
	taker->count += count;
	return EXH_OK;
}

static void taker_start(struct taker *taker)
{
	*taker = (struct taker){ .channel_count = 1 };
	taker->samples = malloc(MOST * sizeof *taker->samples);
	assert_non_null(taker->samples);
}

static int32_t saw(uint64_t position)
{
	return (int32_t)(position * 7919 % 65536) - 32768;
}

static int32_t steady(uint64_t position)
{
	(void)position;
	return 10000;
}

static int32_t nothing(uint64_t position)
{
	(void)position;
	return 0;
}

/* One operator's zeros flicker so. */
static int32_t flicker(uint64_t position)
{
	return -(int32_t)(position % 2) * 9;
}

/* Beyond 16 bits from time to time. */
static int32_t too_loud(uint64_t position)
{
	return position == 100 ? 40000 : position == 9000 ? -50000 : saw(position);
}

static void assert_near(double found, double expected, double most)
{
	if (fabs(found - expected) > most)
		fail_msg("%.12g, expected %.12g", found, expected);
}

/* A half either way is fine. */
static void assert_rounded(int16_t found, double expected)
{
	assert_near(found, expected, 0.502);
}

static const struct sound_shape as_it_is = { .rate_hz = EXH_OPL2_RATE,
					     .channel_count = 1,
					     .gain = 1 };

static void render(int32_t (*rule)(uint64_t), uint64_t length, struct sound_shape shape,
		   struct taker *taker, struct sound_measure *measure)
{
	struct maker maker = { .rule = rule };
	const struct sound_source source = source_of(&maker, length);
	const struct sound_sink sink = { take, taker };

	taker->channel_count = shape.channel_count;
	taker->count = 0;
	assert_int_equal(sound_render(&source, &shape, &sink, measure, NULL), EXH_OK);
	assert_int_equal(maker.start_count, 1);
	assert_int_equal(maker.position, length);
}

/* Lengths around the pieces that are made at once. */
static const uint64_t lengths[] = { 0,	  1,	2,     3,     100,   8191,
				    8192, 8193, 16383, 16384, 16385, 49716 };

static void lengths_are_rounded_up(void **state)
{
	static const uint32_t rates[] = { EXH_OPL2_RATE, 44100, 48000, 1000, 96000 };
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	taker_start(&taker);
	for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
		struct sound_shape shape = as_it_is;

		shape.rate_hz = rates[r];
		if (rates[r] != EXH_OPL2_RATE && !(resampler_version() != NULL))
			continue;
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			const struct sound_source source = { .rate_hz = EXH_OPL2_RATE,
							     .length = lengths[i] };
			const uint64_t expected =
				(lengths[i] * rates[r] + EXH_OPL2_RATE - 1) /
				EXH_OPL2_RATE;

			assert_int_equal(sound_frame_count(&source, rates[r]), expected);
			render(saw, lengths[i], shape, &taker, &measure);
			assert_int_equal(taker.count, expected);
			assert_int_equal(measure.frame_count, expected);
		}
	}
	free(taker.samples);
}

static void lengths_that_no_product_could_hold_are_exact(void **state)
{
	const struct sound_source source = {
		.rate_hz = EXH_OPL2_RATE,
		.length = EXH_OPL2_RATE * UINT64_C(1000000000000) + 1
	};

	(void)state;
	assert_int_equal(sound_frame_count(&source, 44100),
			 44100 * UINT64_C(1000000000000) + 1);
	assert_int_equal(sound_frame_count(&source, 384000),
			 384000 * UINT64_C(1000000000000) + 8);
	assert_int_equal(sound_frame_count(&source, EXH_OPL2_RATE), source.length);
}

static void at_its_own_rate_samples_stay_as_they_are(void **state)
{
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	taker_start(&taker);
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		render(saw, lengths[i], as_it_is, &taker, &measure);
		for (size_t k = 0; k < lengths[i]; k++)
			assert_int_equal(taker.samples[k], saw(k));
		assert_int_equal(measure.clipped_count, 0);
		assert_true(measure.peak <= 32768);
	}
	free(taker.samples);
}

static void the_same_goes_to_all_channels(void **state)
{
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	taker_start(&taker);
	shape.channel_count = 2;
	render(saw, 20000, shape, &taker, &measure);
	assert_int_equal(taker.count, 40000);
	assert_int_equal(measure.frame_count, 20000);
	for (size_t i = 0; i < taker.count; i++)
		assert_int_equal(taker.samples[i], saw(i / 2));
	free(taker.samples);
}

static void what_16_bits_cannot_hold_is_clipped_and_counted(void **state)
{
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;
	uint64_t expected = 0;

	(void)state;
	taker_start(&taker);
	render(too_loud, 10000, shape, &taker, &measure);
	assert_int_equal(taker.samples[100], 32767);
	assert_int_equal(taker.samples[9000], -32768);
	assert_int_equal(taker.samples[101], saw(101));
	assert_int_equal(measure.clipped_count, 2);
	assert_near(measure.peak, 50000, 0);

	shape.gain = 2;
	render(saw, 10000, shape, &taker, &measure);
	for (size_t i = 0; i < 10000; i++) {
		const int32_t loud = 2 * saw(i);

		expected += loud < -32768 || loud > 32767;
		assert_int_equal(taker.samples[i], loud < -32768  ? -32768
						   : loud > 32767 ? 32767
								  : loud);
	}
	assert_int_equal(measure.clipped_count, expected);
	assert_true(expected > 1000);
	assert_true(measure.peak > 65000 && measure.peak <= 65536);

	/* What is rounded down to the loudest is not clipped. */
	shape.gain = 3.27673;
	render(steady, 1000, shape, &taker, &measure);
	assert_int_equal(taker.samples[999], 32767);
	assert_int_equal(measure.clipped_count, 0);
	shape.gain = 3.27677;
	render(steady, 1000, shape, &taker, &measure);
	assert_int_equal(taker.samples[999], 32767);
	assert_int_equal(measure.clipped_count, 1000);
	free(taker.samples);
}

static void a_gain_is_a_factor(void **state)
{
	static const double gains[] = { 0, 0.5, 0.25, 0.123456789, 0.999 };
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	taker_start(&taker);
	for (size_t g = 0; g < sizeof gains / sizeof *gains; g++) {
		shape.gain = gains[g];
		render(saw, 9000, shape, &taker, &measure);
		for (size_t i = 0; i < 9000; i++)
			assert_rounded(taker.samples[i], saw(i) * gains[g]);
		assert_int_equal(measure.clipped_count, 0);
	}
	free(taker.samples);
}

static void a_fade_goes_down_evenly_to_the_end(void **state)
{
	/* Within a piece, over the border of two, of whole pieces, and of all. */
	static const uint64_t fades[] = { 1, 2, 1000, 5000, 8192, 16384, 20000 };
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	taker_start(&taker);
	for (size_t f = 0; f < sizeof fades / sizeof *fades; f++) {
		const uint64_t from = 20000 - fades[f];

		shape.fade = fades[f];
		render(saw, 20000, shape, &taker, &measure);
		for (uint64_t i = 0; i < 20000; i++)
			assert_rounded(taker.samples[i],
				       i < from ? saw(i)
						: saw(i) * (double)(20000 - i) /
							  (double)fades[f]);
	}
	/* One that is longer than the sound begins with it. */
	shape.fade = 1000000;
	render(steady, 20000, shape, &taker, &measure);
	for (uint64_t i = 0; i < 20000; i++)
		assert_rounded(taker.samples[i], (double)(20000 - i) / 2);
	free(taker.samples);
}

static void without_a_taker_it_is_measured_all_the_same(void **state)
{
	const struct sound_sink null_sink = { 0 };
	struct maker maker = { .rule = too_loud };
	const struct sound_source source = source_of(&maker, 10000);
	struct sound_measure measure;

	(void)state;
	assert_int_equal(sound_render(&source, &as_it_is, &null_sink, &measure, NULL),
			 EXH_OK);
	assert_int_equal(measure.frame_count, 10000);
	assert_int_equal(measure.clipped_count, 2);
	assert_near(measure.peak, 50000, 0);
}

static void a_failure_of_the_taker_ends_it_and_is_handed_on(void **state)
{
	struct maker maker = { .rule = saw };
	const struct sound_source source = source_of(&maker, MOST);
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;
	struct exh_error err;

	(void)state;
	taker_start(&taker);
	for (int resampled = 0; resampled <= (resampler_version() != NULL); resampled++) {
		const struct sound_sink sink = { take, &taker };

		shape.rate_hz = resampled ? 44100 : EXH_OPL2_RATE;
		taker.count = 0;
		taker.fail_at = 20000;
		assert_int_equal(sound_render(&source, &shape, &sink, &measure, &err),
				 EXH_IO);
		assert_string_equal(err.text, "no room");
		assert_true(maker.position < MOST / 2);
		assert_true(taker.count < 20000);
	}
	free(taker.samples);
}

static void a_steady_value_stays_at_other_rates(void **state)
{
	static const uint32_t rates[] = { 44100, 48000, 8000, 96000 };
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	if (!(resampler_version() != NULL))
		skip();
	taker_start(&taker);
	for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
		shape.rate_hz = rates[r];
		render(steady, 60000, shape, &taker, &measure);
		/* Except at its ends, where it begins and stops at once. */
		for (size_t i = taker.count / 10; i < taker.count * 9 / 10; i++)
			assert_in_range(taker.samples[i], 9999, 10001);
		assert_int_equal(measure.clipped_count, 0);
	}
	/* Too loud on the way out, not on the way in. */
	shape.rate_hz = 44100;
	shape.gain = 4;
	render(steady, 60000, shape, &taker, &measure);
	assert_int_equal(taker.samples[20000], 32767);
	assert_true(measure.clipped_count > 52000 && measure.clipped_count < 53300);
	assert_true(measure.peak > 40000 && measure.peak < 46000);
	free(taker.samples);
}

static void other_rates_need_libsoxr(void **state)
{
	struct maker maker = { .rule = saw };
	const struct sound_source source = source_of(&maker, 100);
	const struct sound_sink null_sink = { 0 };
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;

	(void)state;
	shape.rate_hz = 44100;
	assert_int_equal(sound_render(&source, &shape, &null_sink, &measure, NULL),
			 (resampler_version() != NULL) ? EXH_OK : EXH_UNSUPPORTED);
	assert_int_equal(maker.position, (resampler_version() != NULL) ? 100 : 0);
}

static double normal_gain(int32_t (*rule)(uint64_t), struct sound_shape shape)
{
	struct maker maker = { .rule = rule };
	const struct sound_source source = source_of(&maker, 20000);

	assert_int_equal(sound_normalize(&source, &shape, NULL), EXH_OK);
	return shape.gain;
}

static void the_loudest_sample_just_fits_when_normalized(void **state)
{
	struct sound_shape shape = as_it_is;
	struct sound_measure measure;
	struct taker taker;

	(void)state;
	assert_near(normal_gain(steady, shape), 3.2767, 1e-9);
	assert_near(normal_gain(too_loud, shape), 32767.0 / 50000, 1e-9);
	shape.gain = 0.01; /* what it was before does not matter */
	assert_near(normal_gain(steady, shape), 3.2767, 1e-6);
	shape.gain = 1000;
	assert_near(normal_gain(steady, shape), 3.2767, 1e-6);

	taker_start(&taker);
	shape.gain = normal_gain(too_loud, as_it_is);
	render(too_loud, 20000, shape, &taker, &measure);
	assert_int_equal(taker.samples[9000], -32767);
	assert_int_equal(measure.clipped_count, 0);
	free(taker.samples);
}

static void silence_is_not_normalized(void **state)
{
	(void)state;
	assert_near(normal_gain(nothing, as_it_is), 1, 0);
	assert_near(normal_gain(flicker, as_it_is), 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lengths_are_rounded_up),
		cmocka_unit_test(lengths_that_no_product_could_hold_are_exact),
		cmocka_unit_test(at_its_own_rate_samples_stay_as_they_are),
		cmocka_unit_test(the_same_goes_to_all_channels),
		cmocka_unit_test(what_16_bits_cannot_hold_is_clipped_and_counted),
		cmocka_unit_test(a_gain_is_a_factor),
		cmocka_unit_test(a_fade_goes_down_evenly_to_the_end),
		cmocka_unit_test(without_a_taker_it_is_measured_all_the_same),
		cmocka_unit_test(a_failure_of_the_taker_ends_it_and_is_handed_on),
		cmocka_unit_test(a_steady_value_stays_at_other_rates),
		cmocka_unit_test(other_rates_need_libsoxr),
		cmocka_unit_test(the_loudest_sample_just_fits_when_normalized),
		cmocka_unit_test(silence_is_not_normalized),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
