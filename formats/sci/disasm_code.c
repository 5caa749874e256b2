/* The disassembler's instructions. */
#include "disasm.h"

#include "code.h"

#include <string.h>

enum {
	SHOWN = 60, /* bytes of a text in a comment */
	NARROW_MOST = 128,
	PADDING = 2, /* most bytes by which sections may move */
};

/*
 * Annotations from calls.
 */

static void annotate_text(void *context, const struct exh_sci_value *pair, bool is_sure)
{
	const struct disasm *d = context;
	struct annotation *annotation = &d->annotations[pair[1].instruction];
	struct exh_bytes text;

	(void)is_sure;
	if (!exh_sci_program_text(d->naming->program, pair[0].number, pair[1].number,
				  &text))
		return;
	annotation->has_text = true;
	annotation->text_number = pair[0].number;
	annotation->text_index = pair[1].number;
}

static void annotate_call(void *context, const struct exh_sci_call *call)
{
	struct disasm *d = context;
	struct exh_sci_message message;
	size_t pos = 0;

	while (exh_sci_next_message(call, &pos, &message))
		if (message.selector.kind == EXH_SCI_VALUE_NUMBER &&
		    message.selector.instruction >= 0)
			d->annotations[message.selector.instruction].is_selector = true;
	exh_sci_call_texts(d->naming->program, d->labels.script->number, call,
			   annotate_text, d);
}

bool exh_sci_annotate(struct disasm *d, struct exh_arena *arena)
{
	const size_t count = d->code->instruction_count;

	d->annotations = exh_alloc(arena, count + 1, sizeof *d->annotations);
	d->relative_before = exh_alloc(arena, count + 1, sizeof *d->relative_before);
	if (!d->annotations || !d->relative_before)
		return false;
	for (size_t i = 0; i < count; i++)
		d->relative_before[i + 1] =
			d->relative_before[i] +
			exh_sci_is_relative(d->code->instructions[i].opcode);
	return !exh_sci_calls(d->code, arena, annotate_call, d, NULL);
}

/*
 * Sizes: the assembler makes each instruction as narrow as its operands allow, so a size
 * is written if an instruction has another one. Distances may shrink with the
 * instructions in between.
 */

static bool stays_wide(const struct disasm *d, const struct exh_sci_instruction *i)
{
	const unsigned target = exh_sci_instruction_target(i);
	const size_t here = exh_sci_code_instruction(d->code, i->offset);
	const size_t there = exh_sci_code_instruction(d->code, target);
	const size_t first = here < there ? here : there,
		     last = here < there ? there : here;
	const long between =
		(long)(d->relative_before[last] - d->relative_before[first]) + PADDING;
	const long far = i->operands[0] < 0 ? -(long)i->operands[0] : i->operands[0];

	return far - between > NARROW_MOST;
}

/* Returns ".w", ".b" or "". */
static const char *size_suffix(const struct disasm *d,
			       const struct exh_sci_instruction *i)
{
	if (!exh_sci_opcode(i->opcode)->is_sized)
		return i->is_narrow ? ".b" : "";
	/* A place that is only a number doesn't move with the code. */
	if (exh_sci_is_relative(i->opcode) &&
	    !exh_sci_is_near_label(&d->labels, exh_sci_instruction_target(i)))
		return i->is_narrow ? ".b" : ".w";
	if (i->is_narrow)
		return "";
	if (exh_sci_is_relative(i->opcode))
		return stays_wide(d, i) ? "" : ".w";
	return exh_sci_instruction_fits(i) ? ".w" : "";
}

/*
 * Operands.
 */

static void write_named(const struct exh_bytes name, bool is_usable, int32_t number,
			struct exh_writer *out)
{
	if (is_usable)
		exh_write_bytes(out, name.data, name.size);
	else
		exh_sci_write_number(out, number);
}

