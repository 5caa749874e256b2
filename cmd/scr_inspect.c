#include "assets/zvision/script/scr_inspect.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

static const char *const format_choices[] = { "auto", "text", "json", "dot", NULL };

static int check(const struct command *self, struct scr_inspect_request *request)
{
	const char *output = request->common.output;

	if (!request->count)
		return opt_usage_error(self, "no script given");
	if (request->lint && request->xref)
		return opt_usage_error(self, "--lint and --xref exclude each other");
	if (request->pack && (request->lint || request->xref || request->format))
		return opt_usage_error(self,
				       "--pack takes no --lint, --xref or --format");
	if (request->pack && request->common.json && !output)
		return opt_usage_error(self, "--pack --json needs -o FILE");
	if (request->data.count && !request->lint)
		return opt_usage_error(self, "--data is only for --lint");
	if (request->format == FORMAT_AUTO && output && !request->pack)
		request->format = file_has_ending(output, ".json") ? FORMAT_JSON
				  : file_has_ending(output, ".dot") ||
						  file_has_ending(output, ".gv")
					  ? FORMAT_DOT
					  : FORMAT_TEXT;
	if (request->format == FORMAT_DOT && !request->xref)
		return opt_usage_error(self, "--format dot is only for --xref");
	return inputs_check(self, &request->common, request->paths, request->count,
			    false);
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct scr_inspect_request, format,
			format_choices),
	  .help = "text (default), json; with --xref also dot, a graph of places" },
	{ FLAG_OPTION("lint", struct scr_inspect_request, lint),
	  .help = "report mistakes and oddities in all scripts together" },
	{ FLAG_OPTION("xref", struct scr_inspect_request, xref),
	  .help = "show where keys are read and written, and how places connect" },
	{ FLAG_OPTION("pack", struct scr_inspect_request, pack),
	  .help = "make scripts of what --format json wrote" },
	{ LIST_OPTION("data", "DIR", struct scr_inspect_request, data),
	  .help = "with --lint: look for the game's files below it; may be repeated" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct scr_inspect_request *request = context;
	struct inputs inputs = { .self = self,
				 .common = &request->common,
				 .output_for = scr_inspect_output_for,
				 .run = scr_inspect_run_input,
				 .context = request };
	int status;

	request->paths = operands;
	request->count = count;
	status = check(self, request);
	if (status)
		return status;
	if (request->pack)
		inputs.run = scr_inspect_pack_input;
	if (!request->lint && !request->xref)
		return inputs_run(&inputs, operands, count);
	inputs.run = scr_inspect_run_all;
	return inputs_run_one(&inputs, NULL,
			      request->common.output ? request->common.output : "-");
}

const struct command cmd_scr_inspect = {
	.name = "scr-inspect",
	.family = FAMILY_ZVISION,
	.brief = "show, check and cross-reference scripts of Zork Nemesis and ZGI",
	.usage = "[OPTION]... SCRIPT...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct scr_inspect_request, common),
	.run = run,
};
