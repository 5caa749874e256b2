#include "song.h"

#include <math.h>
#include <stdbool.h>

enum {
	NEIGHBOURS = 8,	     /* earlier notes with which each note is compared */
	MAX_INTERVAL = 2048, /* number of interval classes, and ... */
	PLACES = 256,	     /* ... of them per second */
	SLOWEST = 60,	     /* beats per minute */
	FASTEST = 200,
	GRID = 4,    /* parts of a beat at which most notes begin */
	STEPS = 128, /* steps of the search around a good tempo */
	ROUNDS = 3,
};

static const double two_pi = 6.283185307179586;

/* Counts intervals between notes, in seconds times PLACES. */
static bool count_intervals(const uint64_t *starts, size_t count, double tick_rate,
			    double weights[MAX_INTERVAL])
{
	bool any = false;

	for (size_t i = 0; i < MAX_INTERVAL; i++)
		weights[i] = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = i > NEIGHBOURS ? i - NEIGHBOURS : 0; k < i; k++) {
			const double place =
				(double)(starts[i] - starts[k]) / tick_rate * PLACES;

			if (place < 1 || place >= MAX_INTERVAL - 1)
				continue;
			weights[(size_t)(place + 0.5)]++;
			any = true;
		}
	return any;
}

/* Rates how well intervals fit a grid; 120 beats per minute are the most likely. */
static double rate_beat(const double weights[MAX_INTERVAL], double beats)
{
	const double grid = 60 / beats * PLACES / GRID, off = log2(beats / 120);
	double sum = 0, all = 0;

	for (size_t i = 1; i < MAX_INTERVAL; i++) {
		sum += weights[i] * cos(two_pi * (double)i / grid);
		all += weights[i];
	}
	return sum / all - 0.2 * off * off;
}

/* Rates how well all starts fit a grid that begins with the first one. */
static double rate_grid(const uint64_t *starts, size_t count, double grid)
{
	double real = 0, imaginary = 0;

	for (size_t i = 0; i < count; i++) {
		const double turn = two_pi * (double)(starts[i] - starts[0]) / grid;

		real += cos(turn);
		imaginary += sin(turn);
	}
	return hypot(real, imaginary);
}

/* Returns the best length within span of beat. */
static double refine(const uint64_t *starts, size_t count, double beat, double span)
{
	double best = beat, most = 0;

	for (int i = -STEPS; i <= STEPS; i++) {
		const double candidate = beat * (1 + span * i / STEPS);
		const double rating = rate_grid(starts, count, candidate / GRID);

		if (rating > most * (1 + 1e-9)) {
			most = rating;
			best = candidate;
		}
	}
	return best;
}

double song_tempo_find(const uint64_t *starts, size_t count, double tick_rate)
{
	double weights[MAX_INTERVAL], best = 120, most = -2, beat, span = 0.01;
	size_t some = 64;

	if (!count_intervals(starts, count, tick_rate, weights))
		return tick_rate / 2;
	for (int half = 2 * SLOWEST; half < 2 * FASTEST; half++) {
		const double beats = half / 2.0, rating = rate_beat(weights, beats);

		if (rating > most) {
			most = rating;
			best = beats;
		}
	}
	beat = tick_rate * 60 / best;
	/* Each round uses more of the song, and finer steps. */
	for (int round = 0; round < ROUNDS; round++) {
		beat = refine(starts, some < count ? some : count, beat, span);
		span /= 8;
		some *= 8;
	}
	return beat;
}
