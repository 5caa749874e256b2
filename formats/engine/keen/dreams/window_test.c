#include "window.h"

#include "playing.h"
#include "refresh_parts.h"

enum {
	PAGE = 240 * LINE_PIXELS,
	BACK = 7, /* what memory is full of */
	FONT_ROWS = 770,
};

static struct exh_keen_engine engine; /* large */
static struct exh_keen_game game;
static struct masked_cell frame_tiles[9][CELL_PIXELS];
static uint8_t font_chunk[FONT_ROWS + 64];

/* 'A': 3 wide, all of it; 'i': 2 wide, its left column; 'W': 9 wide, its ends; a blank of
 * 4. Ten rows each. */
static void make_font(void)
{
	game.has_font = true;
	game.font =
		(struct exh_keen_font){ .height = 10,
					.chunk = { font_chunk, sizeof font_chunk, 0 } };
	game.font.glyphs['A'] = (struct exh_keen_glyph){ FONT_ROWS, 3 };
	game.font.glyphs['i'] = (struct exh_keen_glyph){ FONT_ROWS + 10, 2 };
	game.font.glyphs['W'] = (struct exh_keen_glyph){ FONT_ROWS + 20, 9 };
	game.font.glyphs[' '] = (struct exh_keen_glyph){ FONT_ROWS + 40, 4 };
	for (size_t i = 0; i < 10; i++) {
		font_chunk[FONT_ROWS + i] = 0xe0;
		font_chunk[FONT_ROWS + 10 + i] = 0x80;
		font_chunk[FONT_ROWS + 20 + 2 * i] = 0x80;
		font_chunk[FONT_ROWS + 20 + 2 * i + 1] = 0x80;
	}
}

static void start(void)
{
	memset(&engine, 0, sizeof engine);
	game = (struct exh_keen_game){ .video = EXH_KEEN_EGA,
				       .tile8m = frame_tiles,
				       .tile8m_count = 9 };
	make_font();
	/* Tile n is of n + 1, and keeps its first pixel. */
	for (unsigned n = 0; n < 9; n++)
		for (unsigned y = 0; y < CELL_PIXELS; y++) {
			uint8_t mask[CELL_PIXELS] = { 0xff }, data[CELL_PIXELS];

			memset(data, (int)n + 1, sizeof data);
			data[0] = 0;
			memcpy(&frame_tiles[n][y].mask, mask, sizeof mask);
			memcpy(&frame_tiles[n][y].data, data, sizeof data);
		}
	engine.game = &game;
	engine.states = exh_keen_states;
	exh_ega_reset(&engine.ega);
	engine.ega.line_words = 32;
	memset(engine.ega.pixels, BACK, sizeof engine.ega.pixels);
	engine.rf.last_pixel = EXH_EGA_PIXELS - 1;
	engine.rf.screenstart[1] = PAGE;
	engine.rf.screenstart[2] = 2 * PAGE;
	engine.rf.otherpage = 1;
	engine.rf.updatestart[0] = engine.rf.updatestart[1] = UPDATE_SPARE;
}

/* Of the hidden page's port. */
static unsigned at(unsigned x, unsigned y)
{
	return engine.ega.pixels[(engine.rf.screenstart[1] + y * LINE_PIXELS + x) &
				 engine.rf.last_pixel];
}

static unsigned mark(unsigned column, unsigned row)
{
	return window_of(&engine, 1)[row * UPDATE_COLUMNS + column];
}

/* What differs from the background, in all of memory. */
static unsigned count_drawn(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < EXH_EGA_PIXELS; i++)
		count += engine.ega.pixels[i] != BACK;
	return count;
}

static unsigned count_marks(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < UPDATE_WINDOW; i++)
		count += window_of(&engine, 1)[i];
	return count;
}

static void a_window_is_a_white_bar_in_a_frame(void **state)
{
	const unsigned inner = 4 * 8 * 2 * 8, tiles = 2 * (4 + 2) + 4;

	(void)state;
	start();
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	assert_int_equal(at(24, 40), 15);
	assert_int_equal(at(55, 55), 15);
	/* Each tile of the frame keeps its first pixel. */
	assert_int_equal(at(16, 32), BACK);
	assert_int_equal(at(17, 32), 1); /* top left */
	assert_int_equal(at(25, 39), 2); /* top */
	assert_int_equal(at(57, 32), 3); /* top right */
	assert_int_equal(at(17, 40), 4); /* left */
	assert_int_equal(at(63, 55), 6); /* right */
	assert_int_equal(at(17, 56), 7); /* bottom left */
	assert_int_equal(at(49, 63), 8); /* bottom */
	assert_int_equal(at(63, 63), 9); /* bottom right */
	assert_int_equal(at(64, 63), BACK);
	/* BACK is also the bottom left tile's. */
	assert_int_equal(count_drawn(), inner + (tiles - 1) * 8 * 7);
}

