#include "opl2_log_file.h"

#include <stdio.h>
#include <string.h>

/*
 * The text form of register logs.
 */

enum {
	TEXT_LOOK = 1 << 16, /* bytes searched for a line with content */
	MAX_WORDS = 4,	     /* more than any line has */
	LIKELY_LINES = 1024, /* lines by which a text is judged */
};

/*
 * The text form: lines.
 */

enum line_kind { LINE_EMPTY, LINE_RATE, LINE_LENGTH, LINE_WRITE, LINE_BAD };

struct line {
	enum line_kind kind;
	uint64_t number; /* the decimal number */
	uint8_t reg, value;
	struct exh_bytes text;
	bool ended; /* true if it ends with a line feed, not with the file */
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Stays at its maximum if a number is larger: no file may have that. */
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

static bool parse_hex(struct exh_bytes word, uint8_t *out)
{
	int high, low;

	if (word.size != 2)
		return false;
	high = exh_hex_digit(word.data[0]);
	low = exh_hex_digit(word.data[1]);
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

	for (size_t at = 0; at < text.size && count < MAX_WORDS;) {
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
	struct exh_bytes words[MAX_WORDS];
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

bool exh_opl2_text_is(struct exh_bytes data)
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

static bool is_key_on(const struct line *line)
{
	return line->reg >= 0xb0 && line->reg <= 0xb8 && line->value & 0x20;
}

bool exh_opl2_text_is_likely(struct exh_bytes data)
{
	struct reader r = { .in = data };
	bool has_key_on = false;
	uint64_t position = 0;
	struct line line;

	for (size_t i = 0; i < LIKELY_LINES && rd_left(&r); i++) {
		read_line(&r, &line);
		if (line.kind == LINE_BAD ||
		    (line.kind == LINE_WRITE && line.number < position))
			return false;
		if (line.kind == LINE_RATE && line.number == EXH_OPL2_RATE)
			return true;
		if (line.kind != LINE_WRITE)
			continue;
		position = line.number;
		has_key_on |= is_key_on(&line);
	}
	return has_key_on;
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
	if (line->number > LOG_MAX_SAMPLES)
		return exh_fail(t->scan->err, EXH_LIMIT, line->text.base,
				"line %zu: length %" PRIu64 ", at most %" PRIu64
				" is read",
				t->line_number, line->number, LOG_MAX_SAMPLES);
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

/* Writes that the length leaves out are kept, for callers that change the length. */
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

enum exh_status exh_opl2_text_scan(struct exh_bytes data, struct log_scan *scan)
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
		if (!line.ended && line.kind != LINE_EMPTY && line.kind != LINE_BAD)
			exh_note(scan->notes, EXH_WARNING, line.text.base,
				 "line %zu, the last, has no end: the file may be "
				 "truncated",
				 t.line_number);
	}
	settle_text(&t);
	return EXH_OK;
}

enum exh_status exh_opl2_text_write(struct log_recorder *recorder, struct exh_writer *out,
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
