#include "assets/convert.h"
#include "assets/sci/sci.h"
#include "assets/sci/view/view.h"
#include "cli/opt.h"
#include "media/picture/sheet.h"
#include "task/file.h"

#include <stdlib.h>

struct request {
	struct sci_command command; /* must be the first member */
	struct sci_view_options options;
	struct strings loops, cels;
};

/* Chooses the format by the extension of -o, if no format was given. */
static void choose_format(struct sci_view_options *options, const char *output)
{
	static const struct file_ending endings[] = { { ".gif", SCI_VIEW_GIF },
						      { ".apng", SCI_VIEW_APNG },
						      { 0 } };

	if (options->format == SCI_VIEW_AUTO && !options->sheet)
		options->format = file_ending_value(output, endings, SCI_VIEW_AUTO);
}

static int check(const struct command *self, void *context)
{
	struct request *request = context;
	struct sci_view_options *options = &request->options;
	int status =
		ranges_option_parse_all(self, "loop", &request->loops, RANGE_UNLIMITED,
					&options->loops, &options->loop_count);

	common_keep(&request->command.common, options->loops, free);

	if (!status)
		status = ranges_option_parse_all(self, "cel", &request->cels,
						 RANGE_UNLIMITED, &options->cels,
						 &options->cel_count);
	common_keep(&request->command.common, options->cels, free);
	if (status)
		return status;
	if (options->sheet && options->format > SCI_VIEW_PNG)
		return opt_usage_error(self, "--sheet and --format %s exclude each other",
				       sci_view_formats[options->format]);
	choose_format(options, request->command.common.output);
	if (options->fps.given && !options->sheet && options->format <= SCI_VIEW_PNG)
		return opt_usage_error(self,
				       "--fps needs --format apng or gif, or --sheet");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct request, options.format,
			sci_view_formats),
	  .help = "auto (default), png, apng, gif: a file per cel, or per loop" },
	{ FLAG_OPTION("sheet", struct request, options.sheet),
	  .help = "write a PNG per view with its loops as rows, and a JSON" },
	SCI_NUMBER_OPTION(struct request, command),
	SCI_LIST_OPTION(struct request, command),
	{ LIST_OPTION("loop", "RANGE", struct request, loops),
	  .help = "select loops: 3, 0-9, 5- or 1,4 (may be repeated)" },
	{ LIST_OPTION("cel", "RANGE", struct request, cels),
	  .help = "select cels of each loop (may be repeated)" },
	SCALE_OPTION(struct request, options.scale),
	{ FLAG_OPTION("origin", struct request, options.origin),
	  .help = "mark the origin with a cross" },
	{ REAL_OPTION("fps", "N", struct request, options.fps, 0.1, 60),
	  .help = "cels per second in animations; default 10" },
	{ 0 },
};

static const struct request defaults = {
	.command = { SCI_KIND(sci_view_kind, struct request, options), .check = check },
};

const struct command cmd_view2png = {
	.name = "view2png",
	.family = FAMILY_SCI,
	.brief = "convert views of SCI0 games to PNG, sheets and animations",
	.usage = "[OPTION]... GAME|VIEW...",
	.options = option_table,
	.results =
		(const struct fields *const[]){ SCI_RESOURCES(&sci_view_fields), NULL },
	.documents = (const struct document *const[]){ &view_manifest_document,
						       &sheet_document, NULL },
	.common = COMMON_ALL | COMMON_LOOSE,
	COMMAND_REQUEST(struct request, command.common),
	.defaults = &defaults,
	.converter = &sci_converter,
	.run = convert_main,
};
