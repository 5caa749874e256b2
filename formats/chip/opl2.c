/*
 * Blocks of samples between which no register changes, cut at multiples of 64: tremolo
 * and vibrato are constant in them, and a key can only begin to act in their first
 * sample. In a block each operator's envelope and phase come first, then the outputs:
 * those with feedback side by side, since each waits for its own last sample.
 */
#include "exhume/opl2.h"

#include "opl2_tables.h"

#include <string.h>

enum {
	BLOCK = 64, /* samples */
	GROUP = 8,
	LEVEL_OFF = 511,
	/* From here on a level jumps to LEVEL_OFF. */
	LEVEL_NEARLY_OFF = 0x1f8,
	/* Attenuation, in steps of the envelope, from which nothing is heard. */
	INAUDIBLE = ATTENUATION_OFF / 8,
	PHASE_MASK = (1 << 19) - 1,
	NOISE_BITS = 23,
	FOREVER = 1 << 30, /* samples; more than any block */
	LANES = 4,
	LOUDEST = 4085, /* of an operator, above or below 0 */
};

/* Operators by the part they have in rhythm mode. */
enum { BASS_MODULATOR = 12, HI_HAT, TOM_TOM, BASS_CARRIER, SNARE, CYMBAL };

enum { KEY_CHANNEL = 1, KEY_DRUM = 2 };

/*
 * What an operator does in a block. Arrays are processed in groups of GROUP samples:
 * values after the last sample are computed, too, and ignored.
 */
struct part {
	bool audible;
	bool moves;	/* its level changes: levels are filled */
	uint16_t level; /* else this is the level, as outputs adds it */
	uint16_t levels[BLOCK];
	uint16_t places[BLOCK]; /* in the wave; the lower ten bits count */
	/* Samples begin at [2]; before them the last two. */
	int16_t out[2 + BLOCK];
};

struct block {
	size_t count, padded; /* the latter a multiple of GROUP */
	struct part parts[EXH_OPL2_OPERATOR_COUNT];
};

/* GROUP numbers at once. */
typedef uint16_t group __attribute__((vector_size(2 * GROUP)));

