#include "script.h"

#include "task/memory.h"
#include "task/text.h"

#include <exhume/sci_lint.h>

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256 };

struct findings {
	struct script_output *o;
	struct exh_sci_finding *items;
	size_t count, capacity;
};

static bool has_resource(void *context, unsigned type, unsigned number)
{
	const struct script_program *p = context;

	return exh_sci_game_find(&p->game.opened, type, number);
}

static void keep(void *context, const struct exh_sci_finding *finding)
{
	struct findings *f = context;

	if (script_output_has(f->o, finding->script))
		*MEM_ADD(f) = *finding;
}

static int compare(const void *a, const void *b)
{
	const struct exh_sci_finding *x = a, *y = b;

	if (x->script != y->script)
		return x->script < y->script ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1)
				  : strcmp(x->text, y->text);
}

static void put_text(const struct findings *f, const struct exh_sci_finding *finding,
		     struct exh_bytes place)
{
	text_put(f->o->text, "script %u 0x%04x", finding->script, finding->offset);
	text_put(f->o->text, place.size ? " " : "");
	script_output_put(f->o, place);
	text_put(f->o->text, ": ");
	script_output_put(f->o, bytes_of_text(finding->text));
	text_put(f->o->text, " [%s]\n", exh_sci_finding_name(finding->kind));
}

struct finding {
	uint16_t script, offset;
	struct exh_bytes place, text;
	const char *kind;
};

static const struct field finding_field[] = {
	FIELD(struct finding, script, NULL, "number of the script"),
	FIELD(struct finding, offset, "bytes", "offset in the script"),
	SCRIPT_PLACE(struct finding),
	FIELD(struct finding, kind, NULL, "kind of the finding"),
	SCRIPT_TEXT(struct finding, text, "what is wrong"),
};
const struct fields script_finding_fields =
	FIELDS("finding", struct finding, finding_field);

static void show(const struct findings *f)
{
	const struct exh_sci_program *program = &f->o->program->program;
	const bool is_text = f->o->request->format == SCI_SCRIPT_TEXT;
	struct json *list =
		is_text ? NULL : script_output_begin(f->o, &script_finding_fields);
	struct exh_writer place = { .limit = NAME_SIZE };

	for (size_t i = 0; i < f->count; i++) {
		const struct exh_sci_finding *finding = &f->items[i];
		struct finding row = { .script = finding->script,
				       .offset = finding->offset,
				       .kind = exh_sci_finding_name(finding->kind),
				       .text = bytes_of_text(finding->text) };

		place.size = 0;
		script_place_put(program,
				 exh_sci_program_script(program, finding->script),
				 finding->offset, &place);
		row.place = exh_writer_bytes(&place);
		if (is_text)
			put_text(f, finding, row.place);
		else
			script_output_add(f->o, &script_finding_fields, &row, list);
	}
	exh_writer_free(&place);
	if (list)
		f->o->json->findings = list;
}

bool script_lint_fill(struct script_output *o)
{
	const struct exh_sci_program *program = &o->program->program;
	struct exh_sci_lint_options options = { .has_context = o->program };
	struct findings f = { .o = o };
	struct exh_sci_use *uses;
	size_t count;
	struct exh_error err;
	bool is_good;

	if (o->program->has_game)
		options.has = has_resource;
	is_good = script_output_uses(o, &uses, &count) &&
		  script_output_check(
			  o, exh_sci_lint(program, uses, count, &options, keep, &f, &err),
			  &err);
	if (is_good && f.count)
		qsort(f.items, f.count, sizeof *f.items, compare);
	if (is_good)
		show(&f);
	free(f.items);
	return is_good;
}
