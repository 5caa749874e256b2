/* Lint of what scripts use. */
#ifndef EXH_SCI0_LINT_USES_H
#define EXH_SCI0_LINT_USES_H

#include "finding.h"

void exh_sci0_lint_uses(const struct lint *l);

#endif
