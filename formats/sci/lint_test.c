#include "exhume/advanced/sci_lint.h"

#include "program_testing.h"

enum { MAX_FINDINGS = 32 };

static const char system_text[] =
	".exports\nnothing\n"
	".code\n.self Rm\nRm::newRoom:\n ret\n"
	"nothing:\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n"
	".class Rm\n species = 1\n superClass = 0\n -info- = $8000\n name = @rm\n"
	" picture = 0\n number = 0\n entranceTo = 0\n"
	" .method newRoom = Rm::newRoom\n"
	".strings\nobj: .string \"Obj\"\nrm: .string \"Rm\"\n.relocations\n";

struct found {
	struct exh_sci_finding list[MAX_FINDINGS];
	size_t count;
};

static void see(void *context, const struct exh_sci_finding *finding)
{
	struct found *f = context;

	assert_true(f->count < MAX_FINDINGS);
	f->list[f->count++] = *finding;
}

/* The game has scripts below 1000 and texts, and no pictures. */
static bool has(void *context, unsigned type, unsigned number)
{
	(void)context;
	return type == EXH_SCI_SCRIPT ? number < 1000 : type == EXH_SCI_TEXT;
}

static void lint(struct test_program *t, bool has_resources, struct found *f)
{
	const struct exh_sci_lint_options options = { .has = has_resources ? has : NULL };
	struct exh_sci_use *uses;
	size_t count;

	f->count = 0;
	assert_int_equal(exh_sci_uses(&t->program, &t->arena, &uses, &count, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_lint(&t->program, uses, count, &options, see, f, NULL),
			 EXH_OK);
}

static void start(struct test_program *t)
{
	test_start(t);
	test_script(t, 999, system_text);
}

/* The findings of script 5 with this text. */
static struct test_program lint_script(const char *text, struct found *f)
{
	struct test_program t;

	start(&t);
	test_script(&t, 5, text);
	lint(&t, true, f);
	return t;
}

static void assert_found(const struct found *f, unsigned kind, const char *text)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->list[i].kind == kind && strstr(f->list[i].text, text)) {
			assert_int_equal(f->list[i].script, 5);
			return;
		}
	for (size_t i = 0; i < f->count; i++)
		print_error("%s: %s\n", exh_sci_finding_name(f->list[i].kind),
			    f->list[i].text);
	fail_msg("no %s with '%s'", exh_sci_finding_name(kind), text);
}

#define SAID(name)                                                                    \
	" push1\n lofss " name "\n callk Said, 2\n bnt no_" name "\n ldi 1\nno_" name \
	":\n"

static void specs_that_are_never_true(void **state)
{
	struct found f;
	struct test_program t = lint_script(
		".exports\na\n.code\na:\n" SAID("one") SAID("two") SAID("three")
			SAID("four") " ret\n"
				     ".said\none: .spec '21/30'\ntwo: .spec '21/30<40'\n"
				     "three: .spec '21'\nfour: .spec '22,21/31'\n",
		&f);

	(void)state;
	assert_int_equal(f.count, 1);
	assert_found(&f, EXH_SCI_SAID_SHADOWED, "'{0x021}/{0x030}<{0x040}' is never");
	exh_arena_free(&t.arena);
}

static void specs_that_do_not_claim_shadow_nothing(void **state)
{
	struct found f;
	struct test_program t = lint_script(
		".exports\na\n.code\na:\n" SAID("one")
			SAID("two") " ret\n"
				    ".said\none: .spec '21>'\ntwo: .spec '21/30'\n",
		&f);

	(void)state;
	assert_int_equal(f.count, 0);
	exh_arena_free(&t.arena);
}

/* A spec that is tried on one way only, or in another function. */
static void specs_must_come_before_on_all_ways(void **state)
{
	struct found f;
	struct test_program t = lint_script(
		".exports\na\nb\n.code\na:\n lap 1\n bnt other\n" SAID(
			"one") "other:\n" SAID("two") " ret\n"
						      "b:\n" SAID(
							      "three") " ret\n"
								       ".said\none: "
								       ".spec '21'\ntwo: "
								       ".spec '21/30'\n"
								       "three: .spec "
								       "'21'\n",
		&f);

	(void)state;
	assert_int_equal(f.count, 0);
	exh_arena_free(&t.arena);
}

