#include "fast_loop.h"

bool exh_vm_run_fast(struct exh_sci_vm *vm, uint64_t *steps)
{
	return vm_run_fast(vm, steps);
}
