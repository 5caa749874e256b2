/* Lint of what scripts use. */
#ifndef EXH_SCI_LINT_USES_H
#define EXH_SCI_LINT_USES_H

#include "finding.h"

void exh_sci_lint_uses(const struct lint *l);

#endif
