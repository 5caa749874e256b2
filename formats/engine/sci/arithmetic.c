#include "exhume/advanced/sci_opcode.h"

#include "machine.h"

enum { LAST_NUMBER = 2000 /* pointers are greater than integers up to here */ };

static bool fault(struct exh_sci_vm *vm)
{
	vm->acc = vm_int(0);
	return exh_vm_fault(vm, EXH_SCI_PTRARITH, "arithmetic with a pointer");
}

/* True if integers can be added to a pointer of this type. */
static bool can_be_moved(const struct exh_sci_vm *vm, reg r)
{
	switch (exh_sci_vm_type(vm, r)) {
	case EXH_SCI_SEGMENT_SCRIPT:
	case EXH_SCI_SEGMENT_LOCALS:
	case EXH_SCI_SEGMENT_STACK:
	case EXH_SCI_SEGMENT_MEMORY:
		return true;
	default:
		return false;
	}
}

bool exh_vm_add(struct exh_sci_vm *vm, reg value, int number, reg *out)
{
	*out = (reg){ value.segment, (uint16_t)(value.offset + number) };
	if (!value.segment || can_be_moved(vm, value))
		return true;
	*out = vm_int(0);
	return exh_vm_fault(vm, EXH_SCI_PTRARITH, "arithmetic with a pointer");
}

bool exh_vm_calculate_one(struct exh_sci_vm *vm, unsigned opcode)
{
	if (opcode == EXH_SCI_OP_NOT) {
		vm->acc = vm_int(vm_is_null(vm->acc));
		return true;
	}
	if (vm->acc.segment)
		return fault(vm);
	vm->acc = vm_int(opcode == EXH_SCI_OP_NEG ? 0u - vm->acc.offset
						  : ~(unsigned)vm->acc.offset);
	return true;
}

static int divided(int16_t left, int16_t right)
{
	return right ? left / right : 0;
}

/* Returns a value in [0, |right|). */
static int modulo(int16_t left, int16_t right)
{
	const int size = right < 0 ? -right : right;
	const int rest = size ? left % size : 0;

	return rest < 0 ? rest + size : rest;
}

static unsigned result_of(unsigned opcode, uint16_t left, uint16_t right)
{
	switch (opcode) {
	case EXH_SCI_OP_MUL:
		return (unsigned)left * right;
	case EXH_SCI_OP_DIV:
		return (unsigned)divided((int16_t)left, (int16_t)right);
	case EXH_SCI_OP_MOD:
		return (unsigned)modulo((int16_t)left, (int16_t)right);
	case EXH_SCI_OP_SHR:
		return right < 16 ? (unsigned)left >> right : 0;
	case EXH_SCI_OP_SHL:
		return right < 16 ? (unsigned)left << right : 0;
	case EXH_SCI_OP_XOR:
		return left ^ right;
	case EXH_SCI_OP_AND:
		return left & right;
	default:
		return left | right;
	}
}

bool exh_vm_calculate(struct exh_sci_vm *vm, unsigned opcode, reg left)
{
	const reg right = vm->acc;

	if (opcode == EXH_SCI_OP_ADD) {
		if (left.segment && right.segment)
			return fault(vm);
		return left.segment ? exh_vm_add(vm, left, right.offset, &vm->acc)
				    : exh_vm_add(vm, right, left.offset, &vm->acc);
	}
	if (opcode == EXH_SCI_OP_SUB && left.segment == right.segment) {
		vm->acc = vm_int((unsigned)left.offset - right.offset);
		return true;
	}
	if (opcode == EXH_SCI_OP_SUB && !right.segment)
		return exh_vm_add(vm, left, -(int)right.offset, &vm->acc);
	if (left.segment || right.segment)
		return fault(vm);
	vm->acc = vm_int(result_of(opcode, left.offset, right.offset));
	return true;
}

/* Returns -1, 0 or 1; *is_good false: not comparable. */
static int order_of(reg left, reg right, bool is_signed, bool *is_good)
{
	*is_good = true;
	if (left.segment == right.segment) {
		const int a =
			is_signed && !left.segment ? (int16_t)left.offset : left.offset;
		const int b =
			is_signed && !left.segment ? (int16_t)right.offset : right.offset;

		return (a > b) - (a < b);
	}
	if (left.segment && !right.segment && right.offset <= LAST_NUMBER)
		return 1;
	if (!left.segment && right.segment && left.offset <= LAST_NUMBER)
		return -1;
	*is_good = false;
	return 0;
}

bool exh_vm_compare(struct exh_sci_vm *vm, unsigned opcode, reg left)
{
	const reg right = vm->acc;
	const bool is_unsigned = opcode >= EXH_SCI_OP_UGT;
	bool is_good, is_true;
	int order;

	vm->prev = right;
	if (opcode == EXH_SCI_OP_EQ || opcode == EXH_SCI_OP_NE) {
		vm->acc = vm_int(vm_equal(left, right) == (opcode == EXH_SCI_OP_EQ));
		return true;
	}
	order = order_of(left, right, !is_unsigned, &is_good);
	switch (is_unsigned ? opcode - (EXH_SCI_OP_UGT - EXH_SCI_OP_GT) : opcode) {
	case EXH_SCI_OP_GT:
		is_true = order > 0;
		break;
	case EXH_SCI_OP_GE:
		is_true = order >= 0;
		break;
	case EXH_SCI_OP_LT:
		is_true = order < 0;
		break;
	default:
		is_true = order <= 0;
	}
	vm->acc = vm_int(is_good && is_true);
	return is_good ||
	       exh_vm_fault(vm, EXH_SCI_PTRCMP, "pointers that can't be compared");
}
