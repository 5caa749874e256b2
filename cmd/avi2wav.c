#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"
#include "media/sound/sound.h"

static int check(const struct command *self, void *context)
{
	struct avi2wav_request *request = context;

	exh_zork_adpcm_start(&request->adpcm);
	request->format = sound_format_choose(request->format, request->common.output);
	request->common.prints = request->list;
	if (request->list && request->common.output)
		return opt_usage_error(self, "--list writes nothing: -o can't be used");
	return EXIT_DONE;
}

static const struct opt option_table[] = {
	{ NUMBER_OPTION("stream", "N", struct avi2wav_request, stream, 0,
			EXH_AVI_MAX_STREAMS - 1),
	  .help = "use this stream; default: the first audio stream" },
	{ FLAG_OPTION("list", struct avi2wav_request, list),
	  .help = "list the streams, write nothing" },
	{ CHOICE_OPTION("format", "NAME", struct avi2wav_request, format,
			sound_format_choices),
	  .help = "wav, flac, raw; auto: by the extension of -o, else wav" },
	{ 0 },
};

static const struct avi2wav_request defaults = { .stream = AVI_ANY_STREAM };

static struct converter_endings endings_for(const void *context, const char *input)
{
	static const char *const endings[] = {
		[SOUND_WAV] = ".wav", [SOUND_FLAC] = ".flac", [SOUND_RAW] = ".raw"
	};
	const struct avi2wav_request *request = context;

	(void)input;
	return (struct converter_endings){ ".avi", endings[request->format] };
}

static const struct converter converter = {
	.input_name = "video",
	.check = check,
	.endings_for = endings_for,
	.is_parallel = true,
	.run = avi2wav_run_input,
};

const struct command cmd_avi2wav = {
	.name = "avi2wav",
	.family = FAMILY_ZVISION,
	.brief = "extract the sound of the Zork games' videos",
	.usage = "[OPTION]... VIDEO...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct avi2wav_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
