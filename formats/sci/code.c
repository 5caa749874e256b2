#include "exhume/advanced/sci_code.h"

#include "../base/reader.h"
#include "code.h"

enum { MAX_SIZE = 65535, MAX_NOTES = 100, WORD = 2 };

static size_t section_start(const struct exh_sci_code *code,
			    const struct exh_sci_section *section)
{
	return section->offset - code->bytes.base;
}

/* Returns the first section of a type; others are noted. */
static const struct exh_sci_section *only_section(const struct exh_sci_code *code,
						  unsigned type, struct exh_notes *notes)
{
	const struct exh_sci_section *first = NULL;

	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];

		if (s->type == type && first)
			exh_note(notes, EXH_WARNING, s->offset,
				 "another section of %s is left out",
				 exh_sci_section_name(type));
		else if (s->type == type)
			first = s;
	}
	return first;
}

static uint16_t *read_words(struct reader *r, size_t count, struct exh_arena *arena)
{
	uint16_t *words = exh_alloc(arena, count + 1, sizeof *words);

	for (size_t i = 0; i < count && words; i++)
		words[i] = rd_u16le(r);
	return words;
}

/* Reads exports or relocations: their number, then the list. */
static uint16_t *read_counted(const struct exh_sci_code *code, unsigned type,
			      struct exh_arena *arena, size_t *count,
			      struct exh_notes *notes)
{
	const struct exh_sci_section *section = only_section(code, type, notes);
	struct reader r = { .in = section ? section->data : (struct exh_bytes){ 0 } };
	const size_t declared = rd_u16le(&r);

	*count = declared < rd_left(&r) / WORD ? declared : rd_left(&r) / WORD;
	if (section && *count != declared)
		exh_note(notes, EXH_DAMAGE, section->offset,
			 "the section of %s declares %zu, and has room for %zu",
			 exh_sci_section_name(type), declared, *count);
	return read_words(&r, *count, arena);
}

static bool read_locals(struct exh_sci_code *code, struct exh_arena *arena,
			struct exh_notes *notes)
{
	const struct exh_sci_section *section =
		only_section(code, EXH_SCI_SECTION_LOCALS, notes);
	struct reader r = { .in = section ? section->data : (struct exh_bytes){ 0 } };

	code->local_count = rd_left(&r) / WORD;
	if (section)
		code->locals_offset = (uint16_t)(section->data.base - code->bytes.base);
	else if (code->script.is_early)
		code->local_count = code->script.locals_count;
	code->locals = read_words(&r, code->local_count, arena);
	return code->locals;
}

/*
 * Objects.
 */

/* Selectors of early scripts are doubled; bit 0 shows only how they are used. */
static void halve_selectors(struct exh_sci_object *object)
{
	for (size_t i = 0; object->selectors && i < object->property_count; i++)
		object->selectors[i] /= 2;
	for (size_t i = 0; i < object->method_count; i++)
		object->methods[i].selector /= 2;
}

static bool read_methods(struct reader *r, struct exh_sci_object *object,
			 struct exh_arena *arena)
{
	const size_t count = rd_u16le(r);

	if (r->failed || count * 2 * WORD + WORD > rd_left(r))
		return false;
	object->methods = exh_alloc(arena, count + 1, sizeof *object->methods);
	object->method_count = object->methods ? count : 0;
	for (size_t i = 0; i < object->method_count; i++)
		object->methods[i].selector = rd_u16le(r);
	rd_u16le(r);
	for (size_t i = 0; i < object->method_count; i++)
		object->methods[i].code = rd_u16le(r);
	return true;
}

/* True if memory for its lists is missing. */
static bool lacks_memory(const struct exh_sci_object *object)
{
	return !object->properties || !object->methods ||
	       (object->is_class && !object->selectors);
}

/* False if it is not an object, or truncated. True also when out of memory. */
static bool read_object(const struct exh_sci_section *section,
			struct exh_sci_object *object, struct exh_arena *arena)
{
	struct reader r = { .in = section->data };
	const uint16_t magic = rd_u16le(&r);
	size_t count, lists = object->is_class ? 2 : 1;

