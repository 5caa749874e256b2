#include "opl2_parts.h"

#include <string.h>

/*
 * Phases.
 */

/* Returns the phase of the vibrato, 0 to 7, plus 8 if it is deep. */
static uint8_t vibrato_of(const struct exh_opl2 *chip)
{
	return (uint8_t)((chip->position >> 10 & 7) | (chip->deep_vibrato ? 8 : 0));
}

void exh_opl2_follow_vibrato(struct exh_opl2 *chip)
{
	if (chip->vibrato == vibrato_of(chip))
		return;
	chip->vibrato = vibrato_of(chip);
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++)
		if (chip->operators[slot].vibrato)
			exh_opl2_work_out(chip, slot);
}

/*
 * Whole steps of the wave and 512ths apart, in 16 bits each: so eight fit in a vector.
 * A sample in which a key begins to act still has the old phase; the next one has a step
 * from 0.
 */
void exh_opl2_make_places(struct exh_opl2_operator *op, struct part *part,
			  const struct block *block)
{
	const uint32_t step = op->step;
	const group whole_step = all((uint16_t)(GROUP * step >> 9));
	const group part_step = all(GROUP * step & 511);
	const group ramp = { 0, 1, 2, 3, 4, 5, 6, 7 };
	group parts = all(op->phase & 511) + all(step & 511) * ramp;
	group wholes = all((uint16_t)(op->phase >> 9)) +
		       all((uint16_t)(step >> 9)) * ramp + (parts >> 9);

	parts &= 511;
	for (size_t i = 0; i < block->padded; i += GROUP) {
		memcpy(part->places + i, &wholes, sizeof wholes);
		parts += part_step;
		wholes += whole_step + (parts >> 9);
		parts &= 511;
	}
	if (is_restarting(op))
		op->phase = 0;
	op->phase = (op->phase + (uint32_t)block->count * step) & PHASE_MASK;
}

/*
 * Noise: a register of 23 bits, clocked 36 times a sample; bit j of it is the noise j
 * clocks later.
 */

static uint32_t next_noise(uint32_t noise)
{
	for (int nine = 0; nine < 4; nine++)
		noise = noise >> 9 | ((noise >> 14 ^ noise) & 0x1ff) << 14;
	return noise;
}

static uint32_t multiply(const uint32_t *columns, uint32_t bits)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < NOISE_BITS; i++)
		sum ^= bits >> i & 1 ? columns[i] : 0;
	return sum;
}

/* Only drums use the noise: it is updated when they start. */
static void catch_up_noise(struct exh_opl2 *chip)
{
	uint64_t left = chip->position - chip->noise_position;
	uint32_t columns[NOISE_BITS], squared[NOISE_BITS];

	for (unsigned i = 0; i < NOISE_BITS && left; i++)
		columns[i] = next_noise(1u << i);
	for (; left; left >>= 1) {
		if (left & 1)
			chip->noise = multiply(columns, chip->noise);
		for (unsigned i = 0; i < NOISE_BITS; i++)
			squared[i] = multiply(columns, columns[i]);
		memcpy(columns, squared, sizeof columns);
	}
	chip->noise_position = chip->position;
}

/*
 * Drums: hi-hat, snare drum and cymbal derive their phases from bits of the operators'
 * phases and of noise.
 */

static unsigned bit(unsigned value, unsigned index)
{
	return value >> index & 1;
}

static unsigned mix_bits(unsigned hi_hat, unsigned cymbal)
{
	return (bit(hi_hat, 2) ^ bit(hi_hat, 7)) | (bit(hi_hat, 3) ^ bit(cymbal, 5)) |
	       (bit(cymbal, 3) ^ bit(cymbal, 5));
}

void exh_opl2_make_drum_places(struct exh_opl2 *chip, struct block *block)
{
	struct part *drums = block->parts;

	catch_up_noise(chip);
	for (size_t i = 0; i < block->count; i++) {
		const unsigned hat = drums[HI_HAT].places[i];
		const unsigned snare_noise = bit(chip->noise, SNARE);
		const unsigned hat_noise = bit(chip->noise, HI_HAT);
		unsigned mixed = mix_bits(hat, chip->cymbal);

		drums[HI_HAT].places[i] =
			(uint16_t)(mixed << 9 | (mixed ^ hat_noise ? 0xd0 : 0x34));
		drums[SNARE].places[i] =
			(uint16_t)(bit(hat, 8) << 9 | (bit(hat, 8) ^ snare_noise) << 8);
		chip->cymbal = drums[CYMBAL].places[i] & 0x28;
		mixed = mix_bits(hat, chip->cymbal);
		drums[CYMBAL].places[i] = (uint16_t)(mixed << 9 | 0x80);
		chip->noise = next_noise(chip->noise);
	}
	chip->noise_position += block->count;
}

static bool is_unmodulated_drum(const struct exh_opl2 *chip, size_t slot)
{
	return chip->rhythm && slot > BASS_MODULATOR && slot != BASS_CARRIER;
}

/*
 * Outputs.
 */

static void modulate(uint16_t *places, const int16_t *modulation, size_t padded)
{
	for (size_t i = 0; i < padded; i += GROUP)
		for (size_t j = 0; j < GROUP; j++)
			places[i + j] = (uint16_t)(places[i + j] + modulation[i + j]);
}

/* levels NULL: all levels are equal, and outputs begins there. */
static inline void look_up(const uint16_t *wave, const uint16_t *places,
			   const uint16_t *levels, const int16_t *at_level, int16_t *out,
			   size_t padded)
{
	for (size_t i = 0; i < padded; i += GROUP)
		for (size_t j = i; j < i + GROUP; j++)
			out[j] = at_level[wave[places[j] & 1023] +
					  (levels ? levels[j] : 0)];
}

