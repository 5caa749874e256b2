/* Pictures one behind the other: for programs that encode videos, and to be compared. */
#include "media/picture/y4m.h"
#include "picture_format.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HEAD_SIZE = 1 << 16 /* bytes of text that are written at once */ };

/*
 * Raw, and hashes.
 */

static enum exh_status put_raw(struct picture_stream *stream, struct picture_job *job,
			       struct exh_error *err)
{
	return file_stream_write(&stream->file, job->pixels,
				 stream->kind.width * stream->kind.height, err);
}

const struct picture_writer picture_raw = { .is_stream = true, .put = put_raw };

static enum exh_status encode_hash(const struct picture_stream *stream,
				   struct picture_job *job)
{
	if (!job->has_crc)
		job->crc = (uint32_t)crc32_z(0, job->pixels,
					     stream->kind.width * stream->kind.height);
	return EXH_OK;
}

static enum exh_status put_hash(struct picture_stream *stream, struct picture_job *job,
				struct exh_error *err)
{
	text_put(&stream->head, "%llu %08x\n", (unsigned long long)job->number,
		 (unsigned)job->crc);
	return stream->head.size < HEAD_SIZE ? EXH_OK : picture_flush(stream, err);
}

const struct picture_writer picture_hash = {
	.is_stream = true,
	.takes_crc = true,
	.encode = encode_hash,
	.put = put_hash,
};

/*
 * YUV4MPEG2.
 */

static enum exh_status begin_y4m(struct picture_stream *stream, struct exh_error *err)
{
	(void)err;
	y4m_head(stream->width, stream->height, stream->kind.ticks_a_second,
		 stream->kind.ticks_a_picture, &stream->head);
	return EXH_OK;
}

static enum exh_status encode_y4m(const struct picture_stream *stream,
				  struct picture_job *job)
{
	const struct picture_area all = { 0, 0, stream->kind.width, stream->kind.height };
	uint8_t tables[3][256] = { { 0 } }, ycc[3], piece[1 << 12];
	struct picture_area place;
	struct exh_image image;

	for (size_t i = 0; i < job->palette.count; i++) {
		const struct exh_color *color = &job->palette.colors[i];

		y4m_color(color->red / 255.0, color->green / 255.0, color->blue / 255.0,
			  ycc);
		for (size_t plane = 0; plane < 3; plane++)
			tables[plane][i] = ycc[plane];
	}
	picture_enlarge(stream, job, &all, -1, &image, &place);
	if (!image.pixels)
		return exh_fail(&job->err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	exh_write_bytes(&job->out, "FRAME\n", 6);
	for (size_t plane = 0; plane < 3; plane++)
		for (size_t i = 0, size = image.width * image.height, some; i < size;
		     i += some) {
			some = size - i < sizeof piece ? size - i : sizeof piece;
			for (size_t k = 0; k < some; k++)
				piece[k] = tables[plane][image.pixels[i + k]];
			exh_write_bytes(&job->out, piece, some);
		}
	free(image.pixels);
	return EXH_OK;
}

/* As often as one is due while it is shown: sound and pictures stay in step. */
static enum exh_status put_y4m(struct picture_stream *stream, struct picture_job *job,
			       struct exh_error *err)
{
	const uint64_t due = stream->kind.ticks_a_picture;
	const uint64_t start = stream->ticks / due;
	uint64_t count = (stream->ticks + job->ticks) / due - start;
	enum exh_status status = EXH_OK;

	for (; count && !status; count--)
		status = file_stream_write(&stream->file, job->out.data, job->out.size,
					   err);
	return status;
}

const struct picture_writer picture_y4m = {
	.is_stream = true,
	.is_parallel = true,
	.begin = begin_y4m,
	.encode = encode_y4m,
	.put = put_y4m,
};
