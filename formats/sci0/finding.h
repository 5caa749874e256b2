/* What the parts of lint share. */
#ifndef EXH_SCI0_FINDING_H
#define EXH_SCI0_FINDING_H

#include "exhume/sci0_lint.h"

struct lint {
	const struct exh_sci0_program *program;
	const struct exh_sci0_use *uses;
	size_t use_count;
	const struct exh_sci0_lint_options *options;
	exh_sci0_finding_seen *seen;
	void *context;
};

void exh_sci0_lint_show(const struct lint *l, unsigned kind, unsigned script,
			unsigned offset, const char *format, ...) EXH_PRINTF(5, 6);

#endif
