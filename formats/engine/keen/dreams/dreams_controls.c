/* Keen Dreams' controls: from script keys, keyboard, joystick and mouse. */

#include "exhume/advanced/keen_input.h"

#include "../../../base/reader.h"

#include <string.h>

enum {
	MODES_OFFSET = 640, /* in the configuration, after ten scores of 64 bytes */
	SOUND_MODES = 5,
	MUSIC_MODES = 2,
	PREFIX_EXTENDED = 0xe0,
	PREFIX_PAUSE = 0xe1,
	RELEASE = 0x80,
	DEAD_ZONE_PART = 5, /* part of the axis' range, to each side of the centre */
	/* Numbers of 1 in a script's keys. */
	WARP_LEVEL_1 = EXH_KEEN_KEY_WARP_LEVEL & -EXH_KEEN_KEY_WARP_LEVEL,
	CHOICE_1 = EXH_KEEN_KEY_CHOICE & -EXH_KEEN_KEY_CHOICE,
};

const struct exh_input_keys *exh_keen_input_keys(void)
{
	static const char no_panels[] =
		"menus and panels are not played: leave this key out";
	static const struct exh_input_key keys[] = {
		{ .name = "L", .bits = EXH_KEEN_KEY_LEFT },
		{ .name = "R", .bits = EXH_KEEN_KEY_RIGHT },
		{ .name = "U", .bits = EXH_KEEN_KEY_UP },
		{ .name = "D", .bits = EXH_KEEN_KEY_DOWN },
		{ .name = "A", .bits = EXH_KEEN_KEY_BUTTON0 },
		{ .name = "B", .bits = EXH_KEEN_KEY_BUTTON1 },
		{ .name = "N" },
		{ .name = "god", .bits = EXH_KEEN_KEY_GOD },
		{ .name = "items", .bits = EXH_KEEN_KEY_ITEMS },
		{ .name = "jump", .bits = EXH_KEEN_KEY_JUMP },
		{ .name = "warp",
		  .bits = EXH_KEEN_KEY_WARP,
		  .number_bits = EXH_KEEN_KEY_WARP_LEVEL,
		  .most = EXH_KEEN_LEVELS - 1 },
		{ .name = "choose",
		  .bits = EXH_KEEN_KEY_CHOOSE,
		  .number_bits = EXH_KEEN_KEY_CHOICE,
		  .least = EXH_KEEN_TRY_AGAIN,
		  .most = EXH_KEEN_EXIT },
		{ .name = "space",
		  .refused = "the status window is not played: leave this key out" },
		{ .name = "pause",
		  .refused = "no frame is made in a pause: leave this key out" },
		{ .name = "enter", .refused = no_panels },
		{ .name = "escape", .refused = no_panels },
		{ .name = "slow",
		  .refused = "slow motion is not played: use --tic-step for all of the "
			     "run" },
	};
	static const struct exh_input_keys all = { .keys = keys,
						   .count = sizeof keys / sizeof *keys };

	return &all;
}

/* -1 beats 1. Source: keen-engine 12. */
static int8_t axis_of(bool less, bool more)
{
	if (less)
		return -1;
	return more ? 1 : 0;
}

struct exh_keen_controls exh_keen_keys_controls(uint32_t keys)
{
	return (struct exh_keen_controls){
		.x_axis = axis_of(keys & EXH_KEEN_KEY_LEFT, keys & EXH_KEEN_KEY_RIGHT),
		.y_axis = axis_of(keys & EXH_KEEN_KEY_UP, keys & EXH_KEEN_KEY_DOWN),
		.button0 = keys & EXH_KEEN_KEY_BUTTON0,
		.button1 = keys & EXH_KEEN_KEY_BUTTON1,
		.god = keys & EXH_KEEN_KEY_GOD,
		.items = keys & EXH_KEEN_KEY_ITEMS,
		.jump = keys & EXH_KEEN_KEY_JUMP,
		.warp = keys & EXH_KEEN_KEY_WARP,
		.warp_level = (uint8_t)((keys & EXH_KEEN_KEY_WARP_LEVEL) / WARP_LEVEL_1),
		.choice = (uint8_t)(keys & EXH_KEEN_KEY_CHOOSE
					    ? (keys & EXH_KEEN_KEY_CHOICE) / CHOICE_1
					    : 0),
	};
}

