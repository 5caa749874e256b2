#include "kernel.h"

#include "../../sci/program_testing.h"

/* The functions of sci0-vm 4.4 that need no screen, sound, input, clock or files. */
static const char *const own[] = {
	"Load",		 "UnLoad",	"ScriptID",
	"DisposeScript", "Clone",	"DisposeClone",
	"IsObject",	 "RespondsTo",	"GameIsRestarting",
	"NewList",	 "DisposeList", "NewNode",
	"FirstNode",	 "LastNode",	"EmptyList",
	"NextNode",	 "PrevNode",	"NodeValue",
	"AddAfter",	 "AddToFront",	"AddToEnd",
	"FindKey",	 "DeleteKey",	"Random",
	"Abs",		 "Sqrt",	"GetAngle",
	"GetDistance",	 "StrEnd",	"StrCat",
	"StrCmp",	 "StrLen",	"StrCpy",
	"Format",	 "GetFarText",	"ReadNumber",
	"InitBresen",	 "DoBresen",	"SetJump",
	"SetDebug",	 "InspectObj",	"ShowSends",
	"ShowObjs",	 "ShowFree",	"MemoryInfo",
	"StackUsage",	 "Profiler",	"GetCWD",
	"StrAt",	 "GetSaveDir",	"FlushResources",
	"SinMult",	 "CosMult",	"SinDiv",
	"CosDiv",
};

static const struct vm_kernel *named(const struct exh_sci_vm *vm, const char *name)
{
	const int number = exh_sci_program_kernel_named(vm->program, test_text(name));

	assert_in_range(number, 0, vm->program->kernel.count - 1);
	return vm->kernel[number].kernel;
}

static void every_function_of_the_table_is_there(void **state)
{
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .is_lenient = false };
	struct test_program t;
	struct exh_sci_vm *vm;
	size_t count = 0;

	(void)state;
	test_start(&t);
	test_script(&t, 0, ".exports\na\n.code\na:\n ret\n");
	assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL), EXH_OK);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (!named(vm, own[i]) || !named(vm, own[i])->run)
			fail_msg("the machine has no %s", own[i]);
	/* All others have a signature, and ask the host. */
	for (unsigned i = 0; i < t.program.kernel.count; i++) {
		const struct exh_bytes name = exh_sci_program_kernel(&t.program, i);

		if (!vm->kernel[i].kernel)
			fail_msg("%.*s has no signature", (int)name.size, name.data);
		count += vm->kernel[i].kernel->run != NULL;
	}
	assert_int_equal(count, sizeof own / sizeof *own);
	assert_int_equal(t.program.kernel.count, 114);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

static void add_names(struct test_program *t, const char *const *names, size_t count)
{
	struct exh_sci_name items[8] = { 0 };
	const struct exh_sci_names table = { .layout = EXH_SCI_NAMES_COUNTED,
					     .items = items,
					     .count = count };
	struct exh_writer out = { .limit = TEST_LIMIT };

	for (size_t i = 0; i < count; i++)
		items[i].text = test_text(names[i]);
	assert_int_equal(exh_sci_names_write(&table, &out, NULL), EXH_OK);
	test_add(t, EXH_SCI_VOCAB, 999, exh_writer_bytes(&out));
	test_open(t);
	exh_writer_free(&out);
}