static void write_class(struct disasm *d, int32_t number)
{
	const struct exh_sci_program_class *class =
		exh_sci_program_class(d->naming->program, (unsigned)number);

	write_named(class ? class->name : (struct exh_bytes){ 0 },
		    class && d->naming->classes[number], number, d->out);
}

static void write_kernel(struct disasm *d, int32_t number)
{
	const struct exh_bytes name =
		exh_sci_program_kernel(d->naming->program, (unsigned)number);

	write_named(name, name.size && d->naming->kernel[number], number, d->out);
}

/* Writes a property of the method's object by name. */
static void write_property(struct disasm *d, const struct exh_sci_instruction *i)
{
	const struct exh_sci_function *f = exh_sci_code_function(d->code, i->offset);
	const int32_t operand = i->operands[0];

	if (!f || !f->object || operand % 2 || !exh_sci_disasm_is_regular(d, f->object) ||
	    !exh_sci_disasm_property(d, f->object, (size_t)operand / 2, d->out))
		exh_sci_write_number(d->out, operand);
}

/* Writes the selector that a message begins with; false if it has no name. */
static bool write_message(struct disasm *d, int32_t value)
{
	const size_t before = d->out->size;

	exh_write_u8(d->out, '#');
	if (exh_sci_disasm_selector(d, value))
		return true;
	d->out->size = d->out->failed ? d->out->size : before;
	return false;
}

static void write_operand(struct disasm *d, const struct exh_sci_instruction *i,
			  int which)
{
	const int32_t value = i->operands[which];
	const size_t place = exh_sci_code_instruction(d->code, i->offset);

	if (which == 0 && exh_sci_is_relative(i->opcode))
		exh_sci_write_label(&d->labels, exh_sci_instruction_target(i), d->out);
	else if (which == 0 && i->opcode == EXH_SCI_OP_CALLK)
		write_kernel(d, value);
	else if (which == 0 &&
		 (i->opcode == EXH_SCI_OP_CLASS || i->opcode == EXH_SCI_OP_SUPER))
		write_class(d, value);
	else if (exh_sci_is_property(i->opcode))
		write_property(d, i);
	else if (i->opcode != EXH_SCI_OP_PUSHI || !d->annotations[place].is_selector ||
		 !write_message(d, value))
		exh_sci_write_number(d->out, value);
}

/*
 * Comments.
 */

static void comment_address(struct disasm *d, unsigned target)
{
	struct exh_bytes text;
	const struct exh_sci_section *s = exh_sci_code_section(d->code, target);

	if (exh_sci_code_string(d->code, target, &text)) {
		if (exh_sci_disasm_comment(d))
			exh_sci_write_quoted(d->out, text, SHOWN);
		return;
	}
	if (!s || s->type != EXH_SCI_SECTION_SAID || d->options->is_plain)
		return;
	for (size_t i = 0; i < d->code->script.said_count; i++)
		if (d->code->script.saids[i].base - d->code->bytes.base == target) {
			exh_sci_disasm_comment(d);
			exh_sci_disasm_said(d, d->code->script.saids[i]);
			return;
		}
}

static void comment_text(struct disasm *d, const struct annotation *a)
{
	struct exh_bytes text;

	if (!exh_sci_program_text(d->naming->program, a->text_number, a->text_index,
				  &text) ||
	    !exh_sci_disasm_comment(d))
		return;
	exh_sci_write_number(d->out, a->text_number);
	exh_write_u8(d->out, ':');
	exh_sci_write_number(d->out, a->text_index);
	exh_write_u8(d->out, ' ');
	exh_sci_write_quoted(d->out, text, SHOWN);
}

/* The only globals that all games share, around the game's. Source: sci0-vm 7,
 * sci0-vm-notes, "Globals". */
