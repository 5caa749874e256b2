/*
 * The machine does what a second, plain interpreter does: each line of its trace is the
 * one that the other says, for code by chance and for the first steps of real games.
 *
 * EXHUME_PROGRAMS is the number of programs, EXHUME_SEED their seed, EXHUME_STEPS that of
 * a game's steps; EXHUME_SUMS each how many steps sums are compared.
 */
#include "chance_testing.h"
#include "plain/game.h"
#include "plain/run.h"
#include "machine.h"
#include "tracer.h"

enum { STEPS = 600, STACK = 400, CALLS = 20, LIMIT = 1 << 28 };

static uint64_t number_from(const char *name, uint64_t usual)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : usual;
}

static void add_line(void *context, const char *line, size_t size)
{
	exh_write_bytes(context, line, size);
	exh_write_u8(context, '\n');
}

/* The fault at the end of a trace; "": there is none. */
static const char *last_fault(const char *trace, char name[32])
{
	const char *at = strstr(trace, "\nF ");

	*name = '\0';
	if (at)
		sscanf(at, "\nF %*s %31s", name);
	return name;
}

/* The plain machine is where the trace begins. seed: of code by chance. */
static void follow(struct plain *p, const struct exh_writer *trace, uint64_t seed)
{
	const char *lines = (const char *)trace->data;
	char name[32];

	p->lines = lines;
	last_fault(lines, name);
	plain_run_to(p, 0);
	if (*p->wrong)
		fail_msg("EXHUME_SEED=%llu: %s", (unsigned long long)seed, p->wrong);
	if (p->fault && *p->fault && strcmp(p->fault, name) != 0)
		fail_msg("EXHUME_SEED=%llu: expected the fault %s before:\n%.600s",
			 (unsigned long long)seed, p->fault, p->lines);
	if (!p->fault)
		assert_string_equal(name, "");
	if (!p->fault && *p->lines == 'Z')
		plain_skip(p);
	assert_int_equal(*p->lines, p->fault ? 'F' : '\0');
}

/*
 * Code by chance.
 */

static void trace_one(const struct test_program *t, struct exh_writer *trace)
{
	const struct exh_sci_host host = { .context = trace,
					   .trace = add_line,
					   .trace_level = 2 };
	const struct exh_sci_vm_options options = { .most_calls = CALLS,
						    .stack_size = STACK };
	struct exh_sci_vm *vm;

	assert_int_equal(exh_sci_vm_new(&t->program, &options, &host, &vm, NULL), EXH_OK);
	vm->tracer->sum_steps = 1;
	exh_sci_vm_call(vm, 0, 0, (const uint16_t[]){ 3, 4 }, 2);
	exh_sci_vm_run(vm, STEPS);
	exh_write_u8(trace, 0);
	exh_sci_vm_free(vm);
}

static void run_one(uint64_t *seed, struct plain *p)
{
	struct exh_writer trace = { .limit = LIMIT };
	const uint64_t first = *seed;
	struct test_program t;
	char code[CHANCE_CODE];

	make_code(seed, code, sizeof code);
	test_start(&t);
	test_script(&t, 999, chance_system);
	test_script(&t, 0, code);
	trace_one(&t, &trace);
	assert_true(plain_open(p, &t.program, STACK, CALLS));
	plain_floor(p);
	p->stack[0] = pv_int(2);
	p->stack[1] = pv_int(3);
	p->stack[2] = pv_int(4);
	p->sp = 3;
	plain_enter_function(p, 0, test_code(&t, 0)->exports[0], 0, 0, 2);
	follow(p, &trace, first);
	plain_close(p);
	exh_writer_free(&trace);
	exh_arena_free(&t.arena);
}

static void code_by_chance_does_the_same(void **state)
{
	const uint64_t count = number_from("EXHUME_PROGRAMS", 1500);
	struct plain *p = malloc(sizeof *p);
	uint64_t seed = number_from("EXHUME_SEED", 20);

	(void)state;
	assert_non_null(p);
	for (uint64_t i = 0; i < count; i++)
		run_one(&seed, p);
	free(p);
}

