#include "assets/convert.h"
#include "assets/zvision/picture/picture.h"
#include "cli/opt.h"
#include "task/file.h"

/* "X,Y" */
static bool parse_spot(struct zcr2png_request *request)
{
	const char *at = zcr2png_parse_number(request->hot_text, &request->hot_x);

	if (!at || *at != ',')
		return false;
	at = zcr2png_parse_number(at + 1, &request->hot_y);
	return at && !*at;
}

static int check(const struct command *self, void *context)
{
	struct zcr2png_request *request = context;

	if (request->hot_text && !request->pack)
		return opt_usage_error(self, "--hot-spot needs --pack");
	if (request->hot_text && !parse_spot(request))
		return opt_usage_error(self,
				       "--hot-spot %s: expected two numbers like "
				       "15,2",
				       request->hot_text);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ FLAG_OPTION("pack", struct zcr2png_request, pack),
	  .help = "pack PNG files into cursors" },
	{ TEXT_OPTION("hot-spot", "X,Y", struct zcr2png_request, hot_text),
	  .help = "with --pack: the hot spot (default 0,0)" },
	SCALE_OPTION(struct zcr2png_request, options.scale),
	{ 0 },
};

static const struct converter converter = {
	.input_name = "cursor",
	.check = check,
	.output_for = zcr2png_output_for,
	.is_parallel = true,
	.run = zcr2png_run_input,
};

const struct command cmd_zcr2png = {
	.name = "zcr2png",
	.family = FAMILY_ZVISION,
	.brief = "convert cursors of Zork Nemesis and Grand Inquisitor to PNG, and back",
	.usage = "[OPTION]... CURSOR...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct zcr2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
