#include "exhume/advanced/ega.h"

#include "../base/testing.h"
#include "plain/ega.h"

enum { SEQUENCER = 0x3c4, GRAPHICS = 0x3ce, CRTC = 0x3d4, ATTRIBUTE = 0x3c0 };

static struct exh_ega ega;

static int reset(void **state)
{
	(void)state;
	exh_ega_reset(&ega);
	return 0;
}

static void out(uint16_t port, uint8_t index, uint8_t value)
{
	exh_ega_out_word(&ega, port, (uint16_t)(value << 8 | index));
}

static void assert_pixels(uint16_t address, const char *expected)
{
	char found[9] = "";

	for (size_t i = 0; i < 8; i++)
		found[i] = "0123456789abcdef"[ega.pixels[(size_t)address * 8 + i]];
	assert_string_equal(found, expected);
}

static void starts_as_the_bios_leaves_it(void **state)
{
	struct exh_palette palette, rgbi;

	(void)state;
	exh_palette_ega(&rgbi);
	exh_ega_palette(&ega, &palette);
	assert_int_equal(palette.count, 16);
	assert_memory_equal(palette.colors, rgbi.colors, 16 * sizeof *rgbi.colors);
	exh_ega_write(&ega, 7, 0x81);
	assert_pixels(7, "f000000f");
	assert_int_equal(ega.line_words, 20);
}

static void the_map_mask_picks_planes(void **state)
{
	(void)state;
	out(SEQUENCER, 2, 1); /* blue */
	exh_ega_write(&ega, 0, 0xf0);
	out(SEQUENCER, 2, 8); /* intensity */
	exh_ega_write(&ega, 0, 0x3c);
	assert_pixels(0, "11998800");
	out(SEQUENCER, 2, 6);
	exh_ega_write(&ega, 0, 0x01);
	assert_pixels(0, "11998806");
	out(SEQUENCER, 3, 15); /* another register */
	exh_ega_write(&ega, 0, 0x00);
	assert_pixels(0, "11998800");
}

static void the_bit_mask_keeps_what_was_read_last(void **state)
{
	(void)state;
	exh_ega_write(&ega, 0, 0xff);
	exh_ega_read(&ega, 0);
	out(GRAPHICS, 8, 0x0f);
	exh_ega_write(&ega, 1, 0xaa); /* elsewhere: the latches are of address 0 */
	assert_pixels(1, "fffff0f0");
}

static void functions_combine_with_the_latches(void **state)
{
	static const struct {
		uint8_t function;
		const char *pixels;
	} cases[] = {
		{ 0x00, "0f0f0f0f" },
		{ 0x08, "000f000f" }, /* AND */
		{ 0x10, "0fff0fff" }, /* OR */
		{ 0x18, "0ff00ff0" }, /* exclusive or */
	};

	(void)state;
	exh_ega_write(&ega, 0, 0x33);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		exh_ega_read(&ega, 0);
		out(GRAPHICS, 3, cases[i].function);
		exh_ega_write(&ega, 1, 0x55);
		assert_pixels(1, cases[i].pixels);
	}
	out(GRAPHICS, 3, 3); /* turned by three bits */
	exh_ega_write(&ega, 1, 0x01);
	assert_pixels(1, "00f00000");
}

static void mode_1_moves_four_planes(void **state)
{
	(void)state;
	out(GRAPHICS, 5, 2);
	out(GRAPHICS, 8, 0x0f);
	exh_ega_write(&ega, 0, 9);
	assert_pixels(0, "00009999");
	out(GRAPHICS, 5, 1);
	exh_ega_read(&ega, 0);
	exh_ega_write(&ega, 0xffff,
		      0x5a); /* regardless of the CPU's byte and the bit mask */
	assert_pixels(0xffff, "00009999");
	out(SEQUENCER, 2, 1);
	exh_ega_write(&ega, 3, 0);
	assert_pixels(3, "00001111");
}

static void mode_2_draws_a_color(void **state)
{
	(void)state;
	out(GRAPHICS, 5, 2);
	exh_ega_write(&ega, 0, 0xf4); /* the low four bits count */
	assert_pixels(0, "44444444");
	exh_ega_read(&ega, 0);
	out(GRAPHICS, 8, 0x81);
	exh_ega_write(&ega, 0, 15);
	assert_pixels(0, "f444444f");
}

static void mode_3_writes_nothing(void **state)
{
	(void)state;
	out(GRAPHICS, 5, 3);
	exh_ega_write(&ega, 0, 0xff);
	assert_pixels(0, "00000000");
}