static group all(uint16_t value)
{
	return (group){ value, value, value, value, value, value, value, value };
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t modulator_of(size_t channel)
{
	static const uint8_t slots[EXH_OPL2_CHANNEL_COUNT] = { 0, 1,  2,  6, 7,
							       8, 12, 13, 14 };

	return slots[channel];
}

static size_t channel_of(size_t slot)
{
	static const uint8_t channels[EXH_OPL2_OPERATOR_COUNT] = { 0, 1, 2, 0, 1, 2,
								   3, 4, 5, 3, 4, 5,
								   6, 7, 8, 6, 7, 8 };

	return channels[slot];
}

/*
 * Registers.
 */

static unsigned attenuation_of(const struct exh_opl2_operator *op,
			       const struct exh_opl2_channel *channel)
{
	static const uint8_t by_f_number[16] = { 0,  32, 40, 45, 48, 51, 53, 55,
						 56, 58, 59, 60, 61, 62, 63, 64 };
	static const uint8_t shifts[4] = { 8, 1, 2, 0 };
	const int scaled =
		4 * by_f_number[channel->f_number >> 6] - 32 * (8 - channel->block);

	return 4u * op->total_level +
	       (scaled > 0 ? (unsigned)scaled >> shifts[op->key_scale_level] : 0);
}

static int vibrating(int f_number, uint8_t vibrato)
{
	int range = f_number >> 7;

	if (!(vibrato & 3))
		return f_number;
	range >>= vibrato & 1;
	range >>= !(vibrato & 8);
	return vibrato & 4 ? f_number - range : f_number + range;
}

/* Anew after each write that it depends on. */
static void work_out(struct exh_opl2 *chip, size_t slot)
{
	struct exh_opl2_operator *op = &chip->operators[slot];
	const struct exh_opl2_channel *channel = &chip->channels[channel_of(slot)];
	const int f_number = op->vibrato ? vibrating(channel->f_number, chip->vibrato)
					 : channel->f_number;

	op->attenuation = (uint16_t)attenuation_of(op, channel);
	op->step = (((uint32_t)f_number << channel->block >> 1) * op->multiple) >> 1;
	op->still_until = 0;
}

void exh_opl2_reset(struct exh_opl2 *chip)
{
	*chip = (struct exh_opl2){ .noise = 1 };
	for (size_t i = 0; i < EXH_OPL2_OPERATOR_COUNT; i++) {
		chip->operators[i].multiple = 1;
		chip->operators[i].level = LEVEL_OFF;
	}
}

static void write_operator(struct exh_opl2_operator *op, uint8_t bank, uint8_t value)
{
	static const uint8_t multiples[16] = { 1,  2,  4,  6,  8,  10, 12, 14,
					       16, 18, 20, 20, 24, 24, 30, 30 };

	switch (bank) {
	case 0x20:
		op->tremolo = value & 0x80;
		op->vibrato = value & 0x40;
		op->holds = value & 0x20;
		op->scales_rate = value & 0x10;
		op->multiple = multiples[value & 15];
		break;
	case 0x40:
		op->key_scale_level = value >> 6;
		op->total_level = value & 63;
		break;
	case 0x60:
		op->attack = value >> 4;
		op->decay = value & 15;
		break;
	case 0x80:
		op->sustain_level = value >> 4 == 15 ? 31 : value >> 4;
		op->release = value & 15;
		break;
	case 0xe0:
		op->wave = value & 3;
		break;
	}
}

static void touch(struct exh_opl2 *chip, size_t channel)
{
	chip->touched = (uint16_t)(chip->touched | 1u << channel);
}

static bool is_touched(const struct exh_opl2 *chip, size_t channel)
{
	return chip->touched >> channel & 1;
}

static void write_slot(struct exh_opl2 *chip, size_t slot, uint8_t bank, uint8_t value)
{
	write_operator(&chip->operators[slot], bank, value);
	work_out(chip, slot);
	touch(chip, channel_of(slot));
}

static void set_key(struct exh_opl2_operator *op, uint8_t key, bool pressed)
{
	op->keys = (uint8_t)(pressed ? op->keys | key : op->keys & ~key);
	op->still_until = 0;
}

static void write_drums(struct exh_opl2 *chip, uint8_t value)
{
	static const uint8_t bits[6] = { 0x10, 0x01, 0x04, 0x10, 0x08, 0x02 };

	chip->deep_tremolo = value & 0x80;
	chip->deep_vibrato = value & 0x40;
	chip->rhythm = value & 0x20;
	for (size_t i = 0; i < 6; i++)
		set_key(&chip->operators[BASS_MODULATOR + i], KEY_DRUM,
			chip->rhythm && value & bits[i]);
	for (size_t c = channel_of(BASS_MODULATOR);
	     chip->rhythm && c < EXH_OPL2_CHANNEL_COUNT; c++)
		touch(chip, c);
}

static void write_frequency(struct exh_opl2 *chip, size_t c, uint8_t bank, uint8_t value)
{
	struct exh_opl2_channel *channel = &chip->channels[c];
	const size_t slot = modulator_of(c);

	if (bank == 0xa0) {
		channel->f_number = (uint16_t)((channel->f_number & 0x300) | value);
	} else {
		channel->f_number =
			(uint16_t)((channel->f_number & 0xff) | (value & 3) << 8);
		channel->block = value >> 2 & 7;
		set_key(&chip->operators[slot], KEY_CHANNEL, value & 0x20);
		set_key(&chip->operators[slot + 3], KEY_CHANNEL, value & 0x20);
	}
	channel->key_scale =
		(uint8_t)(channel->block << 1 |
			  (channel->f_number >> (chip->note_select ? 8 : 9) & 1));
	work_out(chip, slot);
	work_out(chip, slot + 3);
}

static void write_channel(struct exh_opl2 *chip, size_t c, uint8_t bank, uint8_t value)
{
	touch(chip, c);
	if (bank == 0xc0) {
		chip->channels[c].feedback = value >> 1 & 7;
		chip->channels[c].additive = value & 1;
	} else {
		write_frequency(chip, c, bank, value);
	}
}

void exh_opl2_write(struct exh_opl2 *chip, uint8_t reg, uint8_t value)
{
	const uint8_t bank = reg & 0xe0, offset = reg & 0x1f;

	if (reg == 0x08)
		chip->note_select = value & 0x40;
	else if (reg == 0xbd)
		write_drums(chip, value);
	else if (reg >= 0xa0 && reg < 0xd0 && (reg & 15) < EXH_OPL2_CHANNEL_COUNT)
		write_channel(chip, reg & 15, reg & 0xf0, value);
	else if ((bank == 0xe0 || (bank >= 0x20 && bank <= 0x80)) && offset < 0x16 &&
		 (offset & 7) < 6)
		write_slot(chip, offset / 8u * 6 + offset % 8u, bank, value);
}

/*
 * Envelopes.
 */

/* Of an operator in its stage: field is 0 to 15, rate counts quarters of it. */
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

static bool is_restarting(const struct exh_opl2_operator *op)
{
	return op->keys && op->stage == EXH_OPL2_RELEASE;
}

/* One sample of the envelope, in any stage. */
static void step_envelope(struct exh_opl2_operator *op, unsigned key_scale,
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

/* Samples from position on to the next one at which a slow rate may act. */
static uint64_t to_next_act(unsigned high, uint64_t position)
{
	const uint64_t period = 1u << (11 - high);
	const uint64_t odd = position < 3 ? 3 : position | 1;
	const uint64_t clock = ((odd >> 1) - 1 + period - 1) & ~(period - 1);

	return 2 * clock + 3 - position;
}

/* Samples from position on in which the envelope surely stays as it is. */
static uint64_t quiet(const struct exh_opl2_operator *op, unsigned key_scale,
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

static void fill(uint16_t *levels, uint16_t level, size_t count)
{
	for (size_t i = 0; i < count; i++)
		levels[i] = level;
}

/* Of an operator whose level changes in the block. */
static void make_moving_levels(struct exh_opl2_operator *op, unsigned base,
			       unsigned key_scale, uint64_t position, struct part *part,
			       const struct block *block)
{
	part->moves = true;
	for (size_t i = 0; i < block->count; i++) {
		const size_t same =
			min(quiet(op, key_scale, position + i), block->count - i);
		const uint16_t level = level_of(base + op->level);

		part->audible |= level < ATTENUATION_OFF;
		fill(part->levels + i, level, same);
		i += same;
		if (i == block->count)
			break;
		part->levels[i] = level;
		step_envelope(op, key_scale, position + i);
	}
	fill(part->levels + block->count, ATTENUATION_OFF, block->padded - block->count);
}

static void make_levels(const struct exh_opl2 *chip, struct exh_opl2_operator *op,
			unsigned key_scale, struct part *part, const struct block *block)
{
	const unsigned base = op->attenuation + (op->tremolo ? chip->tremolo : 0u);
	const uint64_t end = chip->position + block->count;

	part->level = level_of(base + op->level);
	part->audible = part->level < ATTENUATION_OFF;
	part->moves = false;
	if (end > op->still_until)
		op->still_until = chip->position + quiet(op, key_scale, chip->position);
	if (end > op->still_until)
		make_moving_levels(op, base, key_scale, chip->position, part, block);
}

/*
 * Phases.
 */

/* Where the vibrato stands, of 8 places, and how deep it is. */
static uint8_t vibrato_of(const struct exh_opl2 *chip)
{
	return (uint8_t)((chip->position >> 10 & 7) | (chip->deep_vibrato ? 8 : 0));
}

static void follow_vibrato(struct exh_opl2 *chip)
{
	if (chip->vibrato == vibrato_of(chip))
		return;
	chip->vibrato = vibrato_of(chip);
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++)
		if (chip->operators[slot].vibrato)
			work_out(chip, slot);
}

/*
 * Whole steps of the wave and 512ths apart, in 16 bits each: so eight fit in a vector.
 * A sample in which a key begins to act still has the old phase; the next one has a step
 * from 0.
 */
static void make_places(struct exh_opl2_operator *op, struct part *part,
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

static void make_drum_places(struct exh_opl2 *chip, struct block *block)
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

/* Without feedback. */
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

static void make_carrier(const struct exh_opl2 *chip, size_t c, struct block *block)
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

/* Each waits for its own last sample; side by side they wait together. */
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

static void make_modulators(const struct exh_opl2 *chip, struct block *block)
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

static void keep_last(struct exh_opl2_operator *op, const int16_t *out, size_t count)
{
	op->before = out[count];
	op->out = out[count + 1];
}

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
	make_places(op, part, block);
	make_levels(chip, op, chip->channels[c].key_scale, part, block);
}

static void make_block(struct exh_opl2 *chip, struct block *block)
{
	follow_vibrato(chip);
	block->padded = (block->count + GROUP - 1) / GROUP * GROUP;
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++) {
		if (!is_touched(chip, c))
			continue;
		prepare(chip, c, modulator_of(c), block);
		prepare(chip, c, modulator_of(c) + 3, block);
	}
	if (chip->rhythm)
		make_drum_places(chip, block);
	make_modulators(chip, block);
	for (size_t c = 0; c < EXH_OPL2_CHANNEL_COUNT; c++)
		if (is_touched(chip, c))
			make_carrier(chip, c, block);
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++)
		if (is_touched(chip, channel_of(slot)))
			keep_last(&chip->operators[slot], block->parts[slot].out,
				  block->count);
	chip->position += block->count;
	chip->tremolo = tremolo_at(chip, chip->position);
}

