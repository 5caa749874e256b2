#include "assets/convert.h"
#include "cli/keen_options.h"
#include "cli/opt.h"
#include "play/keen/play_keen.h"
#include "task/outputs.h"

#include <stdio.h>
#include <string.h>

enum {
	WIDTH = 1000,
	HEIGHT = 420,
};

static int check_outputs(const struct command *self,
			 const struct tile_refresh_tile_options *options)
{
	const struct common *common = &options->run.run.common;
	const char *paths[] = { common->output, options->tsv };
	size_t standard = common->json;

	for (size_t i = 0; i < 2; i++) {
		if (paths[i] && !*paths[i])
			return opt_usage_error(self, "an output has an empty name");
		standard += paths[i] && strcmp(paths[i], "-") == 0;
	}
	if (standard > 1)
		return opt_usage_error(
			self, "standard output takes one of -o, --tsv and --json");
	if (paths[0] && paths[1] && strcmp(paths[0], paths[1]) == 0)
		return opt_usage_error(self, "two outputs have the name %s", paths[0]);
	if (!common->output && (options->width != WIDTH || options->height != HEIGHT))
		return opt_usage_error(self, "--width and --height need -o, the chart");
	return EXIT_DONE;
}

static void release(void *options)
{
	keen_run_free(options);
}

static int check(const struct command *self, void *context)
{
	struct tile_refresh_tile_options *options = context;
	int status;

	common_keep(&options->run.run.common, &options->run, release);
	if (!options->run.map && !options->run.world)
		return opt_usage_error(self, "no level given: use --map N or --world");
	status = keen_run_check_inputs(self, &options->run);
	if (!status)
		status = check_outputs(self, options);
	if (!status)
		status = keen_run_parse(self, &options->run);
	return status;
}

static const struct opt option_table[] = {
	{ TEXT_OPTION("graphics", "FILE", struct tile_refresh_tile_options,
		      run.game.graphics),
	  .help = "graphics; default: *.EGA or EGAGRAPH in the folder" },
	{ TEXT_OPTION("levels", "FILE", struct tile_refresh_tile_options,
		      run.game.levels),
	  .help = "levels; default: *.MAP, GAMEMAPS or MAPTEMP in the folder" },
	{ TEXT_OPTION("exe", "FILE", struct tile_refresh_tile_options, run.game.exe),
	  .help = "the game's program, for tables that are not in the folder" },
	{ TEXT_OPTION("layout", "FILE", struct tile_refresh_tile_options,
		      run.game.layout),
	  .help = "layout of the graphics, as egagrab's --layout" },
	{ FLAG_OPTION("full", struct tile_refresh_tile_options, full),
	  .help = "also measure drawing all tiles in each frame" },
	{ TEXT_OPTION("tsv", "FILE", struct tile_refresh_tile_options, tsv),
	  .files = OPT_MADE, .help = "write a line per frame" },
	{ NUMBER_OPTION("width", "N", struct tile_refresh_tile_options, width,
			TILE_CHART_LEAST_WIDTH, TILE_CHART_MAX_SIDE),
	  .help = "width of the chart in pixels; default 1000" },
	{ NUMBER_OPTION("height", "N", struct tile_refresh_tile_options, height,
			TILE_CHART_LEAST_HEIGHT, TILE_CHART_MAX_SIDE),
	  .help = "height of the chart in pixels; default 420" },
	{ 0 },
};

static const struct opt_set sets[] = {
	{ keen_start_options, offsetof(struct tile_refresh_tile_options, run) },
	{ 0 },
};

static const struct tile_refresh_tile_options defaults = {
	.run = KEEN_RUN_DEFAULTS(EXH_AUDIO_NONE), .width = WIDTH, .height = HEIGHT
};

static const struct converter converter = {
	.input_name = "game folder",
	.takes_one = true,
	.check = check,
	.checks_streams = true,
	.output_for = tile_refresh_output_for,
	.run = tile_refresh_measure_folder,
};

const struct command cmd_tile_refresh = {
	.name = "tile-refresh",
	.family = FAMILY_KEEN,
	.brief = "measure how much of the screen Keen Dreams redraws, and Keen 1's way",
	.usage = "[OPTION]... GAME_DIR",
	.options = option_table,
	.sets = sets,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct tile_refresh_tile_options, run.run.common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
