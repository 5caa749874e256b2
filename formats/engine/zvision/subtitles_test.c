/* Subtitles on the screen, and their times: zvision 13. */
#include "stage_testing.h"

static uint16_t screen[EXH_ZV_SCREEN_WIDTH * EXH_ZV_SCREEN_HEIGHT];

/* True if a row of the window's frame has ink in these columns from the left. */
static bool inked(const struct stage *stage, int32_t x, int32_t y, int32_t width)
{
	exh_zv_engine_picture(stage->engine, screen);
	for (int32_t row = 80 + y; row < 80 + y + 10; row++)
		for (int32_t column = 64 + x; column < 64 + x + width; column++)
			if (screen[row * EXH_ZV_SCREEN_WIDTH + column])
				return true;
	return false;
}

static const char sub[] = "Rectangle:10 330 400 360~\nTextFile:talk.txt~\n"
			  "a:(0,1)=0~\nb:(1,2)=1~\nc:(9,9)=7~\n";

static void start(struct stage *stage, const char *script)
{
	static const uint8_t level[44100]; /* 500 ms of 16 bits, silent */

	stage_text(stage, "a000h1e.sub", sub);
	stage_text(stage, "swing.sub", sub);
	stage_text(stage, "talk.txt", "a\r\naaaaaa\r\n");
	stage_film(stage, "swing.rlf", 4, 4, 4, 66);
	stage_add(stage, "a000h1e.raw", (struct exh_bytes){ level, sizeof level, 0 },
		  NULL);
	stage_text(stage, "gary.scr", script);
	stage_start(stage, EXH_ZV_NEMESIS, &(struct exh_zv_start){ .seed = 1 });
}

/* Tenths of a second: line 0 in 0 and 1, line 1 only in 2, since the first match counts.
 */
static void sounds_count_tenths_of_a_second(void **state)
{
	struct stage stage = { .file_count = 0 };

	(void)state;
	start(&stage, NOW(800, "a:music:300(1 a000h1e.raw 0)\n"));
	stage_step(&stage, 1);
	assert_true(inked(&stage, 10, 330, 6));
	assert_false(inked(&stage, 16, 330, 300));
	stage_step(&stage, 6); /* 198 ms */
	assert_false(inked(&stage, 16, 330, 300));
	stage_step(&stage, 1);
	assert_true(inked(&stage, 40, 330, 6));
	stage_step(&stage, 3); /* 330 ms */
	assert_false(inked(&stage, 0, 320, 500));
	stage_end(&stage);
}

static void videos_count_frames(void **state)
{
	struct stage stage = { .file_count = 0 };

	(void)state;
	start(&stage, NOW(800, "a:streamvideo(swing.rlf 0 0 3 3 0 0)\n"));
	stage_step(&stage, 4); /* 99 ms: frame 1 */
	assert_true(inked(&stage, 10, 330, 6));
	assert_false(inked(&stage, 16, 330, 300));
	stage_step(&stage, 1); /* 132 ms */
	assert_true(inked(&stage, 40, 330, 6));
	stage_step(&stage, 2); /* 198 ms */
	assert_false(inked(&stage, 0, 330, 500));
	stage_end(&stage);
}

static void key_51_turns_them_off(void **state)
{
	struct stage stage = { .file_count = 0 };

	(void)state;
	start(&stage, NOW(800, "a:music:300(1 a000h1e.raw 0)\na:assign(51 0)\n"));
	stage_step(&stage, 1);
	assert_false(inked(&stage, 0, 330, 500));
	stage_end(&stage);
}

/* 9.16: two sounds and a film; a line beyond the text is no line. */
static void only_the_newest_line_is_shown(void **state)
{
	static const uint8_t second[2 * 44100];
	struct stage stage = { .file_count = 0 };

	(void)state;
	stage_text(&stage, "b000h1e.sub",
		   "Rectangle:10 370 400 399~\nTextFile:more.txt~\n"
		   "x:(0,0)=1~\nx:(1,9)=2~\n");
	stage_text(&stage, "more.txt", "zzz\r\nm\r\n");
	stage_add(&stage, "b000h1e.raw", (struct exh_bytes){ second, sizeof second, 0 },
		  NULL);
	start(&stage, NOW(800, "a:music:300(1 a000h1e.raw 0)\n"
			       "a:music:301(1 b000h1e.raw 0)\n"));
	stage_step(&stage, 1);
	assert_true(inked(&stage, 10, 370, 10));
	assert_false(inked(&stage, 10, 330, 300));
	stage_step(&stage, 4); /* 132 ms: line 2 of two */
	assert_false(inked(&stage, 10, 370, 300));
	assert_true(inked(&stage, 10, 330, 6));
	stage_end(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sounds_count_tenths_of_a_second),
		cmocka_unit_test(videos_count_frames),
		cmocka_unit_test(key_51_turns_them_off),
		cmocka_unit_test(only_the_newest_line_is_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
