#include "rlf2png.h"

#include "assets/zvision/video/rlf_source.h"
#include "media/sequence/sequence_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An animation on its way out. */
struct job {
	struct rlf_source rlf;
	uint32_t *list;	  /* of the wanted frames */
	uint16_t *turned; /* NULL: the picture is taken as it is stored */
};

/*
 * Reports.
 */

static const char *kind_name(enum exh_zv_rlf_kind kind)
{
	return kind == EXH_ZV_RLF_SIMPLE ? "I" : kind == EXH_ZV_RLF_MASKED ? "P" : "?";
}

static json_t *header_to_json(const struct exh_zv_rlf *header)
{
	/* The offsets of the fields with unknown meaning. */
	static const unsigned offsets[EXH_ZV_RLF_FIELD_COUNT] = { 8,   12,  28,	 32,
								  36,  68,  100, 144,
								  148, 152, 172 };
	json_t *json = json_object(), *unknown = json_object();
	char name[16];

	json_object_set_new(json, "frame_count", json_integer(header->frame_count));
	json_object_set_new(json, "width", json_integer(header->width));
	json_object_set_new(json, "height", json_integer(header->height));
	json_object_set_new(json, "frame_time", json_integer(header->tenths));
	for (size_t i = 0; i < EXH_ZV_RLF_FIELD_COUNT; i++) {
		snprintf(name, sizeof name, "%u", offsets[i]);
		json_object_set_new(unknown, name, json_integer(header->unknown[i]));
	}
	json_object_set_new(json, "unknown", unknown);
	return json;
}

/* Bytes of the pictures for one of the file. */
static double ratio(const struct rlf_source *rlf)
{
	return 2.0 * rlf->header.width * rlf->header.height * (double)rlf->count /
	       (double)rlf->reader.size;
}

static void describe(const struct rlf_source *rlf, json_t *result)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);
	json_t *frames = json_array(), *keys = json_array();

	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		json_array_append_new(
			frames, json_pack("{s:I, s:s, s:I, s:I, s:I}", "number",
					  (json_int_t)i, "kind", kind_name(frame->kind),
					  "offset", (json_int_t)frame->offset, "size",
					  (json_int_t)frame->size, "time_ms",
					  (json_int_t)i * milliseconds));
		if (frame->kind == EXH_ZV_RLF_SIMPLE)
			json_array_append_new(keys, json_integer((json_int_t)i));
	}
	json_object_set_new(result, "width", json_integer(rlf->header.width));
	json_object_set_new(result, "height", json_integer(rlf->header.height));
	json_object_set_new(result, "milliseconds", json_integer(milliseconds));
	json_object_set_new(result, "frame_count", json_integer((json_int_t)rlf->count));
	json_object_set_new(result, "file_size",
			    json_integer((json_int_t)rlf->reader.size));
	json_object_set_new(result, "ratio", json_real(ratio(rlf)));
	json_object_set_new(result, "header", header_to_json(&rlf->header));
	json_object_set_new(result, "key_frames", keys);
	json_object_set_new(result, "frames", frames);
}

static void print_list(const struct rlf_source *rlf, const char *input)
{
	const uint32_t milliseconds = exh_zv_rlf_milliseconds(&rlf->header);

	printf("%s: %u by %u pixels, %zu frames of %u ms, 1:%.1f\n", input,
	       (unsigned)rlf->header.width, (unsigned)rlf->header.height, rlf->count,
	       (unsigned)milliseconds, ratio(rlf));
	printf(" frame kind    offset      size   time\n");
	for (size_t i = 0; i < rlf->count; i++) {
		const struct rlf_frame *frame = &rlf->frames[i];

		printf("%6zu %s    0x%08zX %9u %6.2f\n", i, kind_name(frame->kind),
		       frame->offset, (unsigned)frame->size,
		       (double)i * milliseconds / 1000);
	}
}

/*
 * Choosing.
 */

