/* Calls, messages and arithmetic of the plain interpreter. Source: sci0-vm 3.4, 3.5. */
#ifndef EXH_ENGINE_SCI0_PLAIN_CALLS_H
#define EXH_ENGINE_SCI0_PLAIN_CALLS_H

#include "vm.h"

static inline struct plain_frame *plain_top(struct plain *p)
{
	return &p->frames[p->frame_count - 1];
}

static inline bool plain_push(struct plain *p, struct pv v)
{
	if (p->sp == p->stack_size)
		return plain_fails(p, "STACK");
	p->stack[p->sp++] = v;
	return true;
}

static inline bool plain_pop(struct plain *p, struct pv *out)
{
	if (p->sp <= plain_top(p)->fp)
		return plain_fails(p, "STACK");
	*out = p->stack[--p->sp];
	return true;
}

/*
 * Arithmetic.
 */

static inline bool plain_move(struct plain *p, struct pv v, int by, struct pv *out)
{
	if (!strchr("#SLTD", v.kind))
		return plain_fails(p, "PTRARITH");
	v.offset = (uint16_t)(v.offset + by);
	*out = v;
	return true;
}

static inline int plain_mod(int16_t a, int16_t b)
{
	int size = b < 0 ? -b : b, rest = size ? a % size : 0;

	return rest < 0 ? rest + size : rest;
}

/* a: from the stack; b: the accumulator. */
static inline bool plain_binary(struct plain *p, unsigned op, struct pv a)
{
	const struct pv b = p->acc;
	const uint16_t x = a.offset, y = b.offset;
	const bool is_a = a.kind != '#', is_b = b.kind != '#';

	if (op == 1 && !(is_a && is_b))
		return is_a ? plain_move(p, a, y, &p->acc) : plain_move(p, b, x, &p->acc);
	if (op == 2 && pv_same_memory(a, b)) {
		p->acc = pv_int((unsigned)pv_offset(a) - pv_offset(b));
		return true;
	}
	if (op == 2 && !is_b)
		return plain_move(p, a, -(int)y, &p->acc);
	if (is_a || is_b)
		return plain_fails(p, "PTRARITH");
	switch (op) {
	case 3:
		p->acc = pv_int((unsigned)x * y);
		break;
	case 4:
		p->acc = pv_int(y ? (unsigned)((int16_t)x / (int16_t)y) : 0);
		break;
	case 5:
		p->acc = pv_int((unsigned)plain_mod((int16_t)x, (int16_t)y));
		break;
	case 6:
		p->acc = pv_int(y < 16 ? (unsigned)x >> y : 0);
		break;
	case 7:
		p->acc = pv_int(y < 16 ? (unsigned)x << y : 0);
		break;
	case 8:
		p->acc = pv_int(x ^ y);
		break;
	case 9:
		p->acc = pv_int(x & y);
		break;
	default:
		p->acc = pv_int(x | y);
	}
	return true;
}

/* Compares: opcodes from 0x0d on, eq?, ne?, gt?, ge?, lt?, le?, and the four unsigned
 * ones. */
static inline bool plain_compare(struct plain *p, unsigned op, struct pv a)
{
	const struct pv b = p->acc;
	const bool is_signed = op <= 0x12 && a.kind == '#' && b.kind == '#';
	int order = 0;

	p->prev = b;
	if (op <= 0x0e) {
		p->acc = pv_int(pv_equal(a, b) == (op == 0x0d));
		return true;
	}
	if (is_signed)
		order = (int16_t)a.offset - (int16_t)b.offset;
	else if (pv_same_memory(a, b))
		order = pv_offset(a) - pv_offset(b);
	else if (a.kind != '#' && b.kind == '#' && b.offset <= 2000)
		order = 1;
	else if (a.kind == '#' && b.kind != '#' && a.offset <= 2000)
		order = -1;
	else
		return plain_fails(p, "PTRCMP");
	switch (op > 0x12 ? op - 4 : op) {
	case 0x0f:
		p->acc = pv_int(order > 0);
		break;
	case 0x10:
		p->acc = pv_int(order >= 0);
		break;
	case 0x11:
		p->acc = pv_int(order < 0);
		break;
	default:
		p->acc = pv_int(order <= 0);
	}
	return true;
}

