/* Input scripts converted to the engine's input. */
#include "exhume/zv_engine.h"
#include "exhume/advanced/zv_engine.h"

enum {
	MAX_X = EXH_ZV_SCREEN_WIDTH - 1,
	MAX_Y = EXH_ZV_SCREEN_HEIGHT - 1,
	RELEASE = 0x80,
	PREFIX_EXTENDED = 0xe0,
	PREFIX_PAUSE = 0xe1,
	SCAN_CODES = 0x59,
	CODE_LEFT = 0x25, /* virtual-key codes of the arrows: left, up, right, down */
	SCAN_CONTROL = 0x1d,
};

#define CODE_1 (EXH_ZV_KEY_CODE & -EXH_ZV_KEY_CODE)
#define Y_1 (EXH_ZV_KEY_Y & -EXH_ZV_KEY_Y)

/* Numbers of "key" that no key of the games has: those of the menus' commands, and of
 * keys above 127. */
static const struct {
	uint8_t number, code;
	bool control;
} further_keys[] = {
	{ EXH_ZV_CODE_CTRL_S, 'S', true },
	{ EXH_ZV_CODE_CTRL_R, 'R', true },
	{ EXH_ZV_CODE_CTRL_P, 'P', true },
	{ EXH_ZV_CODE_CTRL_Q, 'Q', true },
	{ 14, 0xa0, false },
	{ 15, 0xa1, false },
	{ 21, 0xa2, false },
	{ 22, 0xa3, false },
	{ 23, 0xba, false },
	{ 24, 0xbb, false },
	{ 25, 0xbc, false },
	{ 26, 0xbd, false },
	{ 28, 0xbe, false },
	{ 62, 0xbf, false },
	{ 29, 0xc0, false },
	{ 30, 0xdb, false },
	{ 31, 0xdc, false },
	{ 63, 0xdd, false },
	{ 64, 0xde, false },
};

enum { FURTHER_KEYS = sizeof further_keys / sizeof *further_keys };

const struct exh_input_keys *exh_zv_input_keys(void)
{
	static const struct exh_input_key keys[] = {
		{ .name = "column",
		  .number_bits = EXH_ZV_KEY_X,
		  .least = 1,
		  .most = MAX_X },
		{ .name = "row", .number_bits = EXH_ZV_KEY_Y, .least = 1, .most = MAX_Y },
		{ .name = "click", .bits = EXH_ZV_KEY_CLICK },
		{ .name = "rclick", .bits = EXH_ZV_KEY_RIGHT_CLICK },
		{ .name = "L", .bits = EXH_ZV_KEY_LEFT },
		{ .name = "R", .bits = EXH_ZV_KEY_RIGHT },
		{ .name = "U", .bits = EXH_ZV_KEY_UP },
		{ .name = "D", .bits = EXH_ZV_KEY_DOWN },
		{ .name = "N" },
		{ .name = "key",
		  .number_bits = EXH_ZV_KEY_CODE,
		  .least = 1,
		  .most = 127 },
	};
	static const struct exh_input_keys all = { .keys = keys,
						   .count = sizeof keys / sizeof *keys };

	return &all;
}

void exh_zv_devices_start(struct exh_zv_devices *devices)
{
	*devices = (struct exh_zv_devices){ .x = EXH_ZV_SCREEN_WIDTH / 2,
					    .y = EXH_ZV_SCREEN_HEIGHT / 2 };
}

static int32_t limited(int32_t number, int32_t most)
{
	return number < 1 ? 1 : number > most ? most : number;
}

static void press(struct exh_zv_input *input, uint8_t code)
{
	for (size_t i = 0; i < FURTHER_KEYS; i++)
		if (code == further_keys[i].number) {
			code = further_keys[i].code;
			input->control |= further_keys[i].control;
			break;
		}
	if (code && input->press_count < EXH_ZV_PRESSES)
		input->presses[input->press_count++] = code;
}

/*
 * The keyboard.
 */

/* Virtual-key codes, indexed by scan code; 0: not used by the games. */
static const uint8_t codes[SCAN_CODES] = {
	[0x01] = 0x1b, [0x02] = '1',  [0x03] = '2',  [0x04] = '3',  [0x05] = '4',
	[0x06] = '5',  [0x07] = '6',  [0x08] = '7',  [0x09] = '8',  [0x0a] = '9',
	[0x0b] = '0',  [0x0c] = 0xbd, [0x0d] = 0xbb, [0x0e] = 0x08, [0x0f] = 0x09,
	[0x10] = 'Q',  [0x11] = 'W',  [0x12] = 'E',  [0x13] = 'R',  [0x14] = 'T',
	[0x15] = 'Y',  [0x16] = 'U',  [0x17] = 'I',  [0x18] = 'O',  [0x19] = 'P',
	[0x1a] = 0xdb, [0x1b] = 0xdd, [0x1c] = 0x0d, [0x1d] = 0xa2, [0x1e] = 'A',
	[0x1f] = 'S',  [0x20] = 'D',  [0x21] = 'F',  [0x22] = 'G',  [0x23] = 'H',
	[0x24] = 'J',  [0x25] = 'K',  [0x26] = 'L',  [0x27] = 0xba, [0x28] = 0xde,
	[0x29] = 0xc0, [0x2a] = 0xa0, [0x2b] = 0xdc, [0x2c] = 'Z',  [0x2d] = 'X',
	[0x2e] = 'C',  [0x2f] = 'V',  [0x30] = 'B',  [0x31] = 'N',  [0x32] = 'M',
	[0x33] = 0xbc, [0x34] = 0xbe, [0x35] = 0xbf, [0x36] = 0xa1, [0x37] = 0x6a,
	[0x38] = 0x12, [0x39] = 0x20, [0x3b] = 0x70, [0x3c] = 0x71, [0x3d] = 0x72,
	[0x3e] = 0x73, [0x3f] = 0x74, [0x40] = 0x75, [0x41] = 0x76, [0x42] = 0x77,
	[0x43] = 0x78, [0x44] = 0x79, [0x47] = 0x24, [0x48] = 0x26, [0x49] = 0x21,
	[0x4a] = 0x6d, [0x4b] = 0x25, [0x4d] = 0x27, [0x4e] = 0x6b, [0x4f] = 0x23,
	[0x50] = 0x28, [0x51] = 0x22, [0x52] = 0x2d, [0x53] = 0x2e, [0x57] = 0x7a,
	[0x58] = 0x7b,
};

