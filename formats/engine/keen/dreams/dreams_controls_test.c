#include "exhume/advanced/keen_input.h"

#include "../../../base/testing.h"

static void assert_controls(struct exh_keen_controls found, int x, int y, bool button0,
			    bool button1)
{
	assert_int_equal(found.x_axis, x);
	assert_int_equal(found.y_axis, y);
	assert_int_equal(found.button0, button0);
	assert_int_equal(found.button1, button1);
}

static void script_keys_are_controls(void **state)
{
	(void)state;
	assert_controls(exh_keen_keys_controls(0), 0, 0, false, false);
	assert_controls(exh_keen_keys_controls(EXH_KEEN_KEY_LEFT | EXH_KEEN_KEY_BUTTON0),
			-1, 0, true, false);
	assert_controls(exh_keen_keys_controls(EXH_KEEN_KEY_RIGHT | EXH_KEEN_KEY_DOWN |
					       EXH_KEEN_KEY_BUTTON1),
			1, 1, false, true);
	/* Left beats right, up beats down. */
	assert_controls(exh_keen_keys_controls(EXH_KEEN_KEY_CONTROLS), -1, -1, true,
			true);
}

static void controls_are_script_keys(void **state)
{
	(void)state;
	for (int i = 0; i < 36; i++) {
		const struct exh_keen_controls controls = { .x_axis = (int8_t)(i % 3 - 1),
							    .y_axis = (int8_t)(i / 3 % 3 -
									       1),
							    .button0 = i / 9 & 1,
							    .button1 = i / 18 & 1 };

		assert_controls(exh_keen_keys_controls(exh_keen_controls_keys(&controls)),
				controls.x_axis, controls.y_axis, controls.button0,
				controls.button1);
	}
}

static void cheats_and_choices_are_script_keys(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 8 * 3 * EXH_KEEN_LEVELS; i++) {
		const struct exh_keen_controls controls = {
			.god = i & 1,
			.items = i & 2,
			.jump = i & 4,
			.choice = (uint8_t)(i / 8 % 3),
			.warp = true,
			.warp_level = (uint8_t)(i / 24),
		};
		const struct exh_keen_controls found =
			exh_keen_keys_controls(exh_keen_controls_keys(&controls));

		assert_int_equal(found.god, controls.god);
		assert_int_equal(found.items, controls.items);
		assert_int_equal(found.jump, controls.jump);
		assert_int_equal(found.choice, controls.choice);
		assert_true(found.warp);
		assert_int_equal(found.warp_level, controls.warp_level);
	}
	assert_false(exh_keen_keys_controls(EXH_KEEN_KEY_CONTROLS).warp);
}

