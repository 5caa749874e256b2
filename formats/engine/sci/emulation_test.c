#include "exhume/advanced/sci_vm.h"

#include "../../sci/program_testing.h"

#include "machine.h"

static const char data_text[] =
	".class jumper\n species = 0\n superClass = -1\n -info- = $8000\n name = @abc\n"
	" xStep = 1\n yStep = @abc\n"
	".strings\nabc: .string \"abc\"\nabd: .string \"abd\"\n"
	".locals\n .word $6261, $63, 3\n .fill 9, 0\n.relocations\n";

/* Checks the accumulator after the code, as traces print it, or the fault's name. */
static void assert_leaves(const char *code, const char *expected)
{
	const struct exh_sci_host host = { .kernel = NULL };

	for (int emulates = 0; emulates < 2; emulates++) {
		const struct exh_sci_vm_options options = { .emulates_16_bits =
								    emulates };
		struct exh_writer out = { .limit = 256 };
		struct test_program t;
		struct exh_sci_vm *vm;
		char text[4096];

		test_start(&t);
		snprintf(text, sizeof text, ".exports\na\n.code\na:\n%s\n ret\n%s", code,
			 data_text);
		test_script(&t, 0, text);
		assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL),
				 EXH_OK);
		assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
		if (exh_sci_vm_run(vm, 1000) == EXH_SCI_VM_FAULTED) {
			const char *name = exh_sci_fault_name(exh_sci_vm_fault(vm, NULL));

			exh_write_bytes(&out, name, strlen(name));
		} else {
			exh_sci_vm_print(vm, exh_sci_vm_accumulator(vm), &out);
		}
		exh_write_u8(&out, 0);
		if (strcmp((const char *)out.data, expected) != 0)
			fail_msg("%d: %s: found %s, expected %s", emulates, code,
				 (const char *)out.data, expected);
		assert_null(exh_vm_check(vm));
		exh_writer_free(&out);
		exh_sci_vm_free(vm);
		exh_arena_free(&t.arena);
	}
}

static void numbers_are_passed(void **state)
{
	(void)state;
	assert_leaves(" push1\n pushi -5\n callk Abs, 2", "#0005");
	assert_leaves(" push1\n pushi 7\n callk Abs, 2", "#0007");
	assert_leaves(" push1\n push0\n callk StrLen, 2", "#0000");
	assert_leaves(" push1\n pushi 3\n callk StrLen, 2", "KSIG");
}

static void texts_are_copied(void **state)
{
	(void)state;
	assert_leaves(" push1\n lofss abc\n callk StrLen, 2", "#0003");
	assert_leaves(" push1\n lea 0, 0\n push\n callk StrLen, 2", "#0003");
	assert_leaves(" push1\n push0\n callk GetSaveDir, 0\n push\n callk StrLen, 2",
		      "#0000");
}

/* abd lies in the text of abc, or both are the same. */
static void overlapping_texts_are_cut_off(void **state)
{
	(void)state;
	assert_leaves(" push2\n lofss abc\n lofss abd\n callk StrCmp, 4", "#ffff");
	assert_leaves(" push2\n lofss abd\n lofss abc\n callk StrCmp, 4", "#0001");
	assert_leaves(" push2\n lofss abc\n lofss abc\n callk StrCmp, 4", "#0000");
	assert_leaves(" pushi 3\n lofss abc\n lofss abd\n push2\n callk StrCmp, 6",
		      "#0000");
	assert_leaves(" push2\n lofss abc\n lea 0, 0\n push\n callk StrCmp, 4", "#0000");
}

/* Pointers after the text are unchanged. */
static void what_is_written_is_copied_back(void **state)
{
	(void)state;
	assert_leaves(
		" lofsa abc\n sag 5\n pushi 3\n lea 0, 0\n push\n push1\n pushi 120\n"
		" callk StrAt, 6\n lag 0",
		"#7861");
	assert_leaves(
		" lofsa abc\n sag 5\n pushi 3\n lea 0, 0\n push\n push1\n pushi 120\n"
		" callk StrAt, 6\n push1\n lsg 5\n callk StrLen, 2",
		"#0003");
	assert_leaves(" pushi 3\n lea 0, 0\n push\n push1\n pushi 120\n callk StrAt, 6",
		      "#0062");
}

/* Only properties that were numbers are read back. */
static void objects_are_copied_back(void **state)
{
	(void)state;
	assert_leaves(" pushi 4\n lofss jumper\n pushi 20\n pushi -30\n push2\n"
		      " callk SetJump, 8\n pushi #xStep\n push0\n lofsa jumper\n send 4",
		      "#0003");
}

static void functions_can_t_write_into_scripts(void **state)
{
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .emulates_16_bits = true };
	struct test_program t;
	struct exh_sci_vm *vm;
	struct exh_sci_reg found;
	char text[4096];

	(void)state;
	test_start(&t);
	snprintf(
		text, sizeof text,
		".exports\na\n.code\na:\n pushi 4\n lofss jumper\n pushi 20\n pushi -30\n"
		" push2\n callk SetJump, 8\n pushi 3\n lofss abc\n push1\n pushi 120\n"
		" callk StrAt, 6\n ret\n%s",
		data_text);
	test_script(&t, 0, text);
	assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, NULL), EXH_OK);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 100), EXH_SCI_VM_FAULTED);
	assert_int_equal(exh_sci_vm_fault(vm, NULL), EXH_SCI_BADREF);
	/* yStep was a pointer: it stays one. */
	found = (struct exh_sci_reg){ 0, 0 };
	assert_true(exh_sci_vm_property(
		vm,
		(struct exh_sci_reg){ 7, t.program.scripts[0].code.objects[0].address },
		(unsigned)exh_sci_program_selector_named(&t.program, test_text("yStep")),
		&found));
	assert_int_not_equal(found.segment, 0);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_passed),
		cmocka_unit_test(texts_are_copied),
		cmocka_unit_test(overlapping_texts_are_cut_off),
		cmocka_unit_test(what_is_written_is_copied_back),
		cmocka_unit_test(objects_are_copied_back),
		cmocka_unit_test(functions_can_t_write_into_scripts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
