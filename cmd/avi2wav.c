#include "assets/zvision/video/avi2wav.h"
#include "assets/zvision/video/avi_source.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/opt.h"
#include "media/sound/wav.h"

static int check_usage(const struct command *self, const struct avi2wav_request *request,
		       char **inputs, size_t count)
{
	if (!count)
		return opt_usage_error(self, "no video given");
	if (request->list && request->common.output)
		return opt_usage_error(self, "--list writes nothing: -o can't be used");
	return inputs_check(self, &request->common, inputs, count, !request->list);
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

static int run(const struct command *self, void *context, char **operands, size_t count)
{
	struct avi2wav_request *request = context;
	struct inputs inputs = { .self = self,
				 .common = &request->common,
				 .output_for = avi2wav_output_for,
				 .run = avi2wav_run_input,
				 .context = request };
	int status;

	exh_zork_adpcm_start(&request->adpcm);
	request->format = sound_format_choose(request->format, request->common.output);
	inputs.parallel = !request->list;
	status = check_usage(self, request, operands, count);
	return status ? status : inputs_run(&inputs, operands, count);
}

const struct command cmd_avi2wav = {
	.name = "avi2wav",
	.family = FAMILY_ZVISION,
	.brief = "extract the sound of the Zork games' videos",
	.usage = "[OPTION]... VIDEO...",
	.options = option_table,
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct avi2wav_request, common),
	.defaults = &defaults,
	.run = run,
};
