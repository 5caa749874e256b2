/*
 * For any world of random scripts: the engine does what the plain second implementation
 * of its rules does (plain/world.h), and so does an engine that is saved and loaded on
 * the way.
 *
 * Input: what the world and its player draw, a byte each; it ends with zeros
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "plain/zv_world.h"

#include "../../base/fuzzing.h"

enum { TICKS = SMALLER(4, 40), STATE_LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct exh_zv_input roll_input(struct plain_dice *dice)
{
	const int drawn = plain_roll(dice, 64);
	struct exh_zv_input input = { .x = 320, .y = 240 };

	input.left = drawn & 1;
	input.right = drawn & 2;
	input.presses[0] = (uint8_t)(drawn >> 2 & 3);
	input.press_count = drawn >= 48;
	return input;
}

static void compare(const struct exh_zv_engine *engine, const struct plain_world *world)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(engine, &state);
	for (int i = 0; i < PLAIN_KEYS; i++)
		assert(exh_zv_engine_key(engine, i) == world->plain.values[i]);
	assert(strcmp(state.place, world->place) == 0);
	assert(state.is_changing == world->is_changing);
	assert(state.effects == (size_t)world->timer_count);
}

static void reload(struct exh_zv_engine *engine, struct exh_zv_world *world)
{
	static _Thread_local struct exh_writer state = { .limit = STATE_LIMIT };

	state.size = 0;
	exh_zv_engine_save(engine, &state);
	assert(!state.failed);
	assert(!exh_zv_engine_load(engine, world, exh_writer_bytes(&state), NULL));
}

static void play(struct plain_world *plain, struct plain_dice *dice)
{
	const struct exh_zv_files files = { plain_read, plain_release, plain };
	const struct exh_zv_start start = { .rules = plain->rules };
	struct exh_zv_world *world = exh_zv_world_new(&files, plain->game);
	struct exh_zv_engine *engine = exh_zv_engine_new();
	/* It takes as long as all of a run: not where the input has ended. */
	const int reloads_at = plain_roll(dice, 256) - 1;
	bool goes_on = true;

	assert(world && engine);
	assert(!exh_zv_engine_start(engine, world, &start, NULL));
	for (int i = 0; i < TICKS && goes_on; i++) {
		const struct exh_zv_input input = roll_input(dice);

		if (i == reloads_at)
			reload(engine, world);
		goes_on = plain_world_tick(plain, &input);
		assert(exh_zv_engine_step(engine, &input, NULL) == goes_on);
		compare(engine, plain);
	}
	exh_zv_engine_free(engine);
	exh_zv_world_free(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct plain_world plain;
	struct plain_dice dice = { .data = data, .size = size };

	plain_world_roll(&plain, &dice);
	play(&plain, &dice);
	plain_world_free(&plain);
	return 0;
}
