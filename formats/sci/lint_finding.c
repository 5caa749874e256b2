#include "xref.h"

#include <stdarg.h>
#include <stdio.h>

void exh_sci_lint_show(const struct lint *l, unsigned kind, unsigned script,
		       unsigned offset, const char *format, ...)
{
	struct exh_sci_finding finding;
	va_list args;

	va_start(args, format);
	vsnprintf(finding.text, sizeof finding.text, format, args);
	va_end(args);
	finding.kind = (uint8_t)kind;
	finding.script = (uint16_t)script;
	finding.offset = (uint16_t)offset;
	l->seen(l->context, &finding);
}
