#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/frame_options.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "media/sequence/sequence.h"

static const char *const smooth_choices[] = { "auto", "yes", "no", NULL };

static int check(const struct command *self, void *context)
{
	struct avi2png_request *request = context;
	struct film_request *film = &request->film;

	film->rooms = rooms_open(&film->data, &film->common);
	film->common.prints = film->list;
	if (film->list && film->common.output)
		return opt_usage_error(self, "--list writes nothing: -o can't be used");
	if (request->smooth == SMOOTH_YES && film->frames.scale != 2)
		return opt_usage_error(self, "--smooth yes needs --scale 2");
	if (frames_check(self, &film->frames, film->common.output) ||
	    frame_choice_parse(self, film->frames_text, &film->choice, &film->common))
		return EXIT_USAGE;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct avi2png_request, film.frames.format,
			sequence_rgb15_choices),
	  .help = "png (default), apng, gif, y4m, raw, sheet; auto: by -o" },
	{ TEXT_OPTION("frames", "RANGE", struct avi2png_request, film.frames_text),
	  .help = "select frames: 3, 0-9, 5- or 1,4" },
	{ NUMBER_OPTION("stream", "N", struct avi2png_request, stream, 0,
			EXH_AVI_MAX_STREAMS - 1),
	  .help = "use this stream; default: the first video stream" },
	ROOM_OPTIONS(struct avi2png_request, film.data, film.transpose,
		     "turn rows into columns: yes, no, auto (default: by a script)"),
	SCALE_OPTION(struct avi2png_request, film.frames.scale),
	{ CHOICE_OPTION("smooth", "WHEN", struct avi2png_request, smooth, smooth_choices),
	  .help = "with --scale 2: interpolate: yes, no, auto (default: yes)" },
	{ FLAG_OPTION("list", struct avi2png_request, film.list),
	  .help = "list the streams, write nothing" },
	{ 0 },
};

static const struct avi2png_request defaults = { .stream = AVI_ANY_STREAM };

static const struct converter converter = {
	.input_name = "video",
	.check = check,
	.output_for = film_output_for,
	.run = avi2png_run_input,
};

const struct command cmd_avi2png = {
	.name = "avi2png",
	.family = FAMILY_ZVISION,
	.brief = "convert AVI video to PNG, APNG, GIF or raw video",
	.usage = "[OPTION]... VIDEO...",
	.options = option_table,
	.results = (const struct fields *const[]){ &avi_fields, &film_fields,
						   &sequence_fields, NULL },
	.documents = sequence_documents,
	.common = COMMON_ALL,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct avi2png_request, film.common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
