#include "exhume/sci.h"
#include "exhume/advanced/sci.h"

#include "../base/testing.h"

#include "pic_draw.h"
#include "plain/pic.h"
#include "pic_testing.h"

enum { WIDTH = EXH_SCI_PIC_WIDTH, HEIGHT = EXH_SCI_PIC_HEIGHT };

static struct exh_sci_pic_canvas canvas;
static struct plain_pic plain;

#define PROGRAM(...)                                           \
	((struct exh_bytes){ (const uint8_t[]){ __VA_ARGS__ }, \
			     sizeof(const uint8_t[]){ __VA_ARGS__ }, 0 })

/* A long point within 255, 255. */
#define POINT(x, y) 0, (x), (y)

/* Draws a program from a copy of exactly its size. */
static enum exh_status draw(struct exh_bytes in, struct exh_error *err)
{
	uint8_t *copy = tight_copy(in.data, in.size);
	enum exh_status status;

	exh_sci_pic_clear(&canvas, 0);
	status = exh_sci_pic_draw((struct exh_bytes){ copy, in.size, 0 }, &canvas, NULL,
				  err);
	free(copy);
	return status;
}

static unsigned visual(int x, int y)
{
	return canvas.visual[y * WIDTH + x];
}

static size_t count_of(const uint8_t *map, uint8_t value)
{
	size_t count = 0;

	for (size_t i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		count += map[i] == value;
	return count;
}

static bool is_empty_there(const struct exh_sci_pic_canvas *on, int map, int x, int y)
{
	const size_t place = (size_t)y * WIDTH + (size_t)x;

	if (map == 0)
		return ((x ^ y) & 1 ? on->visual[place] >> 4 : on->visual[place] & 15) ==
		       15;
	return !(map == 1 ? on->priority : on->control)[place];
}

static void assert_bits_agree(const struct exh_sci_pic_canvas *on)
{
	for (int map = 0; map < 3; map++)
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++)
				if (is_empty_there(on, map, x, y) !=
				    (on->empty[map][y * 5 + x / 64] >> x % 64 & 1))
					fail_msg("map %d at %d, %d", map, x, y);
}

/*
 * Steps.
 */

static void assert_step(struct exh_sci_pic_reader *reader, enum exh_sci_pic_kind kind,
			int x, int y, size_t offset)
{
	struct exh_sci_pic_step step;

	assert_int_equal(exh_sci_pic_next(reader, &step, NULL), EXH_OK);
	assert_int_equal(step.kind, kind);
	assert_int_equal(step.x, x);
	assert_int_equal(step.y, y);
	assert_int_equal(step.offset, offset);
}

static void points_have_three_forms(void **state)
{
	struct exh_sci_pic_reader reader = {
		.in = PROGRAM(0xf6, 0x12, 0x34, 0x56, 0xef, 0xff, 0xff, /* long */
			      0xf5, 0x00, 0x64, 0x32, 0x85, 0xfb, 0x7f, 0x7f, 0xef, 0x80,
			      0xf7, 0x00, 0x64, 0x32, 0x35, 0xbd, 0x88, 0xef, 0xff)
	};

	(void)state;
	assert_step(&reader, EXH_SCI_PIC_MOVE, 0x134, 0x256, 0);
	assert_step(&reader, EXH_SCI_PIC_LINE, 0xeff, 0xfff, 4);
	assert_step(&reader, EXH_SCI_PIC_MOVE, 100, 50, 7);
	assert_step(&reader, EXH_SCI_PIC_LINE, 95, 45, 11);
	assert_step(&reader, EXH_SCI_PIC_LINE, 222, 172, 13);
	assert_step(&reader, EXH_SCI_PIC_LINE, 94, 61, 15);
	assert_step(&reader, EXH_SCI_PIC_MOVE, 100, 50, 17);
	assert_step(&reader, EXH_SCI_PIC_LINE, 103, 55, 21);
	assert_step(&reader, EXH_SCI_PIC_LINE, 100, 50, 22);
	assert_step(&reader, EXH_SCI_PIC_LINE, 100, 50, 23); /* minus 0 */
	assert_step(&reader, EXH_SCI_PIC_LINE, 94, 43, 24);
	assert_step(&reader, EXH_SCI_PIC_END, 0, 0, 25);
	assert_true(reader.is_ended);
}

static void lists_go_on_while_an_item_begins_below_f0(void **state)
{
	/* The second byte of a medium point may be above; empty lists are skipped. */
	struct exh_sci_pic_reader reader = {
		.in = PROGRAM(0xf5, 0, 9, 9, 0x01, 0xff, 0xf8, 0xf6, 0xf9, 0x25, 0xfa,
			      0x41, 0, 5, 6, 0xef, 0, 7, 8, 0xf0, 0x28, 0xf1, 0xff)
	};
	struct exh_sci_pic_step step;

	(void)state;
	assert_step(&reader, EXH_SCI_PIC_MOVE, 9, 9, 0);
	assert_step(&reader, EXH_SCI_PIC_LINE, 8, 10, 4);
	assert_step(&reader, EXH_SCI_PIC_PATTERN_CODE, 0, 0, 8);
	assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
	assert_true(step.is_first && step.is_textured);
	assert_int_equal(step.texture, 0x41);
	assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
	assert_true(!step.is_first && step.is_textured);
	assert_int_equal(step.texture, 0xef);
	assert_int_equal(step.x, 7);
	assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
	assert_true(step.is_on);
	assert_int_equal(step.number, 40);
	assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
	assert_false(step.is_on);
	assert_int_equal(step.op, 0xf1);
	assert_step(&reader, EXH_SCI_PIC_END, 0, 0, 22);
}

