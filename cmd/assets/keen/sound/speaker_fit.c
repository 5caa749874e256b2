#include "sound.h"

#include "task/memory.h"

#include <exhume/keen_audio.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The sound is resampled to 15 clocks of the PC's timer per sample: a byte b stands for a
 * wave of 60 b clocks, which is 4 b samples.
 */
enum {
	CLOCKS = 15,
	PIT_HZ = EXH_PIT_CLOCKS_PER_SAMPLE * EXH_OPL2_RATE - 2, /* 1193182 */
	BYTE_LAG = 4,
	MAX_LAG = 1120, /* beyond the longest wave, 1020 */
	/* Both copies of the longest wave that are compared, and room for rounding. */
	VIEW = MAX_LAG + MAX_LAG / 2 + 16,
	HALF_TAPS = 16, /* samples on each side in the filter between samples */
	PHASES = 256,
	SILENCE = 8,   /* amplitude, of 32768 */
	SHORT_RUN = 4, /* ticks in step, by chance */
};

static const double pi = 3.14159265358979323846;
/* Share of the loudest tick's amplitude: -24 dB. */
static const double loud_share = 1.0 / 16;
/* Likeness of a wave and the next one in a tick. */
static const double least_likeness = 0.85;
static const double half_likeness = 0.95; /* the same in half a tick, which shows less */
/* Share of the best likeness that the first lag must reach. */
static const double first_share = 0.93;
static const double in_step = 0.96; /* likeness of a tick and the speaker's wave */
static const double least_fundamental = 0.05; /* share of the power in the fundamental */
static const double most_unpitched = 0.5;

struct fitter {
	const struct sound_samples *wav;
	float kernel[HALF_TAPS * PHASES + 2]; /* half of the kernel, which is symmetric */
	/* Highest likeness that a byte's wave can have at the sound's rate. */
	double most_likeness[UINT8_MAX + 1];
	double shift;  /* distance of a sample's middle from its number */
	double cutoff; /* cutoff of the kernel; 1: half of the sound's rate */
	float view[VIEW];
	double sums[VIEW + 1], squares[VIEW + 1];
	/* Part of the view that is compared: a tick, or a half of it. */
	double middle, span;
	size_t most_lag;
	double likeness[MAX_LAG + 2];
	struct tick *ticks;
	size_t tick_count;
};

struct tick {
	bool is_loud;
	double power;
	uint8_t step_byte; /* byte whose wave it is, in step; 0: none */
	double lag;	   /* wavelength in samples if step_byte is 0; 0: no pitch */
};

static double tick_samples(void)
{
	return (double)EXH_KEEN_EFFECT_CLOCKS / CLOCKS;
}

/*
 * The sound at any time.
 */

/* Fills the kernel: a sinc under a window of Hann. */
static void make_kernel(struct fitter *fit)
{
	const double to_hz = (double)PIT_HZ / CLOCKS;

	fit->cutoff = to_hz < fit->wav->rate_hz ? to_hz / fit->wav->rate_hz : 1;
	for (size_t i = 0; i <= (size_t)HALF_TAPS * PHASES; i++) {
		const double x = (double)i / PHASES;
		const double window = 0.5 + 0.5 * cos(pi * x / HALF_TAPS);

		fit->kernel[i] = (float)(i ? sin(pi * x) / (pi * x) * window : 1);
	}
}

/* A square wave has the odd harmonics, of 8 / (pi k)^2 of its power. */
static void limit_likeness(struct fitter *fit)
{
	const double waves_hz = (double)PIT_HZ / (CLOCKS * BYTE_LAG);
	const double most_hz = fmin(fit->wav->rate_hz, (double)PIT_HZ / CLOCKS) / 2;

	for (unsigned byte = 1; byte <= UINT8_MAX; byte++) {
		double power = 8 / (pi * pi);

		for (unsigned k = 3; k * waves_hz / byte < most_hz; k += 2)
			power += 8 / (pi * pi * k * k);
		fit->most_likeness[byte] = sqrt(power);
	}
}