static void add_words(struct test_program *t)
{
	struct exh_sci_word items[] = { { test_text("lamp"), 0x100, 0x30 },
					{ test_text("look"), 0x800, 0x21 },
					{ test_text("red hat"), 0x100, 0x31 } };
	const struct exh_sci_words words = { .layout = EXH_SCI_WORDS_SCI0,
					     .items = items,
					     .count = 3 };
	struct exh_writer out = { .limit = TEST_LIMIT };

	assert_int_equal(exh_sci_words_write(&words, &out, NULL), EXH_OK);
	test_add(t, EXH_SCI_VOCAB, 0, exh_writer_bytes(&out));
	exh_writer_free(&out);
	test_open(t);
}

static void words_that_nobody_can_type(void **state)
{
	struct test_program t;
	struct found f;

	(void)state;
	start(&t);
	add_words(&t);
	test_script(&t, 5,
		    ".exports\na\n.code\na:\n ret\n.said\n .spec 'look/lamp'\n"
		    " .spec 'look/{0x031}'\n .spec 'look/{0x032}'\n .spec 'look/*'\n");
	lint(&t, true, &f);
	assert_int_equal(f.count, 2);
	assert_found(&f, EXH_SCI_SAID_UNTYPABLE, "'red hat'");
	assert_found(&f, EXH_SCI_SAID_UNKNOWN_WORD, "group 0x032");
	exh_arena_free(&t.arena);
}

static void missing_resources_texts_and_exports(void **state)
{
	static const char text[] = "one\0two";
	struct test_program t;
	struct found f;

	(void)state;
	start(&t);
	test_add(&t, EXH_SCI_TEXT, 7,
		 (struct exh_bytes){ (const uint8_t *)text, sizeof text, 0 });
	test_open(&t);
	test_script(&t, 5,
		    ".exports\na\n0\n.code\na:\n"
		    " push1\n pushi 40\n callk DrawPic, 2\n"
		    " push1\n pushi 1000\n callk DisposeScript, 2\n"
		    " push1\n pushi 1001\n callk ScriptID, 2\n"
		    " pushi 3\n pushi 7\n push2\n push0\n callk GetFarText, 6\n"
		    " pushi 3\n pushi 7\n push1\n push0\n callk GetFarText, 6\n"
		    " push0\n calle 999, 4, 0\n"
		    " push0\n calle 5, 1, 0\n"
		    " push0\n callk $7f, 0\n"
		    " class 77\n"
		    " pushi #title\n push0\n send 4\n"
		    " ret\n");
	lint(&t, true, &f);
	assert_found(&f, EXH_SCI_MISSING_RESOURCE, "no pic 40");
	assert_found(&f, EXH_SCI_MISSING_RESOURCE, "no script 1001");
	assert_found(&f, EXH_SCI_MISSING_TEXT, "text 7 has no string 2");
	assert_found(&f, EXH_SCI_MISSING_EXPORT, "script 999 has 1 exports");
	assert_found(&f, EXH_SCI_MISSING_EXPORT, "export 1 of script 5 is empty");
	assert_found(&f, EXH_SCI_UNKNOWN_KERNEL, "no such kernel function");
	assert_found(&f, EXH_SCI_MISSING_CLASS, "class 77");
	assert_found(&f, EXH_SCI_UNKNOWN_SELECTOR, "selector title (21)");
	assert_int_equal(f.count, 8);
	/* Resources are unknown if there is no game. */
	lint(&t, false, &f);
	assert_int_equal(f.count, 6);
	exh_arena_free(&t.arena);
}

