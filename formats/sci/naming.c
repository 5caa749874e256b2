/* Which names of selectors, kernel functions and classes stand for one number. */
#include "exhume/sci_disasm.h"

#include "labels.h"
#include "token.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	const size_t shorter = x->text.size < y->text.size ? x->text.size : y->text.size;
	const int order = shorter ? memcmp(x->text.data, y->text.data, shorter) : 0;

	if (order)
		return order;
	if (x->text.size != y->text.size)
		return x->text.size < y->text.size ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static bool is_same(const struct named *a, const struct named *b)
{
	return a->text.size == b->text.size &&
	       (!a->text.size || !memcmp(a->text.data, b->text.data, a->text.size));
}

uint8_t *exh_sci_choose_names(struct named *list, size_t count, bool only,
			      struct exh_arena *arena)
{
	uint8_t *chosen = exh_alloc(arena, count + 1, 1);

	if (!chosen)
		return NULL;
	if (count)
		qsort(list, count, sizeof *list, compare);
	for (size_t i = 0; i < count; i++) {
		const bool is_first = !i || !is_same(&list[i - 1], &list[i]);
		const bool is_last = i + 1 == count || !is_same(&list[i], &list[i + 1]);

		chosen[list[i].number] =
			is_first && (is_last || !only) && exh_sci_is_token(list[i].text);
	}
	return chosen;
}

static uint8_t *choose_names(const struct exh_sci_names *names, struct exh_arena *arena)
{
	struct named *list = exh_alloc(arena, names->count + 1, sizeof *list);

	for (size_t i = 0; i < names->count && list; i++)
		list[i] = (struct named){ names->items[i].text, i };
	return list ? exh_sci_choose_names(list, names->count, false, arena) : NULL;
}

static uint8_t *choose_classes(const struct exh_sci_program *program,
			       struct exh_arena *arena)
{
	const size_t count = program->class_count;
	struct named *list = exh_alloc(arena, count + 1, sizeof *list);

	for (size_t i = 0; i < count && list; i++)
		list[i] = (struct named){ program->classes[i].name, i };
	return list ? exh_sci_choose_names(list, count, true, arena) : NULL;
}

enum exh_status exh_sci_naming_open(const struct exh_sci_program *program,
				    struct exh_arena *arena, struct exh_sci_naming *out,
				    struct exh_error *err)
{
	*out = (struct exh_sci_naming){
		.program = program,
		.selectors = choose_names(&program->selectors, arena),
		.kernel = choose_names(&program->kernel, arena),
		.classes = choose_classes(program, arena),
	};
	return out->selectors && out->kernel && out->classes
		       ? EXH_OK
		       : exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				  "the names need more than %zu bytes of memory",
				  arena->limit);
}
