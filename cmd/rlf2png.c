#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/frame_options.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "media/sequence/sequence.h"

#include <stdio.h>

static const char *const state_choices[] = { "auto", "yes", "no", NULL };

static int check(const struct command *self, void *context)
{
	struct rlf2png_request *request = context;
	struct film_request *film = &request->film;

	film->rooms = rooms_open(&film->data, &film->common);
	film->common.prints = film->list;
	if (film->list && film->common.output)
		return opt_usage_error(self,
				       "--list writes no pictures: -o can't be used");
	if (frames_check(self, &film->frames, film->common.output) ||
	    frame_choice_parse(self, film->frames_text, &film->choice, &film->common))
		return EXIT_USAGE;
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct rlf2png_request, film.frames.format,
			sequence_rgb15_choices),
	  .help = "png, apng, gif, y4m, raw, sheet; auto: by -o, else png" },
	{ TEXT_OPTION("frames", "RANGE", struct rlf2png_request, film.frames_text),
	  .help = "select frames: 3, 0-9, 5- or 1,4" },
	{ CHOICE_OPTION("mirrored", "WHEN", struct rlf2png_request, mirrored,
			state_choices),
	  .help = "drop the second half: yes, no (default), auto (if mirrored)" },
	ROOM_OPTIONS(struct rlf2png_request, film.data, film.transpose,
		     "turn rows into columns: yes, no, auto (default: by a script)"),
	SCALE_OPTION(struct rlf2png_request, film.frames.scale),
	{ FLAG_OPTION("list", struct rlf2png_request, film.list),
	  .help = "list the frames, write nothing" },
	{ 0 },
};

static const struct rlf2png_request defaults = { .mirrored = STATE_NO };

static const struct converter converter = {
	.input_name = "animation",
	.check = check,
	.output_for = film_output_for,
	.run = rlf2png_run_input,
};

const struct command cmd_rlf2png = {
	.name = "rlf2png",
	.family = FAMILY_ZVISION,
	.brief = "convert RLF animations to PNG, APNG, GIF or raw video",
	.usage = "[OPTION]... FILE...",
	.options = option_table,
	.results = (const struct fields *const[]){ &rlf_fields, &film_fields,
						   &sequence_fields, NULL },
	.documents = sequence_documents,
	.common = COMMON_ALL,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct rlf2png_request, film.common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
