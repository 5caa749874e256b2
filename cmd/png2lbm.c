#include "assets/convert.h"
#include "assets/softdisk/softdisk.h"
#include "cli/opt.h"

enum { FILE_LIMIT = 512 << 20, OUTPUT_LIMIT = 128 << 20 };

static int check(const struct command *self, void *context)
{
	const struct png2lbm_request *request = context;

	if (request->like && (request->format || request->plane_count))
		return opt_usage_error(self, "--like has a format and planes of its own: "
					     "no --format, no --planes");
	if (request->format && request->plane_count)
		return opt_usage_error(self, "--format pbm has no planes");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("like", "FILE", struct png2lbm_request, like),
	  .help = "keep the palette and all but the pixels of this IFF picture" },
	{ CHOICE_OPTION("format", "NAME", struct png2lbm_request, format,
			png2lbm_format_choices),
	  .help = "ilbm (default), or pbm: a byte per pixel" },
	{ NUMBER_OPTION("planes", "N", struct png2lbm_request, plane_count, 1, 8),
	  .help = "number of planes; default: as few as the colours need" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.endings = { ".png", ".lbm" },
	.is_parallel = true,
	.encode = png2lbm_encode,
	.written = png2lbm_written,
	.file_limit = FILE_LIMIT,
	.output_limit = OUTPUT_LIMIT,
};

static const struct fields *const results[] = { &png2lbm_fields, NULL };

const struct command cmd_png2lbm = {
	.name = "png2lbm",
	.family = FAMILY_KEEN,
	.brief = "convert PNG to IFF pictures, such as Keen Dreams' title",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.results = results,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct png2lbm_request, common),
	.converter = &converter,
	.run = convert_main,
};
