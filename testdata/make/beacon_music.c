/* What is heard in the beacon: a slow tune, and the hum of a film. */
#include "beacon.h"
#include "sample.h"

#include <exhume/advanced/codec.h>
#include <exhume/codec.h>

enum {
	RATE = 8000,
	NOTE = 3000, /* samples */
	TURN = 1 << 16,
	LOUD = 9000,
	HUM_LIMIT = 1 << 14,
};

/* Phase a sample, in parts of a turn: A minor, over an A that stays. */
static const unsigned tune[] = { 1802, 2144, 2703, 2144, 2407, 2025, 1802, 1351 };

enum { NOTES = sizeof tune / sizeof tune[0], SAMPLES = NOTES * NOTE };

/* Two parabolas, much like a sine: -LOUD to LOUD. */
static int wave(unsigned phase)
{
	const int at = (int)(phase % TURN) - TURN / 2;
	const int half = at < 0 ? at + TURN / 2 : at;
	const int bow = (half >> 4) * ((TURN / 2 - half) >> 4) / (1 << 10); /* to 1024 */

	return (at < 0 ? bow : -bow) * (LOUD / 32) / 32;
}

static void encode(const int16_t *samples, size_t count, uint8_t *bytes)
{
	static struct exh_zork_adpcm adpcm;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };

	exh_zork_adpcm_start(&adpcm);
	exh_zork_adpcm_encode(&adpcm, states, 1, samples, count, bytes);
}

/* Each note dies away; the next begins before it is gone. */
void write_tide(struct exh_writer *out)
{
	static int16_t samples[SAMPLES];
	static uint8_t bytes[SAMPLES];

	for (unsigned i = 0; i < SAMPLES; i++) {
		const int left = NOTE - (int)(i % NOTE);
		const int high = wave(i * tune[i / NOTE]) * left / NOTE;
		const int before = wave(i * tune[(i / NOTE + NOTES - 1) % NOTES]) *
				   (left > NOTE / 2 ? left - NOTE / 2 : 0) / NOTE;

		samples[i] = (int16_t)(high + before + wave(i * 901) / 3);
	}
	encode(samples, SAMPLES, bytes);
	exh_write_bytes(out, bytes, sizeof bytes);
}

void write_hum(uint8_t *bytes, size_t count)
{
	static int16_t samples[HUM_LIMIT];

	for (size_t i = 0; i < count && i < HUM_LIMIT; i++)
		samples[i] = (int16_t)(wave((unsigned)i * (450 + (unsigned)i / 24)) / 2);
	encode(samples, count < HUM_LIMIT ? count : HUM_LIMIT, bytes);
}
