#include "assets/sci/sci.h"

#include "task/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *sci_new_game_keep(struct sci_new_game *p, char *text)
{
	*MEM_ADD(&p->kept) = text;
	return text;
}

bool sci_new_game_set_data(struct sci_new_game *p, struct exh_sci_piece *piece,
			   struct exh_bytes data)
{
	struct exh_error err;

	if (!mem_arena_copy(&p->plan.arena, data, &piece->data, &err))
		return true;
	report_failure(p->report, piece->file, &err);
	return false;
}

void sci_new_game_free(struct sci_new_game *p)
{
	for (size_t i = 0; i < p->kept.count; i++)
		free(p->kept.items[i]);
	free(p->kept.items);
	free(p->taken);
	exh_sci_plan_free(&p->plan);
}

enum exh_sci_pack_method sci_new_game_method(const struct sci_pack_request *request)
{
	return request->method ? (enum exh_sci_pack_method)(request->method - 1)
			       : EXH_SCI_PACK_SMALLEST;
}

void sci_new_game_add_file(struct sci_new_game *p, const char *path, unsigned type,
			   unsigned number)
{
	const struct exh_sci_piece piece = { .is_record = true,
					     .type = type,
					     .number = number,
					     .method = sci_new_game_method(p->request),
					     .file = path };

	if (number >= EXH_SCI_NUMBERS) {
		report_error(p->report, path, EXH_NO_OFFSET,
			     "number %u, a map can hold numbers below %d", number,
			     EXH_SCI_NUMBERS);
		return;
	}
	if (p->taken[type][number]) {
		report_error(p->report, path, EXH_NO_OFFSET, "%s %u is already in %s",
			     exh_sci_type_name(type), number,
			     p->plan.pieces[p->taken[type][number] - 1].file);
		return;
	}
	p->taken[type][number] = p->plan.piece_count + 1;
	if (!exh_sci_plan_add_piece(&p->plan, &piece))
		mem_end();
}

void sci_new_game_left_out(const struct sci_new_game *p, const char *path,
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
