#include "zv_script.h"

#include "task/jobs.h"
#include "task/json.h"
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

/* What is wrong with how it is written; that the file ends too early is reported already.
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

static void inspect(const struct scr_inspect_request *request, const struct scr_file *scr,
		    const char *output, struct report *report, struct json *result)
{
	struct exh_writer text = { .limit = TEXT_LIMIT };
	struct warner warner = { report, scr->path, 0 };
	/* Standard output has several. */
	const bool is_named =
		request->common.operand_count > 1 && !request->common.output;

	if (!exh_zv_script_problems(scr->script, warn, &warner))
		mem_end();
	if (warner.count > MAX_WARNINGS)
		report_warning(report, scr->path, EXH_NO_OFFSET,
			       "%zu more such problems; --lint lists them",
			       warner.count - MAX_WARNINGS);
	if (request->common.json || request->format == SCR_INSPECT_JSON)
		scr_to_json(scr->script, result);
	if (is_named)
		text_put(&text, "# %s\n\n", scr->path);
	exh_zv_script_print(scr->script, &text);
	if (is_named)
		exh_write_u8(&text, '\n');
	output_write_result(report, output, request->format == SCR_INSPECT_JSON, &text,
			    result);
}

void scr_inspect_run_input(void *context, const char *input, const char *output,
			   struct report *report, struct json *result)
{
	struct scr_file scr;

	if (scr_load(report, input, &scr))
		inspect(context, &scr, output, report, result);
	scr_free(&scr);
}

enum exh_status scr_inspect_pack(struct conversion *c, struct exh_bytes in,
				 struct exh_writer *out, struct exh_error *err)
{
	return scr_pack(in, c->input, c->report, out, err);
}

/*
 * All of them together.
 */

static void load_all(const struct scr_inspect_request *request, struct scr_file *scripts,
		     struct report *report, struct json *result)
{
	struct json *files = json_new_list();

	for (size_t i = 0; i < request->common.operand_count && !interrupt_pending(); i++)
		if (scr_load(report, request->common.operands[i], &scripts[i]))
			json_push(files, json_of_text(request->common.operands[i]));
	json_set(result, "files", files);
}

void scr_inspect_run_all(void *context, const char *input, const char *output,
			 struct report *report, struct json *result)
{
	const struct scr_inspect_request *request = context;
	struct scr_file *scripts =
		mem_alloc(request->common.operand_count, sizeof *scripts);
	struct exh_writer text = { .limit = TEXT_LIMIT };
	const struct scr_set set = {
		.report = report,
		.scripts = scripts,
		.count = request->common.operand_count,
		.data = &request->data,
		.result = result,
		.text = &text,
		.dot = request->format == SCR_INSPECT_DOT,
	};

	(void)input;
	load_all(request, scripts, report, result);
	if (request->lint)
		scr_lint(&set);
	else
		scr_xref(&set);
	output_write_result(report, output, request->format == SCR_INSPECT_JSON, &text,
			    result);
	for (size_t i = 0; i < request->common.operand_count; i++)
		scr_free(&scripts[i]);
	free(scripts);
}
