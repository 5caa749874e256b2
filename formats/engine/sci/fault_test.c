#include "machine.h"

#include "../../sci/program_testing.h"

static const char classes_text[] =
	".exports\nrecurse\n.code\n"
	"recurse:\n push0\n call recurse, 0\n ret\n"
	".self Obj\nObj::init:\n pTos x\n ldi 1\n add\n aTop x\n ret\n"
	"Obj::doit:\n pushi #doit\n push0\n self 4\n ret\n"
	".self Wall\nWall::canBeHere:\n jmp Wall::canBeHere\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n"
	" x = 5\n .method init = Obj::init\n .method doit = Obj::doit\n"
	".class Sub\n species = 1\n superClass = 0\n -info- = $8000\n name = @sub\n"
	" x = 6\n .method init = Obj::init\n"
	".class Wall\n species = 2\n superClass = -1\n -info- = $8000\n name = @wall\n"
	" x = 1\n .method canBeHere = Wall::canBeHere\n"
	".class Way\n species = 3\n superClass = -1\n -info- = $8000\n name = @way\n"
	" client = @Wall\n"
	".strings\nobj: .string \"Obj\"\nsub: .string \"Sub\"\nway: .string \"Way\"\n"
	"wall: .string \"Wall\"\n.relocations\n";

static const char data_text[] =
	".object thing\n species = 1\n superClass = 1\n -info- = 0\n name = @abc\n x = "
	"7\n"
	".strings\nabc: .string \"abc\"\n.locals\n .fill 20, 0\n.relocations\n";

static const struct exh_sci_host host = { .kernel = NULL };

static void open_game(struct test_program *t, const char *code)
{
	char text[4096];

	test_start(t);
	test_script(t, 999, classes_text);
	snprintf(text, sizeof text, ".exports\na\n.code\na:\n%s\n ret\n%s", code,
		 data_text);
	test_script(t, 0, text);
}

/* Calls the first export; NULL if the machine could not be made. */
static struct exh_sci_vm *run(const struct test_program *t, bool is_lenient,
			      uint64_t steps, enum exh_sci_vm_state *state)
{
	const struct exh_sci_vm_options options = { .is_lenient = is_lenient,
						    .emulates_16_bits = true };
	struct exh_sci_vm *vm;

	*state = EXH_SCI_VM_ENDED;
	if (exh_sci_vm_new(&t->program, &options, &host, &vm, NULL))
		return NULL;
	if (exh_sci_vm_call(vm, 0, 0, NULL, 0))
		*state = exh_sci_vm_run(vm, steps);
	if (exh_sci_vm_fault(vm, NULL))
		*state = EXH_SCI_VM_FAULTED;
	if (exh_vm_check(vm))
		fail_msg("%s", exh_vm_check(vm));
	return vm;
}

