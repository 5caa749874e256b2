#include "assets/convert.h"
#include "assets/zvision/panorama/zv_panorama.h"
#include "assets/zvision/zv.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "task/file.h"

#include <stdio.h>
#include <string.h>

enum {
	TICK = 33, /* milliseconds */
	MAX_MILLISECONDS = 60000,
};

/* At most one printing option may be given. */
static int check_printing(const struct command *self,
			  const struct pano2png_request *request)
{
	const char *output = request->common.output;
	const bool table = request->table && strcmp(request->table, "-") == 0;
	const bool prints = (output && strcmp(output, "-") == 0) +
				    (request->mouse.count || request->common.json) +
				    table >
			    1;

	if (request->table && request->common.operand_count > 1)
		return opt_usage_error(self, "--table takes one picture");
	if (prints)
		return opt_usage_error(self, "-o -, --table -, --mouse and --json all "
					     "use standard output: give only one");
	return EXIT_DONE;
}

static int check_mouse(const struct command *self, const struct pano2png_request *request)
{
	struct exh_zv_pano_point point;

	for (size_t i = 0; i < request->mouse.count; i++)
		if (!pano2png_parse_point(request->mouse.items[i], &point))
			return opt_usage_error(self, "--mouse %s: expected X,Y",
					       request->mouse.items[i]);
	return EXIT_DONE;
}

static int check(const struct command *self, void *context)
{
	struct pano2png_request *request = context;

	if (check_mouse(self, request))
		return EXIT_USAGE;
	if (request->sweep_text &&
	    !pano_sweep_parse(request->sweep_text, &request->sweep))
		return opt_usage_error(
			self,
			"--sweep %s: expected A-B or A-B:STEP, at most a million frames",
			request->sweep_text);
	if (request->sweep_text && request->equirect)
		return opt_usage_error(self, "--sweep and --equirect exclude each other");
	if (request->sweep_text && request->location.given)
		return opt_usage_error(self, "--sweep and --pos exclude each other");
	if (!request->sweep_text && (request->frames.format || request->milliseconds))
		return opt_usage_error(self, "--format and --time need --sweep");
	if (request->sweep_text &&
	    frames_check(self, &request->frames, request->common.output))
		return EXIT_USAGE;
	if (!request->milliseconds)
		request->milliseconds = TICK;
	request->common.prints = !pano2png_has_output(request);
	return check_printing(self, request);
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct pano2png_request, room.game,
			zv_game_choices),
	  .help = "nemesis, zgi; auto (default): by the picture's shape" },
	{ CHOICE_OPTION("kind", "KIND", struct pano2png_request, room.kind,
			pano_kind_choices),
	  .help = "pana, tilt, flat; auto (default): by --scr, else by the shape" },
	{ TEXT_OPTION("scr", "FILE", struct pano2png_request, room.script),
	  .help = "the room's script, which gives its kind and parameters" },
	{ REAL_OPTION("angle", "A", struct pano2png_request, room.angle,
		      EXH_ZV_PANO_LEAST_ANGLE, EXH_ZV_PANO_MAX_ANGLE),
	  .help = "angle in degrees, instead of the script's; default 27" },
	{ REAL_OPTION("linscale", "L", struct pano2png_request, room.linscale,
		      EXH_ZV_PANO_LEAST_LINSCALE, EXH_ZV_PANO_MAX_LINSCALE),
	  .help = "linear scale, instead of the script's; default 0.55, tilt 0.65" },
	{ FLAG_OPTION("reverse", struct pano2png_request, room.reverse),
	  .help = "reverse the direction of scrolling" },
	{ INTEGER_OPTION("zeropoint", "N", struct pano2png_request, room.zeropoint,
			 INT32_MIN, INT32_MAX),
	  .help = "location where the panorama starts; default 0" },
	{ CHOICE_OPTION("transpose", "WHEN", struct pano2png_request, room.transpose,
			transpose_choices),
	  .help = "rows are stored as columns: auto (default), yes, no" },
	{ INTEGER_OPTION("pos", "N", struct pano2png_request, location, INT32_MIN,
			 INT32_MAX),
	  .help = "location, in the scripts' units; default: the lowest" },
	{ FLAG_OPTION("unclamped", struct pano2png_request, unclamped),
	  .help = "tilt: allow locations past the engine's limits" },
	{ LIST_OPTION("mouse", "X,Y", struct pano2png_request, mouse),
	  .help = "print what is under this point of the window (may be repeated)" },
	{ TEXT_OPTION("table", "FILE", struct pano2png_request, table), .files = OPT_MADE,
	  .help = "write the table of displacements as a picture" },
	{ FLAG_OPTION("equirect", struct pano2png_request, equirect),
	  .help = "write the whole panorama as a 2:1 equirectangular picture" },
	{ TEXT_OPTION("sweep", "A-B[:STEP]", struct pano2png_request, sweep_text),
	  .help = "write a frame for each location from A to B" },
	{ CHOICE_OPTION("format", "NAME", struct pano2png_request, frames.format,
			sequence_rgb15_choices),
	  .help = "format of a sweep: png, apng, gif, y4m, raw, sheet; or auto" },
	{ NUMBER_OPTION("time", "MS", struct pano2png_request, milliseconds, 1,
			MAX_MILLISECONDS),
	  .help = "duration of a frame of a sweep; default 33, the engine's tick" },
	SCALE_OPTION(struct pano2png_request, frames.scale),
	{ 0 },
};

/* For example, pana_nem.tga becomes pana_nem.view.png or pana_nem.equirect.png. */
static struct converter_endings endings_for(const void *context, const char *input)
{
	const struct pano2png_request *request = context;

	return (struct converter_endings){
		file_has_ending(input, ".png") ? ".png" : ".tga",
		request->equirect ? ".equirect.png" : ".view.png",
	};
}

static char *sweep_output(void *context, const char *input, bool several)
{
	const struct pano2png_request *request = context;

	return sequence_output(
		&request->common,
		sequence_choose_rgb15(&request->frames, request->common.output), input,
		several, false);
}

/* A sweep uses threads by itself. */
static const struct converter sweeper = {
	.output_for = sweep_output,
	.run = pano2png_run_input,
};

/* Printed output keeps its order: inputs do not run in parallel. */
static const struct converter pointer = {
	.endings_for = endings_for,
	.is_numbered = true,
	.run = pano2png_run_input,
};

static const struct converter converter;

static const struct converter *choose(const void *context)
{
	const struct pano2png_request *request = context;

	return request->sweep_text    ? &sweeper
	       : request->mouse.count ? &pointer
				      : &converter;
}

static const struct converter converter = {
	.input_name = "picture",
	.check = check,
	.choose = choose,
	.endings_for = endings_for,
	.is_numbered = true,
	.is_parallel = true,
	.run = pano2png_run_input,
};

const struct command cmd_pano2png = {
	.name = "pano2png",
	.family = FAMILY_ZVISION,
	.brief = "show panoramas and tilt pictures as the player sees them",
	.usage = "[OPTION]... IMAGE...",
	.options = option_table,
	.results = pano2png_results,
	.documents = sequence_documents,
	.common = COMMON_ALL,
	.reads = zv_reads_game,
	COMMAND_REQUEST(struct pano2png_request, common),
	.converter = &converter,
	.run = convert_main,
};
