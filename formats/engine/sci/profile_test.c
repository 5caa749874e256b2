#include "exhume/advanced/sci_profile.h"

#include "../../base/testing.h"

/*
 * Two functions in script 0: the first calls the second twice, which calls a kernel
 * function. Instructions by hand: the first 5, the second 3 each time.
 */
static const uint8_t script[] = {
	2,    0,    22,	  0,		 /* code, of 22 bytes with its head */
	0x39, 0x00,			 /* 4: pushi 0 */
	0x41, 0x07, 0x00,		 /* 6: call to 16 (after it 9), no arguments */
	0x39, 0x00,			 /* 9: pushi 0 */
	0x41, 0x02, 0x00,		 /* 11: call to 16 (after it 14) */
	0x48, 0x00,			 /* 14: ret */
	0x39, 0x00,			 /* 16: pushi 0 */
	0x43, 0x00, 0x00,		 /* 18: callk 0 */
	0x48,				 /* 21: ret */
	7,    0,    8,	  0, 1, 0, 4, 0, /* an export */
	0,    0
};

static uint64_t tick(void *context)
{
	return *(uint64_t *)context += 10;
}

static void calls_and_instructions(void **state)
{
	const struct exh_sci_part part = { 2, 0, { script, sizeof script, 0 } };
	const struct exh_sci_vm_options options = { .is_lenient = true };
	const struct exh_sci_host host = { .context = NULL };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_program program;
	struct exh_sci_profile *profile;
	const struct exh_sci_profile_node *nodes;
	struct exh_sci_vm *vm;
	uint64_t time = 0;
	size_t count;
	(void)state;

	assert_int_equal(exh_sci_program_open(&part, 1, &arena, &program, &notes, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_vm_new(&program, &options, &host, &vm, NULL), EXH_OK);
	profile = exh_sci_profile_new(&program, tick, &time);
	assert_non_null(profile);
	exh_sci_vm_watch(vm, exh_sci_profile_step, profile);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 100), EXH_SCI_VM_ENDED);
	nodes = exh_sci_profile_nodes(profile, &count);
	assert_int_equal(count, 4);
	assert_int_equal(nodes[1].start, 4);
	assert_int_equal(nodes[1].calls, 1);
	assert_int_equal(nodes[1].instructions, 5);
	assert_int_equal(nodes[2].start, 16);
	assert_int_equal(nodes[2].parent, 1);
	assert_int_equal(nodes[2].calls, 2);
	assert_int_equal(nodes[2].instructions, 6);
	assert_true(nodes[3].is_kernel);
	assert_int_equal(nodes[3].parent, 2);
	assert_int_equal(nodes[3].calls, 2);
	assert_int_equal(nodes[3].instructions, 0);
	/* From the kernel's call to the next instruction a look at the clock each. */
	assert_int_equal(nodes[3].nanoseconds, 20);
	exh_sci_profile_free(profile);
	exh_sci_vm_free(vm);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(calls_and_instructions) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
