/*
 * Ports, windows, texts, and controls, pixel by pixel against values worked out by hand
 * from sci0-vm 4.5, 4.6 and 6.5 and sci0-vm-notes 1.4, 1.8, 1.18, 2, 3 and 4.
 */
#include "resources_testing.h"

#include "screen.h"

static reg window(struct stage_resources *r, int top, int left, int bottom, int right,
		  reg title, int style, int priority)
{
	return CALL(r, "NewWindow", N(top), N(left), N(bottom), N(right), title, N(style),
		    N(priority), N(3), N(7));
}

static void ports_are_chosen_by_their_number(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 2);
	CALL(&r, "SetPort", N(0));
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 0);
	CALL(&r, "SetPort", N(-1));
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), -1);
	CALL(&r, "SetPort", N(50)); /* not open */
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 0);
	end_stage(&r);
}

/* Rectangle 50, 61 to 80, 121, at column 60: framed from 49, 59 to 80, 121, with shadow
 * to 81, 122; all rows are 10 lower on the screen. */
static void windows_have_a_frame_and_a_shadow(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	assert_int_equal(window(&r, 50, 61, 80, 121, N(0), 0, -1).offset, 3);
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 3);
	assert_area(v, 59, 59, 121, 60, 0);
	assert_area(v, 59, 89, 121, 90, 0);
	assert_area(v, 59, 59, 60, 90, 0);
	assert_area(v, 120, 59, 121, 90, 0);
	assert_area(v, 60, 60, 120, 89, 7);
	assert_area(v, 121, 60, 122, 91, 0); /* shadow */
	assert_area(v, 60, 90, 122, 91, 0);
	assert_area(v, 121, 59, 122, 60, 9);
	assert_area(v, 59, 90, 60, 91, 9);
	assert_area(v, 58, 50, 59, 100, 9);
	assert_area(v, 122, 50, 123, 100, 9);
	assert_area(v, 50, 91, 130, 92, 9);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	/* Drawing begins at an even column. */
	CALL(&r, "Graph", N(10), N(0), N(0), N(1), N(1));
	assert_area(v, 60, 60, 61, 61, 3);
	CALL(&r, "DisposeWindow", N(3));
	assert_area(v, 0, 0, 320, 200, 9);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 2);
	end_stage(&r);
}

/* A window with rows 50 to 80: 39 frame, 40 to 47 gray, 48 line, 49 to 79 its colour, 80
 * frame, 81 shadow. */
static void windows_with_titles_have_a_bar(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	window(&r, 50, 60, 80, 120, text_in(&r, 0, "WW"), 4, -1);
	assert_area(v, 62, 49, 64, 50, 0);
	assert_area(v, 62, 50, 64, 58, 8);
	assert_area(v, 62, 58, 64, 59, 0);
	assert_area(v, 62, 59, 64, 90, 7);
	assert_area(v, 62, 90, 64, 92, 0);
	assert_area(v, 62, 92, 64, 93, 9);
	/* 16 of 59 columns, in the middle. */
	assert_area(v, 60, 50, 81, 58, 8);
	assert_character(v, 81, 50, 'W', 15, 8);
	assert_character(v, 89, 50, 'W', 15, 8);
	CALL(&r, "DisposeWindow", N(3));
	assert_area(v, 0, 0, 320, 200, 9);
	end_stage(&r);
}

static void windows_are_moved_into_the_screen(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const struct port *p;

	(void)state;
	start_stage(&r);
	p = r.t.s->ports;
	/* -6 to 21 down by 6; 299 to 341 left by 21. */
	window(&r, -5, 300, 20, 340, N(0), 0, -1);
	assert_int_equal(p[3].origin_x, 279);
	assert_int_equal(p[3].origin_y, 11);
	assert_int_equal(p[3].outer.left, 278);
	assert_int_equal(p[3].outer.top, 10);
	assert_int_equal(p[3].outer.right, 320);
	/* 169 to 201 up by 11; with a title 159 to 202, up by 12. */
	window(&r, 170, -20, 200, 40, N(0), 0, -1);
	assert_int_equal(p[4].origin_x, 1); /* -20 right by 21 */
	assert_int_equal(p[4].origin_y, 169);
	window(&r, 170, 10, 200, 40, N(0), 4, -1);
	assert_int_equal(p[5].origin_y, 168);
	/* Wider than the screen. */
	window(&r, 50, -3, 80, 317, N(0), 0, -1); /* -4 to 317 is wider */
	assert_int_equal(p[6].origin_x, 1);
	assert_int_equal(p[6].rect.right, 318);
	assert_int_equal(p[6].outer.left, 0);
	assert_int_equal(p[6].outer.right, 320);
	window(&r, 50, 0, 80, 330, N(0), 2, -1);
	assert_int_equal(p[7].origin_x, 0);
	assert_int_equal(p[7].rect.right, 319);
	end_stage(&r);
}

