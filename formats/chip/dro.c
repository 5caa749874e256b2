#include "opl2_log_file.h"

#include <string.h>

enum {
	VERSION_AT = 8,
	COUNTS_AT = 12, /* both versions: after magic and version */
	VERSION_0_1 = 1 << 16,
	HIGHEST_VERSION = 15, /* highest version and subversion that are believed */
	ARRANGEMENT_AT = 21,  /* 2.0: and compression */
	OPL3_MODE = 0x05,     /* register in bank 1: bit 0 turns on OPL3 */
	LONG_DELAY = 256,
	MAX_DELAY = LONG_DELAY * 256, /* ms in a pair, at most */
	MAX_REST = 60000, /* longest rest in ms after the last delay that a header may
			      declare */
	MAX_DIFFERENCE = 1000, /* ms that need no note */
};

/* State of reading, for both versions. */
struct dro {
	struct log_scan *scan;
	size_t header_at; /* offset of the lengths, for notes */
	uint32_t declared_ms;
	unsigned hardware;
	bool is_second; /* the second chip or bank is selected */
	bool is_opl3;
	bool cut;
	size_t second_count, second_at;
	size_t unmapped_count, unmapped_at;
};

static void write_register(struct dro *dro, size_t at, unsigned reg, unsigned value)
{
	if (!dro->is_second) {
		exh_opl2_log_add(dro->scan, (uint8_t)reg, (uint8_t)value);
		return;
	}
	dro->is_opl3 |= reg == OPL3_MODE && value & 1;
	if (!dro->second_count++)
		dro->second_at = at;
}

/* The header's length counts if it adds a rest after the last delay. */
static void settle_length(const struct dro *dro)
{
	struct log_scan *scan = dro->scan;
	const uint64_t found = scan->time, declared = dro->declared_ms;
	const uint64_t difference =
		declared > found ? declared - found : found - declared;
	const bool rests = !dro->cut && declared > found && difference <= MAX_REST;
	const uint64_t length = rests ? declared : found;

	scan->log->length = log_position(length, LOG_DRO_HZ);
	if (difference > MAX_DIFFERENCE)
		exh_note(scan->notes, EXH_WARNING, dro->header_at,
			 "%" PRIu64 " ms declared, the delays add up to %" PRIu64
			 ": taken are %" PRIu64,
			 declared, found, length);
}

/* Notes commands that are left out. names: names of the hardware types. */
static void note_left_out(const struct dro *dro, const char *const *names)
{
	struct exh_notes *notes = dro->scan->notes;

	if (dro->hardware > 2)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "unknown hardware type %u, expected 0 to 2", dro->hardware);
	if (dro->second_count)
		exh_note(notes, EXH_WARNING, dro->second_at,
			 "%zu writes to the second chip or bank (the header says %s) are "
			 "left out%s",
			 dro->second_count, names[dro->hardware <= 2 ? dro->hardware : 0],
			 dro->is_opl3 ? ": this is a song for OPL3" : "");
	if (dro->unmapped_count)
		exh_note(notes, EXH_DAMAGE, dro->unmapped_at,
			 "%zu writes have an index beyond the table of registers",
			 dro->unmapped_count);
}

static enum exh_status finish(const struct dro *dro, const char *const *names)
{
	settle_length(dro);
	note_left_out(dro, names);
	return EXH_OK;
}

/*
 * Gets the bytes of the data: as many as are declared. DOSBox completes the header when
 * it stops; if it was killed, the lengths are zeros.
 */
static void take_data(struct dro *dro, struct reader *r, uint64_t declared,
		      struct exh_bytes *data)
{
	struct exh_notes *notes = dro->scan->notes;
	const size_t left = rd_left(r);
	uint64_t size = declared;

