#include "sound_testing.h"

static void the_games_first_instrument_is_the_specs(void **state)
{
	static const uint8_t first[] = {
		0x00, 0x03, 0x02, 0x0c, 0x0f, 0x00, 0x0d, /* operator 1 */
		0x0f, 0x00, 0x00, 0x00, 0x00, 0x01,	  /* and its algorithm */
		0x00, 0x01, 0x26, 0x0f, 0x0c, 0x00, 0x06, /* operator 2 */
		0x0f, 0x00, 0x00, 0x00, 0x00, 0x01,	  /* */
		0x00, 0x00,				  /* waves */
	};
	const struct exh_bytes in =
		load_resource("companion-template", EXH_SCI0_PATCH, 3);
	struct exh_sci0_adlib_bank bank;
	struct exh_notes notes = { 0 };

	(void)state;
	assert_int_equal(exh_sci0_adlib_bank_read(in, &bank, &notes, NULL), EXH_OK);
	assert_int_equal(bank.count, EXH_SCI0_INSTRUMENTS);
	assert_int_equal(notes.warning_count + notes.damage_count, 0);
	assert_memory_equal(bank.instruments[0], first, sizeof first);
	free((void *)in.data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_games_first_instrument_is_the_specs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