static void keys_that_are_not_played_are_refused(void **state)
{
	static const struct {
		const char *script, *text;
	} cases[] = {
		{ "1 space", "line 1, column 3: the status window is not played" },
		{ "1 L pause", "line 1, column 5: no frame is made in a pause" },
		{ "1 enter", "menus and panels are not played" },
		{ "1 escape", "menus and panels are not played" },
		{ "1 slow", "use --tic-step" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct exh_input_text text = { "",
						     { (const uint8_t *)cases[i].script,
						       strlen(cases[i].script), 0 } };
		struct exh_arena arena = { .limit = 1 << 16 };
		const struct exh_input *input;
		struct exh_error err;

		assert_int_equal(exh_input_read(&text, exh_keen_input_keys(), NULL, NULL,
						&arena, &input, &err),
				 EXH_UNSUPPORTED);
		assert_non_null(strstr(err.text, cases[i].text));
		exh_arena_free(&arena);
	}
}

static void keys_have_names_of_their_own(void **state)
{
	const struct exh_input_keys *keys = exh_keen_input_keys();
	uint32_t all = 0;

	(void)state;
	for (size_t i = 0; i < keys->count; i++) {
		assert_int_equal(all & (keys->keys[i].bits | keys->keys[i].number_bits),
				 0);
		all |= keys->keys[i].bits | keys->keys[i].number_bits;
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(keys->keys[i].name, keys->keys[j].name);
	}
	assert_int_equal(all, 0x3ffff);
}

static struct exh_keen_controls type(const char *bytes, size_t size)
{
	struct exh_keen_keyboard keyboard = { .last = 0 };
	struct exh_keen_keys keys;

	exh_keen_keys_default(&keys);
	for (size_t i = 0; i < size; i++)
		exh_keen_keyboard_byte(&keyboard, (uint8_t)bytes[i]);
	return exh_keen_keyboard_controls(&keyboard, &keys);
}

static void the_keyboard_steers(void **state)
{
	static const struct {
		const char *bytes;
		int x, y;
		bool button0, button1;
	} cases[] = {
		{ "", 0, 0, false, false },
		{ "\x1d", 0, 0, true, false },
		{ "\x38", 0, 0, false, true },
		{ "\x1d\x38\x9d", 0, 0, false, true },
		{ "\x47", -1, -1, false, false },
		{ "\x48", 0, -1, false, false },
		{ "\x49", 1, -1, false, false },
		{ "\x4b", -1, 0, false, false },
		{ "\x4d", 1, 0, false, false },
		{ "\x4f", -1, 1, false, false },
		{ "\x50", 0, 1, false, false },
		{ "\x51", 1, 1, false, false },
		{ "\x48\x50", 0, -1, false, false },	  /* up beats down */
		{ "\x4d\x4b", -1, 0, false, false },	  /* left beats right */
		{ "\x51\x48", 1, -1, false, false },	  /* up over a diagonal */
		{ "\x47\x4d\x50", 1, 1, false, false },	  /* both over it */
		{ "\x49\x47\x51", -1, -1, false, false }, /* the first diagonal */
		{ "\xe0\x4b", -1, 0, false, false },	  /* grey keys are the same */
		{ "\xe0\x4b\xe0\xcb", 0, 0, false, false },
		{ "\x4b\xcb\x4b", -1, 0, false, false },
		{ "\xe1\x1d\x45\xe1\x9d\xc5", 0, 0, false, false }, /* Pause */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_controls(type(cases[i].bytes, strlen(cases[i].bytes)), cases[i].x,
				cases[i].y, cases[i].button0, cases[i].button1);
}

static void every_byte_has_its_key(void **state)
{
	struct exh_keen_keyboard keyboard = { .last = 0 };

	(void)state;
	for (int code = 0; code < 128; code++) {
		if (code == 0x60 || code == 0x61)
			continue; /* the releases of these are prefixes */
		exh_keen_keyboard_byte(&keyboard, (uint8_t)code);
		assert_int_equal(keyboard.last, code);
		for (int i = 0; i < 128; i++)
			assert_int_equal(keyboard.held[i], i == code);
		exh_keen_keyboard_byte(&keyboard, (uint8_t)(code | 0x80));
		assert_false(keyboard.held[code]);
		assert_int_equal(keyboard.last, code);
		assert_false(keyboard.paused);
	}
	exh_keen_keyboard_byte(&keyboard, 0xe1);
	assert_true(keyboard.paused);
	for (int i = 0; i < 128; i++)
		assert_false(keyboard.held[i]);
}

static struct exh_joystick_port port_with(unsigned number, uint16_t x, uint16_t y,
					  uint8_t buttons)
{
	struct exh_joystick_port port = { .charging = { 0 } };

	port.sticks[number] = (struct exh_input_stick){ true, x, y, buttons };
	return port;
}

static void the_port_charges(void **state)
{
	struct exh_joystick_port port = port_with(0, 1, 3, 2);

	(void)state;
	port.sticks[1] = (struct exh_input_stick){ true, 2, 0, 1 };
	exh_joystick_port_write(&port);
	/* Buttons: A's second and B's first are down, which clears bits 5 and 6. */
	assert_int_equal(exh_joystick_port_read(&port), 0x97);
	assert_int_equal(exh_joystick_port_read(&port), 0x96);
	assert_int_equal(exh_joystick_port_read(&port), 0x92);
	assert_int_equal(exh_joystick_port_read(&port), 0x90);
	assert_int_equal(exh_joystick_port_read(&port), 0x90);
	exh_joystick_port_write(&port);
	assert_int_equal(exh_joystick_port_read(&port), 0x97);
	port.sticks[0] = (struct exh_input_stick){ false, 0, 0, 0 };
	exh_joystick_port_write(&port);
	for (int i = 0; i < 70000; i++)
		assert_int_equal(exh_joystick_port_read(&port) & 3, 3);
}

static void counting_gives_up(void **state)
{
	struct exh_joystick_port port = port_with(1, 4999, 17, 0);
	uint16_t x, y;

	(void)state;
	assert_true(exh_keen_joystick_count(&port, 1, &x, &y));
	assert_int_equal(x, 4999);
	assert_int_equal(y, 17);
	port = port_with(1, 17, 5000, 0);
	assert_false(exh_keen_joystick_count(&port, 1, &x, &y));
	assert_false(exh_keen_joystick_count(&port, 0, &x, &y));
	port = port_with(0, 0, 0, 0);
	assert_true(exh_keen_joystick_count(&port, 0, &x, &y));
	assert_int_equal(x, 0);
}

/* 500, 333: dead zones 500 +- 200 and 333 +- 133 (666 / 5). */
static void the_dead_zone_is_two_fifths(void **state)
{
	static const struct {
		uint16_t x, y;
		int x_axis, y_axis;
	} cases[] = {
		{ 500, 333, 0, 0 },  { 300, 200, 0, 0 },   { 299, 200, -1, 0 },
		{ 300, 199, 0, -1 }, { 700, 466, 0, 0 },   { 701, 466, 1, 0 },
		{ 700, 467, 0, 1 },  { 0, 0, -1, -1 },	   { 4999, 4999, 1, 1 },
		{ 5000, 333, 0, 0 }, { 299, 65535, 0, 0 },
	};
	struct exh_joystick_port port = port_with(0, 500, 333, 0);
	struct exh_keen_joystick joystick;

	(void)state;
	exh_keen_joystick_start(&joystick, &port, 0);
	assert_true(joystick.present);
	assert_int_equal(joystick.low_x, 300);
	assert_int_equal(joystick.high_x, 700);
	assert_int_equal(joystick.low_y, 200);
	assert_int_equal(joystick.high_y, 466);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		port = port_with(0, cases[i].x, cases[i].y, 2);
		assert_controls(exh_keen_joystick_controls(&joystick, &port, 0),
				cases[i].x_axis, cases[i].y_axis, false, true);
	}
}

static void a_stick_may_be_calibrated(void **state)
{
	struct exh_keen_joystick joystick = { .present = false };
	struct exh_joystick_port port = port_with(1, 0, 0, 3);

	(void)state;
	exh_keen_joystick_calibrate(&joystick, 100, 65535, 1100, 65000);
	assert_int_equal(joystick.low_x, 400);
	assert_int_equal(joystick.high_x, 800);
	assert_int_equal(joystick.low_y, 65267 - 107);
	assert_int_equal(joystick.high_y, 65267 + 107);
	exh_keen_joystick_calibrate(&joystick, 0, 65535, 0, 65535);
	assert_int_equal(joystick.low_x, 0);
	assert_int_equal(joystick.high_x, 0);
	assert_int_equal(joystick.high_y, 65535);
	assert_controls(exh_keen_joystick_controls(&joystick, &port, 1), 0, -1, true,
			true);
	assert_controls(exh_keen_joystick_controls(&joystick, &port, 0), 0, 0, false,
			false);
}

static void a_stick_that_is_absent_at_the_start_stays_so(void **state)
{
	struct exh_joystick_port port = port_with(0, 5000, 5000, 3);
	struct exh_keen_joystick joystick;

	(void)state;
	exh_keen_joystick_start(&joystick, &port, 0);
	assert_false(joystick.present);
	port = port_with(0, 1, 1, 3);
	assert_controls(exh_keen_joystick_controls(&joystick, &port, 0), 0, 0, false,
			false);
}

static void the_mouse_steers(void **state)
{
	const struct exh_input_mouse left = { -1, 0, EXH_INPUT_BUTTON_1 };
	const struct exh_input_mouse down = { 0, 32767, EXH_INPUT_BUTTON_2 };
	const struct exh_input_mouse up = { 5, -32768, EXH_INPUT_BUTTON_3 };

	(void)state;
	assert_controls(exh_keen_mouse_controls(&left), -1, 0, true, false);
	assert_controls(exh_keen_mouse_controls(&down), 0, 1, false, true);
	assert_controls(exh_keen_mouse_controls(&up), 1, -1, false, false);
}

static void devices_steer_together(void **state)
{
	static const char script[] = "1 L press=right+down\n"		/* left, down */
				     "1 N\n"				/* right, down */
				     "1 A joy1=500:500 release=down\n"	/* right */
				     "1 joy1=100:100:2 mouse=-5:9\n"	/* right, up */
				     "1 release=right joy1=100:500:1\n" /* left */
				     "1 mouse=4:4:2 joy2=9:9\n"		/* right, down */
				     "1 joy2=1:99 mouse=4:-4";		/* left, down */
	static const int expected[][4] = { { -1, 1, 0, 0 }, { 1, 1, 0, 0 },
					   { 1, 0, 1, 0 },  { 1, -1, 0, 1 },
					   { -1, 0, 1, 0 }, { 1, 1, 0, 1 },
					   { -1, 1, 0, 0 } };
	const struct exh_input_text text = {
		"", { (const uint8_t *)script, sizeof script - 1, 0 }
	};
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_keen_devices devices;
	const struct exh_input *input;
	struct exh_input_cursor cursor;
	struct exh_input_frame frame;

	(void)state;
	assert_int_equal(exh_input_read(&text, exh_keen_input_keys(), NULL, NULL, &arena,
					&input, NULL),
			 EXH_OK);
	exh_keen_devices_start(&devices, NULL);
	exh_input_start(&cursor);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		assert_true(exh_input_next(input, &cursor, &frame));
		assert_controls(exh_keen_devices_controls(&devices, &frame),
				expected[i][0], expected[i][1], expected[i][2],
				expected[i][3]);
	}
	assert_false(exh_input_next(input, &cursor, &frame));
	exh_arena_free(&arena);
}

