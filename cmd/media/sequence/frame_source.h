/* Frames of 15-bit RGB (zvision 1), fetched one by one. */
#ifndef CMD_MEDIA_SEQUENCE_FRAME_SOURCE_H
#define CMD_MEDIA_SEQUENCE_FRAME_SOURCE_H

#include <exhume/base.h>

struct sequence_source {
	size_t width, height; /* pixels, at least 1 */
	size_t count;	      /* frames, at least 1 */
	/* Each is shown for num / den seconds. */
	uint32_t time_num, time_den;
	/* Frame i < count, row-major, bit 15 means nothing; it stays until the next call.
	 * Called in rising order, by GIF twice, and by one thread. */
	enum exh_status (*get)(void *context, size_t i, const uint16_t **pixels,
			       struct exh_error *err);
	/* The number it has in the name of its file, below 2^32 and rising; NULL: i. */
	size_t (*number)(void *context, size_t i);
	void *context;
};

static inline size_t sequence_source_number(const struct sequence_source *source,
					    size_t i)
{
	return source->number ? source->number(source->context, i) : i;
}

#endif
