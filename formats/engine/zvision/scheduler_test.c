/*
 * The scheduler, rule by rule, and held against a plain second implementation of the same
 * description on random sets of scripts.
 */
#include "plain/zv_engine.h"

#include "../../base/testing.h"

enum { LIMIT = 1 << 22, KEYS = PLAIN_KEYS };

struct stage {
	struct exh_arena arena;
	struct zv_scheduler scheduler;
	char fired[256]; /* keys of puzzles in the order in which they fired */
};

static void set_up(struct stage *stage)
{
	*stage = (struct stage){ .arena = { .limit = LIMIT } };
	assert_true(exh_zv_scheduler_start(&stage->scheduler, KEYS));
}

static void tear_down(struct stage *stage)
{
	exh_zv_scheduler_free(&stage->scheduler);
	exh_arena_free(&stage->arena);
}

static const struct zv_program *program_of(struct exh_arena *arena, const char *text)
{
	struct zv_program *program = exh_alloc(arena, 1, sizeof *program);
	struct exh_error err;

	assert_non_null(program);
	program->name = "test.scr";
	if (exh_zv_script_parse(bytes_of_text(text), arena, &program->script, NULL,
				&err) ||
	    exh_zv_program_fill(KEYS, arena, program, NULL, &err))
		fail_msg("%s in: %s", err.text, text);
	return program;
}

static void load(struct stage *stage, enum zv_scope scope, const char *text)
{
	exh_zv_scope_load(&stage->scheduler, scope, program_of(&stage->arena, text));
}

/* Performs results of the tests: assign(K v) and add(K v). */
static void do_results(struct zv_scheduler *scheduler, const struct zv_puzzle *puzzle,
		       const struct zv_program *program)
{
	for (size_t i = 0; i < puzzle->result_count; i++) {
		const struct zv_result *result = &puzzle->results[i];
		const struct exh_bytes name =
			exh_zv_script_text(&program->script, result->node->name);
		const int32_t key = result->args.items[0].number;
		const struct zv_argument *arg = &result->args.items[1];
		const int32_t value =
			arg->is_key ? exh_zv_value(scheduler, arg->key) : arg->number;

		exh_zv_set_value(scheduler, key,
				 value + (name.size == 3 /* add */
						  ? exh_zv_value(scheduler, key)
						  : 0));
	}
}

static void run(struct stage *stage, enum zv_scope scope)
{
	struct zv_scheduler *scheduler = &stage->scheduler;
	const struct zv_puzzle *puzzle;
	struct zv_run run;

	exh_zv_run_begin(scheduler, scope, &run);
	while ((puzzle = exh_zv_run_next(scheduler, &run, NULL, NULL))) {
		const size_t size = strlen(stage->fired);

		snprintf(stage->fired + size, sizeof stage->fired - size, "%d ",
			 (int)puzzle->key);
		do_results(scheduler, puzzle, scheduler->scopes[scope].program);
	}
}

static void assert_fired(struct stage *stage, const char *expected)
{
	assert_string_equal(stage->fired, expected);
	stage->fired[0] = '\0';
}

static void the_first_run_is_for_puzzles_to_be_done_now(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM, "puzzle:1 {\n}\npuzzle:2 {\nflags {\nDO_ME_NOW\n}\n}\n");
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "2 ");
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	assert_int_equal(exh_zv_value(&stage.scheduler, 1), 1);
	tear_down(&stage);
}

static void a_puzzle_that_is_done_or_disabled_is_skipped(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM, "puzzle:1 {\n}\npuzzle:2 {\nflags {\nDISABLED\n}\n}\n");
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	exh_zv_set_flags(&stage.scheduler, 2, 0);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "2 ");
	tear_down(&stage);
}

static const char counter[] = "puzzle:1 {\ncriteria {\n[10] = 1\n}\nresults {\n"
			      "a:assign(10 0)\na:assign(1 0)\na:add(11 1)\n}\n}\n";

static void from_the_third_run_on_only_queued_puzzles_are_checked(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM, counter);
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	stage.scheduler.values[10] = 1; /* nothing is queued */
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "");
	stage.scheduler.values[ZV_KEY_STYLE] = 1;
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	stage.scheduler.values[ZV_KEY_STYLE] = 0;
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "");
	exh_zv_set_value(&stage.scheduler, 10, 1);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	assert_int_equal(exh_zv_value(&stage.scheduler, 11), 2);
	tear_down(&stage);
}

