/* Assembles texts of drawing programs, as written by sci_pic_text, into pics. */
#include "pic.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LOOK = 64 /* bytes that are searched to recognise a text */ };

/* True for blanks, including a CR in front of the end of a line. */
static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

bool sci_pic_is_text(struct exh_bytes in)
{
	const struct exh_bytes text = text_without_mark(in);
	const size_t size = text.size < LOOK ? text.size : LOOK;

	for (size_t i = 0; i < size; i++)
		if (text.data[i] < ' ' && !is_blank(text.data[i]) && text.data[i] != '\n')
			return false;
	return size && text.data[0] < 0x80;
}

/* The current line. */
struct scan {
	struct exh_bytes line;
	size_t at, number;	/* offset in the line; number of the line, from 1 */
	struct exh_bytes token; /* the last token */
	struct exh_arena *arena;
	struct exh_error *err;
};

/* Takes the next word; empty at the end. */
static bool take(struct scan *scan)
{
	const uint8_t *data = scan->line.data;
	size_t start;

	while (scan->at < scan->line.size && is_blank(data[scan->at]))
		scan->at++;
	start = scan->at;
	while (scan->at < scan->line.size && !is_blank(data[scan->at]))
		scan->at++;
	scan->token = (struct exh_bytes){ data + start, scan->at - start, start };
	return scan->token.size;
}

