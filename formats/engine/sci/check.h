/* What holds of every machine between two instructions. */
#ifndef EXH_ENGINE_SCI0_CHECK_H
#define EXH_ENGINE_SCI0_CHECK_H

#include "state.h"

/* What is wrong; NULL: nothing. After a fault calls are not looked at. */
const char *exh_vm_check(const struct exh_sci_vm *vm);

#endif
