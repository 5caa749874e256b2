/* Drawing programs as text, a line for each step, and as JSON. */
#include "pic.h"
#include "task/memory.h"
#include "task/text.h"

enum {
	COLUMN = 32, /* least column of offsets */
	EXTENDED = 0xfe,
};

static void put_hex(struct exh_bytes bytes, struct exh_writer *out)
{
	for (size_t i = 0; i < bytes.size; i++)
		text_put(out, " %02x", bytes.data[i]);
}

static void put_pattern_code(unsigned code, struct exh_writer *out)
{
	if (code & ~(unsigned)(PATTERN_SIZE | PATTERN_RECTANGLE | PATTERN_TEXTURED))
		text_put(out, " 0x%02x", code);
	else
		text_put(out, " %s %u%s",
			 code & PATTERN_RECTANGLE ? "rectangle" : "circle",
			 code & PATTERN_SIZE, code & PATTERN_TEXTURED ? " textured" : "");
}

static void put_arguments(const struct exh_sci_pic_step *step, struct exh_writer *out)
{
	switch (step->kind) {
	case EXH_SCI_PIC_LINE:
	case EXH_SCI_PIC_FILL:
	case EXH_SCI_PIC_MOVE:
	case EXH_SCI_PIC_PATTERN:
	case EXH_SCI_PIC_CEL:
		text_put(out, " %d,%d", step->x, step->y);
		if (step->kind == EXH_SCI_PIC_PATTERN && step->is_textured)
			text_put(out, " %u", step->texture);
		if (step->kind == EXH_SCI_PIC_CEL)
			put_hex(step->data, out);
		break;
	case EXH_SCI_PIC_VISUAL:
	case EXH_SCI_PIC_PRIORITY:
	case EXH_SCI_PIC_CONTROL:
		if (step->is_on)
			text_put(out, " %u", step->number);
		else
			text_put(out, " off");
		break;
	case EXH_SCI_PIC_PATTERN_CODE:
		put_pattern_code(step->number, out);
		break;
	case EXH_SCI_PIC_ENTRY:
		text_put(out, " %u 0x%02x", step->number, step->value);
		break;
	case EXH_SCI_PIC_PALETTE:
		text_put(out, " %u", step->number);
		put_hex(step->data, out);
		break;
	case EXH_SCI_PIC_SKIPPED:
		text_put(out, " %u", step->extended);
		put_hex(step->data, out);
		break;
	case EXH_SCI_PIC_BANDS_SET:
		for (size_t i = 0; i < step->data.size; i++)
			text_put(out, " %u", step->data.data[i]);
		break;
	default:
		break;
	}
}

/* Appends the offset; base: offset of the resource in its file. */
static void put_place(const struct exh_sci_pic_step *step, size_t base,
		      struct exh_writer *out)
{
	text_put(out, "# 0x%04zx", step->offset - base);
	if (step->is_first)
		text_put(out, " %02X", step->op);
	if (step->is_first && step->op == EXTENDED)
		text_put(out, " %02X", step->extended);
}

static void pad(size_t width, struct exh_writer *out)
{
	text_put(out, "%*s  ", width < COLUMN ? (int)(COLUMN - width) : 0, "");
}

void sci_pic_text(const struct sci_pic_options *options, const struct asset *asset,
		  struct exh_writer *out)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_step step;
	struct exh_error err;
	enum exh_status status;

	text_put(out, "# %s\n", asset->name);
	do {
		const size_t start = out->size;

		status = exh_sci_pic_next(&reader, &step, &err);
		if (status)
			break;
		text_put(out, "%s", exh_sci_pic_kind_name(step.kind));
		put_arguments(&step, out);
		if (!options->plain) {
			pad(out->size - start, out);
			put_place(&step, asset->bytes.base, out);
		}
		text_put(out, "\n");
	} while (step.kind != EXH_SCI_PIC_END);
	if (status)
		text_put(out, "# 0x%04zx: %s\n", err.offset - asset->bytes.base,
			 err.text);
}

struct step_row {
	struct exh_sci_pic_step step;
	const char *kind;
	bool has_extended, has_place, has_from, has_texture, has_on, has_number,
		has_value;
};

