#include "exhume/advanced/sci_program.h"

#include "program_testing.h"

enum { X = 13, INIT = 14, DOIT = 15, PLAY = 18 };

/* Three classes in two scripts: one has one, the other two. */
static const char base_text[] =
	".code\n.self Base\nBase::init:\n ret\nBase::doit:\n push0\n ret\n"
	".class Base\n species = 0\n superClass = -1\n -info- = $8000\n name = @n\n"
	" x = 5\n .method init = Base::init\n .method doit = Base::doit\n"
	".strings\nn: .string \"Base\"\n.relocations\n";
static const char derived_text[] =
	".code\nm: ret\n"
	".class Middle\n species = 1\n superClass = 0\n -info- = $8000\n name = @m1\n"
	" x = 5\n view = 6\n"
	".class Leaf\n species = 2\n superClass = 1\n -info- = $8000\n name = @m2\n"
	" x = 5\n view = 6\n .method doit = m\n"
	".object leaf\n _ = 2\n _ = 2\n _ = 0\n _ = @m3\n _ = 1\n _ = 2\n"
	".strings\nm1: .string \"Middle\"\nm2: .string \"Leaf\"\nm3: .string \"leaf\"\n"
	".relocations\n";

static void open_three(struct test_program *t)
{
	test_start(t);
	test_script(t, 900, base_text);
	test_script(t, 20, derived_text);
}

static const struct exh_sci_object *object_named(const struct test_program *t,
						 unsigned script, const char *name)
{
	const struct exh_sci_code *code = test_code(t, script);

	for (size_t i = 0; i < code->object_count; i++)
		if (code->objects[i].name.size == strlen(name) &&
		    !memcmp(code->objects[i].name.data, name, strlen(name)))
			return &code->objects[i];
	fail_msg("no object %s", name);
	return NULL;
}

/* vocab.996: script of each class. */
static void add_classes(struct test_program *t, const uint16_t *scripts, size_t count)
{
	struct exh_writer out = { .limit = TEST_LIMIT };

	for (size_t i = 0; i < count; i++) {
		exh_write_u16le(&out, 0);
		exh_write_u16le(&out, scripts[i]);
	}
	test_add(t, EXH_SCI_VOCAB, 996, exh_writer_bytes(&out));
	exh_writer_free(&out);
	test_open(t);
}

static void scripts_are_found_by_number(void **state)
{
	struct test_program t;

	(void)state;
	open_three(&t);
	assert_int_equal(t.program.script_count, 2);
	assert_int_equal(t.program.scripts[0].number, 20);
	assert_int_equal(t.program.scripts[1].number, 900);
	assert_ptr_equal(exh_sci_program_script(&t.program, 900), &t.program.scripts[1]);
	assert_null(exh_sci_program_script(&t.program, 21));
	assert_null(exh_sci_program_script(&t.program, 65536 + 20));
	/* the first of two scripts with one number is used */
	test_script(&t, 20, base_text);
	assert_int_equal(t.program.script_count, 2);
	assert_int_equal(test_code(&t, 20)->object_count, 3);
	exh_arena_free(&t.arena);
}

static void scripts_that_cannot_be_read_say_why(void **state)
{
	struct test_program t;
	const struct exh_sci_program_script *script;

	(void)state;
	open_three(&t);
	test_add(&t, EXH_SCI_SCRIPT, 30, test_text("nothing of the kind"));
	test_add(&t, EXH_SCI_SCRIPT, 31, test_text(""));
	test_open(&t);
	script = exh_sci_program_script(&t.program, 30);
	assert_false(script->is_open);
	assert_int_equal(script->error.status, EXH_INVALID);
	script = exh_sci_program_script(&t.program, 31);
	assert_false(script->is_open);
	assert_int_equal(script->error.status, EXH_TRUNCATED);
	assert_int_equal(t.program.class_count, 3);
	exh_arena_free(&t.arena);
}

