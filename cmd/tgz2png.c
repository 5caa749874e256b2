#include "assets/convert.h"
#include "assets/zvision/picture/picture.h"
#include "cli/opt.h"
#include "task/file.h"

static const struct opt option_table[] = {
	{ LIST_OPTION("data", "DIR", struct tgz2png_request, data),
	  .help = "find scripts in this folder, too (may be repeated)" },
	{ CHOICE_OPTION("transpose", "WHEN", struct tgz2png_request, options.transpose,
			transpose_choices),
	  .help = "turn columns into rows: yes, no, auto (default: for panoramas)" },
	SCALE_OPTION(struct tgz2png_request, options.scale),
	{ 0 },
};

static int check(const struct command *self, void *context)
{
	struct tgz2png_request *request = context;

	(void)self;
	request->options.rooms = rooms_open(&request->data, &request->common);
	return EXIT_DONE;
}

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.endings = { ".tga", ".png" },
	.is_numbered = true,
	.is_parallel = true,
	.run = tgz2png_run_input,
};

const struct command cmd_tgz2png = {
	.name = "tgz2png",
	.family = FAMILY_ZVISION,
	.brief = "convert pictures of Zork Nemesis and Grand Inquisitor to PNG",
	.usage = "[OPTION]... PICTURE...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_READS_ABOVE,
	COMMAND_REQUEST(struct tgz2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
