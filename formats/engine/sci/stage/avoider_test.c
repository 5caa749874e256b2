#include "stage_testing.h"

/* Variables of the test's game. */
enum {
	RESULT = 10,
	X,
	Y,
	HEADING,
	ASKED = 20, /* number of calls of canBeHere */
	FIRST_FREE, /* number of the call from which on it is true */
	MOVED,	    /* number of calls of the mover's doit */
	BLOCKED,    /* result of isBlocked */
	TURNED,	    /* the looper's arguments: direction and actor */
	TURNER,
};

static const char code[] =
	" push1\n lofss avoider\n callk DoAvoider, 2\n sag 10\n"
	" pushi #x\n push0\n lofsa actor\n send 4\n sag 11\n"
	" pushi #y\n push0\n lofsa actor\n send 4\n sag 12\n"
	" pushi #heading\n push0\n lofsa avoider\n send 4\n sag 13\n ret\n"
	".self way\nMover::doit:\n +ag 22\n ret\n"
	".self actor\nActor::isBlocked:\n lag 23\n ret\n"
	"Actor::canBeHere:\n +ag 20\n push\n lag 21\n ge?\n ret\n"
	".self turner\nLooper::doit:\n lap 1\n sag 24\n lap 2\n sag 25\n ret\n";

#define CLASS(name, number)                   \
	".class " name "\n species = " number \
	"\n superClass = -1\n -info- = $8000\n name = @text\n"

/* Plays an actor at (100, 100) that goes right to (200, 100), with steps of 3 and 2.
 * before: instructions that set variables. */
static void play(struct test_stage *s, const char *before, int heading,
		 const char *looper)
{
	char data[2048], all[2048];

	snprintf(
		data, sizeof data,
		CLASS("avoider", "0") " client = @actor\n heading = %d\n" CLASS("way", "1") " x = 200\n y = 100\n .method doit = Mover::doit\n" CLASS(
			"turner",
			"2") " .method doit = Looper::doit\n" CLASS("actor",
								    "3") " x = 100\n y = "
									 "100\n heading "
									 "= 90\n xStep = "
									 "3\n"
									 " yStep = 2\n "
									 "mover = @way\n "
									 "looper = %s\n"
									 " .method "
									 "isBlocked = "
									 "Actor::"
									 "isBlocked\n"
									 " .method "
									 "canBeHere = "
									 "Actor::"
									 "canBeHere\n"
									 ".strings\ntext:"
									 " .string "
									 "\"it\"",
		heading, looper);
	snprintf(all, sizeof all, ".self game\nGame::play:\n%s%s", before, code);
	test_stage_start(s, all, " .method play = Game::play\n", data);
	test_stage_play(s);
	assert_int_equal(test_global(s, MOVED), 1);
}

static void actors_that_are_free_go_on(void **state)
{
	struct test_stage s;

	(void)state;
	play(&s, "", -1, "@turner");
	assert_int_equal(test_global(&s, RESULT), 0xffff);
	assert_int_equal(test_global(&s, TURNER), 0);
	assert_int_equal(test_global(&s, ASKED), 0);
	assert_int_equal(test_global(&s, X), 100);
	test_stage_free(&s);
}

/* An actor that has gone round an obstacle turns towards its target, by its looper or
 * without. */
static void actors_that_become_free_turn(void **state)
{
	struct test_stage s;

	(void)state;
	play(&s, "", 45, "@turner");
	assert_int_equal(test_global(&s, RESULT), 0xffff);
	assert_int_equal(test_global(&s, HEADING), 0xffff);
	assert_int_equal(test_global(&s, TURNED), 90);
	assert_int_not_equal(test_global(&s, TURNER), 0);
	test_stage_free(&s);

	play(&s, "", 45, "0");
	assert_int_equal(test_global(&s, RESULT), 0xffff);
	assert_int_equal(test_global(&s, HEADING), 0xffff);
	assert_int_equal(test_global(&s, TURNER), 0);
	test_stage_free(&s);
}

/* A blocked actor turns by 45 degrees each time, until it can be at the place. */
static void actors_that_are_blocked_go_round(void **state)
{
	static const struct {
		int first_free;
		unsigned result, x, y;
	} cases[] = {
		{ 1, 90, 103, 100 }, { 2, 135, 103, 102 }, { 3, 180, 100, 102 },
		{ 4, 225, 97, 102 }, { 5, 270, 97, 100 },  { 6, 315, 97, 98 },
		{ 7, 0, 100, 98 },   { 8, 45, 103, 98 },   { 9, 0xffff, 100, 100 },
	};
	struct test_stage s;
	char before[64];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(before, sizeof before, " ldi 1\n sag 23\n ldi %d\n sag 21\n",
			 cases[i].first_free);
		play(&s, before, 45, "@turner");
		assert_int_equal(test_global(&s, RESULT), cases[i].result);
		assert_int_equal(test_global(&s, X), cases[i].x);
		assert_int_equal(test_global(&s, Y), cases[i].y);
		assert_int_equal(test_global(&s, HEADING), 45);
		test_stage_free(&s);
	}
	play(&s, " ldi 1\n sag 23\n ldi 2\n sag 21\n", -45, "@turner");
	assert_int_equal(test_global(&s, RESULT), 45);
	test_stage_free(&s);
}

/* One way or the other, at random. */
static void actors_choose_a_way_round(void **state)
{
	struct test_stage s;
	int heading;

	(void)state;
	play(&s, " ldi 1\n sag 23\n ldi 2\n sag 21\n", -1, "@turner");
	heading = (int16_t)test_global(&s, HEADING);
	assert_true(heading == 45 || heading == -45);
	assert_int_equal(test_global(&s, RESULT), 90 + heading);
	test_stage_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(actors_that_are_free_go_on),
		cmocka_unit_test(actors_that_become_free_turn),
		cmocka_unit_test(actors_that_are_blocked_go_round),
		cmocka_unit_test(actors_choose_a_way_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
