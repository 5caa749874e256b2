/* Lint of Said specs. */
#ifndef EXH_SCI_LINT_SAIDS_H
#define EXH_SCI_LINT_SAIDS_H

#include "finding.h"

/* Of a script; false when memory is short. */
bool exh_sci_lint_saids(const struct lint *l,
			const struct exh_sci_program_script *script);

#endif