/*
 * Calls and messages.
 */

static inline struct plain_frame *plain_enter(struct plain *p, uint16_t script,
					      unsigned pc)
{
	struct plain_frame *f = &p->frames[p->frame_count];

	if (pc >= plain_script(p, script)->size) {
		plain_fails(p, "BADPC");
		return NULL;
	}
	if (p->frame_count == p->most_calls) {
		plain_fails(p, "DEPTH");
		return NULL;
	}
	p->frame_count++;
	*f = (struct plain_frame){ .script = script, .locals = script, .pc = pc };
	f->fp = p->sp;
	return f;
}

static inline bool plain_enter_function(struct plain *p, uint16_t script, unsigned pc,
					uint16_t locals, uint32_t base, uint32_t argc)
{
	const struct pv self = plain_top(p)->self;
	struct plain_frame *f;

	p->stack[base] = pv_int(argc);
	f = plain_enter(p, script, pc);
	if (!f)
		return false;
	f->self = self;
	f->locals = locals;
	f->argp = f->base = base;
	f->argc = argc;
	f->is_function = true;
	return true;
}

static inline void plain_name_property(struct plain *p, struct pv owner,
				       const struct plain_object *object, size_t index,
				       char out[128])
{
	unsigned selector = (unsigned)index;
	struct exh_bytes name = { .size = 0 };
	char *at = out;

	*at++ = 'P';
	at = plain_print(at, owner);
	if (index < object->selector_count) {
		selector = plain_word(object->selectors + 2 * index);
		name = exh_sci_program_selector(p->program, selector);
	}
	if (name.size)
		sprintf(at, ".%.*s", (int)name.size, (const char *)name.data);
	else
		sprintf(at, ".%u", selector);
}

static inline void plain_set_property(struct plain *p, struct pv owner,
				      const struct plain_object *object, size_t index,
				      struct pv value)
{
	char where[128];

	plain_name_property(p, owner, object, index, where);
	plain_change(p, where, &object->values[index], value);
}

/* Sends the messages of the frame on top, up to one that enters a method. */
static inline bool plain_send_on(struct plain *p)
{
	while (plain_top(p)->message < plain_top(p)->end) {
		struct plain_frame *f = plain_top(p);
		const struct plain_object *object =
			f->super ? f->super : plain_object(p, f->receiver);
		const struct plain_object *owner = plain_object(p, f->receiver);
		const struct pv *cells = p->stack + f->message;
		const uint32_t left = f->end - f->message, at = f->message;
		const struct pv receiver = f->receiver;
		bool is_variable;
		uint16_t script;
		unsigned code;
		size_t index;

		if (left < 2 || cells[0].kind != '#' || cells[1].kind != '#' ||
		    cells[1].offset > 0x800 || cells[1].offset > left - 2)
			return plain_fails(p, "STACK");
		f->message += 2u + cells[1].offset;
		if (!object)
			return plain_fails(p, "NOTOBJ");
		if (!plain_lookup(p, object, cells[0].offset, &is_variable, &index,
				  &script, &code))
			return plain_fails(p, "BADSEL");
		if (!is_variable) {
			f = plain_enter(p, script, code);
			if (!f)
				return false;
			f->self = receiver;
			f->argp = at + 1;
			f->argc = cells[1].offset;
			return true;
		}
		if (!owner || index >= owner->count)
			return plain_fails(p, "BADPROP");
		if (cells[1].offset)
			plain_set_property(p, receiver, owner, index, cells[2]);
		else
			p->acc = owner->values[index];
	}
	p->sp = plain_top(p)->after;
	return true;
}