/* Sums of so few operators that 16 bits hold them, on their way to the whole sum. */
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
 * Only envelopes.
 */

static void skip_envelope(struct exh_opl2 *chip, size_t slot, uint64_t count)
{
	struct exh_opl2_operator *op = &chip->operators[slot];
	const unsigned key_scale = chip->channels[channel_of(slot)].key_scale;

	for (uint64_t i = 0; i < count;) {
		const uint64_t same = quiet(op, key_scale, chip->position + i);

		if (same == FOREVER || same >= count - i)
			return;
		i += same;
		step_envelope(op, key_scale, chip->position + i);
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

/* Is it part of the sum? */
static bool is_heard(const struct exh_opl2 *chip, size_t slot)
{
	const size_t c = channel_of(slot);

	if (slot != modulator_of(c))
		return true;
	return chip->rhythm && c >= 6 ? c != 6 : chip->channels[c].additive;
}

static bool is_rising(const struct exh_opl2_operator *op, unsigned key_scale)
{
	const struct rate rate = rate_of(op, EXH_OPL2_ATTACK, key_scale);

	if (is_restarting(op))
		return rate.field;
	return op->keys && op->stage == EXH_OPL2_ATTACK && op->level && rate.field &&
	       rate_high(rate) != 15;
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
		    (is_rising(op, channel->key_scale) && op->attenuation < INAUDIBLE))
			return false;
	}
	return true;
}

