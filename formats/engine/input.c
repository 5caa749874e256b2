/* Playing an input script's program. */

#include "input_program.h"

#include <string.h>

/* The generator of the test vectors. Source: keen-engine 13, script G. */
enum { LCG_FACTOR = 1103515245, LCG_TERM = 12345 };

/* Splitmix64's step. */
#define MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

uint64_t exh_input_length(const struct exh_input *input)
{
	return input->length;
}

bool exh_input_has_acts(const struct exh_input *input)
{
	return input->has_acts;
}

bool exh_input_has_devices(const struct exh_input *input)
{
	return input->has_devices;
}

void exh_input_start(struct exh_input_cursor *cursor)
{
	memset(cursor, 0, sizeof *cursor);
}

/*
 * Generators.
 */

static uint32_t lcg_step(uint32_t state)
{
	return state * (uint32_t)LCG_FACTOR + LCG_TERM;
}

/* Makes many steps at once: a step is an affine map, and so are two of them. */
static uint32_t lcg_jump(uint32_t state, uint64_t steps)
{
	uint32_t factor = LCG_FACTOR, term = LCG_TERM;

	for (; steps; steps >>= 1) {
		if (steps & 1)
			state = state * factor + term;
		term = term * factor + term;
		factor *= factor;
	}
	return state;
}

static uint32_t lcg_value(uint32_t state)
{
	return state >> 16 & 0x7fff;
}

/* Source: keen-engine 13, script G. */
static uint32_t even_keys(const struct input_generator *gen, uint32_t v)
{
	static const int x_keys[] = { GEN_LEFT, -1, GEN_RIGHT };
	static const int y_keys[] = { GEN_UP, -1, GEN_DOWN };
	const int x = x_keys[v % 3], y = y_keys[v / 3 % 3];

	return (x < 0 ? 0 : gen->keys[x]) | (y < 0 ? 0 : gen->keys[y]) |
	       (v / 9 & 1 ? gen->keys[GEN_BUTTON0] : 0) |
	       (v / 18 & 1 ? gen->keys[GEN_BUTTON1] : 0);
}

/* Source: keen-engine 13, script H. */
static uint32_t biased_keys(const struct input_generator *gen, uint32_t v)
{
	const uint32_t x = v % 8, y = v / 8 % 5;
	uint32_t keys = 0;

	if (x < 5)
		keys |= gen->toward;
	else if (x == 5)
		keys |= gen->away;
	if (y == 0)
		keys |= gen->keys[GEN_UP];
	else if (y == 1)
		keys |= gen->keys[GEN_DOWN];
	if (v / 40 & 1)
		keys |= gen->keys[GEN_BUTTON0];
	if ((v / 80 & 3) == 0)
		keys |= gen->keys[GEN_BUTTON1];
	return keys;
}

static uint32_t mix(uint64_t state)
{
	state = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	state = (state ^ state >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((state ^ state >> 31) >> 32);
}

/* The frame of the choice that value, of all 32 bits, falls on. */
static uint32_t weighted_frame(const struct exh_input *input,
			       const struct input_generator *gen, uint32_t value)
{
	const struct input_choice *choices = input->choices + gen->first_choice;
	uint32_t low = 0, high = gen->choice_count - 1;
	const uint64_t point = value * choices[high].below >> 32;

	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;

		if (point < choices[middle].below)
			high = middle;
		else
			low = middle + 1;
	}
	return choices[low].frame;
}

/* The keys held after the given number of steps of the generator, from now on. */
static void draw(const struct exh_input *input, struct exh_input_cursor *cursor,
		 uint64_t steps)
{
	const struct input_op *op = &input->ops[cursor->place];
	const struct input_generator *gen = &input->generators[op->link];
	uint32_t state;

	if (op->kind == INPUT_WEIGHTED) {
		cursor->random += steps * MIX_STEP;
		cursor->run = weighted_frame(input, gen, mix(cursor->random));
		return;
	}
	state = (uint32_t)cursor->random;
	state = steps == 1 ? lcg_step(state) : lcg_jump(state, steps);
	cursor->random = state;
	cursor->run = op->kind == INPUT_EVEN ? even_keys(gen, lcg_value(state))
					     : biased_keys(gen, lcg_value(state));
}

