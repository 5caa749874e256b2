#include "opl2_log_file.h"

#include <stdio.h>
#include <string.h>

enum {
	SIZE_AT = 0x04, /* size of the file, from the end of this field */
	VERSION_AT = 0x08,
	SN76489_AT = 0x0c,
	GD3_AT = 0x14, /* offsets are relative to the field that has them */
	TOTAL_AT = 0x18,
	LOOP_AT = 0x1c,
	LOOP_TOTAL_AT = 0x20,
	/* Field for the SN76489's noise, and two more of its fields. */
	FEEDBACK_AT = 0x28,
	DATA_AT = 0x34,
	OLD_HEADER_SIZE = 0x40, /* bytes, before 1.50; also the default */
	YM3812_AT = 0x50,
	HEADER_SIZE = 0x80, /* bytes, in files that are written here */

	VERSION_DATA = 0x150, /* first version with an offset of the data */
	VERSION_YM3812 = 0x151,
	/* First version with two operands of commands 40 to 4e. */
	VERSION_TWO_OPERANDS = 0x160,

	CLOCK = 3579545,
	CLOCK_BITS = 0x3fffffff, /* clock in the field; bit 30: two chips */
	CLOCK_TOLERANCE = CLOCK / 1000,
	LOWEST_CLOCK = 1000000,
	HIGHEST_CLOCK = 16000000,
	CLOCKS_A_SAMPLE = 72,
};

/* The SN76489's fields: taps 0 and 1 of 15 bits; a period of 0 is 1024, no stereo. */
enum { FEEDBACK = 3 | 15 << 16 | (1 | 4) << 24 };

enum {
	SN76489_WRITE = 0x50,
	FIRST_WRITE = 0x5a, /* command for the YM3812 */
	SECOND_WRITE = 0xaa,
	WAIT = 0x61,
	WAIT_735 = 0x62,
	WAIT_882 = 0x63,
	END = 0x66,
	DATA_BLOCK = 0x67,
	MEMORY_WRITE = 0x68,
	SHORT_WAIT = 0x70,
	SAMPLE_AND_WAIT = 0x80,
	STREAM = 0x90,
};

/* Chips that are played. Older ones have the same registers, but no waveforms. */
static const struct player {
	uint8_t clock_at, write;
	bool is_older;
	const char *name;
} players[] = {
	{ YM3812_AT, FIRST_WRITE, false, "YM3812" },
	{ 0x54, 0x5b, true, "YM3526" },
	{ 0x58, 0x5c, true, "Y8950" },
};

/* Registers: from SAMPLES on those of the Y8950's samples, except MODES. */
enum { SAMPLES = 0x07, MODES = 0x08, OPERATORS = 0x20, WAVEFORMS = 0xe0 };

/* Distance from a chip's commands to those of the second one. */
enum { SECOND_CHIP = SECOND_WRITE - FIRST_WRITE };

/*
 * The header.
 */

struct header {
	uint32_t version;
	size_t data_at; /* the header's fields end there */
	struct exh_bytes bytes;
};

static uint32_t field(const struct header *header, size_t at)
{
	struct exh_bytes bytes;

	if (!exh_bytes_slice(header->bytes, at, 4, &bytes))
		return 0;
	return load_u32le(bytes.data);
}

/* Returns the target of a relative offset; 0: none. */
static uint64_t follow(const struct header *header, size_t at)
{
	const uint64_t offset = field(header, at);

	return offset ? offset + at : 0;
}

static enum exh_status read_header(struct exh_bytes data, struct header *header,
				   struct exh_error *err)
{
	uint64_t data_at = OLD_HEADER_SIZE;

	*header = (struct header){ .bytes = data };
	header->version = field(header, VERSION_AT);
	if (data.size >= VERSION_AT + 4 && header->version < 0x100)
		return exh_fail(err, EXH_INVALID, data.base + VERSION_AT,
				"version %#" PRIx32 ", expected at least 0x100",
				header->version);
	if (header->version >= VERSION_DATA && field(header, DATA_AT))
		data_at = follow(header, DATA_AT);
	if (data_at > data.size || data.size < OLD_HEADER_SIZE)
		return exh_fail(err, EXH_TRUNCATED, data.base + data.size,
				"%zu bytes, expected data from %" PRIu64 " on", data.size,
				data_at);
	header->data_at = (size_t)data_at;
	exh_bytes_slice(data, 0, header->data_at, &header->bytes);
	return EXH_OK;
}

/* Chips and the fields of their clocks, for the error on a file without a supported
 * chip. */
struct chip {
	uint16_t at, version;
	const char *name;
};

