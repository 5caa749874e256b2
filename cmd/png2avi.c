#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"

enum { MAX_TIME = 60000, MAX_KEY_STEP = 65536 };

static const char *const packing_choices[] = { "adpcm", "pcm", NULL };
static const char *const codec_choices[] = { "rgb555", "truemotion1", NULL };
static const char *const depth_choices[] = { "16", "24", NULL };

static int check(const struct command *self, void *context)
{
	struct png2avi_request *request = context;
	const bool is_24 = request->depth == PNG2AVI_24;
	const unsigned type = request->type;

	if (request->codec != PNG2AVI_TRUEMOTION1 && (is_24 || request->key_step || type))
		return opt_usage_error(self,
				       "--depth 24, --key-step and --compression need "
				       "--codec truemotion1");
	if (type && (is_24 ? type < 10 || type % 2 : type > 8))
		return opt_usage_error(self,
				       "--compression %u: expected 1 to 8 for 16 bits, "
				       "10, 12, 14 or 16 for --depth 24",
				       type);
	return frames_request_check(self, context);
}

static const struct opt option_table[] = {
	{ REAL_OPTION("time", "MS", struct png2avi_request, frames.time, 0.1, MAX_TIME),
	  .help = "milliseconds a frame, such as 66.6; default: as the frames say" },
	{ TEXT_OPTION("sound", "FILE", struct png2avi_request, sound),
	  .help = "add the sound of this WAV or FLAC file" },
	{ CHOICE_OPTION("packing", "NAME", struct png2avi_request, packing,
			packing_choices),
	  .help = "of the sound: adpcm (default) or pcm" },
	{ CHOICE_OPTION("codec", "NAME", struct png2avi_request, codec, codec_choices),
	  .help = "codec: rgb555 (default, uncompressed) or truemotion1" },
	{ CHOICE_OPTION("depth", "BITS", struct png2avi_request, depth, depth_choices),
	  .help = "truemotion1: bits of a pixel, 16 (default) or 24" },
	{ NUMBER_OPTION("key-step", "N", struct png2avi_request, key_step, 1,
			MAX_KEY_STEP),
	  .help = "truemotion1: make each Nth frame a key frame; default: the first" },
	{ NUMBER_OPTION("compression", "N", struct png2avi_request, type, 1,
			EXH_TRUEMOTION1_MAX_TYPE),
	  .help = "truemotion1: type, 1 to 8; for 24 bits 10, 12, 14 or 16" },
	TAKING_OPTIONS(struct png2avi_request, frames.taking,
		       "turn rows into columns: yes, no, auto (default: by a script)"),
	{ 0 },
};

static const struct converter converter = {
	.input_name = "frames",
	.needs_output = true,
	.check = check,
	.makes_one = true,
	.run = png2avi_run,
};

const struct command cmd_png2avi = {
	.name = "png2avi",
	.family = FAMILY_ZVISION,
	.brief = "make an AVI video from PNG files, an APNG, a GIF or a sheet",
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