static void what_is_drawn_is_marked_in_the_hidden_page_s_window(void **state)
{
	(void)state;
	start();
	exh_keen_window_draw(&engine, 3, 5, 4, 2); /* with its frame 16 to 63, 32 to 63 */
	for (unsigned row = 0; row < PORT_ROWS; row++)
		for (unsigned column = 0; column < UPDATE_COLUMNS; column++)
			assert_int_equal(mark(column, row), column >= 1 && column <= 3 &&
								    row >= 2 && row <= 3);
	for (unsigned i = 0; i < UPDATE_SIZE; i++)
		assert_int_equal(engine.rf.update[0][i], 0);
}

static void places_follow_the_port_by_8_pixels_and_lines(void **state)
{
	(void)state;
	start();
	engine.rf.panx = 13;
	engine.rf.pany = 5;
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	assert_int_equal(at(32, 45), 15);
	assert_int_equal(at(63, 60), 15);
	assert_int_equal(at(25, 37), 1);
	assert_int_equal(mark(4, 4), 1);
	assert_int_equal(mark(5, 4), 0);
	start();
	engine.rf.panx = 7;
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	assert_int_equal(at(24, 40), 15);
}

static void windows_in_the_middle(void **state)
{
	struct window w;

	(void)state;
	start();
	w = exh_keen_window_center(&engine, 22, 4);
	assert_int_equal(w.x, 9);
	assert_int_equal(w.y, 10);
	assert_int_equal(w.line, 80);
	w = exh_keen_window_center(&engine, 21, 5);
	assert_int_equal(w.x, 9);
	assert_int_equal(w.y, 10);
	w = exh_keen_window_center(&engine, 100, 100);
	assert_int_equal(w.x, 1);
	assert_int_equal(w.y, 1);
	assert_int_equal(w.width, 38);
	assert_int_equal(w.height, 23);
	w = exh_keen_window_draw(&engine, 39, 0, 3, 0);
	assert_int_equal(w.x, 36);
	assert_int_equal(w.y, 1);
	assert_int_equal(w.height, 1);
	/* The lowest frame tile's last line, of a screen panned as far as it goes. */
	engine.rf.panx = 15;
	engine.rf.pany = 15;
	exh_keen_window_center(&engine, 100, 100);
	assert_int_equal(at(327, 214), 9);
}

/* White is 15: 15 makes black of it, 3 red, 14 blue. */
static void text_is_xored_to_what_is_there(void **state)
{
	(void)state;
	start();
	exh_keen_window_draw(&engine, 1, 1, 10, 10);
	assert_int_equal(exh_keen_window_text(&engine, 10, 20, "Ai", 15), 15);
	assert_int_equal(at(9, 20), 15);
	assert_int_equal(at(10, 20), 0);
	assert_int_equal(at(12, 29), 0);
	assert_int_equal(at(12, 30), 15);
	assert_int_equal(at(13, 20), 0);
	assert_int_equal(at(14, 20), 15);
	exh_keen_window_text(&engine, 10, 40, "A", 3);
	assert_int_equal(at(10, 40), 12);
	exh_keen_window_text(&engine, 10, 50, "A", 14);
	assert_int_equal(at(10, 50), 1);
	exh_keen_window_text(&engine, 10, 50, "A", 14);
	assert_int_equal(at(10, 50), 15);
}

static void glyphs_are_as_wide_as_they_are(void **state)
{
	(void)state;
	start();
	assert_int_equal(exh_keen_window_text_width(&engine, ""), 0);
	assert_int_equal(exh_keen_window_text_width(&engine, "AiW A"), 3 + 2 + 9 + 4 + 3);
	assert_int_equal(exh_keen_window_text_width(&engine, "A\nWWW"), 3);
	assert_int_equal(exh_keen_window_text_width(&engine, "A?i"),
			 5); /* the font has no ? */
	assert_int_equal(exh_keen_window_text(&engine, 0, 0, "W?\xffW\nA", 8), 18);
	assert_int_equal(at(0, 0), BACK ^ 8);
	assert_int_equal(at(7, 0), BACK);
	assert_int_equal(at(8, 9), BACK ^ 8);
	assert_int_equal(at(9, 0), BACK ^ 8);
	assert_int_equal(at(17, 0), BACK ^ 8);
	assert_int_equal(count_drawn(), 4 * 10);
	assert_int_equal(count_marks(), 2);
}

