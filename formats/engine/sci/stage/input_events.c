/* Converts input scripts to events. */
#include "exhume/advanced/sci_engine.h"

enum {
	MAX_X = EXH_SCI_SCREEN_WIDTH - 1,
	MAX_Y = EXH_SCI_SCREEN_HEIGHT - 1,
	RELEASE = 0x80,
	PREFIX_EXTENDED = 0xe0,
	PREFIX_PAUSE = 0xe1,
	NO_CHARACTER = 0x80, /* codes of "key" from here on are scan codes */
	LAST_CHARACTER = 0xff,
	SCAN_CODES = 0x3a,
	DIRECTION = 0xe0, /* codes of the joystick: no key has such a scan code */
	LAST_DIRECTION = 8,
	BUTTONS = EXH_SCI_KEY_CLICK | EXH_SCI_KEY_RIGHT_CLICK,
	ARROWS = EXH_SCI_KEY_LEFT | EXH_SCI_KEY_RIGHT | EXH_SCI_KEY_UP | EXH_SCI_KEY_DOWN,
};

#define CODE_1 (EXH_SCI_KEY_CODE & -EXH_SCI_KEY_CODE)
#define DIRECTION_BITS (0x0f * CODE_1)
#define Y_1 (EXH_SCI_KEY_Y & -EXH_SCI_KEY_Y)

const struct exh_input_keys *exh_sci_input_keys(void)
{
	static const struct exh_input_key keys[] = {
		{ .name = "column",
		  .number_bits = EXH_SCI_KEY_X,
		  .least = 1,
		  .most = MAX_X },
		{ .name = "row",
		  .number_bits = EXH_SCI_KEY_Y,
		  .least = 1,
		  .most = MAX_Y },
		{ .name = "click", .bits = EXH_SCI_KEY_CLICK },
		{ .name = "rclick", .bits = EXH_SCI_KEY_RIGHT_CLICK },
		{ .name = "char",
		  .bits = EXH_SCI_KEY_LETTER,
		  .number_bits = EXH_SCI_KEY_CODE,
		  .least = NO_CHARACTER,
		  .most = LAST_CHARACTER },
		{ .name = "L", .bits = EXH_SCI_KEY_LEFT },
		{ .name = "R", .bits = EXH_SCI_KEY_RIGHT },
		{ .name = "U", .bits = EXH_SCI_KEY_UP },
		{ .name = "D", .bits = EXH_SCI_KEY_DOWN },
		{ .name = "S", .bits = EXH_SCI_KEY_SHIFT },
		{ .name = "N" },
		{ .name = "joy",
		  .bits = DIRECTION * CODE_1,
		  .number_bits = DIRECTION_BITS,
		  .most = LAST_DIRECTION },
		{ .name = "key",
		  .number_bits = EXH_SCI_KEY_CODE,
		  .least = 1,
		  .most = DIRECTION - 1 },
	};
	static const struct exh_input_keys all = { .keys = keys,
						   .count = sizeof keys / sizeof *keys };

	return &all;
}

void exh_sci_devices_start(struct exh_sci_devices *devices)
{
	*devices = (struct exh_sci_devices){ .x = EXH_SCI_SCREEN_WIDTH / 2,
					     .y = EXH_SCI_SCREEN_HEIGHT / 2 };
}

static int32_t limited(int32_t number, int32_t most)
{
	return number < 0 ? 0 : number > most ? most : number;
}

/* Sends an event with the mouse's position and the held modifiers. */
static void give(const struct exh_sci_devices *devices, struct exh_sci_engine *engine,
		 unsigned type, unsigned message, unsigned modifiers)
{
	const struct exh_sci_event event = {
		.type = (uint16_t)type,
		.message = (uint16_t)message,
		.modifiers = (uint16_t)(modifiers | devices->shift),
		.x = (int16_t)devices->x,
		.y = (int16_t)devices->y,
	};

	/* The original's queue is shorter still: events that do not fit are lost. */
	(void)exh_sci_engine_input(engine, &event);
}

static void give_key(struct exh_sci_devices *devices, struct exh_sci_engine *engine,
		     unsigned message)
{
	devices->pressed |= message <= LAST_CHARACTER
				    ? EXH_SCI_KEY_OF(message)
				    : (NO_CHARACTER + (message >> 8)) * CODE_1;
	give(devices, engine, EXH_SCI_EVENT_KEY, message, EXH_SCI_NUM_LOCK);
}

/*
 * The keyboard.
 */

/* Characters, indexed by scan code; 0: none. */
static const char plain[] = "\0\0331234567890-=\b\tqwertyuiop[]\r\0asdfghjkl;'`\0\\"
			    "zxcvbnm,./\0*\0 ";
static const char shifted[] = "\0\033!@#$%^&*()_+\b\tQWERTYUIOP{}\r\0ASDFGHJKL:\"~\0|"
			      "ZXCVBNM<>?\0*\0 ";

static unsigned modifier_of(unsigned scan)
{
	switch (scan) {
	case 0x2a:
		return EXH_SCI_SHIFT_LEFT;
	case 0x36:
		return EXH_SCI_SHIFT_RIGHT;
	case 0x1d:
		return EXH_SCI_CTRL;
	case 0x38:
		return EXH_SCI_ALT;
	default:
		return 0;
	}
}

/* Returns the message of a key: its character, or its scan code as the upper byte. */
static unsigned message_of(unsigned scan, unsigned modifiers)
{
	const bool is_shifted = modifiers & (EXH_SCI_SHIFT_LEFT | EXH_SCI_SHIFT_RIGHT);
	const uint8_t c =
		scan < SCAN_CODES ? (uint8_t)(is_shifted ? shifted : plain)[scan] : 0;

	if (!c || modifiers & EXH_SCI_ALT)
		return scan << 8;
	return modifiers & EXH_SCI_CTRL && c >= 'a' && c <= 'z' ? c & 0x1fu : c;
}

