#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"

enum { MAX_TIME = 60000 };

static const char *const packing_choices[] = { "adpcm", "pcm", NULL };

static const struct opt option_table[] = {
	{ REAL_OPTION("time", "MS", struct png2avi_request, frames.time, 0.1, MAX_TIME),
	  .help = "milliseconds a frame, such as 66.6; default: as the frames say" },
	{ TEXT_OPTION("sound", "FILE", struct png2avi_request, sound),
	  .help = "add the sound of this WAV or FLAC file" },
	{ CHOICE_OPTION("packing", "NAME", struct png2avi_request, packing,
			packing_choices),
	  .help = "of the sound: adpcm (default) or pcm" },
	TAKING_OPTIONS(struct png2avi_request, frames.taking,
		       "turn rows into columns: yes, no, auto (default: by a script)"),
	{ 0 },
};

static const struct converter converter = {
	.input_name = "frames",
	.needs_output = true,
	.check = frames_request_check,
	.makes_one = true,
	.run = png2avi_run,
};

const struct command cmd_png2avi = {
	.name = "png2avi",
	.family = FAMILY_ZVISION,
	.brief = "make an uncompressed AVI from PNG files, APNG, GIF or a sheet",
	.usage = "[OPTION]... -o FILE PICTURE...|SHEET.json",
	.options = option_table,
	.results = avi_made_results,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct png2avi_request, frames.common),
	.converter = &converter,
	.run = convert_main,
};
