/*
 * Events, menus, time and words against values worked out by hand from sci0-vm 4.7, 4.8,
 * and 5 and sci0-vm-notes 1.9, 1.17, 5 and 13.
 */
#include "resources_testing.h"

#include "stage.h"

static void set(struct stage_resources *r, unsigned object, const char *name, int value)
{
	if (!tested_set(&r->t, r->t.objects[object], name, N(value)))
		fail_msg("no %s", name);
}

static int get(struct stage_resources *r, unsigned object, const char *name)
{
	return (int16_t)tested_get(&r->t, r->t.objects[object], name).offset;
}

static void queue(struct stage_resources *r, unsigned type, unsigned message,
		  unsigned modifiers, int x, int y)
{
	const struct exh_sci_event event = { (uint16_t)type, (uint16_t)message,
					     (uint16_t)modifiers, (int16_t)x,
					     (int16_t)y };

	assert_true(exh_sci_engine_input(r->t.s, &event));
}

static void events_are_read_by_their_type(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	reg event;

	(void)state;
	start_stage(&r);
	event = r.t.objects[0];
	queue(&r, EXH_SCI_EVENT_KEY, 'a', EXH_SCI_NUM_LOCK, 10, 20);
	queue(&r, EXH_SCI_EVENT_PRESS, 0, 3, 30, 40);
	/* The key stays until the script takes it. */
	assert_int_equal(RESULT(&r, "GetEvent", N(1), event), 1);
	assert_int_equal(get(&r, 0, "type"), 1);
	assert_int_equal(get(&r, 0, "modifiers"), 0x203);
	assert_int_equal(get(&r, 0, "x"), 30);
	assert_int_equal(get(&r, 0, "y"), 40);
	assert_int_equal(RESULT(&r, "GetEvent", N(1), event), 0);
	/* A null event has the mouse's place. */
	assert_int_equal(get(&r, 0, "type"), 0);
	assert_int_equal(get(&r, 0, "x"), 30);
	/* Peek leaves it. */
	assert_int_equal(RESULT(&r, "GetEvent", N(-1), event), 1);
	assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), event), 1);
	assert_int_equal(get(&r, 0, "message"), 'a');
	assert_int_equal(get(&r, 0, "modifiers"), 0x220);
	assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), event), 0);
	end_stage(&r);
}

/* "joy 3" of input scripts: a direction of a joystick, once until another comes. */
static void joysticks_give_movements(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	struct exh_sci_devices devices;

	(void)state;
	start_stage(&r);
	exh_sci_devices_start(&devices);
	for (uint32_t direction = 0; direction <= 8; direction++) {
		const struct exh_input_frame frame = { .keys = (0xe0 + direction) << 24 };

		exh_sci_devices_press(&devices, &frame, r.t.s);
		assert_int_equal(devices.pressed & EXH_SCI_KEY_CODE, frame.keys);
		exh_sci_devices_press(&devices, &frame, r.t.s);
		assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), r.t.objects[0]), 1);
		assert_int_equal(get(&r, 0, "type"), 0x40);
		assert_int_equal(get(&r, 0, "message"), direction);
		assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), r.t.objects[0]), 0);
	}
	end_stage(&r);
}

/* "char 224" of input scripts is no "joy 0", and comes back as it was. */
static void letters_from_80h_on_are_keys(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	struct exh_sci_devices devices;

	(void)state;
	start_stage(&r);
	exh_sci_devices_start(&devices);
	for (uint32_t letter = 0x80; letter <= 0xff; letter++) {
		const struct exh_input_frame frame = { .keys = EXH_SCI_KEY_OF(letter) };
		const struct exh_input_frame up = { .keys = 0 };

		exh_sci_devices_press(&devices, &frame, r.t.s);
		assert_int_equal(devices.pressed &
					 (EXH_SCI_KEY_CODE | EXH_SCI_KEY_LETTER),
				 frame.keys);
		exh_sci_devices_press(&devices, &frame, r.t.s);
		assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), r.t.objects[0]), 1);
		assert_int_equal(get(&r, 0, "type"), 4);
		assert_int_equal(get(&r, 0, "message"), letter);
		assert_int_equal(RESULT(&r, "GetEvent", N(0x7fff), r.t.objects[0]), 0);
		exh_sci_devices_press(&devices, &up, r.t.s);
	}
	end_stage(&r);
}

