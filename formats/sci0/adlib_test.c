#include "sound_testing.h"

#include <math.h>

static void pitches_are_those_of_the_formula(void **state)
{
	(void)state;
	for (unsigned note = 12; note <= 107; note++)
		for (unsigned quarter = 0; quarter < 4; quarter++) {
			const unsigned index = note * 4 + quarter, step = index % 48;
			unsigned f_number, block;

			exh_sci0_adlib_pitch(note, 8192 + 171 * quarter, &f_number,
					     &block);
			assert_int_equal(f_number, lround(342.851 * pow(2, step / 48.0)) -
							   (step == 45));
			assert_int_equal(block, index / 48 - 1);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pitches_are_those_of_the_formula),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
