#include "pic_draw.h"

#include "../base/reader.h"

static const char *const kind_names[EXH_SCI_PIC_KINDS] = {
	"line",	   "fill",	   "pattern", "cel",	 "move",    "visual", "priority",
	"control", "pattern-code", "entry",   "palette", "skipped", "bands",  "end",
};

const char *exh_sci_pic_kind_name(unsigned kind)
{
	return kind < EXH_SCI_PIC_KINDS ? kind_names[kind] : NULL;
}

size_t exh_sci_pic_extended_size(unsigned extended)
{
	static const uint8_t sizes[PIC_EXTENDED_COUNT] = {
		[PIC_PALETTE] = 1 + EXH_SCI_PIC_COLORS,
		[PIC_MONO_PALETTE] = 41,
		[PIC_MONO_VISUAL] = 1,
		[PIC_MONO_DIRECT] = 1,
		[PIC_BANDS] = EXH_SCI_PIC_BANDS,
	};

	return sizes[extended];
}

/* Reads a point of a given size; x and y hold the previous point. */
static void take_point(struct reader *r, unsigned size, int16_t *x, int16_t *y)
{
	const uint8_t *p = rd_take(r, size);

	if (p)
		pic_point(p, size, x, y);
}

/* Reads the point of a list's next item; the first is always long. */
static void read_point(const struct exh_sci_pic_reader *reader, struct reader *r,
		       struct exh_sci_pic_step *step)
{
	const bool is_medium =
		reader->op == PIC_MEDIUM_LINES || reader->op == PIC_MEDIUM_PATTERNS;
	const bool is_short =
		reader->op == PIC_SHORT_LINES || reader->op == PIC_SHORT_PATTERNS;

	step->x = reader->x;
	step->y = reader->y;
	take_point(r,
		   reader->has_point && is_medium  ? PIC_MEDIUM_SIZE
		   : reader->has_point && is_short ? PIC_SHORT_SIZE
						   : PIC_LONG_SIZE,
		   &step->x, &step->y);
}

static void read_line(const struct exh_sci_pic_reader *reader, struct reader *r,
		      struct exh_sci_pic_step *step)
{
	read_point(reader, r, step);
	step->kind = reader->has_point ? EXH_SCI_PIC_LINE : EXH_SCI_PIC_MOVE;
	if (!reader->has_point)
		return;
	step->from_x = reader->x;
	step->from_y = reader->y;
}

static void read_pattern(const struct exh_sci_pic_reader *reader, struct reader *r,
			 struct exh_sci_pic_step *step)
{
	step->kind = EXH_SCI_PIC_PATTERN;
	step->is_textured = (reader->pattern_code & PIC_TEXTURED) != 0;
	if (step->is_textured)
		step->texture = rd_u8(r);
	read_point(reader, r, step);
}

static void read_item(const struct exh_sci_pic_reader *reader, struct reader *r,
		      struct exh_sci_pic_step *step)
{
	switch (reader->op) {
	case PIC_MEDIUM_LINES:
	case PIC_LONG_LINES:
	case PIC_SHORT_LINES:
		read_line(reader, r, step);
		break;
	case PIC_FILLS:
		step->kind = EXH_SCI_PIC_FILL;
		read_point(reader, r, step);
		break;
	case PIC_EXTENDED:
		step->kind = EXH_SCI_PIC_ENTRY;
		step->number = rd_u8(r);
		step->value = rd_u8(r);
		break;
	default:
		read_pattern(reader, r, step);
	}
}

static void read_data(struct reader *r, size_t size, struct exh_sci_pic_step *step)
{
	step->data = (struct exh_bytes){ NULL, size, rd_tell(r) };
	step->data.data = rd_take(r, size);
}

/* True for SCI1's table of colours: 256 bytes that count up, after FE 02. */
static bool is_vga(const struct reader *r)
{
	if (rd_left(r) < 256)
		return false;
	for (unsigned i = 0; i < 256; i++)
		if (r->in.data[r->pos + i] != i)
			return false;
	return true;
}

