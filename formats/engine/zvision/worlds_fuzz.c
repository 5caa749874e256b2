/*
 * For any world of random scripts: the engine does what the plain second implementation
 * of its rules does (plain/world.h), and so does an engine that is saved and loaded on
 * the way. With any text after the scripts of a place, which the plain engine does not
 * know, a copy of the engine goes on like its original.
 *
 * Input: what the world and its player draw, a byte each; it ends with zeros. After 0xff
 *        0xfe: a text for gary.scr and one for gjma.scr, each up to a byte of 0, a saved
 *        game (its size, 2 bytes), and a key press a byte.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "plain/zv_world.h"

#include "../../base/fuzzing.h"
#include "exhume/advanced/zv_engine.h"

enum {
	TICKS = SMALLER(4, 40),
	MORE_TICKS = SMALLER(6, 64),
	STATE_LIMIT = 1 << 24,
	TEXT_LIMIT = 1 << 16,
	TEXTS = 2,
};

/* A world with more than the plain engine knows. */
struct more {
	const struct plain_world *plain;
	struct exh_writer texts[TEXTS];
	struct exh_bytes saved;
	int held;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct exh_zv_input roll_input(struct plain_dice *dice)
{
	const int drawn = plain_roll(dice, 64);
	struct exh_zv_input input = { .x = 40 + plain_roll(dice, 140) * 4,
				      .y = 48 + plain_roll(dice, 100) * 4 };

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
	/* A reload takes as long as all of a run: there is none after the input's end. */
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

/*
 * More than the plain engine knows.
 */

static const char *const more_names[TEXTS] = { "gary.scr", "gjma.scr" };

static bool read_more(void *context, const char *name, struct exh_bytes *out)
{
	struct more *more = context;
	bool is_there = strcmp(name, "nemsav1.sav") == 0 && more->saved.size;

	*out = more->saved;
	for (size_t i = 0; i < TEXTS; i++)
		if (strcmp(name, more_names[i]) == 0) {
			*out = exh_writer_bytes(&more->texts[i]);
			is_there = true;
		}
	is_there = is_there || plain_read((void *)more->plain, name, out);
	more->held += is_there;
	return is_there;
}

static void release_more(void *context, struct exh_bytes bytes)
{
	(void)bytes;
	((struct more *)context)->held--;
}

static void check_copy(const struct exh_zv_engine *engine,
		       const struct exh_zv_engine *copy)
{
	struct exh_zv_engine_state one, other;

	for (int32_t key = 0; key < exh_zv_engine_key_count(engine); key++)
		assert(exh_zv_engine_key(engine, key) == exh_zv_engine_key(copy, key));
	exh_zv_engine_state(engine, &one);
	exh_zv_engine_state(copy, &other);
	assert(strcmp(one.place, other.place) == 0);
	assert(one.effects == other.effects);
}

static void play_more(struct exh_zv_world *world, const struct exh_zv_start *start,
		      struct exh_bytes presses)
{
	struct exh_zv_engine *engine = exh_zv_engine_new(), *copy = exh_zv_engine_new();
	bool goes_on = true;
	size_t i = 0;

	assert(engine && copy && !exh_zv_engine_start(engine, world, start, NULL));
	for (; i < MORE_TICKS && i < presses.size && goes_on; i++) {
		const uint8_t press = presses.data[i];
		const struct exh_zv_input input = { .x = 320,
						    .y = 240,
						    .left = press == 1,
						    .presses = { press },
						    .press_count = press > 1 };

		if (i == presses.size / 2)
			assert(exh_zv_engine_copy(copy, engine));
		if (press == 2 && !exh_zv_engine_go(engine, "gjma", 0, NULL) &&
		    i >= presses.size / 2)
			assert(!exh_zv_engine_go(copy, "gjma", 0, NULL));
		goes_on = exh_zv_engine_step(engine, &input, NULL);
		if (i >= presses.size / 2)
			assert(exh_zv_engine_step(copy, &input, NULL) == goes_on);
	}
	if (i > presses.size / 2)
		check_copy(engine, copy);
	exh_zv_engine_free(engine);
	exh_zv_engine_free(copy);
}

static void take_texts(struct more *more, const uint8_t **data, size_t *size)
{
	for (size_t i = 0; i < TEXTS; i++) {
		const uint8_t *end = *size ? memchr(*data, 0, *size) : NULL;
		const size_t length = end ? (size_t)(end - *data) : *size;
		const struct exh_bytes own = exh_writer_bytes(
			&plain_script(more->plain, more_names[i], 4)->text);

		more->texts[i].limit = TEXT_LIMIT;
		exh_write_bytes(&more->texts[i], own.data, own.size);
		exh_write_bytes(&more->texts[i], *data, length);
		*data += length + (end ? 1 : 0);
		*size -= length + (end ? 1 : 0);
	}
}

static void run_more(const struct plain_world *plain, const uint8_t *data, size_t size)
{
	struct more more = { .plain = plain };
	const struct exh_zv_files files = { read_more, release_more, &more };
	const struct exh_zv_start start = { .seed = 1, .rules = plain->rules };
	struct exh_zv_world *world;
	size_t saved_size;

	take_texts(&more, &data, &size);
	saved_size = size > 1 ? (size_t)(data[0] | data[1] << 8) : 0;
	discard(take(&data, &size, 2));
	more.saved = take(&data, &size, saved_size);
	world = exh_zv_world_new(&files, plain->game);
	assert(world);
	play_more(world, &start, (struct exh_bytes){ data, size, 0 });
	exh_zv_world_free(world);
	assert(more.held == 0);
	discard(more.saved);
	for (size_t i = 0; i < TEXTS; i++)
		exh_writer_free(&more.texts[i]);
}

/* The bytes before 0xff 0xfe. */
static size_t drawn_size(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 1 < size; i++)
		if (data[i] == 0xff && data[i + 1] == 0xfe)
			return i;
	return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct plain_world plain;
	const size_t drawn = drawn_size(data, size);
	struct plain_dice dice = { .data = data, .size = drawn };

	plain_world_roll(&plain, &dice);
	if (drawn < size)
		run_more(&plain, data + drawn + 2, size - drawn - 2);
	if (SMALLER(drawn == size, true))
		play(&plain, &dice);
	plain_world_free(&plain);
	return 0;
}
