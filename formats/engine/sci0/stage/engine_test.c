#include "stage_testing.h"

/* Those of sci0-vm 4.4 that the machine does not do itself, as its own test lists them.
 */
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
			exh_sci0_program_kernel_named(&s.t.program, test_text(names[i]));

		if (number < 0 || !s.engine->functions[number])
			fail_msg("there is no %s", names[i]);
	}
	test_stage_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_function_of_the_host_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
