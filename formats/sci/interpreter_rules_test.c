#include "program_testing.h"

static bool is_old(const char *argument)
{
	struct test_program t;
	char text[1024];
	bool is;

	snprintf(text, sizeof text,
		 ".exports\nnothing\n.code\nnothing:\n push1\n push0\n callk DrawPic, 2\n"
		 " ret\n.self Rm\nRm::replay:\n pushi 3\n lsp 1\n pushi 100\n push1\n"
		 " callk DrawPic, 6\n ret\n.self Rm\nRm::drawPic:\n %s\n ret\n"
		 ".class Rm\n species = 0\n superClass = -1\n -info- = $8000\n"
		 " name = @rm\n .method replay = Rm::replay\n"
		 " .method drawPic = Rm::drawPic\n.strings\nrm: .string \"Rm\"\n"
		 ".relocations\n",
		 argument);
	test_start(&t);
	test_script(&t, 994, text);
	/* The names of tests have no overlay: drawPic stands for it. */
	for (size_t i = 0; i < t.program.selectors.count; i++)
		if (t.program.selectors.items[i].text.size == 7 &&
		    !memcmp(t.program.selectors.items[i].text.data, "drawPic", 7))
			t.program.selectors.items[i].text = test_text("overlay");
	is = exh_sci_program_is_before_502(&t.program);
	exh_arena_free(&t.arena);
	return is;
}

static void overlays_tell_the_interpreter(void **state)
{
	(void)state;
	assert_true(is_old("pushi 3\n lsp 1\n lsp 2\n push1\n callk DrawPic, 6"));
	assert_false(is_old("pushi 3\n lsp 1\n lsp 2\n push0\n callk DrawPic, 6"));
	assert_false(is_old("push2\n lsp 1\n lsp 2\n callk DrawPic, 4"));
	assert_false(is_old("pushi 3\n lsp 1\n lsp 2\n lsp 3\n callk DrawPic, 6"));
	assert_false(is_old(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlays_tell_the_interpreter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
