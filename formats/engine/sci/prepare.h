/* Code that is made ready to be run: a vm_op for each instruction. */
#ifndef EXH_ENGINE_SCI0_PREPARE_H
#define EXH_ENGINE_SCI0_PREPARE_H

#include "state.h"

/* clang-format off */
/* What the fast loop does for an op; LEAVE: nothing, it leaves it to the general one. */
#define VM_QUICK_KINDS(X, what) X(what##_GLOBAL) X(what##_LOCAL) X(what##_TEMPORARY) X(what##_PARAMETER)
#define VM_QUICKS(X) \
	X(LEAVE) X(HOP) X(JMP) X(BT) X(BNT) X(LDI) X(PUSH) X(PUSHI) X(PUSH_SELF) X(SELF_ID) \
	X(TOSS) X(DUP) X(LOFSA) X(LOFSS) X(PPREV) X(NOT) X(ADD) X(SUB) X(AND) X(OR) \
	X(EQ) X(NE) X(GT) X(GE) X(LT) X(LE) X(UGT) X(UGE) X(ULT) X(ULE) \
	X(PTOA) X(PTOS) X(ATOP) X(LINK) X(REST) X(CLASS) X(CALL) X(SEND) X(SELF) X(SUPER) X(CALLK) X(RET) \
	X(PUSHI_PUSHI) X(PUSHI_PUSH_TEMPORARY) X(LOAD_TEMPORARY_BNT) X(PTOA_BNT) X(NOT_BNT) X(EQ_BNT) \
	X(DECREMENT_TEMPORARY_BT) \
	VM_QUICK_KINDS(X, LOAD) VM_QUICK_KINDS(X, PUSH) VM_QUICK_KINDS(X, STORE) \
	VM_QUICK_KINDS(X, INCREMENT) VM_QUICK_KINDS(X, PUSH_INCREMENTED) VM_QUICK_KINDS(X, DECREMENT)
/* clang-format on */

#define VM_QUICK_NAME(name) VM_QUICK_##name,
enum vm_quick { VM_QUICKS(VM_QUICK_NAME) };
#undef VM_QUICK_NAME

/* The place of the op at an offset of a script's code, made if need be; below 0: there is
 * no instruction. */
int32_t exh_vm_op_at(struct vm_segment *s, unsigned offset);
/* The same, fast where it was made. */
static inline int32_t exh_vm_ready_op_at(struct vm_segment *s, unsigned offset)
{
	return offset < s->size && s->code.places[offset] >= 0 ? s->code.places[offset]
							       : exh_vm_op_at(s, offset);
}
/* The same for where a saved call goes on, which may be after the last byte: to reach it
 * is a fault. */
int32_t exh_vm_place_at(struct vm_segment *s, unsigned offset);

#endif
