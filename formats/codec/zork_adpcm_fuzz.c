/*
 * Any bytes, from any state: each sample as the plain way has it, whole and in pieces;
 * what comes out is packed to where it came from.
 *
 * Input: a byte of flags (bit 0: stereo), a first sample, a step, where it is cut in two;
 * then bytes
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include "../base/fuzzing.h"
#include "plain/zork_adpcm.h"

enum { HEAD = 5, STEPS = 89 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_plain(const struct exh_zork_adpcm_state *start, unsigned channel_count,
			struct exh_bytes in, const int16_t *out, size_t count)
{
	struct exh_zork_adpcm_state plain[2] = { *start, *start };

	for (size_t i = 0; i < count; i++) {
		zork_adpcm_plain(&plain[i % channel_count], in.data[i]);
		assert(out[i] == plain[i % channel_count].sample);
	}
}

/* Decodes in two pieces, split at a border between frames. */
static void check_pieces(const struct exh_zork_adpcm *adpcm,
			 const struct exh_zork_adpcm_state *start, unsigned channel_count,
			 struct exh_bytes in, const int16_t *out, size_t count,
			 size_t cut)
{
	struct exh_zork_adpcm_state states[2] = { *start, *start };
	int16_t *pieces = malloc((count + 1) * sizeof *pieces);
	const size_t first = cut % (count / channel_count + 1) * channel_count;

	assert(pieces);
	exh_zork_adpcm_decode(adpcm, states, channel_count, in.data, first, pieces);
	exh_zork_adpcm_decode(adpcm, states, channel_count, in.data + first,
			      count - first, pieces + first);
	assert(memcmp(pieces, out, count * sizeof *out) == 0);
	free(pieces);
}

/* Packed again, the first sample is unchanged; no step may reach a clamped one. */
static void check_packed(const struct exh_zork_adpcm *adpcm,
			 const struct exh_zork_adpcm_state *start, const int16_t *out)
{
	struct exh_zork_adpcm_state state = *start;
	int16_t again;
	uint8_t byte;

	exh_zork_adpcm_encode(adpcm, &state, 1, out, 1, &byte);
	state = *start;
	exh_zork_adpcm_decode(adpcm, &state, 1, &byte, 1, &again);
	assert(again == out[0] || out[0] == INT16_MIN || out[0] == INT16_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct exh_zork_adpcm adpcm;
	struct exh_zork_adpcm_state start, states[2];
	unsigned channel_count;
	struct exh_bytes in;
	int16_t *out;
	size_t cut, count;

	if (size < HEAD)
		return 0;
	if (!adpcm.deltas[0][1])
		exh_zork_adpcm_start(&adpcm);
	channel_count = data[0] & 1 ? 2 : 1;
	start = (struct exh_zork_adpcm_state){ (int16_t)(data[1] | data[2] << 8),
					       data[3] % STEPS };
	cut = data[4];
	data += HEAD;
	size -= HEAD;
	in = take(&data, &size, size);
	count = in.size / channel_count * channel_count;
	out = malloc((count ? count : 1) * sizeof *out);
	assert(out);
	states[0] = states[1] = start;
	exh_zork_adpcm_decode(&adpcm, states, channel_count, in.data, in.size, out);
	check_plain(&start, channel_count, in, out, count);
	check_pieces(&adpcm, &start, channel_count, in, out, count, cut);
	if (count)
		check_packed(&adpcm, &start, out);
	free(out);
	discard(in);
	return 0;
}