static enum exh_status expected(const struct scan *scan, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static enum exh_status expected(const struct scan *scan, const char *format, ...)
{
	char what[128], found[40];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	snprintf(found, sizeof found, "%.*s",
		 (int)(scan->token.size < 32 ? scan->token.size : 32),
		 (const char *)scan->token.data);
	return exh_fail(scan->err, EXH_INVALID, EXH_NO_OFFSET,
			"line %zu, column %zu: %s%s%s, expected %s", scan->number,
			scan->token.base + 1, *found ? "\"" : "",
			*found ? found : "end of line", *found ? "\"" : "", what);
}

/* Parses a number, decimal, or hexadecimal after 0x, maybe negative; all of the bytes. */
static bool parse_number(struct exh_bytes text, long least, long most, long *out)
{
	const bool minus = text.size && text.data[0] == '-';
	size_t at = minus;
	const bool hex = text.size > at + 2 && text.data[at] == '0' &&
			 (text.data[at + 1] | 0x20) == 'x';
	long value = 0;

	at += hex ? 2 : 0;
	if (at == text.size)
		return false;
	for (; at < text.size; at++) {
		const int digit = text_hex_digit(text.data[at]);

		if (digit < 0 || digit >= (hex ? 16 : 10))
			return false;
		value = value * (hex ? 16 : 10) + digit;
		if (value > INT32_MAX)
			return false;
	}
	*out = minus ? -value : value;
	return *out >= least && *out <= most;
}

static enum exh_status take_number(struct scan *scan, const char *what, long most,
				   uint8_t *out)
{
	long value;

	if (!take(scan) || !parse_number(scan->token, 0, most, &value))
		return expected(scan, "%s, 0 to %ld", what, most);
	*out = (uint8_t)value;
	return EXH_OK;
}

static enum exh_status take_point(struct scan *scan, struct exh_sci_pic_step *step)
{
	const uint8_t *comma =
		take(scan) ? memchr(scan->token.data, ',', scan->token.size) : NULL;
	const size_t size = comma ? (size_t)(comma - scan->token.data) : 0;
	long x, y;

	if (!comma ||
	    !parse_number((struct exh_bytes){ scan->token.data, size, 0 }, INT16_MIN,
			  INT16_MAX, &x) ||
	    !parse_number((struct exh_bytes){ comma + 1, scan->token.size - size - 1, 0 },
			  INT16_MIN, INT16_MAX, &y))
		return expected(scan, "a point such as 10,20");
	step->x = (int16_t)x;
	step->y = (int16_t)y;
	return EXH_OK;
}

static enum exh_status append_hex(struct scan *scan, struct exh_writer *bytes)
{
	const struct exh_bytes token = scan->token;

	for (size_t i = 0; i < token.size; i += 2) {
		const int value = i + 1 < token.size ? text_hex_pair(token.data + i) : -1;

		if (value < 0)
			return expected(scan, "bytes of two hexadecimal digits");
		exh_write_u8(bytes, (uint8_t)value);
	}
	return EXH_OK;
}

static enum exh_status keep_data(struct scan *scan, const struct exh_writer *bytes,
				 struct exh_sci_pic_step *step)
{
	const enum exh_status status = mem_check_limit(bytes, scan->err);

	return status ? status
		      : mem_arena_copy(scan->arena, exh_writer_bytes(bytes), &step->data,
				       scan->err);
}

/* Takes the rest of the line as bytes. */
static enum exh_status take_hex(struct scan *scan, struct exh_sci_pic_step *step)
{
	struct exh_writer bytes = { .limit = (size_t)1 << 17 };
	enum exh_status status = EXH_OK;

	while (!status && take(scan))
		status = append_hex(scan, &bytes);
	if (!status)
		status = keep_data(scan, &bytes, step);
	exh_writer_free(&bytes);
	return status;
}

static enum exh_status take_bands(struct scan *scan, struct exh_sci_pic_step *step)
{
	struct exh_writer bytes = { .limit = EXH_SCI_PIC_BANDS };
	enum exh_status status = EXH_OK;
	uint8_t line = 0;

	for (int i = 0; i < EXH_SCI_PIC_BANDS && !status; i++) {
		status = take_number(scan, "14 lines at which bands begin", 255, &line);
		exh_write_u8(&bytes, line);
	}
	if (!status)
		status = keep_data(scan, &bytes, step);
	exh_writer_free(&bytes);
	return status;
}

/* Takes "circle 3", "rectangle 7 textured", or a number. */
static enum exh_status take_pattern_code(struct scan *scan, struct exh_sci_pic_step *step)
{
	long value;
	uint8_t size = 0;
	enum exh_status status;

	if (!take(scan))
		return expected(scan, "circle, rectangle or a number");
	if (parse_number(scan->token, 0, 255, &value)) {
		step->number = (uint8_t)value;
		return EXH_OK;
	}
	if (!text_is(scan->token, "circle") && !text_is(scan->token, "rectangle"))
		return expected(scan, "circle, rectangle or a number");
	step->number = text_is(scan->token, "circle") ? 0 : PATTERN_RECTANGLE;
	status = take_number(scan, "a size", PATTERN_SIZE, &size);
	if (status)
		return status;
	step->number |= size;
	if (!take(scan))
		return EXH_OK;
	if (!text_is(scan->token, "textured"))
		return expected(scan, "textured");
	step->number |= PATTERN_TEXTURED;
	return EXH_OK;
}

static enum exh_status take_switch(struct scan *scan, struct exh_sci_pic_step *step)
{
	long value;

	if (take(scan) && text_is(scan->token, "off"))
		return EXH_OK;
	if (!parse_number(scan->token, 0, 255, &value))
		return expected(scan, "off, or a number, 0 to 255");
	step->is_on = true;
	step->number = (uint8_t)value;
	return EXH_OK;
}

/* Takes skipped bytes. Their number is checked by the writer. */
static enum exh_status take_skipped(struct scan *scan, struct exh_sci_pic_step *step)
{
	const enum exh_status status =
		take_number(scan, "the bytes after FE", 255, &step->extended);

	return status ? status : take_hex(scan, step);
}

static enum exh_status take_texture(struct scan *scan, struct exh_sci_pic_step *step)
{
	const size_t at = scan->at;

	if (!take(scan))
		return EXH_OK;
	scan->at = at;
	step->is_textured = true;
	return take_number(scan, "a texture", 255, &step->texture);
}

static enum exh_status take_arguments(struct scan *scan, struct exh_sci_pic_step *step)
{
	enum exh_status status = EXH_OK;

	if (step->kind <= EXH_SCI_PIC_MOVE)
		status = take_point(scan, step);
	if (step->kind == EXH_SCI_PIC_ENTRY || step->kind == EXH_SCI_PIC_PALETTE)
		status = take_number(scan, "a number", 255, &step->number);
	if (status)
		return status;
	switch (step->kind) {
	case EXH_SCI_PIC_PATTERN:
		return take_texture(scan, step);
	case EXH_SCI_PIC_CEL:
	case EXH_SCI_PIC_PALETTE:
		return take_hex(scan, step);
	case EXH_SCI_PIC_VISUAL:
	case EXH_SCI_PIC_PRIORITY:
	case EXH_SCI_PIC_CONTROL:
		return take_switch(scan, step);
	case EXH_SCI_PIC_PATTERN_CODE:
		return take_pattern_code(scan, step);
	case EXH_SCI_PIC_ENTRY:
		return take_number(scan, "two colours", 255, &step->value);
	case EXH_SCI_PIC_SKIPPED:
		return take_skipped(scan, step);
	case EXH_SCI_PIC_BANDS_SET:
		return take_bands(scan, step);
	default:
		return EXH_OK;
	}
}

static enum exh_status take_step(struct scan *scan, struct exh_sci_pic_step *step)
{
	unsigned kind = 0;
	enum exh_status status;

	*step = (struct exh_sci_pic_step){ 0 };
	while (kind < EXH_SCI_PIC_KINDS &&
	       !text_is(scan->token, exh_sci_pic_kind_name(kind)))
		kind++;
	if (kind == EXH_SCI_PIC_KINDS)
		return expected(scan, "visual, line, fill or another command");
	step->kind = (enum exh_sci_pic_kind)kind;
	status = take_arguments(scan, step);
	if (!status && take(scan))
		return expected(scan, "nothing more");
	return status;
}

/* State of the check that steps are in a valid order. */
struct order {
	enum exh_sci_pic_kind last;
	int16_t x, y; /* the end of the last line */
	bool has_point;
};

static enum exh_status check_order(const struct scan *scan, struct order *order,
				   struct exh_sci_pic_step *step)
{
	if (order->last == EXH_SCI_PIC_END)
		return expected(scan, "nothing after end");
	if (step->kind == EXH_SCI_PIC_LINE && !order->has_point)
		return expected(scan, "a move first: the line has no start");
	step->from_x = order->x;
	step->from_y = order->y;
	if (step->kind == EXH_SCI_PIC_LINE || step->kind == EXH_SCI_PIC_MOVE) {
		order->has_point = true;
		order->x = step->x;
		order->y = step->y;
	}
	order->last = step->kind;
	return EXH_OK;
}

static enum exh_status write_step(const struct scan *scan,
				  const struct exh_sci_pic_step *step,
				  struct exh_sci_pic_writer *writer)
{
	const enum exh_status status = exh_sci_pic_write(writer, step, scan->err);

	return status ? exh_within(scan->err, status, "line %zu", scan->number) : EXH_OK;
}

static enum exh_status assemble_lines(const struct lines *lines, struct scan *scan,
				      struct exh_sci_pic_writer *writer)
{
	struct order order = { .last = EXH_SCI_PIC_KINDS };
	struct exh_sci_pic_step step;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; i < lines->count && !status; i++) {
		const struct exh_bytes line = lines->items[i];
		const uint8_t *mark = memchr(line.data, '#', line.size);

		scan->line = line;
		scan->line.size = mark ? (size_t)(mark - line.data) : line.size;
		scan->at = 0;
		scan->number = i + 1;
		if (!take(scan))
			continue;
		status = take_step(scan, &step);
		if (!status)
			status = check_order(scan, &order, &step);
		if (!status)
			status = write_step(scan, &step, writer);
	}
	if (!status && order.last != EXH_SCI_PIC_END)
		status = exh_sci_pic_write(
			writer, &(struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_END },
			scan->err);
	return status;
}

enum exh_status sci_pic_assemble(struct exh_bytes text, struct exh_arena *arena,
				 struct exh_writer *out, struct exh_error *err)
{
	struct exh_sci_pic_writer writer = { .out = out };
	struct scan scan = { .arena = arena, .err = err };
	struct lines lines;
	enum exh_status status;

	lines_split(text_without_mark(text), &lines);
	status = assemble_lines(&lines, &scan, &writer);
	lines_free(&lines);
	return status;
}

enum exh_status sci_pic_repack(const struct asset *asset, struct exh_writer *out,
			       struct exh_error *err)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_writer writer = { .out = out };
	struct exh_sci_pic_step step = { .kind = EXH_SCI_PIC_KINDS };
	enum exh_status status = EXH_OK;

	exh_sci_patch_write_header(EXH_SCI_PIC, out);
	while (!status && sci_pic_next(&reader, &step))
		status = exh_sci_pic_write(&writer, &step, err);
	step = (struct exh_sci_pic_step){ .kind = EXH_SCI_PIC_END };
	return status ? status : exh_sci_pic_write(&writer, &step, err);
}
