#include "exhume/advanced/sci_vm.h"

#include "../../sci/program_testing.h"

/* Classes, and helpers that scripts of the tests use. */
static const char system_text[] =
	".exports\nsum\nrecurse\n"
	".code\n"
	".self Obj\n"
	"Obj::init:\n pTos x\n ldi 1\n add\n aTop x\n ret\n"
	"Obj::doit:\n pToa x\n ret\n"
	".self Sub\n"
	"Sub::init:\n pushi #init\n push0\n super 0, 4\n pushi #init\n push0\n super "
	"0, 4\n ret\n"
	/* The sum of all arguments. */
	"sum:\n link 2\n"
	"more:\n +at 0\n push\n lap 0\n gt?\n bt done\n lat 0\n lapi 0\n push\n lat 1\n "
	"add\n sat 1\n jmp more\n"
	"done:\n lat 1\n ret\n"
	"recurse:\n push0\n call recurse, 0\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n x = "
	"5\n"
	" .method init = Obj::init\n .method doit = Obj::doit\n"
	".class Sub\n species = 1\n superClass = 0\n -info- = $8000\n name = @sub\n x = "
	"10\n"
	" .method init = Sub::init\n"
	".strings\nobj: .string \"Obj\"\nsub: .string \"Sub\"\n.relocations\n";

struct running {
	struct test_program t;
	struct exh_sci_vm *vm;
	bool is_lenient;
	size_t lines;	/* lines of the trace */
	unsigned calls; /* calls of Animate and Wait */
	char line[256];
};

static void trace(void *context, const char *line, size_t size)
{
	struct running *r = context;

	if (!r->lines++) {
		memcpy(r->line, line, size);
		r->line[size] = '\0';
	}
}

/* DoAvoider sends init twice to its argument, Wait waits twice; the result is the last
 * answer plus a thousand for each call. */
static void go_on(struct running *r, struct exh_sci_kernel_call *call)
{
	const bool is_wait = call->name.size == 4;

	if (call->is_again != (r->calls > 0) ||
	    call->is_sent != (call->is_again && !is_wait))
		fail_msg("call %u: is_again %d, is_sent %d", r->calls, call->is_again,
			 call->is_sent);
	if (r->calls++ < 2) {
		call->end = is_wait ? EXH_SCI_KERNEL_WAITS : EXH_SCI_KERNEL_SENDS;
		call->receiver = call->arguments[0];
		call->selector = (unsigned)exh_sci_program_selector_named(
			&r->t.program,
			(struct exh_bytes){ (const uint8_t *)"init", 4, 0 });
		return;
	}
	call->result.offset = (uint16_t)(call->answer.offset + 1000 * r->calls);
	r->calls = 0;
}

static bool kernel(void *context, struct exh_sci_vm *vm, struct exh_sci_kernel_call *call)
{
	(void)vm;
	if ((call->name.size == 9 && !memcmp(call->name.data, "DoAvoider", 9)) ||
	    (call->name.size == 4 && !memcmp(call->name.data, "Wait", 4)))
		go_on(context, call);
	else
		call->result.offset = (uint16_t)(100 + call->count);
	return true;
}

/* Starts a machine of the classes and script 0 with this code, and data after it. */
static void start(struct running *r, const char *code, const char *data)
{
	const struct exh_sci_host host = { .context = r,
					   .kernel = kernel,
					   .trace = r->lines ? trace : NULL };
	const struct exh_sci_vm_options options = { .is_lenient = r->is_lenient };
	struct exh_error err;
	char text[4096];

	test_start(&r->t);
	test_script(&r->t, 999, system_text);
	snprintf(text, sizeof text, ".exports\na\n.code\na:\n%s\n ret\n%s", code, data);
	test_script(&r->t, 0, text);
	r->lines = 0;
	if (exh_sci_vm_new(&r->t.program, &options, &host, &r->vm, &err))
		fail_msg("%s", err.text);
}

