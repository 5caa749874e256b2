/* What code.c and code_trace.c share. */
#ifndef EXH_SCI0_CODE_PARTS_H
#define EXH_SCI0_CODE_PARTS_H

#include "exhume/sci0_code.h"

/* Finds instructions and functions, from methods and exports on. False when memory is
 * short. */
bool exh_sci0_code_trace(struct exh_sci0_code *code, struct exh_arena *arena,
			 struct exh_notes *notes);

#endif
