#include "script.h"

#include "task/text.h"

static void put(struct exh_writer *out, struct exh_bytes name)
{
	if (name.size)
		exh_write_bytes(out, name.data, name.size);
	else
		text_put(out, "(no name)");
}

static void put_selector(const struct exh_sci_program *program, int selector,
			 struct exh_writer *out)
{
	const struct exh_bytes name =
		selector < 0 ? (struct exh_bytes){ 0 }
			     : exh_sci_program_selector(program, (unsigned)selector);

	if (name.size)
		exh_write_bytes(out, name.data, name.size);
	else
		text_put(out, "#%d", selector);
}

void script_place_put(const struct exh_sci_program *program,
		      const struct exh_sci_program_script *script, unsigned offset,
		      struct exh_writer *out)
{
	const struct exh_sci_place place = exh_sci_place_of(program, script, offset);

	if (place.object) {
		put(out, place.object->name);
		text_put(out, place.function ? "::" : ".");
		put_selector(program, place.selector, out);
	} else if (place.function && place.function->export_number >= 0) {
		text_put(out, "export_%d", place.function->export_number);
	} else if (place.function) {
		text_put(out, "proc_%04x", place.function->start);
	}
}

struct exh_bytes script_own_name(const struct exh_sci_program_script *script)
{
	const struct exh_sci_object *object =
		script && script->code.export_count
			? exh_sci_code_object(&script->code, script->code.exports[0])
			: NULL;

	return object ? object->name : (struct exh_bytes){ .size = 0 };
}

struct exh_bytes script_use_name(const struct exh_sci_program *program,
				 const struct exh_sci_use *use)
{
	const struct exh_sci_program_class *class;
	struct exh_bytes text = { .size = 0 };

	switch (use->kind) {
	case EXH_SCI_USE_SCRIPT:
	case EXH_SCI_USE_ROOM:
		return script_own_name(exh_sci_program_script(program, use->number));
	case EXH_SCI_USE_TEXT:
		exh_sci_program_text(program, use->number, use->index, &text);
		return text;
	case EXH_SCI_USE_KERNEL:
		return exh_sci_program_kernel(program, use->number);
	case EXH_SCI_USE_SELECTOR:
		return exh_sci_program_selector(program, use->number);
	case EXH_SCI_USE_CLASS:
		class = exh_sci_program_class(program, use->number);
		return class ? class->name : text;
	default:
		return text;
	}
}
