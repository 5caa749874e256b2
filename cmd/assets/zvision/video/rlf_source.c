#include "video.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static size_t pixel_count(const struct rlf_source *source)
{
	return (size_t)source->header.width * source->header.height;
}

/*
 * The index.
 */

static enum exh_status read_header(struct rlf_source *source, struct exh_error *err)
{
	uint8_t bytes[EXH_ZV_RLF_HEADER_SIZE];
	const size_t size =
		source->reader.size < sizeof bytes ? source->reader.size : sizeof bytes;
	const enum exh_status status =
		file_reader_read(&source->reader, 0, bytes, size, err);

	return status ? status
		      : exh_zv_rlf_open((struct exh_bytes){ bytes, size, 0 },
					&source->header, source->notes, err);
}

static void add_frame(struct rlf_source *source, size_t *capacity,
		      const struct rlf_frame *frame)
{
	source->frames = mem_grow(source->frames, capacity, source->count + 1,
				  sizeof *source->frames);
	source->frames[source->count++] = *frame;
}

/* Most bytes of a frame's data: more than three bytes a pixel have no effect. */
static size_t most_data(const struct rlf_source *source)
{
	return 3 * pixel_count(source) + 1;
}

/* True if the file ends within the record's data. A size that no picture needs is an
 * error instead. */
static bool is_cut(const struct rlf_source *source,
		   const struct exh_zv_rlf_record *record, size_t left)
{
	return record->kind != EXH_ZV_RLF_UNKNOWN && left > record->data_offset &&
	       record->size - record->data_offset <= most_data(source);
}

/* The record at offset; EXH_TRUNCATED if not all of it is there: then frame has what is
 * there of its data, if anything. */
static enum exh_status read_record(const struct rlf_source *source, size_t offset,
				   struct rlf_frame *frame, struct exh_error *err)
{
	const size_t left = source->reader.size - offset;
	const size_t size = left < EXH_ZV_RLF_RECORD_SIZE ? left : EXH_ZV_RLF_RECORD_SIZE;
	uint8_t bytes[EXH_ZV_RLF_RECORD_SIZE];
	struct exh_zv_rlf_record record;
	enum exh_status status =
		file_reader_read(&source->reader, offset, bytes, size, err);

	if (!status)
		status = exh_zv_rlf_record((struct exh_bytes){ bytes, size, offset },
					   &record, err);
	if (status)
		return status;
	*frame = (struct rlf_frame){ .offset = offset,
				     .size = record.size,
				     .data_offset = record.data_offset,
				     .kind = record.kind };
	if (record.size <= left)
		return EXH_OK;
	frame->size = is_cut(source, &record, left) ? (uint32_t)left : 0;
	frame->stated = true;
	return exh_fail(err, EXH_TRUNCATED, source->reader.size,
			"a record of %u bytes at 0x%zX, only %zu found%s",
			(unsigned)record.size, offset, left,
			frame->size ? ": what they draw is kept" : "");
}

static void note_rest(const struct rlf_source *source, size_t offset)
{
	if (offset < source->reader.size)
		exh_note(source->notes, EXH_WARNING, offset,
			 "%zu bytes follow the last of %u frames",
			 source->reader.size - offset,
			 (unsigned)source->header.frame_count);
}

/* Notes damage. Frames after it can't be found, as only a record has the place of the
 * next one. */
static enum exh_status note_damage(const struct rlf_source *source, size_t frame,
				   struct exh_error *err)
{
	exh_within(err, err->status, "frame %zu of %u", frame,
		   (unsigned)source->header.frame_count);
	if (!source->count)
		return err->status;
	exh_note(source->notes, EXH_DAMAGE, err->offset, "%s", err->text);
	return EXH_OK;
}

static enum exh_status read_index(struct rlf_source *source, struct exh_error *err)
{
	const uint32_t count = source->header.frame_count;
	size_t offset = EXH_ZV_RLF_HEADER_SIZE, capacity = 0;
	uint32_t key = 0;

	while (source->count < count) {
		struct rlf_frame frame = { 0 };
		const enum exh_status status = read_record(source, offset, &frame, err);

		if (frame.kind == EXH_ZV_RLF_SIMPLE)
			key = (uint32_t)source->count + 1;
		frame.key = key;
		if (!status || frame.size)
			add_frame(source, &capacity, &frame);
		if (status)
			return note_damage(source, source->count - (frame.size > 0), err);
		offset += frame.size;
	}
	note_rest(source, offset);
	return source->count ? EXH_OK
			     : exh_fail(err, EXH_INVALID, 16, "no frames, expected some");
}

enum exh_status rlf_source_read(struct rlf_source *source, struct file_reader reader,
				struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*source = (struct rlf_source){ .reader = reader, .notes = notes };
	status = read_header(source, err);
	if (!status)
		status = read_index(source, err);
	if (status)
		rlf_source_close(source);
	else
		source->pixels = mem_alloc(pixel_count(source), sizeof *source->pixels);
	return status;
}

void rlf_source_rest(struct rlf_source *source)
{
	file_reader_close(&source->reader);
	free(source->pixels);
	free(source->data);
	source->pixels = NULL;
	source->data = NULL;
	source->data_capacity = 0;
}

