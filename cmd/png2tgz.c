#include "assets/convert.h"
#include "assets/zvision/picture/picture.h"
#include "cli/opt.h"
#include "task/file.h"

static int check(const struct command *self, void *context)
{
	struct png2tgz_request *request = context;

	request->rooms = rooms_open(&request->data, &request->common);
	if (request->background_text &&
	    !color_parse(request->background_text, &request->background))
		return opt_usage_error(self,
				       "--background %s: expected a colour like #33CC00",
				       request->background_text);
	return EXIT_DONE;
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

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.endings = { ".png", ".tga" },
	.is_numbered = true,
	.is_parallel = true,
	.run = png2tgz_run_input,
};

const struct command cmd_png2tgz = {
	.name = "png2tgz",
	.family = FAMILY_ZVISION,
	.brief = "convert PNG to pictures of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_READS_ABOVE,
	COMMAND_REQUEST(struct png2tgz_request, common),
	.converter = &converter,
	.run = convert_main,
};
