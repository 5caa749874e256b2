/*
 * The fast loop. The registers of the machine are variables of one function here, and
 * each op's code ends with the way to the next one's. Calls put them back first, and a
 * frame that is entered or returned to gets them anew. EXH_VM_SWITCH: without jumps to
 * labels, which not all compilers have.
 */
#ifndef EXH_ENGINE_SCI_FAST_LOOP_H
#define EXH_ENGINE_SCI_FAST_LOOP_H

#include "messages.h"
#include "kernel.h"

#include <string.h>

/* A value as one number. */
typedef uint32_t cell;

static inline cell cell_of(reg r)
{
	cell c;

	memcpy(&c, &r, sizeof c);
	return c;
}

static inline reg reg_of(cell c)
{
	reg r;

	memcpy(&r, &c, sizeof r);
	return r;
}

static inline cell get(const reg *from)
{
	cell c;

	memcpy(&c, from, sizeof c);
	return c;
}

static inline void put(reg *to, cell c)
{
	memcpy(to, &c, sizeof c);
}

static inline cell integer(unsigned value)
{
	return cell_of(vm_int(value));
}

static inline bool is_integer(cell c)
{
	return !reg_of(c).segment;
}

static inline int signed_of(cell c)
{
	return (int16_t)reg_of(c).offset;
}

static inline unsigned unsigned_of(cell c)
{
	return reg_of(c).offset;
}

/* Variables of a segment, which may have none. */
struct variables {
	reg *cells;
	uint32_t count;
};

static inline struct variables variables_of(const struct exh_sci_vm *vm, uint16_t segment)
{
	const struct vm_segment *s = &vm->segments[segment];

	/* Segment 0 exists, and has no variables. */
	return (struct variables){ s->cells, (uint32_t)s->cell_count };
}

static inline struct variables properties_of(const struct exh_sci_vm *vm, reg object)
{
	const struct vm_object *o = exh_vm_object(vm, object);

	return o ? (struct variables){ o->values, o->count }
		 : (struct variables){ NULL, 0 };
}

/* Number of last instructions of a run that are left to the general loop, so that an op
 * for several instructions stays within the run. */
enum { MOST_AT_ONCE = 2 };

/* clang-format off */
#if defined(__GNUC__) && !defined(EXH_VM_SWITCH) && !defined(__wasm__)
/* LABEL: address of an op's code; DISPATCH: jumps to the code of the current op. */
#define LABEL(name) __extension__ &&name,
#define DO(name) name:
#define DISPATCH() __extension__({ goto *labels[op->quick]; })
#else
#define DO(name) case VM_QUICK_##name:
#define DISPATCH() goto dispatch
#endif

/* Goes to the op after this many instructions, or to the op at a place. */
#define NEXT(count) do { op += (count); left -= (count); if (left < 0) goto leave; DISPATCH(); } while (0)
#define GO(place, count) do { op = ops + (place); left -= (count); if (left < 0) goto leave; DISPATCH(); } while (0)
/* Branches after the first of two ops; the second op is a branch. */
#define BRANCH_AFTER(condition) do { if (condition) { if (op[1].link < 0) { op++; left--; goto leave; } GO(op[1].link, 2); } NEXT(2); } while (0)
#define BNT_AFTER() BRANCH_AFTER(!acc)
/* Stores the registers in the machine, which goes on at an op. */
#define PUT_BACK(next) do { frame->place = (int32_t)((next) - ops); vm->sp = sp; vm->acc = reg_of(acc); vm->steps = stop - (uint64_t)left; } while (0)

/* Check for room on the stack, a value on it, or integers. Otherwise the general loop
 * runs the instruction, and reports the fault. */
#define ROOM() do { if (sp == end) goto leave; } while (0)
#define VALUE() do { if (sp <= fp) goto leave; } while (0)
#define INTEGERS() do { if (sp <= fp || !is_integer(get(&stack[sp - 1]) | acc)) goto leave; } while (0)
#define POP() get(&stack[--sp])
#define PUSH_CELL(value) do { put(&stack[sp], (value)); sp++; } while (0)

