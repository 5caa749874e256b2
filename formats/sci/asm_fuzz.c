/*
 * An assembly text is refused at a place that it has, or gives a script that its own text
 * gives again.
 *
 * Input: a text
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "../base/fuzzing.h"
#include "code_testing.h"

enum { MEMORY = 1 << 26, TEXT = 1 << 24, SCRIPT = 65535, MOST = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(struct exh_bytes text, const struct exh_sci_asm_place *place,
			const struct exh_error *err)
{
	size_t lines = 1;

	for (size_t i = 0; i < text.size; i++)
		lines += text.data[i] == '\n';
	assert(place->line <= lines && place->column <= text.size + 1);
	assert(err->status && err->text[0]);
}

static void check_script(struct exh_bytes script)
{
	const struct exh_sci_disasm_options options = { .selector = -1 };
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer selectors = { .limit = 1 << 12 };
	struct exh_writer text = { .limit = TEXT }, again = { .limit = SCRIPT };
	struct exh_sci_program program;
	struct exh_sci_naming naming;
	struct exh_sci_asm_place place;
	struct exh_error err;

	if (open_one(script, &selectors, &arena, &program, &naming)) {
		assert(!exh_sci_disassemble(&naming, &program.scripts[0], &options, &text,
					    &err));
		assert(!exh_sci_assemble(exh_writer_bytes(&text), &naming, &again, &place,
					 &err));
		assert(again.size == script.size &&
		       !memcmp(again.data, script.data, script.size));
	}
	exh_writer_free(&again);
	exh_writer_free(&text);
	exh_writer_free(&selectors);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes in = take(&data, &size, size > MOST ? MOST : size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer selectors = { .limit = 1 << 12 }, out = { .limit = SCRIPT };
	static const uint8_t empty[2];
	struct exh_sci_program program;
	struct exh_sci_naming naming;
	struct exh_sci_asm_place place;
	struct exh_error err;

	assert(open_one((struct exh_bytes){ empty, sizeof empty, 0 }, &selectors, &arena,
			&program, &naming));
	if (exh_sci_assemble(in, &naming, &out, &place, &err))
		check_error(in, &place, &err);
	else
		check_script(exh_writer_bytes(&out));
	exh_writer_free(&out);
	exh_writer_free(&selectors);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
