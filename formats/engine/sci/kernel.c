#include "kernel.h"

#include "messages.h"

#include <inttypes.h>
#include <string.h>

/* Types of values, as bits. */
enum {
	IS_INTEGER = 1,
	IS_NULL = 2,
	IS_OBJECT = 4,
	IS_LIST = 8,
	IS_NODE = 16,
	IS_REFERENCE = 32,
	IS_ANYTHING = 64, /* even invalid references */
};

/* True if bytes can be read there that are no object, list or node. */
static bool is_reference(const struct exh_sci_vm *vm, reg r)
{
	const struct vm_segment *s = exh_vm_segment(vm, r.segment);

	switch (s ? s->type : EXH_SCI_SEGMENT_NONE) {
	case EXH_SCI_SEGMENT_NONE:
	case EXH_SCI_SEGMENT_CLONES:
	case EXH_SCI_SEGMENT_LISTS:
	case EXH_SCI_SEGMENT_NODES:
		return false;
	case EXH_SCI_SEGMENT_SCRIPT:
		return !exh_vm_object(vm, r) && exh_vm_read8(vm, r) >= 0;
	case EXH_SCI_SEGMENT_HUNKS:
		return exh_vm_hunk(vm, r);
	default:
		return exh_vm_read8(vm, r) >= 0;
	}
}

static unsigned type_named(char c)
{
	switch (c) {
	case 'i':
		return IS_INTEGER;
	case 'z':
		return IS_NULL;
	case 'o':
		return IS_OBJECT;
	case 'l':
		return IS_LIST;
	case 'n':
		return IS_NODE;
	case 'r':
		return IS_REFERENCE;
	default:
		return IS_ANYTHING;
	}
}

/* Reads the types at *at, "i" or "[zr]"; "." is any type. Advances *at. */
static unsigned next_types(const char **at)
{
	unsigned types = 0;

	if (**at != '[')
		return type_named(*(*at)++);
	for (++*at; **at != ']'; ++*at)
		types |= type_named(**at);
	++*at;
	return types;
}

/* Reads the types of a signature's arguments; "*" repeats the last. */
static bool read_signature(const char *signature, struct vm_bound *out)
{
	unsigned types = 0;
	size_t count = 0;

	while (*signature && *signature != '*') {
		if (count == VM_SIGNATURE)
			return false;
		types = next_types(&signature);
		out->types[count++] = (uint8_t)types;
	}
	out->least = (uint8_t)(count - (*signature == '*'));
	while (*signature == '*' && count < VM_SIGNATURE)
		out->types[count++] = (uint8_t)types;
	return true;
}

/* True if the reference is an object, or as in is_reference(). */
static bool is_object_or_reference(const struct exh_sci_vm *vm, reg r, unsigned types)
{
	return (types & IS_OBJECT && exh_vm_object(vm, r)) ||
	       (types & IS_REFERENCE && is_reference(vm, r));
}

/* Lists and nodes come first, since a game walks them most. */
static inline bool fits(const struct exh_sci_vm *vm, reg argument, unsigned types)
{
	if (!argument.segment)
		return types & (argument.offset ? IS_INTEGER | IS_ANYTHING
						: IS_INTEGER | IS_NULL | IS_ANYTHING);
	return types & IS_ANYTHING || (types & IS_LIST && exh_vm_list(vm, argument)) ||
	       (types & IS_NODE && exh_vm_node(vm, argument)) ||
	       is_object_or_reference(vm, argument, types);
}

static inline unsigned types_at(const struct vm_bound *bound, uint32_t i)
{
	return bound->types[i < VM_SIGNATURE ? i : VM_SIGNATURE - 1];
}

static inline bool check(const struct exh_sci_vm *vm, const struct vm_bound *bound,
			 const reg *args, uint32_t count)
{
	if (count < bound->least)
		return false;
	if (bound->skips_types)
		return true;
	for (uint32_t i = 0; i < count; i++)
		if (!fits(vm, args[i], types_at(bound, i)))
			return false;
	return true;
}

