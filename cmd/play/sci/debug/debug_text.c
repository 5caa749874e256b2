#include "debug.h"

#include "assets/sci/script/script.h"
#include "task/text.h"

#include <exhume/advanced/sci_said.h>
#include <exhume/sci_parser.h>

enum { SPEC_SIZE = 256, SHOWN_TEXT = 40 };

static void put_name(struct exh_bytes name, struct exh_writer *out)
{
	if (!name.size)
		return;
	text_put(out, "  ; ");
	exh_write_bytes(out, name.data, name.size);
}

static void put_string(const struct exh_sci_program_script *script, unsigned offset,
		       struct exh_writer *out)
{
	const struct exh_sci_object *object = exh_sci_code_object(&script->code, offset);
	struct exh_bytes text;

	if (object) {
		put_name(object->name, out);
	} else if (exh_sci_code_string(&script->code, offset, &text)) {
		text_put(out, "  ; \"");
		exh_write_bytes(out, text.data,
				text.size < SHOWN_TEXT ? text.size : SHOWN_TEXT);
		text_put(out, text.size > SHOWN_TEXT ? "...\"" : "\"");
	}
}

static struct exh_bytes class_name(const struct exh_sci_program *program, unsigned number)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(program, number);

	return class ? class->name : (struct exh_bytes){ .size = 0 };
}

/* Appends the meaning of an instruction's operands. */
static void put_meaning(const struct exh_sci_program *program,
			const struct exh_sci_program_script *script,
			const struct exh_sci_instruction *in, struct exh_writer *out)
{
	const unsigned first = (unsigned)in->operands[0];

	switch (in->opcode) {
	case EXH_SCI_OP_CALLK:
		put_name(exh_sci_program_kernel(program, first), out);
		break;
	case EXH_SCI_OP_CLASS:
	case EXH_SCI_OP_SUPER:
		put_name(class_name(program, first), out);
		break;
	case EXH_SCI_OP_LOFSA:
	case EXH_SCI_OP_LOFSS:
		put_string(script, exh_sci_instruction_target(in), out);
		break;
	case EXH_SCI_OP_CALL:
	case EXH_SCI_OP_BT:
	case EXH_SCI_OP_BNT:
	case EXH_SCI_OP_JMP:
		text_put(out, "  ; to %04x", exh_sci_instruction_target(in));
		break;
	default:
		break;
	}
}

unsigned debug_instruction_put(const struct exh_sci_program *program, unsigned number,
			       unsigned offset, struct exh_writer *out)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(program, number);
	const struct exh_sci_opcode *opcode;
	struct exh_sci_instruction in;

	text_put(out, "%03u:%04x  ", number, offset);
	if (!script || !exh_sci_instruction_read(script->code.bytes, offset, &in)) {
		text_put(out, "no instruction\n");
		return 0;
	}
	opcode = exh_sci_opcode(in.opcode);
	text_put(out, "%s", opcode->name);
	for (int i = 0; i < EXH_SCI_MAX_OPERANDS && opcode->operands[i]; i++)
		text_put(out, "%s%d", i ? ", " : " ", (int)in.operands[i]);
	put_meaning(program, script, &in, out);
	text_put(out, "\n");
	return in.size;
}

void debug_call_name_put(const struct exh_sci_vm *vm,
			 const struct exh_sci_program *program,
			 const struct exh_sci_call_look *call, struct exh_writer *out)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(program, call->script);
	struct exh_bytes name;

	if (call->selector < 0) {
		if (script)
			script_place_put(program, script, call->offset, out);
		return;
	}
	name = exh_sci_vm_name(vm, call->self);
	exh_write_bytes(out, name.data, name.size);
	text_put(out, "::");
	name = exh_sci_program_selector(program, (unsigned)call->selector);
	exh_write_bytes(out, name.data, name.size);
}

bool debug_next_instruction(const struct exh_sci_vm *vm,
			    const struct exh_sci_program *program,
			    struct exh_sci_instruction *out)
{
	const struct exh_sci_program_script *script;
	struct exh_sci_where where;

	if (!exh_sci_vm_where(vm, &where))
		return false;
	script = exh_sci_program_script(program, where.script);
	return script && exh_sci_instruction_read(script->code.bytes, where.offset, out);
}

bool debug_kernel_call(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		       struct debug_kernel_call *out)
{
	struct exh_sci_instruction in;
	struct exh_sci_registers registers;
	const struct exh_sci_reg *stack;
	size_t used;

	if (!debug_next_instruction(vm, program, &in) || in.opcode != EXH_SCI_OP_CALLK)
		return false;
	exh_sci_vm_registers(vm, &registers);
	stack = exh_sci_vm_stack(vm, &used);
	out->name = exh_sci_program_kernel(program, (unsigned)in.operands[0]);
	out->count = (size_t)in.operands[1] / 2 + registers.rest;
	if (out->count > used)
		out->count = used;
	out->arguments = stack + used - out->count;
	return true;
}

bool debug_said_put(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    struct exh_sci_reg spec, struct exh_writer *out)
{
	uint8_t bytes[SPEC_SIZE];
	struct exh_bytes code = { bytes, exh_sci_vm_bytes(vm, spec, bytes, SPEC_SIZE),
				  0 };
	size_t size;

	if (!spec.segment || !program->lexicon || exh_sci_said_size(code, &size, NULL))
		return false;
	code.size = size;
	return !exh_sci_said_decompile(code, program->lexicon, out, NULL);
}
