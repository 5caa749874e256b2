#include "exhume/advanced/sci_rooms.h"

#include "program_testing.h"

static const char system_text[] =
	".exports\nnothing\n"
	".code\n.self Rm\nRm::newRoom:\n ret\nnothing:\n ret\n"
	".class Rm\n species = 0\n superClass = -1\n -info- = $8000\n name = @rm\n"
	" picture = 0\n north = 0\n east = 0\n entranceTo = 0\n"
	" .method newRoom = Rm::newRoom\n"
	".strings\nrm: .string \"Rm\"\n.relocations\n";

/* A room with a pic and exits, and code. */
static void add_room(struct test_program *t, unsigned number, unsigned pic,
		     unsigned north, const char *code)
{
	char text[1024];

	snprintf(text, sizeof text,
		 ".exports\nroom\n.code\n.self room\nroom::init:\n%s ret\n"
		 ".object room\n species = 0\n superClass = 0\n -info- = 0\n name = "
		 "@name\n"
		 " picture = %u\n north = %u\n east = 0\n entranceTo = 0\n"
		 " .method init = room::init\n"
		 ".strings\nname: .string \"room%u\"\n.relocations\n",
		 code, pic, north, number);
	test_script(t, number, text);
}

static struct exh_sci_rooms rooms_of(struct test_program *t)
{
	struct exh_sci_use *uses;
	struct exh_sci_rooms rooms;
	size_t count;

	assert_int_equal(exh_sci_uses(&t->program, &t->arena, &uses, &count, NULL),
			 EXH_OK);
	assert_int_equal(exh_sci_rooms(&t->program, uses, count, &t->arena, &rooms, NULL),
			 EXH_OK);
	return rooms;
}

static void rooms_and_the_ways_between_them(void **state)
{
	struct test_program t;
	struct exh_sci_rooms rooms;
	(void)state;

	test_start(&t);
	test_script(&t, 999, system_text);
	add_room(&t, 1, 10, 2, "");
	add_room(&t, 2, 0, 0,
		 " push1\n pushi 20\n callk DrawPic, 2\n"
		 " pushi #newRoom\n push1\n pushi 9\n self 6\n");
	rooms = rooms_of(&t);
	assert_int_equal(rooms.room_count, 2);
	assert_int_equal(rooms.rooms[0].number, 1);
	assert_int_equal(rooms.rooms[0].pic, 10);
	assert_false(rooms.rooms[0].is_led_to);
	assert_int_equal(rooms.rooms[1].pic, 20); /* the only one that its code names */
	assert_true(rooms.rooms[1].is_led_to);
	assert_int_equal(rooms.exit_count, 2);
	assert_int_equal(rooms.exits[0].from, 1);
	assert_int_equal(rooms.exits[0].to, 2);
	assert_int_equal(rooms.exits[0].selector, 6); /* north */
	assert_int_equal(rooms.exits[1].to, 9);
	assert_null(exh_sci_room(&rooms, 9));
	assert_ptr_equal(exh_sci_room(&rooms, 2), &rooms.rooms[1]);
	exh_arena_free(&t.arena);
}

/* In some games the game alone has newRoom. */
static void rooms_need_no_method_if_the_game_has_it(void **state)
{
	static const char rooms_only[] =
		".exports\nnothing\n.code\nnothing:\n ret\n"
		".class Rm\n species = 0\n superClass = -1\n -info- = $8000\n"
		" name = @rm\n picture = 0\n north = 0\n east = 0\n entranceTo = 0\n"
		".strings\nrm: .string \"Rm\"\n.relocations\n";
	static const char game[] =
		".exports\ngame\n.code\n.self game\ngame::newRoom:\n ret\n"
		".object game\n species = -1\n superClass = -1\n -info- = 0\n"
		" name = @name\n .method newRoom = game::newRoom\n"
		".strings\nname: .string \"game\"\n.relocations\n";
	struct test_program t;
	struct exh_sci_rooms rooms;
	(void)state;

	test_start(&t);
	test_script(&t, 999, rooms_only);
	add_room(&t, 1, 10, 0, "");
	rooms = rooms_of(&t);
	assert_int_equal(rooms.room_count, 0);
	test_script(&t, 0, game);
	rooms = rooms_of(&t);
	assert_int_equal(rooms.room_count, 1);
	assert_int_equal(rooms.rooms[0].number, 1);
	exh_arena_free(&t.arena);
}

static void regions_lead_from_their_rooms(void **state)
{
	static const char region[] = ".exports\na\n.code\na:\n pushi #newRoom\n push1\n"
				     " pushi 3\n lag 2\n send 6\n ret\n";
	struct test_program t;
	struct exh_sci_rooms rooms;
	(void)state;

	test_start(&t);
	test_script(&t, 999, system_text);
	test_script(&t, 100, region);
	test_script(&t, 101, region);
	add_room(&t, 1, 1, 0, " pushi #setRegions\n push1\n pushi 100\n self 6\n");
	add_room(&t, 2, 1, 0, " pushi #setRegions\n push1\n pushi 100\n self 6\n");
	add_room(&t, 3, 1, 0, "");
	rooms = rooms_of(&t);
	assert_int_equal(rooms.exit_count, 3);
	assert_int_equal(rooms.exits[0].from, 1);
	assert_int_equal(rooms.exits[0].script, 100);
	assert_int_equal(rooms.exits[1].from, 2);
	assert_int_equal(rooms.exits[2].from, 101); /* no room has that region */
	assert_true(rooms.rooms[2].is_led_to);
	exh_arena_free(&t.arena);
}

static void two_pics_in_code_are_none(void **state)
{
	struct test_program t;
	struct exh_sci_rooms rooms;
	(void)state;

	test_start(&t);
	test_script(&t, 999, system_text);
	add_room(&t, 1, 0, 0,
		 " push1\n pushi 20\n callk DrawPic, 2\n push1\n pushi 21\n"
		 " callk DrawPic, 2\n");
	rooms = rooms_of(&t);
	assert_int_equal(rooms.rooms[0].pic, -1);
	exh_arena_free(&t.arena);
}

static void programs_without_rooms_have_none(void **state)
{
	struct test_program t;
	struct exh_sci_rooms rooms;
	(void)state;

	test_start(&t);
	rooms = rooms_of(&t);
	assert_int_equal(rooms.room_count, 0);
	assert_int_equal(rooms.exit_count, 0);
	assert_null(exh_sci_room(&rooms, 0));
	exh_arena_free(&t.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rooms_and_the_ways_between_them),
		cmocka_unit_test(rooms_need_no_method_if_the_game_has_it),
		cmocka_unit_test(regions_lead_from_their_rooms),
		cmocka_unit_test(two_pics_in_code_are_none),
		cmocka_unit_test(programs_without_rooms_have_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
