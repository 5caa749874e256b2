/* Numbers and comparisons. Source: sci0-vm 1.4, 3.3, 3.4. */
#ifndef EXH_ENGINE_SCI0_ARITHMETIC_H
#define EXH_ENGINE_SCI0_ARITHMETIC_H

#include "state.h"

/* All of these: false after a fault that stops the machine. */

/* A value and an integer. */
bool exh_vm_add(struct exh_sci_vm *vm, reg value, int number, reg *out);
/* bnot, neg, not: of acc. */
bool exh_vm_calculate_one(struct exh_sci_vm *vm, unsigned opcode);
/* Of left and acc, to acc. */
bool exh_vm_calculate(struct exh_sci_vm *vm, unsigned opcode, reg left);
/* The same of comparisons; prev is what acc was. */
bool exh_vm_compare(struct exh_sci_vm *vm, unsigned opcode, reg left);

#endif
