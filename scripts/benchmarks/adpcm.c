/*
 * ZVision's ADPCM, one thread: a mono and a stereo sound of four million samples.
 *
 * usage: bench_adpcm
 */
#include "bench.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

#include <math.h>

enum { COUNT = 1 << 22, SMOKE_COUNT = 1 << 12 };

static size_t count; /* samples */
static uint8_t packed[COUNT];
static int16_t samples[COUNT];

static void pack(const struct exh_zork_adpcm *adpcm, unsigned channel_count)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };

	for (size_t i = 0; i < count; i++)
		samples[i] = (int16_t)(9000 * sin((double)i * 0.013) +
				       6000 * sin((double)i * 0.171));
	exh_zork_adpcm_encode(adpcm, states, channel_count, samples, count, packed);
}

/* Millions of samples per second. */
static double unpack(const struct exh_zork_adpcm *adpcm, unsigned channel_count)
{
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	const double start = now();

	exh_zork_adpcm_decode(adpcm, states, channel_count, packed, count, samples);
	return (double)count / (now() - start) / 1e6;
}

int main(void)
{
	static struct exh_zork_adpcm adpcm;
	const size_t rounds = loops(ROUNDS);
	double mono[ROUNDS], stereo[ROUNDS];

	count = smoke() ? SMOKE_COUNT : COUNT;
	exh_zork_adpcm_start(&adpcm);
	for (size_t i = 0; i < rounds; i++) {
		pack(&adpcm, 1);
		mono[i] = unpack(&adpcm, 1);
		pack(&adpcm, 2);
		stereo[i] = unpack(&adpcm, 2);
	}
	ROW("mono", median(mono, rounds), "Msamples/s", .target = 150);
	ROW("stereo", median(stereo, rounds), "Msamples/s", .target = 150);
	return 0;
}
