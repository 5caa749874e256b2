/* The mouse's cursor. */
#include "stage_testing.h"
#include "exhume/advanced/zvision_picture.h"

enum { SIDE = 6 };

static const struct exh_zv_start from_start = { .seed = 1 };

/* All pixels are of one colour but the first, which is not drawn. */
static void add_cursor(struct stage *stage, const char *name, uint16_t color)
{
	const struct exh_zv_cursor cursor = {
		.hot_x = 2, .hot_y = 1, .width = SIDE, .height = SIDE
	};
	struct exh_writer out = { .limit = 1 << 12 };
	uint16_t pixels[SIDE * SIDE];

	for (size_t i = 0; i < SIDE * SIDE; i++)
		pixels[i] = i ? color : 0;
	assert_int_equal(exh_zv_cursor_write(&cursor, pixels, &out, NULL), EXH_OK);
	stage_written(stage, name, &out);
}

enum { IDLE = 1, IDLE_DOWN, POINT, LEFT_ARROW, ITEM, ITEM_ACTIVE, UP_ARROW };

static void start(struct stage *stage, const char *gary)
{
	stage_text(stage, "gary.scr", gary);
	stage_picture(stage, "room.tga", 512, 320, 100);
	stage_picture(stage, "round.tga", 320, 1440, 100);
	add_cursor(stage, "00idlea.zcr", IDLE);
	add_cursor(stage, "00idleb.zcr", IDLE_DOWN);
	add_cursor(stage, "handpta.zcr", POINT);
	add_cursor(stage, "lefta.zcr", LEFT_ARROW);
	add_cursor(stage, "05idlea.zcr", ITEM);
	add_cursor(stage, "05acta.zcr", ITEM_ACTIVE);
	add_cursor(stage, "upa.zcr", UP_ARROW);
	stage_start(stage, EXH_ZV_NEMESIS, &from_start);
	stage_step(stage, 4);
}

static const char flat[] =
	"puzzle:2 {\nresults {\na:set_screen(room.tga)\n}\nflags {\nDO_ME_NOW\n}\n}\n"
	"puzzle:3 {\ncriteria {\n[400] = 1\n}\nresults {\na:cursor(hide)\n}\n}\n"
	"control:300 push_toggle {\nflat_hotspot(100 100 40 40)\ncursor(HandPt)\n}\n"
	"control:301 push_toggle {\nflat_hotspot(200 100 40 40)\ncursor(active)\n}\n"
	"control:302 push_toggle {\nflat_hotspot(300 100 40 40)\ncursor(turnaround)\n}\n"
	"control:303 push_toggle {\nflat_hotspot(400 100 40 40)\ncursor(Sword)\n}\n"
	"control:304 push_toggle {\nflat_hotspot(410 100 40 40)\ncursor(handpu)\n}\n";

/* The pixel under the mouse. */
static uint16_t pointed(struct stage *stage, int32_t x, int32_t y)
{
	stage_point(stage, x, y);
	stage_step(stage, 1);
	return stage_pixel(stage, (size_t)x, (size_t)y);
}

static void the_cursor_says_what_the_mouse_can_do(void **unused)
{
	struct stage stage = { .file_count = 0 };

	(void)unused;
	start(&stage, flat);
	assert_int_equal(pointed(&stage, 50, 60), IDLE);
	assert_int_equal(stage_pixel(&stage, 48, 59), (100 + 48 + 31 * 59));
	assert_int_equal(stage_pixel(&stage, 49, 59), IDLE);
	assert_int_equal(stage_pixel(&stage, 53, 64), IDLE);
	assert_int_not_equal(stage_pixel(&stage, 54, 64), IDLE);
	stage.input.left = true;
	assert_int_equal(pointed(&stage, 50, 60), IDLE_DOWN);
	stage.input.left = false;
	assert_int_equal(pointed(&stage, 110, 110), POINT);
	/* The cursor's file is missing */
	assert_int_equal(pointed(&stage, 310, 110), IDLE);
	assert_int_equal(pointed(&stage, 3, 200), IDLE); /* flat rooms do not turn */
	exh_zv_engine_set_key(stage.engine, 9, 5);
	assert_int_equal(pointed(&stage, 50, 60), ITEM);
	assert_int_equal(pointed(&stage, 110, 110), POINT);
	assert_int_equal(pointed(&stage, 210, 110), ITEM_ACTIVE);
	assert_int_equal(pointed(&stage, 402, 110), ITEM); /* unknown: as at rest */
	assert_int_equal(pointed(&stage, 430, 110), ITEM_ACTIVE); /* the last control */
	exh_zv_engine_set_key(stage.engine, 9, 77);		  /* no picture */
	assert_int_equal(pointed(&stage, 50, 60), IDLE);
	exh_zv_engine_set_key(stage.engine, 400, 1);
	stage_step(&stage, 2);
	assert_int_equal(pointed(&stage, 50, 60), 100 + 50 + 31 * 60);
	stage_end(&stage);
}

