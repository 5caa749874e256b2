/* What the parts of lint share. */
#ifndef EXH_SCI0_LINT_PARTS_H
#define EXH_SCI0_LINT_PARTS_H

#include "exhume/sci0_lint.h"

struct lint {
	const struct exh_sci0_program *program;
	const struct exh_sci0_use *uses;
	size_t use_count;
	const struct exh_sci0_lint_options *options;
	exh_sci0_finding_seen *seen;
	void *context;
	struct exh_arena arena;
};

void exh_sci0_lint_show(const struct lint *l, unsigned kind, unsigned script,
			unsigned offset, const char *format, ...) EXH_PRINTF(5, 6);

/* Of a script; false when memory is short. */
bool exh_sci0_lint_saids(struct lint *l, const struct exh_sci0_program_script *script);
/* Of the uses. */
void exh_sci0_lint_uses(const struct lint *l);

#endif