static void finish(struct running *r)
{
	exh_sci_vm_free(r->vm);
	exh_arena_free(&r->t.arena);
}

static const char data_text[] = ".object thing\n species = 1\n superClass = 1\n -info- = "
				"0\n name = @name\n x = 7\n"
				".strings\nname: .string \"thing\"\nabc: .string "
				"\"abc\"\nform: .string \"%d %5x|%-4s|%04u %c%%\"\n"
				".locals\n .word 1, 2, 3\n .fill 40, 0\n.relocations\n";

/* Checks the accumulator after the code, as traces print it, or the fault's name. */
static void assert_leaves(const char *code, const char *expected)
{
	struct running r = { .is_lenient = false };
	struct exh_writer out = { .limit = 256 };
	enum exh_sci_vm_state state;

	start(&r, code, data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	state = exh_sci_vm_run(r.vm, 100000);
	if (state == EXH_SCI_VM_FAULTED)
		exh_write_bytes(&out, exh_sci_fault_name(exh_sci_vm_fault(r.vm, NULL)),
				strlen(exh_sci_fault_name(exh_sci_vm_fault(r.vm, NULL))));
	else if (state == EXH_SCI_VM_ENDED)
		exh_sci_vm_print(r.vm, exh_sci_vm_accumulator(r.vm), &out);
	else
		exh_write_bytes(&out, "runs", 4);
	exh_write_u8(&out, 0);
	if (strcmp((const char *)out.data, expected) != 0)
		fail_msg("%s: found %s, expected %s", code, (const char *)out.data,
			 expected);
	exh_writer_free(&out);
	finish(&r);
}

static void numbers(void **state)
{
	(void)state;
	assert_leaves(" pushi 7\n ldi 3\n add", "#000a");
	assert_leaves(" pushi 7\n ldi 9\n sub", "#fffe");
	assert_leaves(" pushi 300\n ldi 300\n mul", "#5f90");
	assert_leaves(" pushi -7\n ldi 2\n div", "#fffd");
	assert_leaves(" pushi 7\n ldi 0\n div", "#0000");
	assert_leaves(" pushi -7\n ldi 3\n mod", "#0002");
	assert_leaves(" pushi 7\n ldi 0\n mod", "#0000");
	assert_leaves(" pushi $8001\n ldi 15\n shr", "#0001");
	assert_leaves(" pushi 1\n ldi 16\n shl", "#0000");
	assert_leaves(" pushi $f0\n ldi $3c\n xor", "#00cc");
	assert_leaves(" pushi $f0\n ldi $3c\n and", "#0030");
	assert_leaves(" pushi $f0\n ldi $3c\n or", "#00fc");
	assert_leaves(" ldi 5\n neg", "#fffb");
	assert_leaves(" ldi 5\n bnot", "#fffa");
	assert_leaves(" ldi 5\n not", "#0000");
	assert_leaves(" ldi 0\n not", "#0001");
}

static void comparisons(void **state)
{
	(void)state;
	assert_leaves(" pushi -1\n ldi 1\n lt?", "#0001");
	assert_leaves(" pushi -1\n ldi 1\n ult?", "#0000");
	assert_leaves(" pushi 2\n ldi 2\n ge?", "#0001");
	assert_leaves(" pushi 2\n ldi 2\n ugt?", "#0000");
	assert_leaves(" pushi 2\n ldi 3\n ne?", "#0001");
	assert_leaves(" pushi 3\n ldi 4\n eq?\n pprev\n ldi 0\n add", "#0004");
	/* Pointers are above all resource numbers. */
	assert_leaves(" lofss abc\n ldi 1000\n ugt?", "#0001");
	assert_leaves(" pushi 1000\n lofsa abc\n ult?", "#0001");
	assert_leaves(" lofss abc\n lofsa abc\n eq?", "#0001");
	assert_leaves(" lofss abc\n lofsa form\n ult?", "#0001");
	assert_leaves(" lofss abc\n lofsa form\n sub\n neg", "#0004");
}

static void variables(void **state)
{
	(void)state;
	assert_leaves(" ldi 9\n sag 0\n +ag 0\n push\n lsg 1\n lag 2\n add\n add",
		      "#000f");
	assert_leaves(" ldi 2\n lagi 0", "#0003");
	assert_leaves(" pushi 8\n ldi 1\n sagi 1\n lag 2", "#0008");
	assert_leaves(" link 2\n ldi 4\n sat 1\n -at 1\n push\n lat 0\n add", "#0003");
	assert_leaves(" lea 0, 1", "L000+0002");
	assert_leaves(" link 3\n lea 4, 2", "T+0006");
	assert_leaves(" lag 60", "VARRANGE");
	assert_leaves(" ldi -9\n lagi 0", "VARRANGE");
}

static void calls_and_rest(void **state)
{
	(void)state;
	assert_leaves(" pushi 3\n pushi 10\n pushi 20\n pushi 30\n calle 999, 0, 6",
		      "#003c");
	assert_leaves(" push2\n pushi 4\n pushi 5\n call inner, 4\n ret\n"
		      "inner:\n pushi 1\n pushi 100\n &rest 1\n calle 999, 0, 2",
		      "#006d");
	assert_leaves(" push0\n calle 999, 1, 0", "DEPTH");
	assert_leaves(" push0\n calle 999, 7, 0", "BADEXPORT");
	assert_leaves(" push0\n calle 77, 0, 0", "BADEXPORT");
	assert_leaves("loop: jmp loop", "runs");
}

static void messages(void **state)
{
	(void)state;
	/* Three additions: the methods of Sub and twice of Obj. */
	assert_leaves(" pushi #init\n push0\n pushi #x\n push0\n lofsa thing\n send 8",
		      "#0009");
	assert_leaves(" pushi #x\n push1\n pushi 50\n pushi #init\n push0\n"
		      " pushi #doit\n push0\n lofsa thing\n send 14",
		      "#0034");
	assert_leaves(" pushi #x\n push0\n class Sub\n send 4", "#000a");
	assert_leaves(" class Sub", "S999+007c");
	assert_leaves(" pushi #view\n push0\n lofsa thing\n send 4", "BADSEL");
	assert_leaves(" pushi #x\n push0\n ldi 5\n send 4", "NOTOBJ");
	assert_leaves(" pushi #x\n push0\n lofsa abc\n send 4", "NOTOBJ");
	assert_leaves(" class 9", "BADCLASS");
	assert_leaves(" pToa 8", "BADPROP");
}

static void clones(void **state)
{
	(void)state;
	assert_leaves(" push1\n class Sub\n push\n callk Clone, 2", "C1");
	assert_leaves(" push1\n class Sub\n push\n callk Clone, 2\n sag 0\n"
		      " pushi #init\n push0\n lag 0\n send 4\n"
		      " pushi #x\n push0\n lag 0\n send 4\n push\n"
		      " pushi #x\n push0\n class Sub\n send 4\n add",
		      "#0016");
	assert_leaves(" push1\n lofss thing\n callk Clone, 2\n sag 0\n push1\n push\n"
		      " callk DisposeClone, 2\n push1\n lsg 0\n callk IsObject, 2",
		      "#0000");
	assert_leaves(" push1\n lofss thing\n callk IsObject, 2", "#0001");
	assert_leaves(" push1\n lofss abc\n callk IsObject, 2", "#0000");
	assert_leaves(" push2\n lofss thing\n pushi #init\n callk RespondsTo, 4",
		      "#0001");
	assert_leaves(" push2\n lofss thing\n pushi #view\n callk RespondsTo, 4",
		      "#0000");
	assert_leaves(" push1\n pushi 3\n callk Clone, 2", "KSIG");
}

static void lists(void **state)
{
	static const char list[] = " push0\n callk NewList, 0\n sag 0\n"
				   " push2\n lsg 0\n push2\n pushi 11\n pushi 1\n callk "
				   "NewNode, 4\n push\n callk AddToEnd, 4\n"
				   " push2\n lsg 0\n push2\n pushi 22\n pushi 2\n callk "
				   "NewNode, 4\n push\n callk AddToEnd, 4\n"
				   " push2\n lsg 0\n push2\n pushi 33\n pushi 3\n callk "
				   "NewNode, 4\n push\n callk AddToFront, 4\n";
	static const struct {
		const char *code, *expected;
	} cases[] = {
		{ " push1\n push1\n lsg 0\n callk FirstNode, 2\n push\n callk NodeValue, "
		  "2",
		  "#0021" },
		{ " push1\n push1\n lsg 0\n callk LastNode, 2\n push\n callk NodeValue, "
		  "2",
		  "#0016" },
		{ " push2\n lsg 0\n pushi 1\n callk DeleteKey, 4\n push1\n push1\n "
		  "push1\n lsg 0\n"
		  " callk FirstNode, 2\n push\n callk NextNode, 2\n push\n callk "
		  "NodeValue, 2",
		  "#0016" },
		{ " push2\n lsg 0\n pushi 9\n callk DeleteKey, 4", "#0000" },
		{ " push2\n lsg 0\n pushi 2\n callk FindKey, 4", "N2" },
		{ " push1\n lsg 0\n callk EmptyList, 2", "#0000" },
		{ " push1\n push1\n lsg 0\n callk DisposeList, 2\n push\n ldi 0\n "
		  "push1\n lsg 0\n"
		  " callk FirstNode, 2",
		  "KSIG" },
	};
	char code[2048];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(code, sizeof code, "%s%s", list, cases[i].code);
		assert_leaves(code, cases[i].expected);
	}
	assert_leaves(" push1\n push0\n callk EmptyList, 2", "#0001");
}

