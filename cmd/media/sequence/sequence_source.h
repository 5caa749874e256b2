/*
 * Sequences of frames of 15-bit RGB (zvision 1) that a source is asked for one by one, in
 * any of the formats that rlf2png writes.
 */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_SOURCE_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_SOURCE_H

#include "sequence.h"
#include "task/report.h"

struct sequence_source {
	size_t width, height; /* pixels, at least 1 */
	size_t count;	      /* frames, at least 1 */
	/* Each is shown for num / den seconds. */
	uint32_t time_num, time_den;
	/* Frame i < count, row-major, bit 15 means nothing; it stays until the next call.
	 * Asked for in rising order, by GIF twice, and by one thread. */
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

/*
 * Where the frames of an input go, to be freed, NULL when out of memory: "-", a file, or
 * for SEQUENCE_PNG a pattern with a %d. By -o, which is a file or a pattern, or a folder
 * if it is one, ends with a slash or there are several inputs; else in the input's
 * folder. single: at most one frame is wanted.
 */
char *sequence_output(const struct common *common, enum sequence_format format,
		      const char *input, bool several, bool single);

/* Writes them all, and adds to result what there is now. input is for messages. False:
 * the report has why, and no half file is left. */
bool sequence_write(const struct sequence_source *source,
		    const struct sequence_options *options, const char *output,
		    const char *input, struct report *report, json_t *result);

#endif
