#include "assets/convert.h"
#include "assets/zvision/lever/zv_lever.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "media/sequence/sequence.h"
#include "task/outputs.h"

#include <stdlib.h>
#include <string.h>

enum { SCRIPT_LIMIT = 64 << 20 /* bytes of a drag's script */ };

static const char *const format_choices[] = { "auto", "text", "dot", "png",   "apng",
					      "gif",  "y4m",  "raw", "sheet", NULL };

static void choose_format(struct lev_inspect_request *request)
{
	static const struct file_ending endings[] = {
		{ ".dot", LEV_INSPECT_DOT },
		{ ".gv", LEV_INSPECT_DOT },
		{ ".png", LEV_INSPECT_FRAMES + SEQUENCE_PNG - 1 },
		{ ".apng", LEV_INSPECT_FRAMES + SEQUENCE_APNG - 1 },
		{ ".gif", LEV_INSPECT_FRAMES + SEQUENCE_GIF - 1 },
		{ ".y4m", LEV_INSPECT_FRAMES + SEQUENCE_Y4M - 1 },
		{ ".raw", LEV_INSPECT_FRAMES + SEQUENCE_RAW - 1 },
		{ 0 },
	};

	if (!request->format)
		request->format = file_ending_value(request->common.output, endings,
						    LEV_INSPECT_TEXT);
	if (request->format >= LEV_INSPECT_FRAMES)
		request->frames.format =
			request->format - LEV_INSPECT_FRAMES + SEQUENCE_PNG;
	request->frames.scale = request->scale;
}

static void release_hand(void *hand)
{
	exh_zv_hand_free(hand);
}

static void read_hand(struct lev_inspect_request *request)
{
	struct file file;

	if (!request->drag ||
	    file_read(request->drag, SCRIPT_LIMIT, &file, &request->hand_error))
		return;
	/* hand_error is checked later. */
	(void)!exh_zv_hand_read(file_bytes(&file), &request->hand, &request->hand_error);
	common_keep(&request->common, &request->hand, release_hand);
	free(file.data);
}

static int check(const struct command *self, void *context)
{
	struct lev_inspect_request *request = context;
	const bool drag_is_standard = request->drag && strcmp(request->drag, "-") == 0;

	request->rooms = rooms_open(&request->data, &request->common);
	if (!request->format &&
	    frames_check(self, &request->frames, request->common.output))
		return EXIT_USAGE;
	choose_format(request);
	for (size_t i = 0; i < request->common.operand_count && drag_is_standard; i++)
		if (strcmp(request->common.operands[i], "-") == 0)
			return opt_usage_error(self,
					       "only one input may be standard input");
	if (request->format == LEV_INSPECT_DOT && request->drag)
		return opt_usage_error(self, "--format dot: a graph can't show --drag");
	request->common.prints =
		request->format < LEV_INSPECT_FRAMES && !request->common.output;
	read_hand(request);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("format", "NAME", struct lev_inspect_request, format,
			format_choices),
	  .help = "text, dot, png, apng, gif, y4m, raw, sheet; auto: by -o" },
	{ TEXT_OPTION("drag", "SCRIPT", struct lev_inspect_request, drag),
	  .help = "replay a mouse drag: lines down X Y, move X Y, up X Y" },
	{ TEXT_OPTION("rlf", "FILE", struct lev_inspect_request, rlf),
	  .help = "the animation; default: the one beside the lever" },
	ROOM_OPTIONS(struct lev_inspect_request, data, transpose,
		     "turn rows of the animation into columns: yes, no (default), auto"),
	{ CHOICE_OPTION("game", "NAME", struct lev_inspect_request, game,
			zv_game_choices),
	  .help = "window size: nemesis, zgi or auto (default: the larger)" },
	SCALE_OPTION(struct lev_inspect_request, scale),
	{ 0 },
};

static const struct lev_inspect_request defaults = { .transpose = TRANSPOSE_NO };

static char *output_for(void *context, const char *input, bool several)
{
	const struct lev_inspect_request *request = context;

	if (request->format < LEV_INSPECT_FRAMES)
		return output_file_for(&request->common, input, several, "",
				       request->format == LEV_INSPECT_DOT ? ".dot"
									  : ".txt");
	return sequence_output(
		&request->common,
		sequence_choose_rgb15(&request->frames, request->common.output), input,
		several, false);
}

static const struct converter converter = {
	.input_name = "lever",
	.check = check,
	.output_for = output_for,
	.run = lev_inspect_run_input,
};

const struct command cmd_lev_inspect = {
	.name = "lev-inspect",
	.family = FAMILY_ZVISION,
	.brief = "show, check and drag levers of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... LEVER...",
	.options = option_table,
	.results = lev_inspect_results,
	.documents = sequence_documents,
	.common = COMMON_ALL,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct lev_inspect_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
