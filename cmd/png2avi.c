#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"

#include <string.h>

enum { MAX_TIME = 60000 };

static const char *const packing_choices[] = { "adpcm", "pcm", NULL };

static int check(const struct command *self, void *context)
{
	struct png2avi_request *request = context;
	const char *output = request->common.output;

	request->frames.rooms = rooms_open(&request->frames.data, &request->common);
	request->frames.paths = request->common.operands;
	request->frames.path_count = request->common.operand_count;
	if (!request->frames.path_count)
		return opt_usage_error(self, "no frames given");
	if (!output || !*output)
		return opt_usage_error(self, "no output given: use -o FILE");
	if (strcmp(output, "-") == 0 && request->common.json)
		return opt_usage_error(
			self, "-o - and --json both use standard output: give only one");
	if (request->frames.background_text &&
	    !color_parse(request->frames.background_text, &request->frames.background))
		return opt_usage_error(self,
				       "--background %s: expected a colour like #33CC00",
				       request->frames.background_text);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ REAL_OPTION("time", "MS", struct png2avi_request, frames.time, 0.1, MAX_TIME),
	  .help = "milliseconds a frame, such as 66.6; default: as the frames say" },
	{ TEXT_OPTION("sound", "FILE", struct png2avi_request, sound),
	  .help = "add the sound of this WAV file" },
	{ CHOICE_OPTION("packing", "NAME", struct png2avi_request, packing,
			packing_choices),
	  .help = "of the sound: adpcm (default) or pcm" },
	{ CHOICE_OPTION("dither", "NAME", struct png2avi_request, frames.dither,
			dither_choices),
	  .help = "none (default), ordered, floyd-steinberg" },
	{ LIST_OPTION("data", "DIR", struct png2avi_request, frames.data),
	  .help = "find scripts in this folder, too (may be repeated)" },
	{ CHOICE_OPTION("transpose", "WHEN", struct png2avi_request, frames.transpose,
			transpose_choices),
	  .help = "turn rows into columns: yes, no, auto (default: by a script)" },
	{ TEXT_OPTION("background", "COLOUR", struct png2avi_request,
		      frames.background_text),
	  .help = "colour #RRGGBB behind transparent pixels" },
	{ 0 },
};

static const struct converter converter = {
	.check = check,
	.checks_streams = true,
	.makes_one = true,
	.run = png2avi_run,
};

const struct command cmd_png2avi = {
	.name = "png2avi",
	.family = FAMILY_ZVISION,
	.brief = "make an uncompressed AVI from PNG files, an APNG, a GIF or a sheet",
	.usage = "[OPTION]... -o FILE PICTURE...|SHEET.json",
	.options = option_table,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_READS_ABOVE,
	COMMAND_REQUEST(struct png2avi_request, common),
	.converter = &converter,
	.run = convert_main,
};
