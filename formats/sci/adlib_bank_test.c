#include "sound_testing.h"
#include "exhume/advanced/sci_sound.h"

enum { HALF = 1344, WHOLE = 2690 };

/* Makes instruments that hold their numbers in a switch, and the mark if it fits. */
static struct exh_bytes make_file(size_t size, bool has_mark)
{
	uint8_t all[6000] = { 0 };

	for (size_t i = 0; i < 48; i++) {
		all[i * EXH_SCI_INSTRUMENT_SIZE + 12] = (uint8_t)i;
		all[HALF + 2 + i * EXH_SCI_INSTRUMENT_SIZE + 12] = (uint8_t)(48 + i);
	}
	if (has_mark) {
		all[HALF] = 0xab;
		all[HALF + 1] = 0xcd;
	}
	return (struct exh_bytes){ tight_copy(all, size), size, 0 };
}

static void banks_have_one_half_or_two(void **state)
{
	static const struct {
		size_t size;
		bool has_mark;
		size_t count;
		unsigned warnings, damage;
	} rows[] = {
		{ HALF, false, 48, 0, 0 },     { HALF + 1, false, 48, 1, 0 },
		{ WHOLE, true, 96, 0, 0 },     { WHOLE, false, 48, 1, 0 },
		{ WHOLE - 1, true, 48, 0, 1 }, { HALF + 2, true, 48, 0, 1 },
		{ WHOLE + 1, true, 96, 1, 0 }, { 5382, true, 96, 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct exh_bytes in = make_file(rows[i].size, rows[i].has_mark);
		struct exh_sci_adlib_bank bank;
		struct exh_arena arena = { .limit = 4096 };
		struct exh_notes notes = { .arena = &arena };

		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, &notes, NULL),
				 EXH_OK);
		assert_int_equal(bank.count, rows[i].count);
		assert_int_equal(notes.warning_count, rows[i].warnings);
		assert_int_equal(notes.damage_count, rows[i].damage);
		for (size_t n = 0; n < EXH_SCI_INSTRUMENTS; n++)
			assert_int_equal(bank.instruments[n][12],
					 n < rows[i].count ? n : 0);
		exh_arena_free(&arena);
		free((void *)in.data);
	}
}

static void one_byte_of_an_editor_is_nothing_to_report(void **state)
{
	struct exh_bytes in = make_file(HALF + 1, false);
	struct exh_sci_adlib_bank bank;
	struct exh_arena arena = { .limit = 4096 };
	struct exh_notes notes = { .arena = &arena };

	(void)state;
	((uint8_t *)in.data)[HALF] = 0x1a;
	assert_int_equal(exh_sci_adlib_bank_read(in, &bank, &notes, NULL), EXH_OK);
	assert_int_equal(notes.warning_count, 0);
	exh_arena_free(&arena);
	free((void *)in.data);
}

static void every_shorter_bank_is_truncated(void **state)
{
	(void)state;
	for (size_t n = 0; n < HALF; n++) {
		const struct exh_bytes in = make_file(n, false);
		struct exh_sci_adlib_bank bank;
		struct exh_error err;

		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, NULL, &err),
				 EXH_TRUNCATED);
		assert_int_equal(err.offset, n);
		free((void *)in.data);
	}
}

static void values_that_registers_have_no_room_for_are_no_instruments(void **state)
{
	static const uint8_t most[EXH_SCI_INSTRUMENT_SIZE] = {
		3, 15, 7,   15, 15, 255, 15, 15, 63, 255, 255, 255, 255, /* operator 1 */
		3, 15, 255, 15, 15, 255, 15, 15, 63, 255, 255, 255, 255, /* operator 2 */
		3, 3,
	};
	static const size_t places[] = { 0, 47 * EXH_SCI_INSTRUMENT_SIZE, HALF + 2 };
	const struct exh_bytes in = make_file(WHOLE, true);
	struct exh_sci_adlib_bank bank;

	(void)state;
	for (size_t i = 0; i < 3 * EXH_SCI_INSTRUMENT_SIZE; i++) {
		const uint8_t limit = most[i / 3];
		const size_t at = places[i % 3] + i / 3;
		uint8_t *byte = (uint8_t *)in.data + at;
		const uint8_t before = *byte;
		struct exh_error err;

		*byte = limit;
		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, NULL, NULL), EXH_OK);
		*byte = (uint8_t)(limit + 1);
		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, NULL, &err),
				 limit == 255 ? EXH_OK : EXH_INVALID);
		if (limit < 255)
			assert_int_equal(err.offset, at);
		*byte = before;
	}
	free((void *)in.data);
}

static void the_first_games_have_it_in_their_driver(void **state)
{
	static const size_t sizes[] = { 5684, 5720, 5727 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		uint8_t driver[6000] = { 0 };
		struct exh_sci_adlib_bank bank;
		struct exh_arena arena = { .limit = 4096 };
		struct exh_notes notes = { .arena = &arena };
		struct exh_bytes in = { NULL, sizes[i], 0 };

		memset(driver, 0xff, sizeof driver);
		memset(driver + 0x45a, 0, HALF);
		driver[0x45a] = 2;
		driver[0x45a + HALF - 1] = 3;
		in.data = tight_copy(driver, sizes[i]);
		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, &notes, NULL),
				 EXH_OK);
		assert_int_equal(bank.count, 48);
		assert_int_equal(bank.instruments[0][0], 2);
		assert_int_equal(bank.instruments[47][27], 3);
		assert_int_equal(notes.warning_count, 0);
		exh_arena_free(&arena);
		free((void *)in.data);
	}
}

