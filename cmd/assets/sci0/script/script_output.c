#include "script.h"

#include <exhume/cp437.h>

struct script_rows script_output_rows(struct script_output *o, const char *key,
				      const char *const *columns)
{
	struct script_rows rows = { .columns = columns, .tsv = o->text };

	if (o->json) {
		rows.list = json_array();
		json_object_set_new(o->json, key, rows.list);
	}
	script_rows_start(&rows);
	return rows;
}

void script_output_put(struct script_output *o, struct exh_bytes text)
{
	exh_cp437_to_utf8(text, EXH_CP437_SCREEN, o->text);
}

bool script_output_has(const struct script_output *o, unsigned script)
{
	const struct exh_sci0_program *program = &o->program->program;
	const struct exh_sci0_program_script *found =
		exh_sci0_program_script(program, script);

	return found && o->program->is_selected[found - program->scripts];
}

bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err)
{
	if (status)
		report_failure(o->report, o->input, err);
	return !status;
}
