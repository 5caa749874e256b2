#include "exhume/advanced/sci_strings.h"

#include "basics.h"

enum { TEXT_LIMIT = 1 << 26, MAX_SCRIPT = 65535 };

/* The string that an address lies in, NUL included; -1 if it is none. */
static long string_at(const struct exh_sci_code *code, unsigned address)
{
	const struct exh_bytes *strings = code->script.strings;
	size_t first = 0, end = code->script.string_count;

	while (first < end) {
		const size_t middle = first + (end - first) / 2;
		const size_t start = strings[middle].base - code->bytes.base;

		if (address < start)
			end = middle;
		else if (address > start + strings[middle].size)
			first = middle + 1;
		else
			return (long)middle;
	}
	return -1;
}

static void add_use(const struct exh_sci_code *code, unsigned address, uint8_t use,
		    uint8_t *uses)
{
	const long i = string_at(code, address);

	if (i < 0)
		return;
	uses[i] |= use;
	if (code->script.strings[i].base - code->bytes.base != address)
		uses[i] |= EXH_SCI_STRING_IS_ENTERED;
}

static void add_object(const struct exh_sci_code *code,
		       const struct exh_sci_object *object, uint8_t *uses)
{
	for (size_t i = 0; i < object->property_count; i++)
		if (exh_sci_code_is_address(code, object->address + 2 * i))
			add_use(code, object->properties[i],
				i == EXH_SCI_NAME ? EXH_SCI_STRING_IS_NAME
						  : EXH_SCI_STRING_IS_VALUE,
				uses);
}

enum exh_status exh_sci_string_uses(const struct exh_sci_code *code,
				    struct exh_arena *arena, uint8_t **out,
				    struct exh_error *err)
{
	*out = exh_alloc(arena, code->script.string_count + 1, 1);
	if (!*out)
		return too_many(arena, code->script.string_count, "strings",
				EXH_NO_OFFSET, err);
	for (size_t i = 0; i < code->object_count; i++)
		add_object(code, &code->objects[i], *out);
	for (size_t i = 0; i < code->local_count; i++)
		if (exh_sci_code_is_address(code, code->locals_offset + 2 * i))
			add_use(code, code->locals[i], EXH_SCI_STRING_IS_VALUE, *out);
	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		if (in->opcode == EXH_SCI_OP_LOFSA || in->opcode == EXH_SCI_OP_LOFSS)
			add_use(code, exh_sci_instruction_target(in),
				EXH_SCI_STRING_IN_CODE, *out);
	}
	return EXH_OK;
}

enum exh_status exh_sci_replace_strings(const struct exh_sci_naming *naming,
					const struct exh_sci_program_script *script,
					const struct exh_bytes *strings,
					struct exh_writer *out, struct exh_error *err)
{
	const struct exh_sci_disasm_options options = { .is_plain = true,
							.selector = -1,
							.strings = strings };
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_sci_asm_place place;
	enum exh_status status;

	for (size_t i = 0; i < script->code.script.string_count; i++)
		if (strings[i].data && strings[i].size > MAX_SCRIPT)
			return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
					"string %zu has %zu bytes, a script at most %d",
					i, strings[i].size, MAX_SCRIPT);
	status = exh_sci_disassemble(naming, script, &options, &text, err);
	if (!status)
		status = exh_sci_assemble(exh_writer_bytes(&text), naming, out, &place,
					  err);
	exh_writer_free(&text);
	return status;
}
