#include "assets/zvision/picture/tgz2png.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "cli/scale_options.h"
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

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct rooms rooms;
	struct tgz2png_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .output_for = tgz2png_output_for,
				       .parallel = true,
				       .run = tgz2png_run_input,
				       .context = request };
	int status;

	rooms_start(&rooms, &request->data);
	request->options.rooms = &rooms;
	status = inputs_main(&inputs, operands, count);
	rooms_end(&rooms);
	return status;
}

const struct command cmd_tgz2png = {
	.name = "tgz2png",
	.family = FAMILY_ZVISION,
	.brief = "convert pictures of Zork Nemesis and Grand Inquisitor to PNG",
	.usage = "[OPTION]... PICTURE...",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_READS_ABOVE,
	COMMAND_REQUEST(struct tgz2png_request, common),
	.run = run,
};
