#include "coverage.h"

#include "assets/sci/script/script.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>

enum { DISASSEMBLY_LIMIT = 1 << 26, NAME_LIMIT = 1 << 14 };

typedef struct exh_sci_program_script program_script;

/* A script, and the line of each instruction in its text, by offset. */
struct listing {
	const struct coverage *coverage;
	const program_script *script;
	const uint8_t *marks;
	size_t *lines;
};

/* Converts positions in a text to lines, from 1. Positions ascend with the offset. */
static void count_lines(const struct listing *l, struct exh_bytes text)
{
	size_t line = 1, at = 0;

	for (size_t i = 0; i < l->script->code.instruction_count; i++) {
		size_t *place = &l->lines[l->script->code.instructions[i].offset];

		for (; at < *place && at < text.size; at++)
			line += text.data[at] == '\n';
		*place = line;
	}
}

static enum exh_status list_lines(const struct listing *l, struct exh_error *err)
{
	const struct exh_sci_disasm_options options = { .selector = -1,
							.positions = l->lines };
	struct exh_writer text = { .limit = DISASSEMBLY_LIMIT };
	const enum exh_status status = exh_sci_disassemble(
		&l->coverage->program->naming, l->script, &options, &text, err);

	if (!status)
		count_lines(l, exh_writer_bytes(&text));
	exh_writer_free(&text);
	return status;
}

static void put_functions(const struct listing *l, struct exh_writer *out)
{
	const struct exh_sci_code *code = &l->script->code;
	size_t entered = 0;

	for (size_t i = 0; i < code->function_count; i++) {
		const unsigned start = code->functions[i].start;
		const bool is_entered = l->marks[start] & EXH_SCI_EXECUTED;
		struct exh_writer name = { .limit = NAME_LIMIT };

		coverage_put_name(l->coverage, l->script, start, &name);
		mem_check(&name);
		text_put(out, "FN:%zu,%s\nFNDA:%d,%s\n", l->lines[start],
			 (const char *)name.data, is_entered, (const char *)name.data);
		entered += is_entered;
		exh_writer_free(&name);
	}
	text_put(out, "FNF:%zu\nFNH:%zu\n", code->function_count, entered);
}

/* Prints a way of a branch; "-": the branch never ran. */
static void put_way(const struct listing *l, const struct exh_sci_instruction *in,
		    unsigned way, unsigned mark, struct exh_writer *out)
{
	const uint8_t marks = l->marks[in->offset];

	text_put(out, "BRDA:%zu,0,%u,%s\n", l->lines[in->offset], way,
		 !(marks & EXH_SCI_EXECUTED) ? "-"
		 : marks & mark		     ? "1"
					     : "0");
}

static void put_code(const struct listing *l, struct exh_writer *out)
{
	const struct exh_sci_code *code = &l->script->code;
	const struct coverage_counts all =
		coverage_count_code(l->script, l->marks, 0, code->instruction_count);

	for (size_t i = 0; i < code->instruction_count; i++) {
		const struct exh_sci_instruction *in = &code->instructions[i];

		if (in->opcode != EXH_SCI_OP_BT && in->opcode != EXH_SCI_OP_BNT)
			continue;
		put_way(l, in, 0, EXH_SCI_BRANCHED, out);
		put_way(l, in, 1, EXH_SCI_PASSED, out);
	}
	text_put(out, "BRF:%zu\nBRH:%zu\n", all.ways, all.gone);
	for (size_t i = 0; i < code->instruction_count; i++) {
		const unsigned offset = code->instructions[i].offset;

		text_put(out, "DA:%zu,%d\n", l->lines[offset],
			 (l->marks[offset] & EXH_SCI_EXECUTED) != 0);
	}
	text_put(out, "LF:%zu\nLH:%zu\n", all.instructions, all.run);
}

/* Prints a script, named as by sci-unpack --convert. */
static enum exh_status put_script(const struct coverage *coverage, size_t place,
				  struct exh_writer *out, struct exh_error *err)
{
	const program_script *script = &coverage->program->program.scripts[place];
	const struct listing l = {
		coverage, script, exh_sci_executed_marks(coverage->executed, place),
		mem_alloc(script->code.bytes.size + 1, sizeof *l.lines)
	};
	const enum exh_status status = list_lines(&l, err);

	if (!status) {
		text_put(out, "TN:\nSF:script.%03u.txt\n", script->number);
		put_functions(&l, out);
		put_code(&l, out);
		text_put(out, "end_of_record\n");
	}
	free(l.lines);
	return status;
}

enum exh_status coverage_put_lcov(const struct coverage *coverage, struct exh_writer *out,
				  struct exh_error *err)
{
	const struct exh_sci_program *program = &coverage->program->program;
	enum exh_status status = EXH_OK;

	for (size_t i = 0; !status && i < program->script_count; i++)
		if (program->scripts[i].is_open &&
		    program->scripts[i].code.function_count)
			status = put_script(coverage, i, out, err);
	return status;
}