static void coordinates_wrap_at_16_bits(void **state)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_sci_pic_reader reader = { 0 };
	struct exh_sci_pic_step step = { 0 };

	(void)state;
	pic_put(&out, "\xf5");
	pic_put_long(&out, 0, 0);
	for (int i = 0; i < 300; i++)
		pic_put(&out, "\x7f\x7f");
	exh_write_u8(&out, 0xff);
	reader.in = exh_writer_bytes(&out);
	for (int i = 0; i < 301; i++)
		assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
	assert_int_equal(step.x, 300 * 127 - 65536);
	assert_int_equal(step.y, 300 * 127 - 65536);
	assert_int_equal(draw(exh_writer_bytes(&out), NULL), EXH_OK);
	exh_writer_free(&out);
}

static void each_kind_has_a_name(void **state)
{
	(void)state;
	for (unsigned i = 0; i < EXH_SCI_PIC_KINDS; i++)
		assert_non_null(exh_sci_pic_kind_name(i));
	assert_null(exh_sci_pic_kind_name(EXH_SCI_PIC_KINDS));
}

static void bytes_that_are_no_command_are_refused(void **state)
{
	struct exh_error err;

	(void)state;
	for (unsigned byte = 0; byte < 0xf0; byte++) {
		assert_int_equal(draw(PROGRAM(0xf1, (uint8_t)byte, 0xff), &err),
				 EXH_INVALID);
		assert_int_equal(err.offset, 1);
	}
	for (unsigned byte = 9; byte < 0x100; byte++) {
		assert_int_equal(
			draw(PROGRAM(0xf1, 0xf3, 0xfe, (uint8_t)byte, 0xff), &err),
			EXH_INVALID);
		assert_int_equal(err.offset, 2);
	}
}

static void a_pic_of_256_colours_is_reported(void **state)
{
	uint8_t pic[300] = { 0xfe, 0x02 };
	struct exh_error err;

	(void)state;
	for (unsigned i = 0; i < 256; i++)
		pic[2 + i] = (uint8_t)i;
	assert_int_equal(draw((struct exh_bytes){ pic, sizeof pic, 0 }, &err),
			 EXH_UNSUPPORTED);
	assert_non_null(strstr(err.text, "256"));
	pic[2 + 43] = 0xff; /* the 41 bytes of SCI0, FE and another byte, FF */
	pic[2 + 41] = 0xf1;
	pic[2 + 42] = 0xf1;
	assert_int_equal(draw((struct exh_bytes){ pic, sizeof pic, 0 }, &err), EXH_OK);
}

/* Asserts that drawing a whole program and drawing it step by step give the same canvas,
 * and the same error. */
static void assert_steps_draw_alike(struct exh_bytes in)
{
	static struct exh_sci_pic_canvas on;
	struct exh_sci_pic_reader reader = { .in = in };
	struct exh_sci_pic_step step = { 0 };
	struct exh_error err = { 0 }, whole_err = { 0 };
	enum exh_status status = EXH_OK;

	memset(&canvas, 0, sizeof canvas);
	memset(&on, 0, sizeof on);
	exh_sci_pic_clear(&on, 0);
	while (!status && step.kind != EXH_SCI_PIC_END) {
		status = exh_sci_pic_next(&reader, &step, &err);
		if (!status)
			exh_sci_pic_run(&on, &step);
	}
	assert_int_equal(draw(in, &whole_err), status);
	assert_int_equal(whole_err.offset, err.offset);
	assert_string_equal(whole_err.text, err.text);
	assert_memory_equal(&canvas, &on, sizeof on);
}

/* Each shorter program is reported as truncated, and draws the commands it still has. */
static void assert_shorter_are_truncated(struct exh_bytes in)
{
	for (size_t size = 0; size < in.size; size++) {
		struct exh_error err;

		assert_int_equal(draw((struct exh_bytes){ in.data, size, 0 }, &err),
				 EXH_TRUNCATED);
		assert_true(err.offset <= size);
		plain_clear(&plain, 0);
		plain_draw(&plain, in.data, size);
		assert_memory_equal(canvas.visual, plain.maps[0], sizeof canvas.visual);
		assert_steps_draw_alike((struct exh_bytes){ in.data, size, 0 });
	}
}

/* The sum of PIC_SLOPE_BITS moves aside where Bresenham's error does, on all slopes. */
static void slopes_are_bresenhams(void **state)
{
	(void)state;
	for (int32_t major = 1; major < WIDTH; major++)
		for (int32_t minor = 0; minor <= major; minor++) {
			const struct pic_slope slope = pic_make_slope(0, 0, major, minor);
			uint32_t sum = 1U << (PIC_SLOPE_BITS - 1), aside = 0;
			int32_t error = 2 * minor - major;
			bool is_alike = true;

			for (int32_t i = 0; i <= major; i++) {
				is_alike &= sum >> PIC_SLOPE_BITS == aside;
				aside += error >= 0;
				error += 2 * minor - (error >= 0 ? 2 * major : 0);
				sum += slope.aside;
			}
			assert_true(is_alike);
		}
}

static void every_shorter_program_is_truncated(void **state)
{
	(void)state;
	assert_shorter_are_truncated(
		PROGRAM(0xf0, 1, 0xf6, POINT(1, 1), POINT(9, 9), 0xf5, POINT(5, 5), 4, 4,
			0xf7, POINT(3, 3), 0x77, 0xf8, POINT(100, 100), 0xf9, 0x37, 0xfa,
			1, POINT(20, 20), 0xfd, 1, POINT(20, 20), 1, 2, 3, 0xf4, 1,
			POINT(20, 20), 1, 2, 0xfe, 0, 1, 2, 3, 4, 0xfe, 1, 2, 0, 0, 0, 0,
			0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
			0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xfe, 3, 0, 0xfe, 4, 0xfe, 7,
			POINT(5, 5), 9, 0, 2, 0, 1, 0, 0, 0, 3, 0x11, 0x12, 0xfe, 8, 1, 2,
			3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0xff));
}

