/* The loop of the plain interpreter. Source: sci0-vm 3.2, 3.3. */
#ifndef EXH_ENGINE_SCI0_PLAIN_RUN_H
#define EXH_ENGINE_SCI0_PLAIN_RUN_H

#include "calls.h"

/*
 * Instructions.
 */

/* Returns a variable by kind (global, local, temporary, parameter) and index. */
static inline struct pv *plain_variable(struct plain *p, unsigned kind, int32_t index,
					char where[32])
{
	struct plain_frame *f = plain_top(p);
	const uint32_t base = kind == 2 ? f->fp : f->argp;
	const struct plain_script *s = plain_script(p, kind ? f->locals : 0);
	const size_t count = kind >= 2 ? p->stack_size - base : s ? s->local_count : 0;

	if (index < 0 || (size_t)index >= count) {
		plain_fails(p, "VARRANGE");
		return NULL;
	}
	if (kind >= 2) {
		sprintf(where, "T%u", base + (uint32_t)index);
		return &p->stack[base + (uint32_t)index];
	}
	if (s->number)
		sprintf(where, "L%03u.%d", s->number, index);
	else
		sprintf(where, "G%d", index);
	return &s->locals[index];
}

static inline bool plain_access(struct plain *p, unsigned op, unsigned operand)
{
	const bool is_stack = op & 4, is_indexed = op & 8;
	const int32_t index =
		(int32_t)operand + (is_indexed ? (int16_t)pv_offset(p->acc) : 0);
	char where[32];
	struct pv *v = plain_variable(p, op & 3, index, where), value;

	if (!v)
		return false;
	value = *v;
	switch (op >> 4 & 3) {
	case 1:
		value = p->acc;
		if ((is_stack || is_indexed) && !plain_pop(p, &value))
			return false;
		if (!is_stack)
			p->acc = value;
		plain_change(p, where, v, value);
		return true;
	case 2:
	case 3:
		if (!plain_move(p, value, op & 0x10 ? -1 : 1, &value))
			return false;
		plain_change(p, where, v, value);
		break;
	default:
		break;
	}
	if (is_stack)
		return plain_push(p, value);
	p->acc = value;
	return true;
}

/* pToa aTop pTos sTop ipToa dpToa ipTos dpTos, from 0x31 on. */
static inline bool plain_property(struct plain *p, unsigned op, unsigned operand)
{
	const struct pv self = plain_top(p)->self;
	struct plain_object *object = plain_object(p, self);
	const size_t i = operand / 2;
	struct pv value = p->acc;

	if (!object || i >= object->count)
		return plain_fails(p, "BADPROP");
	if (op == 0x32 || op == 0x34) {
		if (op == 0x34 && !plain_pop(p, &value))
			return false;
		plain_set_property(p, self, object, i, value);
		return true;
	}
	value = object->values[i];
	if (op >= 0x35 && !plain_move(p, value, op & 1 ? 1 : -1, &value))
		return false;
	if (op >= 0x35)
		plain_set_property(p, self, object, i, value);
	if (op == 0x33 || op >= 0x37)
		return plain_push(p, value);
	p->acc = value;
	return true;
}

static inline bool plain_address(struct plain *p, unsigned type, int32_t index)
{
	const unsigned kind = type >> 1 & 3;
	const struct plain_frame *f = plain_top(p);
	char where[32];

	if (type & 0x10)
		index += (int16_t)pv_offset(p->acc);
	if (!plain_variable(p, kind, index, where))
		return false;
	if (kind >= 2)
		p->acc = (struct pv){ 'T', 0,
				      (uint16_t)(2 * ((kind == 2 ? f->fp : f->argp) +
						      (uint32_t)index)) };
	else
		p->acc = (struct pv){ 'L', kind ? f->locals : 0, (uint16_t)(2 * index) };
	return true;
}

static inline bool plain_rest(struct plain *p, uint32_t first)
{
	const struct plain_frame *f = plain_top(p);

	p->rest = first <= f->argc ? f->argc - first + 1 : 0;
	for (uint32_t i = first; i <= f->argc; i++)
		if (!plain_push(p, p->stack[f->argp + i]))
			return false;
	return true;
}

static inline bool plain_link_temporaries(struct plain *p, uint32_t count)
{
	if (count > p->stack_size - p->sp)
		return plain_fails(p, "STACK");
	while (count--)
		p->stack[p->sp++] = pv_int(0);
	return true;
}

static inline bool plain_jump(struct plain *p, unsigned target)
{
	if (target >= plain_script(p, plain_top(p)->script)->size)
		return plain_fails(p, "BADPC");
	plain_top(p)->pc = target;
	return true;
}