/* A statement with frames begins; skip of them are over, not all. */
static void begin(const struct exh_input *input, struct exh_input_cursor *cursor,
		  uint64_t skip)
{
	const struct input_op *op = &input->ops[cursor->place];
	uint32_t period;
	uint64_t draws;

	cursor->left = op->length - skip;
	if (op->kind == INPUT_RUN || op->kind == INPUT_ACT)
		return;
	cursor->random = input->generators[op->link].seed;
	cursor->period = 0;
	if (!skip)
		return;
	period = input->generators[op->link].period;
	draws = (skip - 1) / period + 1;
	cursor->period = (uint32_t)(period - 1 - (skip - 1) % period);
	draw(input, cursor, draws);
}

/* From pass to pass, and out of the block after the last one. */
static void end_pass(const struct exh_input *input, struct exh_input_cursor *cursor)
{
	if (--cursor->passes[cursor->depth - 1]) {
		cursor->place = input->ops[cursor->place].link + 1;
		return;
	}
	cursor->depth--;
	cursor->place++;
}

/* To the next statement that has frames: into blocks and out of them, of each no more
 * than are within each other, as none is without a frame. */
static bool advance(const struct exh_input *input, struct exh_input_cursor *cursor)
{
	while (cursor->place < input->op_count) {
		const struct input_op *op = &input->ops[cursor->place];

		if (op->kind == INPUT_BLOCK) {
			cursor->passes[cursor->depth++] = op->passes;
			cursor->place++;
		} else if (op->kind == INPUT_END) {
			end_pass(input, cursor);
		} else {
			begin(input, cursor, 0);
			return true;
		}
	}
	return false;
}

/* The keys that a generator presses; true in the frame in which they were drawn. */
static bool generate(const struct exh_input *input, struct exh_input_cursor *cursor,
		     struct exh_input_frame *frame)
{
	const struct input_op *op = &input->ops[cursor->place];
	const bool drawn = !cursor->period;

	if (drawn) {
		draw(input, cursor, 1);
		cursor->period = input->generators[op->link].period;
	}
	cursor->period--;
	if (op->kind == INPUT_WEIGHTED)
		*frame = input->frames[cursor->run];
	else
		*frame = (struct exh_input_frame){ .keys = cursor->run };
	return drawn;
}

bool exh_input_next(const struct exh_input *input, struct exh_input_cursor *cursor,
		    struct exh_input_frame *frame)
{
	const struct input_op *op;
	bool first;

	if (!cursor->left && !advance(input, cursor)) {
		*frame = (struct exh_input_frame){ 0 };
		return false;
	}
	op = &input->ops[cursor->place];
	if (op->kind == INPUT_RUN) {
		*frame = input->frames[op->link];
		first = cursor->left == op->length;
	} else if (op->kind == INPUT_ACT) {
		*frame = (struct exh_input_frame){ .act = &input->acts[op->link] };
		first = true;
	} else {
		first = generate(input, cursor, frame);
	}
	if (!first)
		frame->scan_codes = (struct exh_bytes){ 0 };
	cursor->frame++;
	if (!--cursor->left)
		cursor->place++;
	return true;
}

/* Moves into the pass of the block that contains the frame, or after the block; returns
 * the rest. */
static uint64_t seek_block(const struct exh_input *input, struct exh_input_cursor *cursor,
			   uint64_t frame)
{
	const struct input_op *op = &input->ops[cursor->place];
	const uint64_t total = input_product(op->passes, op->length);

	if (total != EXH_INPUT_ENDLESS && frame >= total) {
		cursor->place = op->link + 1;
		return frame - total;
	}
	cursor->passes[cursor->depth++] = op->passes - frame / op->length;
	cursor->place++;
	return frame % op->length;
}

bool exh_input_seek(const struct exh_input *input, struct exh_input_cursor *cursor,
		    uint64_t frame)
{
	uint64_t left = frame;

	exh_input_start(cursor);
	while (cursor->place < input->op_count) {
		const struct input_op *op = &input->ops[cursor->place];

		if (op->kind == INPUT_BLOCK) {
			left = seek_block(input, cursor, left);
		} else if (op->kind == INPUT_END) {
			end_pass(input, cursor);
		} else if (left < op->length) {
			begin(input, cursor, left);
			cursor->frame = frame;
			return true;
		} else {
			left -= op->length;
			cursor->place++;
		}
	}
	cursor->frame = frame - left;
	return false;
}
