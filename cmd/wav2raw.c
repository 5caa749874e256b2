#include "assets/zvision/sound/wav2raw.h"

#include "assets/zvision/sound/zv_sounds.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"

static int check(const struct command *self, void *context, char **paths, size_t count)
{
	struct wav2raw_request *request = context;

	return count ? inputs_check(self, &request->common, paths, count, true)
		     : opt_usage_error(self, "no WAV file given");
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct wav2raw_request, game, zv_sound_games),
	  .help = "naming scheme: nemesis, zgi or auto (default): either" },
	{ CHOICE_OPTION("packing", "NAME", struct wav2raw_request, packing,
			zv_sound_packings),
	  .help = "adpcm, pcm8, pcm16 or auto (default): by the name, else adpcm" },
	{ 0 },
};

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct wav2raw_request *request = context;
	const struct inputs inputs = { .self = self,
				       .common = &request->common,
				       .check = check,
				       .output_for = wav2raw_output_for,
				       .parallel = true,
				       .run = wav2raw_run_input,
				       .context = request };

	exh_zork_adpcm_start(&request->adpcm);
	return inputs_main(&inputs, operands, count);
}

const struct command cmd_wav2raw = {
	.name = "wav2raw",
	.family = FAMILY_ZVISION,
	.brief = "convert WAV to sounds of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... WAV...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct wav2raw_request, common),
	.run = run,
};
