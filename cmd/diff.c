#include "cli/opt.h"
#include "game/game.h"
#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 28 };

static int check(const struct command *self, struct diff_request *request, char **inputs,
		 size_t count)
{
	const char *wrong;

	if (count != 2)
		return opt_usage_error(self, "expected two games, or folders of games");
	if (strcmp(inputs[0], "-") == 0 || strcmp(inputs[1], "-") == 0)
		return opt_usage_error(
			self, "a game is a folder or a file, not standard input");
	if (request->common.output && request->common.json)
		return opt_usage_error(self, "--json prints: -o can't be used");
	wrong = extract_choice_parse(&request->only, &request->except, NULL, NULL,
				     &request->choice);
	return wrong ? opt_usage_error(self, "%s", wrong) : EXIT_DONE;
}

static bool print_text(const struct diff_request *request, const struct json *result,
		       struct report *report)
{
	const char *output = request->common.output ? request->common.output : "-";
	struct exh_writer out = { .limit = TEXT_LIMIT };

	if (!output_is_free(report, output))
		return false;
	diff_print(result, request->brief, &out);
	return output_write_text(report, output, &out);
}

static bool print(const struct command *self, const struct diff_request *request,
		  struct json *result, struct report *report)
{
	struct json *results;
	bool good;

	if (!request->common.json)
		return print_text(request, result, report);
	json_set_shared(result, "warnings", report->warnings);
	json_set_shared(result, "errors", report->errors);
	results = json_make("[O]", result);
	good = results_print(self->name, results);
	json_free(results);
	return good;
}

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct diff_request *request = context;
	struct report report;
	enum diff_outcome outcome = DIFF_TROUBLE;
	struct json *result;
	int status = check(self, request, operands, count);

	if (!status) {
		report_start(&report, self->name, &request->common);
		outcome = diff_run(request, operands[0], operands[1], &report, &result);
		if (!print(self, request, result, &report))
			outcome = DIFF_TROUBLE;
		json_free(result);
		report_end(&report);
		status = (int)outcome;
	}
	extract_choice_free(&request->choice);
	return status;
}

static const struct opt option_table[] = {
	{ LIST_OPTION("only", "KIND[:RANGE]", struct diff_request, only),
	  .help = "compare these assets: view, view:1-5 (may be repeated)" },
	{ LIST_OPTION("except", "KIND[:RANGE]", struct diff_request, except),
	  .help = "do not compare these (may be repeated)" },
	{ TEXT_OPTION("page", "DIR", struct diff_request, page), .files = OPT_MADE,
	  .help = "write a page into this folder, with what differs of both" },
	{ FLAG_OPTION("brief", struct diff_request, brief),
	  .help = "count lines and cells, do not print them" },
	{ 0 },
};

const struct command cmd_diff = {
	.name = "diff",
	.family = FAMILY_GAMES,
	.brief = "show what differs between two games or assets",
	.usage = "[OPTION]... GAME GAME",
	.options = option_table,
	.common = COMMON_OUTPUT | COMMON_JSON | COMMON_WORK | COMMON_TEXTS,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct diff_request, common),
	.results = (const struct fields *const[]){ &diff_fields, NULL },
	.run = run,
};
