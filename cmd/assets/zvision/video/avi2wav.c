#include "video.h"

#include "task/json.h"
#include "task/outputs.h"

#include <string.h>

/* One input on its way. */
struct job {
	const struct avi2wav_request *request;
	const struct avi_source *avi;
	const struct exh_avi_stream *stream;
	const char *output;
	struct report *report;
	json_t *result;
};

static void write_sound(const struct job *job)
{
	const struct exh_avi_stream *stream = job->stream;
	struct exh_error err = { .status = EXH_OK };

	if (avi_sound_has_rest(stream))
		report_warning(job->report, job->avi->path, EXH_NO_OFFSET,
			       "a part of a sample is left over at the end");
	if (avi_sound_write(&job->avi->source, stream, &job->request->adpcm,
			    (enum sound_format)job->request->format, job->output,
			    job->request->common.force, &err)) {
		report_output_failure(job->report, job->output, &err);
		return;
	}
	report_remark(job->report, job->output, &err);
	json_set_number(job->result, "samples", avi_sound_frame_count(stream));
	json_set_text(job->result, "output", job->output);
}

static void convert(struct job *job)
{
	const struct avi_source *avi = job->avi;
	const int number =
		avi_source_choose(avi, EXH_AVI_SOUND, job->request->stream, job->report);
	struct exh_error err;

	if (number < 0)
		return;
	job->stream = avi->avi.streams[number];
	json_set_number(job->result, "stream", number);
	if (avi_sound_check(job->stream, &err)) {
		if (err.status == EXH_UNSUPPORTED)
			avi_source_refuse(avi, number, ".wav", &err, job->report,
					  job->result);
		else
			report_failure(job->report, avi->path, &err);
		return;
	}
	if (job->request->common.output && strcmp(job->output, "-") != 0 &&
	    file_make_folder_of(job->output, &err))
		report_failure(job->report, job->output, &err);
	else
		write_sound(job);
}

void avi2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct avi2wav_request *request = context;
	struct avi_source avi;
	struct job job = { .request = request,
			   .avi = &avi,
			   .output = output,
			   .report = report,
			   .result = result };

	if (!avi_source_open(&avi, input, report))
		return;
	avi_source_describe(&avi, result);
	if (!request->list)
		convert(&job);
	else if (!request->common.json)
		avi_source_list(&avi);
	avi_source_close(&avi);
}
