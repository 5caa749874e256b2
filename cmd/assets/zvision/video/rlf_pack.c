#include "video.h"

#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/zvision.h>
#include <stdlib.h>
#include <string.h>

enum {
	INFO_LIMIT = 256 << 20,
	OUTPUT_LIMIT = 1 << 30,
	MAX_FRAMES = 1 << 16,
	USUAL_TENTHS = 666, /* 15 frames per second, as the games' own */
};

struct packing {
	const struct png2rlf_request *request;
	struct report *report;
	const char *output;
	struct frames_in in;
	struct rlf_info info;
	struct exh_zv_rlf header;
	struct exh_writer records;
	uint16_t *shown; /* picture that the records drew: each is decoded again */
	size_t key_count;
	struct {
		struct rlf_frame_row *items;
		size_t count, capacity;
	} frames;
};

static size_t pixel_count(const struct packing *p)
{
	return p->in.width * p->in.height;
}

/*
 * A frame.
 */

/* Kind of the next frame. The first one must not need the picture of the last one when
 * the animation begins again. */
static enum exh_zv_rlf_kind wanted_kind(const struct packing *p)
{
	const size_t i = p->header.frame_count;

	if (i < p->info.count)
		return p->info.frames[i].kind;
	if (!i || (p->request->key_step && i % p->request->key_step == 0))
		return EXH_ZV_RLF_SIMPLE;
	return EXH_ZV_RLF_UNKNOWN; /* the smaller one */
}

static enum exh_zv_rlf_kind write_smallest(const struct packing *p,
					   const uint16_t *pixels, struct exh_writer *out)
{
	struct exh_writer masked = { .limit = OUTPUT_LIMIT };
	enum exh_zv_rlf_kind kind = EXH_ZV_RLF_SIMPLE;

	exh_zv_rlf_write_record(kind, NULL, pixels, pixel_count(p), out);
	exh_zv_rlf_write_record(EXH_ZV_RLF_MASKED, p->shown, pixels, pixel_count(p),
				&masked);
	if (masked.size < out->size || masked.failed) {
		kind = EXH_ZV_RLF_MASKED;
		out->size = 0;
		exh_write_bytes(out, masked.data, masked.size);
		out->failed |= masked.failed;
	}
	exh_writer_free(&masked);
	return kind;
}

/* Decodes the record over what is shown: it must be the frame. */
static bool decode_again(const struct packing *p, enum exh_zv_rlf_kind kind,
			 const struct exh_writer *record, const uint16_t *pixels)
{
	const struct exh_bytes data = { record->data + EXH_ZV_RLF_RECORD_SIZE,
					record->size - EXH_ZV_RLF_RECORD_SIZE, 0 };

	return !exh_zv_rlf_apply(kind, data, p->shown, pixel_count(p), NULL) &&
	       memcmp(p->shown, pixels, pixel_count(p) * sizeof *pixels) == 0;
}

static bool add_frame(struct packing *p, const uint16_t *pixels)
{
	struct exh_writer record = { .limit = OUTPUT_LIMIT };
	enum exh_zv_rlf_kind kind = wanted_kind(p);
	struct exh_error err;
	bool good;

	if (kind == EXH_ZV_RLF_UNKNOWN)
		kind = write_smallest(p, pixels, &record);
	else
		exh_zv_rlf_write_record(kind, p->shown, pixels, pixel_count(p), &record);
	good = !record.failed && decode_again(p, kind, &record, pixels);
	exh_write_bytes(&p->records, record.data, record.size);
	if (mem_check_limit(&record, &err) || mem_check_limit(&p->records, &err))
		report_failure(p->report, p->output, &err);
	else if (!good)
		report_error(p->report, p->output, EXH_NO_OFFSET,
			     "frame %u does not decode to its pixels: please report this",
			     (unsigned)p->header.frame_count);
	*MEM_ADD(&p->frames) =
		(struct rlf_frame_row){ .kind = kind, .size = (uint32_t)record.size };
	p->key_count += kind == EXH_ZV_RLF_SIMPLE;
	p->header.frame_count++;
	exh_writer_free(&record);
	return good && !p->report->failed;
}

/*
 * All frames.
 */

