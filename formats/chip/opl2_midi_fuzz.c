/*
 * Any bytes as a MIDI file, played: writes in order, to registers that the chip has, and
 * all keys released at the end; with our bank and with one of the input's bytes.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/opl2_midi.h"

#include "../base/fuzzing.h"

#include <string.h>

enum { MEMORY = 1 << 26, MAX_SIZE = 1 << 14 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct exh_opl2_midi *midi)
{
	uint8_t registers[256] = { 0 };
	uint64_t last = 0;

	for (size_t i = 0; i < midi->write_count; i++) {
		const struct exh_opl2_write *write = &midi->writes[i];

		assert(write->position >= last && write->position <= midi->length);
		assert((write->reg & 15) < 9 || write->reg == 0xbd ||
		       (write->reg >> 4 < 0xa && (write->reg & 0x1f) <= 0x15) ||
		       write->reg >= 0xe0);
		registers[write->reg] = write->value;
		last = write->position;
	}
	for (size_t v = 0; v < EXH_OPL2_CHANNEL_COUNT; v++)
		assert(!(registers[0xb0 + v] & 0x20));
	assert(midi->report.cut_count <= midi->report.note_count);
}

/* Instruments of any bytes, as long as they last. */
static void fill(struct exh_opl2_bank *bank, const uint8_t *data, size_t size)
{
	struct exh_opl2_instrument *all = bank->programs;

	for (size_t i = 0; i < EXH_OPL2_PROGRAMS && size; i++) {
		const uint8_t byte = data[i % size];

		memset(all[i].operators, byte, sizeof all[i].operators);
		all[i].connection = byte & 15;
		all[i].is_fixed = byte & 1;
		all[i].note = byte & 0x7f;
		all[i].shift = (int16_t)(byte * 257 - 32768);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size < MAX_SIZE ? size : MAX_SIZE);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_error err = { .status = EXH_OK };
	struct exh_opl2_bank bank;
	struct exh_opl2_midi midi;
	struct exh_smf smf;

	exh_opl2_bank_default(&bank);
	if (in.size && in.data[in.size - 1] & 1)
		fill(&bank, in.data, in.size);
	if (exh_smf_read(in, &arena, &smf, NULL, NULL) == EXH_OK) {
		if (exh_opl2_midi_play(&smf, &bank, &arena, &midi, &err) == EXH_OK)
			check(&midi);
		else
			assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
