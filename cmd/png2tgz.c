#include "assets/convert.h"
#include "assets/zvision/picture/zv_picture.h"
#include "cli/opt.h"

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct png2tgz_request, format,
			png2tgz_format_choices),
	  .help = "tgz (default), or tga (not compressed)" },
	TAKING_OPTIONS(struct png2tgz_request, taking,
		       "store columns as rows: yes, no, auto (default: for panoramas)"),
	{ 0 },
};

const struct command cmd_png2tgz = {
	.name = "png2tgz",
	.family = FAMILY_ZVISION,
	.brief = "convert PNG to pictures of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.results = (const struct fields *const[]){ &png2tgz_fields, NULL },
	.common = COMMON_ALL,
	.files = COMMAND_READS_OUTPUT,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct png2tgz_request, common),
	.converter = &png2tgz_converter,
	.run = convert_main,
};
