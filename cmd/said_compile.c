#include "assets/convert.h"
#include "assets/sci/parse/parse.h"
#include "assets/sci/sci.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

static const char *const format_names[] = { "auto", "hex",  "text", "binary",
					    "c",    "json", "tsv",  NULL };

/* Words of enum said_compiler. */
static const char *const compiler_names[] = { "exhume", "companion", NULL };

static int read_numbers(const struct command *self, struct said_compile_request *request)
{
	if (strcmp(request->numbers, "all") == 0)
		return EXIT_DONE;
	return ranges_option_parse(self, "script", request->numbers, RANGE_UNLIMITED,
				   &request->ranges, &request->range_count);
}

static int check_sources(const struct command *self, const struct said_compile_request *r)
{
	const bool has_json = r->common.json, has_output = r->common.output;

	if (r->numbers && (r->decompile.count || r->specs))
		return opt_usage_error(
			self,
			"--script reads specs from games: no --specs or --decompile");
	if (r->numbers && !r->common.operand_count)
		return opt_usage_error(self, "--script: no game given");
	if (r->decompile.count && r->common.operand_count)
		return opt_usage_error(self, "--decompile takes no other specs");
	if (r->specs && r->common.operand_count)
		return opt_usage_error(self, "specs and --specs FILE exclude each other");
	if (r->compiler && (r->numbers || r->decompile.count))
		return opt_usage_error(self, "--compiler is only for compiling");
	if (r->lenient && (r->numbers || r->decompile.count))
		return opt_usage_error(self, "--lenient is only for compiling");
	if (has_json && has_output && strcmp(r->common.output, "-") == 0)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	if (r->tree && (r->format == SAID_BINARY || r->format == SAID_C))
		return opt_usage_error(self, "--tree: this format can't show trees");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("vocab", "FILE", struct said_compile_request, vocab),
	  .help = "the words: a game's folder, or a file (VOCAB.000)" },
	{ TEXT_OPTION("specs", "FILE", struct said_compile_request, specs),
	  .help = "a file of specs, one per line; - is standard input" },
	{ LIST_OPTION("decompile", "HEX|FILE", struct said_compile_request, decompile),
	  .help = "decompile hexadecimal digits or a file (may be repeated)" },
	{ TEXT_OPTION("script", "RANGE", struct said_compile_request, numbers),
	  .help = "list the specs of a game's scripts: 0,10-20, or all" },
	{ CHOICE_OPTION("format", "NAME", struct said_compile_request, format,
			format_names),
	  .help = "hex, text, binary, c, json, tsv; auto: by -o, else by the input" },
	{ CHOICE_OPTION("words", "NAME", struct said_compile_request, words,
			sci_words_uses),
	  .help = "word of a group that is printed: frequent (default), first" },
	{ FLAG_OPTION("tree", struct said_compile_request, tree),
	  .help = "print the game's parse tree of a spec" },
	{ FLAG_OPTION("check", struct said_compile_request, check),
	  .help = "only check that specs compile to the original bytes" },
	{ CHOICE_OPTION("compiler", "NAME", struct said_compile_request, compiler,
			compiler_names),
	  .help = "exhume (default); companion: drop blanks within a word" },
	{ FLAG_OPTION("lenient", struct said_compile_request, lenient),
	  .help = "also compile specs that no game accepts" },
	{ 0 },
};

static int check(const struct command *self, void *context)
{
	struct said_compile_request *request = context;
	int status;

	request->common.prints = true;
	status = check_sources(self, request);
	if (!status && request->numbers)
		status = read_numbers(self, request);
	common_keep(&request->common, request->ranges, free);
	if (!request->common.operand_count && !request->decompile.count)
		request->file = request->specs ? request->specs : "-";
	return status;
}

static char *input_of(const void *context)
{
	const struct said_compile_request *request = context;

	return (char *)request->file;
}

static const struct converter games = {
	.output_for = said_compile_output_for,
	.run = said_compile_run_input,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct said_compile_request *request = context;

	return request->numbers ? &games : &converter;
}

static const struct converter converter = {
	.check = check,
	.choose = choose,
	.checks_streams = true,
	.makes_one = true,
	.input_of = input_of,
	.run = said_compile_run_input,
};

const struct command cmd_said_compile = {
	.name = "said-compile",
	.family = FAMILY_SCI,
	.brief = "compile Said specs to bytecode, and back",
	.usage = "[OPTION]... [SPEC|GAME]...",
	.options = option_table,
	.results = (const struct fields *const[]){ &said_compile_fields, NULL },
	.documents = (const struct document *const[]){ &said_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS | COMMON_BYTES,
	.files = COMMAND_WRITES_NAMED,
	.reads = sci_reads_words,
	COMMAND_REQUEST(struct said_compile_request, common),
	.converter = &converter,
	.run = convert_main,
};
