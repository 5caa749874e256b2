#include "assets/convert.h"
#include "cli/keen_options.h"
#include "cli/opt.h"
#include "play/keen/play_keen.h"

enum {
	WIDTH = 1000,
	HEIGHT = 420,
};

static int check(const struct command *self, void *context)
{
	struct tile_refresh_tile_options *options = context;
	struct run_options *run = &options->run.run;
	int status;

	run->own[0].path = options->tsv;
	if (!options->run.map && !options->run.world)
		return opt_usage_error(self, "no level given: use --map N or --world");
	status = keen_run_parse(self, &options->run, "-o, --tsv and --json");
	if (!status && !run->common.output &&
	    (options->width != WIDTH || options->height != HEIGHT))
		return opt_usage_error(self, "--width and --height need -o, the chart");
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
	.run = tile_refresh_measure_folder,
};

static const struct fields *const results[] = { &tile_refresh_fields, NULL };

const struct command cmd_tile_refresh = {
	.name = "tile-refresh",
	.family = FAMILY_KEEN,
	.brief = "measure how much of the screen Keen Dreams and Keen 1 redraw",
	.usage = "[OPTION]... GAME_DIR",
	.options = option_table,
	.results = results,
	.sets = sets,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct tile_refresh_tile_options, run.run.common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