static double sample_of(const struct sound_samples *wav, size_t frame)
{
	const int16_t *samples = wav->samples + frame * wav->channel_count;

	return wav->channel_count == 2 ? (samples[0] + samples[1]) / 2.0 : samples[0];
}

/* Value of the sound at a position; before and after the sound there is silence. */
static double sound_at(const struct fitter *fit, double position)
{
	const double half = HALF_TAPS / fit->cutoff;
	const double end = floor(position + half) + 1;
	const size_t most = fit->wav->frame_count;
	const size_t last = end < 0 ? 0 : end < (double)most ? (size_t)end : most;
	double sum = 0;

	for (size_t frame = position > half ? (size_t)ceil(position - half) : 0;
	     frame < last; frame++) {
		const double x = fabs(position - (double)frame) * fit->cutoff * PHASES;
		const size_t i = (size_t)x;
		const double part = x - (double)i;

		if (i < (size_t)HALF_TAPS * PHASES)
			sum += sample_of(fit->wav, frame) *
			       (fit->kernel[i] * (1 - part) + fit->kernel[i + 1] * part);
	}
	return sum * fit->cutoff;
}

static void add_up(struct fitter *fit)
{
	for (size_t i = 0; i < VIEW; i++) {
		const double value = fit->view[i];

		fit->sums[i + 1] = fit->sums[i] + value;
		fit->squares[i + 1] = fit->squares[i] + value * value;
	}
}

/* Fills the view with the samples around the middle of a tick. */
static void look_at(struct fitter *fit, size_t tick)
{
	const double scale = (double)fit->wav->rate_hz * CLOCKS / PIT_HZ;
	const double from = ((double)tick + 0.5) * tick_samples() - VIEW / 2.0;

	for (size_t i = 0; i < VIEW; i++)
		fit->view[i] =
			(float)sound_at(fit, (from + (double)i) * scale - fit->shift);
	add_up(fit);
}

/*
 * Ticks in step. The speaker's wave begins high where the byte changes, and goes on where
 * it does not. A sound that was rendered so is read back exactly, though its tones may be
 * shorter than a wave.
 */

/* The sum of the samples before a position. A sample reaches half of one to both sides.
 */
static double sum_before(const struct fitter *fit, double position)
{
	const double at = position + 0.5;
	const size_t i = (size_t)at;

	return fit->sums[i] + (at - (double)i) * fit->view[i];
}

/* Likeness of the tick to a wave that began age samples before it. */
static double wave_likeness(const struct fitter *fit, unsigned byte, double age)
{
	const double start = (VIEW - tick_samples()) / 2, end = start + tick_samples();
	const double half = byte * (double)BYTE_LAG / 2;
	const double squares =
		fit->squares[(size_t)(end + 0.5)] - fit->squares[(size_t)(start + 0.5)];
	double edge = floor(age / half) * half, at = start, sum = 0;
	double sign = fmod(floor(age / half), 2) < 0.5 ? 1 : -1;

	while (at < end) {
		double next;

		edge += half;
		next = fmin(start + edge - age, end);
		sum += sign * (sum_before(fit, next) - sum_before(fit, at));
		sign = -sign;
		at = next;
	}
	return squares > 0 ? sum / sqrt(squares * tick_samples()) : 0;
}

/* The byte whose wave a tick is; 0: none. *age: of the last tick's wave at its end, of
 * the byte last; then of this one's. */
static uint8_t find_step(const struct fitter *fit, uint8_t last, double *age)
{
	double best = last ? wave_likeness(fit, last, *age) : 0, own_age = *age;
	unsigned byte = last;

	for (unsigned i = 1; i <= UINT8_MAX; i++) {
		const double likeness = i == last ? 0 : wave_likeness(fit, i, 0);

		if (likeness > best) {
			best = likeness;
			byte = i;
			own_age = 0;
		}
	}
	*age = own_age + tick_samples();
	if (!byte)
		return 0;
	return best >= in_step * fit->most_likeness[byte] ? (uint8_t)byte : 0;
}

