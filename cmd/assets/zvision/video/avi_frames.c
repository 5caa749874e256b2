#include "video.h"

#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <exhume/zvision.h>

#include <stdlib.h>
#include <string.h>

static size_t pixel_count(const struct avi_frames *frames)
{
	return (size_t)frames->stream->width * frames->stream->height;
}

void avi_frames_start(struct avi_frames *frames, bool is_turned)
{
	const size_t count = pixel_count(frames);

	frames->is_exact = true;
	frames->data = mem_alloc(exh_avi_frame_size(frames->stream), 1);
	frames->pixels = mem_alloc(count, sizeof *frames->pixels);
	if (is_turned)
		frames->turned = mem_alloc(count, sizeof *frames->turned);
}

void avi_frames_free(struct avi_frames *frames)
{
	free(frames->data);
	free(frames->pixels);
	free(frames->turned);
}

size_t avi_frames_width(const struct avi_frames *frames)
{
	return frames->turned ? frames->stream->height : frames->stream->width;
}

size_t avi_frames_height(const struct avi_frames *frames)
{
	return frames->turned ? frames->stream->width : frames->stream->height;
}

/* Draws a frame over what is there. */
static enum exh_status draw(struct avi_frames *frames, size_t frame,
			    struct exh_error *err)
{
	const struct exh_avi_chunk *chunk = &frames->stream->chunks[frame];
	const size_t whole = exh_avi_frame_size(frames->stream);
	const size_t size = chunk->size < whole ? chunk->size : whole;
	struct exh_error cut;
	enum exh_status status;

	status = frames->source->read(frames->source->context, chunk->offset,
				      frames->data, size, err);
	if (status)
		return status;
	if (exh_avi_draw(frames->stream,
			 (struct exh_bytes){ frames->data, size, chunk->offset },
			 frames->pixels, &frames->is_exact, &cut) &&
	    frames->is_cut)
		frames->is_cut(frames->context, frame, &cut);
	return EXH_OK;
}

/* Frame at which decoding begins, so that this frame's picture is right: incomplete
 * frames show parts of the picture before. */
static size_t find_start(struct avi_frames *frames, size_t frame)
{
	const struct exh_avi_chunk *chunks = frames->stream->chunks;
	const size_t whole = exh_avi_frame_size(frames->stream);
	size_t start = frame;

	while (start && start != frames->shown && chunks[start].size < whole)
		start--;
	if (start != frames->shown && chunks[start].size < whole)
		memset(frames->pixels, 0, pixel_count(frames) * sizeof *frames->pixels);
	return start;
}

static enum exh_status show(struct avi_frames *frames, size_t frame,
			    struct exh_error *err)
{
	enum exh_status status = EXH_OK;

	if (frames->shown == frame + 1)
		return EXH_OK;
	for (size_t i = find_start(frames, frame); i <= frame && !status; i++)
		status = draw(frames, i, err);
	frames->shown = status ? 0 : frame + 1;
	return status;
}

enum exh_status avi_frames_show(struct avi_frames *frames, size_t frame,
				const uint16_t **pixels, struct exh_error *err)
{
	const struct exh_zv_picture picture = { frames->stream->width,
						frames->stream->height, frames->pixels };
	const enum exh_status status = show(frames, frame, err);

	*pixels = frames->turned ? frames->turned : frames->pixels;
	if (!status && frames->turned)
		exh_zv_transpose(&picture, frames->turned);
	return status;
}
