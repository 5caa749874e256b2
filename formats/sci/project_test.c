#include "exhume/advanced/sci_project.h"

#include "exhume/sci.h"

#include "../base/testing.h"

static struct exh_sci_project read_text(const char *text, struct exh_arena *arena)
{
	struct exh_sci_project project;
	const struct exh_bytes in = { (const uint8_t *)text, strlen(text), 0 };

	assert_int_equal(exh_sci_project_read(in, arena, &project, NULL), EXH_OK);
	return project;
}

static void assert_name(const struct exh_sci_project *project, unsigned type,
			unsigned number, const char *expected)
{
	const struct exh_bytes name = exh_sci_project_name(project, type, number);

	assert_int_equal(name.size, strlen(expected));
	if (name.size)
		assert_memory_equal(name.data, expected, name.size);
}

static void names_by_type_and_number(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_sci_project project = read_text(
		"[Game]\r\nn1=no type\r\n[Script]\r\nn000=Main\r\nN044 = A room \r\n"
		"[views]\nn2=Mole\n[ Pic ]\nn3=Hill=top\n[Other]\nn4=left out\n",
		&arena);
	(void)state;

	assert_int_equal(project.count, 4);
	assert_name(&project, EXH_SCI_SCRIPT, 0, "Main");
	assert_name(&project, EXH_SCI_SCRIPT, 44, "A room");
	assert_name(&project, EXH_SCI_VIEW, 2, "Mole");
	assert_name(&project, EXH_SCI_PIC, 3, "Hill=top");
	assert_name(&project, EXH_SCI_PIC, 4, "");
	assert_name(&project, EXH_SCI_SCRIPT, 1, "");
	exh_arena_free(&arena);
}

static void the_first_of_two_names_counts(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_sci_project project =
		read_text("[Text]\nn7=one\nn7=two\nn6=six\n", &arena);
	(void)state;

	assert_int_equal(project.count, 2);
	assert_name(&project, EXH_SCI_TEXT, 7, "one");
	exh_arena_free(&arena);
}

static void other_lines_are_left_out(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_sci_project project =
		read_text("n1=x\n[Script\nn=x\nn1\nn1 x\nn65536=x\nn99999999999=x\n=x\n"
			  "n65535=last\nn5=\nn6=  \n[",
			  &arena);
	(void)state;

	assert_int_equal(project.count, 1);
	assert_name(&project, EXH_SCI_SCRIPT, 65535, "last");
	exh_arena_free(&arena);
}

static void any_bytes_are_read(void **state)
{
	uint64_t seed = 7;
	(void)state;

	for (int i = 0; i < 2000; i++) {
		static const char letters[] = "[]n=0123\n\r \tscriptVIEW";
		uint8_t text[64];
		const size_t size = roll(&seed, sizeof text);
		struct exh_arena arena = { .limit = 1 << 16 };
		struct exh_sci_project project;
		uint8_t *tight;

		for (size_t k = 0; k < size; k++)
			text[k] = (uint8_t)letters[roll(&seed, sizeof letters)];
		tight = tight_copy(text, size);
		assert_int_equal(
			exh_sci_project_read((struct exh_bytes){ tight, size, 0 }, &arena,
					     &project, NULL),
			EXH_OK);
		exh_arena_free(&arena);
		free(tight);
	}
}

static void memory_has_a_limit(void **state)
{
	struct exh_arena arena = { .limit = 8 };
	struct exh_sci_project project;
	const struct exh_bytes in = { (const uint8_t *)"[View]\nn1=x", 11, 0 };
	(void)state;

	assert_int_equal(exh_sci_project_read(in, &arena, &project, NULL), EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_by_type_and_number),
		cmocka_unit_test(the_first_of_two_names_counts),
		cmocka_unit_test(other_lines_are_left_out),
		cmocka_unit_test(any_bytes_are_read),
		cmocka_unit_test(memory_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