static const struct {
	const struct vm_kernel *functions;
	bool is_plain;	  /* see struct vm_bound */
	bool takes_types; /* arguments of any type are safe */
} tables[] = {
	{ exh_vm_kernel_objects, false, false }, { exh_vm_kernel_machine, true, false },
	{ exh_vm_kernel_lists, true, false },	 { exh_vm_kernel_strings, true, true },
	{ exh_vm_kernel_numbers, true, true },	 { exh_vm_kernel_motion, false, false },
	{ exh_vm_kernel_memory, false, false },	 { exh_vm_kernel_host, false, false },
};

static void find(struct exh_bytes name, struct vm_bound *out)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct vm_kernel *k = tables[i].functions; k->name; k++)
			if (name.size && (uint8_t)k->name[0] == name.data[0] &&
			    strlen(k->name) == name.size &&
			    !memcmp(k->name, name.data, name.size)) {
				out->kernel = k;
				out->look = k->look;
				out->is_plain = tables[i].is_plain;
				out->skips_types = tables[i].takes_types;
				return;
			}
}

/* A host function that the host does not implement: the result is 0. */
static bool do_nothing(struct vm_call *call)
{
	(void)call;
	return true;
}

bool exh_vm_kernel_bind(struct exh_sci_vm *vm)
{
	const size_t count = vm->program->kernel.count;

	vm->kernel = exh_alloc(&vm->arena, count + 1, sizeof *vm->kernel);
	vm->kernel_count = count;
	for (size_t i = 0; i < count && vm->kernel; i++) {
		struct vm_bound *bound = &vm->kernel[i];

		find(exh_sci_program_kernel(vm->program, (unsigned)i), bound);
		if (!bound->kernel)
			continue;
		bound->run = bound->kernel->run;
		bound->keeps = bound->kernel->keeps;
		bound->skips_types = bound->skips_types && vm->options.skips_checks;
		if (!bound->run && !vm->host.kernel) {
			bound->run = do_nothing;
			bound->is_plain = true;
		}
		if (!read_signature(bound->kernel->signature, bound))
			return false;
	}
	return vm->kernel;
}

/* Performs the host's request instead of ending the call. False: call it again at once,
 * since no object takes its message. */
static bool go_on(struct vm_call *call, const struct exh_sci_kernel_call *asked)
{
	struct exh_sci_vm *vm = call->vm;

	call->is_sent = asked->end == EXH_SCI_KERNEL_SENDS;
	if (call->is_sent && vm->host.trace)
		exh_vm_trace_send(vm, asked->receiver, asked->selector, asked->values,
				  asked->value_count);
	if (call->is_sent)
		return exh_vm_begin_message(vm, asked->receiver, asked->selector,
					    asked->values, asked->value_count);
	if (vm->upcalls)
		exh_vm_fault(vm, EXH_SCI_LIMIT, "a kernel function waits within another");
	vm->is_waiting = true;
	return true;
}

/* Calls the host's function, if the host has one. */
static bool run_host(struct vm_call *call, unsigned number)
{
	struct exh_sci_vm *vm = call->vm;

	if (!vm->host.kernel)
		return true;
	for (;;) {
		struct exh_sci_kernel_call asked = {
			.number = number,
			.name = exh_sci_program_kernel(vm->program, number),
			.arguments = call->args,
			.count = call->count,
			.is_again = call->is_again,
			.is_sent = call->is_sent,
			.answer = call->is_sent ? call->answer : vm_int(0),
			.is_nested = vm->upcalls > 0,
			.keeps_result = call->keeps,
		};

		vm->host.kernel(vm->host.context, vm, &asked);
		call->result = asked.result;
		call->keeps = asked.keeps_result;
		call->goes_on = !vm->fault && asked.end != EXH_SCI_KERNEL_DONE;
		if (!call->goes_on || go_on(call, &asked) || vm->fault)
			return !vm->fault;
		call->is_again = true;
		call->is_sent = true;
		call->answer = vm_int(0);
	}
}

/* Returns the number of the first argument that does not fit, from 1 on, or of the first
 * missing one. */
