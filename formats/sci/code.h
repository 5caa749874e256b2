/* What code.c and code_trace.c share. */
#ifndef EXH_SCI_CODE_PARTS_H
#define EXH_SCI_CODE_PARTS_H

#include "exhume/sci_code.h"

/* Finds instructions and functions, from methods and exports on. False when memory is
 * short. */
bool exh_sci_code_trace(struct exh_sci_code *code, struct exh_arena *arena,
			struct exh_notes *notes);

#endif