/* Code for each fault; is_fatal: a lenient machine stops, too. */
static const struct {
	enum exh_sci_fault fault;
	bool is_fatal;
	const char *code;
} cases[] = {
	{ EXH_SCI_BADOP, false, " .byte $4c" },
	{ EXH_SCI_BADOP, false, " .byte $4e\n .byte $52\n .byte $5e, $7e" },
	{ EXH_SCI_BADPC, true, " jmp.w $7000" },
	{ EXH_SCI_BADPC, true, " push0\n call $7000, 0" },
	{ EXH_SCI_STACK, true, " toss" },
	{ EXH_SCI_STACK, true, " dup" },
	{ EXH_SCI_STACK, true, " add" },
	{ EXH_SCI_STACK, true, "more: push0\n jmp more" },
	{ EXH_SCI_STACK, true, " link 4000\n link 4000" },
	{ EXH_SCI_STACK, true, " push0\n callk Load, 40" },
	{ EXH_SCI_STACK, true, " pushi 9\n callk Load, 0" },
	{ EXH_SCI_STACK, true, " pushi #x\n lofsa thing\n send 2" },
	{ EXH_SCI_STACK, true, " pushi #x\n pushi 99\n lofsa thing\n send 4" },
	{ EXH_SCI_DEPTH, true, " push0\n calle 999, 0, 0" },
	{ EXH_SCI_DEPTH, true, " pushi #doit\n push0\n class Obj\n send 4" },
	{ EXH_SCI_BADSEL, false, " pushi #view\n push0\n lofsa thing\n send 4" },
	{ EXH_SCI_BADSEL, false, " pushi #view\n push0\n super 1, 4" },
	{ EXH_SCI_NOTOBJ, false, " pushi #x\n push0\n ldi 5\n send 4" },
	{ EXH_SCI_NOTOBJ, false, " pushi #x\n push0\n ldi 0\n send 4" },
	{ EXH_SCI_NOTOBJ, false, " pushi #x\n push0\n lofsa abc\n send 4" },
	{ EXH_SCI_NOTOBJ, false, " pushi #x\n push0\n self 4" },
	{ EXH_SCI_BADCLASS, false, " class 9" },
	{ EXH_SCI_BADCLASS, false, " pushi #x\n push0\n super 9, 4" },
	{ EXH_SCI_BADEXPORT, false, " push0\n calle 999, 7, 0" },
	{ EXH_SCI_BADEXPORT, false, " push0\n calle 77, 0, 0" },
	{ EXH_SCI_BADEXPORT, false, " push0\n callb 9, 0" },
	{ EXH_SCI_BADEXPORT, false, " push1\n pushi 77\n callk ScriptID, 2" },
	{ EXH_SCI_BADKERNEL, false, " push0\n callk $7e, 0" },
	{ EXH_SCI_KSIG, false, " push1\n pushi 3\n callk Clone, 2" },
	{ EXH_SCI_KSIG, false, " push0\n callk Abs, 0" },
	{ EXH_SCI_KSIG, false, " push2\n push0\n push0\n callk Abs, 4" },
	{ EXH_SCI_KSIG, false, " push1\n lea 0, 1\n push\n callk Abs, 2" },
	{ EXH_SCI_VARRANGE, false, " lag 60" },
	{ EXH_SCI_VARRANGE, false, " ldi -9\n lagi 0" },
	{ EXH_SCI_VARRANGE, false, " ldi 5\n sag 60" },
	{ EXH_SCI_VARRANGE, false, " +al 60" },
	{ EXH_SCI_VARRANGE, false, " ldi 30000\n lati 0" },
	{ EXH_SCI_VARRANGE, false, " lea 0, 60" },
	{ EXH_SCI_BADPROP, false, " pToa 8" },
	{ EXH_SCI_BADPROP, false, " ipToa 8" },
	{ EXH_SCI_BADPROP, false, " ldi 1\n aTop 8" },
	{ EXH_SCI_PTRARITH, false, " lofss abc\n lofsa abc\n add" },
	{ EXH_SCI_PTRARITH, false, " lofss abc\n ldi 2\n mul" },
	{ EXH_SCI_PTRARITH, false, " lofsa abc\n neg" },
	{ EXH_SCI_PTRARITH, false, " lofsa abc\n bnot" },
	{ EXH_SCI_PTRARITH, false, " push0\n callk NewList, 0\n sag 0\n +ag 0" },
	{ EXH_SCI_PTRCMP, false, " lofss abc\n ldi 30000\n lt?" },
	{ EXH_SCI_PTRCMP, false, " lofss abc\n lea 0, 0\n ugt?" },
	{ EXH_SCI_BADREF, false,
	  " pushi 3\n lofss abc\n push1\n pushi 120\n callk StrAt, 6" },
	{ EXH_SCI_LIMIT, true, " push1\n class Way\n push\n callk DoBresen, 2" },
};

static void every_fault_stops_a_strict_machine(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct test_program t;
		enum exh_sci_vm_state found;
		struct exh_sci_vm *vm;
		const char *text;

		open_game(&t, cases[i].code);
		vm = run(&t, false, 100000, &found);
		assert_non_null(vm);
		if (found != EXH_SCI_VM_FAULTED ||
		    exh_sci_vm_fault(vm, &text) != cases[i].fault || !text[0])
			fail_msg("%s: found %s, expected %s", cases[i].code,
				 exh_sci_fault_name(exh_sci_vm_fault(vm, NULL)),
				 exh_sci_fault_name(cases[i].fault));
		assert_int_equal(exh_sci_vm_passed_faults(vm), 0);
		exh_sci_vm_free(vm);
		exh_arena_free(&t.arena);
	}
}

static void lenient_machines_pass_what_is_not_fatal(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct test_program t;
		enum exh_sci_vm_state found;
		struct exh_sci_vm *vm;

		open_game(&t, cases[i].code);
		vm = run(&t, true, 100000, &found);
		assert_non_null(vm);
		if (cases[i].is_fatal
			    ? exh_sci_vm_fault(vm, NULL) != cases[i].fault
			    : found != EXH_SCI_VM_ENDED || !exh_sci_vm_passed_faults(vm))
			fail_msg("%s: found %s and %zu faults passed", cases[i].code,
				 exh_sci_fault_name(exh_sci_vm_fault(vm, NULL)),
				 exh_sci_vm_passed_faults(vm));
		exh_sci_vm_free(vm);
		exh_arena_free(&t.arena);
	}
}

/* A reference in place of a number: its offset is used, and the fault is reported once a
 * call. Other arguments that do not fit still give 0. */
