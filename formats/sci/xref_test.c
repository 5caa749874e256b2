#include "exhume/advanced/sci_xref.h"

#include "program_testing.h"

/* Classes: an object, a room with exits, a door, a sound, and a function that prints. */
static const char system_text[] =
	".exports\nprint\n"
	".code\n"
	".self Rm\n"
	"Rm::newRoom:\n ret\n"
	".self Sound\n"
	"Sound::play:\n pToa number\n aTop number\n ipToa number\n ret\n"
	"print:\n pushi #icon\n toss\n pushi #title\n toss\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n"
	" -info- = $8000\n name = @obj\n view = 0\n font = 7\n"
	".class Rm\n species = 1\n superClass = 0\n"
	" -info- = $8000\n name = @rm\n view = 0\n font = 7\n"
	" picture = 0\n north = 0\n east = 0\n"
	" .method newRoom = Rm::newRoom\n"
	".class Sound\n species = 2\n superClass = 0\n"
	" -info- = $8000\n name = @snd\n view = 0\n font = 7\n"
	" number = 0\n .method play = Sound::play\n"
	".strings\nobj: .string \"Obj\"\nrm: .string \"Rm\"\n"
	"snd: .string \"Sound\"\n.relocations\n";

struct uses {
	struct exh_sci_use *list;
	size_t count;
};

static struct uses uses_of(struct test_program *t)
{
	struct uses u;

	assert_int_equal(exh_sci_uses(&t->program, &t->arena, &u.list, &u.count, NULL),
			 EXH_OK);
	return u;
}

/* Counts the uses of a number, as an index, by a script, in a manner. */
static size_t count_uses(const struct uses *u, unsigned kind, unsigned number,
			 unsigned index, unsigned script, unsigned manner)
{
	size_t count, found = 0;
	const struct exh_sci_use *list =
		exh_sci_uses_of(u->list, u->count, kind, (long)number, &count);

	for (size_t i = 0; i < count; i++)
		found += list[i].index == index && list[i].script == script &&
			 list[i].manner == manner;
	return found;
}

static size_t count_plain(const struct uses *u, unsigned kind, unsigned number,
			  unsigned manner)
{
	return count_uses(u, kind, number, EXH_SCI_NO_INDEX, 5, manner);
}

static size_t count_kind(const struct uses *u, unsigned kind)
{
	size_t count;

	exh_sci_uses_of(u->list, u->count, kind, -1, &count);
	return count;
}

/* Compiles script 5 with this code and these locals, after the classes. */
static struct uses uses_in(struct test_program *t, const char *code)
{
	test_start(t);
	test_script(t, 999, system_text);
	test_script(t, 5, code);
	return uses_of(t);
}

static void messages_name_resources(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi #view\n push1\n pushi 12\n"
				    " pushi #drawPic\n push1\n pushi 13\n"
				    " pushi #newRoom\n push1\n pushi 14\n"
				    " pushi #setCursor\n push1\n pushi 15\n"
				    " pushi #setRegions\n push2\n pushi 16\n pushi 17\n"
				    " pushi #font\n push1\n pushi 18\n"
				    " pushi #x\n push1\n pushi 19\n"
				    " class Obj\n send 44\n ret\n");
	(void)state;

	assert_int_equal(count_plain(&u, EXH_SCI_USE_VIEW, 12, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_PIC, 13, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_ROOM, 14, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_CURSOR, 15, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SCRIPT, 16, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SCRIPT, 17, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_FONT, 18, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SELECTOR, 13, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_CLASS, 0, EXH_SCI_USED_CLASS), 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SCRIPT, 999, EXH_SCI_NO_INDEX, 5,
				    EXH_SCI_USED_CLASS),
			 1);
	assert_int_equal(count_kind(&u, EXH_SCI_USE_VIEW), 1);
	exh_arena_free(&t.arena);
}

static void no_room_and_no_picture_are_no_use(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi #newRoom\n push1\n push0\n"
				    " pushi #view\n push1\n pushi -1\n"
				    " pushi #view\n push1\n lsp 1\n"
				    " class Obj\n send 18\n ret\n");
	(void)state;

	assert_int_equal(count_kind(&u, EXH_SCI_USE_ROOM), 0);
	assert_int_equal(count_kind(&u, EXH_SCI_USE_VIEW), 0);
	exh_arena_free(&t.arena);
}