/*
 * Lines.
 */

/* Asserts that exactly the pixels marked # have the colour. */
static void assert_pixels(const char *const *rows, int left, int top, uint8_t color)
{
	size_t count = 0;

	for (int y = 0; rows[y]; y++)
		for (int x = 0; rows[y][x]; x++) {
			const bool is_set = rows[y][x] == '#';

			if ((visual(left + x, top + y) == color) != is_set)
				fail_msg("pixel %d, %d", left + x, top + y);
			count += is_set;
		}
	assert_int_equal(count_of(canvas.visual, color), count);
}

static void lines_are_the_interpreters(void **state)
{
	static const char *const flat[] = { "##...", "..###", NULL };
	static const char *const back[] = { "###..", "...##", NULL };
	static const char *const steep[] = { "#.", "#.", ".#", ".#", NULL };
	static const char *const even[] = { "#..", ".#.", "..#", NULL };

	(void)state;
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(10, 10), POINT(14, 11), 0xff), NULL);
	assert_pixels(flat, 10, 10, 0x11);
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(14, 11), POINT(10, 10), 0xff), NULL);
	assert_pixels(back, 10, 10, 0x11);
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(10, 10), POINT(11, 13), 0xff), NULL);
	assert_pixels(steep, 10, 10, 0x11);
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(10, 10), POINT(12, 12), 0xff), NULL);
	assert_pixels(even, 10, 10, 0x11);
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(10, 10), 0xff), NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 0); /* one point is no line */
	draw(PROGRAM(0xf0, 1, 0xf6, POINT(10, 10), POINT(10, 10), 0xff), NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 1);
}

static void lines_end_at_the_maps_edge(void **state)
{
	(void)state;
	draw(PROGRAM(0xf0, 1, 0xf6, 0x00, 100, 50, 0xe0, 0xff, 50, 0xff), NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 220);
	assert_int_equal(visual(319, 50), 0x11);
	draw(PROGRAM(0xf0, 1, 0xf6, 0x00, 100, 50, 0x0f, 100, 0xff, 0xff), NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 140);
	assert_int_equal(visual(100, 189), 0x11);
}

static void lines_go_to_the_maps_that_are_on(void **state)
{
	(void)state;
	assert_int_equal(
		draw(PROGRAM(0xf1, 0xf2, 0x15, 0xfb, 0x26, 0xf6, POINT(0, 0), POINT(9, 0),
			     0xf3, 0xf6, POINT(0, 1), POINT(9, 1), 0xfc, 0xf0, 2, 0xf6,
			     POINT(0, 2), POINT(9, 2), 0xff),
		     NULL),
		EXH_OK);
	assert_int_equal(count_of(canvas.priority, 5), 10);
	assert_int_equal(count_of(canvas.control, 6), 20);
	assert_int_equal(count_of(canvas.visual, 0x22), 10);
	assert_int_equal(count_of(canvas.visual, 0xff), EXH_SCI_PIC_PIXELS - 10);
	assert_bits_agree(&canvas);
}

/*
 * Patterns.
 */

/* Half widths by row, from the top. */
static const char *const circles[] = {
	"0",	     "010",	    "12221",	     "1233321",
	"134444431", "13445554432", "2455666665542", "245667777766542",
};

static void circles_are_those_of_the_table(void **state)
{
	(void)state;
	for (int n = 0; n < 8; n++) {
		size_t count = 0;

		draw(PROGRAM(0xf0, 1, 0xf9, (uint8_t)n, 0xfa, POINT(50, 60), 0xff), NULL);
		for (int row = 0; row < 2 * n + 1; row++) {
			const int half = circles[n][row] - '0';

			count += 2 * (size_t)half + 1;
			assert_int_equal(visual(50 - half, 60 - n + row), 0x11);
			assert_int_equal(visual(50 + half, 60 - n + row), 0x11);
			assert_int_equal(visual(50 - half - 1, 60 - n + row), 0xff);
			assert_int_equal(visual(50 + half + 1, 60 - n + row), 0xff);
		}
		assert_int_equal(count_of(canvas.visual, 0x11), count);
	}
}

static void rectangles_are_a_column_wider(void **state)
{
	(void)state;
	for (unsigned n = 0; n < 8; n++) {
		const uint8_t code = (uint8_t)(0x10 | n);

		draw(PROGRAM(0xf0, 1, 0xf9, code, 0xfa, POINT(50, 60), 0xff), NULL);
		assert_int_equal(count_of(canvas.visual, 0x11),
				 (2 * n + 2) * (2 * n + 1));
		assert_int_equal(visual(50 - (int)n, 60 - (int)n), 0x11);
		assert_int_equal(visual(51 + (int)n, 60 + (int)n), 0x11);
		/* At the right edge column 320 is not drawn. */
		draw(PROGRAM(0xf0, 1, 0xf9, code, 0xfa, 0x1f, 0xff, 0xff, 0xff), NULL);
		assert_int_equal(count_of(canvas.visual, 0x11),
				 (2 * n + 1) * (2 * n + 1));
		assert_int_equal(visual(319, 189), 0x11);
		draw(PROGRAM(0xf0, 1, 0xf9, code, 0xfa, POINT(0, 0), 0xff), NULL);
		assert_int_equal(visual(0, 0), 0x11);
		assert_int_equal(count_of(canvas.visual, 0x11),
				 (2 * n + 2) * (2 * n + 1));
	}
}

