#include "exhume/advanced/sci_vm.h"

#include "../../sci/program_testing.h"

#include "machine.h"

/* Number in the game's vocabulary 999; other functions have their usual numbers. */
enum { MEMORY_NUMBER = 114 };

static const char data_text[] = ".object thing\n species = -1\n superClass = -1\n -info- "
				"= 0\n name = @name\n"
				".strings\nname: .string \"thing\"\nabc: .string "
				"\"abc\"\n.locals\n .word 1, 2, 3\n .fill 9, 0\n"
				".relocations\n";

static void add_names(struct test_program *t)
{
	struct exh_sci_name items[MEMORY_NUMBER + 1] = { 0 };
	const struct exh_sci_names names = { .layout = EXH_SCI_NAMES_COUNTED,
					     .items = items,
					     .count = MEMORY_NUMBER + 1 };
	struct exh_writer out = { .limit = TEST_LIMIT };

	for (unsigned i = 0; i < MEMORY_NUMBER; i++)
		items[i].text = exh_sci_program_kernel(&t->program, i);
	items[MEMORY_NUMBER].text = test_text("Memory");
	assert_int_equal(exh_sci_names_write(&names, &out, NULL), EXH_OK);
	test_add(t, EXH_SCI_VOCAB, 999, exh_writer_bytes(&out));
	exh_writer_free(&out);
	test_open(t);
}

static struct exh_sci_vm *start(struct test_program *t, const char *code)
{
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .is_lenient = false };
	struct exh_sci_vm *vm;
	struct exh_error err;
	char text[4096];

	test_start(t);
	add_names(t);
	snprintf(text, sizeof text, ".exports\na\n.code\na:\n%s\n ret\n%s", code,
		 data_text);
	test_script(t, 0, text);
	if (exh_sci_vm_new(&t->program, &options, &host, &vm, &err))
		fail_msg("%s", err.text);
	assert_true(exh_sci_vm_call(vm, 0, 0, NULL, 0));
	return vm;
}

