/* Findings: the faults of each script, and those of all together. */
#include "script_words.h"

#include "exhume/advanced/zvision_script_set.h"

#include <stdlib.h>
#include <string.h>

static int compare(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

struct lint {
	struct exh_zv_findings *found;
	size_t script; /* script of the problems that follow */
	const struct exh_zv_lint_sources *sources;
	bool failed; /* out of memory */
};

static void add_of_script(void *context, size_t script,
			  const struct exh_zv_problem *problem)
{
	struct lint *lint = context;
	struct exh_zv_findings *found = lint->found;
	struct exh_zv_finding *items;

	if (found->count == EXH_ZV_MAX_FINDINGS) {
		found->left_out++;
		return;
	}
	items = script_grow(found->items, found->count, &found->capacity, sizeof *items);
	if (!items) {
		lint->failed = true;
		return;
	}
	found->items = items;
	items[found->count] = (struct exh_zv_finding){ script, found->count, *problem };
	found->count++;
}

static void add(void *context, const struct exh_zv_problem *problem)
{
	const struct lint *lint = context;

	add_of_script(context, lint->script, problem);
}

static bool ask_file(void *context, const char *name)
{
	const struct lint *lint = context;

	return lint->sources->has_file(lint->sources->context, name);
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
		     const struct exh_zv_lint_sources *sources,
		     struct exh_zv_findings *out)
{
	static const struct exh_zv_lint_sources none;
	struct lint lint = { .found = out, .sources = sources ? sources : &none };
	struct exh_zv_set_uses uses;

	*out = (struct exh_zv_findings){ 0 };
	for (size_t i = 0; i < count; i++) {
		lint.script = i;
		if (scripts[i] && !exh_zv_script_problems(scripts[i], add, &lint))
			lint.failed = true;
	}
	lint.failed |= !exh_zv_set_uses(scripts, count, &uses);
	exh_zv_set_problems(&uses, lint.sources->has_file ? ask_file : NULL,
			    add_of_script, &lint);
	exh_zv_set_scope_problems(scripts, count, lint.sources, &uses, add_of_script,
				  &lint);
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
