/* Pictures one after the other: files, APNG, GIF, Y4M, raw video, sheets. */
#ifndef CMD_MEDIA_SEQUENCE_SEQUENCE_H
#define CMD_MEDIA_SEQUENCE_SEQUENCE_H

#include "media/picture/animation.h"
#include "media/picture/picture.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/base.h>

/*
 * What a sequence of frames is: its format, its pixels, its frames.
 */

enum sequence_format {
	SEQUENCE_AUTO,
	SEQUENCE_PNG, /* a file each, with the palette of its frame */
	SEQUENCE_APNG,
	SEQUENCE_GIF,
	SEQUENCE_Y4M, /* 4:4:4, BT.601 */
	SEQUENCE_RAW, /* palette indices, a byte each; or 15-bit RGB in two, little-endian
		       */
	SEQUENCE_SHEET, /* all on one PNG, and JSON: only by sequence_write */
	SEQUENCE_HASH,	/* a line each: number, CRC-32 of the palette indices */
};

struct sequence_options {
	unsigned format; /* index in the choices; 0: by the extension of -o */
	unsigned scale; /* 0 or 1: as it is; each pixel is repeated so often, both ways */
	bool aspect; /* six lines for five: 320 by 200 as a monitor of 4:3 shows them */
};

enum sequence_pixels {
	SEQUENCE_INDEXED, /* uint8_t: palette indices */
	SEQUENCE_RGB15,	  /* uint16_t: five bits of red, green, blue; bit 15 is ignored */
};

/* What all frames of a sequence have in common. */
struct sequence_kind {
	enum sequence_pixels pixels;
	size_t width, height; /* pixels, at least 1 */
	/* Indexed: all colours that any frame may have. Formats of one palette use this.
	 */
	struct exh_palette colors;
	/* 15-bit RGB to GIF: fills the map of at most 256 colours; called once. */
	enum exh_status (*choose_colors)(void *context, struct color_map *map,
					 struct exh_error *err);
	uint32_t ticks_a_second; /* above 0 */
	uint32_t ticks_a_frame;	 /* Y4M: how often one is due; 0: each once */
	/* Each frame is shown for ticks_a_frame; sequence_wait is not called. */
	bool is_steady;
	size_t frame_count; /* 0: not known */
	/* The numbers that may come: for PNG, so that nothing is touched if one of their
	 * files exists. NULL: any. */
	bool (*may_come)(const void *context, uint64_t number);
	void *context;
};

struct sequence_frame {
	uint64_t number; /* for names of files; below 2^32 */
	const void *pixels;
	/* Of indexed frames: */
	const struct exh_palette *palette;
	const uint32_t *crc32; /* of the pixels; NULL: not known */
};

/*
 * Sequences of frames in any of the formats that are written: frames are added one by
 * one, so that nothing holds them all, and encoded in parallel. Each is shown for as many
 * ticks as sequence_wait says before the next one is added.
 */

/* For OPT_CHOICE. The index of a choice goes into sequence_options; sequence_choose_...
 * makes the format of it. */
extern const char *const sequence_indexed_choices[]; /* all except sheet */
extern const char *const sequence_rgb15_choices[];   /* all except hash */

const char *sequence_format_name(enum sequence_format format);

/* By the extension of -o; SEQUENCE_AUTO if it is another one. */
enum sequence_format sequence_format_of(const char *output);

/* options->format, or by the extension of -o, or SEQUENCE_PNG. */
enum sequence_format sequence_choose_indexed(const struct sequence_options *options,
					     const char *output);
enum sequence_format sequence_choose_rgb15(const struct sequence_options *options,
					   const char *output);

struct sequence;

/*
 * format: neither SEQUENCE_AUTO nor SEQUENCE_SHEET. output: "-", a file, a pattern with a
 * %d, or a folder. NULL: err has why. options, output and common are borrowed until the
 * end.
 */
struct sequence *sequence_begin(const struct sequence_kind *kind,
				enum sequence_format format,
				const struct sequence_options *options,
				const char *output, const struct common *common,
				struct exh_error *err);

/* Pixels and palette are copied. */
enum exh_status sequence_add(struct sequence *sequence,
			     const struct sequence_frame *frame, struct exh_error *err);
/* The last frame is shown so much longer; without one it does nothing. */
void sequence_wait(struct sequence *sequence, uint64_t ticks);

/* Ends the file and frees sequence (NULL is fine). When status, of what was done so far,
 * is a failure, that is returned and no half file is left. */
enum exh_status sequence_end(struct sequence *sequence, enum exh_status status,
			     struct exh_error *err);

/*
 * The selected frames of an animation, and their order.
 */

struct frame_choice {
	struct range *ranges; /* none: all frames */
	size_t range_count;
};

/* Is it known to be one frame, whatever the file? */
bool frame_choice_is_single(const struct frame_choice *choice);

/*
 * The numbers of the wanted ones of count frames, to be freed. in_order: rising, each
 * once, as files of their own want it. declared is how many there should be: what is
 * wanted of them and lost is left out. NULL: the report has why.
 */
uint32_t *frame_choice_list(const struct frame_choice *choice, size_t count,
			    size_t declared, bool in_order, const char *input,
			    struct report *report, size_t *list_count);

