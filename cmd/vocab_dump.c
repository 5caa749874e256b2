#include "assets/convert.h"
#include "assets/sci/vocab/vocab.h"
#include "cli/opt.h"

#include <exhume/advanced/sci_query.h>

static const char *const format_choices[] = { "auto", "text", "json", "tsv", NULL };

static int check_queries(const struct command *self, struct vocab_dump_request *request)
{
	unsigned group;

	for (size_t i = 0; i < request->queries.groups.count; i++)
		if (!exh_sci_group_from_text(request->queries.groups.items[i], &group))
			return opt_usage_error(
				self,
				"--group %s: expected a hexadecimal number up to fff, or "
				"a decimal one of four digits",
				request->queries.groups.items[i]);
	if (!vocab_dump_has_queries(request))
		return EXIT_DONE;
	if (request->kinds.count)
		return opt_usage_error(self, "--word, --group and --nearest need only "
					     "words: leave out --kind");
	request->wish = (struct vocab_wish){ .kinds = 1U << EXH_SCI_VOCAB_WORDS |
						      1U << EXH_SCI_VOCAB_SUFFIXES,
					     .quiet = true };
	return EXIT_DONE;
}

static int check_format(const struct command *self, struct vocab_dump_request *request)
{
	static const struct file_ending endings[] = { { ".json", VOCAB_DUMP_JSON },
						      { ".tsv", VOCAB_DUMP_TSV },
						      { 0 } };

	if (request->tsv && request->format != VOCAB_DUMP_AUTO &&
	    request->format != VOCAB_DUMP_TSV)
		return opt_usage_error(self, "--tsv and --format exclude each other");
	if (request->tsv)
		request->format = VOCAB_DUMP_TSV;
	if (request->format == VOCAB_DUMP_AUTO)
		request->format = file_ending_value(request->common.output, endings,
						    VOCAB_DUMP_TEXT);
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct vocab_dump_request *request = context;
	int status;

	request->common.prints = true;
	for (size_t i = 0; i < request->kinds.count; i++)
		if (!vocab_dump_add_kind(&request->wish.kinds, request->kinds.items[i]))
			return opt_usage_error(
				self,
				"--kind %s: expected words, suffixes, grammar, synonyms, "
				"properties, help, classes, selectors, opcodes, kernel",
				request->kinds.items[i]);
	status = check_queries(self, request);
	if (!status)
		status = check_format(self, request);
	return status;
}

static const struct opt option_table[] = {
	{ LIST_OPTION("kind", "KIND", struct vocab_dump_request, kinds),
	  .choices = vocab_kind_names,
	  .help = "words, suffixes, grammar ... (see the manual); may be repeated" },
	{ CHOICE_OPTION("format", "NAME", struct vocab_dump_request, format,
			format_choices),
	  .help = "text (default), json, tsv" },
	{ FLAG_OPTION("tsv", struct vocab_dump_request, tsv),
	  .help = "the same as --format tsv" },
	{ FLAG_OPTION("safe-cells", struct vocab_dump_request, safe_cells),
	  .help = "TSV: an apostrophe before what spreadsheets take for formulas" },
	{ LIST_OPTION("word", "WORD", struct vocab_dump_request, queries.words),
	  .help = "look up a word; may be repeated, as the next two" },
	{ LIST_OPTION("group", "GROUP", struct vocab_dump_request, queries.groups),
	  .help = "list the words of a group (hexadecimal; four digits: decimal)" },
	{ LIST_OPTION("nearest", "WORD", struct vocab_dump_request, queries.nearest),
	  .help = "list the known words closest to it" },
	{ 0 },
};

static struct converter_endings endings_for(const void *context, const char *input)
{
	static const char *const endings[] = { [VOCAB_DUMP_TEXT] = ".txt",
					       [VOCAB_DUMP_JSON] = ".json",
					       [VOCAB_DUMP_TSV] = ".tsv" };
	const struct vocab_dump_request *request = context;

	(void)input;
	return (struct converter_endings){ "", endings[request->format] };
}

static const struct converter converter = {
	.input_name = "game or vocabulary",
	.check = check,
	.endings_for = endings_for,
	.run = vocab_dump_run_input,
};

const struct command cmd_vocab_dump = {
	.name = "vocab-dump",
	.family = FAMILY_SCI,
	.brief = "list the vocabularies of Sierra's SCI games, and look up words",
	.usage = "[OPTION]... GAME_DIR|FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ &vocab_result_fields, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS,
	.files = COMMAND_WRITES_NAMED,
	COMMAND_REQUEST(struct vocab_dump_request, common),
	.converter = &converter,
	.run = convert_main,
};
