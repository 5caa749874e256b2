#include "video.h"

#include "media/sequence/sequence.h"
#include "task/memory.h"

#include <stdlib.h>

/* A video being converted. */
struct job {
	const struct avi2png_request *request;
	struct avi_source avi;
	struct avi_frames frames;
	struct report *report;
	uint32_t *list; /* numbers of the wanted frames */
	bool *stated;	/* for each frame: its damage was reported */
	bool has_warned;
};

/*
 * Frames.
 */

/* Reports each frame's damage once, and only the first warning: the others repeat it. */
static void say_note(void *context, size_t frame, const struct exh_note *note)
{
	struct job *job = context;
	const bool is_warning = note->severity == EXH_WARNING;
	bool *stated = is_warning ? &job->has_warned : &job->stated[frame];

	if (*stated)
		return;
	*stated = true;
	(is_warning ? report_warning : report_error)(job->report, job->avi.path,
						     note->offset, "frame %zu: %s", frame,
						     note->text);
}

/*
 * One input.
 */

static bool is_smooth(const struct avi2png_request *request)
{
	return request->smooth != SMOOTH_NO && request->film.frames.scale == 2;
}

static void report_losses(const struct job *job)
{
	if (!job->frames.frames.is_exact)
		report_warning(job->report, job->avi.path, EXH_NO_OFFSET,
			       "colours of more than 15 bits were reduced to 15");
	if (job->frames.frames.video->palette_change_count)
		report_error(
			job->report, job->avi.path, EXH_NO_OFFSET,
			"changes of the palette are ignored (%u): colours may be wrong",
			(unsigned)job->frames.frames.video->palette_change_count);
}

static bool start(struct job *job)
{
	const bool is_turned =
		rooms_transpose(job->request->film.rooms, job->request->film.transpose,
				job->avi.path, job->report);
	struct exh_error err;

	job->stated =
		mem_alloc(job->frames.frames.video->chunk_count, sizeof *job->stated);
	if (!avi_frames_start(&job->frames, is_turned, is_smooth(job->request), &err))
		return true;
	report_failure(job->report, job->avi.path, &err);
	return false;
}

static void write_frames(struct job *job, const char *output, struct json *result)
{
	const struct film_request *request = &job->request->film;
	const struct exh_avi_stream *video = job->frames.frames.video;
	const size_t count = video->chunk_count;
	const bool files =
		sequence_choose_rgb15(&request->frames, output) == SEQUENCE_PNG;
	struct sequence_options options = request->frames;
	struct sequence_source source;
	size_t chosen_count;

	if (!start(job))
		return;
	job->list = frame_choice_list(&request->choice, count,
				      video->length > count ? video->length : count,
				      files, job->avi.path, job->report, &chosen_count);
	if (!job->list)
		return;
	job->frames.list = job->list;
	source = avi_frames_source(&job->frames, &job->avi.avi, chosen_count);
	if (job->frames.is_doubled)
		options.scale = 1;
	fields_put(&film_fields,
		   &(struct film_row){ .has_transposed = true,
				       .transposed = job->frames.is_turned,
				       .has_smooth = true,
				       .smooth = job->frames.is_doubled },
		   result);
	if (sequence_write(&source, &options, output, job->avi.path, job->report, result))
		report_losses(job);
}

static void convert(struct job *job, const char *output, struct json *result)
{
	const int chosen = avi_source_choose(&job->avi, EXH_AVI_VIDEO,
					     job->request->stream, job->report);
	const struct exh_avi_stream *video;
	struct exh_error err;

	if (chosen < 0)
		return;
	video = job->avi.avi.streams[chosen];
	job->frames.frames.video = video;
	fields_put(&film_fields,
		   &(struct film_row){ .has_stream = true, .stream = chosen }, result);
	if (exh_avi_can_decode(video, &err) == EXH_UNSUPPORTED)
		avi_source_refuse(&job->avi, chosen, ".%04d.png", &err, job->report,
				  result);
	else if (exh_avi_can_decode(video, &err))
		report_failure(job->report, job->avi.path, &err);
	else if (!video->chunk_count)
		report_error(job->report, job->avi.path, EXH_NO_OFFSET,
			     "stream %d has no frames", chosen);
	else
		write_frames(job, output, result);
}

void avi2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct avi2png_request *request = context;
	struct job job = { .request = request, .report = report };

	if (!avi_source_open(&job.avi, input, report))
		return;
	if (request->film.common.json)
		avi_source_describe(&job.avi, result);
	job.frames.frames = (struct exh_avi_frames){ .source = &job.avi.source,
						     .note = say_note,
						     .context = &job };
	if (!request->film.list)
		convert(&job, output, result);
	else if (!request->film.common.json)
		avi_source_list(&job.avi);
	free(job.list);
	free(job.stated);
	avi_frames_free(&job.frames);
	avi_source_close(&job.avi);
}
