/*
 * For any input of the devices: axes are -1, 0 or 1, a stick's count matches its
 * position, and controls survive script keys and demos unchanged.
 *
 * Input: bytes: frames of 12 (keys, mouse x and y, buttons, a stick's x and y as 16 bits,
 * its buttons and number, two scan codes). It is read as a demo and a configuration, too.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/keen_input.h"

#include "../../../base/fuzzing.h"

enum { FRAME_SIZE = 12, MAX_FRAMES = SMALLER(2, 8) };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_controls(struct exh_keen_controls c)
{
	struct exh_keen_controls again;

	assert(c.x_axis >= -1 && c.x_axis <= 1 && c.y_axis >= -1 && c.y_axis <= 1);
	again = exh_keen_keys_controls(exh_keen_controls_keys(&c));
	assert(again.x_axis == c.x_axis && again.y_axis == c.y_axis);
	assert(again.button0 == c.button0 && again.button1 == c.button1);
}

/* Keys of a script: what they mean is written with the keys that there are. */
static void check_keys(uint32_t bits)
{
	const struct exh_input_keys *keys = exh_keen_input_keys();
	const struct exh_keen_controls c = exh_keen_keys_controls(bits);
	uint32_t left = exh_keen_controls_keys(&c);

	check_controls(c);
	for (size_t i = 0; i < keys->count; i++)
		left &= ~(keys->keys[i].bits | keys->keys[i].number_bits);
	assert(!left);
}

static void check_count(const struct exh_input_stick *stick, unsigned number)
{
	struct exh_joystick_port port = { .charging = { 0 } };
	const bool counts =
		stick->x < EXH_KEEN_STICK_GIVES_UP && stick->y < EXH_KEEN_STICK_GIVES_UP;
	uint16_t x, y;

	port.sticks[number] = *stick;
	assert(exh_keen_joystick_count(&port, number, &x, &y) == counts);
	if (counts)
		assert(x == stick->x && y == stick->y);
}

static void play_devices(struct exh_bytes in)
{
	struct exh_keen_devices devices;

	exh_keen_devices_start(&devices, NULL);
	for (size_t i = 0;
	     in.size - i >= FRAME_SIZE && i < (size_t)MAX_FRAMES * FRAME_SIZE;
	     i += FRAME_SIZE) {
		const uint8_t *p = in.data + i;
		const unsigned number = p[9] >> 2 & 1;
		struct exh_input_frame frame = {
			.keys = p[0],
			.scan_codes = { p + 10, 2, 0 },
			.mouse = { (int8_t)p[1], (int8_t)p[2], p[3] },
		};
		struct exh_input_stick *stick = &frame.sticks[number];

		stick->present = p[9] & 8;
		if (stick->present) {
			stick->x = (uint16_t)(p[4] | p[5] << 8);
			stick->y = (uint16_t)(p[6] | p[7] << 8);
			stick->buttons = p[9] & 3;
			check_count(stick, number);
		}
		check_controls(exh_keen_devices_controls(&devices, &frame));
		check_keys(frame.keys | (uint32_t)p[4] << 8 | (uint32_t)p[6] << 16);
	}
}

static void play_demo(struct exh_bytes in)
{
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_keen_demo_recorder recorder;
	struct exh_keen_demo demo, again;
	struct exh_keen_controls a, b;

	if (exh_keen_demo_open(in, &demo, NULL, NULL))
		return;
	again = demo;
	exh_keen_demo_record_start(&recorder, &out);
	for (uint64_t i = 0; i < demo.frames; i++) {
		assert(exh_keen_demo_next(&again, &a));
		check_controls(a);
		exh_keen_demo_record(&recorder, &a);
	}
	assert(!exh_keen_demo_next(&again, &a));
	exh_keen_demo_record_end(&recorder);
	assert(out.size <= in.size);
	assert(exh_keen_demo_open(exh_writer_bytes(&out), &again, NULL, NULL) == EXH_OK);
	assert(again.frames == demo.frames);
	while (exh_keen_demo_next(&demo, &a)) {
		assert(exh_keen_demo_next(&again, &b));
		assert(a.x_axis == b.x_axis && a.y_axis == b.y_axis);
		assert(a.button0 == b.button0 && a.button1 == b.button1);
	}
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_keen_config config;

	play_devices(in);
	play_demo(in);
	if (exh_keen_config_read(in, &config, NULL) == EXH_OK)
		assert(config.keys.button0 < 0x80 && config.keys.down_right < 0x80);
	discard(in);
	return 0;
}