static uint32_t cheat_keys(const struct exh_keen_controls *controls)
{
	uint32_t keys = 0;

	if (controls->god)
		keys |= EXH_KEEN_KEY_GOD;
	if (controls->items)
		keys |= EXH_KEEN_KEY_ITEMS;
	if (controls->jump)
		keys |= EXH_KEEN_KEY_JUMP;
	if (controls->warp)
		keys |= EXH_KEEN_KEY_WARP | controls->warp_level * WARP_LEVEL_1;
	if (controls->choice)
		keys |= EXH_KEEN_KEY_CHOOSE | controls->choice * CHOICE_1;
	return keys;
}

uint32_t exh_keen_controls_keys(const struct exh_keen_controls *controls)
{
	uint32_t keys = 0;

	if (controls->x_axis)
		keys |= controls->x_axis < 0 ? EXH_KEEN_KEY_LEFT : EXH_KEEN_KEY_RIGHT;
	if (controls->y_axis)
		keys |= controls->y_axis < 0 ? EXH_KEEN_KEY_UP : EXH_KEEN_KEY_DOWN;
	if (controls->button0)
		keys |= EXH_KEEN_KEY_BUTTON0;
	if (controls->button1)
		keys |= EXH_KEEN_KEY_BUTTON1;
	return keys | cheat_keys(controls);
}

/*
 * The keyboard.
 */

void exh_keen_keys_default(struct exh_keen_keys *keys)
{
	*keys = (struct exh_keen_keys){ .button0 = 0x1d,
					.button1 = 0x38,
					.up_left = 0x47,
					.up = 0x48,
					.up_right = 0x49,
					.left = 0x4b,
					.right = 0x4d,
					.down_left = 0x4f,
					.down = 0x50,
					.down_right = 0x51 };
}

void exh_keen_keyboard_byte(struct exh_keen_keyboard *keyboard, uint8_t byte)
{
	const uint8_t code = byte & (RELEASE - 1);

	if (byte == PREFIX_EXTENDED)
		return;
	if (byte == PREFIX_PAUSE) {
		keyboard->paused = true;
		return;
	}
	keyboard->held[code] = !(byte & RELEASE);
	if (!(byte & RELEASE))
		keyboard->last = code;
}

/* Diagonal keys first, then keys of one axis. Source: keen-engine 12. */
struct exh_keen_controls
exh_keen_keyboard_controls(const struct exh_keen_keyboard *keyboard,
			   const struct exh_keen_keys *keys)
{
	const bool *held = keyboard->held;
	struct exh_keen_controls controls = { .button0 = held[keys->button0 & 0x7f],
					      .button1 = held[keys->button1 & 0x7f] };
	int8_t x, y;

	if (held[keys->up_left & 0x7f] || held[keys->up_right & 0x7f]) {
		controls.x_axis = held[keys->up_left & 0x7f] ? -1 : 1;
		controls.y_axis = -1;
	} else if (held[keys->down_left & 0x7f] || held[keys->down_right & 0x7f]) {
		controls.x_axis = held[keys->down_left & 0x7f] ? -1 : 1;
		controls.y_axis = 1;
	}
	y = axis_of(held[keys->up & 0x7f], held[keys->down & 0x7f]);
	x = axis_of(held[keys->left & 0x7f], held[keys->right & 0x7f]);
	if (y)
		controls.y_axis = y;
	if (x)
		controls.x_axis = x;
	return controls;
}

/*
 * The joystick. Source: keen-engine 1.
 */