/* Returns how many loud ticks are in step. */
static size_t find_steps(struct fitter *fit, double shift)
{
	uint8_t last = 0;
	size_t count = 0;
	double age = 0;

	fit->shift = shift;

	for (size_t i = 0; i < fit->tick_count; i++) {
		if (fit->ticks[i].is_loud) {
			look_at(fit, i);
			last = find_step(fit, last, &age);
		} else {
			last = 0;
		}
		fit->ticks[i].step_byte = last;
		count += last != 0;
	}
	return count;
}

/* Samples may be values at a time, as resampling makes them, or means up to the next
 * one, as at the native rate. */
static void find_all_steps(struct fitter *fit)
{
	const size_t count = find_steps(fit, 0);
	size_t loud_count = 0;

	for (size_t i = 0; i < fit->tick_count; i++)
		loud_count += fit->ticks[i].is_loud;
	if (count < loud_count && find_steps(fit, 0.5) <= count)
		find_steps(fit, 0);
}

static bool is_out_of_step(const struct tick *tick)
{
	return tick->is_loud && !tick->step_byte;
}

/* Drops short runs of ticks in step, which occur by chance. */
static void drop_short_runs(struct fitter *fit)
{
	struct tick *ticks = fit->ticks;
	size_t end;

	for (size_t i = 0; i < fit->tick_count; i = end) {
		size_t loud_count = 0;

		for (end = i; end < fit->tick_count && !is_out_of_step(&ticks[end]);
		     end++)
			loud_count += ticks[end].is_loud;
		for (size_t k = i;
		     k < end && loud_count < SHORT_RUN && end - i < fit->tick_count; k++)
			ticks[k].step_byte = 0;
		end += end < fit->tick_count;
	}
}

/*
 * The pitch of a tick.
 */

/* Likeness of the sound to itself a lag later, from -1 to 1. Both copies lie within the
 * span as far as half a wave does. */
static double likeness_at(const struct fitter *fit, size_t lag)
{
	const size_t span = (size_t)fit->span;
	const size_t size = lag + (lag + 1) / 2 > span ? (lag + 1) / 2 : span - lag;
	const size_t at = (size_t)(fit->middle - (double)(size + lag) / 2);
	const double squares = fit->squares[at + size] - fit->squares[at] +
			       fit->squares[at + lag + size] - fit->squares[at + lag];
	const float *one = fit->view + at, *other = one + lag;
	double sum = 0;

	for (size_t i = 0; i < size; i++)
		sum += (double)(one[i] * other[i]);
	return squares > 0 ? 2 * sum / squares : 0;
}

/* The end of the lobe that begins at a lag, where likeness rises above 0. */
static size_t lobe_end(const struct fitter *fit, size_t lag, size_t *peak)
{
	*peak = lag;
	for (; lag <= fit->most_lag && fit->likeness[lag] > 0; lag++)
		if (fit->likeness[lag] > fit->likeness[*peak])
			*peak = lag;
	return lag;
}

/* The first lobe whose peak reaches least; 0: there is none. */
static size_t find_peak(const struct fitter *fit, double least)
{
	size_t lag = 1, peak;

	while (lag <= fit->most_lag && fit->likeness[lag] > 0)
		lag++;
	while (lag <= fit->most_lag) {
		if (fit->likeness[lag] <= 0) {
			lag++;
			continue;
		}
		lag = lobe_end(fit, lag, &peak);
		if (fit->likeness[peak] >= least && peak < fit->most_lag)
			return peak;
	}
	return 0;
}

