#include "trace.h"
#include "tracer.h"

void exh_sci_vm_print(const struct exh_sci_vm *vm, struct exh_sci_reg r,
		      struct exh_writer *out)
{
	struct vm_line line;

	line.size = 0;
	vm_put_reg(vm, r, &line);
	exh_write_bytes(out, line.text, line.size);
}

void exh_vm_put_selector(const struct exh_sci_vm *vm, unsigned selector,
			 struct vm_line *line)
{
	const struct exh_bytes name = exh_sci_program_selector(vm->program, selector);
	bool is_word = name.size && name.size < VM_NAME &&
		       (name.data[0] < '0' || name.data[0] > '9');

	for (size_t i = 0; i < name.size; i++)
		is_word = is_word && name.data[i] > ' ' && name.data[i] < 0x7f;
	if (is_word)
		vm_put_bytes(line, name.data, name.size);
	else
		vm_put_decimal(line, selector);
}

void exh_vm_trace_fault(struct exh_sci_vm *vm, const char *name)
{
	struct vm_line *line = vm_trace_begin(vm->tracer, 'F', vm->steps);

	vm_put_text(line, name);
	vm_put_char(line, ' ');
	vm_put_text(line, vm->fault_text);
	vm_trace_emit(vm, line);
}

/*
 * Changes.
 */

static void put_change(struct exh_sci_vm *vm, reg before, reg after, struct vm_line *line)
{
	vm_put_char(line, ' ');
	vm_put_reg(vm, before, line);
	vm_put_char(line, ' ');
	vm_put_reg(vm, after, line);
	vm_trace_emit(vm, line);
}

void exh_vm_trace_cell(struct exh_sci_vm *vm, uint16_t segment, size_t index, reg before,
		       reg after)
{
	struct vm_line *line;

	if (!vm_traces_changes(vm) || vm_equal(before, after))
		return;
	line = vm_trace_begin(vm->tracer, 'M', vm->steps);
	if (segment == vm->stack_segment) {
		vm_put_char(line, 'T');
	} else if (segment == vm->globals) {
		vm_put_char(line, 'G');
	} else {
		vm_put_char(line, 'L');
		vm_put_script(line, vm->segments[segment].script);
		vm_put_char(line, '.');
	}
	vm_put_decimal(line, index);
	put_change(vm, before, after, line);
}

/* A property's selector; its place, if it has none. */
static void put_property(const struct exh_sci_vm *vm, const struct vm_object *object,
			 size_t index, struct vm_line *line)
{
	const struct vm_shape *shape = &vm->shapes[object->shape];

	if (index < shape->selector_count)
		exh_vm_put_selector(vm, shape->selectors[index], line);
	else
		vm_put_decimal(line, index);
}

void exh_vm_trace_property(struct exh_sci_vm *vm, reg owner,
			   const struct vm_object *object, size_t index, reg after)
{
	struct vm_line *line;

	if (!vm_traces_changes(vm) || vm_equal(object->values[index], after))
		return;
	line = vm_trace_begin(vm->tracer, 'M', vm->steps);
	vm_put_char(line, 'P');
	vm_put_reg(vm, owner, line);
	vm_put_char(line, '.');
	put_property(vm, object, index, line);
	put_change(vm, object->values[index], after, line);
}

void exh_vm_trace_byte(struct exh_sci_vm *vm, reg at, uint8_t before, uint8_t after)
{
	struct vm_line *line;

	if (!vm_traces_changes(vm) || before == after)
		return;
	line = vm_trace_begin(vm->tracer, 'M', vm->steps);
	vm_put_reg(vm, at, line);
	if (at.segment == vm->string_segment) {
		vm_put_char(line, '.');
		vm_put_decimal(line, at.offset % VM_STRING_SIZE);
	}
	put_change(vm, vm_int(before), vm_int(after), line);
}
