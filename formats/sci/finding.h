/* What the parts of lint share. */
#ifndef EXH_SCI_FINDING_H
#define EXH_SCI_FINDING_H

#include "exhume/sci_lint.h"

struct lint {
	const struct exh_sci_program *program;
	const struct exh_sci_use *uses;
	size_t use_count;
	const struct exh_sci_lint_options *options;
	exh_sci_finding_seen *seen;
	void *context;
};

void exh_sci_lint_show(const struct lint *l, unsigned kind, unsigned script,
		       unsigned offset, const char *format, ...) EXH_PRINTF(5, 6);

#endif