/* The words that are recorded are those that were read. */
static void keys_joysticks_and_letters_are_recorded(void **state)
{
	static const char script[] = "1 column 5 row 6 char 224\n1 key 187\n1 joy 0\n"
				     "1 LR\n1 LU\n1 key 65\n1 char 128\n";
	const struct exh_input_text text = {
		.name = "a", .bytes = { (const uint8_t *)script, sizeof script - 1, 0 }
	};
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_writer out = { .limit = 1 << 12 };
	struct exh_input_recorder recorder;
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;
	const struct exh_input *input;

	(void)state;
	assert_int_equal(exh_input_read(&text, exh_sci_input_keys(), NULL, NULL, &arena,
					&input, NULL),
			 EXH_OK);
	exh_input_start(&cursor);
	exh_input_record_start(&recorder, exh_sci_input_keys(), &out);
	while (exh_input_next(input, &cursor, &frame))
		assert_int_equal(exh_input_record(&recorder, &frame, NULL), EXH_OK);
	exh_input_record_end(&recorder);
	assert_same_bytes(exh_writer_bytes(&out), script, sizeof script - 1);
	exh_writer_free(&out);
	exh_arena_free(&arena);
}

static void keys_of_the_keypad_are_directions(void **state)
{
	static const int keys[][2] = { { 0x4800, 1 }, { 0x4900, 2 }, { 0x4d00, 3 },
				       { 0x5100, 4 }, { 0x5000, 5 }, { 0x4f00, 6 },
				       { 0x4b00, 7 }, { 0x4700, 8 }, { 0x4c00, 0 } };
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		set(&r, 0, "type", 4);
		set(&r, 0, "message", keys[i][0]);
		assert_int_equal(RESULT(&r, "MapKeyToDir", r.t.objects[0]), 1);
		assert_int_equal(get(&r, 0, "type"), 0x40);
		assert_int_equal(get(&r, 0, "message"), keys[i][1]);
	}
	set(&r, 0, "type", 4);
	set(&r, 0, "message", 'x');
	assert_int_equal(RESULT(&r, "MapKeyToDir", r.t.objects[0]), 0);
	assert_int_equal(get(&r, 0, "type"), 4);
	set(&r, 0, "type", 1);
	set(&r, 0, "message", 0x4800);
	CALL(&r, "MapKeyToDir", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "type"), 1);
	end_stage(&r);
}

static void places_of_events_are_moved_by_the_port(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	set(&r, 0, "x", 100);
	set(&r, 0, "y", 60);
	CALL(&r, "GlobalToLocal", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "y"), 50);
	CALL(&r, "LocalToGlobal", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "y"), 60);
	CALL(&r, "NewWindow", N(50), N(60), N(80), N(120), N(0), N(2));
	CALL(&r, "GlobalToLocal", r.t.objects[0]);
	assert_int_equal(get(&r, 0, "x"), 40);
	assert_int_equal(get(&r, 0, "y"), 0);
	/* The cursor's place is one of the port, and may be outside. */
	CALL(&r, "SetCursor", N(7), N(1), N(5), N(6));
	assert_int_equal(r.t.s->mouse_x, 65);
	assert_int_equal(r.t.s->mouse_y, 66);
	assert_int_equal(r.t.s->cursor, 7);
	CALL(&r, "SetCursor", N(999), N(0), N(350), N(210));
	assert_int_equal(r.t.s->mouse_x, 410);
	assert_false(r.t.s->is_cursor_shown);
	assert_int_equal(tested_call(&r.t, "HaveMouse", 0, NULL), -1);
	r.t.s->start.has_no_mouse = true;
	assert_int_equal(tested_call(&r.t, "HaveMouse", 0, NULL), 0);
	assert_int_equal(RESULT(&r, "Joystick", N(12), N(30)), 0);
	assert_int_equal(RESULT(&r, "Joystick", N(12)), 30);
	end_stage(&r);
}

