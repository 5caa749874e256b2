/* Code by chance does the same in the general loop, in the fast one, and in the one that
 * compilers without jumps to labels get, however often it is stopped. */
#define EXH_VM_SWITCH
#include "fast_loop.h"

#include "../../sci0/program_testing.h"

enum { LINES = 40, STEPS = 600, GENERAL = 0, FAST, SWITCHED, LOOPS };

static const char system_text[] =
	".exports\nother\n"
	".code\nother:\n lap 1\n push\n lap 0\n add\n ret\n"
	".self Obj\n"
	"Obj::init:\n pTos x\n ldi 1\n add\n aTop x\n ret\n"
	"Obj::doit:\n link 2\n lsp 1\n pToa number\n bnt no\n ldi 7\n add\n sat 1\n lat "
	"1\n"
	"no:\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n"
	" x = 5\n number = 0\n .method init = Obj::init\n .method doit = Obj::doit\n"
	".strings\nobj: .string \"Obj\"\n.relocations\n";

static const char data_text[] =
	".object thing\n species = 0\n superClass = 0\n -info- = 0\n name = @name\n"
	" x = 7\n number = 3\n"
	".strings\nname: .string \"thing\"\n"
	".locals\n .word 1, 2, 3\n .fill 9, 0\n.relocations\n";

/* %u: a small number or the line that a branch leads to. */
static const char *const pieces[] = {
	"ldi %u",
	"pushi %u",
	"push0",
	"push1\n push1",
	"pushi 3\n pushi %u",
	"push",
	"dup",
	"toss",
	"push1\n lst %u",
	"lat %u\n bnt line%u",
	"not\n bnt line%u",
	"pushi %u\n eq?\n bnt line%u",
	"eq?\n bnt line%u",
	"+at %u\n bt line%u",
	"-at %u\n bt line%u",
	"ldi 4\n sat %u",
	"+sg %u",
	"+st %u",
	"+sl %u",
	"lag %u\n add",
	"sag %u",
	"lsl %u",
	"sal %u",
	"lsp %u",
	"lap %u",
	"add",
	"sub",
	"and",
	"or",
	"lt?",
	"ult?",
	"ge?",
	"ne?",
	"pprev",
	"jmp line%u",
	"bt line%u",
	"selfID",
	"pushSelf",
	"lofsa thing",
	"lofss name",
	"pToa 8",
	"aTop 8",
	"pTos 10",
	"class Obj",
	"neg",
	"&rest %u",
	"link %u",
	"pushi #init\n push0\n lofsa thing\n send 4",
	"pushi #x\n push0\n lofsa thing\n send 4",
	"pushi #x\n push1\n pushi %u\n class Obj\n send 6",
	"pushi #doit\n push1\n pushi %u\n lofsa thing\n send 6",
	"pushi #doit\n push1\n pushi %u\n pushi #init\n push0\n lofsa thing\n send 10",
	"pushi #number\n push0\n send %u",
	"pushi #init\n push0\n self 4",
	"pushi #doit\n push1\n push1\n super Obj, 6",
	"pushi #x\n push0\n super Obj, 4",
	"push2\n pushi %u\n push1\n calle 999, 0, 4",
	"push0\n call line%u, 0",
	"push1\n pushi -5\n callk Abs, 2",
	"push1\n lofss name\n callk StrLen, 2",
	"push1\n pushi %u\n callk StrLen, 2",
	"push0\n callk NewList, 0",
	"push1\n class Obj\n push\n callk Clone, 2",
	"push1\n push\n callk IsObject, 2",
	"push0\n callk %u, 0",
	"callk NewList, 0",
	"ret",
};

static void no_trace(void *context, const char *line, size_t size)
{
	(void)context;
	(void)line;
	(void)size;
}

static void make_code(uint64_t *seed, char *out, size_t room)
{
	const uint32_t count = sizeof pieces / sizeof *pieces;
	size_t size = (size_t)snprintf(out, room, ".exports\na\n.code\na:\n link 6\n");

	for (unsigned i = 0; i < LINES; i++) {
		const char *piece = pieces[roll(seed, count)];
		const bool is_line = strstr(piece, "line%u");
		const unsigned a = roll(seed, 7), line = roll(seed, LINES);

		size += (size_t)snprintf(out + size, room - size, "line%u:\n ", i);
		size += (size_t)(is_line && !strstr(piece, " %u")
					 ? snprintf(out + size, room - size, piece, line)
					 : snprintf(out + size, room - size, piece, a,
						    line));
		size += (size_t)snprintf(out + size, room - size, "\n");
	}
	snprintf(out + size, room - size, " ret\n%s", data_text);
}

static void run_some(struct exh_sci0_vm *vm, int loop, uint64_t steps)
{
	const uint64_t end = vm->steps + steps;

	while (loop == SWITCHED && vm->frame_count && !vm->fault && vm->steps < end) {
		uint64_t left = end - vm->steps;

		vm_run_fast(vm, &left);
		assert_int_equal(left, end - vm->steps);
		if (left)
			exh_sci0_vm_run(vm, 1);
	}
	if (loop != SWITCHED)
		exh_sci0_vm_run(vm, steps);
	if (vm->frame_count && !vm->fault)
		assert_int_equal(vm->steps, end);
}

static void assert_same(const struct exh_sci0_vm *a, const struct exh_sci0_vm *b)
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
	struct exh_sci0_vm *vms[LOOPS] = { NULL };
	const bool is_lenient = roll(seed, 2);
	struct test_program t;
	char code[8192];

	make_code(seed, code, sizeof code);
	test_start(&t);
	test_script(&t, 999, system_text);
	test_script(&t, 0, code);
	for (int i = 0; i < LOOPS; i++) {
		const struct exh_sci0_host host = { .trace = i == GENERAL ? no_trace
									  : NULL };
		const struct exh_sci0_vm_options options = { .is_lenient = is_lenient,
							     .most_calls = 20,
							     .stack_size = 400 };

		assert_int_equal(
			exh_sci0_vm_new(&t.program, &options, &host, &vms[i], NULL),
			EXH_OK);
		exh_sci0_vm_call(vms[i], 0, 0, (const uint16_t[]){ 3, 4 }, 2);
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
		exh_sci0_vm_free(vms[i]);
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
