#include "animation.h"

#include "task/jobs.h"

static enum exh_status read_apng(struct exh_bytes in, size_t limit,
				 const struct animation_taker *taker,
				 struct exh_error *err)
{
	struct apng_reader reader;
	struct animation_frame frame;
	enum exh_status status = apng_read_open(&reader, in, limit, err);

	for (uint32_t i = 0; !status && i < reader.frame_count; i++) {
		status = apng_read_next(&reader, &frame, err);
		if (!status)
			status = taker->take(taker->context, &frame, err);
		if (status && reader.is_animated)
			exh_within(err, status, "frame %u", (unsigned)i);
		if (!status && interrupt_pending())
			status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
	}
	apng_read_close(&reader);
	return status;
}

enum exh_status animation_read(struct exh_bytes in, size_t limit,
			       const struct animation_taker *taker, struct exh_error *err)
{
	if (gif_is(in))
		return gif_read(in, limit, taker, err);
	if (png_is(in))
		return read_apng(in, limit, taker, err);
	return exh_fail(err, EXH_INVALID, in.base, "neither a PNG nor a GIF file");
}
