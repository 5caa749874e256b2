#include "video.h"

#include "assets/assets.h"
#include "media/sequence/sequence.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* An animation being converted. */
struct job {
	struct rlf_source *rlf;
	uint32_t *list; /* numbers of the wanted frames */
	struct rlf_frames frames;
};

/*
 * Listing.
 */

static void print_list(const struct rlf_source *rlf, const char *input)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);

	printf("%s: %u by %u pixels, %zu frames of %u ms, 1:%.1f\n", input,
	       (unsigned)rlf->header.width, (unsigned)rlf->header.height, rlf->count,
	       (unsigned)milliseconds, rlf_ratio(rlf));
	printf(" frame kind    offset      size   time\n");
	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		printf("%6zu %s    0x%08zX %9u %6.2f\n", i, rlf_kind_name(frame->kind),
		       frame->offset, (unsigned)frame->size,
		       (double)i * milliseconds / 1000);
	}
}

/*
 * Choosing.
 */

/* Counts the frames, with or without the mirrored half. False: the report has the error.
 */
static bool count_frames(const struct rlf2png_request *request, struct rlf_source *rlf,
			 bool style, struct json *result, size_t *count)
{
	struct exh_error err;
	int mirrored = request->mirrored == STATE_YES;

	*count = rlf->count;
	if (request->mirrored == STATE_AUTO || style)
		mirrored = rlf_source_is_mirrored(rlf, &err);
	if (mirrored < 0) {
		report_failure(rlf->report, rlf->path, &err);
		return false;
	}
	fields_put(&film_fields,
		   &(struct film_row){ .has_mirrored = true, .mirrored = mirrored },
		   result);
	if (request->mirrored == STATE_AUTO && mirrored)
		report_info(
			rlf->report,
			"%s: frames %zu to %zu repeat the previous ones backwards and "
			"are left out; --mirrored no keeps them",
			rlf->path, rlf->count / 2, rlf->count - 1);
	if (request->mirrored == STATE_YES && rlf->header.frame_count % 2)
		report_warning(rlf->report, rlf->path, 16,
			       "an odd number of frames, %u: not the same twice",
			       (unsigned)rlf->header.frame_count);
	if (request->mirrored != STATE_NO && mirrored) {
		const size_t half = ((size_t)rlf->header.frame_count + 1) / 2;

		*count = half < rlf->count ? half : rlf->count;
	}
	return true;
}

/*
 * Frames.
 */

static void convert(const struct film_request *request, struct job *job, size_t count,
		    const char *output, struct json *result)
{
	const struct rlf_source *rlf = job->rlf;
	const bool files =
		sequence_choose_rgb15(&request->frames, output) == SEQUENCE_PNG;
	struct sequence_source source;
	size_t list_count;

	job->list =
		frame_choice_list(&request->choice, count,
				  count < rlf->count ? count : rlf->header.frame_count,
				  files, rlf->path, rlf->report, &list_count);
	job->frames.list = job->list;
	if (!job->list)
		return;
	if (rooms_transpose(request->rooms, request->transpose, rlf->path, rlf->report))
		rlf_frames_turn(&job->frames);
	source = rlf_frames_source(&job->frames, list_count);
	fields_put(&film_fields,
		   &(struct film_row){ .has_transposed = true,
				       .transposed = job->frames.turned },
		   result);
	if (sequence_write(&source, &request->frames, output, rlf->path, rlf->report,
			   result))
		report_info(rlf->report, "%s: frames: %zu written, %zu decoded", output,
			    source.count, rlf->applied_count);
	fields_put(&film_fields,
		   &(struct film_row){ .has_decoded = true,
				       .decoded_frames = rlf->applied_count },
		   result);
}

static void run_animation(const struct rlf2png_request *request, struct rlf_source *rlf,
			  const char *output, struct json *result)
{
	const struct film_request *film = &request->film;
	struct job job = { .rlf = rlf, .frames = { .rlf = rlf } };
	size_t count;

	if (count_frames(request, rlf, film->list, result, &count)) {
		if (!film->list)
			convert(film, &job, count, output, result);
		else if (!film->common.json)
			print_list(rlf, rlf->path);
	}
	free(job.list);
	rlf_frames_free(&job.frames);
}

void rlf2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result)
{
	const struct rlf2png_request *request = context;
	struct single animation;

	if (single_stream(&animation, &zv_animation_kind, NULL, input, report)) {
		struct rlf_source *rlf = single_asset(&animation)->thing;

		rlf->path = input;
		rlf->report = report;
		if (request->film.common.json) /* the description grows with the frames */
			single_describe(&animation, result);
		run_animation(request, rlf, output, result);
	}
	single_free(&animation);
}

#define ROW struct film_row
static const struct field film_field[] = {
	FIELD(ROW, mirrored, NULL,
	      "true: second half omitted; with --list: it is the reverse of the first",
	      FIELD_HAS(ROW, has_mirrored)),
	FIELD(ROW, stream, NULL, "number of the stream that was converted",
	      FIELD_HAS(ROW, has_stream)),
	FIELD(ROW, samples, NULL, "length of the sound: samples of each channel",
	      FIELD_HAS(ROW, has_samples)),
	FIELD(ROW, transposed, NULL,
	      "true: rows and columns were swapped; not with --list",
	      FIELD_HAS(ROW, has_transposed)),
	FIELD(ROW, smooth, NULL, "true: doubled smoothly", FIELD_HAS(ROW, has_smooth)),
	FIELD(ROW, decoded_frames, NULL,
	      "number of frames that were decoded for the output",
	      FIELD_HAS(ROW, has_decoded)),
	FIELD(ROW, ffmpeg, NULL, "command for a stream that this program does not decode",
	      FIELD_IF_ANY),
};
#undef ROW
const struct fields film_fields = FIELDS("film", struct film_row, film_field);

char *film_output_for(void *context, const char *input, bool several)
{
	const struct film_request *film = context;

	return sequence_output(&film->common,
			       sequence_choose_rgb15(&film->frames, film->common.output),
			       input, several, frame_choice_is_single(&film->choice));
}
