#include "machine.h"

#include "../../sci/program_testing.h"

static const struct exh_sci_vm_options options = { .is_lenient = false };
static const struct exh_sci_host host = { .kernel = NULL };

static struct exh_sci_vm *machine_of(struct test_program *t)
{
	struct exh_sci_vm *vm;
	struct exh_error err;

	if (exh_sci_vm_new(&t->program, &options, &host, &vm, &err))
		fail_msg("%s", err.text);
	return vm;
}

/* Copies a machine by way of a saved state; NULL: refused. */
static struct exh_sci_vm *copied(const struct test_program *t,
				 const struct exh_sci_vm *vm, struct exh_error *err)
{
	struct exh_writer saved = { .limit = 1 << 20 };
	struct exh_sci_vm *copy;
	size_t used;

	assert_true(exh_sci_vm_save(vm, &saved));
	(void)!exh_sci_vm_load(&t->program, &options, &host, exh_writer_bytes(&saved),
			       &used, &copy, err);
	exh_writer_free(&saved);
	return copy;
}

static const char classes_text[] =
	".exports\nnone\n.code\nnone:\n ret\n"
	".self Obj\nObj::init:\n pushi #doit\n push0\n self 4\n ret\n"
	"Obj::doit:\n pToa x\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n x = "
	"5\n .method init = Obj::init\n .method doit = Obj::doit\n"
	".strings\nobj: .string \"Obj\"\n.relocations\n";

/* Starts a machine with all kinds of segments, stopped within the method of a nested
 * message. */
static struct exh_sci_vm *start(struct test_program *t)
{
	struct exh_sci_vm *vm;

	test_start(t);
	test_script(t, 999, classes_text);
	test_script(t, 0,
		    ".exports\na\n.code\na:\n push0\n callk NewList, 0\n sag 0\n"
		    " push1\n class Obj\n push\n callk Clone, 2\n sag 1\n"
		    " push2\n lsg 0\n push2\n push1\n push1\n callk NewNode, 4\n push\n"
		    " callk AddToEnd, 4\n push2\n pushi $85\n pushi 9\n callk Load, 4\n"
		    " sag 2\n pushi #init\n push0\n lag 1\n send 4\n ret\n"
		    ".locals\n .fill 8, 0\n");
	vm = machine_of(t);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	while (vm->frame_count < 4)
		assert_int_equal(exh_sci_vm_run(vm, 1), EXH_SCI_VM_RUNS);
	return vm;
}

static void finish(struct test_program *t, struct exh_sci_vm *vm)
{
	exh_sci_vm_free(vm);
	exh_arena_free(&t->arena);
}

static void machines_that_run_are_whole(void **state)
{
	struct test_program t;
	struct exh_sci_vm *vm = start(&t), *copy;

	(void)state;
	assert_null(exh_vm_check(vm));
	copy = copied(&t, vm, NULL);
	assert_non_null(copy);
	exh_sci_vm_free(copy);
	assert_int_equal(exh_sci_vm_run(vm, 100), EXH_SCI_VM_ENDED);
	assert_null(exh_vm_check(vm));
	finish(&t, vm);
}

/*
 * Each damage is found, and a state with it is refused.
 */

static struct vm_segment *last_of(struct exh_sci_vm *vm, unsigned type)
{
	struct vm_segment *found = NULL;

	for (size_t i = 1; i < vm->segment_count; i++)
		if (vm->segments[i].type == type)
			found = &vm->segments[i];
	assert_non_null(found);
	return found;
}

static void floor_is_lost(struct exh_sci_vm *vm)
{
	vm->frames[0] = vm->frames[1];
}

static void call_is_in_a_list(struct exh_sci_vm *vm)
{
	vm->frames[2].locals = vm->list_segment;
}

static void arguments_are_too_many(struct exh_sci_vm *vm)
{
	vm->frames[1].argc = 4000;
}

static void cells_are_another_s(struct exh_sci_vm *vm)
{
	vm->frames[3].fp = 0;
}

static void call_goes_on_nowhere(struct exh_sci_vm *vm)
{
	vm->frames[3].is_again = true;
}

static void floor_is_a_function(struct exh_sci_vm *vm)
{
	vm->frames[0].is_function = true;
}

static void messages_have_no_end(struct exh_sci_vm *vm)
{
	vm->frames[2].messages_end = 4000;
}

static void stack_is_short(struct exh_sci_vm *vm)
{
	vm->sp = 0;
}

static void rest_is_long(struct exh_sci_vm *vm)
{
	vm->rest = 4097;
}