static void a_configuration_names_the_keys(void **state)
{
	uint8_t bytes[EXH_KEEN_CONFIG_SIZE + 3] = { 0 };
	static const uint8_t tail[] = { 2, 0, 1, 0, 4, 0, 0x2c, 0x2d,
					1, 2, 3, 4, 5, 6, 7,	8 };
	struct exh_keen_devices devices;
	struct exh_keen_config config;
	struct exh_input_frame frame = { .scan_codes = { (const uint8_t *)"\x2c\x02", 2,
							 0 } };

	(void)state;
	memcpy(bytes + 640, tail, sizeof tail);
	assert_int_equal(
		exh_keen_config_read((struct exh_bytes){ bytes, sizeof bytes, 0 },
				     &config, NULL),
		EXH_OK);
	assert_int_equal(config.sound_mode, 2);
	assert_int_equal(config.music_mode, 1);
	assert_int_equal(config.control_type, EXH_KEEN_MOUSE);
	assert_int_equal(config.keys.up_left, 1);
	assert_int_equal(config.keys.down_right, 8);
	exh_keen_devices_start(&devices, &config.keys);
	assert_controls(exh_keen_devices_controls(&devices, &frame), 0, -1, true, false);
}

static void a_configuration_has_limits(void **state)
{
	static const struct {
		size_t offset;
		uint8_t most;
		const char *text;
	} cases[] = {
		{ 640, 4, "sound mode 5, expected 0 to 4" },
		{ 642, 1, "music mode 2, expected 0 to 1" },
		{ 644, 4, "control type 5, expected 0 to 4" },
		{ 646, 0x7f, "scan code 0x80, expected 0x00 to 0x7f" },
		{ 655, 0x7f, "scan code 0x80, expected 0x00 to 0x7f" },
	};
	uint8_t bytes[EXH_KEEN_CONFIG_SIZE] = { 0 };
	const struct exh_bytes all = { bytes, sizeof bytes, 0 };
	struct exh_keen_config config;
	struct exh_error err;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bytes[cases[i].offset] = cases[i].most;
		assert_int_equal(exh_keen_config_read(all, &config, &err), EXH_OK);
		bytes[cases[i].offset]++;
		assert_int_equal(exh_keen_config_read(all, &config, &err), EXH_INVALID);
		assert_string_equal(err.text, cases[i].text);
		assert_int_equal(err.offset, cases[i].offset);
		bytes[cases[i].offset] = 0;
	}
	for (size_t size = 0; size < sizeof bytes; size++) {
		uint8_t *tight = tight_copy(bytes, size);

		assert_int_equal(
			exh_keen_config_read((struct exh_bytes){ tight, size, 0 },
					     &config, &err),
			EXH_TRUNCATED);
		assert_int_equal(err.offset, size);
		free(tight);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(script_keys_are_controls),
		cmocka_unit_test(controls_are_script_keys),
		cmocka_unit_test(cheats_and_choices_are_script_keys),
		cmocka_unit_test(keys_that_are_not_played_are_refused),
		cmocka_unit_test(keys_have_names_of_their_own),
		cmocka_unit_test(the_keyboard_steers),
		cmocka_unit_test(every_byte_has_its_key),
		cmocka_unit_test(the_port_charges),
		cmocka_unit_test(counting_gives_up),
		cmocka_unit_test(the_dead_zone_is_two_fifths),
		cmocka_unit_test(a_stick_may_be_calibrated),
		cmocka_unit_test(a_stick_that_is_absent_at_the_start_stays_so),
		cmocka_unit_test(the_mouse_steers),
		cmocka_unit_test(devices_steer_together),
		cmocka_unit_test(a_configuration_names_the_keys),
		cmocka_unit_test(a_configuration_has_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