static void styles_leave_out_what_they_say(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	window(&r, 50, 60, 80, 120, N(0), 2, -1); /* no frame */
	assert_area(v, 60, 60, 120, 90, 7);
	assert_area(v, 59, 59, 60, 92, 9);
	assert_area(v, 120, 59, 122, 92, 9);
	CALL(&r, "DisposeWindow", N(3));
	assert_area(v, 0, 0, 320, 200, 9);
	window(&r, 50, 60, 80, 120, N(0), 0x81, -1); /* the script draws */
	assert_area(v, 0, 0, 320, 200, 9);
	CALL(&r, "DisposeWindow", N(3));
	window(&r, 50, 60, 80, 120, N(0), 3, -1); /* nothing is saved */
	v[70 * STAGE_WIDTH + 70] = 4;
	CALL(&r, "DisposeWindow", N(3));
	assert_area(v, 70, 70, 71, 71, 4);
	end_stage(&r);
}

static void windows_have_priorities_if_they_are_given_one(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *p;

	(void)state;
	start_stage(&r);
	p = r.t.s->priority;
	memset(r.t.s->priority, 2, sizeof r.t.s->priority);
	window(&r, 50, 60, 80, 120, N(0), 0, -1);
	assert_area(p, 0, 0, 320, 200, 2);
	CALL(&r, "DisposeWindow", N(3));
	window(&r, 50, 60, 80, 120, N(0), 0, 5);
	assert_area(p, 59, 59, 121, 91, 15);
	assert_area(p, 121, 59, 122, 92, 2);
	assert_area(p, 59, 91, 122, 92, 2);
	CALL(&r, "DisposeWindow", N(3));
	assert_area(p, 0, 0, 320, 200, 2);
	end_stage(&r);
}

static void numbers_of_windows_are_the_lowest_free(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	assert_int_equal(window(&r, 50, 60, 80, 120, N(0), 0, -1).offset, 3);
	assert_int_equal(window(&r, 60, 70, 80, 120, N(0), 0, -1).offset, 4);
	assert_int_equal(window(&r, 60, 70, 80, 120, N(0), 8, -1).offset, 5);
	/* Style 8 does not put it below the others. */
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 5);
	CALL(&r, "DisposeWindow", N(4));
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 5);
	assert_int_equal(window(&r, 60, 70, 80, 120, N(0), 0, -1).offset, 4);
	CALL(&r, "DisposeWindow", N(5));
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 4);
	CALL(&r, "DisposeWindow", N(3));
	assert_int_equal(tested_call(&r.t, "GetPort", 0, NULL), 4);
	assert_int_equal(window(&r, 60, 70, 80, 120, N(0), 0, -1).offset, 3);
	CALL(&r, "DisposeWindow", N(40)); /* not open, and permanent ones */
	CALL(&r, "DisposeWindow", N(2));
	assert_int_equal(r.t.s->stack_count, 3);
	end_stage(&r);
}

/*
 * Texts.
 */