/* The traces of some programs: the same on machines of all sizes and byte orders. */
static void traces_are_the_same_on_every_machine(void **state)
{
	struct exh_writer traces = { .limit = LIMIT };
	uint64_t seed = 20;

	(void)state;
	for (int i = 0; i < 40; i++) {
		struct test_program t;
		char code[CHANCE_CODE];

		make_code(&seed, code, sizeof code);
		test_start(&t);
		test_script(&t, 999, chance_system);
		test_script(&t, 0, code);
		trace_one(&t, &traces);
		exh_arena_free(&t.arena);
	}
	assert_int_equal(traces.size, 211794);
	assert_int_equal(exh_crc32(exh_writer_bytes(&traces)), 0x9f57c39);
	exh_writer_free(&traces);
}

/* Programs that did not do the same once. */
static void old_differences_are_gone(void **state)
{
	/* A superclass is written after a method was found. */
	static const uint64_t seeds[] = { 11284300296083517652u };
	struct plain *p = malloc(sizeof *p);

	(void)state;
	assert_non_null(p);
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		uint64_t seed = seeds[i];

		run_one(&seed, p);
	}
	free(p);
}

/*
 * Games. The host knows no function: all of its results are 0.
 */

enum { GAME_STACK = 4096, GAME_CALLS = 256 };

static struct exh_sci_vm *new_vm(const struct exh_sci_program *program,
				 struct exh_writer *trace)
{
	const struct exh_sci_host host = { .context = trace,
					   .trace = add_line,
					   .trace_level = 2 };
	const struct exh_sci_vm_options options = { .seed = 1 };
	struct exh_sci_vm *vm;

	assert_int_equal(exh_sci_vm_new(program, &options, &host, &vm, NULL), EXH_OK);
	vm->tracer->sum_steps = number_from("EXHUME_SUMS", 50);
	return vm;
}

static void boot(const struct exh_sci_program *program)
{
	const uint64_t steps = number_from("EXHUME_STEPS", 25000);
	struct exh_writer trace = { .limit = SIZE_MAX };
	struct plain *p = malloc(sizeof *p);
	struct exh_sci_vm *vm = new_vm(program, &trace);

	assert_non_null(p);
	assert_true(exh_sci_vm_start(vm));
	exh_sci_vm_run(vm, steps);
	assert_int_equal(exh_sci_vm_steps(vm), steps);
	exh_write_u8(&trace, 0);
	assert_true(plain_open(p, program, GAME_STACK, GAME_CALLS));
	plain_floor(p);
	plain_push(p, pv_int((unsigned)vm->selectors[VM_SEL_PLAY]));
	plain_push(p, pv_int(0));
	plain_begin(p, (struct pv){ 'S', 0, program->scripts[0].code.exports[0] }, NULL,
		    0);
	follow(p, &trace, 0);
	assert_int_equal(p->steps, steps);
	plain_close(p);
	free(p);
	exh_sci_vm_free(vm);
	exh_writer_free(&trace);
}

static const char *const games[] = { "companion-template", "template-redux" };

static void real_games_do_the_same(void **state)
{
	struct test_game game;
	bool is_there = false;

	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		if (game_open(&game, games[i])) {
			boot(&game.program);
			is_there = true;
		}
		game_close(&game);
	}
	if (!is_there)
		skip();
}

