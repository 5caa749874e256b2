#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "assets/sci/script/script.h"
#include "cli/opt.h"
#include "task/outputs.h"

#include <exhume/advanced/sci_xref.h>

#include <stdlib.h>
#include <string.h>

static const char *const format_choices[] = {
	"auto", "text", "json", "tsv", "dot", NULL
};

enum {
	TEXT = 1 << SCI_SCRIPT_TEXT,
	JSON = 1 << SCI_SCRIPT_JSON,
	TSV = 1 << SCI_SCRIPT_TSV,
	DOT = 1 << SCI_SCRIPT_DOT,
};

/* A mode of the command, and the options that it allows. */
struct mode {
	const char *option;
	bool is_wanted;
	unsigned formats;
	bool has_object, has_method; /* allows --object; --method and --no-comments */
	bool has_specs;		     /* allows --words */
};

/* Finds the selected mode; EXIT_DONE unless there are two. */
static int choose_mode(const struct command *self, const struct sci_script_request *r,
		       struct mode *out)
{
	const struct mode modes[] = {
		{ "disasm", r->disasm, TEXT | JSON, true, true, true },
		{ "assemble", r->assemble, 0, false, false, false },
		{ "classes", r->classes, TEXT | JSON | DOT, true, false, false },
		{ "hierarchy", r->hierarchy, TEXT, false, false, false },
		{ "xref", r->xref, TEXT | JSON | TSV | DOT, false, false, false },
		{ "rooms", r->rooms, TEXT | JSON | TSV | DOT, false, false, false },
		{ "kernel", r->kernel, TEXT | JSON | TSV, false, false, true },
		{ "strings", r->strings, TEXT | JSON | TSV, false, false, false },
		{ "lint", r->lint, TEXT | JSON | TSV, false, false, true },
	};
	size_t wanted = 0, count = 0;

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		if (!modes[i].is_wanted)
			continue;
		if (count++)
			return opt_usage_error(self, "--%s and --%s exclude each other",
					       modes[wanted].option, modes[i].option);
		wanted = i;
	}
	*out = modes[wanted];
	return EXIT_DONE;
}

static int check_mode(const struct command *self, const struct sci_script_request *r,
		      const struct mode *mode)
{
	const size_t count = r->common.operand_count;

	if (!mode->has_object && r->object)
		return opt_usage_error(self, "--%s takes no --object", mode->option);
	if (!mode->has_method && (r->method || r->is_plain))
		return opt_usage_error(self,
				       "--%s takes neither --method nor "
				       "--no-comments",
				       mode->option);
	if (r->format && !(mode->formats >> r->format & 1))
		return opt_usage_error(self, "--%s has no --format %s", mode->option,
				       format_choices[r->format]);
	if (r->only_texts.count && !r->xref)
		return opt_usage_error(self, "--only needs --xref");
	if (r->assemble && (!r->common.output || count != 1))
		return opt_usage_error(self, "--assemble needs one game, for its names, "
					     "and -o FILE");
	if (r->pack && (!r->strings || !r->common.output || count != 1 || r->format))
		return opt_usage_error(self, "--pack needs --strings, one game, and -o "
					     "FOLDER, and takes no --format");
	if ((r->known || r->write_known) && !r->lint)
		return opt_usage_error(self, "--known and --write-known need --lint");
	if (!mode->has_specs && r->words)
		return opt_usage_error(self,
				       "--words is for Said specs, which --%s does "
				       "not show",
				       mode->option);
	if (r->bare && !r->assemble && !r->pack)
		return opt_usage_error(self, "--bare needs --assemble or --pack");
	if (r->format == SCI_SCRIPT_JSON && mode->has_method && (r->object || r->method))
		return opt_usage_error(self, "--format json has whole scripts: no "
					     "--object, no --method");
	return EXIT_DONE;
}

/* Parses --only KIND[:RANGE]. */
static int parse_only(const struct command *self, struct sci_script_request *r)
{
	for (size_t i = 0; i < r->only_texts.count; i++) {
		const char *text = r->only_texts.items[i];
		const char *wrong = ranges_parse(text, &r->only, &r->only_count);

		if (wrong)
			return opt_usage_error(self,
					       "--only %s: expected KIND or "
					       "KIND:RANGE",
					       text);
	}
	for (size_t i = 0; i < r->only_count; i++) {
		const struct range *range = &r->only[i];
		bool is_known = false;

		for (unsigned k = 0; exh_sci_use_kind_name(k); k++)
			is_known |=
				range->name_size == strlen(exh_sci_use_kind_name(k)) &&
				!strncmp(exh_sci_use_kind_name(k), range->name,
					 range->name_size);
		if (!is_known)
			return opt_usage_error(
				self,
				"--only %s: no such kind; kinds are script, "
				"room, view, pic, sound, font, cursor, "
				"text, kernel, global, selector, class",
				range->text);
	}
	return EXIT_DONE;
}

/* Chooses the format by the extension of -o, if the mode supports it. */
static void choose_format(struct sci_script_request *r, const struct mode *mode)
{
	static const struct file_ending endings[] = { { ".json", SCI_SCRIPT_JSON },
						      { ".tsv", SCI_SCRIPT_TSV },
						      { ".dot", SCI_SCRIPT_DOT },
						      { ".gv", SCI_SCRIPT_DOT },
						      { 0 } };
	const unsigned format =
		file_ending_value(r->common.output, endings, SCI_SCRIPT_TEXT);

	if (!r->format && !r->assemble)
		r->format = mode->formats >> format & 1 ? format : SCI_SCRIPT_TEXT;
}