static void waits_end_with_the_ticks_that_passed(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	stage *s;

	(void)state;
	start_stage(&r);
	s = r.t.s;
	s->tick = 100;
	s->last_wait = 90;
	assert_int_equal(RESULT(&r, "Wait", N(6)), 10); /* the ticks are over already */
	assert_int_equal(s->last_wait, 100);
	assert_int_equal(RESULT(&r, "Wait", N(6)), 6);
	assert_int_equal(s->tick, 106);
	assert_int_equal(RESULT(&r, "Wait", N(0)), 0);
	end_stage(&r);
}

/* The game begins at 12:00; 3723 s later it is 13:02:03. */
static void time_is_told_in_four_ways(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	r.t.s->tick = 3723 * 60 + 59;
	assert_int_equal((uint16_t)tested_call(&r.t, "GetTime", 0, NULL),
			 (3723 * 60 + 59) & 0xffff);
	assert_int_equal(RESULT(&r, "GetTime", N(1)), 1 << 12 | 2 << 6 | 3);
	assert_int_equal(RESULT(&r, "GetTime", N(2)), 13 << 11 | 2 << 5 | 1);
	assert_int_equal((uint16_t)RESULT(&r, "GetTime", N(3)), 1 | 1 << 5 | 70 << 9);
	end_stage(&r);
}

/*
 * Menus.
 */

static void add_menus(struct stage_resources *r)
{
	start_stage(r);
	CALL(r, "AddMenu", text_in(r, 0, " A "), text_in(r, 1, "About`^a:--!:Help`#1 "));
	CALL(r, "AddMenu", text_in(r, 0, " Bi "),
	     text_in(r, 1, "Save`#5:Quit`@q=7:Up`=:Hold`^h"));
}

static void items_have_what_their_text_says(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const struct menu *m;

	(void)state;
	add_menus(&r);
	m = r.t.s->menus;
	assert_int_equal(r.t.s->menu_count, 2);
	assert_int_equal(m[0].count, 3);
	assert_string_equal(m[0].title, " A ");
	assert_string_equal(m[0].items[0].text, "About");
	assert_string_equal(m[0].items[0].key_text, "\3A");
	assert_true(m[0].items[1].is_separator);
	assert_string_equal(m[0].items[2].key_text, "F1");
	assert_string_equal(m[1].items[1].key_text, "\2Q");
	assert_string_equal(m[1].items[2].key_text, "=");
	assert_int_equal(RESULT(&r, "GetMenu", N(0x202), N(113)), 7);
	assert_int_equal(RESULT(&r, "GetMenu", N(0x101), N(112)), 1);
	CALL(&r, "SetMenu", N(0x101), N(112), N(0), N(113), N(42), N(500), N(1), N(111),
	     N('X'));
	assert_int_equal(RESULT(&r, "GetMenu", N(0x101), N(112)), 0);
	assert_int_equal(RESULT(&r, "GetMenu", N(0x101), N(113)), 42);
	assert_int_equal(RESULT(&r, "GetMenu", N(0x101), N(111)), 'x');
	CALL(&r, "SetMenu", N(0x101), N(109), r.t.text, N(110), text_in(&r, 0, "New"));
	assert_string_equal(m[0].items[0].text, "New");
	assert_int_equal(CALL(&r, "GetMenu", N(0x101), N(109)).offset, r.t.text.offset);
	CALL(&r, "SetMenu", N(0x901), N(112), N(0)); /* unknown: ignored */
	assert_int_equal(RESULT(&r, "GetMenu", N(0x901), N(112)), 0);
	end_stage(&r);
}

/* Message, modifiers, and the item that they choose. */
static const struct {
	int message, modifiers, index;
} keys[] = {
	{ 1, EXH_SCI_CTRL, 0x101 },
	{ 'a', EXH_SCI_CTRL, 0x101 },
	{ 'a', 0, 0 },
	{ 0x3b00, 0, 0x103 },
	{ 0x3b00, EXH_SCI_ALT, 0 },
	{ 0x3f00, EXH_SCI_NUM_LOCK, 0x201 },
	{ 0x1000, EXH_SCI_ALT, 0x202 },
	{ 0x1000, 0, 0 },
	{ '=', 0, 0x203 },
	{ 8, EXH_SCI_CTRL, 0x204 },
	{ 8, 0, 0 } /* Backspace */,
	{ '\r', 0, 0 },
};