	if (!declared && left) {
		exh_note(notes, EXH_WARNING, dro->header_at,
			 "the header was never completed: all %zu bytes are read", left);
		size = left;
	}
	if (size > left) {
		exh_note(notes, EXH_DAMAGE, r->in.base + r->in.size,
			 "%" PRIu64 " bytes of data declared, %zu found", declared, left);
		dro->cut = true;
		size = left;
	}
	if (size < left)
		exh_note(notes, EXH_WARNING, rd_tell(r) + (size_t)size,
			 "%zu bytes after the data are ignored", left - (size_t)size);
	exh_bytes_slice(r->in, r->pos, (size_t)size, data);
}

/* Notes that the data end within a command or a pair. A truncated file was noted
 * before. */
static void note_rest(struct dro *dro, size_t at)
{
	if (!dro->cut)
		exh_note(dro->scan->notes, EXH_DAMAGE, at,
			 "the data end within a command");
	dro->cut = true;
}

static enum exh_status fail_header(struct exh_bytes data, struct exh_error *err)
{
	return exh_fail(err, EXH_TRUNCATED, data.base + data.size,
			"the header ends after %zu bytes", data.size);
}

/*
 * Version 0.1.
 */

enum { SHORT_DELAY_1, LONG_DELAY_1, FIRST_CHIP, SECOND_CHIP, ESCAPE };

static enum exh_status scan_command(struct dro *dro, struct reader *r)
{
	const size_t at = rd_tell(r);
	unsigned reg = rd_u8(r);
	unsigned value = 0;

	if (reg == SHORT_DELAY_1) {
		value = rd_u8(r);
	} else if (reg == LONG_DELAY_1) {
		value = rd_u16le(r);
	} else if (reg == FIRST_CHIP || reg == SECOND_CHIP) {
		dro->is_second = reg == SECOND_CHIP;
		return EXH_OK;
	} else {
		if (reg == ESCAPE)
			reg = rd_u8(r) | 0x100U;
		value = rd_u8(r);
	}
	if (r->failed)
		note_rest(dro, at);
	else if (reg > LONG_DELAY_1)
		write_register(dro, at, reg & 0xff, value);
	else
		return exh_opl2_log_wait(dro->scan, at, value + 1U);
	return EXH_OK;
}

/* True if a file whose lengths begin at that offset has the declared size. */
static bool fits_1(struct exh_bytes data, size_t counts_at)
{
	const size_t headers[] = { counts_at + 9, counts_at + 12 };
	uint32_t size;

	if (data.size < headers[0])
		return false;
	size = load_u32le(data.data + counts_at + 4);
	return size && (data.size - headers[0] == size ||
			(data.size >= headers[1] && data.size - headers[1] == size));
}

/* True if there is a version. The first captures have none: the lengths follow the
 * magic. Then the length in ms is no known version, or the file has the declared size
 * if it has none. */
static bool has_version(struct exh_bytes data)
{
	uint32_t version;

	if (data.size < COUNTS_AT)
		return true;
	version = load_u32le(data.data + VERSION_AT);
	if (version == VERSION_0_1)
		return !fits_1(data, VERSION_AT) || fits_1(data, COUNTS_AT);
	return (version & 0xffff) >= 2 && (version & 0xffff) <= HIGHEST_VERSION &&
	       version >> 16 <= HIGHEST_VERSION;
}

enum exh_opl2_log_kind exh_dro_kind(struct exh_bytes data)
{
	return !has_version(data) || (data.size >= COUNTS_AT &&
				      load_u32le(data.data + VERSION_AT) == VERSION_0_1)
		       ? EXH_OPL2_LOG_DRO1
		       : EXH_OPL2_LOG_DRO2;
}

/*
 * Reads the hardware type: a byte, in later files four of them. Data don't begin with
 * three zeros: that would be a delay, and half of the next one.
 */
static unsigned read_hardware(struct reader *r)
{
	static const uint8_t zeros[3];
	const unsigned hardware = rd_u8(r);
	const size_t left = rd_left(r), size = left < sizeof zeros ? left : sizeof zeros;

	if (size && memcmp(r->in.data + r->pos, zeros, size) == 0)
		rd_take(r, size);
	return hardware;
}

