#include "assets/convert.h"
#include "assets/zvision/sound/zv_sound.h"
#include "cli/opt.h"
#include "media/sound/sound.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' files are below 4 MiB */
	LEAST_RATE = 1000,
	MAX_RATE = 384000,
};

static void say(const struct asset *asset, struct report *report)
{
	const struct zv_sound *taken = asset->thing;
	const unsigned channel_count = taken->sound.channel_count;

	report_info(report, "%s: %u Hz, %u channel%s, %s: %s", asset->file,
		    (unsigned)taken->sound.rate_hz, channel_count,
		    channel_count > 1 ? "s" : "", zv_packing_name(taken->sound.packing),
		    taken->reason);
}

/* For example, c000h01q.raw becomes c000h01q.wav, or c000h01q.src.wav as a patch. */
static struct converter_endings endings_for(const void *context, const char *input)
{
	static const struct converter_endings endings[] = {
		[SOUND_WAV] = { ".raw", ".wav" },
		[SOUND_FLAC] = { ".raw", ".flac" },
		[SOUND_RAW] = { "", ".raw" },
	};
	const struct raw2wav_request *request = context;

	(void)input;
	return endings[request->options.format];
}

struct around {
	char *root; /* root folder of the game of the inputs so far */
	bool is_other;
};

static void look_around(void *context, const char *root)
{
	struct around *around = context;

	if (!root || (around->root && strcmp(root, around->root) != 0))
		around->is_other = true;
	else if (!around->root)
		around->root = mem_text(root);
}

/* Returns the game whose folders contain all inputs; auto if there is none. */
static unsigned game_around(const struct common *common)
{
	enum exh_zv_game which = EXH_ZV_NEMESIS;
	struct around around = { .root = NULL };
	bool is_known;

	zv_games_around(common->operands, common->operand_count, look_around, &around);
	is_known =
		around.root && !around.is_other && zv_game_guess_at(around.root, &which);
	free(around.root);
	return is_known ? 1 + (which == EXH_ZV_ZGI) : 0;
}

static int check(const struct command *self, void *context)
{
	struct raw2wav_request *request = context;

	(void)self;
	if (!request->options.game)
		request->options.game = game_around(&request->common);
	for (size_t i = 0; i < request->common.operand_count; i++)
		exh_zv_sound_vote(file_name(request->common.operands[i]),
				  &request->options.votes);
	request->options.format =
		sound_format_choose(request->options.format, request->common.output);
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ CHOICE_OPTION("game", "NAME", struct raw2wav_request, options.game,
			zv_game_choices),
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

static const struct converter converter = {
	.input_name = "sound",
	.check = check,
	.endings_for = endings_for,
	.is_parallel = true,
	.kind = &zv_sound_kind,
	.options_offset = offsetof(struct raw2wav_request, options),
	.say = say,
	.file_limit = FILE_LIMIT,
};

const struct command cmd_raw2wav = {
	.name = "raw2wav",
	.family = FAMILY_ZVISION,
	.brief = "convert sounds of Zork Nemesis and Grand Inquisitor to WAV",
	.usage = "[OPTION]... SOUND...",
	.options = option_table,
	.results = (const struct fields *const[]){ &zv_sound_fields, NULL },
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct raw2wav_request, common),
	.reads = zv_reads_game,
	.converter = &converter,
	.run = convert_main,
};
