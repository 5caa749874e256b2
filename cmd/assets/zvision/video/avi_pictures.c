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
	uint32_t *list;	   /* numbers of the wanted frames */
	uint16_t *doubled; /* NULL: not wanted */
	bool *stated;	   /* for each frame: it was reported as cut */
};

/*
 * Frames.
 */

static void say_cut(void *context, size_t frame, const struct exh_error *err)
{
	struct job *job = context;

	if (!job->stated[frame])
		report_error(job->report, job->avi.path, err->offset, "frame %zu: %s",
			     frame, err->text);
	job->stated[frame] = true;
}

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	struct job *job = context;
	const enum exh_status status =
		avi_frames_show(&job->frames, job->list[i], pixels, err);

	if (status || !job->doubled)
		return status;
	exh_avi_double(*pixels, avi_frames_width(&job->frames),
		       avi_frames_height(&job->frames), job->doubled);
	*pixels = job->doubled;
	return EXH_OK;
}

static size_t number(void *context, size_t i)
{
	return ((const struct job *)context)->list[i];
}

/*
 * One input.
 */

static bool is_smooth(const struct avi2png_request *request)
{
	return request->smooth != SMOOTH_NO && request->film.frames.scale == 2;
}

static void allocate(struct job *job)
{
	const struct exh_avi_stream *stream = job->frames.stream;
	const bool is_turned =
		rooms_transpose(job->request->film.rooms, job->request->film.transpose,
				job->avi.path, job->report);

	job->stated = mem_alloc(stream->chunk_count, sizeof *job->stated);
	if (is_smooth(job->request))
		job->doubled = mem_alloc((size_t)stream->width * stream->height * 4,
					 sizeof *job->doubled);
	avi_frames_start(&job->frames, is_turned);
}

/* Sequence of the pictures as get returns them. */
static struct sequence_source source_of(struct job *job)
{
	const size_t scale = job->doubled ? 2 : 1;
	struct sequence_source source = {
		.width = scale * avi_frames_width(&job->frames),
		.height = scale * avi_frames_height(&job->frames),
		.get = get,
		.number = number,
		.context = job,
	};

	exh_avi_frame_time(&job->avi.avi, job->frames.stream, &source.time_num,
			   &source.time_den);
	return source;
}

static void report_losses(const struct job *job)
{
	if (!job->frames.is_exact)
		report_warning(job->report, job->avi.path, EXH_NO_OFFSET,
			       "colours of more than 15 bits were reduced to 15");
	if (job->frames.stream->palette_change_count)
		report_error(
			job->report, job->avi.path, EXH_NO_OFFSET,
			"changes of the palette are ignored (%u): colours may be wrong",
			(unsigned)job->frames.stream->palette_change_count);
}

static void write_frames(struct job *job, const char *output, struct json *result)
{
	const struct film_request *request = &job->request->film;
	const size_t count = job->frames.stream->chunk_count;
	const bool files =
		sequence_choose_rgb15(&request->frames, output) == SEQUENCE_PNG;
	struct sequence_options options = request->frames;
	struct sequence_source source;

	allocate(job);
	source = source_of(job);
	job->list = frame_choice_list(
		&request->choice, count,
		job->frames.stream->length > count ? job->frames.stream->length : count,
		files, job->avi.path, job->report, &source.count);
	if (!job->list)
		return;
	if (job->doubled)
		options.scale = 1;
	fields_put(&film_fields,
		   &(struct film_row){ .has_transposed = true,
				       .transposed = job->frames.turned,
				       .has_smooth = true,
				       .smooth = job->doubled },
		   result);
	if (sequence_write(&source, &options, output, job->avi.path, job->report, result))
		report_losses(job);
}

static void convert(struct job *job, const char *output, struct json *result)
{
	const int chosen = avi_source_choose(&job->avi, EXH_AVI_VIDEO,
					     job->request->stream, job->report);
	struct exh_error err;

	if (chosen < 0)
		return;
	job->frames.stream = job->avi.avi.streams[chosen];
	fields_put(&film_fields,
		   &(struct film_row){ .has_stream = true, .stream = chosen }, result);
	if (exh_avi_can_draw(job->frames.stream, &err) == EXH_UNSUPPORTED)
		avi_source_refuse(&job->avi, chosen, ".%04d.png", &err, job->report,
				  result);
	else if (exh_avi_can_draw(job->frames.stream, &err))
		report_failure(job->report, job->avi.path, &err);
	else if (!job->frames.stream->chunk_count)
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
	avi_source_describe(&job.avi, result);
	job.frames = (struct avi_frames){ .source = &job.avi.source,
					  .is_cut = say_cut,
					  .context = &job };
	if (!request->film.list)
		convert(&job, output, result);
	else if (!request->film.common.json)
		avi_source_list(&job.avi);
	free(job.list);
	free(job.stated);
	free(job.doubled);
	avi_frames_free(&job.frames);
	avi_source_close(&job.avi);
}