static void set_reset_stands_in_for_planes(void **state)
{
	(void)state;
	out(GRAPHICS, 0, 2);
	out(GRAPHICS, 1, 3);
	exh_ega_write(&ega, 0, 0xf0);
	assert_pixels(0, "eeee2222");
}

static void a_read_is_of_one_plane_or_compares(void **state)
{
	(void)state;
	out(SEQUENCER, 2, 4);
	exh_ega_write(&ega, 5, 0x3c);
	out(SEQUENCER, 2, 1);
	exh_ega_write(&ega, 5, 0x18);
	for (uint8_t plane = 0; plane < 4; plane++) {
		static const uint8_t expected[] = { 0x18, 0, 0x3c, 0 };

		out(GRAPHICS, 4, plane);
		assert_int_equal(exh_ega_read(&ega, 5), expected[plane]);
	}
	out(GRAPHICS, 5, 8);
	out(GRAPHICS, 2, 4);
	assert_int_equal(exh_ega_read(&ega, 5), 0x24);
	out(GRAPHICS, 7, 14); /* blue does not matter */
	assert_int_equal(exh_ega_read(&ega, 5), 0x3c);
}

static uint8_t screen[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];

static void the_start_takes_effect_at_the_retrace(void **state)
{
	(void)state;
	ega.pixels[0x3c00 * 8] = 7;
	ega.pixels[0x3b00 * 8] = 6;
	ega.shown = 0x3bfe;
	ega.start = 0x3bfe;
	out(CRTC, 0x0d, 0);
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[16], 7); /* two addresses further */
	exh_ega_retrace(&ega);		 /* between the halves: 3BFE is taken for 3B00 */
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[0], 6);
	out(CRTC, 0x0c, 0x3c);
	exh_ega_retrace(&ega);
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[0], 7);
}

static void lines_are_as_long_as_the_offset_says(void **state)
{
	(void)state;
	ega.pixels[512] = 5;
	ega.pixels[320 + 1] = 4;
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[EXH_EGA_WIDTH + 1], 4);
	out(CRTC, 0x13, 32);
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[EXH_EGA_WIDTH], 5);
	assert_int_equal(screen[EXH_EGA_WIDTH + 1], 0);
}

static void the_screen_wraps_at_64_kb(void **state)
{
	(void)state;
	out(CRTC, 0x13, 32);
	ega.shown = 0xfffe; /* within a line of the screen */
	ega.pixels[EXH_EGA_PIXELS - 1] = 3;
	ega.pixels[0] = 9;
	ega.pixels[512 - 16] = 8;
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[15], 3);
	assert_int_equal(screen[16], 9);
	assert_int_equal(screen[EXH_EGA_WIDTH], 8);
}

static void panning_moves_the_picture_at_once(void **state)
{
	(void)state;
	ega.pixels[6] = 3;
	ega.pixels[EXH_EGA_WIDTH + 5] = 8;
	exh_ega_out(&ega, ATTRIBUTE, 0x13 | 0x20);
	exh_ega_out(&ega, ATTRIBUTE, 6);
	exh_ega_screen(&ega, screen);
	assert_int_equal(screen[0], 3);
	assert_int_equal(screen[EXH_EGA_WIDTH - 1], 8);
	assert_true(ega.video_on);
}

static void assert_color(size_t i, int red, int green, int blue)
{
	struct exh_palette palette;

	exh_ega_palette(&ega, &palette);
	assert_int_equal(palette.colors[i].red, red);
	assert_int_equal(palette.colors[i].green, green);
	assert_int_equal(palette.colors[i].blue, blue);
}

static void attribute(uint8_t index, uint8_t value)
{
	exh_ega_in_status(&ega, true, false);
	exh_ega_out(&ega, ATTRIBUTE, index);
	exh_ega_out(&ega, ATTRIBUTE, value);
}

/* x x I x R G B. */
static void palette_values_are_of_200_lines(void **state)
{
	(void)state;
	attribute(1 | 0x20, 0x04);
	assert_color(1, 170, 0, 0);
	attribute(1 | 0x20, 0x14);
	assert_color(1, 255, 85, 85);
	attribute(1 | 0x20, 0x2c); /* bits 3 and 5 are not connected */
	assert_color(1, 170, 0, 0);
	attribute(1 | 0x20, 0x06);
	assert_color(1, 170, 85, 0); /* brown */
	attribute(15 | 0x20, 0x16);
	assert_color(15, 255, 255, 85);
	attribute(0x11, 0x12); /* the video is off: all is border */
	assert_color(1, 85, 255, 85);
	assert_color(0, 85, 255, 85);
	exh_ega_in_status(&ega, true, false);
	exh_ega_out(&ega, ATTRIBUTE, 0x20);
	assert_color(0, 0, 0, 0);
}

