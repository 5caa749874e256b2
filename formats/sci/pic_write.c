#include "pic_draw.h"

enum form { SHORT_FORM, MEDIUM_FORM, LONG_FORM };

/* Indexed by form: the command with lines, and the one with patterns, in that form. */
static const uint8_t line_ops[] = { PIC_SHORT_LINES, PIC_MEDIUM_LINES, PIC_LONG_LINES };
static const uint8_t pattern_ops[] = { PIC_SHORT_PATTERNS, PIC_MEDIUM_PATTERNS,
				       PIC_LONG_PATTERNS };

/* True if the form can hold the step. A list continues only with items whose first byte
 * is below F0; with has_texture a texture byte comes first. */
static bool holds(enum form form, const struct exh_sci_pic_step *step, int16_t from_x,
		  int16_t from_y)
{
	const int16_t dx = pic_wrap(step->x - from_x), dy = pic_wrap(step->y - from_y);

	switch (form) {
	case SHORT_FORM:
		return dx >= (step->is_textured ? -7 : -6) && dx <= 7 && dy >= -7 &&
		       dy <= 7;
	case MEDIUM_FORM:
		return dy >= (step->is_textured ? -127 : -111) && dy <= 127 &&
		       dx >= -128 && dx <= 127;
	default:
		return step->x >= 0 && step->y >= 0 && step->y <= 0xfff &&
		       step->x <= (step->is_textured ? 0xfff : 0xeff);
	}
}

static void put_point(struct exh_writer *out, enum form form, int16_t x, int16_t y,
		      int16_t from_x, int16_t from_y)
{
	const int16_t dx = pic_wrap(x - from_x), dy = pic_wrap(y - from_y);
	const unsigned far_x = (unsigned)(dx < 0 ? -dx : dx);
	const unsigned far_y = (unsigned)(dy < 0 ? -dy : dy);

	switch (form) {
	case SHORT_FORM:
		exh_write_u8(out, (uint8_t)((dx < 0 ? 0x80U : 0) | far_x << 4 |
					    (dy < 0 ? 0x08U : 0) | far_y));
		break;
	case MEDIUM_FORM:
		exh_write_u8(out, (uint8_t)((dy < 0 ? 0x80U : 0) | far_y));
		exh_write_u8(out, (uint8_t)dx);
		break;
	default:
		exh_write_u8(out, (uint8_t)((x >> 8) << 4 | y >> 8));
		exh_write_u8(out, (uint8_t)x);
		exh_write_u8(out, (uint8_t)y);
	}
}

static enum exh_status no_room(const struct exh_sci_pic_step *step, struct exh_error *err)
{
	return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET, "a %s does not fit at %d, %d",
			exh_sci_pic_kind_name(step->kind), step->x, step->y);
}

/* Returns the shortest form, from "form" on, that holds a step; LONG_FORM + 1 if none
 * does. */
static unsigned find_form(unsigned form, const struct exh_sci_pic_step *step,
			  int16_t from_x, int16_t from_y)
{
	while (form <= LONG_FORM && !holds((enum form)form, step, from_x, from_y))
		form++;
	return form;
}

static void put_item(struct exh_sci_pic_writer *writer, enum form form,
		     const struct exh_sci_pic_step *step)
{
	if (step->is_textured)
		exh_write_u8(writer->out, step->texture);
	put_point(writer->out, form, step->x, step->y, writer->x, writer->y);
	writer->x = step->x;
	writer->y = step->y;
	writer->point_count++;
}

/* The first point is always long; the list begins in the shortest form. */
static enum exh_status begin_list(struct exh_sci_pic_writer *writer, uint8_t op,
				  const struct exh_sci_pic_step *step,
				  struct exh_error *err)
{
	if (!holds(LONG_FORM, step, 0, 0))
		return no_room(step, err);
	writer->op = op;
	writer->form = SHORT_FORM;
	writer->list = writer->out->size;
	writer->point_count = 0;
	exh_write_u8(writer->out, op);
	put_item(writer, LONG_FORM, step);
	return EXH_OK;
}

static bool list_fits(struct exh_sci_pic_reader list, enum form form)
{
	struct exh_sci_pic_step step;
	bool fits = true;

	for (bool is_first = true; fits && list.at < list.in.size; is_first = false) {
		const int16_t x = list.x, y = list.y;

		fits = !exh_sci_pic_next(&list, &step, NULL) &&
		       (is_first || holds(form, &step, x, y));
	}
	return fits;
}

