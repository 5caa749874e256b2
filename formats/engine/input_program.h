/*
 * A program of an input script: a list of statements, blocks with their ends, and the
 * keys held in each. Its builder ensures that each block has at least one frame, and that
 * all indexes lie inside the lists.
 */
#ifndef EXH_ENGINE_INPUT_PROGRAM_H
#define EXH_ENGINE_INPUT_PROGRAM_H

#include "exhume/input.h"

enum input_op_kind {
	INPUT_RUN,
	INPUT_EVEN, /* generators: link is their number */
	INPUT_BIASED,
	INPUT_WEIGHTED,
	INPUT_ACT, /* link: its number */
	INPUT_BLOCK,
	INPUT_END,
};

struct input_op {
	enum input_op_kind kind;
	uint32_t link;	 /* RUN: its frame. BLOCK: its END. END: its BLOCK */
	uint64_t passes; /* BLOCK */
	uint64_t length; /* frames; BLOCK: of a pass */
};

/* The keys that generators press. */
enum { GEN_LEFT, GEN_RIGHT, GEN_UP, GEN_DOWN, GEN_BUTTON0, GEN_BUTTON1, GEN_KEYS };

struct input_choice {
	uint32_t frame;
	uint64_t below; /* weights of this one and of those before it */
};

struct input_generator {
	uint32_t seed, period;
	uint32_t keys[GEN_KEYS];	     /* bits */
	uint32_t toward, away;		     /* BIASED: bits */
	uint32_t first_choice, choice_count; /* WEIGHTED */
};

struct exh_input {
	const struct input_op *ops;
	const struct exh_input_frame *frames;
	const struct input_generator *generators;
	const struct input_choice *choices;
	const struct exh_input_act *acts;
	uint32_t op_count;
	uint64_t length;
	bool has_devices, has_acts;
};

/* A number as a key's bits hold it, and back; keys without one have no bits for it. */
static inline uint32_t input_key_number(const struct exh_input_key *key, uint32_t number)
{
	return number * (key->number_bits & (0 - key->number_bits));
}

static inline uint32_t input_key_number_of(const struct exh_input_key *key, uint32_t bits)
{
	return key->number_bits ? (bits & key->number_bits) /
					  (key->number_bits & (0 - key->number_bits))
				: 0;
}

/* Both stop at EXH_INPUT_ENDLESS. */
static inline uint64_t input_sum(uint64_t a, uint64_t b)
{
	return b > EXH_INPUT_ENDLESS - a ? EXH_INPUT_ENDLESS : a + b;
}

static inline uint64_t input_product(uint64_t a, uint64_t b)
{
	return a && b > EXH_INPUT_ENDLESS / a ? EXH_INPUT_ENDLESS : a * b;
}

#endif