static void no_parts_are_an_empty_program(void **state)
{
	struct exh_arena arena = { .limit = TEST_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_program program;
	struct exh_bytes text;

	(void)state;
	assert_int_equal(exh_sci_program_open(NULL, 0, &arena, &program, &notes, NULL),
			 EXH_OK);
	assert_int_equal(program.script_count + program.class_count, 0);
	assert_null(exh_sci_program_script(&program, 0));
	assert_null(exh_sci_program_class(&program, 0));
	assert_int_equal(exh_sci_program_selector(&program, 0).size, 0);
	assert_int_equal(exh_sci_program_selector_named(&program, test_text("init")), -1);
	assert_int_equal(exh_sci_program_class_named(&program, test_text("")), -1);
	assert_false(exh_sci_program_text(&program, 0, 0, &text));
	assert_false(exh_sci_program_is_circular(&program, 0));
	/* the usual kernel functions have their names */
	assert_same_bytes(exh_sci_program_kernel(&program, 0), "Load", 4);
	assert_same_bytes(exh_sci_program_kernel(&program, 113), "Joystick", 8);
	assert_int_equal(exh_sci_program_kernel(&program, 114).size, 0);
	exh_arena_free(&arena);
}

static void unknown_names_of_functions_give_way_to_their_numbers(void **state)
{
	static const char *const names[] = { "Lode", "", "TimesTan", "Wait" };
	struct exh_sci_name items[4] = { 0 };
	const struct exh_sci_names table = { .layout = EXH_SCI_NAMES_COUNTED,
					     .items = items,
					     .count = 4 };
	struct exh_writer out = { .limit = TEST_LIMIT };
	struct exh_notes notes = { .arena = NULL };
	struct test_program t;

	(void)state;
	for (size_t i = 0; i < table.count; i++)
		items[i].text = test_text(names[i]);
	test_start(&t);
	assert_int_equal(exh_sci_names_write(&table, &out, NULL), EXH_OK);
	test_add(&t, EXH_SCI_VOCAB, 999, exh_writer_bytes(&out));
	notes.arena = &t.arena;
	assert_int_equal(exh_sci_program_open(t.parts, t.part_count, &t.arena, &t.program,
					      &notes, NULL),
			 EXH_OK);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 0), "Load", 4);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 1), "UnLoad", 6);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 2), "TimesTan", 8);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 3), "Wait", 4);
	assert_int_equal(notes.warning_count, 1);
	assert_string_equal(notes.first->text,
			    "vocab.999: 2 unknown names of kernel functions, bound by "
			    "number; first: 0 \"Lode\" is Load");
	exh_writer_free(&out);
	exh_arena_free(&t.arena);
}

static void names_of_the_game_come_before_the_usual(void **state)
{
	/* two names: Load, Wait */
	static const uint8_t kernel[] = { 2,   0,   6,	 0, 12, 0,   4,	  0,   'L',
					  'o', 'a', 'd', 4, 0,	'W', 'a', 'i', 't' };
	struct test_program t;

	(void)state;
	test_start(&t);
	test_add(&t, EXH_SCI_VOCAB, 999, (struct exh_bytes){ kernel, sizeof kernel, 0 });
	test_open(&t);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 1), "Wait", 4);
	assert_same_bytes(exh_sci_program_kernel(&t.program, 2), "ScriptID", 8);
	assert_int_equal(exh_sci_program_kernel_named(&t.program, test_text("Wait")), 1);
	assert_int_equal(exh_sci_program_kernel_named(&t.program, test_text("UnLoad")),
			 -1);
	assert_int_equal(exh_sci_program_selector_named(&t.program, test_text("init")),
			 INIT);
	assert_int_equal(exh_sci_program_selector_named(&t.program, test_text("")), -1);
	assert_same_bytes(exh_sci_program_selector(&t.program, INIT), "init", 4);
	assert_int_equal(exh_sci_program_selector(&t.program, 60000).size, 0);
	exh_arena_free(&t.arena);
}