/* Rewrites the current list in a longer form, if that form holds all of it. */
static bool lengthen(struct exh_sci_pic_writer *writer, enum form form,
		     const uint8_t ops[])
{
	struct exh_writer *out = writer->out, copy = { .limit = out->size };
	struct exh_sci_pic_reader reader = { .pattern_code = writer->pattern_code };
	struct exh_sci_pic_step step;
	bool fits;

	if (out->failed)
		return false;
	exh_write_bytes(&copy, out->data + writer->list, out->size - writer->list);
	out->failed |= copy.failed;
	reader.in = exh_writer_bytes(&copy);
	fits = !copy.failed && list_fits(reader, form);
	if (fits) {
		out->size = writer->list;
		writer->point_count = 0;
		writer->form = (uint8_t)form;
		writer->op = ops[form];
		exh_write_u8(out, ops[form]);
		while (reader.at < copy.size && !exh_sci_pic_next(&reader, &step, NULL))
			put_item(writer, writer->point_count ? form : LONG_FORM, &step);
	}
	exh_writer_free(&copy);
	return fits;
}

/*
 * Lines, which must stay in the list of the point where they begin.
 */

static bool is_line_op(unsigned op)
{
	return op >= PIC_MEDIUM_LINES && op <= PIC_SHORT_LINES;
}

static enum exh_status put_line(struct exh_sci_pic_writer *writer,
				const struct exh_sci_pic_step *step,
				struct exh_error *err)
{
	const struct exh_sci_pic_step move = { .kind = EXH_SCI_PIC_MOVE,
					       .x = step->from_x,
					       .y = step->from_y };
	enum exh_status status = EXH_OK;
	unsigned form;

	if (!is_line_op(writer->op) || writer->x != move.x || writer->y != move.y)
		status = begin_list(writer, PIC_SHORT_LINES, &move, err);
	if (status)
		return status;
	form = find_form(writer->form, step, move.x, move.y);
	if (form > LONG_FORM ||
	    (form > writer->form && !lengthen(writer, (enum form)form, line_ops)))
		return no_room(step, err);
	put_item(writer, (enum form)form, step);
	return EXH_OK;
}

/*
 * Patterns, fills and entries, whose lists may end anywhere.
 */

static bool is_pattern_op(unsigned op)
{
	return op == PIC_SHORT_PATTERNS || op == PIC_MEDIUM_PATTERNS ||
	       op == PIC_LONG_PATTERNS;
}

/* True if the current list takes the step: in the same form, or lengthened if that costs
 * no more than a new list with its first point. Lengthens also if no new list is
 * possible: first points are never left of the maps or above them. */
static bool goes_on_list(struct exh_sci_pic_writer *writer,
			 const struct exh_sci_pic_step *step)
{
	unsigned form, cost;

	if (!is_pattern_op(writer->op))
		return false;
	form = find_form(writer->form, step, writer->x, writer->y);
	if (form > LONG_FORM)
		return false;
	cost = (form - writer->form) * (unsigned)(writer->point_count - 1) + form + 1;
	return form == writer->form || ((cost <= 4 || !holds(LONG_FORM, step, 0, 0)) &&
					lengthen(writer, (enum form)form, pattern_ops));
}

static enum exh_status put_pattern(struct exh_sci_pic_writer *writer,
				   const struct exh_sci_pic_step *step,
				   struct exh_error *err)
{
	if (step->is_textured != ((writer->pattern_code & PIC_TEXTURED) != 0))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"a pattern with code %02X and %s texture",
				writer->pattern_code, step->is_textured ? "a" : "no");
	if (step->is_textured && step->texture >= PIC_FIRST_OP)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"texture does not fit: %02X", step->texture);
	/* A new list may have a shorter form. */
	if (step->is_first || !goes_on_list(writer, step))
		return begin_list(writer, PIC_SHORT_PATTERNS, step, err);
	put_item(writer, (enum form)writer->form, step);
	return EXH_OK;
}

static enum exh_status put_fill(struct exh_sci_pic_writer *writer,
				const struct exh_sci_pic_step *step,
				struct exh_error *err)
{
	if (writer->op != PIC_FILLS)
		return begin_list(writer, PIC_FILLS, step, err);
	if (!holds(LONG_FORM, step, 0, 0))
		return no_room(step, err);
	put_item(writer, LONG_FORM, step);
	return EXH_OK;
}