static void lines_are_centred(void **state)
{
	struct window w;

	(void)state;
	start();
	w = exh_keen_window_draw(&engine, 2, 2, 4, 8); /* 16 to 47 */
	w.line += 3;
	exh_keen_window_print(&engine, &w, "A\n\ni");
	assert_int_equal(w.line, 16 + 3 + 30);
	/* 32 - 3 leaves 29: 14 in front of it. */
	assert_int_equal(at(29, 19), 15);
	assert_int_equal(at(30, 19), 0);
	assert_int_equal(at(32, 28), 0);
	assert_int_equal(at(33, 19), 15);
	assert_int_equal(at(31, 39), 0);
	assert_int_equal(at(32, 39), 15);
	/* Too wide: from the left edge on. */
	exh_keen_window_print(&engine, &w, "WWWW");
	assert_int_equal(at(16, 49), 0);
	assert_int_equal(at(17, 49), 15);
}

static void text_ends_with_the_port(void **state)
{
	char text[100];
	unsigned count = 0;

	(void)state;
	start();
	memset(text, 'A', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	exh_keen_window_text(&engine, 100, 5, text, 8);
	exh_keen_window_text(&engine, 1000, 5, text, 8);
	exh_keen_window_text(&engine, 5, 1000, text, 8);
	for (unsigned x = 0; x < LINE_PIXELS; x++)
		count += at(x, 5) != BACK;
	assert_int_equal(count, PORT_PIXELS - 100);
	assert_int_equal(count_drawn(), (PORT_PIXELS - 100) * 10);
	exh_keen_window_text(&engine, 100, 220, text, 8);
	assert_int_equal(at(100, 223), BACK ^ 8);
	assert_int_equal(at(100, 224), BACK);
}

static void memory_wraps(void **state)
{
	unsigned before;

	(void)state;
	start();
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	exh_keen_window_text(&engine, 24, 40, "AAA", 15);
	before = count_drawn();
	start();
	/* The window's third line is at the end of memory, and continues at its start. */
	engine.rf.screenstart[1] =
		(uint32_t)(EXH_EGA_PIXELS - 43 * LINE_PIXELS + 512 - 32) & ~15U;
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	exh_keen_window_text(&engine, 24, 40, "AAA", 15);
	assert_int_equal(count_drawn(), before);
	assert_int_equal(at(24, 40), 0);
	assert_int_equal(at(24, 50), 15);
	assert_int_equal(at(63, 63), 9);
}

static void what_is_marked_is_shown(void **state)
{
	static uint8_t screen[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

	(void)state;
	start();
	engine.rf.panx = 10;
	engine.rf.pany = 3;
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	engine.ega.pixels[PAGE + 200 * LINE_PIXELS + 200] = 1; /* in no marked cell */
	exh_keen_window_show(&engine);
	assert_int_equal(count_marks(), 0);
	/* Of the panning's 10 pixels 8 are left. */
	assert_int_equal(engine.rf.shown, 3 * LINE_PIXELS + 8);
	assert_int_equal(engine.ega.pel_panning, 0);
	assert_int_equal(engine.rf.screenpage, 0);
	exh_ega_screen(&engine.ega, screen);
	assert_int_equal(screen[40 * EXH_EGA_WIDTH + 23], 4);
	assert_int_equal(screen[40 * EXH_EGA_WIDTH + 24], 15);
	assert_int_equal(screen[55 * EXH_EGA_WIDTH + 55], 15);
	assert_int_equal(engine.ega.pixels[200 * LINE_PIXELS + 200], BACK);
}

static void the_hidden_page_becomes_like_the_shown_one(void **state)
{
	uint64_t seed = 9;

	(void)state;
	start();
	roll_bytes(&seed, engine.ega.pixels, 3 * PAGE);
	engine.rf.panx = 7;
	exh_keen_window_begin(&engine);
	assert_int_equal(engine.rf.shown, 0);
	assert_memory_equal(engine.ega.pixels + PAGE, engine.ega.pixels,
			    (size_t)PORT_LINES * LINE_PIXELS + 20 * 8);
	assert_int_not_equal(memcmp(engine.ega.pixels + PAGE + PORT_LINES * LINE_PIXELS,
				    engine.ega.pixels + PORT_LINES * LINE_PIXELS, 21 * 8),
			     0);
}

static void cga_has_one_page_and_four_colors(void **state)
{
	(void)state;
	start();
	game.video = EXH_KEEN_CGA;
	engine.rf.last_pixel = EXH_EGA_PIXELS / 2 - 1;
	engine.rf.otherpage = engine.rf.screenpage = 0;
	engine.rf.panx = 13;
	exh_keen_window_begin(&engine);
	exh_keen_window_draw(&engine, 3, 5, 4, 2);
	assert_int_equal(engine.ega.pixels[40 * LINE_PIXELS + 24 + 12], 3);
	exh_keen_window_text(&engine, 24, 40, "A", 15);
	assert_int_equal(engine.ega.pixels[40 * LINE_PIXELS + 24 + 12], 0);
	exh_keen_window_show(&engine);
	assert_int_equal(engine.rf.shown, 12);
	for (unsigned i = 0; i < UPDATE_SIZE; i++)
		assert_int_equal(engine.rf.update[0][i], 0);
}

static void a_message_is_as_large_as_its_text(void **state)
{
	(void)state;
	start();
	exh_keen_window_message(&engine, "AAAA\nWWW"); /* 27 by 20: 5 by 4 of 8 pixels */
	/* x 17, y 10: white from 136 to 175 and 80 to 111, the text's top at 86. */
	assert_int_equal(engine.ega.pixels[80 * LINE_PIXELS + 136], 15);
	assert_int_equal(engine.ega.pixels[111 * LINE_PIXELS + 175], 15);
	assert_int_equal(engine.ega.pixels[112 * LINE_PIXELS + 137], 8);
	assert_int_equal(engine.ega.pixels[86 * LINE_PIXELS + 150], 0);
	assert_int_equal(engine.ega.pixels[85 * LINE_PIXELS + 150], 15);
	assert_int_equal(engine.ega.pixels[96 * LINE_PIXELS + 142], 0);
	assert_memory_equal(engine.ega.pixels, engine.ega.pixels + PAGE,
			    (size_t)PORT_LINES * LINE_PIXELS);
}

static void without_font_and_tiles_there_is_a_bar(void **state)
{
	(void)state;
	start();
	game.has_font = false;
	game.tile8m_count = 0;
	exh_keen_window_message(&engine, "A\nA");
	assert_int_equal(engine.ega.pixels[100 * LINE_PIXELS + 156], 15);
	assert_int_equal(count_drawn(), 2 * 2 * 8 * 2 * 8);
	start();
	game.tile8m_count = 4;
	exh_keen_window_message(
		&engine, "A\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\n"
			 "A\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA\nA");
	assert_int_equal(engine.ega.pixels[8 * LINE_PIXELS + 159], 0);
}

/* In the midst of a real level: nothing of it is left when all is drawn anew. */
static void a_message_goes_without_a_trace(void **state)
{
	static struct opened_game opened;
	struct exh_keen_engine *with, *without;
	const struct exh_keen_controls controls = keys("R");
	struct exh_keen_start begin;

	(void)state;
	if (!open_real_game(&opened))
		skip();
	with = exh_keen_engine_new(&opened.arena);
	without = exh_keen_engine_new(&opened.arena);
	exh_keen_start_default(&begin);
	assert_int_equal(exh_keen_engine_start(with, opened.game, &begin, NULL, NULL),
			 EXH_OK);
	for (int i = 0; i < 41; i++)
		exh_keen_engine_step(with, &controls, NULL);
	exh_keen_engine_copy(without, with);
	exh_keen_window_bombs_near(with);
	assert_int_not_equal(picture_crc(with), picture_crc(without));
	exh_keen_window_bombs_needed(with);
	assert_int_not_equal(picture_crc(with), picture_crc(without));
	exh_keen_rf_force_refresh(with);
	exh_keen_rf_force_refresh(without);
	for (int i = 0; i < 50; i++) {
		exh_keen_engine_step(with, &controls, NULL);
		exh_keen_engine_step(without, &controls, NULL);
		assert_int_equal(picture_crc(with), picture_crc(without));
	}
	close_game(&opened);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_window_is_a_white_bar_in_a_frame),
		cmocka_unit_test(what_is_drawn_is_marked_in_the_hidden_page_s_window),
		cmocka_unit_test(places_follow_the_port_by_8_pixels_and_lines),
		cmocka_unit_test(windows_in_the_middle),
		cmocka_unit_test(text_is_xored_to_what_is_there),
		cmocka_unit_test(glyphs_are_as_wide_as_they_are),
		cmocka_unit_test(lines_are_centred),
		cmocka_unit_test(text_ends_with_the_port),
		cmocka_unit_test(memory_wraps),
		cmocka_unit_test(what_is_marked_is_shown),
		cmocka_unit_test(the_hidden_page_becomes_like_the_shown_one),
		cmocka_unit_test(cga_has_one_page_and_four_colors),
		cmocka_unit_test(a_message_is_as_large_as_its_text),
		cmocka_unit_test(without_font_and_tiles_there_is_a_bar),
		cmocka_unit_test(a_message_goes_without_a_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
