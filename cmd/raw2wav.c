#include "assets/zvision/sound/raw2wav.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "media/sound/wav.h"
#include "task/file.h"

enum {
	LEAST_RATE = 1000,
	MAX_RATE = 384000,
};

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct raw2wav_request *request = context;

	for (size_t i = 0; i < count; i++)
		exh_zv_sound_vote(file_name(paths[i]), &request->options.votes);
	request->options.format =
		sound_format_choose(request->options.format, request->common.output);
	return count ? inputs_check(self, &request->common, paths, count, true)
		     : opt_usage_error(self, "no sound given");
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct raw2wav_request, options.game,
			zv_sound_games),
	  .help = "naming scheme: nemesis, zgi or auto (default)" },
	{ NUMBER_OPTION("rate", "HZ", struct raw2wav_request, options.rate_hz, LEAST_RATE,
			MAX_RATE),
	  .help = "samples per second, instead of by the name" },
	{ NUMBER_OPTION("channels", "N", struct raw2wav_request, options.channel_count, 1,
			2),
	  .help = "1 or 2, instead of by the name" },
	{ CHOICE_OPTION("packing", "NAME", struct raw2wav_request, options.packing,
			zv_sound_packings),
	  .help = "adpcm, pcm8, pcm16 or auto (default): by the name" },
	{ CHOICE_OPTION("format", "NAME", struct raw2wav_request, options.format,
			sound_format_choices),
	  .help = "wav, flac, raw; auto: by the extension of -o, else wav" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct raw2wav_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = raw2wav_output_for,
				       .parallel = true,
				       .run = raw2wav_run_input,
				       .context = request };

	return inputs_main(&inputs, operands, count);
}

const struct command cmd_raw2wav = {
	.name = "raw2wav",
	.family = FAMILY_ZVISION,
	.brief = "convert sounds of Zork Nemesis and Grand Inquisitor to WAV",
	.usage = "[OPTION]... SOUND...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct raw2wav_request, common),
	.run = run,
};