static enum exh_status put_entry(struct exh_sci_pic_writer *writer,
				 const struct exh_sci_pic_step *step,
				 struct exh_error *err)
{
	if (step->number >= PIC_FIRST_OP)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET, "entry does not fit: %u",
				step->number);
	if (writer->op != PIC_EXTENDED) {
		exh_write_u8(writer->out, PIC_EXTENDED);
		exh_write_u8(writer->out, PIC_ENTRIES);
		writer->op = PIC_EXTENDED;
	}
	exh_write_u8(writer->out, step->number);
	exh_write_u8(writer->out, step->value);
	return EXH_OK;
}

/*
 * Commands that are no lists.
 */

static void put_pen(struct exh_sci_pic_writer *writer, uint8_t op,
		    const struct exh_sci_pic_step *step)
{
	exh_write_u8(writer->out, step->is_on ? op : op + 1);
	if (step->is_on)
		exh_write_u8(writer->out, step->number);
}

static enum exh_status put_cel(struct exh_sci_pic_writer *writer,
			       const struct exh_sci_pic_step *step, struct exh_error *err)
{
	/* Not an item of a list: its first byte may be F0 or above. */
	if (step->x < 0 || step->x > 0xfff || step->y < 0 || step->y > 0xfff ||
	    step->data.size > UINT16_MAX)
		return no_room(step, err);
	exh_write_u8(writer->out, PIC_EXTENDED);
	exh_write_u8(writer->out, PIC_CEL);
	put_point(writer->out, LONG_FORM, step->x, step->y, 0, 0);
	exh_write_u16le(writer->out, (uint16_t)step->data.size);
	exh_write_bytes(writer->out, step->data.data, step->data.size);
	return EXH_OK;
}

static enum exh_status put_data(struct exh_sci_pic_writer *writer, uint8_t extended,
				const struct exh_sci_pic_step *step,
				struct exh_error *err)
{
	const bool is_palette = extended == PIC_PALETTE;

	if (extended < PIC_PALETTE || extended > PIC_BANDS || extended == PIC_CEL ||
	    step->data.size + is_palette != exh_sci_pic_extended_size(extended))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"command FE %02X with %zu bytes", extended,
				step->data.size);
	exh_write_u8(writer->out, PIC_EXTENDED);
	exh_write_u8(writer->out, extended);
	if (is_palette)
		exh_write_u8(writer->out, step->number);
	exh_write_bytes(writer->out, step->data.data, step->data.size);
	return EXH_OK;
}

static enum exh_status put_command(struct exh_sci_pic_writer *writer,
				   const struct exh_sci_pic_step *step,
				   struct exh_error *err)
{
	writer->op = 0;
	switch (step->kind) {
	case EXH_SCI_PIC_CEL:
		return put_cel(writer, step, err);
	case EXH_SCI_PIC_MOVE:
		return begin_list(writer, PIC_SHORT_LINES, step, err);
	case EXH_SCI_PIC_VISUAL:
		put_pen(writer, PIC_VISUAL, step);
		break;
	case EXH_SCI_PIC_PRIORITY:
		put_pen(writer, PIC_PRIORITY, step);
		break;
	case EXH_SCI_PIC_CONTROL:
		put_pen(writer, PIC_CONTROL, step);
		break;
	case EXH_SCI_PIC_PATTERN_CODE:
		exh_write_u8(writer->out, PIC_PATTERN_CODE);
		exh_write_u8(writer->out, step->number);
		writer->pattern_code = step->number;
		break;
	case EXH_SCI_PIC_PALETTE:
		return put_data(writer, PIC_PALETTE, step, err);
	case EXH_SCI_PIC_SKIPPED:
		return put_data(writer, step->extended, step, err);
	case EXH_SCI_PIC_BANDS_SET:
		return put_data(writer, PIC_BANDS, step, err);
	case EXH_SCI_PIC_END:
		exh_write_u8(writer->out, PIC_END);
		break;
	default:
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "unknown kind of step");
	}
	return EXH_OK;
}

enum exh_status exh_sci_pic_write(struct exh_sci_pic_writer *writer,
				  const struct exh_sci_pic_step *step,
				  struct exh_error *err)
{
	enum exh_status status;

	switch (step->kind) {
	case EXH_SCI_PIC_LINE:
		status = put_line(writer, step, err);
		break;
	case EXH_SCI_PIC_FILL:
		status = put_fill(writer, step, err);
		break;
	case EXH_SCI_PIC_PATTERN:
		status = put_pattern(writer, step, err);
		break;
	case EXH_SCI_PIC_ENTRY:
		status = put_entry(writer, step, err);
		break;
	default:
		status = put_command(writer, step, err);
	}
	if (!status && writer->out->failed)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for the pic");
	return status;
}
