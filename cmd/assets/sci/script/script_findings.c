#include "script.h"

#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <exhume/advanced/sci_lint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, LINE_SIZE = 64 };

struct findings {
	struct script_output *o;
	struct exh_sci_finding *items;
	size_t count, capacity;
	struct sci_known known;
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

/*
 * Lines of --known: "script 3: missing-resource 0x0012".
 */

static void put_known(const struct exh_sci_finding *finding, char line[LINE_SIZE])
{
	snprintf(line, LINE_SIZE, "script %u: %s 0x%04x", finding->script,
		 exh_sci_finding_name(finding->kind), finding->offset);
}

/* Parses a line; true if put_known() could have made it. */
static bool read_known(const char *text, struct exh_sci_finding *out)
{
	static const char first[] = "script ", second[] = ": ";
	char *name, line[LINE_SIZE];
	const char *kind;
	size_t size;

	*out = (struct exh_sci_finding){ .kind = 0 };
	if (strncmp(text, first, strlen(first)) != 0)
		return false;
	out->script = (uint16_t)strtoul(text + strlen(first), &name, 10);
	if (strncmp(name, second, strlen(second)) != 0)
		return false;
	name += strlen(second);
	size = strcspn(name, " ");
	out->offset = (uint16_t)strtoul(name + size, NULL, 16);
	for (; (kind = exh_sci_finding_name(out->kind)); out->kind++)
		if (strlen(kind) == size && !memcmp(name, kind, size))
			break;
	if (!kind)
		return false;
	put_known(out, line);
	return !strcmp(line, text);
}

static enum sci_known_line_kind known_kind(void *context, const char *line)
{
	const struct findings *f = context;
	struct exh_sci_finding finding;

	if (strncmp(line, "script ", strlen("script ")) != 0) /* a finding of --smoke */
		return SCI_KNOWN_OTHER;
	if (!read_known(line, &finding))
		return SCI_KNOWN_WRONG;
	return script_output_has(f->o, finding.script) ? SCI_KNOWN_OWN : SCI_KNOWN_OTHER;
}

/* Writes the file of --write-known. */
static void write_known(const struct findings *f)
{
	struct exh_writer out = { .limit = SIZE_MAX };
	char line[LINE_SIZE];

	if (!f->o->request->write_known)
		return;
	for (size_t i = 0; i < f->count; i++) {
		put_known(&f->items[i], line);
		text_put(&out, "%s\n", line);
	}
	output_write_text(f->o->report, f->o->request->write_known, &out);
}

/* Removes accepted findings. If there is a file, others are errors. */
static void drop_known(struct findings *f)
{
	size_t kept = 0;
	char line[LINE_SIZE];

	for (size_t i = 0; i < f->count; i++) {
		put_known(&f->items[i], line);
		if (!sci_known_take(&f->known, line))
			f->items[kept++] = f->items[i];
	}
	if (f->known.path && kept)
		report_error(f->o->report, f->known.path, EXH_NO_OFFSET,
			     "%zu finding%s not known", kept,
			     kept == 1 ? " is" : "s are");
	if (f->count > kept)
		report_say(f->o->report, "%zu known finding%s left out", f->count - kept,
			   f->count - kept == 1 ? "" : "s");
	f->count = kept;
	sci_known_tell(&f->known, known_kind, f, f->o->report);
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
	SCRIPT_NAME(struct finding, text, "description of the fault"),
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
	is_good = sci_known_open(&f.known, o->request->known, o->report) &&
		  script_output_uses(o, &uses, &count) &&
		  script_output_check(
			  o, exh_sci_lint(program, uses, count, &options, keep, &f, &err),
			  &err);
	if (is_good && f.count)
		qsort(f.items, f.count, sizeof *f.items, compare);
	if (is_good) {
		write_known(&f);
		drop_known(&f);
		show(&f);
	}
	sci_known_close(&f.known);
	free(f.items);
	return is_good;
}
