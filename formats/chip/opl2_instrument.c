#include "exhume/advanced/opl2_instrument.h"

#include <string.h>

enum {
	SBI_NAME = 4,
	SBI_NAME_SIZE = 32,
	SBI_REGISTERS = SBI_NAME + SBI_NAME_SIZE,
	SBI_SIZE = SBI_REGISTERS + 11, /* reserved bytes may follow */
	OP2_HEADER = 8,
	OP2_RECORD = 36,
	OP2_VOICE = 4, /* offset in a record */
	OP2_NAMES = OP2_HEADER + EXH_OP2_INSTRUMENTS * OP2_RECORD,
	OP2_NAME_SIZE = 32,
	OP2_SIZE = OP2_NAMES + EXH_OP2_INSTRUMENTS * OP2_NAME_SIZE,
	OP2_FIXED_NOTE = 1,
	OP2_TWO_VOICES = 4,
	WAVES = 4, /* waves of the OPL2 */
	HIGHEST_NOTE = 127,
	CONNECTION = 15, /* other bits are OPL3's speakers */
};

static bool starts_with(struct exh_bytes in, const char *mark, size_t size)
{
	return in.size >= size && memcmp(in.data, mark, size) == 0;
}

/* The marks of OPL3's instruments, of two and of four operators. */
static bool is_opl3(struct exh_bytes in)
{
	return starts_with(in, "2OP\x1a", 4) || starts_with(in, "4OP\x1a", 4);
}

bool exh_sbi_is(struct exh_bytes in)
{
	return starts_with(in, "SBI\x1a", 4) || starts_with(in, "SBI\x1d", 4) ||
	       is_opl3(in);
}

bool exh_op2_is(struct exh_bytes in)
{
	return starts_with(in, "#OPL_II#", OP2_HEADER);
}

static enum exh_status check_waves(const struct exh_opl2_instrument *instrument,
				   size_t offset, struct exh_error *err)
{
	for (size_t i = 0; i < 2; i++)
		if (instrument->operators[i][4] >= WAVES)
			return exh_fail(err, EXH_UNSUPPORTED, offset,
					"operator %zu has wave %u, an OPL3 instrument: "
					"OPL2 has waves 0 to 3",
					i, instrument->operators[i][4]);
	return EXH_OK;
}

enum exh_status exh_sbi_read(struct exh_bytes in, struct exh_opl2_instrument *out,
			     struct exh_error *err)
{
	*out = (struct exh_opl2_instrument){ 0 };
	if (is_opl3(in))
		return exh_fail(err, EXH_UNSUPPORTED, in.base,
				"an OPL3 instrument (%.3s), expected one of OPL2 (SBI)",
				(const char *)in.data);
	if (!exh_sbi_is(in))
		return exh_fail(err, EXH_INVALID, in.base,
				"expected SBI and 1A at the start of an instrument");
	if (in.size < SBI_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, an SBI has at least %d", in.size, SBI_SIZE);
	memcpy(out->name, in.data + SBI_NAME, SBI_NAME_SIZE);
	for (size_t i = 0; i < 10; i++)
		out->operators[i % 2][i / 2] = in.data[SBI_REGISTERS + i];
	out->connection = in.data[SBI_REGISTERS + 10] & CONNECTION;
	return check_waves(out, in.base + SBI_REGISTERS + 8, err);
}

/* Takes an operator's six bytes: 20, 60, 80, E0, and the two parts of 40. */
static void take_operator(const uint8_t *stored, uint8_t registers[5])
{
	registers[0] = stored[0];
	registers[1] = (uint8_t)((stored[4] & 0xc0) | (stored[5] & 0x3f));
	registers[2] = stored[1];
	registers[3] = stored[2];
	registers[4] = stored[3];
}

static enum exh_status take_extras(const uint8_t *record, size_t offset,
				   struct exh_opl2_instrument *out, struct exh_error *err)
{
	const unsigned flags = record[0] | (unsigned)record[1] << 8;

	out->is_fixed = flags & OP2_FIXED_NOTE;
	out->has_second_voice = flags & OP2_TWO_VOICES;
	out->note = record[3] & 0x7f;
	out->shift =
		(int16_t)(record[OP2_VOICE + 14] | (unsigned)record[OP2_VOICE + 15] << 8);
	if (out->shift < -HIGHEST_NOTE || out->shift > HIGHEST_NOTE)
		return exh_fail(err, EXH_INVALID, offset + OP2_VOICE + 14,
				"a shift by %d half tones, expected at most %d",
				out->shift, HIGHEST_NOTE);
	if (out->is_fixed && record[3] > HIGHEST_NOTE)
		return exh_fail(err, EXH_INVALID, offset + 3,
				"note %u, expected at most %d", record[3], HIGHEST_NOTE);
	return EXH_OK;
}

static void note_losses(const struct exh_opl2_instrument *instrument, unsigned number,
			size_t offset, struct exh_notes *notes)
{
	if (instrument->is_fixed)
		exh_note(notes, EXH_WARNING, offset,
			 "instrument %u always plays note %u, which is left out", number,
			 instrument->note);
	if (instrument->has_second_voice)
		exh_note(notes, EXH_WARNING, offset,
			 "instrument %u has two voices; the second is left out", number);
	if (instrument->shift)
		exh_note(notes, EXH_WARNING, offset + OP2_VOICE + 14,
			 "instrument %u shifts its notes by %d, which is left out",
			 number, instrument->shift);
}

enum exh_status exh_op2_read(struct exh_bytes in, unsigned number,
			     struct exh_opl2_instrument *out, struct exh_notes *notes,
			     struct exh_error *err)
{
	const size_t at = OP2_HEADER + (size_t)number * OP2_RECORD;
	const uint8_t *record;
	enum exh_status status;

	*out = (struct exh_opl2_instrument){ 0 };
	if (!exh_op2_is(in))
		return exh_fail(err, EXH_INVALID, in.base,
				"expected #OPL_II# at the start of a bank");
	if (in.size < OP2_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, an OP2 bank has %d", in.size, OP2_SIZE);
	if (number >= EXH_OP2_INSTRUMENTS)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"instrument %u, an OP2 bank has 0 to %d", number,
				EXH_OP2_INSTRUMENTS - 1);
	record = in.data + at;
	memcpy(out->name, in.data + OP2_NAMES + (size_t)number * OP2_NAME_SIZE,
	       OP2_NAME_SIZE);
	take_operator(record + OP2_VOICE, out->operators[0]);
	take_operator(record + OP2_VOICE + 7, out->operators[1]);
	out->connection = record[OP2_VOICE + 6] & CONNECTION;
	if (check_waves(out, in.base + at, err))
		return exh_within(err, EXH_UNSUPPORTED, "instrument %u", number);
	status = take_extras(record, in.base + at, out, err);
	if (status)
		return exh_within(err, status, "instrument %u", number);
	note_losses(out, number, in.base + at, notes);
	return EXH_OK;
}
