/*
 * Finds the bytes of the code that are instructions: those reached from methods, exports
 * and calls, along all branches. Bytes in between are read from their start, and are code
 * only if instructions fill them exactly.
 */
#include "code.h"

struct trace {
	struct exh_sci_code *code;
	struct exh_notes *notes;
	uint16_t *work; /* offsets to continue from, each at most once */
	size_t work_count;
	uint8_t *marks;
	size_t start, end; /* code section of the last offset */
	size_t found;	   /* marked instructions */
};

/* Returns the end of the code section at an offset; 0 if there is none. */
static size_t code_end(const struct exh_sci_code *code, unsigned offset)
{
	const struct exh_sci_section *s = exh_sci_code_section(code, offset);

	return s && s->type == EXH_SCI_SECTION_CODE
		       ? s->data.base - code->bytes.base + s->data.size
		       : 0;
}

static inline bool is_in_code(struct trace *t, unsigned offset)
{
	const struct exh_sci_section *s;

	if (offset >= t->start && offset < t->end)
		return true;
	s = exh_sci_code_section(t->code, offset);
	if (!s || s->type != EXH_SCI_SECTION_CODE)
		return false;
	t->start = s->data.base - t->code->bytes.base;
	t->end = t->start + s->data.size;
	return true;
}

static size_t file_offset(const struct trace *t, size_t offset)
{
	return t->code->bytes.base + offset;
}

static void add_work(struct trace *t, unsigned offset)
{
	if (!(t->marks[offset] & EXH_SCI_IS_REACHED))
		t->work[t->work_count++] = (uint16_t)offset;
	t->marks[offset] |= EXH_SCI_IS_REACHED;
}

static bool overlaps(const struct trace *t, const struct exh_sci_instruction *i)
{
	for (size_t k = 1; k < i->size; k++)
		if (t->marks[i->offset + k] & EXH_SCI_IN_INSTRUCTION)
			return true;
	return false;
}

static void mark_instruction(struct trace *t, const struct exh_sci_instruction *i)
{
	t->found++;
	t->marks[i->offset] |= EXH_SCI_AT_INSTRUCTION;
	for (size_t k = 0; k < i->size; k++)
		t->marks[i->offset + k] |= EXH_SCI_IN_INSTRUCTION;
}

static bool leads_on(const struct exh_sci_instruction *i)
{
	return i->opcode == EXH_SCI_OP_CALL ||
	       (i->opcode >= EXH_SCI_OP_BT && i->opcode <= EXH_SCI_OP_JMP);
}

static void mark_target(struct trace *t, const struct exh_sci_instruction *i)
{
	t->marks[exh_sci_instruction_target(i)] |=
		i->opcode == EXH_SCI_OP_CALL ? EXH_SCI_IS_ENTRY : EXH_SCI_IS_TARGET;
}

/* Follows a branch or a call; notes a target outside the code. */
static void follow(struct trace *t, const struct exh_sci_instruction *i)
{
	const unsigned target = exh_sci_instruction_target(i);

	if (!is_in_code(t, target)) {
		exh_note(t->notes, EXH_DAMAGE, file_offset(t, i->offset),
			 "%s at 0x%04x goes to 0x%04x, which is not in the code",
			 exh_sci_opcode(i->opcode)->name, i->offset, target);
		return;
	}
	mark_target(t, i);
	add_work(t, target);
}