static void texts(void **state)
{
	struct running r = { .is_lenient = false };
	struct exh_writer out = { .limit = 256 };

	(void)state;
	assert_leaves(" push1\n lofss abc\n callk StrLen, 2", "#0003");
	assert_leaves(" push2\n lea 0, 3\n push\n lofss abc\n callk StrCpy, 4\n"
		      " push2\n lea 0, 3\n push\n lofss name\n callk StrCat, 4\n"
		      " push2\n lea 0, 3\n push\n pushi 4\n callk StrAt, 4",
		      "#0068");
	assert_leaves(" push2\n lofss abc\n lofss name\n callk StrCmp, 4", "#ffff");
	assert_leaves(" pushi 3\n lofss abc\n lofss form\n push0\n callk StrCmp, 6",
		      "#0000");
	start(&r,
	      " pushi 7\n lea 0, 3\n push\n lofss form\n pushi -5\n pushi 255\n lofss "
	      "abc\n"
	      " pushi 42\n pushi 65\n callk Format, 14",
	      data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	assert_int_equal(exh_sci_vm_run(r.vm, 1000), EXH_SCI_VM_ENDED);
	assert_true(exh_sci_vm_text(r.vm, exh_sci_vm_accumulator(r.vm), &out));
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, "-5    ff|abc |0042 A%");
	exh_writer_free(&out);
	finish(&r);
}