enum exh_status exh_dro1_scan(struct exh_bytes data, struct log_scan *scan)
{
	static const char *const names[] = { "one OPL2", "OPL3", "two OPL2" };
	const size_t counts_at = has_version(data) ? COUNTS_AT : VERSION_AT;
	struct dro dro = { .scan = scan, .header_at = data.base + counts_at };
	struct reader r = { .in = data };
	uint32_t size;

	scan->log->clock_hz = LOG_DRO_HZ;
	rd_take(&r, counts_at);
	dro.declared_ms = rd_u32le(&r);
	size = rd_u32le(&r);
	dro.hardware = read_hardware(&r);
	if (r.failed)
		return fail_header(data, scan->err);
	take_data(&dro, &r, size, &data);
	r = (struct reader){ .in = data };
	while (rd_left(&r) && !r.failed) {
		const enum exh_status status = scan_command(&dro, &r);

		if (status)
			return status;
	}
	return finish(&dro, names);
}

/*
 * Version 2.0, reading.
 */

enum {
	MAP_SIZE = 128, /* registers, at most: bit 7 of an index is the chip */
	PAIR_SIZE = 2,
};

struct codes {
	uint8_t short_delay, long_delay, count;
	const uint8_t *map;
};

static enum exh_status read_header(struct reader *r, struct dro *dro, struct codes *codes,
				   uint32_t *pair_count)
{
	struct exh_error *err = dro->scan->err;
	unsigned version, subversion, format, compression;

	rd_take(r, VERSION_AT);
	version = rd_u16le(r);
	subversion = rd_u16le(r);
	if (!r->failed && (version != 2 || subversion != 0))
		return exh_fail(err, EXH_UNSUPPORTED, r->in.base + VERSION_AT,
				"version %u.%u, expected 0.1 or 2.0", version,
				subversion);
	*pair_count = rd_u32le(r);
	dro->declared_ms = rd_u32le(r);
	dro->hardware = rd_u8(r);
	format = rd_u8(r);
	compression = rd_u8(r);
	codes->short_delay = rd_u8(r);
	codes->long_delay = rd_u8(r);
	codes->count = rd_u8(r);
	codes->map = rd_take(r, codes->count <= MAP_SIZE ? codes->count : 0);
	if (r->failed)
		return fail_header(r->in, err);
	if (format || compression)
		return exh_fail(err, EXH_UNSUPPORTED, r->in.base + ARRANGEMENT_AT,
				"arrangement %u with compression %u, expected 0 (pairs) "
				"with 0 (none)",
				format, compression);
	if (codes->count > MAP_SIZE)
		return exh_fail(err, EXH_INVALID, rd_tell(r) - 1,
				"a table of %u registers, expected at most %d",
				codes->count, MAP_SIZE);
	return EXH_OK;
}

static enum exh_status scan_pair(struct dro *dro, const struct codes *codes,
				 struct reader *r)
{
	const size_t at = rd_tell(r);
	const unsigned code = rd_u8(r), value = rd_u8(r);

	if (r->failed) {
		note_rest(dro, at);
	} else if (code == codes->short_delay) {
		return exh_opl2_log_wait(dro->scan, at, value + 1);
	} else if (code == codes->long_delay) {
		return exh_opl2_log_wait(dro->scan, at, (value + 1) * LONG_DELAY);
	} else if ((code & 0x7f) < codes->count) {
		dro->is_second = code & 0x80;
		write_register(dro, at, codes->map[code & 0x7f], value);
	} else if (!dro->unmapped_count++) {
		dro->unmapped_at = at;
	}
	return EXH_OK;
}

enum exh_status exh_dro2_scan(struct exh_bytes data, struct log_scan *scan)
{
	static const char *const names[] = { "one OPL2", "two OPL2", "OPL3" };
	struct dro dro = { .scan = scan, .header_at = data.base + COUNTS_AT };
	struct reader r = { .in = data };
	uint32_t pair_count = 0;
	struct codes codes = { 0 };
	enum exh_status status;

