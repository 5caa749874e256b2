/* Code by chance does the same in the general loop, in the fast one, and in the one that
 * compilers without jumps to labels get, however often it is stopped. */
#define EXH_VM_SWITCH
#include "fast_loop.h"

#include "chance_testing.h"

enum { STEPS = 600, GENERAL = 0, FAST, SWITCHED, LOOPS };

static void no_trace(void *context, const char *line, size_t size)
{
	(void)context;
	(void)line;
	(void)size;
}

static void run_some(struct exh_sci_vm *vm, int loop, uint64_t steps)
{
	const uint64_t end = vm->steps + steps;

	while (loop == SWITCHED && vm->frame_count && !vm->fault && vm->steps < end) {
		uint64_t left = end - vm->steps;

		vm_run_fast(vm, &left);
		assert_int_equal(left, end - vm->steps);
		if (left)
			exh_sci_vm_run(vm, 1);
	}
	if (loop != SWITCHED)
		exh_sci_vm_run(vm, steps);
	if (vm->frame_count && !vm->fault)
		assert_int_equal(vm->steps, end);
}

static void assert_same(const struct exh_sci_vm *a, const struct exh_sci_vm *b)
{
	assert_int_equal(a->steps, b->steps);
	assert_int_equal(a->fault, b->fault);
	assert_int_equal(a->passed_faults, b->passed_faults);
	assert_true(vm_equal(a->acc, b->acc));
	assert_true(vm_equal(a->prev, b->prev));
	assert_int_equal(a->frame_count, b->frame_count);
	if (a->fault)
		return;
	assert_int_equal(a->sp, b->sp);
	assert_int_equal(a->rest, b->rest);
	assert_memory_equal(a->stack, b->stack, a->sp * sizeof(reg));
	for (size_t i = 0; i < a->frame_count; i++) {
		const struct vm_frame *f = &a->frames[i], *g = &b->frames[i];

		assert_int_equal(f->place, g->place);
		assert_int_equal(f->is_entered, g->is_entered);
		assert_int_equal(f->selector, g->selector);
		assert_int_equal(f->argc, g->argc);
	}
}

static void run_one(uint64_t *seed)
{
	struct exh_sci_vm *vms[LOOPS] = { NULL };
	const bool is_lenient = roll(seed, 2);
	struct test_program t;
	char code[CHANCE_CODE];

	make_code(seed, code, sizeof code);
	test_start(&t);
	test_script(&t, 999, chance_system);
	test_script(&t, 0, code);
	for (int i = 0; i < LOOPS; i++) {
		const struct exh_sci_host host = { .trace = i == GENERAL ? no_trace
									 : NULL };
		const struct exh_sci_vm_options options = { .is_lenient = is_lenient,
							    .most_calls = 20,
							    .stack_size = 400 };

		assert_int_equal(
			exh_sci_vm_new(&t.program, &options, &host, &vms[i], NULL),
			EXH_OK);
		exh_sci_vm_call(vms[i], 0, 0, (const uint16_t[]){ 3, 4 }, 2);
	}
	for (uint64_t steps = 0; steps < STEPS;) {
		const uint64_t some = 1 + roll(seed, roll(seed, 2) ? 4 : 60);

		for (int i = 0; i < LOOPS; i++)
			run_some(vms[i], i, some);
		assert_same(vms[GENERAL], vms[FAST]);
		assert_same(vms[GENERAL], vms[SWITCHED]);
		steps += some;
	}
	for (int i = 0; i < LOOPS; i++)
		exh_sci_vm_free(vms[i]);
	exh_arena_free(&t.arena);
}

static void all_loops_agree(void **state)
{
	uint64_t seed = 21;

	(void)state;
	for (int i = 0; i < 1500; i++)
		run_one(&seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_loops_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