static void take_scan_code(struct exh_sci_devices *devices, struct exh_sci_engine *engine,
			   uint8_t code)
{
	const unsigned scan = code & (RELEASE - 1), modifier = modifier_of(scan);

	if (code == PREFIX_EXTENDED || code == PREFIX_PAUSE)
		return;
	if (modifier && code < RELEASE)
		devices->shift |= (uint8_t)modifier;
	else if (modifier)
		devices->shift &= (uint8_t)~modifier;
	else if (code < RELEASE)
		give_key(devices, engine, message_of(scan, devices->shift));
}

/* Handles a code of the words: the joystick's or the keyboard's. */
static void take_code(struct exh_sci_devices *devices, struct exh_sci_engine *engine,
		      unsigned code)
{
	if (code >= DIRECTION) {
		devices->pressed |= code * CODE_1;
		give(devices, engine, EXH_SCI_EVENT_MOVEMENT, code - DIRECTION, 0);
		return;
	}
	give_key(devices, engine,
		 code < NO_CHARACTER ? code : (code - NO_CHARACTER) << 8);
}

static bool is_letter(uint32_t keys)
{
	return (keys & EXH_SCI_KEY_LETTER) == EXH_SCI_KEY_LETTER &&
	       (keys & EXH_SCI_KEY_CODE) / CODE_1 >= NO_CHARACTER;
}

/* Returns the code, with the bit for "char" if it is one. */
static uint32_t code_bits(uint32_t keys)
{
	return keys & (EXH_SCI_KEY_CODE | (is_letter(keys) ? EXH_SCI_KEY_LETTER : 0));
}

/* Handles words that are pressed now, and were not before. */
static void take_words(struct exh_sci_devices *devices, struct exh_sci_engine *engine,
		       uint32_t keys)
{
	static const struct {
		uint32_t bit;
		unsigned message;
	} arrows[] = { { EXH_SCI_KEY_LEFT, 0x4b00 },
		       { EXH_SCI_KEY_RIGHT, 0x4d00 },
		       { EXH_SCI_KEY_UP, 0x4800 },
		       { EXH_SCI_KEY_DOWN, 0x5000 } };
	const unsigned code = (keys & EXH_SCI_KEY_CODE) / CODE_1;

	for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
		if (keys & arrows[i].bit & ~code_bits(keys) &&
		    !(devices->keys & ~code_bits(devices->keys) & arrows[i].bit))
			give(devices, engine, EXH_SCI_EVENT_KEY, arrows[i].message,
			     EXH_SCI_NUM_LOCK);
	if (!code || code_bits(keys) == code_bits(devices->keys))
		return;
	if (is_letter(keys))
		give_key(devices, engine, code);
	else
		take_code(devices, engine, code);
}

/*
 * The mouse.
 */

/* Returns bits of the left and the right button, from both the words and the device. */
static unsigned buttons_of(const struct exh_input_frame *frame)
{
	return (frame->keys & EXH_SCI_KEY_CLICK ? EXH_INPUT_BUTTON_1 : 0u) |
	       (frame->keys & EXH_SCI_KEY_RIGHT_CLICK ? EXH_INPUT_BUTTON_2 : 0u) |
	       frame->mouse.buttons;
}

/* Returns modifiers: the right button is the left one with both shift keys, the middle
 * one with Ctrl. */
static unsigned modifiers_of(unsigned buttons)
{
	if (buttons & EXH_INPUT_BUTTON_2)
		return EXH_SCI_SHIFT_LEFT | EXH_SCI_SHIFT_RIGHT;
	return buttons & EXH_INPUT_BUTTON_3 ? EXH_SCI_CTRL : 0;
}

static void take_mouse(struct exh_sci_devices *devices, struct exh_sci_engine *engine,
		       const struct exh_input_frame *frame)
{
	const int32_t x = (int32_t)(frame->keys & EXH_SCI_KEY_X);
	const int32_t y = (int32_t)((frame->keys & EXH_SCI_KEY_Y) / Y_1);
	const unsigned buttons = buttons_of(frame);

	devices->x = limited((x ? x : devices->x) + frame->mouse.x, MAX_X);
	devices->y = limited((y ? y : devices->y) + frame->mouse.y, MAX_Y);
	if (buttons && !devices->buttons)
		give(devices, engine, EXH_SCI_EVENT_PRESS, 0, modifiers_of(buttons));
	else if (!buttons && devices->buttons)
		give(devices, engine, EXH_SCI_EVENT_RELEASE, 0,
		     modifiers_of(devices->buttons));
	else
		give(devices, engine, 0, 0, 0);
	devices->buttons = (uint8_t)buttons;
}

void exh_sci_devices_press(struct exh_sci_devices *devices,
			   const struct exh_input_frame *frame,
			   struct exh_sci_engine *engine)
{
	const uint32_t keys = frame->keys;

	devices->pressed =
		keys & (BUTTONS | ARROWS | EXH_SCI_KEY_SHIFT) & ~code_bits(keys);
	devices->shift = (uint8_t)((devices->shift & ~(unsigned)EXH_SCI_SHIFT_LEFT) |
				   (keys & EXH_SCI_KEY_SHIFT ? EXH_SCI_SHIFT_LEFT : 0));
	take_mouse(devices, engine, frame);
	for (size_t i = 0; i < frame->scan_codes.size; i++)
		take_scan_code(devices, engine, frame->scan_codes.data[i]);
	take_words(devices, engine, keys);
	devices->keys = keys;
	devices->pressed |= (uint32_t)devices->x | (uint32_t)devices->y * Y_1;
}
