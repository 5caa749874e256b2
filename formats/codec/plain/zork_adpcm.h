/* A byte of ZVision's ADPCM exactly as specified; only the steps are a table. */
#ifndef EXH_CODEC_ZORK_ADPCM_PLAIN_H
#define EXH_CODEC_ZORK_ADPCM_PLAIN_H

#include "exhume/codec.h"

static inline void zork_adpcm_plain(struct exh_zork_adpcm_state *state, uint8_t byte)
{
	static const int steps[89] = {
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
	static const int adjustments[8] = { -1, -1, -1, 1, 4, 7, 10, 12 };
	int delta = 0, sample, index = state->index;

	for (int k = 0; k <= 6; k++)
		if (byte & 0x40 >> k)
			delta += steps[index] >> k;
	if (byte & 0x80)
		delta = -delta;
	sample = state->sample + delta;
	if (sample > 32767)
		sample = 32767;
	if (sample < -32768)
		sample = -32768;
	index += adjustments[byte >> 4 & 7];
	state->sample = (int16_t)sample;
	state->index = (uint8_t)(index < 0 ? 0 : index > 88 ? 88 : index);
}

#endif
