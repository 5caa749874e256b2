#include "exhume/advanced/sci_source.h"

#include "../base/testing.h"

static struct exh_sci_source read_text(const char *text, struct exh_arena *arena)
{
	struct exh_sci_source source;
	const struct exh_bytes in = { (const uint8_t *)text, strlen(text), 0 };

	assert_int_equal(exh_sci_source_read(in, arena, &source, NULL), EXH_OK);
	return source;
}

/* names: one after the other with blanks between, - where there is none. */
static void assert_names(const struct exh_sci_source *source, const char *names)
{
	char found[256] = "";

	for (size_t i = 0; i < source->count; i++) {
		const struct exh_bytes *name = &source->names[i];

		if (i)
			strcat(found, " ");
		if (name->size)
			strncat(found, (const char *)name->data, name->size);
		else
			strcat(found, "-");
	}
	assert_string_equal(found, names);
}

static void locals_of_companion(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	const struct exh_sci_source source = read_text(
		";;; (local no)\n(script# 994)\n(include \"sci.sh\")\n(local\n\tgEgo\n"
		"\tgGame = 5 ; (the game)\n\t[gText 3] = [1 2 3]\n\tgLast = {a ) b}\n)\n"
		"(procedure (f) (local nothing))\n",
		&arena);
	(void)state;

	assert_true(source.has_number);
	assert_int_equal(source.number, 994);
	assert_names(&source, "gEgo gGame gText - - gLast");
	exh_arena_free(&arena);
}

static void locals_of_studio(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	const struct exh_sci_source source =
		read_text("/* (script 1) */ (script $2A) // (local x)\r\n(local\r\n a = "
			  "(1 (2) 3)\r\n"
			  " b[2]\r\n c)",
			  &arena);
	(void)state;

	assert_int_equal(source.number, 42);
	assert_names(&source, "a b - c");
	exh_arena_free(&arena);
}

static void what_can_not_be_placed_is_left_out(void **state)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_sci_source source =
		read_text("(script MAIN) (local a [b SIZE] c)", &arena);
	(void)state;

	assert_false(source.has_number);
	assert_names(&source, "a");
	source = read_text("(local a (b", &arena);
	assert_names(&source, "a");
	source = read_text("(local [a 99999999] b", &arena);
	assert_names(&source, "");
	source = read_text("", &arena);
	assert_names(&source, "");
	exh_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locals_of_companion),
		cmocka_unit_test(locals_of_studio),
		cmocka_unit_test(what_can_not_be_placed_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
