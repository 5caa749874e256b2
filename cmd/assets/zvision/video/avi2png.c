#include "avi2png.h"

#include "assets/zvision/video/avi_source.h"
#include "media/sequence/sequence_source.h"

#include <exhume/zvision.h>

#include <stdlib.h>
#include <string.h>

/* A video on its way out. */
struct job {
	const struct avi2png_request *request;
	struct avi_source avi;
	const struct exh_avi_stream *stream;
	struct report *report;
	uint32_t *list;		    /* of the wanted frames */
	uint8_t *data;		    /* of one frame */
	uint16_t *pixels;	    /* the picture of frame ... */
	size_t shown;		    /* ... this - 1; 0: zeros */
	uint16_t *turned, *doubled; /* NULL: not wanted */
	bool *stated;		    /* of each frame: that it is cut */
	bool is_exact;
};

/*
 * Frames.
 */

/* Draws frame i over what is there. */
static enum exh_status draw(struct job *job, size_t i, struct exh_error *err)
{
	const struct exh_avi_chunk *chunk = &job->stream->chunks[i];
	const size_t whole = exh_avi_frame_size(job->stream);
	const size_t size = chunk->size < whole ? chunk->size : whole;
	struct exh_error cut;
	enum exh_status status;

	status = job->avi.source.read(job->avi.source.context, chunk->offset, size,
				      job->data, err);
	if (status)
		return status;
	status = exh_avi_draw(job->stream,
			      (struct exh_bytes){ job->data, size, chunk->offset },
			      job->pixels, &job->is_exact, &cut);
	if (status && !job->stated[i])
		report_error(job->report, job->avi.path, cut.offset, "frame %zu: %s", i,
			     cut.text);
	job->stated[i] |= status != EXH_OK;
	return EXH_OK;
}

static size_t pixel_count(const struct job *job)
{
	return (size_t)job->stream->width * job->stream->height;
}

/* Where to begin so that the picture of frame i comes out: what is not whole shows what
 * was there before. */
static size_t find_start(struct job *job, size_t i)
{
	const size_t whole = exh_avi_frame_size(job->stream);
	size_t start = i;

	while (start && start != job->shown && job->stream->chunks[start].size < whole)
		start--;
	if (start != job->shown && job->stream->chunks[start].size < whole)
		memset(job->pixels, 0, pixel_count(job) * sizeof *job->pixels);
	return start;
}

static enum exh_status show(struct job *job, size_t i, struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (job->shown == i + 1)
		return EXH_OK;
	for (size_t k = find_start(job, i); k <= i && !status; k++)
		status = draw(job, k, err);
	job->shown = status ? 0 : i + 1;
	return status;
}

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	struct job *job = context;
	const struct exh_zv_picture picture = { job->stream->width, job->stream->height,
						job->pixels };
	const enum exh_status status = show(job, job->list[i], err);

	*pixels = job->pixels;
	if (status)
		return status;
	if (job->turned) {
		exh_zv_transpose(&picture, job->turned);
		*pixels = job->turned;
	}
	if (job->doubled) {
		exh_avi_double(*pixels, job->turned ? picture.height : picture.width,
			       job->turned ? picture.width : picture.height,
			       job->doubled);
		*pixels = job->doubled;
	}
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
	return request->smooth != SMOOTH_NO && request->frames.scale == 2;
}

static bool allocate(struct job *job)
{
	const size_t count = pixel_count(job);
	const bool is_turned = rooms_transpose(
		job->request->rooms, job->request->transpose, job->avi.path, job->report);
	const bool is_doubled = is_smooth(job->request);

	job->data = malloc(exh_avi_frame_size(job->stream));
	job->pixels = calloc(count, sizeof *job->pixels);
	job->stated = calloc(job->stream->chunk_count, sizeof *job->stated);
	if (is_turned)
		job->turned = malloc(count * sizeof *job->turned);
	if (is_doubled)
		job->doubled = malloc(4 * count * sizeof *job->doubled);
	if (job->data && job->pixels && job->stated && (job->turned || !is_turned) &&
	    (job->doubled || !is_doubled))
		return true;
	report_error(job->report, job->avi.path, EXH_NO_OFFSET, "out of memory");
	return false;
}