static void node_is_linked_to_a_script(struct exh_sci_vm *vm)
{
	last_of(vm, EXH_SCI_SEGMENT_NODES)->nodes[0].after = vm->frames[1].self;
	last_of(vm, EXH_SCI_SEGMENT_NODES)->nodes[0].after.segment = 9;
}

static void list_begins_beyond(struct exh_sci_vm *vm)
{
	last_of(vm, EXH_SCI_SEGMENT_LISTS)->lists[0].first.offset = 1;
}

static void value_is_of_no_segment(struct exh_sci_vm *vm)
{
	last_of(vm, EXH_SCI_SEGMENT_CLONES)->objects[0].values[4].segment = 999;
}

static void register_is_of_no_segment(struct exh_sci_vm *vm)
{
	vm->acc.segment = 999;
}

static void cell_is_of_no_segment(struct exh_sci_vm *vm)
{
	vm->segments[vm->globals].cells[3].segment = 999;
}

static void entries_are_miscounted(struct exh_sci_vm *vm)
{
	vm->segments[vm->node_segment].earlier = 7;
}

static void entries_are_added_elsewhere(struct exh_sci_vm *vm)
{
	vm->node_segment = vm->list_segment;
}

static void globals_are_another_s(struct exh_sci_vm *vm)
{
	vm->globals = 0;
}

static void class_is_gone(struct exh_sci_vm *vm)
{
	vm->classes[0].offset++;
}

static void what_is_wrong_is_found(void **state)
{
	static const struct {
		void (*spoil)(struct exh_sci_vm *vm);
		const char *wrong;
	} cases[] = {
		{ floor_is_lost, "the first call has no floor" },
		{ call_is_in_a_list, "a call's variables are not there" },
		{ arguments_are_too_many, "a call's arguments are not on its stack" },
		{ cells_are_another_s, "messages are not on the stack" },
		{ call_goes_on_nowhere, "a kernel call goes on where there is none" },
		{ floor_is_a_function, "a floor calls" },
		{ messages_have_no_end, "messages are not on the stack" },
		{ stack_is_short, "the stack ends within a call" },
		{ rest_is_long, "the stack ends above its end" },
		{ node_is_linked_to_a_script, "a node is linked to no node" },
		{ list_begins_beyond, "a list begins or ends with no node" },
		{ value_is_of_no_segment, "a property is of no segment" },
		{ register_is_of_no_segment, "a register's value is of no segment" },
		{ cell_is_of_no_segment, "a variable is of no segment" },
		{ entries_are_miscounted, "entries are not counted right" },
		{ entries_are_added_elsewhere, "entries are added in the wrong segment" },
		{ globals_are_another_s, "script 0 is not there" },
		{ class_is_gone, "a class is not there" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct test_program t;
		struct exh_sci_vm *vm = start(&t);
		struct exh_error err;

		cases[i].spoil(vm);
		assert_non_null(exh_vm_check(vm));
		assert_string_equal(exh_vm_check(vm), cases[i].wrong);
		assert_null(copied(&t, vm, &err));
		assert_int_equal(err.status, EXH_INVALID);
		finish(&t, vm);
	}
}

/* A script whose last bytes are a call: it returns to an offset without code. */
static void calls_at_the_end_of_code_are_saved(void **state)
{
	static const uint8_t script[] = {
		7,    0,    8,	  0,	1, 0, 14, 0, /* exports offset 14 */
		2,    0,    10,	  0,		     /* code */
		0x48, 0x48,			     /* ret, ret */
		0x76, 0x41, 0xfa, 0x00,		     /* push0, call the first */
	};
	struct test_program t;
	struct exh_sci_vm *vm, *copy;

	(void)state;
	test_start(&t);
	test_add(&t, EXH_SCI_SCRIPT, 0, (struct exh_bytes){ script, sizeof script, 0 });
	test_open(&t);
	vm = machine_of(&t);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	assert_int_equal(exh_sci_vm_run(vm, 2), EXH_SCI_VM_RUNS);
	copy = copied(&t, vm, NULL);
	assert_non_null(copy);
	for (int i = 0; i < 2; i++) {
		struct exh_sci_vm *either = i ? copy : vm;

		assert_int_equal(exh_sci_vm_run(either, 9), EXH_SCI_VM_FAULTED);
		assert_int_equal(exh_sci_vm_fault(either, NULL), EXH_SCI_BADPC);
		assert_null(exh_vm_check(either));
	}
	exh_sci_vm_free(copy);
	finish(&t, vm);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machines_that_run_are_whole),
		cmocka_unit_test(what_is_wrong_is_found),
		cmocka_unit_test(calls_at_the_end_of_code_are_saved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