static void references_are_numbers_to_lenient_machines(void **state)
{
	static const struct {
		const char *code;
		unsigned result;
	} calls[] = {
		{ " push1\n lea 0, 6\n push\n callk Abs, 2", 12 },
		{ " pushi 4\n pushi 10\n lea 0, 2\n push\n lea 0, 3\n push\n pushi 10\n"
		  " callk GetDistance, 8",
		  7 }, /* from 10, 4 to 6, 10 */
		{ " push1\n pushi 5\n callk Clone, 2", 0 },
		{ " push0\n callk Abs, 0", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct test_program t;
		enum exh_sci_vm_state found;
		struct exh_sci_vm *vm;

		open_game(&t, calls[i].code);
		vm = run(&t, true, 1000, &found);
		assert_non_null(vm);
		assert_int_equal(found, EXH_SCI_VM_ENDED);
		assert_int_equal(exh_sci_vm_passed_faults(vm), 1);
		assert_int_equal(exh_sci_vm_accumulator(vm).offset, calls[i].result);
		assert_int_equal(exh_sci_vm_accumulator(vm).segment, 0);
		exh_sci_vm_free(vm);
		exh_arena_free(&t.arena);
	}
}

/* No script runs forever or uses unlimited memory. */
static void scripts_without_end_are_stopped(void **state)
{
	static const char *const codes[] = {
		"more: jmp more",
		"more: ldi 1\n bt more",
		"more: push0\n callk NewList, 0\n jmp more",
		"more: push2\n push1\n push1\n callk NewNode, 4\n jmp more",
		"more: push1\n lofss thing\n callk Clone, 2\n jmp more",
		"more: push2\n pushi $85\n pushi -1\n callk Load, 4\n jmp more",
		"more: push1\n pushi 999\n callk DisposeScript, 2\n class Sub\n jmp more",
	};

	(void)state;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		for (int is_lenient = 0; is_lenient < 2; is_lenient++) {
			struct test_program t;
			enum exh_sci_vm_state found;
			struct exh_sci_vm *vm;

			open_game(&t, codes[i]);
			vm = run(&t, is_lenient, 300000, &found);
			assert_non_null(vm);
			assert_int_equal(found, EXH_SCI_VM_RUNS);
			assert_int_equal(exh_sci_vm_steps(vm), 300000);
			exh_sci_vm_free(vm);
			exh_arena_free(&t.arena);
		}
}

/* A circular list: its functions end. */
static void circular_lists_have_an_end(void **state)
{
	struct test_program t;
	enum exh_sci_vm_state found;
	struct exh_sci_vm *vm;

	(void)state;
	open_game(&t, " push0\n callk NewList, 0\n sag 0\n push2\n push1\n push1\n callk "
		      "NewNode, 4\n sag 1\n push2\n lsg 0\n lsg 1\n callk AddToEnd, 4\n"
		      " pushi 3\n lsg 0\n lsg 1\n lsg 1\n callk AddAfter, 6\n"
		      " push2\n lsg 0\n pushi 7\n callk FindKey, 4\n sag 2\n"
		      " push1\n lsg 0\n callk DisposeList, 2");
	vm = run(&t, false, 1000, &found);
	assert_non_null(vm);
	assert_int_equal(found, EXH_SCI_VM_ENDED);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

/* Changes any byte of a script with objects: the game is refused, ends, faults or uses up
 * its steps, and the machine stays valid. */
static void damaged_objects_do_no_harm(void **state)
{
	static const uint8_t changes[] = { 0xff, 0x80, 0x01 };

	(void)state;
	for (size_t at = 0;; at++) {
		struct test_program t;
		struct exh_sci_part *part;
		bool is_past;

		open_game(&t, " pushi #init\n push0\n pushi #x\n push0\n lofsa thing\n "
			      "send 8\n"
			      " push1\n class Sub\n push\n callk Clone, 2\n push\n"
			      " pushi #init\n push0\n send 4");
		/* The names, then script 999. */
		part = &t.parts[1];
		is_past = at == part->bytes.size;
		for (size_t i = 0; i < 2 * sizeof changes && !is_past; i++) {
			uint8_t *byte = (uint8_t *)part->bytes.data + at;
			enum exh_sci_vm_state found;

			*byte ^= changes[i / 2];
			test_open(&t);
			exh_sci_vm_free(run(&t, i % 2, 2000, &found));
			*byte ^= changes[i / 2];
		}
		exh_arena_free(&t.arena);
		if (is_past)
			break;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fault_stops_a_strict_machine),
		cmocka_unit_test(lenient_machines_pass_what_is_not_fatal),
		cmocka_unit_test(references_are_numbers_to_lenient_machines),
		cmocka_unit_test(scripts_without_end_are_stopped),
		cmocka_unit_test(circular_lists_have_an_end),
		cmocka_unit_test(damaged_objects_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
