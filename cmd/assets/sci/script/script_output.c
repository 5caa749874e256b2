#include "script.h"

#include "task/json.h"

#include <exhume/cp437.h>

struct script_rows script_output_rows(struct script_output *o, const char *key,
				      const char *const *columns)
{
	struct script_rows rows = { .columns = columns, .tsv = o->text };

	if (o->json)
		rows.list = json_put(o->json, key, json_array());
	script_rows_start(&rows);
	return rows;
}

void script_output_put(struct script_output *o, struct exh_bytes text)
{
	exh_cp437_to_utf8(text, EXH_CP437_SCREEN, o->text);
}

void script_label_put(struct exh_writer *out, struct exh_bytes name)
{
	for (size_t i = 0; i < name.size; i++) {
		const struct exh_bytes one = { name.data + i, 1, 0 };

		if (one.data[0] == '"' || one.data[0] == '\\')
			exh_write_u8(out, '\\');
		exh_cp437_to_utf8(one, EXH_CP437_SCREEN, out);
	}
}

bool script_output_has(const struct script_output *o, unsigned script)
{
	const struct exh_sci_program *program = &o->program->program;
	const struct exh_sci_program_script *found =
		exh_sci_program_script(program, script);

	return found && o->program->is_selected[found - program->scripts];
}

bool script_output_check(struct script_output *o, enum exh_status status,
			 const struct exh_error *err)
{
	if (status)
		report_failure(o->report, o->input, err);
	return !status;
}

bool script_output_uses(struct script_output *o, struct exh_sci_use **uses, size_t *count)
{
	struct exh_error err;

	return script_output_check(
		o,
		exh_sci_uses(&o->program->program, &o->program->arena, uses, count, &err),
		&err);
}
