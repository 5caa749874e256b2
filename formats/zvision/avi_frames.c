#include "avi_parts.h"

#include "../base/common.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NOTE_LIMIT = 1 << 16, FAR = 16 /* frames that are worth a new beginning */ };

bool exh_avi_is_truemotion1(const struct exh_avi_stream *video)
{
	const uint32_t small_letters = TAG(0x20, 0x20, 0x20, 0x20);

	return video->kind == EXH_AVI_VIDEO &&
	       (video->compression | small_letters) == TAG('d', 'u', 'c', 'k');
}

enum exh_status exh_avi_can_decode(const struct exh_avi_stream *video,
				   struct exh_error *err)
{
	return exh_avi_is_truemotion1(video) ? EXH_OK : exh_avi_can_draw(video, err);
}

/* Reads a frame's data, at most so many bytes; they are valid until the next call. */
static enum exh_status read_frame(struct exh_avi_frames *frames, size_t frame,
				  size_t most, struct exh_bytes *out,
				  struct exh_error *err)
{
	const struct exh_avi_chunk *chunk = &frames->video->chunks[frame];
	const size_t size = chunk->size < most ? chunk->size : most;

	if (size > frames->data_capacity) {
		free(frames->data);
		frames->data = malloc(size);
		frames->data_capacity = frames->data ? size : 0;
		if (!frames->data)
			return no_memory(err);
	}
	*out = (struct exh_bytes){ frames->data, size, chunk->offset };
	return size ? frames->source->read(frames->source->context, chunk->offset,
					   frames->data, size, err)
		    : EXH_OK;
}

/*
 * Opening.
 */

/* Reads what a packet says about its picture. Packets that are refused, with the reason
 * why, or empty repeat the one before; *good counts the others. */
static enum exh_status look_at(struct exh_avi_frames *frames, size_t frame,
			       struct exh_avi_frame *last, size_t *good,
			       struct exh_error *why, struct exh_error *err)
{
	struct exh_truemotion1_header header;
	struct exh_bytes packet = { 0 };
	enum exh_status status = read_frame(frames, frame, SIZE_MAX, &packet, err);

	if (status)
		return status;
	last->is_key = false;
	if (!exh_truemotion1_open(packet, &header, why)) {
		*last = (struct exh_avi_frame){ header.width, header.height,
						header.depth == 24,
						header.is_key && header.block_width };
		++*good;
	} else if (packet.size) {
		frames->refused_count++;
	}
	return EXH_OK;
}

/* Sets the kind of all frames; those before the first good packet are black, and as large
 * as its picture. */
static enum exh_status look_at_all(struct exh_avi_frames *frames, struct exh_error *err)
{
	const size_t count = frames->video->chunk_count;
	struct exh_avi_frame last = { 0 };
	struct exh_error why = { .text = "no frame" };
	size_t good = 0, bad = 0;

	for (size_t i = 0; i < count; i++) {
		const enum exh_status status =
			look_at(frames, i, &last, &good, &why, err);

		if (status)
			return status;
		bad += !good;
		frames->list[i] = last;
	}
	if (!good)
		return exh_fail(err, EXH_INVALID, count ? why.offset : EXH_NO_OFFSET,
				"none of %zu frames can be decoded: %s", count, why.text);
	for (size_t i = 0; i < bad; i++) {
		frames->list[i] = frames->list[bad];
		frames->list[i].is_key = false;
	}
	return EXH_OK;
}

static enum exh_status open_truemotion1(struct exh_avi_frames *frames,
					struct exh_error *err)
{
	frames->list = calloc(frames->video->chunk_count, sizeof *frames->list);
	return frames->list || !frames->video->chunk_count ? look_at_all(frames, err)
							   : no_memory(err);
}

struct exh_avi_frame exh_avi_frames_at(const struct exh_avi_frames *frames, size_t frame)
{
	const struct exh_avi_stream *video = frames->video;

	if (frames->list)
		return frames->list[frame];
	return (struct exh_avi_frame){ video->width, video->height, false,
				       video->chunks[frame].size >=
					       exh_avi_frame_size(video) };
}

static enum exh_status allocate(struct exh_avi_frames *frames, struct exh_error *err)
{
	size_t most = 0;

	for (size_t i = 0; i < frames->video->chunk_count; i++) {
		const struct exh_avi_frame frame = exh_avi_frames_at(frames, i);
		const size_t size = (size_t)frame.width * frame.height;

		most = size > most ? size : most;
		if (frame.width > frames->width)
			frames->width = frame.width;
		if (frame.height > frames->height)
			frames->height = frame.height;
		frames->has_rgb24 |= frame.is_rgb24;
	}
	frames->pixels = calloc(most ? most : 1, sizeof *frames->pixels);
	if (frames->has_rgb24)
		frames->rgb = calloc(most ? most : 1, 3);
	return frames->pixels && (frames->rgb || !frames->has_rgb24) ? EXH_OK
								     : no_memory(err);
}

enum exh_status exh_avi_frames_open(struct exh_avi_frames *frames, struct exh_error *err)
{
	enum exh_status status = exh_avi_can_decode(frames->video, err);

	frames->is_exact = true;
	if (!status && exh_avi_is_truemotion1(frames->video))
		status = open_truemotion1(frames, err);
	if (!status)
		status = allocate(frames, err);
	if (status)
		exh_avi_frames_free(frames);
	return status;
}