static const struct {
	const char *text;
	int width, expected_height, expected_width;
} sizes[] = {
	{ "", 0, 0, 0 },
	{ "abc", 0, 8, 12 },
	{ "abc", -1, 8, 12 },
	{ "abc", 100, 8, 100 },
	{ "aaaa bbbb", 35, 8, 35 },
	{ "aaaa bbbb", 34, 16, 34 },
	{ "aaaa", 12, 16, 12 }, /* the third one reaches 12 */
	{ "aaaa", 16, 8, 16 },
	{ "aaaaa", 16, 16, 16 },
	{ "a\n\nb", 100, 24, 100 },
	{ "a\nb", -1, 8, 13 }, /* the end of the line has a glyph of 5 */
	{ "a\r\nb", 50, 16, 50 },
	{ "a\rb", 50, 16, 50 },
	{ "a\n", 50, 8, 50 },
	{ "\n", 0, 8, 0 },
	{ "aaaa  bbbb", 20, 16, 20 },
	{ " aaaaaa", 12, 16, 12 }, /* a space in front is no place to break */
	{ "iiiiii WW i", 20, 24, 20 },
	/* 48 characters of 4 are 192. */
	{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aa", 0, 16, 192 },
	{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa aaaa aaa", 0, 16, 179 },
};

static void texts_are_as_large_as_their_lines(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const reg to = text_in(&r, 1, "xxxxxxxx");
		uint8_t words[8];

		CALL(&r, "TextSize", to, text_in(&r, 0, sizes[i].text), N(0),
		     N(sizes[i].width));
		exh_sci_vm_bytes(r.t.s->vm, to, words, sizeof words);
		if (words[0] || words[1] || words[2] || words[3] || words[5] ||
		    words[7] || words[4] != sizes[i].expected_height ||
		    words[6] != sizes[i].expected_width)
			fail_msg("\"%s\" in %d: %u high, %u wide", sizes[i].text,
				 sizes[i].width, words[4], words[6]);
	}
	end_stage(&r);
}

static void display_draws_at_its_place_and_leaves_the_pen(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const struct port *p;
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	p = exh_stage_port(r.t.s);
	CALL(&r, "Display", text_in(&r, 0, "ai"), N(100), N(20), N(30), N(102), N(5));
	assert_character(v, 20, 40, 'a', 5, 9);
	assert_character(v, 24, 40, 'i', 5, 9);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	assert_int_equal(p->pen_x, 26);
	assert_int_equal(p->pen_y, 30);
	assert_int_equal(p->pen, 0);
	/* Goes on there; black unless a colour is given; at the right of 40 columns. */
	CALL(&r, "Display", text_in(&r, 0, "a"), N(101), N(-1), N(106), N(40), N(103),
	     N(14));
	assert_character(v, 26 + 36, 40, 'a', 0, 14);
	assert_area(v, 26, 40, 62, 48, 14);
	assert_int_equal(p->back, 15);
	CALL(&r, "Display", text_in(&r, 0, "a"), N(100), N(0), N(0), N(101), N(1), N(106),
	     N(41));
	assert_character(v, 18, 10, 'a', 0, 9); /* (41 - 4) / 2 */
	end_stage(&r);
}

static void display_saves_and_restores_what_is_under_it(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	reg saved;

	(void)state;
	start_stage(&r);
	saved = CALL(&r, "Display", text_in(&r, 0, "abc"), N(100), N(20), N(30), N(107),
		     N(103), N(2));
	assert_area(r.t.s->visual, 23, 40, 24, 48, 2);
	CALL(&r, "Display", text_in(&r, 0, ""), N(108), saved);
	assert_area(r.t.s->visual, 0, 0, 320, 200, 9);
	assert_area(r.t.s->shown, 0, 0, 320, 200, 9);
	assert_int_equal(RESULT(&r, "Display", text_in(&r, 0, "a")), 0);
	end_stage(&r);
}

/* The cast is drawn again over the restored pixels. */
static void what_display_restores_shows_the_cast(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	stage *s;
	reg saved;

	(void)state;
	start_stage(&r);
	s = r.t.s;
	saved = CALL(&r, "Display", text_in(&r, 0, "WWWW"), N(100), N(20), N(30), N(107));
	s->backup_count = 1;
	s->backup[0] = (struct cast_member){
		.view = 0, .loop = 2, .priority = 15, .seen = { 22, 31, 25, 34 }
	};
	CALL(&r, "Display", text_in(&r, 0, ""), N(108), saved);
	assert_area(s->shown, 22, 41, 25, 44, 6);
	assert_area(s->visual, 22, 41, 25, 44, 9);
	end_stage(&r);
}

static void texts_are_not_shown_before_the_picture_is(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	CALL(&r, "Display", text_in(&r, 0, "a"), N(121));
	assert_area(r.t.s->shown, 0, 0, 320, 200, 9);
	r.t.s->pic_not_valid = 1;
	CALL(&r, "Display", text_in(&r, 0, "a"));
	assert_area(r.t.s->shown, 0, 0, 320, 200, 9);
	end_stage(&r);
}

/* Even columns of the glyph on odd rows of the screen, odd ones on even rows. */
static void dimmed_texts_lack_every_second_pixel(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	CALL(&r, "Display", text_in(&r, 0, "W"), N(100), N(11), N(30), N(104), N(1));
	for (int y = 0; y < BOX_ROWS; y++)
		for (int x = 0; x < 7; x++)
			assert_int_equal(v[(40 + y) * STAGE_WIDTH + 11 + x],
					 (40 + y) % 2 == 1 && x % 2 == 0   ? 0
					 : (40 + y) % 2 == 0 && x % 2 == 1 ? 0
									   : 9);
	end_stage(&r);
}

static void the_status_line_has_nine_rows(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const uint8_t *v;

	(void)state;
	start_stage(&r);
	v = r.t.s->visual;
	CALL(&r, "DrawStatus", text_in(&r, 0, "a\nb"), N(4), N(2));
	assert_character(v, 0, 1, 'a', 4, 2);
	assert_character(v, 4, 1, '\n', 4, 2); /* a glyph here */
	assert_character(v, 9, 1, 'b', 4, 2);
	assert_area(v, 13, 0, 320, 9, 2);
	assert_area(v, 0, 9, 320, 10, 9);
	CALL(&r, "DrawStatus", N(0));
	assert_area(v, 13, 0, 320, 9, 2);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	end_stage(&r);
}

/*
 * Controls, in a window whose drawing begins at 40, 50 on the screen; its pen is 3, and
 * its back 7.
 */

static reg begin_controls(struct stage_resources *r, int type, int state, int top,
			  int left, int bottom, int right)
{
	reg control;

	start_stage(r);
	control = r->t.objects[0];
	window(r, 40, 40, 140, 240, N(0), 2, -1);
	tested_set(&r->t, control, "type", N(type));
	tested_set(&r->t, control, "state", N(state));
	tested_set(&r->t, control, "nsTop", N(top));
	tested_set(&r->t, control, "nsLeft", N(left));
	tested_set(&r->t, control, "nsBottom", N(bottom));
	tested_set(&r->t, control, "nsRight", N(right));
	memset(r->t.s->visual, 9, sizeof r->t.s->visual);
	memset(r->t.s->shown, 9, sizeof r->t.s->shown);
	return control;
}

static void set_text(struct stage_resources *r, const char *text)
{
	tested_set(&r->t, r->t.objects[0], "text", text_in(r, 0, text));
}

/* The button's rectangle is 10, 20 to 30, 60: on the screen 60, 60 to 80, 100. */
static void buttons_are_framed_and_centred(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg button = begin_controls(&r, 1, 1, 10, 20, 30, 60);
	const uint8_t *v = r.t.s->visual;

	(void)state;
	set_text(&r, "ab");
	CALL(&r, "DrawControl", button);
	assert_area(v, 59, 59, 101, 60, 3);
	assert_area(v, 59, 80, 101, 81, 3);
	assert_area(v, 60, 60, 100, 61, 7);
	/* In 61 to 99: (38 - 8) / 2. */
	assert_character(v, 61 + 15, 61, 'a', 3, 7);
	assert_character(v, 61 + 19, 61, 'b', 3, 7);
	assert_area(v, 58, 58, 59, 82, 9);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	tested_set(&r.t, button, "state", N(1 | 8));
	CALL(&r, "DrawControl", button);
	assert_area(v, 60, 60, 100, 61, 3);
	assert_area(v, 60, 60, 61, 80, 3);
	tested_set(&r.t, button, "state", N(0)); /* not active: dimmed */
	CALL(&r, "DrawControl", button);
	assert_area(v, 76, 62, 77, 63, 7); /* an even row: its odd columns */
	assert_area(v, 77, 62, 78, 63, 3);
	end_stage(&r);
}

static void text_controls_are_aligned_by_mode(void **state)
{
	static const int lefts[] = { 60 + 36, 60, 60 + 18 };

	(void)state;
	for (int mode = -1; mode <= 1; mode++) {
		struct stage_resources r = { .part_count = 0 };
		const reg text = begin_controls(&r, 2, 0, 10, 20, 30, 60);

		set_text(&r, "a");
		tested_set(&r.t, text, "mode", N(mode));
		CALL(&r, "DrawControl", text);
		assert_character(r.t.s->visual, lefts[mode + 1], 60, 'a', 3, 7);
		assert_area(r.t.s->visual, 59, 59, 101, 60, 7); /* erased, no frame */
		tested_set(&r.t, text, "state", N(8));
		CALL(&r, "DrawControl", text);
		assert_area(r.t.s->visual, 60, 60, 61, 80, 3);
		end_stage(&r);
	}
}

static void key(struct stage_resources *r, reg edit, unsigned message)
{
	const reg event = r->t.objects[1];

	tested_set(&r->t, event, "type", N(4));
	tested_set(&r->t, event, "message", N((int32_t)message));
	CALL(r, "EditControl", edit, event);
}

static void assert_edit(struct stage_resources *r, reg edit, const char *text, int cursor)
{
	struct exh_writer out = { .limit = 64 };

	assert_true(exh_sci_vm_text(r->t.s->vm, tested_get(&r->t, edit, "text"), &out));
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, text);
	assert_int_equal(tested_get(&r->t, edit, "cursor").offset, cursor);
	exh_writer_free(&out);
}