static const struct chip others[] = {
	{ 0x0c, 0x100, "SN76489" },    { 0x10, 0x100, "YM2413" },
	{ 0x2c, 0x110, "YM2612" },     { 0x30, 0x110, "YM2151" },
	{ 0x38, 0x151, "Sega PCM" },   { 0x40, 0x151, "RF5C68" },
	{ 0x44, 0x151, "YM2203" },     { 0x48, 0x151, "YM2608" },
	{ 0x4c, 0x151, "YM2610" },     { 0x5c, 0x151, "YMF262" },
	{ 0x60, 0x151, "YMF278B" },    { 0x64, 0x151, "YMF271" },
	{ 0x68, 0x151, "YMZ280B" },    { 0x6c, 0x151, "RF5C164" },
	{ 0x70, 0x151, "PWM" },	       { 0x74, 0x151, "AY8910" },
	{ 0x80, 0x161, "Game Boy" },   { 0x84, 0x161, "NES" },
	{ 0x88, 0x161, "MultiPCM" },   { 0x8c, 0x161, "uPD7759" },
	{ 0x90, 0x161, "OKIM6258" },   { 0x98, 0x161, "OKIM6295" },
	{ 0x9c, 0x161, "K051649" },    { 0xa0, 0x161, "K054539" },
	{ 0xa4, 0x161, "HuC6280" },    { 0xa8, 0x161, "C140" },
	{ 0xac, 0x161, "K053260" },    { 0xb0, 0x161, "Pokey" },
	{ 0xb4, 0x161, "QSound" },     { 0xb8, 0x171, "SCSP" },
	{ 0xc0, 0x171, "WonderSwan" }, { 0xc4, 0x171, "VSU" },
	{ 0xc8, 0x171, "SAA1099" },    { 0xcc, 0x171, "ES5503" },
	{ 0xd0, 0x171, "ES5506" },     { 0xd8, 0x171, "X1-010" },
	{ 0xdc, 0x171, "C352" },       { 0xe0, 0x171, "GA20" },
};

static enum exh_status refuse(const struct header *header, struct exh_error *err)
{
	char names[160] = "";
	size_t used = 0;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct chip *chip = &others[i];

		if (header->version < chip->version || !field(header, chip->at) ||
		    used + strlen(chip->name) + 3 > sizeof names)
			continue;
		used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
					 used ? ", " : "", chip->name);
	}
	return exh_fail(err, EXH_UNSUPPORTED, header->bytes.base + YM3812_AT,
			"for %s, expected a YM3812 (OPL2)",
			used ? names : "no known chip");
}

/* Returns the first of them that the header names, or NULL. */
static const struct player *find_player(const struct header *header)
{
	for (size_t i = 0; i < sizeof players / sizeof *players; i++)
		if (header->version >= VERSION_YM3812 &&
		    field(header, players[i].clock_at) & CLOCK_BITS)
			return &players[i];
	return NULL;
}

/* A chip makes a sample in 72 clocks. */
static void take_clock(const struct header *header, const struct player *player,
		       struct exh_opl2_log *log, struct exh_notes *notes)
{
	const uint32_t clock = field(header, player->clock_at) & CLOCK_BITS;
	const uint32_t off = clock > CLOCK ? clock - CLOCK : CLOCK - clock;

	if (off <= CLOCK_TOLERANCE)
		return;
	if (clock < LOWEST_CLOCK || clock > HIGHEST_CLOCK) {
		exh_note(notes, EXH_WARNING, header->bytes.base + player->clock_at,
			 "a clock of %" PRIu32 " Hz, expected %d to %d: played at %d",
			 clock, LOWEST_CLOCK, HIGHEST_CLOCK, CLOCK);
		return;
	}
	log->chip_clock_hz = clock;
	log->chip_rate_hz = (clock + CLOCKS_A_SAMPLE / 2) / CLOCKS_A_SAMPLE;
}

/*
 * Commands.
 */

struct vgm {
	struct log_scan *scan;
	struct header header;
	const struct player *player;
	struct reader r;
	uint64_t loop_at;
	bool loop_found, ended, stopped;
	uint64_t loop_time;
	size_t second_count, second_at, foreign_count, foreign_at;
};