/* Reads from an offset up to an instruction that the code can't continue after. */
static void trace_from(struct trace *t, size_t at)
{
	const size_t end = code_end(t->code, (unsigned)at);
	const struct exh_bytes in = { t->code->bytes.data, end, 0 };
	struct exh_sci_instruction i;

	while (at < end && !(t->marks[at] & EXH_SCI_AT_INSTRUCTION)) {
		if (t->marks[at] & EXH_SCI_IN_INSTRUCTION) {
			exh_note(t->notes, EXH_DAMAGE, file_offset(t, at),
				 "code at 0x%04zx begins inside an instruction", at);
			return;
		}
		if (!exh_sci_instruction_read(in, at, &i) || overlaps(t, &i)) {
			exh_note(t->notes, EXH_DAMAGE, file_offset(t, at),
				 "no instruction at 0x%04zx, which is reached: 0x%02x",
				 at, in.data[at]);
			return;
		}
		mark_instruction(t, &i);
		t->marks[at] |= EXH_SCI_IS_REACHED;
		if (leads_on(&i))
			follow(t, &i);
		if (i.opcode == EXH_SCI_OP_RET || i.opcode == EXH_SCI_OP_JMP)
			return;
		at += i.size;
	}
	if (at >= end)
		exh_note(t->notes, EXH_DAMAGE, file_offset(t, at),
			 "the code goes on at its end, 0x%04zx", at);
}

static void trace_all(struct trace *t)
{
	while (t->work_count)
		trace_from(t, t->work[--t->work_count]);
}

static void enter(struct trace *t, unsigned offset)
{
	t->marks[offset] |= EXH_SCI_IS_ENTRY;
	add_work(t, offset);
}

static void enter_methods(struct trace *t)
{
	const struct exh_sci_code *code = t->code;

	for (size_t i = 0; i < code->object_count; i++)
		for (size_t k = 0; k < code->objects[i].method_count; k++) {
			const struct exh_sci_method *m = &code->objects[i].methods[k];

			if (is_in_code(t, m->code))
				enter(t, m->code);
			else
				exh_note(t->notes, EXH_DAMAGE,
					 file_offset(t, code->objects[i].address),
					 "method %zu of the object at 0x%04x is at "
					 "0x%04x, which is not in the code",
					 k, code->objects[i].address, m->code);
		}
}

static void enter_exports(struct trace *t)
{
	const struct exh_sci_code *code = t->code;

	for (size_t i = 0; i < code->export_count; i++) {
		const unsigned offset = code->exports[i];

		if (is_in_code(t, offset))
			enter(t, offset);
		else if (offset && !exh_sci_code_object(code, offset))
			exh_note(t->notes, EXH_WARNING, EXH_NO_OFFSET,
				 "export %zu is at 0x%04x, which is neither code nor an "
				 "object",
				 i, offset);
	}
}

/*
 * Unreached code.
 */

/* Marks instructions if they fill these bytes exactly; else returns false. */
static bool fill(struct trace *t, size_t at, size_t end)
{
	const struct exh_bytes in = { t->code->bytes.data, end, 0 };
	struct exh_sci_instruction i;
	size_t pos = at;

	while (pos < end && exh_sci_instruction_read(in, pos, &i))
		pos += i.size;
	if (pos != end)
		return false;
	for (pos = at; pos < end; pos += i.size) {
		exh_sci_instruction_read(in, pos, &i);
		mark_instruction(t, &i);
	}
	return true;
}

/* A section may be padded with a 0. */
static void fill_gap(struct trace *t, size_t at, size_t end, size_t section_end)
{
	const bool is_padded = end == section_end && t->code->bytes.data[end - 1] == 0;

	if (!is_padded || !fill(t, at, end - 1))
		fill(t, at, end);
}

static void fill_gaps(struct trace *t, size_t at, size_t end)
{
	while (at < end) {
		size_t next = at;

		while (next < end && !(t->marks[next] & EXH_SCI_IN_INSTRUCTION))
			next++;
		if (next > at)
			fill_gap(t, at, next, end);
		while (next < end && (t->marks[next] & EXH_SCI_IN_INSTRUCTION))
			next++;
		at = next;
	}
}

/* Marks targets of branches and calls in unreached code. */
static void mark_targets(struct trace *t)
{
	for (size_t k = 0; k < t->code->instruction_count; k++) {
		const struct exh_sci_instruction *i = &t->code->instructions[k];

		if (leads_on(i) && is_in_code(t, exh_sci_instruction_target(i)))
			mark_target(t, i);
	}
}

/*
 * Lists of instructions and functions.
 */

/* Lists instructions from an offset up to the first byte outside of them; returns its
 * offset. They don't overlap. */
