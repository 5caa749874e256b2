#include "script.h"

#include "assets/sci/text/text.h"
#include "task/memory.h"
#include "task/outputs.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TEXT_LIMIT = 1 << 28,
	SCRIPT_LIMIT = 65535,
	NAME_SIZE = 32,
};

/* One run over one input. */
struct work {
	const struct sci_script_request *request;
	struct script_program *program;
	struct exh_sci_disasm_options options;
	struct report *report;
};

/*
 * Disassembling.
 */

static const struct exh_sci_object *find_object(const struct exh_sci_code *code,
						const char *name)
{
	for (size_t i = 0; i < code->object_count; i++)
		if (text_is(code->objects[i].name, name))
			return &code->objects[i];
	return NULL;
}

/* True if the script is selected, and has the selected object. */
static bool is_wanted(const struct work *w, size_t place)
{
	const struct script_program *p = w->program;
	const struct exh_sci_program_script *script = &p->program.scripts[place];

	return p->is_selected[place] && script->is_open &&
	       (!w->request->object || find_object(&script->code, w->request->object));
}

static enum exh_status disassemble(const struct work *w, size_t place,
				   struct exh_writer *out, struct exh_error *err)
{
	const struct exh_sci_program_script *script = &w->program->program.scripts[place];
	struct exh_sci_disasm_options options = w->options;

	if (w->request->object)
		options.object = find_object(&script->code, w->request->object);
	return script_disassemble(w->program, script, &options, out, err);
}

/* Finds the selected names; false if no script has them. */
static bool find_names(struct work *w, const char *input)
{
	const struct sci_script_request *request = w->request;
	bool is_found = false;

	if (request->method) {
		w->options.selector = exh_sci_program_selector_named(
			&w->program->program, bytes_of_text(request->method));
		if (w->options.selector < 0) {
			report_error(w->report, input, EXH_NO_OFFSET,
				     "the game has no selector %s", request->method);
			return false;
		}
	}
	for (size_t i = 0; i < w->program->program.script_count && !is_found; i++)
		is_found = is_wanted(w, i);
	if (!is_found && request->object)
		report_error(w->report, input, EXH_NO_OFFSET,
			     "no selected script has an object %s", request->object);
	return is_found;
}

/* Writes all texts, one after the other. */
static void write_one_text(struct work *w, const char *output)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct exh_error err;
	bool is_good = true;

	for (size_t i = 0; i < w->program->program.script_count && is_good; i++) {
		if (!is_wanted(w, i))
			continue;
		if (text.size)
			exh_write_u8(&text, '\n');
		is_good = !disassemble(w, i, &text, &err);
		if (!is_good)
			report_failure(w->report, w->program->files[i], &err);
	}
	if (is_good)
		output_write_text(w->report, output, &text);
	exh_writer_free(&text);
}

static enum exh_status make_text(void *context, const struct output *output,
				 struct exh_writer *out, struct exh_error *err)
{
	return disassemble(context, output->which, out, err);
}

/* Writes a file for each script: script.NNN.txt. */
static void write_texts(struct work *w, const char *folder)
{
	struct outputs outputs = { .make = make_text, .context = w };

	for (size_t i = 0; i < w->program->program.script_count; i++) {
		char name[NAME_SIZE];

		if (!is_wanted(w, i))
			continue;
		snprintf(name, sizeof name, "script.%03u.txt",
			 w->program->program.scripts[i].number);
		outputs_add(&outputs, file_join(folder, name), 0, i);
	}
	outputs_run(&outputs, w->report, folder);
	outputs_free(&outputs);
}

static const struct field unused_field[] = {
	{ .name = "",
	  .type = FIELD_JSON_LIST,
	  .of = &number_fields,
	  .meaning = "numbers of resources" },
};
static const struct fields unused_fields = FIELDS("unused", struct json *, unused_field);

#define FIELD_FOUND(member, table, meaning_) \
	FIELD_ITEMS(struct sci_script, member, table, meaning_, FIELD_IF_ANY)