/* Bytes after a command; false if the command does not exist. */
static bool measure_operands(unsigned command, uint32_t version, size_t *size)
{
	static const uint8_t by_group[16] = {
		[3] = 1,   [4] = 2,   [5] = 2,	 [0xa] = 2, [0xb] = 2,
		[0xc] = 3, [0xd] = 3, [0xe] = 4, [0xf] = 4
	};
	static const uint8_t streams[] = { 4, 4, 5, 10, 1, 4 };

	*size = by_group[command >> 4];
	if (command == 0x4f || command == 0x50 ||
	    (command >> 4 == 4 && version < VERSION_TWO_OPERANDS))
		*size = 1;
	else if (command == WAIT)
		*size = 2;
	else if (command == DATA_BLOCK)
		*size = 6;
	else if (command == MEMORY_WRITE)
		*size = 11;
	else if (command >= STREAM && command < STREAM + sizeof streams)
		*size = streams[command - STREAM];
	else if (!*size)
		return command == WAIT_735 || command == WAIT_882 || command == END ||
		       (command >= SHORT_WAIT && command < STREAM);
	return true;
}

static uint64_t wait_of(unsigned command, const uint8_t *operands)
{
	switch (command) {
	case WAIT:
		return load_u16le(operands);
	case WAIT_735:
		return 735;
	case WAIT_882:
		return 882;
	default:
		if (command >= STREAM || command < SHORT_WAIT)
			return 0;
		return (command & 15) + (command < SAMPLE_AND_WAIT ? 1 : 0);
	}
}

/* True for commands for another chip, or its memory. */
static bool is_foreign(unsigned command)
{
	return command < WAIT || command >= SAMPLE_AND_WAIT || command == DATA_BLOCK ||
	       command == MEMORY_WRITE;
}

static void note_stop(struct vgm *vgm, size_t at, const char *story, unsigned byte)
{
	exh_note(vgm->scan->notes, EXH_DAMAGE, at, story, byte);
	vgm->stopped = true;
}

static void skip_block(struct vgm *vgm, size_t at, const uint8_t *operands)
{
	/* The highest bit of the size is the second chip of its kind. */
	const uint32_t size = load_u32le(operands + 2) & 0x7fffffff;

	if (operands[0] != END)
		note_stop(vgm, at,
			  "a data block with %02x after its command, expected 66",
			  operands[0]);
	else
		rd_take(&vgm->r, size);
}

/* The older chips have only sines. */
static void write_register(struct vgm *vgm, size_t at, const uint8_t *operands)
{
	const uint8_t reg = operands[0];

	if (vgm->player->is_older && reg >= SAMPLES && reg < OPERATORS && reg != MODES) {
		if (!vgm->foreign_count++)
			vgm->foreign_at = at;
	} else if (!vgm->player->is_older || reg < WAVEFORMS) {
		exh_opl2_log_add(vgm->scan, reg, operands[1]);
	}
}

static enum exh_status apply(struct vgm *vgm, size_t at, unsigned command,
			     const uint8_t *operands)
{
	if (command == END) {
		vgm->ended = true;
	} else if (command == vgm->player->write) {
		write_register(vgm, at, operands);
	} else if (command == vgm->player->write + (unsigned)SECOND_CHIP) {
		if (!vgm->second_count++)
			vgm->second_at = at;
	} else if (is_foreign(command) && !vgm->foreign_count++) {
		vgm->foreign_at = at;
	}
	if (command == DATA_BLOCK)
		skip_block(vgm, at, operands);
	return exh_opl2_log_wait(vgm->scan, at, wait_of(command, operands));
}

static enum exh_status scan_command(struct vgm *vgm)
{
	struct reader *r = &vgm->r;
	const size_t at = rd_tell(r);
	const unsigned command = rd_u8(r);
	enum exh_status status = EXH_OK;
	const uint8_t *operands;
	size_t size;

	if (r->failed) {
		note_stop(vgm, at, "the data end without command %02x", END);
	} else if (!measure_operands(command, vgm->header.version, &size)) {
		note_stop(vgm, at,
			  "%02x is not a command: the data after it can't be read",
			  command);
	} else {
		operands = rd_take(r, size);
		if (operands)
			status = apply(vgm, at, command, operands);
		if (r->failed)
			note_stop(vgm, at, "the data end within command %02x", command);
	}
	return status;
}

static enum exh_status scan_commands(struct vgm *vgm)
{
	struct exh_opl2_log *log = vgm->scan->log;
	enum exh_status status = EXH_OK;

	while (!vgm->ended && !vgm->stopped && !status) {
		if (vgm->r.pos == vgm->loop_at) {
			vgm->loop_found = true;
			vgm->loop_time = vgm->scan->time;
			log->loop_write = log->write_count;
		}
		status = scan_command(vgm);
	}
	return status;
}

/*
 * The end.
 */