static void instruments_become_registers(void **state)
{
	static const uint8_t some[EXH_SCI_INSTRUMENT_SIZE] = {
		1, 2, 3, 4, 5,	1, 6,  7,  8,  1, 0, 1, 1, /* operator 1 */
		2, 3, 0, 9, 10, 0, 11, 12, 13, 0, 1, 0, 1, /* operator 2 */
		2, 3,
	};
	static const uint8_t expected[2][5] = { { 0xb2, 0x48, 0x46, 0x57, 2 },
						{ 0x43, 0x8d, 0x9b, 0xac, 3 } };
	static const uint8_t most[2][5] = { { 0xff, 0xff, 0xff, 0xff, 3 },
					    { 0xff, 0xff, 0xff, 0xff, 3 } };
	struct exh_sci_adlib_registers registers = exh_sci_adlib_registers(some);
	uint8_t all[EXH_SCI_INSTRUMENT_SIZE];

	(void)state;
	assert_memory_equal(registers.operators, expected, sizeof expected);
	assert_int_equal(registers.connection, 6);
	/* No field spills over into another. */
	memset(all, 0xff, sizeof all);
	registers = exh_sci_adlib_registers(all);
	assert_memory_equal(registers.operators, most, sizeof most);
	assert_int_equal(registers.connection, 14);
	memset(all, 0, sizeof all);
	assert_int_equal(exh_sci_adlib_registers(all).connection, 1);
	memset(all, 2, sizeof all); /* any value but 0 is on */
	assert_int_equal(exh_sci_adlib_registers(all).operators[0][0], 0xf2);
}

static void registers_become_instruments(void **state)
{
	static const struct exh_sci_adlib_registers some = {
		{ { 0xb2, 0x48, 0x46, 0x57, 2 }, { 0x43, 0x8d, 0x9b, 0xac, 3 } }, 6
	};
	uint8_t stored[EXH_SCI_INSTRUMENT_SIZE];
	struct exh_sci_adlib_registers again;

	(void)state;
	exh_sci_adlib_instrument(&some, stored);
	again = exh_sci_adlib_registers(stored);
	assert_memory_equal(&again, &some, sizeof some);
	assert_int_equal(stored[2], 3);
	assert_int_equal(stored[12], 1);
}

static void banks_are_written_as_they_were(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes in = make_file(i ? WHOLE : HALF, i);
		struct exh_writer out = { .limit = 4096 };
		struct exh_sci_adlib_bank bank;

		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, NULL, NULL), EXH_OK);
		exh_sci_adlib_bank_write(&bank, &out);
		assert_int_equal(out.size, in.size);
		assert_memory_equal(out.data, in.data, in.size);
		exh_writer_free(&out);
		free((void *)in.data);
	}
}

static void the_games_first_instrument_is_the_specs(void **state)
{
	static const uint8_t first[] = {
		0x00, 0x03, 0x02, 0x0c, 0x0f, 0x00, 0x0d, /* operator 1 */
		0x0f, 0x00, 0x00, 0x00, 0x00, 0x01,	  /* algorithm of operator 1 */
		0x00, 0x01, 0x26, 0x0f, 0x0c, 0x00, 0x06, /* operator 2 */
		0x0f, 0x00, 0x00, 0x00, 0x00, 0x01,	  /* */
		0x00, 0x00,				  /* waves */
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		const struct exh_bytes in =
			load_resource(game_names[i], EXH_SCI_PATCH, 3);
		struct exh_sci_adlib_bank bank;
		struct exh_arena arena = { .limit = 4096 };
		struct exh_notes notes = { .arena = &arena };

		assert_int_equal(exh_sci_adlib_bank_read(in, &bank, &notes, NULL),
				 EXH_OK);
		assert_int_equal(bank.count, EXH_SCI_INSTRUMENTS);
		assert_int_equal(notes.warning_count + notes.damage_count, 0);
		if (!i)
			assert_memory_equal(bank.instruments[0], first, sizeof first);
		exh_arena_free(&arena);
		free((void *)in.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(banks_have_one_half_or_two),
		cmocka_unit_test(one_byte_of_an_editor_is_nothing_to_report),
		cmocka_unit_test(every_shorter_bank_is_truncated),
		cmocka_unit_test(
			values_that_registers_have_no_room_for_are_no_instruments),
		cmocka_unit_test(the_first_games_have_it_in_their_driver),
		cmocka_unit_test(instruments_become_registers),
		cmocka_unit_test(registers_become_instruments),
		cmocka_unit_test(banks_are_written_as_they_were),
		cmocka_unit_test(the_games_first_instrument_is_the_specs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