static void read_extended(struct reader *r, struct exh_sci_pic_step *step)
{
	if (step->extended == PIC_PALETTE) {
		step->kind = EXH_SCI_PIC_PALETTE;
		step->number = rd_u8(r);
		read_data(r, EXH_SCI_PIC_COLORS, step);
	} else if (step->extended == PIC_CEL) {
		step->kind = EXH_SCI_PIC_CEL;
		take_point(r, PIC_LONG_SIZE, &step->x, &step->y);
		read_data(r, rd_u16le(r), step);
	} else {
		step->kind = step->extended == PIC_BANDS ? EXH_SCI_PIC_BANDS_SET
							 : EXH_SCI_PIC_SKIPPED;
		read_data(r, exh_sci_pic_extended_size(step->extended), step);
	}
}

/* Reads a command without a list. */
static void read_command(struct reader *r, struct exh_sci_pic_step *step)
{
	switch (step->op) {
	case PIC_VISUAL:
	case PIC_PRIORITY:
	case PIC_CONTROL:
		step->is_on = true;
		step->number = rd_u8(r);
		/* fall through */
	case PIC_VISUAL_OFF:
	case PIC_PRIORITY_OFF:
	case PIC_CONTROL_OFF:
		step->kind = step->op <= PIC_VISUAL_OFF	    ? EXH_SCI_PIC_VISUAL
			     : step->op <= PIC_PRIORITY_OFF ? EXH_SCI_PIC_PRIORITY
							    : EXH_SCI_PIC_CONTROL;
		break;
	case PIC_PATTERN_CODE:
		step->kind = EXH_SCI_PIC_PATTERN_CODE;
		step->number = rd_u8(r);
		break;
	case PIC_EXTENDED:
		read_extended(r, step);
		break;
	default:
		step->kind = EXH_SCI_PIC_END;
	}
}

static bool is_list(unsigned op, unsigned extended)
{
	return pic_is_list(op) || (op == PIC_EXTENDED && extended == PIC_ENTRIES);
}

/* True if the current list has another item. */
static bool goes_on(const struct exh_sci_pic_reader *reader)
{
	return reader->op && reader->at < reader->in.size &&
	       reader->in.data[reader->at] < PIC_FIRST_OP;
}

/* Reads the opcode, and the second byte after FE, into step. */
static enum exh_status read_op(struct reader *r, struct exh_sci_pic_step *step,
			       struct exh_error *err)
{
	step->offset = rd_tell(r);
	step->is_first = true;
	step->op = rd_u8(r);
	step->extended = 0;
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, step->offset,
				"the pic ends without FF");
	if (step->op == SCI11_HEADER && r->pos == 1 && rd_left(r) && !r->in.data[1])
		return exh_fail(err, EXH_UNSUPPORTED, step->offset,
				"header 26 00: a pic of SCI1.1, expected one of SCI0");
	if (step->op < PIC_FIRST_OP)
		return exh_fail(err, EXH_INVALID, step->offset,
				"byte 0x%02X where a command is expected", step->op);
	if (step->op != PIC_EXTENDED)
		return EXH_OK;
	step->extended = rd_u8(r);
	if (r->failed)
		return exh_fail(err, EXH_TRUNCATED, step->offset,
				"the pic ends inside command FE");
	if (step->extended >= PIC_EXTENDED_COUNT)
		return exh_fail(err, EXH_INVALID, step->offset,
				"unknown extended command FE %02X", step->extended);
	if (step->extended == PIC_MONO_PALETTE && is_vga(r))
		return exh_fail(err, EXH_UNSUPPORTED, step->offset,
				"an SCI1 pic in 256 colours");
	return EXH_OK;
}

