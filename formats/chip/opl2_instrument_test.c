#include "exhume/advanced/opl2_instrument.h"
#include "exhume/advanced/opl2_midi.h"

#include "../base/testing.h"

enum { SBI_SIZE = 47, OP2_SIZE = 11908, OP2_NAMES = 6308 };

/* Names without their NUL. */
static const uint8_t reed[] = { 'R', 'e', 'e', 'd' };
static const uint8_t op2_mark[] = { '#', 'O', 'P', 'L', '_', 'I', 'I', '#' };

static const uint8_t registers[11] = { 0x21, 0x31, 0x4f, 0x80, 0xf1, 0xf2,
				       0x53, 0x74, 1,	 2,    0x36 };

static struct exh_bytes make_sbi(const char *mark, size_t size)
{
	uint8_t all[64] = { 0 };

	memcpy(all, mark, 4);
	memcpy(all + 4, reed, sizeof reed);
	memcpy(all + 36, registers, sizeof registers);
	return (struct exh_bytes){ tight_copy(all, size), size, 0 };
}

/* Instrument 2: two voices, and a shift of -12. */
static struct exh_bytes make_op2(size_t size)
{
	static const uint8_t voice[16] = {
		0x21, 0xf1, 0x53, 1,	0x40, 0x0f, 6,	  0x31,
		0xf2, 0x74, 2,	  0x80, 0,    0,    0xf4, 0xff
	};
	static uint8_t all[OP2_SIZE];

	memcpy(all, op2_mark, sizeof op2_mark);
	for (size_t i = 0; i < 175; i++)
		memcpy(all + 8 + i * 36 + 4, voice, i == 2 ? 16 : 14);
	all[8 + 2 * 36] = 4;
	all[8 + 3 * 36] = 1;
	memcpy(all + OP2_NAMES + 64, reed, sizeof reed);
	return (struct exh_bytes){ tight_copy(all, size), size, 0 };
}

static void assert_is_reed(const struct exh_opl2_instrument *instrument)
{
	static const uint8_t operators[2][5] = { { 0x21, 0x4f, 0xf1, 0x53, 1 },
						 { 0x31, 0x80, 0xf2, 0x74, 2 } };

	assert_memory_equal(instrument->operators, operators, sizeof operators);
	assert_int_equal(instrument->connection, 6);
	assert_string_equal(instrument->name, "Reed");
}

static void an_sbi_has_registers_in_turn(void **state)
{
	(void)state;
	for (size_t size = SBI_SIZE; size < 53; size++) {
		const struct exh_bytes in = make_sbi("SBI\x1a", size);
		struct exh_opl2_instrument instrument;

		assert_int_equal(exh_sbi_read(in, &instrument, NULL), EXH_OK);
		assert_is_reed(&instrument);
		free((void *)in.data);
	}
}

static void instruments_of_opl3_are_refused(void **state)
{
	static const char *const marks[] = { "2OP\x1a", "4OP\x1a", "SBI\x1a" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		const struct exh_bytes in = make_sbi(marks[i], SBI_SIZE);
		struct exh_opl2_instrument instrument;
		struct exh_error err;

		((uint8_t *)in.data)[45] = 7;
		assert_true(exh_sbi_is(in));
		assert_int_equal(exh_sbi_read(in, &instrument, &err), EXH_UNSUPPORTED);
		assert_non_null(strstr(err.text, "OPL3"));
		free((void *)in.data);
	}
}

static void every_shorter_sbi_is_refused(void **state)
{
	(void)state;
	for (size_t n = 0; n < SBI_SIZE; n++) {
		const struct exh_bytes in = make_sbi("SBI\x1a", n);
		struct exh_opl2_instrument instrument;

		assert_int_equal(exh_sbi_read(in, &instrument, NULL),
				 n < 4 ? EXH_INVALID : EXH_TRUNCATED);
		free((void *)in.data);
	}
}

static void a_bank_notes_what_one_voice_lacks(void **state)
{
	const struct exh_bytes in = make_op2(OP2_SIZE);
	struct exh_arena arena = { .limit = 4096 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_opl2_instrument instrument;

	(void)state;
	assert_int_equal(exh_op2_read(in, 1, &instrument, &notes, NULL), EXH_OK);
	assert_int_equal(notes.warning_count, 0);
	assert_int_equal(exh_op2_read(in, 2, &instrument, &notes, NULL), EXH_OK);
	assert_is_reed(&instrument);
	assert_true(has_note(&notes, EXH_WARNING,
			     "instrument 2 has two voices; the second is left out"));
	assert_true(has_note(&notes, EXH_WARNING,
			     "instrument 2 shifts its notes by -12, which is left out"));
	assert_int_equal(exh_op2_read(in, 3, &instrument, &notes, NULL), EXH_OK);
	assert_int_equal(notes.warning_count, 3);
	assert_int_equal(exh_op2_read(in, 175, &instrument, &notes, NULL), EXH_LIMIT);
	exh_arena_free(&arena);
	free((void *)in.data);
}

static void notes_of_a_bank_are_an_octave_higher(void **state)
{
	const struct exh_bytes in = make_op2(OP2_SIZE);
	struct exh_opl2_bank bank;

	(void)state;
	((uint8_t *)in.data)[8 + 130 * 36] = 1; /* a drum with a note of its own */
	((uint8_t *)in.data)[8 + 130 * 36 + 3] = 60;
	assert_int_equal(exh_opl2_bank_read(in, &bank, NULL), EXH_OK);
	assert_int_equal(bank.programs[1].shift, 12);
	assert_int_equal(bank.programs[2].shift, 0);
	assert_true(bank.drums[2].is_fixed);
	assert_int_equal(bank.drums[2].note, 72);
	free((void *)in.data);
}

/* A byte of instrument 7 with that value. */
static void check_poked(size_t at, uint8_t value, enum exh_status status)
{
	const struct exh_bytes in = make_op2(OP2_SIZE);
	struct exh_opl2_instrument instrument;
	struct exh_error err;

	((uint8_t *)in.data)[8 + 7 * 36] = 1; /* a note of its own */
	((uint8_t *)in.data)[8 + 7 * 36 + at] = value;
	assert_int_equal(exh_op2_read(in, 7, &instrument, NULL, &err), status);
	if (status)
		assert_non_null(strstr(err.text, "instrument 7: "));
	free((void *)in.data);
}

static void shifts_and_notes_that_no_key_has_are_refused(void **state)
{
	(void)state;
	check_poked(3, 127, EXH_OK);
	check_poked(3, 128, EXH_INVALID);
	check_poked(4 + 14, 127, EXH_OK);
	check_poked(4 + 14, 128, EXH_INVALID);
	check_poked(4 + 15, 0x80, EXH_INVALID);
}

static void shorter_banks_are_refused(void **state)
{
	static const size_t sizes[] = { 0, 7, 8, 44, 6308, OP2_SIZE - 1 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const struct exh_bytes in = make_op2(sizes[i]);
		struct exh_opl2_instrument instrument;

		assert_int_equal(exh_op2_read(in, 0, &instrument, NULL, NULL),
				 sizes[i] < 8 ? EXH_INVALID : EXH_TRUNCATED);
		free((void *)in.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_sbi_has_registers_in_turn),
		cmocka_unit_test(instruments_of_opl3_are_refused),
		cmocka_unit_test(every_shorter_sbi_is_refused),
		cmocka_unit_test(a_bank_notes_what_one_voice_lacks),
		cmocka_unit_test(notes_of_a_bank_are_an_octave_higher),
		cmocka_unit_test(shifts_and_notes_that_no_key_has_are_refused),
		cmocka_unit_test(shorter_banks_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
