#include "play_zvision.h"

#include <stdio.h>

static const char *state_of(const struct exh_zv_fix_use *use)
{
	return !use->script			 ? "not met"
	       : use->state == EXH_ZV_FIX_NEEDED ? "applied"
						 : exh_zv_fix_state_name(use->state);
}

#define ROW struct zv_run_fix
static const struct field fix_field[] = {
	FIELD(ROW, kind, NULL,
	      "part: puzzle, control, restore, or a type of control or action"),
	FIELD(ROW, id, NULL, "key, keys, slot or file"),
	FIELD(ROW, change, NULL, "change that puts it right"),
	FIELD(ROW, state, NULL,
	      "state of the fault: applied, fixed (the script has been put right), "
	      "differs, "
	      "not found in the script, not met (no such script was read)"),
	FIELD(ROW, script, NULL, "name of the script", FIELD_IF_ANY),
	FIELD(ROW, line, NULL, "line of the script, from 1", FIELD_IF_ANY),
};
#undef ROW
const struct fields zv_run_fix_fields =
	FIELDS("zv_run_fix", struct zv_run_fix, fix_field);

struct json *zv_run_fixes_to_json(const struct exh_zv_world *world)
{
	struct json *list = exh_zv_world_fix(world, 0) ? json_new_list() : NULL;
	const struct exh_zv_fix_use *use;

	for (size_t i = 0; (use = exh_zv_world_fix(world, i)); i++) {
		const struct zv_run_fix row = { use->fix->kind,	  use->fix->id,
						use->fix->change, state_of(use),
						use->script,	  use->line };

		json_push(list, fields_to_json(&zv_run_fix_fields, &row));
	}
	return list;
}

/* Reports why nothing was changed. */
static void tell(const struct exh_zv_fix_use *use, const struct report *report)
{
	const struct exh_zv_fix *fix = use->fix;

	if (!use->script)
		report_info(report, "fixes: %s %s of %s: no such script was read",
			    fix->kind, fix->id, fix->where);
	else if (use->line)
		report_info(report, "fixes: %s:%u: %s %s: nothing to change: %s",
			    use->script, (unsigned)use->line, fix->kind, fix->id,
			    use->state == EXH_ZV_FIX_DONE
				    ? "it has been put right"
				    : "it is not as the fix expects");
	else
		report_info(report, "fixes: %s: nothing to change: no %s %s", use->script,
			    fix->kind, fix->id);
}

void zv_run_print_fixes(const struct exh_zv_world *world, bool is_quiet,
			const struct report *report)
{
	const struct exh_zv_fix_use *use;
	size_t applied = 0, met = 0;

	if (!exh_zv_world_fix(world, 0))
		return;
	for (size_t i = 0; (use = exh_zv_world_fix(world, i)); i++) {
		met += use->script != NULL;
		applied += use->state == EXH_ZV_FIX_NEEDED;
		if (use->state != EXH_ZV_FIX_NEEDED)
			tell(use, report);
	}
	if (!is_quiet)
		printf("known faults: %zu put right, %zu with nothing to change\n",
		       applied, met - applied);
}