/*
 * Frames of 15-bit RGB (zvision 1), fetched one by one.
 */

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

/*
 * What the sequence writer shares with the formats it writes.
 */

struct sequence_area {
	size_t x, y, width, height; /* pixels, before they are scaled */
};

/* A frame on its way. */
struct sequence_job {
	uint64_t number;
	uint64_t ticks;	    /* that it is shown: known when it is put */
	const void *pixels; /* all of it */
	const void *before; /* the frame before; NULL: none, or the format does not ask */
	struct exh_palette palette;
	struct sequence_area changed;
	bool has_crc;
	uint32_t crc;
	unsigned way; /* 15-bit PNG: what png_choose_way returned */
	struct exh_writer out;
	enum exh_status status;
	struct exh_error err;
};

struct sequence_writer;
struct pipeline;

struct sequence {
	struct sequence_kind kind;
	const struct common *common;
	char *output;
	const struct sequence_writer *writer;
	size_t width, height; /* as they are written */
	size_t *lines; /* by line of a frame, and one more: the first that is written */
	unsigned scale;
	struct file_stream file; /* of formats of one file */
	bool is_open;
	struct exh_writer head; /* what is to be written next */
	struct apng_file apng;
	struct exh_palette shared; /* of formats of one palette, with ... */
	int keep;	/* ... an index for pixels that stay as they were; -1: none */
	uint64_t ticks; /* of all frames that were put */
	uint64_t put_count;
	/* Of 15-bit RGB: */
	struct color_map *color_map; /* GIF */
	uint8_t (*ycc)[3];	     /* Y4M: Y, Cb, Cr of each colour */
	unsigned way;
	/* The way through. */
	struct sequence_job *jobs;
	uint8_t *copies; /* of frames that were added last: by count, modulo; may be NULL
			  */
	size_t job_count;
	struct pipeline *pipeline; /* NULL: all is done by the thread that adds */
	uint64_t added, done;	   /* frames */
};

struct sequence_writer {
	bool is_stream;	   /* one file, for all of it */
	bool is_parallel;  /* encode may be called for several frames at once */
	bool is_shared;	   /* one palette for all indexed frames */
	bool sees_changes; /* wants before and changed */
	bool takes_crc;	   /* and no pixels, where it is known */
	bool patches_head; /* end writes at the beginning, if frames were not counted */
	/* Appends to head. Any except put may be NULL. */
	enum exh_status (*begin)(struct sequence *sequence, struct exh_error *err);
	/* In order, by the thread that adds, before encode. */
	void (*prepare)(struct sequence *sequence, struct sequence_job *job);
	enum exh_status (*encode)(const struct sequence *sequence,
				  struct sequence_job *job);
	/* Puts it where it belongs: called in order. */
	enum exh_status (*put)(struct sequence *sequence, struct sequence_job *job,
			       struct exh_error *err);
	/* Appends to head what is still to be written. */
	enum exh_status (*end)(struct sequence *sequence, struct exh_error *err);
};

extern const struct sequence_writer sequence_png, sequence_apng, sequence_gif,
	sequence_y4m, sequence_y4m_rgb15, sequence_raw, sequence_raw_rgb15, sequence_hash;

/*
 * What formats call.
 */

/* Bytes. */
size_t sequence_pixel_size(const struct sequence *sequence);

/* All colours of all frames into shared, and one for pixels that stay as they were, if
 * there is room. */
void sequence_share_colors(struct sequence *sequence);

/* Writes what is in head. */
enum exh_status sequence_flush(struct sequence *sequence, struct exh_error *err);

/* All of a frame. */
struct sequence_area sequence_whole(const struct sequence *sequence);

/* The smallest area with all that changed; a pixel of it, if nothing did. before NULL:
 * the whole. */
struct sequence_area sequence_find_change(const struct sequence *sequence,
					  const void *pixels, const void *before);

/* Where an area lies when it is scaled, with the sequence's aspect. */
struct sequence_area sequence_place(const struct sequence *sequence,
				    const struct sequence_area *area);

/* The pixels of an area of a frame, scaled; to be freed. */
void *sequence_enlarge(const struct sequence *sequence, const void *pixels,
		       const struct sequence_area *area);

/* The same of indexed pixels: those that were the same before become keep. */
uint8_t *sequence_enlarge_changes(const struct sequence *sequence,
				  const struct sequence_job *job,
				  const struct sequence_area *area);

/*
 * Frames side by side on one PNG, and the JSON that says where.
 */

/* output ends with .png; the JSON lies next to it. False: the report has why. */
bool sequence_write_sheet(const struct sequence_source *source, unsigned scale,
			  const char *output, struct report *report);

/*
 * Sequences of frames of 15-bit RGB (zvision 1), fetched one by one from a source, in
 * any of the formats that rlf2png writes.
 */

/*
 * Where the frames of an input go, to be freed: "-", a file, or
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
		    const char *input, struct report *report, struct json *result);

/* Writes them all to one file; for threads that write a file each. format is one of a
 * file's that needs no choice of colours: APNG, Y4M, RAW. */
enum exh_status sequence_write_file(const struct sequence_source *source,
				    enum sequence_format format, const char *path,
				    bool force, struct exh_error *err);

#endif