static void fields_are_edited(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg edit = begin_controls(&r, 3, 8, 10, 20, 18, 60);
	const uint8_t *v = r.t.s->visual;

	(void)state;
	set_text(&r, "abc");
	tested_set(&r.t, edit, "max", N(5));
	tested_set(&r.t, edit, "cursor", N(9)); /* beyond: clamped, written back */
	CALL(&r, "DrawControl", edit);
	assert_edit(&r, edit, "abc", 3);
	assert_area(v, 59, 59, 101, 60, 3);
	assert_character(v, 60, 60, 'a', 3, 7);
	assert_area(v, 72, 60, 73, 68, 3); /* the cursor: 1 column after the text */
	assert_area(v, 73, 60, 74, 68, 7);
	key(&r, edit, 'd');
	key(&r, edit, 'e');
	key(&r, edit, 'f'); /* 5 at most */
	assert_edit(&r, edit, "abcde", 5);
	assert_memory_equal(v, r.t.s->shown, STAGE_PIXELS);
	key(&r, edit, 8);
	assert_edit(&r, edit, "abcd", 4);
	key(&r, edit, 0x4700); /* Home */
	key(&r, edit, 8);
	assert_edit(&r, edit, "abcd", 0);
	assert_area(v, 60, 60, 63, 66, 7); /* the first character is inverted */
	assert_area(v, 63, 60, 64, 66, 3);
	key(&r, edit, 0x5300); /* Del */
	assert_edit(&r, edit, "bcd", 0);
	key(&r, edit, 0x4d00);
	key(&r, edit, 'i');
	assert_edit(&r, edit, "bicd", 2);
	key(&r, edit, 0x4b00);
	assert_edit(&r, edit, "bicd", 1);
	key(&r, edit, 0x4f00);
	key(&r, edit, 0x5300);
	assert_edit(&r, edit, "bicd", 4);
	key(&r, edit, '\r'); /* left to the dialog */
	key(&r, edit, 0x3b00);
	assert_edit(&r, edit, "bicd", 4);
	key(&r, edit, 3);
	assert_edit(&r, edit, "", 0);
	end_stage(&r);
}