/* Checks the accumulator after the code, as traces print it, or the fault's name. */
static void assert_leaves(const char *code, const char *expected)
{
	struct exh_writer out = { .limit = 256 };
	struct test_program t;
	struct exh_sci_vm *vm = start(&t, code);

	if (exh_sci_vm_run(vm, 200000) == EXH_SCI_VM_FAULTED) {
		const char *name = exh_sci_fault_name(exh_sci_vm_fault(vm, NULL));

		exh_write_bytes(&out, name, strlen(name));
	} else {
		exh_sci_vm_print(vm, exh_sci_vm_accumulator(vm), &out);
	}
	exh_write_u8(&out, 0);
	if (strcmp((const char *)out.data, expected) != 0)
		fail_msg("%s: found %s, expected %s", code, (const char *)out.data,
			 expected);
	assert_null(exh_vm_check(vm));
	exh_writer_free(&out);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

/* A block of 10 bytes in local 0, and one of 20 in local 1. */
#define BLOCKS                                                                  \
	" push2\n push1\n pushi 10\n callk Memory, 4\n sal 0\n push2\n push2\n" \
	" pushi 20\n callk Memory, 4\n sal 1\n"

static void blocks_are_numbered(void **state)
{
	(void)state;
	assert_leaves(BLOCKS " lal 0", "D1+0000");
	assert_leaves(BLOCKS " lal 1", "D2+0000");
	assert_leaves(BLOCKS " push2\n pushi 3\n lsl 0\n callk Memory, 4\n"
			     " push2\n push1\n push1\n callk Memory, 4",
		      "D3+0000");
}

static void words_are_peeked_and_poked(void **state)
{
	(void)state;
	assert_leaves(BLOCKS
		      " pushi 3\n pushi 6\n lsl 0\n pushi $1234\n callk Memory, 6\n"
		      " push2\n pushi 5\n lsl 0\n callk Memory, 4",
		      "#1234");
	/* At an odd offset: its bytes are at 1 and 2. */
	assert_leaves(BLOCKS " pushi 3\n pushi 6\n lsl 0\n ldi 1\n add\n push\n"
			     " pushi $1234\n callk Memory, 6\n"
			     " push2\n pushi 5\n lsl 0\n callk Memory, 4",
		      "#3400");
	assert_leaves(BLOCKS " pushi 3\n pushi 6\n lsl 0\n ldi 9\n add\n push\n push1\n"
			     " callk Memory, 6",
		      "BADREF");
	assert_leaves(BLOCKS " pushi 3\n pushi 6\n lsl 0\n lsl 1\n callk Memory, 6",
		      "BADREF");
	assert_leaves(" push2\n pushi 5\n lea 2, 0\n push\n callk Memory, 4", "BADREF");
	assert_leaves(" push1\n pushi 5\n callk Memory, 2", "KSIG");
	assert_leaves(" push2\n pushi 7\n push0\n callk Memory, 4", "KSIG");
}

static void bytes_are_copied(void **state)
{
	static const char poke[] = BLOCKS " pushi 3\n pushi 6\n lsl 0\n pushi $1234\n "
					  "callk Memory, 6\n";
	char code[1024];

	(void)state;
	snprintf(code, sizeof code,
		 "%s pushi 4\n pushi 4\n lsl 1\n lsl 0\n pushi 10\n callk Memory, 8\n"
		 " push2\n pushi 5\n lsl 1\n callk Memory, 4",
		 poke);
	assert_leaves(code, "#1234");
	/* Within one block, upward. */
	snprintf(code, sizeof code,
		 "%s pushi 4\n pushi 4\n lsl 0\n ldi 1\n add\n push\n lsl 0\n pushi 3\n"
		 " callk Memory, 8\n push2\n pushi 5\n lsl 0\n callk Memory, 4",
		 poke);
	assert_leaves(code, "#3434");
	snprintf(code, sizeof code,
		 "%s pushi 4\n pushi 4\n lsl 1\n lsl 0\n pushi 11\n callk Memory, 8",
		 poke);
	assert_leaves(code, "BADREF");
}

static void texts_lie_in_blocks(void **state)
{
	(void)state;
	assert_leaves(BLOCKS " push2\n lsl 0\n lofss abc\n callk StrCpy, 4\n"
			     " push1\n lsl 0\n ldi 1\n add\n push\n callk StrLen, 2",
		      "#0002");
}

static void freed_blocks_are_gone(void **state)
{
	static const char gone[] = BLOCKS " push2\n pushi 3\n lsl 0\n callk Memory, 4\n";
	char code[1024];

	(void)state;
	snprintf(code, sizeof code, "%s push2\n pushi 3\n lsl 0\n callk Memory, 4", gone);
	assert_leaves(code, "BADREF");
	snprintf(code, sizeof code, "%s push1\n lsl 0\n callk StrLen, 2", gone);
	assert_leaves(code, "KSIG");
}

/* 32 MiB in all: beyond, a required block stops the machine, and other blocks are null.
 */
static void memory_has_an_end(void **state)
{
	(void)state;
	assert_leaves("more: push2\n push1\n pushi -1\n callk Memory, 4\n jmp more",
		      "LIMIT");
	assert_leaves("more: push2\n push2\n pushi -1\n callk Memory, 4\n bt more",
		      "#0000");
}

/* Types that allow addition and subtraction. Source: sci0-vm 1.4. */
static void pointers_are_moved_by_integers(void **state)
{
	static const char *const moved[][2] = {
		{ " lea 2, 1", "L000+0003" },	    /* locals */
		{ " link 3\n lea 4, 2", "T+0007" }, /* stack */
		{ BLOCKS " lal 1", "D2+0001" },
	};
	static const char *const fixed[] = {
		" lofsa thing\n push\n push1\n push\n callk Clone, 2", /* clones */
		" push0\n callk GetSaveDir, 0",			       /* strings */
		" push0\n callk NewList, 0",
		" push2\n push1\n push1\n callk NewNode, 4",
		" push2\n pushi $85\n pushi 9\n callk Load, 4", /* hunks */
	};
	static const char *const moves[] = { " push\n ldi 1\n add",
					     " push\n ldi -1\n sub", " sal 2\n +al 2" };
	char code[1024];

	(void)state;
	assert_leaves(
		" lofss abc\n ldi 4\n add\n push\n ldi 4\n sub\n push\n lofsa abc\n "
		"eq?",
		"#0001");
	for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
		for (size_t i = 0; i < sizeof moved / sizeof *moved; i++) {
			snprintf(code, sizeof code, "%s\n%s", moved[i][0], moves[k]);
			assert_leaves(code, moved[i][1]);
		}
		for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
			snprintf(code, sizeof code, "%s\n%s", fixed[i], moves[k]);
			assert_leaves(code, "PTRARITH");
		}
	}
	/* An integer and a pointer: either way; modulo 65536. */
	assert_leaves(" push1\n lea 2, 1\n add", "L000+0003");
	assert_leaves(" lea 2, 0\n push\n ldi 1\n sub", "L000+ffff");
}

