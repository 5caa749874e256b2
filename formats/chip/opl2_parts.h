/*
 * Interface between the parts of the OPL2: registers (opl2_registers.c), envelopes,
 * phases and outputs (opl2_output.c), blocks and sums (opl2.c).
 */
#ifndef EXH_CHIP_OPL2_PARTS_H
#define EXH_CHIP_OPL2_PARTS_H

#include "exhume/opl2.h"

#include "opl2_tables.h"

enum {
	BLOCK = 64, /* samples */
	GROUP = 8,
	LEVEL_OFF = 511,
	/* Level from which on it jumps to LEVEL_OFF. */
	LEVEL_NEARLY_OFF = 0x1f8,
	/* Attenuation, in steps of the envelope, from which nothing is heard. */
	INAUDIBLE = ATTENUATION_OFF / 8,
	PHASE_MASK = (1 << 19) - 1,
	NOISE_BITS = 23,
	FOREVER = 1 << 30, /* samples; more than any block */
	LANES = 4,
	LOUDEST = 4085, /* largest output of an operator, above or below 0 */
};

/* Operators by their role in rhythm mode. */
enum { BASS_MODULATOR = 12, HI_HAT, TOM_TOM, BASS_CARRIER, SNARE, CYMBAL };

enum { KEY_CHANNEL = 1, KEY_DRUM = 2 };

/*
 * State of an operator in a block. Arrays are processed in groups of GROUP samples:
 * values after the last sample are computed, too, and ignored.
 */
struct part {
	bool audible;
	bool moves;	/* the level changes: levels are filled */
	uint16_t level; /* else this is the level, as added by the outputs */
	uint16_t levels[BLOCK];
	/* Indices in the wave; only the lower ten bits are used. */
	uint16_t places[BLOCK];
	/* Samples begin at [2]; before them the last two. */
	int16_t out[2 + BLOCK];
};

struct block {
	size_t count, padded; /* padded is a multiple of GROUP */
	struct part parts[EXH_OPL2_OPERATOR_COUNT];
};

/* GROUP numbers at once. */
typedef uint16_t group __attribute__((vector_size(2 * GROUP)));

static inline group all(uint16_t value)
{
	return (group){ value, value, value, value, value, value, value, value };
}

static inline size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

static inline size_t modulator_of(size_t channel)
{
	static const uint8_t slots[EXH_OPL2_CHANNEL_COUNT] = { 0, 1,  2,  6, 7,
							       8, 12, 13, 14 };

	return slots[channel];
}

static inline size_t channel_of(size_t slot)
{
	static const uint8_t channels[EXH_OPL2_OPERATOR_COUNT] = { 0, 1, 2, 0, 1, 2,
								   3, 4, 5, 3, 4, 5,
								   6, 7, 8, 6, 7, 8 };

	return channels[slot];
}

static inline void touch(struct exh_opl2 *chip, size_t channel)
{
	chip->touched = (uint16_t)(chip->touched | 1u << channel);
}

static inline bool is_touched(const struct exh_opl2 *chip, size_t channel)
{
	return chip->touched >> channel & 1;
}

/* True if a key begins to act in the next sample. */
static inline bool is_restarting(const struct exh_opl2_operator *op)
{
	return op->keys && op->stage == EXH_OPL2_RELEASE;
}

static inline void fill(uint16_t *levels, uint16_t level, size_t count)
{
	for (size_t i = 0; i < count; i++)
		levels[i] = level;
}

/* Registers: computes the values derived from an operator's registers, after each
 * write. */
void exh_opl2_work_out(struct exh_opl2 *chip, size_t slot);
/* Envelopes: advances an operator by one sample, in any stage. */
void exh_opl2_step_envelope(struct exh_opl2_operator *op, unsigned key_scale,
			    uint64_t position);
/* Returns a number of samples in which it stays the same, or FOREVER. */
uint64_t exh_opl2_quiet(const struct exh_opl2_operator *op, unsigned key_scale,
			uint64_t position);
/* Computes the levels of a block. */
void exh_opl2_make_levels(const struct exh_opl2 *chip, struct exh_opl2_operator *op,
			  unsigned key_scale, struct part *part,
			  const struct block *block);
/* True if it becomes louder without a write. */
bool exh_opl2_is_rising(const struct exh_opl2_operator *op, unsigned key_scale);
/* Phases: update the vibrato's, and compute the indices in the wave for a block. */
void exh_opl2_follow_vibrato(struct exh_opl2 *chip);
void exh_opl2_make_places(struct exh_opl2_operator *op, struct part *part,
			  const struct block *block);
void exh_opl2_make_drum_places(struct exh_opl2 *chip, struct block *block);
/* Outputs: compute operators that modulate, then those that are modulated. */
void exh_opl2_make_modulators(const struct exh_opl2 *chip, struct block *block);
void exh_opl2_make_carrier(const struct exh_opl2 *chip, size_t c, struct block *block);
/* Keeps the last two samples for the next block. */
void exh_opl2_keep_last(struct exh_opl2_operator *op, const int16_t *out, size_t count);

#endif