/* Refines a peak between samples by a parabola through three of them. */
static double refine(const struct fitter *fit, size_t peak)
{
	const double a = fit->likeness[peak - 1], b = fit->likeness[peak],
		     c = fit->likeness[peak + 1];
	const double bend = a - 2 * b + c;

	return bend < 0 ? (double)peak + (a - c) / (2 * bend) : (double)peak;
}

/* The share of the power that is in a wave of that lag, over whole waves. Two tones are
 * alike after a lag that is neither's, and so has none. */
static double fundamental_share(const struct fitter *fit, double lag)
{
	const double waves = fmax(floor(fit->span / lag), 1);
	const size_t size = (size_t)(waves * lag + 0.5);
	const size_t at = (size_t)(fit->middle - (double)size / 2);
	const double sum = fit->sums[at + size] - fit->sums[at];
	const double power =
		fit->squares[at + size] - fit->squares[at] - sum * sum / (double)size;
	double real = 0, imaginary = 0;

	for (size_t i = 0; i < size; i++) {
		real += fit->view[at + i] * cos(2 * pi * (double)i / lag);
		imaginary += fit->view[at + i] * sin(2 * pi * (double)i / lag);
	}
	return power > 0 ? 2 * (real * real + imaginary * imaginary) /
				   ((double)size * power)
			 : 0;
}

static void remove_mean(struct fitter *fit)
{
	const float mean = (float)(fit->sums[VIEW] / VIEW);

	for (size_t i = 0; i < VIEW; i++)
		fit->view[i] -= mean;
	add_up(fit);
}

/* The length of the wave around the middle in samples; 0: there is none. */
static double pitch_within(struct fitter *fit, double middle, double span, double least)
{
	const bool is_whole = span >= tick_samples();
	const size_t most_lag = is_whole ? (size_t)MAX_LAG : (size_t)(span * 2 / 3) - 1;
	double best = 0, lag;
	size_t peak;

	fit->middle = middle;
	fit->span = span;
	fit->most_lag = most_lag;
	for (size_t i = 1; i <= most_lag + 1; i++)
		fit->likeness[i] = likeness_at(fit, i);
	for (size_t i = find_peak(fit, least); i && i <= most_lag; i++)
		best = fmax(best, fit->likeness[i]);
	peak = best > 0 ? find_peak(fit, best * first_share) : 0;
	lag = peak ? refine(fit, peak) : 0;
	return peak && fundamental_share(fit, lag) >= least_fundamental ? lag : 0;
}

/* Wavelength in the whole tick, or else in one half: the tone may begin or end within it.
 */
static double pitch_of(struct fitter *fit)
{
	const double middle = VIEW / 2.0, half = tick_samples() / 2;
	double lag;

	remove_mean(fit);
	lag = pitch_within(fit, middle, tick_samples(), least_likeness);
	if (lag <= 0)
		lag = pitch_within(fit, middle - half / 2, half, half_likeness);
	return lag > 0 ? lag : pitch_within(fit, middle + half / 2, half, half_likeness);
}

static double cents(double lag, unsigned byte)
{
	return 1200 * log2(lag / (BYTE_LAG * (double)byte));
}

/* The byte whose pitch is nearest. */
static uint8_t byte_of(double lag)
{
	const double exact = lag / BYTE_LAG;
	const unsigned below = exact < 1	   ? 1
			       : exact > UINT8_MAX ? UINT8_MAX
						   : (unsigned)exact;

	if (below == UINT8_MAX || fabs(cents(lag, below)) < fabs(cents(lag, below + 1)))
		return (uint8_t)below;
	return (uint8_t)(below + 1);
}

/*
 * All ticks.
 */

/* The square of the loudness of a tick, by the sound's own samples: of its middle, since
 * filters ring on around a tone; from the mean of the whole, since the middle may lie
 * within half a wave. */