static int check(const struct command *self, void *context)
{
	struct sci_script_request *request = context;
	struct mode mode = { 0 };
	int status = choose_mode(self, request, &mode);

	if (!status)
		status = check_mode(self, request, &mode);
	if (!status && !request->common.operand_count)
		status = opt_usage_error(self, "no game or script given");
	if (!status)
		status = ranges_option_parse_all(self, "script", &request->scripts,
						 RANGE_UNLIMITED, &request->numbers,
						 &request->number_count);
	if (!status)
		status = parse_only(self, request);
	if (!status)
		choose_format(request, &mode);
	common_keep(&request->common, request->numbers, free);
	common_keep(&request->common, request->only, free);
	request->common.prints = !request->assemble && !request->pack;
	return status;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("disasm", struct sci_script_request, disasm),
	  .help = "write scripts as text, which --assemble reads (default)" },
	{ TEXT_OPTION("assemble", "FILE", struct sci_script_request, assemble),
	  .help = "make a script of a text; GAME_DIR gives its names" },
	{ FLAG_OPTION("classes", struct sci_script_request, classes),
	  .help = "list classes and instances; with --object all about one" },
	{ FLAG_OPTION("hierarchy", struct sci_script_request, hierarchy),
	  .help = "list classes with what each adds and changes" },
	{ FLAG_OPTION("xref", struct sci_script_request, xref),
	  .help = "list who uses which resource, function, selector, ..." },
	{ LIST_OPTION("only", "KIND[:RANGE]", struct sci_script_request, only_texts),
	  .help = "with --xref: only this kind; may be repeated" },
	{ FLAG_OPTION("rooms", struct sci_script_request, rooms),
	  .help = "list the rooms, their pics, and the ways between them" },
	{ FLAG_OPTION("kernel", struct sci_script_request, kernel),
	  .help = "list the calls of kernel functions, with arguments" },
	{ FLAG_OPTION("lint", struct sci_script_request, lint),
	  .help = "list what is probably wrong" },
	{ TEXT_OPTION("known", "FILE", struct sci_script_request, known),
	  .help = "lint: leave out these findings, a line each; others set status 1" },
	{ TEXT_OPTION("write-known", "FILE", struct sci_script_request, write_known),
	  .files = OPT_MADE, .help = "lint: write all findings as lines for --known" },
	{ FLAG_OPTION("strings", struct sci_script_request, strings),
	  .help = "list the strings in scripts as TSV" },
	{ FLAG_OPTION("safe-cells", struct sci_script_request, safe_cells),
	  .help = "with --strings: an apostrophe before what looks like a formula" },
	{ TEXT_OPTION("pack", "FILE", struct sci_script_request, pack),
	  .help = "with --strings: make scripts with the strings of a table" },
	{ LIST_OPTION("script", "RANGE", struct sci_script_request, scripts),
	  .help = "select scripts by number; may be repeated" },
	{ TEXT_OPTION("object", "NAME", struct sci_script_request, object),
	  .help = "show only this object or class, and its methods" },
	{ TEXT_OPTION("method", "NAME", struct sci_script_request, method),
	  .help = "show only the methods of this selector" },
	{ TEXT_OPTION("names", "GAME_DIR", struct sci_script_request, names),
	  .help = "take names from this game; default: that of the script" },
	{ CHOICE_OPTION("format", "NAME", struct sci_script_request, format,
			format_choices),
	  .help = "text, json, tsv, dot; auto: by -o, else text" },
	{ CHOICE_OPTION("words", "NAME", struct sci_script_request, words,
			sci_words_uses),
	  .help = "word of a group in specs: frequent (default), first" },
	{ FLAG_OPTION("no-comments", struct sci_script_request, is_plain),
	  .help = "write the text without comments" },
	{ FLAG_OPTION("bare", struct sci_script_request, bare),
	  .help = "write no patch file's header" },
	{ 0 },
};

static struct converter_endings endings_for(const void *context, const char *input)
{
	static const char *const endings[SCI_SCRIPT_FORMATS] = { ".txt", ".txt", ".json",
								 ".tsv", ".dot" };
	const struct sci_script_request *request = context;

	(void)input;
	return (struct converter_endings){ "", endings[request->format] };
}

static const struct converter converter = {
	.check = check,
	.endings_for = endings_for,
	.keeps_output = true,
	.run = sci_script_run_input,
};

const struct command cmd_sci_script = {
	.name = "sci-script",
	.family = FAMILY_SCI,
	.brief = "disassemble, assemble and explore scripts of Sierra's SCI games",
	.usage = "[OPTION]... GAME_DIR|SCRIPT...",
	.options = option_table,
	.results = (const struct fields *const[]){ &sci_script_result_fields, NULL },
	.documents = (const struct document *const[]){ &sci_script_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE | COMMON_TEXTS,
	.files = COMMAND_WRITES_NAMED,
	.reads = sci_reads_words,
	COMMAND_REQUEST(struct sci_script_request, common),
	.converter = &converter,
	.run = convert_main,
};
