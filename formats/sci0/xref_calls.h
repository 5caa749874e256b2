/* What calls use. */
#ifndef EXH_SCI0_XREF_CALLS_H
#define EXH_SCI0_XREF_CALLS_H

#include "use_list.h"

/* context is the struct xref. */
void exh_sci0_xref_call(void *context, const struct exh_sci0_call *call);

#endif
