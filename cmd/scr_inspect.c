#include "assets/convert.h"
#include "assets/zvision/script/zv_script.h"
#include "cli/opt.h"

static const char *const format_choices[] = { "auto", "text", "json", "dot", NULL };

static int check(const struct command *self, void *context)
{
	static const struct file_ending endings[] = {
		{ ".json", SCR_INSPECT_JSON },
		{ ".dot", SCR_INSPECT_DOT },
		{ ".gv", SCR_INSPECT_DOT },
		{ 0 },
	};
	struct scr_inspect_request *request = context;
	const char *output = request->common.output;

	request->common.prints = true;
	if (request->lint && request->xref)
		return opt_usage_error(self, "--lint and --xref exclude each other");
	if (request->pack && (request->lint || request->xref || request->format))
		return opt_usage_error(self,
				       "--pack takes no --lint, --xref or --format");
	if (request->pack && request->common.json && !output)
		return opt_usage_error(self, "--pack --json needs -o FILE");
	if (request->bugs && !request->lint)
		return opt_usage_error(self, "--shipped-bugs is only for --lint");
	if (request->game && !request->bugs)
		return opt_usage_error(self, "--game is only for --shipped-bugs");
	if (request->data.count && !request->lint)
		return opt_usage_error(self, "--data is only for --lint");
	if (request->format == SCR_INSPECT_AUTO && output && !request->pack)
		request->format = file_ending_value(output, endings, SCR_INSPECT_TEXT);
	if (request->format == SCR_INSPECT_DOT && !request->xref)
		return opt_usage_error(self, "--format dot is only for --xref");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct scr_inspect_request, format,
			format_choices),
	  .help = "text (default), json; with --xref also dot, a graph of places" },
	{ FLAG_OPTION("lint", struct scr_inspect_request, lint),
	  .help = "report mistakes and oddities in all scripts together" },
	{ FLAG_OPTION("shipped-bugs", struct scr_inspect_request, bugs),
	  .help = "with --lint: list the known faults of the game that was sold" },
	{ CHOICE_OPTION("game", "NAME", struct scr_inspect_request, game,
			zv_game_choices),
	  .help = "with --shipped-bugs: nemesis, zgi; auto: by the game's files" },
	{ FLAG_OPTION("xref", struct scr_inspect_request, xref),
	  .help = "show where keys are read and written, and how places connect" },
	{ FLAG_OPTION("pack", struct scr_inspect_request, pack),
	  .help = "make scripts of what --format json wrote" },
	{ LIST_OPTION("data", "DIR", struct scr_inspect_request, data),
	  .help = "with --lint: look for the game's files below it; may be repeated" },
	{ 0 },
};

static struct converter_endings packed_endings(const void *context, const char *input)
{
	(void)context;
	return (struct converter_endings){
		file_has_ending(input, ".scr.json") ? ".scr.json" : ".json", ".scr"
	};
}

static struct converter_endings endings_for(const void *context, const char *input)
{
	const struct scr_inspect_request *request = context;

	(void)input;
	return (struct converter_endings){ "", request->format == SCR_INSPECT_JSON
						       ? ".json"
						       : "" };
}

static const struct converter packer = {
	.endings_for = packed_endings,
	.encode = scr_inspect_pack,
	.written = convert_name_output,
	.file_limit = SCR_FILE_LIMIT,
	.output_limit = (size_t)1 << 31,
};

static const struct converter all_together = {
	.makes_one = true,
	.run = scr_inspect_run_all,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct scr_inspect_request *request = context;

	return request->lint || request->xref ? &all_together
	       : request->pack		      ? &packer
					      : &converter;
}

static const struct converter converter = {
	.input_name = "script",
	.check = check,
	.choose = choose,
	.endings_for = endings_for,
	.run = scr_inspect_run_input,
};

const struct command cmd_scr_inspect = {
	.name = "scr-inspect",
	.family = FAMILY_ZVISION,
	.brief = "show, check and cross-reference scripts of Zork Nemesis and ZGI",
	.usage = "[OPTION]... SCRIPT|GAME_DIR...",
	.options = option_table,
	.results = scr_inspect_results,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct scr_inspect_request, common),
	.converter = &converter,
	.run = convert_main,
};
