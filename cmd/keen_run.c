#include "assets/convert.h"
#include "cli/keen_options.h"
#include "cli/opt.h"
#include "cli/picture_options.h"
#include "cli/run_options.h"
#include "cli/sound_options.h"
#include "play/keen/play_keen.h"

static int check_sound(const struct command *self, struct keen_run_request *request)
{
	struct run_options *run = &request->options.run;
	int status;

	if (request->sound.rate_text && !run->wav)
		return opt_usage_error(self, "--rate needs --wav");
	if (!request->sound.rate_text)
		request->sound.rate_text = "native";
	status = sound_options_parse(self, &request->sound);
	run->sound = request->sound.settings;
	return status;
}

static int check(const struct command *self, void *context)
{
	struct keen_run_request *request = context;
	struct keen_run_options *options = &request->options;
	struct run_options *run = &options->run;
	int status;

	run->own[0] = (struct run_output){ NULL, options->memory.map, true };
	run->own[1] = (struct run_output){ NULL, options->memory.events, true };
	status = keen_run_parse(self, options,
				"-o, --wav, --state, --trace, --record, --save-state, "
				"--memory-map, --memory-events and --json");
	if (!status && !run->common.output && options->show)
		return opt_usage_error(self, "--show needs -o");
	if (!status)
		status = picture_check(self, &run->pictures, run->common.output);
	if (!status)
		status = keen_memory_parse(self, &options->memory);
	return status ? status : check_sound(self, request);
}

static const char *const refresh_choices[] = { "dreams", "keen1", "full", NULL };

static const char *const video_choices[] = { "ega", "cga", NULL };

static const char *const device_choices[] = { "none", "speaker", "adlib", NULL };

static const struct opt option_table[] = {
	{ CHOICE_OPTION("video", "NAME", struct keen_run_request, options.video,
			video_choices),
	  .help = "graphics card: ega (default), cga" },
	{ CHOICE_OPTION("refresh", "NAME", struct keen_run_request, options.refresh,
			refresh_choices),
	  .help = "dreams (default), keen1 (like Keen 1), full (redraw everything)" },
	{ FLAG_OPTION("compatible", struct keen_run_request,
		      options.start.compatible_vga),
	  .help = "use the game's option comp, for cards without wrapping memory" },
	{ CHOICE_OPTION("device", "NAME", struct keen_run_request, options.device,
			device_choices),
	  .aliases = device_aliases,
	  .help = "sound device: speaker (default), adlib, none" },
	{ TEXT_OPTION("graphics", "FILE", struct keen_run_request, options.game.graphics),
	  .help = "graphics; default: *.EGA, EGAGRAPH, *.CGA or CGAGRAPH" },
	{ TEXT_OPTION("levels", "FILE", struct keen_run_request, options.game.levels),
	  .help = "levels; default: *.MAP, GAMEMAPS or MAPTEMP in the folder" },
	{ TEXT_OPTION("sounds", "FILE", struct keen_run_request, options.game.sounds),
	  .help = "sounds; default: *.AUD, AUDIO or AUDIOT in the folder" },
	{ TEXT_OPTION("exe", "FILE", struct keen_run_request, options.game.exe),
	  .help = "the game's program, for tables that are not in the folder" },
	{ TEXT_OPTION("layout", "FILE", struct keen_run_request, options.game.layout),
	  .help = "layout of the graphics, as egagrab's --layout" },
	{ CHOICE_OPTION("show", "WHAT", struct keen_run_request, options.show,
			keen_show_choices),
	  .help = "screen (default), vram, page0, page1, master, updates, clip" },
	{ TEXT_OPTION("rate", "HZ", struct keen_run_request, sound.rate_text),
	  .choices = sound_rate_words,
	  .help = "sample rate: native (49716, default), or 1000 to 384000" },
	{ 0 },
};

static const struct opt_set sets[] = {
	{ keen_start_options, offsetof(struct keen_run_request, options) },
	{ run_option_table, offsetof(struct keen_run_request, options.run) },
	{ run_sound_table, offsetof(struct keen_run_request, options.run) },
	{ run_trace_table, offsetof(struct keen_run_request, options.run) },
	{ keen_memory_options, offsetof(struct keen_run_request, options.memory) },
	{ 0 },
};

static const struct keen_run_request defaults = { .options = KEEN_RUN_DEFAULTS(
							  KEEN_NOT_GIVEN) };

static const struct converter converter = {
	.input_name = "game folder",
	.takes_one = true,
	.check = check,
	.checks_streams = true,
	.run = keen_run_run_folder,
};

static const struct fields *const results[] = { &keen_run_fields, &run_fields,
						&keen_memory_fields, NULL };

const struct command cmd_keen_run = {
	.name = "keen-run",
	.family = FAMILY_KEEN,
	.brief = "play Keen Dreams offline, frame by frame",
	.usage = "[OPTION]... GAME_DIR",
	.options = option_table,
	.results = results,
	.sets = sets,
	.common = COMMON_ALL,
	.files = COMMAND_WRITES_NAMED | COMMAND_MAKES_TEMPORARY,
	COMMAND_REQUEST(struct keen_run_request, options.run.common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