	scan->log->clock_hz = LOG_DRO_HZ;
	status = read_header(&r, &dro, &codes, &pair_count);
	if (status)
		return status;
	take_data(&dro, &r, (uint64_t)pair_count * PAIR_SIZE, &data);
	r = (struct reader){ .in = data };
	while (rd_left(&r) && !r.failed && !status)
		status = scan_pair(&dro, &codes, &r);
	if (status)
		return status;
	return finish(&dro, names);
}

/*
 * Version 2.0, writing.
 *
 * The registers in the table are known only at the end, so pairs are first written with
 * temporary codes, after space for the largest table. At the end they are moved down,
 * with final codes, and without the registers that did not fit in the table.
 */

enum {
	HEADER_SIZE = 26,
	/* The codes of delays must not be those of a second chip. */
	MAX_CODES = MAP_SIZE - 2,
	SHORT_DRAFT = 254, /* temporary codes of delays */
	LONG_DRAFT = 255,
	REGISTER_COUNT = 256,
};

struct draft {
	struct log_recorder *recorder;
	struct exh_writer *out;
	size_t start; /* offset of the file in out */
	uint64_t time;
	uint8_t codes[REGISTER_COUNT];	   /* code of each known register */
	uint8_t registers[REGISTER_COUNT]; /* register of each code */
	bool known[REGISTER_COUNT];
	size_t code_count;
	bool is_full; /* writes without effect are left out */
	size_t idle_count;
	/* Timing of writes without effect, while they are kept. */
	struct exh_opl2_timing idle;
};

/* Operators are in banks of 32, three times six and a gap of two. */
static bool is_operator(unsigned reg)
{
	return (reg & 7) < 6 && (reg & 31) < 24;
}

/* 01 has no audible effect here, but it has on a chip with waveforms off. */
static bool has_effect(unsigned reg)
{
	switch (reg >> 5) {
	case 0:
		return reg == 0x01 || reg == 0x08;
	case 5:
		return (reg & 15) <= 8 || reg == 0xbd;
	case 6:
		return reg <= 0xc8;
	default:
		return is_operator(reg);
	}
}

/* Writes a delay in the fewest pairs, the longest first. */
static void write_delay(struct exh_writer *out, uint64_t delay, uint8_t short_code,
			uint8_t long_code)
{
	while (delay && !out->failed) {
		const uint64_t most = delay < MAX_DELAY ? delay : MAX_DELAY;
		const bool is_long = delay > LONG_DELAY;
		const uint64_t count = is_long ? most / LONG_DELAY : most;
		const uint8_t pair[] = { is_long ? long_code : short_code,
					 (uint8_t)(count - 1) };

		exh_write_bytes(out, pair, sizeof pair);
		delay -= is_long ? count * LONG_DELAY : count;
	}
}

static void learn(struct draft *draft, uint8_t reg)
{
	if (draft->known[reg])
		return;
	if (draft->code_count == MAX_CODES)
		draft->is_full = true;
	if (draft->is_full && !has_effect(reg))
		return;
	draft->known[reg] = true;
	draft->codes[reg] = (uint8_t)draft->code_count;
	draft->registers[draft->code_count++] = reg;
}

static void draft_write(struct draft *draft, const struct exh_opl2_write *write)
{
	const uint64_t time = log_time(write->position, LOG_DRO_HZ);
	const bool idle = !has_effect(write->reg);

	learn(draft, write->reg);
	draft->idle_count += idle;
	if (idle && draft->is_full)
		return;
	write_delay(draft->out, time - draft->time, SHORT_DRAFT, LONG_DRAFT);
	draft->time = time;
	exh_write_u8(draft->out, draft->codes[write->reg]);
	exh_write_u8(draft->out, write->value);
	exh_opl2_log_count(idle ? &draft->idle : &draft->recorder->timing, LOG_DRO_HZ,
			   write, time);
}

