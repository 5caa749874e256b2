#include "exhume/advanced/sci_code.h"

#include "basics.h"

#include <string.h>

const struct exh_sci_section *exh_sci_code_section(const struct exh_sci_code *code,
						   unsigned offset)
{
	const struct exh_sci_section *sections = code->script.sections;
	size_t first = 0, end = code->script.section_count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		const struct exh_bytes data = sections[middle].data;

		if (data.base - code->bytes.base + data.size <= offset)
			first = middle + 1;
		else
			end = middle;
	}
	return first < code->script.section_count &&
			       offset >= sections[first].data.base - code->bytes.base
		       ? &sections[first]
		       : NULL;
}

const struct exh_sci_object *exh_sci_code_object(const struct exh_sci_code *code,
						 unsigned address)
{
	const size_t i =
		first_at_least(code->objects, code->object_count, sizeof *code->objects,
			       offsetof(struct exh_sci_object, address), address);

	return i < code->object_count && code->objects[i].address == address
		       ? &code->objects[i]
		       : NULL;
}

size_t exh_sci_code_instruction(const struct exh_sci_code *code, unsigned offset)
{
	return first_at_least(code->instructions, code->instruction_count,
			      sizeof *code->instructions,
			      offsetof(struct exh_sci_instruction, offset), offset);
}

const struct exh_sci_function *exh_sci_code_function(const struct exh_sci_code *code,
						     unsigned offset)
{
	const size_t i = first_at_least(
		code->functions, code->function_count, sizeof *code->functions,
		offsetof(struct exh_sci_function, end), offset + 1);

	return i < code->function_count && code->functions[i].start <= offset
		       ? &code->functions[i]
		       : NULL;
}

bool exh_sci_code_string(const struct exh_sci_code *code, unsigned offset,
			 struct exh_bytes *out)
{
	const struct exh_sci_section *s = exh_sci_code_section(code, offset);
	struct exh_bytes rest;
	const uint8_t *end;

	if (!s || s->type != EXH_SCI_SECTION_STRINGS)
		return false;
	exh_bytes_slice(s->data, offset - (s->data.base - code->bytes.base),
			s->data.size - (offset - (s->data.base - code->bytes.base)),
			&rest);
	end = memchr(rest.data, '\0', rest.size);
	return exh_bytes_slice(rest, 0, end ? (size_t)(end - rest.data) : rest.size, out);
}

bool exh_sci_code_is_address(const struct exh_sci_code *code, size_t offset)
{
	return offset < code->bytes.size && code->marks[offset] & EXH_SCI_IS_RELOCATED;
}
