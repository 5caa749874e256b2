/*
 * The difference that a byte adds depends only on byte and step: a table of all 89 steps
 * and 128 magnitudes replaces seven conditional additions in the loop, and the index
 * runs ahead of the samples.
 */
#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

enum { STEP_COUNT = 89, MAGNITUDE_COUNT = 128, SIGN = 0x80 };

static const int16_t steps[STEP_COUNT] = {
	7,     8,     9,     10,    11,	   12,	  13,	 14,	16,    17,
	19,    21,    23,    25,    28,	   31,	  34,	 37,	41,    45,
	50,    55,    60,    66,    73,	   80,	  88,	 97,	107,   118,
	130,   143,   157,   173,   190,   209,	  230,	 253,	279,   307,
	337,   371,   408,   449,   494,   544,	  598,	 658,	724,   796,
	876,   963,   1060,  1166,  1282,  1411,  1552,	 1707,	1878,  2066,
	2272,  2499,  2749,  3024,  3327,  3660,  4026,	 4428,	4871,  5358,
	5894,  6484,  7132,  7845,  8630,  9493,  10442, 11487, 12635, 13899,
	15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767
};

static const int8_t adjustments[8] = { -1, -1, -1, 1, 4, 7, 10, 12 };

void exh_zork_adpcm_start(struct exh_zork_adpcm *adpcm)
{
	for (size_t i = 0; i < STEP_COUNT; i++)
		for (unsigned magnitude = 0; magnitude < MAGNITUDE_COUNT; magnitude++) {
			unsigned sum = 0;

			for (unsigned k = 0; k < 7; k++)
				if (magnitude & 0x40u >> k)
					sum += (unsigned)steps[i] >> k;
			adpcm->deltas[i][magnitude] = (uint16_t)sum;
		}
}

static int clamp(int value, int least, int most)
{
	return value < least ? least : value > most ? most : value;
}

static inline int16_t decode(const struct exh_zork_adpcm *adpcm,
			     struct exh_zork_adpcm_state *state, uint8_t byte)
{
	const int delta = adpcm->deltas[state->index][byte & (SIGN - 1)];

	state->sample = (int16_t)clamp(state->sample + (byte & SIGN ? -delta : delta),
				       INT16_MIN, INT16_MAX);
	state->index = (uint8_t)clamp(state->index + adjustments[byte >> 4 & 7], 0,
				      STEP_COUNT - 1);
	return state->sample;
}

void exh_zork_adpcm_decode(const struct exh_zork_adpcm *adpcm,
			   struct exh_zork_adpcm_state *states, unsigned channel_count,
			   const uint8_t *in, size_t count, int16_t *out)
{
	struct exh_zork_adpcm_state left = states[0], right;

	if (channel_count == 1) {
		for (size_t i = 0; i < count; i++)
			out[i] = decode(adpcm, &left, in[i]);
		states[0] = left;
		return;
	}
	right = states[1];
	for (size_t i = 0; i + 2 <= count; i += 2) {
		out[i] = decode(adpcm, &left, in[i]);
		out[i + 1] = decode(adpcm, &right, in[i + 1]);
	}
	states[0] = left;
	states[1] = right;
}

/* Returns the byte with the nearest sample: from the largest part down, each that
 * still fits. */
static uint8_t choose(const struct exh_zork_adpcm_state *state, int sample)
{
	const int difference = sample - state->sample;
	int left = difference < 0 ? -difference : difference;
	unsigned byte = difference < 0 ? SIGN : 0;

	for (unsigned k = 0; k < 7; k++) {
		const int part = steps[state->index] >> k;

		if (left < part || !part)
			continue;
		left -= part;
		byte |= 0x40u >> k;
	}
	return (uint8_t)byte;
}

void exh_zork_adpcm_encode(const struct exh_zork_adpcm *adpcm,
			   struct exh_zork_adpcm_state *states, unsigned channel_count,
			   const int16_t *in, size_t count, uint8_t *out)
{
	for (size_t i = 0; i < count; i++) {
		struct exh_zork_adpcm_state *state = &states[i % channel_count];

		out[i] = choose(state, in[i]);
		decode(adpcm, state, out[i]);
	}
}
