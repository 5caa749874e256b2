#include "finding.h"

#include <stdarg.h>
#include <stdio.h>

void exh_sci0_lint_show(const struct lint *l, unsigned kind, unsigned script,
			unsigned offset, const char *format, ...)
{
	struct exh_sci0_finding finding = { .kind = (uint8_t)kind,
					    .script = (uint16_t)script,
					    .offset = (uint16_t)offset };
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(finding.text, sizeof finding.text, format, arguments);
	va_end(arguments);
	l->seen(l->context, &finding);
}
