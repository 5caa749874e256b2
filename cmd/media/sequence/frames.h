/*
 * Sequences of pictures of 15-bit colour (zvision 1), in any of the formats that rlf2png
 * writes. Pictures are asked for one by one, so that nothing holds them all.
 */
#ifndef CMD_MEDIA_SEQUENCE_FRAMES_H
#define CMD_MEDIA_SEQUENCE_FRAMES_H

#include "task/report.h"

struct frame_source {
	size_t width, height; /* pixels, at least 1 */
	size_t count;	      /* frames, at least 1 */
	/* Each is shown for num / den seconds. */
	uint32_t time_num, time_den;
	/* Frame i < count, row-major, bit 15 means nothing; it stays until the next call.
	 * Asked for in rising order, by some formats twice, and by one thread. */
	enum exh_status (*get)(void *context, size_t i, const uint16_t **pixels,
			       struct exh_error *err);
	/* The number it has in the name of its file; NULL: i. */
	size_t (*number)(void *context, size_t i);
	void *context;
};

enum frames_format {
	FRAMES_AUTO,
	FRAMES_PNG, /* a file each */
	FRAMES_APNG,
	FRAMES_GIF,
	FRAMES_Y4M, /* 4:4:4, BT.601 */
	FRAMES_RAW, /* 16 bits a pixel, little-endian, bit 15 clear */
	FRAMES_SHEET,
};

/* For OPT_CHOICE, in the order of the formats. */
extern const char *const frames_choices[];

struct frames_options {
	unsigned format; /* enum frames_format */
	unsigned scale; /* 0 or 1: as it is; each pixel is repeated so often, both ways */
};

/* options->format, or by the ending of -o, or FRAMES_PNG. */
enum frames_format frames_choose(const struct frames_options *options,
				 const char *output);

/*
 * Where the frames of an input go, to be freed, NULL when out of memory: "-", a file, or
 * for FRAMES_PNG a pattern with a %d. By -o, which is a file or a pattern, or a folder if
 * it is one, ends with a slash or there are several inputs; else beside the input.
 * single: one frame at most is wanted.
 */
char *frames_output(const struct common *common, enum frames_format format,
		    const char *input, bool several, bool single);

/* Writes them all, and tells in result what there is now. input is for messages. False:
 * the report has why, and no half file is left. */
bool frames_write(const struct frame_source *source, const struct frames_options *options,
		  const char *output, const char *input, struct report *report,
		  json_t *result);

#endif
