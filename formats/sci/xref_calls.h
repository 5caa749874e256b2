/* What calls use. */
#ifndef EXH_SCI_XREF_CALLS_H
#define EXH_SCI_XREF_CALLS_H

#include "use_list.h"

/* context is the struct xref. */
void exh_sci_xref_call(void *context, const struct exh_sci_call *call);

#endif