void exh_joystick_port_write(struct exh_joystick_port *port)
{
	for (size_t i = 0; i < EXH_INPUT_STICKS; i++) {
		const struct exh_input_stick *stick = &port->sticks[i];

		port->charging[2 * i] = stick->present ? stick->x : UINT16_MAX;
		port->charging[2 * i + 1] = stick->present ? stick->y : UINT16_MAX;
	}
}

uint8_t exh_joystick_port_read(struct exh_joystick_port *port)
{
	unsigned value = 0xf0;

	for (unsigned i = 0; i < 2 * EXH_INPUT_STICKS; i++) {
		if (!port->charging[i])
			continue;
		value |= 1U << i;
		if (port->sticks[i / 2].present)
			port->charging[i]--;
	}
	for (unsigned i = 0; i < EXH_INPUT_STICKS; i++)
		value &= ~((port->sticks[i].buttons & 3U) << (4 + 2 * i));
	return (uint8_t)value;
}

bool exh_keen_joystick_count(struct exh_joystick_port *port, unsigned number, uint16_t *x,
			     uint16_t *y)
{
	const unsigned x_bit = 1U << 2 * number, y_bit = x_bit << 1;

	*x = *y = 0;
	exh_joystick_port_write(port);
	for (unsigned pass = 0; pass < EXH_KEEN_STICK_GIVES_UP; pass++) {
		const unsigned value = exh_joystick_port_read(port);

		if (!(value & (x_bit | y_bit)))
			return true;
		*x = (uint16_t)(*x + (value & x_bit ? 1 : 0));
		*y = (uint16_t)(*y + (value & y_bit ? 1 : 0));
	}
	return false;
}

void exh_keen_joystick_start(struct exh_keen_joystick *joystick,
			     struct exh_joystick_port *port, unsigned number)
{
	uint16_t x, y;

	*joystick = (struct exh_keen_joystick){ .present = false };
	if (exh_keen_joystick_count(port, number, &x, &y))
		exh_keen_joystick_calibrate(joystick, 0, 0, (uint16_t)(2 * x),
					    (uint16_t)(2 * y));
}

static void dead_zone(uint16_t from, uint16_t to, uint16_t *low, uint16_t *high)
{
	const int centre = (from + to) / 2;
	const int part = (from < to ? to - from : from - to) / DEAD_ZONE_PART;

	*low = (uint16_t)(centre < part ? 0 : centre - part);
	*high = (uint16_t)(centre + part > UINT16_MAX ? UINT16_MAX : centre + part);
}

void exh_keen_joystick_calibrate(struct exh_keen_joystick *joystick, uint16_t left,
				 uint16_t top, uint16_t right, uint16_t bottom)
{
	joystick->present = true;
	dead_zone(left, right, &joystick->low_x, &joystick->high_x);
	dead_zone(top, bottom, &joystick->low_y, &joystick->high_y);
}

struct exh_keen_controls
exh_keen_joystick_controls(const struct exh_keen_joystick *joystick,
			   struct exh_joystick_port *port, unsigned number)
{
	struct exh_keen_controls controls = { .x_axis = 0 };
	unsigned buttons;
	uint16_t x, y;

	if (!joystick->present || !port->sticks[number].present)
		return controls;
	if (exh_keen_joystick_count(port, number, &x, &y)) {
		controls.x_axis = axis_of(x<joystick->low_x, x> joystick->high_x);
		controls.y_axis = axis_of(y<joystick->low_y, y> joystick->high_y);
	}
	buttons = ~(unsigned)exh_joystick_port_read(port) >> (4 + 2 * number);
	controls.button0 = buttons & 1;
	controls.button1 = buttons & 2;
	return controls;
}

struct exh_keen_controls exh_keen_mouse_controls(const struct exh_input_mouse *mouse)
{
	return (struct exh_keen_controls){
		.x_axis = axis_of(mouse->x<0, mouse->x> 0),
		.y_axis = axis_of(mouse->y<0, mouse->y> 0),
		.button0 = mouse->buttons & EXH_INPUT_BUTTON_1,
		.button1 = mouse->buttons & EXH_INPUT_BUTTON_2,
	};
}

