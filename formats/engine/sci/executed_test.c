#include "exhume/advanced/sci_executed.h"

#include "../../base/testing.h"

#include <string.h>

/* A loop that is left when the accumulator is 0, and a branch that is never reached. */
static const uint8_t script[] = { 2,	0,    22, 0, /* code, of 22 bytes with its head */
				  0x35, 0x02,	     /* 4: ldi 2 */
				  0x39, 0x01,	     /* 6: pushi 1 */
				  0x04,		     /* 8: sub: 1 - 2, then 1 - -1 ... */
				  0x31, 0x02,	     /* 9: bnt to 13 */
				  0x33, 0x03,	     /* 11: jmp to 16 */
				  0x2f, 0x01,	     /* 13: bt to 16 */
				  0x00,		     /* 15: bnot */
				  0x2f, 0x00,	     /* 16: bt to 18 */
				  0x31, 0x01,	     /* 18: bnt to 21 */
				  0x48,		     /* 20: ret */
				  0x48,		     /* 21: ret */
				  7,	0,    8,  0, 1, 0, 4, 0, /* an export */
				  0,	0 };

enum {
	RAN = EXH_SCI_EXECUTED,
	WENT = EXH_SCI_EXECUTED | EXH_SCI_BRANCHED,
	STAYED = EXH_SCI_EXECUTED | EXH_SCI_PASSED,
	BOTH = WENT | STAYED,
};

static void offsets_and_ways(void **state)
{
	/* The branch at 16 leads to what follows it: it went both ways. */
	static const uint8_t expected[sizeof script] = {
		[4] = RAN,  [6] = RAN,	 [8] = RAN,	[9] = STAYED,
		[11] = RAN, [16] = BOTH, [18] = STAYED, [20] = RAN,
	};
	const struct exh_sci_part part = { 2, 0, { script, sizeof script, 0 } };
	const struct exh_sci_vm_options options = { .is_lenient = true };
	const struct exh_sci_host host = { .context = NULL };
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_program program;
	struct exh_sci_executed *executed;
	struct exh_sci_vm *vm;
	(void)state;

	assert_int_equal(exh_sci_program_open(&part, 1, &arena, &program, &notes, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_vm_new(&program, &options, &host, &vm, NULL), EXH_OK);
	executed = exh_sci_executed_new(&program);
	assert_non_null(executed);
	exh_sci_vm_watch(vm, exh_sci_executed_step, executed);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 100), EXH_SCI_VM_ENDED);
	for (size_t i = 0; i < sizeof script; i++)
		if (exh_sci_executed_marks(executed, 0)[i] != expected[i])
			fail_msg("offset %zu: marks %u, expected %u", i,
				 exh_sci_executed_marks(executed, 0)[i], expected[i]);

	assert_true(exh_sci_executed_add(executed, 0, 13, WENT));
	assert_int_equal(exh_sci_executed_marks(executed, 0)[13], WENT);
	assert_false(exh_sci_executed_add(executed, 0, sizeof script, RAN));
	assert_false(exh_sci_executed_add(executed, 1, 0, RAN));
	exh_sci_executed_free(executed);
	exh_sci_vm_free(vm);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(offsets_and_ways) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