static inline bool plain_begin(struct plain *p, struct pv receiver,
			       const struct plain_object *super, uint32_t first)
{
	struct plain_frame *f = plain_top(p);

	f->receiver = receiver;
	f->super = super;
	f->message = f->after = first;
	f->end = p->sp;
	if (!super && !plain_object(p, receiver))
		return plain_fails(p, "NOTOBJ");
	return plain_send_on(p);
}

/* Takes the cells below sp for a call. */
static inline bool plain_take(struct plain *p, uint32_t cells, uint32_t *base)
{
	if (cells + p->rest > p->sp - plain_top(p)->fp)
		return plain_fails(p, "STACK");
	*base = p->sp - cells - p->rest;
	return true;
}

static inline bool plain_take_arguments(struct plain *p, uint32_t bytes, uint32_t *base,
					uint32_t *argc)
{
	if (!plain_take(p, bytes / 2 + 1, base))
		return false;
	*argc = pv_offset(p->stack[*base]) + p->rest;
	p->rest = 0;
	return *argc <= p->sp - *base - 1 || plain_fails(p, "STACK");
}

static inline bool plain_send(struct plain *p, uint32_t bytes, struct pv receiver,
			      const struct plain_object *super)
{
	uint32_t base;

	if (!plain_take(p, bytes / 2, &base))
		return false;
	if (p->rest && base + 1 < p->sp)
		p->stack[base + 1].offset =
			(uint16_t)(p->stack[base + 1].offset + p->rest);
	p->rest = 0;
	return plain_begin(p, receiver, super, base);
}

static inline bool plain_call_export(struct plain *p, unsigned script, unsigned number,
				     uint32_t bytes)
{
	const struct plain_script *s = plain_load(p, script);
	uint32_t base, argc;

	if (!plain_take_arguments(p, bytes, &base, &argc))
		return false;
	for (const uint8_t *at = s ? plain_section(s, NULL) : NULL; at;
	     at = plain_section(s, at))
		if (plain_word(at) == 7 && number < plain_word(at + 4))
			return plain_enter_function(p, s->number,
						    plain_word(at + 6 + 2 * number),
						    s->number, base, argc);
	return plain_fails(p, "BADEXPORT");
}

static inline bool plain_return(struct plain *p)
{
	const struct plain_frame left = *plain_top(p);

	p->frame_count--;
	p->sp = left.is_function ? left.base : left.fp;
	return left.is_function || plain_send_on(p);
}

/*
 * Kernel functions, as the trace has them.
 */

static inline void plain_run_to(struct plain *p, size_t depth);

/* Sends "send S000+0010 cue #0001": runs above the arguments until it has returned. */
static inline bool plain_message(struct plain *p, const char *at)
{
	const struct pv acc = p->acc, prev = p->prev;
	const uint32_t rest = p->rest, sp = p->sp;
	const struct pv receiver = plain_read(&at);
	const size_t size = strcspn(++at, " \n");
	const int selector =
		*at >= '0' && *at <= '9'
			? (int)strtol(at, NULL, 10)
			: exh_sci_program_selector_named(
				  p->program,
				  (struct exh_bytes){ (const uint8_t *)at, size, 0 });
	const size_t depth = p->frame_count;
	uint32_t count = 0;

	p->frames[p->frame_count++] =
		(struct plain_frame){ .is_floor = true, .self = receiver, .fp = sp };
	plain_push(p, pv_int((unsigned)selector));
	plain_push(p, pv_int(0));
	for (at += size; *at == ' '; count++) {
		at++;
		plain_push(p, plain_read(&at));
	}
	p->stack[sp + 1] = pv_int(count);
	plain_skip(p);
	p->rest = 0;
	if (!plain_begin(p, receiver, NULL, sp))
		return false;
	plain_run_to(p, depth);
	p->acc = acc;
	p->prev = prev;
	p->rest = rest;
	p->sp = sp;
	return !p->fault;
}

