#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"

enum { MAX_KEY_STEP = 65536, MAX_TIME = 60000 };

static const struct opt option_table[] = {
	{ REAL_OPTION("time", "MS", struct png2rlf_request, frames.time, 0.1, MAX_TIME),
	  .help = "milliseconds a frame, such as 66.6; default: as the frames say" },
	{ NUMBER_OPTION("key-step", "N", struct png2rlf_request, key_step, 1,
			MAX_KEY_STEP),
	  .help = "make each Nth frame a key frame; default: where it is smaller" },
	{ TEXT_OPTION("info", "FILE", struct png2rlf_request, info),
	  .help = "take time and kinds of frames from what rlf2png --json printed" },
	TAKING_OPTIONS(struct png2rlf_request, frames.taking,
		       "turn rows into columns: yes, no, auto (default: by a script)"),
	{ 0 },
};

static const struct converter converter = {
	.input_name = "frames",
	.needs_output = true,
	.check = frames_request_check,
	.makes_one = true,
	.run = png2rlf_run,
};

const struct command cmd_png2rlf = {
	.name = "png2rlf",
	.family = FAMILY_ZVISION,
	.brief = "make an RLF animation from PNG files, an APNG, a GIF or a sheet",
	.usage = "[OPTION]... -o FILE PICTURE...|SHEET.json",
	.options = option_table,
	.results = (const struct fields *const[]){ &rlf_made_fields, NULL },
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_READS_OUTPUT,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct png2rlf_request, frames.common),
	.converter = &converter,
	.run = convert_main,
};