static void textures_are_those_of_the_register(void **state)
{
	/* r = 1: 00100000 10010100 00000010 00100100, over 16 columns. */
	static const char bits[] = "00100000100101000000001000100100";

	(void)state;
	draw(PROGRAM(0xf0, 1, 0xf9, 0x37, 0xfa, 0, POINT(50, 60), 0xff), NULL);
	for (int i = 0; i < 32; i++)
		assert_int_equal(visual(43 + i % 16, 53 + i / 16) == 0x11,
				 bits[i] == '1');
	/* 7 columns of the 15 in a circle's first row contain only 5 pixels: the texture
	 * advances only for these. */
	draw(PROGRAM(0xf0, 1, 0xf9, 0x27, 0xfa, 1, POINT(50, 60), 0xff), NULL);
	for (int i = 0; i < 5; i++)
		assert_int_equal(visual(48 + i, 53) == 0x11, bits[i] == '1');
	for (int i = 0; i < 9; i++)
		assert_int_equal(visual(46 + i, 54) == 0x11, bits[5 + i] == '1');
	/* There is a texture byte for any size. */
	assert_int_equal(
		draw(PROGRAM(0xf9, 0x20, 0xf4, 7, POINT(50, 60), 9, 0xff, 0xff), NULL),
		EXH_OK);
}

/*
 * Fills.
 */

static void a_fill_is_of_the_map_searched(void **state)
{
	(void)state;
	/* A box in visual only; then priority with visual stops at it. */
	draw(PROGRAM(0xf0, 0, 0xf6, POINT(10, 10), POINT(20, 10), POINT(20, 20),
		     POINT(10, 20), POINT(10, 10), 0xf0, 1, 0xf2, 5, 0xf8, POINT(15, 15),
		     0xff),
	     NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 81);
	assert_int_equal(count_of(canvas.priority, 5), 81);
	/* Priority alone ignores the box, and leaves visual unchanged. */
	draw(PROGRAM(0xf0, 0, 0xf6, POINT(10, 10), POINT(20, 10), POINT(20, 20),
		     POINT(10, 20), POINT(10, 10), 0xf1, 0xf2, 5, 0xfb, 3, 0xf8,
		     POINT(15, 15), 0xff),
	     NULL);
	assert_int_equal(count_of(canvas.priority, 5), EXH_SCI_PIC_PIXELS);
	assert_int_equal(count_of(canvas.control, 3), EXH_SCI_PIC_PIXELS);
	assert_int_equal(count_of(canvas.visual, 0), 40);
	assert_bits_agree(&canvas);
}

static void fills_that_do_nothing(void **state)
{
	static const struct exh_sci_pic_canvas *const on = &canvas;
	static struct exh_sci_pic_canvas before;
	const struct exh_bytes programs[] = {
		PROGRAM(0xf1, 0xf8, POINT(9, 9), 0xff),			  /* no map on */
		PROGRAM(0xf0, 31, 0xf2, 5, 0xf8, POINT(9, 9), 0xff),	  /* white */
		PROGRAM(0xf1, 0xf2, 0, 0xfb, 5, 0xf8, POINT(9, 9), 0xff), /* 0 */
		PROGRAM(0xf1, 0xfb, 0, 0xf8, POINT(9, 9), 0xff),
		PROGRAM(0xf0, 1, 0xf8, POINT(0, 190), 0x10, 64, 0, 0xef, 255, 255, 0xff),
	};

	(void)state;
	exh_sci_pic_clear(&before, 0);
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		assert_int_equal(draw(programs[i], NULL), EXH_OK);
		assert_memory_equal(on->visual, before.visual, sizeof before.visual);
		assert_memory_equal(on->priority, before.priority, sizeof before.visual);
		assert_memory_equal(on->control, before.control, sizeof before.visual);
		assert_bits_agree(on);
	}
	/* The pixel where the fill begins is not white. */
	draw(PROGRAM(0xf0, 0, 0xf6, POINT(9, 9), POINT(9, 9), 0xf0, 1, 0xf8, POINT(9, 9),
		     0xff),
	     NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 0);
}

static void half_white_leaves_white_pixels(void **state)
{
	(void)state;
	/* Entry 25 is F9: white where x and y differ in their lowest bit. */
	draw(PROGRAM(0xf0, 25, 0xf8, POINT(9, 9), 0xf0, 1, 0xf8, POINT(8, 9), POINT(9, 9),
		     0xff),
	     NULL);
	assert_int_equal(count_of(canvas.visual, 0x11), 1);
	assert_int_equal(visual(8, 9), 0x11);
	assert_int_equal(count_of(canvas.visual, 0xf9), EXH_SCI_PIC_PIXELS - 1);
	assert_bits_agree(&canvas);
}

/* Every start, and every choice of maps, for one fill and then another. */
static void whole_screens_are_filled_in_every_order(void **state)
{
	static const uint8_t corners[][3] = { { 0x00, 0, 0 },
					      { 0x10, 63, 0 },
					      { 0x00, 0, 189 },
					      { 0x10, 63, 189 },
					      { 0x00, 160, 95 } };

	(void)state;
	for (unsigned order = 0; order < 8 * 8 * 5; order++) {
		const uint8_t *corner = corners[order % 5];
		struct exh_writer out = { .limit = 1000 };

		for (int i = 0; i < 2; i++) {
			const unsigned maps = order / 5 >> 3 * i & 7;

			pic_put(&out, maps & 1 ? "\xf0\x09" : "\xf1");
			pic_put(&out, maps & 2 ? "\xf2\x07" : "\xf3");
			pic_put(&out, maps & 4 ? "\xfb\x0b" : "\xfc");
			exh_write_u8(&out, 0xf8);
			exh_write_bytes(&out, corner, 3);
		}
		exh_write_u8(&out, 0xff);
		assert_int_equal(draw(exh_writer_bytes(&out), NULL), EXH_OK);
		plain_clear(&plain, 0);
		assert_true(plain_draw(&plain, out.data, out.size));
		assert_memory_equal(canvas.visual, plain.maps[0], sizeof canvas.visual);
		assert_memory_equal(canvas.priority, plain.maps[1], sizeof canvas.visual);
		assert_memory_equal(canvas.control, plain.maps[2], sizeof canvas.visual);
		if (order % 5 == 4)
			assert_bits_agree(&canvas);
		exh_writer_free(&out);
	}
}

