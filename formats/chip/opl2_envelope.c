#include "opl2_parts.h"

/* Rate of an operator in its stage: field is 0 to 15, rate counts quarters of it. */
struct rate {
	unsigned field, rate;
};

static struct rate rate_of(const struct exh_opl2_operator *op, unsigned stage,
			   unsigned key_scale)
{
	struct rate rate = { op->release, 0 };

	if (stage == EXH_OPL2_ATTACK)
		rate.field = op->attack;
	else if (stage == EXH_OPL2_DECAY)
		rate.field = op->decay;
	else if (stage == EXH_OPL2_SUSTAIN && op->holds)
		rate.field = 0;
	rate.rate = 4 * rate.field + (op->scales_rate ? key_scale : key_scale >> 2);
	return rate;
}

static unsigned rate_high(struct rate rate)
{
	return rate.rate < 60 ? rate.rate >> 2 : 15;
}

static unsigned trailing_zeros(uint64_t value)
{
	unsigned count = 0;

	while (!(value & 1)) {
		value >>= 1;
		count++;
	}
	return count;
}

/* Slow rates act at odd samples, when the envelope's clock reaches a multiple. */
static unsigned slow_shift(struct rate rate, uint64_t position)
{
	const uint64_t clock = (position >> 1) - 1;
	unsigned low = rate.rate & 3;

	if (!(position & 1) || position < 2 || !(clock & 0x1fff))
		return 0;
	switch (rate_high(rate) + 1 + trailing_zeros(clock)) {
	case 12:
		return 1;
	case 13:
		return low >> 1;
	case 14:
		return low & 1;
	default:
		return 0;
	}
}

static unsigned fast_shift(struct rate rate, uint64_t position)
{
	static const uint8_t more[4][4] = {
		{ 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 1, 0, 1, 0 }, { 1, 1, 1, 0 }
	};
	const unsigned low = position < 2 ? 0 : ((position >> 1) - 1) & 3;
	const unsigned shift = (rate_high(rate) & 3) + more[rate.rate & 3][low];

	if (shift > 3)
		return 3;
	return shift ? shift : position & 1;
}

static unsigned shift_of(struct rate rate, uint64_t position)
{
	if (!rate.field)
		return 0;
	return rate_high(rate) < 12 ? slow_shift(rate, position)
				    : fast_shift(rate, position);
}

/* Advances the envelope by one sample, in any stage. */
void exh_opl2_step_envelope(struct exh_opl2_operator *op, unsigned key_scale,
			    uint64_t position)
{
	const bool restart = is_restarting(op);
	const unsigned stage = op->stage;
	const struct rate rate =
		rate_of(op, restart ? EXH_OPL2_ATTACK : stage, key_scale);
	const unsigned shift = shift_of(rate, position), level = op->level;
	const bool off = level >= LEVEL_NEARLY_OFF;
	unsigned next = level;

	if (restart && rate_high(rate) == 15)
		next = 0;
	if (stage != EXH_OPL2_ATTACK && !restart && off)
		next = LEVEL_OFF;
	if (stage == EXH_OPL2_ATTACK) {
		if (!level)
			op->stage = EXH_OPL2_DECAY;
		else if (op->keys && shift && rate_high(rate) != 15)
			next -= (level >> (4 - shift)) + 1;
	} else if (stage == EXH_OPL2_DECAY && level >> 4 == op->sustain_level) {
		op->stage = EXH_OPL2_SUSTAIN;
	} else if (!off && !restart && shift) {
		next += 1u << (shift - 1);
	}
	op->level = next & LEVEL_OFF;
	if (restart)
		op->stage = EXH_OPL2_ATTACK;
	if (!op->keys)
		op->stage = EXH_OPL2_RELEASE;
}

/* Returns the samples from position on to the next one at which a slow rate may act. */
static uint64_t to_next_act(unsigned high, uint64_t position)
{
	const uint64_t period = 1u << (11 - high);
	const uint64_t odd = position < 3 ? 3 : position | 1;
	const uint64_t clock = ((odd >> 1) - 1 + period - 1) & ~(period - 1);

	return 2 * clock + 3 - position;
}

/* Returns a number of samples from position on in which the envelope surely stays the
 * same. */
uint64_t exh_opl2_quiet(const struct exh_opl2_operator *op, unsigned key_scale,
			uint64_t position)
{
	struct rate rate;

	if (!op->keys != (op->stage == EXH_OPL2_RELEASE))
		return 0;
	if (op->stage == EXH_OPL2_ATTACK
		    ? !op->level
		    : op->stage == EXH_OPL2_DECAY && op->level >> 4 == op->sustain_level)
		return 0;
	if (op->stage != EXH_OPL2_ATTACK && op->level >= LEVEL_NEARLY_OFF)
		return op->level == LEVEL_OFF ? FOREVER : 0;
	rate = rate_of(op, op->stage, key_scale);
	if (!rate.field || (op->stage == EXH_OPL2_ATTACK && rate_high(rate) == 15))
		return FOREVER;
	return rate_high(rate) < 12 ? to_next_act(rate_high(rate), position) : 0;
}

static uint16_t level_of(unsigned attenuation)
{
	return (uint16_t)(8 * min(attenuation, INAUDIBLE));
}

/* Fills the levels of an operator whose level changes in the block. */
static void make_moving_levels(struct exh_opl2_operator *op, unsigned base,
			       unsigned key_scale, uint64_t position, struct part *part,
			       const struct block *block)
{
	part->moves = true;
	for (size_t i = 0; i < block->count; i++) {
		const size_t same = min(exh_opl2_quiet(op, key_scale, position + i),
					block->count - i);
		const uint16_t level = level_of(base + op->level);

		part->audible |= level < ATTENUATION_OFF;
		fill(part->levels + i, level, same);
		i += same;
		if (i == block->count)
			break;
		part->levels[i] = level;
		exh_opl2_step_envelope(op, key_scale, position + i);
	}
	fill(part->levels + block->count, ATTENUATION_OFF, block->padded - block->count);
}

void exh_opl2_make_levels(const struct exh_opl2 *chip, struct exh_opl2_operator *op,
			  unsigned key_scale, struct part *part,
			  const struct block *block)
{
	const unsigned base = op->attenuation + (op->tremolo ? chip->tremolo : 0u);
	const uint64_t end = chip->position + block->count;

	part->level = level_of(base + op->level);
	part->audible = part->level < ATTENUATION_OFF;
	part->moves = false;
	if (end > op->still_until)
		op->still_until =
			chip->position + exh_opl2_quiet(op, key_scale, chip->position);
	if (end > op->still_until)
		make_moving_levels(op, base, key_scale, chip->position, part, block);
}

bool exh_opl2_is_rising(const struct exh_opl2_operator *op, unsigned key_scale)
{
	const struct rate rate = rate_of(op, EXH_OPL2_ATTACK, key_scale);

	if (is_restarting(op))
		return rate.field;
	return op->keys && op->stage == EXH_OPL2_ATTACK && op->level && rate.field &&
	       rate_high(rate) != 15;
}
