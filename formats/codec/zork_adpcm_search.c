/*
 * A trellis search: for each of the 89 steps the best way to reach it, sample by sample.
 * The next step depends only on the upper bits of a byte: in each group of bytes that
 * lead to the same step the nearest sample is taken. If a sound was decoded from ADPCM,
 * some way has no error at all, and since all ways without an error are at the same
 * sample, the trellis never loses all of them.
 *
 * Back pointers of a long sound would not fit into memory: the states at the start of
 * each segment are kept, and the segment's back pointers are computed again when the way
 * is traced.
 */
#include "exhume/codec.h"
#include "exhume/advanced/codec.h"

#include <stdlib.h>
#include <string.h>

enum {
	STEPS = 89,
	GROUPS = 6,
	SEGMENT = 4096, /* samples */
	SIGN = 0x80,
	MAX_DELTA_BITS = 7,
};

/* Magnitudes from least to most lead from a step to the same next one. */
static const struct {
	uint8_t least, most;
} groups[GROUPS] = { { 0, 47 },	 { 48, 63 },  { 64, 79 },
		     { 80, 95 }, { 96, 111 }, { 112, 127 } };

/* The best way to a step; error UINT64_MAX: there is none. */
struct way {
	uint64_t error; /* sum of squares */
	int16_t sample;
};

struct origin {
	uint8_t step, byte;
};

struct search {
	const struct exh_zork_adpcm *adpcm;
	uint8_t next[STEPS][GROUPS];
	const int16_t *in; /* samples of one channel: every stride-th */
	size_t count, stride;
	struct way (*starts)[STEPS];	 /* states at the start of each segment */
	struct origin (*origins)[STEPS]; /* back pointers of one segment */
};

static void fill_next(struct search *s)
{
	for (unsigned step = 0; step < STEPS; step++)
		for (unsigned group = 0; group < GROUPS; group++) {
			struct exh_zork_adpcm_state state = { 0, (uint8_t)step };
			int16_t sample;

			exh_zork_adpcm_decode(s->adpcm, &state, 1, &groups[group].least,
					      1, &sample);
			s->next[step][group] = state.index;
		}
}

/* Returns the last magnitude whose delta is not above wanted. */
static unsigned find(const uint16_t *deltas, int wanted)
{
	unsigned found = 0;

	for (unsigned bit = 1u << (MAX_DELTA_BITS - 1); bit; bit >>= 1)
		if (deltas[found + bit] <= wanted)
			found += bit;
	return found;
}

/* Returns the nearest magnitude of a group; place is from find. A sum beyond the first
 * or last sample (clamps) stays at it, and is exact. */
static unsigned nearest(const uint16_t *deltas, unsigned group, unsigned place,
			int wanted, bool clamps)
{
	if (place < groups[group].least)
		return groups[group].least;
	if (place >= groups[group].most)
		return groups[group].most;
	if (clamps)
		return deltas[place] == wanted ? place : place + 1;
	return deltas[place + 1] - wanted < wanted - deltas[place] ? place + 1 : place;
}

static int16_t move(int16_t sample, int delta)
{
	const int moved = sample + delta;

	return (int16_t)(moved < INT16_MIN   ? INT16_MIN
			 : moved > INT16_MAX ? INT16_MAX
					     : moved);
}

/* Advances all ways by one sample. origins may be NULL. */
static void advance(const struct search *s, int16_t wanted, const struct way *from,
		    struct way *to, struct origin *origins)
{
	const bool clamps = wanted == INT16_MIN || wanted == INT16_MAX;

	for (unsigned step = 0; step < STEPS; step++)
		to[step].error = UINT64_MAX;
	for (unsigned step = 0; step < STEPS; step++) {
		const int difference = wanted - from[step].sample;
		/* A sum below the smallest sample is clamped: that is downwards, too. */
		const bool down = difference < 0 || wanted == INT16_MIN;
		const int size = down ? -difference : difference;
		const uint16_t *deltas = s->adpcm->deltas[step];
		unsigned place;

		if (from[step].error == UINT64_MAX)
			continue;
		place = find(deltas, size);
		for (unsigned group = 0; group < GROUPS; group++) {
			const unsigned magnitude =
				nearest(deltas, group, place, size, clamps);
			const int delta = deltas[magnitude];
			const int16_t sample =
				move(from[step].sample, down ? -delta : delta);
			const int64_t off = wanted - sample;
			const uint64_t error = from[step].error + (uint64_t)(off * off);
			const unsigned next = s->next[step][group];

			if (error >= to[next].error)
				continue;
			to[next] = (struct way){ error, sample };
			if (origins)
				origins[next] = (struct origin){
					(uint8_t)step,
					(uint8_t)(magnitude | (down ? SIGN : 0))
				};
		}
	}
}

