#include "script.h"

#include "task/text.h"

#include <string.h>

enum { TEXT_LIMIT = 1 << 20, FIRST_LINE = 5 /* line of the code in the text */ };

static void put_script(unsigned number, const char *code, struct exh_writer *out)
{
	text_put(out, ".script %u\n.exports\n\tadded_code\n.code\nadded_code:\n", number);
	for (; *code; code++)
		exh_write_u8(out, *code == '|' ? '\n' : (uint8_t)*code);
	text_put(out, "\n\tret\n");
}

static void report_place(const char *what, const struct exh_sci_asm_place *place,
			 const struct exh_error *err, struct report *report)
{
	if (place->line > FIRST_LINE)
		report_error(report, what, EXH_NO_OFFSET,
			     "instruction %zu, column %zu: %s", place->line - FIRST_LINE,
			     place->column, err->text);
	else
		report_failure(report, what, err);
}

/* Returns the program's scripts with room for one more. */
static struct exh_sci_program_script *extend(struct script_program *p)
{
	struct exh_sci_program *program = &p->program;
	struct exh_sci_program_script *scripts =
		exh_alloc(&p->arena, program->script_count + 1, sizeof *scripts);

	if (!scripts)
		return NULL; /* over the arena's limit */
	memcpy(scripts, program->scripts, program->script_count * sizeof *scripts);
	for (size_t i = 0; i < program->class_count; i++) {
		struct exh_sci_program_class *class = &program->classes[i];

		if (class->owner)
			class->owner = &scripts[class->owner - program->scripts];
	}
	program->scripts = scripts;
	return &scripts[program->script_count++];
}

static bool add_script(struct script_program *p, unsigned number,
		       const struct exh_writer *assembled, struct exh_error *err)
{
	struct exh_sci_program_script *script = extend(p);
	const struct exh_bytes bytes = exh_memdup(&p->arena, exh_writer_bytes(assembled));

	if (!script || !bytes.data) {
		exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
			 "the scripts are larger than the limit of %zu bytes",
			 p->arena.limit);
		return false;
	}
	*script = (struct exh_sci_program_script){ .number = (uint16_t)number,
						   .is_open = true,
						   .notes = { .arena = &p->arena } };
	return !exh_sci_code_read(bytes, &p->arena, &script->code, &script->notes, err);
}

bool script_program_add(struct script_program *p, const char *code, const char *what,
			unsigned *number, struct report *report)
{
	const size_t count = p->program.script_count;
	struct exh_writer text = { .limit = TEXT_LIMIT }, script = text;
	struct exh_sci_asm_place place = { 0, 0 };
	struct exh_error err = { .status = EXH_OK };
	bool good = false;

	*number = count ? p->program.scripts[count - 1].number + 1u : 0;
	put_script(*number, code, &text);
	if (*number > UINT16_MAX)
		report_error(report, what, EXH_NO_OFFSET,
			     "the game has a script %u: no number is left", UINT16_MAX);
	else if (exh_sci_assemble(exh_writer_bytes(&text), &p->naming, &script, &place,
				  &err))
		report_place(what, &place, &err, report);
	else if (!add_script(p, *number, &script, &err))
		report_failure(report, what, &err);
	else
		good = true;
	exh_writer_free(&text);
	exh_writer_free(&script);
	return good;
}
