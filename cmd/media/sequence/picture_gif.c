/* Pictures as a GIF animation of what changes from picture to picture. */
#include "media/picture/gif.h"
#include "picture_format.h"

#include <stdlib.h>

enum { HUNDREDTHS = 100 };

static enum exh_status begin(struct picture_stream *stream, struct exh_error *err)
{
	picture_share_colors(stream);
	return gif_begin(stream->width, stream->height, &stream->shared, 0, &stream->head,
			 err);
}

static enum exh_status encode(const struct picture_stream *stream,
			      struct picture_job *job)
{
	struct gif_frame frame = { .color_count = stream->shared.count,
				   .transparent = stream->keep };
	struct picture_area place;

	picture_enlarge(stream, job, &job->changed, stream->keep, &frame.part, &place);
	if (!frame.part.pixels)
		return exh_fail(&job->err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	frame.x = place.x;
	frame.y = place.y;
	gif_add(&frame, &job->out);
	free(frame.part.pixels);
	return EXH_OK;
}

/* Times are those between rounded points, so that they do not drift. */
static unsigned hundredths(const struct picture_stream *stream, uint64_t ticks)
{
	const uint64_t second = stream->kind.ticks_a_second;
	const uint64_t start = (stream->ticks * HUNDREDTHS + second / 2) / second;
	const uint64_t end = ((stream->ticks + ticks) * HUNDREDTHS + second / 2) / second;

	return end - start < GIF_MOST_TIME ? (unsigned)(end - start) : GIF_MOST_TIME;
}

static enum exh_status put(struct picture_stream *stream, struct picture_job *job,
			   struct exh_error *err)
{
	gif_set_time(job->out.data, hundredths(stream, job->ticks));
	return file_stream_write(&stream->file, job->out.data, job->out.size, err);
}

static enum exh_status end(struct picture_stream *stream, struct exh_error *err)
{
	if (!stream->put_count)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"no picture, expected one at least");
	gif_end(&stream->head);
	return EXH_OK;
}

const struct picture_writer picture_gif = {
	.is_stream = true,
	.is_parallel = true,
	.is_shared = true,
	.sees_changes = true,
	.begin = begin,
	.encode = encode,
	.put = put,
	.end = end,
};