#define CALCULATE(name, expression) DO(name) { INTEGERS(); const cell b = acc, a = POP(); acc = integer(expression); NEXT(1); }
#define COMPARE(name, type, operator) DO(name) { INTEGERS(); const cell b = acc, a = POP(); put(&vm->prev, acc); acc = integer(type(a) operator type(b)); NEXT(1); }
#define VARIABLE(kind, none, base, index, count) \
	DO(LOAD_##kind) { if ((uint32_t)op->a >= (count)) goto none; acc = get(&(base)[index]); NEXT(1); } \
	DO(PUSH_##kind) { if ((uint32_t)op->a >= (count)) goto none; ROOM(); PUSH_CELL(get(&(base)[index])); NEXT(1); } \
	DO(STORE_##kind) { if ((uint32_t)op->a >= (count)) goto none; put(&(base)[index], acc); NEXT(1); } \
	DO(INCREMENT_##kind) { if ((uint32_t)op->a >= (count)) goto none; const cell v = get(&(base)[index]); if (!is_integer(v)) goto leave; acc = integer(unsigned_of(v) + 1); put(&(base)[index], acc); NEXT(1); } \
	DO(PUSH_INCREMENTED_##kind) { if ((uint32_t)op->a >= (count)) goto none; ROOM(); const cell v = get(&(base)[index]); if (!is_integer(v)) goto leave; const cell next = integer(unsigned_of(v) + 1); put(&(base)[index], next); PUSH_CELL(next); NEXT(1); } \
	DO(DECREMENT_##kind) { if ((uint32_t)op->a >= (count)) goto none; const cell v = get(&(base)[index]); if (!is_integer(v)) goto leave; acc = integer(unsigned_of(v) - 1); put(&(base)[index], acc); NEXT(1); }

/* See exh_vm_run_fast. */
static inline bool vm_run_fast(struct exh_sci_vm *vm, uint64_t *steps)
{
#ifdef LABEL
	static const void *const labels[] = { VM_QUICKS(LABEL) };
#endif
	const int64_t most = *steps > INT64_MAX ? INT64_MAX : (int64_t)*steps;
	int64_t left = most - MOST_AT_ONCE, entered;
	uint64_t stop;
	reg *const stack = vm->stack;
	const uint32_t end = vm->stack_size;
	struct variables globals, locals = { NULL, 0 }, self = { NULL, 0 };
	const struct vm_op *ops, *op;
	struct vm_frame *frame;
	uint32_t fp, argp, sp;
	cell acc;
	const struct vm_object *lookup = NULL; /* super messages: the class */
	reg receiver = { 0, 0 };
	bool is_found;

start: /* Anything may have changed. */
	if (vm->fault || vm->is_waiting || !vm->frame_count)
		goto look;
	globals = variables_of(vm, vm->globals);
	stop = vm->steps + (uint64_t)left;
enter: /* Another frame may be on top. */
	frame = vm_top(vm);
	sp = vm->sp;
	acc = cell_of(vm->acc);
resume: /* frame, sp and acc are known. */
	if (frame->is_floor)
		goto floor;
	ops = vm->segments[frame->segment].code.ops;
	op = ops + frame->place;
	fp = frame->fp;
	argp = frame->argp;
	entered = left;
	locals.count = self.count = 0;
	is_found = false;
	if (frame->is_again || left < 0)
		goto leave;
#ifdef LABEL
	DISPATCH();
#else
dispatch:
	switch (op->quick) {
#endif
	DO(HOP) op = ops + op->link; DISPATCH();
	DO(JMP) if (op->link < 0) goto leave; GO(op->link, 1);
	DO(BT) if (acc) { if (op->link < 0) goto leave; GO(op->link, 1); } NEXT(1);
	DO(BNT) if (!acc) { if (op->link < 0) goto leave; GO(op->link, 1); } NEXT(1);
	DO(LDI) acc = integer((unsigned)op->a); NEXT(1);
	DO(PUSHI) ROOM(); PUSH_CELL(integer((unsigned)op->a)); NEXT(1);
	DO(PUSH) ROOM(); PUSH_CELL(acc); NEXT(1);
	DO(PUSH_SELF) ROOM(); PUSH_CELL(cell_of(frame->self)); NEXT(1);
	DO(PPREV) ROOM(); PUSH_CELL(cell_of(vm->prev)); NEXT(1);
	DO(SELF_ID) acc = cell_of(frame->self); NEXT(1);
	DO(TOSS) VALUE(); sp--; NEXT(1);
	DO(DUP) VALUE(); ROOM(); PUSH_CELL(get(&stack[sp - 1])); NEXT(1);
	DO(LOFSA) acc = cell_of((reg){ frame->segment, op->target }); NEXT(1);
	DO(LOFSS) ROOM(); PUSH_CELL(cell_of((reg){ frame->segment, op->target })); NEXT(1);
	DO(NOT) acc = integer(!acc); NEXT(1);
	CALCULATE(ADD, unsigned_of(a) + unsigned_of(b))
	CALCULATE(SUB, unsigned_of(a) - unsigned_of(b))
	CALCULATE(AND, unsigned_of(a) & unsigned_of(b))
	CALCULATE(OR, unsigned_of(a) | unsigned_of(b))
	DO(EQ) { VALUE(); const cell a = POP(); put(&vm->prev, acc); acc = integer(a == acc); NEXT(1); }
	DO(NE) { VALUE(); const cell a = POP(); put(&vm->prev, acc); acc = integer(a != acc); NEXT(1); }
	COMPARE(GT, signed_of, >)
	COMPARE(GE, signed_of, >=)
	COMPARE(LT, signed_of, <)
	COMPARE(LE, signed_of, <=)
	COMPARE(UGT, unsigned_of, >)
	COMPARE(UGE, unsigned_of, >=)
	COMPARE(ULT, unsigned_of, <)
	COMPARE(ULE, unsigned_of, <=)
	DO(PTOA) if ((uint32_t)op->b >= self.count) goto find; acc = get(&self.cells[op->b]); NEXT(1);
	DO(PTOS) if ((uint32_t)op->b >= self.count) goto find; ROOM(); PUSH_CELL(get(&self.cells[op->b])); NEXT(1);
	DO(ATOP) if ((uint32_t)op->b >= self.count) goto find; put(&self.cells[op->b], acc); NEXT(1);
	VARIABLE(GLOBAL, leave, globals.cells, op->a, globals.count)
	VARIABLE(LOCAL, find, locals.cells, op->a, locals.count)
	VARIABLE(TEMPORARY, leave, stack, fp + (uint32_t)op->a, end - fp)
	VARIABLE(PARAMETER, leave, stack, argp + (uint32_t)op->a, end - argp)
	DO(LINK)
		if ((uint32_t)op->a > end - sp) goto leave;
		for (uint32_t last = sp + (uint32_t)op->a; sp < last; sp++) put(&stack[sp], 0);
		NEXT(1);
	DO(REST) {
		const uint32_t first = (uint32_t)op->a, argc = frame->argc, count = first <= argc ? argc - first + 1 : 0;

		if (count > end - sp) goto leave;
		vm->rest = count;
		for (uint32_t i = 0; i < count; i++) PUSH_CELL(get(&stack[argp + first + i]));
		NEXT(1);
	}
	DO(CLASS)
		if ((uint32_t)op->a >= vm->program->class_count || vm_is_null(vm->classes[op->a])) goto leave;
		acc = cell_of(vm->classes[op->a]);
		NEXT(1);
	DO(PUSHI_PUSHI)
		if (end - sp < 2) goto leave;
		PUSH_CELL(integer((unsigned)op->a));
		PUSH_CELL(integer((unsigned)op[1].a));
		NEXT(2);
	DO(PUSHI_PUSH_TEMPORARY)
		if (end - sp < 2 || (uint32_t)op[1].a >= end - fp) goto leave;
		PUSH_CELL(integer((unsigned)op->a));
		PUSH_CELL(get(&stack[fp + (uint32_t)op[1].a]));
		NEXT(2);
	DO(LOAD_TEMPORARY_BNT) if ((uint32_t)op->a >= end - fp) goto leave; acc = get(&stack[fp + (uint32_t)op->a]); BNT_AFTER();
	DO(PTOA_BNT) if ((uint32_t)op->b >= self.count) goto find; acc = get(&self.cells[op->b]); BNT_AFTER();
	DO(NOT_BNT) acc = integer(!acc); BNT_AFTER();
	DO(EQ_BNT) { VALUE(); const cell a = POP(); put(&vm->prev, acc); acc = integer(a == acc); BNT_AFTER(); }
	DO(DECREMENT_TEMPORARY_BT) {
		if ((uint32_t)op->a >= end - fp) goto leave;
		const cell v = get(&stack[fp + (uint32_t)op->a]);
		if (!is_integer(v)) goto leave;
		acc = integer(unsigned_of(v) - 1);
		put(&stack[fp + (uint32_t)op->a], acc);
		BRANCH_AFTER(acc);
	}
	DO(CALL)
	call:
		left--;
		PUT_BACK(op + 1);
		frame->is_entered = false;
		if (!exh_vm_call(vm, op)) goto look;
		goto enter;
	DO(SEND)
		receiver = reg_of(acc);
		lookup = NULL;
		goto send;
	DO(SELF)
		receiver = frame->self;
		lookup = NULL;
		goto send;
	DO(SUPER)
		receiver = frame->self;
		lookup = (uint32_t)op->a < vm->program->class_count ? exh_vm_object(vm, vm->classes[op->a]) : NULL;
		if (lookup) goto send;
		goto call;
	DO(CALLK) { /* Functions of the machine itself, with the expected number of arguments. */
		const uint32_t base = sp - op->frame - 1;
		const struct vm_bound *bound = (uint32_t)op->a < vm->kernel_count && !vm->rest && sp - fp > op->frame && stack[base].offset == op->frame ? &vm->kernel[op->a] : NULL;
		reg seen;

		if (bound && bound->look && op->frame == 1 && !vm->old && bound->look(vm, stack[base + 1], &seen)) {
			sp = base;
			acc = cell_of(seen);
			NEXT(1);
		}
		left--;
		PUT_BACK(op + 1);
		frame->is_entered = false;
		if (!bound || !bound->run || vm->old) goto call_kernel;
		if (!exh_vm_kernel_run(vm, bound, base, op->frame)) goto look;
		if (bound->is_plain) {
			sp = base;
			acc = cell_of(vm->acc);
			op++;
			if (left < 0) goto leave;
			DISPATCH();
		}
		if (vm->fault || vm->is_waiting || frame != vm_top(vm)) goto start;
		ops = vm->segments[frame->segment].code.ops;
		op = ops + frame->place;
		sp = base;
		acc = cell_of(vm->acc);
		stop = vm->steps + (uint64_t)left;
		self.count = locals.count = 0;
		is_found = false;
		if (left < 0) goto leave;
		DISPATCH();
	}
	DO(RET)
		left--;
		vm->frame_count--;
		if (frame->is_function) {
			sp = frame->base;
			frame--;
			goto resume;
		}
		sp = frame->fp;
		frame--;
		if (frame->message == frame->messages_end) {
			sp = frame->after;
			goto resume;
		}
		vm->sp = sp;
		vm->acc = reg_of(acc);
		if (!exh_vm_go_on_sending(vm)) goto look;
		goto enter;
	DO(LEAVE) goto leave;
#ifndef LABEL
	}
#endif
send: { /* One message is sent here, if it is as it should be, and code that is ready is entered. */
		const struct vm_object *const object = lookup ? lookup : exh_vm_object(vm, receiver);
		const uint32_t base = sp - op->frame;
		const int selector_shift = op->b;
		const struct vm_found *found = NULL;

		if (object && op->frame >= 2 && op->frame <= sp - fp && !vm->rest && !stack[base].segment && cell_of(stack[base + 1]) == integer(op->frame - 2u))
			found = exh_vm_lookup(vm, object, (unsigned)stack[base].offset >> selector_shift);
		if (found && found->is_variable && !lookup && found->index < object->count && (op->frame <= 2 || found->index != EXH_SCI_SUPERCLASS)) {
			if (op->frame > 2) object->values[found->index] = stack[base + 2];
			else acc = cell_of(object->values[found->index]);
			sp = base;
			NEXT(1);
		}
		if (found && !found->is_variable && vm->frame_count < vm->options.most_calls) {
			const struct vm_segment *const s = &vm->segments[found->segment];
			const int32_t place = found->code < s->size ? s->code.places[found->code] : -1;

			if (place >= 0) {
				frame->place = (int32_t)(op + 1 - ops);
				frame->is_entered = false;
				frame->receiver = receiver;
				frame->lookup = lookup;
				frame->message = frame->messages_end = sp;
				frame->after = base;
				frame++;
				vm->frame_count++;
				vm_clear_frame(frame);
				frame->self = receiver;
				frame->segment = found->segment;
				frame->locals = s->locals;
				frame->place = place;
				frame->argp = base + 1;
				frame->argc = op->frame - 2u;
				frame->fp = sp;
				frame->selector = stack[base].offset >> selector_shift;
				frame->is_entered = true;
				ops = s->code.ops;
				op = ops + place;
				fp = sp;
				argp = base + 1;
				locals = variables_of(vm, s->locals);
				is_found = !lookup;
				self = (struct variables){ object->values, is_found ? object->count : 0 };
				entered = --left;
				if (left < 0) goto leave;
				DISPATCH();
			}
		}
		if (lookup) goto call;
		left--;
		PUT_BACK(op + 1);
		frame->is_entered = false;
		if (!exh_vm_call_send(vm, op, receiver, NULL)) goto look;
		goto enter;
	}
call_kernel:
	if (!exh_vm_call_kernel(vm, op)) goto look;
	goto start;
find: /* A frame's variables and properties are found when they are needed. */
	if (is_found)
		goto leave;
	is_found = true;
	locals = variables_of(vm, frame->locals);
	self = properties_of(vm, frame->self);
	DISPATCH();
leave:
	PUT_BACK(op);
	if (left < entered)
		frame->is_entered = false;
	*steps -= (uint64_t)(most - MOST_AT_ONCE - left);
	return !*steps;
floor:
	vm->sp = sp;
	vm->acc = reg_of(acc);
	vm->steps = stop - (uint64_t)left;
look:
	*steps -= (uint64_t)(most - MOST_AT_ONCE - left);
	return true;
}
/* clang-format on */

#endif
