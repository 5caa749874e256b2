#include "exhume/advanced/cga.h"

#include "../base/testing.h"

enum { PIXELS = EXH_CGA_WIDTH * EXH_CGA_HEIGHT };

static uint8_t pixels[PIXELS], shown[PIXELS], memory[EXH_CGA_MEMORY];

static void lines_take_turns_in_two_banks(void **state)
{
	(void)state;
	memset(pixels, 0, sizeof pixels);
	memset(memory, 0, sizeof memory);
	pixels[0] = 1;			     /* line 0, first pixel */
	pixels[EXH_CGA_WIDTH + 3] = 2;	     /* line 1, fourth */
	pixels[2 * EXH_CGA_WIDTH + 319] = 3; /* line 2, last */
	pixels[199 * EXH_CGA_WIDTH + 4] = 7; /* line 199: two bits count */
	exh_cga_write_screen(pixels, memory);
	assert_int_equal(memory[0], 0x40);
	assert_int_equal(memory[0x2000], 0x02);
	assert_int_equal(memory[80 + 79], 0x03);
	assert_int_equal(memory[0x2000 + 99 * 80 + 1], 0xc0);
}

static void what_is_not_shown_stays(void **state)
{
	(void)state;
	memset(pixels, 0, sizeof pixels);
	memset(memory, 0x5a, sizeof memory);
	exh_cga_write_screen(pixels, memory);
	for (size_t i = 0; i < sizeof memory; i++)
		assert_int_equal(memory[i], i % EXH_CGA_BANK < 8000 ? 0 : 0x5a);
}

static void pictures_come_back(void **state)
{
	uint64_t seed = 4;

	(void)state;
	roll_bytes(&seed, pixels, sizeof pixels);
	for (size_t i = 0; i < PIXELS; i++)
		pixels[i] &= 3;
	exh_cga_write_screen(pixels, memory);
	exh_cga_screen(memory, shown);
	assert_memory_equal(shown, pixels, sizeof pixels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_take_turns_in_two_banks),
		cmocka_unit_test(what_is_not_shown_stays),
		cmocka_unit_test(pictures_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
