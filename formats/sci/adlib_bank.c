#include "exhume/sci.h"
#include "exhume/advanced/sci_sound.h"

#include <string.h>

enum {
	HALF = 48, /* instruments */
	HALF_SIZE = HALF * EXH_SCI_INSTRUMENT_SIZE,
	MARK_SIZE = 2,
	WHOLE_SIZE = 2 * HALF_SIZE + MARK_SIZE,
	AT_DRIVERS_BANK = 0x45a,
	OPERATOR_SIZE = 13,
	WAVES = 2 * OPERATOR_SIZE,
	EDITORS_END = 0x1a,
	MOST_FEEDBACK = 7,
	MOST_WAVE = 3,
};

/* Fields of an operator. */
enum {
	KEY_SCALE_LEVEL,
	MULTIPLE,
	FEEDBACK,
	ATTACK,
	SUSTAIN_LEVEL,
	HOLDS,
	DECAY,
	RELEASE,
	TOTAL_LEVEL,
	TREMOLO,
	VIBRATO,
	SCALES_RATE,
	ALGORITHM,
};

/* True if the file is the driver of the first games, which contains the bank; judged by
 * its size. */
static bool is_driver(size_t size)
{
	return size == 5684 || size == 5720 || size == 5727;
}

static bool has_mark(struct exh_bytes in)
{
	return in.size >= HALF_SIZE + MARK_SIZE && in.data[HALF_SIZE] == 0xab &&
	       in.data[HALF_SIZE + 1] == 0xcd;
}

/* Highest value that the field's register holds; 0: any value is valid, as for
 * switches. */
static const struct {
	const char *name;
	uint8_t most;
} fields[OPERATOR_SIZE] = {
	[KEY_SCALE_LEVEL] = { "key scaling", 3 },
	[MULTIPLE] = { "multiple", 15 },
	[ATTACK] = { "attack", 15 },
	[SUSTAIN_LEVEL] = { "sustain level", 15 },
	[DECAY] = { "decay", 15 },
	[RELEASE] = { "release", 15 },
	[TOTAL_LEVEL] = { "total level", 63 },
};

static enum exh_status check_value(uint8_t value, uint8_t most, const char *name,
				   size_t offset, struct exh_error *err)
{
	return value <= most ? EXH_OK
			     : exh_fail(err, EXH_INVALID, offset,
					"a %s of %u, expected at most %u: these are not "
					"AdLib's instruments",
					name, value, most);
}

static enum exh_status check_instrument(const uint8_t *stored, size_t offset,
					struct exh_error *err)
{
	enum exh_status status = check_value(stored[FEEDBACK], MOST_FEEDBACK, "feedback",
					     offset + FEEDBACK, err);

	for (size_t i = 0; i < WAVES && !status; i++)
		if (fields[i % OPERATOR_SIZE].most)
			status = check_value(stored[i], fields[i % OPERATOR_SIZE].most,
					     fields[i % OPERATOR_SIZE].name, offset + i,
					     err);
	for (size_t i = WAVES; i < EXH_SCI_INSTRUMENT_SIZE && !status; i++)
		status = check_value(stored[i], MOST_WAVE, "wave", offset + i, err);
	return status;
}

static enum exh_status check_half(struct exh_bytes in, size_t at, unsigned first,
				  struct exh_error *err)
{
	for (unsigned i = 0; i < HALF; i++, at += EXH_SCI_INSTRUMENT_SIZE) {
		const enum exh_status status =
			check_instrument(in.data + at, in.base + at, err);

		if (status)
			return exh_within(err, status, "instrument %u", first + i);
	}
	return EXH_OK;
}

static void note_rest(struct exh_bytes in, size_t used, struct exh_notes *notes)
{
	if (in.size == used || (in.size == used + 1 && in.data[used] == EDITORS_END))
		return;
	if (has_mark(in) && used == HALF_SIZE)
		exh_note(notes, EXH_DAMAGE, in.base + in.size,
			 "it ends within instruments 48 to 95, which are left out");
	else
		exh_note(notes, EXH_WARNING, in.base + used,
			 "%zu bytes after the instruments", in.size - used);
}

