#include "assets/softdisk/png2lbm.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	const struct png2lbm_request *request = context;

	if (!count)
		return opt_usage_error(self, "no picture given");
	if (request->like && (request->format || request->plane_count))
		return opt_usage_error(self, "--like has a format and planes of its own: "
					     "no --format, no --planes");
	if (request->format && request->plane_count)
		return opt_usage_error(self, "--format pbm has no planes");
	return inputs_check(self, &request->common, paths, count, true);
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

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct png2lbm_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = png2lbm_output_for,
				       .parallel = true,
				       .run = png2lbm_run_input,
				       .context = request };

	return inputs_main(&inputs, operands, count);
}

const struct command cmd_png2lbm = {
	.name = "png2lbm",
	.family = FAMILY_KEEN,
	.brief = "convert PNG to IFF pictures, such as Keen Dreams' title",
	.usage = "[OPTION]... PNG...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct png2lbm_request, common),
	.run = run,
};
