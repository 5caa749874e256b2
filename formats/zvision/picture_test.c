#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/testing.h"

static void rows_become_columns(void **state)
{
	uint16_t pixels[] = { 1, 2, 3, 4, 5, 6 };
	const uint16_t expected[] = { 1, 4, 2, 5, 3, 6 };
	const struct exh_zv_picture picture = { 3, 2, pixels };
	uint16_t out[6];

	(void)state;
	exh_zv_transpose(&picture, out);
	assert_memory_equal(out, expected, sizeof expected);
}

/* Sides equal and close to those of the squares it works in. */
static void every_pixel_goes_to_its_place(void **state)
{
	static const size_t sides[] = { 1, 2, 15, 16, 17, 31, 32, 33, 70 };
	enum { MOST = 70 * 70, SIDES = sizeof sides / sizeof sides[0] };
	static uint16_t pixels[MOST], out[MOST];

	(void)state;
	for (size_t i = 0; i < MOST; i++)
		pixels[i] = (uint16_t)i;
	for (size_t i = 0; i < SIDES * SIDES; i++) {
		const struct exh_zv_picture picture = { sides[i / SIDES],
							sides[i % SIDES], pixels };

		exh_zv_transpose(&picture, out);
		for (size_t k = 0; k < picture.width * picture.height; k++)
			assert_int_equal(out[k % picture.width * picture.height +
					     k / picture.width],
					 k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_become_columns),
		cmocka_unit_test(every_pixel_goes_to_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