static size_t segment_size(const struct search *s, size_t segment)
{
	const size_t left = s->count - segment * SEGMENT;

	return left < SEGMENT ? left : SEGMENT;
}

/* Runs over a segment from its start; ways gets the result. */
static void run_segment(const struct search *s, size_t segment, bool traced,
			struct way ways[STEPS])
{
	const int16_t *in = s->in + segment * SEGMENT * s->stride;
	const size_t size = segment_size(s, segment);
	struct way other[STEPS];

	memcpy(ways, s->starts[segment], sizeof other);
	for (size_t i = 0; i < size; i++) {
		advance(s, in[i * s->stride], ways, other, traced ? s->origins[i] : NULL);
		memcpy(ways, other, sizeof other);
	}
}

/* Traces the way from the last segment to the first; step is the last one. */
static void trace(const struct search *s, size_t segment_count, unsigned step,
		  uint8_t *out)
{
	for (size_t segment = segment_count; segment-- > 0;) {
		struct way ways[STEPS];

		run_segment(s, segment, true, ways);
		for (size_t i = segment_size(s, segment); i-- > 0;) {
			const struct origin *origin = &s->origins[i][step];

			out[(segment * SEGMENT + i) * s->stride] = origin->byte;
			step = origin->step;
		}
	}
}

/* Searches. Returns the error. starts and origins are allocated. */
static uint64_t search(struct search *s, uint8_t *out)
{
	const size_t segment_count = (s->count + SEGMENT - 1) / SEGMENT;
	struct way ways[STEPS];
	unsigned best = 0;

	for (unsigned step = 0; step < STEPS; step++)
		ways[step] = (struct way){ step ? UINT64_MAX : 0, 0 };
	for (size_t segment = 0; segment < segment_count; segment++) {
		memcpy(s->starts[segment], ways, sizeof ways);
		run_segment(s, segment, false, ways);
	}
	for (unsigned step = 1; step < STEPS; step++)
		if (ways[step].error < ways[best].error)
			best = step;
	trace(s, segment_count, best, out);
	return ways[best].error;
}

/* Encodes by simple choices into out, and decodes into back. Returns the error. */
static uint64_t encode_simply(const struct search *s, uint8_t *out, int16_t *back)
{
	struct exh_zork_adpcm_state coder = { 0, 0 }, decoder = { 0, 0 };
	uint64_t error = 0;

	for (size_t i = 0; i < s->count * s->stride; i += s->stride) {
		int64_t off;

		exh_zork_adpcm_encode(s->adpcm, &coder, 1, s->in + i, 1, out + i);
		exh_zork_adpcm_decode(s->adpcm, &decoder, 1, out + i, 1, back + i);
		off = s->in[i] - back[i];
		error += (uint64_t)(off * off);
	}
	return error;
}

/*
 * One channel. The second search, for the samples that the first one reaches, makes the
 * bytes depend on these samples alone: decoded and encoded again they are the same.
 */
static void search_channel(struct search *s, uint8_t *out, int16_t *back)
{
	struct exh_zork_adpcm_state state = { 0, 0 };
	const uint64_t simple_error = encode_simply(s, out, back);

	if (simple_error && search(s, out) <= simple_error)
		for (size_t i = 0; i < s->count * s->stride; i += s->stride)
			exh_zork_adpcm_decode(s->adpcm, &state, 1, out + i, 1, back + i);
	s->in = back;
	search(s, out);
}

enum exh_status exh_zork_adpcm_search(const struct exh_zork_adpcm *adpcm,
				      unsigned channel_count, const int16_t *in,
				      size_t count, uint8_t *out, struct exh_error *err)
{
	struct search s = { .adpcm = adpcm,
			    .count = count / channel_count,
			    .stride = channel_count };
	int16_t *back = malloc((count + 1) * sizeof *back);
	enum exh_status status = EXH_OK;

	s.starts = calloc(s.count / SEGMENT + 1, sizeof *s.starts);
	s.origins = malloc(SEGMENT * sizeof *s.origins);
	fill_next(&s);
	for (unsigned channel = 0;
	     channel < channel_count && back && s.starts && s.origins; channel++) {
		s.in = in + channel;
		search_channel(&s, out + channel, back + channel);
	}
	if (!back || !s.starts || !s.origins)
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	free(s.starts);
	free(s.origins);
	free(back);
	return status;
}