/* The number of frames to use, with or without the mirrored half. False: reported. */
static bool count_frames(const struct rlf2png_request *request, struct job *job,
			 bool style, json_t *result, size_t *count)
{
	struct rlf_source *rlf = &job->rlf;
	struct exh_error err;
	int mirrored = request->mirrored == STATE_YES;

	*count = rlf->count;
	if (request->mirrored == STATE_AUTO || style)
		mirrored = rlf_source_is_mirrored(rlf, &err);
	if (mirrored < 0) {
		report_failure(rlf->report, rlf->path, &err);
		return false;
	}
	json_object_set_new(result, "mirrored", json_boolean(mirrored));
	if (request->mirrored == STATE_AUTO && mirrored)
		report_say(rlf->report,
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

static enum exh_status get(void *context, size_t i, const uint16_t **pixels,
			   struct exh_error *err)
{
	struct job *job = context;
	const enum exh_status status =
		rlf_source_show(&job->rlf, job->list[i], pixels, err);

	if (!status && job->turned) {
		const struct exh_zv_picture picture = { job->rlf.header.width,
							job->rlf.header.height,
							job->rlf.pixels };

		exh_zv_transpose(&picture, job->turned);
		*pixels = job->turned;
	}
	return status;
}

static size_t number(void *context, size_t i)
{
	return ((const struct job *)context)->list[i];
}

static bool turn(const struct rlf2png_request *request, struct job *job)
{
	const struct exh_zv_rlf *header = &job->rlf.header;

	if (!rooms_transpose(request->rooms, request->transpose, job->rlf.path,
			     job->rlf.report))
		return true;
	job->turned =
		malloc((size_t)header->width * header->height * sizeof *job->turned);
	if (!job->turned)
		report_error(job->rlf.report, job->rlf.path, EXH_NO_OFFSET,
			     "out of memory");
	return job->turned;
}

static void convert(const struct rlf2png_request *request, struct job *job, size_t count,
		    const char *output, json_t *result)
{
	const struct exh_zv_rlf *header = &job->rlf.header;
	const bool files =
		sequence_choose_rgb15(&request->frames, output) == SEQUENCE_PNG;
	struct sequence_source source = {
		.width = header->width,
		.height = header->height,
		.time_num = exh_zv_rlf_milliseconds(header),
		.time_den = 1000,
		.get = get,
		.number = number,
		.context = job,
	};

	job->list =
		frame_choice_list(&request->choice, count,
				  count < job->rlf.count ? count : header->frame_count,
				  files, job->rlf.path, job->rlf.report, &source.count);
	if (!job->list || !turn(request, job))
		return;
	if (job->turned) {
		source.width = header->height;
		source.height = header->width;
	}
	json_object_set_new(result, "transposed", json_boolean(job->turned));
	if (sequence_write(&source, &request->frames, output, job->rlf.path,
			   job->rlf.report, result))
		report_info(job->rlf.report, "%s: frames: %zu written, %zu decoded",
			    output, source.count, job->rlf.applied_count);
	json_object_set_new(result, "decoded_frames",
			    json_integer((json_int_t)job->rlf.applied_count));
}

void rlf2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct rlf2png_request *request = context;
	struct job job = { 0 };
	size_t count;

	if (!rlf_source_open(&job.rlf, input, report))
		return;
	if (request->common.json) /* it grows with the frames */
		describe(&job.rlf, result);
	if (count_frames(request, &job, request->list, result, &count)) {
		if (!request->list)
			convert(request, &job, count, output, result);
		else if (!request->common.json)
			print_list(&job.rlf, input);
	}
	free(job.list);
	free(job.turned);
	rlf_source_close(&job.rlf);
}

char *rlf2png_output_for(void *context, const char *input, bool several)
{
	const struct rlf2png_request *request = context;
	const char *output = request->common.output;

	if (request->list)
		return strdup("-");
	return sequence_output(&request->common,
			       sequence_choose_rgb15(&request->frames, output), input,
			       several, frame_choice_is_single(&request->choice));
}
