#include "assets/convert.h"
#include "assets/zvision/sound/zv_sound.h"
#include "cli/opt.h"

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct wav2raw_request, game, zv_game_choices),
	  .help = "naming scheme: nemesis, zgi or auto (default): either" },
	{ CHOICE_OPTION("packing", "NAME", struct wav2raw_request, packing,
			zv_sound_packings),
	  .help = "adpcm, pcm8, pcm16 or auto (default): by the name, else adpcm" },
	{ 0 },
};

const struct command cmd_wav2raw = {
	.name = "wav2raw",
	.family = FAMILY_ZVISION,
	.brief = "convert WAV, FLAC to sounds of Zork Nemesis and Grand Inquisitor",
	.usage = "[OPTION]... WAV...",
	.options = option_table,
	.results = (const struct fields *const[]){ &wav2raw_fields, NULL },
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct wav2raw_request, common),
	.converter = &wav2raw_converter,
	.run = convert_main,
};
