#include "zv_world.h"

#include "../../zvision/avi_parts.h"

#include <string.h>

enum { DEFAULT_MS = 66 };

/*
 * RLF.
 */

static bool next_record(struct exh_bytes file, size_t *offset, struct zv_film_record *out,
			struct exh_error *err)
{
	struct exh_zv_rlf_record record;
	struct exh_bytes rest, whole;

	if (*offset >= file.size ||
	    !exh_bytes_slice(file, *offset, file.size - *offset, &rest) ||
	    exh_zv_rlf_record(rest, &record, err))
		return false;
	if (!exh_bytes_slice(rest, 0, record.size, &whole))
		whole = rest;
	if (!exh_bytes_slice(
		    whole, record.data_offset,
		    whole.size > record.data_offset ? whole.size - record.data_offset : 0,
		    &out->data))
		out->data = (struct exh_bytes){ 0 };
	out->kind = record.kind;
	*offset += record.size;
	return true;
}

/* Records that are there, at most as many as the header says. */
static uint32_t count_records(struct exh_bytes file, uint32_t most)
{
	size_t offset = EXH_ZV_RLF_HEADER_SIZE;
	struct zv_film_record record;
	uint32_t count = 0;

	while (count < most && next_record(file, &offset, &record, NULL))
		count++;
	return count;
}

static enum exh_status open_rlf(struct exh_bytes file, struct exh_arena *arena,
				struct zv_film *film, struct exh_notes *notes,
				struct exh_error *err)
{
	size_t offset = EXH_ZV_RLF_HEADER_SIZE;
	struct zv_film_record *records;
	struct exh_zv_rlf rlf;
	const enum exh_status status = exh_zv_rlf_open(file, &rlf, notes, err);

	if (status)
		return status;
	film->width = rlf.width;
	film->height = rlf.height;
	film->frame_ms = exh_zv_rlf_milliseconds(&rlf);
	film->num = film->frame_ms;
	film->den = 1000;
	film->frame_count = count_records(file, rlf.frame_count);
	if (film->frame_count < rlf.frame_count)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET, "%u frames declared, %u found",
			 (unsigned)rlf.frame_count, (unsigned)film->frame_count);
	if (!film->frame_count)
		return exh_fail(err, EXH_INVALID, EXH_ZV_RLF_HEADER_SIZE,
				"it has no frames");
	records = exh_alloc(arena, film->frame_count, sizeof *records);
	if (!records)
		return no_memory(err);
	for (uint32_t i = 0; i < film->frame_count; i++)
		next_record(file, &offset, &records[i], NULL);
	film->records = records;
	return EXH_OK;
}

/* From the last whole picture on, unless what is shown lies between. */
static void seek_rlf(const struct zv_film *film, int32_t shown, int32_t wanted,
		     uint16_t *pixels)
{
	const size_t count = film->width * film->height;
	int32_t from = wanted;

	if (shown == wanted)
		return;
	while (from > 0 && from != shown + 1 &&
	       film->records[from].kind != EXH_ZV_RLF_SIMPLE)
		from--;
	if (from == 0 && shown != -1)
		memset(pixels, 0, count * sizeof *pixels);
	for (; from <= wanted; from++)
		(void)!exh_zv_rlf_apply(film->records[from].kind,
					film->records[from].data, pixels, count, NULL);
}

/*
 * AVI.
 */

/* Opens the pictures; a film whose pictures are unknown has only their time. */
static enum exh_status open_video(struct exh_arena *arena, struct zv_film *film,
				  const struct exh_avi_stream *video,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct exh_avi_frames *frames = exh_alloc(arena, 1, sizeof *frames);
	struct exh_error why;
	enum exh_status status;

	if (!frames)
		return no_memory(err);
	frames->source = &film->source;
	frames->video = video;
	film->width = video->width;
	film->height = video->height;
	status = exh_avi_frames_open(frames, &why);
	if (status) {
		exh_note(notes, EXH_WARNING, why.offset, "%s; it plays without pictures",
			 why.text);
		return EXH_OK;
	}
	if (frames->refused_count)
		exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
			 "%zu of %zu frames can't be decoded; the ones before them stay",
			 frames->refused_count, video->chunk_count);
	film->video = frames;
	film->width = exh_avi_frames_at(frames, 0).width;
	film->height = exh_avi_frames_at(frames, 0).height;
	return EXH_OK;
}

static enum exh_status open_avi(struct exh_arena *arena, struct zv_film *film,
				struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_avi_stream *video;
	struct exh_avi avi;
	enum exh_status status;

	film->source = exh_source_of(&film->file);
	status = exh_avi_open(&film->source, arena, &avi, notes, err);
	if (status)
		return status;
	video = exh_avi_first(&avi, EXH_AVI_VIDEO);
	if (!video || !video->chunk_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "it has no pictures");
	status = open_video(arena, film, video, notes, err);
	if (status)
		return status;
	if (!film->width || !film->height)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "it has no pictures");
	film->sound = exh_avi_first(&avi, EXH_AVI_SOUND);
	exh_avi_frame_time(&avi, video, &film->num, &film->den);
	film->frame_count =
		video->chunk_count < INT32_MAX ? (uint32_t)video->chunk_count : INT32_MAX;
	film->frame_ms = (uint32_t)((uint64_t)film->num * 1000 / film->den);
	return EXH_OK;
}

/* Copies the wanted frame; frames of another size than the first are scaled. */
static void seek_avi(const struct zv_film *film, int32_t wanted, uint16_t *pixels)
{
	const struct exh_avi_frame size = exh_avi_frames_at(film->video, (size_t)wanted);
	const uint16_t *in;

	if (exh_avi_frames_show(film->video, (size_t)wanted, NULL))
		return;
	in = exh_avi_frames_pixels(film->video);
	for (size_t y = 0; y < film->height; y++) {
		const uint16_t *row = in + y * size.height / film->height * size.width;

		if (size.width == film->width)
			memcpy(pixels, row, film->width * sizeof *pixels);
		for (size_t x = 0; x < film->width && size.width != film->width; x++)
			pixels[x] = row[x * size.width / film->width];
		pixels += film->width;
	}
}

/*
 * Both.
 */

enum exh_status exh_zv_film_open(struct exh_bytes file, struct exh_arena *arena,
				 struct zv_film *film, struct exh_notes *notes,
				 struct exh_error *err)
{
	enum exh_status status;

	*film = (struct zv_film){ .file = file };
	status = file.size >= 4 && memcmp(file.data, "RIFF", 4) == 0
			 ? open_avi(arena, film, notes, err)
			 : open_rlf(file, arena, film, notes, err);
	if (!film->frame_ms || film->frame_ms > INT32_MAX) {
		film->frame_ms = DEFAULT_MS;
		film->num = 1;
		film->den = 15;
	}
	return status;
}

void exh_zv_film_close(const struct zv_film *film)
{
	if (film->video)
		exh_avi_frames_free(film->video);
}

void exh_zv_film_seek(const struct zv_film *film, int32_t shown, int32_t wanted,
		      uint16_t *pixels)
{
	if (film->records)
		seek_rlf(film, shown, wanted, pixels);
	else if (film->video && shown != wanted)
		seek_avi(film, wanted, pixels);
}