static void the_last_listed_puzzle_is_queued_first_and_once(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM,
	     "puzzle:1 {\ncriteria {\n[10] > 0\n[10] ! 9\n}\n}\n"
	     "puzzle:2 {\ncriteria {\n[10] > 0\n}\n}\n"
	     "puzzle:3 {\ncriteria {\n[11] > 0\n}\ncriteria {\n[10] > 0\n}\n}\n");
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	exh_zv_set_value(&stage.scheduler, 11, 0);
	exh_zv_set_value(&stage.scheduler, 10, 1);
	assert_int_equal(stage.scheduler.scopes[ZV_ROOM].waiting_count, 3);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "3 2 1 ");
	tear_down(&stage);
}

static void keys_on_the_right_queue_nothing(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM, "puzzle:1 {\ncriteria {\n[10] = [11]\n[10] > 0\n}\n}\n");
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	exh_zv_set_value(&stage.scheduler, 10, 5);
	run(&stage, ZV_ROOM);
	exh_zv_set_value(&stage.scheduler, 11, 5);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "");
	exh_zv_set_value(&stage.scheduler, 10, 5);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	tear_down(&stage);
}

static void what_is_set_during_a_run_counts_in_the_next(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM,
	     "puzzle:1 {\ncriteria {\n[11] = 1\n}\n}\n"
	     "puzzle:2 {\ncriteria {\n[10] = 1\n}\nresults {\na:assign(11 1)\n}\n}\n");
	run(&stage, ZV_ROOM);
	run(&stage, ZV_ROOM);
	exh_zv_set_value(&stage.scheduler, 10, 1);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "2 ");
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	tear_down(&stage);
}

static void one_instance_puzzles_run_again_when_they_are_loaded_again(void **state)
{
	static const char text[] =
		"puzzle:1 {\nflags {\nONCE_PER_INST\n}\n}\npuzzle:2 {\n}\n";
	struct stage stage;

	(void)state;
	set_up(&stage);
	for (int i = 0; i < 2; i++) {
		exh_zv_scheduler_forget(&stage.scheduler);
		load(&stage, ZV_ROOM, text);
		run(&stage, ZV_ROOM);
		run(&stage, ZV_ROOM);
	}
	assert_fired(&stage, "1 2 1 ");
	tear_down(&stage);
}

static void empty_blocks_and_keys_out_of_range(void **state)
{
	struct stage stage;

	(void)state;
	set_up(&stage);
	load(&stage, ZV_ROOM,
	     "puzzle:1 {\ncriteria {\n}\n}\npuzzle:300 {\n}\n"
	     "puzzle:2 {\ncriteria {\n[300] = 0\n[1] = [99999999999]\n}\n}\n");
	assert_int_equal(stage.scheduler.scopes[ZV_ROOM].program->puzzle_count, 2);
	run(&stage, ZV_ROOM);
	exh_zv_set_value(&stage.scheduler, 1, 0);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "1 ");
	exh_zv_set_value(&stage.scheduler, 1, 0);
	exh_zv_set_value(&stage.scheduler, ZV_NO_KEY, 7);
	run(&stage, ZV_ROOM);
	assert_fired(&stage, "2 1 ");
	tear_down(&stage);
}

/*
 * The plain implementation.
 */

/* Few keys, so that puzzles share them. */
static const int few_keys[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 };

static const struct plain_plan plan = { .keys = few_keys,
					.key_count = sizeof few_keys / sizeof *few_keys,
					.most_puzzles = PLAIN_PUZZLES,
					.actions = PLAIN_ENABLE };

static void act_plainly(struct plain *plain, enum zv_scope scope,
			const struct plain_result *result)
{
	(void)scope;
	plain_set(plain, result->key,
		  (result->value_is_key ? plain->values[result->value] : result->value) +
			  (result->action == PLAIN_ADD ? plain->values[result->key] : 0));
}

/* Loads the same new script into both. */
static void roll_script(struct plain_dice *dice, struct stage *stage, struct plain *plain,
			enum zv_scope number)
{
	struct exh_writer out = { .limit = LIMIT };
	struct plain_scope scope;
	struct exh_bytes text;

	plain_roll_script(dice, &plan, &scope);
	plain_put_script(&out, &scope);
	exh_write_u8(&out, 0);
	assert_false(out.failed);
	text = exh_memdup(&stage->arena, exh_writer_bytes(&out));
	exh_writer_free(&out);
	load(stage, number, (const char *)text.data);
	plain_load(plain, number, &scope);
}