/* a, b, c: the operands. next: the offset after the instruction. */
static inline bool plain_execute(struct plain *p, unsigned op, int32_t a, int32_t b,
				 int32_t c, unsigned next)
{
	const struct plain_frame *f = plain_top(p);
	const struct pv place = { 'S', f->script, (uint16_t)(next + (unsigned)a) };
	struct pv top = pv_int(0);

	if (op >= 0x40)
		return plain_access(p, op, (unsigned)a);
	if (op >= 0x31 && op <= 0x38)
		return plain_property(p, op, (unsigned)a);
	if (op >= 0x01 && op <= 0x16 && op != 0x0b && op != 0x0c)
		return plain_pop(p, &top) && (op >= 0x0d ? plain_compare(p, op, top)
							 : plain_binary(p, op, top));
	switch (op) {
	case 0x00:
	case 0x0b:
		if (p->acc.kind != '#')
			return plain_fails(p, "PTRARITH");
		p->acc = pv_int(op ? 0u - p->acc.offset : ~(unsigned)p->acc.offset);
		return true;
	case 0x0c:
		p->acc = pv_int(pv_is_null(p->acc));
		return true;
	case 0x17:
		return pv_is_null(p->acc) || plain_jump(p, place.offset);
	case 0x18:
		return !pv_is_null(p->acc) || plain_jump(p, place.offset);
	case 0x19:
		return plain_jump(p, place.offset);
	case 0x1a:
		p->acc = pv_int((unsigned)a);
		return true;
	case 0x1b:
		return plain_push(p, p->acc);
	case 0x1c:
		return plain_push(p, pv_int((unsigned)a));
	case 0x1d:
		return plain_pop(p, &top);
	case 0x1e:
		return p->sp > f->fp ? plain_push(p, p->stack[p->sp - 1])
				     : plain_fails(p, "STACK");
	case 0x1f:
		return plain_link_temporaries(p, (uint32_t)a);
	case 0x20: {
		uint32_t base, argc;

		return plain_take_arguments(p, (uint32_t)b, &base, &argc) &&
		       plain_enter_function(p, f->script, place.offset, f->locals, base,
					    argc);
	}
	case 0x21:
		return plain_call_kernel(p, (unsigned)a, (uint32_t)b);
	case 0x22:
		return plain_call_export(p, 0, (unsigned)a, (uint32_t)b);
	case 0x23:
		return plain_call_export(p, (unsigned)a, (unsigned)b, (uint32_t)c);
	case 0x24:
		return plain_return(p);
	case 0x25:
		return plain_send(p, (uint32_t)a, p->acc, NULL);
	case 0x2a:
		return plain_send(p, (uint32_t)a, f->self, NULL);
	case 0x28:
		top = plain_class(p, (unsigned)a);
		if (pv_is_null(top))
			return plain_fails(p, "BADCLASS");
		p->acc = top;
		return true;
	case 0x2b: {
		const struct plain_object *class =
			plain_object(p, plain_class(p, (unsigned)a));

		return class ? plain_send(p, (uint32_t)b, f->self, class)
			     : plain_fails(p, "BADCLASS");
	}
	case 0x2c:
		return plain_rest(p, (uint32_t)a);
	case 0x2d:
		return plain_address(p, (unsigned)a, b);
	case 0x2e:
		p->acc = f->self;
		return true;
	case 0x3e:
		return plain_push(p, f->self);
	case 0x30:
		return plain_push(p, p->prev);
	case 0x39:
		p->acc = place;
		return true;
	case 0x3a:
		return plain_push(p, place);
	case 0x3b:
	case 0x3c:
	case 0x3d:
		return plain_push(p, pv_int(op - 0x3b));
	default:
		return plain_fails(p, "BADOP");
	}
}

/* The kinds of operands: V unsigned, S signed, R relative, B a byte. */
static inline const char *plain_operands(unsigned op)
{
	switch (op) {
	case 0x17:
	case 0x18:
	case 0x19:
	case 0x39:
	case 0x3a:
		return "R";
	case 0x1a:
	case 0x1c:
		return "S";
	case 0x1f:
	case 0x28:
	case 0x2c:
		return "V";
	case 0x20:
		return "RB";
	case 0x21:
	case 0x22:
	case 0x2b:
		return "VB";
	case 0x23:
		return "VVB";
	case 0x25:
	case 0x2a:
		return "B";
	case 0x2d:
		return "VS";
	default:
		return op >= 0x40 || (op >= 0x31 && op <= 0x38) ? "V" : "";
	}
}

/* False: no instruction begins here, or the code ends within it. */
static inline bool plain_decode(const struct plain_script *s, unsigned pc,
				int32_t operands[3], unsigned *next)
{
	const uint8_t *at = s->bytes + pc, *end = s->bytes + s->size;
	const unsigned byte = at < end ? *at++ : 0, op = byte >> 1;
	const char *kinds = plain_operands(op);

	if (pc >= s->size || op == 0x26 || op == 0x27 || op == 0x29 || op == 0x2f ||
	    op == 0x3f)
		return false;
	for (; *kinds; kinds++, operands++) {
		const unsigned size = byte & 1 || *kinds == 'B' ? 1 : 2;

		if (at + size > end)
			return false;
		if (*kinds == 'V' || *kinds == 'B')
			*operands = size == 1 ? *at : (int32_t)plain_word(at);
		else
			*operands = size == 1 ? (int8_t)*at : (int16_t)plain_word(at);
		at += size;
	}
	*next = (unsigned)(at - s->bytes);
	return true;
}