static void pointers_of_one_segment_have_a_difference(void **state)
{
	(void)state;
	assert_leaves(" lea 2, 3\n push\n lea 2, 1\n sub", "#0004");
	assert_leaves(BLOCKS " lsl 0\n lal 0\n sub", "#0000");
	assert_leaves(BLOCKS " lsl 0\n lal 1\n sub", "PTRARITH");
	assert_leaves(" lofss abc\n lea 2, 1\n sub", "PTRARITH");
	assert_leaves(" push1\n lea 2, 1\n sub", "PTRARITH");
	assert_leaves(" lea 2, 1\n push\n add", "PTRARITH");
}

static void pointers_are_compared(void **state)
{
	(void)state;
	assert_leaves(BLOCKS " lsl 0\n ldi 0\n eq?", "#0000");
	assert_leaves(BLOCKS " lsl 0\n lal 1\n ne?", "#0001");
	assert_leaves(BLOCKS " lsl 0\n lal 0\n uge?", "#0001");
	assert_leaves(BLOCKS " lsl 0\n lal 1\n ugt?", "PTRCMP");
	assert_leaves(BLOCKS " lsl 0\n ldi 2000\n ugt?", "#0001");
	assert_leaves(BLOCKS " lsl 0\n ldi 2001\n ugt?", "PTRCMP");
	assert_leaves(BLOCKS " lal 0\n not", "#0000");
}

static void hosts_write_words(void **state)
{
	static const uint16_t words[] = { 0x1234, 7 };
	struct test_program t;
	struct exh_sci_vm *vm = start(&t, " ldi 0");
	struct exh_sci_reg at;
	struct exh_sci_reg found;

	(void)state;
	assert_true(exh_sci_vm_global(vm, 0, &found));
	assert_int_equal(exh_sci_vm_run(vm, 10), EXH_SCI_VM_ENDED);
	at = exh_sci_vm_string(vm, 0);
	assert_true(exh_sci_vm_write_words(vm, at, words, 2));
	at.offset = 127;
	assert_false(exh_sci_vm_write_words(vm, at, words, 2));
	assert_int_equal(exh_sci_vm_fault(vm, NULL), EXH_SCI_BADREF);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);

	vm = start(&t, " lea 2, 1");
	assert_int_equal(exh_sci_vm_run(vm, 10), EXH_SCI_VM_ENDED);
	at = exh_sci_vm_accumulator(vm);
	assert_true(exh_sci_vm_write_words(vm, at, words, 2));
	assert_true(exh_sci_vm_global(vm, 1, &found));
	assert_int_equal(found.offset, 0x1234);
	at.offset++;
	assert_false(exh_sci_vm_write_words(vm, at, words, 2));
	assert_int_equal(exh_sci_vm_fault(vm, NULL), EXH_SCI_BADALIGN);
	exh_sci_vm_free(vm);
	exh_arena_free(&t.arena);
}

static void blocks_are_saved(void **state)
{
	const struct exh_sci_host host = { .kernel = NULL };
	const struct exh_sci_vm_options options = { .is_lenient = false };
	struct exh_writer saved = { .limit = 1 << 20 };
	struct test_program t;
	struct exh_sci_vm *vm = start(&t, BLOCKS " pushi 3\n pushi 6\n lsl 0\n pushi "
						 "$1234\n callk Memory, 6\n push2\n"
						 " pushi 3\n lsl 1\n callk Memory, 4\n"
						 "ldi 0\n push2\n pushi 5\n lsl 0\n"
						 " callk Memory, 4"),
			  *copy;
	size_t used;

	(void)state;
	exh_sci_vm_run(vm, 21);
	assert_true(exh_sci_vm_save(vm, &saved));
	assert_int_equal(exh_sci_vm_load(&t.program, &options, &host,
					 exh_writer_bytes(&saved), &used, &copy, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_vm_run(copy, 100), EXH_SCI_VM_ENDED);
	assert_int_equal(exh_sci_vm_accumulator(copy).offset, 0x1234);
	assert_null(exh_vm_check(copy));
	exh_sci_vm_free(copy);
	exh_sci_vm_free(vm);
	exh_writer_free(&saved);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_numbered),
		cmocka_unit_test(words_are_peeked_and_poked),
		cmocka_unit_test(bytes_are_copied),
		cmocka_unit_test(texts_lie_in_blocks),
		cmocka_unit_test(freed_blocks_are_gone),
		cmocka_unit_test(memory_has_an_end),
		cmocka_unit_test(pointers_are_moved_by_integers),
		cmocka_unit_test(pointers_of_one_segment_have_a_difference),
		cmocka_unit_test(pointers_are_compared),
		cmocka_unit_test(hosts_write_words),
		cmocka_unit_test(blocks_are_saved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