void rlf_source_close(struct rlf_source *source)
{
	rlf_source_rest(source);
	free(source->frames);
	*source = (struct rlf_source){ 0 };
}

/*
 * Frames.
 */

static enum exh_status read_data(struct rlf_source *source, const struct rlf_frame *frame,
				 struct exh_bytes *out, struct exh_error *err)
{
	const size_t there = frame->size - frame->data_offset;
	const size_t most = most_data(source);
	const size_t size = there < most ? there : most;
	const size_t offset = frame->offset + frame->data_offset;

	if (size > source->data_capacity) {
		free(source->data);
		source->data = mem_alloc(size, 1);
		source->data_capacity = size;
	}
	*out = (struct exh_bytes){ source->data, size, offset };
	return file_reader_read(&source->reader, offset, source->data, size, err);
}

static void warn(const struct rlf_source *source, size_t i, const struct exh_error *err)
{
	if (source->report)
		report_warning(source->report, source->path, err->offset, "frame %zu: %s",
			       i, err->text);
	else
		exh_note(source->notes, EXH_WARNING, err->offset, "frame %zu: %s", i,
			 err->text);
}

/* The damage that apply reports is what the engine shows, too. */
static enum exh_status apply(struct rlf_source *source, size_t i, struct exh_error *err)
{
	struct rlf_frame *frame = &source->frames[i];
	struct exh_error damage;
	struct exh_bytes data = { 0 };
	enum exh_status status = read_data(source, frame, &data, err);

	if (status)
		return status;
	if (frame->kind == EXH_ZV_RLF_UNKNOWN)
		status = exh_fail(&damage, EXH_UNSUPPORTED, frame->offset + 16,
				  "neither ELRH nor ELHD: the picture does not change");
	else
		status = exh_zv_rlf_apply(frame->kind, data, source->pixels,
					  pixel_count(source), &damage);
	source->shown = i + 1;
	source->applied_count++;
	if (status && !frame->stated)
		warn(source, i, &damage);
	frame->stated |= status != EXH_OK;
	return EXH_OK;
}

/*
 * Finds the frame at which decoding of frame i begins if the picture that is shown does
 * not help: the last key frame that sets every pixel. *first 0 means zeros, too.
 */
static enum exh_status find_start(struct rlf_source *source, size_t i, size_t *first,
				  struct exh_error *err)
{
	*first = 0;
	for (size_t key = source->frames[i].key; key;) {
		const struct rlf_frame *frame = &source->frames[key - 1];
		struct exh_bytes data = { 0 };
		const enum exh_status status = read_data(source, frame, &data, err);

		if (status)
			return status;
		if (exh_zv_rlf_reach(frame->kind, data, pixel_count(source)) ==
		    pixel_count(source)) {
			*first = key - 1;
			return EXH_OK;
		}
		key = key > 1 ? source->frames[key - 2].key : 0;
	}
	return EXH_OK;
}

enum exh_status rlf_source_show(struct rlf_source *source, size_t i,
				const uint16_t **pixels, struct exh_error *err)
{
	size_t first = source->shown;
	enum exh_status status = EXH_OK;

	*pixels = source->pixels;
	if (i + 1 == source->shown)
		return EXH_OK;
	/* The next frame needs no search, nor does one after the same key frame. */
	if (i < source->shown || (i > source->shown && source->frames[i].key > first)) {
		status = find_start(source, i, &first, err);
		if (!status && first < source->shown && i >= source->shown)
			first = source->shown;
		else if (!status && first == 0)
			memset(source->pixels, 0,
			       pixel_count(source) * sizeof *source->pixels);
	}
	for (size_t k = first; k <= i && !status; k++)
		status = interrupt_pending() ? exh_fail(err, EXH_IO, EXH_NO_OFFSET, "%s",
							interrupt_name())
					     : apply(source, k, err);
	return status;
}

/*
 * Mirrored files.
 */

struct print {
	uLong crc, adler;
};

static struct print print_of(const struct rlf_source *source)
{
	const uInt size = (uInt)(pixel_count(source) * sizeof *source->pixels);
	const Bytef *bytes = (const Bytef *)source->pixels;

	return (struct print){ crc32(0, bytes, size), adler32(1, bytes, size) };
}

static bool is_palindrome(const struct print *prints, size_t count)
{
	for (size_t i = 0; i < count / 2; i++)
		if (prints[i].crc != prints[count - 1 - i].crc ||
		    prints[i].adler != prints[count - 1 - i].adler)
			return false;
	return true;
}

int rlf_source_is_mirrored(struct rlf_source *source, struct exh_error *err)
{
	struct print *prints;
	enum exh_status status = EXH_OK;
	int result;

	if (source->count % 2)
		return 0;
	prints = mem_alloc(source->count, sizeof *prints);
	for (size_t i = 0; i < source->count && !status; i++) {
		const uint16_t *pixels;

		status = rlf_source_show(source, i, &pixels, err);
		prints[i] = print_of(source);
	}
	result = status ? -1 : is_palindrome(prints, source->count);
	free(prints);
	return result;
}