static void texts_are_found_by_number_and_place(void **state)
{
	struct test_program t;
	struct exh_bytes text;

	(void)state;
	test_start(&t);
	test_add(&t, EXH_SCI_TEXT, 44,
		 (struct exh_bytes){ (const uint8_t *)"one\0two", 8, 0 });
	test_add(&t, EXH_SCI_TEXT, 7,
		 (struct exh_bytes){ (const uint8_t *)"seven", 6, 0 });
	test_open(&t);
	assert_true(exh_sci_program_text(&t.program, 44, 1, &text));
	assert_same_bytes(text, "two", 3);
	assert_true(exh_sci_program_text(&t.program, 7, 0, &text));
	assert_same_bytes(text, "seven", 5);
	assert_false(exh_sci_program_text(&t.program, 44, 2, &text));
	assert_false(exh_sci_program_text(&t.program, 8, 0, &text));
	assert_false(exh_sci_program_text(&t.program, 65536 + 44, 0, &text));
	exh_arena_free(&t.arena);
}

/*
 * Classes.
 */

static void classes_are_those_of_all_scripts(void **state)
{
	const struct exh_sci_program_class *class;
	struct test_program t;

	(void)state;
	open_three(&t);
	assert_int_equal(t.program.class_count, 3);
	assert_int_equal(t.program.listed_class_count, 0);
	class = exh_sci_program_class(&t.program, 1);
	assert_same_bytes(class->name, "Middle", 6);
	assert_int_equal(class->script, 20);
	assert_int_equal(class->owner->number, 20);
	assert_null(exh_sci_program_class(&t.program, 3));
	assert_null(exh_sci_program_class(&t.program, EXH_SCI_NO_CLASS));
	assert_int_equal(exh_sci_program_class_named(&t.program, test_text("Leaf")), 2);
	assert_int_equal(exh_sci_program_class_named(&t.program, test_text("leaf")), -1);
	exh_arena_free(&t.arena);
}

static void listed_classes_may_have_no_script(void **state)
{
	static const uint16_t scripts[] = { 900, 77, 20, 88, 20 };
	const struct exh_sci_program_class *class;
	struct test_program t;

	(void)state;
	open_three(&t);
	add_classes(&t, scripts, 5);
	assert_int_equal(t.program.class_count, 5);
	assert_int_equal(t.program.listed_class_count, 5);
	/* a script without a resource; the class is in another */
	class = exh_sci_program_class(&t.program, 1);
	assert_int_equal(class->script, 77);
	assert_int_equal(class->owner->number, 20);
	/* no resource, and no class */
	class = exh_sci_program_class(&t.program, 3);
	assert_int_equal(class->script, 88);
	assert_null(class->owner);
	assert_null(class->object);
	/* a script that lacks the class */
	class = exh_sci_program_class(&t.program, 4);
	assert_int_equal(class->script, 20);
	assert_null(class->object);
	assert_false(exh_sci_program_is_circular(&t.program, 4));
	exh_arena_free(&t.arena);
}

static void the_listed_script_of_a_class_counts(void **state)
{
	static const uint16_t scripts[] = { 950 };
	struct test_program t;

	(void)state;
	test_start(&t);
	test_script(&t, 900, base_text);
	test_script(&t, 950, base_text);
	test_script(&t, 960, base_text);
	assert_int_equal(exh_sci_program_class(&t.program, 0)->owner->number, 900);
	add_classes(&t, scripts, 1);
	assert_int_equal(exh_sci_program_class(&t.program, 0)->owner->number, 950);
	exh_arena_free(&t.arena);
}

