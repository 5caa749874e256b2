#include "disasm.h"

#include "../base/reader.h"
#include "exhume/advanced/sci_disasm.h"
#include "basics.h"
#include "code.h"

#include <stdlib.h>
#include <string.h>

struct named {
	struct exh_bytes text;
	size_t number; /* below the count of the list */
};

static int compare(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	const int order = exh_sci_words_compare(x->text, y->text);

	return order ? order : (x->number > y->number) - (x->number < y->number);
}

/*
 * Marks the items (a byte each, by index) whose name may be written for their number. Of
 * several with the same name only the first is marked; with "only" set, none is. The
 * names are at offset place in each item. NULL when out of memory.
 */
static uint8_t *choose_of(const void *items, size_t count, size_t item_size, size_t place,
			  bool only, struct exh_arena *arena)
{
	struct named *list = exh_alloc(arena, count + 1, sizeof *list);
	uint8_t *chosen = exh_alloc(arena, count + 1, 1);

	if (!list || !chosen)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		memcpy(&list[i].text, (const char *)items + i * item_size + place,
		       sizeof list[i].text);
		list[i].number = i;
	}
	if (count)
		qsort(list, count, sizeof *list, compare);
	for (size_t i = 0; i < count; i++) {
		const bool is_first = !i || !same_bytes(list[i - 1].text, list[i].text);
		const bool is_last =
			i + 1 == count || !same_bytes(list[i].text, list[i + 1].text);

		chosen[list[i].number] =
			is_first && (is_last || !only) && exh_sci_is_token(list[i].text);
	}
	return chosen;
}

static uint8_t *choose_names(const struct exh_sci_names *names, struct exh_arena *arena)
{
	return choose_of(names->items, names->count, sizeof *names->items,
			 offsetof(struct exh_sci_name, text), false, arena);
}

enum exh_status exh_sci_naming_open(const struct exh_sci_program *program,
				    struct exh_arena *arena, struct exh_sci_naming *out,
				    struct exh_error *err)
{
	*out = (struct exh_sci_naming){
		.program = program,
		.selectors = choose_names(&program->selectors, arena),
		.kernel = choose_names(&program->kernel, arena),
		.classes = choose_of(
			program->classes, program->class_count, sizeof *program->classes,
			offsetof(struct exh_sci_program_class, name), true, arena),
	};
	return out->selectors && out->kernel && out->classes
		       ? EXH_OK
		       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "the names need more than %zu bytes of memory",
				  arena->limit);
}

enum label_kind {
	LABEL_NONE,
	LABEL_OBJECT,
	LABEL_FUNCTION,
	LABEL_TARGET,
	LABEL_STRING,
	LABEL_SAID,
};

enum { MAX_DISTANCE = 4096 };

/* Prefixes of labels that are made from an offset. */
static const char *const prefixes[] = {
	"object_", "proc_", "code_", "L_", "str_", "said_"
};
enum { PREFIXES = sizeof prefixes / sizeof *prefixes };

/*
 * Text.
 */

void exh_sci_write_number(struct exh_writer *out, int32_t value)
{
	char digits[12];
	size_t at = sizeof digits;
	uint32_t rest = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest);
	if (value < 0)
		digits[--at] = '-';
	exh_write_bytes(out, digits + at, sizeof digits - at);
}

void exh_sci_write_hex(struct exh_writer *out, unsigned value, int digits)
{
	char text[8];

	for (int i = digits; i-- > 0; value >>= 4)
		text[i] = "0123456789abcdef"[value & 15];
	exh_write_bytes(out, text, (size_t)digits);
}

static void write_offset_name(struct exh_writer *out, const char *prefix, unsigned offset)
{
	write_text(out, prefix);
	exh_sci_write_hex(out, offset, 4);
}

/*
 * Places with a label.
 */

static bool is_offset_name(struct exh_bytes name)
{
	for (size_t i = 0; i < PREFIXES; i++) {
		const size_t size = strlen(prefixes[i]);

		if (name.size == size + 4 && !memcmp(name.data, prefixes[i], size))
			return true;
	}
	return name.size > 7 && !memcmp(name.data, "export_", 7);
}

/* An object is called by its name if no other object has it, and if it can't be mistaken
 * for another label. */
static bool choose_objects(struct labels *labels, struct exh_arena *arena)
{
	const struct exh_sci_code *code = labels->code;

	labels->named_objects =
		choose_of(code->objects, code->object_count, sizeof *code->objects,
			  offsetof(struct exh_sci_object, name), true, arena);
	for (size_t i = 0; i < code->object_count && labels->named_objects; i++) {
		const struct exh_bytes name = code->objects[i].name;

		if (name.size &&
		    (memchr(name.data, ':', name.size) || is_offset_name(name)))
			labels->named_objects[i] = false;
	}
	return labels->named_objects;
}

static void mark_list(const struct labels *labels, const struct exh_bytes *list,
		      size_t count, enum label_kind kind)
{
	for (size_t i = 0; i < count; i++)
		labels->kinds[list[i].base - labels->code->bytes.base] = (uint8_t)kind;
}

bool exh_sci_is_whole_section(const struct exh_sci_section *section)
{
	return load_u16le(section->data.data - 2) == section->data.size + 4;
}

/* Bytes that get no line of their own can have no label: padding, and sections that are
 * cut. */
