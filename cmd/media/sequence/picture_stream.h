/*
 * Pictures of at most 256 colours, pushed one by one as an engine makes them, in any of
 * the formats that keen-run writes. Each lasts as many ticks as it is told before the
 * next one comes.
 */
#ifndef CMD_MEDIA_SEQUENCE_PICTURE_STREAM_H
#define CMD_MEDIA_SEQUENCE_PICTURE_STREAM_H

#include "task/ranges.h"
#include "task/work.h"

#include <exhume/base.h>

enum picture_format {
	PICTURE_AUTO,
	PICTURE_PNG, /* a file each, with the palette of its time */
	PICTURE_APNG,
	PICTURE_GIF,
	PICTURE_Y4M,  /* 4:4:4, BT.601 */
	PICTURE_RAW,  /* palette indices, a byte each */
	PICTURE_HASH, /* a line each: number, CRC-32 of the palette indices */
};

/* For OPT_CHOICE, in the order of the formats. */
extern const char *const picture_choices[];

struct picture_options {
	unsigned format; /* enum picture_format */
	unsigned scale; /* 0 or 1: as it is; each pixel is repeated so often, both ways */
	bool aspect; /* six lines for five: 320 by 200 as a monitor of 4:3 shows them */
};

/* By the ending of -o; PICTURE_AUTO if it is none that is written. */
enum picture_format picture_format_of(const char *output);

/* options->format, or by the ending of -o, or PICTURE_PNG. */
enum picture_format picture_choose(const struct picture_options *options,
				   const char *output);

/* What all pictures of a stream have in common. */
struct picture_kind {
	size_t width, height; /* pixels, at least 1 */
	/* All colours that any of them may have: formats of one palette have this one. */
	struct exh_palette colors;
	uint32_t ticks_a_second;  /* above 0 */
	uint32_t ticks_a_picture; /* Y4M: how often one is due */
	/* The numbers that may come: for PNG, so that nothing is touched if one of their
	 * files exists. */
	bool (*may_come)(const void *context, uint64_t number);
	const void *context;
};

struct picture {
	uint64_t number; /* for names of files; below 2^32 */
	const uint8_t *pixels;
	const struct exh_palette *palette;
	const uint32_t *crc32; /* of the pixels; NULL: not known */
};

struct picture_stream;

/*
 * output: "-", a file, a pattern with a %d, or a folder. NULL: err has why. options,
 * output and common are borrowed until the end.
 */
struct picture_stream *picture_stream_begin(const struct picture_kind *kind,
					    const struct picture_options *options,
					    const char *output,
					    const struct common *common,
					    struct exh_error *err);

/* Pixels and palette are copied. */
enum exh_status picture_stream_add(struct picture_stream *stream,
				   const struct picture *picture, struct exh_error *err);
/* The last picture is shown so much longer; without one it does nothing. */
void picture_stream_wait(struct picture_stream *stream, uint64_t ticks);

/* Ends the file and frees stream (NULL is fine). When status, of what was done so far, is
 * a failure, that is returned and no half file is left. */
enum exh_status picture_stream_end(struct picture_stream *stream, enum exh_status status,
				   struct exh_error *err);

#endif
