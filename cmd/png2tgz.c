#include "assets/convert.h"
#include "assets/zvision/picture/zv_picture.h"
#include "cli/opt.h"

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct png2tgz_request, format,
			png2tgz_format_choices),
	  .help = "tgz (default), or tga (not compressed)" },
	{ CHOICE_OPTION("dither", "NAME", struct png2tgz_request, taking.dither,
			dither_choices),
	  .help = "none (default), ordered, floyd-steinberg" },
	{ LIST_OPTION("data", "DIR", struct png2tgz_request, taking.data),
	  .help = "find scripts in this folder, too (may be repeated)" },
	{ CHOICE_OPTION("transpose", "WHEN", struct png2tgz_request, taking.transpose,
			transpose_choices),
	  .help = "store columns as rows: yes, no, auto (default: for panoramas)" },
	{ TEXT_OPTION("background", "COLOUR", struct png2tgz_request,
		      taking.background_text),
	  .help = "colour #RRGGBB behind transparent pixels" },
	{ 0 },
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
	.converter = &png2tgz_converter,
	.run = convert_main,
};
