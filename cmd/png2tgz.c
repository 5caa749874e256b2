#include "assets/zvision/picture/png2tgz.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "task/file.h"

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct png2tgz_request *request = context;
	if (!count)
		return opt_usage_error(self, "no picture given");
	if (request->background_text &&
	    !color_parse(request->background_text, &request->background))
		return opt_usage_error(self,
				       "--background %s: expected a colour like #33CC00",
				       request->background_text);
	return inputs_check(self, &request->common, paths, count, true);
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct png2tgz_request, format,
			png2tgz_format_choices),
	  .help = "tgz (default), or tga (not compressed)" },
	{ CHOICE_OPTION("dither", "NAME", struct png2tgz_request, dither, dither_choices),
	  .help = "none (default), ordered, floyd-steinberg" },
	{ LIST_OPTION("data", "DIR", struct png2tgz_request, data),
	  .help = "find scripts in this folder, too (may be repeated)" },
	{ CHOICE_OPTION("transpose", "WHEN", struct png2tgz_request, transpose,
			transpose_choices),
	  .help = "store columns as rows: yes, no, auto (default: for panoramas)" },
	{ TEXT_OPTION("background", "COLOUR", struct png2tgz_request, background_text),
	  .help = "colour #RRGGBB behind transparent pixels" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct rooms rooms;
	struct png2tgz_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = png2tgz_output_for,
				       .parallel = true,
				       .run = png2tgz_run_input,
				       .context = request };
	int status;

	rooms_start(&rooms, &request->data);
	request->rooms = &rooms;
	status = inputs_main(&inputs, operands, count);
	rooms_end(&rooms);
	return status;
}

const struct command cmd_png2tgz = {
	.name = "png2tgz",
	.family = FAMILY_ZVISION,
	.brief = "convert PNG to pictures of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_READS_ABOVE,
	COMMAND_REQUEST(struct png2tgz_request, common),
	.run = run,
};