static void trigonometry(void **state)
{
	(void)state;
	assert_leaves(" pushi 2\n pushi 30\n pushi 1000\n callk SinMult, 4", "#01f4");
	assert_leaves(" pushi 2\n pushi 180\n pushi 1000\n callk CosMult, 4", "#fc18");
	assert_leaves(" pushi 2\n pushi 0\n pushi 1000\n callk SinDiv, 4", "#ffff");
	assert_leaves(" pushi 4\n push0\n push0\n pushi 10\n push0\n callk GetAngle, 8",
		      "#005a");
	assert_leaves(
		" pushi 4\n push0\n push0\n pushi 3\n pushi 4\n callk GetDistance, 8",
		"#0005");
	assert_leaves(" push1\n pushi -9\n callk Abs, 2", "#0009");
	assert_leaves(" push1\n pushi 99\n callk Sqrt, 2", "#0009");
	assert_leaves(" push2\n pushi 5\n pushi 5\n callk Random, 4", "#0005");
	assert_leaves(" push2\n pushi 9\n pushi 5\n callk Random, 4", "#0005");
}

static void the_host_does_the_rest(void **state)
{
	(void)state;
	assert_leaves(" push0\n callk HaveMouse, 0", "#0064");
	assert_leaves(" push2\n pushi 3\n pushi 4\n callk CoordPri, 4", "#0066");
	assert_leaves(" push0\n callk $7e, 0", "BADKERNEL");
	/* The result is ignored if the function keeps the accumulator. */
	assert_leaves(" ldi 7\n push2\n pushi 999\n push1\n callk SetCursor, 4", "#0007");
	assert_leaves(" ldi 7\n push0\n callk Animate, 0", "#0007");
	assert_leaves(" ldi 7\n push1\n push0\n callk DrawStatus, 2", "#0007");
}