static void items_are_chosen_by_their_keys(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	add_menus(&r);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		set(&r, 0, "type", 4);
		set(&r, 0, "claimed", 0);
		set(&r, 0, "message", keys[i].message);
		set(&r, 0, "modifiers", keys[i].modifiers);
		if (RESULT(&r, "MenuSelect", r.t.objects[0]) != keys[i].index ||
		    get(&r, 0, "claimed") != (keys[i].index != 0))
			fail_msg("key %#x with %d", (unsigned)keys[i].message,
				 keys[i].modifiers);
	}
	CALL(&r, "SetMenu", N(0x103), N(112), N(0)); /* not enabled */
	set(&r, 0, "claimed", 0);
	set(&r, 0, "message", 0x3b00);
	set(&r, 0, "modifiers", 0);
	assert_int_equal(RESULT(&r, "MenuSelect", r.t.objects[0]), 0);
	assert_int_equal(get(&r, 0, "claimed"), 0);
	end_stage(&r);
}

static int choose(struct stage_resources *r)
{
	set(r, 0, "type", 4);
	set(r, 0, "claimed", 0);
	set(r, 0, "message", 0x1b);
	set(r, 0, "modifiers", 0);
	return RESULT(r, "MenuSelect", r->t.objects[0]);
}

static void press(struct stage_resources *r, int count, const unsigned *messages)
{
	for (int i = 0; i < count; i++)
		queue(r, EXH_SCI_EVENT_KEY, messages[i], 0, 0, 0);
}

static void menus_are_open_until_something_is_chosen(void **state)
{
	static const unsigned down = 0x5000, up = 0x4800, right = 0x4d00, left = 0x4b00;
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	add_menus(&r);
	press(&r, 1, (unsigned[]){ '\r' });
	assert_int_equal(choose(&r), 0x101);
	press(&r, 2, (unsigned[]){ down, '\r' }); /* over the line */
	assert_int_equal(choose(&r), 0x103);
	press(&r, 3, (unsigned[]){ down, down, '\r' }); /* no further */
	assert_int_equal(choose(&r), 0x103);
	press(&r, 3, (unsigned[]){ down, up, '\r' });
	assert_int_equal(choose(&r), 0x101);
	press(&r, 3, (unsigned[]){ right, down, '\r' });
	assert_int_equal(choose(&r), 0x202);
	press(&r, 2, (unsigned[]){ left, '\r' }); /* around */
	assert_int_equal(choose(&r), 0x201);
	press(&r, 2, (unsigned[]){ down, 0x1b });
	assert_int_equal(choose(&r), 0);
	assert_int_equal(get(&r, 0, "claimed"), 1);
	CALL(&r, "SetMenu", N(0x101), N(112), N(0));
	press(&r, 3, (unsigned[]){ '\r', down, '\r' }); /* Enter does nothing there */
	assert_int_equal(choose(&r), 0x103);
	assert_area(r.t.s->visual, 0, 0, 320, 200, 9);
	assert_memory_equal(r.t.s->visual, r.t.s->shown, STAGE_PIXELS);
	end_stage(&r);
}

/*
 * " A " is 10 wide, " Bi " 12. The second menu's texts are up to 16 wide (Save), its keys
 * up to 9 (a sign of 5, and a letter).
 */
static void menus_are_drawn_under_their_titles(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	const int left = 7 + 10, width = 22 + 16 + 9;
	const uint8_t *v;

	(void)state;
	add_menus(&r);
	v = r.t.s->shown;
	CALL(&r, "DrawMenuBar", N(1));
	assert_area(v, 0, 0, 320, 1, 15);
	assert_area(v, 0, 9, 320, 10, 0);
	assert_character(v, 8 + 3, 1, 'A', 0, 15);
	assert_character(v, 18 + 3, 1, 'B', 0, 15);
	assert_area(v, 30, 0, 320, 9, 15);
	press(&r, 1, (unsigned[]){ 0x4d00 });
	choose(&r); /* the menu waits for more, and is left open */
	assert_area(v, left, 9, left + width, 10, 0);
	assert_area(v, left, 10, left + 1, 10 + 32, 0);
	assert_area(v, left + width - 1, 10, left + width, 10 + 32, 0);
	assert_area(v, left, 42, left + width, 43, 0);
	assert_area(v, left + width, 10, 320, 43, 9);
	assert_character(v, left + 9, 10 + 8, 'Q', 0, 15);
	/* Keys end 6 columns before the edge. */
	assert_character(v, left + width - 6 - 4, 10 + 8, 'Q', 0, 15);
	assert_area(v, left + width - 6, 18, left + width - 1, 26, 15);
	/* The first item and the title are inverted. */
	assert_character(v, left + 9, 10, 'S', 15, 0);
	assert_area(v, left + 1, 10, left + 9, 18, 0);
	assert_area(v, 18, 0, 21, 9, 0);
	assert_character(v, 18 + 3, 1, 'B', 15, 0);
	assert_area(v, 30, 0, 320, 9, 15);
	end_stage(&r);
}

