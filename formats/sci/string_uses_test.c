#include "exhume/advanced/sci_strings.h"

#include "program_testing.h"

static const char script_text[] =
	".exports\na\n.code\na:\n lofsa hello\n lofss inner+2\n ret\n"
	".object thing\n species = 0\n superClass = 0\n -info- = 0\n name = @name\n"
	".strings\nhello: .string \"Hello\"\nname: .string \"thing\"\n"
	"inner: .string \"a part\"\nlocal: .string \"local\"\nfree: .string \"free\"\n"
	".locals\n .word @local, 1\n.relocations\n";

static void open_script(struct test_program *t)
{
	test_start(t);
	test_script(t, 5, script_text);
}

static void uses_of_strings(void **state)
{
	static const uint8_t expected[] = { EXH_SCI_STRING_IN_CODE,
					    EXH_SCI_STRING_IS_NAME,
					    EXH_SCI_STRING_IN_CODE |
						    EXH_SCI_STRING_IS_ENTERED,
					    EXH_SCI_STRING_IS_VALUE, 0 };
	struct test_program t;
	uint8_t *uses;

	(void)state;
	open_script(&t);
	assert_int_equal(exh_sci_string_uses(test_code(&t, 5), &t.arena, &uses, NULL),
			 EXH_OK);
	assert_memory_equal(uses, expected, sizeof expected);
	exh_arena_free(&t.arena);
}

static void replace(const struct test_program *t, const struct exh_bytes *strings,
		    struct exh_writer *out)
{
	struct exh_error err;

	out->size = 0;
	if (exh_sci_replace_strings(&t->naming, exh_sci_program_script(&t->program, 5),
				    strings, out, &err))
		fail_msg("%s", err.text);
}

static void other_strings_move_what_follows(void **state)
{
	struct exh_bytes strings[6] = { { 0 } };
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct test_program t, other;
	const struct exh_sci_code *code;
	struct exh_bytes text;

	(void)state;
	open_script(&t);
	replace(&t, strings, &out);
	assert_int_equal(out.size, test_code(&t, 5)->bytes.size);
	assert_memory_equal(out.data, test_code(&t, 5)->bytes.data, out.size);

	strings[0] = test_text("A much longer greeting than before, to all of you.");
	strings[3] = test_text("");
	replace(&t, strings, &out);
	test_start(&other);
	test_add(&other, EXH_SCI_SCRIPT, 5, exh_writer_bytes(&out));
	test_open(&other);
	code = test_code(&other, 5);
	assert_true(exh_sci_code_string(code, code->objects[0].properties[EXH_SCI_NAME],
					&text));
	assert_int_equal(text.size, 5);
	assert_memory_equal(text.data, "thing", 5);
	assert_true(exh_sci_code_string(
		code, exh_sci_instruction_target(&code->instructions[0]), &text));
	assert_int_equal(text.size, strings[0].size);
	assert_true(exh_sci_code_string(
		code, exh_sci_instruction_target(&code->instructions[1]), &text));
	assert_memory_equal(text.data, "part", 4);
	assert_true(exh_sci_code_string(code, code->locals[0], &text));
	assert_int_equal(text.size, 0);
	assert_int_equal(code->locals[1], 1);
	exh_writer_free(&out);
	exh_arena_free(&other.arena);
	exh_arena_free(&t.arena);
}

static void scripts_have_a_limit(void **state)
{
	static const struct {
		size_t size;
		enum exh_status expected;
	} sizes[] = { { 70000, EXH_LIMIT }, { 65500, EXH_LIMIT }, { 65000, EXH_OK } };
	static uint8_t large[70000];
	struct exh_bytes strings[6] = { { large, sizeof large, 0 } };
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct test_program t;
	struct exh_error err;

	(void)state;
	memset(large, 'x', sizeof large);
	open_script(&t);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		strings[0].size = sizes[i].size;
		out.size = 0;
		assert_int_equal(exh_sci_replace_strings(
					 &t.naming, exh_sci_program_script(&t.program, 5),
					 strings, &out, &err),
				 sizes[i].expected);
	}
	exh_writer_free(&out);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uses_of_strings),
		cmocka_unit_test(other_strings_move_what_follows),
		cmocka_unit_test(scripts_have_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