/*
 * All of them at once.
 */

void exh_keen_devices_start(struct exh_keen_devices *devices,
			    const struct exh_keen_keys *keys)
{
	memset(devices, 0, sizeof *devices);
	if (keys)
		devices->keys = *keys;
	else
		exh_keen_keys_default(&devices->keys);
}

/* Adds axes of more that are still 0, and its buttons. */
static void join(struct exh_keen_controls *controls, struct exh_keen_controls more)
{
	if (!controls->x_axis)
		controls->x_axis = more.x_axis;
	if (!controls->y_axis)
		controls->y_axis = more.y_axis;
	controls->button0 = controls->button0 || more.button0;
	controls->button1 = controls->button1 || more.button1;
}

struct exh_keen_controls exh_keen_devices_controls(struct exh_keen_devices *devices,
						   const struct exh_input_frame *frame)
{
	struct exh_keen_controls controls = exh_keen_keys_controls(frame->keys);
	struct exh_joystick_port port = { .charging = { 0 } };

	for (size_t i = 0; i < frame->scan_codes.size; i++)
		exh_keen_keyboard_byte(&devices->keyboard, frame->scan_codes.data[i]);
	join(&controls, exh_keen_keyboard_controls(&devices->keyboard, &devices->keys));
	memcpy(port.sticks, frame->sticks, sizeof port.sticks);
	for (unsigned i = 0; i < EXH_INPUT_STICKS; i++) {
		if (!frame->sticks[i].present)
			continue;
		if (!devices->joysticks[i].present)
			exh_keen_joystick_start(&devices->joysticks[i], &port, i);
		join(&controls,
		     exh_keen_joystick_controls(&devices->joysticks[i], &port, i));
	}
	join(&controls, exh_keen_mouse_controls(&frame->mouse));
	return controls;
}

/*
 * KDREAMS.CFG. Source: keen-formats 8.
 */

static enum exh_status read_mode(struct reader *r, const char *what, unsigned count,
				 uint16_t *out, struct exh_error *err)
{
	const size_t at = rd_tell(r);

	*out = rd_u16le(r);
	if (*out < count)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, at, "%s %u, expected 0 to %u", what,
			(unsigned)*out, count - 1);
}

static enum exh_status read_codes(struct reader *r, struct exh_keen_keys *keys,
				  struct exh_error *err)
{
	uint8_t *const codes[] = { &keys->button0,   &keys->button1,   &keys->up_left,
				   &keys->up,	     &keys->up_right,  &keys->left,
				   &keys->right,     &keys->down_left, &keys->down,
				   &keys->down_right };

	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		const size_t at = rd_tell(r);

		*codes[i] = rd_u8(r);
		if (*codes[i] & RELEASE)
			return exh_fail(err, EXH_INVALID, at,
					"scan code 0x%02x, expected 0x00 to 0x7f",
					(unsigned)*codes[i]);
	}
	return EXH_OK;
}

enum exh_status exh_keen_config_read(struct exh_bytes in, struct exh_keen_config *config,
				     struct exh_error *err)
{
	struct reader r = { .in = in };
	uint16_t control_type;
	enum exh_status status;

	if (in.size < EXH_KEEN_CONFIG_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes of a configuration of %d", in.size,
				EXH_KEEN_CONFIG_SIZE);
	rd_take(&r, MODES_OFFSET);
	status = read_mode(&r, "sound mode", SOUND_MODES, &config->sound_mode, err);
	if (!status)
		status = read_mode(&r, "music mode", MUSIC_MODES, &config->music_mode,
				   err);
	if (!status)
		status = read_mode(&r, "control type", EXH_KEEN_CONTROL_TYPES,
				   &control_type, err);
	if (status)
		return status;
	config->control_type = (enum exh_keen_control_type)control_type;
	return read_codes(&r, &config->keys, err);
}
