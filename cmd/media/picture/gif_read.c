#include "animation.h"

#include <string.h>

bool gif_is(struct exh_bytes in)
{
	return in.size >= 6 &&
	       (memcmp(in.data, "GIF87a", 6) == 0 || memcmp(in.data, "GIF89a", 6) == 0);
}

#ifdef EXH_HAVE_GIF

#include "task/jobs.h"
#include "task/memory.h"

#include <gif_lib.h>
#include <stdlib.h>

enum { CHANNELS = 4, PASSES = 4, HUNDREDTHS = 100 };

struct reading {
	const struct animation_taker *taker;
	struct exh_bytes in;
	size_t at, limit;
	GifFileType *gif;
	uint8_t *canvas, *kept; /* four bytes a pixel */
	GifByteType *line;
	GraphicsControlBlock control; /* control of the next frame */
	unsigned frame_count;
	struct exh_error *err;
};

static int read_bytes(GifFileType *gif, GifByteType *out, int size)
{
	struct reading *r = gif->UserData;
	const size_t left = r->in.size - r->at;
	const size_t count = (size_t)size < left ? (size_t)size : left;

	memcpy(out, r->in.data + r->at, count);
	r->at += count;
	return (int)count;
}

static enum exh_status fail(struct reading *r, int code)
{
	const char *text = GifErrorString(code);

	return exh_fail(r->err, r->at == r->in.size ? EXH_TRUNCATED : EXH_INVALID,
			r->in.base + r->at, "libgif: %s", text ? text : "damaged");
}

/*
 * Pixels.
 */

static void draw_line(struct reading *r, size_t y)
{
	const GifImageDesc *frame = &r->gif->Image;
	const ColorMapObject *colors =
		frame->ColorMap ? frame->ColorMap : r->gif->SColorMap;
	uint8_t *to = r->canvas +
		      CHANNELS * (((size_t)frame->Top + y) * (size_t)r->gif->SWidth +
				  (size_t)frame->Left);

	for (int x = 0; x < frame->Width; x++, to += CHANNELS) {
		const int index = r->line[x];
		const GifColorType *color = colors && index < colors->ColorCount
						    ? &colors->Colors[index]
						    : NULL;

		if (index == r->control.TransparentColor)
			continue;
		to[0] = color ? color->Red : 0;
		to[1] = color ? color->Green : 0;
		to[2] = color ? color->Blue : 0;
		to[3] = 255;
	}
}

/* Draws a frame. Rows are in the order of the file: in one pass, or interlaced in
 * four. */
static enum exh_status draw_frame(struct reading *r)
{
	static const int first[PASSES] = { 0, 4, 2, 1 }, step[PASSES] = { 8, 8, 4, 2 };
	const GifImageDesc *frame = &r->gif->Image;

	for (int pass = 0; pass < (frame->Interlace ? PASSES : 1); pass++)
		for (int y = frame->Interlace ? first[pass] : 0; y < frame->Height;
		     y += frame->Interlace ? step[pass] : 1) {
			if (DGifGetLine(r->gif, r->line, frame->Width) != GIF_OK)
				return fail(r, r->gif->Error);
			draw_line(r, (size_t)y);
		}
	return EXH_OK;
}

/* Removes the frame in the way it asks for. */
static void dispose(struct reading *r)
{
	const GifImageDesc *frame = &r->gif->Image;
	const size_t width = (size_t)r->gif->SWidth;

	if (r->control.DisposalMode == DISPOSE_PREVIOUS)
		memcpy(r->canvas, r->kept, width * (size_t)r->gif->SHeight * CHANNELS);
	for (int y = 0;
	     r->control.DisposalMode == DISPOSE_BACKGROUND && y < frame->Height; y++)
		memset(r->canvas + CHANNELS * ((size_t)(frame->Top + y) * width +
					       (size_t)frame->Left),
		       0, (size_t)frame->Width * CHANNELS);
}

/*
 * Records.
 */

static enum exh_status check_frame(struct reading *r)
{
	const GifImageDesc *frame = &r->gif->Image;

	if (frame->Left >= 0 && frame->Top >= 0 && frame->Width > 0 &&
	    frame->Height > 0 && frame->Left <= r->gif->SWidth - frame->Width &&
	    frame->Top <= r->gif->SHeight - frame->Height)
		return EXH_OK;
	return exh_fail(r->err, EXH_INVALID, r->in.base + r->at,
			"%d by %d pixels at (%d, %d), outside the picture of %d by %d",
			frame->Width, frame->Height, frame->Left, frame->Top,
			r->gif->SWidth, r->gif->SHeight);
}