static void comment_global(struct disasm *d, const struct exh_sci_instruction *i)
{
	static const char *const names[] = { "ego", "game", "room", "speed", "quit" };
	const int32_t place = i->operands[0] - d->game_global + 1;
	const bool is_global = i->opcode >= EXH_SCI_OP_VARIABLE &&
			       !(i->opcode & EXH_SCI_VARIABLE_KIND) &&
			       !(i->opcode & EXH_SCI_VARIABLE_INDEXED);

	if (is_global && place >= 0 && (size_t)place < sizeof names / sizeof *names &&
	    exh_sci_disasm_comment(d))
		write_text(d->out, names[place]);
}

static void comment(struct disasm *d, const struct exh_sci_instruction *i, size_t place)
{
	if (i->opcode == EXH_SCI_OP_LOFSA || i->opcode == EXH_SCI_OP_LOFSS)
		comment_address(d, exh_sci_instruction_target(i));
	else if (d->annotations[place].has_text)
		comment_text(d, &d->annotations[place]);
	else
		comment_global(d, i);
}

/*
 * Lines.
 */

static void write_instruction(struct disasm *d, size_t place)
{
	const struct exh_sci_instruction *i = &d->code->instructions[place];
	const struct exh_sci_opcode *opcode = exh_sci_opcode(i->opcode);

	if (d->options->positions)
		d->options->positions[i->offset] = d->out->size;
	exh_write_u8(d->out, '\t');
	write_text(d->out, opcode->name);
	write_text(d->out, size_suffix(d, i));
	for (int k = 0; k < EXH_SCI_MAX_OPERANDS && opcode->operands[k]; k++) {
		write_text(d->out, k ? ", " : "\t");
		write_operand(d, i, k);
	}
	comment(d, i, place);
	exh_write_u8(d->out, '\n');
}

/* Writes the label of a place, and the object whose properties the code after it uses. */
static void write_place(struct disasm *d, size_t at)
{
	const struct exh_sci_function *f = exh_sci_code_function(d->code, (unsigned)at);
	const bool is_start = f && f->start == at;

	if (is_start)
		exh_write_u8(d->out, '\n');
	if (is_start && f->object && exh_sci_disasm_is_regular(d, f->object)) {
		write_text(d->out, ".self\t");
		exh_sci_write_label(&d->labels, f->object->address, d->out);
		exh_write_u8(d->out, '\n');
	}
	if (!exh_sci_has_label(&d->labels, (unsigned)at))
		return;
	exh_sci_write_label(&d->labels, (unsigned)at, d->out);
	exh_write_u8(d->out, ':');
	if (is_start && f->export_number >= 0 && f->object && exh_sci_disasm_comment(d)) {
		write_text(d->out, "export ");
		exh_sci_write_number(d->out, f->export_number);
	}
	exh_write_u8(d->out, '\n');
}

static size_t write_data(struct disasm *d, size_t at, size_t end)
{
	struct exh_bytes bytes;
	size_t next = at + 1;

	while (next < end && !(d->code->marks[next] & EXH_SCI_AT_INSTRUCTION) &&
	       !exh_sci_has_label(&d->labels, (unsigned)next))
		next++;
	exh_bytes_slice(d->code->bytes, at, next - at, &bytes);
	exh_sci_disasm_bytes(d, bytes);
	return next;
}

void exh_sci_disasm_code(struct disasm *d, size_t start, size_t end)
{
	size_t place = exh_sci_code_instruction(d->code, (unsigned)start);
	bool was_reached = true;

	for (size_t at = start; at < end;) {
		const uint8_t marks = d->code->marks[at];
		const bool is_reached = marks & EXH_SCI_IS_REACHED;

		write_place(d, at);
		if (!(marks & EXH_SCI_AT_INSTRUCTION)) {
			at = write_data(d, at, end);
			continue;
		}
		if (was_reached && !is_reached && !d->options->is_plain)
			write_text(d->out, "\t; not reached:\n");
		was_reached = is_reached;
		write_instruction(d, place);
		at += d->code->instructions[place++].size;
	}
}
