/* Which selectors take numbers of resources; which functions print; what variables have.
 */
#ifndef EXH_SCI_XREF_ROLES_H
#define EXH_SCI_XREF_ROLES_H

#include "use_list.h"

/* Fills roles, printers and selectors; false when memory is short. */
bool exh_sci_xref_find_roles(struct xref *x);
/* Fills variables. */
bool exh_sci_xref_find_variables(struct xref *x);

/* The value as far as it is known: that of a variable with only one. *script is whose
 * address it is. */
struct exh_sci_value exh_sci_xref_resolve(const struct xref *x,
					  struct exh_sci_value value,
					  const struct exh_sci_program_script **script);

#endif
