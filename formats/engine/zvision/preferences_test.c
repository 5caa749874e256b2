/* Settings of the player, and the games' file of them. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

/* Key 200: 1 saves the settings, 2 reads them, 3 restores a game. */
static const char universe[] =
	"puzzle:700 {\ncriteria {\n[200] = 1\n}\nresults {\na:assign(200 0)\n"
	"a:preferences(save)\na:assign(700 0)\n}\n}\n"
	"puzzle:701 {\ncriteria {\n[200] = 2\n}\nresults {\na:assign(200 0)\n"
	"a:preferences(restore)\na:assign(701 0)\n}\n}\n"
	"puzzle:702 {\ncriteria {\n[200] = 3\n}\nresults "
	"{\na:restore_game(a.sav)\n}\n}\n";

static void start(struct stage *stage, enum exh_zv_game game)
{
	stage_text(stage, "universe.scr", universe);
	stage_text(stage, "gary.scr", "");
	stage_start(stage, game, &from_start);
	stage_step(stage, 3);
}

static void ask(struct stage *stage, int32_t value)
{
	exh_zv_engine_set_key(stage->engine, 200, value);
	stage_step(stage, 2);
}

static void a_game_starts_with_the_usual_settings(void **unused)
{
	static const int32_t values[][2] = {
		{ 50, 5 }, { 53, 540 }, { 57, 1 }, { 58, 1 }, { 51, 1 }, { 74, 1 },
		{ 78, 2 }, { 69, 1 },	{ 65, 0 }, { 66, 0 }, { 67, 0 }, { 68, 0 },
		{ 71, 0 }, { 72, 0 },	{ 59, 0 }, { 77, 0 },
	};
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_ZGI);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		assert_int_equal(stage_key(&stage, values[i][0]), values[i][1]);
	ask(&stage, 2); /* there is no file */
	assert_int_equal(stage_key(&stage, 53), 540);
	assert_null(exh_zv_world_notes(stage.world)->first);
	stage_end(&stage);
}

static void they_are_read_at_the_start_and_after_restoring(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_text(&stage, "inquis.ini",
		   "Brightness=1\r\n[other]\r\nBrightness=2\r\nCPU=9\r\n"
		   "[ZORKGrandInquisitor]\r\n  brightnessOfAll = 30\r\n"
		   "KeyboardTurnSpeed=-7\r\nShowSubtitles\r\nWin958=x\r\nNothing=4\r\n"
		   "PanaRotateSpeed=100");
	start(&stage, EXH_ZV_ZGI);
	assert_int_equal(stage_key(&stage, 77), 30);
	assert_int_equal(stage_key(&stage, 50), -7);
	assert_int_equal(stage_key(&stage, 53), 100);
	assert_int_equal(stage_key(&stage, 51), 1);
	assert_int_equal(stage_key(&stage, 69), 1);
	exh_zv_engine_set_key(stage.engine, 77, 4);
	exh_zv_engine_set_key(stage.engine, 59, 4);
	assert_true(exh_zv_engine_keep_game(stage.engine, "a.sav"));
	exh_zv_engine_set_key(stage.engine, 59, 5);
	ask(&stage, 2);
	assert_int_equal(stage_key(&stage, 77), 30);
	exh_zv_engine_set_key(stage.engine, 77, 5);
	ask(&stage, 3);
	assert_int_equal(stage_key(&stage, 77), 30);
	assert_int_equal(stage_key(&stage, 59), 4);
	stage_end(&stage);
}

static void they_are_saved_by_their_names(void **unused)
{
	static const char head[] = "[ZorkNemesis]\r\nKeyboardTurnSpeed=8\r\n"
				   "PanaRotateSpeed=540\r\nQSoundEnabled=1\r\n"
				   "VenusEnabled=1\r\nHighQuality=0\r\nPlatform=0\r\n"
				   "InstallLevel=0\r\nCountryCode=0\r\nCPU=1\r\n"
				   "MovieCursor=0\r\nNoAnimWhileTurning=0\r\nWin958=0\r\n"
				   "ShowErrorDialogs=0\r\nShowSubtitles=0\r\n"
				   "DebugCheats=1\r\nJapaneseFonts=0\r\nBrightness=0\r\n";
	struct stage stage = { .file_count = 0 };
	struct exh_bytes bytes;
	const char *name;

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	exh_zv_engine_set_key(stage.engine, 50, 8);
	exh_zv_engine_set_key(stage.engine, 51, 0);
	exh_zv_engine_set_key(stage.engine, 300, 1);
	ask(&stage, 1);
	assert_true(exh_zv_engine_kept_game(stage.engine, 0, &name, &bytes));
	assert_string_equal(name, "znemesis.ini");
	assert_int_equal(bytes.size, sizeof head - 1);
	assert_memory_equal(bytes.data, head, bytes.size);
	exh_zv_engine_set_key(stage.engine, 50, 1);
	exh_zv_engine_set_key(stage.engine, 300, 2);
	ask(&stage, 2);
	assert_int_equal(stage_key(&stage, 50), 8);
	assert_int_equal(stage_key(&stage, 300), 2);
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_starts_with_the_usual_settings),
		cmocka_unit_test(they_are_read_at_the_start_and_after_restoring),
		cmocka_unit_test(they_are_saved_by_their_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
