/*
 * Any script that opens comes back byte for byte from its text, with and without
 * comments; what is found in it lies in it.
 *
 * Input: a script resource
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "../base/fuzzing.h"
#include "code_testing.h"

enum { MEMORY = 1 << 26, TEXT = 1 << 24, BASE = 1000, MOST = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_code(const struct exh_sci_code *code)
{
	size_t end = 0;

	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		assert(in->offset >= end && in->size);
		end = (size_t)in->offset + in->size;
		assert(end <= code->bytes.size);
	}
	for (size_t i = 0; i < code->function_count; i++)
		assert(exh_sci_code_function(code, code->functions[i].start) ==
		       &code->functions[i]);
	for (size_t i = 0; i < code->object_count; i++)
		assert(exh_sci_code_object(code, code->objects[i].address) ==
		       &code->objects[i]);
}

static void check_text(const struct exh_sci_naming *naming, bool is_plain)
{
	const struct exh_sci_program_script *script = &naming->program->scripts[0];
	const struct exh_sci_disasm_options options = { .is_plain = is_plain,
							.selector = -1 };
	struct exh_writer text = { .limit = TEXT }, bytes = { .limit = MOST };
	struct exh_sci_asm_place place;
	struct exh_error err;

	assert(!exh_sci_disassemble(naming, script, &options, &text, &err));
	assert(!exh_sci_assemble(exh_writer_bytes(&text), naming, &bytes, &place, &err));
	assert(bytes.size == script->code.bytes.size);
	assert(!memcmp(bytes.data, script->code.bytes.data, bytes.size));
	exh_writer_free(&bytes);
	exh_writer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes in = take(&data, &size, size > MOST ? MOST : size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer selectors = { .limit = 1 << 12 };
	struct exh_sci_program program;
	struct exh_sci_naming naming;

	in.base = BASE;
	if (open_one(in, &selectors, &arena, &program, &naming)) {
		check_code(&program.scripts[0].code);
		check_text(&naming, true);
		check_text(&naming, false);
	}
	exh_writer_free(&selectors);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