static uint32_t misfit(const struct exh_sci_vm *vm, const struct vm_bound *bound,
		       const reg *args, uint32_t count)
{
	uint32_t i = 0;

	while (i < count && fits(vm, args[i], types_at(bound, i)))
		i++;
	return i + 1;
}

/* Reports arguments that don't fit: the result is 0. */
static bool refuse(struct exh_sci_vm *vm, const struct vm_bound *bound, const reg *args,
		   uint32_t count)
{
	return exh_vm_fault(vm, EXH_SCI_KSIG,
			    "%s: argument %" PRIu32 " of %" PRIu32 " does not fit %s",
			    bound->kernel->name, misfit(vm, bound, args, count), count,
			    bound->kernel->signature);
}

/* Uses references in place of integers as such, as the interpreter did, and reports it.
 * False: other arguments do not fit either, or the machine is strict. Source:
 * sci0-vm-notes, "Globals". */
static bool take_offsets(struct exh_sci_vm *vm, const struct vm_bound *bound, reg *args,
			 uint32_t count)
{
	if (!vm->options.is_lenient || count < bound->least)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!fits(vm, args[i], types_at(bound, i)) &&
		    !(types_at(bound, i) & IS_INTEGER))
			return false;
	refuse(vm, bound, args, count);
	for (uint32_t i = 0; i < count; i++)
		if (!fits(vm, args[i], types_at(bound, i)))
			args[i].segment = 0;
	return true;
}

/* True if the arguments fit, maybe after a conversion. */
static inline bool take_arguments(struct exh_sci_vm *vm, const struct vm_bound *bound,
				  reg *args, uint32_t count)
{
	return check(vm, bound, args, count) || take_offsets(vm, bound, args, count);
}

static inline void end_call(const struct vm_call *call, uint32_t base)
{
	call->vm->sp = base;
	if (!call->keeps)
		call->vm->acc = call->result;
}

bool exh_vm_kernel_run(struct exh_sci_vm *vm, const struct vm_bound *bound, uint32_t base,
		       uint32_t argc)
{
	struct vm_call call = { .vm = vm,
				.args = vm->stack + base + 1,
				.count = argc,
				.look = bound->look,
				.keeps = bound->keeps };

	if (!(take_arguments(vm, bound, vm->stack + base + 1, argc)
		      ? bound->run(&call)
		      : refuse(vm, bound, call.args, argc)))
		return false;
	end_call(&call, base);
	return true;
}

enum vm_called exh_vm_kernel_call(struct exh_sci_vm *vm, unsigned number,
				  struct vm_frame *frame, uint32_t base, uint32_t argc)
{
	const struct vm_bound *bound =
		number < vm->kernel_count ? &vm->kernel[number] : NULL;
	const struct vm_kernel *kernel = bound ? bound->kernel : NULL;
	struct vm_call call = { .vm = vm,
				.args = vm->stack + base + 1,
				.count = argc,
				.look = bound ? bound->look : NULL,
				.is_again = frame->is_again,
				.is_sent = frame->is_sent,
				.answer = frame->answer,
				.keeps = bound && bound->keeps };
	const uint64_t step = vm->host.trace ? exh_vm_trace_call(vm, frame) : 0;
	bool is_good = true;

	if (!bound)
		is_good = exh_vm_fault(vm, EXH_SCI_BADKERNEL, "no kernel function %u",
				       number);
	else if (kernel && !take_arguments(vm, bound, vm->stack + base + 1, argc))
		is_good = refuse(vm, bound, call.args, argc);
	else if (vm->old && vm->old[number])
		is_good = exh_vm_emulate(&call, vm->old[number]);
	else
		is_good = bound->run ? bound->run(&call) : run_host(&call, number);
	if (!is_good)
		return VM_FAULT;
	if (call.goes_on) {
		frame->is_sent = call.is_sent;
		return VM_AGAIN;
	}
	if (vm->host.trace)
		exh_vm_trace_kernel(vm, step, number, &call);
	end_call(&call, base);
	return VM_DONE;
}