static void index_and_value_take_turns(void **state)
{
	(void)state;
	exh_ega_out(&ega, ATTRIBUTE, 0x22);
	exh_ega_in_status(&ega, false, false); /* an index is next, again */
	exh_ega_out(&ega, ATTRIBUTE, 0x23);
	exh_ega_out(&ega, ATTRIBUTE, 0x05);
	assert_int_equal(ega.palette[2], 2);
	assert_int_equal(ega.palette[3], 5);
	exh_ega_out(&ega, ATTRIBUTE, 0x24);
	exh_ega_out(&ega, ATTRIBUTE, 0x06);
	assert_int_equal(ega.palette[4], 6);
	exh_ega_out(&ega, ATTRIBUTE, 0x37); /* no such register */
	exh_ega_out(&ega, ATTRIBUTE, 0x06);
}

static void status_tells_where_the_beam_is(void **state)
{
	(void)state;
	assert_int_equal(exh_ega_in_status(&ega, false, false), 0);
	assert_int_equal(exh_ega_in_status(&ega, true, false), 1);
	assert_int_equal(exh_ega_in_status(&ega, true, true), 9);
	assert_int_equal(exh_ega_in_status(&ega, false, true), 9);
}

static void other_ports_do_nothing(void **state)
{
	const struct exh_ega before = ega;

	(void)state;
	for (unsigned port = 0; port < 0x10000; port++)
		if (port < ATTRIBUTE || port > 0x3d5)
			exh_ega_out(&ega, (uint16_t)port, 0x55);
	out(GRAPHICS, 6, 0x55);
	out(GRAPHICS, 9, 0x55);
	out(CRTC, 0x0e, 0x55);
	out(GRAPHICS, before.graphics_index, 0);
	ega.crtc_index = before.crtc_index;
	assert_memory_equal(&ega, &before, sizeof ega);
}

/* Any writes have the same effect as on separate planes. */
static void pixels_are_planes(void **state)
{
	static struct plain_ega plain;
	uint64_t seed = 7;

	(void)state;
	plain = (struct plain_ega){ .map_mask = 15, .dont_care = 15, .bit_mask = 0xff };
	for (unsigned i = 0; i < 200000; i++) {
		const uint16_t address = (uint16_t)(roll(&seed, 64) - 32);
		const uint8_t value = (uint8_t)roll(&seed, 256);
		const uint16_t port = roll(&seed, 4) ? GRAPHICS : SEQUENCER;
		const uint8_t index = (uint8_t)(port == GRAPHICS ? roll(&seed, 9) : 2);

		switch (roll(&seed, 3)) {
		case 0:
			out(port, index, value);
			plain_ega_out(&plain, port, index, value);
			break;
		case 1:
			assert_int_equal(exh_ega_read(&ega, address),
					 plain_ega_read(&plain, address));
			break;
		default:
			exh_ega_write(&ega, address, value);
			plain_ega_write(&plain, address, value);
			for (uint32_t k = 0; k < 8; k++)
				assert_int_equal(
					ega.pixels[address * 8U + k],
					plain_ega_pixel(&plain, address * 8U + k));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(starts_as_the_bios_leaves_it, reset),
		cmocka_unit_test_setup(the_map_mask_picks_planes, reset),
		cmocka_unit_test_setup(the_bit_mask_keeps_what_was_read_last, reset),
		cmocka_unit_test_setup(functions_combine_with_the_latches, reset),
		cmocka_unit_test_setup(mode_1_moves_four_planes, reset),
		cmocka_unit_test_setup(mode_2_draws_a_color, reset),
		cmocka_unit_test_setup(mode_3_writes_nothing, reset),
		cmocka_unit_test_setup(set_reset_stands_in_for_planes, reset),
		cmocka_unit_test_setup(a_read_is_of_one_plane_or_compares, reset),
		cmocka_unit_test_setup(the_start_takes_effect_at_the_retrace, reset),
		cmocka_unit_test_setup(lines_are_as_long_as_the_offset_says, reset),
		cmocka_unit_test_setup(the_screen_wraps_at_64_kb, reset),
		cmocka_unit_test_setup(panning_moves_the_picture_at_once, reset),
		cmocka_unit_test_setup(palette_values_are_of_200_lines, reset),
		cmocka_unit_test_setup(index_and_value_take_turns, reset),
		cmocka_unit_test_setup(status_tells_where_the_beam_is, reset),
		cmocka_unit_test_setup(other_ports_do_nothing, reset),
		cmocka_unit_test_setup(pixels_are_planes, reset),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
