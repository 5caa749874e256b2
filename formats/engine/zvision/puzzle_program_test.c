/* Scripts as the engine runs them. */
#include "scheduler.h"

#include "../../base/testing.h"

enum { LIMIT = 1 << 20, KEYS = 100 };

static struct exh_bytes bytes_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void arguments_are_numbers_keys_and_words(void **state)
{
	static const struct {
		const char *text;
		int32_t number, key;
		bool is_key;
		double real;
	} cases[] = {
		{ "12", 12, ZV_NO_KEY, false, 12 },
		{ "-7", -7, ZV_NO_KEY, false, -7 },
		{ "+7", 7, ZV_NO_KEY, false, 0 },
		{ "0.55", 0, ZV_NO_KEY, false, 0.55 },
		{ "-1.25x", -1, ZV_NO_KEY, false, -1.25 },
		{ "1.2.3", 1, ZV_NO_KEY, false, 1.2 },
		{ "3x", 3, ZV_NO_KEY, false, 3 },
		{ "x3", 0, ZV_NO_KEY, false, 0 },
		{ "-", 0, ZV_NO_KEY, false, 0 },
		{ "99999999999", INT32_MAX, ZV_NO_KEY, false, 99999999999.0 },
		{ "-99999999999", INT32_MIN, ZV_NO_KEY, false, -99999999999.0 },
		{ "[99]", 0, 99, true, 0 },
		{ "[100]", 0, ZV_NO_KEY, true, 0 },
		{ "[x]", 0, ZV_NO_KEY, false, 0 },
	};
	struct exh_arena arena = { .limit = LIMIT };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct zv_arguments args;

		assert_true(exh_zv_arguments_make(bytes_of(cases[i].text), KEYS, &arena,
						  &args));
		assert_int_equal(args.count, 1);
		assert_int_equal(args.items[0].number, cases[i].number);
		assert_int_equal(args.items[0].key, cases[i].key);
		assert_int_equal(args.items[0].is_key, cases[i].is_key);
		if (cases[i].text[0] != '[' && cases[i].text[0] != '+')
			assert_true(exh_zv_argument_real(&args.items[0]) - cases[i].real <
					    1e-9 &&
				    cases[i].real - exh_zv_argument_real(&args.items[0]) <
					    1e-9);
	}
	exh_arena_free(&arena);
}

static enum exh_status make(const char *text, struct exh_arena *arena,
			    struct zv_program *program)
{
	const enum exh_status status = exh_zv_script_parse(bytes_of_text(text), arena,
							   &program->script, NULL, NULL);

	return status ? status : exh_zv_program_fill(KEYS, arena, program, NULL, NULL);
}

static void scripts_keep_their_order(void **state)
{
	static const char text[] =
		"puzzle:1 {\ncriteria {\n[2] > [3]\n[4] ! -5\n}\ncriteria {\n# none\n}\n"
		"results {\na:ASSIGN(5 6)\n}\nflags {\nDISABLED\n}\n"
		"results {\na:juggle:7()\n}\nflags {\nDO_ME_NOW\n}\n}\n"
		"control:8 lever {\ndescfile(a.lev)\ncursor(x)\n}\n"
		"control:1000 flat {\n}\n";
	struct exh_arena arena = { .limit = LIMIT };
	struct zv_program program = { 0 };
	const struct zv_puzzle *puzzle;

	(void)state;
	assert_int_equal(make(text, &arena, &program), EXH_OK);
	assert_int_equal(program.puzzle_count, 1);
	puzzle = &program.puzzles[0];
	assert_int_equal(puzzle->flags, EXH_ZV_DISABLED | EXH_ZV_DO_ME_NOW);
	assert_int_equal(puzzle->block_count, 1);
	assert_int_equal(puzzle->blocks[0].count, 2);
	assert_true(puzzle->blocks[0].criteria[0].arg_is_key);
	assert_int_equal(puzzle->blocks[0].criteria[1].arg, -5);
	assert_int_equal(puzzle->result_count, 2);
	assert_int_equal(puzzle->results[0].action, ZV_ACT_ASSIGN);
	assert_int_equal(puzzle->results[0].slot, ZV_NO_KEY);
	assert_int_equal(puzzle->results[1].action, ZV_ACT_UNKNOWN);
	assert_int_equal(puzzle->results[1].slot, 7);
	assert_int_equal(puzzle->results[1].args.count, 0);
	assert_int_equal(program.control_count, 2);
	assert_int_equal(program.controls[0].parameter_count, 2);
	assert_int_equal(program.controls[1].key, ZV_NO_KEY);
	exh_arena_free(&arena);
}

static void short_memory_is_reported(void **state)
{
	static const char text[] = "puzzle:1 {\nresults {\na:assign(5 6)\n}\n}\n";
	enum exh_status status = EXH_NO_MEMORY;

	(void)state;
	for (size_t limit = 0; status && limit < LIMIT; limit += 8) {
		struct exh_arena arena = { .limit = limit };
		struct zv_program program = { 0 };

		status = make(text, &arena, &program);
		assert_true(status == EXH_OK || status == EXH_NO_MEMORY);
		exh_arena_free(&arena);
	}
	assert_int_equal(status, EXH_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_are_numbers_keys_and_words),
		cmocka_unit_test(scripts_keep_their_order),
		cmocka_unit_test(short_memory_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
