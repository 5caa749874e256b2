#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <string.h>

static const char *const format_choices[] = { "text", "tsv", NULL };

static const char *const layout_choices[] = { "auto", "sci0",	"sci1-early",
					      "sci1", "sci1.1", NULL };

static int check_choice(const struct command *self, struct sci_unpack_request *request)
{
	const bool is_chosen = request->types.count || request->numbers.count;

	if (request->list + request->verify + request->manifest + request->convert > 1)
		return opt_usage_error(
			self,
			"--list, --verify, --manifest and --convert exclude each other");
	if (request->convert && (request->bare || request->volumes))
		return opt_usage_error(self,
				       "--convert has its own choice of resources and "
				       "formats: --%s can't be used",
				       request->bare ? "bare" : "volumes");
	if (is_chosen && (request->verify || request->manifest))
		return opt_usage_error(
			self, "%s applies to the whole game: no --type or --number",
			request->verify ? "--verify" : "--manifest");
	if (request->containers && !request->verify)
		return opt_usage_error(self, "--containers goes with --verify");
	if (request->bare && (request->list || request->verify))
		return opt_usage_error(self, "--bare needs files to write");
	return sci_choice_parse(self, &request->common, &request->types,
				&request->numbers, &request->choice);
}

static int check(const struct command *self, void *context)
{
	struct sci_unpack_request *request = context;
	const char *output = request->common.output;
	const size_t count = request->common.operand_count;

	if (!count)
		return opt_usage_error(self, "no game given: name its folder");
	if (request->format == FORMAT_TSV)
		request->list = true;
	if (request->format == FORMAT_TSV && request->common.json)
		return opt_usage_error(self,
				       "--format tsv and --json exclude each other");
	for (size_t i = 0; i < count; i++)
		if (strcmp(request->common.operands[i], "-") == 0)
			return opt_usage_error(self, "a game is a folder, not standard "
						     "input");
	if (output && !request->list && strcmp(output, "-") == 0)
		return opt_usage_error(self, "-o -: the output is a folder");
	if (output && request->verify)
		return opt_usage_error(self,
				       "--verify writes no files: -o can't be used");
	if (output && request->list && count > 1 && strcmp(output, "-") != 0)
		return opt_usage_error(self, "-o FILE with --list: takes one game");
	if (output && request->list && request->common.json)
		return opt_usage_error(self, "--json prints the list: -o can't be used");
	if (output && !*output)
		return opt_usage_error(self, "-o: empty file name");
	return check_choice(self, request);
}

static const char *const type_words[] = { "view",   "pic",    "script", "text",
					  "sound",  "memory", "vocab",	"font",
					  "cursor", "patch",  NULL };

static const struct opt option_table[] = {
	{ FLAG_OPTION("list", struct sci_unpack_request, list), .files = OPT_MAKES_NONE,
	  .help = "list the resources of a game, write nothing" },
	{ CHOICE_OPTION("format", "NAME", struct sci_unpack_request, format,
			format_choices),
	  .files = OPT_MAKES_NONE, .help = "format of --list: text (default), tsv" },
	{ FLAG_OPTION("verify", struct sci_unpack_request, verify),
	  .files = OPT_MAKES_NONE,
	  .help = "check the game, decode everything, report all damage" },
	{ FLAG_OPTION("containers", struct sci_unpack_request, containers),
	  .help = "--verify: check map and volumes only, decode no resource" },
	{ LIST_OPTION("type", "NAME", struct sci_unpack_request, types),
	  .choices = type_words,
	  .help = "select a type of resources: script (may be repeated)" },
	{ LIST_OPTION("number", "RANGE", struct sci_unpack_request, numbers),
	  .help = SCI_NUMBER_HELP },
	{ FLAG_OPTION("volumes", struct sci_unpack_request, volumes),
	  .help = "read the volumes, ignore patch files" },
	{ FLAG_OPTION("bare", struct sci_unpack_request, bare),
	  .help = "write resources without the two-byte header of patch files" },
	{ FLAG_OPTION("manifest", struct sci_unpack_request, manifest),
	  .help = "--volumes, and " SCI_MANIFEST
		  ", from which sci-pack rebuilds the game" },
	{ FLAG_OPTION("convert", struct sci_unpack_request, convert),
	  .help = "write PNG, WAV, BDF and text, not resources, and " SCI_INDEX },
	{ CHOICE_OPTION("layout", "NAME", struct sci_unpack_request, layout,
			layout_choices),
	  .help = "map layout: auto (default), sci0, sci1-early, sci1, sci1.1" },
	{ 0 },
};

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.output_for = sci_unpack_output_for,
	.makes_folder = true,
	.input_size = sci_input_size,
	.run = sci_unpack_run_input,
};

const struct command cmd_sci_unpack = {
	.name = "sci-unpack",
	.family = FAMILY_SCI,
	.brief = "extract the resources of SCI games",
	.usage = "[OPTION]... GAME_DIR...",
	.options = option_table,
	.results =
		(const struct fields *const[]){ &sci_list_fields, &sci_converted_fields,
						&sci_verify_fields, NULL },
	.documents = (const struct document *const[]){ &sci_manifest_document,
						       &sci_converted_document, NULL },
	.common = COMMON_ALL | COMMON_BUDGET | COMMON_LOOSE | COMMON_TEXTS,
	COMMAND_REQUEST(struct sci_unpack_request, common),
	.converter = &converter,
	.run = convert_main,
};