/* Changes the place: scopes below the first kept one are loaded anew. */
static void roll_place(struct plain_dice *dice, struct stage *stage, struct plain *plain)
{
	const enum zv_scope kept = (enum zv_scope)(1 + plain_roll(dice, ZV_UNIVERSE));

	exh_zv_scheduler_forget(&stage->scheduler);
	plain->filled_count = 0;
	exh_zv_scope_keep(&stage->scheduler, ZV_UNIVERSE);
	plain->filled[plain->filled_count++] = ZV_UNIVERSE;
	for (unsigned i = kept; i < ZV_UNIVERSE; i++) {
		exh_zv_scope_keep(&stage->scheduler, (enum zv_scope)i);
		plain->filled[plain->filled_count++] = (int)i;
	}
	for (unsigned i = 0; i < kept; i++)
		roll_script(dice, stage, plain, (enum zv_scope)i);
}

static void run_both(struct stage *stage, struct plain *plain, enum zv_scope scope)
{
	struct plain_list fired = { .count = 0 };
	char expected[256] = "";

	plain_run(plain, scope, &fired);
	for (int i = 0; i < fired.count; i++)
		snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
			 "%d ", plain->scopes[scope].puzzles[fired.items[i]].key);
	run(stage, scope);
	assert_fired(stage, expected);
	for (int i = 0; i < KEYS; i++)
		if (stage->scheduler.values[i] != plain->values[i] ||
		    stage->scheduler.flags[i] != plain->flags[i])
			fail_msg("key %d: %d, %u, not %d, %d", i,
				 stage->scheduler.values[i], stage->scheduler.flags[i],
				 plain->values[i], plain->flags[i]);
}

static void poke_both(struct plain_dice *dice, struct stage *stage, struct plain *plain)
{
	const int key = plain_roll_key(dice, &plan), value = plain_roll(dice, 3);

	if (plain_roll(dice, 4)) {
		exh_zv_set_value(&stage->scheduler, key, value);
		plain_set(plain, key, value);
	} else {
		exh_zv_set_flags(&stage->scheduler, key, (uint8_t)(value * 2));
		plain_set_flags(plain, key, value * 2);
	}
}

static void play_both(struct plain_dice *dice)
{
	static struct plain plain;
	struct stage stage, copy;

	set_up(&stage);
	set_up(&copy);
	plain = (struct plain){ .values[ZV_KEY_STYLE] = plain_roll(dice, 2),
				.act = act_plainly };
	stage.scheduler.values[ZV_KEY_STYLE] = plain.values[ZV_KEY_STYLE];
	roll_script(dice, &stage, &plain, ZV_UNIVERSE);
	for (int i = 0; i < 40; i++) {
		if (i == 0 || plain_roll(dice, 8) == 0)
			roll_place(dice, &stage, &plain);
		poke_both(dice, &stage, &plain);
		/* The rest is played in a copy. */
		if (plain_roll(dice, 10) == 0) {
			const struct zv_scheduler original = stage.scheduler;

			assert_true(exh_zv_scheduler_copy(&copy.scheduler, &original));
			stage.scheduler = copy.scheduler;
			copy.scheduler = original;
		}
		for (unsigned k = 0; k < ZV_SCOPES; k++)
			run_both(&stage, &plain, (enum zv_scope)k);
	}
	tear_down(&copy);
	tear_down(&stage);
}

static void it_agrees_with_the_plain_implementation(void **state)
{
	struct plain_dice dice = { .seed = 22 };

	(void)state;
	for (int i = 0; i < 4000; i++)
		play_both(&dice);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_run_is_for_puzzles_to_be_done_now),
		cmocka_unit_test(a_puzzle_that_is_done_or_disabled_is_skipped),
		cmocka_unit_test(from_the_third_run_on_only_queued_puzzles_are_checked),
		cmocka_unit_test(the_last_listed_puzzle_is_queued_first_and_once),
		cmocka_unit_test(keys_on_the_right_queue_nothing),
		cmocka_unit_test(what_is_set_during_a_run_counts_in_the_next),
		cmocka_unit_test(
			one_instance_puzzles_run_again_when_they_are_loaded_again),
		cmocka_unit_test(empty_blocks_and_keys_out_of_range),
		cmocka_unit_test(it_agrees_with_the_plain_implementation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