static inline void plain_clone(struct plain *p, struct pv of)
{
	const struct plain_object *origin = plain_object(p, of);
	struct plain_object *made = &p->clones[p->clone_count++];
	unsigned info;

	*made = *origin;
	made->values = calloc(made->count + 1, sizeof *made->values);
	memcpy(made->values, origin->values, made->count * sizeof *made->values);
	if (made->count < 3)
		return;
	info = made->values[2].offset;
	if (of.kind != 'C')
		made->values[0] = of;
	if (info & 0x8000)
		made->values[1] = made->values[0];
	made->values[2] = pv_int((info & ~0x8000u) | 1);
}

/* Applies a function's effect on objects and scripts. */
static inline void plain_effect(struct plain *p, const char *name, const struct pv *args,
				uint32_t argc)
{
	struct plain_object *object = argc ? plain_object(p, args[0]) : NULL;

	if (!strcmp(name, "Clone"))
		plain_clone(p, args[0]);
	else if (!strcmp(name, "DisposeScript"))
		plain_dispose(p, args[0].offset);
	else if (!strcmp(name, "ScriptID") && args[0].kind == '#')
		plain_load(p, args[0].offset);
	else if (!strcmp(name, "DisposeClone") && object && args[0].kind == 'C' &&
		 object->count > 2 && (object->values[2].offset & 3) == 1)
		object->is_live = false;
}

/* Applies a write of a kernel function: "G1 #0000 #0001". */
static inline void plain_write(struct plain *p, const char *at)
{
	const char letter = *at++;
	struct pv owner = pv_int(0), *v = NULL;
	struct plain_object *object = NULL;
	struct plain_script *s = plain_script(p, 0);
	char where[128], *end;
	size_t index;

	if (letter == 'P') {
		owner = plain_read(&at);
		object = plain_object(p, owner);
		for (index = 0; object && index < object->count && !v; index++) {
			plain_name_property(p, owner, object, index, where);
			end = strchr(where, '.');
			if (!strncmp(end, at, strlen(end)) && at[strlen(end)] == ' ')
				v = &object->values[index];
		}
	} else if (letter == 'L') {
		s = plain_script(p, (unsigned)strtoul(at, &end, 10));
		at = end + 1;
	}
	if (strchr("GLT", letter)) {
		index = strtoul(at, NULL, 10);
		v = letter == 'T' ? &p->stack[index] : &s->locals[index];
	}
	at = strchr(strchr(at, ' ') + 1, ' ') + 1;
	if (v)
		*v = plain_read(&at);
}

/* Reads the lines of the call itself. False after a fault. */
static inline bool plain_follow(struct plain *p)
{
	const char *at;

	for (;;) {
		if ((at = plain_peek(p, 'M'))) {
			plain_write(p, at);
			plain_skip(p);
		} else if ((at = plain_peek(p, 'X')) && !strncmp(at, "send ", 5)) {
			if (!plain_message(p, at + 5))
				return false;
		} else if (at) {
			plain_skip(p);
		} else if ((at = plain_peek(p, 'F'))) {
			return plain_fails(p, "");
		} else {
			return true;
		}
	}
}

static inline bool plain_call_kernel(struct plain *p, unsigned number, uint32_t bytes)
{
	const unsigned long long step = p->steps;
	const struct exh_bytes bound = exh_sci_program_kernel(p->program, number);
	char name[64], *at = p->text;
	uint32_t base, argc;
	const char *result;

	if (!plain_take_arguments(p, bytes, &base, &argc) || !plain_follow(p))
		return false;
	snprintf(name, sizeof name, "%.*s", (int)bound.size,
		 bound.size ? (const char *)bound.data : "");
	at += sprintf(at, "K %llu %s %u", step, name, argc);
	for (uint32_t i = 0; i < argc; i++) {
		*at++ = ' ';
		at = plain_print(at, p->stack[base + 1 + i]);
	}
	strcpy(at, " = ");
	result = p->lines + strlen(p->text);
	if (!plain_expect(p, p->text, false))
		return false;
	plain_effect(p, name, p->stack + base + 1, argc);
	p->sp = base;
	if (*result != '-')
		p->acc = plain_read(&result);
	return true;
}

#endif