static void code_that_nothing_reaches(void **state)
{
	struct found f;
	struct test_program t =
		lint_script(".exports\na\n.code\na:\n jmp end\n ldi 1\n"
			    " push\n jmp end\nend:\n ret\n ret\n jmp end\n",
			    &f);

	(void)state;
	assert_int_equal(f.count, 1);
	assert_found(&f, EXH_SCI_UNREACHED_CODE, "3 instructions");
	exh_arena_free(&t.arena);
}

static void properties_that_nobody_reads(void **state)
{
	struct test_program t;
	struct found f;

	(void)state;
	start(&t);
	test_script(
		&t, 5,
		".exports\na\n.code\n.self Thing\nThing::doit:\n aTop at\n aTop view\n"
		" aTop x\n pToa x\n ret\na:\n ret\n"
		".class Thing\n species = 2\n superClass = 0\n -info- = $8000\n"
		" name = 0\n at = 0\n view = 0\n x = 0\n"
		" .method doit = Thing::doit\n.relocations\n");
	lint(&t, true, &f);
	assert_int_equal(f.count, 1);
	assert_found(&f, EXH_SCI_UNREAD_PROPERTY, "property at ");
	exh_arena_free(&t.arena);
}

static void add_filled(struct test_program *t, unsigned number, unsigned fill,
		       const char *code)
{
	char text[1024];

	snprintf(text, sizeof text,
		 ".exports\nroom\n.code\n.self room\nroom::init:\n%s ret\n"
		 ".object room\n species = 1\n superClass = 1\n -info- = 0\n name = 0\n"
		 " picture = 0\n number = 0\n entranceTo = 0\n"
		 " .method init = room::init\n"
		 ".locals\n .fill %u, 0\n.relocations\n",
		 code, fill);
	test_script(t, number, text);
}

static void rooms_that_do_not_fit_the_heap(void **state)
{
	struct test_program t;
	struct exh_sci_heap heap;
	struct exh_sci_use *uses;
	struct found f;
	size_t count;

	(void)state;
	start(&t);
	add_filled(&t, 0, 15000, " push0\n callb 0, 0\n");
	add_filled(&t, 5, 15000, " push0\n calle 6, 0, 0\n");
	add_filled(&t, 6, 5000, "");
	lint(&t, true, &f);
	assert_int_equal(f.count, 0);
	assert_int_equal(exh_sci_uses(&t.program, &t.arena, &uses, &count, NULL), EXH_OK);
	assert_int_equal(exh_sci_room_heap(&t.program, uses, count, 5, &heap, NULL),
			 EXH_OK);
	assert_int_equal(heap.least, test_code(&t, 0)->bytes.size +
					     test_code(&t, 5)->bytes.size +
					     test_code(&t, 999)->bytes.size);
	assert_int_equal(heap.most, heap.least + test_code(&t, 6)->bytes.size);
	exh_arena_free(&t.arena);

	start(&t);
	add_filled(&t, 0, 15000, "");
	add_filled(&t, 6, 5000, "");
	add_filled(&t, 5, 15000, " pushi #setRegions\n push1\n pushi 6\n self 6\n");
	lint(&t, true, &f);
	assert_found(&f, EXH_SCI_HEAP_FULL, "at least");
	exh_arena_free(&t.arena);
}

static size_t count_unset(const char *code)
{
	struct found f;
	struct test_program t;
	char text[512];
	size_t count = 0;

	snprintf(text, sizeof text, ".exports\na\n.code\na: link 40\n%s ret\n", code);
	t = lint_script(text, &f);
	for (size_t i = 0; i < f.count; i++)
		count += f.list[i].kind == EXH_SCI_UNSET_TEMPORARY;
	exh_arena_free(&t.arena);
	return count;
}