/* Assigns the final codes to the registers that stay, in the order of their first use. */
static size_t settle_codes(struct draft *draft)
{
	size_t count = 0;

	for (size_t i = 0; i < draft->code_count; i++) {
		const uint8_t reg = draft->registers[i];

		if (draft->is_full && !has_effect(reg))
			continue;
		draft->registers[count] = reg;
		draft->codes[reg] = (uint8_t)count++;
	}
	return count;
}

static void settle_timing(struct draft *draft)
{
	struct exh_opl2_timing *timing = &draft->recorder->timing;

	if (draft->is_full) {
		timing->dropped_count = draft->idle_count;
		return;
	}
	timing->write_count += draft->idle.write_count;
	timing->moved_count += draft->idle.moved_count;
	if (draft->idle.worst > timing->worst)
		timing->worst = draft->idle.worst;
}

/*
 * Goes over the draft with the final codes. Leaving out a pair joins two delays, which
 * takes no more pairs than both did: the new pairs never overtake the unread ones.
 */
static void settle_pairs(struct draft *draft, const uint8_t *before, size_t count)
{
	struct exh_writer *out = draft->out;
	const size_t end = out->size;
	size_t at = draft->start + HEADER_SIZE + MAX_CODES;
	uint64_t delay = 0;

	out->size = draft->start + HEADER_SIZE + count;
	for (; at < end; at += PAIR_SIZE) {
		const uint8_t code = out->data[at], value = out->data[at + 1];
		const uint8_t reg = before[code];

		if (code >= SHORT_DRAFT) {
			delay += (value + 1U) * (code == LONG_DRAFT ? LONG_DELAY : 1U);
			continue;
		}
		if (draft->is_full && !has_effect(reg))
			continue;
		write_delay(out, delay, (uint8_t)count, (uint8_t)(count + 1));
		delay = 0;
		exh_write_u8(out, draft->codes[reg]);
		exh_write_u8(out, value);
	}
	write_delay(out, delay, (uint8_t)count, (uint8_t)(count + 1));
}

static enum exh_status settle(struct draft *draft, struct exh_error *err)
{
	struct exh_writer *out = draft->out;
	uint8_t before[REGISTER_COUNT], *header;
	size_t count, pair_count;

	memcpy(before, draft->registers, sizeof before);
	count = settle_codes(draft);
	settle_pairs(draft, before, count);
	settle_timing(draft);
	pair_count = (out->size - draft->start - HEADER_SIZE - count) / PAIR_SIZE;
	if (pair_count > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu pairs, a DRO file counts to %" PRIu32, pair_count,
				UINT32_MAX);
	header = out->data + draft->start;
	exh_write_u32le_at(out, draft->start + COUNTS_AT, (uint32_t)pair_count);
	exh_write_u32le_at(out, draft->start + COUNTS_AT + 4, (uint32_t)draft->time);
	/* The codes of delays follow those of the table; its size is next. */
	header[23] = (uint8_t)count;
	header[24] = (uint8_t)(count + 1);
	header[25] = (uint8_t)count;
	memcpy(header + HEADER_SIZE, draft->registers, count);
	return EXH_OK;
}

enum exh_status exh_dro2_write(struct log_recorder *recorder, struct exh_writer *out,
			       struct exh_error *err)
{
	static const uint8_t room[HEADER_SIZE + MAX_CODES] = "DBRAWOPL\2";
	struct draft draft = { .recorder = recorder, .out = out, .start = out->size };
	const uint64_t length = log_time(recorder->recording->length, LOG_DRO_HZ);
	struct exh_opl2_write write;

	if (length > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " ms, a DRO file counts to %" PRIu32, length,
				UINT32_MAX);
	exh_write_bytes(out, room, sizeof room);
	while (!out->failed && exh_opl2_log_take(recorder, &write))
		draft_write(&draft, &write);
	write_delay(out, length - draft.time, SHORT_DRAFT, LONG_DRAFT);
	draft.time = length;
	return out->failed ? EXH_OK : settle(&draft, err);
}