bool exh_opl2_is_held(const struct exh_opl2 *chip)
{
	for (size_t slot = 0; slot < EXH_OPL2_OPERATOR_COUNT; slot++) {
		const unsigned key_scale = chip->channels[channel_of(slot)].key_scale;

		if (is_audible(chip, slot) &&
		    quiet(&chip->operators[slot], key_scale, chip->position) == FOREVER)
			return true;
	}
	return false;
}

/*
 * Writes in time.
 */

void exh_opl2_space_write(uint64_t *free, struct exh_opl2_write *write)
{
	if (write->position < *free)
		write->position = *free;
	*free = write->position + 2;
	write->position++;
}

static bool next_spaced(void *context, struct exh_opl2_write *write)
{
	struct exh_opl2_spacing *spacing = context;

	if (!spacing->source.next(spacing->source.context, write))
		return false;
	exh_opl2_space_write(&spacing->free, write);
	return true;
}

struct exh_opl2_source exh_opl2_space(struct exh_opl2_spacing *spacing)
{
	spacing->free = 2;
	return (struct exh_opl2_source){ next_spaced, spacing };
}

void exh_opl2_player_start(struct exh_opl2_player *player, struct exh_opl2_source source)
{
	*player = (struct exh_opl2_player){ .source = source };
	exh_opl2_reset(&player->chip);
	player->waiting = source.next(source.context, &player->next);
}

/* Makes the writes that are due; returns samples to the next one, at most most. */
static uint64_t write_due(struct exh_opl2_player *player, uint64_t most)
{
	while (player->waiting && player->next.position <= player->chip.position) {
		exh_opl2_write(&player->chip, player->next.reg, player->next.value);
		player->waiting =
			player->source.next(player->source.context, &player->next);
	}
	if (player->waiting && player->next.position - player->chip.position < most)
		return player->next.position - player->chip.position;
	return most;
}

void exh_opl2_player_mix(struct exh_opl2_player *player, unsigned channels, int32_t *sums,
			 size_t count)
{
	while (count) {
		const size_t some = (size_t)write_due(player, count);

		exh_opl2_mix(&player->chip, channels, sums, some);
		sums += some;
		count -= some;
	}
}

void exh_opl2_player_skip(struct exh_opl2_player *player, uint64_t count)
{
	while (count) {
		const uint64_t some = write_due(player, count);

		exh_opl2_skip(&player->chip, some);
		count -= some;
	}
}