/* Only in the older engine. */
static void a_flash_is_black_for_a_tick(void **unused)
{
	(void)unused;
	for (int i = 0; i < 2; i++) {
		const struct exh_zv_start from = { .rules = i ? EXH_ZV_RULES_ZENGINE
							      : EXH_ZV_RULES_GAME };
		struct stage stage = { .file_count = 0 };

		stage_picture(&stage, "room.tga", 512, 320, 100);
		stage_text(&stage, "gary.scr",
			   NOW(2, "a:set_screen(room.tga)\n") "puzzle:3 {\ncriteria "
							      "{\n[400] = 1\n}\n"
							      "results {\na:dissolve()"
							      "\n}\n}\n");
		stage_start(&stage, EXH_ZV_NEMESIS, &from);
		stage_step(&stage, 4);
		assert_int_equal(stage_pixel(&stage, 9, 9), 100 + 9 + 31 * 9);
		exh_zv_engine_set_key(stage.engine, 400, 1);
		stage_step(&stage, 1);
		assert_int_equal(stage_pixel(&stage, 9, 9), i ? 0 : 100 + 9 + 31 * 9);
		stage_step(&stage, 1);
		assert_int_equal(stage_pixel(&stage, 9, 9), 100 + 9 + 31 * 9);
		assert_true(stage_traced(&stage, "action=dissolve"));
		stage_end(&stage);
	}
}

/* The window of Grand Inquisitor is 640 by 344 pixels, from row 68 on. */
static void the_other_game_has_cursors_of_its_own(void **unused)
{
	static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];
	struct stage stage = { .file_count = 0 };

	(void)unused;
	stage_picture(&stage, "room.tga", 640, 344, 100);
	stage_text(&stage, "gary.scr", flat);
	add_cursor(&stage, "g0gac011.zcr", IDLE);
	add_cursor(&stage, "g0gcc011.zcr", IDLE_DOWN);
	add_cursor(&stage, "g0gac051.zcr", POINT);
	add_cursor(&stage, "g0bac1f1.zcr", ITEM);
	stage_start(&stage, EXH_ZV_ZGI, &from_start);
	for (int i = 0; i < 4; i++) {
		static const uint16_t shown[] = { IDLE, IDLE_DOWN, POINT, ITEM };
		const size_t x = i == 2 ? 110 : 400, y = 68 + 110;

		stage.input.x = (int32_t)x;
		stage.input.y = (int32_t)y;
		stage.input.left = i == 1;
		if (i == 3)
			exh_zv_engine_set_key(stage.engine, 9, 0x1f);
		stage_step(&stage, 4);
		exh_zv_engine_picture(stage.engine, screen);
		assert_int_equal(screen[y * EXH_ZV_SCREEN_WIDTH + x], shown[i]);
	}
	stage_end(&stage);
}

static void arrows_stand_where_the_view_turns(void **unused)
{
	struct stage stage = { .file_count = 0 }, tilt = { .file_count = 0 };

	(void)unused;
	start(&stage, NOW(2, "a:set_screen(round.tga)\n") "control:9 pana {\n}\n");
	assert_int_equal(pointed(&stage, 256, 3), IDLE);
	assert_int_equal(pointed(&stage, 59, 100), LEFT_ARROW);
	assert_int_equal(pointed(&stage, 60, 100), IDLE);
	/* The cursor's file is missing */
	assert_int_equal(pointed(&stage, 500, 100), IDLE);
	stage_end(&stage);
	start(&tilt, NOW(2, "a:set_screen(round.tga)\n") "control:9 tilt {\n}\n");
	assert_int_equal(pointed(&tilt, 256, 59), UP_ARROW);
	assert_int_equal(pointed(&tilt, 4, 100), IDLE);
	stage_end(&tilt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_cursor_says_what_the_mouse_can_do),
		cmocka_unit_test(a_flash_is_black_for_a_tick),
		cmocka_unit_test(the_other_game_has_cursors_of_its_own),
		cmocka_unit_test(arrows_stand_where_the_view_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
