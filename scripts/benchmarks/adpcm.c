/*
 * ZVision's ADPCM, one thread: a mono and a stereo sound of four million samples, in
 * millions of samples a second.
 *
 * usage: bench_adpcm
 */
#include "bench.h"

#include <exhume/codec.h>

#include <math.h>

enum { COUNT = 1 << 22 };

static uint8_t packed[COUNT];
static int16_t samples[COUNT];

static void pack(const struct exh_zork_adpcm *adpcm, unsigned channel_count)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };

	for (size_t i = 0; i < COUNT; i++)
		samples[i] = (int16_t)(9000 * sin((double)i * 0.013) +
				       6000 * sin((double)i * 0.171));
	exh_zork_adpcm_encode(adpcm, states, channel_count, samples, COUNT, packed);
}

static double unpack(const struct exh_zork_adpcm *adpcm, unsigned channel_count)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	const double start = now();

	exh_zork_adpcm_decode(adpcm, states, channel_count, packed, COUNT, samples);
	return now() - start;
}

int main(void)
{
	static struct exh_zork_adpcm adpcm;
	double mono[ROUNDS], stereo[ROUNDS];

	exh_zork_adpcm_init(&adpcm);
	for (int round = 0; round < ROUNDS; round++) {
		pack(&adpcm, 1);
		mono[round] = unpack(&adpcm, 1);
		pack(&adpcm, 2);
		stereo[round] = unpack(&adpcm, 2);
	}
	printf("{\"mono\": %.0f, \"stereo\": %.0f}\n",
	       COUNT / median(mono, ROUNDS) / 1e6, COUNT / median(stereo, ROUNDS) / 1e6);
	return 0;
}