struct polygon {
	int count;
	int corners[12][2];
};

static struct polygon roll_polygon(uint64_t *seed)
{
	struct polygon polygon = { .count = 3 + (int)roll(seed, 8) };

	for (int i = 0; i < polygon.count; i++) {
		polygon.corners[i][0] = (int)roll(seed, WIDTH);
		polygon.corners[i][1] = (int)roll(seed, HEIGHT);
	}
	return polygon;
}

/* True if the point is inside by the even-odd rule. */
static bool is_inside(const struct polygon *polygon, int x, int y)
{
	bool is_in = false;

	for (int i = 0; i < polygon->count; i++) {
		const int *a = polygon->corners[i];
		const int *b = polygon->corners[(i + 1) % polygon->count];

		if ((a[1] > y) != (b[1] > y) &&
		    x < a[0] + (double)(b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]))
			is_in = !is_in;
	}
	return is_in;
}

/* Outlines are up to a pixel wider. */
static bool is_near_inside(const struct polygon *polygon, int x, int y)
{
	for (int i = 0; i < 9; i++)
		if (is_inside(polygon, x + i % 3 - 1, y + i / 3 - 1))
			return true;
	return false;
}

/* Draws the outline in black, and fills it. */
static void draw_polygon(const struct polygon *polygon, uint8_t color, int x, int y)
{
	struct exh_writer out = { .limit = 1000 };

	pic_put(&out, "\xf6");
	for (int i = 0; i <= polygon->count; i++) {
		const int *corner = polygon->corners[i % polygon->count];

		pic_put_long(&out, (unsigned)corner[0], (unsigned)corner[1]);
	}
	pic_put(&out, "\xf0");
	exh_write_u8(&out, color);
	pic_put(&out, "\xf8");
	pic_put_long(&out, (unsigned)x, (unsigned)y);
	exh_write_u8(&out, 0xff);
	assert_int_equal(draw(exh_writer_bytes(&out), NULL), EXH_OK);
	exh_writer_free(&out);
}

static void a_fill_never_leaks_past_a_closed_outline(void **state)
{
	uint64_t seed = 99;
	size_t filled_count = 0;

	(void)state;
	for (int round = 0; round < 400; round++) {
		const struct polygon polygon = roll_polygon(&seed);
		const int x = (int)roll(&seed, WIDTH), y = (int)roll(&seed, HEIGHT);

		if (!is_inside(&polygon, x, y))
			continue;
		/* The colours include half-white ones. */
		draw_polygon(&polygon, (uint8_t)(24 + roll(&seed, 7)), x, y);
		for (int i = 0; i < EXH_SCI_PIC_PIXELS; i++) {
			const bool is_filled =
				canvas.visual[i] && canvas.visual[i] < 0xff;

			filled_count += is_filled;
			if (is_filled && !is_near_inside(&polygon, i % WIDTH, i / WIDTH))
				fail_msg("round %d: %d, %d", round, i % WIDTH, i / WIDTH);
		}
	}
	assert_true(filled_count > 100000);
}

/*
 * Palettes, bands, cels.
 */

static void colours_come_from_palettes(void **state)
{
	struct exh_sci_pic_reader reader = {
		/* Entry 5 of palette 0 and 2 of palette 1; n of F0 continues into the
		 * next.
		 */
		.in = PROGRAM(0xfe, 0, 5, 0x77, 42, 0x12, 200, 0x55, 0xf0, 5, 0xf0, 42,
			      0xf0, 40, 0xf0, 167, 0xff)
	};
	static const uint8_t colors[][4] = { { 0x77, 0x12, 0x00, 0x77 },
					     { 0x55, 0x22, 0x00, 0x77 } };
	struct exh_sci_pic_step step;

	(void)state;
	for (unsigned palette = 0; palette < 2; palette++) {
		size_t at = 0;

		reader.at = 0;
		exh_sci_pic_clear(&canvas, palette);
		do {
			assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
			assert_true(exh_sci_pic_run(&canvas, &step));
			if (step.kind == EXH_SCI_PIC_VISUAL)
				assert_int_equal(
					canvas.visual_color,
					(palette ? (const uint8_t[]){ 0x55, 0x22, 0x00,
								      0x77 }
						 : colors[0])[at++]);
		} while (step.kind != EXH_SCI_PIC_END);
	}
}

static void bands_are_the_first_lines_of_priorities(void **state)
{
	(void)state;
	exh_sci_pic_clear(&canvas, 0);
	for (int y = 0; y < HEIGHT; y++)
		assert_int_equal(exh_sci_pic_band(&canvas, y),
				 y < 42 ? 0 : 1 + (y - 42) * 2000 / 21142);
	assert_int_equal(exh_sci_pic_band(&canvas, 190), 14);
	assert_int_equal(exh_sci_pic_band(&canvas, -5), 0);
	draw(PROGRAM(0xfe, 8, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140,
		     0xff),
	     NULL);
	assert_int_equal(exh_sci_pic_band(&canvas, 9), 0);
	assert_int_equal(exh_sci_pic_band(&canvas, 10), 1);
	assert_int_equal(exh_sci_pic_band(&canvas, 150), 14);
}

