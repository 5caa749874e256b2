/*
 * Any bytes as AdLib's instruments: the instruments read match the data, and their
 * register values fit the fields.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/sci.h"
#include "exhume/advanced/sci_sound.h"

#include "../base/fuzzing.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_driver(size_t size)
{
	return size == 5684 || size == 5720 || size == 5727;
}

static void check_way_back(const struct exh_sci_adlib_registers *registers)
{
	uint8_t stored[EXH_SCI_INSTRUMENT_SIZE];
	struct exh_sci_adlib_registers again;

	exh_sci_adlib_instrument(registers, stored);
	again = exh_sci_adlib_registers(stored);
	assert(!memcmp(&again, registers, sizeof again));
}

static void check_registers(const uint8_t *stored)
{
	const struct exh_sci_adlib_registers registers = exh_sci_adlib_registers(stored);

	for (size_t i = 0; i < 2; i++) {
		const uint8_t *own = stored + 13 * i;

		assert(registers.operators[i][0] >> 7 == (own[9] != 0));
		assert((registers.operators[i][0] & 15) == own[1] % 16);
		assert(registers.operators[i][1] == own[0] % 4 * 64 + own[8] % 64);
		assert(registers.operators[i][2] == own[3] % 16 * 16 + own[6] % 16);
		assert(registers.operators[i][3] == own[4] % 16 * 16 + own[7] % 16);
		assert(registers.operators[i][4] == stored[26 + i] % 4);
	}
	assert(registers.connection == stored[2] % 8 * 2 + (stored[12] == 0));
	check_way_back(&registers);
}

/* Asserts that writing gives the bytes that were read, as far as they are instruments. */
static void check_writing(const struct exh_sci_adlib_bank *bank, const uint8_t *stored)
{
	struct exh_writer out = { .limit = 4096 };

	exh_sci_adlib_bank_write(bank, &out);
	assert(out.size == (bank->count == 48 ? 1344 : 2690));
	assert(!memcmp(out.data, stored, out.size));
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size);
	struct exh_arena arena = { .limit = 1 << 16 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_adlib_bank bank;
	struct exh_error err;

	if (exh_sci_adlib_bank_read(in, &bank, &notes, &err) == EXH_OK) {
		const uint8_t *stored = in.data + (is_driver(in.size) ? 0x45a : 0);

		assert(bank.count == 48 || bank.count == 96);
		assert(!memcmp(bank.instruments, stored, 1344));
		assert(bank.count == 48 ||
		       !memcmp(bank.instruments[48], in.data + 1346, 1344));
		check_writing(&bank, stored);
		for (size_t i = 0; i < bank.count; i++)
			check_registers(bank.instruments[i]);
		assert(in.size == 1344 || in.size == 2690 || is_driver(in.size) ||
		       notes.warning_count + notes.damage_count || in.size == 1345 ||
		       in.size == 2691);
	} else {
		assert(err.text[0] && (in.size < 1344 || err.status == EXH_INVALID));
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
