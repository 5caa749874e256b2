/*
 * The engine against the plain second implementation (plain/world.h): random worlds,
 * tick by tick, as they are and in an engine that is saved and loaded on the way.
 */
#include "zv_parts.h"
#include "plain/zv_world.h"

#include "../../base/testing.h"
#include "exhume/advanced/zv_engine.h"

enum { WORLDS = 3000, TICKS = 60, STATE_LIMIT = 1 << 24 };

/* Totals over all worlds: something that never happens is not tested. */
struct totals {
	int ticks, places, timers, items, ends, toggles, swaps;
};

static void add_up(struct totals *totals, const struct plain_world *plain, bool goes_on)
{
	totals->ticks++;
	totals->places += plain->is_changing && plain->ticks_left == 1;
	totals->timers += plain->timer_count > 0;
	totals->items += plain->plain.values[100] > 1;
	totals->ends += !goes_on;
}

static struct exh_zv_input roll_input(struct plain_dice *dice)
{
	/* Below the menus; near each other, so that some clicks are double ones. */
	struct exh_zv_input input = { .x = 40 + plain_roll(dice, 140) * 4,
				      .y = 48 + plain_roll(dice, 100) * 4 };

	if (plain_roll(dice, 2))
		input.x = 200 + plain_roll(dice, 4), input.y = 160;
	input.left = plain_roll(dice, 3) == 0;
	input.right = plain_roll(dice, 5) == 0;
	if (plain_roll(dice, 4) == 0) {
		input.presses[0] = (uint8_t)(1 + plain_roll(dice, 3));
		input.press_count = 1;
	}
	return input;
}

static void compare(const struct exh_zv_engine *engine, const struct plain_world *world)
{
	const struct plain *plain = &world->plain;

	for (int i = 0; i < PLAIN_KEYS; i++) {
		assert_int_equal(engine->scheduler.values[i], plain->values[i]);
		assert_int_equal(engine->scheduler.flags[i], plain->flags[i]);
	}
	assert_memory_equal(engine->place, world->place, PLACE_SIZE);
	assert_int_equal(engine->change.is_pending, world->is_changing);
	assert_int_equal(engine->effects.count, world->timer_count);
}

/* Continues from the saved state. */
static struct exh_zv_engine *reload(struct exh_zv_engine *engine,
				    struct exh_zv_world *world)
{
	struct exh_writer state = { .limit = STATE_LIMIT };
	struct exh_zv_engine *loaded = exh_zv_engine_new();

	assert_non_null(loaded);
	exh_zv_engine_save(engine, &state);
	assert_false(state.failed);
	assert_int_equal(
		exh_zv_engine_load(loaded, world, exh_writer_bytes(&state), NULL),
		EXH_OK);
	exh_zv_engine_free(engine);
	exh_writer_free(&state);
	return loaded;
}

static struct exh_zv_engine *start(const struct plain_world *plain,
				   struct exh_zv_world *world)
{
	struct exh_zv_engine *engine = exh_zv_engine_new();

	assert_non_null(engine);
	assert_int_equal(exh_zv_engine_start(
				 engine, world,
				 &(struct exh_zv_start){ .rules = plain->rules }, NULL),
			 EXH_OK);
	return engine;
}

/* Only places without a script are noted. */
static void check_notes(const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next)
		assert_non_null(strstr(note->text, "no such file; the place is empty"));
}

/* saves_at: the tick before which the engine is saved and loaded. */
static void play(struct plain_dice *dice, struct plain_world *plain, int saves_at,
		 struct totals *totals)
{
	const struct exh_zv_files files = { plain_read, plain_release, plain };
	struct exh_zv_world *world = exh_zv_world_new(&files, plain->game);
	struct exh_zv_engine *engine;
	bool goes_on = true;

	assert_non_null(world);
	engine = start(plain, world);
	for (int i = 0; i < TICKS && goes_on; i++) {
		const struct exh_zv_input input = roll_input(dice);

		if (i == saves_at)
			engine = reload(engine, world);
		goes_on = plain_world_tick(plain, &input);
		assert_int_equal(exh_zv_engine_step(engine, &input, NULL), goes_on);
		compare(engine, plain);
		add_up(totals, plain, goes_on);
	}
	check_notes(exh_zv_world_notes(world));
	exh_zv_engine_free(engine);
	exh_zv_world_free(world);
}

static void it_agrees_with_the_plain_implementation(void **unused)
{
	static struct plain_world plain;
	struct plain_dice dice = { .seed = 1995 };
	struct totals totals = { 0 };

	(void)unused;
	for (int i = 0; i < WORLDS; i++) {
		plain_world_roll(&plain, &dice);
		play(&dice, &plain, i % (4 * TICKS), &totals);
		totals.toggles += plain.toggles;
		totals.swaps += plain.swaps;
		plain_world_free(&plain);
	}
	assert_true(totals.ticks > 40 * WORLDS && totals.places > WORLDS);
	assert_true(totals.timers > WORLDS && totals.items > WORLDS);
	assert_true(totals.ends > WORLDS / 10);
	assert_true(totals.toggles > WORLDS && totals.swaps > WORLDS / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_agrees_with_the_plain_implementation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