/* The loop that has no trace, looked at after each so many steps. */
static void sums_without_a_trace_are_the_same(void **state)
{
	enum { EACH = 977, TIMES = 25 };
	struct exh_writer trace = { .limit = SIZE_MAX };
	const struct exh_sci_host host = { .context = NULL };
	const struct exh_sci_vm_options options = { .seed = 1 };
	struct exh_sci_vm *traced, *fast;
	struct test_game game;

	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		if (!game_open(&game, games[i])) {
			game_close(&game);
			skip();
		}
		traced = new_vm(&game.program, &trace);
		assert_int_equal(
			exh_sci_vm_new(&game.program, &options, &host, &fast, NULL),
			EXH_OK);
		exh_sci_vm_start(traced);
		exh_sci_vm_start(fast);
		for (int k = 0; k < TIMES; k++) {
			exh_sci_vm_run(traced, EACH);
			exh_sci_vm_run(fast, EACH);
			assert_int_equal(exh_sci_vm_checksum(fast),
					 exh_vm_sum(traced, traced->tracer->sums));
		}
		exh_sci_vm_free(traced);
		exh_sci_vm_free(fast);
		exh_writer_free(&trace);
		game_close(&game);
	}
}

/*
 * States.
 */

/* Runs on, saved and loaded after random numbers of steps; the host stays. */
static void run_in_pieces(struct exh_sci_vm **vm, const struct exh_sci_program *program,
			  uint64_t *seed, uint64_t steps)
{
	while (steps && !(*vm)->fault && (*vm)->frame_count) {
		const uint32_t most = steps < 400 ? (uint32_t)steps : 400;
		const uint64_t some = 1 + roll(seed, most);
		const struct exh_sci_host host = (*vm)->host;
		const struct exh_sci_vm_options options = (*vm)->options;
		const uint64_t each = (*vm)->tracer->sum_steps;
		struct exh_writer saved = { .limit = LIMIT };
		size_t used;

		exh_sci_vm_run(*vm, some);
		steps -= some;
		if (!exh_sci_vm_save(*vm, &saved))
			break;
		exh_sci_vm_free(*vm);
		assert_int_equal(exh_sci_vm_load(program, &options, &host,
						 exh_writer_bytes(&saved), &used, vm,
						 NULL),
				 EXH_OK);
		(*vm)->tracer->sum_steps = each;
		exh_writer_free(&saved);
	}
}

static void assert_pieces_are_the_whole(const struct exh_sci_program *program,
					bool is_game, uint64_t *seed, uint64_t steps)
{
	static const uint16_t arguments[] = { 3, 4 };
	struct exh_writer traces[2] = { { .limit = LIMIT }, { .limit = LIMIT } };

	for (int i = 0; i < 2; i++) {
		struct exh_sci_vm *vm = new_vm(program, &traces[i]);

		vm->tracer->sum_steps = 10;
		if (is_game)
			exh_sci_vm_start(vm);
		else
			exh_sci_vm_call(vm, 0, 0, arguments, 2);
		if (i)
			run_in_pieces(&vm, program, seed, steps);
		else
			exh_sci_vm_run(vm, steps);
		exh_sci_vm_free(vm);
	}
	assert_int_equal(traces[0].size, traces[1].size);
	assert_memory_equal(traces[0].data, traces[1].data, traces[0].size);
	exh_writer_free(&traces[0]);
	exh_writer_free(&traces[1]);
}

static void saving_and_loading_changes_no_line(void **state)
{
	struct test_game game;
	struct test_program t;
	char code[CHANCE_CODE];
	uint64_t seed = 22;

	(void)state;
	for (int i = 0; i < 100; i++) {
		make_code(&seed, code, sizeof code);
		test_start(&t);
		test_script(&t, 999, chance_system);
		test_script(&t, 0, code);
		assert_pieces_are_the_whole(&t.program, false, &seed, STEPS);
		exh_arena_free(&t.arena);
	}
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		if (game_open(&game, games[i]))
			assert_pieces_are_the_whole(&game.program, true, &seed, 20000);
		game_close(&game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_by_chance_does_the_same),
		cmocka_unit_test(traces_are_the_same_on_every_machine),
		cmocka_unit_test(old_differences_are_gone),
		cmocka_unit_test(real_games_do_the_same),
		cmocka_unit_test(sums_without_a_trace_are_the_same),
		cmocka_unit_test(saving_and_loading_changes_no_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
