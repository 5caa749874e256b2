#include "stage_testing.h"

/* Functions of sci0-vm 4.4 that the machine does not implement itself, as its own test
 * lists them. */
static void every_function_of_the_host_is_there(void **state)
{
	static const char *const names[] = {
		"DrawPic",	 "Show",	  "PicNotValid",   "Animate",
		"SetNowSeen",	 "NumLoops",	  "NumCels",	   "CelWide",
		"CelHigh",	 "DrawCel",	  "AddToPic",	   "NewWindow",
		"GetPort",	 "SetPort",	  "DisposeWindow", "DrawControl",
		"HiliteControl", "EditControl",	  "TextSize",	   "Display",
		"GetEvent",	 "GlobalToLocal", "LocalToGlobal", "MapKeyToDir",
		"DrawMenuBar",	 "MenuSelect",	  "AddMenu",	   "DrawStatus",
		"Parse",	 "Said",	  "SetSynonyms",   "HaveMouse",
		"SetCursor",	 "FOpen",	  "FPuts",	   "FGets",
		"FClose",	 "SaveGame",	  "RestoreGame",   "RestartGame",
		"DoSound",	 "Wait",	  "GetTime",	   "BaseSetter",
		"DirLoop",	 "CanBeHere",	  "OnControl",	   "DoAvoider",
		"GetMenu",	 "SetMenu",	  "GetSaveFiles",  "CheckFreeSpace",
		"ValidPath",	 "CoordPri",	  "DeviceInfo",	   "CheckSaveGame",
		"ShakeScreen",	 "Graph",	  "Joystick",
	};
	struct test_stage s;

	(void)state;
	test_stage_start(&s, ".self game\nGame::play:\n ret\n",
			 " .method play = Game::play\n", ".strings\n");
	assert_int_equal(sizeof names / sizeof *names, 114 - 55);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const int number =
			exh_sci_program_kernel_named(&s.t.program, test_text(names[i]));

		if (number < 0 || !s.engine->functions[number])
			fail_msg("there is no %s", names[i]);
	}
	test_stage_free(&s);
}

static void keep_fault(void *context, const struct exh_sci_vm *vm,
		       enum exh_sci_fault fault, const char *text)
{
	struct exh_sci_where where;

	assert_true(exh_sci_vm_where(vm, &where));
	assert_non_null(text);
	*(enum exh_sci_fault *)context = fault;
}

/* A watching host sees the faults after which a lenient game goes on. */
static void a_passed_fault_is_told(void **state)
{
	const struct exh_sci_start begin = { .is_lenient = true };
	enum exh_sci_fault fault = EXH_SCI_NO_FAULT;
	struct exh_sci_engine *engine;
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 ".self game\nGame::play:\n pushi 3\n push0\n ldi 5\n send 4\n "
			 "ret\n",
			 " .method play = Game::play\n", ".strings\n");
	assert_int_equal(
		exh_sci_engine_new(&s.t.program, &test_resources, &begin, &engine, NULL),
		EXH_OK);
	exh_sci_engine_watch_faults(engine, keep_fault, &fault);
	assert_false(exh_sci_engine_step(engine, NULL));
	assert_int_equal(fault, EXH_SCI_NOTOBJ);
	exh_sci_engine_free(engine);
	test_stage_free(&s);
}

/* Time of the last request for events, for a game that makes no more requests. */
static void it_is_known_when_events_were_asked_for(void **state)
{
	struct exh_sci_engine_state now;
	struct test_stage s;

	(void)state;
	test_stage_start(&s,
			 ".self game\nGame::play:\n push2\n pushi 127\n pushSelf\n "
			 "callk GetEvent, 4\nagain:\n jmp again\n",
			 " .method play = Game::play\n", ".strings\n");
	for (int i = 0; i < 10; i++)
		assert_true(exh_sci_engine_step(s.engine, NULL));
	exh_sci_engine_state(s.engine, &now);
	assert_int_equal(now.polled, 0);
	assert_int_equal(now.tick, 10 * EXH_SCI_STEP_TICKS);
	test_stage_free(&s);
}

#define CLASS(name, number, properties)                                               \
	".class " name "\n species = " number "\n superClass = -1\n -info- = $8000\n" \
	" name = @game_name\n" properties

/* The ego and the room are in variables around the game's object, wherever that is. */
static void roles_are_around_the_games_object(void **state)
{
	static const struct {
		const char *code;
		int game, room, x;
	} games[] = {
		{ "", -1, 0, 0 },
		{ " selfID\n sag 1\n", 1, 0, 0 },
		{ " selfID\n sag 1\n lofsa hero\n sag 0\n lofsa place\n sag 2\n", 1, 42,
		  7 },
		{ " selfID\n sag 61\n lofsa hero\n sag 60\n lofsa place\n sag 62\n", 61,
		  42, 7 },
		/* A copy without a room after it does not count. */
		{ " selfID\n sag 9\n lofsa hero\n sag 10\n selfID\n sag 61\n"
		  " lofsa hero\n sag 60\n lofsa place\n sag 62\n",
		  61, 42, 7 },
		{ " selfID\n sag 0\n lofsa place\n sag 1\n", 0, 42, 0 },
		/* Variables 0 and 2 have no meaning if there is no game object. */
		{ " lofsa hero\n sag 0\n lofsa place\n sag 2\n", -1, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		struct exh_sci_engine_state now;
		struct test_stage s;
		char code[512];

		snprintf(code, sizeof code, ".self game\nGame::play:\n%s ret\n",
			 games[i].code);
		test_stage_start(&s, code,
				 " .method play = Game::play\n" CLASS("hero", "0",
								      " x = 7\n y = 9\n")
					 CLASS("place", "1", " number = 42\n"),
				 ".strings\n");
		test_stage_play(&s);
		exh_sci_engine_state(s.engine, &now);
		assert_int_equal(now.game_global, games[i].game);
		assert_int_equal(now.room, games[i].room);
		assert_int_equal(now.ego_x, games[i].x);
		test_stage_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_function_of_the_host_is_there),
		cmocka_unit_test(a_passed_fault_is_told),
		cmocka_unit_test(it_is_known_when_events_were_asked_for),
		cmocka_unit_test(roles_are_around_the_games_object),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