enum exh_status exh_sci_adlib_bank_read(struct exh_bytes in,
					struct exh_sci_adlib_bank *out,
					struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;
	size_t used = HALF_SIZE;

	*out = (struct exh_sci_adlib_bank){ .count = HALF };
	if (is_driver(in.size))
		exh_bytes_slice(in, AT_DRIVERS_BANK, HALF_SIZE, &in);
	if (in.size < HALF_SIZE)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes, AdLib's instruments have %d", in.size,
				HALF_SIZE);
	status = check_half(in, 0, 0, err);
	if (status)
		return status;
	memcpy(out->instruments, in.data, HALF_SIZE);
	if (in.size >= WHOLE_SIZE && has_mark(in)) {
		out->count = EXH_SCI_INSTRUMENTS;
		memcpy(out->instruments[HALF], in.data + HALF_SIZE + MARK_SIZE,
		       HALF_SIZE);
		used = WHOLE_SIZE;
		status = check_half(in, HALF_SIZE + MARK_SIZE, HALF, err);
	}
	if (status)
		return status;
	note_rest(in, used, notes);
	return EXH_OK;
}

void exh_sci_adlib_bank_write(const struct exh_sci_adlib_bank *bank,
			      struct exh_writer *out)
{
	exh_write_bytes(out, bank->instruments[0], HALF_SIZE);
	if (bank->count <= HALF)
		return;
	exh_write_u8(out, 0xab);
	exh_write_u8(out, 0xcd);
	exh_write_bytes(out, bank->instruments[HALF], HALF_SIZE);
}

static void set_operator(const uint8_t *stored, uint8_t wave, uint8_t registers[5])
{
	const unsigned flags = (unsigned)(stored[TREMOLO] != 0) << 3 |
			       (unsigned)(stored[VIBRATO] != 0) << 2 |
			       (unsigned)(stored[HOLDS] != 0) << 1 |
			       (unsigned)(stored[SCALES_RATE] != 0);

	registers[0] = (uint8_t)(flags << 4 | (stored[MULTIPLE] & 15));
	registers[1] = (uint8_t)((stored[KEY_SCALE_LEVEL] & 3) << 6 |
				 (stored[TOTAL_LEVEL] & 63));
	registers[2] = (uint8_t)((stored[ATTACK] & 15) << 4 | (stored[DECAY] & 15));
	registers[3] =
		(uint8_t)((stored[SUSTAIN_LEVEL] & 15) << 4 | (stored[RELEASE] & 15));
	registers[4] = wave & 3;
}

struct exh_sci_adlib_registers
exh_sci_adlib_registers(const uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE])
{
	struct exh_sci_adlib_registers out;

	for (size_t i = 0; i < 2; i++)
		set_operator(instrument + i * OPERATOR_SIZE, instrument[WAVES + i],
			     out.operators[i]);
	out.connection =
		(uint8_t)((instrument[FEEDBACK] & 7) << 1 | !instrument[ALGORITHM]);
	return out;
}

static void store_operator(const uint8_t registers[5], uint8_t *stored)
{
	stored[KEY_SCALE_LEVEL] = registers[1] >> 6;
	stored[MULTIPLE] = registers[0] & 15;
	stored[ATTACK] = registers[2] >> 4;
	stored[SUSTAIN_LEVEL] = registers[3] >> 4;
	stored[HOLDS] = registers[0] >> 5 & 1;
	stored[DECAY] = registers[2] & 15;
	stored[RELEASE] = registers[3] & 15;
	stored[TOTAL_LEVEL] = registers[1] & 63;
	stored[TREMOLO] = registers[0] >> 7;
	stored[VIBRATO] = registers[0] >> 6 & 1;
	stored[SCALES_RATE] = registers[0] >> 4 & 1;
}

void exh_sci_adlib_instrument(const struct exh_sci_adlib_registers *registers,
			      uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE])
{
	memset(instrument, 0, EXH_SCI_INSTRUMENT_SIZE);
	for (size_t i = 0; i < 2; i++) {
		store_operator(registers->operators[i], instrument + i * OPERATOR_SIZE);
		instrument[i * OPERATOR_SIZE + ALGORITHM] = !(registers->connection & 1);
		instrument[WAVES + i] = registers->operators[i][4] & 3;
	}
	instrument[FEEDBACK] = registers->connection >> 1 & 7;
}