static void temporaries_are_written_before_they_are_read(void **state)
{
	(void)state;
	assert_int_equal(count_unset(" lat 3\n lat 3\n lst 4\n"), 2);
	assert_int_equal(count_unset(" +at 3\n lat 3\n"), 1);
	assert_int_equal(count_unset(" ldi 1\n sat 3\n lat 3\n +at 3\n"), 0);
	/* On one way only; on both. */
	assert_int_equal(count_unset(" lap 1\n bnt no\n sat 3\nno: lat 3\n"), 1);
	assert_int_equal(count_unset(" lap 1\n bnt no\n sat 3\n jmp on\nno: sat 3\n"
				     "on: lat 3\n"),
			 0);
	/* A loop writes it at its end. */
	assert_int_equal(count_unset("again: lap 1\n bnt out\n lat 3\n ldi 1\n sat 3\n"
				     " jmp again\nout:\n"),
			 1);
	/* Arguments, the rest, what an address or an index reaches. */
	assert_int_equal(count_unset(" lap 1\n lsp 2\n &rest 1\n lapi 3\n"), 0);
	assert_int_equal(count_unset(" lea 4, 10\n lat 10\n lat 20\n"), 0);
	assert_int_equal(count_unset(" lea 4, 10\n lat 9\n"), 1);
	assert_int_equal(count_unset(" lati 5\n sati 5\n lat 6\n"), 0);
}

static void properties_are_those_of_the_object(void **state)
{
	struct test_program t;
	struct found f;

	(void)state;
	start(&t);
	test_script(&t, 5,
		    ".exports\na\n.code\n.self Thing\nThing::doit:\n pToa 10\n"
		    " pToa 12\n dpTos 5\n ret\na:\n pToa 80\n ret\n"
		    ".class Thing\n species = 2\n superClass = 0\n -info- = $8000\n"
		    " name = 0\n at = 0\n x = 0\n"
		    " .method doit = Thing::doit\n.relocations\n");
	lint(&t, true, &f);
	assert_int_equal(f.count, 2);
	assert_found(&f, EXH_SCI_PROPERTY_RANGE,
		     "pToa 12: the object has 6 properties, the last one at 10");
	assert_found(&f, EXH_SCI_PROPERTY_RANGE, "dpTos 5: ");
	exh_arena_free(&t.arena);
}

static void branches_stay_in_the_code(void **state)
{
	struct test_program t;
	struct exh_sci_code *code;
	struct found f;

	(void)state;
	start(&t);
	test_script(&t, 5, ".exports\na\n.code\na:\n ldi 300\n jmp end\nend:\n ret\n");
	code = (struct exh_sci_code *)test_code(&t, 5);
	lint(&t, true, &f);
	assert_int_equal(f.count, 0);
	code->instructions[1].operands[0] = 0x1000;
	lint(&t, true, &f);
	assert_int_equal(f.count, 1);
	assert_found(&f, EXH_SCI_BRANCH_OUTSIDE, "which is not in the code");
	code->instructions[1].operands[0] =
		code->instructions[0].offset + 1 - code->instructions[2].offset;
	lint(&t, true, &f);
	assert_found(&f, EXH_SCI_BRANCH_OUTSIDE, "where no instruction begins");
	exh_arena_free(&t.arena);
}

static void names_of_findings(void **state)
{
	(void)state;
	assert_string_equal(exh_sci_finding_name(EXH_SCI_HEAP_FULL), "heap-full");
	assert_string_equal(exh_sci_finding_name(EXH_SCI_UNSET_TEMPORARY),
			    "unset-temporary");
	assert_string_equal(exh_sci_finding_name(EXH_SCI_BRANCH_OUTSIDE),
			    "branch-outside");
	assert_null(exh_sci_finding_name(EXH_SCI_FINDINGS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(specs_that_are_never_true),
		cmocka_unit_test(specs_that_do_not_claim_shadow_nothing),
		cmocka_unit_test(specs_must_come_before_on_all_ways),
		cmocka_unit_test(words_that_nobody_can_type),
		cmocka_unit_test(missing_resources_texts_and_exports),
		cmocka_unit_test(code_that_nothing_reaches),
		cmocka_unit_test(properties_that_nobody_reads),
		cmocka_unit_test(rooms_that_do_not_fit_the_heap),
		cmocka_unit_test(temporaries_are_written_before_they_are_read),
		cmocka_unit_test(properties_are_those_of_the_object),
		cmocka_unit_test(branches_stay_in_the_code),
		cmocka_unit_test(names_of_findings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