static void cels_are_drawn_but_for_their_key(void **state)
{
	struct exh_notes notes = { 0 };
	struct exh_arena arena = { .limit = 1 << 16 };
	/* 3 by 2 of colours 1, key, 15; 2, 2, 2; visual off, priority on. */
	const struct exh_bytes cel =
		PROGRAM(0xf1, 0xf2, 9, 0xfb, 3, 0xfe, 7, POINT(20, 10), 11, 0, 3, 0, 2, 0,
			0, 0, 7, 0x11, 0x17, 0x1f, 0x32, 0xff);
	/* The same, cut off at the right edge and without its last run. */
	const struct exh_bytes cut = PROGRAM(0xfe, 7, 0x10, 62, 189, 10, 0, 3, 0, 2, 0, 0,
					     0, 7, 0x11, 0x17, 0x1f, 0xff);

	(void)state;
	assert_int_equal(draw(cel, NULL), EXH_OK);
	assert_int_equal(visual(20, 10), 0x11);
	assert_int_equal(visual(21, 10), 0xff);
	assert_int_equal(visual(22, 11), 0x22);
	assert_int_equal(count_of(canvas.visual, 0x22), 3);
	assert_int_equal(count_of(canvas.priority, 9), 5);
	assert_int_equal(count_of(canvas.control, 0), EXH_SCI_PIC_PIXELS);
	assert_bits_agree(&canvas);
	exh_sci_pic_clear(&canvas, 0);
	notes.arena = &arena;
	assert_int_equal(exh_sci_pic_draw(cut, &canvas, &notes, NULL), EXH_OK);
	assert_int_equal(notes.damage_count, 1);
	assert_int_equal(notes.first->offset, 0);
	assert_int_equal(visual(318, 189), 0x11);
	assert_int_equal(count_of(canvas.visual, 0x11), 1);
	exh_arena_free(&arena);
}

static void cels_that_are_damaged_are_reported(void **state)
{
	const struct exh_bytes bad[] = {
		PROGRAM(0xfe, 7, POINT(0, 0), 0, 0),
		PROGRAM(0xfe, 7, POINT(0, 0), 6, 0, 1, 0, 1, 0, 0, 0),
		PROGRAM(0xfe, 7, POINT(0, 0), 8, 0, 1, 0, 1, 0, 0, 0, 7, 0x21), /* long */
		PROGRAM(0xfe, 7, POINT(0, 0), 8, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 7, 1),
		PROGRAM(0xfe, 7, POINT(0, 0), 7, 0, 0xf0, 0, 0xf0, 0, 0, 0, 7),
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct exh_sci_pic_reader reader = { .in = bad[i] };
		struct exh_sci_pic_step step;

		exh_sci_pic_clear(&canvas, 0);
		assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
		assert_false(exh_sci_pic_run(&canvas, &step));
		assert_int_equal(reader.at, bad[i].size);
	}
}

static void pixels_are_dithered_by_their_phase(void **state)
{
	static uint8_t pixels[EXH_SCI_PIC_PIXELS];
	struct exh_palette palette;

	(void)state;
	draw(PROGRAM(0xf0, 34, 0xf8, POINT(9, 9), 0xff), NULL); /* 2A */
	exh_sci_pic_dither(&canvas, EXH_SCI_PIC_EGA, pixels);
	for (size_t i = 0; i < EXH_SCI_PIC_PIXELS; i++)
		assert_int_equal(pixels[i], ((i % 320) ^ (i / 320)) & 1 ? 2 : 10);
	exh_sci_pic_dither(&canvas, EXH_SCI_PIC_NONE, pixels);
	assert_int_equal(count_of(pixels, 10), EXH_SCI_PIC_PIXELS);
	exh_sci_pic_palette(EXH_SCI_PIC_NONE, &palette);
	assert_int_equal(palette.count, 16);
	exh_sci_pic_dither(&canvas, EXH_SCI_PIC_AVERAGE, pixels);
	assert_int_equal(count_of(pixels, 0x2a), EXH_SCI_PIC_PIXELS);
	exh_sci_pic_palette(EXH_SCI_PIC_AVERAGE, &palette);
	assert_int_equal(palette.count, 256);
	assert_int_equal(palette.colors[0x2a].red, 43);
	assert_int_equal(palette.colors[0x2a].green, 213);
	assert_int_equal(palette.colors[0xff].blue, 255);
}

/*
 * Random programs.
 */

static void assert_same_maps(void)
{
	assert_memory_equal(canvas.visual, plain.maps[0], sizeof canvas.visual);
	assert_memory_equal(canvas.priority, plain.maps[1], sizeof canvas.visual);
	assert_memory_equal(canvas.control, plain.maps[2], sizeof canvas.visual);
	assert_memory_equal(canvas.bands, plain.bands, sizeof canvas.bands);
}

static void the_plain_decoder_draws_the_same(void **state)
{
	struct exh_writer out = { .limit = 1 << 20 };
	uint64_t seed = 20240;

	(void)state;
	for (unsigned round = 0; round < 400; round++) {
		struct exh_notes notes = { 0 };
		struct exh_arena arena = { .limit = 0 };

		notes.arena = &arena;
		out.size = 0;
		pic_put_any(&out, &seed, 1 + roll(&seed, 40));
		if (round % 8 == 7) /* some are also damaged */
			out.data[roll(&seed, (uint32_t)out.size)] =
				(uint8_t)roll(&seed, 0x100);
		exh_sci_pic_clear(&canvas, round % 4);
		plain_clear(&plain, (int)round % 4);
		assert_int_equal(
			!exh_sci_pic_draw(exh_writer_bytes(&out), &canvas, &notes, NULL),
			plain_draw(&plain, out.data, out.size));
		assert_int_equal(notes.damage_count > 0, plain.is_damaged);
		assert_same_maps();
		if (round % 16 == 0)
			assert_bits_agree(&canvas);
	}
	exh_writer_free(&out);
}

