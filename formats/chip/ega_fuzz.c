/*
 * For any program: the card's memory is that of four planes, and the screen shows the
 * memory at the latched start, panned, wrapping at the end.
 *
 * Input: at most MAX_STEPS steps of 4 bytes: operation, port or address, value
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "plain/ega.h"
#include "searching.h"

#include <assert.h>
#include <string.h>

enum { MAX_STEPS = 2000, STEP_SIZE = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_screen(const struct exh_ega *ega)
{
	static _Thread_local uint8_t screen[EXH_EGA_WIDTH * EXH_EGA_HEIGHT];
	struct exh_palette palette;

	exh_ega_screen(ega, screen);
	exh_ega_palette(ega, &palette);
	for (uint32_t y = 0; y < EXH_EGA_HEIGHT; y += SMALLER(8, 1))
		for (uint32_t x = 0; x < EXH_EGA_WIDTH; x++) {
			const uint16_t line =
				(uint16_t)(ega->shown + y * 2 * ega->line_words);
			const uint32_t at = line * 8U + x + ega->pel_panning;

			assert(screen[y * EXH_EGA_WIDTH + x] ==
			       ega->pixels[at % EXH_EGA_PIXELS]);
			assert(screen[y * EXH_EGA_WIDTH + x] < palette.count);
		}
}

static void out(struct exh_ega *ega, struct plain_ega *plain, uint16_t port,
		uint8_t value)
{
	exh_ega_out(ega, port, value);
	if (port == 0x3c5)
		plain_ega_out(plain, 0x3c4, ega->sequencer_index, value & 15);
	if (port == 0x3cf)
		plain_ega_out(plain, 0x3ce, ega->graphics_index, value);
}

static void check_address(const struct exh_ega *ega, const struct plain_ega *plain,
			  uint16_t address)
{
	for (uint32_t i = address * 8U; i < address * 8U + 8; i++)
		assert(ega->pixels[i] == plain_ega_pixel(plain, i));
}

static void do_step(struct exh_ega *ega, struct plain_ega *plain, const uint8_t *step)
{
	const uint16_t where = (uint16_t)(step[1] | step[2] << 8);

	switch (step[0] % 5) {
	case 0:
		out(ega, plain, (uint16_t)(0x3c0 + where % 32), step[3]);
		break;
	case 1:
		assert(exh_ega_read(ega, where) == plain_ega_read(plain, where));
		break;
	case 2:
		exh_ega_write(ega, where, step[3]);
		plain_ega_write(plain, where, step[3]);
		check_address(ega, plain, where);
		break;
	case 3:
		exh_ega_in_status(ega, where & 1, where & 2);
		assert(!ega->attribute_takes_value);
		break;
	default:
		exh_ega_retrace(ega);
		assert(ega->shown == ega->start);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static _Thread_local struct exh_ega ega;
	static _Thread_local struct plain_ega plain;

	memset(&plain, 0, sizeof plain);
	plain.map_mask = 15;
	plain.dont_care = 15;
	plain.bit_mask = 0xff;
	exh_ega_reset(&ega);
	for (size_t i = 0; i < MAX_STEPS && size >= STEP_SIZE; i++) {
		do_step(&ega, &plain, data);
		data += STEP_SIZE;
		size -= STEP_SIZE;
	}
	check_screen(&ega);
	return 0;
}
