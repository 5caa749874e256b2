/*
 * Blocks of samples between which no register changes, cut at multiples of 64: tremolo
 * and vibrato are constant in them, and a key can only begin to act in their first
 * sample. In a block each operator's envelope and phase come first, then the outputs:
 * those with feedback side by side, since each waits for its own last sample.
 */
#include "opl2_parts.h"
#include "exhume/advanced/opl2.h"

#include <string.h>

/*
 * Blocks.
 */

static uint8_t tremolo_at(const struct exh_opl2 *chip, uint64_t position)
{
	const unsigned place = (unsigned)((position >> 6) % 210);

	return (uint8_t)((place < 105 ? place : 210 - place) >>
			 (chip->deep_tremolo ? 2 : 4));
}

/* A new depth of the tremolo is heard a sample late; a key that begins to act sets a
 * phase back. */
static size_t block_size(const struct exh_opl2 *chip, size_t most)
{
	bool alone = chip->tremolo != tremolo_at(chip, chip->position);

	for (size_t i = 0; i < EXH_OPL2_OPERATOR_COUNT; i++)
		alone |= is_restarting(&chip->operators[i]);
	if (alone)
		return 1;
	return min(most, BLOCK - (chip->position & (BLOCK - 1)));
}

static void prepare(struct exh_opl2 *chip, size_t c, size_t slot, struct block *block)
{
	struct exh_opl2_operator *op = &chip->operators[slot];
	struct part *part = &block->parts[slot];

	part->out[0] = op->before;
	part->out[1] = op->out;
	exh_opl2_make_places(op, part, block);
	exh_opl2_make_levels(chip, op, chip->channels[c].key_scale, part, block);
}

static void make_block(struct exh_opl2 *chip, struct block *block)
{
	exh_opl2_follow_vibrato(chip);
	block->padded = (block->count + GROUP - 1) / GROUP * GROUP;
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		if (!is_touched(chip, c))
			continue;
		prepare(chip, c, modulator_of(c), block);
		prepare(chip, c, modulator_of(c) + 3, block);
	}
	if (chip->rhythm)
		exh_opl2_make_drum_places(chip, block);
	exh_opl2_make_modulators(chip, block);
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		if (is_touched(chip, c))
			exh_opl2_make_carrier(chip, c, block);
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++)
		if (is_touched(chip, channel_of(slot)))
			exh_opl2_keep_last(&chip->operators[slot], block->parts[slot].out,
					   block->count);
	chip->position += block->count;
	chip->tremolo = tremolo_at(chip, chip->position);
}

/* Partial sums of so few operators that they fit in 16 bits. */
struct sum {
	unsigned count;
	int16_t few[BLOCK];
	int32_t all[BLOCK];
};

static void carry(struct sum *sum, size_t padded)
{
	for (size_t i = 0; i < padded; i += GROUP)
		for (size_t j = i; j < i + GROUP; j++)
			sum->all[j] += sum->few[j];
	memset(sum->few, 0, padded * sizeof *sum->few);
	sum->count = 0;
}

/* The sum is taken before the last three operators have had their turn. */
static void add_slot(const struct block *block, size_t slot, struct sum *sum)
{
	const int16_t *out = block->parts[slot].out + 1 + (slot < BASS_CARRIER);

	for (size_t i = 0; i < block->padded; i += GROUP)
		for (size_t j = i; j < i + GROUP; j++)
			sum->few[j] = (int16_t)(sum->few[j] + out[j]);
	if (++sum->count == INT16_MAX / LOUDEST)
		carry(sum, block->padded);
}

static void add_channel(const struct exh_opl2 *chip, const struct block *block, size_t c,
			struct sum *sum)
{
	const size_t slot = modulator_of(c);
	const bool drums = chip->rhythm && c >= 6;

	for (int times = drums ? 2 : 1; times; times--) {
		if (drums ? c != 6 : chip->channels[c].additive)
			add_slot(block, slot, sum);
		add_slot(block, slot + 3, sum);
	}
}

void exh_opl2_mix(struct exh_opl2 *chip, unsigned channels, int32_t *sums, size_t count)
{
	struct block block;
	struct sum sum;

	for (size_t done = 0; done < count; done += block.count) {
		block.count = block_size(chip, count - done);
		make_block(chip, &block);
		memset(sum.all, 0, block.padded * sizeof *sum.all);
		memset(sum.few, 0, block.padded * sizeof *sum.few);
		sum.count = 0;
		for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
			if (channels & chip->touched & 1u << c)
				add_channel(chip, &block, c, &sum);
		carry(&sum, block.padded);
		memcpy(sums + done, sum.all, block.count * sizeof *sums);
	}
}

static int16_t clip(int32_t sum)
{
	return (int16_t)(sum < INT16_MIN ? INT16_MIN : sum > INT16_MAX ? INT16_MAX : sum);
}

void exh_opl2_render(struct exh_opl2 *chip, int16_t *mono, size_t count)
{
	int32_t sums[8 * BLOCK];

	while (count) {
		const size_t some = min(count, 8 * BLOCK);

		exh_opl2_mix(chip, EXH_OPL2_ALL_CHANNELS, sums, some);
		for (size_t i = 0; i < some; i++)
			mono[i] = clip(sums[i]);
		mono += some;
		count -= some;
	}
}

/*
 * Skipping: only envelopes.
 */

static void skip_envelope(struct exh_opl2 *chip, size_t slot, uint64_t count)
{
	struct exh_opl2_operator *op = &chip->operators[slot];
	const unsigned key_scale = chip->channels[channel_of(slot)].key_scale;

	for (uint64_t i = 0; i < count;) {
		const uint64_t same = exh_opl2_quiet(op, key_scale, chip->position + i);

		if (same == FOREVER || same >= count - i)
			return;
		i += same;
		exh_opl2_step_envelope(op, key_scale, chip->position + i);
		i++;
	}
}

void exh_opl2_skip(struct exh_opl2 *chip, uint64_t count)
{
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++)
		skip_envelope(chip, slot, count);
	chip->position += count;
	if (count)
		chip->tremolo = tremolo_at(chip, chip->position);
}

/* True if the operator's output is part of the sum. */
static bool is_heard(const struct exh_opl2 *chip, size_t slot)
{
	const size_t c = channel_of(slot);

	if (slot != modulator_of(c))
		return true;
	return chip->rhythm && c >= 6 ? c != 6 : chip->channels[c].additive;
}

static bool is_audible(const struct exh_opl2 *chip, size_t slot)
{
	const struct exh_opl2_operator *op = &chip->operators[slot];

	return is_heard(chip, slot) && op->attenuation + op->level < INAUDIBLE;
}

bool exh_opl2_is_silent(const struct exh_opl2 *chip)
{
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++) {
		const struct exh_opl2_channel *channel =
			&chip->channels[channel_of(slot)];
		const struct exh_opl2_operator *op = &chip->operators[slot];

		if (!is_heard(chip, slot))
			continue;
		if (is_audible(chip, slot) ||
		    (exh_opl2_is_rising(op, channel->key_scale) &&
		     op->attenuation < INAUDIBLE))
			return false;
	}
	return true;
}

bool exh_opl2_is_held(const struct exh_opl2 *chip)
{
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++) {
		const unsigned key_scale = chip->channels[channel_of(slot)].key_scale;

		if (is_audible(chip, slot) &&
		    exh_opl2_quiet(&chip->operators[slot], key_scale, chip->position) ==
			    FOREVER)
			return true;
	}
	return false;
}