static void a_copy_of_a_canvas_goes_on_alike(void **state)
{
	static struct exh_sci_pic_canvas copy, room;
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_sci_pic_step step;
	uint64_t seed = 77;

	(void)state;
	for (unsigned round = 0; round < 10; round++) {
		struct exh_sci_pic_reader reader = { 0 };
		size_t steps = 0, half;

		out.size = 0;
		if (round % 2)
			pic_put_any(&out, &seed, 60);
		else
			pic_put_room(&out, &seed, &room);
		half = roll(&seed, 100);
		assert_int_equal(draw(exh_writer_bytes(&out), NULL), EXH_OK);
		memset(&copy, 0x55, sizeof copy);
		exh_sci_pic_clear(&room, 0);
		reader.in = exh_writer_bytes(&out);
		do {
			if (steps++ == half) {
				copy = room;
				memset(&room, 0xaa, sizeof room);
			}
			assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
			exh_sci_pic_run(steps > half ? &copy : &room, &step);
			if (steps % 97 == 0)
				assert_bits_agree(steps > half ? &copy : &room);
		} while (step.kind != EXH_SCI_PIC_END);
		if (steps > half)
			assert_memory_equal(copy.visual, canvas.visual,
					    sizeof copy.visual);
		if (steps > half)
			assert_memory_equal(copy.empty, canvas.empty, sizeof copy.empty);
	}
	exh_writer_free(&out);
}

/*
 * Writing.
 */

static void assert_same_step(const struct exh_sci_pic_step *a,
			     const struct exh_sci_pic_step *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->is_on, b->is_on);
	assert_int_equal(a->number, b->number);
	assert_int_equal(a->value, b->value);
	assert_int_equal(a->x, b->x);
	assert_int_equal(a->y, b->y);
	assert_int_equal(a->from_x, b->from_x);
	assert_int_equal(a->from_y, b->from_y);
	assert_int_equal(a->is_textured, b->is_textured);
	assert_int_equal(a->texture, b->texture);
	assert_int_equal(a->data.size, b->data.size);
	if (a->data.size)
		assert_memory_equal(a->data.data, b->data.data, a->data.size);
}

static void write_all(struct exh_bytes in, struct exh_writer *out)
{
	struct exh_sci_pic_writer writer = { .out = out };
	struct exh_sci_pic_reader reader = { .in = in };
	struct exh_sci_pic_step step;

	do {
		assert_int_equal(exh_sci_pic_next(&reader, &step, NULL), EXH_OK);
		assert_int_equal(exh_sci_pic_write(&writer, &step, NULL), EXH_OK);
	} while (step.kind != EXH_SCI_PIC_END);
}

/* Asserts that writing gives the same steps, with no more bytes than necessary. */
static void assert_round_trip(struct exh_bytes in)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_sci_pic_reader old = { .in = in }, new = { 0 };
	struct exh_sci_pic_step a, b;

	write_all(in, &out);
	assert_true(out.size <= in.size);
	new.in = exh_writer_bytes(&out);
	do {
		assert_int_equal(exh_sci_pic_next(&old, &a, NULL), EXH_OK);
		assert_int_equal(exh_sci_pic_next(&new, &b, NULL), EXH_OK);
		assert_same_step(&a, &b);
	} while (a.kind != EXH_SCI_PIC_END);
	assert_int_equal(new.at, out.size);
	exh_writer_free(&out);
}

static void what_is_written_reads_back(void **state)
{
	static struct exh_sci_pic_canvas room;
	struct exh_writer out = { .limit = 1 << 20 };
	uint64_t seed = 4711;

	(void)state;
	for (unsigned round = 0; round < 400; round++) {
		out.size = 0;
		if (round % 100)
			pic_put_any(&out, &seed, 1 + roll(&seed, 40));
		else
			pic_put_room(&out, &seed, &room);
		assert_round_trip(exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
}

static void assert_not_written(struct exh_sci_pic_step step, enum exh_status status)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_sci_pic_writer writer = { .out = &out };

	assert_int_equal(exh_sci_pic_write(&writer, &step, NULL), status);
	exh_writer_free(&out);
}

/* The first byte of a cel's position can't be mistaken for a command, unlike in a
 * list. */
static void a_cel_may_be_far_on_the_right(void **state)
{
	(void)state;
	assert_round_trip(
		PROGRAM(0xfe, 7, 0xfe, 0, 0, 8, 0, 1, 0, 1, 0, 0, 0, 0, 0x11, 0xff));
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_CEL, .x = 0x1000 },
		EXH_LIMIT);
}

static void lists_have_the_shortest_form_that_holds_them(void **state)
{
	struct exh_writer out = { .limit = 1 << 20 };

	(void)state;
	write_all(PROGRAM(0xf6, POINT(50, 50), POINT(57, 43), POINT(51, 50), 0xf6,
			  POINT(50, 50), POINT(43, 43), /* -7 has no short form */
			  0xf6, POINT(50, 50), POINT(51, 51), POINT(50, 161), /* grows */
			  0xf6, POINT(50, 50), POINT(51, 51), POINT(52, 52),
			  POINT(200, 52), 0xf6, POINT(9, 9), 0xff),
		  &out);
	assert_same_bytes(exh_writer_bytes(&out),
			  ((const uint8_t[]){ 0xf7,
					      POINT(50, 50),
					      0x7f,
					      0xe7,
					      0xf5,
					      POINT(50, 50),
					      0x87,
					      0xf9,
					      0xf5,
					      POINT(50, 50),
					      1,
					      1,
					      110,
					      0xff,
					      0xf6,
					      POINT(50, 50),
					      POINT(51, 51),
					      POINT(52, 52),
					      POINT(200, 52),
					      0xf7,
					      POINT(9, 9),
					      0xff }),
			  38);
	exh_writer_free(&out);
}