static bool add_all(struct packing *p)
{
	for (size_t i = 0; i < p->in.count; i++) {
		const struct frame_in *frame = &p->in.items[i];

		for (size_t n = frames_in_times(frame, p->header.tenths); n; n--) {
			if (p->header.frame_count == MAX_FRAMES) {
				report_error(p->report,
					     p->request->frames.common.operands[0],
					     EXH_NO_OFFSET,
					     "more than %d frames of %.1f ms: give a "
					     "longer --time",
					     MAX_FRAMES, p->header.tenths / 10.0);
				return false;
			}
			if (!add_frame(p, frame->pixels))
				return false;
		}
	}
	if (p->request->info && p->info.count != p->header.frame_count)
		report_warning(p->report, p->request->info, EXH_NO_OFFSET,
			       "of %zu frames, here are %u: kinds are taken as far as "
			       "they go",
			       p->info.count, (unsigned)p->header.frame_count);
	return true;
}

struct made {
	size_t width, height, key_frame_count, inexact_pixels, size;
	uint32_t frame_count, frame_time;
	struct rlf_frame_row *frames;
	size_t count;
};
static const struct field made_field[] = {
	FIELD(struct made, width, "pixels", "width of a frame, as stored"),
	FIELD(struct made, height, "pixels", "height of a frame, as stored"),
	FIELD(struct made, frame_count, NULL, "number of frames"),
	FIELD(struct made, key_frame_count, NULL, "number of key frames"),
	FIELD(struct made, frame_time, "0.1 ms", "duration of a frame"),
	FIELD(struct made, inexact_pixels, NULL, "number of pixels whose colour changed"),
	FIELD(struct made, size, "bytes", "size of the file"),
	FIELD_ROWS(struct made, frames, count, &rlf_packed_fields, "the frames"),
};
const struct fields rlf_made_fields = FIELDS("made", struct made, made_field);

static void describe(const struct packing *p, size_t size, struct json *result)
{
	const struct made row = { .width = p->in.width,
				  .height = p->in.height,
				  .frame_count = p->header.frame_count,
				  .key_frame_count = p->key_count,
				  .frame_time = p->header.tenths,
				  .inexact_pixels = p->in.inexact_count,
				  .size = size,
				  .frames = p->frames.items,
				  .count = p->frames.count };

	fields_put(&rlf_made_fields, &row, result);
	result_output(result, p->output);
}

static void write_file(struct packing *p, struct json *result)
{
	const size_t size = EXH_ZV_RLF_HEADER_SIZE + p->records.size;
	struct exh_writer out = { .limit = OUTPUT_LIMIT };

	exh_zv_rlf_write_header(&p->header, (uint32_t)size, &out);
	exh_write_bytes(&out, p->records.data, p->records.size);
	if (!output_write_text(p->report, p->output, &out))
		return;
	describe(p, size, result);
	report_info(p->report,
		    "%s: %u frames of %.1f ms, %zu of them key frames, %zu bytes",
		    p->output, (unsigned)p->header.frame_count, p->header.tenths / 10.0,
		    p->key_count, size);
}

static bool read_info(struct packing *p)
{
	struct exh_error err;
	struct file file;

	if (!p->request->info)
		return true;
	if (!report_read(p->report, p->request->info, INFO_LIMIT, &file))
		return false;
	if (rlf_info_read(file_bytes(&file), &p->info, &err))
		report_failure(p->report, p->request->info, &err);
	free(file.data);
	return !p->report->failed;
}

void png2rlf_run(void *context, const char *input, const char *output,
		 struct report *report, struct json *result)
{
	struct packing p = { .request = context,
			     .report = report,
			     .output = output,
			     .records = { .limit = OUTPUT_LIMIT } };

	(void)input;
	if (output_is_free(report, output) && read_info(&p) &&
	    frames_in_read(&p.in, &p.request->frames, output, report)) {
		p.header = p.info.header;
		p.header.frame_count = 0;
		p.header.width = (uint32_t)p.in.width;
		p.header.height = (uint32_t)p.in.height;
		p.header.tenths =
			frames_in_time(&p.in, &p.request->frames, p.info.header.tenths,
				       USUAL_TENTHS, report);
		p.shown = mem_alloc(pixel_count(&p), sizeof *p.shown);
		if (add_all(&p))
			write_file(&p, result);
	}
	free(p.shown);
	exh_writer_free(&p.records);
	free(p.frames.items);
	rlf_info_free(&p.info);
	frames_in_free(&p.in);
}