static const struct field step_field[] = {
	FIELD(struct step_row, kind, NULL, "word of the step in drawing programs"),
	FIELD_AS("offset", struct step_row, step.offset, "bytes",
		 "where it is in the resource"),
	FIELD_AS("op", struct step_row, step.op, NULL, "byte of the opcode"),
	FIELD_AS("extended", struct step_row, step.extended, NULL,
		 "byte after the opcode FE", FIELD_HAS(struct step_row, has_extended)),
	FIELD_AS("x", struct step_row, step.x, "pixels", "where it draws, or moves to",
		 FIELD_HAS(struct step_row, has_place)),
	FIELD_AS("y", struct step_row, step.y, "pixels", "where it draws, or moves to",
		 FIELD_HAS(struct step_row, has_place)),
	FIELD_AS("from_x", struct step_row, step.from_x, "pixels",
		 "where the line begins", FIELD_HAS(struct step_row, has_from)),
	FIELD_AS("from_y", struct step_row, step.from_y, "pixels",
		 "where the line begins", FIELD_HAS(struct step_row, has_from)),
	FIELD_AS("texture", struct step_row, step.texture, NULL, "number of the texture",
		 FIELD_HAS(struct step_row, has_texture)),
	FIELD_AS("on", struct step_row, step.is_on, NULL,
		 "true: this map is drawn on from here",
		 FIELD_HAS(struct step_row, has_on)),
	FIELD_AS("number", struct step_row, step.number, NULL,
		 "colour, value, pattern, entry or palette that is set",
		 FIELD_HAS(struct step_row, has_number)),
	FIELD_AS("value", struct step_row, step.value, NULL, "value of the entry",
		 FIELD_HAS(struct step_row, has_value)),
	FIELD_OF("data", FIELD_HEX, struct step_row, step.data, NULL,
		 "further bytes of the step", .flags = FIELD_OMITTED),
};
static const struct fields step_table = FIELDS("step", struct step_row, step_field);

static const struct field steps_field[] = {
	FIELD_ADDED(FIELD_JSON_LIST, "steps", &step_table,
		    "with --list, instead of files: the steps of the drawing program"),
};
const struct fields sci_pic_steps_fields = FIELDS("steps", struct json *, steps_field);

static struct step_row step_row(struct exh_sci_pic_step step, size_t base)
{
	const enum exh_sci_pic_kind kind = step.kind;

	step.offset -= base;
	if (!step.data.size)
		step.data.data = NULL;
	return (struct step_row){
		.step = step,
		.kind = exh_sci_pic_kind_name(kind),
		.has_extended = step.op == EXTENDED,
		.has_place = kind <= EXH_SCI_PIC_MOVE,
		.has_from = kind == EXH_SCI_PIC_LINE,
		.has_texture = kind == EXH_SCI_PIC_PATTERN && step.is_textured,
		.has_on = kind >= EXH_SCI_PIC_VISUAL && kind <= EXH_SCI_PIC_CONTROL,
		.has_number = step.is_on || kind == EXH_SCI_PIC_PATTERN_CODE ||
			      kind == EXH_SCI_PIC_ENTRY || kind == EXH_SCI_PIC_PALETTE,
		.has_value = kind == EXH_SCI_PIC_ENTRY,
	};
}

struct json *sci_pic_steps_to_json(const struct asset *asset)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_step step;
	struct json *list = json_new_list();

	do {
		struct step_row row;

		if (exh_sci_pic_next(&reader, &step, NULL))
			break;
		row = step_row(step, asset->bytes.base);
		json_push(list, fields_to_json(&step_table, &row));
	} while (step.kind != EXH_SCI_PIC_END);
	return list;
}

void pic2png_list(const void *options, const struct assets *assets, const char *output,
		  struct report *report, struct json *result)
{
	struct exh_writer text = { .limit = (size_t)1 << 30 };
	struct json *objects = json_new_list();
	struct exh_error err;

	assets_to_json(assets, objects);
	for (size_t i = 0; i < assets->count; i++) {
		const struct asset *asset = &assets->items[i].asset;
		struct json *object;

		if (!assets_has(assets, i))
			continue;
		object = json_at(objects, i);
		json_remove(object, "files");
		if (report->common->json)
			json_set(object, "steps", sci_pic_steps_to_json(asset));
		else
			sci_pic_text(options, asset, &text);
	}
	json_set(result, "resources", objects);
	if (mem_check_limit(&text, &err))
		report_failure(report, assets->path, &err);
	else if (!report->common->json)
		report_write(report, output, exh_writer_bytes(&text));
	exh_writer_free(&text);
}
