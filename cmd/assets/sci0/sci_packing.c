#include "sci_packing.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sci_packing_out_of_memory(const struct sci_packing *p)
{
	report_error(p->report, NULL, EXH_NO_OFFSET, "out of memory");
	return false;
}

/* A copy that lives as long as the plan; takes text over. */
const char *sci_packing_keep(struct sci_packing *p, char *text)
{
	struct exh_bytes copy = { 0 };

	if (text)
		copy = exh_memdup(
			&p->plan.arena,
			(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
	if (!copy.data)
		sci_packing_out_of_memory(p);
	free(text);
	return (const char *)copy.data;
}

enum exh_sci0_pack_method sci_packing_method(const struct sci_pack_request *request)
{
	return request->method ? (enum exh_sci0_pack_method)(request->method - 1)
			       : EXH_SCI0_PACK_SMALLEST;
}

bool sci_packing_add_file(struct sci_packing *p, const char *path, unsigned type,
			  unsigned number)
{
	const struct exh_sci0_piece piece = { .is_record = true,
					      .type = type,
					      .number = number,
					      .method = sci_packing_method(p->request),
					      .file = path };

	if (number >= EXH_SCI0_NUMBERS) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "number %u, a map can hold numbers below %d", number,
			     EXH_SCI0_NUMBERS);
		return true;
	}
	if (p->taken[type][number]) {
		report_error(p->report, path, EXH_NO_OFFSET, "%s %u is already in %s",
			     exh_sci0_type_name(type), number,
			     p->plan.pieces[p->taken[type][number] - 1].file);
		return true;
	}
	p->taken[type][number] = p->plan.piece_count + 1;
	return exh_sci0_plan_add_piece(&p->plan, &piece) || sci_packing_out_of_memory(p);
}

void sci_packing_left_out(const struct sci_packing *p, const char *path,
			  const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (p->request->partial)
		report_warning(p->report, path, EXH_NO_OFFSET, "%s: left out", text);
	else
		report_error(p->report, path, EXH_NO_OFFSET,
			     "%s; with --partial it is left out", text);
}
