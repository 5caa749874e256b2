#include "zv_script.h"

#include "task/file.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>

enum { MAX_WARNINGS = 1000 };

static const size_t TEXT_LIMIT = (size_t)1 << 31;

/*
 * One script by itself.
 */

struct warner {
	struct report *report;
	const char *path;
	size_t count;
};

/* Warns of faults in the script's syntax; a file that ends too early is already reported.
 */
static void warn(void *context, const struct exh_zv_problem *problem)
{
	struct warner *warner = context;

	if (problem->kind >= EXH_ZV_PROBLEM_ARGUMENTS ||
	    (problem->kind == EXH_ZV_PROBLEM_BRACE && problem->node->odd & EXH_ZV_CUT))
		return;
	if (warner->count++ < MAX_WARNINGS)
		report_warning(warner->report, warner->path, problem->offset,
			       "line %u, column %u: %s", (unsigned)problem->line,
			       (unsigned)problem->column, problem->text);
}

/* is_named: the text begins with the path. */
static void inspect(const struct scr_file *scr, bool is_named, bool to_json,
		    struct exh_writer *text, struct report *report, struct json *result)
{
	struct warner warner = { report, scr->path, 0 };

	if (!exh_zv_script_problems(scr->script, warn, &warner))
		mem_end();
	if (warner.count > MAX_WARNINGS)
		report_warning(report, scr->path, EXH_NO_OFFSET,
			       "%zu more such problems; --lint lists them",
			       warner.count - MAX_WARNINGS);
	if (to_json)
		scr_to_json(scr->script, result);
	if (is_named)
		text_put(text, "# %s\n\n", scr->path);
	exh_zv_script_print(scr->script, text);
	if (is_named)
		exh_write_u8(text, '\n');
}

/* The scripts of a game. */
static void inspect_all(const struct scr_files *files, bool to_json,
			struct exh_writer *text, struct report *report,
			struct json *result)
{
	struct json *list = to_json ? json_new_list() : NULL;

	for (size_t i = 0; i < files->count; i++) {
		struct json *own = json_new_object();

		json_set_text(own, "file", files->items[i].path);
		if (files->items[i].script)
			inspect(&files->items[i], true, to_json, text, report, own);
		if (list && files->items[i].script)
			json_push(list, own);
		else
			json_free(own);
	}
	fields_put(&scr_set_fields, &(struct scr_set_row){ .scripts = list }, result);
}

void scr_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result)
{
	const struct scr_inspect_request *request = context;
	const bool is_json = request->format == SCR_INSPECT_JSON;
	const bool to_json = request->common.json || is_json;
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct scr_files files = { 0 };

	scr_files_add(&files, input, report);
	if (file_is_folder(input))
		inspect_all(&files, to_json, &text, report, result);
	else if (files.count && files.items->script)
		/* Standard output has several. */
		inspect(files.items,
			request->common.operand_count > 1 && !request->common.output,
			to_json, &text, report, result);
	for (size_t i = 0; i < files.count; i++)
		if (files.items[i].script) {
			output_write_result(report, output, is_json, &text, result);
			break;
		}
	exh_writer_free(&text);
	scr_files_free(&files);
}

enum exh_status scr_inspect_pack(struct conversion *c, struct exh_bytes in,
				 struct exh_writer *out, struct exh_error *err)
{
	return scr_pack(in, c->input, c->report, out, err);
}

/*
 * All of them together.
 */

static void load_all(const struct scr_inspect_request *request, struct scr_files *scripts,
		     struct report *report, struct json *result)
{
	struct json *files = json_new_list();

	for (size_t i = 0; i < request->common.operand_count && !interrupt_pending(); i++)
		scr_files_add(scripts, request->common.operands[i], report);
	for (size_t i = 0; i < scripts->count; i++)
		if (scripts->items[i].script)
			json_push(files, json_of_text(scripts->items[i].path));
	fields_put(&scr_set_fields, &(struct scr_set_row){ .files = files }, result);
}

void scr_inspect_run_all(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	const struct scr_inspect_request *request = context;
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct scr_files scripts = { 0 };
	struct scr_set set = {
		.report = report,
		.data = &request->data,
		.result = result,
		.text = &text,
		.dot = request->format == SCR_INSPECT_DOT,
	};

	(void)input;
	load_all(request, &scripts, report, result);
	set.scripts = scripts.items;
	set.count = scripts.count;
	set.games = scripts.games.items;
	set.game_count = scripts.games.count;
	set.game = request->game;
	set.bugs = request->bugs;
	if (request->lint)
		scr_lint(&set);
	else
		scr_xref(&set);
	if (request->bugs)
		scr_bugs(&set);
	output_write_result(report, output, request->format == SCR_INSPECT_JSON, &text,
			    result);
	scr_files_free(&scripts);
}
