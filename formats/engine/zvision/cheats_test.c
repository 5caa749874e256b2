/* Words that are typed, and the menu's keys. */
#include "stage_testing.h"

static const struct exh_zv_start from_start = { .seed = 1 };

static void press(struct stage *stage, uint8_t code, bool control)
{
	stage->input.presses[0] = code;
	stage->input.press_count = 1;
	stage->input.control = control;
	stage_step(stage, 1);
	stage->input.press_count = 0;
	stage->input.control = false;
}

static void type(struct stage *stage, const char *text)
{
	for (; *text; text++)
		press(stage, (uint8_t)*text, false);
}

static void start(struct stage *stage, enum exh_zv_game game)
{
	stage_text(stage, "universe.scr",
		   "puzzle:700 {\ncriteria {\n[401] > 0\n}\nresults {\n"
		   "a:menu_bar_enable([401])\n}\n}\n");
	stage_start(stage, game, &from_start);
	stage_step(stage, 3);
}

static void check_place(struct stage *stage, const char *place)
{
	struct exh_zv_engine_state state;

	exh_zv_engine_state(stage->engine, &state);
	assert_string_equal(state.place, place);
}

static void words_lead_to_places(void **unused)
{
	static const struct {
		enum exh_zv_game game;
		const char *word, *place;
		int32_t key, value;
	} words[] = {
		{ EXH_ZV_NEMESIS, "CHLOE", "tm2g", 224, 1 },
		{ EXH_ZV_NEMESIS, "IDKFA", "tw3f", 249, 1 },
		{ EXH_ZV_NEMESIS, "309NEWDORMA", "gjgj", 224, 0 },
		{ EXH_ZV_NEMESIS, "KILLMENOW", "gary", 2201, 0 },
		{ EXH_ZV_NEMESIS, "CHCHLOE", "tm2g", 224, 1 },
		{ EXH_ZV_NEMESIS, "CHLOVE", "gary", 224, 0 },
		{ EXH_ZV_ZGI, "CHLOE", "gary", 224, 0 },
		{ EXH_ZV_ZGI, "KILLMENOW", "gjde", 2201, 35 },
		{ EXH_ZV_ZGI, "MIKESPANTS", "gjtm", 2201, 0 },
		{ EXH_ZV_ZGI, "XYZZY", "gary", 74, 0 },
		{ EXH_ZV_ZGI, "XYZZYXYZZY", "gary", 74, 1 },
		{ EXH_ZV_ZGI, "GOH1X9", "h1x9", 74, 1 },
		{ EXH_ZV_ZGI, "GOH1X\x20", "gary", 74, 1 },
		{ EXH_ZV_NEMESIS, "XYZZYGOHALL", "gary", 74, 0 },
		{ EXH_ZV_NEMESIS, "GOTE1E\xbf", "te1e", 74, 1 }, /* too early */
	};

	(void)unused;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct stage stage = { .file_count = 0 };

		start(&stage, words[i].game);
		type(&stage, words[i].word);
		check_place(&stage, "gary");
		stage_step(&stage, 2);
		check_place(&stage, words[i].place);
		assert_int_equal(stage_key(&stage, words[i].key), words[i].value);
		stage_end(&stage);
	}
}

static void the_menu_knows_no_words(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	type(&stage, "GOGJSE");
	stage_step(&stage, 2);
	check_place(&stage, "gjse");
	type(&stage, "CHLOE");
	stage_step(&stage, 3);
	check_place(&stage, "gjse");
	stage_end(&stage);
}

static void the_question_mark_asks_for_hints_in_the_temple(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, EXH_ZV_NEMESIS);
	type(&stage, "\xbf");
	stage_step(&stage, 3);
	check_place(&stage, "gary");
	type(&stage, "GOTE1E");
	stage_step(&stage, 3);
	exh_zv_engine_set_key(stage.engine, 58, 0);
	type(&stage, "\xbf");
	stage_step(&stage, 3);
	check_place(&stage, "te1e");
	exh_zv_engine_set_key(stage.engine, 58, 1);
	type(&stage, "\xbf");
	stage_step(&stage, 3);
	check_place(&stage, "gjhe");
	stage_end(&stage);
}

