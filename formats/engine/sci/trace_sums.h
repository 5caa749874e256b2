/* The sum of Z lines, of which only what has changed is calculated anew. Source: sci0-vm
 * 7.3. */
#ifndef EXH_ENGINE_SCI0_TRACE_SUMS_H
#define EXH_ENGINE_SCI0_TRACE_SUMS_H

#include "state.h"

struct vm_sums;

/* NULL when memory is short. */
struct vm_sums *exh_vm_sums_new(size_t script_count);
void exh_vm_sums_free(struct vm_sums *sums);

/* As exh_sci_vm_checksum. */
uint32_t exh_vm_sum(const struct exh_sci_vm *vm, struct vm_sums *sums);

#endif