static const struct field document_fields[] = {
	FIELD_FOUND(scripts, &script_fields, "the scripts, with all that they hold"),
	FIELD_FOUND(classes, &script_class_fields, "the classes, with --classes"),
	FIELD_FOUND(objects, &script_object_fields,
		    "the objects of this name, with --object"),
	FIELD_FOUND(uses, &script_use_fields,
		    "uses of resources and names by scripts, with --xref"),
	FIELD_MADE(FIELD_JSON_MAP, struct sci_script, unused, &unused_fields,
		   "resources that nothing uses, by kind, with --xref", FIELD_IF_ANY),
	FIELD_FOUND(rooms, &script_room_fields, "the rooms, with --rooms"),
	FIELD_FOUND(exits, &script_exit_fields, "the ways between rooms, with --rooms"),
	FIELD_FOUND(calls, &script_call_fields,
		    "calls of kernel functions, with --kernel"),
	FIELD_FOUND(strings, &sci_text_string_fields, "the strings, with --strings"),
	FIELD_FOUND(findings, &script_finding_fields, "probable mistakes, with --lint"),
};
static const struct fields document_table =
	FIELDS("sci-script", struct sci_script, document_fields);

const struct document sci_script_document = {
	.format = "sci-script",
	.schema = 1,
	.made_by = "sci-script",
	.meaning = "What scripts of a game of SCI hold",
	.fields = &document_table,
};

static void write_json(struct work *w, const char *output,
		       const struct sci_script *contents)
{
	output_write_json(w->report, output,
			  document_to_json(&sci_script_document, contents));
}

static void write_disassembly(struct work *w, const char *output)
{
	if (w->request->format == SCI_SCRIPT_JSON)
		write_json(w, output,
			   &(struct sci_script){ .scripts = script_json(w->program) });
	else if (strcmp(output, "-") != 0 && output_is_folder(output, false))
		write_texts(w, output);
	else
		write_one_text(w, output);
}

/*
 * Other modes.
 */

typedef bool fill_output(struct script_output *o);

/* Returns the mode's function; NULL: disassembly. */
static fill_output *mode_of(const struct sci_script_request *request)
{
	const struct {
		bool is_wanted;
		fill_output *fill;
	} modes[] = {
		{ request->classes && request->object, script_object_fill },
		{ request->classes || request->hierarchy, script_classes_fill },
		{ request->xref, script_xref_fill },
		{ request->rooms, script_rooms_fill },
		{ request->kernel, script_kernel_fill },
		{ request->strings, script_strings_fill },
		{ request->lint, script_lint_fill },
	};

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (modes[i].is_wanted)
			return modes[i].fill;
	return NULL;
}

static void write_filled(struct work *w, const char *input, const char *output,
			 fill_output *fill)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	const bool is_json = w->request->format == SCI_SCRIPT_JSON;
	struct sci_script contents = { .scripts = NULL };
	struct script_output o = { .request = w->request,
				   .program = w->program,
				   .input = input,
				   .text = is_json ? NULL : &text,
				   .json = is_json ? &contents : NULL,
				   .report = w->report };

	if (!fill(&o))
		json_free(fields_to_json(&document_table, &contents));
	else if (is_json)
		write_json(w, output, &contents);
	else
		output_write_text(w->report, output, &text);
	exh_writer_free(&text);
}

struct result {
	bool has_scripts, has_size;
	size_t scripts, size;
	struct json *packed;
};

static const struct field result_fields[] = {
	FIELD_ITEMS(struct result, packed, &script_packed_fields,
		    "scripts that were packed, with --pack"),
	FIELD(struct result, scripts, NULL, "number of scripts that were selected",
	      FIELD_HAS(struct result, has_scripts)),
	FIELD(struct result, size, "bytes", "size of the script, with --assemble",
	      FIELD_HAS(struct result, has_size)),
};
const struct fields sci_script_result_fields =
	FIELDS("sci-script", struct result, result_fields);

static void read_input(struct work *w, const char *input, const char *output,
		       struct json *result)
{
	const struct sci_script_request *request = w->request;
	const struct script_selection selection = { request->numbers,
						    request->number_count, request->names,
						    (enum sci_words_use)request->words };
	fill_output *const fill = mode_of(request);
	struct result row = { .has_scripts = true };