/* Returns 0 to 3 for left, right, up, down; -1: another key. */
static int arrow_of(uint8_t code)
{
	static const int8_t arrows[] = { 0, 2, 1, 3 };

	return code >= CODE_LEFT && code < CODE_LEFT + 4 ? arrows[code - CODE_LEFT] : -1;
}

/* Shift and control have a code for each side, and the number pad its own slash. */
static uint8_t code_of(uint8_t key, bool is_extended)
{
	const uint8_t code = key < SCAN_CODES ? codes[key] : 0;

	if (!is_extended)
		return code;
	return code == 0xa2		      ? 0xa3
	       : code == 0xbf		      ? 0x6f
	       : code == 0xa0 || code == 0xa1 ? 0 /* goes with other keys */
					      : code;
}

static void take_scan_code(struct exh_zv_devices *devices, struct exh_zv_input *input,
			   uint8_t scan, bool is_extended)
{
	const uint8_t key = scan & (RELEASE - 1);
	const uint8_t code = code_of(key, is_extended);
	const int arrow = arrow_of(code);

	if (scan == PREFIX_EXTENDED || scan == PREFIX_PAUSE)
		return;
	if (arrow >= 0)
		devices->arrows[arrow] = scan < RELEASE;
	if (key == SCAN_CONTROL)
		devices->control = scan < RELEASE;
	if (scan < RELEASE)
		press(input, code);
}

/*
 * Everything together.
 */

static void move_mouse(struct exh_zv_devices *devices,
		       const struct exh_input_frame *frame)
{
	const int32_t x = (int32_t)(frame->keys & EXH_ZV_KEY_X);
	const int32_t y = (int32_t)((frame->keys & EXH_ZV_KEY_Y) / Y_1);

	devices->x = limited((x ? x : devices->x) + frame->mouse.x, MAX_X);
	devices->y = limited((y ? y : devices->y) + frame->mouse.y, MAX_Y);
}

uint8_t exh_zv_key_number(unsigned code, bool control)
{
	for (size_t i = 0; i < FURTHER_KEYS; i++)
		if (code == further_keys[i].code && (control || !further_keys[i].control))
			return further_keys[i].number;
	return code < RELEASE ? (uint8_t)code : 0;
}

static uint32_t keys_of(const struct exh_zv_input *input)
{
	/* The last key that went down. */
	const uint8_t code = exh_zv_key_number(
		input->press_count ? input->presses[input->press_count - 1] : 0,
		input->control);

	return (uint32_t)input->x | (uint32_t)input->y * Y_1 |
	       (input->left ? EXH_ZV_KEY_CLICK : 0) |
	       (input->right ? EXH_ZV_KEY_RIGHT_CLICK : 0) |
	       (input->turn_left ? EXH_ZV_KEY_LEFT : 0) |
	       (input->turn_right ? EXH_ZV_KEY_RIGHT : 0) |
	       (input->turn_up ? EXH_ZV_KEY_UP : 0) |
	       (input->turn_down ? EXH_ZV_KEY_DOWN : 0) | code * CODE_1;
}

struct exh_zv_input exh_zv_devices_input(struct exh_zv_devices *devices,
					 const struct exh_input_frame *frame)
{
	const uint32_t keys = frame->keys;
	const uint8_t code = (uint8_t)((keys & EXH_ZV_KEY_CODE) / CODE_1);
	struct exh_zv_input input = { 0 };

	move_mouse(devices, frame);
	for (size_t i = 0; i < frame->scan_codes.size; i++)
		take_scan_code(devices, &input, frame->scan_codes.data[i],
			       i && frame->scan_codes.data[i - 1] == PREFIX_EXTENDED);
	input.control = devices->control;
	if (code != devices->code)
		press(&input, code);
	devices->code = code;
	input.x = devices->x;
	input.y = devices->y;
	input.left = keys & EXH_ZV_KEY_CLICK || frame->mouse.buttons & EXH_INPUT_BUTTON_1;
	input.right = keys & EXH_ZV_KEY_RIGHT_CLICK ||
		      frame->mouse.buttons & EXH_INPUT_BUTTON_2;
	input.turn_left = keys & EXH_ZV_KEY_LEFT || devices->arrows[0];
	input.turn_right = keys & EXH_ZV_KEY_RIGHT || devices->arrows[1];
	input.turn_up = keys & EXH_ZV_KEY_UP || devices->arrows[2];
	input.turn_down = keys & EXH_ZV_KEY_DOWN || devices->arrows[3];
	devices->keys = keys_of(&input);
	return input;
}