static void two_classes_of_one_name_have_none(void **state)
{
	struct test_program t;

	(void)state;
	open_three(&t);
	test_script(&t, 30,
		    ".class Other\n species = 9\n superClass = -1\n -info- = 0\n"
		    " name = @n\n.strings\nn: .string \"Leaf\"\n.relocations\n");
	assert_int_equal(t.program.class_count, 10);
	assert_int_equal(exh_sci_program_class_named(&t.program, test_text("Leaf")), -1);
	assert_null(exh_sci_program_class(&t.program, 5)->object);
	exh_arena_free(&t.arena);
}

static void selectors_of_properties_are_those_of_the_species(void **state)
{
	static const uint16_t words[] = { 2, 2, 0, 0, 1, 2, 3, 4 }, far[] = { 700, 700 };
	struct exh_sci_object object = { .properties = (uint16_t *)words,
					 .property_count = 8 };
	struct test_program t;
	const uint16_t *selectors;
	size_t count;

	(void)state;
	open_three(&t);
	selectors = exh_sci_program_selectors(&t.program, object_named(&t, 20, "leaf"),
					      &count);
	assert_int_equal(count, 6);
	assert_int_equal(selectors[4], X);
	assert_ptr_equal(selectors, object_named(&t, 20, "Leaf")->selectors);
	/* more properties than the class has, or fewer */
	assert_non_null(exh_sci_program_selectors(&t.program, &object, &count));
	assert_int_equal(count, 6);
	object.property_count = 2;
	assert_non_null(exh_sci_program_selectors(&t.program, &object, &count));
	assert_int_equal(count, 2);
	/* no class, no properties */
	object.properties = (uint16_t *)far;
	assert_null(exh_sci_program_selectors(&t.program, &object, &count));
	assert_int_equal(count, 0);
	object.property_count = 0;
	assert_null(exh_sci_program_selectors(&t.program, &object, &count));
	exh_arena_free(&t.arena);
}

static void methods_come_from_the_nearest_superclass(void **state)
{
	struct exh_sci_found_method m;
	struct test_program t;
	const struct exh_sci_object *leaf;
	const struct exh_sci_program_script *script;

	(void)state;
	open_three(&t);
	leaf = object_named(&t, 20, "leaf");
	script = exh_sci_program_script(&t.program, 20);
	assert_true(exh_sci_program_method(&t.program, script, leaf, DOIT, &m));
	assert_int_equal(m.script->number, 20);
	assert_same_bytes(m.object->name, "Leaf", 4);
	assert_true(exh_sci_program_method(&t.program, script, leaf, INIT, &m));
	assert_int_equal(m.script->number, 900);
	assert_same_bytes(m.object->name, "Base", 4);
	assert_int_equal(m.code, m.object->methods[0].code);
	assert_false(exh_sci_program_method(&t.program, script, leaf, PLAY, &m));
	assert_true(exh_sci_program_is_kind(&t.program, leaf, 2));
	assert_true(exh_sci_program_is_kind(&t.program, leaf, 0));
	assert_false(exh_sci_program_is_kind(&t.program, leaf, 3));
	assert_false(
		exh_sci_program_is_kind(&t.program, object_named(&t, 900, "Base"), 1));
	exh_arena_free(&t.arena);
}

/*
 * Circles.
 */

static const char circle_text[] = ".class a\n species = 0\n superClass = 1\n"
				  ".class b\n species = 1\n superClass = 2\n"
				  ".class c\n species = 2\n superClass = 0\n"
				  ".class itself\n species = 3\n superClass = 3\n"
				  ".class above\n species = 4\n superClass = 0\n"
				  ".class lost\n species = 5\n superClass = 300\n"
				  ".class top\n species = 6\n superClass = -1\n"
				  ".class small\n species = 7\n"
				  ".object one\n _ = 0\n _ = 0\n";

