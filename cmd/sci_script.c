#include "assets/sci0/sci_words.h"
#include "assets/sci0/script/sci_script.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "cli/range_options.h"
#include "task/output_names.h"

#include <stdlib.h>

static const char *const format_choices[] = { "auto", "text", "json", "dot", NULL };

/* Each option that says what to do excludes the others. */
static int check_mode(const struct command *self, const struct sci_script_request *r,
		      size_t count)
{
	if ((r->assemble != NULL) + r->disasm + r->classes > 1)
		return opt_usage_error(self, "--assemble, --classes and --disasm exclude "
					     "each other");
	if (r->classes && (r->object || r->method || r->is_plain))
		return opt_usage_error(self,
				       "--classes takes none of --object, --method, "
				       "--no-comments");
	if (r->format == SCI_SCRIPT_DOT && !r->classes)
		return opt_usage_error(self, "--format dot needs --classes");
	if (r->assemble && (r->format || r->object || r->method || r->is_plain))
		return opt_usage_error(self, "--assemble takes none of --format, "
					     "--object, --method, --no-comments");
	if (r->assemble && (!r->common.output || count != 1))
		return opt_usage_error(self, "--assemble needs one game, for its names, "
					     "and -o FILE");
	if ((r->assemble || r->classes) && r->words)
		return opt_usage_error(self, "--words is for Said specs, which only a "
					     "disassembly has");
	if (r->bare && !r->assemble)
		return opt_usage_error(self, "--bare needs --assemble");
	if (r->format == SCI_SCRIPT_JSON && (r->object || r->method))
		return opt_usage_error(self, "--format json has whole scripts: no "
					     "--object, no --method");
	return EXIT_DONE;
}

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct sci_script_request *request = context;
	int status = check_mode(self, request, count);

	if (!status && !count)
		status = opt_usage_error(self, "no game or script given");
	if (!status)
		status = ranges_option_parse_all(self, "script", &request->scripts,
						 RANGE_UNLIMITED, &request->numbers,
						 &request->number_count);
	if (!request->format && request->common.output &&
	    file_has_ending(request->common.output, ".json"))
		request->format = SCI_SCRIPT_JSON;
	if (!request->format && request->classes && request->common.output &&
	    file_has_ending(request->common.output, ".dot"))
		request->format = SCI_SCRIPT_DOT;
	return status ? status
		      : inputs_check(self, &request->common, paths, count,
				     request->assemble);
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("disasm", struct sci_script_request, disasm),
	  .help = "write scripts as text, which --assemble reads (default)" },
	{ FLAG_OPTION("classes", struct sci_script_request, classes),
	  .help = "list the classes as a tree, with their instances" },
	{ TEXT_OPTION("assemble", "FILE", struct sci_script_request, assemble),
	  .help = "make a script of a text; GAME_DIR gives its names" },
	{ LIST_OPTION("script", "RANGE", struct sci_script_request, scripts),
	  .help = "select scripts by number; may be repeated" },
	{ TEXT_OPTION("object", "NAME", struct sci_script_request, object),
	  .help = "write only this object or class, and its methods" },
	{ TEXT_OPTION("method", "NAME", struct sci_script_request, method),
	  .help = "write only the methods of this selector" },
	{ TEXT_OPTION("names", "GAME_DIR", struct sci_script_request, names),
	  .help = "take names from this game; default: that of the script" },
	{ CHOICE_OPTION("format", "NAME", struct sci_script_request, format,
			format_choices),
	  .help = "text, json, dot; default: by the extension of -o, else text" },
	{ CHOICE_OPTION("words", "NAME", struct sci_script_request, words,
			sci_words_uses),
	  .help = "word of a group in specs: frequent (default), first" },
	{ FLAG_OPTION("no-comments", struct sci_script_request, is_plain),
	  .help = "write the text without comments" },
	{ FLAG_OPTION("bare", struct sci_script_request, bare),
	  .help = "with --assemble: write no patch file's header" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct sci_script_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = sci_script_output_for,
				       .run = sci_script_run_input,
				       .context = request };
	const int status = inputs_main(&inputs, operands, count);

	free(request->numbers);
	return status;
}

const struct command cmd_sci_script = {
	.name = "sci-script",
	.family = FAMILY_SCI0,
	.brief = "disassemble, assemble and explore scripts of Sierra's SCI games",
	.usage = "[OPTION]... GAME_DIR|SCRIPT...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct sci_script_request, common),
	.run = run,
};