static size_t list_run(struct exh_sci_code *code, size_t at, size_t room)
{
	size_t end = at;

	while (end < code->bytes.size && (code->marks[end] & EXH_SCI_IN_INSTRUCTION))
		end++;
	code->instruction_count += exh_sci_instructions_read(
		code->bytes, &at, end, &code->instructions[code->instruction_count],
		room - code->instruction_count);
	return end;
}

static bool list_instructions(const struct trace *t, struct exh_arena *arena)
{
	struct exh_sci_code *code = t->code;
	size_t at = 0;

	code->instructions = exh_alloc(arena, t->found + 1, sizeof *code->instructions);
	while (at < code->bytes.size && code->instructions)
		if (code->marks[at] & EXH_SCI_AT_INSTRUCTION)
			at = list_run(code, at, t->found);
		else
			at++;
	return code->instructions;
}

static struct exh_sci_function *function_at(const struct exh_sci_code *code,
					    unsigned offset)
{
	const struct exh_sci_function *f = exh_sci_code_function(code, offset);

	return f && f->start == offset ? &code->functions[f - code->functions] : NULL;
}

/* A function is named by the first method, or else the first export, that begins with
 * it. */
static void name_functions(struct exh_sci_code *code)
{
	for (size_t i = code->object_count; i-- > 0;)
		for (size_t k = code->objects[i].method_count; k-- > 0;) {
			const struct exh_sci_method *m = &code->objects[i].methods[k];
			struct exh_sci_function *f = function_at(code, m->code);

			if (f) {
				f->object = &code->objects[i];
				f->selector = m->selector;
			}
		}
	for (size_t i = code->export_count; i-- > 0;) {
		struct exh_sci_function *f = function_at(code, code->exports[i]);

		if (f)
			f->export_number = (int)i;
	}
}

static size_t count_entries(const struct exh_sci_code *code)
{
	size_t count = 0;

	for (size_t i = 0; i < code->instruction_count; i++)
		count += (code->marks[code->instructions[i].offset] & EXH_SCI_IS_ENTRY) !=
			 0;
	return count;
}

static bool list_functions(struct exh_sci_code *code, struct exh_arena *arena)
{
	struct exh_sci_function *f = NULL;

	code->functions =
		exh_alloc(arena, count_entries(code) + 1, sizeof *code->functions);
	if (!code->functions)
		return false;
	for (size_t i = 0; i < code->instruction_count; i++) {
		const uint16_t at = code->instructions[i].offset;

		if (!(code->marks[at] & EXH_SCI_IS_ENTRY))
			continue;
		if (f) {
			const size_t end = code_end(code, f->start);

			f->end = (uint16_t)(at < end ? at : end);
		}
		f = &code->functions[code->function_count++];
		*f = (struct exh_sci_function){ .start = at, .export_number = -1 };
	}
	if (f)
		f->end = (uint16_t)code_end(code, f->start);
	for (size_t i = 0; i < code->function_count; i++) {
		f = &code->functions[i];
		f->first_instruction = exh_sci_code_instruction(code, f->start);
		f->instruction_count =
			exh_sci_code_instruction(code, f->end) - f->first_instruction;
	}
	name_functions(code);
	return true;
}

bool exh_sci_code_trace(struct exh_sci_code *code, struct exh_arena *arena,
			struct exh_notes *notes)
{
	struct trace t = { .code = code,
			   .notes = notes,
			   .marks = code->marks,
			   .work = exh_alloc(arena, code->bytes.size + 1,
					     sizeof *t.work) };

	if (!t.work)
		return false;
	enter_methods(&t);
	enter_exports(&t);
	trace_all(&t);
	for (size_t i = 0; i < code->script.section_count; i++) {
		const struct exh_sci_section *s = &code->script.sections[i];
		const size_t start = s->data.base - code->bytes.base;

		if (s->type == EXH_SCI_SECTION_CODE)
			fill_gaps(&t, start, start + s->data.size);
	}
	if (!list_instructions(&t, arena))
		return false;
	mark_targets(&t);
	return list_functions(code, arena);
}