static void the_host_s_functions_go_on_after_messages(void **state)
{
	(void)state;
	/* x is 7, and each init adds 2; the stack and the registers are as they were. */
	assert_leaves(" push1\n lofss thing\n callk DoAvoider, 2", "#0bc3");
	assert_leaves(" pushi 5\n push1\n lofss thing\n callk DoAvoider, 2\n toss\n"
		      " ldi 1\n push\n push1\n lofss thing\n callk DoAvoider, 2\n add",
		      "#0bc8");
}

static void the_host_s_functions_wait(void **state)
{
	struct running r = { .is_lenient = false };
	unsigned waits = 0;
	enum exh_sci_vm_state now;

	(void)state;
	start(&r, " pushi 9\n push1\n pushi 4\n callk Wait, 2\n add", data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	while ((now = exh_sci_vm_run(r.vm, 100)) == EXH_SCI_VM_WAITS) {
		assert_int_equal(exh_sci_vm_steps(r.vm), 4);
		waits++;
	}
	assert_int_equal(now, EXH_SCI_VM_ENDED);
	assert_int_equal(waits, 2);
	assert_int_equal(exh_sci_vm_steps(r.vm), 6);
	assert_int_equal(exh_sci_vm_accumulator(r.vm).offset, 3009);
	finish(&r);
}

static void full_segments_of_entries_are_followed_by_others(void **state)
{
	struct running r = { .is_lenient = false };
	struct exh_writer out = { .limit = 16 };
	struct exh_sci_reg hunk = { 0, 0 }, first;
	size_t size;

	(void)state;
	start(&r, "", data_text);
	first = exh_sci_vm_add_hunk(r.vm, 4);
	for (unsigned i = 2; i <= 65537; i++) {
		hunk = exh_sci_vm_add_hunk(r.vm, i % 7);
		assert_non_null(exh_sci_vm_hunk(r.vm, hunk, &size));
		assert_int_equal(size, i % 7);
		exh_sci_vm_hunk(r.vm, hunk, &size)[0] = 1;
		if (i < 65537)
			exh_sci_vm_free_hunk(r.vm, hunk);
	}
	assert_int_not_equal(hunk.segment, first.segment);
	exh_sci_vm_print(r.vm, hunk, &out);
	assert_memory_equal(out.data, "H65537", 6);
	assert_non_null(exh_sci_vm_hunk(r.vm, first, &size));
	exh_sci_vm_free_hunk(r.vm, first);
	assert_null(exh_sci_vm_hunk(r.vm, first, &size));
	exh_writer_free(&out);
	finish(&r);
}

/* Records a machine's run from here on: each place and accumulator, and its end. */
static void lines_of(struct exh_sci_vm *vm, unsigned steps, struct exh_writer *out)
{
	for (unsigned i = 0; i < steps; i++) {
		struct exh_sci_where where;

		if (!exh_sci_vm_where(vm, &where))
			break;
		exh_write_u16le(out, where.script);
		exh_write_u16le(out, where.offset);
		exh_sci_vm_print(vm, exh_sci_vm_accumulator(vm), out);
		exh_sci_vm_run(vm, 1);
	}
	exh_sci_vm_print(vm, exh_sci_vm_accumulator(vm), out);
}

static const char saving_code[] =
	" link 2\n push0\n callk NewList, 0\n sag 0\n"
	" push1\n class Sub\n push\n callk Clone, 2\n sal 1\n"
	"again: push2\n lsg 0\n push2\n lsl 1\n lst 0\n callk NewNode, 4\n push\n"
	" callk AddToEnd, 4\n pushi #init\n push0\n lal 1\n send 4\n"
	" push2\n push1\n pushi 100\n callk Random, 4\n sat 1\n"
	" push2\n pushi 7\n pushi 8\n call helper, 4\n"
	" +at 0\n push\n ldi 5\n lt?\n bt again\n"
	" push2\n lsg 0\n pushi 3\n callk FindKey, 4\n ret\n"
	"helper: link 1\n lsp 1\n lap 2\n add\n sat 0\n ret";

static void saved_states_go_on_as_the_machine_does(void **state)
{
	(void)state;
	for (unsigned at = 0; at < 160; at += 3) {
		struct running r = { .is_lenient = false };
		const struct exh_sci_host host = { .context = &r, .kernel = kernel };
		const struct exh_sci_vm_options options = { .is_lenient = false };
		struct exh_writer saved = { .limit = 1 << 20 }, a = saved, b = saved;
		struct exh_sci_vm *copy;
		struct exh_error err;
		size_t used;

		start(&r, saving_code, data_text);
		exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
		exh_sci_vm_run(r.vm, at);
		assert_true(exh_sci_vm_save(r.vm, &saved));
		if (exh_sci_vm_load(&r.t.program, &options, &host,
				    exh_writer_bytes(&saved), &used, &copy, &err))
			fail_msg("%u: %s", at, err.text);
		assert_int_equal(used, saved.size);
		assert_int_equal(exh_sci_vm_steps(copy), exh_sci_vm_steps(r.vm));
		lines_of(r.vm, 400, &a);
		lines_of(copy, 400, &b);
		assert_int_equal(a.size, b.size);
		assert_memory_equal(a.data, b.data, a.size);
		exh_sci_vm_free(copy);
		exh_writer_free(&saved);
		exh_writer_free(&a);
		exh_writer_free(&b);
		finish(&r);
	}
}

/* Any damage gives an error, or a machine that runs. */
static void damaged_states_are_refused_or_run(void **state)
{
	const struct exh_sci_vm_options options = { .is_lenient = false };
	struct running r = { .is_lenient = false };
	const struct exh_sci_host host = { .context = &r, .kernel = kernel };
	struct exh_writer saved = { .limit = 1 << 20 };
	struct exh_bytes bytes;
	struct exh_sci_vm *copy;
	struct exh_error err;
	size_t used;
	uint8_t *changed;

	(void)state;
	start(&r, saving_code, data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	exh_sci_vm_run(r.vm, 60);
	assert_true(exh_sci_vm_save(r.vm, &saved));
	changed = malloc(saved.size);
	assert_non_null(changed);
	for (size_t i = 0; i < saved.size; i++) {
		bytes = (struct exh_bytes){ saved.data, i, 0 };
		assert_int_equal(exh_sci_vm_load(&r.t.program, &options, &host, bytes,
						 &used, &copy, &err),
				 EXH_INVALID);
		memcpy(changed, saved.data, saved.size);
		changed[i] ^= 0x5b;
		bytes = (struct exh_bytes){ changed, saved.size, 0 };
		if (exh_sci_vm_load(&r.t.program, &options, &host, bytes, &used, &copy,
				    &err))
			continue;
		exh_sci_vm_run(copy, 300);
		exh_sci_vm_free(copy);
	}
	free(changed);
	exh_writer_free(&saved);
	finish(&r);
}

static void faults_of_the_stack(void **state)
{
	(void)state;
	assert_leaves(" toss", "STACK");
	assert_leaves(" add", "STACK");
	assert_leaves(" link 5000", "STACK");
	assert_leaves("more: push0\n jmp more", "STACK");
	assert_leaves(" push0\n callk Load, 40", "STACK");
	assert_leaves(" pushi 9\n callk Load, 0", "STACK");
	assert_leaves(" lofss abc\n push0\n lofsa thing\n send 4", "STACK");
}

static void faults_of_code(void **state)
{
	(void)state;
	assert_leaves(" lofss abc\n lofsa abc\n add", "PTRARITH");
	assert_leaves(" lofss abc\n ldi 2\n mul", "PTRARITH");
	assert_leaves(" lofsa abc\n neg", "PTRARITH");
	assert_leaves(" lofss abc\n ldi 30000\n lt?", "PTRCMP");
	assert_leaves(" .byte $4c", "BADOP");
	assert_leaves(" jmp.w $7000", "BADPC");
}

/* A lenient machine goes on with 0, except where it can't. */
static void lenient_machines_go_on(void **state)
{
	static const struct {
		const char *code;
		unsigned acc;
	} cases[] = {
		{ " pushi #view\n push0\n lofsa thing\n send 4\n ldi 6", 6 },
		{ " lofss abc\n ldi 2\n mul", 0 },
		{ " lag 60", 0 },
		{ " pToa 8", 0 },
		{ " push1\n pushi 3\n callk IsObject, 2\n push0\n calle 77, 0, 0\n ldi 8",
		  8 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct running r = { .is_lenient = true };

		start(&r, cases[i].code, data_text);
		exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
		assert_int_equal(exh_sci_vm_run(r.vm, 1000), EXH_SCI_VM_ENDED);
		assert_int_equal(exh_sci_vm_accumulator(r.vm).offset, cases[i].acc);
		assert_true(exh_sci_vm_passed_faults(r.vm) > 0);
		finish(&r);
	}
}

/* A machine stops after any number of instructions, and goes on as without the stop. */
static void steps_are_counted(void **state)
{
	struct running r = { .is_lenient = false };
	uint64_t steps = 0;

	(void)state;
	start(&r, " ldi 50\n sag 0\nmore: -ag 0\n bt more", data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	while (exh_sci_vm_run(r.vm, 1) == EXH_SCI_VM_RUNS)
		assert_int_equal(exh_sci_vm_steps(r.vm), ++steps);
	assert_int_equal(exh_sci_vm_steps(r.vm), 2 + 100 + 1);
	finish(&r);
}

static void traces_have_lines(void **state)
{
	struct running r = { .lines = 1 };

	(void)state;
	start(&r, " lag 1\n push\n callk Abs, 0", data_text);
	exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
	exh_sci_vm_run(r.vm, 2);
	assert_int_equal(r.lines, 2);
	assert_memory_equal(r.line, "I 1 000:", 8);
	assert_non_null(strstr(r.line, " lag 1 a=#0000 p=#0000 sp=1 r=0 x=1 s=#0000"));
	finish(&r);
}

static void disposed_scripts_come_back_anew(void **state)
{
	(void)state;
	assert_leaves(" pushi #x\n push1\n pushi 99\n class Sub\n send 6\n"
		      " push1\n pushi 999\n callk DisposeScript, 2\n"
		      " pushi #x\n push0\n class Sub\n send 4",
		      "#000a");
	assert_leaves(" class Sub\n sag 0\n push1\n pushi 999\n callk DisposeScript, 2\n"
		      " push1\n lsg 0\n callk IsObject, 2",
		      "#0000");
}

static void programs_without_script_0_are_refused(void **state)
{
	const struct exh_sci_vm_options options = { .seed = 1 };
	const struct exh_sci_host host = { .kernel = NULL };
	struct test_program t;
	struct exh_sci_vm *vm;
	struct exh_error err;

	(void)state;
	test_start(&t);
	assert_int_equal(exh_sci_vm_new(&t.program, &options, &host, &vm, &err),
			 EXH_INVALID);
	exh_arena_free(&t.arena);
}

/* Random code ends, faults or uses up its steps, and has no other effect. */
static void any_code_stays_within_its_limits(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int i = 0; i < 1500; i++) {
		struct running r = { .is_lenient = roll(&seed, 2) };
		char code[1024] = "";
		size_t size = 0;

		for (int k = 0; k < 40; k++)
			size += (size_t)snprintf(code + size, sizeof code - size,
						 " .byte %u\n", roll(&seed, 256));
		start(&r, code, data_text);
		exh_sci_vm_call(r.vm, 0, 0, NULL, 0);
		exh_sci_vm_run(r.vm, 2000);
		assert_true(exh_sci_vm_steps(r.vm) <= 2000 + 1000000);
		finish(&r);
	}
}

/* The traced loop runs each instruction in the general way, the other one most in a
 * shorter way: on random code both do the same. */
static void both_loops_agree(void **state)
{
	static const uint8_t frequent[] = { 0x35, 0x36, 0x39, 0x76, 0x78, 0x02, 0x04,
					    0x1a, 0x24, 0x2e, 0x81, 0x85, 0x89, 0xa1,
					    0xc1, 0xe1, 0x2f, 0x31, 0x33, 0x3c, 0x3a };
	uint64_t seed = 12;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		const bool is_lenient = roll(&seed, 2);
		struct running r[2] = { { .is_lenient = is_lenient },
					{ .is_lenient = is_lenient, .lines = 1 } };
		struct exh_sci_reg acc[2];
		char code[2048] = " ldi 3\n";
		size_t size = strlen(code);

		for (int k = 0; k < 60; k++)
			size += (size_t)snprintf(
				code + size, sizeof code - size, " .byte %u, %u\n",
				frequent[roll(&seed, sizeof frequent)], roll(&seed, 6));
		for (int k = 0; k < 2; k++) {
			start(&r[k], code, data_text);
			exh_sci_vm_call(r[k].vm, 0, 0, NULL, 0);
			exh_sci_vm_run(r[k].vm, 500);
			acc[k] = exh_sci_vm_accumulator(r[k].vm);
		}
		assert_int_equal(exh_sci_vm_steps(r[0].vm), exh_sci_vm_steps(r[1].vm));
		assert_int_equal(acc[0].segment, acc[1].segment);
		assert_int_equal(acc[0].offset, acc[1].offset);
		assert_int_equal(exh_sci_vm_fault(r[0].vm, NULL),
				 exh_sci_vm_fault(r[1].vm, NULL));
		assert_int_equal(exh_sci_vm_passed_faults(r[0].vm),
				 exh_sci_vm_passed_faults(r[1].vm));
		finish(&r[0]);
		finish(&r[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(comparisons),
		cmocka_unit_test(variables),
		cmocka_unit_test(calls_and_rest),
		cmocka_unit_test(messages),
		cmocka_unit_test(clones),
		cmocka_unit_test(lists),
		cmocka_unit_test(texts),
		cmocka_unit_test(trigonometry),
		cmocka_unit_test(the_host_does_the_rest),
		cmocka_unit_test(the_host_s_functions_go_on_after_messages),
		cmocka_unit_test(the_host_s_functions_wait),
		cmocka_unit_test(full_segments_of_entries_are_followed_by_others),
		cmocka_unit_test(saved_states_go_on_as_the_machine_does),
		cmocka_unit_test(damaged_states_are_refused_or_run),
		cmocka_unit_test(faults_of_the_stack),
		cmocka_unit_test(faults_of_code),
		cmocka_unit_test(lenient_machines_go_on),
		cmocka_unit_test(steps_are_counted),
		cmocka_unit_test(traces_have_lines),
		cmocka_unit_test(disposed_scripts_come_back_anew),
		cmocka_unit_test(programs_without_script_0_are_refused),
		cmocka_unit_test(any_code_stays_within_its_limits),
		cmocka_unit_test(both_loops_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