void exh_avi_frames_free(struct exh_avi_frames *frames)
{
	exh_truemotion1_free(&frames->truemotion1);
	free(frames->list);
	free(frames->data);
	free(frames->pixels);
	free(frames->rgb);
	frames->list = NULL;
	frames->data = NULL;
	frames->pixels = NULL;
	frames->rgb = NULL;
}

/*
 * Faults.
 */

static void pass_notes(struct exh_avi_frames *frames, size_t frame,
		       const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note && frames->note;
	     note = note->next)
		frames->note(frames->context, frame, note);
}

/* Notes the reason why a frame is damaged. */
static void note_error(const struct exh_error *why, struct exh_notes *notes)
{
	exh_note(notes, EXH_DAMAGE, why->offset, "%s", why->text);
}

/*
 * Uncompressed frames.
 */

/* Draws a frame over the picture before it. */
static enum exh_status draw(struct exh_avi_frames *frames, size_t frame,
			    struct exh_notes *notes, struct exh_error *err)
{
	struct exh_bytes data = { 0 };
	struct exh_error why;
	const enum exh_status status =
		read_frame(frames, frame, exh_avi_frame_size(frames->video), &data, err);

	if (!status &&
	    exh_avi_draw(frames->video, data, frames->pixels, &frames->is_exact, &why))
		note_error(&why, notes);
	return status;
}

/*
 * TrueMotion 1.
 */

/* Decodes a frame over the picture before it, which stays if the packet is refused. */
static enum exh_status decode(struct exh_avi_frames *frames, size_t frame,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_bytes packet = { 0 };
	struct exh_error why;
	const enum exh_status status = read_frame(frames, frame, SIZE_MAX, &packet, err);

	if (status)
		return status;
	if (exh_truemotion1_decode(&frames->truemotion1, packet, notes, &why)) {
		if (why.status == EXH_NO_MEMORY)
			return no_memory(err);
		note_error(&why, notes);
	}
	return EXH_OK;
}

/*
 * Both.
 */

static enum exh_status apply(struct exh_avi_frames *frames, size_t frame,
			     struct exh_error *err)
{
	struct exh_arena arena = { .limit = NOTE_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	const enum exh_status status = frames->list ? decode(frames, frame, &notes, err)
						    : draw(frames, frame, &notes, err);

	frames->shown = status ? 0 : frame + 1;
	if (!status)
		pass_notes(frames, frame, &notes);
	exh_arena_free(&arena);
	return status;
}

static void forget(struct exh_avi_frames *frames)
{
	const size_t size = frames->width * frames->height * sizeof *frames->pixels;

	frames->shown = 0;
	exh_truemotion1_free(&frames->truemotion1);
	if (!frames->list)
		memset(frames->pixels, 0, size);
}

/* True if the picture now has nothing of the pictures before the frame. */
static bool is_whole(const struct exh_avi_frames *frames)
{
	return !frames->list || frames->truemotion1.is_whole;
}

/* Returns the last frame up to the wanted one that may need none before it; that after
 * the shown one if it is near; or 0. */
static size_t find_start(const struct exh_avi_frames *frames, size_t wanted)
{
	size_t start = wanted;

	if (frames->shown <= wanted && wanted - frames->shown < FAR && frames->list)
		return frames->shown;
	while (start && start != frames->shown &&
	       !exh_avi_frames_at(frames, start).is_key)
		start--;
	return start;
}

/* Applies a frame where decoding begins, and others before it if it leaves out some
 * pixels. Those key frames are not tried again. */
static enum exh_status begin_at(struct exh_avi_frames *frames, size_t start,
				struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	while (start && start != frames->shown && !status) {
		status = apply(frames, start, err);
		if (status || is_whole(frames))
			return status;
		frames->list[start].is_key = false;
		frames->shown = 0;
		start = find_start(frames, start);
	}
	if (!start && !status) {
		forget(frames);
		status = apply(frames, 0, err);
	}
	return status;
}

enum exh_status exh_avi_frames_show(struct exh_avi_frames *frames, size_t frame,
				    struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	assert(frame < frames->video->chunk_count);
	if (frames->shown == frame + 1)
		return EXH_OK;
	status = begin_at(frames, find_start(frames, frame), err);
	while (!status && frames->shown <= frame)
		status = apply(frames, frames->shown, err);
	return status;
}

/*
 * Pixels.
 */

/* True if the decoder has a picture of the shown frame's size. */
static bool has_picture(const struct exh_avi_frames *frames,
			const struct exh_avi_frame *frame)
{
	const struct exh_truemotion1_header *header = &frames->truemotion1.header;

	return header->width && header->width == frame->width &&
	       header->height == frame->height;
}

const uint16_t *exh_avi_frames_pixels(struct exh_avi_frames *frames)
{
	struct exh_avi_frame frame;

	if (!frames->list)
		return frames->pixels;
	frame = exh_avi_frames_at(frames, frames->shown - 1);
	if (has_picture(frames, &frame))
		exh_truemotion1_pixels(&frames->truemotion1, frames->pixels,
				       &frames->is_exact);
	else
		memset(frames->pixels, 0,
		       (size_t)frame.width * frame.height * sizeof *frames->pixels);
	return frames->pixels;
}

const uint8_t *exh_avi_frames_rgb(struct exh_avi_frames *frames)
{
	const struct exh_avi_frame frame = exh_avi_frames_at(frames, frames->shown - 1);

	assert(frames->has_rgb24);
	if (has_picture(frames, &frame))
		exh_truemotion1_rgb(&frames->truemotion1, frames->rgb);
	else
		memset(frames->rgb, 0, (size_t)frame.width * frame.height * 3);
	return frames->rgb;
}