	if (!script_program_open(w->program, input, &selection, w->report) ||
	    !find_names(w, input))
		return;
	if (request->pack)
		script_strings_pack(w->program, request, output, w->report, &row.packed);
	else if (fill)
		write_filled(w, input, output, fill);
	else
		write_disassembly(w, output);
	row.scripts = w->program->selected_count;
	fields_put(&sci_script_result_fields, &row, result);
}

/*
 * Assembling.
 */

static void report_place(struct work *w, const char *file,
			 const struct exh_sci_asm_place *place,
			 const struct exh_error *err)
{
	if (place->line)
		report_error(w->report, file, EXH_NO_OFFSET, "line %zu, column %zu: %s",
			     place->line, place->column, err->text);
	else
		report_failure(w->report, file, err);
}

static void assemble_text(struct work *w, const char *file, struct exh_bytes text,
			  const char *output, struct json *result)
{
	struct exh_writer script = { .limit = SCRIPT_LIMIT };
	struct exh_writer out = { .limit = SCRIPT_LIMIT + 2 };
	struct exh_writer bytes = { .limit = TEXT_LIMIT };
	struct result row = { .has_size = true };
	struct exh_sci_asm_place place;
	struct exh_error err;

	if (script_text_from_utf8(w->program, text, &bytes, &err)) {
		report_failure(w->report, file, &err);
	} else if (exh_sci_assemble(exh_writer_bytes(&bytes), &w->program->naming,
				    &script, &place, &err)) {
		report_place(w, file, &place, &err);
	} else {
		if (!w->request->bare) {
			exh_write_u8(&out, 0x80 | EXH_SCI_SCRIPT);
			exh_write_u8(&out, 0);
		}
		exh_write_bytes(&out, script.data, script.size);
		output_write(w->report, output, exh_writer_bytes(&out));
		row.size = script.size;
		fields_put(&sci_script_result_fields, &row, result);
	}
	exh_writer_free(&bytes);
	exh_writer_free(&out);
	exh_writer_free(&script);
}

static void assemble_input(struct work *w, const char *names, const char *output,
			   struct json *result)
{
	const char *file = w->request->assemble;
	struct file text;

	if (!script_program_open_names(w->program, names, w->report) ||
	    !report_read(w->report, file, TEXT_LIMIT, &text))
		return;
	assemble_text(w, file, text_without_mark(file_bytes(&text)), output, result);
	free(text.data);
}

/* Converts names of the command line to the game's encoding; those that can't be
 * converted stay. */
static void take_names(struct sci_script_request *request, struct exh_writer *names)
{
	const char **const given[] = { &request->object, &request->method };
	size_t places[2] = { 0 };

	for (size_t i = 0; i < 2; i++) {
		const char *name = *given[i] ? *given[i] : "";

		places[i] = names->size;
		if (exh_code_page_from_utf8(text_page(request->common.encoding),
					    bytes_of_text(name), EXH_CP437_NAME, names,
					    NULL)) {
			names->size = places[i];
			text_put(names, "%s", name);
		}
		exh_write_u8(names, 0);
	}
	mem_check(names);
	for (size_t i = 0; i < 2; i++)
		if (*given[i])
			*given[i] = (const char *)names->data + places[i];
}

void sci_script_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result)
{
	struct sci_script_request own = *(const struct sci_script_request *)context;
	const struct sci_script_request *request = &own;
	struct exh_writer names = { .limit = SIZE_MAX };
	struct script_program program = { .has_game = false };
	struct work w = {
		.request = request,
		.program = &program,
		.report = report,
		.options = { .is_plain = request->is_plain, .selector = -1 },
	};

	take_names(&own, &names);
	if (request->pack || output_is_folder(output, false) ||
	    output_is_free(report, output)) {
		if (request->assemble)
			assemble_input(&w, input, output, result);
		else
			read_input(&w, input, output, result);
	}
	script_program_close(&program);
	exh_writer_free(&names);
}