static void circles_of_superclasses_end_each_search(void **state)
{
	/* class 4 is below a circle */
	static const bool circular[] = {
		true, true, true, true, true, false, false, false
	};
	struct exh_sci_found_method m;
	struct test_program t;
	const struct exh_sci_code *code;

	(void)state;
	test_start(&t);
	test_script(&t, 1, circle_text);
	code = test_code(&t, 1);
	assert_int_equal(code->object_count, 9);
	for (unsigned i = 0; i < sizeof circular; i++)
		assert_int_equal(exh_sci_program_is_circular(&t.program, i), circular[i]);
	for (size_t i = 0; i < code->object_count; i++) {
		assert_false(exh_sci_program_method(&t.program, &t.program.scripts[0],
						    &code->objects[i], INIT, &m));
		assert_false(exh_sci_program_is_kind(&t.program, &code->objects[i], 9));
	}
	assert_true(exh_sci_program_is_kind(&t.program, &code->objects[8], 2));
	assert_true(exh_sci_program_is_kind(&t.program, &code->objects[4], 1));
	exh_arena_free(&t.arena);
}

/*
 * Damage.
 */

static void damaged_vocabularies_are_noted(void **state)
{
	static const unsigned numbers[] = { 0, 996, 997, 999 };

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (size_t size = 0; size < 12; size++) {
			static const uint8_t bytes[] = { 0xff, 0x7f, 0xff, 0xff,
							 0xff, 0xff, 0xff, 0xff,
							 0xff, 0xff, 0xff, 0xff };
			uint8_t *tight = tight_copy(bytes, size);
			struct exh_arena arena = { .limit = TEST_LIMIT };
			struct exh_notes notes = { .arena = &arena };
			const struct exh_sci_part part = { EXH_SCI_VOCAB,
							   numbers[i],
							   { tight, size, 0 } };
			struct exh_sci_program program;

			assert_int_equal(exh_sci_program_open(&part, 1, &arena, &program,
							      &notes, NULL),
					 EXH_OK);
			assert_true(program.kernel.count >= 114);
			if (numbers[i] == 997 && size < 2)
				assert_true(has_note(&notes, EXH_DAMAGE, "vocab.997"));
			exh_arena_free(&arena);
			free(tight);
		}
}

static void short_memory_is_reported(void **state)
{
	struct test_program t;
	enum exh_status status = EXH_NO_MEMORY;
	size_t limit = 0;

	(void)state;
	open_three(&t);
	test_add(&t, EXH_SCI_TEXT, 7, test_text("seven"));
	for (; status; limit += 40) {
		struct exh_arena arena = { .limit = limit };
		struct exh_notes notes = { .arena = &arena };
		struct exh_sci_program program;
		struct exh_error err;

		status = exh_sci_program_open(t.parts, t.part_count, &arena, &program,
					      &notes, &err);
		if (status) {
			assert_int_equal(status, EXH_NO_MEMORY);
			assert_int_equal(err.status, EXH_NO_MEMORY);
		}
		assert_true(limit < TEST_LIMIT);
		exh_arena_free(&arena);
	}
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scripts_are_found_by_number),
		cmocka_unit_test(scripts_that_cannot_be_read_say_why),
		cmocka_unit_test(no_parts_are_an_empty_program),
		cmocka_unit_test(unknown_names_of_functions_give_way_to_their_numbers),
		cmocka_unit_test(names_of_the_game_come_before_the_usual),
		cmocka_unit_test(texts_are_found_by_number_and_place),
		cmocka_unit_test(classes_are_those_of_all_scripts),
		cmocka_unit_test(listed_classes_may_have_no_script),
		cmocka_unit_test(the_listed_script_of_a_class_counts),
		cmocka_unit_test(two_classes_of_one_name_have_none),
		cmocka_unit_test(selectors_of_properties_are_those_of_the_species),
		cmocka_unit_test(methods_come_from_the_nearest_superclass),
		cmocka_unit_test(circles_of_superclasses_end_each_search),
		cmocka_unit_test(damaged_vocabularies_are_noted),
		cmocka_unit_test(short_memory_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