/* 12 columns: three characters of 4 would reach them. */
static void fields_take_what_fits_their_width(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg edit = begin_controls(&r, 3, 8, 10, 20, 18, 32);

	(void)state;
	set_text(&r, "");
	tested_set(&r.t, edit, "max", N(40));
	key(&r, edit, 'a');
	key(&r, edit, 'b');
	key(&r, edit, 'c');
	assert_edit(&r, edit, "ab", 2);
	key(&r, edit, 'i');
	assert_edit(&r, edit, "abi", 3);
	/* Longer than its field, and than max: it can only get shorter. */
	set_text(&r, "abcdefghij");
	tested_set(&r.t, edit, "max", N(4));
	tested_set(&r.t, edit, "cursor", N(10));
	CALL(&r, "DrawControl", edit);
	key(&r, edit, 'i');
	assert_edit(&r, edit, "abcdefghij", 10);
	key(&r, edit, 8);
	assert_edit(&r, edit, "abcdefghi", 9);
	end_stage(&r);
}

static void icons_are_cels(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg icon = begin_controls(&r, 4, 0x20, 10, 20, 30, 60);
	const uint8_t *v = r.t.s->visual;

	(void)state;
	memset(r.t.s->priority, 15, sizeof r.t.s->priority);
	tested_set(&r.t, icon, "priority", N(-1));
	tested_set(&r.t, icon, "loop", N(2));
	CALL(&r, "DrawControl", icon);
	assert_area(v, 61, 61, 63, 63, 6);
	assert_area(v, 60, 60, 61, 80, 3); /* framed */
	assert_area(v, 63, 61, 99, 79, 9);
	end_stage(&r);
}