static size_t ink(const struct stage *stage)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	size_t count = 0;

	exh_zv_engine_picture(stage->engine, screen);
	for (size_t i = 0; i < EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT; i++)
		count += screen[i] != 0;
	return count;
}

static void words_show_the_place_for_a_while(void **unused)
{
	struct stage stage = { .file_count = 0 };
	size_t place, rate;

	(void)unused;
	start(&stage, EXH_ZV_ZGI);
	assert_int_equal(ink(&stage), 0);
	type(&stage, "3100OPB");
	place = ink(&stage);
	stage_step(&stage, 90);
	assert_int_equal(ink(&stage), place);
	stage_step(&stage, 1);
	assert_int_equal(ink(&stage), 0);
	type(&stage, "FRAME");
	rate = ink(&stage);
	assert_true(place > 50 && rate > 50 && place != rate);
	stage_end(&stage);
}

static void a_greeting_is_heard(void **unused)
{
	static const uint8_t samples[4000];
	struct exh_zv_effect_state effect;
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_add(&stage, "v000hnta.raw", (struct exh_bytes){ samples, 4000, 0 }, NULL);
	stage_add(&stage, "v000hpta.raw", (struct exh_bytes){ samples, 4000, 0 }, NULL);
	start(&stage, EXH_ZV_NEMESIS);
	type(&stage, "HELLOSAILOR");
	assert_true(exh_zv_engine_effect(stage.engine, 0, &effect));
	assert_string_equal(effect.file, "v000hnta.raw");
	assert_int_equal(effect.key, -1);
	stage_step(&stage, 10);
	assert_false(exh_zv_engine_effect(stage.engine, 0, &effect));
	type(&stage, "GOVB10");
	stage_step(&stage, 3);
	type(&stage, "HELLOSAILOR");
	assert_true(exh_zv_engine_effect(stage.engine, 0, &effect));
	assert_string_equal(effect.file, "v000hpta.raw");
	stage_end(&stage);
}

static void letters_with_control_are_entries_of_the_menu(void **unused)
{
	static const struct {
		uint8_t code;
		int32_t bit;
		const char *place;
	} keys[] = { { 'S', 8, "gjse" }, { 'R', 4, "gjre" }, { 'P', 2, "gjpe" } };
	struct exh_zv_engine_state state;

	(void)unused;
	for (size_t i = 0; i < 6; i++) {
		struct stage stage = { .file_count = 0 };
		const bool is_allowed = i >= 3;

		start(&stage, EXH_ZV_ZGI);
		exh_zv_engine_set_key(stage.engine, 401,
				      is_allowed ? keys[i % 3].bit
						 : 0xffff - keys[i % 3].bit);
		stage_step(&stage, 2);
		press(&stage, keys[i % 3].code, false);
		stage_step(&stage, 3);
		check_place(&stage, "gary");
		press(&stage, keys[i % 3].code, true);
		assert_int_equal(stage_key(&stage, 8), keys[i % 3].code);
		stage_step(&stage, 1);
		check_place(&stage, "gary");
		stage_step(&stage, 1);
		check_place(&stage, is_allowed ? keys[i % 3].place : "gary");
		press(&stage, 'Q', true);
		exh_zv_engine_state(stage.engine, &state);
		assert_int_equal(state.waits, 1); /* all bits are set again, or it is */
		stage_end(&stage);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_lead_to_places),
		cmocka_unit_test(the_menu_knows_no_words),
		cmocka_unit_test(the_question_mark_asks_for_hints_in_the_temple),
		cmocka_unit_test(words_show_the_place_for_a_while),
		cmocka_unit_test(a_greeting_is_heard),
		cmocka_unit_test(letters_with_control_are_entries_of_the_menu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
