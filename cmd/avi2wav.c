#include "assets/convert.h"
#include "assets/zvision/video/video.h"
#include "cli/opt.h"
#include "media/sound/sound.h"

struct avi2wav_request {
	struct common common;
	unsigned stream, format;
	bool list;
	struct exh_zork_adpcm adpcm;
};

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

/* The conversion of one input. */
struct job {
	const struct avi2wav_request *request;
	struct avi_source avi;
	const char *output;
	struct report *report;
	struct json *result;
};

static void write_sound(const struct job *job, const struct exh_avi_stream *stream)
{
	struct exh_error err = { .status = EXH_OK };

	if (avi_sound_has_rest(stream))
		report_warning(job->report, job->avi.path, EXH_NO_OFFSET,
			       "a part of a sample is left over at the end");
	if (avi_sound_write(&job->avi.source, stream, &job->request->adpcm,
			    (enum sound_format)job->request->format, job->output,
			    job->request->common.force, &err)) {
		report_output_failure(job->report, job->output, &err);
		return;
	}
	report_remark(job->report, job->output, &err);
	fields_put(&film_fields,
		   &(struct film_row){ .has_samples = true,
				       .samples = avi_sound_frame_count(stream) },
		   job->result);
	result_output(job->result, job->output);
}

static void convert(const struct job *job)
{
	const struct avi_source *avi = &job->avi;
	const int number =
		avi_source_choose(avi, EXH_AVI_SOUND, job->request->stream, job->report);
	const struct exh_avi_stream *stream =
		number < 0 ? NULL : avi->avi.streams[number];
	struct exh_error err;

	if (!stream)
		return;
	fields_put(&film_fields,
		   &(struct film_row){ .has_stream = true, .stream = number },
		   job->result);
	if (avi_sound_check(stream, &err) == EXH_UNSUPPORTED)
		avi_source_refuse(avi, number, ".wav", &err, job->report, job->result);
	else if (avi_sound_check(stream, &err))
		report_failure(job->report, avi->path, &err);
	else if (job->request->common.output && file_make_folder_of(job->output, &err))
		report_failure(job->report, job->output, &err);
	else
		write_sound(job, stream);
}

static void run(void *context, const char *input, const char *output,
		struct report *report, struct json *result)
{
	struct job job = {
		.request = context, .output = output, .report = report, .result = result
	};

	if (!avi_source_open(&job.avi, input, report))
		return;
	if (job.request->common.json)
		avi_source_describe(&job.avi, result);
	if (!job.request->list)
		convert(&job);
	else if (!job.request->common.json)
		avi_source_list(&job.avi);
	avi_source_close(&job.avi);
}

static const struct converter converter = {
	.input_name = "video",
	.check = check,
	.endings_for = endings_for,
	.is_parallel = true,
	.run = run,
};

const struct command cmd_avi2wav = {
	.name = "avi2wav",
	.family = FAMILY_ZVISION,
	.brief = "extract the sound of the Zork games' videos",
	.usage = "[OPTION]... VIDEO...",
	.options = option_table,
	.results = (const struct fields *const[]){ &avi_fields, &film_fields, NULL },
	.common = COMMON_ALL,
	COMMAND_REQUEST(struct avi2wav_request, common),
	.defaults = &defaults,
	.converter = &converter,
	.run = convert_main,
};
