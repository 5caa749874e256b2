#include "game.h"

#include "media/sound/sound.h"
#include "task/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WINDOW = 4096, /* frames per spectrum */
	FIRST_BAND_HZ = 31,
};

static const double silence_db = -120, pi = 3.14159265358979323846;

static double to_db(double power)
{
	const double db = power > 0 ? 10 * log10(power) : silence_db;

	return db > silence_db ? db : silence_db;
}

/* Returns the mean of the channels, -1 to 1. */
static double sample_at(const struct sound_samples *sound, size_t frame)
{
	double sum = 0;

	for (unsigned i = 0; i < sound->channel_count; i++)
		sum += sound->samples[frame * sound->channel_count + i];
	return sum / (32768.0 * sound->channel_count);
}

static void measure(const struct sound_samples *sound, unsigned side,
		    struct sound_difference *out)
{
	const size_t count = sound->frame_count * sound->channel_count;
	double sum = 0, peak = 0;

	for (size_t i = 0; i < count; i++) {
		const double value = sound->samples[i] / 32768.0;

		sum += value * value;
		peak = fabs(value) > peak ? fabs(value) : peak;
	}
	out->seconds[side] = (double)sound->frame_count / sound->rate_hz;
	out->peak_db[side] = to_db(peak * peak);
	out->rms_db[side] = to_db(count ? sum / (double)count : 0);
}

/*
 * Spectrum: mean power of windows that overlap by half.
 */

struct complex_number {
	double re, im;
};

static size_t reverse_bits(size_t i)
{
	size_t out = 0;

	for (size_t bit = 1; bit < WINDOW; bit <<= 1)
		out = out << 1 | ((i & bit) != 0);
	return out;
}

/* Transforms WINDOW values in place; their order is that of the reversed bits. */
static void transform(struct complex_number *values)
{
	for (size_t size = 2; size <= WINDOW; size *= 2)
		for (size_t k = 0; k < size / 2; k++) {
			const double angle = -2 * pi * (double)k / (double)size;
			const double c = cos(angle), s = sin(angle);

			for (size_t at = k; at < WINDOW; at += size) {
				struct complex_number *a = &values[at];
				struct complex_number *b = &values[at + size / 2];
				const double re = b->re * c - b->im * s;
				const double im = b->re * s + b->im * c;

				b->re = a->re - re;
				b->im = a->im - im;
				a->re += re;
				a->im += im;
			}
		}
}

static void add_window(const struct sound_samples *sound, size_t first,
		       struct complex_number *values, double *power)
{
	memset(values, 0, WINDOW * sizeof *values);
	for (size_t i = 0; i < WINDOW && first + i < sound->frame_count; i++)
		values[reverse_bits(i)].re =
			sample_at(sound, first + i) *
			(0.5 - 0.5 * cos(2 * pi * (double)i / WINDOW));
	transform(values);
	for (size_t i = 0; i < WINDOW / 2; i++)
		power[i] += values[i].re * values[i].re + values[i].im * values[i].im;
}

/* power: WINDOW / 2 zeros, to which the values are added. A sine at full scale sums to
 * 1/2. */
static void spectrum(const struct sound_samples *sound, double *power)
{
	/* Scale for a Hann window: the sum of its squares is 3/8 of its length. */
	const double scale = 2 / (WINDOW * (WINDOW * 0.375));
	struct complex_number *values = mem_alloc(WINDOW, sizeof *values);
	size_t count = 0;

	/* A sound shorter than a window has one. */
	for (size_t at = 0; !at || at + WINDOW <= sound->frame_count;
	     at += WINDOW / 2, count++)
		add_window(sound, at, values, power);
	for (size_t i = 0; i < WINDOW / 2 && count; i++)
		power[i] *= scale / (double)count;
	free(values);
}

static double band_power(const double *power, double rate, double hz)
{
	double sum = 0;

	for (size_t i = 1; i < WINDOW / 2; i++) {
		const double at = (double)i * rate / WINDOW;

		if (at >= hz / sqrt(2) && at < hz * sqrt(2))
			sum += power[i];
	}
	return sum;
}

static double band_hz(size_t band)
{
	return FIRST_BAND_HZ * (double)(1U << band);
}

static void compare_bands(const struct sound_samples sounds[2],
			  struct sound_difference *out)
{
	double *power = mem_alloc(WINDOW, sizeof *power);
	const uint32_t lower = sounds[0].rate_hz < sounds[1].rate_hz ? sounds[0].rate_hz
								     : sounds[1].rate_hz;

	spectrum(&sounds[0], power);
	spectrum(&sounds[1], power + WINDOW / 2);
	while (out->band_count < SOUND_BANDS && band_hz(out->band_count) < lower / 2.0) {
		const double hz = band_hz(out->band_count);

		out->bands[out->band_count].hz = hz;
		for (unsigned side = 0; side < 2; side++)
			out->bands[out->band_count].level_db[side] = to_db(band_power(
				power + side * WINDOW / 2, sounds[side].rate_hz, hz));
		out->band_count++;
	}
	free(power);
}

/*
 * Samples.
 */

static bool is_same_frame(const struct sound_samples *a, const struct sound_samples *b,
			  size_t i)
{
	const size_t size = a->channel_count * sizeof *a->samples;

	return a->channel_count == b->channel_count &&
	       memcmp(a->samples + i * a->channel_count,
		      b->samples + i * b->channel_count, size) == 0;
}

static void compare_frames(const struct sound_samples sounds[2],
			   struct sound_difference *out)
{
	const size_t counts[2] = { sounds[0].frame_count, sounds[1].frame_count };
	const size_t shorter = counts[0] < counts[1] ? counts[0] : counts[1];
	const size_t longer = counts[0] < counts[1] ? counts[1] : counts[0];
	size_t first = shorter;

	out->frames_changed = longer - shorter;
	for (size_t i = shorter; i-- > 0;)
		if (!is_same_frame(&sounds[0], &sounds[1], i)) {
			first = i;
			out->frames_changed++;
		}
	out->has_change = out->frames_changed;
	out->first_change_s = (double)first / sounds[0].rate_hz;
}

bool diff_sound(struct exh_bytes a, struct exh_bytes b, struct sound_difference *out)
{
	struct sound_samples sounds[2] = { 0 };
	const bool good = !sound_read(a, &sounds[0], NULL, NULL) &&
			  !sound_read(b, &sounds[1], NULL, NULL);

	*out = (struct sound_difference){ 0 };
	for (unsigned side = 0; side < 2 && good; side++)
		measure(&sounds[side], side, out);
	if (good) {
		compare_frames(sounds, out);
		compare_bands(sounds, out);
	}
	free(sounds[0].samples);
	free(sounds[1].samples);
	return good;
}
