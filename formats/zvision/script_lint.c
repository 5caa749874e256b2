#include "exhume/zvision_script_set.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

struct lint {
	struct exh_zv_findings *found;
	size_t script; /* of the problems that come */
	exh_zv_has_file_fn *has_file;
	void *context; /* of has_file */
	bool failed;   /* out of memory */
};

static bool reserve(struct exh_zv_findings *found)
{
	const size_t capacity = found->capacity ? 2 * found->capacity : FIRST_CAPACITY;
	struct exh_zv_finding *items;

	if (found->count < found->capacity)
		return true;
	items = realloc(found->items, capacity * sizeof *items);
	if (!items)
		return false;
	found->items = items;
	found->capacity = capacity;
	return true;
}

static void add_of_script(void *context, size_t script,
			  const struct exh_zv_problem *problem)
{
	struct lint *lint = context;
	struct exh_zv_findings *found = lint->found;

	if (found->count == EXH_ZV_MAX_FINDINGS) {
		found->left_out++;
	} else if (reserve(found)) {
		found->items[found->count] =
			(struct exh_zv_finding){ script, found->count, *problem };
		found->count++;
	} else {
		lint->failed = true;
	}
}

static void add(void *context, const struct exh_zv_problem *problem)
{
	const struct lint *lint = context;

	add_of_script(context, lint->script, problem);
}

static bool has_file(void *context, const char *name)
{
	const struct lint *lint = context;

	return lint->has_file(lint->context, name);
}

static int compare(size_t a, size_t b)
{
	return a < b ? -1 : a > b;
}

static int by_position(const void *a, const void *b)
{
	const struct exh_zv_finding *one = a, *other = b;
	int order = compare(one->script, other->script);

	if (!order)
		order = compare(one->problem.line, other->problem.line);
	if (!order)
		order = compare(one->problem.column, other->problem.column);
	if (!order)
		order = strcmp(exh_zv_problem_name(one->problem.kind),
			       exh_zv_problem_name(other->problem.kind));
	return order ? order : compare(one->number, other->number);
}

bool exh_zv_set_lint(const struct exh_zv_script *const *scripts, size_t count,
		     exh_zv_has_file_fn *has, void *context, struct exh_zv_findings *out)
{
	struct lint lint = { .found = out, .has_file = has, .context = context };
	struct exh_zv_set_uses uses;

	*out = (struct exh_zv_findings){ 0 };
	for (size_t i = 0; i < count; i++) {
		lint.script = i;
		if (scripts[i] && !exh_zv_script_problems(scripts[i], add, &lint))
			lint.failed = true;
	}
	lint.failed |= !exh_zv_set_uses(scripts, count, &uses);
	exh_zv_set_problems(&uses, has ? has_file : NULL, add_of_script, &lint);
	exh_zv_set_uses_free(&uses);
	if (out->count)
		qsort(out->items, out->count, sizeof *out->items, by_position);
	return !lint.failed;
}

void exh_zv_findings_free(struct exh_zv_findings *findings)
{
	free(findings->items);
	*findings = (struct exh_zv_findings){ 0 };
}