static void note_left_out(const struct vgm *vgm)
{
	struct exh_notes *notes = vgm->scan->notes;

	if (vgm->second_count)
		exh_note(notes, EXH_WARNING, vgm->second_at,
			 "%zu writes to the second %s are left out", vgm->second_count,
			 vgm->player->name);
	if (vgm->foreign_count)
		exh_note(notes, EXH_WARNING, vgm->foreign_at,
			 "%zu commands for other chips are left out", vgm->foreign_count);
}

static void note_difference(const struct vgm *vgm, size_t at, const char *what,
			    uint64_t found)
{
	const uint32_t declared = field(&vgm->header, at);

	if (declared != found)
		exh_note(vgm->scan->notes, EXH_WARNING, vgm->header.bytes.base + at,
			 "%s of %" PRIu32 " declared, the waits add up to %" PRIu64, what,
			 declared, found);
}

/* Sets the loop, except one that takes no time: it would never end. */
static void settle_loop(struct vgm *vgm)
{
	struct exh_opl2_log *log = vgm->scan->log;
	const size_t at = vgm->header.bytes.base + LOOP_AT;
	const uint64_t rest = vgm->scan->time - vgm->loop_time;

	if (vgm->loop_found && rest) {
		log->loops = true;
		log->loop_position = log_position(vgm->loop_time, LOG_VGM_HZ);
		note_difference(vgm, LOOP_TOTAL_AT, "a loop", rest);
		return;
	}
	log->loop_write = 0;
	if (vgm->loop_found)
		exh_note(vgm->scan->notes, EXH_WARNING, at,
			 "the loop has no wait: it is not followed");
	else if (vgm->loop_at)
		exh_note(vgm->scan->notes, EXH_DAMAGE, at,
			 "the loop begins at %#" PRIx64
			 ", where no command does: it is not followed",
			 vgm->loop_at);
}

enum exh_status exh_vgm_scan(struct exh_bytes data, struct log_scan *scan)
{
	struct vgm vgm = { .scan = scan, .r.in = data };
	enum exh_status status = read_header(data, &vgm.header, scan->err);

	scan->log->clock_hz = LOG_VGM_HZ;
	if (status)
		return status;
	vgm.player = find_player(&vgm.header);
	if (!vgm.player)
		return refuse(&vgm.header, scan->err);
	take_clock(&vgm.header, vgm.player, scan->log, scan->notes);
	vgm.loop_at = follow(&vgm.header, LOOP_AT);
	rd_take(&vgm.r, vgm.header.data_at);
	status = scan_commands(&vgm);
	if (status)
		return status;
	scan->log->length = log_position(scan->time, LOG_VGM_HZ);
	if (vgm.ended)
		note_difference(&vgm, TOTAL_AT, "a length", scan->time);
	settle_loop(&vgm);
	note_left_out(&vgm);
	return EXH_OK;
}

enum exh_status exh_vgm_read_tags(struct exh_bytes data, struct exh_arena *arena,
				  struct exh_opl2_tags *tags, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct header header;
	struct exh_bytes gd3;
	enum exh_status status = read_header(data, &header, err);
	uint64_t at;

	if (status)
		return status;
	at = follow(&header, GD3_AT);
	if (!at)
		return EXH_OK;
	if (at <= data.size &&
	    exh_bytes_slice(data, (size_t)at, data.size - (size_t)at, &gd3) &&
	    exh_gd3_is(gd3))
		return exh_gd3_read(gd3, arena, tags, notes, err);
	exh_note(notes, EXH_DAMAGE, data.base + GD3_AT,
		 "the tags are at %#" PRIx64 ", where there is no tag", at);
	return EXH_OK;
}

/*
 * Writing.
 */

struct output {
	struct exh_writer *out;
	size_t start; /* in out */
	uint64_t time;
	bool is_psg, loops;
	uint32_t clock_hz; /* 0: the usual one */
	size_t loop_at;
	uint64_t loop_time;
};

/* True if one byte can express the wait. */
static bool is_single(uint64_t time)
{
	return time <= 16 || time == 735 || time == 882;
}

/*
 * Fewest bytes: one or two of the commands of one byte where they add up to it, else the
 * one of three. Of two, 62 and 63 go first.
 */
static void write_wait(struct exh_writer *out, uint64_t time)
{
	while (time && !out->failed) {
		uint64_t part = time < 0xffff ? time : 0xffff;

		if (time <= 32) {
			part = time < 16 ? time : 16;
			exh_write_u8(out, (uint8_t)(SHORT_WAIT + part - 1));
		} else if (time >= 735 && is_single(time - 735)) {
			part = 735;
			exh_write_u8(out, WAIT_735);
		} else if (time >= 882 && is_single(time - 882)) {
			part = 882;
			exh_write_u8(out, WAIT_882);
		} else {
			exh_write_u8(out, WAIT);
			exh_write_u16le(out, (uint16_t)part);
		}
		time -= part;
	}
}