/* As the pictures that get answers are. */
static struct sequence_source source_of(struct job *job)
{
	const struct exh_avi_stream *stream = job->stream;
	const size_t scale = job->doubled ? 2 : 1;
	struct sequence_source source = {
		.width = scale * (job->turned ? stream->height : stream->width),
		.height = scale * (job->turned ? stream->width : stream->height),
		.get = get,
		.number = number,
		.context = job,
	};

	exh_avi_frame_time(&job->avi.avi, stream, &source.time_num, &source.time_den);
	return source;
}

static void report_losses(const struct job *job)
{
	if (!job->is_exact)
		report_warning(job->report, job->avi.path, EXH_NO_OFFSET,
			       "colours of more than 15 bits were reduced to 15");
	if (job->stream->palette_change_count)
		report_error(
			job->report, job->avi.path, EXH_NO_OFFSET,
			"changes of the palette are ignored (%u): colours may be wrong",
			(unsigned)job->stream->palette_change_count);
}

static void write_frames(struct job *job, const char *output, json_t *result)
{
	const struct avi2png_request *request = job->request;
	const size_t count = job->stream->chunk_count;
	const bool files =
		sequence_choose_rgb15(&request->frames, output) == SEQUENCE_PNG;
	struct sequence_options options = request->frames;
	struct sequence_source source;

	if (!allocate(job))
		return;
	source = source_of(job);
	job->list = frame_choice_list(&request->choice, count,
				      job->stream->length > count ? job->stream->length
								  : count,
				      files, job->avi.path, job->report, &source.count);
	if (!job->list)
		return;
	if (job->doubled)
		options.scale = 1;
	json_object_set_new(result, "transposed", json_boolean(job->turned));
	json_object_set_new(result, "smooth", json_boolean(job->doubled));
	if (sequence_write(&source, &options, output, job->avi.path, job->report, result))
		report_losses(job);
}

static void convert(struct job *job, const char *output, json_t *result)
{
	const int chosen = avi_source_choose(&job->avi, EXH_AVI_VIDEO,
					     job->request->stream, job->report);
	struct exh_error err;

	if (chosen < 0)
		return;
	job->stream = job->avi.avi.streams[chosen];
	json_object_set_new(result, "stream", json_integer(chosen));
	if (exh_avi_can_draw(job->stream, &err) == EXH_UNSUPPORTED)
		avi_source_refuse(&job->avi, chosen, ".%04d.png", &err, job->report,
				  result);
	else if (exh_avi_can_draw(job->stream, &err))
		report_failure(job->report, job->avi.path, &err);
	else if (!job->stream->chunk_count)
		report_error(job->report, job->avi.path, EXH_NO_OFFSET,
			     "stream %d has no frames", chosen);
	else
		write_frames(job, output, result);
}

void avi2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct avi2png_request *request = context;
	struct job job = { .request = request, .report = report, .is_exact = true };

	if (!avi_source_open(&job.avi, input, report))
		return;
	avi_source_describe(&job.avi, result);
	if (!request->list)
		convert(&job, output, result);
	else if (!request->common.json)
		avi_source_list(&job.avi);
	free(job.list);
	free(job.data);
	free(job.pixels);
	free(job.stated);
	free(job.turned);
	free(job.doubled);
	avi_source_close(&job.avi);
}

char *avi2png_output_for(void *context, const char *input, bool several)
{
	const struct avi2png_request *request = context;
	const char *output = request->common.output;

	if (request->list)
		return strdup("-");
	return sequence_output(&request->common,
			       sequence_choose_rgb15(&request->frames, output), input,
			       several, frame_choice_is_single(&request->choice));
}
