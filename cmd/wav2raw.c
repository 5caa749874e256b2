#include "assets/convert.h"
#include "assets/zvision/sound/sound.h"
#include "cli/opt.h"

static int check(const struct command *self, void *context)
{
	struct wav2raw_request *request = context;

	(void)self;
	exh_zork_adpcm_start(&request->adpcm);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct wav2raw_request, game, zv_sound_games),
	  .help = "naming scheme: nemesis, zgi or auto (default): either" },
	{ CHOICE_OPTION("packing", "NAME", struct wav2raw_request, packing,
			zv_sound_packings),
	  .help = "adpcm, pcm8, pcm16 or auto (default): by the name, else adpcm" },
	{ 0 },
};

static const struct converter converter = {
	.input_name = "WAV file",
	.check = check,
	.endings = { ".wav", ".raw" },
	.is_parallel = true,
	.run = wav2raw_run_input,
};

const struct command cmd_wav2raw = {
	.name = "wav2raw",
	.family = FAMILY_ZVISION,
	.brief = "convert WAV to sounds of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... WAV...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct wav2raw_request, common),
	.converter = &converter,
	.run = convert_main,
};