static void clear_unwritten(const struct labels *labels)
{
	const struct exh_sci_code *code = labels->code;

	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];
		const size_t start = s->data.base - code->bytes.base;

		if (!exh_sci_is_whole_section(s))
			memset(labels->kinds + start, LABEL_NONE, s->data.size);
		else if (s->type == EXH_SCI_SECTION_STRINGS && s->data.size &&
			 exh_sci_is_padded(s->data, s->data.size - 1))
			labels->kinds[start + s->data.size - 1] = LABEL_NONE;
	}
}

bool exh_sci_labels_open(struct labels *labels, const struct exh_sci_naming *naming,
			 const struct exh_sci_program_script *script,
			 struct exh_arena *arena)
{
	const struct exh_sci_code *code = &script->code;
	const uint8_t target = EXH_SCI_IS_TARGET | EXH_SCI_AT_INSTRUCTION;

	*labels = (struct labels){ .naming = naming, .script = script, .code = code };
	labels->kinds = exh_alloc(arena, code->bytes.size + 1, 1);
	if (!labels->kinds || !choose_objects(labels, arena))
		return false;
	for (size_t i = 0; i < code->bytes.size; i++)
		if ((code->marks[i] & target) == target)
			labels->kinds[i] = LABEL_TARGET;
	for (size_t i = 0; i < code->function_count; i++)
		labels->kinds[code->functions[i].start] = LABEL_FUNCTION;
	for (size_t i = 0; i < code->object_count; i++)
		labels->kinds[code->objects[i].address] = LABEL_OBJECT;
	mark_list(labels, code->script.strings, code->script.string_count, LABEL_STRING);
	mark_list(labels, code->script.saids, code->script.said_count, LABEL_SAID);
	clear_unwritten(labels);
	return true;
}

bool exh_sci_has_label(const struct labels *labels, unsigned offset)
{
	return offset < labels->code->bytes.size && labels->kinds[offset];
}

/*
 * Labels as text.
 */

void exh_sci_write_selector(const struct exh_sci_naming *naming, unsigned selector,
			    struct exh_writer *out)
{
	const struct exh_bytes name = exh_sci_program_selector(naming->program, selector);

	if (name.size && naming->selectors[selector]) {
		exh_write_bytes(out, name.data, name.size);
		return;
	}
	exh_write_u8(out, '#');
	exh_sci_write_number(out, (int32_t)selector);
}

static void write_object(const struct labels *labels, const struct exh_sci_object *object,
			 struct exh_writer *out)
{
	if (labels->named_objects[object - labels->code->objects])
		exh_write_bytes(out, object->name.data, object->name.size);
	else
		write_offset_name(out, "object_", object->address);
}

/* True if this is the object's code for the selector. */
static bool is_its_method(const struct exh_sci_function *f)
{
	for (size_t i = 0; i < f->object->method_count; i++)
		if (f->object->methods[i].selector == f->selector)
			return f->object->methods[i].code == f->start;
	return false;
}

static void write_function(const struct labels *labels, unsigned offset,
			   struct exh_writer *out)
{
	const struct exh_sci_naming *naming = labels->naming;
	const struct exh_sci_function *f = exh_sci_code_function(labels->code, offset);

	if (f->object && f->selector < naming->program->selectors.count &&
	    naming->selectors[f->selector] && is_its_method(f)) {
		write_object(labels, f->object, out);
		write_text(out, "::");
		exh_sci_write_selector(naming, f->selector, out);
	} else if (f->object) {
		write_offset_name(out, "code_", offset);
	} else if (f->export_number >= 0) {
		write_text(out, "export_");
		exh_sci_write_number(out, f->export_number);
	} else {
		write_offset_name(out, "proc_", offset);
	}
}

static void write_at(const struct labels *labels, unsigned offset, struct exh_writer *out)
{
	switch (labels->kinds[offset]) {
	case LABEL_OBJECT:
		write_object(labels, exh_sci_code_object(labels->code, offset), out);
		break;
	case LABEL_FUNCTION:
		write_function(labels, offset, out);
		break;
	case LABEL_TARGET:
		write_offset_name(out, "L_", offset);
		break;
	case LABEL_STRING:
		write_offset_name(out, "str_", offset);
		break;
	default:
		write_offset_name(out, "said_", offset);
	}
}

/* Distance in bytes from an offset back to a label of its section; -1 if there is
 * none. */
static int distance(const struct labels *labels, unsigned offset)
{
	const struct exh_sci_section *s = exh_sci_code_section(labels->code, offset);
	const size_t start = s ? s->data.base - labels->code->bytes.base : 0;

	for (unsigned back = 0; s && back <= offset - start && back < MAX_DISTANCE;
	     back++)
		if (labels->kinds[offset - back])
			return (int)back;
	return -1;
}

bool exh_sci_is_near_label(const struct labels *labels, unsigned offset)
{
	return distance(labels, offset) >= 0;
}

void exh_sci_write_label(const struct labels *labels, unsigned offset,
			 struct exh_writer *out)
{
	const int back = distance(labels, offset);

	if (back < 0) {
		write_offset_name(out, "$", offset);
		return;
	}
	write_at(labels, offset - (unsigned)back, out);
	if (back) {
		exh_write_u8(out, '+');
		exh_sci_write_number(out, back);
	}
}