	rd_u16le(&r);
	rd_u16le(&r);
	count = rd_u16le(&r);
	if (r.failed || magic != EXH_SCI_OBJECT_MAGIC ||
	    count * lists * WORD > rd_left(&r))
		return false;
	object->property_count = count;
	object->properties = read_words(&r, count, arena);
	if (object->is_class)
		object->selectors = read_words(&r, count, arena);
	if (!object->properties || (object->is_class && !object->selectors))
		return true;
	return read_methods(&r, object, arena);
}

static bool read_objects(struct exh_sci_code *code, struct exh_arena *arena,
			 struct exh_notes *notes)
{
	const struct exh_sci_section *sections = code->script.sections;
	const size_t count = code->script.section_count;

	code->objects = exh_alloc(arena, count + 1, sizeof *code->objects);
	for (size_t i = 0; i < count && code->objects; i++) {
		const bool is_class = sections[i].type == EXH_SCI_SECTION_CLASS;
		struct exh_sci_object *object = &code->objects[code->object_count];

		if (!is_class && sections[i].type != EXH_SCI_SECTION_OBJECT)
			continue;
		*object = (struct exh_sci_object){
			.is_class = is_class,
			.section = i,
			.address = (uint16_t)(section_start(code, &sections[i]) + 4 +
					      EXH_SCI_OBJECT_HEAD),
		};
		if (!read_object(&sections[i], object, arena)) {
			exh_note(notes, EXH_DAMAGE, sections[i].offset,
				 "the %s at 0x%04zx is truncated, or is none",
				 is_class ? "class" : "object",
				 section_start(code, &sections[i]));
			continue;
		}
		if (lacks_memory(object))
			return false;
		if (code->script.is_early)
			halve_selectors(object);
		if (object->property_count > EXH_SCI_NAME)
			exh_sci_code_string(code, object->properties[EXH_SCI_NAME],
					    &object->name);
		code->object_count++;
	}
	return code->objects;
}

static void check_relocations(struct exh_sci_code *code, struct exh_notes *notes)
{
	for (size_t i = 0; i < code->relocation_count; i++) {
		const uint16_t at = code->relocations[i];
		const struct exh_sci_section *s = exh_sci_code_section(code, at);

		if (!s || at + 1u >= code->bytes.size ||
		    (s->type != EXH_SCI_SECTION_OBJECT &&
		     s->type != EXH_SCI_SECTION_CLASS &&
		     s->type != EXH_SCI_SECTION_LOCALS))
			exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
				 "relocation %zu is of 0x%04x, which lies in neither an "
				 "object nor the locals",
				 i, at);
		if (s && at + 1u < code->bytes.size)
			code->marks[at] |= EXH_SCI_IS_RELOCATED;
	}
}

static bool read_parts(struct exh_sci_code *code, struct exh_arena *arena,
		       struct exh_notes *notes)
{
	code->marks = exh_alloc(arena, code->bytes.size + 1, 1);
	code->exports = read_counted(code, EXH_SCI_SECTION_EXPORTS, arena,
				     &code->export_count, notes);
	code->relocations = read_counted(code, EXH_SCI_SECTION_RELOCATION, arena,
					 &code->relocation_count, notes);
	for (size_t i = 0; i < code->script.section_count; i++)
		code->has_preload_text |=
			code->script.sections[i].type == EXH_SCI_SECTION_PRELOAD_TEXT;
	if (!code->marks || !code->exports || !code->relocations ||
	    !read_locals(code, arena, notes) || !read_objects(code, arena, notes))
		return false;
	check_relocations(code, notes);
	return true;
}

enum exh_status exh_sci_code_read(struct exh_bytes in, struct exh_arena *arena,
				  struct exh_sci_code *out, struct exh_notes *notes,
				  struct exh_error *err)
{
	enum exh_status status;

	*out = (struct exh_sci_code){ .bytes = in };
	if (in.size > MAX_SIZE)
		return exh_fail(err, EXH_LIMIT, in.base,
				"%zu bytes: a script has at most %d", in.size, MAX_SIZE);
	status = exh_sci_script_read(in, arena, &out->script, notes, err);
	if (status)
		return status;
	exh_notes_limit(notes, MAX_NOTES);
	if (!read_parts(out, arena, notes) || !exh_sci_code_trace(out, arena, notes))
		status = exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "a script of %zu bytes needs more than %zu bytes of "
				  "memory",
				  in.size, arena->limit);
	exh_notes_all(notes);
	return status;
}