/* Checks the trace line of an instruction. */
static inline void plain_tell(struct plain *p, const struct plain_script *s, bool is_good,
			      const int32_t operands[3])
{
	const struct plain_frame *f = plain_top(p);
	const unsigned byte = f->pc < s->size ? s->bytes[f->pc] : 0;
	char *at = p->text;

	at += sprintf(at, "I %llu %03u:%04x %02x %s", (unsigned long long)p->steps,
		      s->number, f->pc, byte,
		      is_good ? exh_sci_opcode(byte >> 1)->name : "?");
	for (size_t i = 0; is_good && plain_operands(byte >> 1)[i]; i++)
		at += sprintf(at, "%c%d", i ? ',' : ' ', operands[i]);
	at = plain_print(at + sprintf(at, " a="), p->acc);
	at = plain_print(at + sprintf(at, " p="), p->prev);
	at += sprintf(at, " sp=%u r=%u x=%zu s=", p->sp, p->rest, p->frame_count - 1);
	plain_print(at, f->self);
	plain_expect(p, p->text, true);
}

static inline void plain_step(struct plain *p)
{
	struct plain_frame *f = plain_top(p);
	const struct plain_script *s = plain_script(p, f->script);
	int32_t operands[3] = { 0 };
	unsigned next = 0, op;
	const bool is_good = plain_decode(s, f->pc, operands, &next);
	char line[64];

	if (*p->lines == 'Z') {
		sprintf(line, "Z %llu %08x", (unsigned long long)p->steps, plain_sum(p));
		plain_expect(p, line, true);
	}
	if (!*p->lines) {
		p->is_over = true;
		return;
	}
	p->steps++;
	plain_tell(p, s, is_good, operands);
	if (!is_good) {
		plain_fails(p, f->pc < s->size ? "BADOP" : "BADPC");
		return;
	}
	op = s->bytes[f->pc] >> 1;
	f->pc = next;
	plain_execute(p, op, operands[0], operands[1], operands[2], next);
}

static inline void plain_run_to(struct plain *p, size_t depth)
{
	while (!p->fault && !*p->wrong && !p->is_over && p->frame_count > depth)
		if (plain_top(p)->is_floor)
			p->frame_count--;
		else
			plain_step(p);
}

/*
 * A run.
 */

static inline bool plain_open(struct plain *p, const struct exh_sci_program *program,
			      uint32_t stack_size, size_t most_calls)
{
	*p = (struct plain){ .program = program,
			     .stack_size = stack_size,
			     .most_calls = most_calls,
			     .acc = pv_int(0),
			     .prev = pv_int(0) };
	p->scripts = calloc(program->script_count + 1, sizeof *p->scripts);
	p->clones = calloc(PLAIN_CLONES, sizeof *p->clones);
	p->stack = calloc(stack_size, sizeof *p->stack);
	p->frames = calloc(most_calls + 1, sizeof *p->frames);
	if (!p->scripts || !p->clones || !p->stack || !p->frames)
		return false;
	for (size_t i = 0; i < PLAIN_CLASSES; i++)
		p->classes[i] = pv_int(0);
	for (size_t i = 0; i < stack_size; i++)
		p->stack[i] = pv_int(0);
	for (size_t i = 0; i < program->script_count; i++) {
		struct plain_script *s = &p->scripts[i];

		s->number = program->scripts[i].number;
		s->bytes = program->scripts[i].is_open
				   ? program->scripts[i].code.bytes.data
				   : NULL;
		s->size = program->scripts[i].code.bytes.size;
		if (s->bytes)
			plain_find_objects(p, s);
	}
	return plain_load(p, 0);
}

static inline void plain_close(struct plain *p)
{
	for (size_t i = 0; i < p->program->script_count; i++) {
		for (size_t k = 0; k < p->scripts[i].object_count; k++)
			free(p->scripts[i].objects[k].values);
		free(p->scripts[i].objects);
		free(p->scripts[i].locals);
	}
	for (size_t i = 0; i < p->clone_count; i++)
		free(p->clones[i].values);
	free(p->scripts);
	free(p->clones);
	free(p->stack);
	free(p->frames);
}

static inline void plain_floor(struct plain *p)
{
	p->frames[p->frame_count++] =
		(struct plain_frame){ .is_floor = true, .self = pv_int(0), .fp = p->sp };
}

#endif