static enum exh_status wait_until(struct output *o, uint64_t time, struct exh_error *err)
{
	if (time < o->time)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the loop begins at another time than its first write "
				"allows");
	write_wait(o->out, time - o->time);
	o->time = time;
	return EXH_OK;
}

static enum exh_status write_commands(struct output *o, struct log_recorder *recorder,
				      struct exh_error *err)
{
	const struct exh_opl2_recording *recording = recorder->recording;
	struct exh_opl2_write write;
	enum exh_status status;

	while (!o->out->failed) {
		if (o->loops && !o->loop_at && recorder->index == recording->loop_write) {
			status = wait_until(o, o->loop_time, err);
			if (status)
				return status;
			o->loop_at = o->out->size - o->start;
		}
		if (!exh_opl2_log_take(recorder, &write))
			break;
		status = wait_until(o, log_time(write.position, LOG_VGM_HZ), err);
		if (status)
			return status;
		exh_write_u8(o->out, recorder->is_psg ? SN76489_WRITE : FIRST_WRITE);
		if (!recorder->is_psg)
			exh_write_u8(o->out, write.reg);
		exh_write_u8(o->out, write.value);
		exh_opl2_log_count(&recorder->timing, LOG_VGM_HZ, &write, o->time);
	}
	return EXH_OK;
}

/* The lengths must be what fits into the header, and the loop takes time. */
static enum exh_status check_times(const struct output *o, uint64_t length,
				   struct exh_error *err)
{
	if (length > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " samples at 44100 Hz, a VGM file counts to "
				"%" PRIu32,
				length, UINT32_MAX);
	if (o->loops && o->loop_time >= length)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the loop takes less time than 1/44100 s");
	return EXH_OK;
}

static void put(const struct output *o, size_t at, uint64_t value)
{
	exh_write_u32le_at(o->out, o->start + at, (uint32_t)value);
}

static enum exh_status complete_header(const struct output *o, size_t gd3_at,
				       struct exh_error *err)
{
	const size_t size = o->out->size - o->start;

	if (size > UINT32_MAX)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%zu bytes, a VGM file counts to %" PRIu32, size,
				UINT32_MAX);
	put(o, SIZE_AT, size - SIZE_AT);
	put(o, VERSION_AT, VERSION_YM3812);
	put(o, GD3_AT, gd3_at ? gd3_at - GD3_AT : 0);
	put(o, TOTAL_AT, o->time);
	put(o, LOOP_AT, o->loops ? o->loop_at - LOOP_AT : 0);
	put(o, LOOP_TOTAL_AT, o->loops ? o->time - o->loop_time : 0);
	put(o, DATA_AT, HEADER_SIZE - DATA_AT);
	if (o->is_psg)
		put(o, FEEDBACK_AT, FEEDBACK);
	put(o, o->is_psg ? SN76489_AT : YM3812_AT, o->clock_hz ? o->clock_hz : CLOCK);
	return EXH_OK;
}

enum exh_status exh_vgm_write(struct log_recorder *recorder, struct exh_writer *out,
			      struct exh_error *err)
{
	static const uint8_t room[HEADER_SIZE] = "Vgm ";
	const struct exh_opl2_recording *recording = recorder->recording;
	const uint64_t length = log_time(recording->length, LOG_VGM_HZ);
	struct output o = { .out = out,
			    .start = out->size,
			    .is_psg = recorder->is_psg,
			    .clock_hz = recording->chip_clock_hz,
			    .loops = recording->loops };
	enum exh_status status;
	size_t gd3_at = 0;

	if (o.loops && recording->loop_position <= recording->length)
		o.loop_time = log_time(recording->loop_position, LOG_VGM_HZ);
	else if (o.loops)
		o.loop_time = length;
	status = check_times(&o, length, err);
	if (status)
		return status;
	exh_write_bytes(out, room, sizeof room);
	status = write_commands(&o, recorder, err);
	if (status)
		return status;
	if (o.loops && !o.loop_at && !out->failed && !recorder->fell)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"the loop begins with write %zu of %zu",
				recording->loop_write, recorder->index);
	write_wait(out, length - o.time);
	o.time = length;
	exh_write_u8(out, END);
	if (exh_gd3_wanted(&recording->tags)) {
		gd3_at = out->size - o.start;
		exh_gd3_write(&recording->tags, out);
	}
	return out->failed ? EXH_OK : complete_header(&o, gd3_at, err);
}