static void the_bar_may_be_black(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	CALL(&r, "DrawMenuBar", N(0));
	assert_area(r.t.s->shown, 0, 0, 320, 9, 0);
	assert_area(r.t.s->shown, 0, 9, 320, 10, 9);
	end_stage(&r);
}

/* A press on the second title, the mouse on its second item, and the release. */
static void menus_follow_the_mouse(void **state)
{
	struct stage_resources r = { .part_count = 0 };
	kernel_call call = { .count = 1 };
	stage_run *select = exh_stage_menus[4].run;

	(void)state;
	add_menus(&r);
	call.arguments = r.t.objects;
	assert_string_equal(exh_stage_menus[4].name, "MenuSelect");
	set(&r, 0, "type", EXH_SCI_EVENT_PRESS);
	set(&r, 0, "x", 20);
	set(&r, 0, "y", 4);
	r.t.s->mouse_x = 20;
	r.t.s->mouse_y = 4;
	select(r.t.s, &call);
	assert_int_equal(call.end, EXH_SCI_KERNEL_WAITS);
	r.t.s->mouse_x = 25;
	r.t.s->mouse_y = 20;
	call.is_again = true;
	call.end = EXH_SCI_KERNEL_DONE;
	select(r.t.s, &call);
	assert_int_equal(call.end, EXH_SCI_KERNEL_WAITS);
	queue(&r, EXH_SCI_EVENT_RELEASE, 0, 0, 25, 20);
	call.end = EXH_SCI_KERNEL_DONE;
	select(r.t.s, &call);
	assert_int_equal(call.end, EXH_SCI_KERNEL_DONE);
	assert_int_equal(call.result.offset, 0x202);
	assert_int_equal(get(&r, 0, "claimed"), 1);
	end_stage(&r);
}

/*
 * Words, of a game that has none.
 */

static void games_without_words_understand_nothing(void **state)
{
	struct stage_resources r = { .part_count = 0 };

	(void)state;
	start_stage(&r);
	set(&r, 0, "type", 4);
	assert_int_equal(RESULT(&r, "Parse", text_in(&r, 0, "look"), r.t.objects[0]), 0);
	assert_int_equal(get(&r, 0, "claimed"), 1);
	assert_int_equal(get(&r, 0, "type"), 4);
	assert_int_equal(RESULT(&r, "Said", r.t.text), 0);
	assert_int_equal(RESULT(&r, "Said", N(0)), 0);
	CALL(&r, "SetSynonyms", r.t.objects[1]);
	end_stage(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_read_by_their_type),
		cmocka_unit_test(joysticks_give_movements),
		cmocka_unit_test(letters_from_80h_on_are_keys),
		cmocka_unit_test(keys_joysticks_and_letters_are_recorded),
		cmocka_unit_test(keys_of_the_keypad_are_directions),
		cmocka_unit_test(places_of_events_are_moved_by_the_port),
		cmocka_unit_test(waits_end_with_the_ticks_that_passed),
		cmocka_unit_test(time_is_told_in_four_ways),
		cmocka_unit_test(items_have_what_their_text_says),
		cmocka_unit_test(items_are_chosen_by_their_keys),
		cmocka_unit_test(menus_are_open_until_something_is_chosen),
		cmocka_unit_test(menus_are_drawn_under_their_titles),
		cmocka_unit_test(the_bar_may_be_black),
		cmocka_unit_test(menus_follow_the_mouse),
		cmocka_unit_test(games_without_words_understand_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
