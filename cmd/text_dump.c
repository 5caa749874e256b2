#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "assets/sci/text/text.h"
#include "cli/opt.h"
#include "task/memory.h"

#include <string.h>

static const char *const format_choices[] = { "auto", "text", "tsv", "json", NULL };

enum { MAX_PATTERN = 1 << 12 };

static int check_types(const struct command *self, struct text_dump_request *request)
{
	const int status = sci_choice_parse(self, &request->common, &request->types,
					    &request->numbers, &request->choice);

	for (unsigned i = 0; i < EXH_SCI_TYPES && !status && request->types.count; i++)
		if (request->choice.types[i] && i != EXH_SCI_TEXT && i != EXH_SCI_SCRIPT)
			return opt_usage_error(self, "--type %s: expected text or script",
					       exh_sci_type_name(i));
	return status;
}

static int check_find(const struct command *self, struct text_dump_request *request)
{
	char wrong[128];

	if (!request->pattern)
		return request->ignore_case || request->is_regex
			       ? opt_usage_error(self,
						 "--ignore-case and --regex need --find")
			       : EXIT_DONE;
	if (strlen(request->pattern) > MAX_PATTERN)
		return opt_usage_error(self, "--find: more than %d bytes", MAX_PATTERN);
	if (!text_find_open(&request->find, request->pattern, request->is_regex,
			    request->ignore_case, wrong))
		return opt_usage_error(self, "--find %s: %s", request->pattern, wrong);
	return EXIT_DONE;
}

static void choose_format(struct text_dump_request *request)
{
	static const struct file_ending endings[] = { { ".json", TEXT_DUMP_JSON },
						      { ".tsv", TEXT_DUMP_TSV },
						      { 0 } };

	if (request->format == TEXT_DUMP_AUTO)
		request->format = file_ending_value(request->common.output, endings,
						    TEXT_DUMP_TEXT);
}

static void release(void *find)
{
	text_find_close(find);
}

static int check(const struct command *self, void *context)
{
	struct text_dump_request *request = context;
	int status = check_types(self, request);

	if (!status && request->pack && (request->pattern || request->format))
		status = opt_usage_error(self, "--pack takes neither --find nor "
					       "--format");
	if (!status && request->lint && (request->pack || request->pattern))
		status = opt_usage_error(self, "--lint takes neither --find nor --pack");
	if (!status && request->bare && !request->pack)
		status = opt_usage_error(self, "--bare needs --pack");
	if (!status)
		status = check_find(self, request);
	if (!status && !request->common.operand_count)
		status = opt_usage_error(self, request->pack ? "no table or JSON given"
							     : "no game or file given");
	choose_format(request);
	request->common.prints = !request->pack;
	common_keep(&request->common, &request->find, release);
	return status;
}

static const char *const type_words[] = { "text", "script", NULL };

static const struct opt option_table[] = {
	{ LIST_OPTION("type", "NAME", struct text_dump_request, types),
	  .choices = type_words, .help = "text, script; may be repeated; default: both" },
	{ LIST_OPTION("number", "RANGE", struct text_dump_request, numbers),
	  .help = SCI_NUMBER_HELP },
	{ CHOICE_OPTION("format", "NAME", struct text_dump_request, format,
			format_choices),
	  .help = "text, tsv, json; default: by the extension of -o, else text" },
	{ TEXT_OPTION("find", "PATTERN", struct text_dump_request, pattern),
	  .help = "list only lines that contain PATTERN" },
	{ FLAG_OPTION("ignore-case", struct text_dump_request, ignore_case),
	  .letter = 'i', .help = "with --find: ignore upper and lower case" },
	{ FLAG_OPTION("regex", struct text_dump_request, is_regex),
	  .help = "with --find: PATTERN is an extended regular expression" },
	{ FLAG_OPTION("lint", struct text_dump_request, lint),
	  .help = "list letters for which fonts of the game have no glyph" },
	{ FLAG_OPTION("safe-cells", struct text_dump_request, safe_cells),
	  .help = "TSV: an apostrophe before what spreadsheets take for formulas" },
	{ FLAG_OPTION("pack", struct text_dump_request, pack),
	  .help = "pack tables or JSON into text resources" },
	{ FLAG_OPTION("bare", struct text_dump_request, bare),
	  .help = "with --pack: write the resource without a patch file's header" },
	{ 0 },
};

static struct converter_endings endings_for(const void *context, const char *input)
{
	static const char *const endings[] = { [TEXT_DUMP_TEXT] = ".txt",
					       [TEXT_DUMP_TSV] = ".tsv",
					       [TEXT_DUMP_JSON] = ".json" };
	const struct text_dump_request *request = context;

	(void)input;
	return (struct converter_endings){ "", endings[request->format] };
}

static char *packed_output_for(void *context, const char *input, bool several)
{
	(void)context;
	(void)several;
	return mem_text(input);
}

static const struct converter packer = { .output_for = packed_output_for,
					 .run = text_pack_run_input };

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct text_dump_request *request = context;

	return request->pack ? &packer : &converter;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.endings_for = endings_for,
	.run = text_dump_run_input,
};

const struct command cmd_text_dump = {
	.name = "text-dump",
	.family = FAMILY_SCI,
	.brief = "list, search and pack the texts of Sierra's SCI games",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ SCI_RESOURCES(&sci_strings_fields),
						   &sci_text_result_fields,
						   &text_pack_fields, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS,
	.files = COMMAND_WRITES_SIBLINGS,
	COMMAND_REQUEST(struct text_dump_request, common),
	.converter = &converter,
	.run = convert_main,
};