static void older_games_call_functions_by_other_names(void **state)
{
	static const char *const names[] = { "TimesSin", "TimesCos", "TimesTan",
					     "TimesCot" };
	static const struct {
		int16_t angle, factor;
		uint16_t results[4];
	} calls[] = {
		{ 30, 1000, { 500, 866, 1732, 577 } },
		{ 45, 1000, { 707, 707, 1000, 1000 } },
		{ 135, 1000, { 707, 0x10000 - 707, 0x10000 - 1000, 0x10000 - 1000 } },
		{ 0, 1000, { 0, 1000, 0xffff, 0 } },
		{ 90, 7, { 7, 0, 0, 0xffff } },
	};
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .is_lenient = false };
	struct test_program t;
	struct exh_sci_vm *vm;

	(void)state;
	test_start(&t);
	add_names(&t, names, 4);
	test_script(&t, 0,
		    ".exports\na\nb\nc\nd\n.code\n"
		    "a: push2\n lsp 1\n lsp 2\n callk TimesSin, 4\n ret\n"
		    "b: push2\n lsp 1\n lsp 2\n callk TimesCos, 4\n ret\n"
		    "c: push2\n lsp 1\n lsp 2\n callk TimesTan, 4\n ret\n"
		    "d: push2\n lsp 1\n lsp 2\n callk TimesCot, 4\n ret\n");
	assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL), EXH_OK);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		for (unsigned f = 0; f < 4; f++) {
			const uint16_t arguments[] = { (uint16_t)calls[i].angle,
						       (uint16_t)calls[i].factor };

			exh_sci_vm_call(vm, 0, f, arguments, 2);
			assert_int_equal(exh_sci_vm_run(vm, 100), EXH_SCI_VM_ENDED);
			assert_int_equal(exh_sci_vm_accumulator(vm).offset,
					 calls[i].results[f]);
		}
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

/*
 * Checks that are off.
 */

static reg any(uint64_t *seed, const struct exh_sci_vm *vm)
{
	const uint32_t below = roll(seed, 2) ? 0x20 : 0x10000;

	return (reg){ (uint16_t)roll(seed, (uint32_t)vm->segment_count + 2),
		      (uint16_t)roll(seed, below) };
}

static void chances(struct exh_sci_vm *vm, uint64_t *seed)
{
	const uint32_t base = vm->sp;

	for (unsigned i = 0; i < vm->kernel_count; i++) {
		const struct vm_bound *bound = &vm->kernel[i];
		uint32_t count = bound->least + roll(seed, 4);

		if (!bound->skips_types)
			continue;
		for (uint32_t k = 0; k < count; k++)
			vm->stack[base + 1 + k] = any(seed, vm);
		exh_vm_kernel_run(vm, bound, base, count);
		vm->sp = base;
		vm->fault = EXH_SCI_NO_FAULT;
	}
}

static void functions_without_checks_do_no_harm(void **state)
{
	const struct exh_sci_host host = { .kernel = NULL };
	struct exh_sci_vm_options options = { .is_lenient = true, .skips_checks = true };
	uint64_t seed = 1;
	struct test_program t;
	struct exh_sci_vm *vm;

	(void)state;
	test_start(&t);
	test_script(&t, 0,
		    ".exports\na\n.code\na:\n ret\n.strings\nb: .string \"%d %s\"\n"
		    ".locals\n .fill 9, 0\n");
	for (int i = 0; i < 2; i++) {
		options.emulates_16_bits = i;
		assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL),
				 EXH_OK);
		assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
		for (int round = 0; round < 3000; round++)
			chances(vm, &seed);
		exh_sci_vm_free(vm);
	}
	exh_arena_free(&t.arena);
}

static void checks_are_off_where_nothing_relies_on_them(void **state)
{
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .skips_checks = true };
	struct test_program t;
	struct exh_sci_vm *vm;

	(void)state;
	test_start(&t);
	test_script(&t, 0,
		    ".exports\na\nb\n.code\na:\n push1\n lofss s\n callk Abs, 2\n ret\n"
		    "b:\n push1\n push1\n callk DisposeList, 2\n ret\n"
		    ".strings\ns: .string \"x\"\n");
	assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL), EXH_OK);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 10), EXH_SCI_VM_ENDED);
	assert_true(exh_sci_vm_call(vm, 0, 1, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 10), EXH_SCI_VM_FAULTED);
	assert_int_equal(exh_sci_vm_fault(vm, NULL), EXH_SCI_KSIG);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_without_checks_do_no_harm),
		cmocka_unit_test(checks_are_off_where_nothing_relies_on_them),
		cmocka_unit_test(every_function_of_the_table_is_there),
		cmocka_unit_test(older_games_call_functions_by_other_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