/* 10, 20 to 58, 60: framed 9, 19 to 59, 61. Entries of 4 bytes in rows 20 to 49. */
static void selectors_list_their_entries(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg selector = begin_controls(&r, 6, 1, 10, 20, 58, 60);
	const uint8_t *v = r.t.s->visual;
	reg at;

	(void)state;
	at = exh_sci_vm_string(r.t.s->vm, 0);
	assert_true(exh_sci_vm_write(
		r.t.s->vm, at,
		(struct exh_bytes){ (const uint8_t *)"a\0\0\0bbbb"
						     "ci\0\0\0\0\0\0d\0\0\0",
				    20, 0 }));
	tested_set(&r.t, selector, "text", at);
	tested_set(&r.t, selector, "x", N(4));
	tested_set(&r.t, selector, "brTop", at); /* the first entry that is shown */
	at.offset = (uint16_t)(at.offset + 4);
	tested_set(&r.t, selector, "cursor", at);
	CALL(&r, "DrawControl", selector);
	assert_area(v, 59, 59, 101, 60, 3);
	assert_area(v, 59, 108, 101, 109, 3);
	/* Arrows are glyphs of 5 columns, centred in the frame: (42 - 5) / 2. */
	assert_area(v, 59 + 18, 59, 59 + 22, 65, 3);
	assert_area(v, 59 + 18, 99, 59 + 22, 105, 3);
	/* The inner frame is part of the outer one. */
	assert_area(v, 59, 69, 101, 70, 3);
	assert_area(v, 59, 98, 101, 99, 3);
	assert_area(v, 60, 94, 61, 98, 7); /* only one line at the side */
	assert_character(v, 60, 70, 'a', 3, 7);
	/* The cursor's line is inverted. */
	assert_area(v, 60, 78, 63, 84, 7);
	assert_area(v, 76, 78, 100, 86, 3);
	assert_character(v, 60, 86, 'c', 3, 7);
	assert_character(v, 64, 86, 'i', 3, 7);
	end_stage(&r);
}

static void hilited_controls_change_their_colours(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const reg control = begin_controls(&r, 1, 1, 10, 20, 30, 60);
	uint8_t *v = r.t.s->visual;

	(void)state;
	memset(v + 70 * STAGE_WIDTH + 60, 3, 10);
	memset(v + 70 * STAGE_WIDTH + 70, 7, 10);
	CALL(&r, "HiliteControl", control);
	assert_area(v, 60, 70, 70, 71, 7);
	assert_area(v, 70, 70, 80, 71, 3);
	assert_area(v, 80, 70, 100, 71, 9);
	assert_area(r.t.s->shown, 60, 70, 70, 71, 7);
	end_stage(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ports_are_chosen_by_their_number),
		cmocka_unit_test(windows_have_a_frame_and_a_shadow),
		cmocka_unit_test(windows_with_titles_have_a_bar),
		cmocka_unit_test(windows_are_moved_into_the_screen),
		cmocka_unit_test(styles_leave_out_what_they_say),
		cmocka_unit_test(windows_have_priorities_if_they_are_given_one),
		cmocka_unit_test(numbers_of_windows_are_the_lowest_free),
		cmocka_unit_test(texts_are_as_large_as_their_lines),
		cmocka_unit_test(display_draws_at_its_place_and_leaves_the_pen),
		cmocka_unit_test(display_saves_and_restores_what_is_under_it),
		cmocka_unit_test(what_display_restores_shows_the_cast),
		cmocka_unit_test(texts_are_not_shown_before_the_picture_is),
		cmocka_unit_test(dimmed_texts_lack_every_second_pixel),
		cmocka_unit_test(the_status_line_has_nine_rows),
		cmocka_unit_test(buttons_are_framed_and_centred),
		cmocka_unit_test(text_controls_are_aligned_by_mode),
		cmocka_unit_test(fields_are_edited),
		cmocka_unit_test(fields_take_what_fits_their_width),
		cmocka_unit_test(icons_are_cels),
		cmocka_unit_test(selectors_list_their_entries),
		cmocka_unit_test(hilited_controls_change_their_colours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