static void what_has_no_room_is_not_written(void **state)
{
	const uint8_t byte = 0;

	(void)state;
	assert_not_written((struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_FILL, .x = -1 },
			   EXH_LIMIT);
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_FILL, .x = 0xf00 },
		EXH_LIMIT);
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_MOVE, .y = 0x1000 },
		EXH_LIMIT);
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_LINE, .x = -200 },
		EXH_LIMIT);
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_ENTRY, .number = 0xf0 },
		EXH_LIMIT);
	assert_not_written((struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_PATTERN,
						      .is_textured = true },
			   EXH_INVALID);
	assert_not_written((struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_PALETTE,
						      .data = { &byte, 1, 0 } },
			   EXH_INVALID);
	assert_not_written(
		(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_SKIPPED, .extended = 9 },
		EXH_INVALID);
	assert_not_written((struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_KINDS },
			   EXH_INVALID);
}

/*
 * Real pics.
 */

static uint32_t crc(const uint8_t *map)
{
	return exh_crc32((struct exh_bytes){ map, EXH_SCI_PIC_PIXELS, 0 });
}

static void assert_maps(uint32_t visual, uint32_t priority, uint32_t control)
{
	static uint8_t pixels[EXH_SCI_PIC_PIXELS];

	exh_sci_pic_dither(&canvas, EXH_SCI_PIC_EGA, pixels);
	assert_int_equal(crc(pixels), visual);
	assert_int_equal(crc(canvas.priority), priority);
	assert_int_equal(crc(canvas.control), control);
}

/* The pic as a bare resource within game's memory; data is NULL if it is not
 * available. */
static struct exh_bytes find_pic(struct exh_bytes map, struct exh_bytes volume,
				 unsigned number)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_bytes found = { 0 };
	struct exh_sci_record record;
	struct exh_sci_map game;

	assert_int_equal(
		exh_sci_map_read(map, EXH_SCI_LAYOUT_SCI0, &arena, &game, NULL, NULL),
		EXH_OK);
	for (size_t i = 0; i < game.count && !found.data; i++) {
		if (game.entries[i].type != EXH_SCI_PIC ||
		    game.entries[i].number != number)
			continue;
		assert_int_equal(exh_sci_record_read(volume, game.entries[i].offset,
						     game.layout, &record, NULL),
				 EXH_OK);
		assert_int_equal(record.packing, EXH_SCI_STORED);
		found = record.payload;
	}
	exh_arena_free(&arena);
	return found;
}

static const struct real_pic {
	const char *map, *volume;
	unsigned number;
	uint32_t crc;
} real_pics[] = {
	{ "sci0/companion-template/resource.map", "sci0/companion-template/resource.001",
	  1, 0xc66df76d },
	{ "sci0/companion-template/resource.map", "sci0/companion-template/resource.001",
	  800, 0x36140c22 },
	{ "sci0/template-redux/resource.map", "sci0/template-redux/resource.001", 98,
	  0xc66df76d },
	{ "sci0/template-redux/resource.map", "sci0/template-redux/resource.001", 99,
	  0x36140c22 },
};

static void pics_of_real_games_are_drawn_as_the_interpreter_does(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof real_pics / sizeof real_pics[0]; i++) {
		const struct real_pic *pic = &real_pics[i];
		const struct exh_bytes map = load_game_file(pic->map);
		const struct exh_bytes volume = load_game_file(pic->volume);

		if (!map.data || !volume.data)
			skip();
		exh_sci_pic_clear(&canvas, 0);
		assert_int_equal(exh_sci_pic_draw(find_pic(map, volume, pic->number),
						  &canvas, NULL, NULL),
				 EXH_OK);
		assert_round_trip(find_pic(map, volume, pic->number));
		assert_maps(pic->crc, 0x36140c22, 0x36140c22);
		free((void *)map.data);
		free((void *)volume.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_have_three_forms),
		cmocka_unit_test(lists_go_on_while_an_item_begins_below_f0),
		cmocka_unit_test(coordinates_wrap_at_16_bits),
		cmocka_unit_test(each_kind_has_a_name),
		cmocka_unit_test(bytes_that_are_no_command_are_refused),
		cmocka_unit_test(a_pic_of_256_colours_is_reported),
		cmocka_unit_test(slopes_are_bresenhams),
		cmocka_unit_test(every_shorter_program_is_truncated),
		cmocka_unit_test(lines_are_the_interpreters),
		cmocka_unit_test(lines_end_at_the_maps_edge),
		cmocka_unit_test(lines_go_to_the_maps_that_are_on),
		cmocka_unit_test(circles_are_those_of_the_table),
		cmocka_unit_test(rectangles_are_a_column_wider),
		cmocka_unit_test(textures_are_those_of_the_register),
		cmocka_unit_test(a_fill_is_of_the_map_searched),
		cmocka_unit_test(fills_that_do_nothing),
		cmocka_unit_test(half_white_leaves_white_pixels),
		cmocka_unit_test(whole_screens_are_filled_in_every_order),
		cmocka_unit_test(a_fill_never_leaks_past_a_closed_outline),
		cmocka_unit_test(colours_come_from_palettes),
		cmocka_unit_test(bands_are_the_first_lines_of_priorities),
		cmocka_unit_test(cels_are_drawn_but_for_their_key),
		cmocka_unit_test(cels_that_are_damaged_are_reported),
		cmocka_unit_test(pixels_are_dithered_by_their_phase),
		cmocka_unit_test(the_plain_decoder_draws_the_same),
		cmocka_unit_test(a_copy_of_a_canvas_goes_on_alike),
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(lists_have_the_shortest_form_that_holds_them),
		cmocka_unit_test(a_cel_may_be_far_on_the_right),
		cmocka_unit_test(what_has_no_room_is_not_written),
		cmocka_unit_test(pics_of_real_games_are_drawn_as_the_interpreter_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
