/* Drawing programs as text, a line a step, and as JSON. */
#include "pic.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

enum {
	COLUMN = 32, /* that offsets begin at, at least */
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

/* base: of the resource in its file. */
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

static void step_to_json(const struct exh_sci_pic_step *step, struct json *object)
{
	const enum exh_sci_pic_kind kind = step->kind;

	if (kind <= EXH_SCI_PIC_MOVE) {
		json_set_number(object, "x", step->x);
		json_set_number(object, "y", step->y);
	}
	if (kind == EXH_SCI_PIC_LINE) {
		json_set_number(object, "from_x", step->from_x);
		json_set_number(object, "from_y", step->from_y);
	}
	if (kind == EXH_SCI_PIC_PATTERN && step->is_textured)
		json_set_number(object, "texture", step->texture);
	if (kind >= EXH_SCI_PIC_VISUAL && kind <= EXH_SCI_PIC_CONTROL)
		json_set_flag(object, "on", step->is_on);
	if (step->is_on || kind == EXH_SCI_PIC_PATTERN_CODE ||
	    kind == EXH_SCI_PIC_ENTRY || kind == EXH_SCI_PIC_PALETTE)
		json_set_number(object, "number", step->number);
	if (kind == EXH_SCI_PIC_ENTRY)
		json_set_number(object, "value", step->value);
	if (step->data.size)
		json_set(object, "data", json_of_hex(step->data));
}

struct json *sci_pic_steps_to_json(const struct asset *asset)
{
	struct exh_sci_pic_reader reader = { .in = asset->bytes };
	struct exh_sci_pic_step step;
	struct json *list = json_new_list();

	do {
		struct json *object;

		if (exh_sci_pic_next(&reader, &step, NULL))
			break;
		object = json_new_object();
		json_set_string(object, "kind", exh_sci_pic_kind_name(step.kind));
		json_set_number(object, "offset", (step.offset - asset->bytes.base));
		json_set_number(object, "op", step.op);
		if (step.op == EXTENDED)
			json_set_number(object, "extended", step.extended);
		step_to_json(&step, object);
		json_push(list, object);
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