static enum exh_status fail_inside(const struct exh_sci_pic_step *step,
				   struct exh_error *err)
{
	if (step->op == PIC_EXTENDED)
		return exh_fail(err, EXH_TRUNCATED, step->offset,
				"the pic ends inside command FE %02X", step->extended);
	return exh_fail(err, EXH_TRUNCATED, step->offset,
			"the pic ends inside command %02X", step->op);
}

/* Reads an item of the current list; its first byte is present. */
static enum exh_status next_item(struct exh_sci_pic_reader *reader,
				 struct exh_sci_pic_step *step, struct exh_error *err)
{
	struct reader r = { .in = reader->in, .pos = reader->at };

	read_item(reader, &r, step);
	if (r.failed)
		return fail_inside(step, err);
	reader->at = r.pos;
	reader->has_point = true;
	reader->x = step->x;
	reader->y = step->y;
	return EXH_OK;
}

static enum exh_status next_command(struct exh_sci_pic_reader *reader, struct reader *r,
				    struct exh_sci_pic_step *step, struct exh_error *err)
{
	read_command(r, step);
	if (r->failed)
		return fail_inside(step, err);
	reader->at = r->pos;
	reader->is_ended = step->kind == EXH_SCI_PIC_END;
	if (step->kind == EXH_SCI_PIC_PATTERN_CODE)
		reader->pattern_code = step->number;
	return EXH_OK;
}

/* Skips empty lists. */
static enum exh_status next_op(struct exh_sci_pic_reader *reader,
			       struct exh_sci_pic_step *step, struct exh_error *err)
{
	struct reader r = { .in = reader->in, .pos = reader->at };

	do {
		const enum exh_status status = read_op(&r, step, err);

		if (status)
			return status;
		reader->at = r.pos;
		reader->op = is_list(step->op, step->extended) ? step->op : 0;
		reader->extended = reader->op ? step->extended : 0;
		reader->has_point = false;
		if (!reader->op)
			return next_command(reader, &r, step, err);
	} while (!goes_on(reader));
	return next_item(reader, step, err);
}

enum exh_status exh_sci_pic_next(struct exh_sci_pic_reader *reader,
				 struct exh_sci_pic_step *step, struct exh_error *err)
{
	struct exh_sci_pic_reader ahead;
	enum exh_status status;

	*step = (struct exh_sci_pic_step){ .op = reader->op,
					   .extended = reader->extended,
					   .offset = reader->in.base + reader->at };
	if (goes_on(reader))
		return next_item(reader, step, err);
	ahead = *reader;
	status = next_op(&ahead, step, err);
	if (!status)
		*reader = ahead;
	return status;
}

void exh_sci_pic_note(const struct exh_sci_pic_step *step, struct exh_notes *notes)
{
	unsigned palette = 0;

	if (step->kind == EXH_SCI_PIC_PALETTE)
		palette = step->number;
	else if (step->kind == EXH_SCI_PIC_ENTRY ||
		 (step->kind == EXH_SCI_PIC_VISUAL && step->is_on))
		palette = step->number / EXH_SCI_PIC_COLORS;
	if (palette >= EXH_SCI_PIC_PALETTES)
		exh_note(notes, EXH_WARNING, step->offset, "palette %u, expected 0 to %d",
			 palette, EXH_SCI_PIC_PALETTES - 1);
}

enum exh_status exh_sci_pic_draw(struct exh_bytes in, struct exh_sci_pic_canvas *canvas,
				 struct exh_notes *notes, struct exh_error *err)
{
	struct exh_sci_pic_reader reader = { .in = in };
	struct exh_sci_pic_step step;

	do {
		enum exh_status status;

		exh_sci_pic_run_most(canvas, &reader);
		status = exh_sci_pic_next(&reader, &step, err);
		if (status)
			return status;
		exh_sci_pic_note(&step, notes);
		if (!exh_sci_pic_run(canvas, &step))
			exh_note(notes, EXH_DAMAGE, step.offset,
				 "the picture at %d, %d is damaged", step.x, step.y);
	} while (step.kind != EXH_SCI_PIC_END);
	return EXH_OK;
}
