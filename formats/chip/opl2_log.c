#include "opl2_log_file.h"

#include <stdio.h>
#include <string.h>

enum {
	MAGIC_SIZE = 8,	     /* of DRO, the longest */
	TEXT_LOOK = 1 << 16, /* bytes that are searched for a line that tells */
	MOST_WORDS = 4,	     /* more than any line has */
};

/*
 * The text form: lines.
 */

enum line_kind { LINE_EMPTY, LINE_RATE, LINE_LENGTH, LINE_WRITE, LINE_BAD };

struct line {
	enum line_kind kind;
	uint64_t number; /* the one that is decimal */
	uint8_t reg, value;
	struct exh_bytes text;
	bool ended; /* by a line feed, not by the end of the file */
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Stays at its most where a number is larger: no file may have that. */
static bool parse_decimal(struct exh_bytes word, uint64_t *out)
{
	*out = 0;
	for (size_t i = 0; i < word.size; i++) {
		const unsigned digit = (unsigned)word.data[i] - '0';

		if (digit > 9)
			return false;
		*out = *out > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *out * 10 + digit;
	}
	return word.size > 0;
}

static int parse_hex_digit(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool parse_hex(struct exh_bytes word, uint8_t *out)
{
	int high, low;

	if (word.size != 2)
		return false;
	high = parse_hex_digit(word.data[0]);
	low = parse_hex_digit(word.data[1]);
	if (high < 0 || low < 0)
		return false;
	*out = (uint8_t)(high << 4 | low);
	return true;
}

static bool is_word(struct exh_bytes word, const char *name)
{
	return word.size == strlen(name) && memcmp(word.data, name, word.size) == 0;
}

static size_t split(struct exh_bytes text, struct exh_bytes *words)
{
	size_t count = 0;

	for (size_t at = 0; at < text.size && count < MOST_WORDS;) {
		size_t end = at;

		while (end < text.size && !is_blank(text.data[end]))
			end++;
		if (end > at)
			exh_bytes_slice(text, at, end - at, &words[count++]);
		at = end + 1;
	}
	return count;
}

static void parse_line(struct line *line)
{
	struct exh_bytes words[MOST_WORDS];
	const size_t count = split(line->text, words);

	line->kind = LINE_BAD;
	if (!count || words[0].data[0] == '#')
		line->kind = LINE_EMPTY;
	else if (count == 2 && parse_decimal(words[1], &line->number))
		line->kind = is_word(words[0], "rate")	   ? LINE_RATE
			     : is_word(words[0], "length") ? LINE_LENGTH
							   : LINE_BAD;
	else if (count == 3 && parse_decimal(words[0], &line->number) &&
		 parse_hex(words[1], &line->reg) && parse_hex(words[2], &line->value))
		line->kind = LINE_WRITE;
}

static void read_line(struct reader *r, struct line *line)
{
	const uint8_t *start = r->in.data + r->pos;
	const uint8_t *end = memchr(start, '\n', rd_left(r));
	const size_t size = end ? (size_t)(end - start) : rd_left(r);

	exh_bytes_slice(r->in, r->pos, size, &line->text);
	line->ended = end;
	rd_take(r, size + line->ended);
	parse_line(line);
}

static bool is_text(struct exh_bytes data)
{
	struct reader r = { .in = data };
	struct line line;

	if (r.in.size > TEXT_LOOK)
		r.in.size = TEXT_LOOK;
	while (rd_left(&r)) {
		read_line(&r, &line);
		if (line.kind != LINE_EMPTY)
			return line.kind != LINE_BAD;
	}
	return false;
}

/*
 * The text form: the whole.
 */

struct text_scan {
	struct log_scan *scan;
	size_t line_number;
	bool has_rate, has_length, cut;
};

static enum exh_status fail_line(const struct text_scan *t, const struct line *line,
				 enum exh_status status, const char *story)
{
	return exh_fail(t->scan->err, status, line->text.base, "line %zu: %s",
			t->line_number, story);
}

static enum exh_status read_rate(struct text_scan *t, const struct line *line)
{
	if (line->number != EXH_OPL2_RATE)
		return exh_fail(t->scan->err, EXH_UNSUPPORTED, line->text.base,
				"line %zu: rate %" PRIu64 ", expected %d", t->line_number,
				line->number, EXH_OPL2_RATE);
	t->has_rate = true;
	return EXH_OK;
}

static enum exh_status read_length(struct text_scan *t, const struct line *line)
{
	if (t->has_length)
		return fail_line(t, line, EXH_INVALID, "a second length");
	if (line->number > LOG_MOST_SAMPLES)
		return exh_fail(t->scan->err, EXH_LIMIT, line->text.base,
				"line %zu: length %" PRIu64 ", at most %" PRIu64
				" is read",
				t->line_number, line->number, LOG_MOST_SAMPLES);
	t->scan->log->length = line->number;
	t->has_length = true;
	return EXH_OK;
}

static enum exh_status read_write(struct text_scan *t, const struct line *line)
{
	struct log_scan *scan = t->scan;

	if (line->number < scan->time)
		return exh_fail(scan->err, EXH_INVALID, line->text.base,
				"line %zu: position %" PRIu64
				", expected at least %" PRIu64 " as of the write before",
				t->line_number, line->number, scan->time);
	if (exh_opl2_log_wait(scan, line->text.base, line->number - scan->time))
		return exh_within(scan->err, EXH_LIMIT, "line %zu", t->line_number);
	exh_opl2_log_add(scan, line->reg, line->value);
	return EXH_OK;
}

static enum exh_status scan_line(struct text_scan *t, const struct line *line)
{
	switch (line->kind) {
	case LINE_EMPTY:
		return EXH_OK;
	case LINE_RATE:
		return read_rate(t, line);
	case LINE_LENGTH:
		return read_length(t, line);
	case LINE_WRITE:
		return read_write(t, line);
	case LINE_BAD:
		break;
	}
	if (line->ended)
		return fail_line(t, line, EXH_INVALID,
				 "expected a position, a register and a value");
	exh_note(t->scan->notes, EXH_DAMAGE, line->text.base,
		 "the file ends within line %zu", t->line_number);
	return EXH_OK;
}

/* Writes that the length leaves out are kept: whoever changes it finds them. */
static void note_late_writes(struct log_scan *scan)
{
	const struct exh_opl2_log *log = scan->log;
	size_t count = 0;

	if (!log->writes)
		return;
	while (count < log->write_count &&
	       log->writes[log->write_count - 1 - count].position >= log->length)
		count++;
	if (count)
		exh_note(scan->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu writes at or after the length of %" PRIu64
			 " are not played",
			 count, log->length);
}

static void settle_text(struct text_scan *t)
{
	struct log_scan *scan = t->scan;

	if (!t->has_rate)
		exh_note(scan->notes, EXH_WARNING, EXH_NO_OFFSET,
			 "the log has no rate: it is taken to be %d", EXH_OPL2_RATE);
	if (t->has_length) {
		note_late_writes(scan);
		return;
	}
	scan->log->length = scan->log->write_count ? scan->time + 1 : 0;
	exh_note(scan->notes, EXH_WARNING, EXH_NO_OFFSET,
		 "the log has no length: it ends with its last write");
}

static enum exh_status scan_text(struct exh_bytes data, struct log_scan *scan)
{
	struct text_scan t = { .scan = scan };
	struct reader r = { .in = data };
	struct line line;

	scan->log->clock_hz = EXH_OPL2_RATE;
	while (rd_left(&r)) {
		enum exh_status status;

		t.line_number++;
		read_line(&r, &line);
		status = scan_line(&t, &line);
		if (status)
			return status;
	}
	settle_text(&t);
	return EXH_OK;
}

static enum exh_status write_text(struct log_recorder *recorder, struct exh_writer *out,
				  struct exh_error *err)
{
	struct exh_opl2_write write;
	char line[48];
	int size =
		snprintf(line, sizeof line, "# opl2log 1\nrate %d\nlength %" PRIu64 "\n",
			 EXH_OPL2_RATE, recorder->recording->length);

	(void)err;
	exh_write_bytes(out, line, (size_t)size);
	while (!out->failed && exh_opl2_log_take(recorder, &write)) {
		size = snprintf(line, sizeof line, "%" PRIu64 " %02x %02x\n",
				write.position, write.reg, write.value);
		exh_write_bytes(out, line, (size_t)size);
		exh_opl2_log_count(&recorder->timing, EXH_OPL2_RATE, &write,
				   write.position);
	}
	return EXH_OK;
}

/*
 * All four.
 */

static bool has_magic(struct exh_bytes data, const char *magic)
{
	return data.size >= strlen(magic) && memcmp(data.data, magic, strlen(magic)) == 0;
}

bool exh_opl2_log_is(struct exh_bytes data, enum exh_opl2_log_kind *kind)
{
	static const uint8_t dro1[] = { 0, 0, 1, 0 };

	if (has_magic(data, "DBRAWOPL"))
		*kind = data.size >= MAGIC_SIZE + sizeof dro1 &&
					memcmp(data.data + MAGIC_SIZE, dro1,
					       sizeof dro1) == 0
				? EXH_OPL2_LOG_DRO1
				: EXH_OPL2_LOG_DRO2;
	else if (has_magic(data, "Vgm "))
		*kind = EXH_OPL2_LOG_VGM;
	else if (is_text(data))
		*kind = EXH_OPL2_LOG_TEXT;
	else
		return false;
	return true;
}

enum exh_status exh_opl2_log_wait(struct log_scan *scan, size_t offset, uint64_t time)
{
	const uint64_t most = log_time(LOG_MOST_SAMPLES, scan->log->clock_hz);

	if (time > most - scan->time)
		return exh_fail(scan->err, EXH_LIMIT, offset,
				"the log continues after %" PRIu64
				" samples, expected an end",
				LOG_MOST_SAMPLES);
	scan->time += time;
	return EXH_OK;
}

void exh_opl2_log_add(struct log_scan *scan, uint8_t reg, uint8_t value)
{
	struct exh_opl2_log *log = scan->log;
	const uint64_t position = log_position(scan->time, log->clock_hz);

	if (log->writes)
		log->writes[log->write_count] =
			(struct exh_opl2_write){ position, reg, value };
	log->write_count++;
}

static enum exh_status scan(struct exh_bytes data, struct exh_opl2_log *log,
			    struct exh_notes *notes, struct exh_error *err)
{
	static log_scan_fn *const scans[] = {
		[EXH_OPL2_LOG_TEXT] = scan_text,
		[EXH_OPL2_LOG_DRO1] = exh_dro1_scan,
		[EXH_OPL2_LOG_DRO2] = exh_dro2_scan,
		[EXH_OPL2_LOG_VGM] = exh_vgm_scan,
	};
	struct log_scan state = { .log = log, .notes = notes, .err = err };

	return scans[log->kind](data, &state);
}

static enum exh_status read(struct exh_bytes data, struct exh_arena *arena,
			    struct exh_opl2_log *log, struct exh_notes *notes,
			    struct exh_error *err)
{
	enum exh_status status = scan(data, log, NULL, err);
	struct exh_opl2_write *writes;

	if (status)
		return status;
	writes = exh_alloc(arena, log->write_count, sizeof *writes);
	if (!writes)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for %zu writes", log->write_count);
	*log = (struct exh_opl2_log){ .kind = log->kind, .writes = writes };
	status = scan(data, log, notes, err);
	if (status || log->kind != EXH_OPL2_LOG_VGM)
		return status;
	return exh_vgm_read_tags(data, arena, &log->tags, notes, err);
}

enum exh_status exh_opl2_log_read(struct exh_bytes data, struct exh_arena *arena,
				  struct exh_opl2_log *log, struct exh_notes *notes,
				  struct exh_error *err)
{
	enum exh_status status;

	*log = (struct exh_opl2_log){ 0 };
	if (!exh_opl2_log_is(data, &log->kind))
		return exh_fail(err, data.size < MAGIC_SIZE ? EXH_TRUNCATED : EXH_INVALID,
				data.base,
				"not a register log: expected DBRAWOPL, Vgm or lines of "
				"position, register and value");
	status = read(data, arena, log, notes, err);
	if (status)
		*log = (struct exh_opl2_log){ 0 };
	return status;
}

/*
 * Playing.
 */

/* Of all passes together, so that nothing overflows. */
#define MOST_TIME ((uint64_t)1 << 46)

/*
 * A text log's length cuts. The others end with their last wait, and what is written
 * behind that belongs to them: it is in force when the log goes on, or fades away.
 */
static bool is_played(const struct exh_opl2_log *log, size_t index)
{
	if (index >= log->write_count)
		return false;
	if (log->kind == EXH_OPL2_LOG_TEXT)
		return log->writes[index].position < log->length;
	return log->writes[index].position <= log->length;
}

/* Of each pass but the first, in the file's clock: samples are rounded, and would add
 * that up. */
static uint64_t pass_time(const struct exh_opl2_log *log)
{
	return log_time(log->length, log->clock_hz) -
	       (log->loops ? log_time(log->loop_position, log->clock_hz) : 0);
}

/* Where what is at position in the first pass is in a later one. */
static uint64_t pass_position(const struct exh_opl2_log *log, uint64_t position,
			      uint64_t pass)
{
	return pass ? log_position(log_time(position, log->clock_hz) +
					   pass * pass_time(log),
				   log->clock_hz)
		    : position;
}

/* A pass without writes, or without time, is not worth another one. */
static bool start_pass(struct exh_opl2_log_cursor *cursor)
{
	const struct exh_opl2_log *log = cursor->log;
	const uint64_t time = pass_time(log);

	if (!time || cursor->pass_count <= cursor->pass + 1 ||
	    cursor->pass + 1 > MOST_TIME / time)
		return false;
	cursor->pass++;
	cursor->index = log->loops ? log->loop_write : 0;
	return is_played(log, cursor->index);
}

static bool next(void *context, struct exh_opl2_write *write)
{
	struct exh_opl2_log_cursor *cursor = context;
	const struct exh_opl2_log *log = cursor->log;

	if (!is_played(log, cursor->index) && !start_pass(cursor))
		return false;
	*write = log->writes[cursor->index++];
	write->position = pass_position(log, write->position, cursor->pass);
	return true;
}

struct exh_opl2_source exh_opl2_log_play(struct exh_opl2_log_cursor *cursor)
{
	cursor->pass = 0;
	cursor->index = 0;
	return (struct exh_opl2_source){ next, cursor };
}

uint64_t exh_opl2_log_length(const struct exh_opl2_log *log, uint64_t pass_count)
{
	const uint64_t time = pass_time(log), more = pass_count ? pass_count - 1 : 0;

	if (time && more > MOST_TIME / time)
		return UINT64_MAX;
	return pass_position(log, log->length, more);
}

/*
 * Writing.
 */

bool exh_opl2_log_take(struct log_recorder *recorder, struct exh_opl2_write *write)
{
	const struct exh_opl2_recording *recording = recorder->recording;

	if (recorder->fell || !recording->source.next(recording->source.context, write))
		return false;
	recorder->fell = write->position < recorder->position;
	if (recorder->fell || write->position > recording->length ||
	    (write->position == recording->length && !recorder->keeps_end))
		return false;
	recorder->position = write->position;
	recorder->index++;
	return true;
}

void exh_opl2_log_count(struct exh_opl2_timing *timing, uint32_t clock_hz,
			const struct exh_opl2_write *write, uint64_t time)
{
	const uint64_t position = log_position(time, clock_hz);
	const uint64_t moved = position > write->position ? position - write->position
							  : write->position - position;

	timing->write_count++;
	timing->moved_count += moved > 0;
	if (moved > timing->worst)
		timing->worst = moved;
}

static enum exh_status write_kind(struct log_recorder *recorder,
				  enum exh_opl2_log_kind kind, struct exh_writer *out,
				  struct exh_error *err)
{
	switch (kind) {
	case EXH_OPL2_LOG_TEXT:
		recorder->clock_hz = EXH_OPL2_RATE;
		return write_text(recorder, out, err);
	case EXH_OPL2_LOG_DRO2:
		recorder->clock_hz = LOG_DRO_HZ;
		return exh_dro2_write(recorder, out, err);
	case EXH_OPL2_LOG_VGM:
		recorder->clock_hz = LOG_VGM_HZ;
		recorder->keeps_end = recorder->recording->loops;
		return exh_vgm_write(recorder, out, err);
	case EXH_OPL2_LOG_DRO1:
		break;
	}
	return exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
			"DRO 0.1 can't be written; write 2.0");
}

enum exh_status exh_opl2_log_record(struct log_recorder *recorder,
				    enum exh_opl2_log_kind kind, struct exh_writer *out,
				    struct exh_error *err)
{
	const uint64_t length = recorder->recording->length;
	enum exh_status status;

	if (length > LOG_MOST_SAMPLES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"%" PRIu64 " samples, at most %" PRIu64 " are written",
				length, LOG_MOST_SAMPLES);
	status = write_kind(recorder, kind, out, err);
	if (recorder->fell)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"write %zu is earlier than the one before it",
				recorder->index);
	return status;
}

enum exh_status exh_opl2_log_write(const struct exh_opl2_recording *recording,
				   enum exh_opl2_log_kind kind, struct exh_writer *out,
				   struct exh_opl2_timing *timing, struct exh_error *err)
{
	struct log_recorder recorder = { .recording = recording };
	const enum exh_status status = exh_opl2_log_record(&recorder, kind, out, err);

	if (timing)
		*timing = status ? (struct exh_opl2_timing){ 0 } : recorder.timing;
	return status;
}