static enum exh_status take_frame(struct reading *r)
{
	const size_t width = (size_t)r->gif->SWidth, height = (size_t)r->gif->SHeight;
	struct animation_frame frame = {
		.picture = { .width = width, .height = height, .pixels = r->canvas },
		.delay_num = (uint16_t)r->control.DelayTime,
		.delay_den = HUNDREDTHS,
	};
	enum exh_status status;

	if (DGifGetImageDesc(r->gif) != GIF_OK)
		return fail(r, r->gif->Error);
	status = check_frame(r);
	if (status)
		return status;
	if (r->control.DisposalMode == DISPOSE_PREVIOUS)
		memcpy(r->kept, r->canvas, width * height * CHANNELS);
	status = draw_frame(r);
	if (!status)
		status = r->taker->take(r->taker->context, &frame, r->err);
	if (!status && interrupt_pending())
		status = exh_fail(r->err, EXH_IO, EXH_NO_OFFSET, "interrupted");
	if (!status)
		dispose(r);
	r->control = (GraphicsControlBlock){ .TransparentColor = NO_TRANSPARENT_COLOR };
	return status;
}

/* Reads a block: a size byte and as many bytes; NULL ends the blocks. */
static enum exh_status read_extension(struct reading *r)
{
	GifByteType *block;
	int code;

	if (DGifGetExtension(r->gif, &code, &block) != GIF_OK)
		return fail(r, r->gif->Error);
	while (block) {
		if (code == GRAPHICS_EXT_FUNC_CODE)
			DGifExtensionToGCB(block[0], block + 1, &r->control);
		if (DGifGetExtensionNext(r->gif, &block) != GIF_OK)
			return fail(r, r->gif->Error);
	}
	return EXH_OK;
}

static enum exh_status read_records(struct reading *r)
{
	enum exh_status status = EXH_OK;

	while (!status) {
		GifRecordType type;

		if (DGifGetRecordType(r->gif, &type) != GIF_OK)
			return fail(r, r->gif->Error);
		if (type == TERMINATE_RECORD_TYPE)
			break;
		if (type == EXTENSION_RECORD_TYPE) {
			status = read_extension(r);
		} else if (type == IMAGE_DESC_RECORD_TYPE) {
			status = take_frame(r);
			if (status)
				exh_within(r->err, status, "frame %u", r->frame_count);
			r->frame_count++;
		}
	}
	if (!status && !r->frame_count)
		status = exh_fail(r->err, EXH_INVALID, r->in.base + r->at, "no frames");
	return status;
}

static enum exh_status start(struct reading *r)
{
	const size_t width = (size_t)r->gif->SWidth, height = (size_t)r->gif->SHeight;

	if (r->gif->SWidth < 1 || r->gif->SHeight < 1 || height > r->limit / width)
		return exh_fail(r->err, EXH_LIMIT, r->in.base + 6,
				"%d by %d pixels, expected 1 to %zu in all",
				r->gif->SWidth, r->gif->SHeight, r->limit);
	r->canvas = mem_alloc(width * height, CHANNELS);
	r->kept = mem_alloc(width * height, CHANNELS);
	r->line = mem_alloc(width, 1);
	return EXH_OK;
}

enum exh_status gif_read(struct exh_bytes in, size_t limit,
			 const struct animation_taker *taker, struct exh_error *err)
{
	struct reading r = { .taker = taker,
			     .in = in,
			     .limit = limit,
			     .control.TransparentColor = NO_TRANSPARENT_COLOR,
			     .err = err };
	enum exh_status status;
	int code = 0;

	r.gif = DGifOpen(&r, read_bytes, &code);
	if (!r.gif)
		return fail(&r, code);
	status = start(&r);
	if (!status)
		status = read_records(&r);
	free(r.canvas);
	free(r.kept);
	free(r.line);
	DGifCloseFile(r.gif, NULL);
	return status;
}

#define TEXT_OF(value) #value
#define VERSION_OF(major, minor, release) \
	"libgif " TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(release)

const char *gif_read_version(void)
{
	return VERSION_OF(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}

#else

enum exh_status gif_read(struct exh_bytes in, size_t limit,
			 const struct animation_taker *taker, struct exh_error *err)
{
	(void)limit;
	(void)taker;
	return exh_fail(err, EXH_UNSUPPORTED, in.base,
			"a GIF file, and this build has no libgif: convert it to APNG");
}

const char *gif_read_version(void)
{
	return NULL;
}

#endif