static double power_of(const struct sound_samples *wav, size_t from, size_t end)
{
	const size_t edge = (end - from) / 8;
	double mean = 0, squares = 0;

	for (size_t i = from; i < end; i++)
		mean += sample_of(wav, i) / (double)(end - from);
	for (size_t i = from + edge; i < end - edge; i++)
		squares += pow(sample_of(wav, i) - mean, 2);
	return from < end ? squares / (double)(end - from - 2 * edge) : 0;
}

static void find_loud(struct fitter *fit)
{
	const double tick_frames =
		(double)fit->wav->rate_hz * EXH_KEEN_EFFECT_CLOCKS / PIT_HZ;
	double loudest = 0, least;

	for (size_t i = 0; i < fit->tick_count; i++) {
		const size_t from = (size_t)((double)i * tick_frames);
		const size_t stated = (size_t)((double)(i + 1) * tick_frames);
		const size_t most = fit->wav->frame_count;

		fit->ticks[i].power = power_of(fit->wav, from < most ? from : most,
					       stated < most ? stated : most);
		loudest = fmax(loudest, fit->ticks[i].power);
	}
	least = fmax(loudest * loud_share * loud_share, (double)SILENCE * SILENCE);
	for (size_t i = 0; i < fit->tick_count; i++)
		fit->ticks[i].is_loud = fit->ticks[i].power >= least;
}

static void find_pitches(struct fitter *fit)
{
	for (size_t i = 0; i < fit->tick_count; i++) {
		if (!is_out_of_step(&fit->ticks[i]))
			continue;
		look_at(fit, i);
		fit->ticks[i].lag = pitch_of(fit);
	}
}

static void put_ticks(const struct fitter *fit, struct speaker_fit *out)
{
	double sum = 0;

	for (size_t i = 0; i < fit->tick_count; i++) {
		const struct tick *tick = &fit->ticks[i];

		if (!tick->is_loud)
			continue;
		out->loud_count++;
		if (tick->step_byte) {
			out->bytes[i] = tick->step_byte;
		} else if (tick->lag > 0) {
			out->bytes[i] = byte_of(tick->lag);
			sum += pow(cents(tick->lag, out->bytes[i]), 2);
		} else {
			out->unpitched_count++;
			continue;
		}
		out->count = i + 2;
	}
	if (out->loud_count > out->unpitched_count)
		out->rms_cents =
			sqrt(sum / (double)(out->loud_count - out->unpitched_count));
}

static enum exh_status fit_all(struct fitter *fit, struct speaker_fit *out,
			       struct exh_error *err)
{
	out->bytes = mem_alloc(fit->tick_count + 2, 1);
	make_kernel(fit);
	limit_likeness(fit);
	find_loud(fit);
	find_all_steps(fit);
	drop_short_runs(fit);
	find_pitches(fit);
	put_ticks(fit, out);
	if ((double)out->unpitched_count > most_unpitched * (double)out->loud_count)
		return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				"%zu of %zu ticks have no single pitch from 78 Hz up: "
				"the speaker can't play noise or several tones at once",
				out->unpitched_count, out->loud_count);
	return EXH_OK;
}

enum exh_status speaker_fit(const struct sound_samples *wav, size_t most,
			    struct speaker_fit *out, struct exh_error *err)
{
	const double seconds = (double)wav->frame_count / wav->rate_hz;
	const double ticks = ceil(seconds * PIT_HZ / EXH_KEEN_EFFECT_CLOCKS);
	struct fitter *fit;
	enum exh_status status;

	*out = (struct speaker_fit){ 0 };
	if (ticks > (double)most)
		return exh_fail(
			err, EXH_LIMIT, EXH_NO_OFFSET,
			"%.1f seconds, which is %.0f ticks: an effect has at most "
			"%zu",
			seconds, ticks, most);
	fit = mem_alloc(1, sizeof *fit);
	fit->ticks = mem_alloc((size_t)ticks, sizeof *fit->ticks);
	fit->wav = wav;
	fit->tick_count = (size_t)ticks;
	status = fit_all(fit, out, err);
	free(fit->ticks);
	free(fit);
	return status;
}