static void numbers_are_sounds_of_sounds_alone(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi #number\n push1\n pushi 21\n"
				    " lofsa song\n send 6\n"
				    " pushi #number\n push1\n pushi 22\n"
				    " lofsa thing\n send 6\n"
				    " pushi #number\n push1\n pushi 23\n"
				    " pushi #play\n push0\n lap 1\n send 10\n"
				    " pushi #number\n push1\n pushi 24\n"
				    " lap 1\n send 6\n ret\n"
				    ".object song\n species = 2\n superClass = 2\n"
				    " -info- = 0\n name = 0\n view = 0\n font = 7\n"
				    " number = 25\n"
				    ".object thing\n species = 0\n superClass = 0\n"
				    " -info- = 0\n name = 0\n view = 9\n font = 7\n"
				    ".relocations\n");
	(void)state;

	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 21, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 22, EXH_SCI_USED_SEND), 0);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 23, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 24, EXH_SCI_USED_SEND), 0);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 25, EXH_SCI_USED_PROPERTY),
			 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_VIEW, 9, EXH_SCI_USED_PROPERTY), 1);
	/* A value inherited from a class is listed only for the class. */
	assert_int_equal(count_plain(&u, EXH_SCI_USE_FONT, 7, EXH_SCI_USED_PROPERTY), 0);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_FONT, 7, EXH_SCI_NO_INDEX, 999,
				    EXH_SCI_USED_PROPERTY),
			 1);
	exh_arena_free(&t.arena);
}

static void kernel_calls_name_resources(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " push2\n pushi 128\n pushi 31\n callk Load, 4\n"
				    " push2\n pushi $88\n pushi 32\n callk Load, 4\n"
				    " push2\n pushi $89\n pushi 33\n callk Load, 4\n"
				    " push1\n pushi 34\n callk DrawPic, 2\n"
				    " push2\n pushi 35\n pushi 3\n callk ScriptID, 4\n"
				    " push1\n pushi 36\n callk ScriptID, 2\n"
				    " push1\n pushi 37\n callk DisposeScript, 2\n"
				    " pushi 5\n lsp 1\n pushi 100\n pushi 105\n pushi 9\n"
				    " pushi 105\n callk Display, 10\n"
				    " pushi 4\n lsp 1\n push1\n pushi 105\n pushi 38\n"
				    " callk Display, 8\n ret\n");
	(void)state;

	assert_int_equal(count_plain(&u, EXH_SCI_USE_VIEW, 31, EXH_SCI_USED_LOAD), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_CURSOR, 32, EXH_SCI_USED_LOAD), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_PIC, 34, EXH_SCI_USED_LOAD), 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SCRIPT, 35, 3, 5, EXH_SCI_USED_LOAD),
			 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SCRIPT, 36, 0, 5, EXH_SCI_USED_LOAD),
			 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SCRIPT, 37, EXH_SCI_USED_DISPOSE),
			 1);
	/* 105 9 is a place on the screen there. */
	assert_int_equal(count_kind(&u, EXH_SCI_USE_FONT), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_KERNEL, 0, EXH_SCI_USED_CALL), 3);
	exh_arena_free(&t.arena);
}

static void printing_functions_take_options(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi 11\n pushi 40\n pushi 2\n"
				    " pushi #at\n pushi 22\n pushi 22\n"
				    " pushi #icon\n pushi 41\n push0\n push0\n"
				    " pushi #font\n pushi 42\n"
				    " calle 999, 0, 22\n ret\n");
	(void)state;

	assert_int_equal(count_uses(&u, EXH_SCI_USE_TEXT, 40, 2, 5, EXH_SCI_USED_LOAD),
			 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_VIEW, 41, EXH_SCI_USED_CALL), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_FONT, 42, EXH_SCI_USED_CALL), 1);
	assert_int_equal(count_kind(&u, EXH_SCI_USE_VIEW), 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SCRIPT, 999, 0, 5, EXH_SCI_USED_CALL),
			 1);
	exh_arena_free(&t.arena);
}

/* A variable with only one value is treated like a number. */
static void variables_of_one_value_count(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi #newRoom\n push1\n lsl 0\n"
				    " pushi #newRoom\n push1\n lsl 1\n"
				    " pushi #newRoom\n push1\n lsl 2\n"
				    " pushi #newRoom\n push1\n lsl 3\n"
				    " pushi #newRoom\n push1\n lsl 4\n"
				    " class Obj\n send 30\n"
				    " ldi 51\n sal 1\n ldi 0\n sal 1\n"
				    " ldi 52\n sal 2\n ldi 53\n sal 2\n"
				    " lea 2, 3\n"
				    " +al 4\n ret\n"
				    ".locals\n .word 50, 0, 0, 54, 55\n");
	(void)state;

	assert_int_equal(count_kind(&u, EXH_SCI_USE_ROOM), 2);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_ROOM, 50, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_ROOM, 51, EXH_SCI_USED_SEND), 1);
	exh_arena_free(&t.arena);
}

