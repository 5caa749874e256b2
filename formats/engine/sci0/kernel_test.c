#include "kernel.h"

#include "../../sci0/program_testing.h"

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

static const struct vm_kernel *named(const struct exh_sci0_vm *vm, const char *name)
{
	const int number = exh_sci0_program_kernel_named(vm->program, test_text(name));

	assert_in_range(number, 0, vm->program->kernel.count - 1);
	return vm->kernel[number].kernel;
}

static void every_function_of_the_table_is_there(void **state)
{
	const struct exh_sci0_host host = { .kernel = NULL };
	const struct exh_sci0_vm_options options = { .is_lenient = false };
	struct test_program t;
	struct exh_sci0_vm *vm;
	size_t count = 0;

	(void)state;
	test_start(&t);
	test_script(&t, 0, ".exports\na\n.code\na:\n ret\n");
	assert_int_equal(exh_sci0_vm_new(&t.program, &options, &host, &vm, NULL), EXH_OK);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (!named(vm, own[i]) || !named(vm, own[i])->run)
			fail_msg("the machine has no %s", own[i]);
	/* All others have a signature, and ask the host. */
	for (unsigned i = 0; i < t.program.kernel.count; i++) {
		const struct exh_bytes name = exh_sci0_program_kernel(&t.program, i);

		if (!vm->kernel[i].kernel)
			fail_msg("%.*s has no signature", (int)name.size, name.data);
		count += vm->kernel[i].kernel->run != NULL;
	}
	assert_int_equal(count, sizeof own / sizeof *own);
	assert_int_equal(t.program.kernel.count, 114);
	exh_sci0_vm_free(vm);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_function_of_the_table_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