/* The output of an inaudible operator: of a whole sine only the sign is left. */
static void make_inaudible(const struct exh_opl2_operator *op, struct part *part,
			   size_t padded)
{
	int16_t *out = part->out + 2;

	if (op->wave)
		memset(out, 0, padded * sizeof *out);
	else
		for (size_t i = 0; i < padded; i += GROUP)
			for (size_t j = i; j < i + GROUP; j++)
				out[j] = (int16_t) - (part->places[j] >> 9 & 1);
}

/* Makes the output of an operator without feedback. */
static void make_output(const struct exh_opl2 *chip, size_t slot, struct block *block)
{
	const struct exh_opl2_operator *op = &chip->operators[slot];
	struct part *part = &block->parts[slot];
	const uint16_t *wave = waves[op->wave];
	int16_t *out = part->out + 2;

	if (!part->audible)
		make_inaudible(op, part, block->padded);
	else if (part->moves)
		look_up(wave, part->places, part->levels, outputs, out, block->padded);
	else
		look_up(wave, part->places, NULL, outputs + part->level, out,
			block->padded);
}

void exh_opl2_make_carrier(const struct exh_opl2 *chip, size_t c, struct block *block)
{
	const size_t slot = modulator_of(c) + 3;

	if (!chip->channels[c].additive && !is_unmodulated_drum(chip, slot))
		modulate(block->parts[slot].places, block->parts[slot - 3].out + 2,
			 block->padded);
	make_output(chip, slot, block);
}

/* A modulator that feeds itself. */
struct lane {
	struct part *part;
	const uint16_t *wave;
	unsigned shift;
};

static struct lane lane_of(const struct exh_opl2 *chip, size_t slot, struct block *block)
{
	struct part *part = &block->parts[slot];

	if (!part->moves)
		fill(part->levels, part->level, block->padded);
	memset(part->out + 2 + block->count, 0,
	       (block->padded - block->count) * sizeof *part->out);
	return (struct lane){ part, waves[chip->operators[slot].wave],
			      9u - chip->channels[channel_of(slot)].feedback };
}

static inline int run_lane(const struct lane *lane, size_t i, int last)
{
	struct part *part = lane->part;
	const int fed = (last + part->out[i]) >> lane->shift;
	const int16_t out =
		outputs[lane->wave[(part->places[i] + fed) & 1023] + part->levels[i]];

	part->out[i + 2] = out;
	return out;
}

/* Runs lanes side by side: each waits for its own last sample, so they wait together. */
static void run_lanes(const struct lane *lanes, size_t lane_count, size_t count)
{
	struct lane a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
	int last[LANES] = { 0 };

	for (size_t i = 0; i < lane_count; i++)
		last[i] = lanes[i].part->out[1];
	if (lane_count == 1)
		for (size_t i = 0; i < count; i++)
			last[0] = run_lane(&a, i, last[0]);
	else if (lane_count == 2)
		for (size_t i = 0; i < count; i++) {
			last[0] = run_lane(&a, i, last[0]);
			last[1] = run_lane(&b, i, last[1]);
		}
	else if (lane_count == 3)
		for (size_t i = 0; i < count; i++) {
			last[0] = run_lane(&a, i, last[0]);
			last[1] = run_lane(&b, i, last[1]);
			last[2] = run_lane(&c, i, last[2]);
		}
	else if (lane_count == 4)
		for (size_t i = 0; i < count; i++) {
			last[0] = run_lane(&a, i, last[0]);
			last[1] = run_lane(&b, i, last[1]);
			last[2] = run_lane(&c, i, last[2]);
			last[3] = run_lane(&d, i, last[3]);
		}
}

static bool feeds_itself(const struct exh_opl2 *chip, size_t slot)
{
	return chip->channels[channel_of(slot)].feedback &&
	       !is_unmodulated_drum(chip, slot);
}

/* Feedback of an inaudible operator is 0 or -1, and -1 only matters where a half of its
 * period begins. */
static bool feedback_matters(const struct exh_opl2 *chip, size_t slot,
			     const struct block *block)
{
	const struct exh_opl2_operator *op = &chip->operators[slot];
	const struct part *part = &block->parts[slot];
	unsigned border = 0;

	if (part->audible || op->out > 0 || op->out < -1 || op->before > 0 ||
	    op->before < -1)
		return true;
	if (op->wave)
		return false;
	for (size_t i = 0; i < block->padded; i += GROUP)
		for (size_t j = i; j < i + GROUP; j++)
			border |= !(part->places[j] & 0x1ff);
	return border;
}

void exh_opl2_make_modulators(const struct exh_opl2 *chip, struct block *block)
{
	struct lane lanes[LANES] = { 0 };
	size_t lane_count = 0;

	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		const size_t slot = modulator_of(c);

		if (!is_touched(chip, c))
			continue;
		if (!feeds_itself(chip, slot) || !feedback_matters(chip, slot, block)) {
			make_output(chip, slot, block);
			continue;
		}
		lanes[lane_count++] = lane_of(chip, slot, block);
		if (lane_count == LANES) {
			run_lanes(lanes, lane_count, block->count);
			lane_count = 0;
		}
	}
	run_lanes(lanes, lane_count, block->count);
}

void exh_opl2_keep_last(struct exh_opl2_operator *op, const int16_t *out, size_t count)
{
	op->before = out[count];
	op->out = out[count + 1];
}