/* An object in a global is known in other scripts. */
static void globals_hold_objects(void **state)
{
	struct test_program t;
	struct uses u;
	(void)state;

	test_start(&t);
	test_script(&t, 999, system_text);
	test_script(&t, 0,
		    ".exports\na\n.code\na:\n lofsa song\n sag 1\n ret\n"
		    ".object song\n species = 2\n superClass = 2\n -info- = 0\n"
		    " name = 0\n view = 0\n font = 7\n number = 0\n"
		    ".locals\n .word 0, 0\n.relocations\n");
	test_script(&t, 5,
		    ".exports\na\n.code\na:\n pushi #number\n push1\n pushi 61\n"
		    " lag 1\n send 6\n ret\n");
	u = uses_of(&t);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_SOUND, 61, EXH_SCI_USED_SEND), 1);
	assert_int_equal(count_plain(&u, EXH_SCI_USE_GLOBAL, 1, EXH_SCI_USED_READ), 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_GLOBAL, 1, EXH_SCI_NO_INDEX, 0,
				    EXH_SCI_USED_WRITE),
			 1);
	exh_arena_free(&t.arena);
}

static void methods_use_their_properties(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n ret\n");
	const unsigned number = 11;
	(void)state;

	assert_int_equal(count_uses(&u, EXH_SCI_USE_SELECTOR, number, EXH_SCI_NO_INDEX,
				    999, EXH_SCI_USED_READ),
			 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SELECTOR, number, EXH_SCI_NO_INDEX,
				    999, EXH_SCI_USED_WRITE),
			 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SELECTOR, number, EXH_SCI_NO_INDEX,
				    999, EXH_SCI_USED_CHANGE),
			 1);
	assert_int_equal(count_uses(&u, EXH_SCI_USE_SELECTOR, number, EXH_SCI_NO_INDEX,
				    999, EXH_SCI_USED_DEFINE),
			 1);
	exh_arena_free(&t.arena);
}

static void places_have_names(void **state)
{
	struct test_program t;
	const struct exh_sci_program_script *script;
	struct exh_sci_place place;
	(void)state;

	uses_in(&t, ".exports\na\n.code\na:\n ret\n");
	script = exh_sci_program_script(&t.program, 999);
	place = exh_sci_place_of(&t.program, script,
				 script->code.objects[1].methods[0].code);
	assert_ptr_equal(place.object, &script->code.objects[1]);
	assert_int_equal(place.selector, 16);
	assert_non_null(place.function);
	place = exh_sci_place_of(&t.program, script,
				 script->code.objects[1].address + 2u * 4);
	assert_ptr_equal(place.object, &script->code.objects[1]);
	assert_int_equal(place.selector, 4);
	assert_null(place.function);
	place = exh_sci_place_of(&t.program, script, 0);
	assert_null(place.object);
	assert_int_equal(place.selector, -1);
	exh_arena_free(&t.arena);
}

static void lists_are_sorted_and_without_doubles(void **state)
{
	struct test_program t;
	struct uses u = uses_in(&t, ".exports\na\n.code\na:\n"
				    " pushi 3\n pushi 1\n pushi 5\n pushi 0\n"
				    " callk Format, 6\n ret\n");
	(void)state;

	for (size_t i = 1; i < u.count; i++) {
		const struct exh_sci_use *a = &u.list[i - 1], *b = &u.list[i];

		assert_true(a->kind <= b->kind);
		assert_true(a->kind < b->kind || a->number <= b->number);
		assert_true(memcmp(a, b, sizeof *a) != 0);
	}
	assert_int_equal(count_uses(&u, EXH_SCI_USE_TEXT, 5, 0, 5, EXH_SCI_USED_LOAD), 1);
	exh_arena_free(&t.arena);
}

static void names_of_kinds_and_manners(void **state)
{
	(void)state;
	assert_string_equal(exh_sci_use_kind_name(EXH_SCI_USE_CLASS), "class");
	assert_null(exh_sci_use_kind_name(EXH_SCI_USE_KINDS));
	assert_string_equal(exh_sci_use_manner_name(EXH_SCI_USED_SUPERCLASS),
			    "superclass");
	assert_null(exh_sci_use_manner_name(EXH_SCI_USED_MANNERS));
}

static void memory_has_a_limit(void **state)
{
	struct test_program t;
	struct exh_arena small = { .limit = 64 };
	struct exh_sci_use *list;
	size_t count;
	(void)state;

	uses_in(&t, ".exports\na\n.code\na:\n ret\n");
	assert_int_equal(exh_sci_uses(&t.program, &small, &list, &count, NULL),
			 EXH_NO_MEMORY);
	exh_arena_free(&small);
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_name_resources),
		cmocka_unit_test(no_room_and_no_picture_are_no_use),
		cmocka_unit_test(numbers_are_sounds_of_sounds_alone),
		cmocka_unit_test(kernel_calls_name_resources),
		cmocka_unit_test(printing_functions_take_options),
		cmocka_unit_test(variables_of_one_value_count),
		cmocka_unit_test(globals_hold_objects),
		cmocka_unit_test(methods_use_their_properties),
		cmocka_unit_test(places_have_names),
		cmocka_unit_test(lists_are_sorted_and_without_doubles),
		cmocka_unit_test(names_of_kinds_and_manners),
		cmocka_unit_test(memory_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
